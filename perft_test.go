package shoshogi_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	. "example.com/shoshogi"
)

// perftRules maps the names in the perft tables to rules.
func perftRules(name string) (Rules, bool) {
	text, ok := map[string]string{
		"sho-entry":        "sho",
		"sho-capture":      "sho-federation",
		"sho-zone":         "sho-modern",
		"sho-chu":          "sho-chu",
		"sho-last":         "sho-modern,compulsory=on-last-rank",
		"asakura":          "asakura",
		"asakura-elephant": "asakura,drops=PLNSGBRE",
		"leopard":          "sho46-above-silver",
		"leopard-gold":     "sho46-above-gold,gold-promotes=true",
		"heian-98":         "heian",
		"heian-88":         "heian-small",
		"shogi":            "shogi",
	}[name]
	if !ok {
		return Rules{}, false
	}
	return MustParseRules(text), true
}

// perftLine is a line of a perft table.
type perftLine struct {
	rules Rules
	sfen  string
	depth int
	nodes uint64
}

func parsePerftLine(text string) (line perftLine, err error) {
	fields := strings.Split(text, "\t")
	if len(fields) != 4 {
		return line, fmt.Errorf("%d fields, want 4", len(fields))
	}
	var known bool
	if line.rules, known = perftRules(fields[0]); !known {
		return line, fmt.Errorf("unknown rules %q", fields[0])
	}
	line.sfen = fields[1]
	if line.depth, err = strconv.Atoi(fields[2]); err != nil {
		return line, err
	}
	line.nodes, err = strconv.ParseUint(fields[3], 10, 64)
	return line, err
}

func readPerftTable(t *testing.T, name string) (lines []perftLine) {
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	for n := 1; scanner.Scan(); n++ {
		line, err := parsePerftLine(scanner.Text())
		if err != nil {
			t.Fatalf("%s:%d: %v", name, n, err)
		}
		lines = append(lines, line)
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// quickNodes is the largest count that is not left to the long tests: with it all
// tables together take about a second.
const quickNodes = 3_000_000

// TestPerftTables counts the nodes of every line of the perft tables.
func TestPerftTables(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("testdata", "perft", "*.tsv"))
	if err != nil || len(names) != 13 {
		t.Fatalf("%d perft tables, want 13 (%v)", len(names), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".tsv"), func(t *testing.T) {
			t.Parallel()
			for n, line := range readPerftTable(t, name) {
				t.Run(fmt.Sprintf("line-%d", n+1), line.test)
			}
		})
	}
}

func (line perftLine) test(t *testing.T) {
	p, err := ParseSFEN(line.rules, line.sfen)
	if err != nil {
		t.Fatal(err)
	}
	before := *p
	var got uint64
	switch {
	case line.nodes <= quickNodes:
		got = p.Perft(line.depth)
	case !*long:
		t.Skip("left to -long")
	default:
		if got, err = p.PerftParallel(t.Context(), line.depth, 0); err != nil {
			t.Fatal(err)
		}
	}
	if got != line.nodes {
		t.Errorf("%s depth %d: %d nodes, want %d", line.sfen, line.depth, got, line.nodes)
	}
	if *p != before {
		t.Errorf("%s depth %d: the position has changed to %v", line.sfen, line.depth, p)
	}
}

// TestPerftDepths tests the depths that need no search.
func TestPerftDepths(t *testing.T) {
	p := NewPosition(Sho())
	for depth, want := range map[int]uint64{-3: 1, 0: 1, 1: 26, 2: 676} {
		if got := p.Perft(depth); got != want {
			t.Errorf("Perft(%d) is %d, want %d", depth, got, want)
		}
		for _, workers := range []int{-1, 0, 1, 2, 99} {
			if got, err := p.PerftParallel(t.Context(), depth, workers); got != want || err != nil {
				t.Errorf("PerftParallel(%d, %d) is %d and %v, want %d", depth, workers, got, err, want)
			}
		}
	}
	var never context.Context // none at all, which the doc comment allows
	if got, err := p.PerftParallel(never, 2, 1); got != 676 || err != nil {
		t.Errorf("without a context: %d and %v", got, err)
	}
	over := MustParseSFEN(ShoFederation(), "9/9/9/9/9/9/9/4G4/4K4 b - 1")
	var zero Position
	for _, p := range []*Position{over, &zero} {
		for depth, want := range map[int]uint64{0: 1, 1: 0, 4: 0} {
			parallel, err := p.PerftParallel(t.Context(), depth, 2)
			if got := p.Perft(depth); got != want || parallel != want || err != nil {
				t.Errorf("%v: Perft(%d) is %d, in parallel %d and %v, want %d", p, depth, got, parallel, err, want)
			}
		}
	}
}

// TestPerftParallelCancelled tests that a count stops when its context ends,
// before it and under way: the depth is one that no machine counts to the end.
func TestPerftParallelCancelled(t *testing.T) {
	p := NewPosition(Sho())
	before := *p
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, depth := range []int{0, 1, 2, 3, 12} {
		if _, err := p.PerftParallel(ended, depth, 2); err != context.Canceled {
			t.Errorf("depth %d with an ended context: %v", depth, err)
		}
	}
	running, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := p.PerftParallel(running, 12, 3); err != context.DeadlineExceeded {
		t.Errorf("ended under way: %v", err)
	}
	if *p != before {
		t.Error("the position has changed")
	}
}
