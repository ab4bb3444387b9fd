// Perft counts the legal move sequences of a given length, the usual check and
// benchmark of a move generator, and prints how many there are and how fast they
// were counted. Long runs report their progress on standard error; Ctrl-C ends
// them.
//
//	go run ./examples/perft -rules sho-modern -depth 6
//	go run ./examples/perft -rules shogi -sfen "4k4/9/4P4/9/9/9/9/9/4K4 b G 1" -depth 4 -divide
//	go run ./examples/perft -rules shogi -depth 7 -parallel 0
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"example.com/shoshogi"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	status := run(ctx, os.Args[1:], os.Stdout, os.Stderr, 5*time.Second)
	stop()
	os.Exit(status)
}

// run is the program: it returns the exit status, 2 for wrong usage. Progress is
// reported after every interval.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, interval time.Duration) int {
	flags := flag.NewFlagSet("perft", flag.ContinueOnError)
	flags.SetOutput(stderr)
	rules := shoshogi.Sho()
	flags.TextVar(&rules, "rules", rules, "the rules: one of "+strings.Join(shoshogi.RulesNames(), ", ")+", with changes after commas, sho,promotion=in-zone")
	sfen := flags.String("sfen", "startpos", "the position, as SFEN")
	depth := flags.Int("depth", 5, "how many moves long the sequences are")
	divide := flags.Bool("divide", false, "print the count of each first move as well")
	workers := flags.Int("parallel", 1, "how many processors to count on, 0 for all")
	if flags.Parse(args) != nil {
		return 2
	}
	p, err := shoshogi.ParseSFEN(rules, *sfen)
	switch {
	case err != nil:
	case flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case *depth < 0:
		err = fmt.Errorf("-depth %d: must not be negative", *depth)
	case *workers < 0:
		err = fmt.Errorf("-parallel %d: must not be negative", *workers)
	}
	if err != nil {
		fmt.Fprintln(stderr, "perft:", err)
		return 2
	}
	c := newCounter(ctx, p, *depth, *workers, stderr, interval)
	if *divide {
		err = c.divide(p, *depth, stdout)
	} else {
		err = c.count(p, *depth)
	}
	if err != nil {
		fmt.Fprintf(stderr, "perft: stopped after %s\n", c.summary())
		return 1
	}
	fmt.Fprintf(stdout, "depth %d: %s\n", *depth, c.summary())
	return 0
}

// counter counts and says how far it has come.
type counter struct {
	ctx      context.Context
	workers  int
	portion  int // the depth that is counted without a look at the clock
	stderr   io.Writer
	interval time.Duration

	nodes         uint64
	started, told time.Time
}

// newCounter returns a counter whose portions are some million nodes for p, a
// fraction of a second.
func newCounter(ctx context.Context, p *shoshogi.Position, depth, workers int, stderr io.Writer, interval time.Duration) *counter {
	portion := 1
	for portion < depth && p.Perft(portion) < 1_000_000 {
		portion++
	}
	now := time.Now()
	return &counter{ctx: ctx, workers: workers, portion: portion, stderr: stderr, interval: interval, started: now, told: now}
}

// count adds the sequences of depth moves from p. It leaves p as it was.
func (c *counter) count(p *shoshogi.Position, depth int) error {
	if depth > c.portion {
		for m := range p.Moves() {
			if err := c.countAfter(p, m, depth); err != nil {
				return err
			}
		}
		return nil
	}
	nodes, err := p.PerftParallel(c.ctx, depth, c.workers)
	c.nodes += nodes
	if now := time.Now(); err == nil && now.Sub(c.told) >= c.interval {
		c.told = now
		fmt.Fprintln(c.stderr, c.summary())
	}
	return err
}

// countAfter adds the sequences that begin with m.
func (c *counter) countAfter(p *shoshogi.Position, m shoshogi.Move, depth int) error {
	u := p.Do(m)
	err := c.count(p, depth-1)
	p.Undo(u)
	return err
}

// divide counts like count and prints the count of each first move.
func (c *counter) divide(p *shoshogi.Position, depth int, stdout io.Writer) error {
	if depth == 0 {
		return c.count(p, depth)
	}
	moves := p.LegalMoves()
	slices.SortFunc(moves, func(a, b shoshogi.Move) int { return strings.Compare(a.String(), b.String()) })
	for _, m := range moves {
		before := c.nodes
		if err := c.countAfter(p, m, depth); err != nil {
			return err
		}
		fmt.Fprintf(stdout, "%v: %d\n", m, c.nodes-before)
	}
	return nil
}

// summary says how many nodes were counted and how fast.
func (c *counter) summary() string {
	elapsed := time.Since(c.started)
	rate := float64(c.nodes) / max(elapsed.Seconds(), 1e-9) / 1e6
	return fmt.Sprintf("%d nodes in %v, %.1f million nodes per second", c.nodes, elapsed.Round(time.Millisecond), rate)
}
