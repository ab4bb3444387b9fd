package shoshogi_test

import (
	"slices"
	"strings"

	. "example.com/shoshogi"
)

// oracle is a second opinion on the rules. It has a board of its own, which it
// walks square by square, and it finds out whether a move is legal by making it
// and looking whether a royal can be taken. It shares no table and no method with
// the package but the small types, and of a Position it reads only At, Hand, Turn
// and Rules.
type oracle struct {
	rules        Rules
	files, ranks int
	turn         Color
	board        [10][10]Piece // by file and rank, both from 1
	hands        [2][King + 1]int
}

// newOracle copies p.
func newOracle(p *Position) oracle {
	o := oracle{rules: p.Rules(), turn: p.Turn()}
	o.files, o.ranks = boardShape(o.rules)
	for file := 1; file <= o.files; file++ {
		for rank := 1; rank <= o.ranks; rank++ {
			o.board[file][rank] = p.At(SquareAt(file, rank))
		}
	}
	for k := Pawn; k <= King; k++ {
		o.hands[Black][k], o.hands[White][k] = p.Hand(Black, k), p.Hand(White, k)
	}
	return o
}

// boardShape counts the squares of the first row and the rows of the start.
func boardShape(r Rules) (files, ranks int) {
	if r.Start == "" {
		return 9, 9
	}
	rows := strings.Split(strings.Fields(r.Start)[0], "/")
	for _, c := range rows[0] {
		switch {
		case c >= '1' && c <= '9':
			files += int(c - '0')
		case c != '+':
			files++
		}
	}
	return files, len(rows)
}

// leap is a movement as the owner of a piece sees it.
type leap struct{ ahead, aside int }

var (
	straightLeaps = []leap{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	diagonalLeaps = []leap{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	allLeaps      = slices.Concat(straightLeaps, diagonalLeaps)
	goldLeaps     = []leap{{1, 0}, {1, 1}, {1, -1}, {0, 1}, {0, -1}, {-1, 0}}
)

// movement lists how a kind moves: by single leaps, and by leaps repeated until
// something is in the way.
func movement(k Kind) (once, often []leap) {
	switch k {
	case Pawn:
		return []leap{{1, 0}}, nil
	case Lance:
		return nil, []leap{{1, 0}}
	case Knight:
		return []leap{{2, 1}, {2, -1}}, nil
	case Silver:
		return []leap{{1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}, nil
	case Gold, PromotedPawn, PromotedLance, PromotedKnight, PromotedSilver:
		return goldLeaps, nil
	case Bishop, PromotedLeopard:
		return nil, diagonalLeaps
	case Rook, PromotedGold:
		return nil, straightLeaps
	case Elephant:
		return []leap{{1, 0}, {1, 1}, {1, -1}, {0, 1}, {0, -1}, {-1, 1}, {-1, -1}}, nil
	case Leopard:
		return []leap{{1, 0}, {1, 1}, {1, -1}, {-1, 0}, {-1, 1}, {-1, -1}}, nil
	case King, Prince:
		return allLeaps, nil
	case Horse:
		return straightLeaps, diagonalLeaps
	case Dragon:
		return diagonalLeaps, straightLeaps
	}
	return nil, nil
}

func (o *oracle) onBoard(file, rank int) bool {
	return file >= 1 && file <= o.files && rank >= 1 && rank <= o.ranks
}

func (o *oracle) at(sq Square) Piece { return o.board[sq.File()][sq.Rank()] }

// reach calls visit with every square that a piece pc on the given square
// attacks, whatever stands there.
func (o *oracle) reach(pc Piece, file, rank int, visit func(file, rank int)) {
	up := -1
	if pc.Color() == White {
		up = 1
	}
	once, often := movement(pc.Kind())
	for _, l := range once {
		if f, r := file+l.aside, rank+up*l.ahead; o.onBoard(f, r) {
			visit(f, r)
		}
	}
	for _, l := range often {
		for f, r := file+l.aside, rank+up*l.ahead; o.onBoard(f, r); f, r = f+l.aside, r+up*l.ahead {
			visit(f, r)
			if o.board[f][r] != NoPiece {
				break
			}
		}
	}
}

// attackers returns the pieces of c that attack a square.
func (o *oracle) attackers(at Square, c Color) (from []Square) {
	for file := 1; file <= o.files; file++ {
		for rank := 1; rank <= o.ranks; rank++ {
			pc := o.board[file][rank]
			if pc == NoPiece || pc.Color() != c {
				continue
			}
			o.reach(pc, file, rank, func(f, r int) {
				if f == at.File() && r == at.Rank() {
					from = append(from, SquareAt(file, rank))
				}
			})
		}
	}
	return from
}

// find returns the squares on which a piece of c stands that is wanted.
func (o *oracle) find(c Color, wanted func(Kind) bool) (squares []Square) {
	for file := 1; file <= o.files; file++ {
		for rank := 1; rank <= o.ranks; rank++ {
			if pc := o.board[file][rank]; pc != NoPiece && pc.Color() == c && wanted(pc.Kind()) {
				squares = append(squares, SquareAt(file, rank))
			}
		}
	}
	return squares
}

func isRoyal(k Kind) bool { return k == King || k == Prince }

func (o *oracle) royals(c Color) []Square { return o.find(c, isRoyal) }

// checkers returns the pieces that attack the last royal of c.
func (o *oracle) checkers(c Color) []Square {
	if royals := o.royals(c); len(royals) == 1 {
		return o.attackers(royals[0], c.Other())
	}
	return nil
}

// pinned returns the pieces of c, royals apart, whose absence would open a line
// of an enemy piece to the last royal of c.
func (o *oracle) pinned(c Color) (squares []Square) {
	royals := o.royals(c)
	if len(royals) != 1 {
		return nil
	}
	before := o.attackers(royals[0], c.Other())
	for _, sq := range o.find(c, func(k Kind) bool { return !isRoyal(k) }) {
		without := *o
		without.board[sq.File()][sq.Rank()] = NoPiece
		if len(without.attackers(royals[0], c.Other())) > len(before) {
			squares = append(squares, sq)
		}
	}
	return squares
}

// after returns the position after a move of the side to move.
func (o *oracle) after(m Move) oracle {
	n := *o
	n.turn = o.turn.Other()
	to := &n.board[m.To().File()][m.To().Rank()]
	if k := m.Drop(); k != NoKind {
		n.hands[o.turn][k]--
		*to = NewPiece(k, o.turn)
		return n
	}
	if *to != NoPiece {
		if k := demoted(to.Kind()); o.rules.Drops.Has(k) {
			n.hands[o.turn][k]++
		}
	}
	from := &n.board[m.From().File()][m.From().Rank()]
	*to = *from
	if m.Promotes() {
		*to = NewPiece(promotions[from.Kind()], o.turn)
	}
	*from = NoPiece
	return n
}

// promotions is the last columns of the table of the pieces.
var promotions = map[Kind]Kind{
	Pawn: PromotedPawn, Lance: PromotedLance, Knight: PromotedKnight, Silver: PromotedSilver, Gold: PromotedGold,
	Bishop: Horse, Rook: Dragon, Elephant: Prince, Leopard: PromotedLeopard,
}

func demoted(k Kind) Kind {
	for from, to := range promotions {
		if to == k {
			return from
		}
	}
	return k
}

// depth returns on which rank a side sees a square, 1 for the last one.
func (o *oracle) depth(c Color, sq Square) int {
	if c == Black {
		return sq.Rank()
	}
	return o.ranks + 1 - sq.Rank()
}

// promotion says whether a move on the board may promote and whether it must.
func (o *oracle) promotion(m Move) (may, must bool) {
	k := o.at(m.From()).Kind()
	if promotions[k] == NoKind || k == Gold && !o.rules.GoldPromotes {
		return false, false
	}
	from, to := o.depth(o.turn, m.From()), o.depth(o.turn, m.To())
	starts, ends := from <= 3, to <= 3
	enters := !starts && ends
	again := (k == Pawn || k == Lance) && to == 1
	switch o.rules.Promotion {
	case OnEntry:
		may = enters || again
	case InZone:
		may = starts || ends
	case OnEntryOrCapture:
		captures := o.at(m.To()) != NoPiece
		may = enters || again || captures && (starts || ends)
	}
	switch o.rules.Compulsory {
	case OnLastRank:
		must = (k == Pawn || k == Lance || k == Knight) && to == 1
	case WhenStuck:
		must = o.stuck(k, m.To())
	case Always:
		must = true
	}
	return may, may && must
}

// stuck reports whether a pawn, lance or knight of the side to move could never
// move again from a square.
func (o *oracle) stuck(k Kind, sq Square) bool {
	switch k {
	case Pawn, Lance:
		return o.depth(o.turn, sq) == 1
	case Knight:
		return o.depth(o.turn, sq) <= 2
	}
	return false
}

// illegality returns the first reason in the order of the constants for which a
// move is not legal, 0 if it is legal.
func (o *oracle) illegality(m Move) Illegality {
	if o.rules.Check == MayIgnore && (len(o.royals(Black)) == 0 || len(o.royals(White)) == 0) {
		return GameOver
	}
	var reason Illegality
	switch {
	case m == NoMove:
		return NoSuchMove
	case m == NewDrop(m.Drop(), m.To()):
		reason = o.dropIllegality(m)
	case m == NewMove(m.From(), m.To(), m.Promotes()):
		reason = o.boardIllegality(m)
	default:
		return NoSuchMove
	}
	if reason != 0 {
		return reason
	}
	n := o.after(m)
	switch {
	case o.rules.Check == MustMeet && len(n.checkers(o.turn)) > 0:
		return LeavesCheck
	case m.Drop() == Pawn && !o.rules.PawnDropMate && n.mated():
		return PawnDropMate
	}
	return 0
}

func (o *oracle) boardIllegality(m Move) Illegality {
	pc := o.at(m.From())
	if pc == NoPiece || pc.Color() != o.turn || !o.goes(m) {
		return NoSuchMove
	}
	switch may, must := o.promotion(m); {
	case m.Promotes() && !may:
		return CannotPromote
	case !m.Promotes() && must:
		return MustPromote
	}
	return 0
}

// goes reports whether the piece moves that way and may end there.
func (o *oracle) goes(m Move) bool {
	found := false
	o.reach(o.at(m.From()), m.From().File(), m.From().Rank(), func(f, r int) {
		found = found || SquareAt(f, r) == m.To()
	})
	target := o.at(m.To())
	switch {
	case !found:
		return false
	case target == NoPiece:
		return true
	case target.Color() == o.turn:
		return false
	}
	lastRoyal := isRoyal(target.Kind()) && len(o.royals(target.Color())) == 1
	return !(lastRoyal && o.rules.Check == MustMeet)
}

func (o *oracle) dropIllegality(m Move) Illegality {
	k, to := m.Drop(), m.To()
	switch {
	case !o.onBoard(to.File(), to.Rank()) || o.at(to) != NoPiece:
		return NoSuchMove
	case !o.rules.Drops.Has(k) || o.stuck(k, to):
		return DropNotAllowed
	case o.hands[o.turn][k] == 0:
		return NotInHand
	case k == Pawn && !o.rules.TwoPawns && o.pawnOnFile(to.File()):
		return TwoPawns
	}
	return 0
}

func (o *oracle) pawnOnFile(file int) bool {
	return slices.Contains(o.board[file][:], NewPiece(Pawn, o.turn))
}

// candidates lists the moves that the movement of the pieces suggests: all that
// can be legal.
func (o *oracle) candidates() (moves []Move) {
	for file := 1; file <= o.files; file++ {
		for rank := 1; rank <= o.ranks; rank++ {
			sq, pc := SquareAt(file, rank), o.board[file][rank]
			switch {
			case pc == NoPiece:
				for k := Pawn; k <= King; k++ {
					if o.hands[o.turn][k] > 0 {
						moves = append(moves, NewDrop(k, sq))
					}
				}
			case pc.Color() == o.turn:
				o.reach(pc, file, rank, func(f, r int) {
					moves = append(moves, NewMove(sq, SquareAt(f, r), false), NewMove(sq, SquareAt(f, r), true))
				})
			}
		}
	}
	return moves
}

// moves returns the legal moves in the order of their numbers.
func (o *oracle) moves() []Move {
	moves := slices.DeleteFunc(o.candidates(), func(m Move) bool { return o.illegality(m) != 0 })
	slices.Sort(moves)
	return moves
}

// mated reports whether the side to move is in check and has no move, under
// rules that know mate.
func (o *oracle) mated() bool {
	return o.rules.Check == MustMeet && len(o.checkers(o.turn)) > 0 && len(o.moves()) == 0
}

// bare reports whether c has one royal and nothing else.
func (o *oracle) bare(c Color) bool {
	return len(o.royals(c)) == 1 && o.others(c) == 0
}

// others counts what c has besides royals, on the board and in hand.
func (o *oracle) others(c Color) int {
	n := len(o.find(c, func(k Kind) bool { return !isRoyal(k) }))
	for _, held := range o.hands[c] {
		n += held
	}
	return n
}

// wins returns the outcome that c wins.
func wins(c Color, reason Reason) Outcome {
	if c == Black {
		return Outcome{Result: BlackWins, Reason: reason}
	}
	return Outcome{Result: WhiteWins, Reason: reason}
}

// outcome returns what the position decides.
func (o *oracle) outcome() Outcome {
	for _, c := range []Color{Black, White} {
		if o.rules.Check == MayIgnore && len(o.royals(c)) == 0 {
			return wins(c.Other(), ByRoyalCaptured)
		}
	}
	if o.mated() {
		return wins(o.turn.Other(), ByCheckmate)
	}
	if bare := o.bareKing(); bare != (Outcome{}) {
		return bare
	}
	if len(o.moves()) == 0 {
		return wins(o.turn.Other(), ByNoMoves)
	}
	return Outcome{}
}

// bareKing applies the four readings of the bare king.
func (o *oracle) bareKing() Outcome {
	if o.rules.BareKing == BareIgnored {
		return Outcome{}
	}
	if o.bare(Black) && o.bare(White) {
		return Outcome{Result: Draw, Reason: ByBothBare}
	}
	for _, loser := range []Color{Black, White} {
		winner := loser.Other()
		if !o.bare(loser) || o.others(winner) == 0 {
			continue
		}
		switch o.rules.BareKing {
		case BareLosesToLonePiece:
			if o.others(winner) != 1 || len(o.royals(winner)) != 1 {
				continue
			}
		case BareLosesUnlessBared:
			if o.turn == loser && o.baresBack() {
				continue
			}
		}
		return wins(winner, ByBareKing)
	}
	return Outcome{}
}

// baresBack reports whether a move takes the last piece besides royals that the
// other side has.
func (o *oracle) baresBack() bool {
	them := o.turn.Other()
	for _, m := range o.moves() {
		if n := o.after(m); o.others(them) == 1 && n.others(them) == 0 {
			return true
		}
	}
	return false
}
