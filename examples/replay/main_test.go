package main

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"golang.org/x/text/encoding/japanese"

	"example.com/shoshogi"
)

// samples are the games that come with the library.
var samples = []string{"../../testdata/games/sho.kif", "../../testdata/games/asakura.kif"}

// replayed runs the program and returns its exit status and what it writes.
func replayed(stdin string, args ...string) (status int, out, errs string) {
	var stdout, stderr strings.Builder
	status = run(args, strings.NewReader(stdin), &stdout, &stderr)
	return status, stdout.String(), stderr.String()
}

func readSample(t *testing.T, name string) (string, *shoshogi.Record) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := shoshogi.ParseKIF(string(data), shoshogi.Sho())
	if err != nil {
		t.Fatal(err)
	}
	return string(data), rec
}

// TestSamples checks that every move, comment and variation is shown, and the
// verdict.
func TestSamples(t *testing.T) {
	for _, name := range samples {
		_, rec := readSample(t, name)
		status, out, errs := replayed("", name)
		if status != 0 || errs != "" {
			t.Fatalf("%s: exit status %d, %s", name, status, errs)
		}
		lines := strings.Split(out, "\n")
		g, err := rec.Game()
		if err != nil {
			t.Fatal(err)
		}
		if verdict := lines[len(lines)-3]; verdict != strings.TrimSpace(verdict) || !strings.HasSuffix(verdict, g.Outcome().String()) {
			t.Errorf("%s: the last line is %q, want %v", name, verdict, g.Outcome())
		}
		rest := lines
		for p, node := range rec.Main() {
			rest = after(t, rest, p, node)
		}
		for p, node := range rec.All() {
			after(t, lines, p, node)
		}
	}
}

// after returns the lines after those that show the node.
func after(t *testing.T, lines []string, p *shoshogi.Position, node *shoshogi.Node) []string {
	t.Helper()
	text := node.EndText
	if node.Move != shoshogi.NoMove {
		text = string([]rune(p.Japanese(node.Move, shoshogi.NoMove))[3:]) // without mark and square, which 同 may replace
	}
	for i, line := range lines {
		number, shown, _ := strings.Cut(strings.TrimLeft(line, " |"), " ")
		if number == strconv.Itoa(p.Ply()) && strings.Contains(shown, text) && commented(lines[i+1:], node.Comment) {
			return lines[i+1:]
		}
	}
	t.Errorf("move %d, %s, is not shown", p.Ply(), text)
	return lines
}

// commented reports whether the lines begin with the comment.
func commented(lines []string, comment string) bool {
	if comment == "" {
		return true
	}
	for i, want := range strings.Split(comment, "\n") {
		if i >= len(lines) || strings.TrimLeft(lines[i], " |") != "* "+want {
			return false
		}
	}
	return true
}

// TestSampleGames checks what the samples are said to show.
func TestSampleGames(t *testing.T) {
	for i, want := range []struct {
		rules           shoshogi.Rules
		princes, royals int // made and captured in the main line
		drops           bool
	}{
		{rules: shoshogi.Sho(), princes: 2, royals: 2},
		{rules: shoshogi.Asakura(), drops: true},
	} {
		_, rec := readSample(t, samples[i])
		princes, royals, drops := 0, 0, false
		for p, node := range rec.Main() {
			if node.Move.Promotes() && p.At(node.Move.From()).Kind() == shoshogi.Elephant {
				princes++
			}
			if p.Captured(node.Move).Kind().Royal() {
				royals++
			}
			drops = drops || node.Move.Drop() != shoshogi.NoKind
		}
		nodes := 0
		for range rec.All() {
			nodes++
		}
		g, err := rec.Game()
		if err != nil {
			t.Fatal(err)
		}
		if rec.Rules != want.rules || princes != want.princes || royals != want.royals || drops != want.drops ||
			g.Outcome().Reason != shoshogi.ByCheckmate || nodes <= g.Len()+1 {
			t.Errorf("%s: rules %v, %d princes, %d royals captured, drops %v, %v, %d nodes with %d moves in the main line",
				samples[i], rec.Rules, princes, royals, drops, g.Outcome(), nodes, g.Len())
		}
	}
}

const small = `手合割：平手
先手：先手
*A start.
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:12/00:00:12)
&here
   2 ３四歩(33)   (61:05/01:01:05)+
*Two
*lines.
   3 ２二角成(88)
   4 同　銀(31)
   5 中断
まで4手で中断

変化：2手
   2 ８四歩(83)
   3 ２六歩(27)   ( 0:00/00:00:12)+
   4 ３二金(41)

変化：3手
   3 ６八銀(79)
*Deeper.
`

func TestShow(t *testing.T) {
	const want = `rules: shogi
手合割: 平手
先手: 先手

     * A start.
   1 ▲７六歩             0:12
     & here
   2 △３四歩             1:01:05
     * Two
     * lines.
     |    2 △８四歩
     |    3 ▲２六歩
     |      |    3 ▲６八銀
     |      |      * Deeper.
     |    4 △３二金
   3 ▲２二角成
   4 △同　銀
   5 中断 (abandoned)

verdict after move 4: abandoned

`
	status, out, errs := replayed(small, "-")
	if status != 0 || errs != "" || out != want {
		t.Errorf("exit status %d, errors %q, output:\n%s\nwant:\n%s", status, errs, out, want)
	}
}

// TestContradiction has a summary that the moves belie: it is shown, not believed.
func TestContradiction(t *testing.T) {
	const summary = "まで9手で先手の勝ち"
	status, out, errs := replayed("手合割：平手\n   1 ７六歩(77)\n   2 中断\n"+summary+"\n", "-")
	if status != 0 || errs != "" || !strings.HasSuffix(out, "     ? "+summary+"\n\nverdict after move 1: abandoned\n\n") {
		t.Errorf("exit status %d, errors %q, output:\n%s", status, errs, out)
	}
}

func TestDiagrams(t *testing.T) {
	_, out, _ := replayed(small, "-diagrams", "-")
	if n := strings.Count(out, "+---------------------------+"); n != 2*(1+4+4) {
		t.Errorf("%d borders of diagrams, want those of the start, 4 moves and 4 moves of variations:\n%s", n, out)
	}
	if !strings.Contains(out, "     |      | | 香 桂 ・ 金 玉 金 銀 桂 香|九\n") {
		t.Errorf("no indented diagram after 3 ▲６八銀:\n%s", out)
	}
}

// TestConversion converts the samples to every form and back.
func TestConversion(t *testing.T) {
	for _, name := range samples {
		text, rec := readSample(t, name)
		g, err := rec.Game()
		if err != nil {
			t.Fatal(err)
		}
		if _, out, _ := replayed("", "-to", "kif", name); out != text {
			t.Errorf("%s: -to kif gives something else than the file:\n%s", name, out)
		}
		if _, out, _ := replayed("", "-to", "usi", name); out != "position "+g.USI()+"\n" {
			t.Errorf("%s: -to usi gives %s", name, out)
		}
		if _, out, _ := replayed("", "-to", "sfen", name); out != g.Position().SFEN()+"\n" {
			t.Errorf("%s: -to sfen gives %s", name, out)
		}
		_, ki2, _ := replayed("", "-to", "ki2", name)
		if status, out, errs := replayed(ki2, "-to", "kif", "-"); status != 0 || out != text {
			t.Errorf("%s: back from KI2: exit status %d, %s\n%s", name, status, errs, out)
		}
	}
}

func TestShiftJIS(t *testing.T) {
	bytes, err := japanese.ShiftJIS.NewEncoder().String(small)
	if err != nil {
		t.Fatal(err)
	}
	_, want, _ := replayed(small, "-")
	if status, out, errs := replayed(bytes, "-"); status != 0 || out != want {
		t.Errorf("exit status %d, %s, output:\n%s", status, errs, out)
	}
}

// TestRules checks that the flag rules over records without a name of rules only.
func TestRules(t *testing.T) {
	const unnamed = "   1 ６八醉象(58)\n"
	if status, out, _ := replayed(unnamed, "-rules", "asakura", "-"); status != 0 || !strings.HasPrefix(out, "rules: asakura\n") {
		t.Errorf("exit status %d, output:\n%s", status, out)
	}
	if status, _, errs := replayed(unnamed, "-rules", "shogi", "-"); status != 1 || !strings.Contains(errs, "column 10") {
		t.Errorf("an elephant under the rules of shogi: exit status %d, %q", status, errs)
	}
	if _, out, _ := replayed(small, "-rules", "asakura", "-"); !strings.HasPrefix(out, "rules: shogi\n") {
		t.Errorf("手合割：平手 is not shogi:\n%s", out)
	}
}

// TestFailures checks that a broken file is shown as far as it goes, reported in
// one line, and does not stop the others.
func TestFailures(t *testing.T) {
	folder := t.TempDir()
	broken := filepath.Join(folder, "broken.kif")
	if err := os.WriteFile(broken, []byte("手合割：平手\n   1 ７六歩(77)\n   2 ３三歩(34)\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(folder, "missing.kif")
	status, out, errs := replayed("", broken, missing, samples[0])
	if status != 1 {
		t.Errorf("exit status %d, want 1", status)
	}
	lines := strings.Split(strings.TrimSuffix(errs, "\n"), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], broken+": KIF: line 3, ") || !strings.HasPrefix(lines[1], missing+": ") {
		t.Errorf("want a line for each of two files, got:\n%s", errs)
	}
	if !strings.HasPrefix(out, broken+"\n\nrules: shogi\n") || !strings.Contains(out, "   1 ▲７六歩\n") || !strings.Contains(out, samples[0]+"\n\nrules: sho\n") {
		t.Errorf("want what can be shown of all files, got:\n%s", out)
	}
	if status, out, _ := replayed("", "-to", "usi", broken); status != 1 || out != "" {
		t.Errorf("a broken file was converted: exit status %d, %q", status, out)
	}
}

// TestControlCharacters checks that no record can give orders to the terminal, and
// that conversion leaves it as it is.
func TestControlCharacters(t *testing.T) {
	const orders = "\x1b[2J\u009b31m\x07\b\u202e"
	text := "手合割：平手\n先手：A" + orders + "\n*start" + orders + "\n&mark" + orders + "\n   1 ７六歩(77)\n*move\t" + orders + "\n   2 投了" + orders + "\n"
	status, out, errs := replayed(text, "-")
	if status != 0 && errs == "" || strings.ContainsAny(out+errs, "\x1b\u009b\x07\b\u202e") {
		t.Errorf("exit status %d, errors %q, output %q", status, errs, out)
	}
	const shown = "�[2J�31m���"
	for _, want := range []string{"先手: A" + shown, "* start" + shown, "& mark" + shown, "* move\t" + shown} {
		if !strings.Contains(out, want+"\n") {
			t.Errorf("no %q in %q", want, out)
		}
	}
	if _, _, errs := replayed("", "none\x1b[2J.kif"); strings.Contains(errs, "\x1b") || !strings.Contains(errs, "none�[2J.kif: ") {
		t.Errorf("the name of a file gives orders: %q", errs)
	}
	const comment = "手合割：平手\n*a\x1b[2J\n   1 ７六歩(77)\n"
	if status, out, _ := replayed(comment, "-to", "kif", "-"); status != 0 || !strings.Contains(out, "*a\x1b[2J\n") {
		t.Errorf("converted: exit status %d, %q", status, out)
	}
}

// endless is a file without an end.
type endless struct{ text string }

func (e endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		n += copy(p[n:], e.text)
	}
	return n, nil
}

func TestEndlessInput(t *testing.T) {
	for _, text := range []string{"\x00", "*a comment\n"} {
		var out, errs strings.Builder
		status := run([]string{"-to", "sfen", "-"}, endless{text}, &out, &errs)
		if status != 1 || out.Len() > 0 || errs.String() != "-: more than 64 MiB, too much for a record\n" {
			t.Errorf("%q without end: exit status %d, %q", text, status, errs.String())
		}
	}
}

func TestBounded(t *testing.T) {
	for size := range 5 {
		data, err := io.ReadAll(&bounded{iotest.OneByteReader(strings.NewReader("abcd"[:size])), 3})
		if want := "abcd"[:min(size, 3)]; string(data) != want || (err != nil) != (size > 3) {
			t.Errorf("%d bytes: read %q, %v", size, data, err)
		}
	}
}

func TestProgress(t *testing.T) {
	var out, errs strings.Builder
	r := replay{rules: shoshogi.Sho(), to: "sfen", out: &out}
	status := r.files([]string{samples[0], "none.kif", samples[0]}, &errs, true)
	shown := strings.Split(errs.String(), "\r\x1b[K")
	if status != 1 || len(shown) != 6 || shown[1] != "1/3 "+samples[0] || shown[2] != "2/3 none.kif" || !strings.HasPrefix(shown[3], "none.kif: ") ||
		!strings.HasSuffix(shown[3], "\n") || shown[4] != "3/3 "+samples[0] || shown[5] != "" {
		t.Errorf("exit status %d, progress %q", status, shown)
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{}, {"-to", "pgn", samples[0]}, {"-rules", "chess", samples[0]}, {"-x"}} {
		if status, out, errs := replayed("", args...); status != 2 || out != "" || !strings.Contains(errs, "usage: replay") {
			t.Errorf("%q: exit status %d, output %q, errors:\n%s", args, status, out, errs)
		}
	}
}

func TestClock(t *testing.T) {
	for seconds, want := range map[int]string{0: "0:00", 9: "0:09", 61: "1:01", 3599: "59:59", 3600: "1:00:00", 45296: "12:34:56"} {
		if got := clock(time.Duration(seconds) * time.Second); got != want {
			t.Errorf("%d seconds are shown as %s, want %s", seconds, got, want)
		}
	}
}
