package shoshogi_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	. "example.com/shoshogi"
)

// ruleSets gives the rules over which every law is tested: the presets, those of
// the perft tables, and some that join what the presets keep apart.
func ruleSets() map[string]Rules {
	sets := map[string]Rules{}
	for _, name := range RulesNames() {
		sets[name] = MustParseRules(name)
	}
	for name, text := range map[string]string{
		"sho-last":         "sho-modern,compulsory=on-last-rank",
		"asakura-elephant": "asakura,drops=PLNSGBRE",
		"asakura-all":      "asakura,drops=PLNSGBREFK,two-pawns=true,pawn-drop-mate=true",
		"leopard-gold":     "sho46-above-gold,gold-promotes=true,compulsory=when-stuck",
		"leopard-drops":    "sho46-above-silver,gold-promotes=true,drops=PLNSGBRF",
		"chu-drops":        "sho-chu,drops=PLNSGBREK,compulsory=always",
		"entry-drops":      "sho,drops=PLNSGBREK,compulsory=on-last-rank",
		"princes":          "sho,start=1nb+e1/ppp1p/5/P1PPP/1+EBN1 b - 1",
		"two-royals":       "sho-chu,start=r1k+e1/1ep1p/5/P1PE1/1+EK1R b - 1",
		"mini":             "shogi,start=rbsgk/4p/5/P4/KGSBR b - 1",
		"tiny":             "shogi,start=gke/1p1/1P1/EKG w - 7,drops=PGE,compulsory=never",
		"wide":             "sho-modern,start=lnsgkgsnl/9/LNSGKGSNL b - 1,drops=LNSG",
		"narrow":           "sho,start=rk/pe/2/2/2/2/2/EP/KR b - 1,promotion=on-entry-or-capture",
		"hands":            "shogi,start=4k4/9/9/9/9/9/9/9/4K4 b R2G2N4Prb2s2l3p 1",
	} {
		sets[name] = MustParseRules(text)
	}
	return sets
}

// customStarts are the starts of random rules, of all shapes. A "-" for the
// hands is replaced by pieces where they may be dropped.
var customStarts = []string{
	"",
	Shogi().Start,
	Sho46(AboveGold).Start,
	HeianSmall().Start,
	"rbsgk/4p/5/P4/KGSBR b - 1",
	"gke/1p1/1P1/EKG b - 1",
	"lnek/ffpp/4/PPFF/KENL w - 3",
	"3+e2/2p1p1/6/6/1P1P2/2+E3 b - 1",
	"rnbek/pppfg/5/5/GFPPP/KEBNR b - 1",
	"r1k+e1n/1ep1pf/6/6/FP1PE1/N1+EK1R b - 1",
}

// drawRules draws rules with all fields at random.
func drawRules(t *rapid.T) Rules {
	number := func(name string, n int) uint8 { return uint8(rapid.IntRange(0, n-1).Draw(t, name)) }
	r := Rules{
		Start:        rapid.SampledFrom(customStarts).Draw(t, "start"),
		Promotion:    Promotion(number("promotion", 3)),
		Compulsory:   Compulsory(number("compulsory", 4)),
		Check:        Check(number("check", 2)),
		TwoPawns:     rapid.Bool().Draw(t, "two pawns"),
		PawnDropMate: rapid.Bool().Draw(t, "pawn drop mate"),
		GoldPromotes: rapid.Bool().Draw(t, "gold promotes"),
		BareKing:     BareKing(number("bare king", 4)),
		Impasse:      Impasse(number("impasse", 2)),
		Repetition: Repetition{
			Count:     rapid.SampledFrom([]int{0, 2, 3, 4, 5}).Draw(t, "count"),
			Cycles:    rapid.SampledFrom([]int{0, 0, 2, 3}).Draw(t, "cycles"),
			Verdict:   rapid.SampledFrom([]Verdict{Forbidden, Draws, Loses, Ignored}).Draw(t, "verdict"),
			Perpetual: rapid.SampledFrom([]Perpetual{CheckerDeviates, CheckerLoses, Ignored}).Draw(t, "perpetual"),
			Attacker:  rapid.Bool().Draw(t, "attacker"),
		},
	}
	switch dropped := number("drops", 4); dropped {
	case 1:
		r.Drops = Asakura().Drops
	case 2, 3:
		for k := Pawn; k <= King; k++ {
			if dropped == 3 || rapid.Bool().Draw(t, k.String()) {
				r.Drops = r.Drops.With(k)
			}
		}
	}
	if len(r.Start) < 40 && r.Drops.Has(Pawn) && r.Drops.Has(Rook) && r.Drops.Has(Gold) && rapid.Bool().Draw(t, "hands") {
		r.Start = strings.Replace(r.Start, " - ", " 2RG4P5p ", 1)
	}
	if err := r.Validate(); err != nil {
		t.Fatalf("rules %v: %v", r, err)
	}
	return r
}

// drawPosition draws a position under r, reached by moves or set up by hand.
func drawPosition(t *rapid.T, r Rules) *Position {
	if rapid.Bool().Draw(t, "edited") {
		if p := drawSetup(t, r); p != nil {
			return p
		}
	}
	return drawWalk(t, r)
}

// drawRandom draws a source of random numbers. What comes from it is spread
// evenly, which the small numbers that rapid prefers are not.
func drawRandom(t *rapid.T) *rand.Rand {
	return rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
}

// drawWalk plays random moves from the start, captures and promotions rather
// than others.
func drawWalk(t *rapid.T, r Rules) *Position {
	p := NewPosition(r)
	random := drawRandom(t)
	for range rapid.IntRange(0, 120).Draw(t, "plies") {
		moves := p.AppendMoves(nil)
		if lively := lively(p, moves); len(lively) > 0 && random.IntN(3) == 0 {
			moves = lively
		}
		if len(moves) == 0 {
			break
		}
		p.Do(sorted(moves)[random.IntN(len(moves))])
	}
	return p
}

func lively(p *Position, moves []Move) (found []Move) {
	for _, m := range moves {
		if m.Promotes() || p.Captured(m) != NoPiece || m.Drop() != NoKind {
			found = append(found, m)
		}
	}
	return found
}

// drawSetup puts the pieces of the set on random squares of random sides, or
// leaves them out; nil if the position is impossible.
func drawSetup(t *rapid.T, r Rules) *Position {
	random := drawRandom(t)
	omitted := rapid.SampledFrom([]float64{0.1, 0.4, 0.6, 0.7, 0.8, 0.9}).Draw(t, "omitted")
	start := NewPosition(r).Setup()
	s := Setup{Turn: Color(random.IntN(2)), Ply: random.IntN(300)}
	for _, k := range setOf(&start) {
		c := Color(random.IntN(2))
		switch {
		case k == King && slices.Contains(s.Board[:], NewPiece(King, c)) && random.IntN(20) > 0:
			c = c.Other()
		case k == King && random.IntN(20) > 0:
		case k == Elephant && random.IntN(2) == 0:
		case random.Float64() < omitted:
			continue
		}
		if r.Drops.Has(k) && random.IntN(3) == 0 {
			s.Hands[c][k]++
			continue
		}
		if random.IntN(2) == 0 && promotions[k] != NoKind && (k != Gold || r.GoldPromotes) {
			k = promotions[k]
		}
		files, ranks := boardShape(r)
		if sq := SquareAt(1+random.IntN(files), 1+random.IntN(ranks)); s.Board[sq] == NoPiece {
			s.Board[sq] = NewPiece(k, c)
		}
	}
	if p, err := s.Position(r); err == nil {
		return p
	}
	s.Turn = s.Turn.Other()
	p, _ := s.Position(r)
	return p
}

// setOf lists the pieces of a setup, promoted ones as what they were.
func setOf(s *Setup) (set []Kind) {
	for _, pc := range s.Board {
		if pc != NoPiece {
			set = append(set, demoted(pc.Kind()))
		}
	}
	for _, hand := range s.Hands {
		for k, n := range hand {
			set = append(set, slices.Repeat([]Kind{Kind(k)}, n)...)
		}
	}
	return set
}

// checkLaw tests a law on positions under every set of rules and under random
// ones.
func checkLaw(t *testing.T, law func(t *rapid.T, p *Position)) {
	t.Helper()
	for name, r := range ruleSets() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for range rounds() {
				rapid.Check(t, func(t *rapid.T) { law(t, drawPosition(t, r)) })
			}
		})
	}
	t.Run("custom", func(t *testing.T) {
		t.Parallel()
		for range 3 * rounds() {
			rapid.Check(t, func(t *rapid.T) { law(t, drawPosition(t, drawRules(t))) })
		}
	})
}

// movesText writes moves for a failure message.
func movesText(moves []Move) string {
	var words []string
	for _, m := range moves {
		words = append(words, m.String())
	}
	return strings.Join(words, " ")
}

// difference returns what is in a and not in b.
func difference(a, b []Move) (only []Move) {
	for _, m := range a {
		if !slices.Contains(b, m) {
			only = append(only, m)
		}
	}
	return only
}
