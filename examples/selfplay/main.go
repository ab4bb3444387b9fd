// Selfplay lets two bots play one game of sho shogi or a relative and prints the
// verdict, the moves and the final position. On a terminal it shows the board as
// the game goes.
//
//	go run ./examples/selfplay -rules asakura -seed 7
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"example.com/shoshogi"
)

func main() {
	rules := shoshogi.Sho()
	flag.TextVar(&rules, "rules", rules, "the rules: one of "+strings.Join(shoshogi.RulesNames(), ", ")+", with changes after commas, sho,promotion=in-zone")
	seed := flag.Uint64("seed", 1, "the bots choose among equally good moves by it")
	limit := flag.Int("moves", 1000, "after so many moves the bots agree on a draw")
	delay := flag.Duration("delay", 200*time.Millisecond, "how long the terminal shows each position")
	ascii := flag.Bool("ascii", false, "show letters in place of kanji")
	flag.Parse()
	if *limit < 0 || flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "selfplay: -moves %d, arguments %q: want a number that is not negative, and no arguments\n", *limit, flag.Args())
		os.Exit(2)
	}

	show := func(*shoshogi.Game) {}
	if isTerminal(os.Stdout) {
		show = func(g *shoshogi.Game) {
			diagram := g.Position().Diagram()
			if *ascii {
				diagram = g.Position().ASCII()
			}
			fmt.Printf("\n%s", diagram)
			time.Sleep(*delay)
		}
	}
	g := play(rules, *seed, *limit, show)
	report(os.Stdout, g)
}

// isTerminal reports whether f is a terminal, or at least no file and no pipe.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// play lets two greedy bots play a game and calls show for every position.
func play(rules shoshogi.Rules, seed uint64, limit int, show func(*shoshogi.Game)) *shoshogi.Game {
	g := shoshogi.NewGame(shoshogi.NewPosition(rules))
	bots := [2]bot{shoshogi.Black: newBot(seed, 1), shoshogi.White: newBot(seed, 2)}
	show(g)
	for !g.Outcome().Over() {
		if g.Len() >= limit {
			g.End(shoshogi.Outcome{Result: shoshogi.Draw, Reason: shoshogi.ByAgreement})
			break
		}
		m := bots[g.Position().Turn()].choose(g)
		if err := g.Play(m); err != nil {
			panic(err) // choose picks from the legal moves
		}
		show(g)
	}
	return g
}

func report(w io.Writer, g *shoshogi.Game) {
	fmt.Fprintf(w, "%v after %d moves under the rules %v\n", g.Outcome(), g.Len(), g.Position().Rules())
	fmt.Fprintf(w, "position %s\n", g.USI())
	fmt.Fprintf(w, "sfen %s\n", g.Position().SFEN())
}

// bot looks one move ahead: it wins if it can, else takes or promotes what is
// worth most, else moves at random.
type bot struct{ random *rand.Rand }

func newBot(seed, stream uint64) bot {
	return bot{rand.New(rand.NewPCG(seed, stream))}
}

// choose returns one of the best legal moves of a game that is not over.
func (b bot) choose(g *shoshogi.Game) shoshogi.Move {
	best, chosen, ties := -infinite, shoshogi.NoMove, 0
	for _, m := range g.LegalMoves() {
		switch gain := gain(g, m); {
		case gain > best:
			best, chosen, ties = gain, m, 1
		case gain == best:
			ties++
			if b.random.IntN(ties) == 0 { // each of n ties is kept with odds of 1 in n
				chosen = m
			}
		}
	}
	return chosen
}

const infinite = 1_000_000

// worth says what a kind is worth, a pawn being 100. Kings are not for sale.
var worth = map[shoshogi.Kind]int{
	shoshogi.Pawn: 100, shoshogi.Lance: 300, shoshogi.Knight: 300, shoshogi.Silver: 450, shoshogi.Gold: 500,
	shoshogi.Bishop: 700, shoshogi.Rook: 900, shoshogi.Elephant: 600, shoshogi.Leopard: 450,
	shoshogi.PromotedPawn: 450, shoshogi.PromotedLance: 450, shoshogi.PromotedKnight: 450, shoshogi.PromotedSilver: 500,
	shoshogi.PromotedGold: 900, shoshogi.Horse: 900, shoshogi.Dragon: 1100, shoshogi.Prince: 1200, shoshogi.PromotedLeopard: 700,
}

// gain says how much better off the side to move is after m.
func gain(g *shoshogi.Game, m shoshogi.Move) int {
	p := g.Position()
	us := p.Turn()
	gain := worth[p.Captured(m).Kind()]
	if m.Promotes() {
		k := p.At(m.From()).Kind()
		gain += worth[k.Promoted()] - worth[k]
	}
	p.Do(m)
	if winner, decided := p.Outcome().Winner(); decided && winner == us {
		return infinite
	} else if decided {
		return -infinite + 1
	}
	return gain
}
