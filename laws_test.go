package shoshogi_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	. "example.com/shoshogi"
)

// sorted returns the moves in the order of their numbers.
func sorted(moves []Move) []Move {
	slices.Sort(moves)
	return moves
}

// TestMovesEqualOracle compares the fast generator with the naive one.
func TestMovesEqualOracle(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		o := newOracle(p)
		got, want := sorted(p.AppendMoves(nil)), o.moves()
		if !slices.Equal(got, want) {
			t.Fatalf("%#v\nmissing %s\ntoo many %s", p, movesText(difference(want, got)), movesText(difference(got, want)))
		}
	})
}

// TestLegalMeansListed tests every value of a move: Legal is true and
// ValidateMove nil for those that AppendMoves lists, and for no other.
func TestLegalMeansListed(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		var listed [1 << 16]bool
		for _, m := range p.AppendMoves(nil) {
			if listed[m] {
				t.Fatalf("%#v: %v is listed twice", p, m)
			}
			listed[m] = true
		}
		for i := range 1 << 16 {
			m := Move(i)
			if p.Legal(m) != listed[m] || (p.ValidateMove(m) == nil) != listed[m] {
				t.Fatalf("%#v: move %v (%d): Legal %v, ValidateMove %v, listed %v", p, m, i, p.Legal(m), p.ValidateMove(m), listed[m])
			}
		}
	})
}

// TestIllegalityEqualsOracle compares the reason that ValidateMove gives with
// that of the oracle, for all moves that the pieces suggest and some others.
func TestIllegalityEqualsOracle(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		o := newOracle(p)
		moves := o.candidates()
		for _, x := range rapid.SliceOfN(rapid.Uint16(), 200, 200).Draw(t, "moves") {
			moves = append(moves, Move(x))
		}
		for k := Pawn; k <= King; k++ {
			for file := 1; file <= o.files; file++ {
				moves = append(moves, NewDrop(k, SquareAt(file, 1+int(k)%o.ranks)))
			}
		}
		for _, m := range moves {
			var got Illegality
			if err := p.ValidateMove(m); err != nil && !errors.As(err, &got) {
				t.Fatalf("%#v: %v gives %v, which is no Illegality", p, m, err)
			}
			if want := o.illegality(m); got != want {
				t.Fatalf("%#v: %v is %v, want %v", p, m, got, want)
			}
		}
	})
}

// TestCapturesAndQuietsPartition tests that captures and quiet moves are the
// moves, each once, and so are the moves from all squares and the drops.
func TestCapturesAndQuietsPartition(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		all := sorted(p.AppendMoves(nil))
		captures, quiets := p.AppendCaptures(nil), p.AppendQuiets(nil)
		for _, m := range captures {
			if p.Captured(m) == NoPiece {
				t.Fatalf("%#v: the capture %v takes nothing", p, m)
			}
		}
		for _, m := range quiets {
			if p.Captured(m) != NoPiece {
				t.Fatalf("%#v: the quiet move %v takes %v", p, m, p.Captured(m))
			}
		}
		if got := sorted(append(captures, quiets...)); !slices.Equal(got, all) {
			t.Fatalf("%#v: captures and quiets are %s, all are %s", p, movesText(got), movesText(all))
		}
		var bySquare []Move
		for i := range 256 {
			sq := Square(i)
			n := len(bySquare)
			bySquare = p.AppendMovesFrom(bySquare, sq)
			for _, m := range bySquare[n:] {
				if m.From() != sq {
					t.Fatalf("%#v: %v among the moves from %v", p, m, sq)
				}
			}
		}
		if sorted(bySquare); !slices.Equal(bySquare, all) {
			t.Fatalf("%#v: the moves from all squares are %s, all are %s", p, movesText(bySquare), movesText(all))
		}
		if p.HasMove() != (len(all) > 0) {
			t.Fatalf("%#v: HasMove %v, %d moves", p, p.HasMove(), len(all))
		}
		if got := sorted(slices.Collect(p.Moves())); !slices.Equal(got, all) {
			t.Fatalf("%#v: Moves yields %s, AppendMoves %s", p, movesText(got), movesText(all))
		}
		if got := sorted(p.LegalMoves()); !slices.Equal(got, all) {
			t.Fatalf("%#v: LegalMoves returns %s, AppendMoves %s", p, movesText(got), movesText(all))
		}
		if got := p.CountMoves(); got != len(all) {
			t.Fatalf("%#v: CountMoves %d, %d moves", p, got, len(all))
		}
		if got := p.Perft(1); got != uint64(len(all)) {
			t.Fatalf("%#v: Perft(1) %d, %d moves", p, got, len(all))
		}
		if len(all) > MaxMoves {
			t.Fatalf("%#v: %d moves, more than MaxMoves", p, len(all))
		}
	})
}

// TestAppendKeepsWhatIsThere tests that the appending methods leave the slice as
// it is before what they add, with room for the moves and without.
func TestAppendKeepsWhatIsThere(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		head := []Move{1, 2, 3}
		for _, room := range []int{0, MaxMoves - 1, MaxMoves} {
			for name, add := range map[string]func([]Move) []Move{
				"AppendMoves":     p.AppendMoves,
				"AppendCaptures":  p.AppendCaptures,
				"AppendQuiets":    p.AppendQuiets,
				"AppendMovesFrom": func(dst []Move) []Move { return p.AppendMovesFrom(dst, NoSquare) },
			} {
				want := slices.Concat(head, add(nil))
				if got := add(slices.Grow(slices.Clone(head), room)); !slices.Equal(got, want) {
					t.Fatalf("%#v: %s with room for %d gives %s, want %s", p, name, room, movesText(got), movesText(want))
				}
			}
		}
	})
}

// squaresEqual compares a set with a list.
func squaresEqual(set SquareSet, list []Square) bool { return set == SquaresOf(list...) }

// TestAttacksEqualOracle compares checks, pins and attackers with the oracle.
func TestAttacksEqualOracle(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		o := newOracle(p)
		if got, want := p.Checkers(), o.checkers(p.Turn()); !squaresEqual(got, want) {
			t.Fatalf("%#v: Checkers %v, want %v", p, got, want)
		}
		if got, want := p.InCheck(), len(o.checkers(p.Turn())) > 0; got != want {
			t.Fatalf("%#v: InCheck %v, want %v", p, got, want)
		}
		for _, c := range []Color{Black, White} {
			if got, want := p.Pinned(c), o.pinned(c); !squaresEqual(got, want) {
				t.Fatalf("%#v: Pinned(%v) %v, want %v", p, c, got, want)
			}
			for file := 1; file <= 9; file++ {
				for rank := 1; rank <= 9; rank++ {
					sq := SquareAt(file, rank)
					if got, want := p.Attackers(sq, c), o.attackers(sq, c); !squaresEqual(got, want) {
						t.Fatalf("%#v: Attackers(%v, %v) %v, want %v", p, sq, c, got, want)
					}
				}
			}
		}
		for _, m := range o.candidates() {
			want := false
			if o.illegality(m) == 0 {
				n := o.after(m)
				want = len(n.checkers(n.turn)) > 0
			}
			if got := p.GivesCheck(m); got != want {
				t.Fatalf("%#v: GivesCheck(%v) %v, want %v", p, m, got, want)
			}
		}
	})
}

// TestOutcomeEqualsOracle compares what a position decides with the oracle.
func TestOutcomeEqualsOracle(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		o := newOracle(p)
		if got, want := p.Outcome(), o.outcome(); got != want {
			t.Fatalf("%#v: %v, want %v", p, got, want)
		}
	})
}
