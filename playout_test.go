package shoshogi_test

import (
	"fmt"
	"math"
	"testing"

	. "example.com/shoshogi"
)

// TestPlayout plays out from the start under all rule sets: what comes out must be a
// position that follows the rules, with the outcome that was returned.
func TestPlayout(t *testing.T) {
	for name, rules := range ruleSets() {
		for seed := range uint64(20) {
			p := NewPosition(rules)
			outcome, plies := p.Playout(seed, 300)
			switch {
			case outcome != p.Outcome():
				t.Errorf("%s, seed %d: returned %v, but it is %v", name, seed, outcome, p.Outcome())
			case plies != p.Ply()-NewPosition(rules).Ply():
				t.Errorf("%s, seed %d: returned %d plies, made %d", name, seed, plies, p.Ply()-NewPosition(rules).Ply())
			case !outcome.Over() && plies != 300:
				t.Errorf("%s, seed %d: stopped after %d plies: %#v", name, seed, plies, p)
			}
			if q, err := ParseSFEN(rules, p.SFEN()); err != nil || *q != *p {
				t.Errorf("%s, seed %d: %#v is read back as %#v, %v", name, seed, p, q, err)
			}
			again := NewPosition(rules)
			if o, n := again.Playout(seed, 300); o != outcome || n != plies || *again != *p {
				t.Errorf("%s, seed %d: another playout is different", name, seed)
			}
		}
	}
}

// TestGamePlayout compares with a game that is given the same moves one by one.
func TestGamePlayout(t *testing.T) {
	for name, rules := range ruleSets() {
		for seed := range uint64(10) {
			g := NewGame(NewPosition(rules))
			outcome, plies := g.Playout(seed, 400)
			if outcome != g.Outcome() || plies != g.Len() || !outcome.Over() && plies != 400 {
				t.Errorf("%s, seed %d: returned %v after %d plies, the game has %v after %d", name, seed, outcome, plies, g.Outcome(), g.Len())
			}
			checkSameGame(t, fmt.Sprintf("%s, seed %d", name, seed), g)
		}
	}
}

// checkSameGame plays the moves of g in another game.
func checkSameGame(t *testing.T, name string, g *Game) {
	t.Helper()
	want := NewGame(g.Start())
	for _, m := range g.Moves() {
		if err := want.Play(m); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	switch {
	case want.Outcome() != g.Outcome():
		t.Errorf("%s: outcome %v, want %v\n%s", name, g.Outcome(), want.Outcome(), g.USI())
	case *want.Position() != *g.Position():
		t.Errorf("%s: position %v, want %v", name, g.Position(), want.Position())
	case want.Repetitions() != g.Repetitions():
		t.Errorf("%s: %d occurrences, want %d", name, g.Repetitions(), want.Repetitions())
	}
	for g.Len() > 0 {
		g.Undo()
	}
	if *g.Position() != *g.Start() {
		t.Errorf("%s: not taken back to the start", name)
	}
}

// TestGamePlayoutMeetsRepetition plays out where two kings can only wander, under every
// reading of repetition.
func TestGamePlayoutMeetsRepetition(t *testing.T) {
	for _, reading := range []string{"forbidden", "draws", "loses", "ignored"} {
		for _, more := range []string{"", ",count=2", ",cycles=2", ",attacker=true", ",perpetual=checker-deviates"} {
			rules := MustParseRules("sho,bare-king=ignored,repetition=" + reading + more)
			for seed := range uint64(5) {
				g := NewGame(MustParseSFEN(rules, "k8/9/9/9/9/9/9/9/7RK b - 1"))
				outcome, plies := g.Playout(seed, 2000)
				name := fmt.Sprintf("%v, seed %d", rules, seed)
				if !outcome.Over() && plies != 2000 {
					t.Errorf("%s: stopped after %d plies", name, plies)
				}
				if outcome.Over() && outcome.Reason != ByRepetition && outcome.Reason != ByNoMoves && outcome.Reason != ByCheckmate && outcome.Reason != ByPerpetualCheck {
					t.Errorf("%s: ended by %v", name, outcome)
				}
				if reading == "draws" && rules.Repetition.Cycles == 0 && !outcome.Over() {
					t.Errorf("%s: no repetition in %d moves", name, g.Len())
				}
				checkSameGame(t, name, g)
			}
		}
	}
}

// TestPlayoutStandsStill has playouts that must not make a move.
func TestPlayoutStandsStill(t *testing.T) {
	mate := "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"
	for _, c := range []struct {
		name     string
		p        *Position
		maxPlies int
	}{
		{"none allowed", NewPosition(Sho()), 0},
		{"fewer than none", NewPosition(Sho()), -1},
		{"least", NewPosition(Sho()), math.MinInt},
		{"mate", MustParseSFEN(Sho(), mate), 10},
		{"bare kings", MustParseSFEN(Sho(), "4k4/9/9/9/9/9/9/9/4K4 b - 1"), math.MaxInt},
		{"royal taken", MustParseSFEN(ShoFederation(), "9/9/9/9/9/9/9/4G4/4K4 b - 1"), 10},
		{"zero", new(Position), math.MaxInt},
	} {
		q := *c.p
		outcome, plies := q.Playout(1, c.maxPlies)
		if plies != 0 || outcome != c.p.Outcome() || q != *c.p {
			t.Errorf("%s: %v after %d plies: %v", c.name, outcome, plies, q)
		}
		g := NewGame(c.p)
		if outcome, plies := g.Playout(1, c.maxPlies); plies != 0 || outcome != g.Outcome() || g.Len() != 0 {
			t.Errorf("%s: game has %v after %d plies", c.name, outcome, plies)
		}
	}
	if outcome, plies := new(Game).Playout(1, 10); plies != 0 || outcome != new(Game).Outcome() {
		t.Errorf("zero game: %v after %d plies", outcome, plies)
	}
}

// TestPlayoutMovesFew counts every number of plies.
func TestPlayoutMovesFew(t *testing.T) {
	for n := range 30 {
		p, g := NewPosition(Shogi()), NewGame(NewPosition(Shogi()))
		_, played := p.Playout(7, n)
		_, inGame := g.Playout(7, n)
		if played != n || inGame != n || g.Len() != n || *p != *g.Position() {
			t.Errorf("asked for %d plies: %d, %d in a game of %d", n, played, inGame, g.Len())
		}
	}
}

// TestPlayoutOfBareKings has positions in which a king becomes bare without a capture,
// or has one move left to bare the other.
func TestPlayoutOfBareKings(t *testing.T) {
	for _, c := range []struct {
		rules, sfen string
		plies       int
	}{
		{"sho,bare-king=loses-unless-bared", "4k4/4G4/9/9/9/9/9/9/4K4 w - 1", 1},
		{"sho,bare-king=loses-unless-bared", "4G4/5k3/9/9/9/9/9/9/4K4 w - 1", 1},
		{"sho,bare-king=loses-unless-bared", "4k4/3r5/3G5/9/9/9/9/9/4K4 b - 1", 2},
		{"sho-modern,compulsory=always,bare-king=loses", "4k3r/9/9/E8/9/9/9/9/9 b - 1", 1},
		{"sho-federation,start=lnsk/pppe/4/EPPP/KSNL b - 1,check=must-meet,drops=PK,repetition=ignored,perpetual=ignored", "1n2/4/Se+pk/2l1/4 w k 1", 1},
		{"asakura,drops=PLNSGBREK,bare-king=loses", "4k4/4g4/9/9/9/9/9/9/9 b K 1", 1},
		{"asakura,drops=PLNSGBREK,bare-king=loses-unless-bared", "4k4/4g4/9/9/9/9/9/9/9 b K 1", 1},
	} {
		for seed := range uint64(30) {
			g := NewGame(MustParseSFEN(MustParseRules(c.rules), c.sfen))
			outcome, plies := g.Position().Playout(seed, 100)
			inGame, n := g.Playout(seed, 100)
			if n != plies || inGame != outcome {
				t.Errorf("%v, seed %d: %v after %d plies, in a game %v after %d", c, seed, outcome, plies, inGame, n)
			}
			if !outcome.Over() && plies < 100 || plies < c.plies {
				t.Errorf("%v, seed %d: %v after %d plies", c, seed, outcome, plies)
			}
			checkSameGame(t, c.sfen, g)
		}
	}
}

// TestPlayoutsAgree plays out positions and games where repetition does not count.
func TestPlayoutsAgree(t *testing.T) {
	for name, rules := range ruleSets() {
		rules.Repetition = Repetition{Verdict: Ignored, Perpetual: Ignored}
		for seed := range uint64(20) {
			p, g := NewPosition(rules), NewGame(NewPosition(rules))
			outcome, plies := p.Playout(seed, 1500)
			inGame, n := g.Playout(seed, 1500)
			if n != plies || inGame != outcome || *p != *g.Position() {
				t.Errorf("%s, seed %d: %v after %d plies, in a game %v after %d", name, seed, outcome, plies, inGame, n)
			}
			checkSameGame(t, fmt.Sprintf("%s, seed %d", name, seed), g)
		}
	}
}
