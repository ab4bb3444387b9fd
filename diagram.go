package shoshogi

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// The board as a picture in text, as KIF files hold it; alone it is known as BOD.

// Diagram returns the position as a diagram as Japanese programs write and read
// it (BOD): hands, board, number of the last move if there was one, side to move.
// It ends with a line break. [ParseDiagram] reads it back.
//
//	後手の持駒：なし
//	  ９ ８ ７ ６ ５ ４ ３ ２ １
//	+---------------------------+
//	|v香v桂v銀v金v玉v金v銀v桂v香|一
//	| ・v飛 ・ ・v象 ・ ・v角 ・|二
//	…
//	+---------------------------+
//	先手の持駒：なし
//	先手番
//
// The zero Position gives an empty board of 9×9.
func (p *Position) Diagram() string {
	return string(p.appendDiagram(make([]byte, 0, 1024), ""))
}

// appendDiagram appends the diagram; lastMove goes into its caption.
func (p *Position) appendDiagram(dst []byte, lastMove string) []byte {
	dst = p.appendHandLine(dst, White)
	files, ranks := p.drawnShape()
	dst = appendRuler(dst, files)
	dst = appendBorder(dst, files)
	for rank := 1; rank <= ranks; rank++ {
		dst = p.appendDiagramRow(dst, rank, files)
	}
	dst = appendBorder(dst, files)
	dst = p.appendHandLine(dst, Black)
	if p.ply > 1 || lastMove != "" {
		dst = fmt.Appendf(dst, "手数＝%d　", max(int(p.ply)-1, 0))
		if lastMove != "" {
			dst = append(append(dst, lastMove...), "　"...)
		}
		dst = append(dst, "まで\n"...)
	}
	return append(append(dst, sideNames[p.turn&1].name...), "番\n"...)
}

func (p *Position) appendHandLine(dst []byte, c Color) []byte {
	dst = append(append(dst, sideNames[c].name...), "の持駒："...)
	if p.hands[c] == 0 {
		return append(dst, "なし\n"...)
	}
	for _, k := range handOrder {
		if n := p.hands[c].count(k); n > 0 {
			dst = append(dst, k.Japanese()...)
			if n > 1 {
				dst = appendKanjiNumber(dst, n)
			}
			dst = append(dst, "　"...)
		}
	}
	return append(dst, '\n')
}

func appendRuler(dst []byte, files int) []byte {
	dst = append(dst, ' ')
	for file := files; file >= 1; file-- {
		dst = append(append(dst, ' '), wideDigits[kanjiBytes*(file-1):kanjiBytes*file]...)
	}
	return append(dst, '\n')
}

func appendBorder(dst []byte, files int) []byte {
	dst = append(dst, '+')
	for range 3 * files {
		dst = append(dst, '-')
	}
	return append(dst, "+\n"...)
}

func (p *Position) appendDiagramRow(dst []byte, rank, files int) []byte {
	dst = append(dst, '|')
	for file := files; file >= 1; file-- {
		pc := p.At(SquareAt(file, rank))
		dst = append(dst, " v"[pc.Color()])
		switch {
		case pc == NoPiece:
			dst = append(dst, "・"...)
		case !pc.Valid(): // what unchecked moves can leave behind
			dst = append(dst, "？"...)
		default:
			dst = append(dst, pc.Kind().Japanese()...)
		}
	}
	dst = append(dst, '|')
	return append(append(dst, kanjiRanks[kanjiBytes*(rank-1):kanjiBytes*rank]...), '\n')
}

const kanjiDigits = "〇一二三四五六七八九"

// appendKanjiNumber appends n, 1–99, in kanji: 二, 十, 十八, 二十.
func appendKanjiNumber(dst []byte, n int) []byte {
	if n >= 20 {
		dst = append(dst, kanjiDigits[kanjiBytes*(n/10):kanjiBytes*(n/10+1)]...)
	}
	if n >= 10 {
		dst = append(dst, "十"...)
	}
	if n%10 > 0 {
		dst = append(dst, kanjiDigits[kanjiBytes*(n%10):kanjiBytes*(n%10+1)]...)
	}
	return dst
}

// kanjiNumber reads a number in kanji, up to 99, that s begins with.
func kanjiNumber(s string) (n, size int) {
	tens := false
	for len(s)-size >= kanjiBytes {
		char := s[size : size+kanjiBytes]
		if char == "十" {
			if tens {
				break
			}
			tens = true
			n = 10 * max(n, 1)
		} else {
			i := strings.Index(kanjiDigits, char)
			if i < 0 || i%kanjiBytes != 0 || n%10 != 0 || n > 0 && !tens {
				break
			}
			n += i / kanjiBytes
		}
		size += kanjiBytes
	}
	return n, size
}

// ParseDiagram reads a position from a diagram as [Position.Diagram] and other
// programs write it, under the given rules. Headers and comments around it are
// skipped. Missing hands are empty; without a line for the side to move it is
// Black's turn, unless 手合割 names a handicap.
//
// The error is a *[ParseError] with Format "BOD"; an impossible position has a
// *[SetupError] as its reason.
func ParseDiagram(r Rules, diagram string) (*Position, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	rd := newRecordReader(newStringLineReader(diagram), r, formatDiagram, ReadOptions{})
	rec := rd.record()
	if err := rd.failure(); err != nil {
		return nil, err
	}
	if rec == nil || len(rd.head.rows) == 0 {
		return nil, textError(formatDiagram, shown(diagram), 0, "there is no diagram")
	}
	return rec.Start, nil
}

// diagramLines collects the lines of a diagram. What they mean depends on the
// rules, which may be named after it.
type diagramLines struct {
	rows  []placedLine
	hands [2]*placedLine // what follows the colon is read later
	turn  *placedLine    // 後手番
	side  Color          // what it says
	ply   int            // the number of the next move by the caption, 0 without one
	extra []string       // what stands behind the rows
}

// isEmpty reports whether there is no line of a diagram.
func (d *diagramLines) isEmpty() bool {
	return len(d.rows) == 0 && d.hands == [2]*placedLine{} && d.turn == nil && d.ply == 0
}

// place returns the line to name when the whole is impossible.
func (d *diagramLines) place() (at placedLine) {
	for _, line := range []*placedLine{d.turn, d.hands[Black], d.hands[White]} {
		if line != nil {
			at = *line
		}
	}
	if len(d.rows) > 0 {
		at = d.rows[0]
	}
	return at
}

// maxRows bounds how many rows of a diagram are kept.
const maxRows = maxRanks

// setup reads the diagram. It starts from s, which it clears if there is a board.
func (d *diagramLines) setup(s *Setup, files, ranks int) *diagramFault {
	if len(d.rows) > 0 {
		*s = Setup{Turn: s.Turn, Ply: 1}
		if len(d.rows) != ranks {
			at := d.rows[min(len(d.rows)-1, ranks)]
			return &diagramFault{at, 0, fmt.Errorf("the diagram has %d rows, the board %d ranks", len(d.rows), ranks)}
		}
		for i, row := range d.rows {
			end, f := readRow(s, row, files, i+1)
			if f != nil {
				return f
			}
			if extra := behindRow(row.text[end:]); extra != "" {
				d.extra = append(d.extra, extra)
			}
		}
	}
	for c, hand := range d.hands {
		if hand == nil {
			continue
		}
		if f := readHand(s, *hand, Color(c)); f != nil {
			return f
		}
	}
	if d.turn != nil {
		s.Turn = d.side
	}
	if d.ply > 0 {
		s.Ply = d.ply
	}
	return nil
}

// diagramFault is a fault at a byte of a line.
type diagramFault struct {
	at    placedLine
	index int
	err   error
}

// readRow reads a row of the board, for each file a mark of the side and a piece
// or a dot, and returns where it ends.
func readRow(s *Setup, row placedLine, files, rank int) (end int, f *diagramFault) {
	text := row.text
	at := strings.IndexByte(text, '|') + 1
	for file := files; file >= 1; file-- {
		side, size := cellMark(text[at:])
		at += size
		if size := emptyCell(text[at:]); size > 0 {
			at += size
			continue
		}
		k, size := kindNamed(text[at:])
		switch {
		case size > 0:
		case at >= len(text) || text[at] == '|':
			return 0, &diagramFault{row, at, fmt.Errorf("row %d has only %d of %d squares", rank, files-file, files)}
		default:
			return 0, &diagramFault{row, at, errors.New("no piece has this name")}
		}
		s.Board[SquareAt(file, rank)] = NewPiece(k, side)
		at += size
	}
	if rest := trimBlanks(text[at:]); rest != "" && rest[0] != '|' {
		return 0, &diagramFault{row, at, fmt.Errorf("row %d has more than %d squares", rank, files)}
	}
	return at, nil
}

// behindRow returns what follows a row besides the bar and the name of the rank.
func behindRow(rest string) string {
	rest = trimBlanks(strings.TrimPrefix(trimBlanks(rest), "|"))
	_, size := rankOf(rest)
	return trimBlanks(rest[size:])
}

// cellMark reads what stands before a piece: a blank for Black, v for White.
func cellMark(s string) (side Color, size int) {
	if s == "" {
		return Black, 0
	}
	switch s[0] {
	case 'v', 'V':
		return White, 1
	case '+', '^':
		return Black, 1
	}
	return Black, blankAt(s)
}

// emptyCell returns the length of a sign for an empty square.
func emptyCell(s string) int {
	r, n := utf8.DecodeRuneInString(s)
	switch r {
	case '・', '･', '·', '.', '．', '*', '＊':
		return n
	}
	return 0
}

// readHand reads a hand: names with numbers, separated by blanks or not.
func readHand(s *Setup, hand placedLine, c Color) *diagramFault {
	text := hand.text
	at := valueIndex(text)
	s.Hands[c] = [King + 1]int{}
	rest := trimBlanks(text[at:])
	if rest == "" || rest == "なし" || rest == "無し" {
		return nil
	}
	for at < len(text) {
		if n := blankAt(text[at:]); n > 0 {
			at += n
			continue
		}
		k, size := kindInHand(text[at:])
		if size == 0 {
			return &diagramFault{hand, at, errors.New("no piece that can be in hand has this name")}
		}
		at += size
		n, size := handCount(text[at:])
		at += size
		s.Hands[c][k] = min(s.Hands[c][k]+n, int(lastSquare))
	}
	return nil
}

// kindInHand returns the kind whose name s begins with. Names of promoted pieces
// count for nothing here, not even 金飛車.
func kindInHand(s string) (Kind, int) {
	k, size := kindNamed(s)
	if k == PromotedGold {
		return Gold, kanjiBytes
	}
	if k.Unpromoted() != k {
		return NoKind, 0
	}
	return k, size
}

// handCount reads how many pieces a hand has: a number in kanji or digits, 1 if
// there is none.
func handCount(s string) (n, size int) {
	if n, size = kanjiNumber(s); size > 0 {
		return n, size
	}
	if n, size = numberOf(s); size > 0 {
		return n, size
	}
	return 1, 0
}
