package shoshogi_test

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"

	. "example.com/shoshogi"
)

// endless are the rules under which the longest game is possible.
const endless = "sho-modern,repetition=ignored,perpetual=ignored"

// hostile has readers with texts that are meant to be expensive, each of about n
// bytes. perByte is how many bytes of memory a reader may use, all told, for each
// byte of the text.
var hostile = []struct {
	name    string
	perByte int
	text    func(n int) string
	read    func(text string) error
}{
	{"color", 4, fill("w"), reading(ParseColor)},
	{"kind", 4, fill("+"), reading(ParseKind)},
	{"kinds", 4, fill("+P"), reading(ParseKinds)},
	{"piece", 4, fill("p"), reading(ParsePiece)},
	{"square", 4, fill("7g"), reading(ParseSquare)},
	{"squares", 4, fill("7g "), reading(ParseSquareSet)},
	{"blank squares", 4, fill(" "), reading(ParseSquareSet)},
	{"move", 4, fill("7g7f"), reading(ParseMove)},
	{"drop", 4, after("P*", "5e"), reading(ParseMove)},
	{"result", 4, fill("draw"), reading(ParseResult)},
	{"reason", 4, fill("checkmate"), reading(ParseReason)},

	{"rules name", 8, fill("sho"), reading(ParseRules)},
	{"rules key", 8, after("sho,", "count"), reading(ParseRules)},
	{"rules unknown key", 8, after("sho,", "x=x"), reading(ParseRules)},
	{"rules long key", 8, func(n int) string { return "sho," + strings.Repeat("x", n) + "=1" }, reading(ParseRules)},
	{"rules keys", 8, after("sho", ",count=2"), reading(ParseRules)},
	{"rules value", 8, after("sho,promotion=", "x"), reading(ParseRules)},
	{"rules number", 8, after("sho,count=", "9"), reading(ParseRules)},
	{"rules zeros", 64, after("sho,count=", "0"), reading(ParseRules)},
	{"rules drops", 8, after("sho,drops=", "P"), reading(ParseRules)},
	{"rules start", 64, after("sho,start=", "9/"), reading(ParseRules)},
	{"rules start ply", 64, after("sho,start=4k4/9/4K4 b - ", "0"), reading(ParseRules)},

	{"SFEN rows", 8, fill("9/"), underSho(ParseSFEN)},
	{"SFEN row", 8, fill("1"), underSho(ParseSFEN)},
	{"SFEN pluses", 8, fill("+"), underSho(ParseSFEN)},
	{"SFEN hands", 8, after("4k4/9/9/9/9/9/9/9/4K4 b ", "P"), underSho(ParseSFEN)},
	{"SFEN count", 8, after("4k4/9/9/9/9/9/9/9/4K4 b ", "0"), underSho(ParseSFEN)},
	{"SFEN ply", 8, after("4k4/9/9/9/9/9/9/9/4K4 b - ", "0"), underSho(ParseSFEN)},
	{"SFEN blanks", 8, fill(" "), underSho(ParseSFEN)},
	{"SFEN prefix", 8, fill("sfen "), underSho(ParseSFEN)},

	{"USI word", 8, fill("x"), underSho(ParseUSI)},
	{"USI blanks", 8, fill(" \t\n"), underSho(ParseUSI)},
	{"USI moves", 80, after("startpos moves", " 4i4h 4a4b 4h4i 4b4a"), under(endless, ParseUSI)},
	{"USI move", 8, after("startpos moves ", "7g7f"), underSho(ParseUSI)},
	{"USI sfen", 8, after("sfen ", "9/"), underSho(ParseUSI)},
	{"USI position", 8, fill("position "), underSho(ParseUSI)},

	{"Japanese", 32, fill("同"), readMove},
	{"Japanese words", 32, after("７六歩", "右"), readMove},
	{"Japanese origin", 32, after("７六歩(", "7"), readMove},
	{"Western", 32, after("P", "-"), readMove},
	{"diagram", 32, fill("|"), underSho(ParseDiagram)},
	{"diagram rows", 64, fill("| ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n"), underSho(ParseDiagram)},
	{"diagram hands", 64, after("先手の持駒：", "歩十八　"), underSho(ParseDiagram)},

	{"KIF line", 64, fill("x"), underSho(record(ParseKIF))},
	{"KIF empty lines", 64, fill("\n"), underSho(record(ParseKIF))},
	{"KIF headers", 64, fill("先手：x\n"), underSho(record(ParseKIF))},
	{"KIF header", 64, after("先手：", "x"), underSho(record(ParseKIF))},
	{"KIF comment", 64, after("*", "あ"), underSho(record(ParseKIF))},
	{"KIF comments", 64, fill("*\n"), underSho(record(ParseKIF))},
	{"KIF remarks", 64, fill("#x\n"), underSho(record(ParseKIF))},
	{"KIF times", 64, after("1 ７六歩(77)", "(0:01/00:00:01)"), underSho(record(ParseKIF))},
	{"KIF number", 64, fill("1"), underSho(record(ParseKIF))},
	{"KIF moves", 64, goldMoves, under(endless, record(ParseKIF))},
	{"KIF variations", 64, after("1 ７六歩(77)\n", "変化：1手\n1 ７六歩(77)\n"), underSho(record(ParseKIF))},
	{"KIF variation", 64, after("変化：", "1"), underSho(record(ParseKIF))},
	{"KI2 moves", 64, after("", "▲４八金 △４二金 ▲４九金 △４一金"), under(endless, record(ParseKI2))},
	{"KI2 line", 64, fill("▲"), underSho(record(ParseKI2))},
	{"KI2 words", 64, after("▲７六歩", "右"), underSho(record(ParseKI2))},
	{"KI2 comments", 64, after("▲７六歩\n", "*\n"), underSho(record(ParseKI2))},
	{"lenient lines", 200, fill("x\n"), underSho(record(ReadOptions{Lenient: true}.ParseKIF))},
	{"lenient moves", 200, fill("▲\n"), underSho(record(ReadOptions{Lenient: true}.ParseKI2))},
}

// goldMoves is a KIF in which golds go to and fro.
func goldMoves(n int) string {
	lines := [...]string{" ４八金(49)\n", " ４二金(41)\n", " ４九金(48)\n", " ４一金(42)\n"}
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString(strconv.Itoa(i+1) + lines[i%4])
	}
	return b.String()
}

func fill(with string) func(int) string { return after("", with) }

func after(start, with string) func(int) string {
	return func(n int) string { return start + strings.Repeat(with, n/len(with)) }
}

func reading[T any](parse func(string) (T, error)) func(string) error {
	return func(text string) error {
		v, err := parse(text)
		runtime.KeepAlive(v)
		return err
	}
}

func under[T any](rules string, parse func(Rules, string) (T, error)) func(string) error {
	r := MustParseRules(rules)
	return reading(func(text string) (T, error) { return parse(r, text) })
}

// record turns the parameters of a reader of records round.
func record(parse func(string, Rules) (*Record, error)) func(Rules, string) (*Record, error) {
	return func(r Rules, text string) (*Record, error) { return parse(text, r) }
}

func underSho[T any](parse func(Rules, string) (T, error)) func(string) error {
	return under("sho", parse)
}

func readMove(text string) error {
	_, err := NewPosition(Sho()).ReadMove(text, NoMove)
	return err
}

// TestHostileTexts reads texts of a megabyte each. Memory must stay within bounds;
// a reader that took more than linear time would not come to an end.
func TestHostileTexts(t *testing.T) {
	const size = 1 << 20
	for _, test := range hostile {
		t.Run(test.name, func(t *testing.T) {
			text := test.text(size)
			before := allocated()
			err := test.read(text)
			used := allocated() - before
			t.Logf("%.2f bytes for each", float64(used)/float64(len(text)))
			if limit := uint64(test.perByte*len(text)) + 1<<16; used > limit {
				t.Errorf("used %d bytes for a text of %d, want at most %d", used, len(text), limit)
			}
			checkMessage(t, err)
		})
	}
}

// checkMessage makes sure that an error does not repeat a long text.
func checkMessage(t *testing.T, err error) {
	var all ParseErrors
	if errors.As(err, &all) {
		for _, one := range all[:min(len(all), 100)] {
			checkMessage(t, one)
		}
		return
	}
	if err != nil && len(err.Error()) > 600 {
		t.Errorf("an error of %d bytes: %.200s…", len(err.Error()), err.Error())
	}
}

// allocated returns how many bytes have been allocated so far.
func allocated() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.TotalAlloc
}

// BenchmarkHostileTexts shows by its rate at several sizes that time grows with the
// text and no faster.
func BenchmarkHostileTexts(b *testing.B) {
	for _, test := range hostile {
		for _, size := range []int{1 << 14, 1 << 17, 1 << 20} {
			b.Run(fmt.Sprintf("%s/%dKiB", test.name, size>>10), func(b *testing.B) {
				text := test.text(size)
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					_ = test.read(text)
				}
			})
		}
	}
}
