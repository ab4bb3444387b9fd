package shoshogi

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// A line of KIF: 12 ７六歩(77)   ( 0:05/00:00:05)+

// numberedLine reads a move or an ending.
func (r *recordReader) numberedLine(at int) *lineFault {
	number, start := moveNumber(r.current, at)
	if f := r.checkNumber(number, at); f != nil {
		return f
	}
	n := r.blankNode()
	after, f := r.kifMove(n, start)
	if f == nil {
		f = r.lineTail(n, after)
	} else {
		f.err = fmt.Errorf("move %d: %w", number, f.err)
	}
	if f != nil {
		*n = Node{}
		return f
	}
	if !r.numbered {
		r.fail(faultAt(at, "the first move has the number %d", r.oddNumber))
		r.settleNumber(r.oddNumber)
	}
	r.add(n)
	return nil
}

// moveNumber reads the number of a move and returns where the move begins.
func moveNumber(line string, at int) (number, start int) {
	number, size := numberOf(line[at:])
	start = at + size
	if strings.HasPrefix(line[start:], "手目") {
		start += len("手目")
	} else if strings.HasPrefix(line[start:], ".") {
		start++
	}
	start = skipBlanks(line, start)
	if _, n := sideMark(line[start:]); n > 0 {
		start = skipBlanks(line, start+n)
	}
	return number, start
}

// sideMark reads a mark of the side to move.
func sideMark(s string) (c Color, size int) {
	if len(s) < kanjiBytes {
		return Black, 0
	}
	switch s[:kanjiBytes] {
	case "▲", "▼", "☗":
		return Black, kanjiBytes
	case "△", "▽", "☖":
		return White, kanjiBytes
	}
	return Black, 0
}

// kifMove reads a move or the word of an ending at a place of the current line.
func (r *recordReader) kifMove(n *Node, at int) (after int, f *lineFault) {
	w := kifWords{line: r.current, at: at}
	isMove, f := w.read(r.trail.previous())
	if f != nil {
		return 0, f
	}
	if !isMove {
		return r.kifEnding(n, at)
	}
	if r.trail.atEnding() {
		return 0, faultAt(at, "a move follows the ending")
	}
	n.Move, f = w.move(&r.trail.pos)
	return w.at, f
}

// kifEnding reads the word of an ending.
func (r *recordReader) kifEnding(n *Node, at int) (after int, f *lineFault) {
	line := r.current
	end := at
	for end < len(line) && timeField(line[end:]).size == 0 {
		end++
	}
	word := trimPlus(line[at:end])
	if word == "" {
		return 0, faultAt(at, "want a move or an ending after the number")
	}
	n.End = endingOutcome(word, &r.trail.pos)
	_, mark := sideMark(word) // the line may have one, but that has been read
	if mark > 0 || !n.End.Over() && !isEndingWord(word) {
		return 0, faultAt(at, "neither a move nor an ending")
	}
	n.EndText = strings.Clone(word)
	return at + len(word), nil
}

// trimPlus cuts blanks and plus signs, the marks of variations, off the end of a word.
func trimPlus(word string) string {
	for {
		shorter := trimRight(strings.TrimRight(word, "+"))
		if shorter == word {
			return word
		}
		word = shorter
	}
}

// isEndingWord reports whether a word may stand for an ending that is not known:
// what begins like a move, names a pass, or is spelt out in hiragana is none.
func isEndingWord(word string) bool {
	for _, e := range endings {
		if e.word == word {
			return true
		}
	}
	_, digit := digitOf(word)
	if _, piece := kindNamed(word); digit+piece > 0 || strings.HasPrefix(word, "同") || word == "パス" || word == "pass" {
		return false
	}
	return strings.ContainsFunc(word, func(char rune) bool {
		return unicode.IsLetter(char) && !unicode.Is(unicode.Hiragana, char) && char != 'ー'
	})
}

// kifWords reads the parts of a move: destination, piece, 成 or 打, origin.
type kifWords struct {
	line string
	at   int

	to, from Square
	kind     Kind
	toAt     int // where the parts stand in the line
	kindAt   int
	fromAt   int
	promotes bool
	drop     bool
}

// read reads the parts; isMove is false where none begins.
func (w *kifWords) read(previous Move) (isMove bool, f *lineFault) {
	rest := w.line[w.at:]
	w.toAt = w.at
	if strings.HasPrefix(rest, "同") || strings.HasPrefix(rest, "仝") {
		if previous == NoMove {
			return true, faultAt(w.at, "同 without a move before")
		}
		w.to = previous.To()
		w.at += kanjiBytes
	} else {
		if _, n := digitOf(rest); n == 0 {
			return false, nil
		}
		sq, n := squareNamed(rest)
		if n == 0 {
			return true, faultAt(w.at, "want a file and a rank")
		}
		w.to = sq
		w.at += n
	}
	w.skip()
	kind, n := kindInMove(w.line[w.at:])
	if n == 0 {
		return true, faultAt(w.at, "no piece has this name")
	}
	w.kind, w.kindAt = kind, w.at
	w.at += n
	w.suffixes()
	w.fromAt = w.at
	return true, w.origin()
}

// kindInMove is kindNamed, faster for the usual names of one character: what
// follows them in a move does not go on a name.
func kindInMove(s string) (Kind, int) {
	if len(s) > kanjiBytes && s[kanjiBytes] == '(' {
		if k, ok := kindsByName[s[:kanjiBytes]]; ok {
			return k, kanjiBytes
		}
	}
	return kindNamed(s)
}

func (w *kifWords) skip() { w.at = skipBlanks(w.line, w.at) }

// suffixes reads 成, 不成, 打 and the words of KI2, needless beside an origin.
func (w *kifWords) suffixes() {
	for {
		w.skip()
		rest := w.line[w.at:]
		if len(rest) < kanjiBytes {
			return
		}
		switch rest[:kanjiBytes] {
		case "成":
			w.promotes = true
		case "打":
			w.drop = true
		case "不":
			if !strings.HasPrefix(rest, "不成") {
				return
			}
			w.at += kanjiBytes
		case "生", "上", "寄", "引", "直", "右", "左", "行", "入":
		default:
			return
		}
		w.at += kanjiBytes
	}
}

// origin reads (77), which a drop does not need.
func (w *kifWords) origin() *lineFault {
	rest := w.line[w.at:]
	open := bracketAt(rest, '(', "（")
	i := open
	if open > 0 {
		i = skipBlanks(rest, i)
		if strings.HasPrefix(rest[i:], "←") {
			i += kanjiBytes
		}
		from, n := squareNamed(rest[i:])
		if n == 0 && w.drop && strings.HasPrefix(rest[i:], "00") {
			n = len("00")
		}
		i += n
		if close := bracketAt(rest[skipBlanks(rest, i):], ')', "）"); n > 0 && close > 0 {
			w.from = from
			w.at += skipBlanks(rest, i) + close
			return nil
		}
	}
	if w.drop {
		return nil
	}
	return faultAt(w.at, "want the origin in parentheses, or 打")
}

// bracketAt returns the length of a bracket that s begins with.
func bracketAt(s string, narrow byte, wide string) int {
	switch {
	case s == "":
		return 0
	case s[0] == narrow:
		return 1
	case strings.HasPrefix(s, wide):
		return len(wide)
	}
	return 0
}

// move returns the move that the words stand for, if it is legal.
func (w *kifWords) move(p *Position) (Move, *lineFault) {
	m := NewDrop(w.kind, w.to)
	switch {
	case w.drop && w.from != NoSquare:
		return NoMove, faultAt(w.fromAt, "a drop has no origin")
	case w.drop && (m == NoMove || w.promotes):
		return NoMove, faultAt(w.kindAt, "a promoted piece is dropped: %w", DropNotAllowed)
	case !w.drop:
		pc := p.At(w.from)
		if pc == NoPiece || pc.Color() != p.turn&1 {
			return NoMove, faultAt(w.fromAt, "no piece of %s stands on %v: %w", colorName(p.turn), w.from, NoSuchMove)
		}
		if pc.Kind() != w.kind {
			return NoMove, faultAt(w.kindAt, "the piece on %v is %s: %w", w.from, moveName(pc.Kind()), NoSuchMove)
		}
		m = NewMove(w.from, w.to, w.promotes)
	}
	if reason := p.illegality(m); reason != 0 {
		return NoMove, &lineFault{w.toAt, reason}
	}
	return m, nil
}

// lineTail reads what follows a move: times, a plus sign, a remark.
func (r *recordReader) lineTail(n *Node, at int) *lineFault {
	line := r.current
	at = skipBlanks(line, at)
	first, last, fields := at, at, 0
	var total time.Duration
	timed := false
	for at < len(line) && (line[at] == '(' || strings.HasPrefix(line[at:], "（")) {
		f := timeField(line[at:])
		if f.size == 0 {
			return faultAt(at, "want the time, ( 0:05/00:00:05)")
		}
		if fields++; fields == 1 {
			n.Time, total, timed = f.time, f.total, f.hasTotal
		}
		at += f.size
		last = at
		at = skipBlanks(line, at)
	}
	sum := addTimes(r.trail.totals[r.trail.pos.turn&1], n.Time)
	if n.Time == 0 && fields == 1 {
		r.zeroTimes = true
	}
	if fields > 1 || timed && total != sum {
		n.TimeText = strings.Clone(line[first:last])
	}
	if at < len(line) && line[at] == '+' {
		at = skipBlanks(line, at+1)
	}
	if at < len(line) && line[at] == '#' {
		n.Remark = strings.Clone(line[at+1:])
		return nil
	}
	if at < len(line) && line[at:] != "\x1a" {
		return faultAt(at, "nothing may follow the move and its time")
	}
	return nil
}

// timing is a time field, ( 0:05/00:00:05): the time of the move, and the total of
// the side.
type timing struct {
	time, total time.Duration
	hasTotal    bool
	size        int // in bytes, 0 if there is none
}

// timeField reads the time field that s begins with.
func timeField(s string) (t timing) {
	at := bracketAt(s, '(', "（")
	if at == 0 {
		return timing{}
	}
	at = skipBlanks(s, at)
	var n int
	if t.time, n = clock(s[at:]); n == 0 {
		return timing{}
	}
	at = skipBlanks(s, at+n)
	if strings.HasPrefix(s[at:], "/") {
		at = skipBlanks(s, at+1)
		if t.total, n = clock(s[at:]); n > 0 {
			t.hasTotal = true
			at = skipBlanks(s, at+n)
		}
	}
	n = bracketAt(s[at:], ')', "）")
	if n == 0 {
		return timing{}
	}
	t.size = at + n
	return t
}

// clock reads M:SS or H:MM:SS with an optional fraction of a second. The first
// part may be of any size; what is beyond a [time.Duration] comes out as the
// longest one.
func clock(s string) (d time.Duration, size int) {
	const most = 1<<63 - 1
	parts, seconds := 0, int64(0)
	for {
		n, digits := clockNumber(s[size:])
		if digits == 0 {
			return 0, 0
		}
		seconds = 60*seconds + n
		size += digits
		if parts++; parts == 3 || size >= len(s) || s[size] != ':' {
			break
		}
		size++
	}
	if parts < 2 {
		return 0, 0
	}
	d = most
	if seconds <= most/int64(time.Second) {
		d = time.Duration(seconds) * time.Second
	}
	if size < len(s) && s[size] == '.' {
		unit := time.Second
		start := size + 1
		for size = start; size < len(s) && s[size] >= '0' && s[size] <= '9'; size++ {
			unit /= 10
			d = addTimes(d, time.Duration(s[size]-'0')*unit)
		}
		if size == start {
			return 0, 0
		}
	}
	return d, size
}

// clockNumber reads a number of at most nine digits, which is as many as any
// [time.Duration] has of minutes.
func clockNumber(s string) (n int64, size int) {
	for size < len(s) && s[size] >= '0' && s[size] <= '9' {
		if size == 9 {
			return 0, 0
		}
		n = 10*n + int64(s[size]-'0')
		size++
	}
	return n, size
}

// kifNode writes the line of a move, or of an ending with its word, in KIF.
func (w *recordWriter) kifNode(t *tour, number int, word string) error {
	n := t.node
	if number > maxPly {
		return fmt.Errorf("the number %d is too large", number)
	}
	w.text = fmt.Appendf(w.text, "%4d ", number)
	from := len(w.text)
	if n.Move != NoMove {
		w.text = t.trail.pos.appendKIFMove(w.text, n.Move, t.trail.previous())
	} else {
		w.text = append(w.text, word...)
	}
	if w.timed || t.more {
		for pad := moveColumns - columns(w.text[from:]); pad > 0; pad-- {
			w.text = append(w.text, ' ')
		}
	}
	if w.timed {
		if n.Time < 0 {
			return errors.New("the time is negative")
		}
		w.text = append(w.text, ' ')
		w.text = w.appendTime(w.text, t)
	}
	if t.more {
		w.text = append(w.text, '+')
	}
	w.line()
	return nil
}

// moveColumns is the width to which Kifu for Windows fills up a move.
const moveColumns = 12

// columns returns the width of a text in which all but ASCII is twice as wide.
func columns(text []byte) (n int) {
	for _, r := range string(text) {
		n++
		if r >= utf8.RuneSelf {
			n++
		}
	}
	return n
}

// appendKIFMove appends a legal move: "７六歩(77)", "同　銀成(43)", "５五角打".
func (p *Position) appendKIFMove(dst []byte, m, previous Move) []byte {
	dst = appendDestination(dst, m, previous)
	dst = append(dst, moveName(p.moverKind(m))...)
	switch {
	case m.Drop() != NoKind:
		return append(dst, "打"...)
	case m.Promotes():
		dst = append(dst, "成"...)
	}
	return (&moveWords{from: m.From()}).appendOrigin(dst)
}

// word returns the word of an ending, if it reads back as such.
func (n *Node) word(p *Position) (string, error) {
	word := n.EndText
	if word == "" {
		word = endingWord(n.End, p)
	}
	r := recordReader{current: word, trail: trail{pos: *p}}
	var back Node
	if after, f := r.kifMove(&back, 0); f != nil || after != len(word) || back.EndText != word || word != trimBlanks(word) || strings.ContainsAny(word, "\r\n") {
		return "", fmt.Errorf("the ending %q cannot be written", word)
	}
	if n.End.Over() && n.End != back.End {
		return "", fmt.Errorf("the ending %q stands for another outcome than %q", word, n.End)
	}
	return word, nil
}

// appendTime appends the time field of the node.
func (w *recordWriter) appendTime(dst []byte, t *tour) []byte {
	n := t.node
	total := addTimes(t.trail.totals[t.trail.pos.turn&1], n.Time)
	if timeTextHolds(t) {
		return append(dst, n.TimeText...)
	}
	dst = append(dst, '(')
	minutes := n.Time / time.Minute
	dst = fmt.Appendf(dst, "%2d:", minutes)
	dst = appendSeconds(dst, n.Time%time.Minute)
	dst = fmt.Appendf(dst, "/%02d:%02d:", total/time.Hour, total/time.Minute%60)
	dst = appendSeconds(dst, total%time.Minute)
	return append(dst, ')')
}

// timeTextHolds reports whether the node has a TimeText that says the same as its
// Time.
func timeTextHolds(t *tour) bool {
	n := t.node
	if n.TimeText == "" {
		return false
	}
	r := recordReader{current: n.TimeText, trail: trail{pos: t.trail.pos, totals: t.trail.totals}}
	var back Node
	f := r.lineTail(&back, 0)
	return f == nil && back.Time == n.Time && back.TimeText == n.TimeText
}

// appendSeconds appends two digits, and the fraction of a second if there is one.
func appendSeconds(dst []byte, d time.Duration) []byte {
	dst = fmt.Appendf(dst, "%02d", d/time.Second)
	if d%time.Second == 0 {
		return dst
	}
	dst = fmt.Appendf(dst, ".%09d", d%time.Second)
	for dst[len(dst)-1] == '0' {
		dst = dst[:len(dst)-1]
	}
	return dst
}
