package shoshogi

import (
	"context"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
)

// Perft returns the number of legal move sequences of the given length, the
// usual check and benchmark of move generation. Like [Position.AppendMoves] it
// follows the rules of movement alone. The moves of the last ply are counted
// without being listed. A depth of 0 or less gives 1.
func (p *Position) Perft(depth int) uint64 {
	q := *p
	return q.perft(depth, nil)
}

// perft counts in place. It gives up with an incomplete count once stop is set.
func (p *Position) perft(depth int, stop *atomic.Bool) uint64 {
	if depth <= 0 {
		return 1
	}
	if depth == 1 {
		return uint64(p.CountMoves())
	}
	if depth >= 3 && stop != nil {
		if runtime.GOARCH == "wasm" {
			runtime.Gosched() // all goroutines share one thread there, and none is interrupted
		}
		if stop.Load() {
			return 0
		}
	}
	var buf moveBuffer
	n := p.generate(&buf, fullBoard, fullBoard, true)
	total := uint64(0)
	for _, m := range buf[:n] {
		u := p.Do(m)
		total += p.perft(depth-1, stop)
		p.Undo(u)
	}
	return total
}

// PerftParallel is [Position.Perft] on several goroutines, as many as workers, or
// as there are processors if workers is 0 or less. It leaves p alone. A nil ctx
// never ends. If ctx ends
// first it returns soon, with an incomplete count and the error of ctx.
func (p *Position) PerftParallel(ctx context.Context, depth, workers int) (uint64, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if depth <= 2 {
		return p.Perft(depth), ctx.Err()
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	starts := p.twoPlies()
	var next atomic.Int64
	var total atomic.Uint64
	var done sync.WaitGroup
	for range min(workers, len(starts)) {
		done.Go(func() {
			q := *p
			count := uint64(0)
			for i := next.Add(1) - 1; i < int64(len(starts)); i = next.Add(1) - 1 {
				first := q.Do(starts[i][0])
				second := q.Do(starts[i][1])
				count += q.perft(depth-2, &stop)
				q.Undo(second)
				q.Undo(first)
			}
			total.Add(count)
		})
	}
	done.Wait()
	return total.Load(), ctx.Err()
}

// twoPlies lists the sequences of two legal moves: enough of them to keep
// several workers busy to the end.
func (p *Position) twoPlies() (pairs [][2]Move) {
	q := *p
	for first := range p.Moves() {
		u := q.Do(first)
		for second := range q.Moves() {
			pairs = append(pairs, [2]Move{first, second})
		}
		q.Undo(u)
	}
	return pairs
}

// CountMoves returns the number of legal moves: the length of the list that
// [Position.AppendMoves] makes, for a fraction of its cost.
func (p *Position) CountMoves() int {
	if p.royalTaken() {
		return 0
	}
	var l limits
	p.limits(&l)
	if p.lacksRoyal(&l) {
		var buf moveBuffer
		return p.generate(&buf, fullBoard, fullBoard, true)
	}
	n := p.countRoyals(&l)
	if !l.meets.IsEmpty() {
		free := p.sets[l.us].AndNot(p.apart(&l))
		n += p.countPawns(&l, free.And(p.sets[pawns]))
		n += p.countSteps(&l, free)
		n += p.countSliders(&l, free)
	}
	n += p.countApart(&l)
	if p.hands[l.us] != 0 {
		n += p.countDrops(&l)
	}
	return n
}

// countRoyals counts the moves of kings and princes.
func (p *Position) countRoyals(l *limits) (n int) {
	if l.royal != NoSquare {
		return p.safeSteps(l).Len()
	}
	for s := p.group(royals, l.us); !s.IsEmpty(); s = s.withoutFirst() {
		n += kingSteps[s.first()&(squareLimit-1)].And(l.landing).Len()
	}
	return n
}

// countPawns counts the moves of the pawns among movers.
func (p *Position) countPawns(l *limits, movers SquareSet) int {
	reached, promoting := p.pawnTargets(l, movers, l.meets)
	return reached.Len() + promoting.AndNot(p.book.must[l.us][pawnsEtc]).Len()
}

// countSteps counts the steps and jumps of all pieces among movers but pawns and
// royals.
func (p *Position) countSteps(l *limits, movers SquareSet) int {
	var f fan
	p.steps(&f, l.us, movers, l.meets)
	return f.len() + p.countStepPromotions(l, movers)
}

// len returns the number of moves in f.
func (f *fan) len() (n int) {
	for way := 0; way < len(f); way += 2 {
		// The high words have 18 bits each; two of them fit into one.
		n += bits.OnesCount64(f[way].lo) + bits.OnesCount64(f[way+1].lo) + bits.OnesCount64(f[way].hi|f[way+1].hi<<18)
	}
	return n
}

// countStepPromotions counts what promotion adds to the plain steps and jumps.
func (p *Position) countStepPromotions(l *limits, movers SquareSet) (n int) {
	for s := p.steppersNearZone(l.us).And(movers); !s.IsEmpty(); s = s.withoutFirst() {
		n += p.stepPromotions(l, s.first()).Len()
	}
	return n
}

// stepPromotions returns where the stepping piece on from may promote but need
// not.
func (p *Position) stepPromotions(l *limits, from Square) SquareSet {
	pc := p.At(from)
	if !p.book.promotes.Has(pc.Kind()) {
		return SquareSet{}
	}
	reached := p.pieceTargets(pc, from, l.occupied, l.inner).And(l.meets)
	return p.promotions(l, pc.Kind().promotionClass(), from, reached)
}

// countSliders counts the sliding moves of all pieces among movers.
func (p *Position) countSliders(l *limits, movers SquareSet) (n int) {
	us, to := l.us, l.meets
	zone := p.book.zone[us]
	for s := movers.And(p.sets[lances]); !s.IsEmpty(); s = s.withoutFirst() {
		from := s.first()
		reached := lanceAttacks(us, from, l.occupied).And(to)
		n += reached.Len()
		if reached.meets(zone) {
			n += p.promotions(l, pawnsEtc, from, reached).Len()
		}
	}
	for s := movers.And(p.bishopMovers()); !s.IsEmpty(); s = s.withoutFirst() {
		from := s.first()
		reached := bishopAttacks(from, l.inner).And(to)
		n += reached.Len()
		if (reached.meets(zone) || zone.Has(from)) && p.sets[bishops].Has(from) {
			n += p.promotions(l, generals, from, reached).Len()
		}
	}
	for s := movers.And(p.rookMovers()); !s.IsEmpty(); s = s.withoutFirst() {
		from := s.first()
		reached := rookAttacks(from, l.occupied, l.inner).And(to)
		n += reached.Len()
		if (reached.meets(zone) || zone.Has(from)) && p.sets[rooks].Has(from) {
			n += p.promotions(l, generals, from, reached).Len()
		}
	}
	return n
}

// promotions returns the squares of to on which a piece of class, moving from the
// square, may promote but need not.
func (p *Position) promotions(l *limits, class promotionClass, from Square, to SquareSet) SquareSet {
	return p.promotionTargets(l.us, class, from, to).AndNot(p.book.must[l.us][class])
}

// countApart counts the moves of the pieces of [Position.apart].
func (p *Position) countApart(l *limits) (n int) {
	for s := p.apart(l); !s.IsEmpty(); s = s.withoutFirst() {
		staying, promoting := p.apartTargets(l, s.first())
		n += staying.Len() + promoting.Len()
	}
	return n
}

// countDrops counts the drops.
func (p *Position) countDrops(l *limits) (n int) {
	held := p.hands[l.us]
	everywhere := l.drops.Len()
	for k := Pawn; k <= King; k++ {
		switch {
		case !held.has(k):
		case k <= Knight || k == King:
			n += p.dropTargets(l, k).Len()
		default:
			n += everywhere
		}
	}
	return n
}
