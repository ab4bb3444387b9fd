package shoshogi

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Writing of KIF and KI2.

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

// line writes a line.
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

// record writes the record.
func (w *recordWriter) record() error {
	w.start, _ = w.rec.start() // which Validate has asked for
	w.handicap = w.rec.hasHandicap(w.start)
	if err := w.head(); err != nil {
		return err
	}
	if w.format == formatKIF {
		w.listLine()
	}
	w.notes(w.rec.Comment, w.rec.Bookmark, "")
	t := w.rec.tour()
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

// listLine opens the list of moves of KIF.
func (w *recordWriter) listLine() {
	for t := w.rec.tour(); !w.timed && t.next(); {
		n := t.node
		w.timed = n.Unread == "" && (w.rec.Timed || n.Time != 0 || timeTextHolds(t))
	}
	if w.timed {
		w.line("手数----指手---------消費時間--")
	} else {
		w.line("手数----指手--")
	}
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

// readBack reads what has been written so far.
func (w *recordWriter) readBack() *recordReader {
	r := newRecordReader(newStringLineReader(string(w.text)), w.rec.Rules, w.format, ReadOptions{Lenient: true})
	r.record()
	return r
}

// checkHead makes sure that the head reads back as it is: headers may hold line
// breaks or be taken for something else, and 手合割 may name another game.
func (w *recordWriter) checkHead() error {
	r := w.readBack()
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
	r := w.readBack()
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
	word := "" // of an ending
	if n.Move == NoMove {
		var err error
		if word, err = n.word(&t.trail.pos); err != nil {
			return err
		}
	}
	err := error(nil)
	if w.format == formatKIF {
		err = w.kifNode(t, number, word)
	} else {
		err = w.ki2Node(t, word)
	}
	if err != nil {
		return err
	}
	for _, line := range noteLines(n.Remark) {
		if isMarker("#" + line) {
			return fmt.Errorf("the remark %q names an encoding", line)
		}
	}
	w.notes(n.Comment, n.Bookmark, n.Remark)
	if word != "" && w.format == formatKIF {
		w.summary(t, word)
	}
	return nil
}

// summary writes まで63手で先手の勝ち after an ending, but not after another ending,
// and not where an unread line of the sort follows.
func (w *recordWriter) summary(t *tour, word string) {
	if t.trail.atEnding() || t.node.contradicted() {
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
