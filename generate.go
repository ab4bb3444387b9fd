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
	near     SquareSet // the enemies that may reach royal or its neighbours by a step or jump
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
	own, enemies := p.sets[us], p.sets[us^1]
	book := p.rulesOf()
	l.us = us
	l.occupied = own.Or(enemies)
	l.inner = innerFiles(l.occupied)
	l.landing = book.board.AndNot(own)
	l.drops = book.board.AndNot(l.occupied)
	l.royal = NoSquare
	l.checks, l.pinned = SquareSet{}, SquareSet{}
	if book.rules.Check == MustMeet {
		if theirs := p.sets[royals].And(enemies); theirs.single() {
			l.landing = l.landing.AndNot(theirs)
		}
		if ours := p.sets[royals].And(own); ours.single() {
			l.royal = ours.first()
		}
	}
	l.meets = l.landing
	if l.royal == NoSquare {
		return
	}
	l.checks, l.pinned = p.sliderLines(l.royal, us)
	l.near = enemies.And(nearKing[l.royal&(squareLimit-1)])
	if !l.near.IsEmpty() {
		l.checks = l.checks.Or(p.stepAttackers(l.royal, us^1).And(enemies))
	}
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
	n = min(n, MaxMoves) // more are only possible after illegal moves
	if p.lacksRoyal(&l) {
		n = p.withoutLostRoyals(buf, n)
	}
	return n
}

// lacksRoyal reports whether the side to move has no royal, as the attacker of a
// mating problem: what binds a last royal binds the one it may make.
func (p *Position) lacksRoyal(l *limits) bool {
	return l.royal == NoSquare && p.Royals(l.us).IsEmpty()
}

// withoutLostRoyals takes out of the n moves of a side without a royal those that
// make one where it is attacked, and returns how many are left.
func (p *Position) withoutLostRoyals(buf *moveBuffer, n int) int {
	kept := 0
	for _, m := range buf[:n] {
		if !p.losesFirstRoyal(m) {
			buf[kept] = m
			kept++
		}
	}
	return kept
}

// generateBoard writes the moves on the board.
func (p *Position) generateBoard(buf *moveBuffer, l *limits, from, to SquareSet) int {
	n := 0
	if l.royal == NoSquare {
		for s := from.And(p.sets[royals]); !s.IsEmpty(); s = s.withoutFirst() {
			n = emit(buf, n, s.first().origin(), kingSteps[s.first()&(squareLimit-1)].And(l.landing).And(to))
		}
	} else if from.Has(l.royal) {
		n = emit(buf, n, l.royal.origin(), p.safeSteps(l).And(to))
	}
	apart := p.apart(l).And(from)
	if meeting := l.meets.And(to); !meeting.IsEmpty() {
		free := from.AndNot(apart)
		n = p.generatePawns(buf, n, l, free.And(p.sets[pawns]), meeting)
		n = p.generateSteps(buf, n, l, free, meeting)
		n = p.generateSliders(buf, n, l, free, meeting)
	}
	for ; !apart.IsEmpty(); apart = apart.withoutFirst() {
		n = p.generateApart(buf, n, l, apart.first(), to)
	}
	return n
}

// apart returns the pieces of the side to move whose moves do not follow from
// the masks alone: those that are pinned, and in check the elephants, which by
// promoting make a second royal and free their side from check and pin.
func (p *Position) apart(l *limits) SquareSet {
	if l.checks.IsEmpty() {
		return l.pinned
	}
	return l.pinned.Or(p.group(elephants, l.us))
}

// origin returns the move from sq without its destination.
func (sq Square) origin() Move { return Move(sq) << fromShift }

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

// emitShifted writes a move to each of the squares of to, from the square that
// many numbers before it; flag is added to each.
func emitShifted(buf *moveBuffer, n int, distance int, flag Move, to SquareSet) int {
	origin := flag - Move(distance)<<fromShift
	for lo := to.lo; lo != 0; lo &= lo - 1 {
		buf[n&(MaxMoves-1)] = origin + Move(bits.TrailingZeros64(lo))*(1+1<<fromShift)
		n++
	}
	for hi := to.hi; hi != 0; hi &= hi - 1 {
		buf[n&(MaxMoves-1)] = origin + Move(bits.TrailingZeros64(hi)+64)*(1+1<<fromShift)
		n++
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
	if zone := p.book.zone[c]; to.meets(zone) || zone.Has(from) {
		promoting := p.promotionTargets(c, class, from, to)
		n = emit(buf, n, from.origin()|promoteFlag, promoting)
		to = to.AndNot(promoting.And(p.book.must[c][class]))
	}
	return emit(buf, n, from.origin(), to)
}

// pawnTargets returns where the pawns of the side to move among movers go, and
// where of these they may promote.
func (p *Position) pawnTargets(l *limits, movers, to SquareSet) (reached, promoting SquareSet) {
	reached = ahead(l.us, movers).And(to)
	promoting = reached.And(p.book.zone[l.us])
	if !promoting.IsEmpty() {
		inside := promoting.And(ahead(l.us, p.book.zone[l.us]))
		promoting = promoting.AndNot(inside).Or(inside.And(p.insideTargets(l.us, pawnsEtc)))
	}
	return reached, promoting
}

// generatePawns writes the moves of the pawns among movers.
func (p *Position) generatePawns(buf *moveBuffer, n int, l *limits, movers, to SquareSet) int {
	reached, promoting := p.pawnTargets(l, movers, to)
	distance := -1
	if l.us == White {
		distance = 1
	}
	if !promoting.IsEmpty() {
		n = emitShifted(buf, n, distance, promoteFlag, promoting)
		reached = reached.AndNot(promoting.And(p.book.must[l.us][pawnsEtc]))
	}
	return emitShifted(buf, n, distance, 0, reached)
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

// fan holds where pieces step and jump, one set for each way to go: as no two
// pieces reach one square in the same way, a set stands for as many moves as it
// has squares.
type fan [10]SquareSet

// fanDistances gives, for each color and each way of a fan, the number of the
// destination less that of the origin.
var fanDistances = [2][len(fan{})]int{
	{-1, 1, 8, -10, 9, -9, 10, -8, 7, -11},
	{1, -1, 10, -8, 9, -9, 8, -10, 11, -7},
}

// steps fills f with the steps and jumps to the squares of to of all pieces among
// movers but pawns and royals, those of horse and dragon among them. The ways are
// ahead, back, and to left and right each of ahead, none, back and the knight's
// two ahead.
func (p *Position) steps(f *fan, c Color, movers, to SquareSet) {
	s, e, lp := movers.And(p.sets[silvers]), movers.And(p.sets[elephants]), movers.And(p.sets[leopards])
	g, h, d := movers.And(p.sets[golds]), movers.And(p.sets[horses]), movers.And(p.sets[dragons])
	n := movers.And(p.sets[knights])
	diagonal := s.Or(e).Or(lp).Or(d)
	straight, straightBack := s.Or(e).Or(lp).Or(g).Or(h), g.Or(lp).Or(h)
	var aheadAside, backAside, jump SquareSet
	if c == Black {
		f[0], f[1] = shiftForward(straight), shiftBack(straightBack)
		aheadAside, backAside = shiftForward(diagonal.Or(g)), shiftBack(diagonal)
		jump = shiftForward(shiftForward(n))
	} else {
		f[0], f[1] = shiftBack(straight), shiftForward(straightBack)
		aheadAside, backAside = shiftBack(diagonal.Or(g)), shiftForward(diagonal)
		jump = shiftBack(shiftBack(n))
	}
	aside := g.Or(e).Or(h)
	f[0], f[1] = f[0].And(to), f[1].And(to)
	f[2], f[3] = shiftLeft(aheadAside).And(to), shiftRight(aheadAside).And(to)
	f[4], f[5] = shiftLeft(aside).And(to), shiftRight(aside).And(to)
	f[6], f[7] = shiftLeft(backAside).And(to), shiftRight(backAside).And(to)
	f[8], f[9] = shiftLeft(jump).And(to), shiftRight(jump).And(to)
}

// steppersNearZone returns the pieces of the side to move, all but pawns, whose
// steps and jumps may promote.
func (p *Position) steppersNearZone(c Color) SquareSet {
	book := p.book
	near := p.sets[silvers].Or(p.sets[elephants]).Or(p.sets[leopards])
	if book.rules.GoldPromotes {
		near = near.Or(p.sets[golds])
	}
	return near.And(book.near[c][generals]).Or(p.sets[knights].And(book.near[c][horsemen]))
}

// generateSteps writes the steps and jumps of all pieces among movers but pawns
// and royals.
func (p *Position) generateSteps(buf *moveBuffer, n int, l *limits, movers, to SquareSet) int {
	near := p.steppersNearZone(l.us).And(movers)
	for s := near; !s.IsEmpty(); s = s.withoutFirst() {
		from := s.first()
		pc := p.At(from)
		reached := p.pieceTargets(pc, from, l.occupied, l.inner).And(to)
		if p.book.promotes.Has(pc.Kind()) {
			n = p.emitPromoting(buf, n, l.us, pc.Kind().promotionClass(), from, reached)
		} else {
			n = emit(buf, n, from.origin(), reached)
		}
	}
	var f fan
	p.steps(&f, l.us, movers.AndNot(near), to)
	for way := range f {
		n = emitShifted(buf, n, fanDistances[l.us][way], 0, f[way])
	}
	return n
}

// generateSliders writes the sliding moves of all pieces among movers.
func (p *Position) generateSliders(buf *moveBuffer, n int, l *limits, movers, to SquareSet) int {
	us := l.us
	for s := movers.And(p.sets[lances]); !s.IsEmpty(); s = s.withoutFirst() {
		from := s.first()
		n = p.emitPromoting(buf, n, us, pawnsEtc, from, lanceAttacks(us, from, l.occupied).And(to))
	}
	for s := movers.And(p.bishopMovers()); !s.IsEmpty(); s = s.withoutFirst() {
		from := s.first()
		reached := bishopAttacks(from, l.inner).And(to)
		if p.sets[bishops].Has(from) {
			n = p.emitPromoting(buf, n, us, generals, from, reached)
		} else {
			n = emit(buf, n, from.origin(), reached)
		}
	}
	for s := movers.And(p.rookMovers()); !s.IsEmpty(); s = s.withoutFirst() {
		from := s.first()
		reached := rookAttacks(from, l.occupied, l.inner).And(to)
		if p.sets[rooks].Has(from) {
			n = p.emitPromoting(buf, n, us, generals, from, reached)
		} else {
			n = emit(buf, n, from.origin(), reached)
		}
	}
	return n
}

// apartTargets returns where a piece of [Position.apart] may go without and with
// promotion.
func (p *Position) apartTargets(l *limits, from Square) (staying, promoting SquareSet) {
	pc := p.At(from)
	reached := p.pieceTargets(pc, from, l.occupied, l.inner)
	staying = reached.And(l.meets)
	if l.pinned.Has(from) {
		staying = staying.And(l.pinLine(from))
	}
	if !p.book.promotes.Has(pc.Kind()) {
		return staying, SquareSet{}
	}
	class := pc.Kind().promotionClass()
	promoting = staying
	if pc.Kind() == Elephant {
		promoting = reached.And(l.landing)
	}
	promoting = p.promotionTargets(l.us, class, from, promoting)
	return staying.AndNot(promoting.And(p.book.must[l.us][class])), promoting
}

// generateApart writes the moves of one piece of [Position.apart].
func (p *Position) generateApart(buf *moveBuffer, n int, l *limits, from Square, to SquareSet) int {
	staying, promoting := p.apartTargets(l, from)
	n = emit(buf, n, from.origin()|promoteFlag, promoting.And(to))
	return emit(buf, n, from.origin(), staying.And(to))
}

// generateDrops writes the drops. Where all kinds in hand but pawn and king may go, they
// are written two at a time, which is quicker than one after the other.
func (p *Position) generateDrops(buf *moveBuffer, n int, l *limits) int {
	held := p.hands[l.us]
	var origins [Leopard - Lance + 1]Move
	kinds := 0
	var dead SquareSet // for any of the kinds
	for k := Lance; k <= Leopard; k++ {
		if held.has(k) {
			origins[kinds&7] = dropFlag | Move(k)<<fromShift
			kinds++
			dead = dead.Or(p.book.deadDrops(l.us, k))
		}
	}
	all := origins[:kinds]
	everywhere := l.drops.AndNot(dead)
	for i := 1; i < kinds; i += 2 {
		n = emitPair(buf, n, all[i-1], all[i], everywhere)
	}
	if kinds%2 != 0 {
		n = emit(buf, n, all[kinds-1], everywhere)
	}
	if rest := l.drops.And(dead); !rest.IsEmpty() {
		for _, origin := range all {
			n = emit(buf, n, origin, rest.AndNot(p.book.deadDrops(l.us, origin.Drop())))
		}
	}
	for _, k := range [...]Kind{Pawn, King} {
		if held.has(k) {
			n = emit(buf, n, dropFlag|Move(k)<<fromShift, p.dropTargets(l, k))
		}
	}
	return n
}

// emitPair is emit for two origins.
func emitPair(buf *moveBuffer, n int, a, b Move, to SquareSet) int {
	for lo := to.lo; lo != 0; lo &= lo - 1 {
		sq := Move(bits.TrailingZeros64(lo))
		buf[n&(MaxMoves-1)] = a | sq
		buf[(n+1)&(MaxMoves-1)] = b | sq
		n += 2
	}
	for hi := to.hi; hi != 0; hi &= hi - 1 {
		sq := Move(bits.TrailingZeros64(hi) + 64)
		buf[n&(MaxMoves-1)] = a | sq
		buf[(n+1)&(MaxMoves-1)] = b | sq
		n += 2
	}
	return n
}

// dropTargets returns where a piece of kind k may be dropped.
func (p *Position) dropTargets(l *limits, k Kind) SquareSet {
	if k == King {
		// A second royal frees its side from check.
		return p.book.board.AndNot(l.occupied)
	}
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
	if !l.near.IsEmpty() {
		to = to.AndNot(p.stepAttacks(them, l.near))
	}
	at := l.royal & (squareLimit - 1)
	// The royal itself does not block a line: it cannot flee along it.
	occupied := l.occupied.AndNot(squareBit(l.royal))
	inner := innerFiles(occupied)
	for s := enemies.And(p.rookMovers()).And(nearLines.orthogonal[at]); !s.IsEmpty(); s = s.withoutFirst() {
		to = to.AndNot(rookAttacks(s.first(), occupied, inner))
	}
	for s := enemies.And(p.bishopMovers()).And(nearLines.diagonal[at]); !s.IsEmpty(); s = s.withoutFirst() {
		to = to.AndNot(bishopAttacks(s.first(), inner))
	}
	for s := enemies.And(p.sets[lances]).And(nearLines.forward[them][at]); !s.IsEmpty(); s = s.withoutFirst() {
		to = to.AndNot(lanceAttacks(them, s.first(), occupied))
	}
	return to
}

// nearLines holds, for each square, from where a rook, a bishop or a lance of
// either color can reach a neighbour of the square on an empty board.
var nearLines = func() (t struct {
	orthogonal, diagonal stepTable
	forward              [2]stepTable
}) {
	for sq := range kingSteps {
		for to := range kingSteps[sq].All() {
			t.orthogonal[sq] = t.orthogonal[sq].Or(orthogonalRays[to])
			t.diagonal[sq] = t.diagonal[sq].Or(diagonalRays[to])
			for c := range Color(2) {
				t.forward[c][sq] = t.forward[c][sq].Or(rays[back.seenBy(c)][to])
			}
		}
	}
	return t
}()

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

// besides holds, for each color and square, from where a piece of that color can
// reach the square by a step or a knight's jump.
var besides = func() (t [2]stepTable) {
	for sq := range kingSteps {
		for c := range Color(2) {
			t[c][sq] = kingSteps[sq].Or(knightJumps[c^1][sq])
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

// HasMove reports whether there is a legal move. It is much cheaper than a list.
func (p *Position) HasMove() bool {
	if p.royalTaken() {
		return false
	}
	var l limits
	p.limits(&l)
	if p.lacksRoyal(&l) {
		var buf moveBuffer
		return p.generate(&buf, fullBoard, fullBoard, true) > 0
	}
	free := p.sets[l.us].AndNot(p.apart(&l))
	return ahead(l.us, free.And(p.sets[pawns])).meets(l.meets) ||
		p.stepAttacks(l.us, free.AndNot(p.sets[royals])).meets(l.meets) ||
		p.countRoyals(&l) > 0 ||
		!l.meets.IsEmpty() && p.countSliders(&l, free) > 0 ||
		p.countApart(&l) > 0 ||
		p.hands[l.us] != 0 && p.countDrops(&l) > 0
}
