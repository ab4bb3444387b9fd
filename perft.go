package shoshogi

import (
	"context"
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
	if depth >= 3 && stop != nil && stop.Load() {
		return 0
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
// as there are processors if workers is 0 or less. It leaves p alone. If ctx ends
// first it returns soon, with an incomplete count and the error of ctx.
func (p *Position) PerftParallel(ctx context.Context, depth, workers int) (uint64, error) {
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
//
// Pieces that step are counted together: the squares that all of them reach in
// one direction form a set, and as no two pieces reach one square in the same
// direction, its size is the number of moves.
func (p *Position) CountMoves() int {
	if p.royalTaken() {
		return 0
	}
	var l limits
	p.limits(&l)
	n := p.countRoyals(&l)
	own := p.sets[l.us]
	// Elephants come apart where promotion frees them from check or pin.
	apart := l.pinned
	if !l.checks.IsEmpty() {
		apart = apart.Or(p.sets[elephants].And(own))
	}
	if to := l.meets; !to.IsEmpty() {
		free := own.AndNot(apart)
		n += p.countPawns(&l, free.And(p.sets[pawns]), to)
		n += p.countSteps(&l, free, to)
		n += p.countSliders(&l, free, to)
	}
	for ; !apart.IsEmpty(); apart = apart.withoutFirst() {
		n += p.countApart(&l, apart.first())
	}
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

// both returns how many moves lead to the squares of to when those of promoting
// can be made with promotion and, unless must says no, without.
func both(to, promoting, must SquareSet) int {
	return to.Len() + promoting.AndNot(must).Len()
}

// countPawns counts the moves of the pawns among movers.
func (p *Position) countPawns(l *limits, movers, to SquareSet) int {
	to = ahead(l.us, movers).And(to)
	book := p.book
	if !to.meets(book.zone[l.us]) {
		return to.Len()
	}
	promoting := to.And(book.zone[l.us])
	inside := promoting.And(ahead(l.us, book.zone[l.us]))
	promoting = promoting.AndNot(inside).Or(inside.And(p.insideTargets(l.us, pawnsEtc)))
	return both(to, promoting, book.must[l.us][pawnsEtc])
}

// countSteps counts the steps and jumps of all pieces among movers but pawns and
// royals, those of horse and dragon among them.
func (p *Position) countSteps(l *limits, movers, to SquareSet) int {
	us := l.us
	s, e, f := movers.And(p.sets[silvers]), movers.And(p.sets[elephants]), movers.And(p.sets[leopards])
	g, h, d := movers.And(p.sets[golds]), movers.And(p.sets[horses]), movers.And(p.sets[dragons])
	knightsOfUs := movers.And(p.sets[knights])
	sef := s.Or(e).Or(f)
	aheadAside := sef.Or(g).Or(d)
	aside := g.Or(e).Or(h)
	backAside := sef.Or(d)
	aheadOne, backOne := sef.Or(g).Or(h), g.Or(f).Or(h)
	var knightsTo SquareSet
	if us == Black {
		aheadOne, aheadAside, backOne, backAside = shiftForward(aheadOne), shiftForward(aheadAside), shiftBack(backOne), shiftBack(backAside)
		knightsTo = shiftForward(shiftForward(knightsOfUs))
	} else {
		aheadOne, aheadAside, backOne, backAside = shiftBack(aheadOne), shiftBack(aheadAside), shiftForward(backOne), shiftForward(backAside)
		knightsTo = shiftBack(shiftBack(knightsOfUs))
	}
	n := aheadOne.And(to).Len() + backOne.And(to).Len()
	n += shiftLeft(aheadAside).And(to).Len() + shiftRight(aheadAside).And(to).Len()
	n += shiftLeft(aside).And(to).Len() + shiftRight(aside).And(to).Len()
	n += shiftLeft(backAside).And(to).Len() + shiftRight(backAside).And(to).Len()
	n += shiftLeft(knightsTo).And(to).Len() + shiftRight(knightsTo).And(to).Len()

	// Promotions come on top, for the few pieces near the zone.
	promoters := sef.And(p.book.near[us][generals]).Or(knightsOfUs.And(p.book.near[us][horsemen]))
	if p.book.rules.GoldPromotes {
		promoters = promoters.Or(g.And(p.book.near[us][generals]))
	}
	for ; !promoters.IsEmpty(); promoters = promoters.withoutFirst() {
		n += p.countPromotions(l, promoters.first(), to)
	}
	return n
}

// countPromotions counts what promotion adds to the plain moves of the stepping
// piece on from.
func (p *Position) countPromotions(l *limits, from Square, to SquareSet) int {
	pc := p.At(from)
	if !p.book.promotes.Has(pc.Kind()) {
		return 0
	}
	class := pc.Kind().promotionClass()
	promoting := p.promotionTargets(l.us, class, from, p.pieceTargets(pc, from, l.occupied, l.inner).And(to))
	return promoting.AndNot(p.book.must[l.us][class]).Len()
}

// countSliders counts the sliding moves of all pieces among movers.
func (p *Position) countSliders(l *limits, movers, to SquareSet) (n int) {
	us := l.us
	for s := movers.And(p.sets[lances]); !s.IsEmpty(); s = s.withoutFirst() {
		from := s.first()
		n += p.countSliding(us, pawnsEtc, from, lanceAttacks(us, from, l.occupied).And(to))
	}
	for s := movers.And(p.bishopMovers()); !s.IsEmpty(); s = s.withoutFirst() {
		from := s.first()
		reached := bishopAttacks(from, l.inner).And(to)
		if p.sets[bishops].Has(from) {
			n += p.countSliding(us, generals, from, reached)
		} else {
			n += reached.Len()
		}
	}
	for s := movers.And(p.rookMovers()); !s.IsEmpty(); s = s.withoutFirst() {
		from := s.first()
		reached := rookAttacks(from, l.occupied, l.inner).And(to)
		if p.sets[rooks].Has(from) {
			n += p.countSliding(us, generals, from, reached)
		} else {
			n += reached.Len()
		}
	}
	return n
}

// countSliding counts the moves of a piece of class to the squares of to.
func (p *Position) countSliding(us Color, class promotionClass, from Square, to SquareSet) int {
	zone := p.book.zone[us]
	if !to.meets(zone) && !zone.Has(from) {
		return to.Len()
	}
	return both(to, p.promotionTargets(us, class, from, to), p.book.must[us][class])
}

// countApart counts the moves of one pinned piece, or of an elephant of a side in
// check.
func (p *Position) countApart(l *limits, from Square) int {
	pc := p.At(from)
	reached := p.pieceTargets(pc, from, l.occupied, l.inner)
	to := reached.And(l.meets)
	if l.pinned.Has(from) {
		to = to.And(l.pinLine(from))
	}
	if !p.book.promotes.Has(pc.Kind()) {
		return to.Len()
	}
	class := pc.Kind().promotionClass()
	must := p.book.must[l.us][class]
	if pc.Kind() != Elephant {
		return both(to, p.promotionTargets(l.us, class, from, to), must)
	}
	promoting := p.promotionTargets(l.us, class, from, reached.And(l.landing))
	return promoting.Len() + to.AndNot(promoting.And(must)).Len()
}

// countDrops counts the drops.
func (p *Position) countDrops(l *limits) (n int) {
	held := p.hands[l.us]
	everywhere := l.drops.Len()
	for k := Pawn; k < King; k++ {
		switch {
		case !held.has(k):
		case k <= Knight:
			n += p.dropTargets(l, k).Len()
		default:
			n += everywhere
		}
	}
	if held.has(King) {
		n += p.book.board.AndNot(l.occupied).Len()
	}
	return n
}
