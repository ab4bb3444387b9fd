package main

import "example.com/shoshogi"

// Ranks of moves: first the one that the table knows, then captures and promotions
// that do not lose material, killers, quiet moves by their history, and the rest.
const (
	rankKnown   = 1 << 30
	rankCapture = 1 << 24
	rankKiller  = 1 << 20
	rankLosing  = -1 << 24
	maxHistory  = 1 << 14
)

// list lists the legal moves of the frame with their ranks: all of them, or, in
// quiescence, captures.
func (s *searcher) list(f *frame, depth int, known shoshogi.Move) {
	if f.moves, f.ranks = f.moves[:0], f.ranks[:0]; depth > 0 || f.inCheck {
		f.moves = s.pos.AppendMoves(f.moves)
	} else {
		f.moves = s.pos.AppendCaptures(f.moves)
	}
	for _, m := range f.moves {
		f.ranks = append(f.ranks, s.rank(f, m, known))
	}
}

// next brings the best of the moves from the i-th on to the i-th place.
func (f *frame) next(i int) shoshogi.Move {
	best := i
	for j := i + 1; j < len(f.ranks); j++ {
		if f.ranks[j] > f.ranks[best] {
			best = j
		}
	}
	f.moves[i], f.moves[best] = f.moves[best], f.moves[i]
	f.ranks[i], f.ranks[best] = f.ranks[best], f.ranks[i]
	return f.moves[i]
}

func (s *searcher) rank(f *frame, m, known shoshogi.Move) int {
	quiet, mover := s.quiet(m), s.mover(m)
	switch {
	case m == known:
		return rankKnown
	case quiet && (m == f.killers[0] || m == f.killers[1]):
		return rankKiller
	case quiet:
		return s.history[mover][m.To()]
	case value[s.pos.Captured(m).Kind()] < value[mover.Kind()] && s.exchange(m) < 0:
		return rankLosing + s.gain(m)
	}
	return rankCapture + 16*s.gain(m) - value[mover.Kind()]
}

// quiet reports whether m neither captures nor promotes.
func (s *searcher) quiet(m shoshogi.Move) bool {
	return !m.Promotes() && s.pos.Captured(m) == shoshogi.NoPiece
}

// mover returns the piece that m moves or drops.
func (s *searcher) mover(m shoshogi.Move) shoshogi.Piece {
	if k := m.Drop(); k != shoshogi.NoKind {
		return shoshogi.NewPiece(k, s.pos.Turn())
	}
	return s.pos.At(m.From())
}

// gain returns the material that m wins if nothing is taken back.
func (s *searcher) gain(m shoshogi.Move) int {
	gain := value[s.pos.Captured(m).Kind()]
	if k := s.mover(m).Kind(); m.Promotes() {
		gain += value[k.Promoted()] - value[k]
	}
	return gain
}

// exchange returns the material that m wins when both sides go on capturing on its
// square, the cheapest pieces first, as long as it pays.
func (s *searcher) exchange(m shoshogi.Move) int {
	won := s.gain(m)
	u := s.pos.Do(m)
	cheapest, lowest := shoshogi.NoSquare, infinite
	for sq := range s.pos.Attackers(m.To(), s.pos.Turn()).All() {
		if v := value[s.pos.At(sq).Kind()]; v < lowest {
			cheapest, lowest = sq, v
		}
	}
	if cheapest != shoshogi.NoSquare {
		won -= max(0, s.exchange(shoshogi.NewMove(cheapest, m.To(), false)))
	}
	s.pos.Undo(u)
	return won
}

// learn notes that the i-th move of the frame, a quiet one, was good enough, and
// that the quiet moves before it were not.
func (s *searcher) learn(f *frame, i, depth int) {
	if m := f.moves[i]; f.killers[0] != m {
		f.killers[1], f.killers[0] = f.killers[0], m
	}
	bonus := min(depth*depth*16, 1600)
	for j, m := range f.moves[:i+1] {
		if h := &s.history[s.mover(m)][m.To()]; j == i {
			*h += bonus - *h*bonus/maxHistory
		} else if s.quiet(m) {
			*h -= bonus + *h*bonus/maxHistory
		}
	}
}
