package shoshogi

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// KIF is the format in which Japanese programs keep games. It has no standard;
// what is read is what programs are known to write, and what is written is what
// all of them read.

// ReadKIF reads one record in KIF. Its encoding, UTF-8 or Shift_JIS, is told from
// the bytes. 手合割 chooses the rules: 小将棋, 朝倉象棋, 小象棋, 平安将棋, or shogi for
// 平手 and the handicaps, each in the reading of r if r is one of that game; without
// it the record is read under r.
//
// Reading is strict: what is not understood, a move that the rules forbid, a number
// that does not follow, a name that is not that of the piece on the board give a
// *[ParseError] together with the record read so far. See [ReadOptions] for
// another way. The Offset of a fault counts the bytes of the text in UTF-8, into
// which Shift_JIS is decoded first. Errors of rd are returned as they are.
// Repetition is no matter of the reader; [Record.Game] looks at it.
//
// Reading takes time and memory in proportion to the text. It has no limit of its
// own; use [io.LimitReader] to set one.
func ReadKIF(rd io.Reader, r Rules) (*Record, error) { return ReadOptions{}.ReadKIF(rd, r) }

// ParseKIF reads one record in KIF as [ReadKIF] does.
func ParseKIF(s string, r Rules) (*Record, error) { return ReadOptions{}.ParseKIF(s, r) }

// KIFs reads any number of records in KIF that follow one another in one text, as
// [ReadKIF] reads each: a record begins with headers, or with the line that opens
// the list of moves, after the moves of the one before. It holds one record at a
// time. A fault comes with the record read so far, and the next record follows.
func KIFs(rd io.Reader, r Rules) iter.Seq2[*Record, error] { return ReadOptions{}.KIFs(rd, r) }

// ReadKIF reads one record in KIF; see [ReadKIF].
func (o ReadOptions) ReadKIF(rd io.Reader, r Rules) (*Record, error) {
	return o.readOne(newLineReader(rd), r, formatKIF)
}

// ParseKIF reads one record in KIF; see [ReadKIF].
func (o ReadOptions) ParseKIF(s string, r Rules) (*Record, error) {
	return o.readOne(newStringLineReader(s), r, formatKIF)
}

// KIFs reads records that follow one another; see [KIFs].
func (o ReadOptions) KIFs(rd io.Reader, r Rules) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		if err := r.Validate(); err != nil {
			yield(nil, err)
			return
		}
		reader := newRecordReader(newLineReader(rd), r, formatKIF, o)
		reader.many = true
		for {
			rec := reader.record()
			err := reader.failure()
			if rec == nil {
				if err != nil {
					yield(nil, err)
				}
				return
			}
			if !yield(rec, err) {
				return
			}
			if cut := reader.lines.failure(); cut != nil {
				if !errors.Is(err, cut) {
					yield(nil, cut)
				}
				return
			}
		}
	}
}

// ReadRecord reads one record in KIF or KI2, whichever it is; see [ReadKIF].
func ReadRecord(rd io.Reader, r Rules) (*Record, error) { return ReadOptions{}.ReadRecord(rd, r) }

// ReadRecord reads one record in KIF or KI2; see [ReadKIF].
func (o ReadOptions) ReadRecord(rd io.Reader, r Rules) (*Record, error) {
	return o.readOne(newLineReader(rd), r, formatEither)
}

var errNoRecord = errors.New("there is no record")

func (o ReadOptions) readOne(lines *lineReader, r Rules, format string) (*Record, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	reader := newRecordReader(lines, r, format, o)
	rec := reader.record()
	if rec == nil && reader.lines.failure() == nil {
		reader.failAt(placedLine{line: 1}, 0, errNoRecord)
	}
	if rec == nil {
		rec = reader.rec
		reader.finish()
	}
	return rec, reader.failure()
}

// KIFOptions says how a record is written. The zero KIFOptions, and a nil pointer
// to one, stand for UTF-8 with LF.
type KIFOptions struct {
	ShiftJIS bool // CP932, as files named .kif are expected to be, instead of UTF-8
	CRLF     bool // lines end with CR LF instead of LF
}

// WriteKIF writes the record in KIF, as Kifu for Windows does where it has a way.
// Reading the text under rec.Rules gives an equal record, and writing that gives
// the same text: line breaks in notes all become LF, and what stands in End or
// EndText alone comes back in both. In Shift_JIS a few characters come back as
// the look-alikes that it has for them: 〜 (U+301C) as ～ (U+FF5E), and likewise
// U+2212, U+2016, U+2014, ¢, £ and ¬. What only lenient reading makes, such as
// [Node.Unread], only lenient reading takes back.
//
// 手合割 is written from Rules and Start where no header has it, and a diagram for
// any start that it does not say and for all games but shogi, which few programs
// know. KIF says which game is played, not in which reading of its rules: a record
// under one of the presets for sho shogi is to be read under the same.
//
// The error is that of [Record.Validate], a *[RecordError] for what KIF cannot
// hold (a line break or a misleading key in a header, a negative time, text in
// Unread or EndText that would be read as something else), or an
// *[UnencodableError]. Then nothing has been written.
func (rec *Record) WriteKIF(w io.Writer, opt *KIFOptions) error {
	return rec.write(w, opt, formatKIF)
}

// write writes the record in either format.
func (rec *Record) write(w io.Writer, opt *KIFOptions, format string) error {
	if opt == nil {
		opt = &KIFOptions{}
	}
	if err := rec.Validate(); err != nil {
		return err
	}
	rw := recordWriter{rec: rec, format: format, options: *opt, first: 1}
	if format == formatKIF {
		rw.first = rec.firstNumber()
	}
	if err := rw.record(); err != nil {
		return err
	}
	text, err := rw.encoded()
	if err != nil {
		return err
	}
	if w == nil {
		return errNoWriter
	}
	_, err = w.Write(text)
	return err
}

var errNoWriter = errors.New("the writer is nil")

// recordWriter writes a record into a buffer.
type recordWriter struct {
	rec      *Record
	format   string
	options  KIFOptions
	text     []byte
	start    *Position
	first    int  // the number of the first move
	handicap bool // the sides are called 下手 and 上手
	timed    bool // the moves have time fields
	unread   bool // there are nodes of unread text
	column   int  // KI2: how many moves the line has
}

func (w *recordWriter) line(parts ...string) {
	for _, part := range parts {
		w.text = append(w.text, part...)
	}
	w.text = append(w.text, '\n')
}

// encoded returns the text with the encoding and line ends that are asked for.
func (w *recordWriter) encoded() ([]byte, error) {
	if !utf8.Valid(w.text) {
		return nil, &RecordError{Err: errors.New("the text is not valid UTF-8")}
	}
	text := w.text
	if w.options.CRLF {
		text = []byte(strings.ReplaceAll(string(text), "\n", "\r\n"))
	}
	if !w.options.ShiftJIS {
		return text, nil
	}
	return encodeCP932(text)
}

func (w *recordWriter) record() error {
	start, err := w.rec.start()
	if err != nil {
		return &RecordError{Err: err}
	}
	w.start = start
	w.handicap = w.rec.hasHandicap(start)
	if err := w.head(); err != nil {
		return err
	}
	t := w.rec.tour()
	for !w.timed && t.next() {
		n := t.node
		w.timed = n.Unread == "" && (w.rec.Timed || n.Time != 0 || timeTextHolds(t))
	}
	if w.format == formatKIF {
		if w.timed {
			w.line("手数----指手---------消費時間--")
		} else {
			w.line("手数----指手--")
		}
	}
	w.notes(w.rec.Comment, w.rec.Bookmark, "")
	t = w.rec.tour()
	for t.next() {
		if err := w.node(t); err != nil {
			return t.fail(err)
		}
	}
	w.endMoves()
	if w.unread {
		return w.checkTree()
	}
	return nil
}

// hasHandicap reports whether the sides are called 下手 and 上手.
func (rec *Record) hasHandicap(start *Position) bool {
	for _, h := range rec.Headers {
		switch h.Key {
		case "下手", "上手":
			return true
		case "先手", "後手":
			return false
		}
	}
	name := rec.Get(handicapKey)
	return strings.HasSuffix(name, "落ち") && start.turn == White
}

// head writes what stands before the moves.
func (w *recordWriter) head() error {
	if !w.options.ShiftJIS {
		w.line("#", w.format, " version=2.0 encoding=UTF-8")
	}
	for _, remark := range noteLines(w.rec.Remark) {
		w.line("#", remark)
	}
	name := ""
	if i := slices.IndexFunc(w.rec.Headers, func(h Header) bool { return h.Key == handicapKey }); i >= 0 {
		name = trimBlanks(w.rec.Headers[i].Value)
	} else {
		name = handicapName(w.start)
		w.line(handicapKey, "：", name, handicapPadding)
	}
	lost := false
	for _, h := range w.rec.Headers {
		w.line(h.line())
		lost = lost || h.Key == "" && classOf(trimBlanks(h.Value)) != unknownLine
	}
	if !lost && w.needsDiagram(name) {
		w.text = w.start.appendDiagram(w.text, w.rec.LastMove)
	}
	return w.checkHead()
}

// line returns the header as a line.
func (h Header) line() string {
	h = h.trimmed()
	if h.Key == "" || h.Value == "" && isFlag(h.Key) {
		return h.Key + h.Value
	}
	return h.Key + "：" + h.Value
}

// trimmed returns the header without the blanks that reading leaves out.
func (h Header) trimmed() Header { return Header{trimBlanks(h.Key), trimBlanks(h.Value)} }

// needsDiagram reports whether 手合割, of which name is the value, does not say the
// start to everyone.
func (w *recordWriter) needsDiagram(name string) bool {
	h, err := startFor(name, w.rec.Rules, nil)
	if err != nil || h.rules != w.rec.Rules || gameOf(h.rules) != shogiGame || w.rec.LastMove != "" {
		return true
	}
	p, _, err := h.startPosition(&diagramLines{})
	return err != nil || *p != *w.start
}

// checkHead makes sure that the head reads back as it is: headers may hold line
// breaks or be taken for something else, and 手合割 may name another game.
func (w *recordWriter) checkHead() error {
	r := newRecordReader(newStringLineReader(string(w.text)), w.rec.Rules, w.format, ReadOptions{Lenient: true})
	r.record()
	for i, h := range w.rec.Headers {
		if i >= len(r.rec.Headers) || r.rec.Headers[i] != h.trimmed() {
			return &RecordError{Err: fmt.Errorf("the header %q with the value %q would not be read as such", h.Key, h.Value)}
		}
	}
	switch {
	case len(r.rec.Headers) > len(w.rec.Headers) || len(r.rec.Next) > 0:
		return &RecordError{Err: errors.New("a header would be read as something else")}
	case r.rec.Rules != w.rec.Rules || *r.rec.Start != *w.start:
		return &RecordError{Err: fmt.Errorf("the headers, %s among them, say other rules or another start", handicapKey)}
	case r.rec.LastMove != w.rec.LastMove:
		return &RecordError{Err: fmt.Errorf("the text of the last move, %q, would not be read as such", w.rec.LastMove)}
	case r.rec.Remark != joinLines(noteLines(w.rec.Remark)):
		return &RecordError{Err: errors.New("a remark would be read as the name of an encoding")}
	}
	return nil
}

var errMisread = errors.New("with the unread text of the record this would be read as something else")

// checkTree makes sure that the whole text reads back as it is: unread text may
// hold anything.
func (w *recordWriter) checkTree() error {
	r := newRecordReader(newStringLineReader(string(w.text)), w.rec.Rules, w.format, ReadOptions{Lenient: true})
	r.record()
	written, read := w.rec.tour(), r.rec.tour()
	for written.next() {
		if !read.next() || !w.sameNode(written, read) {
			return written.fail(errMisread)
		}
	}
	if read.next() || r.rec.firstNumber() != w.first || !sameNote(w.rec.Comment, r.rec.Comment) || !sameNote(w.rec.Bookmark, r.rec.Bookmark) {
		return &RecordError{Err: errMisread}
	}
	return nil
}

// sameNode reports whether a node has been read as it was written, where it was
// written.
func (w *recordWriter) sameNode(written, read *tour) bool {
	a, b := written.node, read.node
	if a.Move == NoMove && a.Unread == "" {
		if word, err := a.word(&written.trail.pos); err != nil || word != b.EndText {
			return false
		}
	}
	return len(written.trail.steps) == len(read.trail.steps) && written.index == read.index &&
		a.Move == b.Move && a.Unread == b.Unread && (a.Time == b.Time || w.format != formatKIF) &&
		sameNote(a.Comment, b.Comment) && sameNote(a.Bookmark, b.Bookmark) && sameNote(a.Remark, b.Remark)
}

// sameNote reports whether a note has been read as it was written.
func sameNote(written, read string) bool { return joinLines(noteLines(written)) == read }

// notes writes comment, bookmark and remark of a node.
func (w *recordWriter) notes(comment, bookmark, remark string) {
	for _, note := range [...]struct{ mark, text string }{{"*", comment}, {"&", bookmark}, {"#", remark}} {
		if note.text == "" {
			continue
		}
		w.endMoves()
		for _, line := range noteLines(note.text) {
			w.line(note.mark, line)
		}
	}
}

// node writes a node, and before it the line that announces a variation.
func (w *recordWriter) node(t *tour) error {
	n := t.node
	number := w.first + len(t.trail.steps)
	if t.index > 0 {
		w.endMoves()
		w.line()
		w.text = fmt.Appendf(w.text, "変化：%d手\n", number)
	}
	if n.Unread != "" {
		w.endMoves()
		w.line(n.Unread)
		w.unread = true
		return nil
	}
	err := error(nil)
	if w.format == formatKIF {
		err = w.kifNode(t, number)
	} else {
		err = w.ki2Node(t)
	}
	if err != nil {
		return err
	}
	if n.Remark != "" {
		for _, line := range noteLines(n.Remark) {
			if isMarker("#" + line) {
				return fmt.Errorf("the remark %q names an encoding", line)
			}
		}
	}
	w.notes(n.Comment, n.Bookmark, n.Remark)
	if n.Move == NoMove && w.format == formatKIF {
		w.summary(t)
	}
	return nil
}

// kifNode writes the line of a move or an ending in KIF.
func (w *recordWriter) kifNode(t *tour, number int) error {
	n := t.node
	if number > maxPly {
		return fmt.Errorf("the number %d is too large", number)
	}
	w.text = fmt.Appendf(w.text, "%4d ", number)
	from := len(w.text)
	if n.Move != NoMove {
		w.text = t.trail.pos.appendKIFMove(w.text, n.Move, t.trail.previous())
	} else {
		word, err := n.word(&t.trail.pos)
		if err != nil {
			return err
		}
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
	_, mark := sideMark(word)
	if after, f := r.kifMove(&back, 0); f != nil || mark > 0 || after != len(word) || back.EndText != word || word != trimBlanks(word) || strings.ContainsAny(word, "\r\n") {
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

// summary writes まで63手で先手の勝ち after an ending, unless an unread line of the
// sort follows.
func (w *recordWriter) summary(t *tour) {
	n := t.node
	after := t.trail.last()
	if after != nil && after.Move == NoMove {
		return
	}
	if n.contradicted() {
		return
	}
	word, err := n.word(&t.trail.pos)
	if err != nil {
		return
	}
	w.text = fmt.Appendf(w.text, "まで%d手で%s\n", w.first-1+t.trail.moves, summaryPhrase(word, t.trail.pos.turn&1, w.handicap))
}

// contradicted reports whether a summary follows that does not agree with the
// ending.
func (n *Node) contradicted() bool {
	for _, next := range n.Next {
		if strings.HasPrefix(next.Unread, "まで") {
			return true
		}
	}
	return false
}
