package shoshogi_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	. "example.com/shoshogi"
)

// perftRules maps the names of the perft tables to rules.
func perftRules(name string) Rules {
	switch name {
	case "sho-entry":
		return Sho()
	case "sho-capture":
		return ShoFederation()
	case "sho-zone":
		return ShoModern()
	case "sho-chu":
		return ShoChu()
	case "sho-last":
		r := ShoModern()
		r.Compulsory = OnLastRank
		return r
	case "asakura":
		return Asakura()
	case "asakura-elephant":
		r := Asakura()
		r.Drops = r.Drops.With(Elephant)
		return r
	case "leopard":
		return Sho46(AboveSilver)
	case "leopard-gold":
		r := Sho46(AboveGold)
		r.GoldPromotes = true
		return r
	case "heian-98":
		return Heian()
	case "heian-88":
		return HeianSmall()
	case "shogi":
		return Shogi()
	}
	panic("no rules for " + name)
}

func TestPerftTables(t *testing.T) {
	files, _ := filepath.Glob("testdata/perft/*.tsv")
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
			fs := strings.Split(line, "\t")
			depth, _ := strconv.Atoi(fs[2])
			want, _ := strconv.ParseUint(fs[3], 10, 64)
			if want > 3000000 && os.Getenv("LONG") == "" {
				continue
			}
			p, err := ParseSFEN(perftRules(fs[0]), fs[1])
			if err != nil {
				t.Errorf("%s %s: %v", fs[0], fs[1], err)
				continue
			}
			if got := p.Perft(depth); got != want {
				t.Errorf("%s %s depth %d: %d, want %d", fs[0], fs[1], depth, got, want)
			}
		}
	}
}
