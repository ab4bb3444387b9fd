package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"example.com/shoshogi"
)

// player is an engine as the referee sees it, whatever protocol it speaks. Its
// errors are a *fault of the engine or what ended the context.
type player interface {
	// hello starts the conversation and sets the options.
	hello(ctx context.Context) error
	// newGame prepares for a game from the position.
	newGame(ctx context.Context, start *shoshogi.Position) error
	// think asks for the move in the present position of the game.
	think(ctx context.Context, g *shoshogi.Game, c *clock) (answer, error)
	// gameOver tells the engine, which played the side, how the game ended.
	gameOver(ctx context.Context, g *shoshogi.Game, side shoshogi.Color) error
	// end ends the program, in any state.
	end()
}

// answer is what an engine replies when it is asked for a move.
type answer struct {
	move     shoshogi.Move
	resigns  bool
	declares bool // it claims to win by declaration
	draws    bool // it will not move since the game is drawn by its own rules
	spent    time.Duration
	thought  thought
}

// thought is what an engine tells of its search.
type thought struct {
	depth int
	nodes int64
	score score
	moves []shoshogi.Move // the expected line, or
	line  string          // the words in which the engine gives it
}

// score is an evaluation from the side of the engine.
type score struct {
	known bool
	pawns int // in hundredths of a pawn, where it sees no mate
	mates bool
	mated bool
	mate  int // moves to the mate, those of both sides; 0 if it does not say
}

// fault is something by which an engine loses the game.
type fault struct {
	reason shoshogi.Reason
	text   string
}

func (f *fault) Error() string { return f.text }

func foul(format string, args ...any) *fault {
	return &fault{shoshogi.ByIllegalMove, fmt.Sprintf(format, args...)}
}

// spec says which program plays and how it is spoken to.
type spec struct {
	name     string
	protocol string
	command  []string
	options  []option
	variant  string // the name of the rules for engines that do not know the library's
}

type option struct{ name, value string }

// parseSpec reads "PROTOCOL:COMMAND ARGUMENTS".
func parseSpec(s string) (spec, error) {
	protocol, command, _ := strings.Cut(s, ":")
	words := strings.Fields(command)
	if len(words) == 0 {
		return spec{}, fmt.Errorf("engine %q: want PROTOCOL:COMMAND, as usi:./engine", s)
	}
	switch protocol {
	case "usi", "uci", "xboard":
		return spec{name: words[0][strings.LastIndexAny(words[0], `/\`)+1:], protocol: protocol, command: words}, nil
	}
	return spec{}, fmt.Errorf("engine %q: the protocol is usi, uci or xboard", s)
}

// start starts the program.
func (s *spec) start(rules shoshogi.Rules, control timeControl, log *dialog) (player, error) {
	e, err := startEngine(s.command, log)
	if err != nil {
		return nil, err
	}
	switch s.protocol {
	case "xboard":
		variant := cmp.Or(s.variant, fairyVariant(rules))
		return &xboard{engine: e, spec: s, control: control, variant: variant}, nil
	case "uci":
		return &usi{engine: e, spec: s, rules: rules, control: control, dialect: uciDialect}, nil
	}
	return &usi{engine: e, spec: s, rules: rules, control: control, dialect: usiDialect}, nil
}

// fairyVariant returns the name that Fairy-Stockfish and Sjaak II have for the
// game, "" if there is none.
func fairyVariant(r shoshogi.Rules) string {
	switch board := shoshogi.NewPosition(r).SFEN(); {
	case board == shoshogi.NewPosition(shoshogi.Sho()).SFEN() && r.Drops == 0:
		return "shoshogi"
	case board == shoshogi.NewPosition(shoshogi.Shogi()).SFEN() && r.Drops == shoshogi.Shogi().Drops:
		return "shogi"
	}
	return ""
}
