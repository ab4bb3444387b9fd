package shoshogi_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	. "example.com/shoshogi"
)

// The benchmarks of docs/speed.md. Perft and playouts report millions of nodes
// and plies per second.

// Positions of the benchmarks.
const (
	// manyDrops is a well-known test position of modern shogi with 207 moves.
	manyDrops = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
	// shoMiddlegame is a sho shogi position with open lines for all sliders.
	shoMiddlegame = "ln1gk1snl/1r1se2b1/p1ppgpp1p/1p2p2p1/9/2PP1PP2/PPSEP1N1P/1B3S1R1/LN1GKG2L b - 21"
	// tenPieces is a sho shogi endgame.
	tenPieces = "3k5/4g4/9/2P3p2/9/4E4/2R3b2/4G4/4K3S b - 101"
)

type perftBench struct {
	name  string
	rules Rules
	sfen  string
	depth int
}

var perftBenches = []perftBench{
	{"sho/5", ShoModern(), "startpos", 5},
	{"sho/6", ShoModern(), "startpos", 6},
	{"sho-entry/5", Sho(), "startpos", 5},
	{"sho-middlegame/4", ShoModern(), shoMiddlegame, 4},
	{"sho-10-pieces/5", ShoModern(), tenPieces, 5},
	{"shogi/5", Shogi(), "startpos", 5},
	{"shogi/6", Shogi(), "startpos", 6},
	{"shogi-drops/3", Shogi(), manyDrops, 3},
	{"shogi-drops/4", Shogi(), manyDrops, 4},
	{"asakura/5", Asakura(), "startpos", 5},
}

// BenchmarkPerft counts the last ply without listing its moves.
func BenchmarkPerft(b *testing.B) {
	benchPerft(b, func(p *Position, depth int) uint64 { return p.Perft(depth) })
}

// BenchmarkPerftListed makes a list of moves at the last ply too.
func BenchmarkPerftListed(b *testing.B) {
	buf := make([]Move, 0, MaxMoves*8)
	benchPerft(b, func(p *Position, depth int) uint64 { return perftListed(p, depth, buf) })
}

// BenchmarkPerftParallel counts on two workers.
func BenchmarkPerftParallel(b *testing.B) {
	benchPerft(b, func(p *Position, depth int) uint64 {
		n, err := p.PerftParallel(context.Background(), depth, 2)
		if err != nil {
			b.Fatal(err)
		}
		return n
	})
}

func benchPerft(b *testing.B, perft func(*Position, int) uint64) {
	for _, bench := range perftBenches {
		b.Run(bench.name, func(b *testing.B) {
			p := MustParseSFEN(bench.rules, bench.sfen)
			nodes := uint64(0)
			for b.Loop() {
				nodes += perft(p, bench.depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// perftListed is perft through the public API alone; buf has room for all plies.
func perftListed(p *Position, depth int, buf []Move) uint64 {
	moves := p.AppendMoves(buf[len(buf):])
	if depth == 1 {
		return uint64(len(moves))
	}
	total := uint64(0)
	for _, m := range moves {
		u := p.Do(m)
		total += perftListed(p, depth-1, moves)
		p.Undo(u)
	}
	return total
}

// The small operations, each on a middlegame of sho shogi and of shogi.
func BenchmarkPosition(b *testing.B) {
	for _, game := range []struct {
		name  string
		rules Rules
		sfen  string
	}{
		{"sho", ShoModern(), shoMiddlegame},
		{"shogi", Shogi(), manyDrops},
	} {
		p := MustParseSFEN(game.rules, game.sfen)
		legal := p.LegalMoves()
		var moves [1024]Move // a power of two: the benchmarks do not measure a division
		for i := range moves {
			moves[i] = legal[i%len(legal)]
		}
		run := func(name string, f func(i uint)) {
			b.Run(fmt.Sprintf("%s/%s", game.name, name), func(b *testing.B) {
				b.ReportAllocs()
				for i := uint(0); b.Loop(); i++ {
					f(i)
				}
			})
		}
		buf := make([]Move, 0, MaxMoves)
		text := make([]byte, 0, 256)
		var random [1024]Move
		for i := range random {
			random[i] = Move(rand.Uint32())
		}
		sfen := p.SFEN()
		run("DoUndo", func(i uint) { p.Undo(p.Do(moves[i%uint(len(moves))])) })
		run("AppendMoves", func(i uint) { buf = p.AppendMoves(buf[:0]) })
		run("AppendCaptures", func(i uint) { buf = p.AppendCaptures(buf[:0]) })
		run("HasMove", func(i uint) { p.HasMove() })
		run("Outcome", func(i uint) { p.Outcome() })
		run("InCheck", func(i uint) { p.InCheck() })
		run("LegalYes", func(i uint) { p.Legal(moves[i%uint(len(moves))]) })
		run("LegalRandom", func(i uint) { p.Legal(random[i%uint(len(random))]) })
		run("GivesCheck", func(i uint) { p.GivesCheck(moves[i%uint(len(moves))]) })
		var q Position
		run("Copy", func(i uint) { q = *p })
		run("Hash", func(i uint) { p.Hash() })
		run("ParseSFEN", func(i uint) {
			if _, err := ParseSFEN(game.rules, sfen); err != nil {
				b.Fatal(err)
			}
		})
		run("SFEN", func(i uint) { _ = p.SFEN() })
		run("AppendSFEN", func(i uint) { text = p.AppendSFEN(text[:0]) })
		_ = q
	}
}

// BenchmarkPlayout plays random moves to the end of the game, without history and
// with it, by the methods made for it and move by move.
func BenchmarkPlayout(b *testing.B) {
	for _, name := range []string{"sho", "sho-modern", "asakura", "shogi"} {
		rules := MustParseRules(name)
		b.Run("Position/"+name, func(b *testing.B) {
			benchPlayout(b, func(rng *rand.PCG) int {
				_, n := NewPosition(rules).Playout(rng.Uint64(), maxPlayout)
				return n
			})
		})
		b.Run("Game/"+name, func(b *testing.B) {
			benchPlayout(b, func(rng *rand.PCG) int {
				_, n := NewGame(NewPosition(rules)).Playout(rng.Uint64(), maxPlayout)
				return n
			})
		})
		b.Run("PositionByMove/"+name, func(b *testing.B) {
			benchPlayout(b, func(rng *rand.PCG) int { return playPosition(rules, rng) })
		})
		b.Run("GameByMove/"+name, func(b *testing.B) {
			benchPlayout(b, func(rng *rand.PCG) int { return playGame(rules, rng) })
		})
	}
}

// maxPlayout bounds a playout: bare kings may wander for long.
const maxPlayout = 1000

func benchPlayout(b *testing.B, play func(*rand.PCG) int) {
	rng := rand.NewPCG(1, 2)
	plies := 0
	for b.Loop() {
		plies += play(rng)
	}
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds()/1e6, "Mplies/s")
}

func playPosition(r Rules, rng *rand.PCG) int {
	p := NewPosition(r)
	for ply := range maxPlayout {
		m := p.RandomMove(rng.Uint64())
		if m == NoMove {
			return ply
		}
		// Only a capture can leave a bare king or no royal.
		if p.Do(m).Captured() != NoPiece && p.Outcome().Over() {
			return ply + 1
		}
	}
	return maxPlayout
}

func playGame(r Rules, rng *rand.PCG) int {
	g := NewGame(NewPosition(r))
	for ply := range maxPlayout {
		if g.Outcome().Over() {
			return ply
		}
		if err := g.Play(g.RandomMove(rng.Uint64())); err != nil {
			panic(err)
		}
	}
	return maxPlayout
}

// BenchmarkGamePlay replays games of several lengths: the time a move must not
// grow with the game.
func BenchmarkGamePlay(b *testing.B) {
	rules := MustParseRules("shogi,repetition=ignored,perpetual=ignored")
	for _, length := range []int{50, 200, 1000, 5000} {
		moves := wander(rules, length)
		b.Run(fmt.Sprint(length), func(b *testing.B) {
			for b.Loop() {
				g := NewGame(NewPosition(rules))
				for _, m := range moves {
					if err := g.Play(m); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(length), "ns/move")
		})
	}
}

// wander returns moves of a game in which gold and king only walk about, so that
// it has no end and no move that cannot be taken back.
func wander(r Rules, length int) []Move {
	rng := rand.NewPCG(1, 1)
	g := NewGame(NewPosition(r))
	for g.Len() < length {
		m := g.RandomMove(rng.Uint64())
		p := g.Position()
		if k := p.At(m.From()).Kind(); k != Gold && k != King || p.Captured(m) != NoPiece {
			continue
		}
		if err := g.Play(m); err != nil {
			panic(err)
		}
	}
	return g.Moves()
}
