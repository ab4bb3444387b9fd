package shoshogi_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	. "example.com/shoshogi"
)

// wildCase is a small text with one peculiarity of the files that are about, and
// the record it must give, in the words of describe.
type wildCase struct {
	name  string
	rules string // "shogi" if empty
	ki2   bool
	text  string
	want  string

	// err is what strict reading must report, as "line:column reason" of which the
	// reason may be a part; want is then what lenient reading gives.
	err string
}

// describe puts a record on one line: headers, start, notes, then the tree, with
// variations in parentheses after the move they replace.
func describe(rec *Record, given Rules) string {
	var b strings.Builder
	if rec.Rules != given {
		fmt.Fprintf(&b, "rules:%v ", rec.Rules)
	}
	for _, h := range rec.Headers {
		if h.Key == "" && strings.HasPrefix(h.Value, "|") {
			h.Value = "row"
		}
		fmt.Fprintf(&b, "%s=%s; ", h.Key, h.Value)
	}
	if rec.Start != nil && *rec.Start != *NewPosition(rec.Rules) {
		fmt.Fprintf(&b, "[%s] ", rec.Start.SFEN())
	}
	if rec.LastMove != "" {
		fmt.Fprintf(&b, "after:%s ", rec.LastMove)
	}
	if rec.FirstNumber != 0 {
		fmt.Fprintf(&b, "from:%d ", rec.FirstNumber)
	}
	if rec.Timed {
		b.WriteString("timed ")
	}
	describeNotes(&b, rec.Comment, rec.Bookmark, rec.Remark)
	describeTree(&b, rec.Next)
	return strings.TrimSpace(b.String())
}

func describeTree(b *strings.Builder, siblings []*Node) {
	if len(siblings) == 0 {
		return
	}
	describeNode(b, siblings[0])
	for _, n := range siblings[1:] {
		var branch strings.Builder
		describeNode(&branch, n)
		describeTree(&branch, n.Next)
		fmt.Fprintf(b, "(%s) ", strings.TrimSpace(branch.String()))
	}
	describeTree(b, siblings[0].Next)
}

func describeNode(b *strings.Builder, n *Node) {
	switch {
	case n.Move != NoMove:
		fmt.Fprintf(b, "%v", n.Move)
	case n.Unread != "":
		fmt.Fprintf(b, "unread:%s", quoted(n.Unread))
	default:
		fmt.Fprintf(b, "%s=%v/%v", n.EndText, n.End.Result, n.End.Reason)
	}
	if n.Time != 0 {
		fmt.Fprintf(b, "@%v", n.Time)
	}
	if n.TimeText != "" {
		fmt.Fprintf(b, "@%s", quoted(n.TimeText))
	}
	b.WriteByte(' ')
	describeNotes(b, n.Comment, n.Bookmark, n.Remark)
}

func describeNotes(b *strings.Builder, comment, bookmark, remark string) {
	for _, note := range []struct{ mark, text string }{{"*", comment}, {"&", bookmark}, {"#", remark}} {
		if note.text != "" {
			fmt.Fprintf(b, "%s%s ", note.mark, quoted(note.text))
		}
	}
}

// quoted shows a text with its line breaks.
func quoted(text string) string { return `"` + strings.ReplaceAll(text, "\n", `\n`) + `"` }

// board is a diagram without pieces but two kings, to put rows into.
func board(rows ...string) string {
	return "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n" + strings.Join(rows, "\n") + "\n+---------------------------+\n"
}

const emptyRow = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|"

// kings is a diagram with both kings, a white pawn on 5c and a black silver on 4d.
var kings = board("| ・ ・ ・ ・v玉 ・ ・ ・ ・|一", emptyRow+"二", "| ・ ・ ・ ・v歩 ・ ・ ・ ・|三", "| ・ ・ ・ ・ ・ 銀 ・ ・ ・|四",
	emptyRow+"五", emptyRow+"六", emptyRow+"七", emptyRow+"八", "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九")

const kingsSFEN = "4k4/9/4p4/5S3/9/9/9/9/4K4"

var wildCases = []wildCase{
	// Lines and blanks.
	{name: "no last line end", text: "   1 ７六歩(77)\n   2 ３四歩(33)", want: "7g7f 3c3d"},
	{name: "CR LF", text: "先手：A\r\n   1 ７六歩(77)\r\n   2 ３四歩(33)\r\n", want: "先手=A; 7g7f 3c3d"},
	{name: "CR only", text: "先手：A\r   1 ７六歩(77)\r   2 ３四歩(33)\r", want: "先手=A; 7g7f 3c3d"},
	{name: "CR CR LF", text: "先手：A\r\r\n   1 ７六歩(77)\r\r\n*x\r\r\n", want: `先手=A; 7g7f *"x"`},
	{name: "byte order mark", text: "\ufeff手合割：平手\n   1 ７六歩(77)\n", want: "手合割=平手; 7g7f"},
	{name: "mark of the end of a file", text: "   1 ７六歩(77)\n\x1a", want: "7g7f"},
	{name: "tabs", text: "先手：\tA\t\n\t1\t７六歩(77)\t( 0:01/00:00:01)\t\n", want: "先手=A; 7g7f@1s"},
	{name: "ideographic blanks around", text: "　先手：　A　\n　　1 ７六歩(77)　\n", want: "先手=A; 7g7f"},
	{name: "trailing blanks of 手合割", text: "手合割：平手　　\n   1 ７六歩(77)\n", want: "7g7f"},
	{name: "blank lines anywhere", text: "\n先手：A\n\n\n   1 ７六歩(77)\n\n   2 ３四歩(33)\n\n", want: "先手=A; 7g7f 3c3d"},
	{name: "marker in the second line", text: "# converted\n#KIF version=2.0 encoding=Shift_JIS\n   1 ７六歩(77)\n", want: `#" converted" 7g7f`},
	{name: "program comments", text: "# ---- a program ----\n#--separator--\n手合割：平手\n   1 ７六歩(77)\n# C:\\games\\1.kif\n   2 ３四歩(33)\n",
		want: `手合割=平手; #" ---- a program ----\n--separator--" 7g7f #" C:\games\1.kif" 3c3d`},
	{name: "no list line", text: "手合割：平手\n1 ７六歩(77)\n", want: "手合割=平手; 7g7f"},
	{name: "list line without times", text: "手数----指手--\n1 ７六歩(77)\n", want: "7g7f"},
	{name: "list line of another width", text: "手数----指手----消費時間--\n1 ７六歩(77)\n", want: "7g7f"},

	// Headers.
	{name: "unknown and doubled keys in order", text: "謎：1\n備考：a\n先手：A\n備考：b\n1 ７六歩(77)", want: "謎=1; 備考=a; 先手=A; 備考=b; 7g7f"},
	{name: "half-width colon", text: "先手:A\n後手 : B\n1 ７六歩(77)", want: "先手=A; 後手=B; 7g7f"},
	{name: "colons in the value", text: "開始日時：2014/09/13 14：59\n場所：http://a.b/c:8\n1 ７六歩(77)", want: "開始日時=2014/09/13 14：59; 場所=http://a.b/c:8; 7g7f"},
	{name: "empty value", text: "先手：\n後手：　\n1 ７六歩(77)", want: "先手=; 後手=; 7g7f"},
	{name: "signs in the value", text: "先手：C# & A*B\n1 ７六歩(77)", want: "先手=C# & A*B; 7g7f"},
	{name: "escaped line break in the value", text: "備考：a\\nb\n1 ７六歩(77)", want: "備考=a\\nb; 7g7f"},
	{name: "moves in the value", text: "消費時間：85▲201△239\n1 ７六歩(77)", want: "消費時間=85▲201△239; 7g7f"},
	{name: "board turned", text: "盤面回転\n手合割：平手\n盤面反転\n1 ７六歩(77)", want: "盤面回転=; 手合割=平手; 盤面反転=; 7g7f"},
	{name: "number of moves as a header", text: "手数：15\n1 ７六歩(77)", want: "手数=15; 7g7f"},
	{name: "comments and addresses before all headers", text: "*http://a.b/c\n*x：y\n先手：A\n手合割：平手\n1 ７六歩(77)", want: `先手=A; 手合割=平手; *"http://a.b/c\nx：y" 7g7f`},
	{name: "a key that begins like a variation", text: "変化図：3\n1 ７六歩(77)", want: "変化図=3; 7g7f"},
	{name: "header among the moves", text: "1 ７六歩(77)\n備考：x\n2 ３四歩(33)", err: "2:1 a header may not follow", want: `7g7f #"備考：x" 3c3d`},
	{name: "line without sense in the head", text: "先手：A\nなんだこれ\n1 ７六歩(77)", err: "2:1 not understood", want: "先手=A; =なんだこれ; 7g7f"},
	{name: "line without sense among the moves", text: "1 ７六歩(77)\nなんだこれ\n2 ３四歩(33)", err: "2:1 not understood", want: `7g7f #"なんだこれ" 3c3d`},
	{name: "variation in the head", text: "変化：1手\n1 ７六歩(77)", err: "1:1 before any move", want: `unread:"変化：1手\n1 ７六歩(77)"`},
	{name: "a line that looks like a marker among the moves", text: "1 ７六歩(77)\nKIF version=3\n", err: "2:1 not understood", want: `7g7f #" KIF version=3"`},
	{name: "a line of one strange character", text: "é\n1 ７六歩(77)", err: "1:1 not understood", want: "=é; 7g7f"},
	{name: "another record", text: "1 ７六歩(77)\n手合割：平手\n1 ２六歩(27)", err: "2:1 a header may not follow", want: `7g7f unread:"手合割：平手\n1 ２六歩(27)"`},
	{name: "no record", text: " \n\n", err: "1:1 no record", want: ""},

	// Start positions.
	{name: "no 手合割", rules: "sho", text: "1 ５六歩(57)", want: "5g5f"},
	{name: "even game chooses shogi", rules: "sho", text: "手合割：平手\n1 ７六歩(77)\n", want: "rules:shogi 手合割=平手; 7g7f"},
	{name: "lance handicap", text: "手合割：香落ち\n1 ３四歩(33)", want: "手合割=香落ち; [lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1] 3c3d"},
	{name: "right lance handicap", text: "手合割：右香落ち\n1 ３四歩(33)", want: "手合割=右香落ち; [1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1] 3c3d"},
	{name: "seven pieces, left", text: "手合割：左七枚落ち\n下手：A\n上手：B\n1 ３四歩(33)\n2 投了\nまで1手で上手の勝ち",
		want: "手合割=左七枚落ち; 下手=A; 上手=B; [2sgkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1] 3c3d 投了=white-wins/resignation"},
	{name: "ten pieces", text: "手合割：十枚落ち　\n1 ４二玉(51)", want: "手合割=十枚落ち; [4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1] 5a4b"},
	{name: "three pieces are ambiguous", text: "手合割：三枚落ち\n1 ３四歩(33)", err: "1:5 two starts",
		want: `手合割=三枚落ち; unread:"1 ３四歩(33)"`},
	{name: "three pieces with a diagram", text: "手合割：三枚落ち\n" + kings + "1 ４二玉(51)", want: "手合割=三枚落ち; [" + kingsSFEN + " w - 1] 5a4b"},
	{name: "unknown handicap", text: "手合割：足合割\n1 ７六歩(77)", err: "1:5 says nothing of the start", want: "手合割=足合割; 7g7f"},
	{name: "mating problem without a diagram", text: "手合割：詰将棋\n1 ７六歩(77)", err: "1:5 says nothing", want: "手合割=詰将棋; 7g7f"},
	{name: "mating problem", text: "手合割：詰将棋\n" + kings + "1 ５三銀成(44)", want: "手合割=詰将棋; [" + kingsSFEN + " b - 1] 4d5c+"},
	{name: "even game with a diagram", text: "手合割：平手\n" + kings + "1 ５三銀成(44)", want: "手合割=平手; [" + kingsSFEN + " b - 1] 4d5c+"},
	{name: "handicap with a diagram", text: "手合割：角落ち\n" + kings + "1 ４二玉(51)", want: "手合割=角落ち; [" + kingsSFEN + " w - 1] 5a4b"},
	{name: "handicap, diagram and side", text: "手合割：角落ち\n" + kings + "下手番\n1 ５三銀成(44)", want: "手合割=角落ち; [" + kingsSFEN + " b - 1] 4d5c+"},
	{name: "side to move of an even game", text: "手合割：平手\n後手番\n1 ３四歩(33)", want: "手合割=平手; [lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1] 3c3d"},
	{name: "headers after the diagram", text: kings + "先手番\n手合割：その他\n先手：A\n1 ５三銀成(44)", want: "手合割=その他; 先手=A; [" + kingsSFEN + " b - 1] 4d5c+"},
	{name: "diagram alone", text: kings, want: "[" + kingsSFEN + " b - 1]"},
	{name: "hands with plain blanks", text: "後手の持駒：飛 金二 \n" + kings + "先手の持駒：角 歩十一\n1 ５三銀成(44)", want: "[" + kingsSFEN + " b B11Pr2g 1] 4d5c+"},
	{name: "hands without blanks", text: "後手の持駒：飛金二歩\n" + kings + "先手の持駒：角歩十一\n", want: "[" + kingsSFEN + " b B11Pr2gp 1]"},
	{name: "hands: all pawns, digits, doubled", text: "上手の持駒：なし\n" + kings + "下手の持駒：歩十二　歩5　香４　香\n", err: "4:1 5 pieces of kind L", want: "=上手の持駒：なし; =row; =row; =row; =row; =row; =row; =row; =row; =row; =下手の持駒：歩十二　歩5　香４　香;"},
	{name: "hands: seventeen pawns", text: "上手の持駒：\n" + kings + "下手の持ち駒：歩十　歩7　香４　\n", want: "[" + kingsSFEN + " b 4L17P 1]"},
	{name: "hands: golds before a rook, in full", text: "先手の持駒：金飛車角行\n" + kings, want: "[" + kingsSFEN + " b RBG 1]"},
	{name: "hands: numbers that are none", text: "先手の持駒：歩十十\n" + kings, err: "1:9 no piece that can be in hand", want: "=先手の持駒：歩十十; =row; =row; =row; =row; =row; =row; =row; =row; =row;"},
	{name: "hands: eighteen pawns", text: "先手の持駒：歩十八\n" + strings.Replace(kings, "v歩", " ・", 1), want: "[4k4/9/9/5S3/9/9/9/9/4K4 b 18P 1]"},
	{name: "hands: too many", text: "先手の持駒：歩十九\n" + kings, err: "4:1 20 pieces of kind P", want: "=先手の持駒：歩十九; =row; =row; =row; =row; =row; =row; =row; =row; =row;"},
	{name: "hands: a promoted piece", text: "先手の持駒：と\n" + kings, err: "1:7 can be in hand", want: "=先手の持駒：と; =row; =row; =row; =row; =row; =row; =row; =row; =row;"},
	{name: "a side without cells of White's marks", text: strings.ReplaceAll(kings, "v", "V"), want: "[" + kingsSFEN + " b - 1]"},
	{name: "dots of other sorts", text: strings.ReplaceAll(strings.ReplaceAll(kings, "・ ・", "･ ."), " ・|", "　・|"), want: "[" + kingsSFEN + " b - 1]"},
	{name: "no border, no ruler, no labels", text: strings.Join(strings.FieldsFunc(kings, func(r rune) bool { return r == '\n' })[2:11], "\n"), want: "[" + kingsSFEN + " b - 1]"},
	{name: "Black's marks", text: strings.Replace(kings, " 銀", "^銀", 1), want: "[" + kingsSFEN + " b - 1]"},
	{name: "an even game of another shape", rules: "heian", text: "手合割：平手\n" + NewPosition(Heian()).Diagram() + "1 ５五歩(56)", want: "手合割=平手; 5f5e"},
	{name: "an unknown piece in a row of unknown length", text: "手合割：平安将棋\n|猫|", err: "2:1 1 rows", want: "rules:heian 手合割=平安将棋; =row;"},
	{name: "a row too short", text: strings.Replace(kings, emptyRow+"五", "| ・ ・|五", 1), err: "7:6 row 5 has only 2 of 9", want: "=row; =row; =row; =row; =row; =row; =row; =row; =row;"},
	{name: "a row too long", text: strings.Replace(kings, emptyRow+"五", "| ・ ・ ・ ・ ・ ・ ・ ・ ・ ・|五", 1), err: "7:20 row 5 has more than 9", want: "=row; =row; =row; =row; =row; =row; =row; =row; =row;"},
	{name: "a row missing", text: strings.Replace(kings, emptyRow+"五\n", "", 1), err: "10:1 8 rows", want: "=row; =row; =row; =row; =row; =row; =row; =row;"},
	{name: "an unknown piece", text: strings.Replace(kings, "銀", "猫", 1), err: "6:13 no piece has this name", want: "=row; =row; =row; =row; =row; =row; =row; =row; =row;"},
	{name: "one-character names of promoted pieces", text: board("|v杏v圭v全v龍v玉v竜v馬vとv歩|", emptyRow, emptyRow, emptyRow, emptyRow, emptyRow, emptyRow, emptyRow, "| 成香 成桂 成銀 ・ 王 ・ ・ ・ ・|"),
		want: "[+l+n+s+rk+r+b+pp/9/9/9/9/9/9/9/+L+N+S1K4 b - 1]"},
	{name: "text behind rows and the list line", text: strings.Replace(kings, "|五", "|五　先手　歩なし", 1) + "手数----指手---------消費時間-- # made by hand\n1 ５三銀成(44)",
		want: "[" + kingsSFEN + ` b - 1] #" made by hand\n先手　歩なし" 4d5c+`},
	{name: "text behind rows of a bad diagram", text: "|・・・・玉・・・・|x\n|・|y", err: "2:1 2 rows", want: "=row; =row;"},
	{name: "caption with the last move", text: kings + "先手番\n手数＝171  ▲６二角成  まで\n1 ５三銀成(44)", want: "[" + kingsSFEN + " b - 172] after:▲６二角成 4d5c+"},
	{name: "numbers that go on from the caption", text: kings + "手数＝6　まで\n7 ５三銀成(44)\n8 ４一玉(51)\n変化：8手\n8 ６一玉(51)",
		want: "[" + kingsSFEN + " b - 7] from:7 4d5c+ 5a4a (5a6a)"},
	{name: "caption of a start", text: kings + "手数=0 まで\n1 ５三銀成(44)", want: "[" + kingsSFEN + " b - 1] 4d5c+"},
	{name: "numbers that start anywhere", text: "5 ７六歩(77)\n6 ３四歩(33)", err: "1:1 the first move has the number 5", want: "from:5 7g7f 3c3d"},

	// The family.
	{name: "sho shogi by name", text: "手合割：小将棋\n1 ５六歩(57)\n2 ５四歩(53)\n3 ５七醉象(58)", want: "rules:sho 手合割=小将棋; 5g5f 5c5d 5h5g"},
	{name: "Asakura shogi by its other name", text: "手合割：朝倉将棋\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ５五角打", want: "rules:asakura 手合割=朝倉将棋; 7g7f 3c3d 8h2b+ 3a2b B*5e"},
	{name: "Asakura shogi in the caller's reading", rules: "asakura,repetition=forbidden", text: "手合割：朝倉象棋\n1 ７六歩(77)", want: "手合割=朝倉象棋; 7g7f"},
	{name: "shogi with leopards", text: "手合割：小象棋\n1 ７六歩(77)\n2 ３四歩(33)\n3 ７七豹(78)", want: "rules:sho46-above-silver 手合割=小象棋; 7g7f 3c3d 7h7g"},
	{name: "Heian shogi", text: "手合割：平安将棋\n1 ５五歩(56)", want: "rules:heian 手合割=平安将棋; 5f5e"},
	{name: "small Heian shogi by its diagram", text: "手合割：平安将棋\n" + NewPosition(HeianSmall()).Diagram() + "1 ５五歩(56)", want: "rules:heian-small 手合割=平安将棋; 5f5e"},
	{name: "an even game with elephants", rules: "sho", text: "手合割：平手\n" + NewPosition(Sho()).Diagram() + "1 ５六歩(57)", want: "手合割=平手; 5g5f"},
	{name: "names of the elephant", rules: "sho", text: "1 ５六歩(57)\n2 ５四歩(53)\n3 ５七象(58)\n4 ５三酔象(52)\n5 ５八玉(59)\n6 ５二王(51)\n7 ６六醉(57)\n8 ６四酔(53)\n9 ５七醉像(66)\n10 ５三酔像(64)",
		want: "5g5f 5c5d 5h5g 5b5c 5i5h 5a5b 5g6f 5c6d 6f5g 6d5c"},
	{name: "elephant, prince, king in a diagram", rules: "sho-modern", text: board("| ・ ・ ・ ・v玉 ・ ・ ・ ・|", "| ・ 太 ・ 酔 ・ ・v太子 ・ ・|", emptyRow, emptyRow, emptyRow, emptyRow, emptyRow, emptyRow, "| ・ ・ ・ ・ 王 ・ ・ ・ ・|"),
		err: "3:1 3 pieces of kind E", want: "=row; =row; =row; =row; =row; =row; =row; =row; =row;"},
	{name: "a prince is made and moves", rules: "sho-modern", text: board("| ・ ・ ・ ・v玉 ・ ・ ・ ・|", "| ・ ・ ・ ・ ・ ・ ・v太 ・|", emptyRow, "| ・ ・ 醉 ・ ・ ・ ・ ・ ・|", emptyRow, emptyRow, emptyRow, emptyRow, "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|") +
		"1 ７三醉象成(74)\n2 ３三太子(22)\n3 ７二太(73)\n4 ３二王子(33)\n5 ７三太子(72)", want: "[4k4/7+e1/9/2E6/9/9/9/9/4K4 b - 1] 7d7c+ 2b3c 7c7b 3c3b 7b7c"},
	{name: "leopards and their promotion", rules: "sho46-above-gold,gold-promotes=true", text: board("| ・ ・ ・ ・v玉 ・ ・ ・ ・|", emptyRow, "| ・ ・v金 ・ ・ ・ ・ ・ ・|", "|猛豹 ・ ・ 小角 ・ ・ ・ 豹 金|", emptyRow, emptyRow, emptyRow, emptyRow, "| ・ ・ ・ ・ 玉 ・ ・金飛車 ・|") +
		"1 ９三豹成(94)\n2 ８三金(73)\n3 ８二小角(93)\n4 ８二金(83)\n5 １三金成(14)\n6 ８一金(82)\n7 １四金飛車(13)",
		want: "[4k4/9/2g6/F2+F3FG/9/9/9/9/4K2+G1 b - 1] 9d9c+ 7c8c 9c8b 8c8b 1d1c+ 8b8a 1c1d"},
	{name: "a hand where there are none", rules: "sho", text: "先手の持駒：歩\n" + NewPosition(Sho()).Diagram()[len("後手の持駒：なし\n"):strings.Index(NewPosition(Sho()).Diagram(), "先手の持駒")], err: "4:1 cannot be dropped", want: "=先手の持駒：歩; =row; =row; =row; =row; =row; =row; =row; =row; =row;"},

	// Moves.
	{name: "mixed digits", text: "1 ７6歩(77)\n2 3４歩(33)\n3 26歩(27)\n4 8d歩(83)\n", want: "7g7f 3c3d 2g2f 8c8d"},
	{name: "full-width numbers", text: "１ ７六歩(77)\n２　３四歩(33)", want: "7g7f 3c3d"},
	{name: "numbers as lishogi reads them", text: "1手目 ７六歩(77)\n2. ３四歩(33)", want: "7g7f 3c3d"},
	{name: "marks of the side", text: "1 ▲７六歩(77)\n2 △３四歩(33)\n3 ☗２六歩(27)\n4 ☖８四歩(83)", want: "7g7f 3c3d 2g2f 8c8d"},
	{name: "同 with all sorts of blanks", text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ７七桂(89)\n6 ４四歩(43)\n7 ６五桂(77)\n8 同 ( 0:01)\n",
		err: "8:5 no piece has this name", want: `7g7f 3c3d 8h2b+ 3a2b 8i7g 4c4d 7g6e unread:"8 同 ( 0:01)"`},
	{name: "同 without and with blanks", text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同銀(31)\n5 ２六歩(27)\n6 ８四歩(83)\n7 ２五歩(26)\n8 ８五歩(84)\n9 ２四歩(25)\n10 同 歩(23)\n11 同 飛\u2003(28)",
		want: "7g7f 3c3d 8h2b+ 3a2b 2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d"},
	{name: "同 in the old spelling", text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 仝銀(31)", want: "7g7f 3c3d 8h2b+ 3a2b"},
	{name: "同 at the start", text: "1 同　歩(77)", err: "1:3 同 without a move before", want: `unread:"1 同　歩(77)"`},
	{name: "the square instead of 同", text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 ２二銀(31)", want: "7g7f 3c3d 8h2b+ 3a2b"},
	{name: "不成 and 生", text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角不成(88)\n4 同　銀(31)\n5 ９六歩(97)\n6 ９四歩(93)\n7 １六歩(17)\n8 １四歩(13)\n", want: "7g7f 3c3d 8h2b 3a2b 9g9f 9c9d 1g1f 1c1d"},
	{name: "生 for 不成", text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角生(88)\n", want: "7g7f 3c3d 8h2b"},
	{name: "drops", text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ５五角打\n6 ５四角打(00)\n", want: "7g7f 3c3d 8h2b+ 3a2b B*5e B*5d"},
	{name: "words of KI2 beside the origin", text: "1 ５八金右(49)\n2 ３二金上(41)", want: "4i5h 4a3b"},
	{name: "成 before and after the name", text: board("| ・ ・ ・ ・v玉 ・ ・ ・ ・|", emptyRow, "| 香 ・ ・ ・ ・ ・ ・ 成香 ・|", emptyRow, emptyRow, emptyRow, emptyRow, emptyRow, "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|") +
		"1 ９二香成(93)\n2 ４一玉(51)\n3 ８二成香(92)\n4 ５一玉(41)\n5 ２二杏(23)\n6 ４一玉(51)\n7 １二仝(22)", want: "[4k4/9/L6+L1/9/9/9/9/9/4K4 b - 1] 9c9b+ 5a4a 9b8b 4a5a 2c2b 5a4a 2b1b"},
	{name: "a king is a king", text: "1 ５八王(59)\n2 ５二玉(51)\n3 ５九玉将(58)", want: "5i5h 5a5b 5h5i"},
	{name: "full names", text: "1 ７六歩兵(77)\n2 ３四歩(33)\n3 ２二角行成(88)\n4 同　銀将(31)\n5 ３八飛車(28)", want: "7g7f 3c3d 8h2b+ 3a2b 2h3h"},
	{name: "full-width parentheses", text: "1 ７六歩（77）\n2 ３四歩(３三)", want: "7g7f 3c3d"},
	{name: "plus signs", text: "1 ７六歩(77)   +\n2 ３四歩(33)   ( 0:00/00:00:00)+\n3 ２六歩(27)+", want: "timed 7g7f 3c3d 2g2f"},
	{name: "a remark behind a move", text: "1 ７六歩(77) # good\n2 ３四歩(33)   ( 0:03/00:00:03) # so so", want: `7g7f #" good" 3c3d@3s #" so so"`},
	{name: "something behind a move", text: "1 ７六歩(77) good\n", err: "1:11 nothing may follow", want: `unread:"1 ７六歩(77) good"`},
	{name: "another piece than on the board", text: "1 ７六香(77)\n2 ３四歩(33)", err: "1:5 the piece on 7g is 歩", want: `unread:"1 ７六香(77)\n2 ３四歩(33)"`},
	{name: "an empty origin", text: "1 ７六歩(75)", err: "1:6 no piece of Black stands on 7e", want: `unread:"1 ７六歩(75)"`},
	{name: "a piece of the other side", text: "1 ３四歩(33)", err: "1:6 no piece of Black stands on 3c", want: `unread:"1 ３四歩(33)"`},
	{name: "origin with an arrow", text: "1 ７六歩（←7七）", want: "7g7f"},
	{name: "drop with an origin", text: "1 ７六歩打(77)", err: "1:7 a drop has no origin", want: `unread:"1 ７六歩打(77)"`},
	{name: "drop of a promoted piece", text: "1 ５五馬打", err: "1:5 drop not allowed", want: `unread:"1 ５五馬打"`},
	{name: "不 alone", text: "1 ７六歩不(77)", err: "1:6 want the origin", want: `unread:"1 ７六歩不(77)"`},
	{name: "no origin", text: "1 ７六歩", err: "1:6 want the origin", want: `unread:"1 ７六歩"`},
	{name: "number out of order", text: "1 ７六歩(77)\n3 ３四歩(33)\n4 ２六歩(27)", err: "2:1 the number is 3, want 2", want: `7g7f unread:"3 ３四歩(33)\n4 ２六歩(27)"`},
	{name: "number twice", text: "1 ７六歩(77)\n1 ２六歩(27)", err: "2:1 the number is 1, want 2", want: `7g7f unread:"1 ２六歩(27)"`},
	{name: "illegal move", text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n*so far\n4 ８四歩(83)\n5 ３一馬(22)\n6 ５一玉(51)\n*lost", err: "7:3 no such move",
		want: `7g7f 3c3d 8h2b+ *"so far" 8c8d 2b3a unread:"6 ５一玉(51)\n*lost"`},
	{name: "illegal last move", text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ８六歩(87)\n4 ５五角打\n5 反則勝ち\nまで4手で先手の反則勝ち", err: "4:3 not in hand",
		want: `7g7f 3c3d 8g8f unread:"4 ５五角打\n5 反則勝ち\nまで4手で先手の反則勝ち"`},
	{name: "check left alone", text: "1 ７六歩(77)\n2 ９四歩(93)\n3 ３三角成(88)\n4 ９五歩(94)", err: "4:3 leaves the last royal", want: `7g7f 9c9d 8h3c+ unread:"4 ９五歩(94)"`},
	{name: "two pawns", text: "1 ２六歩(27)\n2 ８四歩(83)\n3 ２五歩(26)\n4 ８五歩(84)\n5 ２四歩(25)\n6 同　歩(23)\n7 ２八歩打", err: "7:3 no such move", want: `2g2f 8c8d 2f2e 8d8e 2e2d 2c2d unread:"7 ２八歩打"`},
	{name: "king taken under rules that allow it", rules: "sho-federation", text: "手合割：小将棋\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 ９四歩(93)\n5 ３一馬(22)\n6 ９五歩(94)\n7 ４一馬(31)\n8 ９六歩(95)\n9 ５一馬(41)\n10 玉取り",
		want: "手合割=小将棋; 7g7f 3c3d 8h2b+ 9c9d 2b3a 9d9e 3a4a 9e9f 4a5a 玉取り=black-wins/royal-captured"},
	{name: "pass", text: "1 ７六歩(77)\n2 パス\n3 ２六歩(27)", err: "2:3 neither a move nor an ending", want: `7g7f unread:"2 パス\n3 ２六歩(27)"`},
	{name: "remark, then comment", text: "1 ７六歩(77) #remark\n*comment\n", want: `7g7f *"comment" #"remark"`},
	{name: "origin without its first parenthesis", text: "1 ７六歩77)", err: "1:6 want the origin", want: `unread:"1 ７六歩77)"`},
	{name: "variation after a fault", text: "1 ７六歩(77)\n2 パス\n変化：2手\n2 ３四歩(33)", err: "2:3 neither a move nor an ending", want: `7g7f unread:"2 パス" (3c3d)`},
	{name: "origin without its last parenthesis", text: "1 ７六歩(77", err: "1:6 want the origin", want: `unread:"1 ７六歩(77"`},
	{name: "origin of a drop, but no drop", text: "1 ７六歩(00)", err: "1:6 want the origin", want: `unread:"1 ７六歩(00)"`},
	{name: "drop with a strange origin", text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ５五角打(ab)", err: "5:7 want the time", want: `7g7f 3c3d 8h2b+ 3a2b unread:"5 ５五角打(ab)"`},
	{name: "empty origin of a drop", text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ５五角打()", err: "5:7 want the time", want: `7g7f 3c3d 8h2b+ 3a2b unread:"5 ５五角打()"`},
	{name: "fraction of a second without its end", text: "1 ７六歩(77) ( 0:05.5", err: "1:11 want the time", want: `unread:"1 ７六歩(77) ( 0:05.5"`},
	{name: "time without its end", text: "1 ７六歩(77) ( 0:05", err: "1:11 want the time", want: `unread:"1 ７六歩(77) ( 0:05"`},
	{name: "time of four parts", text: "1 ７六歩(77) ( 0:00:00:05/00:00:05)", err: "1:11 want the time", want: `unread:"1 ７六歩(77) ( 0:00:00:05/00:00:05)"`},
	{name: "a piece in place of a move", text: "1 飛車", err: "1:3 neither a move nor an ending", want: `unread:"1 飛車"`},
	{name: "two marks before an ending", text: "1 ▲▲謎", err: "1:4 neither a move nor an ending", want: `unread:"1 ▲▲謎"`},
	{name: "plus signs after an ending", text: "1 ７六歩(77)\n2 謎+", want: `7g7f 謎=undecided/none`},
	{name: "plus signs with blanks between", text: "1 ７六歩(77)\n2 謎+ +", err: "2:6 nothing may follow", want: `7g7f unread:"2 謎+ +"`},
	{name: "move in kana", text: "1 ７六歩(77)\n2 さんよんふ", err: "2:3 neither a move nor an ending", want: `7g7f unread:"2 さんよんふ"`},
	{name: "move of KI2", text: "1 ７六歩(77)\n△３四歩", err: "2:1 a move of KI2", want: `7g7f unread:"△３四歩"`},

	// Times.
	{name: "usual times", text: "1 ７六歩(77)   ( 0:16/00:00:16)\n2 ３四歩(33)   ( 1:02/00:01:02)\n3 ２六歩(27)   (90:00/01:30:16)", want: "7g7f@16s 3c3d@1m2s 2g2f@1h30m0s"},
	{name: "no blank, blanks everywhere", text: "1 ７六歩(77) (00:01/00:00:01)\n2 ３四歩(33) (00:01 / 00:00:01)\n3 ２六歩(27) ( 0:03/ 0:00:04)", want: "7g7f@1s 3c3d@1s 2g2f@3s"},
	{name: "times without leading zeros or total", text: "1 ７六歩(77) (0:4/0:0:4)\n2 ３四歩(33) ( 0:7/)\n3 ２六歩(27) (0:05)", want: "7g7f@4s 3c3d@7s 2g2f@5s"},
	{name: "times of zero", text: "1 ７六歩(77) ( 0:00/00:00:00)\n2 ３四歩(33) ( 0:00/00:00:00)", want: "timed 7g7f 3c3d"},
	{name: "times with hours", text: "1 ７六歩(77) (1:02:03/1:02:03)", want: "7g7f@1h2m3s"},
	{name: "fractions", text: "1 ７六歩(77) ( 0:01.5/00:00:01.5)\n2 ３四歩(33) ( 0:00.25)", want: "7g7f@1.5s 3c3d@250ms"},
	{name: "totals that do not add up", text: "1 ７六歩(77) ( 0:01/00:00:01)\n2 ３四歩(33) ( 0:02/00:00:09)\n3 ２六歩(27) ( 0:03/00:00:00)", want: `7g7f@1s 3c3d@2s@"( 0:02/00:00:09)" 2g2f@3s@"( 0:03/00:00:00)"`},
	{name: "doubled time field", text: "1 ７六歩(77) ( 0:01/00:00:01) ( 0:02/00:00:02)\n2 ３四歩(33) ( 0:05/00:00:05)", want: `7g7f@1s@"( 0:01/00:00:01) ( 0:02/00:00:02)" 3c3d@5s`},
	{name: "no blank before the time", text: "1 ７六歩(77)( 0:01/00:00:01)", want: "7g7f@1s"},
	{name: "a time that is none", text: "1 ７六歩(77) (soon)", err: "1:11 want the time", want: `unread:"1 ７六歩(77) (soon)"`},
	{name: "a time that does not end", text: "1 ７六歩(77) ( 0:05/00:00:05", err: "1:11 want the time", want: `unread:"1 ７六歩(77) ( 0:05/00:00:05"`},
	{name: "a time without seconds", text: "1 ７六歩(77) (5)", err: "1:11 want the time", want: `unread:"1 ７六歩(77) (5)"`},
	{name: "a time with a bare point", text: "1 ７六歩(77) (0:05.)", err: "1:11 want the time", want: `unread:"1 ７六歩(77) (0:05.)"`},
	{name: "a time longer than any", text: "1 ７六歩(77) (999999999:00:00)", want: "7g7f@2562047h47m16.854775807s"},
	{name: "a time beyond reason", text: "1 ７六歩(77) (9999999999:00)", err: "1:11 want the time", want: `unread:"1 ７六歩(77) (9999999999:00)"`},
	{name: "time of an ending", text: "1 ７六歩(77) ( 0:01/00:00:01)\n2 投了 ( 0:10/00:00:10)", want: "7g7f@1s 投了=black-wins/resignation@10s"},

	// Comments and bookmarks.
	{name: "comments", text: "手数----指手--\n*start\n1 ７六歩(77)\n*a\n*\n*  b \n2 ３四歩(33)\n*\n", want: `*"start" 7g7f *"a\n\n  b " 3c3d *"\n"`},
	{name: "empty comment lines", text: "1 ７六歩(77)\n*\n*\n2 ３四歩(33)\n*x\n*\n", want: `7g7f *"\n\n" 3c3d *"x\n"`},
	{name: "full-width star", text: "1 ７六歩(77)\n＊a\n", want: `7g7f *"a"`},
	{name: "engine comments", text: "1 ７六歩(77)\n**対局 時間 00:01.5 評価値 100 読み筋 ▲７六歩(77) △３四歩(33)\n**   2 ３四歩(33)\n2 ３四歩(33)", want: `7g7f *"*対局 時間 00:01.5 評価値 100 読み筋 ▲７六歩(77) △３四歩(33)\n*   2 ３四歩(33)" 3c3d`},
	{name: "comments that look like lines", text: "1 ７六歩(77)\n*変化：1手\n*まで1手で先手の勝ち\n*# x\n*& y\n*先手：A\n2 ３四歩(33)", want: `7g7f *"変化：1手\nまで1手で先手の勝ち\n# x\n& y\n先手：A" 3c3d`},
	{name: "bookmarks", text: "&読み込み時表示\n1 ７六歩(77)\n&第1手、▲７六歩\n&2：x\n2 ３四歩(33)\n&\n", want: `&"読み込み時表示" 7g7f &"第1手、▲７六歩\n2：x" 3c3d &"\n"`},
	{name: "bookmark before the headers", text: "&しおり：1\n先手：A\n1 ７六歩(77)", want: `先手=A; &"しおり：1" 7g7f`},
	{name: "comment after an ending and its summary", text: "1 ７六歩(77)\n2 投了\n*a\nまで1手で先手の勝ち\n*b", want: `7g7f 投了=black-wins/resignation *"a\nb"`},
	{name: "comment between a move and its variation", text: "1 ７六歩(77)\n2 ３四歩(33)\n*end\n\n変化：2手\n*new\n2 ８四歩(83)\n*branch", want: `7g7f 3c3d *"end" (8c8d *"new\nbranch")`},
	{name: "remarks in variations", text: "1 ７六歩(77)\n2 ３四歩(33)\n#a\n変化：2手\n#b\n2 ８四歩(83)\n#c\n3 ２六歩(27)", want: `7g7f 3c3d #"a" (8c8d #"b\nc" 2g2f)`},

	// Variations.
	{name: "nested by the line read last", text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ４四歩(43)\n\n変化：4手\n4 ８四歩(83)\n\n変化：2手\n2 ８四歩(83)\n3 ２六歩(27)\n4 ８五歩(84)\n\n変化：4手\n4 ３二金(41)",
		want: "7g7f 3c3d (8c8d 2g2f 8d8e (4a3b)) 2g2f 4c4d (8c8d)"},
	{name: "from move ten on", text: tenMoves + "変化：10手\n10 ９四歩(93)\n\n変化：10手\n10 １四歩(13)", want: `9g9f 9c9d 1g1f 1c1d 8g8f 8c8d 7g7f 7c7d 6g6f 6c6d (unread:"10 ９四歩(93)") (unread:"10 １四歩(13)")`, err: "12:7 no such move"},
	{name: "from move ten on, legal", text: tenMoves + "\n変化：10手\n10 ４四歩(43)\n\n変化：10手\n10 ５四歩(53)\n変化：11手\n11 ５六歩(57)", want: "9g9f 9c9d 1g1f 1c1d 8g8f 8c8d 7g7f 7c7d 6g6f 6c6d (4c4d) (5c5d 5g5f)"},
	{name: "four siblings", text: "1 ７六歩(77)\n変化：1手\n1 ２六歩(27)\n変化：1手\n1 ５六歩(57)\n変化：1手\n1 ９六歩(97)", want: "7g7f (2g2f) (5g5f) (9g9f)"},
	{name: "同 at the head of variations", text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n\n変化：4手\n4 同　飛(82)\n5 ４八銀(39)\n\n変化：3手\n3 ３三角成(88)\n4 同　桂(21)\n\n変化：4手\n4 同　角(22)",
		want: "7g7f 3c3d 8h2b+ (8h3c+ 2a3c (2b3c)) 3a2b (8b2b 3i4h)"},
	{name: "同 at the head of nested variations", text: "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n\n変化：2手\n2 ４四歩(43)\n3 同　角(88)\n4 ９四歩(93)\n\n変化：3手\n3 ２六歩(27)\n\n変化：3手\n3 同　角(88)\n4 ８四歩(83)",
		want: "7g7f 3c3d (4c4d 8h4d (2g2f) (8h4d 8c8d) 9c9d) 8h2b+ 3a2b"},
	{name: "no blank line, other spellings", text: "1 ７六歩(77)\n2 ３四歩(33)\n変化:   2手目\n2 ８四歩(83)\n　変化：　１手　\n1 ２六歩(27)", want: "7g7f (2g2f) 3c3d (8c8d)"},
	{name: "identical siblings", text: "1 ７六歩(77)\n*a\n2 ３四歩(33)\n変化：1手\n1 ７六歩(77)\n*b\n2 ８四歩(83)", want: `7g7f *"a" (7g7f *"b" 8c8d) 3c3d`},
	{name: "variation of an ending", text: "1 ７六歩(77)\n2 投了\nまで1手で先手の勝ち\n\n変化：2手\n2 ３四歩(33)\n3 中断\nまで2手で中断", want: "7g7f 投了=black-wins/resignation (3c3d 中断=undecided/abandoned)"},
	{name: "variation that is an ending", text: "1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n2 投了", want: "7g7f 3c3d (投了=black-wins/resignation)"},
	{name: "variation that goes on from the end", text: "1 ７六歩(77)\n変化：2手\n2 ３四歩(33)", want: "7g7f 3c3d"},
	{name: "variation that no line reaches", text: "1 ７六歩(77)\n2 ３四歩(33)\n変化：4手\n4 ８四歩(83)", err: "3:4 no open line of play", want: `7g7f 3c3d unread:"変化：4手\n4 ８四歩(83)"`},
	{name: "variation after an ending", text: "1 ７六歩(77)\n2 投了\n変化：3手\n3 ２六歩(27)", err: "3:4 no open line of play", want: `7g7f 投了=black-wins/resignation unread:"変化：3手\n3 ２六歩(27)"`},
	{name: "variation with another first number", text: "1 ７六歩(77)\n2 ３四歩(33)\n変化：1手\n3 ２六歩(27)", err: "4:1 the number is 3, want 1", want: `7g7f (unread:"3 ２六歩(27)") 3c3d`},
	{name: "variation with an illegal head", text: "1 ７六歩(77)\n変化：1手\n*a\n1 ５五歩(57)\n2 ３四歩(33)\n変化：1手\n1 ２六歩(27)", err: "4:3 no such move", want: `7g7f (unread:"*a\n1 ５五歩(57)\n2 ３四歩(33)") (2g2f)`},
	{name: "variation without moves", text: "1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n*a\n変化：1手\n1 ２六歩(27)", err: "3:1 has no moves", want: `7g7f (2g2f) 3c3d unread:"変化：2手\n*a"`},
	{name: "illegal move where the line before ends", text: "1 ７六歩(77)\n*a\n変化：2手\n*b\n2 ９九歩(98)", err: "5:6 no piece of White", want: `7g7f *"a\nb" unread:"2 ９九歩(98)"`},
	{name: "variation of a summary", text: "まで0手で中断\n変化：1手\n1 ７六歩(77)", want: "中断=undecided/abandoned (7g7f)"},
	{name: "variation with a summary that says nothing", text: "1 ７六歩(77)\n変化：1手\nまで0手\n変化：1手\n1 ２六歩(27)", err: "3:1 no moves", want: `7g7f (unread:"まで0手") (2g2f)`},
	{name: "variation without a number", text: "1 ７六歩(77)\n変化：手\n1 ２六歩(27)", err: "2:1 want 変化：N手", want: `7g7f unread:"変化：手\n1 ２六歩(27)"`},

	// Endings and summaries.
	{name: "resignation", text: "1 ７六歩(77)\n2 投了\nまで1手で先手の勝ち", want: "7g7f 投了=black-wins/resignation"},
	{name: "resignation before any move", text: "1 投了\nまで0手で後手の勝ち", want: "投了=white-wins/resignation"},
	{name: "foul of the other side", text: "1 ７六歩(77)\n2 反則勝ち\nまで1手で後手の反則勝ち", want: "7g7f 反則勝ち=white-wins/illegal-move"},
	{name: "foul of the side to move", text: "1 ７六歩(77)\n2 反則負け\nまで1手で後手の反則負け", want: "7g7f 反則負け=black-wins/illegal-move"},
	{name: "foul with the winner only", text: "1 ７六歩(77)\n2 反則勝ち\nまで1手で後手の勝ち", want: "7g7f 反則勝ち=white-wins/illegal-move"},
	{name: "out of time", text: "1 ７六歩(77)\n2 切れ負け\nまで1手で時間切れにより先手の勝ち", want: "7g7f 切れ負け=black-wins/timeout"},
	{name: "out of time in English", text: "1 ７六歩(77)\n2 Time-up\n", want: "7g7f Time-up=black-wins/timeout"},
	{name: "declaration", text: "1 ７六歩(77)\n2 入玉勝ち\nまで1手で後手の入玉勝ち", want: "7g7f 入玉勝ち=white-wins/declaration"},
	{name: "draws", text: "1 ７六歩(77)\n2 千日手\n変化：2手\n2 持将棋\n変化：2手\n2 引き分け\n変化：2手\n2 引分", want: "7g7f 千日手=draw/repetition (持将棋=draw/impasse) (引き分け=draw/agreement) (引分=draw/agreement)"},
	{name: "sealed move", text: "1 ７六歩(77)\n2 封じ手\nまで1手で封じ手", want: "7g7f 封じ手=undecided/abandoned"},
	{name: "broken off", text: "1 ７六歩(77)\n2 中断\nまで1手で中断", want: "7g7f 中断=undecided/abandoned"},
	{name: "no mate", text: "1 ７六歩(77)\n2 不詰", want: "7g7f 不詰=undecided/none"},
	{name: "mate", text: "1 ７六歩(77)\n2 詰み\nまで1手で詰み", want: "7g7f 詰み=black-wins/checkmate"},
	{name: "mate in one character", text: "1 ７六歩(77)\n2 詰\nまで1手詰", want: "7g7f 詰=black-wins/checkmate"},
	{name: "won and lost without a game", text: "1 不戦敗\n変化：1手\n1 不戦勝", want: "不戦敗=white-wins/none (不戦勝=black-wins/none)"},
	{name: "bare king", rules: "sho", text: board("| ・ ・ ・ ・v玉 ・ ・ ・ ・|", "| ・ ・ ・ ・ ・v歩 ・ ・ ・|", "| ・ ・ ・ ・ ・ ・ ・ ・ ・|", "| ・ ・ ・ ・ ・ 香 ・ ・ ・|", emptyRow, emptyRow, emptyRow, emptyRow, "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|") + "1 ４二香成(44)\n2 駒枯れ",
		want: "[4k4/5p3/9/5L3/9/9/9/9/4K4 b - 1] 4d4b+ 駒枯れ=black-wins/bare-king"},
	{name: "unknown ending", text: "1 ７六歩(77)\n2 謎の終局 ( 0:01/00:00:01)\n*why", want: `7g7f 謎の終局=undecided/none@1s *"why"`},
	{name: "unknown ending with parentheses", text: "1 ７六歩(77)\n2 反則(二歩)", want: "7g7f 反則(二歩)=undecided/none"},
	{name: "two endings", text: "1 ７六歩(77)\n2 投了\n3 中断\nまで1手で先手の勝ち", want: "7g7f 投了=black-wins/resignation 中断=undecided/abandoned"},
	{name: "move after an ending", text: "1 ７六歩(77)\n2 中断\n3 ３四歩(33)", err: "3:3 a move follows the ending", want: `7g7f 中断=undecided/abandoned unread:"3 ３四歩(33)"`},
	{name: "summary alone", text: "1 ７六歩(77)\n2 ３四歩(33)\nまで2手で後手の勝ち", want: "7g7f 3c3d 投了=white-wins/resignation"},
	{name: "summary alone for the side to move", text: "1 ７六歩(77)\n2 ３四歩(33)\nまで2手で先手の勝ち", want: "7g7f 3c3d 先手の勝ち=black-wins/none"},
	{name: "summary with a comma and a blank", text: "1 ７六歩(77)\n2 投了\n　まで、1手で先手の勝ち", want: "7g7f 投了=black-wins/resignation"},
	{name: "summary without a result", text: "1 ７六歩(77)\nまで 1手", want: "7g7f"},
	{name: "summary after every branch", text: "1 ７六歩(77)\n2 投了\nまで1手で先手の勝ち\n\n変化：1手\n1 ２六歩(27)\n2 ３四歩(33)\n3 投了\nまで2手で後手の勝ち", want: "7g7f (2g2f 3c3d 投了=white-wins/resignation) 投了=black-wins/resignation"},
	{name: "summary with another number", text: "1 ７六歩(77)\n2 投了\nまで130手で先手の勝ち\n*x", want: `7g7f 投了=black-wins/resignation *"x" unread:"まで130手で先手の勝ち"`},
	{name: "summary with another winner", text: "1 ７六歩(77)\n2 投了\nまで1手で後手の勝ち", want: `7g7f 投了=black-wins/resignation unread:"まで1手で後手の勝ち"`},
	{name: "summary of a number that is wrong", text: "1 ７六歩(77)\nまで2手", err: "2:1 there are 1 moves", want: `7g7f unread:"まで2手"`},
	{name: "summary without a number of moves", text: "1 ７六歩(77)\nまで7で先手の勝ち", err: "2:1 want まで", want: `7g7f unread:"まで7で先手の勝ち"`},
	{name: "summary of a record that is none", text: "手合割：足合割\nまで0手で中断", err: "1:5 says nothing of the start", want: "手合割=足合割; 中断=undecided/abandoned"},
	{name: "something after a summary that is wrong", text: "1 ７六歩(77)\n2 投了\nまで5手で先手の勝ち\n3 中断", err: "4:1 follows the summary", want: `7g7f 投了=black-wins/resignation unread:"まで5手で先手の勝ち\n3 中断"`},
	{name: "summary of no moves before a header", text: "まで0手\n手合割：平手\n1 ７六歩(77)", want: "手合割=平手; 7g7f"},
	{name: "KI2: summary of no moves before a header", ki2: true, text: "まで0手\n手合割：平手\n▲７六歩", want: "手合割=平手; 7g7f"},
	{name: "summary of nothing", text: "1 ７六歩(77)\nまでだよ", err: "2:1 no ending", want: `7g7f unread:"までだよ"`},

	// KI2.
	{name: "KI2: lines as Kifu for Windows fills them", ki2: true, text: "手合割：平手　　\n▲７六歩    △３四歩    ▲２二角成  △同　銀    ▲４五角打  △５二金右\n▲３四角\nまで7手で先手の勝ち",
		want: "7g7f 3c3d 8h2b+ 3a2b B*4e 6a5b 4e3d 投了=black-wins/resignation"},
	{name: "KI2: all on one line", ki2: true, text: "▲７六歩△３四歩▲２二角成△同銀▲４五角△５二金右", want: "7g7f 3c3d 8h2b+ 3a2b B*4e 6a5b"},
	{name: "KI2: one move a line", ki2: true, text: "▲７六歩\n*a\n△３四歩\n&b\n▲２二角成\n#c", want: `7g7f *"a" 3c3d &"b" 8h2b+ #"c"`},
	{name: "KI2: other marks", ki2: true, text: "☗76歩 ☖34歩 ▼２六歩 ▽８四歩", want: "7g7f 3c3d 2g2f 8c8d"},
	{name: "KI2: blanks in moves", ki2: true, text: "▲７六 歩 △３四　歩 ▲２二角 不成 △同　　銀", want: "7g7f 3c3d 8h2b 3a2b"},
	{name: "KI2: a mark of the other side", ki2: true, text: "▲７六歩 ▲２六歩", err: "1:6 the turn of White", want: `7g7f unread:"▲２六歩"`},
	{name: "KI2: White first", ki2: true, text: "手合割：角落ち\n△３四歩 ▲７六歩", want: "手合割=角落ち; [lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1] 3c3d 7g7f"},
	{name: "KI2: a move after an ending", ki2: true, text: "▲７六歩 △投了 △３四歩", err: "1:10 a move follows the ending", want: `7g7f 投了=black-wins/resignation unread:"△３四歩"`},
	{name: "KI2: an empty move", ki2: true, text: "▲ △", err: "1:2 neither a move", want: `unread:"▲ △"`},
	{name: "KI2: endings like moves", ki2: true, text: "▲７六歩 △投了\nまで1手で先手の勝ち", want: "7g7f 投了=black-wins/resignation"},
	{name: "KI2: moves in a bookmark", ki2: true, text: "▲７六歩\n&第2手、△３四歩\n△３四歩", want: `7g7f &"第2手、△３四歩" 3c3d`},
	{name: "KI2: moves in a header", ki2: true, text: "消費時間：▲359△359\n▲７六歩", want: "消費時間=▲359△359; 7g7f"},
	{name: "KI2: variations", ki2: true, text: "▲７六歩 △３四歩 ▲２二角成 △同　銀\nまで4手で中断\n\n変化：4手\n*a\n△同　飛 ▲４八銀\n\n変化：2手\n△８四歩\n", want: `7g7f 3c3d (8c8d) 8h2b+ 3a2b (8b2b *"a" 3i4h) 中断=undecided/abandoned`},
	{name: "KI2: an ambiguous move", ki2: true, text: "▲７六歩 △３四歩 ▲５八金 △８四歩", err: "1:12 ambiguous", want: `7g7f 3c3d unread:"▲５八金 △８四歩"`},
	{name: "KI2: an illegal move", ki2: true, text: "▲７六歩 △３四歩 ▲５五角打\n△８四歩", err: "1:12 not in hand", want: `7g7f 3c3d unread:"▲５五角打\n△８四歩"`},
	{name: "KI2: another piece", ki2: true, text: "▲７六香", err: "1:2 no such move", want: `unread:"▲７六香"`},
	{name: "KI2: a move of KIF", ki2: true, text: "▲７六歩\n2 ３四歩(33)", err: "2:1 a move of KIF", want: `7g7f unread:"2 ３四歩(33)"`},
	{name: "KI2: out of time", ki2: true, text: "▲７六歩\nまで1手で時間切れにより先手の勝ち", want: "7g7f 切れ負け=black-wins/timeout"},
	{name: "KI2: foul", ki2: true, text: "▲７六歩\nまで1手で後手の反則勝ち\n変化：1手\n▲２六歩\nまで1手で後手の反則負け", want: "7g7f (2g2f 反則負け=black-wins/illegal-move) 反則勝ち=white-wins/illegal-move"},
	{name: "KI2: mate, draw, unknown", ki2: true, text: "▲７六歩\nまで1手で詰み\n変化：1手\n▲２六歩\nまで1手で千日手\n変化：1手\n▲３六歩\nまで1手で時計の故障", want: "7g7f (2g2f 千日手=draw/repetition) (3g3f 時計の故障=undecided/none) 詰み=black-wins/checkmate"},
	{name: "KI2: the elephants", rules: "sho", ki2: true, text: "▲５六歩 △５四歩 ▲５七醉象 △５三酔象 ▲５八玉 △５二王 ▲６六象 △６四醉", want: "5g5f 5c5d 5h5g 5b5c 5i5h 5a5b 5g6f 5c6d"},
	{name: "KI2: 同 at the start", ki2: true, text: "▲同　歩", err: "1:2", want: `unread:"▲同　歩"`},
	{name: "KI2: numbers of variations after a caption", ki2: true, text: kings + "手数＝6　まで\n▲５三銀成 △４一玉\n変化：2手\n△６一玉", want: "[" + kingsSFEN + " b - 7] 4d5c+ 5a4a (5a6a)"},
}

const tenMoves = "1 ９六歩(97)\n2 ９四歩(93)\n3 １六歩(17)\n4 １四歩(13)\n5 ８六歩(87)\n6 ８四歩(83)\n7 ７六歩(77)\n8 ７四歩(73)\n9 ６六歩(67)\n10 ６四歩(63)\n"

func (tc *wildCase) givenRules() Rules {
	if tc.rules == "" {
		return Shogi()
	}
	return MustParseRules(tc.rules)
}

func (tc *wildCase) read(o ReadOptions) (*Record, error) {
	if tc.ki2 {
		return o.ParseKI2(tc.text, tc.givenRules())
	}
	return o.ParseKIF(tc.text, tc.givenRules())
}

func TestWildFiles(t *testing.T) {
	for _, tc := range wildCases {
		t.Run(tc.name, func(t *testing.T) {
			rec, err := tc.read(ReadOptions{})
			if tc.err != "" {
				checkFault(t, err, tc.err)
				rec, err = tc.read(ReadOptions{Lenient: true})
				checkFault(t, err, tc.err)
			} else if err != nil {
				t.Fatal(err)
			}
			if got := describe(rec, tc.givenRules()); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
			checkReading(t, tc.text, tc.givenRules(), tc.ki2)
		})
	}
}

// checkFault compares an error with "line:column reason".
func checkFault(t *testing.T, err error, want string) {
	t.Helper()
	var fault *ParseError
	if !errors.As(err, &fault) {
		t.Fatalf("error %v, want %s", err, want)
	}
	place, reason, _ := strings.Cut(want, " ")
	if got := fmt.Sprintf("%d:%d", fault.Line, fault.Column); got != place {
		t.Errorf("error at %s, want %s: %v", got, place, err)
	}
	if !strings.Contains(fault.Err.Error(), reason) {
		t.Errorf("error %v, want %s", err, want)
	}
}
