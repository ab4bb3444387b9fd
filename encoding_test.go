package shoshogi_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/japanese"
	"pgregory.net/rapid"

	. "example.com/shoshogi"
)

// cp932 encodes a text as Japanese programs on Windows do.
func cp932(t testing.TB, text string) string {
	t.Helper()
	encoded, err := japanese.ShiftJIS.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

func TestEncodings(t *testing.T) {
	const game = "手合割：平手\n   1 ７六歩(77)\n"
	for _, tc := range []struct{ name, text, want string }{
		{"UTF-8", game, "手合割=平手; 7g7f"},
		{"UTF-8 with a byte order mark", "\ufeff" + game, "手合割=平手; 7g7f"},
		{"CP932", cp932(t, game), "手合割=平手; 7g7f"},
		{"CP932 that says UTF-8", "#KIF version=2.0 encoding=UTF-8\n" + cp932(t, game), "手合割=平手; 7g7f"},
		{"UTF-8 that says Shift_JIS", "#KIF version=2.0 encoding=Shift_JIS\n" + game, "手合割=平手; 7g7f"},
		{"ASCII", "White:A\n*x\n1 76", "White=A; *\"x\""},
		{"characters of Windows", cp932(t, "棋戦：①Ⅷ髙﨑～－\n先手：A\n1 ７六歩(77)"), "棋戦=①Ⅷ髙﨑～－; 先手=A; 7g7f"},
		{"second bytes like ASCII", cp932(t, "先手：十圭ポ―表ソ\n1 ７六歩(77)\n*十|\\\n"), `先手=十圭ポ―表ソ; 7g7f *"十|\"`},
		{"half-width katakana in CP932", "\x90\xe6\x8e\xe8:\xd0\xb0\xd4\xa5\n1 " + cp932(t, "７六歩(77)"), "先手=ﾐｰﾔ･; 7g7f"},
		{"half-width katakana that is valid UTF-8", cp932(t, "*ﾃｽﾄﾃﾞｽ\n先手：A\n"), `先手=A; *"ﾃｽﾄﾃﾞｽ"`},
		{"half-width katakana in UTF-8", "先手：ﾐｰﾔ\n1 ７六歩(77)", "先手=ﾐｰﾔ; 7g7f"},
		{"a word of a record in the other encoding", "先手：" + "x\n*" + "é\n1 ７六歩(77)", `先手=x; *"é" 7g7f`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for name, read := range map[string]func() (*Record, error){
				"ParseKIF":            func() (*Record, error) { return ParseKIF(tc.text, Shogi()) },
				"ReadKIF":             func() (*Record, error) { return ReadKIF(strings.NewReader(tc.text), Shogi()) },
				"ReadKIF by a byte":   func() (*Record, error) { return ReadKIF(iotest.OneByteReader(strings.NewReader(tc.text)), Shogi()) },
				"ReadKIF, error soon": func() (*Record, error) { return ReadKIF(iotest.DataErrReader(strings.NewReader(tc.text)), Shogi()) },
			} {
				rec, err := read()
				if tc.name == "ASCII" {
					checkFault(t, err, "3:5 no piece")
				} else if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if got := describe(rec, Shogi()); got != tc.want {
					t.Errorf("%s: got %s, want %s", name, got, tc.want)
				}
			}
		})
	}
}

func TestDamagedText(t *testing.T) {
	for _, tc := range []struct{ name, text, err, lenient string }{
		{"bad byte in UTF-8", "手合割：平手\n先手：A\xffB\n1 ７六歩(77)", "2:5 no text in the encoding", "手合割=平手; 先手=A\ufffdB; 7g7f"},
		{"line of CP932 in UTF-8", "手合割：平手\n*" + cp932(t, "言葉") + "\n1 ７六歩(77)", "2:2 no text in the encoding", "手合割=平手; *\"言葉\" 7g7f"},
		{"cut off in UTF-8", "手合割：平手\n1 ７六歩(77)\n*x\xe3\x81", "3:3 no text in the encoding", "手合割=平手; 7g7f *\"x縺\""},
		{"bad byte in CP932", cp932(t, "手合割：平手\n先手：") + "A\xa0B\n" + cp932(t, "1 ７六歩(77)"), "2:5 no text in the encoding", "手合割=平手; 先手=A\ufffdB; 7g7f"},
		{"cut off in CP932", cp932(t, "手合割：平手\n1 ７六歩(77)\n*x") + "\x8e", "3:3 no text in the encoding", "手合割=平手; 7g7f *\"x\ufffd\""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := ParseKIF(tc.text, Shogi())
			checkFault(t, err, tc.err)
			rec, err := ReadOptions{Lenient: true}.ReadKIF(strings.NewReader(tc.text), Shogi())
			checkFault(t, err, tc.err)
			if got := describe(rec, Shogi()); got != tc.lenient {
				t.Errorf("got %s, want %s", got, tc.lenient)
			}
		})
	}
}

// TestLongTexts reads texts longer than what is read at a time, with characters
// and line ends across the seams.
func TestLongTexts(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r", "\r\r\n"} {
		for shift := range 6 {
			var lines []string
			var b strings.Builder
			b.WriteString("先手：" + strings.Repeat("x", shift) + end + "1 ７六歩(77)" + end)
			for b.Len() < 200_000 {
				line := strings.Repeat("あａ", len(lines)%100)
				lines = append(lines, line)
				b.WriteString("*" + line + end)
			}
			want := strings.Join(lines, "\n")
			for name, text := range map[string]string{"UTF-8": b.String(), "CP932": cp932(t, b.String())} {
				rec, err := ReadKIF(strings.NewReader(text), Shogi())
				if err != nil {
					t.Fatalf("%s, %q, %d: %v", name, end, shift, err)
				}
				if rec.Next[0].Comment != want {
					t.Errorf("%s, %q, %d: the comment differs", name, end, shift)
				}
			}
		}
	}
}

// TestLineEndsAtSeams puts line ends where what is read at a time ends.
func TestLineEndsAtSeams(t *testing.T) {
	const seam = 1 << 16
	for _, end := range []string{"\n", "\r\n", "\r", "\r\r\n"} {
		for before := range 4 {
			text := "1 ７六歩(77)\n*"
			text += strings.Repeat("x", seam-before-len(text)) + end + "*y" + end + "2 ３四歩(33)"
			rec, err := ReadKIF(strings.NewReader(text), Shogi())
			if err != nil || !strings.HasSuffix(describe(rec, Shogi()), `x\ny" 3c3d`) {
				t.Errorf("%q, %d before the seam: %v", end, before, err)
			}
		}
	}
}

func TestShiftJIS(t *testing.T) {
	rec := &Record{Rules: Shogi(), Comment: "〜−—‖¢£¬"}
	back, err := ParseKIF(kifText(rec, &KIFOptions{ShiftJIS: true}), Shogi())
	if err != nil || back.Comment != "～－―∥￠￡￢" {
		t.Errorf("%q, %v", back.Comment, err)
	}
	for _, char := range []rune{'☗', '⛊', '雞', '¥', '‾', 'é', '한', '😀', '\ufffd'} {
		rec.Comment = "a" + string(char)
		var b bytes.Buffer
		err := rec.WriteKIF(&b, &KIFOptions{ShiftJIS: true})
		var fault *UnencodableError
		if !errors.As(err, &fault) || fault.Char != char || b.Len() > 0 {
			t.Errorf("%c: %v", char, err)
		}
		if _, err := ParseKIF(kifText(rec, nil), Shogi()); err != nil {
			t.Errorf("%c: %v", char, err)
		}
	}
}

// TestShiftJISCharacters writes and reads every character of the Basic
// Multilingual Plane that can be written.
func TestShiftJISCharacters(t *testing.T) {
	twins := strings.NewReplacer("〜", "～", "−", "－", "—", "―", "‖", "∥", "¢", "￠", "£", "￡", "¬", "￢")
	var b strings.Builder
	count := 0
	encoder := japanese.ShiftJIS.NewEncoder()
	for char := rune(' '); char < 0x10000; char++ {
		if _, err := encoder.String(twins.Replace(string(char))); err != nil {
			continue
		}
		rec := &Record{Rules: Shogi(), Comment: string(char)}
		if rec.WriteKIF(io.Discard, &KIFOptions{ShiftJIS: true}) != nil {
			continue
		}
		count++
		b.WriteRune(char)
		if b.Len()%50 == 0 {
			b.WriteByte('\n')
		}
	}
	if count < 7000 {
		t.Errorf("only %d characters can be written", count)
	}
	back, err := ParseKIF(kifText(&Record{Rules: Shogi(), Comment: b.String()}, &KIFOptions{ShiftJIS: true}), Shogi())
	if err != nil || back.Comment != twins.Replace(b.String()) {
		t.Errorf("the characters differ: %v", err)
	}
}

// TestAnyChunks reads texts in pieces of any size.
func TestAnyChunks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(wildCases).Draw(t, "case").text
		size := rapid.IntRange(1, 40).Draw(t, "size")
		want, wantErr := ParseKIF(text, Shogi())
		got, err := ReadKIF(&slowReader{text, size}, Shogi())
		if (err == nil) != (wantErr == nil) || diffRecords(want, got) != "" {
			t.Fatalf("%v, %v: %s", err, wantErr, diffRecords(want, got))
		}
	})
}

// slowReader gives a few bytes at a time.
type slowReader struct {
	text string
	size int
}

func (r *slowReader) Read(p []byte) (int, error) {
	if r.text == "" {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), r.size)], r.text)
	r.text = r.text[n:]
	return n, nil
}

// TestTablesOnDemand builds programs with and without records and looks for the
// tables of Shift_JIS in them.
func TestTablesOnDemand(t *testing.T) {
	if !*long {
		t.Skip("builds two programs; run with -long")
	}
	const table = "golang.org/x/text/encoding/japanese.jis0208Decode"
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		call string
		has  bool
	}{
		"moves":   {`println(len(shoshogi.NewPosition(shoshogi.Sho()).LegalMoves()))`, false},
		"records": {`_, err := shoshogi.ParseKIF("", shoshogi.Sho()); println(err != nil)`, true},
	} {
		dir := t.TempDir()
		source := "package main\n\nimport \"example.com/shoshogi\"\n\nfunc main() {\n\t" + tc.call + "\n}\n"
		mod := "module program\n\ngo 1.25\n\nrequire example.com/shoshogi v0.0.0\n\nrequire golang.org/x/text v0.34.0\n\nreplace example.com/shoshogi => " + root + "\n"
		sum, err := os.ReadFile("go.sum")
		if err != nil {
			t.Fatal(err)
		}
		for file, text := range map[string]string{"main.go": source, "go.mod": mod, "go.sum": string(sum)} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, args := range [][]string{{"build", "-mod=mod", "-o", "program", "."}, {"tool", "nm", "program"}} {
			cmd := exec.Command("go", args...)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("go %v: %v\n%s", args, err, out)
			}
			if args[0] == "tool" && strings.Contains(string(out), table) != tc.has {
				t.Errorf("a program that uses %s: has the tables: %v, want %v", name, !tc.has, tc.has)
			}
		}
	}
}
