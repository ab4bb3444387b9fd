package shoshogi_test

import (
	"testing"

	. "example.com/shoshogi"
	"pgregory.net/rapid"
)

// notationRules returns every preset and the readings that bring pieces of
// their own or more of a kind into the notation.
func notationRules() []Rules {
	var all []Rules
	for _, name := range RulesNames() {
		all = append(all, MustParseRules(name))
	}
	royalDrops := Asakura()
	royalDrops.Drops = royalDrops.Drops.With(Elephant, King)
	leopardDrops := Sho46(AboveGold)
	leopardDrops.GoldPromotes = true
	leopardDrops.Drops = KindsOf(Pawn, Lance, Knight, Silver, Gold, Bishop, Rook, Elephant, Leopard)
	crowd := ShoModern()
	crowd.Start = "lnsgkgsnl/rrrbbbeff/ppppppppp/9/9/9/PPPPPPPPP/FFEBBBRRR/LNSGKGSNL b - 1"
	return append(all, royalDrops, leopardDrops, crowd)
}

// playedPosition draws a position reached by random play, and the move before.
func playedPosition(t *rapid.T, r Rules) (*Position, Move) {
	p, prev := NewPosition(r), NoMove
	for range rapid.IntRange(0, 60).Draw(t, "plies") {
		moves := p.LegalMoves()
		if len(moves) == 0 {
			break
		}
		prev = rapid.SampledFrom(moves).Draw(t, "move")
		p.Do(prev)
	}
	return p, prev
}

// crowdedPosition draws a position in which pieces of few kinds stand close
// together, so that many of them can go to the same square.
func crowdedPosition(t *rapid.T, r Rules) *Position {
	p := NewPosition(r)
	left := map[Kind]int{}
	for sq := range p.Board().All() {
		left[p.At(sq).Kind().Unpromoted()]++
	}
	setup := Setup{Turn: Color(rapid.IntRange(0, 1).Draw(t, "turn"))}
	file, rank := rapid.IntRange(1, p.Files()).Draw(t, "file"), rapid.IntRange(1, p.Ranks()).Draw(t, "rank")
	var around []Square
	for sq := range p.Board().All() {
		if abs(sq.File()-file) <= 2 && abs(sq.Rank()-rank) <= 2 {
			around = append(around, sq)
		}
	}
	around = rapid.Permutation(around).Draw(t, "squares")
	corner := SquareAt(1, 1)
	if file < 4 && rank < 4 {
		corner = SquareAt(p.Files(), p.Ranks())
	}
	setup.Board[corner] = NewPiece(King, setup.Turn)
	left[King]--
	for _, k := range rapid.SliceOfN(rapid.SampledFrom([]Kind{Knight, Silver, Gold, Bishop, Rook, Elephant, Leopard, King, Pawn}), 1, 3).Draw(t, "kinds") {
		promoted := rapid.Bool().Draw(t, "promoted") && k.Promoted() != NoKind && (k != Gold || r.GoldPromotes)
		for left[k] > 0 && len(around) > 0 {
			if promoted {
				setup.Board[around[0]] = NewPiece(k.Promoted(), setup.Turn)
			} else {
				setup.Board[around[0]] = NewPiece(k, setup.Turn)
			}
			left[k]--
			around = around[1:]
		}
		if r.Drops.Has(k) && rapid.Bool().Draw(t, "in hand") && left[k] > 0 {
			setup.Hands[setup.Turn][k] = left[k]
			left[k] = 0
		}
	}
	q, err := setup.Position(r)
	if err != nil {
		t.Skip(err)
	}
	return q
}

func abs(n int) int { return max(n, -n) }

// checkNotation checks that every legal move of p is read back from each of the
// ways to write it, and that no two are written alike.
func checkNotation(t *rapid.T, p *Position, prev Move) {
	seen := map[string]Move{}
	for _, m := range p.LegalMoves() {
		for _, text := range []string{p.Japanese(m, prev), p.Japanese(m, NoMove), p.Western(m), m.String()} {
			got, err := p.ReadMove(text, prev)
			if err != nil || got != m {
				t.Fatalf("%s: ReadMove(%q) = %v, %v, want %v", p.SFEN(), text, got, err, m)
			}
			if other, ok := seen[text]; ok && other != m {
				t.Fatalf("%s: %q stands for both %v and %v", p.SFEN(), text, other, m)
			}
			seen[text] = m
		}
	}
}

func TestNotationRoundTrip(t *testing.T) {
	for _, r := range notationRules() {
		t.Run(r.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p, prev := playedPosition(t, r)
				checkNotation(t, p, prev)
			})
		})
		t.Run("crowded "+r.String(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { checkNotation(t, crowdedPosition(t, r), NoMove) })
		})
	}
}
