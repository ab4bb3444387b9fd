package shoshogi

import (
	"iter"
	"math/bits"
)

// MaxMoves is an upper bound on the number of legal moves in any position.
// [Rules.Validate] refuses rules under which it would not hold.
const MaxMoves = 1024

// moveBuffer is where generation writes. Its size is a power of two so that a
// masked index needs no bounds check.
type moveBuffer [MaxMoves]Move

// limits says what the side to move may do: the masks from which legality
// follows without trying moves.
type limits struct {
	us       Color
	royal    Square    // the last royal, which must not be left attacked; NoSquare if nothing binds
	checks   SquareSet // the pieces that attack royal
	pinned   SquareSet // own pieces that must stay on their line with royal
	occupied SquareSet
	inner    uint64    // innerFiles(occupied)
	landing  SquareSet // where a move on the board may end, check or not
	meets    SquareSet // the part of landing that also answers a check, for all but royal
	drops    SquareSet // the empty squares on which a drop answers a check
}

// limits works out what binds the side to move.
func (p *Position) limits(l *limits) {
	us := p.turn & 1
	l.us = us
	l.occupied = p.occupied()
	l.inner = innerFiles(l.occupied)
	l.landing = p.landing(us)
	l.meets = l.landing
	l.drops = p.rulesOf().board.AndNot(l.occupied)
	l.royal = p.boundRoyal(us)
	l.checks, l.pinned = SquareSet{}, SquareSet{}
	if l.royal == NoSquare {
		return
	}
	l.checks, l.pinned = p.sliderLines(l.royal, us)
	l.checks = l.checks.Or(p.stepAttackers(l.royal, us^1).And(p.sets[us^1]))
	switch {
	case l.checks.IsEmpty():
	case l.checks.single():
		answers := l.checks
		if d := directionTo[l.royal&(squareLimit-1)][l.checks.first()&(squareLimit-1)]; d != noDirection {
			answers = upTo(l.royal, l.checks.first())
		}
		l.meets = l.landing.And(answers)
		l.drops = l.drops.And(answers)
	default:
		l.meets, l.drops = SquareSet{}, SquareSet{}
	}
}

// pinLine returns the line on which the pinned piece on sq may move.
func (l *limits) pinLine(sq Square) SquareSet {
	d := directionTo[l.royal&(squareLimit-1)][sq&(squareLimit-1)] % directionCount
	return rays[d][l.royal&(squareLimit-1)]
}

// AppendMoves appends the legal moves to dst and returns the extended slice.
// The order is not specified. It does not allocate if dst has room for MaxMoves
// more moves.
//
// Only the rules of movement count: a bare king or a repetition, which end a
// game, do not shorten the list. Where royals may be captured, a position in
// which a side has none has no moves.
func (p *Position) AppendMoves(dst []Move) []Move {
	return p.appendSelected(dst, fullBoard, fullBoard, true)
}

// AppendCaptures appends the legal moves that capture, as [Position.AppendMoves]
// does with all.
func (p *Position) AppendCaptures(dst []Move) []Move {
	return p.appendSelected(dst, fullBoard, p.sets[p.turn&1^1], false)
}

// AppendQuiets appends the legal moves that capture nothing, drops among them,
// as [Position.AppendMoves] does with all.
func (p *Position) AppendQuiets(dst []Move) []Move {
	return p.appendSelected(dst, fullBoard, fullBoard.AndNot(p.sets[p.turn&1^1]), true)
}

// AppendMovesFrom appends the legal moves of the piece on sq, as
// [Position.AppendMoves] does with all; NoSquare stands for the hand and gives the drops.
// A square without a piece of the side to move gives none.
func (p *Position) AppendMovesFrom(dst []Move, sq Square) []Move {
	if sq == NoSquare {
		return p.appendSelected(dst, SquareSet{}, SquareSet{}, true)
	}
	return p.appendSelected(dst, SquaresOf(sq), fullBoard, false)
}

// LegalMoves returns the legal moves in a new slice; see [Position.AppendMoves].
func (p *Position) LegalMoves() []Move {
	var buf moveBuffer
	n := p.generate(&buf, fullBoard, fullBoard, true)
	return append([]Move(nil), buf[:n]...)
}

// Moves yields the legal moves; see [Position.AppendMoves]. The position may be
// changed while iterating, as long as it is restored before the next move.
func (p *Position) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		var buf moveBuffer
		n := p.generate(&buf, fullBoard, fullBoard, true)
		for _, m := range buf[:n] {
			if !yield(m) {
				return
			}
		}
	}
}

// appendSelected appends the legal moves from and to the given squares, and the
// drops if they are wanted.
func (p *Position) appendSelected(dst []Move, from, to SquareSet, drops bool) []Move {
	if n := len(dst); cap(dst)-n >= MaxMoves {
		return dst[:n+p.generate((*moveBuffer)(dst[n:n+MaxMoves]), from, to, drops)]
	}
	var buf moveBuffer
	n := p.generate(&buf, from, to, drops)
	return append(dst, buf[:n]...)
}

// generate writes the selected legal moves to buf and returns their number.
func (p *Position) generate(buf *moveBuffer, from, to SquareSet, drops bool) int {
	if p.royalTaken() {
		return 0
	}
	var l limits
	p.limits(&l)
	n := 0
	if from = from.And(p.sets[l.us]); !from.IsEmpty() {
		n = p.generateBoard(buf, &l, from, to)
	}
	if drops && p.hands[l.us] != 0 {
		n = p.generateDrops(buf, n, &l)
	}
	return n
}

// generateBoard writes the moves on the board.
func (p *Position) generateBoard(buf *moveBuffer, l *limits, from, to SquareSet) int {
	n := 0
	if l.royal == NoSquare {
		if movers := from.And(p.sets[royals]); !movers.IsEmpty() {
			n = emitSteps(buf, n, &kingSteps, movers, l.landing.And(to))
		}
	} else if from.Has(l.royal) {
		safe := p.safeSteps(l).And(to)
		n = emit(buf, n, Move(l.royal)<<fromShift, safe)
	}
	elephantsTo := l.landing.And(to)
	to = l.meets.And(to)
	free := from.AndNot(l.pinned)
	if !to.IsEmpty() {
		n = p.generatePawns(buf, n, l, free.And(p.sets[pawns]), to)
		n = p.generatePromoters(buf, n, l, free, to)
		n = p.generateOthers(buf, n, l, free, to)
	}
	// Elephants come apart: by promoting, one makes a second royal and frees
	// its side from check and pin.
	if movers := from.And(p.sets[elephants]); !movers.IsEmpty() {
		n = p.generateElephants(buf, n, l, movers, to, elephantsTo)
	}
	for s := from.And(l.pinned).AndNot(p.sets[elephants]); !s.IsEmpty(); s = s.withoutFirst() {
		n = p.generatePinned(buf, n, l, s.first(), to)
	}
	return n
}

// emit writes a move to each of the squares of to; origin is the move without
// its destination.
func emit(buf *moveBuffer, n int, origin Move, to SquareSet) int {
	for lo := to.lo; lo != 0; lo &= lo - 1 {
		buf[n&(MaxMoves-1)] = origin | Move(bits.TrailingZeros64(lo))
		n++
	}
	for hi := to.hi; hi != 0; hi &= hi - 1 {
		buf[n&(MaxMoves-1)] = origin | Move(bits.TrailingZeros64(hi)+64)
		n++
	}
	return n
}

// emitSteps writes the moves of the step table to the squares of to.
func emitSteps(buf *moveBuffer, n int, table *stepTable, movers, to SquareSet) int {
	for ; !movers.IsEmpty(); movers = movers.withoutFirst() {
		from := movers.first()
		n = emit(buf, n, Move(from)<<fromShift, table[from&(squareLimit-1)].And(to))
	}
	return n
}

// promotionTargets returns the squares of to on which a piece of class, moving
// from the square, may promote.
func (p *Position) promotionTargets(c Color, class promotionClass, from Square, to SquareSet) SquareSet {
	if zone := p.book.zone[c]; !zone.Has(from) {
		return to.And(zone)
	}
	return to.And(p.insideTargets(c, class))
}

// insideTargets returns the squares on which a piece of class, moving from inside
// the zone, may promote.
func (p *Position) insideTargets(c Color, class promotionClass) SquareSet {
	return p.book.inside[c][class].Or(p.book.capturing.And(p.sets[c^1]))
}

// emitPromoting writes the moves of a piece of class to the squares of to, each
// with and without promotion as the rules have it.
func (p *Position) emitPromoting(buf *moveBuffer, n int, c Color, class promotionClass, from Square, to SquareSet) int {
	promoting := p.promotionTargets(c, class, from, to)
	origin := Move(from) << fromShift
	n = emit(buf, n, origin|promoteFlag, promoting)
	return emit(buf, n, origin, to.AndNot(promoting.And(p.book.must[c][class])))
}

// generatePawns writes the moves of the pawns.
func (p *Position) generatePawns(buf *moveBuffer, n int, l *limits, movers, to SquareSet) int {
	for to = ahead(l.us, movers).And(to); !to.IsEmpty(); to = to.withoutFirst() {
		at := to.first()
		n = p.emitPromoting(buf, n, l.us, pawnsEtc, behind(l.us, at), squareBit(at))
	}
	return n
}

// ahead moves a set of squares one step forward as c sees it.
func ahead(c Color, s SquareSet) SquareSet {
	if c == Black {
		return shiftForward(s)
	}
	return shiftBack(s)
}

// behind returns the square behind sq as c sees it.
func behind(c Color, sq Square) Square {
	if c == Black {
		return sq + 1
	}
	return sq - 1
}

// generatePromoters writes the moves of the pieces that may promote, other than
// pawns and elephants.
func (p *Position) generatePromoters(buf *moveBuffer, n int, l *limits, free, to SquareSet) int {
	us := l.us
	for s := free.And(p.sets[lances]); !s.IsEmpty(); s = s.withoutFirst() {
		n = p.emitPromoting(buf, n, us, pawnsEtc, s.first(), lanceAttacks(us, s.first(), l.occupied).And(to))
	}
	for s := free.And(p.sets[knights]); !s.IsEmpty(); s = s.withoutFirst() {
		n = p.emitPromoting(buf, n, us, horsemen, s.first(), knightJumps[us][s.first()&(squareLimit-1)].And(to))
	}
	for s := free.And(p.sets[silvers]); !s.IsEmpty(); s = s.withoutFirst() {
		n = p.emitPromoting(buf, n, us, generals, s.first(), silverSteps[us][s.first()&(squareLimit-1)].And(to))
	}
	for s := free.And(p.sets[leopards]); !s.IsEmpty(); s = s.withoutFirst() {
		n = p.emitPromoting(buf, n, us, generals, s.first(), leopardSteps[us][s.first()&(squareLimit-1)].And(to))
	}
	for s := free.And(p.sets[bishops]); !s.IsEmpty(); s = s.withoutFirst() {
		n = p.emitPromoting(buf, n, us, generals, s.first(), bishopAttacks(s.first(), l.inner).And(to))
	}
	for s := free.And(p.sets[rooks]); !s.IsEmpty(); s = s.withoutFirst() {
		n = p.emitPromoting(buf, n, us, generals, s.first(), rookAttacks(s.first(), l.occupied, l.inner).And(to))
	}
	return n
}

// generateOthers writes the moves of golds and of promoted pieces.
func (p *Position) generateOthers(buf *moveBuffer, n int, l *limits, free, to SquareSet) int {
	movers := free.And(p.sets[golds])
	if p.book.rules.GoldPromotes {
		for s := movers; !s.IsEmpty(); s = s.withoutFirst() {
			if from := s.first(); p.board[from].Kind() == Gold {
				movers = movers.AndNot(squareBit(from))
				n = p.emitPromoting(buf, n, l.us, generals, from, goldStepTable[l.us][from&(squareLimit-1)].And(to))
			}
		}
	}
	n = emitSteps(buf, n, &goldStepTable[l.us], movers, to)
	for s := free.And(p.sets[horses].Or(p.sets[bishopLeopards])); !s.IsEmpty(); s = s.withoutFirst() {
		from := s.first()
		attacked := bishopAttacks(from, l.inner)
		if p.sets[horses].Has(from) {
			attacked = attacked.Or(kingSteps[from&(squareLimit-1)])
		}
		n = emit(buf, n, Move(from)<<fromShift, attacked.And(to))
	}
	for s := free.And(p.sets[dragons].Or(p.sets[rookGolds])); !s.IsEmpty(); s = s.withoutFirst() {
		from := s.first()
		attacked := rookAttacks(from, l.occupied, l.inner)
		if p.sets[dragons].Has(from) {
			attacked = attacked.Or(kingSteps[from&(squareLimit-1)])
		}
		n = emit(buf, n, Move(from)<<fromShift, attacked.And(to))
	}
	return n
}

// generateElephants writes the moves of elephants: without promotion to the
// squares of to, with promotion to those of promotingTo.
func (p *Position) generateElephants(buf *moveBuffer, n int, l *limits, movers, to, promotingTo SquareSet) int {
	for ; !movers.IsEmpty(); movers = movers.withoutFirst() {
		from := movers.first()
		attacked := elephantSteps[l.us][from&(squareLimit-1)]
		promoting := p.promotionTargets(l.us, generals, from, attacked.And(promotingTo))
		staying := attacked.And(to).AndNot(promoting.And(p.book.must[l.us][generals]))
		if l.pinned.Has(from) {
			staying = staying.And(l.pinLine(from))
		}
		n = emit(buf, n, Move(from)<<fromShift|promoteFlag, promoting)
		n = emit(buf, n, Move(from)<<fromShift, staying)
	}
	return n
}

// generatePinned writes the moves of one pinned piece other than an elephant.
func (p *Position) generatePinned(buf *moveBuffer, n int, l *limits, from Square, to SquareSet) int {
	pc := p.At(from)
	to = p.pieceTargets(pc, from, l.occupied, l.inner).And(to).And(l.pinLine(from))
	if p.book.promotes.Has(pc.Kind()) {
		return p.emitPromoting(buf, n, l.us, pc.Kind().promotionClass(), from, to)
	}
	return emit(buf, n, Move(from)<<fromShift, to)
}

// generateDrops writes the drops.
func (p *Position) generateDrops(buf *moveBuffer, n int, l *limits) int {
	held := p.hands[l.us]
	for k := Pawn; k < King; k++ {
		if held.has(k) {
			n = emit(buf, n, dropFlag|Move(k)<<fromShift, p.dropTargets(l, k))
		}
	}
	if held.has(King) {
		// A second royal frees its side from check.
		n = emit(buf, n, dropFlag|Move(King)<<fromShift, p.book.board.AndNot(l.occupied))
	}
	return n
}

// dropTargets returns where a piece of kind k, other than a king, may be
// dropped.
func (p *Position) dropTargets(l *limits, k Kind) SquareSet {
	to := l.drops.AndNot(p.book.deadDrops(l.us, k))
	if k != Pawn {
		return to
	}
	if !p.book.rules.TwoPawns {
		to = to.AndNot(pawnFiles(p.group(pawns, l.us)))
	}
	if royal := p.boundRoyal(l.us ^ 1); royal != NoSquare {
		if mating := pawnSteps[l.us^1][royal&(squareLimit-1)].And(to); !mating.IsEmpty() && p.pawnDropMates(mating.first()) {
			to = to.AndNot(mating)
		}
	}
	return to
}

// safeSteps returns the squares to which the last royal of the side to move can
// go without being attacked there.
func (p *Position) safeSteps(l *limits) SquareSet {
	to := kingSteps[l.royal&(squareLimit-1)].And(l.landing)
	if to.IsEmpty() {
		return to
	}
	them := l.us ^ 1
	enemies := p.sets[them]
	if near := enemies.And(nearKing[l.royal&(squareLimit-1)]); !near.IsEmpty() {
		to = to.AndNot(p.stepAttacks(them, near))
	}
	// The royal itself does not block a line: it cannot flee along it.
	occupied := l.occupied.AndNot(squareBit(l.royal))
	inner := innerFiles(occupied)
	for s := enemies.And(p.rookMovers()); !s.IsEmpty(); s = s.withoutFirst() {
		if from := s.first(); orthogonalRays[from&(squareLimit-1)].meets(to) {
			to = to.AndNot(rookAttacks(from, occupied, inner))
		}
	}
	for s := enemies.And(p.bishopMovers()); !s.IsEmpty(); s = s.withoutFirst() {
		if from := s.first(); diagonalRays[from&(squareLimit-1)].meets(to) {
			to = to.AndNot(bishopAttacks(from, inner))
		}
	}
	for s := enemies.And(p.sets[lances]); !s.IsEmpty(); s = s.withoutFirst() {
		if from := s.first(); rays[forward.seenBy(them)][from&(squareLimit-1)].meets(to) {
			to = to.AndNot(lanceAttacks(them, from, occupied))
		}
	}
	return to
}

// nearKing holds, for each square, where a piece stands that can reach a
// neighbour of the square by a step or a knight's jump.
var nearKing = func() (t stepTable) {
	for sq := Square(1); sq <= lastSquare; sq++ {
		for from := Square(1); from <= lastSquare; from++ {
			files, ranks := sq.File()-from.File(), sq.Rank()-from.Rank()
			if max(files, -files) <= 2 && max(ranks, -ranks) <= 3 {
				t[sq] = t[sq].Or(squareBit(from))
			}
		}
	}
	return t
}()

// stepAttacks returns what the pieces of c among movers attack by steps and
// jumps. Squares off the board may be among them.
func (p *Position) stepAttacks(c Color, movers SquareSet) SquareSet {
	s, g, e, f := movers.And(p.sets[silvers]), movers.And(p.sets[golds]), movers.And(p.sets[elephants]), movers.And(p.sets[leopards])
	k := movers.And(p.sets[royals])
	h, d := k.Or(movers.And(p.sets[horses])), k.Or(movers.And(p.sets[dragons]))
	ses := s.Or(e).Or(f)
	ahead1 := movers.And(p.sets[pawns]).Or(ses).Or(g).Or(h)
	aheadAside := ses.Or(g).Or(d)
	aside := g.Or(e).Or(h)
	back1 := g.Or(f).Or(h)
	backAside := ses.Or(d)
	n := movers.And(p.sets[knights])
	var result SquareSet
	if c == Black {
		diagonal := shiftForward(aheadAside.Or(shiftForward(n))).Or(shiftBack(backAside)).Or(aside)
		result = shiftForward(ahead1).Or(shiftBack(back1)).Or(shiftLeft(diagonal)).Or(shiftRight(diagonal))
	} else {
		diagonal := shiftBack(aheadAside.Or(shiftBack(n))).Or(shiftForward(backAside)).Or(aside)
		result = shiftBack(ahead1).Or(shiftForward(back1)).Or(shiftLeft(diagonal)).Or(shiftRight(diagonal))
	}
	return result
}

// HasMove reports whether there is a legal move. It is cheaper than a list.
func (p *Position) HasMove() bool {
	if p.royalTaken() {
		return false
	}
	var l limits
	p.limits(&l)
	var buf moveBuffer
	if n := p.generateBoard(&buf, &l, p.sets[l.us], fullBoard); n > 0 {
		return true
	}
	return p.hands[l.us] != 0 && p.generateDrops(&buf, 0, &l) > 0
}
