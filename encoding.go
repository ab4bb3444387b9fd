package shoshogi

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/transform"
)

// Records are kept in UTF-8 and in Shift_JIS, in truth its superset CP932, and
// what a file says of itself is wrong too often to be believed. The bytes decide:
// a byte order mark, then valid UTF-8, else CP932.

// charset is how a text is encoded.
type charset uint8

const (
	unknownCharset charset = iota // nothing but ASCII so far
	utf8Charset
	cp932Charset
)

const byteOrderMark = "\ufeff"

// telling lists words that nearly every record holds, in UTF-8 and in CP932. They
// decide where the bytes are valid in both, as half-width katakana can be, and
// where a file is damaged.
var telling = []struct{ utf8, cp932 []byte }{
	{[]byte("手合割"), []byte("\x8e\xe8\x8d\x87\x8a\x84")},
	{[]byte("手数"), []byte("\x8e\xe8\x90\x94")},
	{[]byte("先手"), []byte("\x90\xe6\x8e\xe8")},
	{[]byte("後手"), []byte("\x8c\xe3\x8e\xe8")},
	{[]byte("持駒"), []byte("\x8e\x9d\x8b\xee")},
	{[]byte("変化"), []byte("\x95\xcf\x89\xbb")},
	{[]byte("まで"), []byte("\x82\xdc\x82\xc5")},
}

// surelyUTF8 is how many characters beyond ASCII make valid UTF-8 certain: text
// in CP932 is valid UTF-8 by chance only where it is short.
const surelyUTF8 = 64

// charsetOf tells how b, the beginning of a text or all of it, is encoded.
func charsetOf(b []byte) charset {
	if bytes.HasPrefix(b, []byte(byteOrderMark)) {
		return utf8Charset
	}
	if isASCII(b) {
		return unknownCharset
	}
	valid := utf8.Valid(b[:len(b)-partialRune(b)])
	if valid && beyondASCII(b, surelyUTF8) {
		return utf8Charset
	}
	var inUTF8, inCP932 bool
	for _, word := range telling {
		inUTF8 = inUTF8 || bytes.Contains(b, word.utf8)
		inCP932 = inCP932 || bytes.Contains(b, word.cp932)
	}
	if inUTF8 != inCP932 {
		valid = inUTF8
	}
	if valid {
		return utf8Charset
	}
	return cp932Charset
}

// beyondASCII reports whether text, valid UTF-8, has at least n characters that are
// not ASCII.
func beyondASCII[T string | []byte](text T, n int) bool {
	for i := range len(text) {
		if c := text[i]; c >= utf8.RuneSelf && utf8.RuneStart(c) {
			if n--; n <= 0 {
				return true
			}
		}
	}
	return false
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// partialRune returns the length of the unfinished UTF-8 sequence at the end of
// b.
func partialRune(b []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		if tail := b[len(b)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// decodeCP932 appends the characters of src to dst and returns how many bytes
// were used: the first half of a character at the end is left over unless the
// text ends there. Bytes that stand for nothing become U+FFFD, which CP932 lacks.
func decodeCP932(dst, src []byte, atEnd bool) (decoded []byte, used int) {
	decoder := japanese.ShiftJIS.NewDecoder()
	for {
		if cap(dst)-len(dst) < utf8.UTFMax {
			dst = append(dst, make([]byte, 2*(len(src)-used)+utf8.UTFMax)...)[:len(dst)]
		}
		n, m, err := decoder.Transform(dst[len(dst):cap(dst)], src[used:], atEnd)
		dst = dst[:len(dst)+n]
		used += m
		if err != transform.ErrShortDst {
			return dst, used
		}
	}
}

// cp932Twins are characters for which CP932 has a look-alike only. Reading gives
// the look-alike back.
var cp932Twins = strings.NewReplacer("\u301c", "\uff5e", "\u2212", "\uff0d", "\u2016", "\u2225", "\u2014", "\u2015",
	"\u00a2", "\uffe0", "\u00a3", "\uffe1", "\u00ac", "\uffe2")

// UnencodableError says that a text cannot be written in Shift_JIS.
type UnencodableError struct {
	Char rune // the first character that Shift_JIS lacks
}

// Error names the character.
func (e *UnencodableError) Error() string {
	return fmt.Sprintf("Shift_JIS has no %q (%U)", e.Char, e.Char)
}

// encodeCP932 returns text in CP932, or an *UnencodableError. What is encoded reads
// back as the same character, or as its twin.
func encodeCP932(text []byte) ([]byte, error) {
	text = []byte(cp932Twins.Replace(string(text)))
	encoder := japanese.ShiftJIS.NewEncoder()
	encoded, err := encoder.Bytes(text)
	if err == nil {
		return encoded, nil
	}
	for _, char := range string(text) {
		if _, err := encoder.String(string(char)); err != nil {
			return nil, &UnencodableError{char}
		}
	}
	return nil, err
}

// lineReader cuts a text of either encoding into lines. Lines end with LF, CR LF,
// CR, or the CR CR LF that a bad conversion leaves; the last line may have no end.
// It holds as much of the text as the longest line needs.
type lineReader struct {
	rd      io.Reader // nil when all is in text
	err     error     // what ended reading, but for io.EOF
	ended   bool      // no line is left
	charset charset
	raw     []byte // read and not yet decoded

	text    string // decoded and not yet returned
	lf      int    // index of the next LF in text, noLF, or unknownLF
	damaged bool   // some of the text was not valid in its encoding

	line   int // number of the line last returned, from 1
	offset int // of that line in the decoded text, in bytes; a byte order mark counts
	next   int // of the line after it
	again  bool
	last   string
}

const (
	noLF      = -1
	unknownLF = -2
)

// readSize is how much is read at a time, and what the encoding is told by.
const readSize = 1 << 16

func newLineReader(rd io.Reader) *lineReader { return &lineReader{rd: rd, lf: unknownLF} }

// newStringLineReader reads s without copying it if it is UTF-8.
func newStringLineReader(s string) *lineReader {
	if utf8.ValidString(s) {
		if beyondASCII(s, surelyUTF8) || charsetOf([]byte(s[:min(len(s), readSize)])) != cp932Charset {
			text := strings.TrimPrefix(s, byteOrderMark)
			return &lineReader{text: text, lf: unknownLF, next: len(s) - len(text)}
		}
	}
	return newLineReader(strings.NewReader(s))
}

// read returns the next line without its end; ok is false at the end of the
// text.
func (l *lineReader) read() (line string, ok bool) {
	if l.again {
		l.again = false
		return l.last, true
	}
	for {
		if end, size := l.lineEnd(); size > 0 {
			return l.cut(end, size), true
		}
		if !l.fill() {
			break
		}
	}
	if l.text == "" || l.err != nil { // where reading failed a line is cut short
		l.ended = true
		return "", false
	}
	return l.cut(len(l.text), 0), true
}

// failure returns what ended reading too soon, once all lines before it have been
// returned.
func (l *lineReader) failure() error {
	if l.ended {
		return l.err
	}
	return nil
}

// unread makes read return the last line once more.
func (l *lineReader) unread() { l.again = true }

// cut takes a line of the given length and its end off the text.
func (l *lineReader) cut(length, end int) string {
	line := l.text[:length]
	l.text = l.text[length+end:]
	l.line++
	l.offset = l.next
	l.next += length + end
	if l.lf >= 0 {
		if l.lf -= length + end; l.lf < 0 {
			l.lf = unknownLF
		}
	}
	l.last = line
	return line
}

// lineEnd finds the next line end: where it starts and its size, 0 if the text
// read so far does not settle that.
func (l *lineReader) lineEnd() (at, size int) {
	if l.lf == unknownLF {
		l.lf = strings.IndexByte(l.text, '\n')
	}
	line := l.text
	if l.lf >= 0 {
		line = line[:l.lf]
	}
	cr := strings.IndexByte(line, '\r')
	if cr < 0 {
		if l.lf < 0 {
			return 0, 0
		}
		return l.lf, 1
	}
	// One or two CR directly before a LF belong to it.
	rest := l.text[cr:]
	switch {
	case strings.HasPrefix(rest, "\r\n"):
		return cr, 2
	case strings.HasPrefix(rest, "\r\r\n"):
		return cr, 3
	case l.rd != nil && len(rest) < 3:
		return 0, 0
	}
	return cr, 1
}

// fill adds to the text; it returns false at the end. The more is waiting for
// its line end, the more is read at once, so that long lines take linear time.
func (l *lineReader) fill() bool {
	if l.rd == nil {
		return false
	}
	size := max(readSize, len(l.text))
	have := len(l.raw)
	if cap(l.raw) < have+size {
		l.raw = append(make([]byte, 0, have+size), l.raw...)
	}
	n, err := io.ReadFull(l.rd, l.raw[have:have+size])
	l.raw = l.raw[:have+n]
	if err != nil {
		l.rd = nil
		if err != io.EOF && err != io.ErrUnexpectedEOF {
			l.err = err
		}
	}
	l.decode()
	l.lf = unknownLF
	return true
}

// decode moves what can be decoded from raw to text.
func (l *lineReader) decode() {
	if l.charset == unknownCharset {
		l.charset = charsetOf(l.raw)
		if l.next == 0 && l.text == "" && bytes.HasPrefix(l.raw, []byte(byteOrderMark)) {
			l.raw = l.raw[len(byteOrderMark):]
			l.next = len(byteOrderMark)
		}
	}
	atEnd := l.rd == nil
	used := len(l.raw)
	if l.charset == cp932Charset {
		var decoded []byte
		decoded, used = decodeCP932(make([]byte, 0, 2*len(l.raw)), l.raw, atEnd)
		l.damaged = l.damaged || bytes.ContainsRune(decoded, utf8.RuneError)
		l.text += string(decoded)
	} else {
		if !atEnd {
			used -= partialRune(l.raw)
		}
		l.damaged = l.damaged || !utf8.Valid(l.raw[:used])
		l.text += string(l.raw[:used])
	}
	left := copy(l.raw, l.raw[used:])
	l.raw = l.raw[:left]
}

// damage returns the offset of the first byte of line that is not valid in the
// encoding of the text, -1 if there is none.
func (l *lineReader) damage(line string) int {
	if !l.damaged {
		return -1
	}
	for i, r := range line {
		if r != utf8.RuneError {
			continue
		}
		if l.charset == cp932Charset {
			return i
		}
		if _, n := utf8.DecodeRuneInString(line[i:]); n == 1 {
			return i
		}
	}
	return -1
}

// repaired returns a damaged line as valid UTF-8: read as CP932, where that makes
// sense of a line of another encoding, else with U+FFFD for what is not valid.
func (l *lineReader) repaired(line string) string {
	if l.charset != cp932Charset {
		if decoded, _ := decodeCP932(nil, []byte(line), true); !bytes.ContainsRune(decoded, utf8.RuneError) {
			return string(decoded)
		}
	}
	return strings.ToValidUTF8(line, string(utf8.RuneError))
}
