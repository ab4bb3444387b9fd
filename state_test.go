package shoshogi_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	. "example.com/shoshogi"
)

// TestDoEqualsOracle tests what a legal move makes of a position.
func TestDoEqualsOracle(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		o := newOracle(p)
		for _, m := range p.LegalMoves() {
			q := *p
			u := q.Do(m)
			if got, want := newOracle(&q), o.after(m); got != want {
				t.Fatalf("%#v: after %v %v, want another", p, m, q.SFEN())
			}
			if q.Ply() != p.Ply()+1 || q.Turn() != p.Turn().Other() {
				t.Fatalf("%#v: after %v ply %d, %v to move", p, m, q.Ply(), q.Turn())
			}
			if u.Move() != m || u.Captured() != p.Captured(m) {
				t.Fatalf("%#v: Undo of %v has move %v and captured %v, want %v", p, m, u.Move(), u.Captured(), p.Captured(m))
			}
			played := *p
			if err := played.Play(m); err != nil || played != q {
				t.Fatalf("%#v: Play(%v) gives %v and %v, Do %v", p, m, err, played.SFEN(), q.SFEN())
			}
		}
	})
}

// TestUndoRestores tests that Undo takes back everything, after legal moves and
// after any others, one and many.
func TestUndoRestores(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		before, hash := *p, p.Hash()
		restored := func(what any) {
			if *p != before || p.Hash() != hash {
				t.Fatalf("%#v: after %v and back %v", &before, what, p.SFEN())
			}
		}
		for _, m := range p.LegalMoves() {
			p.Undo(p.Do(m))
			restored(m)
		}
		p.Undo(p.Pass())
		restored("a pass")
		random := drawRandom(t)
		for range 300 {
			m := Move(random.Uint32())
			p.Undo(p.Do(m))
			restored(m)
		}
		for range 4 {
			var moves []Move
			var undos []Undo
			for range 40 {
				m := anyMove(p, random)
				moves = append(moves, m)
				undos = append(undos, p.Do(m))
			}
			for _, u := range slices.Backward(undos) {
				p.Undo(u)
			}
			restored(moves)
		}
	})
}

// anyMove returns a legal move or any other value.
func anyMove(p *Position, random *rand.Rand) Move {
	if moves := p.AppendMoves(nil); len(moves) > 0 && random.IntN(2) == 0 {
		return moves[random.IntN(len(moves))]
	}
	return Move(random.Uint32())
}

// TestPlayRefuses tests that Play changes nothing when it refuses a move.
func TestPlayRefuses(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		before := *p
		random := drawRandom(t)
		for range 300 {
			m := Move(random.Uint32())
			want := p.ValidateMove(m)
			if want == nil {
				continue
			}
			err, ok := p.Play(m).(*MoveError)
			if !ok || err.Reason != want || err.Move != m || err.SFEN != p.SFEN() || *p != before {
				t.Fatalf("%#v: Play(%v) gives %#v, ValidateMove %v", p, m, err, want)
			}
		}
	})
}

// TestHashIsOfThePosition tests that the hash kept by moves is that of the same
// position read from text, and that neighbours have other hashes.
func TestHashIsOfThePosition(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		hashes := map[uint64]string{p.Hash(): p.SFEN()}
		differs := func(q *Position) {
			if other, ok := hashes[q.Hash()]; ok {
				t.Fatalf("%v and %v have the same hash", other, q.SFEN())
			}
			hashes[q.Hash()] = q.SFEN()
		}
		passed := *p
		passed.Pass()
		differs(&passed)
		for _, m := range p.LegalMoves() {
			q := *p
			q.Do(m)
			read := MustParseSFEN(p.Rules(), q.SFEN())
			if q != *read || q.Hash() != read.Hash() || !q.Same(read) {
				t.Fatalf("%#v: after %v %s reads as another position", p, m, q.SFEN())
			}
			differs(&q)
		}
	})
}

// TestSameIgnoresPly tests that Same and Hash look at all but the ply.
func TestSameIgnoresPly(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		s := p.Setup()
		s.Ply += 7
		q, err := s.Position(p.Rules())
		if err != nil {
			t.Fatalf("%#v: %v", p, err)
		}
		if !p.Same(q) || p.Hash() != q.Hash() || *p == *q {
			t.Fatalf("%#v and %v: Same %v, hashes %x %x", p, q, p.Same(q), p.Hash(), q.Hash())
		}
		for _, m := range p.LegalMoves() {
			n := *p
			n.Do(m)
			if n.Same(p) || n.Same(q) {
				t.Fatalf("%#v is the same after %v", p, m)
			}
		}
	})
}

// pieceCount counts the pieces of each kind, promoted ones as what they were, on
// the board and in the hands.
func pieceCount(p *Position) (onBoard, all [King + 1]int) {
	s := p.Setup()
	for _, pc := range s.Board {
		if pc != NoPiece {
			onBoard[demoted(pc.Kind())]++
		}
	}
	all = onBoard
	for _, hand := range s.Hands {
		for k, n := range hand {
			all[k] += n
		}
	}
	return onBoard, all
}

// TestPiecesNeverIncrease tests that no move makes pieces, and that none leaves
// the game whose kind is dropped.
func TestPiecesNeverIncrease(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		board, all := pieceCount(p)
		for _, m := range p.LegalMoves() {
			q := *p
			q.Do(m)
			boardAfter, allAfter := pieceCount(&q)
			for k := Pawn; k <= King; k++ {
				lost := all[k] - allAfter[k]
				captured := m.Drop() == NoKind && demoted(p.Captured(m).Kind()) == k
				switch {
				case lost < 0,
					lost > 0 && (!captured || p.Rules().Drops.Has(k)),
					m.Drop() == NoKind && boardAfter[k] > board[k]:
					t.Fatalf("%#v: %v makes %d of %v into %d, on the board %d into %d", p, m, all[k], k, allAfter[k], board[k], boardAfter[k])
				}
			}
		}
	})
}

// mapped returns the position with every square and color changed.
func mapped(t *rapid.T, p *Position, square func(Square) Square, color func(Color) Color) *Position {
	from := p.Setup()
	to := Setup{Turn: color(from.Turn), Ply: from.Ply}
	for sq, pc := range from.Board {
		if pc != NoPiece {
			to.Board[square(Square(sq))] = NewPiece(pc.Kind(), color(pc.Color()))
		}
	}
	to.Hands[color(Black)], to.Hands[color(White)] = from.Hands[Black], from.Hands[White]
	q, err := to.Position(p.Rules())
	if err != nil {
		t.Fatalf("%#v mapped: %v", p, err)
	}
	return q
}

// mappedMoves returns the moves with every square changed, sorted.
func mappedMoves(moves []Move, square func(Square) Square) (result []Move) {
	for _, m := range moves {
		if m.Drop() != NoKind {
			result = append(result, NewDrop(m.Drop(), square(m.To())))
		} else {
			result = append(result, NewMove(square(m.From()), square(m.To()), m.Promotes()))
		}
	}
	return sorted(result)
}

// TestSymmetry turns the board by 180° with the sides exchanged, and mirrors it
// left to right: moves and outcome go with it.
func TestSymmetry(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		files, ranks := boardShape(p.Rules())
		turn := func(sq Square) Square { return SquareAt(files+1-sq.File(), ranks+1-sq.Rank()) }
		mirror := func(sq Square) Square { return SquareAt(files+1-sq.File(), sq.Rank()) }
		same := func(c Color) Color { return c }

		turned := mapped(t, p, turn, Color.Other)
		if got, want := sorted(turned.LegalMoves()), mappedMoves(p.LegalMoves(), turn); !slices.Equal(got, want) {
			t.Fatalf("%#v turned has the moves %s, want %s", p, movesText(got), movesText(want))
		}
		want := p.Outcome()
		if winner, ok := want.Winner(); ok {
			want = wins(winner.Other(), want.Reason)
		}
		if got := turned.Outcome(); got != want {
			t.Fatalf("%#v turned is %v, want %v", p, got, want)
		}
		mirrored := mapped(t, p, mirror, same)
		if got, want := sorted(mirrored.LegalMoves()), mappedMoves(p.LegalMoves(), mirror); !slices.Equal(got, want) {
			t.Fatalf("%#v mirrored has the moves %s, want %s", p, movesText(got), movesText(want))
		}
		if got := mirrored.Outcome(); got != p.Outcome() {
			t.Fatalf("%#v mirrored is %v, want %v", p, got, p.Outcome())
		}
	})
}

// sfen writes the position of the oracle, with the hands in the order of SFEN.
func (o *oracle) sfen(ply int) string {
	var rows []string
	for rank := 1; rank <= o.ranks; rank++ {
		row := ""
		for file := o.files; file >= 1; file-- {
			if pc := o.board[file][rank]; pc != NoPiece {
				row += pc.String()
			} else {
				row += "."
			}
		}
		for n := 9; n > 0; n-- {
			row = strings.ReplaceAll(row, strings.Repeat(".", n), fmt.Sprint(n))
		}
		rows = append(rows, row)
	}
	hands := ""
	for _, c := range []Color{Black, White} {
		for _, k := range []Kind{Rook, Bishop, Elephant, Leopard, Gold, Silver, Knight, Lance, Pawn, King} {
			if n := o.hands[c][k]; n > 1 {
				hands += fmt.Sprint(n)
			}
			if o.hands[c][k] > 0 {
				hands += NewPiece(k, c).String()
			}
		}
	}
	if hands == "" {
		hands = "-"
	}
	return fmt.Sprintf("%s %c %s %d", strings.Join(rows, "/"), "bw"[o.turn], hands, ply)
}

// TestSFENRoundTrip tests that SFEN writes the canonical form and that it reads as
// an equal position.
func TestSFENRoundTrip(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		o := newOracle(p)
		if got, want := p.SFEN(), o.sfen(p.Ply()); got != want {
			t.Fatalf("SFEN %q, want %q", got, want)
		}
		for _, text := range []string{p.SFEN(), "sfen " + p.SFEN(), p.String(), string(p.AppendSFEN([]byte("sfen ")))} {
			q, err := ParseSFEN(p.Rules(), text)
			if err != nil || *q != *p || q.Hash() != p.Hash() {
				t.Fatalf("%q reads as %v, %v", text, q, err)
			}
		}
	})
}

// TestSetupRoundTrip tests that a Setup has what the position has and makes an
// equal one.
func TestSetupRoundTrip(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		s := p.Setup()
		q, err := s.Position(p.Rules())
		if err != nil || *q != *p || q.Setup() != s {
			t.Fatalf("%#v as a Setup makes %v, %v", p, q, err)
		}
		if s.Turn != p.Turn() || s.Ply != p.Ply() {
			t.Fatalf("%#v: Setup has turn %v and ply %d", p, s.Turn, s.Ply)
		}
		for i := range 256 {
			want := NoPiece
			if i < len(s.Board) {
				want = s.Board[i]
			}
			if got := p.At(Square(i)); got != want {
				t.Fatalf("%#v: At(%d) %v, Setup has %v", p, i, got, want)
			}
		}
	})
}

// TestPieceSets tests the sets of squares against At.
func TestPieceSets(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		o := newOracle(p)
		if files, ranks := boardShape(p.Rules()); p.Files() != files || p.Ranks() != ranks {
			t.Fatalf("%#v: %d files and %d ranks, want %d and %d", p, p.Files(), p.Ranks(), files, ranks)
		}
		var board []Square
		for file := 1; file <= o.files; file++ {
			for rank := 1; rank <= o.ranks; rank++ {
				board = append(board, SquareAt(file, rank))
			}
		}
		if !squaresEqual(p.Board(), board) {
			t.Fatalf("%#v: Board %v", p, p.Board())
		}
		for _, c := range []Color{Black, White} {
			for i := range 256 {
				k := Kind(i)
				if got, want := p.Pieces(c, k), o.find(c, func(found Kind) bool { return found == k }); !squaresEqual(got, want) {
					t.Fatalf("%#v: Pieces(%v, %v) %v, want %v", p, c, k, got, want)
				}
				want := 0
				if k <= King {
					want = o.hands[c][k]
				}
				if got := p.Hand(c, k); got != want {
					t.Fatalf("%#v: Hand(%v, %v) %d, want %d", p, c, k, got, want)
				}
			}
			if got, want := p.Royals(c), o.royals(c); !squaresEqual(got, want) {
				t.Fatalf("%#v: Royals(%v) %v, want %v", p, c, got, want)
			}
			if got, want := p.Side(c), o.find(c, func(Kind) bool { return true }); !squaresEqual(got, want) {
				t.Fatalf("%#v: Side(%v) %v, want %v", p, c, got, want)
			}
		}
	})
}

// TestPerftEqualsOracle compares deeper counts, one by one and in parallel, with
// those of the naive generator.
func TestPerftEqualsOracle(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		if len(p.LegalMoves()) > 25 {
			return
		}
		o := newOracle(p)
		want := uint64(0)
		for _, m := range o.moves() {
			n := o.after(m)
			want += uint64(len(n.moves()))
		}
		if got := p.Perft(2); got != want {
			t.Fatalf("%#v: Perft(2) %d, want %d", p, got, want)
		}
		before := *p
		three := uint64(0)
		for _, m := range p.LegalMoves() {
			u := p.Do(m)
			three += p.Perft(2)
			p.Undo(u)
		}
		if got := p.Perft(3); got != three {
			t.Fatalf("%#v: Perft(3) %d, want %d", p, got, three)
		}
		parallel, err := p.PerftParallel(t.Context(), 3, rapid.IntRange(-1, 9).Draw(t, "workers"))
		if parallel != three || err != nil {
			t.Fatalf("%#v: PerftParallel(3) %d and %v, want %d", p, parallel, err, three)
		}
		if diff := cmp.Diff(before.SFEN(), p.SFEN()); diff != "" || before != *p {
			t.Fatalf("perft changes the position: %s", diff)
		}
	})
}
