package shoshogi_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	. "example.com/shoshogi"
)

// failer is what *testing.T and *rapid.T have in common.
type failer interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// fuzzRules are the rules under which the fuzz targets read.
var fuzzRules = []Rules{Sho(), Shogi(), Asakura(), HeianSmall(), Sho46(AboveGold), ShoFederation()}

// checkReading tests what holds of every text: reading does not panic, lenient
// reading takes whatever strict reading takes in the same way, what is read is
// consistent, and written it is read as the same again.
func checkReading(t failer, text string, r Rules, ki2 bool) {
	read := func(o ReadOptions, text string, r Rules) (*Record, error) {
		if ki2 {
			return o.ParseKI2(text, r)
		}
		return o.ParseKIF(text, r)
	}
	write := func(rec *Record) string {
		var b bytes.Buffer
		err := rec.WriteKIF(&b, nil)
		if ki2 {
			b.Reset()
			err = rec.WriteKI2(&b, nil)
		}
		if err != nil {
			t.Fatalf("writing what was read: %v", err)
		}
		return b.String()
	}
	strict, strictErr := read(ReadOptions{}, text, r)
	checkPlace(t, text, strictErr)
	checkRecord(t, strict)
	lenient, lenientErr := read(ReadOptions{Lenient: true}, text, r)
	checkRecord(t, lenient)
	if (strictErr == nil) != (lenientErr == nil) {
		t.Fatalf("strict: %v, lenient: %v", strictErr, lenientErr)
	}
	again := write(lenient)
	back, err := read(ReadOptions{Lenient: true}, again, lenient.Rules)
	if (err == nil) != (lenientErr == nil) && strictErr == nil {
		t.Fatalf("reading what was written: %v\n%s", err, again)
	}
	if ki2 {
		withoutTimes(lenient)
	}
	if diff := diffRecords(lenient, back); diff != "" {
		t.Fatalf("written and read it differs: %s\n%s", diff, again)
	}
	if second := write(back); second != again {
		t.Fatalf("written again it differs:\n%s\n%s", again, second)
	}
	if strictErr == nil {
		if diff := diffRecords(strict, lenient); diff != "" && !ki2 {
			t.Fatalf("strict and lenient reading differ: %s", diff)
		}
		if _, err := read(ReadOptions{}, again, strict.Rules); err != nil {
			t.Fatalf("strict reading of what was written: %v\n%s", err, again)
		}
	}
}

func checkRecord(t failer, rec *Record) {
	if rec == nil {
		t.Fatal("no record")
	}
	if err := rec.Validate(); err != nil {
		t.Fatalf("the record is not valid: %v", err)
	}
}

// checkPlace tests that an error names a place in the text.
func checkPlace(t failer, text string, err error) {
	if err == nil {
		return
	}
	var fault *ParseError
	if !errors.As(err, &fault) {
		t.Fatalf("%v is no *ParseError", err)
	}
	lines := 2 + strings.Count(text, "\n") + strings.Count(text, "\r")
	if fault.Line < 0 || fault.Line > lines || fault.Column < 1 || fault.Column > len(text)+2 {
		t.Fatalf("the error is at line %d, column %d", fault.Line, fault.Column)
	}
}

// kifSeeds are texts that hold what is peculiar to records.
func kifSeeds() []string {
	seeds := []string{"", "\x1a", "* only a comment", "   1 ７六歩(77)", "手合割：小将棋\n   1 ５六歩(57)\n   2 ５四歩(53)\n"}
	for _, tc := range wildCases {
		seeds = append(seeds, tc.text)
	}
	return seeds
}

func FuzzParseKIF(f *testing.F) {
	for i, seed := range kifSeeds() {
		f.Add(seed, uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, rules uint8) {
		checkReading(t, text, fuzzRules[int(rules)%len(fuzzRules)], false)
	})
}

func FuzzParseKI2(f *testing.F) {
	for i, seed := range kifSeeds() {
		f.Add(seed, uint8(i))
	}
	f.Add("▲７六歩 △３四歩 ▲２二角成 △同銀\nまで4手で先手の勝ち\n変化：3手\n▲２六歩\n△投了", uint8(1))
	f.Fuzz(func(t *testing.T, text string, rules uint8) {
		checkReading(t, text, fuzzRules[int(rules)%len(fuzzRules)], true)
	})
}

func FuzzParseDiagram(f *testing.F) {
	for _, r := range fuzzRules {
		f.Add(NewPosition(r).Diagram())
	}
	for _, seed := range kifSeeds() {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range fuzzRules {
			p, err := ParseDiagram(r, text)
			checkPlace(t, text, err)
			if err != nil {
				continue
			}
			back, err := ParseDiagram(r, p.Diagram())
			if err != nil || *back != *p {
				t.Fatalf("%v\n%s", err, p.Diagram())
			}
		}
	})
}

// TestShuffledLines puts lines of all the peculiar files together at random.
func TestShuffledLines(t *testing.T) {
	var lines []string
	for _, tc := range wildCases {
		lines = append(lines, strings.FieldsFunc(tc.text, func(r rune) bool { return r == '\n' || r == '\r' })...)
	}
	moves := []string{"1 ７六歩(77)", "2 ３四歩(33)", "3 ２二角成(88)", "4 同　銀(31)", "変化：1手", "変化：2手", "変化：3手", "変化：4手", "変化：5手", "5 投了", "*x", "#x", "まで4手で後手の勝ち"}
	line := rapid.OneOf(rapid.SampledFrom(lines), rapid.SampledFrom(moves), rapid.Map(rapid.SampledFrom(lines), func(s string) string {
		runes := []rune(s)
		return string(runes[:len(runes)/2]) + string(runes[min(len(runes)/2+1, len(runes)):])
	}))
	for name, ki2 := range map[string]bool{"KIF": false, "KI2": true} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				text := strings.Join(rapid.SliceOfN(line, 1, 30).Draw(rt, "lines"), "\n")
				checkReading(rt, text, rapid.SampledFrom(fuzzRules).Draw(rt, "rules"), ki2)
			})
		})
	}
}
