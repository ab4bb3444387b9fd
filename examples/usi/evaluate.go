package main

import "example.com/shoshogi"

const pieceCount, squareCount = 64, 82 // above every Piece and every Square

// value says what a kind is worth on the board, a pawn being 100. A royal has the
// value of a second one, which can be lost.
var value = [pieceCount / 2]int{
	shoshogi.Pawn: 100, shoshogi.Lance: 260, shoshogi.Knight: 260, shoshogi.Silver: 400, shoshogi.Gold: 460,
	shoshogi.Bishop: 760, shoshogi.Rook: 960, shoshogi.Elephant: 620, shoshogi.Leopard: 440, shoshogi.King: 1100,
	shoshogi.PromotedPawn: 450, shoshogi.PromotedLance: 450, shoshogi.PromotedKnight: 450, shoshogi.PromotedSilver: 455,
	shoshogi.PromotedGold: 960, shoshogi.Horse: 1050, shoshogi.Dragon: 1300, shoshogi.Prince: 1100, shoshogi.PromotedLeopard: 760,
}

// evaluator knows what pieces are worth where under one rule set. Balances are
// sums of values, Black's less White's.
type evaluator struct {
	rules  shoshogi.Rules
	placed [pieceCount][squareCount]int
	held   [pieceCount]int                    // in the hand of the piece's side
	men    int                                // on the board at the start
	near   [5][squareCount]shoshogi.SquareSet // within some king's steps
}

func newEvaluator(rules shoshogi.Rules) *evaluator {
	e, start := &evaluator{rules: rules}, shoshogi.NewPosition(rules)
	e.men = start.Side(shoshogi.Black).Or(start.Side(shoshogi.White)).Len()
	for k := shoshogi.Pawn; k.Valid(); k++ {
		black, white := shoshogi.NewPiece(k, shoshogi.Black), shoshogi.NewPiece(k, shoshogi.White)
		e.held[black], e.held[white] = value[k]*11/10, -value[k]*11/10 // a piece in hand goes where it is needed
		for sq := range start.Board().All() {
			turned := shoshogi.SquareAt(start.Files()+1-sq.File(), start.Ranks()+1-sq.Rank())
			e.placed[black][sq] = e.worth(start, k, sq)
			e.placed[white][turned] = -e.placed[black][sq]
		}
	}
	for sq := range start.Board().All() {
		for other := range start.Board().All() {
			for steps := max(abs(sq.File()-other.File()), abs(sq.Rank()-other.Rank()), 1); steps < len(e.near); steps++ {
				e.near[steps][sq] = e.near[steps][sq].Or(shoshogi.SquaresOf(other))
			}
		}
	}
	return e
}

func abs(x int) int { return max(x, -x) }

// worth says what a piece of Black is worth on a square of the board that start
// shows.
func (e *evaluator) worth(start *shoshogi.Position, k shoshogi.Kind, sq shoshogi.Square) int {
	advance := start.Ranks() - sq.Rank() // 0 on the own back rank
	toZone := sq.Rank() - 3              // 0 and below within the promotion zone
	center := min(sq.File()-1, start.Files()-sq.File())
	v, promoted := value[k], k.Promoted()
	switch k {
	case shoshogi.Pawn:
		v += advance*6 + center*2
	case shoshogi.Lance, shoshogi.Knight, shoshogi.Rook, shoshogi.Dragon, shoshogi.PromotedGold:
		v += advance + center
	case shoshogi.King: // see safety
	default:
		v += center*4 + min(advance, 5)*4
	}
	switch {
	case promoted == shoshogi.NoKind || k == shoshogi.Gold && !e.rules.GoldPromotes:
	case toZone > 0:
		v += (value[promoted] - value[k]) >> (toZone + 2)
	case e.rules.Promotion == shoshogi.InZone:
		v += (value[promoted] - value[k]) / 4
	case toZone == -2 && k <= shoshogi.Lance, toZone <= -1 && k == shoshogi.Knight:
		return 10 // it cannot move any more
	}
	return v
}

// balance adds up a position. The search keeps it up to date from there.
func (e *evaluator) balance(p *shoshogi.Position) (sum int) {
	for sq := range p.Board().All() {
		sum += e.placed[p.At(sq)][sq]
	}
	for k := shoshogi.Pawn; k <= shoshogi.King; k++ {
		sum += (p.Hand(shoshogi.Black, k) - p.Hand(shoshogi.White, k)) * e.held[shoshogi.NewPiece(k, shoshogi.Black)]
	}
	return sum
}

// change returns what m, which has not been made yet, adds to the balance.
func (e *evaluator) change(p *shoshogi.Position, m shoshogi.Move) int {
	us, to := p.Turn(), m.To()
	if k := m.Drop(); k != shoshogi.NoKind {
		pc := shoshogi.NewPiece(k, us)
		return e.placed[pc][to] - e.held[pc]
	}
	moved, captured := p.At(m.From()), p.At(to)
	sum := -e.placed[moved][m.From()] - e.placed[captured][to]
	if m.Promotes() {
		moved = shoshogi.NewPiece(moved.Kind().Promoted(), us)
	}
	if k := captured.Kind().Unpromoted(); e.rules.Drops.Has(k) {
		sum += e.held[shoshogi.NewPiece(k, us)]
	}
	return sum + e.placed[moved][to]
}

// score returns what a position with the balance is worth to the side to move.
func (e *evaluator) score(p *shoshogi.Position, balance int) int {
	men := p.Side(shoshogi.Black).Or(p.Side(shoshogi.White)).Len()
	balance += balance * (e.men - men) / (4 * e.men) // who is ahead likes exchanges
	if p.Turn() == shoshogi.White {
		balance = -balance
	}
	balance += e.safety(p, p.Turn(), men) - e.safety(p, p.Turn().Other(), men)
	return min(max(balance, -mateBound), mateBound)
}

// safety says how well the royals of c stand: at first at home among friends, in
// the end in the middle of the board, and away from foes at all times. With two
// royals there is less to fear.
func (e *evaluator) safety(p *shoshogi.Position, c shoshogi.Color, men int) (sum int) {
	friends, foes, royals := p.Side(c), p.Side(c.Other()), p.Royals(c)
	for sq := range royals.All() {
		near, far := foes.And(e.near[2][sq]).Len(), foes.And(e.near[4][sq]).Len()
		advance := p.Ranks() - sq.Rank()
		if c == shoshogi.White {
			advance = sq.Rank() - 1
		}
		opening := 9*min(friends.And(e.near[1][sq]).Len(), 6) - 6*near*near - 12*advance
		ending := 2*e.near[4][sq].Len() - 8*near - 8*far // fewer squares are near an edge
		sum += (opening*men + ending*(e.men-men)) / e.men
	}
	return sum / max(1, royals.Len()*royals.Len())
}
