package shoshogi_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/japanese"

	. "example.com/shoshogi"
)

// TestOrderOfFaults checks that lenient reading lists faults in the order of the
// file, also those of the head, which is judged as a whole.
func TestOrderOfFaults(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []string // line:column
	}{
		{"手合割：謎\nx\n", []string{"1:5", "2:1"}},
		{"|v香|一\n先手番\n先手番\n", []string{"1:1", "3:1"}},
		{"先手の持駒：X\nfoo\n", []string{"1:7", "2:1"}},
		{"foo\xff\n", []string{"1:1", "1:4"}},
		{"bar\n先手の持駒：X\nfoo\n1 ７六歩(77)\n変化：1手\n変化：9手\n1 ７六歩(77)\n", nil},
	} {
		_, err := ReadOptions{Lenient: true}.ParseKIF(tc.text, Sho())
		var all ParseErrors
		if !errors.As(err, &all) || len(all) < 2 {
			t.Errorf("%q: %v, want several faults", tc.text, err)
			continue
		}
		var got []string
		for i, fault := range all {
			got = append(got, fmt.Sprintf("%d:%d", fault.Line, fault.Column))
			if i > 0 && fault.Offset < all[i-1].Offset {
				t.Errorf("%q: offset %d after %d", tc.text, fault.Offset, all[i-1].Offset)
			}
		}
		if diff := cmp.Diff(tc.want, got); tc.want != nil && diff != "" {
			t.Errorf("%q: %s", tc.text, diff)
		}
	}
}

// TestOffsets checks that the offset of a fault is that in the file, where a byte
// order mark counts, or in Shift_JIS that in the decoded text.
func TestOffsets(t *testing.T) {
	const mark = "\ufeff"
	for _, text := range []string{
		"どこか\n", "先手：あ\n1 ７六歩(77)\n2 ９九玉(11)\n", "先手：あ\r\n\r\n1 ７六歩(77)\r\n2 ９九玉(11)\r\n",
		"先手の持駒：謎\n", strings.Repeat("*あ\n", 100_000) + "1 ７六歩(77)\n2 ９九玉(11)\n",
		mark + "*a\n1 ９九玉(11)\n", // after the first byte order mark another one is a character
	} {
		sjis, err := japanese.ShiftJIS.NewEncoder().String(text)
		plain := err == nil
		_, err = ParseKIF(text, Shogi())
		if strings.HasPrefix(text, mark) {
			_, err = ParseKIF(mark+text, Shogi())
		}
		var want *ParseError
		if !errors.As(err, &want) {
			t.Fatalf("%.40q: %v", text, err)
		}
		lines := strings.SplitAfter(text, "\n")
		begin := len(strings.Join(lines[:want.Line-1], ""))
		offset := begin + len(string([]rune(lines[want.Line-1])[:want.Column-1]))
		for _, read := range []struct {
			name string
			text string
			want int
			skip bool
		}{
			{"as it is", text, offset, strings.HasPrefix(text, mark)},
			{"with a byte order mark", mark + text, len(mark) + offset, false},
			{"in Shift_JIS", sjis, offset, !plain},
		} {
			if read.skip {
				continue
			}
			for name, err := range faults(read.text) {
				var got *ParseError
				if !errors.As(err, &got) || got.Offset != read.want || got.Line != want.Line || got.Column != want.Column {
					t.Errorf("%.40q %s, %s: offset %d in %v, want %d in line %d, column %d", text, read.name, name, got.Offset, err, read.want, want.Line, want.Column)
				}
			}
		}
	}
}

// faults returns what the readers say of a text in KIF.
func faults(text string) map[string]error {
	errs := map[string]error{}
	_, errs["ParseKIF"] = ParseKIF(text, Shogi())
	_, errs["ReadKIF"] = ReadKIF(strings.NewReader(text), Shogi())
	_, errs["ReadRecord"] = ReadRecord(strings.NewReader(text), Shogi())
	for _, err := range KIFs(strings.NewReader(text), Shogi()) {
		errs["KIFs"] = err
	}
	_, errs["ParseKIF, lenient"] = ReadOptions{Lenient: true}.ParseKIF(text, Shogi())
	return errs
}
