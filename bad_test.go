package shoshogi_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	. "example.com/shoshogi"
)

// badText is a text that is refused, with the byte offset at which it goes wrong
// and words of the reason.
type badText struct {
	text   string
	offset int
	reason string
}

// testBadTexts tests that parse refuses each text with a *ParseError that names
// the format, the place and the reason, and shows the text.
func testBadTexts(t *testing.T, format string, parse func(string) error, bad []badText) {
	t.Helper()
	for _, c := range bad {
		err := parse(c.text)
		var fault *ParseError
		if !errors.As(err, &fault) {
			t.Errorf("%q gives %v, want a *ParseError", c.text, err)
			continue
		}
		if fault.Format != format {
			t.Errorf("%q: format %q, want %q", c.text, fault.Format, format)
		}
		column := utf8.RuneCountInString(c.text[:min(c.offset, len(c.text))]) + 1
		if fault.Offset != c.offset || fault.Line != 1 || fault.Column != column {
			t.Errorf("%q: offset %d, line %d, column %d, want %d, 1, %d (%v)", c.text, fault.Offset, fault.Line, fault.Column, c.offset, column, err)
		}
		if c.reason == "" || !strings.Contains(fault.Err.Error(), c.reason) {
			t.Errorf("%q: reason %q, want %q", c.text, fault.Err, c.reason)
		}
		if fault.Text == "" && c.offset < len(c.text) || !strings.Contains(c.text, fault.Text) {
			t.Errorf("%q: shows the text %q", c.text, fault.Text)
		}
		for _, part := range []string{format, fmt.Sprintf("column %d", column), fault.Err.Error()} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%q: the message %q does not say %q", c.text, err, part)
			}
		}
	}
}

const (
	shoBoard   = "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL" // 61 bytes
	emptyBoard = "4k4/9/9/9/9/9/9/9/4K4"                                         // 21 bytes
)

func TestBadSFEN(t *testing.T) {
	parse := func(r Rules) func(string) error {
		return func(s string) error {
			p, err := ParseSFEN(r, s)
			if p != nil && err != nil {
				return errors.New("an error with a position")
			}
			return err
		}
	}
	testBadTexts(t, "SFEN", parse(Sho()), []badText{
		{"", 0, "no board"},
		{" ", 0, "row 1 has only 0 of 9"},
		{"x", 0, "no piece has this letter"},
		{"position " + shoBoard + " b - 1", 1, "no piece has this letter"},
		{"startpos ", 1, "no piece has this letter"},
		{"Startpos", 1, "no piece has this letter"},
		{"sfen", 4, "row 1 has only 4 of 9"},
		{"sfen ", 5, "no board"},
		{"sfen x", 5, "no piece has this letter"},
		{"sfen  " + shoBoard + " b - 1", 5, "row 1"},
		{" " + shoBoard + " b - 1", 0, "row 1"},
		{"lnsgkgsn/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1", 8, "row 1 has only 8 of 9"},
		{"lnsgkgsnll/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1", 9, "row 1 has more than 9"},
		{"lnsgkgsnl1/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1", 9, "row 1 has more than 9"},
		{"lnsgkgsnl/1r2e2b2/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1", 16, "row 2 has more than 9"},
		{"4k4/8/9/9/9/9/9/9/4K4 b - 1", 5, "row 2 has only 8 of 9"},
		{"4k4/10/9/9/9/9/9/9/4K4 b - 1", 5, "number 0"},
		{"4k4/0p8/9/9/9/9/9/9/4K4 b - 1", 4, "number 0"},
		{"4k4/55/9/9/9/9/9/9/4K4 b - 1", 5, "two numbers"},
		{"4k4/36/9/9/9/9/9/9/4K4 b - 1", 5, "two numbers"},
		{"4k4/99/9/9/9/9/9/9/4K4 b - 1", 5, "row 2 has more than 9"},
		{"4k4//9/9/9/9/9/9/9/4K4 b - 1", 4, "row 2 has only 0 of 9"},
		{"4k4/9/9/9/9/9/9/4K4 b - 1", 19, "8 rows, want 9"},
		{"4k4/9/9/9/9/9/9/9/9/4K4 b - 1", 19, "9 rows"},
		{"4k4/9/9/9/9/9/9/9/4K4/ b - 1", 21, "9 rows"},
		{"/4k4/9/9/9/9/9/9/9/4K4 b - 1", 0, "row 1 has only 0 of 9"},
		{"4k4/9/9/9/9/9/9/9/4+K3 b - 1", 19, "cannot promote"},
		{"4k4/9/9/9/9/9/9/9/4K3+ b - 1", 21, "plus"},
		{"4k4/9/9/9/9/9/9/9/4K4+ b - 1", 21, "row 9 has more than 9"},
		{"4k4/+9/9/9/9/9/9/9/4K4 b - 1", 4, "plus"},
		{"4k4/++P8/9/9/9/9/9/9/4K4 b - 1", 4, "plus"},
		{"4k4/+/9/9/9/9/9/9/4K4 b - 1", 4, "plus"},
		{"4k4/p+p6+/9/9/9/9/9/9/4K4 b - 1", 8, "plus"},
		{"4k4/歩8/9/9/9/9/9/9/4K4 b - 1", 4, "no piece has this letter"},
		{"4k4/9/9/9/9/9/9/9/4Q4 b - 1", 19, "no piece has this letter"},
		{"4k4/9/9/9/9/9/9/9/4K4x b - 1", 21, "blank"},
		{"4k4/9/9/9/9/9/9/9/4K4\tb - 1", 21, "blank"},
		{emptyBoard, 21, "side to move"},
		{emptyBoard + " ", 22, "side to move"},
		{emptyBoard + " x - 1", 22, "side to move"},
		{emptyBoard + " B - 1", 22, "side to move"},
		{emptyBoard + "  b - 1", 22, "side to move"},
		{emptyBoard + " black - 1", 23, "blank"},
		{emptyBoard + " b", 23, "hands"},
		{emptyBoard + " b ", 24, "hands"},
		{emptyBoard + " b  1", 24, "hands"},
		{emptyBoard + " b 1", 25, "count"},
		{emptyBoard + " b - ", 26, "next move"},
		{emptyBoard + " b -  1", 26, "next move"},
		{emptyBoard + " b -1", 25, "blank"},
		{emptyBoard + " b - -1", 26, "next move"},
		{emptyBoard + " b - +1", 26, "next move"},
		{emptyBoard + " b - one", 26, "next move"},
		{emptyBoard + " b - 1x", 27, "nothing may follow"},
		{emptyBoard + " b - 1 ", 27, "nothing may follow"},
		{emptyBoard + " b - 1\n", 27, "nothing may follow"},
		{emptyBoard + " b - 1 moves 7g7f", 27, "nothing may follow"},
		{emptyBoard + " b - 1.5", 27, "nothing may follow"},
		{emptyBoard + " b - 99999999999999999999", 26, "next move"},
	})
	testBadTexts(t, "SFEN", parse(Asakura()), []badText{
		{emptyBoard + " b PP 1", 25, "twice"},
		{emptyBoard + " b 2P3P 1", 26, "twice"},
		{emptyBoard + " b PpP 1", 26, "twice"},
		{emptyBoard + " b 0P 1", 24, "1 to"},
		{emptyBoard + " b 00P 1", 24, "1 to"},
		{emptyBoard + " b 02P 1", 24, "1 to"},
		{emptyBoard + " b 100P 1", 24, "1 to"},
		{emptyBoard + " b 99999999999999999999P 1", 24, "1 to"},
		{emptyBoard + " b 2 1", 25, "no piece follows the count"},
		{emptyBoard + " b P2 1", 26, "no piece follows the count"},
		{emptyBoard + " b +P 1", 24, "no piece has this letter"},
		{emptyBoard + " b Q 1", 24, "no piece has this letter"},
		{emptyBoard + " b -P 1", 25, "blank"},
		{emptyBoard + " b P- 1", 25, "no piece has this letter"},
		{emptyBoard + " b P,p 1", 25, "no piece has this letter"},
		{emptyBoard + " b 歩 1", 24, "no piece has this letter"},
	})
	testBadTexts(t, "SFEN", parse(HeianSmall()), []badText{
		{shoBoard + " b - 1", 8, "row 1 has more than 8"},
		{Heian().Start, 8, "row 1 has more than 8"},
		{"lnsgksnl/8/pppppppp/8/8/PPPPPPPP/LNSKGSNL b - 1", 41, "7 rows, want 8"},
		{"lnsgksnl/8/pppppppp/8/8/PPPPPPPP/8/8/LNSKGSNL b - 1", 36, "8 rows"},
		{"lnsgksnl/9/pppppppp/8/8/PPPPPPPP/8/LNSKGSNL b - 1", 9, "row 2 has more than 8"},
	})
}

func TestBadUSI(t *testing.T) {
	parse := func(r Rules) func(string) error {
		return func(s string) error {
			_, err := ParseUSI(r, s)
			return err
		}
	}
	testBadTexts(t, "USI", parse(Sho()), []badText{
		{"", 0, "startpos"},
		{"  ", 2, "startpos"},
		{"position", 8, "startpos"},
		{"position moves 7g7f", 9, "startpos"},
		{"position position startpos", 9, "startpos"},
		{"moves 7g7f", 0, "startpos"},
		{"start", 0, "startpos"},
		{"STARTPOS", 0, "startpos"},
		{shoBoard + " b - 1", 0, "startpos"},
		{"startpos 7g7f", 9, "moves"},
		{"startpos startpos", 9, "moves"},
		{"startpos Moves 7g7f", 9, "moves"},
		{"startpos moves 7g", 15, "want a move"},
		{"startpos moves 7g7f moves", 20, "to move from"},
		{"startpos moves 7g7f 3c3d 7j7f", 25, "to move from"},
		{"startpos moves 7g7f resign", 20, "to move from"},
		{"startpos moves 7g7f7", 15, "may follow"},
		{"startpos moves 7g7e", 15, "no such move"},
		{"startpos moves 3c3d", 15, "no such move"},
		{"startpos moves 7g7f 7f7e", 20, "no such move"},
		{"startpos  moves\t7g7f\n7f7e", 21, "no such move"},
		{"startpos moves 7g7f 3c3d 8h3c 2b3c P*5e", 35, "not allowed"},
		{"startpos moves 7g7f+", 15, "cannot promote"},
		{"sfen", 4, "no board"},
		{"sfen ", 5, "no board"},
		{"sfen x", 5, "no piece has this letter"},
		{"sfen startpos", 6, "no piece has this letter"},
		{"position sfen " + emptyBoard + " x - 1", 36, "side to move"},
		{"sfen " + emptyBoard + " b - one moves 5i5h", 31, "next move"},
		{"sfen " + emptyBoard + " b - 1 5i5h", 33, "moves"},
		{"sfen " + emptyBoard + " b moves 5i5h", 28, "hands"},
		{"sfen " + emptyBoard + " moves 5i5h", 26, "side to move"},
		{"sfen moves 5i5h", 5, "no piece has this letter"},
		{"sfen sfen " + emptyBoard + " b - 1", 9, "row 1 has only 4 of 9"},
	})
	testBadTexts(t, "USI", parse(ShoModern()), []badText{
		{"sfen 4k4/9/9/9/9/9/9/4r4/3K5 b - 1 moves 6i5i", 41, "last royal attacked"},
	})
	testBadTexts(t, "USI", parse(Asakura()), []badText{
		{"sfen 3lkl3/9/3GKG3/9/9/9/9/9/9 b P 1 moves P*5b", 43, "mate"},
		{"sfen 4k4/9/9/9/9/9/5P3/9/4K4 b P 1 moves P*4e", 41, "two pawns"},
		{"sfen 4k4/9/9/9/9/9/5P3/9/4K4 b P 1 moves G*4e", 41, "not in hand"},
		{"sfen 4k4/9/9/9/9/9/5P3/9/4K4 b P 1 moves 歩*4e", 41, "to move from"},
	})
	testBadTexts(t, "USI", parse(Heian()), []badText{
		{"sfen 4k4/p8/9/8P/9/9/9/4K4 b - 1 moves 1d1c", 39, "must promote"},
	})
}

func TestBadMoves(t *testing.T) {
	testBadTexts(t, "move", func(s string) error { m, err := ParseMove(s); return noneIfError(m, err) }, []badText{
		{"", 0, "want a move"},
		{"-", 0, "want a move"},
		{"7", 0, "want a move"},
		{"7g", 0, "want a move"},
		{"7g7", 0, "want a move"},
		{"0000", 0, "to move from"},
		{"resign", 0, "to move from"},
		{"pass", 0, "to move from"},
		{"0a1a", 0, "to move from"},
		{"7j7f", 0, "to move from"},
		{"7G7F", 0, "to move from"},
		{"g7f7", 0, "to move from"},
		{" 7g7f", 0, "to move from"},
		{"7g0f", 2, "to move to"},
		{"7g7j", 2, "to move to"},
		{"7g-7f", 2, "to move to"},
		{"7g7F", 2, "to move to"},
		{"7g７f", 2, "to move to"},
		{"7g7g", 2, "goes nowhere"},
		{"7g7g+", 2, "goes nowhere"},
		{"7g7f ", 4, "may follow"},
		{"7g7f=", 4, "may follow"},
		{"7g7f++", 4, "may follow"},
		{"7g7fn", 4, "may follow"},
		{"P*", 2, "to drop on"},
		{"P*5", 2, "to drop on"},
		{"P*0e", 2, "to drop on"},
		{"P*5j", 2, "to drop on"},
		{"P*5E", 2, "to drop on"},
		{"P*5e+", 4, "nothing may follow"},
		{"P*5e ", 4, "nothing may follow"},
		{"p*5e", 0, "no kind"},
		{"Q*5e", 0, "no kind"},
		{"+*5e", 0, "no kind"},
		{"**5e", 0, "no kind"},
		{"P@e5", 0, "to move from"},
		{"+P*5e", 0, "to move from"},
		{"歩*5e", 0, "to move from"},
	})
}

// noneIfError returns err, and complains of a value that comes with it.
func noneIfError[T comparable](v T, err error) error {
	var none T
	if err != nil && v != none {
		return fmt.Errorf("the value %v comes with the error %v", v, err)
	}
	return err
}

func TestBadSmallTexts(t *testing.T) {
	testBadTexts(t, "color", func(s string) error { _, err := ParseColor(s); return err }, []badText{
		{"", 0, `"b" or "w"`}, {"B", 0, `"b" or "w"`}, {"black", 0, `"b" or "w"`}, {"-", 0, `"b" or "w"`}, {"b ", 0, `"b" or "w"`}, {"先手", 0, `"b" or "w"`},
	})
	testBadTexts(t, "kind", func(s string) error { v, err := ParseKind(s); return noneIfError(v, err) }, []badText{
		{"", 0, "P L N S G B R E F K"}, {"-", 0, "P L N S G B R E F K"}, {"p", 0, "P L N S G B R E F K"}, {"+", 0, "P L N S G B R E F K"}, {"+K", 0, "P L N S G B R E F K"}, {"P+", 0, "P L N S G B R E F K"},
		{"PP", 0, "P L N S G B R E F K"}, {"++P", 0, "P L N S G B R E F K"}, {"歩", 0, "P L N S G B R E F K"}, {"Kind(200)", 0, "P L N S G B R E F K"},
	})
	testBadTexts(t, "piece", func(s string) error { v, err := ParsePiece(s); return noneIfError(v, err) }, []badText{
		{"", 0, "plnsgbrefk"}, {"-", 0, "plnsgbrefk"}, {"+", 0, "plnsgbrefk"}, {"+k", 0, "plnsgbrefk"}, {"x", 0, "plnsgbrefk"}, {"pp", 0, "plnsgbrefk"}, {"p ", 0, "plnsgbrefk"},
	})
	testBadTexts(t, "square", func(s string) error { v, err := ParseSquare(s); return noneIfError(v, err) }, []badText{
		{"", 0, "file 1–9"}, {"-", 0, "file 1–9"}, {"7", 0, "file 1–9"}, {"g7", 0, "file 1–9"}, {"0a", 0, "file 1–9"}, {"7j", 0, "rank a–i"}, {"7G", 0, "rank a–i"},
		{"7`", 0, "rank a–i"}, {":a", 0, "file 1–9"}, {"7g ", 0, "file 1–9"}, {"10a", 0, "file 1–9"}, {"７七", 0, "file 1–9"},
	})
	testBadTexts(t, "square set", func(s string) error { v, err := ParseSquareSet(s); return noneIfError(v, err) }, []badText{
		{"", 0, "file 1–9"}, {"7f  7g", 3, "file 1–9"}, {"7f,7g", 0, "file 1–9"}, {"7f 7g ", 6, "file 1–9"}, {" 7f", 0, "file 1–9"}, {"7f 7f", 3, "twice"},
		{"7f 7g 0a", 6, "file 1–9"}, {"- 7f", 0, "file 1–9"}, {"7f -", 3, "file 1–9"},
	})
	testBadTexts(t, "kinds", func(s string) error { v, err := ParseKinds(s); return noneIfError(v, err) }, []badText{
		{"", 0, "letters"}, {"p", 0, "no kind"}, {"Pp", 1, "no kind"}, {"PLP", 2, "twice"}, {"P L", 1, "no kind"}, {"P+", 1, "no kind"}, {"+K", 0, "no kind"}, {"PL-", 2, "no kind"},
		{"+P+P", 2, "twice"}, {"P歩", 1, "no kind"},
	})
	testBadTexts(t, "result", func(s string) error { v, err := ParseResult(s); return noneIfError(v, err) }, []badText{
		{"", 0, "black-wins"}, {"Draw", 0, "black-wins"}, {"black wins", 0, "black-wins"}, {"Result(9)", 0, "black-wins"},
	})
	testBadTexts(t, "reason", func(s string) error { v, err := ParseReason(s); return noneIfError(v, err) }, []badText{
		{"", 0, "bare-king"}, {"Checkmate", 0, "checkmate"}, {"bare king", 0, "bare-king"}, {"Reason(99)", 0, "abandoned"},
	})
}

func TestBadRulesTexts(t *testing.T) {
	testBadTexts(t, "rules", func(s string) error { v, err := ParseRules(s); return noneIfError(v, err) }, []badText{
		{"", 0, "sho46-above-silver"},
		{"chess", 0, "no rules have this name"},
		{"Sho", 0, "no rules have this name"},
		{" sho", 0, "no rules have this name"},
		{"custom", 0, "no rules have this name"},
		{"promotion=in-zone", 0, "no rules have this name"},
		{",promotion=in-zone", 0, "no rules have this name"},
		{"sho,", 4, "key=value"},
		{"sho,promotion", 4, "key=value"},
		{"sho,,promotion=in-zone", 4, "key=value"},
		{"sho,asakura", 4, "key=value"},
		{"sho,=", 4, "no key"},
		{"sho,speed=fast", 4, `no key "speed"`},
		{"sho, promotion=in-zone", 4, "no key"},
		{"sho,Promotion=in-zone", 4, "no key"},
		{"sho,promotion=", 14, "in-zone"},
		{"sho,promotion=sometimes", 14, "on-entry, in-zone, on-entry-or-capture"},
		{"sho,promotion=1", 14, "in-zone"},
		{"asakura,compulsory=always,promotion=x", 36, "in-zone"},
		{"sho,compulsory=sometimes", 15, "when-stuck"},
		{"sho,check=", 10, "may-ignore"},
		{"sho,bare-king=wins", 14, "loses-unless-bared"},
		{"sho,repetition=draw", 15, "draws"},
		{"sho,perpetual=loses", 14, "checker-loses"},
		{"sho,impasse=27", 12, "points-27"},
		{"sho,two-pawns=yes", 14, "true or false"},
		{"sho,pawn-drop-mate=", 19, "true or false"},
		{"sho,gold-promotes=1", 18, "true or false"},
		{"sho,attacker=True", 13, "true or false"},
		{"sho,count=", 10, "number"},
		{"sho,count=four", 10, "number"},
		{"sho,count=-4", 10, "number"},
		{"sho,count=99999999999999999999", 10, "number"},
		{"sho,cycles=3.0", 11, "number"},
		{"sho,drops=", 10, "letters"},
		{"sho,drops=plns", 10, "no kind"},
		{"sho,drops=PLX", 12, "no kind"},
		{"sho,drops=PP", 11, "twice"},
		{"sho,promotion=in-zone,promotion=in-zone", 22, "twice"},
		{"将棋", 0, "no rules have this name"},
		{"sho,将棋=1", 4, "no key"},
	})
	// What Validate refuses gives its error.
	for text, field := range map[string]string{
		"sho,count=1":                         "Repetition.Count",
		"sho,cycles=1":                        "Repetition.Cycles",
		"sho,drops=+P":                        "Drops",
		"sho,start=x":                         "Start",
		"sho,start=4k4/9/9/9/9/9/9/9/9 b - 1": "Start",
	} {
		r, err := ParseRules(text)
		var fault *RulesError
		if !errors.As(err, &fault) || len(fault.Faults) != 1 || fault.Faults[0].Field != field || r != (Rules{}) {
			t.Errorf("ParseRules(%q): %v, want a *RulesError of %s", text, err, field)
		}
	}
}
