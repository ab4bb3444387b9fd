package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/shoshogi"
)

// xboard is an engine that speaks the XBoard protocol. It is kept in force mode,
// in which it follows the game without playing, and asked for single moves.
type xboard struct {
	*engine
	*spec
	control  timeControl
	variant  string
	features map[string]string
	start    *shoshogi.Position
	known    int    // how many moves of the game it knows
	pings    int    // how many it was sent
	claim    string // the last result that it has announced in this game
}

func (x *xboard) hello(ctx context.Context) error {
	if err := errors.Join(x.send("xboard"), x.send("protover 2")); err != nil {
		return err
	}
	x.features = make(map[string]string)
	for x.features["done"] != "1" {
		l, err := x.until(ctx, "feature", nil)
		if err != nil {
			return err
		}
		parseFeatures(strings.TrimPrefix(l.text, "feature "), x.features)
	}
	if name := x.features["myname"]; name != "" {
		x.name = name
	}
	return x.accept()
}

// parseFeatures reads `ping=1 myname="Some engine" done=1`.
func parseFeatures(s string, features map[string]string) {
	for {
		name, rest, ok := strings.Cut(strings.TrimLeft(s, " "), "=")
		if !ok {
			return
		}
		var value string
		if strings.HasPrefix(rest, `"`) {
			value, s, _ = strings.Cut(rest[1:], `"`)
		} else {
			value, s, _ = strings.Cut(rest, " ")
		}
		features[name] = value
	}
}

// accept answers the features, checks that the engine is of use and sets its
// options.
func (x *xboard) accept() error {
	for name := range x.features {
		if name != "san" { // moves shall come as squares
			if err := x.send("accepted %s", name); err != nil {
				return err
			}
		}
	}
	if known := strings.Split(x.features["variants"], ","); !slices.Contains(known, x.variant) {
		return fmt.Errorf("it does not know the variant %q; name another with -variant", x.variant)
	}
	if x.features["ping"] != "1" || x.features["setboard"] != "1" {
		return errors.New("it lacks ping or setboard")
	}
	if x.control.byoyomi > 0 || x.control.nodes > 0 {
		return errors.New("the XBoard protocol knows neither byoyomi nor a number of nodes")
	}
	for _, o := range x.options {
		if err := x.send("option %s=%s", o.name, o.value); err != nil {
			return err
		}
	}
	return nil
}

func (x *xboard) newGame(ctx context.Context, start *shoshogi.Position) error {
	x.start, x.known, x.claim = start, 0, ""
	commands := []string{"new", "variant " + x.variant, "force", "easy", "post"}
	commands = append(commands, x.limits()...)
	if *start != *shoshogi.NewPosition(start.Rules()) {
		commands = append(commands, "setboard "+fairyFEN(start))
	}
	for _, command := range commands {
		if err := x.send("%s", command); err != nil {
			return err
		}
	}
	return x.sync(ctx)
}

// limits returns the commands that set the clock.
func (x *xboard) limits() (commands []string) {
	c := x.control
	switch {
	case c.perMove > 0:
		commands = append(commands, fmt.Sprintf("st %v", c.perMove.Seconds()))
	case c.base > 0:
		whole := c.base.Truncate(time.Second)
		commands = append(commands, fmt.Sprintf("level 0 %d:%02d %v", whole/time.Minute, whole%time.Minute/time.Second, c.increment.Seconds()))
	}
	if c.depth > 0 {
		commands = append(commands, fmt.Sprintf("sd %d", c.depth))
	}
	return commands
}

// sync waits until the engine has dealt with all it was sent.
func (x *xboard) sync(ctx context.Context) error {
	x.pings++
	if err := x.send("ping %d", x.pings); err != nil {
		return err
	}
	var refused error
	for {
		l, err := x.until(ctx, "pong", func(text string) {
			x.note(text)
			if refuses(text) {
				refused = foul("refuses the game: %s", text)
			}
		})
		if err != nil {
			return err
		}
		if l.text == fmt.Sprintf("pong %d", x.pings) {
			return refused
		}
	}
}

func refuses(text string) bool {
	return strings.HasPrefix(text, "Illegal") || strings.HasPrefix(text, "Error") || strings.HasPrefix(text, "tellusererror")
}

// note keeps a result that the engine announces.
func (x *xboard) note(text string) {
	if isResult(text) {
		x.claim = text
	}
}

func isResult(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	return word == "1-0" || word == "0-1" || word == drawn
}

// follow tells the engine the moves that it does not know yet.
func (x *xboard) follow(ctx context.Context, g *shoshogi.Game) error {
	usermove := ""
	if x.features["usermove"] == "1" {
		usermove = "usermove "
	}
	for _, m := range g.Moves()[x.known:] {
		if err := x.send("%s%s", usermove, fairyMove(m, x.start)); err != nil {
			return err
		}
		x.known++
	}
	return x.sync(ctx)
}

func (x *xboard) think(ctx context.Context, g *shoshogi.Game, c *clock) (a answer, err error) {
	if err := x.follow(ctx, g); err != nil {
		return a, err
	}
	side := g.Position().Turn()
	if err := x.sendClock(side, c); err != nil {
		return a, err
	}
	begin := time.Now()
	if err := x.send("go"); err != nil {
		return a, err
	}
	for {
		l, err := x.next(ctx)
		if err != nil {
			return a, err
		}
		word, rest, _ := strings.Cut(l.text, " ")
		switch {
		case word == "move":
			a.spent = l.at.Sub(begin)
			if a.move = parseFairyMove(rest, x.start); a.move == shoshogi.NoMove {
				return a, foul("answers %q", l.text)
			}
			x.known++
			return a, x.send("force")
		case word == "resign":
			a.spent, a.resigns = l.at.Sub(begin), true
			return a, x.send("force")
		case isResult(l.text):
			x.note(l.text)
			a.spent, a.resigns, a.draws = l.at.Sub(begin), word == wins(side.Other()), word == drawn
			if a.resigns || a.draws {
				return a, x.send("force")
			}
			return a, foul("plays no move but claims %s", l.text)
		case refuses(l.text):
			return a, foul("answers %q", l.text)
		}
		parseThinking(l.text, &a.thought)
	}
}

// sendClock tells the time left, in hundredths of a second.
func (x *xboard) sendClock(side shoshogi.Color, c *clock) error {
	if c.base == 0 {
		return nil
	}
	const unit = 10 * time.Millisecond
	return errors.Join(x.send("time %d", c.left[side]/unit), x.send("otim %d", c.left[side.Other()]/unit))
}

// parseThinking reads a line of thinking output: depth, score, time in hundredths
// of a second, nodes and the expected line.
func parseThinking(text string, t *thought) {
	fields := strings.Fields(text)
	if len(fields) < 4 {
		return
	}
	var n [4]int64
	for i := range n {
		var err error
		if n[i], err = strconv.ParseInt(fields[i], 10, 64); err != nil {
			return
		}
	}
	t.depth, t.nodes = int(n[0]), n[3]
	t.score = score{known: true, pawns: int(n[1])}
	t.line = strings.Join(fields[4:], " ")
}

func (x *xboard) gameOver(ctx context.Context, g *shoshogi.Game, _ shoshogi.Color) error {
	if err := x.follow(ctx, g); err != nil {
		return err
	}
	word := drawn
	if winner, decided := g.Outcome().Winner(); decided {
		word = wins(winner)
	}
	return x.send("result %s {%v}", word, g.Outcome().Reason)
}

const drawn = "1/2-1/2"

// wins writes that the side has won. The side that moves first comes first.
func wins(side shoshogi.Color) string {
	if side == shoshogi.White {
		return "0-1"
	}
	return "1-0"
}
