package shoshogi_test

import (
	"context"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	. "example.com/shoshogi"
)

// These tests say the most under the race detector.

// inParallel runs work on several goroutines at once and waits for all.
func inParallel(work func(worker int)) {
	var done sync.WaitGroup
	for worker := range 8 {
		done.Go(func() { work(worker) })
	}
	done.Wait()
}

// TestConcurrentReaders has many goroutines ask the same position, game and record
// everything at once, and search in copies of their own.
func TestConcurrentReaders(t *testing.T) {
	for name, r := range ruleSets() {
		p := NewPosition(r)
		g := NewGame(p)
		random := rand.New(rand.NewPCG(7, 7))
		for range 40 {
			if g.Play(g.RandomMove(random.Uint64())) != nil {
				break
			}
		}
		p = g.Position()
		rec := NewRecord(g)
		before, moves, record := *p, p.LegalMoves(), recordText(t, rec)
		inParallel(func(worker int) {
			if got := p.LegalMoves(); !slices.Equal(got, moves) {
				t.Errorf("%s: worker %d lists %v, want %v", name, worker, got, moves)
			}
			askPosition(p)
			askGame(g)
			if got := recordText(t, rec); got != record {
				t.Errorf("%s: worker %d writes another record", name, worker)
			}
			for q, n := range rec.All() {
				_ = q.Western(n.Move)
			}
			searchCopies(p, 2)
			if _, err := p.PerftParallel(context.Background(), 3, 2); err != nil {
				t.Error(err)
			}
		})
		if *p != before {
			t.Errorf("%s: readers changed the position", name)
		}
	}
}

func recordText(t *testing.T, rec *Record) string {
	var b strings.Builder
	if err := rec.WriteKIF(&b, nil); err != nil {
		t.Error(err)
	}
	if err := rec.WriteKI2(io.Discard, nil); err != nil {
		t.Error(err)
	}
	return b.String()
}

func askPosition(p *Position) {
	_, _, _, _ = p.Hash(), p.SFEN(), p.Outcome(), p.Setup()
	_, _, _, _ = p.InCheck(), p.Checkers(), p.Pinned(Black), p.Attackers(SquareAt(5, 5), White)
	_, _, _ = p.Diagram(), p.ASCII(), p.AppendSVG(nil, nil)
	for m := range p.Moves() {
		_, _, _, _ = p.Legal(m), p.GivesCheck(m), p.Captured(m), p.Japanese(m, NoMove)
	}
}

func askGame(g *Game) {
	_, _, _, _ = g.Outcome(), g.Repetitions(), g.LegalMoves(), g.USI()
	for range g.All() {
	}
	c := g.Clone()
	c.Undo()
	_ = c.Declare()
}

// searchCopies walks through the moves of a copy, made and taken back.
func searchCopies(p *Position, depth int) {
	q := *p
	walk(&q, depth)
	if q != *p {
		panic("the walk left something behind")
	}
}

func walk(p *Position, depth int) {
	if depth == 0 {
		return
	}
	for m := range p.Moves() {
		u := p.Do(m)
		walk(p, depth-1)
		p.Undo(u)
	}
}

// TestConcurrentRules has many goroutines make positions of the same rules, old and
// new ones, at once: those of equal rules must compare equal.
func TestConcurrentRules(t *testing.T) {
	const rounds = 300
	var first [rounds]Position
	var once [rounds]sync.Once
	inParallel(func(worker int) {
		for i := range rounds {
			r := Sho()
			r.Repetition.Count = math.MaxInt32 - i
			p := NewPosition(r)
			once[i].Do(func() { first[i] = *p })
			if *p != first[i] || p.Rules() != r {
				t.Errorf("worker %d: positions of the same rules differ", worker)
			}
			if worker%4 == 0 && i%50 == 0 {
				runtime.GC()
			}
		}
	})
}

// TestRulebooksDoNotLeak makes and drops positions of distinct rules and looks at
// the memory that stays in use.
func TestRulebooksDoNotLeak(t *testing.T) {
	n := 30_000
	if *long {
		n = 10_000_000
	}
	r := ShoModern()
	r.Repetition.Count = 1
	half := make([]uint64, 2)
	for i := range half {
		for range n / 2 {
			r.Repetition.Count++
			NewPosition(r)
		}
		half[i] = heapInUse()
	}
	// The table of rules grows to what comes about between two collections.
	const slack = 4 << 20
	t.Logf("in use after each half: %d KiB", []uint64{half[0] >> 10, half[1] >> 10})
	if half[1] > half[0]+slack {
		t.Errorf("%d bytes in use after %d rules, %d after as many again", half[0], n/2, half[1])
	}
}

// heapInUse returns the bytes of the heap that are in use after all that can be
// collected has been.
func heapInUse() uint64 {
	for range 5 {
		runtime.GC() // what one collection frees, cleanups among it, makes more garbage for the next
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
