package shoshogi

// Attack tables and slider attacks on the 9×9 board. Boards of fewer files or
// ranks use the same tables: a piece may look off its board, and whoever uses
// the result keeps the squares that exist.
//
// Sliders look up one line of nine squares at a time: the seven squares of the
// line that can block are gathered into an index, lineTable gives the attacked
// squares of the line, and these are spread back onto the board. See
// docs/speed.md for the alternatives that were measured.

// squareLimit is above every Square; arrays of this size need no bounds check
// when the index is masked with squareLimit-1.
const squareLimit = 128

// group is a set of kinds that move alike. A position keeps one bitboard for
// each; the first two indices stand for the colors.
type group uint8

const (
	pawns group = iota + 2
	lances
	knights
	silvers
	golds // Gold and the four kinds that promote to its moves
	bishops
	rooks
	horses
	dragons
	elephants
	leopards
	royals // King and Prince
	rookGolds
	bishopLeopards
	groupLimit
)

// groupOf gives the group of each piece. NoPiece has the group 0, the bitboard
// of Black, and also counts as Black's: whatever toggles both leaves all as it
// was.
var groupOf = func() (t [pieceLimit]group) {
	kinds := [kindCount]group{
		Pawn: pawns, Lance: lances, Knight: knights, Silver: silvers, Gold: golds, Bishop: bishops, Rook: rooks,
		Elephant: elephants, Leopard: leopards, King: royals,
		PromotedPawn: golds, PromotedLance: golds, PromotedKnight: golds, PromotedSilver: golds, PromotedGold: rookGolds,
		Horse: horses, Dragon: dragons, Prince: royals, PromotedLeopard: bishopLeopards,
	}
	for k := Pawn; k < kindCount; k++ {
		t[makePiece(k, Black)] = kinds[k]
		t[makePiece(k, White)] = kinds[k]
	}
	return t
}()

// stepTable holds, for each square, where a piece standing there attacks by
// steps and jumps.
type stepTable [squareLimit]SquareSet

// The step attacks by color, for the kinds that take steps only. Those of horse
// and dragon are the orthogonal and diagonal neighbours.
var (
	pawnSteps     = colorSteps(Pawn)
	knightJumps   = colorSteps(Knight)
	silverSteps   = colorSteps(Silver)
	goldStepTable = colorSteps(Gold)
	elephantSteps = colorSteps(Elephant)
	leopardSteps  = colorSteps(Leopard)
	kingSteps     = stepsOf(King, Black)
)

// rays holds, for each direction as Black sees it and each square, the squares
// from there to the edge.
var rays = func() (t [directionCount]stepTable) {
	for d := range directionCount {
		for sq := Square(1); sq <= lastSquare; sq++ {
			for to := neighbour(sq, d); to != NoSquare; to = neighbour(to, d) {
				t[d][sq] = t[d][sq].Or(squareBit(to))
			}
		}
	}
	return t
}()

// orthogonalRays and diagonalRays hold the attacks of rook and bishop on an
// empty board.
var orthogonalRays, diagonalRays = func() (orthogonal, diagonal stepTable) {
	for d := range directionCount {
		table := &orthogonal
		if diagonals>>d&1 != 0 {
			table = &diagonal
		}
		for sq := range table {
			table[sq] = table[sq].Or(rays[d][sq])
		}
	}
	return orthogonal, diagonal
}()

// neighbour returns the square next to sq in the direction d as Black sees it,
// or NoSquare beyond the edge.
func neighbour(sq Square, d direction) Square {
	offsets := [directionCount][2]int{ // file, rank
		forward: {0, -1}, forwardRight: {-1, -1}, right: {-1, 0}, backRight: {-1, 1},
		back: {0, 1}, backLeft: {1, 1}, left: {1, 0}, forwardLeft: {1, -1},
	}
	return SquareAt(sq.File()+offsets[d][0], sq.Rank()+offsets[d][1])
}

// seenBy turns a direction of c into the one that Black calls so.
func (d direction) seenBy(c Color) direction { return (d + direction(c)*4) % directionCount }

func colorSteps(k Kind) [2]stepTable {
	return [2]stepTable{stepsOf(k, Black), stepsOf(k, White)}
}

// stepsOf builds the table of the steps and jumps of a kind.
func stepsOf(k Kind, c Color) (t stepTable) {
	for sq := Square(1); sq <= lastSquare; sq++ {
		for d := range directionCount {
			if kindTable[k].steps>>d&1 != 0 {
				t[sq] = t[sq].Or(SquaresOf(neighbour(sq, d.seenBy(c))))
			}
		}
		if kindTable[k].jumps {
			ahead := neighbour(sq, forward.seenBy(c))
			if ahead == NoSquare {
				continue
			}
			for _, d := range [...]direction{forwardRight, forwardLeft} {
				t[sq] = t[sq].Or(SquaresOf(neighbour(ahead, d.seenBy(c))))
			}
		}
	}
	return t
}

// lineTable gives the attacked squares of a line of nine, as bits 0–8, for each
// place of the slider on it and each occupancy of the seven inner squares.
var lineTable = func() (t [maxRanks][128]uint16) {
	for at := range t {
		for inner := range t[at] {
			occupied := inner << 1
			for i := at + 1; i < maxRanks; i++ {
				t[at][inner] |= 1 << i
				if occupied>>i&1 != 0 {
					break
				}
			}
			for i := at - 1; i >= 0; i-- {
				t[at][inner] |= 1 << i
				if occupied>>i&1 != 0 {
					break
				}
			}
		}
	}
	return t
}()

// Multipliers and masks of the gathering and spreading. Files are nine bits
// apart; every7 has the first rank of seven neighbouring files.
const (
	every7     = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36 | 1<<45 | 1<<54
	gatherRank = 1 | 1<<8 | 1<<16 | 1<<24 | 1<<32 | 1<<40 | 1<<48 // file bits 9 apart to bits 1 apart, from bit 48
)

// slider holds, for one square, what gathering and spreading need.
type slider struct {
	fileShift       uint8 // where the file starts in its word
	file, rank      uint8 // from 0
	rising, falling diagonal
}

// diagonal describes one of the two diagonals through a square.
type diagonal struct {
	inner uint64    // the squares that can block, in the seven inner files
	line  SquareSet // the whole line without the square itself
}

var sliders = func() (t [squareLimit]slider) {
	for sq := Square(1); sq <= lastSquare; sq++ {
		s := &t[sq]
		s.file, s.rank = uint8(sq.File()-1), uint8(sq.Rank()-1)
		s.fileShift = (9*s.file + 1) % 64
		s.rising = newDiagonal(rays[forwardLeft][sq].Or(rays[backRight][sq]))
		s.falling = newDiagonal(rays[forwardRight][sq].Or(rays[backLeft][sq]))
	}
	return t
}()

func newDiagonal(line SquareSet) diagonal {
	d := diagonal{line: line}
	for sq := range line.All() {
		if r := sq.Rank(); r > 1 && r < maxRanks {
			d.inner |= innerFiles(squareBit(sq))
		}
	}
	return d
}

// innerFiles returns the 63 squares of files 2 to 8 in one word, first rank of
// file 2 at bit 0.
func innerFiles(occupied SquareSet) uint64 { return occupied.lo>>10 | occupied.hi<<54 }

// fileAttacks returns what a rook on sq attacks on its file.
func fileAttacks(sq Square, occupied SquareSet) SquareSet {
	s := &sliders[sq&(squareLimit-1)]
	if sq < 64 {
		line := occupied.lo >> (s.fileShift & 63)
		return SquareSet{uint64(lineTable[s.rank][line>>1&127]) << (s.fileShift & 63), 0}
	}
	line := occupied.hi >> (s.fileShift & 63)
	return SquareSet{0, uint64(lineTable[s.rank][line>>1&127]) << (s.fileShift & 63)}
}

// rankAttacks returns what a rook on sq attacks on its rank.
func rankAttacks(sq Square, inner uint64) SquareSet {
	s := &sliders[sq&(squareLimit-1)]
	index := (inner >> s.rank & every7) * gatherRank >> 48 & 127
	attacked := uint64(lineTable[s.file][index])
	spread := (attacked & 127) * gatherRank & every7
	return SquareSet{spread << 1 << s.rank, (attacked>>7&1 | attacked>>8<<9) << s.rank}
}

// attacks returns what a bishop on the square attacks on one diagonal.
func (d *diagonal) attacks(rank uint8, inner uint64) SquareSet {
	index := (inner & d.inner) * every7 >> 55 & 127
	attacked := uint64(lineTable[rank][index])
	return SquareSet{attacked * every7 << 1 & d.line.lo, (attacked | attacked<<9) & d.line.hi}
}

// bishopAttacks returns what a bishop on sq attacks.
func bishopAttacks(sq Square, inner uint64) SquareSet {
	s := &sliders[sq&(squareLimit-1)]
	return s.rising.attacks(s.rank, inner).Or(s.falling.attacks(s.rank, inner))
}

// rookAttacks returns what a rook on sq attacks; inner is innerFiles(occupied).
func rookAttacks(sq Square, occupied SquareSet, inner uint64) SquareSet {
	return fileAttacks(sq, occupied).Or(rankAttacks(sq, inner))
}

// lanceAttacks returns what a lance of c on sq attacks.
func lanceAttacks(c Color, sq Square, occupied SquareSet) SquareSet {
	return fileAttacks(sq, occupied).And(rays[forward.seenBy(c)][sq&(squareLimit-1)])
}

// noDirection says that two squares share no rank, file or diagonal.
const noDirection = directionCount

// directionTo gives the direction, as Black sees it, from one square to another.
var directionTo = func() (t [squareLimit][squareLimit]direction) {
	for from := range t {
		for to := range t[from] {
			t[from][to] = noDirection
		}
		for d := range directionCount {
			for to := range rays[d][from].All() {
				t[from][to] = d
			}
		}
	}
	return t
}()

// upTo returns the squares from a, which is left out, to b, which is not. The
// two must share a line.
func upTo(a, b Square) SquareSet {
	d := directionTo[a&(squareLimit-1)][b&(squareLimit-1)] % directionCount
	return rays[d][a&(squareLimit-1)].AndNot(rays[d][b&(squareLimit-1)])
}

// Shifts of whole sets of squares by one step, as Black sees the directions.
// Ranks run along neighbouring bits, so a step off one edge would land on the
// next file; the masks of the
// top and bottom rank clear what would.
const (
	topRankLow, topRankHigh       = every7 << 1, 1 | 1<<9
	bottomRankLow, bottomRankHigh = every7 << 9, 1<<8 | 1<<17
)

func shiftForward(s SquareSet) SquareSet {
	return SquareSet{s.lo &^ topRankLow >> 1, s.hi &^ topRankHigh >> 1}
}

func shiftBack(s SquareSet) SquareSet {
	return SquareSet{s.lo &^ bottomRankLow << 1, s.hi &^ bottomRankHigh << 1}
}

// shiftLeft moves towards higher files; what leaves file 9 leaves fullBoard
// and is cut off by whoever intersects with the board.
func shiftLeft(s SquareSet) SquareSet {
	return SquareSet{s.lo << 9, s.hi<<9 | s.lo>>55}
}

func shiftRight(s SquareSet) SquareSet {
	return SquareSet{s.lo>>9 | s.hi<<55, s.hi >> 9}
}
