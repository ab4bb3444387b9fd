// Match lets two engines play against each other and keeps the score. Each is a
// program of its own that speaks USI, UCI as Fairy-Stockfish does, or the XBoard
// protocol as Sjaak II does. The library checks every move and judges the games.
//
//	go run ./examples/match -rules sho-modern -games 20 -time 10s -increment 100ms \
//		usi:./engine 'xboard:sjaakii -xboard'
//
// An engine that makes an illegal move, oversteps its time, hangs or dies loses
// the game. Both programs are ended when the match is, on Ctrl-C too.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"sync"

	"example.com/shoshogi"
)

func main() {
	m, err := parseArgs(os.Args[1:], os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	exitOn(err, 2)
	ctx, stop := signal.NotifyContext(context.Background(), endSignals()...)
	defer stop()
	exitOn(m.play(ctx, os.Stdout, newProgress(os.Stderr, m.games)), 1)
}

func exitOn(err error, status int) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "match:", err)
		os.Exit(status)
	}
}

// match is what the command line asks for.
type match struct {
	rules    shoshogi.Rules
	control  timeControl
	engines  [2]spec
	games    int
	maxPlies int
	grant    bool // draws by an engine's own rules
	openings []*shoshogi.Game
	records  string    // the directory for the records, "" for none
	dialogs  io.Writer // for what is said to and by the engines, nil for nowhere
}

// play plays the match and prints the score, also when the context ends it early.
func (m *match) play(ctx context.Context, out io.Writer, progress *progress) error {
	if m.records != "" {
		if err := os.MkdirAll(m.records, 0o777); err != nil {
			return err
		}
	}
	r, score := m.referee(), new(standing)
	defer r.end()
	err := m.playGames(ctx, r, score, progress)
	if score.total.games() > 0 {
		err = errors.Join(err, score.write(out))
	}
	return err
}

func (m *match) referee() *referee {
	var lock sync.Mutex
	r := &referee{rules: m.rules, control: m.control, maxPlies: m.maxPlies, grantDraws: m.grant}
	for i, s := range m.engines {
		r.seats[i] = &seat{spec: s}
		if m.dialogs != nil {
			r.seats[i].log = &dialog{fmt.Sprintf("%d %s", i+1, s.name), m.dialogs, &lock}
		}
	}
	return r
}

func (m *match) playGames(ctx context.Context, r *referee, score *standing, progress *progress) error {
	for n := range m.games {
		r.watch = func(g *shoshogi.Game) { progress.move(n+1, g, score) }
		opening := m.openings[n/2%len(m.openings)] // each is played with both colours
		p, err := r.play(ctx, opening, n%2)
		if err != nil {
			return err
		}
		score.add(p)
		progress.game(n+1, p, score)
		if m.records != "" {
			if err := p.save(filepath.Join(m.records, fmt.Sprintf("%04d.kif", n+1))); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return errBroken
		}
	}
	return nil
}
