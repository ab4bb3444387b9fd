package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/shoshogi"
)

// runPerft runs the program without progress reports.
func runPerft(args ...string) (status int, stdout, stderr string) {
	var out, errs strings.Builder
	status = run(context.Background(), args, &out, &errs, time.Hour)
	return status, out.String(), errs.String()
}

// summaryLine is the last line of a run: depth and nodes, then time and rate.
var summaryLine = regexp.MustCompile(`(?m)^depth (\d+): (\d+) nodes in \S+, \d+\.\d million nodes per second\n\z`)

func TestCounts(t *testing.T) {
	for _, tc := range []struct {
		args  string
		depth string
		nodes string
	}{
		{"-rules sho-modern -depth 4", "4", "445372"},
		{"-rules shogi -depth 4 -parallel 2", "4", "719731"},
		{"-rules shogi -depth 4 -parallel 0", "4", "719731"},
		{"-rules shogi -depth 1", "1", "30"},
		{"-rules shogi -depth 0", "0", "1"},
		{"-rules shogi -depth 0 -divide", "0", "1"},
	} {
		status, stdout, stderr := runPerft(strings.Fields(tc.args)...)
		m := summaryLine.FindStringSubmatch(stdout)
		if status != 0 || stderr != "" || m == nil || m[1] != tc.depth || m[2] != tc.nodes {
			t.Errorf("%s: want %s nodes; got status %d, output %q, errors %q", tc.args, tc.nodes, status, stdout, stderr)
		}
	}
}

// TestDefaults checks that without flags it is sho shogi from the start.
func TestDefaults(t *testing.T) {
	_, stdout, _ := runPerft("-depth", "3")
	m := summaryLine.FindStringSubmatch(stdout)
	want := shoshogi.NewPosition(shoshogi.Sho()).Perft(3)
	if m == nil || m[2] != fmt.Sprint(want) {
		t.Errorf("got %q, want %d nodes", stdout, want)
	}
}

func TestDivide(t *testing.T) {
	const sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
	p := shoshogi.MustParseSFEN(shoshogi.Shogi(), sfen)
	status, stdout, stderr := runPerft("-rules", "shogi", "-sfen", sfen, "-depth", "3", "-divide")
	if status != 0 || stderr != "" {
		t.Fatalf("status %d, errors %q", status, stderr)
	}
	lines := strings.SplitAfter(stdout, "\n")
	if n := p.CountMoves() + 2; len(lines) != n || lines[n-1] != "" {
		t.Fatalf("want a line for each of %d moves and one more, got:\n%s", n-2, stdout)
	}
	last := ""
	for _, line := range lines[:len(lines)-2] {
		move, _, _ := strings.Cut(line, ":")
		if move <= last {
			t.Errorf("%s after %s", move, last)
		}
		last = move
		q := *p
		if err := q.Play(shoshogi.MustParseMove(move)); err != nil {
			t.Error(err)
		}
		if want := fmt.Sprintf("%s: %d\n", move, q.Perft(2)); line != want {
			t.Errorf("got %q, want %q", line, want)
		}
	}
	if m := summaryLine.FindStringSubmatch(stdout); m == nil || m[2] != fmt.Sprint(p.Perft(3)) {
		t.Errorf("wrong total in %q", lines[len(lines)-2])
	}
}

// TestProgress checks that a run of several portions reports each, that the
// nodes grow and that the sum is right.
func TestProgress(t *testing.T) {
	p := shoshogi.NewPosition(shoshogi.Shogi())
	portions := p.Perft(2)
	var stdout, stderr strings.Builder
	c := newCounter(context.Background(), p, 4, 1, &stderr, 0)
	c.portion = 2
	if err := c.divide(p, 4, &stdout); err != nil {
		t.Fatal(err)
	}
	reports := strings.Split(strings.TrimSuffix(stderr.String(), "\n"), "\n")
	if len(reports) != int(portions) {
		t.Fatalf("want %d reports, got %q", portions, reports)
	}
	last := uint64(0)
	for _, report := range reports {
		var nodes uint64
		if _, err := fmt.Sscanf(report, "%d nodes in", &nodes); err != nil || nodes <= last {
			t.Errorf("after %d nodes: %q", last, report)
		}
		last = nodes
	}
	if want := p.Perft(4); c.nodes != want || last != want {
		t.Errorf("got %d nodes, last report %d, want %d", c.nodes, last, want)
	}
}

// TestCancel checks that a run that would take ages ends with its context.
func TestCancel(t *testing.T) {
	for _, divide := range []string{"-divide=false", "-divide"} {
		ctx, cancel := context.WithCancel(context.Background())
		reports := writerFunc(func(string) { cancel() }) // the first report ends the run
		var stdout strings.Builder
		status := run(ctx, []string{"-depth", "12", divide}, &stdout, reports, 0)
		if status != 1 || stdout.String() != "" {
			t.Errorf("%s: status %d, output %q", divide, status, &stdout)
		}
	}
}

// writerFunc is called with everything that is written.
type writerFunc func(string)

func (f writerFunc) Write(b []byte) (int, error) {
	f(string(b))
	return len(b), nil
}

// TestPortions checks that a portion is neither a long wait nor a waste.
func TestPortions(t *testing.T) {
	for _, sfen := range []string{
		"startpos",
		"4k4/9/9/9/9/9/9/9/R3K4 w - 1",
		"4k3R/3p1p3/9/9/9/9/9/9/4K4 w - 1", // two moves out of check, then many
		"R3k4/R8/9/9/9/9/9/9/4K4 w - 1",    // mate
	} {
		p := shoshogi.MustParseSFEN(shoshogi.Sho(), sfen)
		c := newCounter(context.Background(), p, 8, 1, io.Discard, time.Hour)
		if n := p.Perft(c.portion); n > 50_000_000 || n < 1_000_000 && c.portion < 8 {
			t.Errorf("%s: a portion of %d plies has %d nodes", sfen, c.portion, n)
		}
	}
}

// TestCancelled checks that nothing is counted once the context has ended.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr strings.Builder
	status := run(ctx, []string{"-depth", "7"}, &stdout, &stderr, 0)
	if status != 1 || stdout.String() != "" || !strings.HasPrefix(stderr.String(), "perft: stopped after ") {
		t.Errorf("status %d, output %q, errors %q", status, &stdout, &stderr)
	}
}

func TestUsage(t *testing.T) {
	for _, tc := range []struct{ args, want string }{
		{"-rules chess", `invalid value "chess" for flag -rules`},
		{"-sfen 9/9", "perft: "},
		{"-depth -1", "perft: -depth -1: must not be negative"},
		{"-parallel -1", "perft: -parallel -1: must not be negative"},
		{"-depth five", `invalid value "five" for flag -depth`},
		{"extra", `perft: unexpected argument "extra"`},
	} {
		status, stdout, stderr := runPerft(strings.Fields(tc.args)...)
		if status != 2 || stdout != "" || !strings.HasPrefix(stderr, tc.want) {
			t.Errorf("%s: status %d, output %q, errors %q", tc.args, status, stdout, stderr)
		}
	}
}
