package shoshogi

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SVGOptions says how [Position.AppendSVG] draws. The zero SVGOptions, like a
// nil pointer, draws Black below, one-character kanji, and coordinates with
// kanji for the ranks.
type SVGOptions struct {
	Width       int         // of the picture in pixels; 0 or less means 48 pixels for each file, margins and hands beside them
	Flip        bool        // White below
	Lettering   Lettering   // what stands on the pieces
	Coordinates Coordinates // what stands beside the board

	LastMove Move      // its two squares are highlighted, of a drop the one
	Marks    SquareSet // squares with a ring around the piece
	Arrows   []Move    // arrows from square to square, or, for drops, from the hand of the side to move
}

// Lettering says what stands on the pieces of a picture. Promoted pieces have it
// in red. Unknown values count as OneKanji.
type Lettering uint8

// The letterings.
const (
	OneKanji     Lettering = iota // 歩 象 太, as [Kind.Japanese]
	TwoKanji                      // 歩兵 醉象 太子, as [Kind.Kanji]
	LatinLetters                  // P E +E, as [Kind.String], upright for both sides
)

// Coordinates says how a picture names the ranks; files have digits. Unknown
// values count as KanjiRanks.
type Coordinates uint8

// The coordinates.
const (
	KanjiRanks    Coordinates = iota // 一 to 九
	LetterRanks                      // a to i
	NoCoordinates                    // neither files nor ranks are named
)

var (
	letteringNames  = []string{"one-kanji", "two-kanji", "latin-letters"}
	coordinateNames = []string{"kanji-ranks", "letter-ranks", "no-coordinates"}
)

// String returns "one-kanji", "two-kanji" or "latin-letters".
func (v Lettering) String() string { return nameOf("Lettering", letteringNames, uint8(v)) }

// String returns "kanji-ranks", "letter-ranks" or "no-coordinates".
func (v Coordinates) String() string { return nameOf("Coordinates", coordinateNames, uint8(v)) }

// ParseLettering reads the inverse of [Lettering.String]. Any other text is a
// *[ParseError].
func ParseLettering(s string) (Lettering, error) {
	return parseName[Lettering]("lettering", letteringNames, s)
}

// ParseCoordinates reads the inverse of [Coordinates.String]. Any other text is a
// *[ParseError].
func ParseCoordinates(s string) (Coordinates, error) {
	return parseName[Coordinates]("coordinates", coordinateNames, s)
}

// AppendText appends what String returns; an unknown value is an error.
func (v Lettering) AppendText(dst []byte) ([]byte, error) { return marshal(dst, v <= LatinLetters, v) }

// MarshalText returns what String returns; an unknown value is an error.
func (v Lettering) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// UnmarshalText reads what MarshalText writes; see [ParseLettering].
func (v *Lettering) UnmarshalText(text []byte) error { return unmarshal(v, text, ParseLettering) }

// AppendText appends what String returns; an unknown value is an error.
func (v Coordinates) AppendText(dst []byte) ([]byte, error) {
	return marshal(dst, v <= NoCoordinates, v)
}

// MarshalText returns what String returns; an unknown value is an error.
func (v Coordinates) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// UnmarshalText reads what MarshalText writes; see [ParseCoordinates].
func (v *Coordinates) UnmarshalText(text []byte) error { return unmarshal(v, text, ParseCoordinates) }

// AppendSVG appends a picture of the position to dst and returns the extended
// slice: a complete SVG document in UTF-8 without script, links and web fonts,
// to be served as image/svg+xml, stored as a file or put into HTML. It shows the
// board with wedges that point away from their owner, the hands where the rules
// have drops, and a small wedge in the corner of the side to move, black for
// Black. Its title is the SFEN.
//
// A nil opt draws with the defaults. What cannot be drawn, a move that is none
// or squares off the board, is left out. The zero Position gives an empty board
// of 9×9.
func (p *Position) AppendSVG(dst []byte, opt *SVGOptions) []byte {
	if opt == nil {
		opt = &SVGOptions{}
	}
	d := newDrawing(p, opt)
	d.out = dst
	d.open()
	d.board()
	d.highlight(opt.LastMove)
	d.grid()
	d.coordinates()
	d.pieces()
	if d.hands {
		d.stand(Black)
		d.stand(White)
	}
	d.turnMark()
	d.marks()
	d.arrows()
	d.print("</svg>\n")
	return d.out
}

// Measures in units of the picture; a square of the board is 100 wide. Whole
// numbers keep the picture the same on every architecture.
const (
	cellWidth    = 100
	cellHeight   = 108
	margin       = 62  // between the edge of the wood and the outermost squares
	standGap     = 24  // between board and hand
	standPadding = 10  // within a hand
	standColumn  = 150 // a piece with its count
	pixels       = 48  // of a square in a picture of the default width
)

const (
	woodColor      = "#eac784"
	standColor     = "#dcb36c"
	grainColor     = "#b98a45"
	lineColor      = "#3a2a14"
	pieceColor     = "#fbe9bf"
	inkColor       = "#1a1410"
	promotedColor  = "#c01818"
	highlightColor = "#f39a3d"
	markColor      = "#1f6fb5"
	arrowColor     = "#1f7a3a"
)

// The fonts are asked for by the names that systems have; serif is the rest.
const fonts = "'Noto Serif CJK JP','Noto Serif JP','Hiragino Mincho ProN','Yu Mincho','MS Mincho','Noto Sans CJK JP',serif"

// drawing holds the picture while it grows, and where things are on it.
type drawing struct {
	p             *Position
	opt           *SVGOptions
	out           []byte
	files, ranks  int
	hands         bool
	left          int // of the outermost square
	columns       int // of pieces in a hand
	width, height int
}

func newDrawing(p *Position, opt *SVGOptions) *drawing {
	d := &drawing{p: p, opt: opt, hands: p.drawsHands()}
	d.files, d.ranks = p.drawnShape()
	d.left = margin
	d.height = 2*margin + d.ranks*cellHeight
	if d.hands {
		kinds := max(d.handKinds(Black), d.handKinds(White), p.Rules().Drops.Len())
		d.columns = (kinds + d.standRows() - 1) / d.standRows()
		d.left += d.standWidth() + standGap
	}
	d.width = 2*d.left + d.files*cellWidth
	return d
}

// handKinds returns how many kinds c has in hand.
func (d *drawing) handKinds(c Color) (n int) {
	for _, k := range handOrder {
		if d.p.Hand(c, k) > 0 {
			n++
		}
	}
	return n
}

func (d *drawing) standWidth() int { return 2*standPadding + d.columns*standColumn }

// standRows returns how many kinds fit below each other in a hand.
func (d *drawing) standRows() int { return max(1, (d.height-2*standPadding)/cellHeight) }

func (d *drawing) print(format string, args ...any) {
	d.out = fmt.Appendf(d.out, format, args...)
}

func (d *drawing) open() {
	width := d.opt.Width
	if width <= 0 {
		width = d.width * pixels / cellWidth
	}
	// A width beyond any screen must not overflow the height.
	width = min(width, math.MaxInt32)
	height := max(1, int64(width)*int64(d.height)/int64(d.width))
	d.print(`<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%d" height="%d" viewBox="0 0 %d %d" font-family="%s" text-anchor="middle">`+"\n",
		width, height, d.width, d.height, fonts)
	d.print("<title>%s</title>\n", d.title())
}

// title returns the SFEN, with question marks for what unchecked moves can leave
// behind that is no text for XML.
func (d *drawing) title() string {
	if d.p.book == nil {
		return "empty board"
	}
	return strings.Map(func(c rune) rune {
		if c < ' ' || c > '~' || strings.ContainsRune("<>&", c) {
			return '?'
		}
		return c
	}, d.p.SFEN())
}

// board draws the wood with a few lines of its grain.
func (d *drawing) board() {
	x := d.left - margin
	width := d.files*cellWidth + 2*margin
	d.print(`<rect x="%d" y="0" width="%d" height="%d" rx="6" fill="%s"/>`+"\n", x, width, d.height, woodColor)
	d.print(`<g fill="none" stroke="%s" stroke-opacity="0.3" stroke-width="2">`+"\n", grainColor)
	for i, at := 0, 14; at < width-30; i, at = i+1, at+23+i*17%29 {
		bend := i*31%37 - 18
		d.print(`<path d="M%d 0C%d %d %d %d %d %d"/>`+"\n",
			x+at, x+at+bend, d.height/3, x+at-bend, 2*d.height/3, x+at+bend/2, d.height)
	}
	d.print("</g>\n")
}

// grid draws the lines, and dots where the promotion zones end.
func (d *drawing) grid() {
	right, bottom := d.left+d.files*cellWidth, margin+d.ranks*cellHeight
	d.print(`<g stroke="%s" stroke-width="2.5">`+"\n", lineColor)
	d.print(`<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke-width="6"/>`+"\n",
		d.left, margin, right-d.left, bottom-margin)
	d.print(`<path d="`)
	for i := 1; i < d.files; i++ {
		d.print("M%d %dV%d", d.left+i*cellWidth, margin, bottom)
	}
	for i := 1; i < d.ranks; i++ {
		d.print("M%d %dH%d", d.left, margin+i*cellHeight, right)
	}
	d.print("\"/>\n</g>\n")
	const zone = 3
	if d.ranks < 2*zone || d.files < 2*zone {
		return
	}
	for _, i := range [...]int{zone, d.files - zone} {
		for _, j := range [...]int{zone, d.ranks - zone} {
			d.print(`<circle cx="%d" cy="%d" r="8" fill="%s"/>`+"\n", d.left+i*cellWidth, margin+j*cellHeight, lineColor)
		}
	}
}

// corner returns the upper left corner of a square; ok is false off the board.
func (d *drawing) corner(sq Square) (x, y int, ok bool) {
	file, rank := sq.File(), sq.Rank()
	if file < 1 || file > d.files || rank > d.ranks {
		return 0, 0, false
	}
	column, row := d.files-file, rank-1
	if d.opt.Flip {
		column, row = file-1, d.ranks-rank
	}
	return d.left + column*cellWidth, margin + row*cellHeight, true
}

func (d *drawing) center(sq Square) (x, y int, ok bool) {
	x, y, ok = d.corner(sq)
	return x + cellWidth/2, y + cellHeight/2, ok
}

func (d *drawing) highlight(m Move) {
	if !m.Valid() {
		return
	}
	for i, sq := range [...]Square{m.From(), m.To()} {
		if x, y, ok := d.corner(sq); ok {
			d.print(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s" fill-opacity="%s"/>`+"\n",
				x, y, cellWidth, cellHeight, highlightColor, [...]string{"0.4", "0.8"}[i])
		}
	}
}

var kanjiNumbers = [maxRanks + 1]string{"", "一", "二", "三", "四", "五", "六", "七", "八", "九"}

func (d *drawing) coordinates() {
	if d.opt.Coordinates == NoCoordinates {
		return
	}
	d.print(`<g font-size="38" fill="%s">`+"\n", inkColor)
	for file := 1; file <= d.files; file++ {
		x, _, _ := d.center(SquareAt(file, 1))
		d.text(x, margin/2, 38, false, strconv.Itoa(file))
	}
	for rank := 1; rank <= d.ranks; rank++ {
		_, y, _ := d.center(SquareAt(1, rank))
		name := kanjiNumbers[rank]
		if d.opt.Coordinates == LetterRanks {
			name = string(rune('a' - 1 + rank))
		}
		d.text(d.left+d.files*cellWidth+margin/2, y, 38, d.opt.Coordinates != LetterRanks, name)
	}
	d.print("</g>\n")
}

// text writes s centred on a point. Baselines are set by hand, since renderers
// differ in what they know of dominant-baseline: the middle of an ideograph is
// 0.38 of its size above it, that of a digit or capital 0.35.
func (d *drawing) text(x, y, size int, ideographs bool, s string) {
	up := 35
	if ideographs {
		up = 38
	}
	d.print(`<text x="%d" y="%d">%s</text>`+"\n", x, y+size*up/100, s)
}

func (d *drawing) pieces() {
	for rank := 1; rank <= d.ranks; rank++ {
		for file := d.files; file >= 1; file-- {
			sq := SquareAt(file, rank)
			if pc := d.p.At(sq); pc != NoPiece {
				x, y, _ := d.center(sq)
				d.piece(pc, x, y)
			}
		}
	}
}

// pointsDown reports whether the pieces of c point to the lower edge.
func (d *drawing) pointsDown(c Color) bool { return (c == White) != d.opt.Flip }

// wedge draws the five-sided shape around a point: percent of the largest size.
func (d *drawing) wedge(x, y, percent int, down bool, fill string) {
	turn := 1
	if down {
		turn = -1
	}
	d.print(`<path d="`)
	for i, corner := range [...][2]int{{0, -47}, {29, -34}, {40, 46}, {-40, 46}, {-29, -34}} {
		d.print("%c%d %d", "ML"[min(i, 1)], x+turn*corner[0]*percent/100, y+turn*corner[1]*percent/100)
	}
	d.print(`Z" fill="%s" stroke="%s" stroke-width="3" stroke-linejoin="round"/>`+"\n", fill, lineColor)
}

// pieceSize returns the percentage of the largest size that a kind has.
func pieceSize(k Kind) int {
	switch k.Unpromoted() {
	case King:
		return 100
	case Pawn:
		return 84
	case Lance, Knight:
		return 90
	}
	return 96
}

func (d *drawing) piece(pc Piece, x, y int) {
	k := pc.Kind()
	down := d.pointsDown(pc.Color())
	percent := pieceSize(k)
	d.wedge(x, y, percent, down, pieceColor)
	if k == NoKind {
		return
	}
	ink := inkColor
	if k != k.Unpromoted() {
		ink = promotedColor
	}
	switch d.opt.Lettering {
	case LatinLetters:
		size := [...]int{50, 40}[min(len(k.String()), 2)-1] * percent / 100
		shift := 6
		if down {
			shift = -6
		}
		d.print(`<g font-size="%d" fill="%s" font-family="sans-serif">`, size, ink)
		d.text(x, y+shift, size, false, k.String())
	case TwoKanji:
		d.ideographs(k.Kanji(), x, y, percent, down, ink)
	default:
		d.ideographs(k.Japanese(), x, y, percent, down, ink)
	}
	d.print("</g>\n")
}

// ideographs writes a name on a piece, one character below the other, and
// leaves the group open.
func (d *drawing) ideographs(name string, x, y, percent int, down bool, ink string) {
	characters := []rune(name)
	size := [...]int{60, 60, 40, 29}[min(len(characters), 3)] * percent / 100
	turn := ""
	if down {
		turn = fmt.Sprintf(` transform="rotate(180 %d %d)"`, x, y)
	}
	d.print(`<g font-size="%d" fill="%s"%s>`, size, ink, turn)
	// The wedge is wider below, so the writing sits a little low.
	top := y + 5*percent/100 - (len(characters)-1)*size/2
	for i, c := range characters {
		d.text(x, top+i*size, size, true, string(c))
	}
}

// standCorner returns the upper left corner of the hand of c.
func (d *drawing) standCorner(c Color) (x, y int) {
	if d.pointsDown(c) {
		return 0, 0
	}
	return d.width - d.standWidth(), d.height - d.standHeight()
}

func (d *drawing) standHeight() int {
	kinds := max(d.handKinds(Black), d.handKinds(White), d.p.Rules().Drops.Len())
	return 2*standPadding + min(kinds, d.standRows())*cellHeight
}

// handPlace returns the centre of the i-th piece in the hand of c. The owner
// sees the first one far on the left.
func (d *drawing) handPlace(c Color, i int) (x, y int) {
	column, row := i/d.standRows(), i%d.standRows()
	left, top := d.standCorner(c)
	x = left + standPadding + column*standColumn + cellWidth/2
	y = top + standPadding + row*cellHeight + cellHeight/2
	if d.pointsDown(c) {
		x = left + d.standWidth() - standPadding - column*standColumn - cellWidth/2
		y = top + d.standHeight() - standPadding - row*cellHeight - cellHeight/2
	}
	return x, y
}

// stand draws the hand of c.
func (d *drawing) stand(c Color) {
	x, y := d.standCorner(c)
	d.print(`<rect x="%d" y="%d" width="%d" height="%d" rx="6" fill="%s"/>`+"\n", x, y, d.standWidth(), d.standHeight(), standColor)
	i := 0
	for _, k := range handOrder {
		n := d.p.Hand(c, k)
		if n == 0 {
			continue
		}
		px, py := d.handPlace(c, i)
		d.piece(NewPiece(k, c), px, py)
		if n > 1 {
			d.count(n, px, py, d.pointsDown(c))
		}
		i++
	}
}

// count writes how many pieces there are beside the one that stands for them.
func (d *drawing) count(n, x, y int, down bool) {
	turn := ""
	if down && d.opt.Lettering != LatinLetters {
		turn = fmt.Sprintf(` transform="rotate(180 %d %d)"`, x, y)
	}
	side := 70
	if down && d.opt.Lettering == LatinLetters {
		side = -70
	}
	d.print(`<g font-size="46" fill="%s"%s>`, inkColor, turn)
	d.text(x+side, y+8, 46, false, strconv.Itoa(n))
	d.print("</g>\n")
}

// turnMark draws the small wedge of the side to move.
func (d *drawing) turnMark() {
	fill := inkColor
	if d.p.Turn() == White {
		fill = "#ffffff"
	}
	if d.pointsDown(d.p.Turn()) {
		d.wedge(d.left-margin/2, margin/2, 42, true, fill)
		return
	}
	d.wedge(d.left+d.files*cellWidth+margin/2, d.height-margin/2, 42, false, fill)
}

func (d *drawing) marks() {
	for sq := range d.opt.Marks.All() {
		if x, y, ok := d.center(sq); ok {
			d.print(`<circle cx="%d" cy="%d" r="44" fill="none" stroke="%s" stroke-width="7" stroke-opacity="0.85"/>`+"\n", x, y, markColor)
		}
	}
}

func (d *drawing) arrows() {
	for _, m := range d.opt.Arrows {
		toX, toY, ok := d.center(m.To())
		if !ok || !m.Valid() {
			continue
		}
		if k := m.Drop(); k != NoKind {
			if fromX, fromY, inHand := d.handOf(k); inHand {
				d.arrow(fromX, fromY, toX, toY)
			}
		} else if fromX, fromY, ok := d.center(m.From()); ok {
			d.arrow(fromX, fromY, toX, toY)
		}
	}
}

// handOf returns where a kind lies in the hand of the side to move.
func (d *drawing) handOf(kind Kind) (x, y int, ok bool) {
	us := d.p.Turn() & 1
	i := 0
	for _, k := range handOrder {
		switch {
		case d.p.Hand(us, k) == 0:
		case k == kind:
			x, y = d.handPlace(us, i)
			return x, y, true
		default:
			i++
		}
	}
	return 0, 0, false
}

// arrow draws one arrow from near the middle of a square to that of another.
func (d *drawing) arrow(fromX, fromY, toX, toY int) {
	const halfShaft, halfHead, headLength, gap = 8.0, 24.0, 44.0, 20.0
	dx, dy := float64(toX-fromX), float64(toY-fromY)
	length := math.Hypot(dx, dy)
	dx, dy = dx/length, dy/length
	point := func(along, aside float64) string {
		x := float64(fromX) + along*dx - aside*dy
		y := float64(fromY) + along*dy + aside*dx
		return fmt.Sprintf("%.0f %.0f", x, y)
	}
	neck := length - headLength
	d.print(`<path d="M%sL%sL%sL%sL%sL%sL%sZ" fill="%s" fill-opacity="0.75"/>`+"\n",
		point(gap, -halfShaft), point(neck, -halfShaft), point(neck, -halfHead), point(length, 0),
		point(neck, halfHead), point(neck, halfShaft), point(gap, halfShaft), arrowColor)
}
