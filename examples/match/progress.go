package main

import (
	"fmt"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"example.com/shoshogi"
)

// progress tells on standard error how the match goes: on a terminal in one line
// that is written anew, elsewhere in a line for each game.
type progress struct {
	out      *os.File
	terminal bool
	games    int
	shown    time.Time
	width    int // of the line on the terminal
}

func newProgress(out *os.File, games int) *progress {
	info, err := out.Stat()
	return &progress{out: out, games: games, terminal: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

// move shows a game that goes on, not more often than anyone can read.
func (p *progress) move(n int, g *shoshogi.Game, s *standing) {
	if !p.terminal || time.Since(p.shown) < 100*time.Millisecond {
		return
	}
	p.shown = time.Now()
	p.rewrite(fmt.Sprintf("game %d/%d  move %d  %v", n, p.games, g.Len(), s))
}

// game shows a game that has ended.
func (p *progress) game(n int, g *played, s *standing) {
	p.rewrite("")
	why := ""
	if g.why != "" {
		why = " (" + g.why + ")"
	}
	fmt.Fprintf(p.out, "game %d/%d: Black %s, White %s: %v in %d moves%s; %v\n",
		n, p.games, g.names[g.black], g.names[1-g.black], g.game.Outcome(), g.game.Len(), why, s)
}

// rewrite replaces the line on the terminal.
func (p *progress) rewrite(text string) {
	if !p.terminal {
		return
	}
	width := utf8.RuneCountInString(text)
	fmt.Fprintf(p.out, "\r%s%s\r%s", text, strings.Repeat(" ", max(p.width-width, 0)), text)
	p.width = width
}
