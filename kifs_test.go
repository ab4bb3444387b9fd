package shoshogi_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	. "example.com/shoshogi"
)

// described puts records and errors on one line each.
func described(records iter.Seq2[*Record, error]) (lines []string) {
	for rec, err := range records {
		line := "no record"
		if rec != nil {
			line = describe(rec, Shogi())
		}
		var fault *ParseError
		if errors.As(err, &fault) {
			line += fmt.Sprintf(" ! %d:%d", fault.Line, fault.Column)
		} else if err != nil {
			line += " ! " + err.Error()
		}
		lines = append(lines, line)
	}
	return lines
}

func TestKIFs(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"blank lines", "\n \n", nil},
		{"one", "先手：A\n1 ７六歩(77)\n2 投了\n", []string{"先手=A; 7g7f 投了=black-wins/resignation"}},
		{"by headers", "先手：A\n1 ７六歩(77)\nまで1手で先手の勝ち\n\n先手：B\n1 ２六歩(27)\n*x\n手合割：角落ち\n1 ３四歩(33)\n",
			[]string{"先手=A; 7g7f 投了=black-wins/resignation", `先手=B; 2g2f *"x"`, "手合割=角落ち; [lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1] 3c3d"}},
		{"by the list of moves", "手数----指手--\n1 ７六歩(77)\n手数----指手--\n1 ２六歩(27)", []string{"7g7f", "2g2f"}},
		{"by markers", "#KIF version=2.0 encoding=UTF-8\n*a\n#KIF version=2.0 encoding=UTF-8\n1 ２六歩(27)\n# end\n\ufeff#KIF version=2.0 encoding=UTF-8\n1 ７六歩(77)", []string{`*"a"`, `2g2f #" end"`, "7g7f"}},
		{"a remark before a marker", "1 ７六歩(77)\n2 投了\n#r\n\n#s\n\ufeff#KIF version=2.0 encoding=UTF-8\n#t\n先手：B\n1 ２六歩(27)",
			[]string{`7g7f 投了=black-wins/resignation #"r\ns"`, `先手=B; #"t" 2g2f`}},
		{"a remark before a marker after a fault", "1 ７六歩(77)\n9 投了\n#r\n#KIF version=2.0 encoding=UTF-8\n#t\n先手：B\n1 ２六歩(27)",
			[]string{"7g7f ! 2:1", `先手=B; #"t" 2g2f`}},
		{"by diagrams", kings + "1 ５三銀成(44)\n" + kings + "1 ５三銀不成(44)\n", []string{"[" + kingsSFEN + " b - 1] 4d5c+", "[" + kingsSFEN + " b - 1] 4d5c"}},
		{"remarks before headers", "1 ７六歩(77)\n# a program\n# its version\n先手：B\n1 ２六歩(27)\n#end\n", []string{"7g7f", `先手=B; #" a program\n its version" 2g2f #"end"`}},
		{"variations", "1 ７六歩(77)\n変化：1手\n1 ２六歩(27)\n先手：B\n1 ３六歩(37)\n変化：1手\n1 ４六歩(47)", []string{"7g7f (2g2f)", "先手=B; 3g3f (4g4f)"}},
		{"a fault in one", "先手：A\n1 ７六歩(77)\n2 ７六歩(77)\n3 ２六歩(27)\n#x\n# B's\n先手：B\n1 ２六歩(27)\n3 ３四歩(33)\n\n手合割：足合割\n先手：C\n1 ７六歩(77)\n先手：D\n1 ４六歩(47)",
			[]string{"先手=A; 7g7f ! 3:6", `先手=B; #"x\n B's" 2g2f ! 9:1`, "手合割=足合割; 先手=C; ! 11:5", "先手=D; 4g4f"}},
		{"a fault in the head of one", "なんだ\n先手：A\n1 ７六歩(77)\n先手：B\n1 ２六歩(27)", []string{"=なんだ; ! 1:1", "先手=B; 2g2f"}},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, described(KIFs(strings.NewReader(tc.text), Shogi()))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestKIFsLenient(t *testing.T) {
	text := "先手：A\n1 ７六歩(77)\n2 ７六歩(77)\n3 ２六歩(27)\n先手：B\n1 ２六歩(27)\n"
	want := []string{`先手=A; 7g7f unread:"2 ７六歩(77)\n3 ２六歩(27)" ! 3:6`, "先手=B; 2g2f"}
	if diff := cmp.Diff(want, described(ReadOptions{Lenient: true}.KIFs(strings.NewReader(text), Shogi()))); diff != "" {
		t.Error(diff)
	}
}

func TestKIFsStops(t *testing.T) {
	text := strings.Repeat("先手：A\n1 ７六歩(77)\n", 5)
	n := 0
	for range KIFs(strings.NewReader(text), Shogi()) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d records", n)
	}
}

// failingReader gives a text and then an error.
type failingReader struct {
	text io.Reader
	err  error
}

func (r *failingReader) Read(p []byte) (int, error) {
	if n, err := r.text.Read(p); err == nil {
		return n, nil
	}
	return 0, r.err
}

func TestReadErrors(t *testing.T) {
	broken := errors.New("broken")
	reader := func() io.Reader {
		return &failingReader{strings.NewReader("先手：A\n1 ７六歩(77)\n2 ３四"), broken}
	}
	for name, read := range map[string]func() (*Record, error){
		"KIF":    func() (*Record, error) { return ReadKIF(reader(), Shogi()) },
		"record": func() (*Record, error) { return ReadRecord(reader(), Shogi()) },
		"lenient": func() (*Record, error) {
			return ReadOptions{Lenient: true}.ReadKIF(reader(), Shogi())
		},
	} {
		rec, err := read()
		if !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
		if !strings.HasPrefix(describe(rec, Shogi()), "先手=A; 7g7f") {
			t.Errorf("%s: %s", name, describe(rec, Shogi()))
		}
	}
	records := 0
	for _, err := range KIFs(reader(), Shogi()) {
		if records++; !errors.Is(err, broken) {
			t.Errorf("KIFs: %v", err)
		}
	}
	if records != 1 {
		t.Errorf("%d records", records)
	}
	text := &failingReader{strings.NewReader("先手：A\n1 ７六歩(75)\n2 ３四歩(33)\n*"), broken}
	rec, err := ReadOptions{Lenient: true}.ReadKIF(text, Shogi())
	if !errors.Is(err, broken) || !errors.Is(err, NoSuchMove) || describe(rec, Shogi()) != `先手=A; unread:"1 ７六歩(75)\n2 ３四歩(33)"` {
		t.Errorf("a fault, then the end: %v, %s", err, describe(rec, Shogi()))
	}
	var errs []error
	for _, err := range KIFs(&failingReader{strings.NewReader("先手：A\n1 ７六歩(75)\n2 ３四歩(33)\n*"), broken}, Shogi()) {
		errs = append(errs, err)
	}
	if len(errs) != 2 || !errors.Is(errs[0], NoSuchMove) || errs[1] != broken {
		t.Errorf("a fault, then the end of the stream: %v", errs)
	}
	bad := Rules{Repetition: Repetition{Count: 1}}
	if _, err := ParseKIF("1 ７六歩(77)", bad); err == nil {
		t.Error("invalid rules are accepted")
	}
	for rec, err := range KIFs(reader(), bad) {
		if rec != nil || err == nil {
			t.Error("invalid rules are accepted")
		}
	}
}

// TestKIFsRoundTrip writes records into one stream and reads them again.
func TestKIFsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var stream bytes.Buffer
		var records []*Record
		r := rapid.SampledFrom(fuzzRules).Draw(t, "rules")
		for range rapid.IntRange(0, 3).Draw(t, "records") {
			rec := drawRecord(t, drawPosition(t, r))
			records = append(records, rec)
			if err := rec.WriteKIF(&stream, nil); err != nil {
				t.Fatal(err)
			}
		}
		i := 0
		for rec, err := range KIFs(&stream, r) {
			if err != nil {
				t.Fatal(err)
			}
			if diff := diffRecords(records[i], rec); diff != "" {
				t.Fatalf("record %d: %s", i, diff)
			}
			i++
		}
		if i != len(records) {
			t.Fatalf("%d records of %d", i, len(records))
		}
	})
}

// repeated is a reader that gives a text many times.
type repeated struct {
	text  string
	times int
	at    int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.times == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.text[r.at:])
	if r.at += n; r.at == len(r.text) {
		r.at = 0
		r.times--
	}
	return n, nil
}

// TestKIFsMemory reads a stream much larger than the memory it may take: a million
// moves in the long form.
func TestKIFsMemory(t *testing.T) {
	times := 250
	if *long {
		times = 5000
	}
	text := longGame(200)
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	moves, records := 0, 0
	for rec, err := range KIFs(&repeated{text: text, times: times}, Shogi()) {
		if err != nil {
			t.Fatal(err)
		}
		for range rec.Main() {
			moves++
		}
		if records++; records%50 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&now)
			if now.HeapAlloc > before.HeapAlloc+4<<20 {
				t.Fatalf("%d bytes are held after %d records", now.HeapAlloc-before.HeapAlloc, records)
			}
		}
	}
	if records != times || moves != 200*times {
		t.Errorf("%d records, %d moves", records, moves)
	}
}

// TestDeepRecord reads, visits and writes variations within variations, far
// deeper than a stack of calls should go.
func TestDeepRecord(t *testing.T) {
	const depth = 100_000
	text := nestedVariations(depth)
	rec, err := ParseKIF(text, Shogi())
	if err != nil {
		t.Fatal(err)
	}
	nodes := 0
	for p, n := range rec.All() {
		if nodes++; !p.Legal(n.Move) {
			t.Fatalf("node %d: %v", nodes, n.Move)
		}
	}
	if want := 2*depth - 2; nodes != want {
		t.Errorf("%d nodes, want %d", nodes, want)
	}
	var b bytes.Buffer
	if err := rec.WriteKIF(&b, nil); err != nil {
		t.Fatal(err)
	}
	back, err := ParseKIF(b.String(), Shogi())
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := back.WriteKIF(&again, nil); err != nil || again.String() != b.String() {
		t.Errorf("written again it differs: %v", err)
	}
}

func TestLongComment(t *testing.T) {
	size := 2 << 20
	if *long {
		size = 50 << 20
	}
	for _, comment := range []string{strings.Repeat("a", size), strings.Repeat("あ\n", size/4) + "x"} {
		rec := &Record{Rules: Shogi(), Comment: comment}
		text := kifText(rec, nil)
		for name, read := range map[string]func() (*Record, error){
			"ParseKIF": func() (*Record, error) { return ParseKIF(text, Shogi()) },
			"ReadKIF":  func() (*Record, error) { return ReadKIF(strings.NewReader(text), Shogi()) },
		} {
			back, err := read()
			if err != nil || back.Comment != comment {
				t.Errorf("%s: %v, %d bytes of %d", name, err, len(back.Comment), size)
			}
		}
	}
}

func TestLongRecord(t *testing.T) {
	moves := 20_000
	if *long {
		moves = 1_000_000
	}
	rec, err := ReadKIF(strings.NewReader(longGame(moves)), Shogi())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range rec.Main() {
		n++
	}
	if n != moves {
		t.Errorf("%d moves", n)
	}
}
