package shoshogi_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	. "example.com/shoshogi"
)

// playedRecord returns a record of a game of random moves, with times, and a
// comment every fifth move.
func playedRecord(r Rules, moves int) *Record {
	random := rand.New(rand.NewPCG(1, 2))
	p := NewPosition(r)
	rec := &Record{Rules: r, Start: p, Headers: []Header{{Key: "先手", Value: "Black"}, {Key: "後手", Value: "White"}}}
	c := rec.Cursor()
	for i := range moves {
		legal := sorted(c.Position().LegalMoves())
		if len(legal) == 0 {
			break
		}
		if err := c.Play(legal[random.IntN(len(legal))]); err != nil {
			panic(err)
		}
		c.Node().Time = time.Duration(random.IntN(100)) * time.Second
		if i%5 == 0 {
			c.Node().Comment = "何か一言。"
		}
	}
	return rec
}

func kifText(rec *Record, opt *KIFOptions) string {
	var b bytes.Buffer
	if err := rec.WriteKIF(&b, opt); err != nil {
		panic(err)
	}
	return b.String()
}

// longGame returns the text of a game of n moves in which nothing is taken.
func longGame(n int) string {
	var b strings.Builder
	b.WriteString("手合割：平手\n手数----指手---------消費時間--\n")
	cycle := [...]string{"４八銀(39)", "６二銀(71)", "３九銀(48)", "７一銀(62)"}
	for i := range n {
		fmt.Fprintf(&b, "%4d %s   ( 0:01/%02d:%02d:%02d)\n", i+1, cycle[i%4], (i/2+1)/3600, (i/2+1)/60%60, (i/2+1)%60)
	}
	return b.String()
}

func BenchmarkParseKIF(b *testing.B) {
	text := kifText(playedRecord(Shogi(), 200), nil)
	b.Run("game", func(b *testing.B) { benchmarkParse(b, text) })
	for _, moves := range []int{1000, 10000, 100000} {
		text := longGame(moves)
		b.Run(fmt.Sprint("moves=", moves), func(b *testing.B) { benchmarkParse(b, text) })
	}
	for _, depth := range []int{1000, 10000, 100000} {
		text := nestedVariations(depth)
		b.Run(fmt.Sprint("variations=", depth), func(b *testing.B) { benchmarkParse(b, text) })
	}
	for _, size := range []int{1 << 16, 1 << 20, 1 << 24} {
		text := "手合割：平手\n   1 ７六歩(77)\n*" + strings.Repeat("a", size) + "\n"
		b.Run(fmt.Sprint("comment=", size), func(b *testing.B) { benchmarkParse(b, text) })
	}
}

func benchmarkParse(b *testing.B, text string) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseKIF(text, Shogi()); err != nil {
			b.Fatal(err)
		}
	}
}

// nestedVariations returns a record in which each variation branches off the one
// before, one move later.
func nestedVariations(depth int) string {
	cycle := [...][2]string{{"４八銀(39)", "６八銀(79)"}, {"６二銀(71)", "４二銀(31)"}, {"３九銀(48)", "７九銀(68)"}, {"７一銀(62)", "３一銀(42)"}}
	var b strings.Builder
	b.WriteString("手合割：平手\n")
	fmt.Fprintf(&b, "1 %s\n", cycle[0][0])
	fmt.Fprintf(&b, "2 %s\n", cycle[1][0])
	for i := 2; i < depth; i++ {
		fmt.Fprintf(&b, "変化：%d手\n%d %s\n%d %s\n", i, i, cycle[(i-1)%4][0], i+1, cycle[i%4][0])
	}
	return b.String()
}

func BenchmarkReadKIF(b *testing.B) {
	rec := playedRecord(Shogi(), 200)
	for name, opt := range map[string]*KIFOptions{"UTF-8": nil, "Shift_JIS": {ShiftJIS: true, CRLF: true}} {
		text := kifText(rec, opt)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ReadKIF(strings.NewReader(text), Shogi()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParseKI2(b *testing.B) {
	var text bytes.Buffer
	if err := playedRecord(Shogi(), 200).WriteKI2(&text, nil); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseKI2(text.String(), Shogi()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteKIF(b *testing.B) {
	for _, moves := range []int{200, 2000, 20000} {
		rec, err := ParseKIF(longGame(moves), Shogi())
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint("moves=", moves), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := rec.WriteKIF(io.Discard, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
