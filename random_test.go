package shoshogi_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	. "example.com/shoshogi"
)

// checkDraws draws with evenly spaced numbers, as many as there are moves: each
// legal move must come up exactly once. It also compares the ways to count.
func checkDraws(t *testing.T, p *Position) {
	t.Helper()
	legal := p.LegalMoves()
	drawn := make([]Move, len(legal))
	for i := range drawn {
		drawn[i] = p.RandomMove(middleOf(i, len(legal)))
	}
	slices.Sort(legal)
	slices.Sort(drawn)
	if !slices.Equal(legal, drawn) {
		t.Errorf("%#v: drew %v of %v", p, drawn, legal)
	}
	if n := p.CountMoves(); n != len(legal) {
		t.Errorf("%#v: counted %d moves, listed %d", p, n, len(legal))
	}
	if p.HasMove() != (len(legal) > 0) || (p.RandomMove(0) != NoMove) != (len(legal) > 0) {
		t.Errorf("%#v: HasMove is %v, RandomMove(0) is %v", p, p.HasMove(), p.RandomMove(0))
	}
}

// middleOf returns the middle of the i-th of n equal parts of the range of uint64.
func middleOf(i, n int) uint64 {
	part := ^uint64(0) / uint64(n)
	return uint64(i)*part + part/2
}

func TestRandomMove(t *testing.T) {
	for _, name := range append(RulesNames(), "asakura,drops=PLNSGBREK", "sho46-above-gold,gold-promotes=true", "sho46-above-gold,compulsory=always,gold-promotes=true") {
		rules := MustParseRules(name)
		rng := rand.NewPCG(1, 1)
		for range 30 {
			p := NewPosition(rules)
			for range 200 {
				if checkDraws(t, p); t.Failed() {
					return
				}
				if !p.HasMove() {
					break
				}
				p.Do(p.RandomMove(rng.Uint64()))
			}
		}
	}
}

// A side without a royal must not make one under attack: the rook attacks 5c, so
// there its elephant may go but not promote.
func TestRandomMoveOfSideWithoutRoyal(t *testing.T) {
	checkDraws(t, MustParseSFEN(ShoModern(), "4k4/9/r8/4E4/9/9/9/9/9 b - 1"))
	checkDraws(t, MustParseSFEN(MustParseRules("sho-modern,compulsory=always"), "4k4/9/r8/9/9/9/9/9/9 b - 1"))
}

func TestRandomMoveOfGameAvoidsRepetition(t *testing.T) {
	g := NewGame(MustParseSFEN(MustParseRules("sho,count=2,bare-king=ignored"), "k8/9/9/9/9/9/9/9/8K b - 1"))
	rng := rand.NewPCG(1, 1)
	for !g.Outcome().Over() {
		if err := g.Play(g.RandomMove(rng.Uint64())); err != nil {
			t.Fatal(err)
		}
	}
	if g.RandomMove(1) != NoMove || g.Outcome().Reason != ByNoMoves {
		t.Errorf("ended by %v after %d moves", g.Outcome(), g.Len())
	}
}
