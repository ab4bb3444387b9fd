package shoshogi_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	. "example.com/shoshogi"
)

func mustPlay(t testing.TB, g *Game, moves ...string) {
	t.Helper()
	for _, m := range moves {
		if err := g.Play(MustParseMove(m)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNewRecord(t *testing.T) {
	g := NewGame(NewPosition(Sho()))
	mustPlay(t, g, "5g5f", "5c5d", "5h5g")
	rec := NewRecord(g)
	if got, want := describe(rec, Sho()), "5g5f 5c5d 5h5g"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := g.End(Outcome{WhiteWins, ByTimeout}); err != nil {
		t.Fatal(err)
	}
	rec = NewRecord(g)
	if got, want := describe(rec, Sho()), "5g5f 5c5d 5h5g 先手切れ負け=white-wins/timeout"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if rec.Start == nil || *rec.Start != *NewPosition(Sho()) || len(rec.Headers) != 0 {
		t.Errorf("start %v, headers %v", rec.Start, rec.Headers)
	}
}

// TestRecordOfGames writes games of random moves and reads them as the same games.
func TestRecordOfGames(t *testing.T) {
	outcomes := allOutcomes()
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(fuzzRules).Draw(t, "rules")
		g := NewGame(drawPosition(t, r))
		random := drawRandom(t)
		for range rapid.IntRange(0, 60).Draw(t, "moves") {
			moves := sorted(g.LegalMoves())
			if len(moves) == 0 {
				break
			}
			if err := g.Play(moves[random.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
		if !g.Outcome().Over() && rapid.Bool().Draw(t, "ended") {
			if err := g.End(rapid.SampledFrom(outcomes).Draw(t, "outcome")); err != nil {
				t.Fatal(err)
			}
		}
		rec := NewRecord(g)
		for _, f := range recordFormats {
			back, err := f.read(written(t, f.write, rec), r)
			if err != nil {
				t.Fatal(err)
			}
			if diff := diffRecords(rec, back); diff != "" {
				t.Fatalf("%s: %s", f.name, diff)
			}
			game, err := back.Game()
			if err != nil {
				t.Fatal(err)
			}
			if game.USI() != g.USI() || game.Outcome() != g.Outcome() {
				t.Fatalf("%s: %s, %v; want %s, %v", f.name, game.USI(), game.Outcome(), g.USI(), g.Outcome())
			}
		}
	})
}

// allOutcomes returns every outcome that can end a game.
func allOutcomes() (all []Outcome) {
	for _, result := range []Result{BlackWins, WhiteWins, Draw} {
		for reason := NoReason; reason <= ByAbandoned; reason++ {
			all = append(all, Outcome{result, reason})
		}
	}
	return append(all, Outcome{Undecided, ByAbandoned})
}

func TestRecordGame(t *testing.T) {
	for _, tc := range []struct {
		name, rules, text string
		usi               string
		outcome           Outcome
		err               error
		number            int
	}{
		{name: "resigned", rules: "shogi", text: "1 ７六歩(77)\n2 投了\n変化：1手\n1 ２六歩(27)", usi: "startpos moves 7g7f", outcome: Outcome{BlackWins, ByResignation}},
		{name: "undecided", rules: "shogi", text: "1 ７六歩(77)\n2 謎の終局", usi: "startpos moves 7g7f"},
		{name: "no moves", rules: "shogi", text: "手合割：平手", usi: "startpos"},
		{name: "bare king on the board", rules: "sho", text: board("| ・ ・ ・ ・v玉 ・ ・ ・ ・|", "| ・ ・ ・ ・ ・v歩 ・ ・ ・|", emptyRow, "| ・ ・ ・ ・ ・ 香 ・ ・ ・|", emptyRow, emptyRow, emptyRow, emptyRow, "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|") +
			"1 ４二香成(44)\n2 投了", usi: "sfen 4k4/5p3/9/5L3/9/9/9/9/4K4 b - 1 moves 4d4b+", outcome: Outcome{BlackWins, ByBareKing}},
		{name: "a move after the end", rules: "sho", text: board("| ・ ・ ・ ・v玉 ・ ・ ・ ・|", "| ・ ・ ・ ・ ・v歩 ・ ・ ・|", emptyRow, "| ・ ・ ・ ・ ・ 香 ・ ・ ・|", emptyRow, emptyRow, emptyRow, emptyRow, "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|") +
			"1 ４二香(44)\n2 ６一玉(51)", usi: "sfen 4k4/5p3/9/5L3/9/9/9/9/4K4 b - 1 moves 4d4b", outcome: Outcome{BlackWins, ByBareKing}, err: GameOver, number: 2},
		{name: "a forbidden repetition", rules: "sho", text: repeatedly(13), usi: "", err: Repeats, number: 12},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rec, err := ParseKIF(tc.text, MustParseRules(tc.rules))
			if err != nil {
				t.Fatal(err)
			}
			g, err := rec.Game()
			if !errors.Is(err, tc.err) {
				t.Fatalf("error %v, want %v", err, tc.err)
			}
			var fault *RecordError
			if errors.As(err, &fault) && fault.Number != tc.number {
				t.Errorf("move %d, want %d", fault.Number, tc.number)
			}
			if tc.usi != "" && g.USI() != tc.usi {
				t.Errorf("got %s, want %s", g.USI(), tc.usi)
			}
			if g.Outcome() != tc.outcome {
				t.Errorf("outcome %v, want %v", g.Outcome(), tc.outcome)
			}
		})
	}
}

// repeatedly returns n moves of golds to and fro.
func repeatedly(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d %s\n", i+1, [...]string{"４八金(49)", "４二金(41)", "４九金(48)", "４一金(42)"}[i%4])
	}
	return b.String()
}

func TestRecordIterators(t *testing.T) {
	rec, err := ParseKIF("1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n変化：2手\n2 ８四歩(83)\n3 ２六歩(27)\n変化：1手\n1 ２六歩(27)", Shogi())
	if err != nil {
		t.Fatal(err)
	}
	list := func(seq func(func(*Position, *Node) bool)) (lines []string) {
		for p, n := range seq {
			lines = append(lines, fmt.Sprintf("%d %v %s", p.Ply(), n.Move, n.EndText))
			if n.Move != NoMove && !p.Legal(n.Move) {
				t.Errorf("%v is not legal in %v", n.Move, p)
			}
			p.Pass() // the position is the caller's own
		}
		return lines
	}
	if got, want := strings.Join(list(rec.Main()), "; "), "1 7g7f ; 2 3c3d ; 3 - 投了"; got != want {
		t.Errorf("Main: %s, want %s", got, want)
	}
	if got, want := strings.Join(list(rec.All()), "; "), "1 7g7f ; 2 3c3d ; 3 - 投了; 2 8c8d ; 3 2g2f ; 1 2g2f "; got != want {
		t.Errorf("All: %s, want %s", got, want)
	}
	for _, seq := range []func(func(*Position, *Node) bool){rec.Main(), rec.All()} {
		n := 0
		for range seq {
			if n++; n == 2 {
				break
			}
		}
		if n != 2 {
			t.Errorf("%d nodes", n)
		}
	}
}

func TestRecordHeaders(t *testing.T) {
	rec, err := ParseKIF("先手：A\n備考：x\n備考：y\n1 ７六歩(77)", Shogi())
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"先手": "A", "備考": "x", "場所": "", "手合割": "平手"} {
		if got := rec.Get(key); got != want {
			t.Errorf("Get(%s) = %q, want %q", key, got, want)
		}
	}
	rec.Set("備考", "z")
	rec.Set("場所", "B")
	if got, want := describe(rec, Shogi()), "先手=A; 備考=z; 備考=y; 場所=B; 7g7f"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The names under which the starts are known.
func TestHandicapNames(t *testing.T) {
	for _, tc := range []struct{ rules, sfen, want string }{
		{"sho", "startpos", "小将棋"},
		{"sho-chu", "4k4/9/9/9/4e4/9/9/9/4K4 b - 1", "小将棋"},
		{"asakura", "startpos", "朝倉象棋"},
		{"sho46-above-gold", "startpos", "小象棋"},
		{"heian", "startpos", "平安将棋"},
		{"heian-small", "startpos", "平安将棋"},
		{"shogi", "startpos", "平手"},
		{"shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 3", "その他"},
		{"shogi", "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "八枚落ち"},
		{"shogi", "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "その他"},
		{"shogi,start=4k4/9/9/9/9/9/9/9/4K4 b - 1", "startpos", "その他"},
	} {
		r := MustParseRules(tc.rules)
		rec := &Record{Rules: r, Start: MustParseSFEN(r, tc.sfen)}
		if got := rec.Get("手合割"); got != tc.want {
			t.Errorf("%s %s: %s, want %s", tc.rules, tc.sfen, got, tc.want)
		}
	}
}

func TestHandicaps(t *testing.T) {
	pieces := map[string]int{"平手": 40, "香落ち": 39, "右香落ち": 39, "角落ち": 39, "飛車落ち": 39, "飛香落ち": 38, "二枚落ち": 38, "四枚落ち": 36, "五枚落ち": 35,
		"左五枚落ち": 35, "六枚落ち": 34, "左七枚落ち": 33, "右七枚落ち": 33, "八枚落ち": 32, "十枚落ち": 30}
	seen := map[Position]string{}
	for name, want := range pieces {
		rec, err := ParseKIF("手合割："+name+"\n", Sho())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if n := rec.Start.Side(Black).Or(rec.Start.Side(White)).Len(); n != want || rec.Start.Side(Black).Len() != 20 {
			t.Errorf("%s: %d pieces, want %d", name, n, want)
		}
		if first := rec.Start.Turn(); (first == Black) != (name == "平手") {
			t.Errorf("%s: %v moves first", name, first)
		}
		if other := seen[*rec.Start]; other != "" || rec.Rules != Shogi() {
			t.Errorf("%s is the same as %s, under %v", name, other, rec.Rules)
		}
		seen[*rec.Start] = name
		if got := rec.Get("手合割"); got != name {
			t.Errorf("%s is called %s", name, got)
		}
		if text := kifText(rec, nil); strings.Contains(text, "|") {
			t.Errorf("%s is written with a diagram", name)
		}
	}
}

func TestCursor(t *testing.T) {
	rec := &Record{Rules: Shogi()}
	c := rec.Cursor()
	play := func(m string) {
		t.Helper()
		if err := c.Play(MustParseMove(m)); err != nil {
			t.Fatal(err)
		}
	}
	play("7g7f")
	play("3c3d")
	if err := c.End(Outcome{BlackWins, ByResignation}); err != nil {
		t.Fatal(err)
	}
	if err := c.Play(MustParseMove("2g2f")); !errors.Is(err, GameOver) {
		t.Errorf("a move after the ending: %v", err)
	}
	if err := c.End(Outcome{Draw, ByAgreement}); !errors.Is(err, GameOver) {
		t.Errorf("an ending after the ending: %v", err)
	}
	for range 2 {
		if !c.Back() {
			t.Error("going back")
		}
	}
	if c.Len() != 1 {
		t.Errorf("%d moves to the cursor", c.Len())
	}
	play("8c8d")
	if err := c.Play(MustParseMove("8d8e")); !errors.Is(err, NoSuchMove) {
		t.Errorf("an illegal move: %v", err)
	}
	if err := c.End(Outcome{}); err != ErrOutcome {
		t.Errorf("no outcome: %v", err)
	}
	c.Back()
	play("3c3d") // is there already
	if got, want := describe(rec, Shogi()), "7g7f 3c3d (8c8d) 後手投了=black-wins/resignation"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	c.Back()
	if c.Forward(2) || c.Forward(-1) || !c.Forward(1) || c.Node().Move != MustParseMove("8c8d") {
		t.Error("going forward")
	}
	if !c.Promote() {
		t.Error("promoting")
	}
	if got, want := describe(rec, Shogi()), "7g7f 8c8d (3c3d 後手投了=black-wins/resignation)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := c.Position().SFEN(); got != "lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3" {
		t.Errorf("the cursor stands at %s", got)
	}
	c.Back()
	c.Forward(1)
	if !c.Remove() || len(c.Next()) != 1 {
		t.Error("removing")
	}
	if !c.Remove() || c.Remove() || c.Promote() || c.Back() || c.Node() != nil || c.Len() != 0 || len(rec.Next) != 0 {
		t.Error("at the start")
	}
}

// TestCursorModel compares a cursor with a list of lines of play.
func TestCursorModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(fuzzRules).Draw(t, "rules")
		rec := &Record{Rules: r, Start: drawPosition(t, r)}
		random := drawRandom(t)
		c := rec.Cursor()
		var line []*Node
		positions := []Position{*rec.Start}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			switch action := random.IntN(8); {
			case action < 4:
				moves := sorted(c.Position().LegalMoves())
				if len(moves) == 0 || len(line) > 0 && line[len(line)-1].Move == NoMove {
					continue
				}
				m := moves[random.IntN(len(moves))]
				if err := c.Play(m); err != nil {
					t.Fatal(err)
				}
				next := positions[len(positions)-1]
				next.Do(m)
				line, positions = append(line, c.Node()), append(positions, next)
			case action == 4:
				if c.End(Outcome{Draw, ByAgreement}) == nil {
					line, positions = append(line, c.Node()), append(positions, positions[len(positions)-1])
				}
			case action == 5:
				if c.Back() != (len(line) > 0) {
					t.Fatal("Back")
				}
				if len(line) > 0 {
					line, positions = line[:len(line)-1], positions[:len(positions)-1]
				}
			case action == 6:
				c.Promote()
			case action == 7 && random.IntN(4) == 0:
				if c.Remove() != (len(line) > 0) {
					t.Fatal("Remove")
				}
				if len(line) > 0 {
					line, positions = line[:len(line)-1], positions[:len(positions)-1]
				}
			}
			if *c.Position() != positions[len(positions)-1] {
				t.Fatalf("the cursor stands at %v, want %v", c.Position(), &positions[len(positions)-1])
			}
			if len(line) > 0 && c.Node() != line[len(line)-1] {
				t.Fatal("the cursor is at another node")
			}
			if err := rec.Validate(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestRecordFaults(t *testing.T) {
	move := func(m string, next ...*Node) *Node { return &Node{Move: MustParseMove(m), Next: next} }
	ending := func(text string, next ...*Node) *Node { return &Node{EndText: text, Next: next} }
	shared := move("3c3d")
	loop := move("4i4h")
	loop.Next = []*Node{move("4a4b", move("4h4i", move("4b4a", loop)))}
	other := MustParseSFEN(Sho(), "startpos")
	tests := []struct {
		name   string
		rec    *Record
		want   string
		target error
	}{
		{"illegal move", &Record{Rules: Shogi(), Next: []*Node{move("7g7f", move("7f7e"))}}, "move 2 (7f7e): no such move", NoSuchMove},
		{"illegal variation", &Record{Rules: Shogi(), Next: []*Node{move("7g7f", move("3c3d")), move("7g7e")}}, "move 1 (7g7e): no such move", NoSuchMove},
		{"invalid move", &Record{Rules: Shogi(), Next: []*Node{{Move: 0xffff}}}, "no such move", NoSuchMove},
		{"nil node", &Record{Rules: Shogi(), Next: []*Node{move("7g7f", nil)}}, "nil", nil},
		{"shared node", &Record{Rules: Shogi(), Next: []*Node{move("7g7f", shared), move("2g2f", shared)}}, "twice", nil},
		{"circle", &Record{Rules: Shogi(), Next: []*Node{loop}}, "twice", nil},
		{"move and ending", &Record{Rules: Shogi(), Next: []*Node{{Move: MustParseMove("7g7f"), EndText: "投了"}}}, "node of its own", nil},
		{"move and outcome", &Record{Rules: Shogi(), Next: []*Node{{Move: MustParseMove("7g7f"), End: Outcome{Draw, ByImpasse}}}}, "node of its own", nil},
		{"move after an ending", &Record{Rules: Shogi(), Next: []*Node{ending("中断", move("7g7f"))}}, "follows an ending", nil},
		{"nothing", &Record{Rules: Shogi(), Next: []*Node{{Comment: "x"}}}, "neither move nor ending", nil},
		{"text with a comment", &Record{Rules: Shogi(), Next: []*Node{{Unread: "x", Comment: "y"}}}, "something else", nil},
		{"text with a sequel", &Record{Rules: Shogi(), Next: []*Node{{Unread: "x", Next: []*Node{move("7g7f")}}}}, "something else", nil},
		{"invalid rules", &Record{Rules: Rules{Repetition: Repetition{Count: 1}}}, "Repetition.Count", nil},
		{"rules of another game", &Record{Rules: Shogi(), Start: other}, "other rules", nil},
		{"number", &Record{Rules: Shogi(), FirstNumber: -1}, "number of the first move", nil},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			err := tc.rec.Validate()
			var fault *RecordError
			if !errors.As(err, &fault) || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("error %v, want %s", err, tc.want)
			}
			if tc.target != nil && !errors.Is(err, tc.target) {
				t.Errorf("%v is not %v", err, tc.target)
			}
			var b bytes.Buffer
			if tc.rec.WriteKIF(&b, nil) == nil || tc.rec.WriteKI2(&b, nil) == nil || b.Len() > 0 {
				t.Error("the record is written")
			}
			nodes := 0
			for p, n := range tc.rec.All() { // does not panic, and ends
				if nodes++; p == nil || n == nil {
					t.Error("nil is yielded")
				}
			}
			for range tc.rec.Main() {
				nodes--
			}
			if nodes < 0 {
				t.Error("Main yields more than All")
			}
		})
	}
}

// TestUnwritable writes records that hold what their format cannot.
func TestUnwritable(t *testing.T) {
	with := func(change func(rec *Record)) *Record {
		rec := &Record{Rules: Shogi(), Next: []*Node{{Move: MustParseMove("7g7f"), Next: []*Node{{EndText: "投了"}}}}}
		change(rec)
		return rec
	}
	header := func(key, value string) *Record {
		return with(func(rec *Record) { rec.Headers = []Header{{key, value}} })
	}
	end := func(text string, o Outcome) *Record {
		return with(func(rec *Record) { rec.Next[0].Next[0].EndText, rec.Next[0].Next[0].End = text, o })
	}
	for name, rec := range map[string]*Record{
		"line break in a value":         header("先手", "A\n*x"),
		"line break to another header":  header("先手", "A\n後手：B"),
		"carriage return in a value":    header("先手", "A\rB"),
		"line break in a key":           header("先\n手", "A"),
		"a key like a comment":          header("*先手", "A"),
		"a key like a bookmark":         header("&先手", "A"),
		"a key like a remark":           header("#先手", "A"),
		"a key like a variation":        header("変化", "3手"),
		"a key like a summary":          header("まで1手で", "A"),
		"a key like a move":             header("1 ７六歩(77)", ""),
		"a key like a row":              header("|", "A"),
		"a key like a hand":             header("先手の持駒", "歩"),
		"a key with a colon":            header("先手：A", "B"),
		"no key, but a header":          header("", "先手：A"),
		"no key, but a side":            header("", "後手番"),
		"no key, but a move":            header("", "1 ７六歩(77)"),
		"no key, nothing":               header("", ""),
		"another game":                  header("手合割", "小将棋"),
		"invalid UTF-8":                 header("先手", "\xff"),
		"ending like a move":            end("７六歩(77)", Outcome{}),
		"ending with a line break":      end("投了\n*x", Outcome{}),
		"ending in hiragana":            end("おわり", Outcome{}),
		"ending with blanks":            end(" 投了", Outcome{}),
		"ending with a time":            end("投了 ( 0:01/00:00:01)", Outcome{}),
		"ending of another outcome":     end("投了", Outcome{WhiteWins, ByResignation}),
		"ending with a mark":            end("▲投了", Outcome{}),
		"ending with a mark and blank":  end("☖ 中断", Outcome{}),
		"ending with a wide time":       end("投了（0:01）", Outcome{}),
		"negative time":                 with(func(rec *Record) { rec.Next[0].Time = -time.Second }),
		"last move with a line break":   with(func(rec *Record) { rec.LastMove = "x\n*y" }),
		"last move with blanks":         with(func(rec *Record) { rec.LastMove = " x" }),
		"remark like a marker":          with(func(rec *Record) { rec.Remark = "KIF version=2.0" }),
		"remark of a move, like marker": with(func(rec *Record) { rec.Next[0].Remark = "KI2 version=2.0" }),
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			err := rec.WriteKIF(&b, nil)
			if err == nil || b.Len() > 0 {
				t.Fatalf("error %v, written:\n%s", err, b.String())
			}
			var fault *RecordError
			if !errors.As(err, &fault) {
				t.Errorf("%v is no *RecordError", err)
			}
		})
	}
}

// TestUnreadText writes text that is no part of the tree, and would be if it were
// read.
func TestUnreadText(t *testing.T) {
	after := func(text string) *Record {
		return &Record{Rules: Shogi(), Next: []*Node{{Move: MustParseMove("7g7f"), Next: []*Node{{Unread: text}}}}}
	}
	first := func(text string) *Record { return &Record{Rules: Shogi(), Next: []*Node{{Unread: text}}} }
	const kif, ki2, both = 1, 2, 3
	for _, tc := range []struct {
		rec     *Record
		refused int // in which formats; in the others it reads back
	}{
		{after("   2 ３四歩(33)"), kif}, {after("△３四歩\n2 ３四歩(33)"), ki2}, {after("変化：1手\n   1 ２六歩(27)\n▲２六歩"), both},
		{after("*x"), both}, {after("&x"), both}, {after("#x"), both}, {after("\n"), both}, {after(" "), both},
		{after("2 ９九歩(33)\r"), both}, {after("2 ９九歩(33)\n"), both}, {after("2 ９九歩(33)\n変化：1手\n1 ２六歩(27)"), both},
		{after("まで3手で中断"), both}, {after("まで1手で先手の勝ち"), both},
		{first("先手：A"), both}, {first("後手番"), both}, {first("盤面回転"), both}, {first("x"), both}, {first("*x"), both}, {first("#x"), both},
		{first("手合割：小将棋"), both}, {first("まで0手で中断"), both},
		{&Record{Rules: Shogi(), FirstNumber: 5, Next: []*Node{{Unread: "5 ９九歩(33)"}, {Move: MustParseMove("7g7f")}}}, kif},
		{&Record{Rules: Shogi(), Next: []*Node{{Unread: "1 ９九歩(33)"}, {Unread: "1 ９九歩(34)"}}}, 0},
		{after("2 ９九歩(33)"), 0}, {after("△９九歩"), 0}, {after("2 ９九歩(33)\n*x\n  3 ２六歩(27)"), 0},
		{&Record{Rules: Shogi(), Next: []*Node{{EndText: "投了", End: Outcome{WhiteWins, ByResignation}, Next: []*Node{{Unread: "まで3手で中断"}}}}}, 0},
	} {
		for format, f := range map[int]struct {
			write func(io.Writer, *KIFOptions) error
			read  func(string, Rules) (*Record, error)
		}{
			kif: {tc.rec.WriteKIF, ReadOptions{Lenient: true}.ParseKIF},
			ki2: {tc.rec.WriteKI2, ReadOptions{Lenient: true}.ParseKI2},
		} {
			var b bytes.Buffer
			err := f.write(&b, nil)
			if tc.refused&format != 0 {
				var fault *RecordError
				if !errors.As(err, &fault) || b.Len() > 0 {
					t.Errorf("%s: error %v, written:\n%s", describe(tc.rec, Shogi()), err, b.String())
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", describe(tc.rec, Shogi()), err)
				continue
			}
			back, _ := f.read(b.String(), Shogi())
			if back.FirstNumber = tc.rec.FirstNumber; describe(back, Shogi()) != describe(tc.rec, Shogi()) {
				t.Errorf("%s is read as %s\n%s", describe(tc.rec, Shogi()), describe(back, Shogi()), b.String())
			}
		}
	}
}

// TestTimesWritten checks that what is written of times is read again, however
// long they are.
func TestTimesWritten(t *testing.T) {
	const longest = 1<<63 - 1
	for _, d := range []time.Duration{0, time.Second, 999999 * time.Minute, 1000000 * time.Minute, longest / 2, longest - 1, longest} {
		rec := &Record{Rules: Shogi()}
		c := rec.Cursor()
		for i := range 260 {
			if err := c.Play(MustParseMove([]string{"4i4h", "4a4b", "4h4i", "4b4a"}[i%4])); err != nil {
				t.Fatal(err)
			}
			c.Node().Time = d
		}
		text := kifText(rec, nil)
		back, err := ParseKIF(text, Shogi())
		if err != nil {
			t.Fatalf("%v: %v", d, err)
		}
		for _, n := range back.Main() {
			if n.Time != d || n.TimeText != "" {
				t.Fatalf("%v is read as %v, %q", d, n.Time, n.TimeText)
			}
		}
		if again := kifText(back, nil); again != text {
			t.Errorf("%v: written again it differs", d)
		}
	}
	beyond := readTime(t, "999999999:999999999:999999999.9")
	if beyond != longest {
		t.Errorf("a time beyond all bounds is read as %v", beyond)
	}
}

// readTime reads the time of a move.
func readTime(t *testing.T, text string) time.Duration {
	t.Helper()
	rec, err := ParseKIF("1 ７六歩(77) ("+text+")", Shogi())
	if err != nil {
		t.Fatal(err)
	}
	return rec.Next[0].Time
}

// TestTimeText checks that a time text counts only where it says what Time says.
func TestTimeText(t *testing.T) {
	for _, tc := range []struct {
		node  Node
		timed bool
		want  string // the text that is read
	}{
		{Node{TimeText: "x"}, false, ""},
		{Node{TimeText: "( 0:01/00:00:01)"}, false, ""},
		{Node{TimeText: "( 0:00/00:00:00)"}, false, ""},
		{Node{TimeText: "( 0:00/00:00:01)"}, true, "( 0:00/00:00:01)"},
		{Node{TimeText: "( 0:00/00:00:01) "}, false, ""},
		{Node{TimeText: "（0:00/00:00:01）"}, true, "（0:00/00:00:01）"},
		{Node{TimeText: "( 0:01/00:00:02)", Time: time.Second}, true, "( 0:01/00:00:02)"},
		{Node{TimeText: "( 0:01/00:00:02)\n( 0:01)", Time: time.Second}, true, ""},
		{Node{TimeText: "x", Time: time.Second}, true, ""},
	} {
		for _, what := range []Node{{Move: MustParseMove("7g7f")}, {EndText: "投了"}, {EndText: "謎の終わり"}} {
			n := tc.node
			n.Move, n.EndText = what.Move, what.EndText
			rec := &Record{Rules: Shogi(), Next: []*Node{&n}}
			text := kifText(rec, nil)
			if got := strings.Contains(text, "消費時間"); got != tc.timed {
				t.Errorf("%q: times %v, want %v", n.TimeText, got, tc.timed)
			}
			back, err := ParseKIF(text, Shogi())
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if got := back.Next[0]; got.TimeText != tc.want || got.Time != n.Time || got.EndText != n.EndText {
				t.Errorf("%q is read as %q, %v, %s", n.TimeText, got.TimeText, got.Time, got.EndText)
			}
			if again := kifText(back, nil); again != text {
				t.Errorf("written again it differs:\n%s\n%s", text, again)
			}
		}
	}
	for _, rec := range []*Record{{Rules: Shogi(), Timed: true}, {Rules: Shogi(), Timed: true, Next: []*Node{{Unread: "1 ９九歩(33)"}}}} {
		text := kifText(rec, nil)
		back, _ := ReadOptions{Lenient: true}.ParseKIF(text, Shogi())
		if again := kifText(back, nil); again != text {
			t.Errorf("written again it differs:\n%s\n%s", text, again)
		}
	}
}

// TestFirstNumbers writes numbers of the first move.
func TestFirstNumbers(t *testing.T) {
	for _, tc := range []struct {
		first, ply   int
		strict, fits bool
	}{
		{0, 1, true, true}, {1, 1, true, true}, {5, 1, false, true}, {5, 5, true, true}, {1, 5, true, true}, {4, 5, false, true}, {MaxPly - 2, 1, false, true}, {MaxPly - 1, 1, false, false},
	} {
		start := MustParseSFEN(Shogi(), fmt.Sprintf("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - %d", tc.ply))
		rec := &Record{Rules: Shogi(), Start: start, FirstNumber: tc.first}
		c := rec.Cursor()
		for _, m := range []string{"7g7f", "3c3d", "2g2f"} {
			if err := c.Play(MustParseMove(m)); err != nil {
				t.Fatal(err)
			}
		}
		var b bytes.Buffer
		if err := rec.WriteKIF(&b, nil); (err == nil) != tc.fits {
			t.Fatalf("number %d: %v", tc.first, err)
		}
		if !tc.fits {
			continue
		}
		if _, err := ParseKIF(b.String(), Shogi()); (err == nil) != tc.strict {
			t.Errorf("number %d, ply %d: strict reading: %v", tc.first, tc.ply, err)
		}
		back, _ := ReadOptions{Lenient: true}.ParseKIF(b.String(), Shogi())
		if back.FirstNumber > 1 != (tc.first > 1) || tc.first > 1 && back.FirstNumber != tc.first || len(back.Next) != 1 {
			t.Errorf("number %d, ply %d: read as %d", tc.first, tc.ply, back.FirstNumber)
		}
	}
}

// TestNilRecord gives nil where records and games are wanted.
func TestNilRecord(t *testing.T) {
	var none *Record
	var b bytes.Buffer
	rec := &Record{Rules: Shogi()}
	_, err := none.Game()
	for name, err := range map[string]error{
		"Validate": none.Validate(), "WriteKIF": none.WriteKIF(&b, nil), "WriteKI2": none.WriteKI2(&b, nil), "Game": err,
		"no writer": rec.WriteKIF(nil, nil), "no writer of KI2": rec.WriteKI2(nil, nil),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for range none.All() {
		t.Error("All yields a node")
	}
	for range none.Main() {
		t.Error("Main yields a node")
	}
	if c := none.Cursor(); c.Forward(0) || c.Back() || c.Next() != nil || none.Get("手合割") != "" {
		t.Error("something is there")
	}
	if rec := NewRecord(nil); diffRecords(rec, new(Record)) != "" {
		t.Errorf("the record of nil is %v", rec)
	}
	fault := &ParseError{Format: "KIF", Err: GameOver}
	if errs := (ParseErrors{nil, fault}); errs.Error() != fault.Error() || !errors.Is(errs, GameOver) || errors.Is(ParseErrors{nil}, GameOver) || (ParseErrors{nil}).Error() != "" {
		t.Error("nil among the errors")
	}
	zero := &Record{Rules: Shogi(), Start: new(Position), Next: []*Node{{Move: MustParseMove("7g7f")}}}
	if got, want := kifText(zero, nil), kifText(&Record{Rules: Shogi(), Next: zero.Next}, nil); got != want {
		t.Errorf("a zero start is written\n%s\nwant\n%s", got, want)
	}
}

// TestZeroCursor checks that a cursor without a record gets one only when something
// is added, so that several goroutines may read it.
func TestZeroCursor(t *testing.T) {
	c := new(Cursor)
	if c.Next() != nil || c.Forward(0) || c.Back() || c.Remove() || c.Promote() || c.Node() != nil || c.Len() != 0 || c.Play(MustParseMove("7g7f")) == nil {
		t.Error("something is there")
	}
	if !reflect.DeepEqual(c, new(Cursor)) {
		t.Error("reading changes the cursor")
	}
	if err := c.End(Outcome{Draw, ByAgreement}); err != nil || c.Node() == nil || !c.Back() || len(c.Next()) != 1 || !c.Forward(0) || !c.Remove() || len(c.Next()) != 0 {
		t.Errorf("an ending: %v", err)
	}
}

func TestUnwritableInKI2(t *testing.T) {
	rec := &Record{Rules: Shogi(), Next: []*Node{{EndText: "謎", Next: []*Node{{EndText: "謎▲謎"}}}}}
	var b bytes.Buffer
	var fault *RecordError
	if err := rec.WriteKI2(&b, nil); !errors.As(err, &fault) || b.Len() > 0 {
		t.Errorf("an ending with a mark: %v", err)
	}
	if _, err := ParseKIF(kifText(rec, nil), Shogi()); err != nil {
		t.Errorf("in KIF: %v", err)
	}
	rec.Next[0].EndText = "▲"
	if err := rec.WriteKI2(&b, nil); !errors.As(err, &fault) || b.Len() > 0 {
		t.Errorf("an ending that is a mark: %v", err)
	}
}

// The error of a record names the line, the first as well, that of one line of text
// does not.
func TestErrorNamesLine(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{second(ParseKIF("1 ７六歩(77) x", Shogi())), "KIF: line 1, column 11: "},
		{second(ParseKI2("▲７六歩\n▲３四歩", Shogi())), "KI2: line 2, column 1: "},
		{second(ParseSquare("7j")), "square: column 1: "},
	} {
		if c.err == nil || !strings.HasPrefix(c.err.Error(), c.want) {
			t.Errorf("%v, want %s", c.err, c.want)
		}
	}
}

// The word of an ending with a mark is one that KIF can write as well.
func TestMarkedEndings(t *testing.T) {
	for _, word := range []string{"投了+", "謎+", "謎 +", "謎(0:01)", "中断 + +", "投了 ( 0:01/00:00:01)"} {
		text := "▲７六歩\n△" + word + "\n"
		checkReading(t, text, Shogi(), true)
		if rec, err := ParseKI2(text, Shogi()); err == nil || !strings.Contains(err.Error(), "neither a move nor an ending") {
			t.Errorf("%q is read as %+v, %v", text, rec.Next[0].Next, err)
		}
	}
	for _, word := range []string{"投了", "謎", "先手の勝ち"} {
		if rec, err := ParseKI2("▲７六歩\n△"+word+"\n", Shogi()); err != nil || rec.Next[0].Next[0].EndText != word {
			t.Errorf("%q: %v", word, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// In KI2 a mark begins a move, so that the word of an ending cannot hold one. A summary
// with one is kept as it is; in KIF it is an ending.
func TestMarkInSummary(t *testing.T) {
	for _, text := range []string{"まで0手で謎▲謎\n", "まで1手で謎▲謎\n", "まで0手で謎▲謎\nまで3手で中断\n", "▲７六歩\nまで1手で謎△\n"} {
		checkReading(t, text, Shogi(), true)
		checkReading(t, text, Shogi(), false)
		if rec, err := ParseKI2(text, Shogi()); err == nil || !strings.Contains(err.Error(), "is no ending") {
			t.Errorf("%q: read as %+v, %v", text, rec.Next, err)
		}
		rec, _ := ReadOptions{Lenient: true}.ParseKI2(text, Shogi())
		var b bytes.Buffer
		first, _, _ := strings.Cut(text[strings.Index(text, "まで"):], "\n")
		if err := rec.WriteKI2(&b, nil); err != nil || !strings.Contains(b.String(), first) {
			t.Errorf("%q: written as %q, %v", text, b.String(), err)
		}
	}
	rec, err := ParseKIF("まで0手で謎▲謎\n", Shogi())
	if err != nil || len(rec.Next) != 1 || rec.Next[0].EndText != "謎▲謎" {
		t.Errorf("in KIF: %v", err)
	}
}

// A word for a bare king says whose it is, whatever the rules make of it.
func TestBareKings(t *testing.T) {
	for _, tc := range []struct {
		rules, sfen string
		want        Outcome
	}{
		{"sho", "4k4/9/9/9/9/9/9/4P4/4K4 w - 1", Outcome{BlackWins, ByBareKing}},
		{"sho-modern", "4k4/9/9/9/9/9/9/4P4/4K4 w - 1", Outcome{BlackWins, ByBareKing}},
		{"sho-modern", "4k4/9/9/9/9/9/9/4P4/4K4 b - 1", Outcome{BlackWins, ByBareKing}},
		{"sho-modern", "4k4/4p4/9/9/9/9/9/9/4K4 b - 1", Outcome{WhiteWins, ByBareKing}},
		{"sho-modern", "4k4/9/9/9/9/9/9/9/4K4 b - 1", Outcome{Draw, ByBothBare}},
		{"sho-modern", "4k4/4p4/9/9/9/9/9/4P4/4K4 b - 1", Outcome{WhiteWins, ByBareKing}},
	} {
		if got := EndingOutcome("駒枯れ", MustParseSFEN(MustParseRules(tc.rules), tc.sfen)); got != tc.want {
			t.Errorf("%s %s: %v, want %v", tc.rules, tc.sfen, got, tc.want)
		}
	}
}

// TestWrittenNotes checks that notes cannot smuggle lines in.
func TestWrittenNotes(t *testing.T) {
	evil := "x\n   2 ３四歩(33)\r\n変化：1手\rまで1手で先手の勝ち"
	rec := &Record{Rules: Shogi(), Comment: evil, Bookmark: evil, Next: []*Node{{Move: MustParseMove("7g7f"), Comment: evil, Bookmark: evil, Remark: evil}}}
	want := "x\n   2 ３四歩(33)\n変化：1手\nまで1手で先手の勝ち"
	for _, f := range recordFormats {
		back, err := f.read(written(t, f.write, rec), Shogi())
		if err != nil {
			t.Fatal(err)
		}
		n := back.Next[0]
		if back.Comment != want || back.Bookmark != want || n.Comment != want || n.Bookmark != want || n.Remark != want || len(n.Next) > 0 {
			t.Errorf("%s: %s", f.name, describe(back, Shogi()))
		}
	}
}

func TestEndingsByOutcome(t *testing.T) {
	bare := MustParseSFEN(ShoModern(), "4k4/9/9/9/9/9/9/4P4/4K4 w - 1")
	for _, p := range []*Position{NewPosition(Sho()), MustParseSFEN(Shogi(), "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"), bare, MustParseSFEN(Sho(), "4k4/9/9/9/9/9/9/9/4K4 w - 1")} {
		for _, o := range allOutcomes() {
			rec := &Record{Rules: p.Rules(), Start: p, Next: []*Node{{End: o}}}
			for _, f := range recordFormats {
				back, err := f.read(written(t, f.write, rec), p.Rules())
				if err != nil {
					t.Fatalf("%v: %v", o, err)
				}
				if got := back.Next[0].End; got != o {
					t.Errorf("%s, %v: %v is written %s and read as %v", f.name, p, o, back.Next[0].EndText, got)
				}
			}
		}
	}
}
