package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"example.com/shoshogi"
)

// fairySpec returns how to start Fairy-Stockfish, or skips the test.
func fairySpec(t *testing.T) spec {
	t.Helper()
	path := os.Getenv("FAIRY_STOCKFISH")
	if !*long || path == "" {
		t.Skip("needs -long and the path of Fairy-Stockfish in the variable FAIRY_STOCKFISH")
	}
	return spec{name: "fairy", protocol: "uci", command: []string{path}}
}

// fairy is a Fairy-Stockfish that is asked instead of played against.
type fairy struct{ *usi }

func startFairy(t *testing.T, rules shoshogi.Rules) fairy {
	t.Helper()
	s := fairySpec(t)
	p, err := s.start(rules, quick(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.end)
	if err := p.hello(t.Context()); err != nil {
		t.Fatal(err)
	}
	return fairy{p.(*usi)}
}

// legalMoves returns what Fairy-Stockfish takes for the legal moves, sorted. It
// lists each with how many moves it stands for, as "c3c4: 1", and their sum
// behind.
func (f fairy) legalMoves(ctx context.Context, p *shoshogi.Position) (moves []shoshogi.Move, err error) {
	f.send("position fen %s", fairyFEN(p))
	f.send("go perft 1")
	_, err = f.until(ctx, "Nodes", func(text string) {
		if move, ok := strings.CutSuffix(text, ": 1"); ok {
			moves = append(moves, parseFairyMove(move, p))
		}
	})
	slices.Sort(moves)
	return moves, err
}

// expected returns the legal moves as Fairy-Stockfish should know them, sorted,
// and whether they differ: it does not let an elephant promote where that leaves
// the king attacked, and it lists pawn drops that mate.
func expected(p *shoshogi.Position) (moves []shoshogi.Move, differ bool) {
	legal := p.LegalMoves()
	for _, m := range legal {
		plain := shoshogi.NewMove(m.From(), m.To(), false)
		if p.At(m.From()).Kind() != shoshogi.Elephant || p.ValidateMove(plain) != shoshogi.LeavesCheck {
			moves = append(moves, m)
		}
	}
	for sq := range p.Board().All() {
		if m := shoshogi.NewDrop(shoshogi.Pawn, sq); p.ValidateMove(m) == shoshogi.PawnDropMate {
			moves = append(moves, m)
		}
	}
	slices.Sort(moves)
	slices.Sort(legal)
	return moves, !slices.Equal(moves, legal)
}

// Fairy-Stockfish plays itself, a random mover and Sjaak II. In each position both
// know the same legal moves, but for known differences.
func TestFairyStockfishGames(t *testing.T) {
	player := fairySpec(t)
	player.options = []option{{"Skill Level", "0"}}
	fakes := newFakes(t)
	tests := []struct {
		name     string
		rules    shoshogi.Rules
		games    int
		opponent func(*testing.T, shoshogi.Rules) spec
	}{
		{"sho shogi with itself", shoshogi.ShoModern(), 50, func(*testing.T, shoshogi.Rules) spec { return player }},
		{"sho shogi with a random mover", shoshogi.ShoModern(), 25, func(_ *testing.T, r shoshogi.Rules) spec { return fakes.spec("usi", "good", r) }},
		{"sho shogi with Sjaak II", sjaakRules(), 25, func(t *testing.T, _ shoshogi.Rules) spec { return sjaakSpec(t) }},
		{"shogi with itself", shoshogi.Shogi(), 25, func(*testing.T, shoshogi.Rules) spec { return player }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := newReferee(test.rules, timeControl{depth: 3, patience: quick().patience}, player, test.opponent(t, test.rules))
			r.maxPlies, r.grantDraws = 200, true
			defer r.end()
			compareFairyGames(t, r, test.games)
		})
	}
}

func compareFairyGames(t *testing.T, r *referee, games int) {
	oracle := startFairy(t, r.rules)
	compared, differences, endings := 0, 0, make(map[string]int)
	r.watch = func(g *shoshogi.Game) {
		p := g.Position()
		want, differ := expected(p)
		got, err := oracle.legalMoves(t.Context(), p)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s: expected %v, Fairy-Stockfish says %v %v", g.USI(), want, got, err)
		}
		compared++
		if differ {
			differences++
		}
	}
	random := rand.New(rand.NewPCG(8, uint64(games)))
	for n := range games {
		p, err := r.play(t.Context(), randomOpening(random, r.rules), n%2)
		if err != nil {
			t.Fatal(err)
		}
		reason := p.game.Outcome().Reason
		if reason == shoshogi.ByTimeout || reason == shoshogi.ByIllegalMove && !bareAgainstPrince(p.game.Position()) {
			t.Errorf("%s: %v (%s)", p.game.USI(), p.game.Outcome(), p.why)
		}
		endings[fmt.Sprint(p.game.Outcome())]++
	}
	t.Logf("%d games, %d positions, %d with a known difference, endings %v", games, compared, differences, endings)
}
