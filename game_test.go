package shoshogi_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	. "example.com/shoshogi"
)

// turned returns the SFEN with the board turned by 180° and the sides exchanged.
func turned(sfen string) string {
	fields := strings.Fields(sfen)
	swap := func(s string) string {
		return strings.Map(func(c rune) rune {
			switch {
			case c >= 'a' && c <= 'z':
				return c - 'a' + 'A'
			case c >= 'A' && c <= 'Z':
				return c - 'A' + 'a'
			}
			return c
		}, s)
	}
	var board []byte
	for i := 0; i < len(fields[0]); i++ {
		n := 1
		if fields[0][i] == '+' {
			n = 2
		}
		board = append([]byte(fields[0][i:i+n]), board...)
		i += n - 1
	}
	side := map[string]string{"b": "w", "w": "b"}[fields[1]]
	return strings.Join([]string{swap(string(board)), side, swap(fields[2]), fields[3]}, " ")
}

// TestDeclaration tests each condition of the 27-point declaration just met and
// just missed, for Black, and turned round for White, who needs a point less.
func TestDeclaration(t *testing.T) {
	const (
		shogi   = "shogi,impasse=points-27"
		asakura = "asakura,impasse=points-27"
		exact   = "K+R+B6/PPPPPPPP1/9/9/9/9/9/9/8k b RB 1" // 10 pieces, 8+10 points there, 10 in hand
	)
	cases := []struct {
		name, rules, sfen string
		want              *DeclarationError
	}{
		{"28 points and 10 pieces", shogi, exact, nil},
		{"one point less", shogi, "K+R+B6/PPPPPPPP1/9/9/9/9/9/9/8k b R4P 1", &DeclarationError{Pieces: 10, Points: 27}},
		{"two points less", shogi, "K+R+B6/PPPPPPPP1/9/9/9/9/9/9/8k b R3P 1", &DeclarationError{Pieces: 10, Points: 26}},
		{"nine pieces", shogi, "K+R+B6/PPPPPPP2/9/9/9/9/9/9/8k b RBP 1", &DeclarationError{Pieces: 9, Points: 28}},
		{"a piece just outside does not count", shogi, "K+R+B6/PPPPPPP2/9/7P1/9/9/9/9/8k b RBP 1", &DeclarationError{Pieces: 9, Points: 28}},
		{"on the edge of the zone", shogi, "9/9/K+R+B6/PPP6/9/9/9/9/4k4 b RB8P 1", &DeclarationError{Pieces: 2, Points: 28}},
		{"the zone has three ranks", shogi, "9/PPPPPPPP1/K+R+B6/9/9/9/9/9/4k4 b RB 1", nil},
		{"the king outside", shogi, "1+R+B6/PPPPPPPP1/9/K8/9/9/9/9/8k b RB 1", &DeclarationError{Outside: true, Pieces: 10, Points: 28}},
		{"a rook behind a pawn gives no check", shogi, "K+R+B6/PPPPPPPP1/9/9/9/9/9/9/r7k b B5P 1", nil},
		{"in check along the rank", shogi, "K5r2/PPPPPPPP1/PP7/9/9/9/9/9/8k b 2BRP 1", &DeclarationError{InCheck: true, Pieces: 10, Points: 26}},
		{"everything at once", shogi, "9/9/9/9/9/9/9/9/k7K b - 1", &DeclarationError{Outside: true}},
		{"big pieces count five promoted and not, small ones one", shogi, "KRBGSNLPP/+S+N+L6/9/9/9/9/9/9/8k b RP 1", &DeclarationError{Pieces: 11, Points: 25}},
		{"big pieces in hand", shogi, "KGSNLPPPP/PPP6/9/9/9/9/9/9/8k b 2RB2P 1", nil},
		{"the rules must have it", "shogi", exact, &DeclarationError{NotAsked: true, Pieces: 10, Points: 28}},
		{"a prince is a royal", asakura, "+E+R+B6/PPPPPPPP1/9/9/K8/9/9/9/8k b RB 1", nil},
		{"an elephant counts one", asakura, "K+R+B6/PPPPPPPE1/9/9/9/9/9/9/8k b RB 1", nil},
		{"royals count nothing", asakura, "K+E+R+B5/PPPPPPP2/9/9/9/9/9/9/8k b RBP 1", &DeclarationError{Pieces: 9, Points: 28}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for _, side := range []Color{Black, White} {
				sfen, needed := c.sfen, 28
				if side == White {
					sfen, needed = turned(c.sfen), 27
				}
				g := NewGame(MustParseSFEN(MustParseRules(c.rules), sfen))
				before := *g.Position()
				err := g.Declare()
				if met := c.want == nil || side == White && *c.want == (DeclarationError{Pieces: 10, Points: 27}); met {
					checkDeclared(t, g, side, err)
					continue
				}
				want := *c.want
				want.Color, want.Needed = side, needed
				var got *DeclarationError
				if !errors.As(err, &got) || *got != want {
					t.Errorf("%v: %+v, want %+v", side, err, want)
				}
				if g.Outcome() != (Outcome{}) || *g.Position() != before {
					t.Errorf("%v: a declaration that fails leaves %v", side, g.Outcome())
				}
			}
		})
	}
}

func checkDeclared(t *testing.T, g *Game, side Color, err error) {
	if want := wins(side, ByDeclaration); err != nil || g.Outcome() != want {
		t.Errorf("%v: %v and %v, want %v", side, err, g.Outcome(), want)
	}
	if len(g.LegalMoves()) != 0 || g.Declare() != GameOver {
		t.Errorf("%v: the game goes on after the declaration", side)
	}
}

// TestDeclarationText tests that the error names what is not met and nothing else.
func TestDeclarationText(t *testing.T) {
	all := DeclarationError{Color: White, NotAsked: true, InCheck: true, Outside: true, Pieces: 3, Points: 4, Needed: 27}
	text := all.Error()
	for _, part := range []string{"White", "rules", "check", "zone", "3 other pieces", "10 needed", "4 points", "27 needed"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q does not say %q", text, part)
		}
	}
	one := DeclarationError{Color: Black, Pieces: 10, Points: 27, Needed: 28}
	for _, part := range []string{"rules", "in check", "royal", "pieces"} {
		if strings.Contains(one.Error(), part) {
			t.Errorf("%q says %q, which is met", one.Error(), part)
		}
	}
}

// TestEnd tests which outcomes end a game and that nothing goes on after one.
func TestEnd(t *testing.T) {
	for result := range Result(6) {
		for reason := range Reason(18) {
			g := NewGame(NewPosition(Sho()))
			if err := g.Play(MustParseMove("7g7f")); err != nil {
				t.Fatal(err)
			}
			o := Outcome{Result: result, Reason: reason}
			// A game broken off has no result; every other end has one.
			valid := result <= Draw && reason <= ByAbandoned && (result != Undecided || reason == ByAbandoned)
			err := g.End(o)
			switch {
			case !valid && (err != ErrOutcome || g.Outcome() != (Outcome{}) || len(g.LegalMoves()) == 0):
				t.Errorf("End(%v): %v, and the game is %v", o, err, g.Outcome())
			case valid && (err != nil || g.Outcome() != o):
				t.Errorf("End(%v): %v, and the game is %v", o, err, g.Outcome())
			}
			if !valid {
				continue
			}
			m := MustParseMove("3c3d")
			if err := g.Play(m); !errors.Is(err, GameOver) || g.ValidateMove(m) != GameOver || g.Legal(m) || len(g.LegalMoves()) != 0 || len(g.AppendMoves(nil)) != 0 {
				t.Errorf("End(%v): a move afterwards gives %v", o, err)
			}
			if err := g.End(Outcome{Result: Draw, Reason: ByAgreement}); err != GameOver {
				t.Errorf("End(%v): a second end gives %v", o, err)
			}
			if m, ok := g.Undo(); !ok || m != MustParseMove("7g7f") || g.Outcome() != (Outcome{}) || len(g.LegalMoves()) == 0 {
				t.Errorf("End(%v): Undo returns %v, %v and leaves %v", o, m, ok, g.Outcome())
			}
		}
	}
}

// TestCloneIsIndependent changes a game and its clone in turn.
func TestCloneIsIndependent(t *testing.T) {
	g, err := ParseUSI(ShoModern(), "startpos moves "+laps(2, "2h3h 8b7b 3h2h 7b8b"))
	if err != nil {
		t.Fatal(err)
	}
	clone := g.Clone()
	play := func(g *Game, moves string) {
		t.Helper()
		for _, m := range strings.Fields(moves) {
			if err := g.Play(MustParseMove(m)); err != nil {
				t.Fatal(err)
			}
		}
	}
	play(clone, "2h3h 8b7b 3h2h 7b8b")
	if clone.Outcome() != drawn || clone.Repetitions() != 4 || g.Outcome() != (Outcome{}) || g.Repetitions() != 3 || g.Len() != 8 {
		t.Errorf("the clone is %v after %d repetitions, the game %v after %d", clone.Outcome(), clone.Repetitions(), g.Outcome(), g.Repetitions())
	}
	play(g, "7g7f 3c3d")
	for range 12 {
		clone.Undo()
	}
	if clone.Len() != 0 || *clone.Position() != *NewPosition(ShoModern()) || g.Len() != 10 {
		t.Errorf("the clone has %d moves, the game %d", clone.Len(), g.Len())
	}
	if err := g.End(wins(White, ByTimeout)); err != nil || clone.Outcome() != (Outcome{}) {
		t.Errorf("End: %v, and the clone is %v", err, clone.Outcome())
	}
	play(clone, "9g9f")
	if !slices.Equal(clone.Moves(), []Move{MustParseMove("9g9f")}) || g.Moves()[0] != MustParseMove("2h3h") {
		t.Errorf("the clone has the moves %s, the game %s", movesText(clone.Moves()), movesText(g.Moves()))
	}
}

// TestGamesCopies tests that what a game hands out is the caller's own, and that it
// keeps nothing of what it was given.
func TestGamesCopies(t *testing.T) {
	p := NewPosition(Sho())
	g := NewGame(p)
	p.Do(MustParseMove("7g7f"))
	start := *NewPosition(Sho())
	if *g.Position() != start {
		t.Error("NewGame keeps the position instead of a copy")
	}
	g.Position().Do(MustParseMove("7g7f"))
	g.Start().Do(MustParseMove("7g7f"))
	if *g.Position() != start || *g.Start() != start {
		t.Error("a change to what Position or Start returned changes the game")
	}
	if err := g.Play(MustParseMove("7g7f")); err != nil {
		t.Fatal(err)
	}
	g.Moves()[0] = NoMove
	if g.Moves()[0] != MustParseMove("7g7f") {
		t.Error("a change to what Moves returned changes the game")
	}
}

// TestGameAll tests that the iterator can be left early and used again.
func TestGameAll(t *testing.T) {
	g, err := ParseUSI(Sho(), "startpos moves 7g7f 3c3d 2g2f")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		n := 0
		for p, m := range g.All() {
			if n++; n == 2 {
				if m != MustParseMove("3c3d") || p.Turn() != White || p.Ply() != 2 {
					t.Errorf("the second move is %v at ply %d", m, p.Ply())
				}
				break
			}
		}
	}
}

// TestUSI has texts of games and their canonical form.
func TestUSI(t *testing.T) {
	const mini = "shogi,start=rbsgk/4p/5/P4/KGSBR b - 1"
	for _, c := range []struct{ rules, text, want string }{
		{"sho", "startpos", "startpos"},
		{"sho", "position startpos", "startpos"},
		{"sho", "startpos moves", "startpos"},
		{"sho", "position startpos moves 7g7f 3c3d", "startpos moves 7g7f 3c3d"},
		{"sho", "  startpos \t moves  7g7f\n", "startpos moves 7g7f"},
		{"sho", "sfen lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1", "startpos"},
		{"sho", "sfen lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - moves 7g7f", "startpos moves 7g7f"},
		{"sho", "sfen lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 3 moves 7g7f",
			"sfen lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 3 moves 7g7f"},
		{"sho", "position sfen lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL w - 2 moves 3c3d",
			"sfen lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL w - 2 moves 3c3d"},
		{mini, "startpos moves 5d5c 1b1c", "startpos moves 5d5c 1b1c"},
		{"asakura", "sfen 4k4/9/9/9/9/9/9/9/4K4 b 2p3P 7 moves P*5b 5a5b P*5c", "sfen 4k4/9/9/9/9/9/9/9/4K4 b 3P2p 7 moves P*5b 5a5b P*5c"},
	} {
		g, err := ParseUSI(MustParseRules(c.rules), c.text)
		if err != nil {
			t.Errorf("ParseUSI(%q): %v", c.text, err)
			continue
		}
		if got := g.USI(); got != c.want {
			t.Errorf("ParseUSI(%q) writes %q, want %q", c.text, got, c.want)
		}
	}
}

// TestUSIEnds tests that a text may end a game with its last move and not before.
func TestUSIEnds(t *testing.T) {
	text := "startpos moves " + strings.TrimSpace(laps(3, "2h3h 8b7b 3h2h 7b8b"))
	g, err := ParseUSI(ShoModern(), text)
	if err != nil || g.Outcome() != drawn || g.Len() != 12 {
		t.Errorf("%q: %v", text, err)
	}
	_, err = ParseUSI(ShoModern(), text+" 7g7f")
	var fault *ParseError
	if !errors.As(err, &fault) || fault.Offset != len(text)+1 || !errors.Is(err, GameOver) || !errors.Is(err, ErrIllegalMove) {
		t.Errorf("a move after the end gives %v", err)
	}
	_, err = ParseUSI(Sho(), text)
	if !errors.As(err, &fault) || fault.Offset != len(text)-4 || !errors.Is(err, Repeats) {
		t.Errorf("a forbidden repetition gives %v", err)
	}
}

// TestZeroGame tests that the zero Game is over before it began.
func TestZeroGame(t *testing.T) {
	var g Game
	if err := g.Play(MustParseMove("7g7f")); !errors.Is(err, GameOver) {
		t.Errorf("Play: %v", err)
	}
	if g.Len() != 0 || g.Repetitions() != 0 || g.USI() != "" || len(g.LegalMoves()) != 0 || *g.Position() != (Position{}) || *g.Start() != (Position{}) {
		t.Error("the zero Game has something")
	}
	if m, ok := g.Undo(); ok || m != NoMove {
		t.Errorf("Undo: %v, %v", m, ok)
	}
	if err := g.Declare(); err != GameOver {
		t.Errorf("Declare: %v", err)
	}
	for range g.All() {
		t.Error("All yields a move")
	}
}
