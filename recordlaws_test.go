package shoshogi_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	. "example.com/shoshogi"
)

// samePositions compares positions by value, ply and rules included.
var samePositions = cmp.Comparer(func(a, b *Position) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
})

// flatNode is a node without what follows it, and where it stands in the tree.
type flatNode struct {
	Depth, Index int
	Node         Node
}

// flat returns a record and its nodes one after the other: cmp takes exponential
// time for nested slices.
func flat(rec *Record) (Record, []flatNode) {
	if rec == nil {
		return Record{}, nil
	}
	var nodes []flatNode
	var visit func(siblings []*Node, depth int)
	visit = func(siblings []*Node, depth int) {
		for i, n := range siblings {
			alone := *n
			alone.Next = nil
			nodes = append(nodes, flatNode{depth, i, alone})
			visit(n.Next, depth+1)
		}
	}
	visit(rec.Next, 1)
	alone := *rec
	alone.Next = nil
	return alone, nodes
}

// diffRecords returns how two records differ, "" if they do not.
func diffRecords(want, got *Record) string {
	wantHead, wantNodes := flat(want)
	gotHead, gotNodes := flat(got)
	return cmp.Diff(wantHead, gotHead, samePositions) + cmp.Diff(wantNodes, gotNodes)
}

// noteLine is a line of a comment or bookmark: much of what means something else
// elsewhere.
var noteLine = rapid.OneOf(
	rapid.SampledFrom([]string{"", " ", "　", "word", " before", "after ", "*", "**解析 ▲７六歩(77)", "&x", "#y", "変化：3手", "まで5手で先手の勝ち",
		"   1 ７六歩(77)", "▲７六歩", "先手：誰か", "手数----指手--", "|v香v桂|", "後手番", "日本語の文章。", "C# & B", "\\n", "\t"}),
	rapid.StringMatching(`[ -~あ-んア-ヶ一二三]{0,12}`),
)

// drawNote draws a comment or bookmark in the form in which it is read.
func drawNote(t *rapid.T, label string) string {
	lines := rapid.SliceOfN(noteLine, 0, 3).Draw(t, label)
	text := strings.Join(lines, "\n")
	if len(lines) > 0 && strings.Trim(text, "\n") == "" {
		return strings.Repeat("\n", len(lines))
	}
	return text
}

var headerKeys = []string{"開始日時", "終了日時", "棋戦", "場所", "持ち時間", "先手", "後手", "備考", "作品番号", "手数", "先手の囲い", "key", "変化図", "X:"[:1]}

func drawHeaders(t *rapid.T) (headers []Header) {
	for range rapid.IntRange(0, 4).Draw(t, "headers") {
		if rapid.IntRange(0, 9).Draw(t, "flag") == 0 {
			headers = append(headers, Header{Key: rapid.SampledFrom([]string{"盤面回転", "盤面反転"}).Draw(t, "flag key")})
			continue
		}
		value := strings.Trim(rapid.OneOf(noteLine, rapid.Just("2014/09/13 14：59"), rapid.Just("a:b")).Draw(t, "value"), " 　\t")
		headers = append(headers, Header{rapid.SampledFrom(headerKeys).Draw(t, "key"), value})
	}
	return headers
}

var endingWords = []string{"投了", "中断", "封じ手", "千日手", "持将棋", "引き分け", "最大手数", "詰み", "詰", "不詰", "切れ負け", "時間切れ", "Time-up", "反則負け",
	"反則勝ち", "入玉勝ち", "不戦勝", "不戦敗", "駒枯れ", "玉取り", "謎の終わり", "トライ", "先手の勝ち", "後手の勝ち", "後手投了", "先手の反則負け",
	"Black wins by agreement", "連続王手の千日手"}

// drawTime sets the time of a node, sometimes with a total that is not the sum.
func drawTime(t *rapid.T, n *Node) {
	switch rapid.IntRange(0, 9).Draw(t, "timed") {
	case 0, 1, 2, 3:
	case 4:
		n.Time = time.Duration(rapid.OneOf(rapid.Int64Range(0, 1e12), rapid.Int64Range(0, 1<<63-1)).Draw(t, "time"))
	case 5:
		n.Time = 7 * time.Second
		n.TimeText = rapid.SampledFrom([]string{"( 0:07/11:11:11)", "( 0:07/00:00:07)( 0:08/00:00:09)", "(00:07 / 99:00:00.5)"}).Draw(t, "time text")
	default:
		n.Time = time.Duration(rapid.IntRange(0, 10000).Draw(t, "seconds")) * time.Second
	}
}

// drawRecord draws a record with everything that a record can hold.
func drawRecord(t *rapid.T, start *Position) *Record {
	rec := &Record{
		Rules: start.Rules(), Start: start, Headers: drawHeaders(t),
		Comment: drawNote(t, "start comment"), Bookmark: drawNote(t, "start bookmark"), Remark: drawNote(t, "start remark"),
	}
	if rapid.IntRange(0, 5).Draw(t, "last move") == 0 {
		rec.LastMove = "▲７六歩"
	}
	if rapid.Bool().Draw(t, "named") {
		rec.Headers = append(rec.Headers, Header{"手合割", rec.Get("手合割")})
	}
	random := drawRandom(t)
	c := rec.Cursor()
	for range rapid.IntRange(0, 40).Draw(t, "nodes") {
		for random.IntN(4) == 0 && c.Back() {
		}
		if n := c.Node(); n != nil && n.Move == NoMove {
			c.Back()
		}
		moves := sorted(c.Position().LegalMoves())
		n := &Node{Comment: drawNote(t, "comment"), Bookmark: drawNote(t, "bookmark"), Remark: drawNote(t, "remark")}
		drawTime(t, n)
		if len(moves) == 0 || random.IntN(8) == 0 {
			n.EndText = endingWords[random.IntN(len(endingWords))]
			n.End = EndingOutcome(n.EndText, c.Position())
		} else {
			n.Move = moves[random.IntN(len(moves))]
		}
		Attach(c, n)
	}
	rec.Timed = len(rec.Next) > 0 && rapid.Bool().Draw(t, "times of zero")
	for _, n := range rec.All() {
		rec.Timed = rec.Timed && n.Time == 0 && n.TimeText == ""
	}
	if len(rec.Next) > 0 && start.Ply() > 1 && rapid.Bool().Draw(t, "counted on") {
		rec.FirstNumber = start.Ply()
	}
	return rec
}

// Attach adds a node where the cursor stands and goes there, siblings of the same
// move included.
func Attach(c *Cursor, n *Node) {
	if at := c.Node(); at != nil {
		at.Next = append(at.Next, n)
	} else {
		AttachFirst(c, n)
	}
	c.Forward(len(c.Next()) - 1)
}

// written returns what write writes.
func written(t failer, write func(*Record, *bytes.Buffer) error, rec *Record) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(rec, &b); err != nil {
		t.Fatalf("writing: %v", err)
	}
	return b.String()
}

// recordFormats are the ways to write and read a record.
var recordFormats = []struct {
	name  string
	write func(*Record, *bytes.Buffer) error
	read  func(string, Rules) (*Record, error)
}{
	{"KIF UTF-8", func(r *Record, b *bytes.Buffer) error { return r.WriteKIF(b, nil) }, ParseKIF},
	{"KIF UTF-8 CRLF", func(r *Record, b *bytes.Buffer) error { return r.WriteKIF(b, &KIFOptions{CRLF: true}) }, readKIF},
	{"KIF Shift_JIS", func(r *Record, b *bytes.Buffer) error { return r.WriteKIF(b, &KIFOptions{ShiftJIS: true}) }, ParseKIF},
	{"KIF Shift_JIS CRLF", func(r *Record, b *bytes.Buffer) error { return r.WriteKIF(b, &KIFOptions{ShiftJIS: true, CRLF: true}) }, readKIF},
	{"KI2 UTF-8", func(r *Record, b *bytes.Buffer) error { return r.WriteKI2(b, nil) }, ParseKI2},
	{"KI2 Shift_JIS CRLF", func(r *Record, b *bytes.Buffer) error { return r.WriteKI2(b, &KIFOptions{ShiftJIS: true, CRLF: true}) }, readKI2},
}

func readKIF(s string, r Rules) (*Record, error) { return ReadKIF(strings.NewReader(s), r) }
func readKI2(s string, r Rules) (*Record, error) { return ReadKI2(strings.NewReader(s), r) }

// withoutTimes clears what KI2 does not have: times, and numbers.
func withoutTimes(rec *Record) {
	rec.FirstNumber, rec.Timed = 0, false
	for _, n := range rec.All() {
		n.Time, n.TimeText = 0, ""
	}
}

func TestRecordRoundTrip(t *testing.T) {
	law := func(t *rapid.T, p *Position) {
		rec := drawRecord(t, p)
		formats := recordFormats
		if !*long {
			formats = formats[rapid.IntRange(0, len(formats)-1).Draw(t, "format"):][:1]
		}
		for _, f := range formats {
			if strings.HasPrefix(f.name, "KI2") {
				withoutTimes(rec)
			}
			text := written(t, f.write, rec)
			back, err := f.read(text, p.Rules())
			if err != nil {
				t.Fatalf("%s: %v\n%s", f.name, err, text)
			}
			if diff := diffRecords(rec, back); diff != "" {
				t.Fatalf("%s: %s\n%s", f.name, diff, text)
			}
			if again := written(t, f.write, back); again != text {
				t.Fatalf("%s: written again it differs: %s", f.name, cmp.Diff(text, again))
			}
			lenient, err := lenientRead(f.name, text, p.Rules())
			if err != nil {
				t.Fatalf("%s, lenient: %v", f.name, err)
			}
			if diff := diffRecords(back, lenient); diff != "" {
				t.Fatalf("%s: lenient reading differs: %s", f.name, diff)
			}
		}
	}
	for name, r := range ruleSets() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { law(t, drawPosition(t, r)) })
		})
	}
	t.Run("custom", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) { law(t, drawPosition(t, drawRules(t))) })
	})
}

// oddText is text by hand where files have text of their own sort.
var oddText = rapid.OneOf(noteLine, rapid.SampledFrom([]string{"1 ９九歩(33)", "   2 ３四歩(33)", "△９九歩", "まで3手で中断", "まで0手で▲投了", "変化：1手\n1 ９九歩(33)", "▲投了", "△謎の終わり",
	"謎▲の終わり", "謎+", "謎（0:01）", "謎 ( 0:01/00:00:01)", "で謎", "、謎", "\n", "x\ny", "謎\r", "\ufeff謎", "( 0:07/00:00:01)", "（0:07/00:00:01）", "( 0:07", "#KIF version=2.0"}))

// makeOdd gives a record what files do not have.
func makeOdd(t *rapid.T, rec *Record) {
	var nodes []*Node
	for _, n := range rec.All() {
		nodes = append(nodes, n)
	}
	for range rapid.IntRange(0, 3).Draw(t, "oddities") {
		what := rapid.IntRange(0, 4).Draw(t, "oddity")
		text := oddText.Draw(t, "odd text")
		if what == 0 {
			rec.FirstNumber = rapid.IntRange(-1, 12).Draw(t, "first number")
			continue
		}
		next := &rec.Next
		var n *Node
		if len(nodes) > 0 {
			n = rapid.SampledFrom(nodes).Draw(t, "odd node")
			next = &n.Next
		}
		switch {
		case what == 1 || n == nil:
			*next = append(*next, &Node{Unread: text})
		case what == 2:
			*next = append([]*Node{{Unread: text}}, *next...)
		case what == 3:
			n.TimeText = text
		case n.Move == NoMove && n.Unread == "":
			n.EndText, n.End = text, Outcome{}
		}
	}
}

// TestOddRecords checks that a record with all sorts of things that files do not
// have is either refused or read back as it is.
func TestOddRecords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := drawRecord(t, drawPosition(t, rapid.SampledFrom(fuzzRules).Draw(t, "rules")))
		makeOdd(t, rec)
		f := recordFormats[rapid.IntRange(0, len(recordFormats)-1).Draw(t, "format")]
		if strings.HasPrefix(f.name, "KI2") {
			withoutTimes(rec)
		}
		var b bytes.Buffer
		err := f.write(rec, &b)
		if err != nil {
			var fault *RecordError
			if !errors.As(err, &fault) || b.Len() > 0 {
				t.Fatalf("%s: error %v, written:\n%s", f.name, err, b.String())
			}
			return
		}
		back, err := lenientRead(f.name, b.String(), rec.Rules)
		settle(rec, back)
		if diff := diffRecords(rec, back); diff != "" {
			t.Fatalf("%s: %s\n%v\n%s", f.name, diff, err, b.String())
		}
		if again := written(t, f.write, back); again != b.String() {
			t.Fatalf("%s: written again it differs: %s", f.name, cmp.Diff(b.String(), again))
		}
	})
}

// settle gives a record made by hand the form in which it is read back: endings
// have an outcome, time texts hold, and numbers and time fields stand with moves.
func settle(rec, back *Record) {
	if rec.FirstNumber <= 1 || len(rec.Next) == 0 {
		rec.FirstNumber = 0
	}
	timed := false
	for p, n := range rec.All() {
		if n.Move == NoMove && n.Unread == "" {
			n.End = EndingOutcome(n.EndText, p)
		}
	}
	var texts []string
	for _, n := range back.All() {
		texts = append(texts, n.TimeText)
	}
	for _, n := range rec.All() {
		if len(texts) > 0 {
			if texts[0] == "" {
				n.TimeText = ""
			}
			texts = texts[1:]
		}
		timed = timed || n.Unread == ""
		rec.Timed = rec.Timed && n.Time == 0 && n.TimeText == ""
	}
	rec.Timed = rec.Timed && timed
}

func lenientRead(format, text string, r Rules) (*Record, error) {
	o := ReadOptions{Lenient: true}
	if strings.HasPrefix(format, "KI2") {
		return o.ParseKI2(text, r)
	}
	return o.ParseKIF(text, r)
}
