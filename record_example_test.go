package shoshogi_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"example.com/shoshogi"
)

const sampleKIF = `手合割：小将棋
先手：Black
後手：White
手数----指手---------消費時間--
   1 ５六歩(57)   ( 0:05/00:00:05)
*The pawn before the elephant.
   2 ５四歩(53)   ( 0:02/00:00:02)
   3 ５七醉象(58) ( 0:07/00:00:12)
   4 投了         ( 0:30/00:00:32)
まで3手で先手の勝ち

変化：2手
   2 ３四歩(33)   ( 0:00/00:00:00)
`

func ExampleParseKIF() {
	rec, err := shoshogi.ParseKIF(sampleKIF, shoshogi.Sho())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(rec.Get("先手"), "against", rec.Get("後手"))
	previous := shoshogi.NoMove
	for p, n := range rec.Main() {
		if n.Move == shoshogi.NoMove {
			fmt.Println(n.EndText, n.End)
			break
		}
		fmt.Printf("%d %s %v %q\n", p.Ply(), p.Japanese(n.Move, previous), n.Time, n.Comment)
		previous = n.Move
	}
	// Output:
	// Black against White
	// 1 ▲５六歩 5s "The pawn before the elephant."
	// 2 △５四歩 2s ""
	// 3 ▲５七醉象 7s ""
	// 投了 Black wins by resignation
}

func ExampleParseKIF_error() {
	_, err := shoshogi.ParseKIF("   1 ５六歩(57)\n   2 ５五歩(53)\n", shoshogi.Sho())
	var fault *shoshogi.ParseError
	if errors.As(err, &fault) {
		fmt.Println(fault.Line, fault.Column, fault.Text)
	}
	fmt.Println(errors.Is(err, shoshogi.NoSuchMove), errors.Is(err, shoshogi.ErrIllegalMove))
	// Output:
	// 2 6    2 ５五歩(53)
	// true true
}

func ExampleReadOptions() {
	text := "   1 ５六歩(57)\n   2 ５五歩(53)\n   3 ７六歩(77)\n"
	rec, err := shoshogi.ReadOptions{Lenient: true}.ParseKIF(text, shoshogi.Sho())
	fmt.Println(err)
	for _, n := range rec.All() {
		fmt.Printf("%v %q\n", n.Move, n.Unread)
	}
	// Output:
	// KIF: line 2, column 6: move 2: no such move: "   2 ５五歩(53)"
	// 5g5f ""
	// - "   2 ５五歩(53)\n   3 ７六歩(77)"
}

func ExampleKIFs() {
	stream := strings.NewReader(strings.Repeat(sampleKIF, 3))
	for rec, err := range shoshogi.KIFs(stream, shoshogi.Sho()) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		g, err := rec.Game()
		fmt.Println(g.Len(), g.Outcome(), err)
	}
	// Output:
	// 3 Black wins by resignation <nil>
	// 3 Black wins by resignation <nil>
	// 3 Black wins by resignation <nil>
}

func ExampleRecord_WriteKI2() {
	rec, err := shoshogi.ParseKIF("手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 同　銀(31)\n   5 中断\n", shoshogi.Shogi())
	if err != nil {
		log.Fatal(err)
	}
	if err := rec.WriteKI2(os.Stdout, nil); err != nil {
		log.Fatal(err)
	}
	// Output:
	// #KI2 version=2.0 encoding=UTF-8
	// 手合割：平手
	// ▲７六歩    △３四歩    ▲２二角成  △同　銀
	// まで4手で中断
}

func ExampleNewRecord() {
	g := shoshogi.NewGame(shoshogi.NewPosition(shoshogi.Shogi()))
	for _, m := range []string{"7g7f", "3c3d"} {
		if err := g.Play(shoshogi.MustParseMove(m)); err != nil {
			log.Fatal(err)
		}
	}
	if err := g.End(shoshogi.Outcome{Result: shoshogi.Draw, Reason: shoshogi.ByAgreement}); err != nil {
		log.Fatal(err)
	}
	rec := shoshogi.NewRecord(g)
	rec.Set("手合割", "平手")
	rec.Set("先手", "Black")
	rec.Next[0].Comment = "The usual first move."
	if err := rec.WriteKIF(os.Stdout, nil); err != nil {
		log.Fatal(err)
	}
	// Output:
	// #KIF version=2.0 encoding=UTF-8
	// 手合割：平手
	// 先手：Black
	// 手数----指手--
	//    1 ７六歩(77)
	// *The usual first move.
	//    2 ３四歩(33)
	//    3 引き分け
	// まで2手で引き分け
}

func ExampleRecord_Cursor() {
	rec := &shoshogi.Record{Rules: shoshogi.Sho()}
	c := rec.Cursor()
	for _, m := range []string{"7g7f", "3c3d"} {
		if err := c.Play(shoshogi.MustParseMove(m)); err != nil {
			log.Fatal(err)
		}
	}
	c.Back()
	if err := c.Play(shoshogi.MustParseMove("8c8d")); err != nil { // a variation
		log.Fatal(err)
	}
	c.Promote() // now the main line
	for p, n := range rec.All() {
		fmt.Println(p.Ply(), n.Move)
	}
	// Output:
	// 1 7g7f
	// 2 8c8d
	// 2 3c3d
}

func ExampleParseDiagram() {
	p, err := shoshogi.ParseDiagram(shoshogi.Sho(), `
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 醉 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九
+---------------------------+
後手番
`)
	fmt.Println(p, err)
	// Output:
	// 4k4/9/4E4/9/9/9/9/9/4K4 w - 1 <nil>
}
