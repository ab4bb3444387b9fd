package shoshogi_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	. "example.com/shoshogi"
)

func TestDiagramRoundTrip(t *testing.T) {
	checkLaw(t, func(t *rapid.T, p *Position) {
		diagram := p.Diagram()
		back, err := ParseDiagram(p.Rules(), diagram)
		if err != nil {
			t.Fatalf("%v\n%s", err, diagram)
		}
		if *back != *p {
			t.Fatalf("got %v, want %v\n%s", back, p, diagram)
		}
		rec, err := ParseKIF(diagram, p.Rules())
		if err != nil || *rec.Start != *p || len(rec.Headers) > 0 {
			t.Fatalf("as a record: %v, %v", err, rec.Start)
		}
	})
}

// TestNarrowBoards checks that the ruler of a single file is told from a move.
func TestNarrowBoards(t *testing.T) {
	for _, start := range []string{"k/p/P/K b - 1", "k/1/1/1/1/1/1/1/K w - 1", "k1/2/1K b - 1", "kpP1K/5/5 w - 1"} {
		r := Rules{Start: start}
		if err := r.Validate(); err != nil {
			t.Fatal(err)
		}
		p := NewPosition(r)
		back, err := ParseDiagram(r, p.Diagram())
		if err != nil || *back != *p {
			t.Errorf("%s: got %v, %v\n%s", start, back, err, p.Diagram())
		}
		rec := &Record{Rules: r}
		n := 0
		for again, err := range KIFs(strings.NewReader(kifText(rec, nil)+kifText(rec, nil)), r) {
			if n++; err != nil || *again.Start != *p {
				t.Errorf("%s, record %d: %v", start, n, err)
			}
		}
		if n != 2 {
			t.Errorf("%s: %d records of 2", start, n)
		}
	}
	if _, err := ParseKIF("１\n", Shogi()); err == nil {
		t.Error("a single digit is accepted for a board of nine files")
	}
}

func TestDiagram(t *testing.T) {
	for _, tc := range []struct{ rules, sfen, want string }{
		{"sho", "startpos", `
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂v銀v金v玉v金v銀v桂v香|一
| ・v飛 ・ ・v象 ・ ・v角 ・|二
|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七
| ・ 角 ・ ・ 象 ・ ・ 飛 ・|八
| 香 桂 銀 金 玉 金 銀 桂 香|九
+---------------------------+
先手の持駒：なし
先手番
`},
		{"heian-small", "1+p1k4/8/8/2n+L4/8/8/8/4K3 w - 24", `
後手の持駒：なし
  ８ ７ ６ ５ ４ ３ ２ １
+------------------------+
| ・vと ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・|三
| ・ ・v桂 杏 ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ 玉 ・ ・ ・|八
+------------------------+
先手の持駒：なし
手数＝23　まで
後手番
`},
		{"asakura,drops=PLNSGBRE", "4k4/9/4+e4/9/9/9/9/9/4K4 b 2RB4G2S11Pb10le 1", `
後手の持駒：角　象　香十　
`},
	} {
		r := MustParseRules(tc.rules)
		if strings.Contains(tc.sfen, "10l") {
			r.Start = "llllkllll/llllellll/ppppppppp/9/1r5b1/9/PPPPPPPPP/LLLLELLLL/LSSGKGGGR b Bb2P 1"
		}
		p, err := ParseSFEN(r, tc.sfen)
		if err != nil {
			t.Fatal(err)
		}
		got := p.Diagram()
		if strings.Count(tc.want, "\n") < 5 {
			got = got[:strings.IndexByte(got, '\n')+1]
		}
		if diff := cmp.Diff(tc.want[1:], got); diff != "" {
			t.Errorf("%s: %s", tc.sfen, diff)
		}
	}
	if got := new(Position).Diagram(); strings.Count(got, "・") != 81 || strings.Count(got, "\n") != 15 {
		t.Errorf("the zero position:\n%s", got)
	}
}

func TestParseDiagram(t *testing.T) {
	for _, tc := range []struct{ name, rules, text, want string }{
		{"bare", "shogi", kings, kingsSFEN + " b - 1"},
		{"captions and comments", "shogi", "# x\n後手：B\n" + kings + "先手：A\n*y\n&z\n後手番\n", kingsSFEN + " w - 1"},
		{"handicap", "shogi", "手合割：角落ち\n" + kings, kingsSFEN + " w - 1"},
		{"name of another game", "sho", "手合割：平手\n" + kings, kingsSFEN + " b - 1"},
		{"caption", "shogi", kings + "手数＝10 △３四歩 まで", kingsSFEN + " b - 11"},
		{"Shift_JIS", "shogi", cp932(t, kings), kingsSFEN + " b - 1"},
		{"hands", "shogi", "後手の持駒：金二\n" + kings + "先手の持駒：飛　歩十", kingsSFEN + " b R10P2g 1"},
	} {
		p, err := ParseDiagram(MustParseRules(tc.rules), tc.text)
		if err != nil || p.SFEN() != tc.want || p.Rules() != MustParseRules(tc.rules) {
			t.Errorf("%s: %v, %v; want %s", tc.name, p, err, tc.want)
		}
	}
	for _, tc := range []struct{ name, rules, text, want string }{
		{"nothing", "shogi", "", "1:1 no diagram"},
		{"a header", "shogi", "先手：A\n", "1:1 no diagram"},
		{"a side to move", "shogi", "後手番\n", "1:1 no diagram"},
		{"moves", "shogi", kings + "1 ５三銀成(44)", "13:1 moves follow"},
		{"moves of KI2", "shogi", kings + "▲５三銀成", "13:1 moves follow"},
		{"two diagrams", "shogi", kings + kings, "15:1 of this sort already"},
		{"two sides to move", "shogi", kings + "先手番\n後手番", "14:1 of this sort already"},
		{"stray text", "shogi", kings + "x", "13:1 not understood"},
		{"another shape", "heian", kings, "11:1 the diagram has 9 rows"},
		{"another game", "shogi", NewPosition(Sho()).Diagram(), "4:1 2 pieces of kind E"},
		{"a check that is over", "shogi", strings.Replace(kings, "銀", "馬", 1) + "手数＝1 まで", ""},
		{"a check that stands", "shogi", strings.Replace(kings, "v歩 ・", "v歩 金", 1) + board("x"), "15:1 not understood"},
		{"a number too large", "shogi", kings + "手数＝999999999999　まで", "13:4 number of the last move"},
	} {
		_, err := ParseDiagram(MustParseRules(tc.rules), tc.text)
		if tc.want == "" {
			if err != nil {
				t.Errorf("%s: %v", tc.name, err)
			}
			continue
		}
		t.Run(tc.name, func(t *testing.T) { checkFault(t, err, tc.want) })
		var fault *ParseError
		if errors.As(err, &fault) && fault.Format != "BOD" {
			t.Errorf("%s: format %s", tc.name, fault.Format)
		}
	}
	_, err := ParseDiagram(Shogi(), strings.Replace(kings, "銀", "玉", 1))
	var setup *SetupError
	if !errors.As(err, &setup) || setup.Faults[0].Problem != TooManyPieces {
		t.Errorf("too many kings: %v", err)
	}
	if _, err := ParseDiagram(Rules{Repetition: Repetition{Count: 1}}, kings); err == nil {
		t.Error("invalid rules are accepted")
	}
}
