package shoshogi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// KI2 is KIF for people: moves as books print them, ▲７六歩 △３四歩, without
// numbers, origins and times.

// ReadKI2 reads one record in KI2, as [ReadKIF] reads KIF.
func ReadKI2(rd io.Reader, r Rules) (*Record, error) { return ReadOptions{}.ReadKI2(rd, r) }

// ParseKI2 reads one record in KI2, as [ReadKIF] reads KIF.
func ParseKI2(s string, r Rules) (*Record, error) { return ReadOptions{}.ParseKI2(s, r) }

// ReadKI2 reads one record in KI2; see [ReadKIF].
func (o ReadOptions) ReadKI2(rd io.Reader, r Rules) (*Record, error) {
	return o.readOne(newLineReader(rd), r, formatKI2)
}

// ParseKI2 reads one record in KI2; see [ReadKIF].
func (o ReadOptions) ParseKI2(s string, r Rules) (*Record, error) {
	return o.readOne(newStringLineReader(s), r, formatKI2)
}

// WriteKI2 writes the record in KI2, as [Record.WriteKIF] writes KIF. KI2 has no
// times: they are left out.
func (rec *Record) WriteKI2(w io.Writer, opt *KIFOptions) error {
	return rec.write(w, opt, formatKI2)
}

// markedLine reads a line of moves. On a fault it returns where the move that is
// at fault begins.
func (r *recordReader) markedLine(at int) (int, *lineFault) {
	for at < len(r.current) {
		end := nextMark(r.current, at)
		if f := r.markedMove(at, end); f != nil {
			return at, f
		}
		at = end
	}
	return at, nil
}

// nextMark returns where the next move after the one that begins at a place of the
// line begins, or where the line ends.
func nextMark(line string, at int) int {
	for i := at + 1; i < len(line); i++ {
		if _, size := sideMark(line[i:]); size > 0 {
			return i
		}
	}
	return len(line)
}

// holdsMark reports whether a word has a mark in it, which in KI2 begins a move.
func holdsMark(word string) bool { return nextMark(word, -1) < len(word) }

// markedMove reads one move with its mark. Some programs write endings in the same
// way: △投了.
func (r *recordReader) markedMove(at, end int) *lineFault {
	text := trimRight(r.current[at:end])
	p := &r.trail.pos
	side, size := sideMark(text)
	word := trimBlanks(text[size:])
	if side != p.turn&1 {
		return faultAt(at, "move %d: it is the turn of %s", r.trail.moves+1, colorName(p.turn))
	}
	if o := endingOutcome(word, p); o.Over() || isEndingWord(word) {
		if !r.canEnd(word) {
			return faultAt(at+size, "move %d: neither a move nor an ending", r.trail.moves+1)
		}
		r.addEnding(word)
		return nil
	}
	if r.trail.atEnding() {
		return faultAt(at, "a move follows the ending")
	}
	if _, n := digitOf(word); n == 0 && !strings.HasPrefix(word, "同") && !strings.HasPrefix(word, "仝") {
		return faultAt(at+size, "move %d: neither a move nor an ending", r.trail.moves+1)
	}
	m, err := p.ReadMove(text, r.trail.previous())
	if err != nil {
		index := at
		var fault *ParseError
		if errors.As(err, &fault) {
			index += fault.Offset
			err = fault.Err
		}
		return faultAt(index, "move %d: %w", r.trail.moves+1, err)
	}
	n := r.blankNode()
	n.Move = m
	r.add(n)
	return nil
}

// Kifu for Windows writes six moves a line, each filled up to twelve columns.
const movesPerLine = 6

// ki2Node writes a move, or an ending with its word, in KI2.
func (w *recordWriter) ki2Node(t *tour, word string) error {
	n := t.node
	if n.Move == NoMove {
		return w.ki2Ending(t, word)
	}
	if w.column == movesPerLine {
		w.endMoves()
	}
	if w.column > 0 {
		for pad := w.columnStart(); pad > 0; pad-- {
			w.text = append(w.text, ' ')
		}
	}
	w.text = t.trail.pos.appendJapanese(w.text, n.Move, t.trail.previous())
	w.column++
	return nil
}

// columnStart returns how many blanks fill up the last move of the line.
func (w *recordWriter) columnStart() int {
	line := w.text[bytes.LastIndexByte(w.text, '\n')+1:]
	return max(1, w.column*moveColumns-columns(line))
}

// endMoves ends a line of moves.
func (w *recordWriter) endMoves() {
	if w.column > 0 {
		w.line()
		w.column = 0
	}
}

// ki2Ending writes an ending by its summary. One that would read back as another,
// and one that follows another, is written like a move as well.
func (w *recordWriter) ki2Ending(t *tour, word string) error {
	w.endMoves()
	if holdsMark(word) {
		return fmt.Errorf("the ending %q cannot be written in KI2", word)
	}
	turn := t.trail.pos.turn & 1
	phrase := summaryPhrase(word, turn, w.handicap)
	s, ok := parseSummary("まで1手で" + phrase)
	if !ok || s.phrase != phrase || phraseWord(phrase, turn) != word || t.trail.atEnding() || t.node.contradicted() {
		w.line(t.trail.pos.turnMark(), word)
	}
	w.summary(t, word)
	return nil
}
