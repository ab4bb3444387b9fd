package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/shoshogi"
)

// usi is an engine that speaks USI or its elder, UCI.
type usi struct {
	*engine
	*spec
	rules   shoshogi.Rules
	control timeControl
	dialect dialect
}

// dialect is where USI and UCI differ.
type dialect struct {
	hello, ready string // the first word, and what ends the answer
	newGame      string
	variant      string // the option that names the rules
	black, white string // first letters of the words for a side's time
	fullMoves    bool   // distances to mate count a move and its reply as one
	position     func(g *shoshogi.Game) string
	parseMove    func(s string, p *shoshogi.Position) shoshogi.Move
}

var usiDialect = dialect{
	hello: "usi", ready: "usiok", newGame: "usinewgame", variant: "USI_Variant", black: "b", white: "w",
	position: (*shoshogi.Game).USI,
	parseMove: func(s string, _ *shoshogi.Position) shoshogi.Move {
		m, _ := shoshogi.ParseMove(s)
		return m
	},
}

var uciDialect = dialect{
	hello: "uci", ready: "uciok", newGame: "ucinewgame", variant: "UCI_Variant", black: "w", white: "b", fullMoves: true,
	position:  fairyPosition,
	parseMove: parseFairyMove,
}

// fairyPosition writes the game as the UCI command position wants it. It leaves
// out what came before the last capture or promotion: no position from then recurs,
// and Fairy-Stockfish would read no further than to a move it does not know, as
// where an elephant that promotes answers a check.
func fairyPosition(g *shoshogi.Game) string {
	p := g.Start()
	var moves strings.Builder
	for before, m := range g.All() {
		if before.Captured(m) != shoshogi.NoPiece || m.Promotes() {
			p = before
			p.Do(m)
			moves.Reset()
			continue
		}
		moves.WriteString(" " + fairyMove(m, before))
	}
	text := "fen " + fairyFEN(p)
	if moves.Len() > 0 {
		text += " moves" + moves.String()
	}
	return text
}

func (u *usi) hello(ctx context.Context) error {
	if err := u.send("%s", u.dialect.hello); err != nil {
		return err
	}
	known := make(map[string][]string) // the options, with the values that they can take
	_, err := u.until(ctx, u.dialect.ready, func(text string) {
		if name, ok := strings.CutPrefix(text, "id name "); ok {
			u.name = name
		}
		if declaration, ok := strings.CutPrefix(text, "option name "); ok {
			name, kind, _ := strings.Cut(declaration, " type ")
			known[name] = comboValues(kind)
		}
	})
	if err != nil {
		return err
	}
	options, err := u.chooseRules(known)
	if err != nil {
		return err
	}
	for _, o := range append(options, u.options...) {
		if err := u.send("setoption name %s value %s", o.name, o.value); err != nil {
			return err
		}
	}
	return u.isReady(ctx)
}

// comboValues returns the values of "combo default x var x var y".
func comboValues(kind string) (values []string) {
	words := strings.Fields(kind)
	for i, word := range words[:max(len(words)-1, 0)] {
		if word == "var" {
			values = append(values, words[i+1])
		}
	}
	return values
}

// chooseRules returns the options that set the rules, by the name that the engine
// has for them: the one asked for, that of the library, with the single readings as
// options, or the one of other programs. An engine without the choice gets none.
func (u *usi) chooseRules(known map[string][]string) ([]option, error) {
	variants, ok := known[u.dialect.variant]
	if !ok {
		return nil, nil
	}
	for _, rules := range []string{u.variant, u.rules.String(), fairyVariant(u.rules)} {
		name, changes, _ := strings.Cut(rules, ",")
		if options, ok := readings(changes, known); ok && slices.Contains(variants, name) {
			return append([]option{{u.dialect.variant, name}}, options...), nil
		}
	}
	return nil, fmt.Errorf("it does not know the rules %v; name one of its own with -variant: %s", u.rules, strings.Join(variants, " "))
}

// readings turns "check=must-meet,two-pawns=true" into options, and reports
// whether the engine has them all.
func readings(changes string, known map[string][]string) (options []option, ok bool) {
	for change := range strings.FieldsFuncSeq(changes, func(r rune) bool { return r == ',' }) {
		name, value, _ := strings.Cut(change, "=")
		if _, ok := known[name]; !ok {
			return nil, false
		}
		options = append(options, option{name, value})
	}
	return options, true
}

func (u *usi) isReady(ctx context.Context) error {
	if err := u.send("isready"); err != nil {
		return err
	}
	_, err := u.until(ctx, "readyok", nil)
	return err
}

func (u *usi) newGame(ctx context.Context, _ *shoshogi.Position) error {
	if err := u.send("%s", u.dialect.newGame); err != nil {
		return err
	}
	return u.isReady(ctx)
}

func (u *usi) think(ctx context.Context, g *shoshogi.Game, c *clock) (a answer, err error) {
	u.skip()
	if err := u.send("position %s", u.dialect.position(g)); err != nil {
		return a, err
	}
	begin := time.Now()
	if err := u.send("go%s", u.limits(c)); err != nil {
		return a, err
	}
	p := g.Position()
	best, err := u.until(ctx, "bestmove", func(text string) { u.info(text, p, &a.thought) })
	if err != nil {
		return a, err
	}
	a.spent = best.at.Sub(begin)
	words := strings.Fields(best.text + " (none)")
	switch words[1] {
	case "resign", "(none)", "0000", "none":
		a.resigns = true
	case "win":
		a.declares = true
	default:
		if a.move = u.dialect.parseMove(words[1], p); a.move == shoshogi.NoMove {
			return a, foul("answers %q", best.text)
		}
	}
	return a, nil
}

// limits writes the arguments of go.
func (u *usi) limits(c *clock) string {
	var b strings.Builder
	add := func(name string, d time.Duration) { fmt.Fprintf(&b, " %s %d", name, d.Milliseconds()) }
	switch {
	case c.perMove > 0:
		add("movetime", c.perMove)
	case c.timed():
		add(u.dialect.black+"time", c.left[shoshogi.Black])
		add(u.dialect.white+"time", c.left[shoshogi.White])
		if c.increment > 0 {
			add(u.dialect.black+"inc", c.increment)
			add(u.dialect.white+"inc", c.increment)
		}
		if c.byoyomi > 0 {
			add("byoyomi", c.byoyomi)
		}
	}
	if c.depth > 0 {
		fmt.Fprintf(&b, " depth %d", c.depth)
	}
	if c.nodes > 0 {
		fmt.Fprintf(&b, " nodes %d", c.nodes)
	}
	return b.String()
}

// info reads what the engine says of its search: the words of interest of
// "info depth 5 nodes 1200 score cp 31 pv 7g7f 3c3d".
func (u *usi) info(text string, p *shoshogi.Position, t *thought) {
	words := strings.Fields(text)
	if len(words) == 0 || words[0] != "info" || !slices.Contains(words, "score") {
		return
	}
	for i := 1; i+1 < len(words); i++ {
		value := words[i+1]
		switch words[i] {
		case "string":
			return
		case "multipv":
			if value != "1" {
				return
			}
		case "depth":
			t.depth, _ = strconv.Atoi(value)
		case "nodes":
			t.nodes, _ = strconv.ParseInt(value, 10, 64)
		case "score":
			t.score = u.parseScore(words[i+1:])
		case "pv":
			t.moves = u.line(words[i+1:], *p)
			return
		}
	}
}

// parseScore reads "cp 31", "mate -5", "mate +".
func (u *usi) parseScore(words []string) score {
	if len(words) < 2 {
		return score{}
	}
	value, negative := strings.CutPrefix(words[1], "-")
	n, err := strconv.Atoi(strings.TrimPrefix(value, "+"))
	switch words[0] {
	case "cp":
		if negative {
			n = -n
		}
		return score{known: err == nil, pawns: n}
	case "mate":
		if u.dialect.fullMoves && n > 0 {
			n *= 2
			if !negative {
				n--
			}
		}
		return score{known: true, mates: !negative, mated: negative, mate: n}
	}
	return score{}
}

// line reads an expected line as far as it can be played.
func (u *usi) line(words []string, p shoshogi.Position) (moves []shoshogi.Move) {
	for _, word := range words {
		m := u.dialect.parseMove(word, &p)
		if p.Play(m) != nil {
			break
		}
		moves = append(moves, m)
	}
	return moves
}

func (u *usi) gameOver(_ context.Context, g *shoshogi.Game, side shoshogi.Color) error {
	if u.dialect.hello == "uci" {
		return nil
	}
	word := "draw"
	if winner, decided := g.Outcome().Winner(); decided && winner == side {
		word = "win"
	} else if decided {
		word = "lose"
	}
	return u.send("gameover %s", word)
}
