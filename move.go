package shoshogi

import (
	"errors"
	"fmt"
	"strings"
)

// Move is a move of a piece on the board or a drop. It is a plain number that
// knows nothing of the position; the zero Move is NoMove. The encoding is
// stable: bits 0–6 hold the destination, bits 7–13 the origin or the kind that
// is dropped, bit 14 is set for a promotion and bit 15 for a drop.
type Move uint16

// NoMove is the zero Move, no move at all.
const NoMove Move = 0

const (
	fromShift        = 7
	toMask      Move = 1<<fromShift - 1
	promoteFlag Move = 1 << 14
	dropFlag    Move = 1 << 15
)

// NewMove returns the move of the piece on from to the square to. It returns
// NoMove if a square is invalid or both are the same.
func NewMove(from, to Square, promote bool) Move {
	if !from.Valid() || !to.Valid() || from == to {
		return NoMove
	}
	m := Move(from)<<fromShift | Move(to)
	if promote {
		m |= promoteFlag
	}
	return m
}

// NewDrop returns the move that drops a piece of kind k on the square to. It
// returns NoMove if the square is invalid or k is not an unpromoted kind.
func NewDrop(k Kind, to Square) Move {
	if k < Pawn || k > King || !to.Valid() {
		return NoMove
	}
	return dropFlag | Move(k)<<fromShift | Move(to)
}

// From returns the origin, NoSquare for drops and NoMove.
func (m Move) From() Square {
	if m&dropFlag != 0 {
		return NoSquare
	}
	return Square(m >> fromShift & toMask)
}

// To returns the destination, NoSquare for NoMove.
func (m Move) To() Square { return Square(m & toMask) }

// Drop returns the kind that is dropped, NoKind for moves on the board.
func (m Move) Drop() Kind {
	if m&dropFlag == 0 {
		return NoKind
	}
	return Kind(m >> fromShift & toMask)
}

// Promotes reports whether the piece promotes.
func (m Move) Promotes() bool { return m&promoteFlag != 0 }

// Valid reports whether m is a value that [NewMove] or [NewDrop] can return,
// other than NoMove. It says nothing of legality.
func (m Move) Valid() bool {
	if m&dropFlag != 0 {
		return m == NewDrop(m.Drop(), m.To())
	}
	return m.From().Valid() && m.To().Valid() && m.From() != m.To()
}

// String returns the move as USI writes it: "7g7f", "8h2b+", "P*5e". NoMove
// gives "-".
func (m Move) String() string {
	switch {
	case m == NoMove:
		return noneText
	case !m.Valid():
		return fmt.Sprintf("Move(%#04x)", uint16(m))
	}
	return string(m.appendUSI(make([]byte, 0, 5)))
}

func (m Move) appendUSI(dst []byte) []byte {
	if k := m.Drop(); k != NoKind {
		dst = append(dst, k.String()...)
		dst = append(dst, '*')
	} else {
		dst = m.From().appendText(dst)
	}
	dst = m.To().appendText(dst)
	if m.Promotes() {
		dst = append(dst, '+')
	}
	return dst
}

// GoString returns the Go expression for m.
func (m Move) GoString() string {
	switch {
	case m == NoMove:
		return "shoshogi.NoMove"
	case !m.Valid():
		return fmt.Sprintf("shoshogi.Move(%#04x)", uint16(m))
	}
	return fmt.Sprintf("shoshogi.MustParseMove(%q)", m.String())
}

// ParseMove reads a move as USI writes it, the inverse of [Move.String]:
// "7g7f", "8h2b+", "P*5e". Letters are upper case for both sides. Any other
// text, words such as "resign" and "0000" among them, is a *[ParseError].
func ParseMove(s string) (Move, error) {
	if len(s) >= 2 && s[1] == '*' {
		return parseDrop(s)
	}
	if len(s) < 4 {
		return NoMove, textError("move", s, 0, `want a move like "7g7f", "8h2b+" or "P*5e"`)
	}
	from, to := squareOf(s[:2]), squareOf(s[2:4])
	switch {
	case from == NoSquare:
		return NoMove, textError("move", s, 0, "want a file 1–9 and a rank a–i to move from")
	case to == NoSquare:
		return NoMove, textError("move", s, 2, "want a file 1–9 and a rank a–i to move to")
	case from == to:
		return NoMove, textError("move", s, 2, "the move goes nowhere")
	case s[4:] != "" && s[4:] != "+":
		return NoMove, textError("move", s, 4, `only "+" may follow the squares`)
	}
	return NewMove(from, to, s[4:] == "+"), nil
}

func parseDrop(s string) (Move, error) {
	k, err := ParseKind(s[:1])
	if err != nil {
		return NoMove, textError("move", s, 0, "no kind of piece has this letter; the letters are upper case for both sides")
	}
	if len(s) < 4 || squareOf(s[2:4]) == NoSquare {
		return NoMove, textError("move", s, 2, "want a file 1–9 and a rank a–i to drop on")
	}
	if len(s) > 4 {
		return NoMove, textError("move", s, 4, "nothing may follow a drop")
	}
	return NewDrop(k, squareOf(s[2:4])), nil
}

// MustParseMove is ParseMove for texts known to be right; it panics on an
// error.
func MustParseMove(s string) Move {
	m, err := ParseMove(s)
	if err != nil {
		panic(err)
	}
	return m
}

// ErrIllegalMove is what every [Illegality] and *[MoveError] is, in the sense
// of errors.Is.
var ErrIllegalMove = errors.New("illegal move")

// Illegality says why a move is not legal. It is an error; all of them are
// [ErrIllegalMove] in the sense of errors.Is. The zero value is no reason and
// never returned.
type Illegality uint8

// The reasons. Where several apply, the first of this list that does is given,
// except that GameOver goes before all others.
const (
	NoSuchMove     Illegality = iota + 1 // no piece of the side to move can go there by its movement, or the value is no move
	CannotPromote                        // the piece cannot promote by this move
	MustPromote                          // the piece must promote by this move
	DropNotAllowed                       // the rules do not let this kind be dropped, or not where it could never move
	NotInHand                            // no such piece is in hand
	TwoPawns                             // 二歩: a second unpromoted pawn on the file
	LeavesCheck                          // the last royal would be left attacked
	PawnDropMate                         // 打ち歩詰め: a pawn drop that mates
	Repeats                              // the move would bring about a forbidden repetition; only from a [Game]
	GameOver                             // the game has ended
)

var illegalityNames = []string{"", "no such move", "piece cannot promote", "piece must promote", "drop not allowed", "not in hand",
	"two pawns on a file", "leaves the last royal attacked", "pawn drop gives mate", "forbidden repetition", "game is over"}

// Error returns the reason in words.
func (i Illegality) Error() string { return i.String() }

// String returns the reason in words.
func (i Illegality) String() string { return nameOf("Illegality", illegalityNames, uint8(i)) }

// Is makes every Illegality match [ErrIllegalMove].
func (i Illegality) Is(target error) bool { return target == ErrIllegalMove }

// MoveError reports a move that could not be played and why.
type MoveError struct {
	Move   Move
	Reason Illegality
	SFEN   string // the position in which it was tried
}

// Error names move, reason and position.
func (e *MoveError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "illegal move %v: %v", e.Move, e.Reason)
	if e.SFEN != "" {
		fmt.Fprintf(&b, " (in %s)", e.SFEN)
	}
	return b.String()
}

// Unwrap returns the reason, for errors.Is and errors.As.
func (e *MoveError) Unwrap() error { return e.Reason }

// Play makes the move in place if it is legal. Otherwise it changes nothing and
// returns a *[MoveError].
func (p *Position) Play(m Move) error {
	if err := p.ValidateMove(m); err != nil {
		return &MoveError{Move: m, Reason: err.(Illegality), SFEN: p.SFEN()}
	}
	p.Do(m)
	return nil
}

// Legal reports whether m is one of the moves that [Position.AppendMoves]
// lists. Any value may be asked for.
func (p *Position) Legal(m Move) bool { return p.illegality(m) == 0 }

// ValidateMove returns nil if m is legal, and otherwise an [Illegality]. Any
// value may be asked for. It does not allocate.
func (p *Position) ValidateMove(m Move) error {
	if reason := p.illegality(m); reason != 0 {
		return reason
	}
	return nil
}

// illegality returns why m is not legal, or 0 if it is.
func (p *Position) illegality(m Move) Illegality {
	if p.royalTaken() {
		return GameOver
	}
	if m&dropFlag != 0 {
		return p.dropIllegality(m)
	}
	us := p.turn & 1
	from, to := m.From(), m.To()
	if !from.Valid() || !to.Valid() {
		return NoSuchMove
	}
	pc := p.board[from]
	occupied := p.occupied()
	if pc.Color() != us || !p.pieceTargets(pc, from, occupied, innerFiles(occupied)).And(p.landing(us)).Has(to) {
		return NoSuchMove
	}
	may, must := p.rulesOf().promotion(pc, from, to, p.board[to] != NoPiece)
	switch {
	case m.Promotes() && !may:
		return CannotPromote
	case !m.Promotes() && must:
		return MustPromote
	}
	if p.leavesCheck(m, p.boundRoyal(us)) || p.losesFirstRoyal(m) {
		return LeavesCheck
	}
	return 0
}

// leavesCheck reports whether the royal, the last one of the side to move, would be
// attacked after the move m, which must be right otherwise. Nothing does if royal is
// NoSquare.
func (p *Position) leavesCheck(m Move, royal Square) bool {
	if royal == NoSquare {
		return false
	}
	us := p.turn & 1
	from, to := m.From(), m.To()
	if from == royal {
		royal = to
	}
	a, b := squareBits[from&(squareLimit-1)], squareBits[to&(squareLimit-1)]
	occupied := p.occupied().AndNot(a).Or(b)
	enemies := p.sets[us^1].AndNot(b)
	return p.attackedAmong(royal, us^1, occupied, enemies) && !p.makesRoyal(m)
}

// makesRoyal reports whether m, a move of the side to move, gives it one royal more:
// the promotion of an elephant, or a king from the hand.
func (p *Position) makesRoyal(m Move) bool {
	return m.Drop() == King || m.Promotes() && p.At(m.From()).Kind() == Elephant
}

func (p *Position) dropIllegality(m Move) Illegality {
	us := p.turn & 1
	book := p.rulesOf()
	k, to := m.Drop(), m.To()
	switch {
	case !m.Valid() || !book.board.Has(to) || p.board[to] != NoPiece:
		return NoSuchMove
	case !book.rules.Drops.Has(k) || book.deadDrops(us, k).Has(to):
		return DropNotAllowed
	case !p.hands[us].has(k):
		return NotInHand
	case k == Pawn && !book.rules.TwoPawns && pawnFiles(p.group(pawns, us)).Has(to):
		return TwoPawns
	}
	if p.leavesCheck(m, p.boundRoyal(us)) || p.losesFirstRoyal(m) {
		return LeavesCheck
	}
	if k == Pawn && p.pawnDropMates(to) {
		return PawnDropMate
	}
	return 0
}

// losesFirstRoyal reports whether m, by a promotion or a drop, gives a side
// without a royal one that is attacked where that is not allowed.
func (p *Position) losesFirstRoyal(m Move) bool {
	us := p.turn & 1
	if p.rulesOf().rules.Check != MustMeet || !p.Royals(us).IsEmpty() {
		return false
	}
	if !p.makesRoyal(m) {
		return false
	}
	q := *p
	q.Do(m)
	return q.attacked(us)
}

// GivesCheck reports whether the legal move m leaves the last royal of the
// other side attacked, as [Position.InCheck] then says. For moves that are not
// legal it returns false.
func (p *Position) GivesCheck(m Move) bool {
	if !p.Legal(m) {
		return false
	}
	q := *p
	q.Do(m)
	return q.InCheck()
}

// Captured returns the piece that m would capture: what stands on the
// destination, whether or not the move is legal. Drops capture nothing.
func (p *Position) Captured(m Move) Piece {
	if m&dropFlag != 0 {
		return NoPiece
	}
	return p.At(m.To())
}

// InCheck reports whether the side to move has exactly one royal and that royal
// is attacked. A side with two royals is never in check; a side without one
// neither.
func (p *Position) InCheck() bool { return p.attacked(p.turn) }

// Checkers returns the pieces that attack the last royal of the side to move;
// it is empty when that side is not in check.
func (p *Position) Checkers() SquareSet {
	royal := p.lastRoyal(p.turn)
	if royal == NoSquare {
		return SquareSet{}
	}
	return p.Attackers(royal, p.turn.Other())
}

// Attackers returns the pieces of c that attack sq by their movement, whether
// or not they could legally go there: pinned pieces and royals count, and what
// stands on sq does not matter. An invalid square gives the empty set.
func (p *Position) Attackers(sq Square, c Color) SquareSet {
	if !p.rulesOf().board.Has(sq) {
		return SquareSet{}
	}
	return p.attackersAmong(sq, c&1, p.occupied(), p.sets[c&1])
}

// Pinned returns the pieces of c, other than the royal itself, that alone stand
// between the last royal of c and an enemy slider. It is empty for a side with
// no royal or two. Where the rules let check be ignored a pin binds no one, but
// is reported all the same.
func (p *Position) Pinned(c Color) SquareSet {
	royal := p.lastRoyal(c)
	if royal == NoSquare {
		return SquareSet{}
	}
	_, pinned := p.sliderLines(royal, c&1)
	return pinned
}

// lastRoyal returns the square of the only royal of c, NoSquare if it has none
// or several.
func (p *Position) lastRoyal(c Color) Square {
	if set := p.Royals(c); set.single() {
		return set.first()
	}
	return NoSquare
}

// boundRoyal returns the royal of c that its moves must not leave attacked,
// NoSquare if there is none: with two royals, or where check may be ignored.
func (p *Position) boundRoyal(c Color) Square {
	if p.rulesOf().rules.Check != MustMeet {
		return NoSquare
	}
	return p.lastRoyal(c)
}

// royalTaken reports whether a side has no royal under rules where that ends
// the game.
func (p *Position) royalTaken() bool {
	return p.rulesOf().rules.Check == MayIgnore && (p.Royals(Black).IsEmpty() || p.Royals(White).IsEmpty())
}

// attacked reports whether the last royal of c is attacked.
func (p *Position) attacked(c Color) bool {
	royal := p.lastRoyal(c)
	return royal != NoSquare && p.attackedAmong(royal, c&1^1, p.occupied(), p.sets[c&1^1])
}

// landing returns the squares on which a piece of us may end a move: the board
// without the own pieces, and without the last royal of the other side where
// the rules do not let it be taken.
func (p *Position) landing(us Color) SquareSet {
	free := p.rulesOf().board.AndNot(p.sets[us])
	if royal := p.boundRoyal(us ^ 1); royal != NoSquare {
		free = free.AndNot(squareBit(royal))
	}
	return free
}

// attackersAmong returns the pieces of by, limited to among, that attack sq
// when occupied blocks the lines.
func (p *Position) attackersAmong(sq Square, by Color, occupied, among SquareSet) SquareSet {
	var found SquareSet
	if near := among.And(besides[by&1][sq&(squareLimit-1)]); !near.IsEmpty() {
		found = p.stepAttackers(sq, by).And(near)
	}
	for s := p.sliderCandidates(sq, by).And(among); !s.IsEmpty(); s = s.withoutFirst() {
		from := s.first()
		if upTo(sq, from).And(occupied).single() {
			found = found.Or(squareBit(from))
		}
	}
	return found
}

// attackedAmong reports whether attackersAmong would return any.
func (p *Position) attackedAmong(sq Square, by Color, occupied, among SquareSet) bool {
	if near := among.And(besides[by&1][sq&(squareLimit-1)]); !near.IsEmpty() && p.stepAttackers(sq, by).meets(near) {
		return true
	}
	for s := p.sliderCandidates(sq, by).And(among); !s.IsEmpty(); s = s.withoutFirst() {
		if upTo(sq, s.first()).And(occupied).single() {
			return true
		}
	}
	return false
}

// stepAttackers returns the pieces of either side that would attack sq by a
// step or jump if they belonged to by; the caller picks those that do.
func (p *Position) stepAttackers(sq Square, by Color) SquareSet {
	at := sq & (squareLimit - 1)
	them := by&1 ^ 1
	found := pawnSteps[them][at].And(p.sets[pawns])
	found = found.Or(knightJumps[them][at].And(p.sets[knights]))
	found = found.Or(silverSteps[them][at].And(p.sets[silvers]))
	found = found.Or(goldStepTable[them][at].And(p.sets[golds]))
	found = found.Or(elephantSteps[them][at].And(p.sets[elephants]))
	found = found.Or(leopardSteps[them][at].And(p.sets[leopards]))
	return found.Or(kingSteps[at].And(p.sets[royals].Or(p.sets[horses]).Or(p.sets[dragons])))
}

// sliderCandidates returns the sliders of either side that would attack sq on
// an empty board if they belonged to by.
func (p *Position) sliderCandidates(sq Square, by Color) SquareSet {
	at := sq & (squareLimit - 1)
	found := orthogonalRays[at].And(p.rookMovers())
	found = found.Or(diagonalRays[at].And(p.bishopMovers()))
	return found.Or(rays[back.seenBy(by)][at].And(p.sets[lances]))
}

func (p *Position) rookMovers() SquareSet {
	return p.sets[rooks].Or(p.sets[dragons]).Or(p.sets[rookGolds])
}

func (p *Position) bishopMovers() SquareSet {
	return p.sets[bishops].Or(p.sets[horses]).Or(p.sets[bishopLeopards])
}

// sliderLines returns the enemy sliders that attack the royal of us on king,
// and the pieces of us that alone keep another one from doing so.
func (p *Position) sliderLines(king Square, us Color) (checkers, pinned SquareSet) {
	occupied := p.occupied()
	for s := p.sliderCandidates(king, us^1).And(p.sets[us^1]); !s.IsEmpty(); s = s.withoutFirst() {
		from := squareBit(s.first())
		blockers := upTo(king, s.first()).And(occupied).AndNot(from)
		switch {
		case blockers.IsEmpty():
			checkers = checkers.Or(from)
		case blockers.single():
			pinned = pinned.Or(blockers.And(p.sets[us]))
		}
	}
	return checkers, pinned
}

// pieceTargets returns where pc on from attacks, own pieces included. NoPiece
// attacks nothing.
func (p *Position) pieceTargets(pc Piece, from Square, occupied SquareSet, inner uint64) SquareSet {
	at := from & (squareLimit - 1)
	c := pc.Color()
	switch groupOf[pc&(pieceLimit-1)] {
	case pawns:
		return pawnSteps[c][at]
	case lances:
		return lanceAttacks(c, from, occupied)
	case knights:
		return knightJumps[c][at]
	case silvers:
		return silverSteps[c][at]
	case golds:
		return goldStepTable[c][at]
	case elephants:
		return elephantSteps[c][at]
	case leopards:
		return leopardSteps[c][at]
	case royals:
		return kingSteps[at]
	case bishops, bishopLeopards:
		return bishopAttacks(from, inner)
	case rooks, rookGolds:
		return rookAttacks(from, occupied, inner)
	case horses:
		return bishopAttacks(from, inner).Or(kingSteps[at])
	case dragons:
		return rookAttacks(from, occupied, inner).Or(kingSteps[at])
	}
	return SquareSet{}
}

// pawnFiles returns all squares of the files on which pawns has a square.
func pawnFiles(pawns SquareSet) SquareSet {
	return SquareSet{fillFiles(pawns.lo>>1) << 1, fillFiles(pawns.hi)}
}

// fillFiles sets all nine bits of every group of nine that has one set: adding
// 255 carries into the ninth bit of a group unless the lower eight are zero.
func fillFiles(x uint64) uint64 {
	const ninth = every7 << 8
	marked := ((x&^ninth + (ninth - every7)) | x) & ninth >> 8
	return marked<<9 - marked
}

// pawnDropMates reports whether a pawn of the side to move, dropped on to,
// mates where that is not allowed. The drop must be legal otherwise.
func (p *Position) pawnDropMates(to Square) bool {
	book := p.rulesOf()
	if book.rules.PawnDropMate {
		return false
	}
	us := p.turn & 1
	king := p.boundRoyal(us ^ 1)
	if king == NoSquare || !pawnSteps[us][to&(squareLimit-1)].Has(king) {
		return false
	}
	q := *p
	q.Do(NewDrop(Pawn, to))
	return !q.HasMove()
}
