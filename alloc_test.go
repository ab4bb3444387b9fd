//go:build !race

package shoshogi_test

import (
	"testing"

	. "example.com/shoshogi"
)

// allocPositions are positions of every sort: the start, drops, a check, two
// royals, royals that may be taken, a small board.
func allocPositions() map[string]*Position {
	return map[string]*Position{
		"start":     NewPosition(Sho()),
		"drops":     MustParseSFEN(Asakura(), "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"),
		"check":     MustParseSFEN(Sho(), "4k4/9/p3R4/9/9/8e/9/9/4K4 w - 1"),
		"royals":    MustParseSFEN(Sho(), "4k3+e/9/p2GP4/9/9/9/9/9/4K4 b - 1"),
		"capture":   MustParseSFEN(ShoFederation(), "4k3+e/9/p8/9/9/9/9/9/K3R3R b - 1"),
		"pawn mate": MustParseSFEN(Asakura(), "3lkl3/9/3GKG3/9/9/9/9/9/9 b P 1"),
		"small":     NewPosition(HeianSmall()),
	}
}

// TestNoAllocation proves of every method that is called often that it does not
// allocate.
func TestNoAllocation(t *testing.T) {
	for name, p := range allocPositions() {
		t.Run(name, func(t *testing.T) { testNoAllocation(t, positionCalls(p)) })
	}
	t.Run("game", func(t *testing.T) { testNoAllocation(t, gameCalls(t)) })
	t.Run("values", func(t *testing.T) { testNoAllocation(t, valueCalls()) })
}

func testNoAllocation(t *testing.T, calls map[string]func()) {
	for name, call := range calls {
		if n := testing.AllocsPerRun(20, call); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// sink keeps the compiler from leaving out what is called.
var sink int

func count(b bool) {
	if b {
		sink++
	}
}

func positionCalls(p *Position) map[string]func() {
	buf := make([]Move, 0, MaxMoves)
	text := make([]byte, 0, 256)
	moves := append(p.LegalMoves(), NoMove, NewMove(1, 2, true), NewMove(81, 72, false), NewDrop(Pawn, 41), NewDrop(King, 1), Move(0xffff))
	other := *p
	each := func(call func(Move)) func() {
		return func() {
			for _, m := range moves {
				call(m)
			}
		}
	}
	return map[string]func(){
		"AppendMoves":     func() { buf = p.AppendMoves(buf[:0]) },
		"AppendCaptures":  func() { buf = p.AppendCaptures(buf[:0]) },
		"AppendQuiets":    func() { buf = p.AppendQuiets(buf[:0]) },
		"AppendMovesFrom": func() { buf = p.AppendMovesFrom(p.AppendMovesFrom(buf[:0], NoSquare), SquareAt(5, 9)) },
		"Moves": func() {
			for m := range p.Moves() {
				sink += int(m)
			}
		},
		"HasMove":      func() { count(p.HasMove()) },
		"CountMoves":   func() { sink += p.CountMoves() },
		"RandomMove":   func() { sink += int(p.RandomMove(1 << 63)) },
		"Playout":      func() { q := *p; _, n := q.Playout(1, 100); sink += n },
		"Perft":        func() { sink += int(p.Perft(2)) },
		"Legal":        each(func(m Move) { count(p.Legal(m)) }),
		"ValidateMove": each(func(m Move) { count(p.ValidateMove(m) == nil) }),
		"GivesCheck":   each(func(m Move) { count(p.GivesCheck(m)) }),
		"Captured":     each(func(m Move) { sink += int(p.Captured(m)) }),
		"Do and Undo":  each(func(m Move) { p.Undo(p.Do(m)) }),
		"Pass":         func() { p.Undo(p.Pass()) },
		"Play": func() {
			before := *p
			count(p.Play(moves[0]) == nil)
			*p = before
		},
		"InCheck":    func() { count(p.InCheck()) },
		"Checkers":   func() { sink += p.Checkers().Len() },
		"Attackers":  func() { sink += p.Attackers(41, White).Len() },
		"Pinned":     func() { sink += p.Pinned(Black).Len() },
		"Outcome":    func() { count(p.Outcome().Over()) },
		"Hash":       func() { sink += int(p.Hash()) },
		"Same":       func() { count(p.Same(&other)) },
		"==":         func() { count(*p == other) },
		"Pieces":     func() { sink += p.Pieces(White, Pawn).Len() },
		"Side":       func() { sink += p.Side(White).Len() },
		"Royals":     func() { sink += p.Royals(White).Len() },
		"At":         func() { sink += int(p.At(41)) },
		"Hand":       func() { sink += p.Hand(Black, Pawn) },
		"Rules":      func() { count(p.Rules().TwoPawns) },
		"AppendSFEN": func() { text = p.AppendSFEN(text[:0]) },
	}
}

// gameCalls are the methods of a game that has room for one more move.
func gameCalls(t *testing.T) map[string]func() {
	g, err := ParseUSI(Sho(), "startpos moves "+laps(2, "2h3h 8b7b 3h2h 7b8b")+"2h3h 8b7b 3h2h")
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]Move, 0, MaxMoves)
	next, repeats := MustParseMove("7b6b"), MustParseMove("7b8b")
	return map[string]func(){
		"AppendMoves": func() { buf = g.AppendMoves(buf[:0]) },
		"Play and Undo": func() {
			count(g.Play(next) == nil)
			g.Undo()
		},
		"Legal":        func() { count(g.Legal(next)) },
		"ValidateMove": func() { count(g.ValidateMove(next) == nil || g.ValidateMove(repeats) == nil) },
		"Outcome":      func() { count(g.Outcome().Over()) },
		"Repetitions":  func() { sink += g.Repetitions() },
		"Len":          func() { sink += g.Len() },
		"Position":     func() { p := g.Position(); sink += p.Ply() },
		"Start":        func() { p := g.Start(); sink += p.Ply() },
	}
}

func valueCalls() map[string]func() {
	set := SquaresOf(1, 40, 81)
	return map[string]func(){
		"ParseMove": func() {
			for _, s := range []string{"7g7f", "8h2b+", "P*5e"} {
				m, err := ParseMove(s)
				count(err == nil && m.Valid())
			}
		},
		"MustParseMove": func() { sink += int(MustParseMove("7g7f")) },
		"ParseSquare":   func() { sq, _ := ParseSquare("7g"); sink += int(sq) },
		"ParseKind":     func() { k, _ := ParseKind("+E"); sink += int(k) },
		"ParseColor":    func() { c, _ := ParseColor("w"); sink += int(c) },
		"SquareSet": func() {
			for sq := range set.Or(SquaresOf(7)).And(set).AndNot(SquaresOf(81)).All() {
				count(set.Has(sq))
			}
		},
		"Kinds": func() {
			for k := range KindsOf(Pawn, King).With(Gold).Without(Pawn).All() {
				sink += int(k)
			}
		},
	}
}

// TestNoAllocationForIllegalities proves that each reason comes without
// allocation, as a value.
func TestNoAllocationForIllegalities(t *testing.T) {
	over := MustParseSFEN(ShoFederation(), "9/9/9/9/9/9/9/4G4/4K4 b - 1")
	asakura := MustParseSFEN(Asakura(), "3lkl3/9/3GKG3/8P/9/9/9/9/8r b PS 1")
	checked := MustParseSFEN(Asakura(), "4k4/4p4/8P/9/9/4r4/9/7P1/4K4 b G 1")
	heian := MustParseSFEN(Heian(), "4k4/9/9/8P/9/9/9/4K4 b - 1")
	for _, c := range []struct {
		p    *Position
		move string
		want Illegality
	}{
		{asakura, "7g7f", NoSuchMove},
		{checked, "5i4h+", CannotPromote},
		{heian, "1d1c", MustPromote},
		{asakura, "E*5e", DropNotAllowed},
		{asakura, "G*5e", NotInHand},
		{asakura, "P*1g", TwoPawns},
		{checked, "2h2g", LeavesCheck},
		{asakura, "P*5b", PawnDropMate},
		{over, "5h5g", GameOver},
	} {
		m := MustParseMove(c.move)
		if got := c.p.ValidateMove(m); got != c.want {
			t.Errorf("%s in %v is %v, want %v", c.move, c.p, got, c.want)
		}
		if n := testing.AllocsPerRun(20, func() { count(c.p.ValidateMove(m) == nil) }); n != 0 {
			t.Errorf("%v: %v allocations", c.want, n)
		}
	}
}
