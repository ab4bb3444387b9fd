package shoshogi_test

import (
	"testing"

	. "example.com/shoshogi"
)

// TestHashIsStable pins hashes, which must be the same in every process and on
// every architecture.
func TestHashIsStable(t *testing.T) {
	for _, c := range []struct {
		rules, sfen string
		want        uint64
	}{
		{"sho", "startpos", 0xd5eeb60c4b58a48f},
		{"sho-federation", "startpos", 0x728642063e1cec4a},
		{"sho-modern", "startpos", 0xdedaabf3d6a53ddc},
		{"sho-chu", "startpos", 0x799e27439e414544},
		{"sho46-above-silver", "startpos", 0x64b2a08e2ada81d3},
		{"sho46-above-gold", "startpos", 0x7033aa9d57115b3b},
		{"asakura", "startpos", 0x8d20d6643400b89a},
		{"heian", "startpos", 0x86296e1dc4b72ced},
		{"heian-small", "startpos", 0x3a0f4f82e6cf56a2},
		{"shogi", "startpos", 0x0104c7d29117ecf8},
		{"sho,compulsory=always", "startpos", 0x922ea58df3f80bc7},
		{"sho", "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B2E2R1/LNSGKGSNL w - 2", 0x199df1566afd4dcc},
		{"sho", "4k4/4+e4/9/9/9/9/9/4+R4/4K4 b - 77", 0xb22ddb0da05a45df},
		{"asakura", "4k4/9/9/9/9/9/9/9/4K4 b RB2G4Prb2s3n 1", 0x60a469dbf9901b47},
		{"asakura", "4k4/9/9/9/9/9/9/9/4K4 w RB2G4Prb2s3n 1", 0x4bda7ccdd13ec9e0},
		{"asakura", "4k4/9/9/9/9/9/9/9/4K4 b P 1", 0xb7a93dc50211fd2a},
		{"asakura", "4k4/9/9/9/9/9/9/9/4K4 b p 1", 0x3b06fde1244368df},
		{"sho46-above-gold,drops=PF,gold-promotes=true", "4k4/3+f5/9/5+G3/9/9/9/9/4K4 b 2F10Ppf 1", 0xa7d424bdd9d000d9},
	} {
		if got := MustParseSFEN(MustParseRules(c.rules), c.sfen).Hash(); got != c.want {
			t.Errorf("{%q, %q, %#016x},", c.rules, c.sfen, got)
		}
	}
}

// TestMoveEncodingIsStable pins the numbers of moves.
func TestMoveEncodingIsStable(t *testing.T) {
	for text, want := range map[string]Move{
		"1a1b":  1<<7 | 2,
		"7g7f":  7868,
		"9i9h":  81<<7 | 80,
		"8h2b+": 25483,
		"P*5e":  32937,
		"E*1a":  0x8000 | 8<<7 | 1,
		"K*9i":  0x8000 | 10<<7 | 81,
	} {
		if got := MustParseMove(text); got != want {
			t.Errorf("%s is %d, want %d", text, got, want)
		}
	}
	for from := range Square(82) {
		for to := range Square(82) {
			if from == to || !from.Valid() || !to.Valid() {
				continue
			}
			if got, want := NewMove(from, to, true), Move(from)<<7|Move(to)|1<<14; got != want {
				t.Fatalf("%v is %d, want %d", got, got, want)
			}
		}
	}
}
