package shoshogi

import "math/bits"

// Attack tables and slider attacks on the 9×9 board. Boards of fewer files or
// ranks use the same tables: a piece may look off its board, and whoever uses
// the result keeps the squares that exist.
//
// Sliders look up one line of nine squares at a time: a multiplication gathers the
// seven squares of the line that can block into an index, and a table gives the
// attacked squares. See docs/speed.md for the alternatives that were measured.

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
// from there to the edge; those of noDirection are empty.
var rays = func() (t [directionCount + 1]stepTable) {
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

// every7 has the first rank of seven neighbouring files, which are nine bits apart.
const every7 = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36 | 1<<45 | 1<<54

// fileSets holds, for each place of a slider on a line of nine and each occupancy
// of the seven inner squares, all squares of the files that are attacked when the
// line is a rank or a diagonal: 18 KiB.
var fileSets = func() (t [maxFiles][128]SquareSet) {
	for at := range t {
		for inner := range t[at] {
			for file := range maxFiles {
				if lineTable[at][inner]>>file&1 != 0 {
					t[at][inner] = t[at][inner].Or(wholeFile(file + 1))
				}
			}
		}
	}
	return t
}()

func wholeFile(file int) (s SquareSet) {
	for rank := 1; rank <= maxRanks; rank++ {
		s = s.Or(squareBit(SquareAt(file, rank)))
	}
	return s
}

// slider holds, for one square, what its lines need.
type slider struct {
	fileShift              uint8 // where the file starts in its word
	file, rank             uint8 // from 0
	level, rising, falling line
}

// line is the rank or a diagonal through a square: one square on each file at
// most.
type line struct {
	inner   uint64    // the squares that can block, in the seven inner files
	gather  uint64    // brings them to the seven highest bits, in the order of the files
	squares SquareSet // the line without the square itself
}

var sliders = func() (t [squareLimit]slider) {
	for sq := Square(1); sq <= lastSquare; sq++ {
		s := &t[sq]
		s.file, s.rank = uint8(sq.File()-1), uint8(sq.Rank()-1)
		s.fileShift = (9*s.file + 1) % 64
		s.level = newLine(sq, left, right)
		s.rising = newLine(sq, forwardLeft, backRight)
		s.falling = newLine(sq, forwardRight, backLeft)
	}
	return t
}()

// newLine returns the line through sq in two opposite directions.
func newLine(sq Square, a, b direction) (l line) {
	l.squares = rays[a][sq].Or(rays[b][sq])
	for to := range l.squares.Or(squareBit(sq)).All() {
		if neighbour(to, a) == NoSquare || neighbour(to, b) == NoSquare {
			continue // the end of a line blocks nothing
		}
		at := bits.TrailingZeros64(innerFiles(squareBit(to)))
		l.inner |= 1 << at
		l.gather |= 1 << (57 + to.File() - 2 - at)
	}
	return l
}

// attacks returns what a slider attacks on the line; sets belongs to its file.
func (l *line) attacks(sets *[128]SquareSet, inner uint64) SquareSet {
	return sets[(inner&l.inner)*l.gather>>57].And(l.squares)
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

// bishopAttacks returns what a bishop on sq attacks; inner is innerFiles(occupied).
func bishopAttacks(sq Square, inner uint64) SquareSet {
	s := &sliders[sq&(squareLimit-1)]
	sets := &fileSets[s.file]
	return s.rising.attacks(sets, inner).Or(s.falling.attacks(sets, inner))
}

// rookAttacks returns what a rook on sq attacks; inner is innerFiles(occupied).
func rookAttacks(sq Square, occupied SquareSet, inner uint64) SquareSet {
	s := &sliders[sq&(squareLimit-1)]
	return fileAttacks(sq, occupied).Or(s.level.attacks(&fileSets[s.file], inner))
}

// lanceAttacks returns what a lance of c on sq attacks: its ray up to the first
// piece on it. A ray lies in one word; in the other the result is empty.
func lanceAttacks(c Color, sq Square, occupied SquareSet) SquareSet {
	ray := &rays[forward.seenBy(c)][sq&(squareLimit-1)]
	blockers := occupied.And(*ray)
	if c == White { // forward is up in the bits
		return SquareSet{(blockers.lo ^ (blockers.lo - 1)) & ray.lo, (blockers.hi ^ (blockers.hi - 1)) & ray.hi}
	}
	return SquareSet{fromHighest(blockers.lo) & ray.lo, fromHighest(blockers.hi) & ray.hi}
}

// fromHighest returns the highest bit of x and all above it, all bits if there is
// none.
func fromHighest(x uint64) uint64 { return ^uint64(0) << ((bits.Len64(x|1) - 1) & 63) }

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
