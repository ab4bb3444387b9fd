package shoshogi

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The lines of records, and the parts that all of them are made of.

// lineClass is what a line is for.
type lineClass uint8

const (
	blankLine     lineClass = iota
	markerLine              // #KIF version=…
	remarkLine              // # …
	commentLine             // * …
	bookmarkLine            // & …
	variationLine           // 変化：10手
	summaryLine             // まで63手で先手の勝ち
	numberedLine            // a move of KIF
	markedLine              // moves of KI2
	rowLine                 // a rank of a diagram
	borderLine              // above or below it
	captionLine             // 手数＝23　まで
	turnLine                // 後手番
	listLine                // 手数----指手---------消費時間--
	flagLine                // 盤面回転
	headerLine              // key：value
	unknownLine
)

// classOf tells what a line is for; s begins with its first character that is no
// blank.
func classOf(s string) lineClass {
	if s == "" {
		return blankLine
	}
	switch c := s[0]; {
	case c == '\x1a' && len(trimRight(s)) == 1: // the end of a file in old systems
		return blankLine
	case c >= '0' && c <= '9':
		return numberedLine
	case c == '*':
		return commentLine
	case c == '&':
		return bookmarkLine
	case c == '#':
		if isMarker(s) {
			return markerLine
		}
		return remarkLine
	case c == '|':
		return rowLine
	case c == '+' && strings.Trim(trimRight(s), "+-") == "":
		return borderLine
	case c < utf8.RuneSelf:
		return keyedLine(s)
	}
	if len(s) < kanjiBytes {
		return unknownLine
	}
	switch s[:kanjiBytes] {
	case "＊":
		return commentLine
	case "０", "１", "２", "３", "４", "５", "６", "７", "８", "９":
		return numberedLine
	case "▲", "△", "▼", "▽", "☗", "☖":
		return markedLine
	}
	return wordLine(s)
}

// wordLine tells the lines apart that begin with a word.
func wordLine(s string) lineClass {
	if rest, ok := strings.CutPrefix(s, "手数"); ok {
		rest = rest[skipBlanks(rest, 0):]
		switch {
		case strings.HasPrefix(rest, "＝"), strings.HasPrefix(rest, "="):
			return captionLine
		case strings.HasPrefix(rest, "-"), strings.HasPrefix(rest, "─"), strings.HasPrefix(rest, "指手"):
			return listLine
		}
	}
	if rest, ok := strings.CutPrefix(s, "変化"); ok {
		rest = rest[skipBlanks(rest, 0):]
		if _, at, size := cutColon(rest); at == 0 && size > 0 {
			return variationLine
		}
	}
	if strings.HasPrefix(s, "まで") {
		return summaryLine
	}
	word := trimRight(s)
	if _, rest, ok := cutSide(word); ok && rest == "番" {
		return turnLine
	}
	if isFlag(word) {
		return flagLine
	}
	return keyedLine(s)
}

func keyedLine(s string) lineClass {
	if key, _, size := cutColon(s); size > 0 && trimBlanks(key) != "" {
		return headerLine
	}
	return unknownLine
}

// isMarker reports whether s is the line by which a file names its own encoding.
func isMarker(s string) bool {
	return strings.HasPrefix(s, "#KIF version=") || strings.HasPrefix(s, "#KI2 version=")
}

// isFlag reports whether a header of this key stands without colon and value.
func isFlag(key string) bool { return key == "盤面回転" || key == "盤面反転" }

// remarkText returns a line as the text of a remark, which must not look like the
// marker of the encoding.
func remarkText(line string) string {
	if isMarker("#" + line) {
		return " " + line
	}
	return line
}

// placedLine is a line of the file and where it stood.
type placedLine struct {
	text   string
	line   int
	offset int
}

// lineFault is a fault at a byte of the current line.
type lineFault struct {
	index int
	err   error
}

func faultAt(index int, format string, args ...any) *lineFault {
	return &lineFault{index, fmt.Errorf(format, args...)}
}

// cutColon finds the first colon of a line, full-width or half-width: what stands
// before it, its place and its length, 0 if there is none.
func cutColon(line string) (key string, at, size int) {
	at = strings.IndexByte(line, ':')
	size = 1
	if wide := strings.Index(line, "："); wide >= 0 && (at < 0 || wide < at) {
		at, size = wide, len("：")
	}
	if at < 0 {
		return line, len(line), 0
	}
	return line[:at], at, size
}

// valueIndex returns where the value begins in a line "key：value".
func valueIndex(line string) int {
	_, colon, size := cutColon(line)
	return colon + size
}

// blankAt returns the length of the blank that s begins with, 0 if there is none.
// Besides the blanks of Unicode a tab and a lost byte order mark count.
func blankAt(s string) int {
	if s == "" {
		return 0
	}
	switch c := s[0]; {
	case c == ' ' || c == '\t':
		return 1
	case c == "　"[0] || c == "\u2003"[0] || c == "\u00a0"[0] || c == byteOrderMark[0]:
		switch r, n := utf8.DecodeRuneInString(s); {
		case r == '　', r == '\u00a0', r >= '\u2000' && r <= '\u200a', r == '\ufeff':
			return n
		}
	}
	return 0
}

// skipBlanks returns the index of the first character of s from at on that is no
// blank.
func skipBlanks(s string, at int) int {
	for at < len(s) {
		if c := s[at]; c > ' ' && c < utf8.RuneSelf {
			break
		}
		n := blankAt(s[at:])
		if n == 0 {
			break
		}
		at += n
	}
	return at
}

// trimRight cuts the blanks off the end of s.
func trimRight(s string) string {
	for s != "" {
		_, n := utf8.DecodeLastRuneInString(s)
		if blankAt(s[len(s)-n:]) == 0 {
			return s
		}
		s = s[:len(s)-n]
	}
	return s
}

func trimBlanks(s string) string { return trimRight(s[skipBlanks(s, 0):]) }

// numberOf reads a number in digits of either width that s begins with; numbers
// too large for any use come out as maxPly.
func numberOf(s string) (n, size int) {
	for size < len(s) {
		switch c := s[size]; {
		case c >= '0' && c <= '9':
			n = 10*n + int(c-'0')
			size++
		case c == "０"[0] && len(s)-size >= kanjiBytes && s[size:size+kanjiBytes] >= "０" && s[size:size+kanjiBytes] <= "９":
			n = 10*n + int(s[size+kanjiBytes-1]-"０"[kanjiBytes-1])
			size += kanjiBytes
		default:
			return n, size
		}
		n = min(n, maxPly)
	}
	return n, size
}
