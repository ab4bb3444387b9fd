package shoshogi

import (
	"bytes"
	"math/bits"
)

// Setup is a position being edited: pieces put anywhere, hands of any size, no
// rule checked. [Setup.Position] is the gate that makes a [Position] of it. The
// zero Setup is an empty board with Black to move. Setups compare with ==.
//
// One side may be without a royal, as in a mating problem (詰将棋). Such positions
// are often decided at once by the rule of the bare king; use rules with BareKing
// set to [BareIgnored] to play them.
type Setup struct {
	Turn  Color                 // the side to move
	Ply   int                   // number of the next move, from 1; 0 counts as 1
	Board [lastSquare + 1]Piece // indexed by Square; Board[NoSquare] must be NoPiece
	Hands [2][King + 1]int      // indexed by Color and by unpromoted Kind
}

// Position is the board, the hands, the side to move, the number of the next
// move and the rules in force, without history. It is a flat struct: q := *p
// copies it, *p == *q compares it, and it may be a map key. It holds no cache,
// so any number of goroutines may read one; a goroutine that changes it needs it
// for itself.
//
// A Position from this package is valid under its rules. The zero Position is
// an empty board without rules; its methods work and find no moves.
type Position struct {
	sets  [groupLimit]SquareSet // by color, then by group
	hands [2]hand
	key   uint64 // exclusive or of the Zobrist keys of the pieces on the board
	book  *rulebook
	ply   uint32
	turn  Color
	board [lastSquare + 1]Piece
}

// hand counts the pieces in one hand, handBits bits for each unpromoted kind.
type hand uint64

const handBits = 6

// maxOfKind is the largest number of pieces of one kind that a set may have.
const maxOfKind = 1<<handBits - 1

func handUnit(k Kind) hand { return 1 << (handBits * (k - Pawn)) }

func (h hand) count(k Kind) int { return int(h >> (handBits * (k - Pawn)) & maxOfKind) }

func (h hand) has(k Kind) bool { return h>>(handBits*(k-Pawn))&maxOfKind != 0 }

// zobrist holds the keys of every piece on every square; those of NoPiece are
// zero. The values are part of the hash that Hash promises to keep.
var zobrist = func() (t [pieceLimit][squareLimit]uint64) {
	state := uint64(0x5f6d8a3c1e2b7094)
	for k := Pawn; k < kindCount; k++ {
		for c := range Color(2) {
			for sq := Square(1); sq <= lastSquare; sq++ {
				state += 0x9e3779b97f4a7c15
				t[makePiece(k, c)][sq] = mix(state)
			}
		}
	}
	return t
}()

// mix is the finalizer of SplitMix64: it spreads every bit over the word.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// rulesOf returns the rulebook, an empty one for the zero Position.
func (p *Position) rulesOf() *rulebook {
	if p.book == nil {
		return &noRules
	}
	return p.book
}

var noRules rulebook

// Rules returns the rules in force; those of the zero Position are the zero
// Rules.
func (p *Position) Rules() Rules { return p.rulesOf().rules }

// Turn returns the side to move.
func (p *Position) Turn() Color { return p.turn }

// Ply returns the number of the next move, counted from 1 at the start of a
// game, or from whatever the SFEN or Setup said. It stays at 134217727, the largest
// number that these may say.
func (p *Position) Ply() int { return int(p.ply) }

// Files returns the number of files of the board, 1–9.
func (p *Position) Files() int { return p.rulesOf().files }

// Ranks returns the number of ranks of the board, 3–9.
func (p *Position) Ranks() int { return p.rulesOf().ranks }

// Board returns the set of all squares of the board.
func (p *Position) Board() SquareSet { return p.rulesOf().board }

// At returns the piece on sq, NoPiece if there is none or sq is no square of the
// board.
func (p *Position) At(sq Square) Piece {
	if sq > lastSquare {
		return NoPiece
	}
	return p.board[sq]
}

// Hand returns how many pieces of the unpromoted kind k the side c has in hand,
// 0 for kinds that cannot be there.
func (p *Position) Hand(c Color, k Kind) int {
	if k < Pawn || k > King {
		return 0
	}
	return p.hands[c&1].count(k)
}

// Pieces returns the squares of the pieces of kind k that belong to c.
func (p *Position) Pieces(c Color, k Kind) SquareSet {
	pc := NewPiece(k, c)
	if pc == NoPiece {
		return SquareSet{}
	}
	set := p.group(groupOf[pc], c)
	for sq := range set.All() {
		if p.board[sq] != pc {
			set = set.AndNot(squareBit(sq))
		}
	}
	return set
}

// Side returns the squares of all pieces of c.
func (p *Position) Side(c Color) SquareSet { return p.sets[c&1] }

// Royals returns the squares of the kings and princes of c.
func (p *Position) Royals(c Color) SquareSet { return p.group(royals, c) }

// group returns the pieces of c in the group g.
func (p *Position) group(g group, c Color) SquareSet {
	return p.sets[g&(groupLimit-1)].And(p.sets[c&1])
}

func (p *Position) occupied() SquareSet { return p.sets[Black].Or(p.sets[White]) }

// Hash returns a hash of all but the ply: board, hands, side to move and rules.
// Equal positions have equal hashes, in every process and on every
// architecture; it costs the same few instructions however the position came
// about. Different positions may collide, with the odds of 64 random bits:
// confirm a hit with [Position.Same] where it matters.
func (p *Position) Hash() uint64 {
	h := p.key ^ p.rulesOf().salt
	if p.turn != Black {
		h ^= turnKey
	}
	if p.hands[Black]|p.hands[White] != 0 {
		h ^= mix(uint64(p.hands[Black]) ^ bits.RotateLeft64(mix(uint64(p.hands[White])+turnKey), 1))
	}
	return h
}

const turnKey = 0x2b7e151628aed2a7

// Same reports whether p and q are equal but for the ply: the same position in
// the sense of the repetition rules.
func (p *Position) Same(q *Position) bool {
	return p.key == q.key && p.turn == q.turn && p.hands == q.hands && p.book == q.book && p.board == q.board
}

// Equal reports whether p and q are equal in all, as p == q does. It lets go-cmp
// compare positions.
func (p Position) Equal(q Position) bool { return p == q }

// GoString returns a Go expression that makes an equal position, up to the two
// ways of writing a default in its rules; see [Rules.GoString].
func (p Position) GoString() string {
	if p.book == nil {
		return "&shoshogi.Position{}"
	}
	return "shoshogi.MustParseSFEN(" + p.Rules().GoString() + ", \"" + p.SFEN() + "\")"
}

// String returns the SFEN.
func (p Position) String() string { return p.SFEN() }

// AppendText appends the rules and the SFEN, separated by a blank: "sho lnsg… b - 1".
// The zero Position has no text.
func (p Position) AppendText(dst []byte) ([]byte, error) {
	if p.book == nil {
		return dst, nil
	}
	dst, err := p.Rules().AppendText(dst)
	if err != nil {
		return dst, err
	}
	return p.AppendSFEN(append(dst, ' ')), nil
}

// MarshalText returns what AppendText appends.
func (p Position) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// UnmarshalText reads what MarshalText writes: the errors are those of [ParseRules]
// and [ParseSFEN]. The empty text gives the zero Position. Rules come back as
// [Rules.Canonical] has them where they write a default in two ways.
func (p *Position) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*p = Position{}
		return nil
	}
	// The SFEN is the last four words; rules may have blanks in their start.
	at := len(text)
	for range 4 {
		at = max(bytes.LastIndexByte(text[:at], ' '), 0)
	}
	if at == 0 {
		return textError("position", string(text), 0, "want rules and an SFEN of four fields")
	}
	r, err := ParseRules(string(text[:at]))
	if err != nil {
		return err
	}
	q, err := ParseSFEN(r, string(text[at+1:]))
	if err != nil {
		return err
	}
	*p = *q
	return nil
}

// Setup returns the position as a Setup, to edit it.
func (p *Position) Setup() Setup {
	s := Setup{Turn: p.turn, Ply: int(p.ply), Board: p.board}
	for c := range s.Hands {
		for k := Pawn; k <= King; k++ {
			s.Hands[c][k] = p.hands[c].count(k)
		}
	}
	return s
}

// Position checks s under the rules and returns the position. The error is a
// *[SetupError] that lists everything wrong with s, or the error of r.Validate.
func (s Setup) Position(r Rules) (*Position, error) {
	book, err := bookOf(r)
	if err != nil {
		return nil, err
	}
	p := new(Position)
	if faults := book.place(p, &s); len(faults) > 0 {
		return nil, &SetupError{Faults: faults}
	}
	return p, nil
}

// place makes p, which must be zero, the position that s describes, and returns
// all that is wrong with it.
func (book *rulebook) place(p *Position, s *Setup) []SetupFault {
	faults := book.check(s)
	if len(faults) > 0 {
		return faults
	}
	p.book, p.turn, p.ply, p.board = book, s.Turn, uint32(max(s.Ply, 1)), s.Board
	for sq := Square(1); sq <= lastSquare; sq++ {
		if pc := s.Board[sq]; pc != NoPiece {
			p.toggle(pc, sq)
		}
	}
	for c := range s.Hands {
		for k := Pawn; k <= King; k++ {
			p.hands[c] += handUnit(k) * hand(s.Hands[c][k])
		}
	}
	if book.rules.Check == MustMeet && p.attacked(s.Turn.Other()) {
		royal := p.Royals(s.Turn.Other()).first()
		faults = append(faults, SetupFault{Problem: OpponentInCheck, Square: royal, Piece: p.board[royal]})
	}
	return faults
}

// Undo holds what [Position.Undo] needs to take one move back. The zero Undo is
// for no position.
type Undo struct {
	key  uint64
	hand hand // of the side that moved
	// deed holds the move, the piece as it stood before, the captured piece and the
	// ply before, from the lowest bits up. As one field it lets the compiler keep an
	// Undo in registers.
	deed uint64
}

// Move returns the move, NoMove for a pass.
func (u Undo) Move() Move { return Move(u.deed) }

// Captured returns the piece that the move captured, NoPiece if none.
func (u Undo) Captured() Piece { return Piece(u.deed >> capturedShift) }

// moved returns the piece on the board that moved, as it stood before.
func (u Undo) moved() Piece { return Piece(u.deed >> movedShift) }

// Where the parts of a deed begin.
const (
	movedShift    = 16
	capturedShift = 24
	plyShift      = 32
)

// Do makes the move in place, without any check and without allocation, and
// returns what [Position.Undo] needs to take it back. An illegal move of either
// side leaves a position that follows no rules; Undo still restores what was
// before. Use [Position.Play] for moves that come from outside. NoMove is a
// [Position.Pass].
func (p *Position) Do(m Move) Undo {
	us := p.turn & 1
	to := m.To()
	u := Undo{p.key, p.hands[us], uint64(m) | uint64(p.ply)<<plyShift}
	p.turn = us ^ 1
	p.ply = min(p.ply+1, maxPly)
	switch {
	case m&dropFlag != 0:
		k := m.Drop()
		u.deed |= uint64(p.pieceAt(to)) << capturedShift // nothing, unless the move is illegal
		p.hands[us] -= handUnit(k)
		p.add(makePiece(k, us), to)
		return u
	case m == NoMove:
		return u
	}
	from := m.From()
	moved, captured := p.pieceAt(from), p.pieceAt(to)
	u.deed |= uint64(moved)<<movedShift | uint64(captured)<<capturedShift
	if captured != NoPiece {
		p.toggle(captured, to)
		p.hands[us] += p.rulesOf().handUnits[captured&(pieceLimit-1)]
	}
	placed := moved
	if m&promoteFlag != 0 {
		placed += promotedOffset
	}
	p.key ^= zobrist[moved&(pieceLimit-1)][from&(squareLimit-1)] ^ zobrist[placed&(pieceLimit-1)][to&(squareLimit-1)]
	a, b := squareBits[from&(squareLimit-1)], squareBits[to&(squareLimit-1)]
	p.flip(group(moved&1), a.xor(b))
	p.flip(groupOf[moved&(pieceLimit-1)], a)
	p.flip(groupOf[placed&(pieceLimit-1)], b)
	p.put(from, NoPiece)
	p.put(to, placed)
	return u
}

// promotedOffset is the distance from a piece to its promoted form.
const promotedOffset = Piece(PromotedPawn-Pawn) << 1

// pieceAt is At without the promise for arbitrary squares.
func (p *Position) pieceAt(sq Square) Piece {
	if int(sq) < len(p.board) {
		return p.board[sq]
	}
	return NoPiece
}

func (p *Position) put(sq Square, pc Piece) {
	if int(sq) < len(p.board) {
		p.board[sq] = pc
	}
}

// add puts pc on an empty square.
func (p *Position) add(pc Piece, sq Square) {
	p.toggle(pc, sq)
	p.put(sq, pc)
}

// flip adds the squares of bits to the bitboard where they are missing, and
// takes them away where they are.
func (p *Position) flip(g group, bits SquareSet) {
	set := &p.sets[g&(groupLimit-1)]
	set.lo ^= bits.lo
	set.hi ^= bits.hi
}

// squareBits is squareBit as a table. Numbers that are no square have no bit, so
// that not even an illegal move leads off the board.
var squareBits = func() (t stepTable) {
	for sq := Square(1); sq <= lastSquare; sq++ {
		t[sq] = squareBit(sq)
	}
	return t
}()

// toggle adds pc to the bitboards and the key where it is missing, and takes it
// away where it is.
func (p *Position) toggle(pc Piece, sq Square) {
	bit := squareBits[sq&(squareLimit-1)]
	p.flip(group(pc&1), bit)
	p.flip(groupOf[pc&(pieceLimit-1)], bit)
	p.key ^= zobrist[pc&(pieceLimit-1)][sq&(squareLimit-1)]
}

// Undo takes back the move that returned u. It must be the last move made and
// not yet taken back; the position is then equal to what it was, hash included.
func (p *Position) Undo(u Undo) {
	us := p.turn&1 ^ 1
	p.turn = us
	p.ply = uint32(u.deed >> plyShift)
	m := u.Move()
	to := m.To()
	switch {
	case m&dropFlag != 0:
		p.toggle(makePiece(m.Drop(), us), to)
		p.put(to, u.Captured())
	case m == NoMove:
		return
	default:
		from := m.From()
		moved, captured := u.moved(), u.Captured()
		// Not what stands on to: an illegal move may lead off the board.
		placed := moved
		if m&promoteFlag != 0 {
			placed += promotedOffset
		}
		a, b := squareBits[from&(squareLimit-1)], squareBits[to&(squareLimit-1)]
		p.flip(group(moved&1), a.xor(b))
		p.flip(groupOf[moved&(pieceLimit-1)], a)
		p.flip(groupOf[placed&(pieceLimit-1)], b)
		if captured != NoPiece {
			p.toggle(captured, to)
		}
		p.put(from, moved)
		p.put(to, captured)
	}
	p.hands[us] = u.hand
	p.key = u.key
}

// Pass gives the move to the other side and returns what [Position.Undo] needs
// to take that back. No rules of this package know a pass: it is for search
// (null move) and analysis. After a pass out of check the side to move could
// take the last royal; move generation never does.
func (p *Position) Pass() Undo {
	return p.Do(NoMove)
}
