package shoshogi

import (
	"slices"
	"testing"
)

// playoutRules are rule sets with every sort of move: drops, all of promotion and
// compulsion, royals that may be taken, small boards.
func playoutRules() (all []Rules) {
	for _, name := range append(RulesNames(), "asakura,drops=PLNSGBREFK", "sho46-above-gold,gold-promotes=true",
		"sho46-above-gold,compulsory=always,gold-promotes=true", "shogi,check=may-ignore", "sho-modern,promotion=on-entry") {
		all = append(all, MustParseRules(name))
	}
	return all
}

// slotMoves returns the moves that the slots of the side to move stand for: each slot
// that is not a legal move gives none.
func (r *playout) slotMoves(p *Position) (moves []Move) {
	side := &r.sides[p.turn]
	for _, s := range side.slots[:side.count] {
		from := side.square[s.number()]
		plain := NewMove(from, reach[int(s)&(wayLimit-1)][from], false)
		promoting := plain | promoteFlag
		switch mayStay := p.Legal(plain); {
		case s&promoteSlot == 0 && mayStay:
			moves = append(moves, plain)
		case s&promoteSlot == 0 && p.Legal(promoting), s&promoteSlot != 0 && mayStay && p.Legal(promoting):
			moves = append(moves, promoting)
		}
	}
	return moves
}

// TestPlayoutSlots follows playouts and compares the slots with the legal moves on the
// board: each must have exactly one.
func TestPlayoutSlots(t *testing.T) {
	for _, rules := range playoutRules() {
		for seed := range uint64(4) {
			p := NewPosition(rules)
			var r playout
			r.start(p, seed)
			followSlots(t, p, &r)
		}
	}
}

// Numbers of pieces run out where pieces are dropped and promote again and again.
func TestPlayoutNumbersRunOut(t *testing.T) {
	p := NewPosition(MustParseRules("asakura"))
	var r playout
	r.start(p, 1)
	r.sides[Black].given, r.sides[White].given = squareLimit-2, squareLimit-3
	followSlots(t, p, &r)
	if r.sides[Black].given >= squareLimit-3 || r.sides[White].given >= squareLimit-3 {
		t.Error("numbers were not given anew")
	}
}

func followSlots(t *testing.T, p *Position, r *playout) {
	t.Helper()
	for range 400 {
		want := p.AppendMoves(nil)
		want = slices.DeleteFunc(want, func(m Move) bool { return m.Drop() != NoKind })
		got := r.slotMoves(p)
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%#v: slots for %v, legal are %v", p, got, want)
		}
		m := r.draw(p)
		if m == NoMove {
			return
		}
		if !p.Legal(m) {
			t.Fatalf("%#v: drew %v", p, m)
		}
		r.follow(p, p.Do(m))
	}
}

// TestPlayoutDrawsEvenly draws from positions of every sort until chance can no longer
// hide a move that comes up too often or not often enough.
func TestPlayoutDrawsEvenly(t *testing.T) {
	for _, c := range []struct{ rules, sfen string }{
		{"sho", "startpos"},
		{"sho", "4k4/9/p3R4/9/9/8e/9/9/4K4 w - 1"},                 // check, and an elephant that may promote
		{"sho", "4k3+e/9/p2GP4/9/9/9/9/9/4K4 b - 1"},               // two royals
		{"sho-modern", "4k4/1EP6/1N2S3L/9/4r4/9/4G4/R8/4K4 b - 1"}, // a pin and promotions
		{"sho-modern,compulsory=always", "4k4/1EP6/1N2S3L/9/9/9/4G4/R3B4/4K4 b - 1"},
		{"sho,promotion=on-entry", "4k4/1EP6/1N2S3L/9/9/9/4G4/R3B4/4K4 b - 1"},
		{"sho-federation", "4k3+e/9/p8/9/9/9/9/9/K3R3R b - 1"}, // royals that may be taken
		{"asakura", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"},
		{"asakura", "3lkl3/9/3GKG3/9/9/9/9/9/9 b P 1"},                   // a pawn drop that would mate
		{"sho-modern,bare-king=ignored", "4k4/9/r8/4E4/9/9/9/9/9 b - 1"}, // without royal: the elephant may not promote everywhere
		{"asakura,drops=PLNSGBREK", "4k4/9/9/9/9/4r4/9/4G4/4+E4 b GK 1"}, // a king from the hand frees the pinned gold, also in check
		{"asakura,drops=PLNSGBREK", "4k4/9/9/9/9/4r4/9/9/4+E4 b GK 1"},
		{"sho", "4k4/9/9/4r4/9/9/9/4G4/4K2+E1 b - 1"},         // two royals, and a gold that leaves one attacked
		{"sho-federation", "4k4/9/9/4r4/9/9/9/4G4/4K4 b - 1"}, // check may be ignored
		{"heian-small", "startpos"},
		{"sho-modern,start=kgs/3/SGK b - 1", "startpos"},
	} {
		rules := MustParseRules(c.rules)
		checkEvenly(t, MustParseSFEN(rules, c.sfen))
	}
}

func checkEvenly(t *testing.T, p *Position) {
	t.Helper()
	const each = 200
	counts := map[Move]int{}
	var r playout
	r.start(p, 1)
	exact := r.exact
	legal := p.LegalMoves()
	for range each * len(legal) {
		r.exact = exact
		counts[r.draw(p)]++
	}
	for _, m := range legal {
		// The standard deviation is 14.
		if n := counts[m]; n < each-85 || n > each+85 {
			t.Errorf("%#v: %v came up %d times, want about %d", p, m, n, each)
		}
		delete(counts, m)
	}
	if len(counts) > 0 {
		t.Errorf("%#v: drew %v", p, counts)
	}
}

// After a pass out of check the side to move could take a royal, and must not.
func TestPlayoutAfterPass(t *testing.T) {
	p := MustParseSFEN(MustParseRules("sho"), "4k4/9/p3R4/9/9/8e/9/9/4K4 w - 1")
	p.Pass()
	checkEvenly(t, p)
}

// A side with more slots than fit draws from a list, and from slots again once they
// fit, as they do when its rooks have promoted.
func TestPlayoutOfManySliders(t *testing.T) {
	p := NewPosition(MustParseRules("sho-modern,bare-king=ignored,start=4k4/rr5rr/9/9/RRRR1RRRR/RRRR1RRRR/9/RRRR1RRRR/4K4 b - 1"))
	checkEvenly(t, p)
	var r playout
	r.start(p, 1)
	if !r.sides[Black].full || r.sides[White].full {
		t.Fatal("the slots of 24 rooks fit, or those of 4 do not")
	}
	for r.sides[Black].full {
		m := r.draw(p)
		if !p.Legal(m) {
			t.Fatalf("%#v: drew %v", p, m)
		}
		r.follow(p, p.Do(m))
		for c := range Color(2) {
			var fresh playout
			fresh.list(p, c)
			if fresh.sides[c].full && !r.sides[c].full {
				t.Fatalf("%#v: slots of %v fit", p, c)
			}
		}
	}
	checkEvenly(t, p)
}
