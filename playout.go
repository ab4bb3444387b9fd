package shoshogi

import "math/bits"

// Playout plays random legal moves in place, all equally likely, until the position
// decides the game, as [Position.Outcome] says, or maxPlies moves have been made. It
// returns the outcome, undecided if the moves ran out, and the number of moves made;
// nothing happens if the game is over or maxPlies is 0 or less. It does not allocate and
// is up to twice as fast as a loop over [Position.RandomMove]. To keep the position,
// play out a copy: q := *p; q.Playout(seed, 1000).
//
// Any seed will do, 0 and consecutive ones too. The same seed gives the same moves on
// every machine, until a later version of the package draws them differently.
//
// Random games of sho shogi take about 1,000 plies. Without the rule of the bare king
// most are undecided after 2,000, and as a position knows no repetition they may go on
// for ever. [Game.Playout] keeps repetitions.
func (p *Position) Playout(seed uint64, maxPlies int) (Outcome, int) {
	if maxPlies <= 0 || p.Outcome().Over() {
		return p.Outcome(), 0
	}
	var r playout
	r.start(p, seed)
	plies := 0
	for plies < maxPlies {
		m := r.draw(p)
		if m == NoMove {
			break
		}
		u := p.Do(m)
		plies++
		if r.follow(p, u); r.decided(p, u) {
			break
		}
	}
	return p.Outcome(), plies
}

// Playout plays random legal moves, all equally likely, until the game is over or
// maxPlies moves have been made. It returns the outcome, undecided if the moves ran
// out, and the number of moves made; nothing happens if the game is over or maxPlies
// is 0 or less. The game is then what [Game.Play] makes of these moves. To play out
// without changing a game, use its [Game.Clone]. For seed see [Position.Playout].
func (g *Game) Playout(seed uint64, maxPlies int) (Outcome, int) {
	if maxPlies <= 0 || g.Outcome().Over() {
		return g.Outcome(), 0
	}
	p := &g.pos
	var r playout
	r.start(p, seed)
	plies := 0
	var last ruling
	for plies < maxPlies {
		m := r.draw(p)
		if m == NoMove {
			break
		}
		u, verdict := g.advance(m)
		if verdict.forbidden {
			m = g.RandomMove(r.random())
			if m == NoMove {
				break
			}
			u, verdict = g.advance(m)
		}
		plies++
		last = verdict
		if r.follow(p, u); last.outcome.Over() || r.decided(p, u) {
			break
		}
	}
	g.settle(last)
	return g.outcome, plies
}

// playout draws random moves from a position, which it follows. For each side it
// keeps a list of slots, one for each way in which a piece of it could go on an empty
// board, and draws slots until one is a legal move. So all moves have the same chance,
// and nothing need be known of those that are not drawn.
type playout struct {
	state  uint64             // of the random numbers
	exact  bool               // the next move must not be drawn from slots
	bare   bool               // a side has a bare king, which may not decide at once
	number [squareLimit]uint8 // of the piece on each square that has one
	sides  [2]slotList
}

// slotList is what a playout knows of the pieces of one side, which it numbers.
type slotList struct {
	slots     [maxSlots]slot
	count     int
	full      bool                // there are more slots than fit
	given     uint8               // numbers given to pieces
	square    [squareLimit]Square // by number
	promoting [squareLimit]bool   // by number: whether promotions are listed too
}

// maxSlots is more than the pieces of a usual set need. A side that has more draws
// from all its legal moves.
const maxSlots = 512

// slot is a way to go, with a flag for promotion, and the number of the piece from
// bit 8 up.
type slot uint16

const (
	numberShift      = 8
	promoteSlot slot = 1 << 7
)

// number returns the number of the piece.
func (s slot) number() uint8 { return uint8(s >> numberShift) }

// The ways to go: one step in each direction as Black sees it, the jumps of the
// knights of both colors, one to eight squares ahead for the lances of both colors,
// and to each of the eight other squares on each line.
const (
	jumpWays  = int(directionCount)
	lanceWays = jumpWays + 2*2
	lineWays  = lanceWays + 2*8
	wayLimit  = lineWays + 4*8 + 4 // a power of two
)

// reach gives the destination of each way from each square, NoSquare beyond the
// edge.
var reach = func() (t [wayLimit][squareLimit]Square) {
	for from := Square(1); from <= lastSquare; from++ {
		for d := range directionCount {
			t[d][from] = neighbour(from, d)
		}
		for c := range Color(2) {
			to := t[forward.seenBy(c)][from]
			if to == NoSquare {
				continue
			}
			t[jumpWays+2*int(c)][from] = neighbour(to, forwardRight.seenBy(c))
			t[jumpWays+2*int(c)+1][from] = neighbour(to, forwardLeft.seenBy(c))
			for i := 0; to != NoSquare; i++ {
				t[lanceWays+8*int(c)+i][from] = to
				to = neighbour(to, forward.seenBy(c))
			}
		}
		for d := range back {
			for to := range rays[d][from].Or(rays[d+back][from]).All() {
				at, own := to.File(), from.File()
				if d == forward {
					at, own = to.Rank(), from.Rank()
				}
				if at > own {
					at--
				}
				t[lineWays+8*int(d)+at-1][from] = to
			}
		}
	}
	return t
}()

// waysOf lists the ways of each piece.
var waysOf = func() (t [pieceLimit][]uint8) {
	for k := Pawn; k < kindCount; k++ {
		for c := range Color(2) {
			t[makePiece(k, c)] = listWays(k, c)
		}
	}
	return t
}()

func listWays(k Kind, c Color) (ways []uint8) {
	add := func(first, n int) {
		for i := range n {
			ways = append(ways, uint8(first+i))
		}
	}
	for d := range directionCount {
		switch {
		case kindTable[k].steps>>d&1 != 0:
			add(int(d.seenBy(c)), 1)
		case kindTable[k].slides == 1<<d:
			add(lanceWays+8*int(c), 8)
		case kindTable[k].slides>>d&1 != 0 && d < back: // the other half of the line is among the ways
			add(lineWays+8*int(d), 8)
		}
	}
	if kindTable[k].jumps {
		add(jumpWays+2*int(c), 2)
	}
	return ways
}

func (r *playout) start(p *Position, seed uint64) {
	r.state = seed
	r.list(p, Black)
	r.list(p, White)
	r.bare = p.bare(Black) || p.bare(White)
	// After a pass there may be a royal that must not be taken. Two moves later it
	// cannot be.
	r.exact = p.book.rules.Check == MustMeet && p.attacked(p.turn^1)
}

// random returns 64 random bits, by the generator wyrand of Wang Yi.
func (r *playout) random() uint64 {
	r.state += 0xa0761d6478bd642f
	high, low := bits.Mul64(r.state, r.state^0xe7037ed1a0b428db)
	return high ^ low
}

// decided reports whether there is a royal too few or a bare king after the move of u.
// Only captures can bring that about, and, for a side without a royal, moves that make
// one. A bare king may have a move left.
func (r *playout) decided(p *Position, u Undo) bool {
	m := u.Move()
	if u.Captured() == NoPiece && !m.Promotes() && m.Drop() != King && !r.bare {
		return false
	}
	r.bare = p.bare(Black) || p.bare(White)
	return p.royalTaken() || p.bareOutcome().Over()
}

// list numbers the pieces of c and lists their slots.
func (r *playout) list(p *Position, c Color) {
	side := &r.sides[c]
	side.count, side.given, side.full = 0, 0, false
	for s := p.sets[c]; !s.IsEmpty(); s = s.withoutFirst() {
		r.add(p, c, s.first())
	}
}

// add gives a number to the piece of c on sq and lists its slots.
func (r *playout) add(p *Position, c Color, sq Square) {
	side := &r.sides[c]
	number := side.given & (squareLimit - 1)
	side.given++
	side.square[number] = sq
	side.promoting[number] = false
	r.number[sq&(squareLimit-1)] = number
	pc := p.pieceAt(sq)
	side.add(pc, number, 0)
	r.addPromotions(p, pc, sq, number)
}

func (side *slotList) add(pc Piece, number uint8, flag slot) {
	ways := waysOf[pc&(pieceLimit-1)]
	if side.count+len(ways) > maxSlots {
		side.full = true
		return
	}
	n := side.count
	flag |= slot(number) << numberShift
	for _, way := range ways {
		side.slots[n&(maxSlots-1)] = flag | slot(way)
		n++
	}
	side.count = n
}

// addPromotions lists the promotions of pc on sq, unless they are listed or it is too
// far away for any.
func (r *playout) addPromotions(p *Position, pc Piece, sq Square, number uint8) {
	book := p.book
	k, c := pc.Kind(), pc.Color()
	side := &r.sides[c]
	if !book.promotes.Has(k) || side.promoting[number&(squareLimit-1)] {
		return
	}
	if book.near[c][k.promotionClass()].Has(sq) || kindTable[k].slides != 0 && !book.zone[c].Has(sq) {
		side.promoting[number&(squareLimit-1)] = true
		side.add(pc, number, promoteSlot)
	}
}

// lookUp returns the n-th slot and where it leads from and to, for any n.
func (side *slotList) lookUp(n int) (s slot, from, to Square) {
	s = side.slots[n&(maxSlots-1)]
	from = side.square[s.number()&(squareLimit-1)] & (squareLimit - 1)
	return s, from, reach[int(s)&(wayLimit-1)][from] & (squareLimit - 1)
}

// remove takes the slots of a piece out of the list.
func (side *slotList) remove(number uint8) {
	slots := side.slots[:side.count]
	for i := 0; i < len(slots); i++ {
		if slots[i].number() != number {
			continue
		}
		end := i + 1
		for end < len(slots) && slots[end].number() == number {
			end++
		}
		slots = slots[:i+copy(slots[i:], slots[end:])]
		i--
	}
	side.count = len(slots)
}

// follow takes note of the move that has been made.
func (r *playout) follow(p *Position, u Undo) {
	m := u.Move()
	to := m.To()
	us := p.turn&1 ^ 1
	if r.sides[Black].full || r.sides[White].full || r.sides[us].given == squareLimit {
		r.list(p, Black)
		r.list(p, White)
		return
	}
	if m&dropFlag != 0 {
		r.add(p, us, to)
		return
	}
	if u.Captured() != NoPiece {
		r.sides[us^1].remove(r.number[to&(squareLimit-1)])
	}
	number := r.number[m.From()&(squareLimit-1)]
	if m.Promotes() {
		r.sides[us].remove(number)
		r.add(p, us, to)
		return
	}
	r.sides[us].square[number] = to
	r.number[to&(squareLimit-1)] = number
	r.addPromotions(p, u.moved(), to, number)
}

// maxTries bounds the slots drawn for one move: far more than are needed unless there
// is next to no move.
const maxTries = 256

// draw returns a random legal move, NoMove if there is none.
func (r *playout) draw(p *Position) Move {
	us := p.turn & 1
	side := &r.sides[us]
	onBoard := side.count
	total := onBoard
	if p.hands[us] != 0 {
		total += p.dropSlots()
	}
	royal := NoSquare
	ours := p.group(royals, us)
	if p.book.rules.Check == MustMeet && ours.single() {
		royal = ours.first()
	}
	tries := maxTries
	if r.exact || side.full || total == 0 || ours.IsEmpty() {
		r.exact = false
		tries = 0
	}
	landing := p.book.board.AndNot(p.sets[us])
	occupied := p.occupied()
	// The next slot is looked up while it is not yet known what becomes of the one
	// before: waiting for that would double the time.
	next := numberBelow(total, r.random())
	nextSlot, nextFrom, nextTo := side.lookUp(next)
	for range tries {
		n, s, from, to := next, nextSlot, nextFrom, nextTo
		next = numberBelow(total, r.random())
		nextSlot, nextFrom, nextTo = side.lookUp(next)
		if n >= onBoard {
			if m := p.nthDropSlot(n - onBoard); p.dropIllegality(m) == 0 {
				return m
			}
			continue
		}
		end := squareBits[to]
		if !end.meets(landing) {
			continue
		}
		ray := &rays[directionTo[from][to]%(directionCount+1)]
		if path := ray[from].AndNot(ray[to]).AndNot(end); path.meets(occupied) {
			continue
		}
		m := from.origin() | Move(to)
		may, must := p.book.promotion(p.pieceAt(from), from, to, p.pieceAt(to) != NoPiece)
		switch {
		case s&promoteSlot == 0 && must:
			m |= promoteFlag
		case s&promoteSlot == 0:
		case !may || must: // what must be is not listed twice
			continue
		default:
			m |= promoteFlag
		}
		if royal == NoSquare || !p.leavesCheck(m, royal) {
			return m
		}
		if p.InCheck() { // few moves are legal
			break
		}
	}
	return p.RandomMove(r.random())
}

// dropSlots returns the number of moves that drop a piece in hand on any square,
// legal or not.
func (p *Position) dropSlots() (n int) {
	for k := Pawn; k <= King; k++ {
		if p.hands[p.turn&1].has(k) {
			n += int(lastSquare)
		}
	}
	return n
}

// nthDropSlot returns the n-th of these moves.
func (p *Position) nthDropSlot(n int) Move {
	for k := Pawn; k <= King; k++ {
		if !p.hands[p.turn&1].has(k) {
			continue
		}
		if n < int(lastSquare) {
			return dropFlag | Move(k)<<fromShift | Move(n+1)
		}
		n -= int(lastSquare)
	}
	return NoMove
}
