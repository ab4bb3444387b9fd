package shoshogi

import (
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// The slider attacks of attack.go beside other ways to find the same squares.
// docs/speed.md says what each gave. All must equal a walk square by square; the
// benchmark asks each for one rook and one bishop on the same random boards.
// Tables are built by the constructors, so that only the benchmarks pay for them.

// sliderQuery returns what a rook on one square and a bishop on another attack.
type sliderQuery func(rook, bishop Square, occupied SquareSet) (orthogonal, diagonal SquareSet)

var sliderTechniques = []struct {
	name string
	make func() sliderQuery
}{
	{"lines-files-table", func() sliderQuery { return filesTableQuery }},
	{"lines-spread", newSpreadQuery},
	{"lines-rank-table", newRankTableQuery},
	{"lines-two-tables", newTwoTablesQuery},
	{"lines-per-square", newPerSquareQuery},
	{"bishop-magic", newMagicQuery},
	{"subtract-reverse-bits", newReverseBitsQuery},
	{"subtract-reverse-bytes", newReverseBytesQuery},
	{"obstruction-difference", newObstructionQuery},
	{"rays", func() sliderQuery { return rayQuery }},
	{"walk", newWalkQuery},
}

// sliderBoard is a random question.
type sliderBoard struct {
	occupied     SquareSet
	rook, bishop Square
}

// sliderBoards returns random boards with 5 to 60 pieces, both sliders among them.
func sliderBoards(n int) []sliderBoard {
	rng := rand.New(rand.NewPCG(3, 4))
	boards := make([]sliderBoard, n)
	for i := range boards {
		order := rng.Perm(int(lastSquare))
		b := &boards[i]
		for _, at := range order[:5+rng.IntN(56)] {
			b.occupied = b.occupied.Or(squareBit(Square(at + 1)))
		}
		b.rook, b.bishop = Square(order[0]+1), Square(order[1]+1)
	}
	return boards
}

// walkedAttacks is the reference: it walks square by square.
func walkedAttacks(sq Square, occupied SquareSet, directions uint8) (attacked SquareSet) {
	for d := range directionCount {
		if directions>>d&1 == 0 {
			continue
		}
		for to := neighbour(sq, d); to != NoSquare; to = neighbour(to, d) {
			attacked = attacked.Or(SquaresOf(to))
			if occupied.Has(to) {
				break
			}
		}
	}
	return attacked
}

func TestSliderTechniques(t *testing.T) {
	boards := sliderBoards(20000)
	// Every square with all that can stand on each of its lines.
	for sq := Square(1); sq <= lastSquare; sq++ {
		for d := range directionCount / 2 {
			line := rays[d][sq].Or(rays[d+directionCount/2][sq])
			for lo := range subsets(line.lo) {
				for hi := range subsets(line.hi) {
					boards = append(boards, sliderBoard{SquareSet{lo, hi}, sq, sq})
				}
			}
		}
	}
	want := make([][2]SquareSet, len(boards))
	for i, b := range boards {
		want[i] = [2]SquareSet{walkedAttacks(b.rook, b.occupied, orthogonals), walkedAttacks(b.bishop, b.occupied, diagonals)}
	}
	for _, technique := range sliderTechniques {
		t.Run(technique.name, func(t *testing.T) {
			query := technique.make()
			for i, b := range boards {
				orthogonal, diagonal := query(b.rook, b.bishop, b.occupied)
				if got := [2]SquareSet{orthogonal, diagonal}; got != want[i] {
					t.Fatalf("rook on %v and bishop on %v, occupied %v:\n got %v\nwant %v", b.rook, b.bishop, b.occupied, got, want[i])
				}
			}
		})
	}
}

func TestLanceAttacks(t *testing.T) {
	for sq := Square(1); sq <= lastSquare; sq++ {
		file := wholeFile(sq.File())
		for lo := range subsets(file.lo) {
			for hi := range subsets(file.hi) {
				for c := range Color(2) {
					occupied := SquareSet{lo, hi}
					want := walkedAttacks(sq, occupied, 1<<forward.seenBy(c))
					if got := lanceAttacks(c, sq, occupied); got != want {
						t.Fatalf("%v lance on %v, occupied %v: got %v, want %v", c, sq, occupied, got, want)
					}
				}
			}
		}
	}
}

// BenchmarkSliders measures one rook and one bishop query: with questions that
// do not depend on each other, and with each waiting for the answer before.
func BenchmarkSliders(b *testing.B) {
	boards := (*[1024]sliderBoard)(sliderBoards(1024))
	for _, technique := range sliderTechniques {
		for _, waits := range []uint64{0, 1} {
			name := [...]string{"apart", "chained"}[waits]
			b.Run(fmt.Sprintf("%s/%s", technique.name, name), func(b *testing.B) {
				query := technique.make()
				var sum SquareSet
				for i := uint64(0); b.Loop(); i++ {
					// Bit 0 is never set: the sum delays the next question but does not change it.
					q := &boards[(i+sum.lo&waits)%uint64(len(boards))]
					orthogonal, diagonal := query(q.rook, q.bishop, q.occupied)
					sum = sum.xor(orthogonal).xor(diagonal)
				}
				if sum.lo&1 != 0 {
					b.Error("attacks off the board")
				}
			})
		}
	}
}

// filesTableQuery is what attack.go does: one table of ready sets serves ranks and
// both diagonals.
func filesTableQuery(rook, bishop Square, occupied SquareSet) (orthogonal, diagonal SquareSet) {
	inner := innerFiles(occupied)
	return rookAttacks(rook, occupied, inner), bishopAttacks(bishop, inner)
}

// gatherRank brings file bits 9 apart to bits 1 apart, from bit 48.
const gatherRank = 1 | 1<<8 | 1<<16 | 1<<24 | 1<<32 | 1<<40 | 1<<48

// spreader looks lines up in lineTable alone, 2.3 KiB, and spreads what is attacked
// back onto the board by multiplying.
type spreader struct {
	file, rank      uint8
	rising, falling spreadDiagonal
}

type spreadDiagonal struct {
	inner uint64    // the squares that can block, in the seven inner files
	line  SquareSet // the whole line without the square itself
}

func newSpreaders() *[squareLimit]spreader {
	var t [squareLimit]spreader
	for sq := Square(1); sq <= lastSquare; sq++ {
		s := &t[sq]
		s.file, s.rank = uint8(sq.File()-1), uint8(sq.Rank()-1)
		s.rising = newSpreadDiagonal(rays[forwardLeft][sq].Or(rays[backRight][sq]))
		s.falling = newSpreadDiagonal(rays[forwardRight][sq].Or(rays[backLeft][sq]))
	}
	return &t
}

func newSpreadDiagonal(line SquareSet) spreadDiagonal {
	d := spreadDiagonal{line: line}
	for sq := range line.All() {
		if r := sq.Rank(); r > 1 && r < maxRanks {
			d.inner |= innerFiles(squareBit(sq))
		}
	}
	return d
}

func (s *spreader) rankAttacks(inner uint64) SquareSet {
	index := (inner >> s.rank & every7) * gatherRank >> 48 & 127
	attacked := uint64(lineTable[s.file][index])
	spread := (attacked & 127) * gatherRank & every7
	return SquareSet{spread << 1 << s.rank, (attacked>>7&1 | attacked>>8<<9) << s.rank}
}

func (d *spreadDiagonal) attacks(rank uint8, inner uint64) SquareSet {
	index := (inner & d.inner) * every7 >> 55 & 127
	attacked := uint64(lineTable[rank][index])
	return SquareSet{attacked * every7 << 1 & d.line.lo, (attacked | attacked<<9) & d.line.hi}
}

func (s *spreader) diagonalAttacks(inner uint64) SquareSet {
	return s.rising.attacks(s.rank, inner).Or(s.falling.attacks(s.rank, inner))
}

func newSpreadQuery() sliderQuery {
	spreaders := newSpreaders()
	return func(rook, bishop Square, occupied SquareSet) (orthogonal, diagonal SquareSet) {
		inner := innerFiles(occupied)
		r, b := &spreaders[rook&(squareLimit-1)], &spreaders[bishop&(squareLimit-1)]
		return fileAttacks(rook, occupied).Or(r.rankAttacks(inner)), b.diagonalAttacks(inner)
	}
}

// newRankSets holds the attacks of a rook along the first rank, by its file and the
// occupancy of the inner files.
func newRankSets() *[maxFiles][128]SquareSet {
	t := fileSets
	for at := range t {
		for index := range t[at] {
			t[at][index] = t[at][index].And(SquareSet{topRankLow, topRankHigh})
		}
	}
	return &t
}

// newRankTableQuery takes ranks from a table of ready sets and spreads diagonals.
func newRankTableQuery() sliderQuery {
	sets, spreaders := newRankSets(), newSpreaders()
	return func(rook, bishop Square, occupied SquareSet) (orthogonal, diagonal SquareSet) {
		inner := innerFiles(occupied)
		return fileAttacks(rook, occupied).Or(rankFrom(sets, rook, inner)), spreaders[bishop&(squareLimit-1)].diagonalAttacks(inner)
	}
}

// rankFrom returns what a rook attacks on its rank by the table of newRankSets.
func rankFrom(sets *[maxFiles][128]SquareSet, sq Square, inner uint64) SquareSet {
	s := &sliders[sq&(squareLimit-1)]
	attacked := &sets[s.file%maxFiles][(inner>>(s.rank&63)&every7)*gatherRank>>48&127]
	return SquareSet{attacked.lo << (s.rank & 63), attacked.hi << (s.rank & 63)}
}

// newTwoTablesQuery has a table of ready sets for ranks and one for diagonals.
func newTwoTablesQuery() sliderQuery {
	ranks, spreaders := newRankSets(), newSpreaders()
	var diagonals [maxRanks][128]SquareSet // all squares of the attacked ranks
	for at := range diagonals {
		for index := range diagonals[at] {
			attacked := uint64(lineTable[at][index])
			diagonals[at][index] = SquareSet{attacked * every7 << 1, attacked | attacked<<9}
		}
	}
	attacks := func(d *spreadDiagonal, rank uint8, inner uint64) SquareSet {
		return diagonals[rank%maxRanks][(inner&d.inner)*every7>>55&127].And(d.line)
	}
	return func(rook, bishop Square, occupied SquareSet) (orthogonal, diagonal SquareSet) {
		inner := innerFiles(occupied)
		s := &spreaders[bishop&(squareLimit-1)]
		orthogonal = fileAttacks(rook, occupied).Or(rankFrom(ranks, rook, inner))
		diagonal = attacks(&s.rising, s.rank, inner).Or(attacks(&s.falling, s.rank, inner))
		return orthogonal, diagonal
	}
}

// newPerSquareQuery has a table of ready sets for each diagonal of each square, as
// long as the diagonal needs: 94 KiB beside the 18 KiB for ranks.
func newPerSquareQuery() sliderQuery {
	type line struct {
		inner, gather uint64
		shift         uint8
		sets          []SquareSet // by the gathered squares
	}
	build := func(sq Square, a, b direction) line {
		g := newLine(sq, a, b)
		// The squares of the line have neighbouring bits; start at the lowest.
		shift := bits.TrailingZeros64(g.inner*g.gather>>57|1<<7) + 57
		l := line{g.inner, g.gather, uint8(shift), make([]SquareSet, 1<<bits.OnesCount64(g.inner))}
		for subset := range subsets(g.inner) {
			l.sets[subset*l.gather>>l.shift] = walkedAttacks(sq, fromInnerFiles(subset), 1<<a|1<<b)
		}
		return l
	}
	var lines [squareLimit]struct{ rising, falling line }
	for sq := Square(1); sq <= lastSquare; sq++ {
		lines[sq].rising = build(sq, forwardLeft, backRight)
		lines[sq].falling = build(sq, forwardRight, backLeft)
	}
	ranks := newRankSets()
	attacks := func(l *line, inner uint64) SquareSet {
		return l.sets[(inner&l.inner)*l.gather>>(l.shift&63)]
	}
	return func(rook, bishop Square, occupied SquareSet) (orthogonal, diagonal SquareSet) {
		inner := innerFiles(occupied)
		b := &lines[bishop&(squareLimit-1)]
		orthogonal = fileAttacks(rook, occupied).Or(rankFrom(ranks, rook, inner))
		diagonal = attacks(&b.rising, inner).Or(attacks(&b.falling, inner))
		return orthogonal, diagonal
	}
}

// subsets yields all subsets of the bits of mask.
func subsets(mask uint64) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for subset := uint64(0); yield(subset) && subset != mask; {
			subset = (subset - mask) & mask
		}
	}
}

// fromInnerFiles is the inverse of innerFiles.
func fromInnerFiles(inner uint64) SquareSet { return SquareSet{inner << 10, inner >> 54} }

// bishopMagic finds the attacks on both diagonals of a square by one product.
type bishopMagic struct {
	inner, magic uint64
	shift        uint8
	sets         []SquareSet // by the highest bits of the product
}

// findBishopMagic tries random factors until one tells all blockers apart that
// make a difference.
func findBishopMagic(sq Square, rng *rand.Rand) bishopMagic {
	inner := newSpreadDiagonal(diagonalRays[sq]).inner
	var blockers []uint64
	var attacked []SquareSet
	for subset := range subsets(inner) {
		blockers = append(blockers, subset)
		attacked = append(attacked, walkedAttacks(sq, fromInnerFiles(subset), diagonals))
	}
	m := bishopMagic{inner: inner, shift: uint8(64 - bits.OnesCount64(inner)), sets: make([]SquareSet, len(blockers))}
	for !m.fill(blockers, attacked) {
		m.magic = rng.Uint64() & rng.Uint64() & rng.Uint64()
	}
	return m
}

// fill fills the empty table for the current factor, or reports that it does not
// fit and leaves the table empty.
func (m *bishopMagic) fill(blockers []uint64, attacked []SquareSet) bool {
	for i, set := range attacked {
		at := m.at(blockers[i])
		if !at.IsEmpty() && *at != set {
			for _, done := range blockers[:i] {
				*m.at(done) = SquareSet{}
			}
			return false
		}
		*at = set
	}
	return true
}

// at returns the place in the table for the occupancy of the inner files.
func (m *bishopMagic) at(inner uint64) *SquareSet {
	return &m.sets[(inner&m.inner)*m.magic>>(m.shift&63)]
}

// newMagicQuery multiplies once for both diagonals: 316 KiB beside the 18 KiB for
// ranks.
func newMagicQuery() sliderQuery {
	rng := rand.New(rand.NewPCG(5, 17))
	var magics [squareLimit]bishopMagic
	for sq := Square(1); sq <= lastSquare; sq++ {
		magics[sq] = findBishopMagic(sq, rng)
	}
	ranks := newRankSets()
	return func(rook, bishop Square, occupied SquareSet) (orthogonal, diagonal SquareSet) {
		inner := innerFiles(occupied)
		orthogonal = fileAttacks(rook, occupied).Or(rankFrom(ranks, rook, inner))
		return orthogonal, *magics[bishop&(squareLimit-1)].at(inner)
	}
}

// lineMasks holds the lines through a square, without the square itself.
type lineMasks struct{ file, rank, rising, falling SquareSet }

func newLineMasks() (t [squareLimit]lineMasks) {
	for sq := range t {
		t[sq] = lineMasks{
			file:    rays[forward][sq].Or(rays[back][sq]),
			rank:    rays[left][sq].Or(rays[right][sq]),
			rising:  rays[forwardLeft][sq].Or(rays[backRight][sq]),
			falling: rays[forwardRight][sq].Or(rays[backLeft][sq]),
		}
	}
	return t
}

// minus returns s-t, both read as numbers of 128 bits.
func (s SquareSet) minus(t SquareSet) SquareSet {
	lo, borrow := bits.Sub64(s.lo, t.lo, 0)
	hi, _ := bits.Sub64(s.hi, t.hi, borrow)
	return SquareSet{lo, hi}
}

func (s SquareSet) twice() SquareSet { return SquareSet{s.lo << 1, s.hi<<1 | s.lo>>63} }

// upwards returns the squares of the line above the slider, up to the first
// blocker: subtracting twice the slider from the blockers changes the bits from
// there to here. The line must be without the slider.
func upwards(line, occupied, twiceSlider SquareSet) SquareSet {
	blockers := line.And(occupied)
	return blockers.xor(blockers.minus(twiceSlider)).And(line)
}

// reverser is a way to put the squares of all lines in reverse order.
type reverser func(SquareSet) SquareSet

func reverseBits(s SquareSet) SquareSet {
	return SquareSet{bits.Reverse64(s.hi), bits.Reverse64(s.lo)}
}

// reverseBytes puts the squares of a rank or diagonal in reverse order, as no two
// share a byte; those of a file it does not.
func reverseBytes(s SquareSet) SquareSet {
	return SquareSet{bits.ReverseBytes64(s.hi), bits.ReverseBytes64(s.lo)}
}

// bothWays holds what subtracting needs, for the board as it is and reversed.
type bothWays [2]struct {
	lines       lineMasks
	twiceSlider SquareSet
}

func newBothWays(reverse reverser) (t [squareLimit]bothWays) {
	masks := newLineMasks()
	for sq := Square(1); sq <= lastSquare; sq++ {
		m := masks[sq]
		t[sq][0].lines = m
		t[sq][0].twiceSlider = squareBit(sq).twice()
		t[sq][1].lines = lineMasks{reverse(m.file), reverse(m.rank), reverse(m.rising), reverse(m.falling)}
		t[sq][1].twiceSlider = reverse(squareBit(sq)).twice()
	}
	return t
}

// newReverseBitsQuery subtracts on all lines in both directions.
func newReverseBitsQuery() sliderQuery {
	table := newBothWays(reverseBits)
	return func(rook, bishop Square, occupied SquareSet) (orthogonal, diagonal SquareSet) {
		r, b := &table[rook&(squareLimit-1)], &table[bishop&(squareLimit-1)]
		reversed := reverseBits(occupied)
		up := upwards(r[0].lines.file, occupied, r[0].twiceSlider).Or(upwards(r[0].lines.rank, occupied, r[0].twiceSlider))
		down := upwards(r[1].lines.file, reversed, r[1].twiceSlider).Or(upwards(r[1].lines.rank, reversed, r[1].twiceSlider))
		orthogonal = up.Or(reverseBits(down))
		up = upwards(b[0].lines.rising, occupied, b[0].twiceSlider).Or(upwards(b[0].lines.falling, occupied, b[0].twiceSlider))
		down = upwards(b[1].lines.rising, reversed, b[1].twiceSlider).Or(upwards(b[1].lines.falling, reversed, b[1].twiceSlider))
		return orthogonal, up.Or(reverseBits(down))
	}
}

// newReverseBytesQuery subtracts on ranks and diagonals, which the reversal of
// bytes, an instruction nearly everywhere, turns around.
func newReverseBytesQuery() sliderQuery {
	table := newBothWays(reverseBytes)
	return func(rook, bishop Square, occupied SquareSet) (orthogonal, diagonal SquareSet) {
		r, b := &table[rook&(squareLimit-1)], &table[bishop&(squareLimit-1)]
		reversed := reverseBytes(occupied)
		up := upwards(r[0].lines.rank, occupied, r[0].twiceSlider)
		down := upwards(r[1].lines.rank, reversed, r[1].twiceSlider)
		orthogonal = fileAttacks(rook, occupied).Or(up).Or(reverseBytes(down))
		up = upwards(b[0].lines.rising, occupied, b[0].twiceSlider).Or(upwards(b[0].lines.falling, occupied, b[0].twiceSlider))
		down = upwards(b[1].lines.rising, reversed, b[1].twiceSlider).Or(upwards(b[1].lines.falling, reversed, b[1].twiceSlider))
		return orthogonal, up.Or(reverseBytes(down))
	}
}

// newObstructionQuery takes the difference between the nearest blockers above and
// below on each line.
func newObstructionQuery() sliderQuery {
	var above [squareLimit]SquareSet // the squares with higher numbers
	for sq := Square(1); sq <= lastSquare; sq++ {
		above[sq] = fullBoard.AndNot(squareBit(sq).twice().minus(SquareSet{lo: 1}))
	}
	masks := newLineMasks()
	attacks := func(line, above, occupied SquareSet) SquareSet {
		blockers := line.And(occupied)
		higher := blockers.And(above)
		return higher.xor(higher.minus(blockers.AndNot(above).last())).And(line)
	}
	return func(rook, bishop Square, occupied SquareSet) (orthogonal, diagonal SquareSet) {
		r, b := &masks[rook&(squareLimit-1)], &masks[bishop&(squareLimit-1)]
		aboveRook, aboveBishop := above[rook&(squareLimit-1)], above[bishop&(squareLimit-1)]
		orthogonal = attacks(r.file, aboveRook, occupied).Or(attacks(r.rank, aboveRook, occupied))
		diagonal = attacks(b.rising, aboveBishop, occupied).Or(attacks(b.falling, aboveBishop, occupied))
		return orthogonal, diagonal
	}
}

// last returns the square of s with the highest number, or bit 0, which is no
// square, if s is empty.
func (s SquareSet) last() SquareSet {
	if s.hi != 0 {
		return SquareSet{0, 1 << (63 - bits.LeadingZeros64(s.hi)&63)}
	}
	return SquareSet{1 << (63 - bits.LeadingZeros64(s.lo|1)&63), 0}
}

// rayQuery cuts each ray off behind its first blocker.
func rayQuery(rook, bishop Square, occupied SquareSet) (orthogonal, diagonal SquareSet) {
	up := func(d direction, sq Square) SquareSet {
		ray := &rays[d][sq&(squareLimit-1)]
		if blockers := ray.And(occupied); !blockers.IsEmpty() {
			return ray.AndNot(rays[d][blockers.first()&(squareLimit-1)])
		}
		return *ray
	}
	down := func(d direction, sq Square) SquareSet {
		ray := &rays[d][sq&(squareLimit-1)]
		if blockers := ray.And(occupied); !blockers.IsEmpty() {
			return ray.AndNot(rays[d][blockers.last().first()&(squareLimit-1)])
		}
		return *ray
	}
	orthogonal = up(back, rook).Or(up(left, rook)).Or(down(forward, rook)).Or(down(right, rook))
	diagonal = up(backLeft, bishop).Or(up(forwardLeft, bishop)).Or(down(backRight, bishop)).Or(down(forwardRight, bishop))
	return orthogonal, diagonal
}

// newWalkQuery walks the board by a table of neighbours.
func newWalkQuery() sliderQuery {
	var next [squareLimit][directionCount]Square
	for sq := Square(1); sq <= lastSquare; sq++ {
		for d := range directionCount {
			next[sq][d] = neighbour(sq, d)
		}
	}
	walk := func(sq Square, first direction, occupied SquareSet) (attacked SquareSet) {
		for d := first; d < directionCount; d += 2 {
			for to := next[sq&(squareLimit-1)][d]; to != NoSquare; to = next[to&(squareLimit-1)][d] {
				attacked = attacked.Or(squareBits[to&(squareLimit-1)])
				if occupied.meets(squareBits[to&(squareLimit-1)]) {
					break
				}
			}
		}
		return attacked
	}
	return func(rook, bishop Square, occupied SquareSet) (orthogonal, diagonal SquareSet) {
		return walk(rook, forward, occupied), walk(bishop, forwardRight, occupied)
	}
}
