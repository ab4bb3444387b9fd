package main

import (
	"maps"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"example.com/shoshogi"
)

// Scores, in hundredths of a pawn for the side to move. Mate in n plies is mate-n;
// what is beyond mateBound is a mate.
const (
	infinite  = 32000
	mate      = 31000
	mateBound = 30000
	maxPly    = 120
)

// searcher finds moves. It serves one search after the other and keeps what it has
// learned in between.
type searcher struct {
	table   table
	eval    *evaluator
	history [pieceCount][squareCount]int // how often a quiet move was good

	game   *shoshogi.Game    // the game with the line that is being searched
	pos    shoshogi.Position // its position
	frames [maxPly + 2]frame

	began    time.Time
	limits   limits
	nodes    int
	limit    int          // of nodes, 0 for none
	halted   bool         // this search is over
	stopped  atomic.Bool  // from outside
	deadline atomic.Int64 // in nanoseconds from began, 0 for none
}

// frame is one ply of the line that is being searched.
type frame struct {
	moves   []shoshogi.Move
	ranks   []int // of moves: the higher, the sooner tried
	killers [2]shoshogi.Move
	line    []shoshogi.Move // the best moves found from here
	undo    shoshogi.Undo
	balance int
	static  int // evaluation
	inCheck bool
}

func newSearcher(rules shoshogi.Rules, hash int) *searcher {
	return &searcher{table: newTable(hash), eval: newEvaluator(rules)}
}

// begin makes ready for a search, whose clock runs from here.
func (s *searcher) begin(l limits) {
	s.began, s.limits, s.nodes, s.limit, s.halted = time.Now(), maps.Clone(l), 0, l["nodes"], false
	s.stopped.Store(false)
	s.deadline.Store(0)
}

// think searches the position of g deeper and deeper and returns the best line
// found; it is empty if there is no legal move. It tells of each depth.
func (s *searcher) think(g *shoshogi.Game, tell func(depth, score int, line []shoshogi.Move)) []shoshogi.Move {
	s.game, s.pos = g.Clone(), *g.Position()
	clear(s.frames[:])
	s.frames[0].balance, s.frames[0].inCheck = s.eval.balance(&s.pos), s.pos.InCheck()
	legal := g.LegalMoves()
	best := legal[:min(len(legal), 1)]
	for depth, score := 1, 0; depth <= maxPly/2 && len(best) > 0; depth++ {
		guess := score // which saves time if it is nearly right
		if score = s.search(guess-35, guess+35, depth, 0, false); abs(score-guess) >= 35 && !s.halted {
			score = s.search(-infinite, infinite, depth, 0, false)
		}
		if line := s.frames[0].line; len(line) > 0 {
			best = slices.Clone(line)
		}
		if s.halted {
			break
		}
		tell(depth, score, best)
		deadline := s.deadline.Load()
		late := len(legal) == 1 || !s.limits.has("movetime") && int64(time.Since(s.began)) > deadline/2
		if depth == s.limits["depth"] || deadline > 0 && late || mate-abs(score) <= depth {
			break // in the last case no shorter mate is to be found
		}
	}
	return best
}

// do makes a move and sets up the frame after ply, unless the rule of repetition
// forbids it.
func (s *searcher) do(m shoshogi.Move, ply int) bool {
	f, next := &s.frames[ply], &s.frames[ply+1]
	if s.game.Play(m) != nil {
		return false
	}
	next.balance = f.balance + s.eval.change(&s.pos, m)
	f.undo = s.pos.Do(m)
	next.inCheck = s.pos.InCheck()
	return true
}

// verdict returns the score of a position in which the game is over, by mate, a bare
// king, a lost royal, the last of the repetitions that the rules count. A position
// that stands for the second time is worth nothing: what could be had once more
// could be had again.
func (s *searcher) verdict(ply int) (score int, over bool) {
	outcome := s.game.Outcome()
	if winner, won := outcome.Winner(); won && winner == s.pos.Turn() {
		return mate - ply, true
	} else if won {
		return ply - mate, true
	}
	return 0, outcome.Over() || s.game.Repetitions() > 1
}

// search returns the score of the position, searched to the given depth and then
// on through captures: alpha-beta, with a null window for all but the first move
// (principal variation search). canPass allows the null move.
func (s *searcher) search(alpha, beta, depth, ply int, canPass bool) int {
	f := &s.frames[ply]
	f.line = f.line[:0]
	if s.nodes++; s.nodes&511 == 0 || s.nodes == s.limit {
		deadline := s.deadline.Load()
		late := deadline > 0 && int64(time.Since(s.began)) > deadline
		s.halted = s.halted || late || s.stopped.Load() || s.nodes == s.limit
	}
	if s.halted {
		return 0
	}
	if score, over := s.verdict(ply); over && ply > 0 {
		return score
	}
	if f.static = s.eval.score(&s.pos, f.balance); ply >= maxPly {
		return f.static
	}
	key, narrow := s.pos.Hash(), beta-alpha == 1
	known := s.table.probe(key, ply)
	if narrow && int(known.depth) >= depth && known.settles(alpha, beta) {
		return int(known.score)
	}
	best, bestMove, oldAlpha := -infinite, shoshogi.NoMove, alpha
	if depth <= 0 && !f.inCheck {
		best = f.static // a side need not capture
		alpha = max(alpha, best)
	} else if narrow && !f.inCheck {
		if score, pruned := s.prune(beta, depth, ply, canPass); pruned {
			return score
		}
	}
	if alpha >= beta {
		return best
	}
	s.list(f, depth, known.move)
	for i := range f.moves {
		m := f.next(i)
		quiet := s.quiet(m)
		if best > -mateBound && !f.inCheck && ply > 0 {
			if f.ranks[i] < rankKiller && (depth <= 0 || narrow && i > 6+depth*depth/2) {
				break // the rest is no better
			}
			if depth <= 6 && (quiet || depth <= 0) && f.static+100+90*max(depth, 1)+s.gain(m) <= alpha {
				continue // it could hardly reach alpha
			}
		}
		if !s.do(m, ply) {
			continue
		}
		score := s.try(alpha, beta, depth, ply, i)
		s.game.Undo()
		s.pos.Undo(f.undo)
		if s.halted {
			return best
		}
		best = max(best, score)
		if score > alpha {
			alpha, bestMove = score, m
			f.line = append(append(f.line[:0], m), s.frames[ply+1].line...)
		}
		if alpha >= beta {
			if quiet && depth > 0 {
				s.learn(f, i, depth)
			}
			break
		}
	}
	b := exact
	if best >= beta {
		b = atLeast
	} else if best <= oldAlpha {
		b, bestMove = atMost, known.move
	}
	s.table.store(key, bestMove, best, max(depth, 0), ply, b)
	return best
}

// prune tries to show without a look at the moves that the score reaches beta.
func (s *searcher) prune(beta, depth, ply int, canPass bool) (score int, pruned bool) {
	ahead := s.frames[ply].static - beta
	if ahead < 0 || abs(beta) > mateBound {
		return 0, false
	}
	if depth <= 7 && ahead >= 80*depth {
		return beta + ahead/2, true // the few plies left will not change that
	}
	// Where even a pass is good enough some move will be, but perhaps not for a
	// side that has hardly any.
	if !canPass || depth < 3 || s.pos.Side(s.pos.Turn()).Len() < 4 {
		return 0, false
	}
	game, u := s.game, s.pos.Pass()
	s.game = shoshogi.NewGame(&s.pos)
	s.frames[ply+1].balance, s.frames[ply+1].inCheck = s.frames[ply].balance, false
	score = -s.search(-beta, -beta+1, depth-4-depth/5-min(2, ahead/200), ply+1, false)
	s.game = game
	s.pos.Undo(u)
	return min(score, mateBound), score >= beta && !s.halted
}

// try searches the i-th move of the frame, which has been made. Late moves are
// searched less deeply, and again at full depth if they turn out well.
func (s *searcher) try(alpha, beta, depth, ply, i int) int {
	rank, check := s.frames[ply].ranks[i], s.frames[ply+1].inCheck
	if depth--; check && depth >= 0 && ply < maxPly/2 {
		depth++
	}
	if i == 0 {
		return -s.search(-beta, -alpha, depth, ply+1, true)
	}
	less := 0
	if depth >= 2 && i >= 2 && !check && rank < rankKiller {
		less = int(math.Log(float64(depth))*math.Log(float64(i))/2.2+0.5) - max(rank, -maxHistory)/8000
		less = max(0, min(less, depth-1))
	}
	score := -s.search(-alpha-1, -alpha, depth-less, ply+1, true)
	if score > alpha && less > 0 {
		score = -s.search(-alpha-1, -alpha, depth, ply+1, true)
	}
	if score > alpha && score < beta {
		score = -s.search(-beta, -alpha, depth, ply+1, true)
	}
	return score
}
