package shoshogi

import "strings"

// Comments, bookmarks and remarks: texts of several lines.

// textLines collects lines into one text.
type textLines struct {
	buf   []byte
	count int
}

func (t *textLines) add(line string) {
	if t.count > 0 {
		t.buf = append(t.buf, '\n')
	}
	t.buf = append(t.buf, line...)
	t.count++
}

// take returns the lines joined by line breaks and forgets them. Empty lines alone
// come out as one line break each, to be told from no line at all.
func (t *textLines) take() string {
	if t.count == 0 {
		return ""
	}
	text := string(t.buf)
	if len(text) == t.count-1 {
		text = strings.Repeat("\n", t.count)
	}
	t.buf, t.count = t.buf[:0], 0
	if cap(t.buf) > keptBuffer {
		t.buf = nil
	}
	return text
}

// keptBuffer bounds the memory that a buffer holds on to.
const keptBuffer = 1 << 16

// joinNotes joins notes that were read one after the other.
func joinNotes(a, b string) string {
	if a == "" {
		return b
	}
	if b == "" {
		return a
	}
	return joinLines(append(noteLines(a), noteLines(b)...))
}

// noteLines returns the lines of a note; see Node.Comment. Line breaks of all sorts
// count.
func noteLines(note string) []string {
	if note == "" {
		return nil
	}
	if strings.Contains(note, "\r") {
		note = strings.ReplaceAll(strings.ReplaceAll(note, "\r\n", "\n"), "\r", "\n")
	}
	if strings.Trim(note, "\n") == "" {
		return make([]string, len(note))
	}
	return strings.Split(note, "\n")
}

// joinLines is the inverse of noteLines.
func joinLines(lines []string) string {
	var t textLines
	for _, line := range lines {
		t.add(line)
	}
	return t.take()
}
