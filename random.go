package shoshogi

import "math/bits"

// RandomMove returns a legal move chosen by random, a number of 64 random bits:
// every legal move is equally likely, up to one part in 2^53. It returns NoMove if
// there is none. It costs about half of a list to choose from; [Position.Playout] is
// faster still.
func (p *Position) RandomMove(random uint64) Move {
	if p.royalTaken() {
		return NoMove
	}
	var l limits
	p.limits(&l)
	if p.lacksRoyal(&l) {
		var buf moveBuffer
		return choose(buf[:p.generate(&buf, fullBoard, fullBoard, true)], random)
	}
	var c choice
	c.count(p, &l)
	total := 0
	for _, n := range c.counts {
		total += n
	}
	n := numberBelow(total, random)
	for part, size := range c.counts {
		if n < size {
			return c.pick(p, &l, part, n)
		}
		n -= size
	}
	return NoMove
}

// choose returns one of moves by 64 random bits, NoMove if there is none.
func choose(moves []Move, random uint64) Move {
	if len(moves) == 0 {
		return NoMove
	}
	return moves[numberBelow(len(moves), random)]
}

// numberBelow returns a number from 0 to n-1 by 64 random bits, 0 if n is 0.
func numberBelow(n int, random uint64) int {
	high, _ := bits.Mul64(random, uint64(n))
	return int(high)
}

// choice holds the legal moves as counts of parts, so that the n-th can be found
// without listing those before it.
type choice struct {
	free              SquareSet // the pieces whose moves follow from the masks
	reached, promoted SquareSet // by pawns
	steps             fan
	counts            [choiceParts]int
}

// The parts of the legal moves. Moves that may be made with and without promotion
// are counted once among the plain ones and once among the promotions; those that
// must promote only among the plain ones.
const (
	plainPawns = iota
	promotedPawns
	plainSteps
	promotedSteps
	slides
	royalSteps
	apartMoves
	allDrops
	choiceParts
)

func (c *choice) count(p *Position, l *limits) {
	c.free = p.sets[l.us].AndNot(p.apart(l))
	if !l.meets.IsEmpty() {
		c.reached, c.promoted = p.pawnTargets(l, c.free.And(p.sets[pawns]), l.meets)
		c.promoted = c.promoted.AndNot(p.book.must[l.us][pawnsEtc])
		c.counts[plainPawns], c.counts[promotedPawns] = c.reached.Len(), c.promoted.Len()
		p.steps(&c.steps, l.us, c.free, l.meets)
		c.counts[plainSteps] = c.steps.len()
		c.counts[promotedSteps] = p.countStepPromotions(l, c.free)
		c.counts[slides] = p.countSliders(l, c.free)
	}
	c.counts[royalSteps] = p.countRoyals(l)
	c.counts[apartMoves] = p.countApart(l)
	if p.hands[l.us] != 0 {
		c.counts[allDrops] = p.countDrops(l)
	}
}

// pick returns the n-th move of a part.
func (c *choice) pick(p *Position, l *limits, part, n int) Move {
	switch part {
	case plainPawns:
		to := c.reached.nth(n)
		return p.promotedIfMust(behind(l.us, to).origin() | Move(to))
	case promotedPawns:
		to := c.promoted.nth(n)
		return behind(l.us, to).origin() | Move(to) | promoteFlag
	case plainSteps:
		return p.promotedIfMust(c.steps.nth(l.us, n))
	case promotedSteps:
		return p.nthStepPromotion(l, c.free, n)
	case slides:
		return p.nthSlide(l, c.free, n)
	case royalSteps:
		return p.nthRoyalStep(l, n)
	case apartMoves:
		return p.nthApart(l, n)
	}
	return p.nthDrop(l, n)
}

// promotedIfMust turns m into a promotion where the rules leave no choice.
func (p *Position) promotedIfMust(m Move) Move {
	if _, must := p.book.promotion(p.At(m.From()), m.From(), m.To(), p.At(m.To()) != NoPiece); must {
		m |= promoteFlag
	}
	return m
}

// nth returns the n-th move of the fan of c.
func (f *fan) nth(c Color, n int) Move {
	for way := range f {
		if size := f[way].Len(); n >= size {
			n -= size
			continue
		}
		to := f[way].nth(n)
		return Square(int(to)-fanDistances[c][way]).origin() | Move(to)
	}
	return NoMove
}

func (p *Position) nthStepPromotion(l *limits, movers SquareSet, n int) Move {
	for s := p.steppersNearZone(l.us).And(movers); !s.IsEmpty(); s = s.withoutFirst() {
		to := p.stepPromotions(l, s.first())
		if n < to.Len() {
			return s.first().origin() | Move(to.nth(n)) | promoteFlag
		}
		n -= to.Len()
	}
	return NoMove
}

func (p *Position) nthSlide(l *limits, movers SquareSet, n int) Move {
	for s := movers.And(p.sets[lances].Or(p.bishopMovers()).Or(p.rookMovers())); !s.IsEmpty(); s = s.withoutFirst() {
		from := s.first()
		pc := p.At(from)
		reached := p.slidingTargets(l, from).And(l.meets)
		if n < reached.Len() {
			return p.promotedIfMust(from.origin() | Move(reached.nth(n)))
		}
		n -= reached.Len()
		if !p.book.promotes.Has(pc.Kind()) {
			continue
		}
		promoted := p.promotions(l, pc.Kind().promotionClass(), from, reached)
		if n < promoted.Len() {
			return from.origin() | Move(promoted.nth(n)) | promoteFlag
		}
		n -= promoted.Len()
	}
	return NoMove
}

// slidingTargets returns where the slider on from attacks by sliding: for horse
// and dragon not the steps.
func (p *Position) slidingTargets(l *limits, from Square) SquareSet {
	switch {
	case p.sets[lances].Has(from):
		return lanceAttacks(l.us, from, l.occupied)
	case p.bishopMovers().Has(from):
		return bishopAttacks(from, l.inner)
	}
	return rookAttacks(from, l.occupied, l.inner)
}

func (p *Position) nthRoyalStep(l *limits, n int) Move {
	if l.royal != NoSquare {
		return l.royal.origin() | Move(p.safeSteps(l).nth(n))
	}
	for s := p.group(royals, l.us); !s.IsEmpty(); s = s.withoutFirst() {
		to := kingSteps[s.first()&(squareLimit-1)].And(l.landing)
		if n < to.Len() {
			return s.first().origin() | Move(to.nth(n))
		}
		n -= to.Len()
	}
	return NoMove
}

func (p *Position) nthApart(l *limits, n int) Move {
	for s := p.apart(l); !s.IsEmpty(); s = s.withoutFirst() {
		staying, promoting := p.apartTargets(l, s.first())
		if n < staying.Len() {
			return s.first().origin() | Move(staying.nth(n))
		}
		n -= staying.Len()
		if n < promoting.Len() {
			return s.first().origin() | Move(promoting.nth(n)) | promoteFlag
		}
		n -= promoting.Len()
	}
	return NoMove
}

func (p *Position) nthDrop(l *limits, n int) Move {
	for k := Pawn; k <= King; k++ {
		if !p.hands[l.us].has(k) {
			continue
		}
		to := p.dropTargets(l, k)
		if n < to.Len() {
			return dropFlag | Move(k)<<fromShift | Move(to.nth(n))
		}
		n -= to.Len()
	}
	return NoMove
}
