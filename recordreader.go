package shoshogi

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"
)

// Reading of KIF and KI2. Both are made of lines, and differ only in those that
// hold moves.

// The formats of records, as errors name them.
const (
	formatKIF     = "KIF"
	formatKI2     = "KI2"
	formatDiagram = "BOD"
	formatEither  = "record" // KIF or KI2, not yet told
)

// recordReader reads one record after the other.
type recordReader struct {
	lines   *lineReader
	format  string
	options ReadOptions
	caller  Rules  // by which records are read that do not say
	many    bool   // other records may follow in the same text
	carried string // the remarks that stand before the record

	rec     *Record
	errs    ParseErrors
	stopped bool   // by a fault, in strict reading
	current string // the line being read

	head     recordHead
	begun    bool  // the head is complete, moves follow
	trail    trail // the line of play read last
	numbered bool  // the number of the first move is known

	oddNumber int // of a first move that does not begin a record

	zeroTimes, times bool // whether nodes with a time field of zero, and others, have been read

	node                      *Node // what notes belong to; nil before the first move and at the head of a variation
	comment, bookmark, remark textLines
	held                      textLines // remarks that may belong to the next record

	branching bool       // a variation has been announced, and its first move is to come
	branch    placedLine // the line that announced it
	branchEnd *Node      // the last node of the line of play before that
	pending   textLines  // the notes since then, as they stand

	lost     bool      // the line of play makes no sense any more, its lines go to unread
	closed   bool      // nothing more makes sense
	unread   textLines // what will be an unread node
	unreadAt *Node     // after which node

	nodes []Node  // allocated ahead
	links []*Node // likewise, for Node.Next
}

// recordHead is what stands before the first move.
type recordHead struct {
	diagramLines
	handicap *placedLine
	name     string       // the value of handicap
	listed   bool         // the line that opens the list of moves has been seen
	seen     bool         // any line but remarks has been seen
	diagram  []placedLine // the lines of the diagram, to keep them if they make no sense
}

func newRecordReader(lines *lineReader, r Rules, format string, o ReadOptions) *recordReader {
	return &recordReader{lines: lines, caller: r, format: format, options: o}
}

// record reads the next record; it returns nil if the text holds no more lines.
func (r *recordReader) record() *Record {
	r.reset()
	for !r.stopped {
		line, ok := r.lines.read()
		if !ok {
			r.settleRemarks()
			break
		}
		if r.many && r.another(line) {
			if classOf(line[skipBlanks(line, 0):]) == markerLine {
				r.settleRemarks() // the marker is the first line of a file
			}
			r.lines.unread()
			break
		}
		r.line(line)
	}
	if !r.head.seen && r.carried == "" && r.remark.count == 0 && len(r.errs) == 0 {
		return nil
	}
	r.finish()
	if r.many && r.stopped {
		r.skipRecord()
	}
	return r.rec
}

// skipRecord goes to the beginning of the next record.
func (r *recordReader) skipRecord() {
	for {
		line, ok := r.lines.read()
		if !ok {
			return
		}
		s := line[skipBlanks(line, 0):]
		if r.another(line) {
			if classOf(s) == markerLine {
				r.held.take() // the marker is the first line of a file
			}
			r.lines.unread()
			return
		}
		switch classOf(s) {
		case remarkLine:
			r.held.add(s[1:])
		case blankLine:
		case listLine, numberedLine, markedLine:
			r.head.listed = true
			r.held.take()
		default:
			r.held.take()
		}
	}
}

// reset prepares for the next record.
func (r *recordReader) reset() {
	rest := recordReader{
		lines: r.lines, format: r.format, options: r.options, caller: r.caller, many: r.many,
		carried: r.held.take(), nodes: r.nodes, links: r.links,
	}
	*r = rest
	r.rec = &Record{Rules: r.caller}
	for _, line := range noteLines(r.carried) {
		r.remark.add(line)
	}
}

// failure returns the error to go with the record.
func (r *recordReader) failure() error {
	cut := r.lines.failure()
	switch {
	case len(r.errs) == 0:
		return cut
	case !r.options.Lenient:
		return r.errs[0]
	}
	// What the head says is judged when it is complete, after its lines.
	slices.SortStableFunc(r.errs, func(a, b *ParseError) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Offset, b.Offset))
	})
	if cut != nil {
		return errors.Join(r.errs, cut)
	}
	return r.errs
}

// fail notes a fault of the current line. Strict reading stops there.
func (r *recordReader) fail(f *lineFault) {
	r.failAt(placedLine{r.current, r.lines.line, r.lines.offset}, f.index, f.err)
}

func (r *recordReader) failAt(at placedLine, index int, err error) {
	format := r.format
	if format == formatEither {
		format = formatKIF
	}
	index = min(max(index, 0), len(at.text))
	r.errs = append(r.errs, &ParseError{
		Format: format,
		Offset: at.offset + index,
		Line:   at.line,
		Column: utf8.RuneCountInString(at.text[:index]) + 1,
		Text:   shown(at.text),
		Err:    err,
	})
	r.stopped = !r.options.Lenient
}

// isRuler reports whether s has nothing but digits one by one: the files above a
// diagram. A single digit is more likely half of a move, unless the board has but
// one file.
func (r *recordReader) isRuler(s string) bool {
	digits := 0
	for at := 0; at < len(s); {
		if n := blankAt(s[at:]); n > 0 {
			at += n
			continue
		}
		_, n := digitOf(s[at:])
		if n == 0 {
			return false
		}
		if at += n; at < len(s) && blankAt(s[at:]) == 0 {
			return false
		}
		digits++
	}
	if digits != 1 {
		return digits > 1
	}
	book, err := bookOf(r.caller)
	return err == nil && book.files == 1
}

// another reports whether a line begins another record.
func (r *recordReader) another(line string) bool {
	s := line[skipBlanks(line, 0):]
	class := classOf(s)
	if !r.begun && !r.head.listed {
		return class == markerLine && r.head.seen
	}
	switch class {
	case markerLine, rowLine, borderLine, captionLine, turnLine, flagLine, headerLine:
		return true
	case listLine:
		return r.begun
	case numberedLine:
		return r.isRuler(s)
	}
	return false
}

// line reads one line.
func (r *recordReader) line(line string) {
	r.current = line
	if at := r.lines.damage(line); at >= 0 {
		r.fail(faultAt(at, "these bytes are no text in the encoding of the file"))
		if r.stopped {
			return
		}
		line = r.lines.repaired(line)
		r.current = line
	}
	at := skipBlanks(line, 0)
	s := line[at:]
	class := classOf(s)
	if r.closed && class != blankLine {
		r.unread.add(line)
		return
	}
	if class != remarkLine && class != blankLine {
		r.settleRemarks()
	}
	switch class {
	case blankLine:
		return
	case markerLine:
		r.markerLine()
	case remarkLine, commentLine, bookmarkLine:
		r.noteLine(class, s)
	case variationLine:
		r.begin()
		r.variationLine(at)
	default:
		if r.lost {
			r.unread.add(line)
			return
		}
		r.bodyLine(class, at)
	}
	if class != remarkLine {
		r.head.seen = true
	}
}

// settleRemarks gives the remarks read last to the node they follow.
func (r *recordReader) settleRemarks() {
	if r.held.count > 0 {
		r.remark.add(r.held.take())
	}
}

// markerLine skips the line by which a file names its own encoding.
func (r *recordReader) markerLine() {
	if r.begun {
		r.misplaced(markerLine, 0)
	}
}

// noteLine reads a line that belongs to the node before it, whatever it says.
func (r *recordReader) noteLine(class lineClass, s string) {
	if r.lost {
		r.unread.add(r.current)
		return
	}
	if r.branching {
		r.pending.add(r.current)
	}
	_, first := utf8.DecodeRuneInString(s)
	text := s[first:]
	switch class {
	case commentLine:
		r.comment.add(text)
	case bookmarkLine:
		r.bookmark.add(text)
	case remarkLine:
		if r.many && (r.begun || r.head.listed) {
			r.held.add(text)
		} else {
			r.remark.add(text)
		}
	}
}

// bodyLine reads a line of the head or a line of moves.
func (r *recordReader) bodyLine(class lineClass, at int) {
	if class == numberedLine && !r.begun && r.isRuler(r.current[at:]) {
		return
	}
	switch class {
	case summaryLine:
		r.summaryLine(at)
	case numberedLine, markedLine:
		r.begin()
		r.moveLine(class, at)
	default:
		if r.begun {
			r.misplaced(class, at)
			return
		}
		r.headLine(class, at)
	}
}

// misplaced deals with a line that does not belong among the moves.
func (r *recordReader) misplaced(class lineClass, at int) {
	reason := "this line is not understood"
	switch class {
	case headerLine, flagLine:
		reason = "a header may not follow the moves"
	case markerLine, rowLine, borderLine, captionLine, turnLine, listLine:
		reason = "another record begins here"
	}
	r.fail(faultAt(at, "%s", reason))
	key, _, _ := cutColon(r.current[at:])
	switch {
	case class == headerLine && trimBlanks(key) != handicapKey, class == flagLine, class == unknownLine:
		r.remark.add(remarkText(r.current))
	default:
		r.lose(r.current)
		r.closed = !r.stopped
	}
}

// headLine reads a line that stands before the moves.
func (r *recordReader) headLine(class lineClass, at int) {
	line := r.current
	switch class {
	case borderLine:
	case listLine:
		r.head.listed = true
		if _, remark, ok := strings.Cut(line, "#"); ok {
			r.remark.add(remarkText(remark))
		}
	case rowLine:
		r.diagramLine(at, len(r.head.rows) == maxRows, func(l placedLine) { r.head.rows = append(r.head.rows, l) })
	case turnLine:
		r.diagramLine(at, r.head.turn != nil, func(l placedLine) {
			r.head.turn = &l
			r.head.side, _, _ = cutSide(line[at:])
		})
	case captionLine:
		r.captionLine(at)
	case flagLine:
		r.addHeader(trimRight(line[at:]), "")
	case headerLine:
		r.headerLine(at)
	default:
		r.strayLine(class, faultAt(at, "this line is not understood"))
	}
}

// strayLine keeps a line of the head that makes no sense. One that would count
// for the start if it were written back becomes a remark.
func (r *recordReader) strayLine(class lineClass, f *lineFault) {
	r.fail(f)
	if class == unknownLine {
		r.addHeader("", trimBlanks(r.current))
		return
	}
	r.remark.add(remarkText(r.current))
}

func (r *recordReader) addHeader(key, value string) {
	r.rec.Headers = append(r.rec.Headers, Header{strings.Clone(key), strings.Clone(value)})
}

// diagramLine keeps a line of the diagram until the head is complete.
func (r *recordReader) diagramLine(at int, tooMany bool, keep func(placedLine)) {
	if tooMany {
		r.strayLine(rowLine, faultAt(at, "the diagram has its lines of this sort already"))
		return
	}
	l := placedLine{strings.Clone(r.current), r.lines.line, r.lines.offset}
	r.head.diagram = append(r.head.diagram, l)
	keep(l)
}

// captionLine reads the number of the last move and the move: 手数＝171　▲６二角成　まで.
func (r *recordReader) captionLine(at int) {
	line := r.current
	rest := line[at+len("手数"):]
	rest = rest[skipBlanks(rest, 0):]
	_, size := utf8.DecodeRuneInString(rest)
	rest = rest[size:]
	rest = rest[skipBlanks(rest, 0):]
	n, size := numberOf(rest)
	if size == 0 || n >= maxPly {
		r.strayLine(captionLine, faultAt(len(line)-len(rest), "want the number of the last move"))
		return
	}
	r.diagramLine(at, r.head.ply > 0, func(placedLine) {
		r.head.ply = n + 1
		last := trimBlanks(strings.TrimSuffix(trimBlanks(rest[size:]), "まで"))
		r.rec.LastMove = strings.Clone(last)
	})
}

// headerLine reads key and value. Hands belong to the diagram.
func (r *recordReader) headerLine(at int) {
	line := r.current
	key, colon, size := cutColon(line[at:])
	key = trimRight(key)
	after := line[at+colon+size:]
	value := trimBlanks(after)
	if side, rest, ok := cutSide(key); ok && (rest == "の持駒" || rest == "の持ち駒") {
		r.diagramLine(at, r.head.hands[side] != nil, func(l placedLine) { r.head.hands[side] = &l })
		return
	}
	if key == handicapKey {
		if r.head.handicap != nil && r.head.name != value {
			r.strayLine(headerLine, faultAt(at, "%s stands twice", handicapKey))
			return
		}
		r.head.handicap = &placedLine{strings.Clone(line), r.lines.line, r.lines.offset}
		r.head.name = strings.Clone(value)
		if strings.HasSuffix(after, handicapPadding) {
			return
		}
	}
	r.addHeader(key, value)
}

// handicapPadding is how Kifu for Windows fills up the value of 手合割. WriteKIF
// writes it where the value comes from rules and start; so read, 手合割 does not
// become a header.
const handicapPadding = "　　"

// begin completes the head: it settles rules and start.
func (r *recordReader) begin() {
	if r.begun || r.stopped {
		return
	}
	r.begun = true
	r.flushNotes()
	h, err := startFor(r.head.name, r.caller, r.head.rows)
	if r.format == formatDiagram {
		h.rules, err = r.caller, nil
		if handicapNamed(r.head.name) == "" || gameOf(r.caller) != shogiGame {
			h.sfen = "startpos"
		}
	}
	if err != nil {
		r.failAt(*r.head.handicap, valueIndex(r.head.handicap.text), err)
	}
	p, fault, err := h.startPosition(&r.head.diagramLines)
	for _, extra := range r.head.extra {
		if fault == nil {
			r.rec.Remark = joinNotes(r.rec.Remark, remarkText(extra))
		}
	}
	if fault != nil {
		r.failAt(fault.at, fault.index, fault.err)
		r.dropDiagram()
		p, _, err = h.startPosition(&diagramLines{})
	}
	if err != nil {
		r.failAt(placedLine{line: 1}, 0, err)
		p, _ = r.rec.start()
	}
	if p != nil {
		r.rec.Rules = p.Rules()
		r.rec.Start = p
		r.trail.pos = *p
	}
}

// dropDiagram keeps the lines of a diagram that makes no sense as headers without
// a key.
func (r *recordReader) dropDiagram() {
	for _, l := range r.head.diagram {
		r.addHeader("", trimBlanks(l.text))
	}
	r.rec.LastMove = ""
}

// checkNumber compares the number of a move with what went before. The first
// number is 1 or follows from the caption of the diagram; lenient reading takes
// another one too, if the move is sound.
func (r *recordReader) checkNumber(number, at int) *lineFault {
	if !r.numbered && r.rec.Next != nil {
		r.settleNumber(1)
	}
	if !r.numbered {
		odd := number != 1 && number != r.trail.pos.Ply()
		if odd && !(r.options.Lenient && number < maxPly && r.unread.count == 0) {
			return faultAt(at, "the first move has the number %d", number)
		}
		if odd {
			r.oddNumber = number
			return nil
		}
		r.settleNumber(number)
	}
	if want := r.rec.firstNumber() + len(r.trail.steps); number != want {
		return faultAt(at, "the number is %d, want %d", number, want)
	}
	return nil
}

// settleNumber notes the number of the first move.
func (r *recordReader) settleNumber(number int) {
	r.numbered = true
	if number != 1 {
		r.rec.FirstNumber = number
	}
}

// variationLine reads 変化：N手 and goes back to where the variation branches off
// the line read last.
func (r *recordReader) variationLine(at int) {
	if r.stopped {
		return
	}
	r.endBranch()
	moves, f := r.branchPoint(at)
	switch {
	case r.stopped:
	case f != nil:
		r.fail(f)
		r.lose(r.current)
	default:
		r.flushNotes()
		r.lost = false
		r.branching = true
		r.branch = placedLine{strings.Clone(r.current), r.lines.line, r.lines.offset}
		r.branchEnd = r.trail.last()
		for len(r.trail.steps) > moves {
			r.trail.pop()
		}
		r.node = nil
	}
}

// branchPoint returns after how many moves the announced variation branches off.
func (r *recordReader) branchPoint(at int) (moves int, f *lineFault) {
	rest := r.current[at:]
	i := skipBlanks(rest, valueIndex(rest))
	n, size := numberOf(rest[i:])
	tail, ok := strings.CutPrefix(trimBlanks(rest[i+size:]), "手")
	if size == 0 || !ok || tail != "" && tail != "目" {
		return 0, faultAt(at, "want 変化：N手")
	}
	if len(r.rec.Next) == 0 && r.unread.count == 0 {
		return 0, faultAt(at, "a variation before any move")
	}
	moves = n - r.rec.firstNumber()
	if moves < 0 || moves > r.trail.moves {
		return 0, faultAt(at+i, "no open line of play reaches the move before this one")
	}
	return moves, nil
}

// endBranch deals with a variation that ends without a move: lenient reading keeps
// its lines as text after the line of play before it.
func (r *recordReader) endBranch() {
	if !r.branching {
		return
	}
	r.branching = false
	r.failAt(r.branch, 0, errors.New("the variation has no moves"))
	notes := r.takePending()
	if r.stopped {
		return
	}
	if r.unread.count == 0 {
		r.unreadAt = r.branchEnd
	}
	r.unread.add(r.branch.text)
	if notes != "" {
		r.unread.add(notes)
	}
}

// takePending returns the notes at the head of a variation as they stand and
// forgets them.
func (r *recordReader) takePending() string {
	r.comment.take()
	r.bookmark.take()
	r.remark.take()
	return r.pending.take()
}

// lose ends the line of play: the text and what follows up to the next variation
// is kept unread.
func (r *recordReader) lose(text string) {
	if r.stopped {
		return
	}
	r.lost = true
	if r.branching {
		r.loseBranch()
	}
	r.flushNotes()
	if r.unread.count == 0 {
		r.unreadAt = r.trail.last()
	}
	r.unread.add(text)
}

// loseBranch prepares to keep a variation unread from its first move on. The notes
// at its head stay with it, unless it only goes on where the line of play before
// it ends: then they are notes on that end.
func (r *recordReader) loseBranch() {
	r.keepUnread()
	r.branching = false
	r.unreadAt = r.trail.last()
	if len(*r.next()) == 0 {
		r.node = r.trail.last()
		r.pending.take()
	} else if notes := r.takePending(); notes != "" {
		r.unread.add(notes)
	}
}

// next returns what follows the line of play.
func (r *recordReader) next() *[]*Node {
	if n := r.trail.last(); n != nil {
		return &n.Next
	}
	return &r.rec.Next
}

// keepUnread makes a node of the lines that were not read.
func (r *recordReader) keepUnread() {
	if r.unread.count == 0 {
		return
	}
	n := r.blankNode()
	r.nodes = r.nodes[1:]
	n.Unread = r.unread.take()
	r.link(r.unreadAt, n)
	r.unreadAt = r.trail.last()
}

// flushNotes gives the notes read last to their node.
func (r *recordReader) flushNotes() {
	if r.comment.count+r.bookmark.count+r.remark.count == 0 || r.branching {
		return
	}
	comment, bookmark, remark := &r.rec.Comment, &r.rec.Bookmark, &r.rec.Remark
	if n := r.node; n != nil {
		comment, bookmark, remark = &n.Comment, &n.Bookmark, &n.Remark
	}
	*comment = joinNotes(*comment, r.comment.take())
	*bookmark = joinNotes(*bookmark, r.bookmark.take())
	*remark = joinNotes(*remark, r.remark.take())
}

// add goes on to a node that blankNode has given.
func (r *recordReader) add(n *Node) {
	r.nodes = r.nodes[1:]
	r.keepUnread()
	if r.branching {
		r.branching = false
		r.pending.take()
	} else {
		r.flushNotes()
	}
	r.link(r.trail.last(), n)
	r.trail.push(n)
	r.node = n
	r.times = r.times || n.Time != 0 || n.TimeText != ""
}

// canEnd reports whether the word of an ending could be written again.
func (r *recordReader) canEnd(word string) bool {
	_, err := (&Node{EndText: word}).word(&r.trail.pos)
	return err == nil && !(r.format == formatKI2 && holdsMark(word))
}

// addEnding goes on to an ending.
func (r *recordReader) addEnding(word string) *Node {
	n := r.blankNode()
	n.EndText, n.End = strings.Clone(word), endingOutcome(word, &r.trail.pos)
	r.add(n)
	return n
}

// Nodes are allocated many at a time, as many as a record that long is likely to
// need.
const (
	fewNodes  = 8
	manyNodes = 128
)

// blankNode returns a node to fill in. It is the same one until add takes it.
func (r *recordReader) blankNode() *Node {
	if len(r.nodes) == 0 {
		size := min(max(fewNodes, r.trail.moves), manyNodes)
		r.nodes = make([]Node, size)
		r.links = make([]*Node, size)
	}
	return &r.nodes[0]
}

// link appends n to what follows after, nil for the start.
func (r *recordReader) link(after, n *Node) {
	next := &r.rec.Next
	if after != nil {
		next = &after.Next
	}
	if *next == nil && len(r.links) > 0 {
		*next = r.links[:0:1]
		r.links = r.links[1:]
	}
	*next = append(*next, n)
}

// finish ends the record.
func (r *recordReader) finish() {
	if r.stopped {
		// What has been read so far is part of the record all the same.
		r.branching = false
	}
	r.begin()
	r.endBranch()
	r.flushNotes()
	r.keepUnread()
	r.rec.Timed = r.zeroTimes && !r.times
}

// summaryLine reads まで63手で先手の勝ち. Where the line of play has an ending the
// summary repeats it; one that says otherwise is not believed, but kept. Where it
// has none the summary is the ending.
func (r *recordReader) summaryLine(at int) {
	s, ok := parseSummary(trimRight(r.current[at:]))
	if !r.begun && s == (summary{}) && ok {
		return // まで0手 says nothing, and leaves no trace to end the head
	}
	if r.begin(); r.stopped {
		return
	}
	switch {
	case !ok:
		r.fail(faultAt(at, "want まで, the number of moves and the result"))
		r.lose(r.current)
	case r.trail.atEnding():
		r.compareSummary(s, r.trail.steps[r.trail.moves].node)
	case s.phrase != "":
		word := phraseWord(s.phrase, r.trail.pos.turn)
		if !r.canEnd(word) {
			r.fail(faultAt(at, "%q is no ending", s.phrase))
			r.lose(r.current)
			return
		}
		r.compareSummary(s, r.addEnding(word))
	case r.branching:
		r.fail(faultAt(at, "the variation has no moves"))
		r.lose(r.current)
	case s.moves >= 0 && s.moves != r.trail.moves && s.moves != r.lastNumber():
		r.fail(faultAt(at, "there are %d moves", r.trail.moves))
		r.lose(r.current)
	}
}

// lastNumber returns the number of the last move.
func (r *recordReader) lastNumber() int { return r.rec.firstNumber() - 1 + r.trail.moves }

// compareSummary keeps a summary that contradicts the ending n or the number of
// moves.
func (r *recordReader) compareSummary(s summary, n *Node) {
	if s.agrees(n, r.trail.moves, &r.trail.pos) || s.agrees(n, r.lastNumber(), &r.trail.pos) {
		return
	}
	if r.unread.count == 0 {
		r.unreadAt = r.trail.last()
	}
	r.unread.add(trimBlanks(r.current))
}

// moveLine reads a line of moves.
func (r *recordReader) moveLine(class lineClass, at int) {
	if r.stopped {
		return
	}
	if r.format == formatEither {
		r.format = formatKIF
		if class == markedLine {
			r.format = formatKI2
		}
	}
	var f *lineFault
	switch {
	case r.format == formatDiagram:
		f = faultAt(at, "moves follow the diagram")
	case r.unread.count > 0 && !r.branching:
		f = faultAt(at, "this follows the summary of the line of play")
	case class == numberedLine && r.format == formatKIF:
		f = r.numberedLine(at)
	case class == markedLine && r.format == formatKI2:
		at, f = r.markedLine(at)
	case class == markedLine:
		f = faultAt(at, "this is a move of KI2, not of KIF")
	default:
		f = faultAt(at, "this is a move of KIF, not of KI2")
	}
	if f != nil {
		r.fail(f)
		if class == markedLine {
			r.lose(r.current[at:])
		} else {
			r.lose(r.current)
		}
	}
}

// shown cuts a long text to what an error shows.
func shown(text string) string {
	if len(text) <= maxKeptText {
		return strings.Clone(text)
	}
	cut := maxKeptText
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return strings.Clone(text[:cut])
}

// maxKeptText bounds the bytes of a line that a *ParseError keeps.
const maxKeptText = 1000
