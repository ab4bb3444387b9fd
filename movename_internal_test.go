package shoshogi

import (
	"testing"
	"unicode/utf8"
)

func TestPieceNames(t *testing.T) {
	seen := map[string]Kind{}
	for k := Pawn; k < kindCount; k++ {
		if moveName(k) == "" {
			t.Errorf("%v has no name in moves", k)
		}
		names := append([]string{k.Japanese(), k.Kanji()}, pieceNames[k]...)
		for _, name := range names {
			if other, ok := seen[name]; ok && other != k {
				t.Errorf("%s names both %v and %v", name, other, k)
			}
			seen[name] = k
			if len(name) != kanjiBytes*utf8.RuneCountInString(name) || utf8.RuneCountInString(name) > longestName {
				t.Errorf("%s is not made of at most %d characters of %d bytes", name, longestName, kanjiBytes)
			}
			for _, rest := range []string{"", "成", "(77)", "右", "　"} {
				if got, n := kindNamed(name + rest); got != k || n != len(name) {
					t.Errorf("kindNamed(%q) = %v, %d, want %v, %d", name+rest, got, n, k, len(name))
				}
			}
		}
	}
	for _, s := range []string{"", "成", "右", "x", "飛"[:2], "\xff\xff\xff", "同"} {
		if got, n := kindNamed(s); got != NoKind || n != 0 {
			t.Errorf("kindNamed(%q) = %v, %d, want none", s, got, n)
		}
	}
	if moveName(NoKind) != "" || moveName(kindCount) != "" {
		t.Error("NoKind and invalid kinds have a name")
	}
}

func TestSquareNames(t *testing.T) {
	for sq := Square(1); sq <= lastSquare; sq++ {
		text := string(appendSquareName(nil, sq))
		if got, n := squareNamed(text + "歩"); got != sq || n != len(text) {
			t.Errorf("squareNamed(%q) = %v, %d, want %v", text, got, n, sq)
		}
		if got, _ := squareNamed(sq.String()); got != sq {
			t.Errorf("squareNamed(%v) = %v", sq, got)
		}
	}
	for _, s := range []string{"７六", "76", "７６", "7六", "７6", "7f", "７f"} {
		if got, n := squareNamed(s); got != SquareAt(7, 6) || n != len(s) {
			t.Errorf("squareNamed(%q) = %v, %d", s, got, n)
		}
	}
	if got := appendSquareName(nil, NoSquare); len(got) != 0 {
		t.Errorf("NoSquare is named %s", got)
	}
	for _, s := range []string{"", "7", "７", "0六", "７〇", "70", "７十", "六７", "7j", "\xef\xbc", "歩"} {
		if got, n := squareNamed(s); got != NoSquare || n != 0 {
			t.Errorf("squareNamed(%q) = %v, %d, want none", s, got, n)
		}
	}
}
