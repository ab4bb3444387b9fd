package shoshogi_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"example.com/shoshogi"
)

const shortRecord = `手合割：小将棋
先手：先手
後手：後手
   1 ７六歩(77)   ( 0:05/00:00:05)
*The usual first move.
   2 ３四歩(33)   ( 0:12/00:00:12)+
   3 ２二角成(88) ( 0:30/00:00:35)
   4 投了         ( 0:03/00:00:15)
まで3手で先手の勝ち

変化：2手
   2 ８四歩(83)
*This keeps the bishops apart.
`

// Read a record, look at its moves and variations, add a variation of one's own.
func ExampleParseKIF() {
	rec, err := shoshogi.ParseKIF(shortRecord, shoshogi.Sho())
	if err != nil {
		fmt.Println(err)
		return
	}
	for p, node := range rec.All() { // Main leaves the variations out
		text := node.EndText
		if node.Move != shoshogi.NoMove {
			text = p.Japanese(node.Move, shoshogi.NoMove)
		}
		fmt.Printf("%d %s %v %q\n", p.Ply(), text, node.Time, node.Comment)
	}

	c := rec.Cursor()
	if err := c.Play(shoshogi.MustParseMove("2g2f")); err != nil {
		fmt.Println(err)
	}
	c.Node().Comment = "The rook's pawn may go first."
	fmt.Println(len(rec.Next), "first moves")
	// Output:
	// 1 ▲７六歩 5s "The usual first move."
	// 2 △３四歩 12s ""
	// 3 ▲２二角成 30s ""
	// 4 投了 3s ""
	// 2 △８四歩 0s "This keeps the bishops apart."
	// 2 first moves
}

// A fault says where it is, beside the record read up to there. Lenient reading
// keeps what it cannot play and goes on.
func ExampleReadOptions() {
	text := strings.Replace(shortRecord, "３四歩(33)", "３五歩(33)", 1)
	rec, err := shoshogi.ParseKIF(text, shoshogi.Sho())
	var fault *shoshogi.ParseError
	if errors.As(err, &fault) {
		fmt.Println("line", fault.Line, "column", fault.Column, errors.Is(err, shoshogi.NoSuchMove), len(rec.Next), "move read")
	}

	rec, err = shoshogi.ReadOptions{Lenient: true}.ParseKIF(text, shoshogi.Sho())
	fmt.Println(err != nil, len(rec.Next[0].Next), "continuations kept")
	// Output:
	// line 6 column 6 true 1 move read
	// true 2 continuations kept
}

// Write a game as a record.
func ExampleNewRecord() {
	g := shoshogi.MustParseUSI(shoshogi.Shogi(), "startpos moves 7g7f 3c3d 8h2b+")
	if err := g.End(shoshogi.Outcome{Result: shoshogi.BlackWins, Reason: shoshogi.ByResignation}); err != nil {
		fmt.Println(err)
	}
	rec := shoshogi.NewRecord(g)
	rec.Set("場所", "somewhere")
	var text strings.Builder
	if err := rec.WriteKIF(&text, nil); err != nil {
		fmt.Println(err)
	}
	fmt.Print(strings.ReplaceAll(text.String(), "　", "")) // without the padding
	// Output:
	// #KIF version=2.0 encoding=UTF-8
	// 手合割：平手
	// 場所：somewhere
	// 手数----指手--
	//    1 ７六歩(77)
	//    2 ３四歩(33)
	//    3 ２二角成(88)
	//    4 投了
	// まで3手で先手の勝ち
}

// Play to the end at random, as a Monte Carlo search does.
func ExampleGame_RandomMove() {
	rng := rand.NewPCG(2, 7)
	wins := map[shoshogi.Result]int{}
	for range 100 {
		g := shoshogi.NewGame(shoshogi.NewPosition(shoshogi.ShoFederation()))
		for !g.Outcome().Over() {
			if err := g.Play(g.RandomMove(rng.Uint64())); err != nil {
				fmt.Println(err)
				return
			}
		}
		wins[g.Outcome().Result]++
	}
	fmt.Println(wins[shoshogi.BlackWins]+wins[shoshogi.WhiteWins]+wins[shoshogi.Draw], "games played")
	// Output: 100 games played
}

// Draw a position with its last move and an arrow.
func ExamplePosition_AppendSVG() {
	p := shoshogi.NewPosition(shoshogi.Sho())
	last := shoshogi.MustParseMove("7g7f")
	p.Do(last)
	svg := p.AppendSVG(nil, &shoshogi.SVGOptions{
		LastMove: last,
		Arrows:   []shoshogi.Move{shoshogi.MustParseMove("3c3d")},
	})
	fmt.Printf("%.4s … %s\n", svg, svg[len(svg)-7:])
	// Output: <svg … </svg>
}

// Show a position as people write it down.
func ExamplePosition_Diagram() {
	fmt.Print(shoshogi.NewPosition(shoshogi.HeianSmall()).Diagram())
	// Output:
	// 後手の持駒：なし
	//   ８ ７ ６ ５ ４ ３ ２ １
	// +------------------------+
	// |v香v桂v銀v金v玉v銀v桂v香|一
	// | ・ ・ ・ ・ ・ ・ ・ ・|二
	// |v歩v歩v歩v歩v歩v歩v歩v歩|三
	// | ・ ・ ・ ・ ・ ・ ・ ・|四
	// | ・ ・ ・ ・ ・ ・ ・ ・|五
	// | 歩 歩 歩 歩 歩 歩 歩 歩|六
	// | ・ ・ ・ ・ ・ ・ ・ ・|七
	// | 香 桂 銀 玉 金 銀 桂 香|八
	// +------------------------+
	// 先手の持駒：なし
	// 先手番
}
