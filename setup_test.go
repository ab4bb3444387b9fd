package shoshogi_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "example.com/shoshogi"
)

// TestBadSetups has setups with all that is wrong with each.
func TestBadSetups(t *testing.T) {
	kings := func(s *Setup) {
		s.Board[SquareAt(5, 9)] = NewPiece(King, Black)
		s.Board[SquareAt(5, 1)] = NewPiece(King, White)
	}
	put := func(sfenLetter string, squares ...string) func(*Setup) {
		return func(s *Setup) {
			pc, err := ParsePiece(sfenLetter)
			if err != nil {
				panic(err)
			}
			for _, name := range squares {
				sq, err := ParseSquare(name)
				if err != nil {
					panic(err)
				}
				s.Board[sq] = pc
			}
		}
	}
	hand := func(c Color, k Kind, n int) func(*Setup) {
		return func(s *Setup) { s.Hands[c][k] = n }
	}
	piece := func(letter string) Piece {
		pc, err := ParsePiece(letter)
		if err != nil {
			panic(err)
		}
		return pc
	}
	for _, c := range []struct {
		name  string
		rules string
		edit  []func(*Setup)
		want  []SetupFault
	}{
		{"nothing wrong", "sho", []func(*Setup){kings}, nil},
		{"no royals at all", "sho", nil, []SetupFault{{Problem: NoRoyals}}},
		{"no royal on one side", "sho", []func(*Setup){put("k", "5a")}, nil},
		{"no royal on the other side", "sho", []func(*Setup){put("+E", "5a")}, nil},
		{"pieces but no royals", "sho", []func(*Setup){put("G", "5a"), put("e", "5i")}, []SetupFault{{Problem: NoRoyals}}},
		{"a piece that is none", "sho", []func(*Setup){kings, func(s *Setup) { s.Board[40] = 200 }}, []SetupFault{{Problem: InvalidPiece, Square: 40, Count: 200}}},
		{"the value 1 is no piece", "sho", []func(*Setup){kings, func(s *Setup) { s.Board[40] = 1 }}, []SetupFault{{Problem: InvalidPiece, Square: 40, Count: 1}}},
		{"a piece on no square", "sho", []func(*Setup){kings, func(s *Setup) { s.Board[NoSquare] = piece("P") }}, []SetupFault{{Problem: OffBoard, Piece: piece("P")}}},
		{"off a smaller board", "heian-small", []func(*Setup){put("K", "5h"), put("k", "5a"), put("G", "9a"), put("s", "1i")},
			[]SetupFault{{Problem: OffBoard, Square: SquareAt(1, 9), Piece: piece("s")}, {Problem: OffBoard, Square: SquareAt(9, 1), Piece: piece("G")}}},
		{"a promoted gold", "sho", []func(*Setup){kings, put("+G", "1a")}, []SetupFault{{Problem: CannotBePromoted, Square: SquareAt(1, 1), Piece: piece("+G")}}},
		{"a promoted gold where it promotes", "sho,gold-promotes=true", []func(*Setup){kings, put("+G", "1b")}, nil},
		{"three bishops", "sho", []func(*Setup){kings, put("B", "1a"), put("+b", "2b", "9i")}, []SetupFault{{Problem: TooManyPieces, Piece: piece("B"), Count: 3, Limit: 2}}},
		{"a leopard in sho shogi", "sho", []func(*Setup){kings, put("f", "1a")}, []SetupFault{{Problem: TooManyPieces, Piece: piece("F"), Count: 1, Limit: 0}}},
		{"an elephant in shogi", "shogi", []func(*Setup){kings, put("+E", "1a")}, []SetupFault{{Problem: TooManyPieces, Piece: piece("E"), Count: 1, Limit: 0}}},
		{"board and hands together", "asakura", []func(*Setup){kings, put("G", "1a", "1b", "1c"), hand(White, Gold, 2)}, []SetupFault{{Problem: TooManyPieces, Piece: piece("G"), Count: 5, Limit: 4}}},
		{"eighteen pawns in hand", "asakura", []func(*Setup){kings, hand(Black, Pawn, 18)}, nil},
		{"nineteen pawns in hand", "asakura", []func(*Setup){kings, hand(Black, Pawn, 10), hand(White, Pawn, 9)}, []SetupFault{{Problem: TooManyPieces, Piece: piece("P"), Count: 19, Limit: 18}}},
		{"two kings of one side", "sho", []func(*Setup){put("K", "5i", "4i")}, []SetupFault{{Problem: TooManyKings, Piece: piece("K"), Count: 2, Limit: 1}}},
		{"two white kings", "sho", []func(*Setup){put("k", "5i", "4i")}, []SetupFault{{Problem: TooManyKings, Piece: piece("k"), Count: 2, Limit: 1}}},
		{"two kings of one side where kings are dropped", "sho,drops=K", []func(*Setup){put("k", "5i", "4i")}, nil},
		{"king and prince", "sho", []func(*Setup){kings, put("+E", "1a")}, nil},
		{"a hand without drops", "sho", []func(*Setup){kings, hand(White, Pawn, 1)}, []SetupFault{{Problem: CannotBeInHand, Piece: piece("p"), Count: 1}}},
		{"an elephant in hand", "asakura", []func(*Setup){kings, hand(Black, Elephant, 1)}, []SetupFault{{Problem: CannotBeInHand, Piece: piece("E"), Count: 1}}},
		{"a negative hand", "asakura", []func(*Setup){kings, hand(Black, Rook, -1)}, []SetupFault{{Problem: InvalidHand, Piece: piece("R"), Count: -1}}},
		{"NoKind in hand", "asakura", []func(*Setup){kings, hand(Black, NoKind, 1)}, []SetupFault{{Problem: CannotBeInHand, Count: 1}}},
		{"no such side", "sho", []func(*Setup){kings, func(s *Setup) { s.Turn = 2 }}, []SetupFault{{Problem: InvalidTurn, Count: 2}}},
		{"a negative ply", "sho", []func(*Setup){kings, func(s *Setup) { s.Ply = -1 }}, []SetupFault{{Problem: InvalidPly, Count: -1}}},
		{"a ply of millions of millions", "sho", []func(*Setup){kings, func(s *Setup) { s.Ply = 1<<31 - 1 }}, []SetupFault{{Problem: InvalidPly, Count: 1<<31 - 1}}},
		{"the side to move could take the king", "sho", []func(*Setup){kings, put("R", "5b")}, []SetupFault{{Problem: OpponentInCheck, Square: SquareAt(5, 1), Piece: piece("k")}}},
		{"the same with White to move", "sho", []func(*Setup){kings, put("r", "5b"), func(s *Setup) { s.Turn = White }}, []SetupFault{{Problem: OpponentInCheck, Square: SquareAt(5, 9), Piece: piece("K")}}},
		{"kings side by side", "sho", []func(*Setup){put("K", "5b"), put("k", "5a")}, []SetupFault{{Problem: OpponentInCheck, Square: SquareAt(5, 1), Piece: piece("k")}}},
		{"the side to move could take a lone prince", "sho", []func(*Setup){put("K", "5i"), put("+e", "5a"), put("R", "5b")}, []SetupFault{{Problem: OpponentInCheck, Square: SquareAt(5, 1), Piece: piece("+e")}}},
		{"one of two royals may stand in attack", "sho", []func(*Setup){kings, put("R", "5b"), put("+e", "9a")}, nil},
		{"a king may stand in attack where check may be ignored", "sho-federation", []func(*Setup){kings, put("R", "5b")}, nil},
		{"stuck pieces may stand", "sho-modern", []func(*Setup){kings, put("P", "1a"), put("L", "2a"), put("N", "3b"), put("p", "9i")}, nil},
		{"two pawns on a file may stand", "shogi", []func(*Setup){kings, put("P", "1g", "1f")}, nil},
		{"everything at once", "sho", []func(*Setup){put("+G", "1a"), put("f", "2a"), put("B", "3a", "3b", "3c"), put("K", "5i", "4i"), hand(White, Pawn, 1), hand(Black, Rook, -2), func(s *Setup) { s.Turn, s.Ply, s.Board[40] = 9, -7, 99 }},
			[]SetupFault{
				{Problem: InvalidTurn, Count: 9},
				{Problem: InvalidPly, Count: -7},
				{Problem: CannotBePromoted, Square: SquareAt(1, 1), Piece: piece("+G")},
				{Problem: InvalidPiece, Square: 40, Count: 99},
				{Problem: InvalidHand, Piece: piece("R"), Count: -2},
				{Problem: CannotBeInHand, Piece: piece("p"), Count: 1},
				{Problem: TooManyPieces, Piece: piece("B"), Count: 3, Limit: 2},
				{Problem: TooManyPieces, Piece: piece("F"), Count: 1, Limit: 0},
				{Problem: TooManyKings, Piece: piece("K"), Count: 2, Limit: 1},
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s Setup
			for _, edit := range c.edit {
				edit(&s)
			}
			p, err := s.Position(MustParseRules(c.rules))
			if c.want == nil {
				if err != nil || p == nil {
					t.Errorf("%v", err)
				}
				return
			}
			var fault *SetupError
			if !errors.As(err, &fault) || p != nil {
				t.Fatalf("%v and %v, want a *SetupError", p, err)
			}
			if diff := cmp.Diff(c.want, fault.Faults); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
			for _, f := range fault.Faults {
				if !strings.Contains(fault.Error(), f.String()) || strings.HasPrefix(f.String(), "SetupProblem(") {
					t.Errorf("the message %q does not say %q", fault, f)
				}
			}
		})
	}
}

// TestImpossibleSFEN tests that a text that is well written and describes an
// impossible position gives a *SetupError, and which problem.
func TestImpossibleSFEN(t *testing.T) {
	for _, c := range []struct {
		rules, sfen string
		want        SetupProblem
	}{
		{"sho", "9/9/9/9/9/9/9/9/9 b - 1", NoRoyals},
		{"sho", "9/9/9/9/9/9/9/9/3KK4 b - 1", TooManyKings},
		{"sho", "3kk4/9/9/9/9/9/9/9/9 b - 1", TooManyKings},
		{"sho", "4k4/9/9/9/9/9/9/9/RRR1K4 b - 1", TooManyPieces},
		{"sho", "4k4/9/9/9/9/9/9/9/RR+r1K4 b - 1", TooManyPieces},
		{"sho", "4k4/9/9/9/9/9/9/9/4K3F b - 1", TooManyPieces},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K3E b - 1", TooManyPieces},
		{"shogi", "4k4/9/9/9/9/9/9/P8/4K4 b 10P8p 1", TooManyPieces},
		{"sho", "4k4/9/9/9/9/9/9/9/4K3+G b - 1", CannotBePromoted},
		{"sho", "4k4/9/9/9/9/9/9/9/4K4 b P 1", CannotBeInHand},
		{"asakura", "4k4/9/9/9/9/9/9/9/4K4 b E 1", CannotBeInHand},
		{"asakura", "4k4/9/9/9/9/9/9/9/9 b K 1", CannotBeInHand},
		{"sho", "4k4/4R4/9/9/9/9/9/9/4K4 b - 1", OpponentInCheck},
		{"sho", "4k4/9/9/9/9/9/9/4r4/4K4 w - 1", OpponentInCheck},
		{"sho-modern", "3+l+e4/4P4/9/9/9/9/9/9/4K4 b - 1", OpponentInCheck},
	} {
		_, err := ParseSFEN(MustParseRules(c.rules), c.sfen)
		var fault *SetupError
		if !errors.As(err, &fault) || len(fault.Faults) != 1 || fault.Faults[0].Problem != c.want {
			t.Errorf("%s %q: %v, want %v", c.rules, c.sfen, err, c.want)
		}
		_, err = ParseUSI(MustParseRules(c.rules), "sfen "+c.sfen+" moves 5i5h")
		if !errors.As(err, &fault) || len(fault.Faults) != 1 || fault.Faults[0].Problem != c.want {
			t.Errorf("ParseUSI of %s %q: %v, want %v", c.rules, c.sfen, err, c.want)
		}
	}
}

// TestLenientSFEN has texts that are not canonical and read all the same.
func TestLenientSFEN(t *testing.T) {
	for _, c := range []struct{ rules, sfen, want string }{
		{"sho", "startpos", shoBoard + " b - 1"},
		{"sho", "sfen " + shoBoard + " b - 1", shoBoard + " b - 1"},
		{"sho", shoBoard + " b -", shoBoard + " b - 1"},
		{"sho", shoBoard + " w - 0", shoBoard + " w - 1"},
		{"sho", shoBoard + " w - 007", shoBoard + " w - 7"},
		{"asakura", emptyBoard + " b 3Pp2LR2lrn 12", emptyBoard + " b R2L3Prn2lp 12"},
		{"asakura", emptyBoard + " b 18P 1", emptyBoard + " b 18P 1"},
		{"asakura", emptyBoard + " b 10P8p 1", emptyBoard + " b 10P8p 1"},
		{"sho,drops=PLNSGBRE", emptyBoard + " b plnsgbrePLNSGBRE 1", emptyBoard + " b RBEGSNLPrbegsnlp 1"},
		{"sho46-above-gold,drops=PFGK", "9/9/9/9/9/9/9/9/4K4 b KPFGpf 1", "9/9/9/9/9/9/9/9/4K4 b FGPKfp 1"},
		{"heian-small", "startpos", HeianSmall().Start},
		{"shogi,start=4k4/9/9/9/9/9/9/9/4K4 w RBrb 9", "startpos", "4k4/9/9/9/9/9/9/9/4K4 w RBrb 9"},
		{"shogi,start=sfen 4k4/9/9/9/9/9/9/9/4K4 w br", "startpos", "4k4/9/9/9/9/9/9/9/4K4 w rb 1"},
	} {
		p, err := ParseSFEN(MustParseRules(c.rules), c.sfen)
		if err != nil || p.SFEN() != c.want {
			t.Errorf("%s %q reads as %v, %v; want %q", c.rules, c.sfen, p, err, c.want)
		}
	}
}

// TestBadRules has rules with the fields that are wrong with each, once for each
// fault.
func TestBadRules(t *testing.T) {
	start := func(sfen string) Rules { return Rules{Start: sfen} }
	for _, c := range []struct {
		name  string
		rules Rules
		want  string // fields, separated by blanks
	}{
		{"nothing wrong", Rules{}, ""},
		{"promotion", Rules{Promotion: 3}, "Promotion"},
		{"compulsory", Rules{Compulsory: 4}, "Compulsory"},
		{"check", Rules{Check: 2}, "Check"},
		{"bare king", Rules{BareKing: 4}, "BareKing"},
		{"verdict", Rules{Repetition: Repetition{Verdict: 4}}, "Repetition.Verdict"},
		{"perpetual", Rules{Repetition: Repetition{Perpetual: 4}}, "Repetition.Perpetual"},
		{"perpetual between the values", Rules{Repetition: Repetition{Perpetual: 2}}, "Repetition.Perpetual"},
		{"impasse", Rules{Impasse: 2}, "Impasse"},
		{"impasse by agreement", Rules{Impasse: ByAgreement}, ""},
		{"a count of 1", Rules{Repetition: Repetition{Count: 1}}, "Repetition.Count"},
		{"a negative count", Rules{Repetition: Repetition{Count: -4}}, "Repetition.Count"},
		{"a count of 2", Rules{Repetition: Repetition{Count: 2}}, ""},
		{"one cycle", Rules{Repetition: Repetition{Cycles: 1}}, "Repetition.Cycles"},
		{"negative cycles", Rules{Repetition: Repetition{Cycles: -1}}, "Repetition.Cycles"},
		{"two cycles", Rules{Repetition: Repetition{Cycles: 2}}, ""},
		{"a promoted kind dropped", Rules{Drops: KindsOf(PromotedPawn)}, "Drops"},
		{"two promoted kinds dropped", Rules{Drops: KindsOf(Horse, Prince)}, "Drops Drops"},
		{"a kind that is none dropped", Rules{Drops: 1}, "Drops"},
		{"all kinds dropped", Rules{Drops: KindsOf(Pawn, Lance, Knight, Silver, Gold, Bishop, Rook, Elephant, Leopard, King)}, ""},
		{"no SFEN", start("x"), "Start"},
		{"two ranks", start("4k4/4K4 b - 1"), "Start"},
		{"ten ranks", start("4k4/9/9/9/9/9/9/9/9/4K4 b - 1"), "Start"},
		{"ten files", start("4k5/46/46/4K5 b - 1"), "Start"},
		{"ragged", start("3k/4/5/3K b - 1"), "Start"},
		{"no side", start("3k/4/4/3K"), "Start"},
		{"three ranks", start("k/1/K b - 1"), ""},
		{"no black royal", start("3k/4/4/4 b - 1"), "Start"},
		{"no white royal", start("4/4/4/3K b - 1"), "Start"},
		{"no royal at all", start("4/4/4/4 b - 1"), "Start"},
		{"princes are royals", start("3+e/4/4/3+E b - 1"), ""},
		{"two kings of a side", start("2kk/4/4/3K b - 1"), "Start"},
		{"a promoted gold", start("2+gk/4/4/3K b - 1"), "Start"},
		{"a promoted gold where it promotes", Rules{Start: "2+gk/4/4/3K b - 1", GoldPromotes: true}, ""},
		{"a hand without drops", start("3k/4/4/3K b P 1"), "Start"},
		{"a hand with drops", Rules{Start: "3k/4/4/3K b P 1", Drops: KindsOf(Pawn)}, ""},
		{"check given to the side not to move", start("R2k/4/4/3K b - 1"), "Start"},
		{"check given where it may be ignored", Rules{Start: "R2k/4/4/3K b - 1", Check: MayIgnore}, ""},
		{"64 pieces of a kind", Rules{Start: "4k4/9/9/9/9/9/9/9/4K4 b 64P 1", Drops: KindsOf(Pawn)}, "Start"},
		{"63 pieces of a kind", Rules{Start: "4k4/9/9/9/9/9/9/9/4K4 b 63P 1", Drops: KindsOf(Pawn)}, ""},
		{"more moves than MaxMoves", Rules{Start: "RRRRkRRRR/RRRRRRRRR/RRRRRRRRR/9/9/9/rrrrrrrrr/rrrrrrrrr/rrrrKrrrr b - 1", Check: MayIgnore}, "Start"},
		{"everything at once", Rules{Start: "4/4/4/4 b P 1", Promotion: 77, Compulsory: 77, Check: 77, Drops: KindsOf(Prince), BareKing: 77, Impasse: 77,
			Repetition: Repetition{Count: 1, Cycles: -1, Verdict: 77, Perpetual: 77}},
			"Start Start Promotion Compulsory Check BareKing Repetition.Verdict Repetition.Perpetual Impasse Drops Repetition.Count Repetition.Cycles"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.rules.Validate()
			if c.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				if p := NewPosition(c.rules); p.Rules() != c.rules {
					t.Errorf("a position has the rules %v", p.Rules())
				}
				return
			}
			var fault *RulesError
			if !errors.As(err, &fault) {
				t.Fatalf("%v, want a *RulesError", err)
			}
			var fields []string
			for _, f := range fault.Faults {
				fields = append(fields, f.Field)
				if f.Problem == "" || !strings.Contains(err.Error(), f.Field+": "+f.Problem) {
					t.Errorf("the message %q does not say %v", err, f)
				}
			}
			if diff := cmp.Diff(strings.Fields(c.want), fields); diff != "" {
				t.Errorf("%v\nfields (-want +got):\n%s", err, diff)
			}
			testRefusedRules(t, c.rules)
		})
	}
}

// testRefusedRules tests that nothing makes a position under rules that Validate
// refuses.
func testRefusedRules(t *testing.T, r Rules) {
	var fault *RulesError
	if _, err := ParseSFEN(r, "startpos"); !errors.As(err, &fault) {
		t.Errorf("ParseSFEN: %v", err)
	}
	if _, err := (Setup{}).Position(r); !errors.As(err, &fault) {
		t.Errorf("Setup.Position: %v", err)
	}
	if _, err := ParseUSI(r, "startpos"); !errors.As(err, &fault) {
		t.Errorf("ParseUSI: %v", err)
	}
	defer func() {
		if err, ok := recover().(error); !ok || !errors.As(err, &fault) {
			t.Errorf("NewPosition panics with %v", err)
		}
	}()
	NewPosition(r)
}
