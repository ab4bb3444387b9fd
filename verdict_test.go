package shoshogi_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	. "example.com/shoshogi"
)

// verdict is a game that a rule decides: undecided before the last move, and
// after it as wanted.
type verdict struct {
	name    string
	rules   string
	sfen    string // of the start; empty means that of the rules
	moves   string
	want    Outcome // after the last move; the zero Outcome if the game goes on
	refused string  // moves that repetition forbids then
	free    string  // moves that are legal then
}

func (v verdict) test(t *testing.T) {
	r := MustParseRules(v.rules)
	p := NewPosition(r)
	if v.sfen != "" {
		p = MustParseSFEN(r, v.sfen)
	}
	g := NewGame(p)
	for i, word := range strings.Fields(v.moves) {
		if got := g.Outcome(); got != (Outcome{}) {
			t.Fatalf("before move %d, %s: %v, want undecided", i+1, word, got)
		}
		m := MustParseMove(word)
		if !slices.Contains(g.LegalMoves(), m) {
			t.Fatalf("move %d, %s, is not among the legal moves %s", i+1, word, movesText(g.LegalMoves()))
		}
		if err := g.Play(m); err != nil {
			t.Fatalf("move %d: %v", i+1, err)
		}
	}
	if got := g.Outcome(); got != v.want {
		t.Fatalf("%v, want %v", got, v.want)
	}
	for _, word := range strings.Fields(v.refused) {
		m := MustParseMove(word)
		if !g.Position().Legal(m) {
			t.Errorf("%s is not even legal in the position", word)
		}
		if err := g.Play(m); !errors.Is(err, Repeats) || g.ValidateMove(m) != Repeats || slices.Contains(g.LegalMoves(), m) {
			t.Errorf("%s is %v, want %v", word, err, Repeats)
		}
	}
	for _, word := range strings.Fields(v.free) {
		if err := g.Clone().Play(MustParseMove(word)); err != nil || !g.Legal(MustParseMove(word)) {
			t.Errorf("%s is %v, want it legal", word, err)
		}
	}
	if v.want == (Outcome{}) {
		return
	}
	if len(g.LegalMoves()) != 0 {
		t.Errorf("the game is over and has the moves %s", movesText(g.LegalMoves()))
	}
	if err := g.Play(MustParseMove("1a1b")); !errors.Is(err, GameOver) {
		t.Errorf("a move after the end gives %v, want %v", err, GameOver)
	}
	if _, ok := g.Undo(); ok && g.Outcome() != (Outcome{}) {
		t.Errorf("with the last move taken back the game is %v, want undecided", g.Outcome())
	}
}

func testVerdicts(t *testing.T, verdicts []verdict) {
	for _, v := range verdicts {
		t.Run(v.name, v.test)
	}
}

var drawn = Outcome{Result: Draw, Reason: ByRepetition}

// laps repeats moves.
func laps(n int, moves string) string { return strings.Repeat(moves+" ", n) }

func TestBareKing(t *testing.T) {
	const (
		takesLast      = "4k4/9/9/9/9/9/4p4/4G4/4K4 b - 1" // 5h5g bares White
		takesLastWhite = "4k4/4g4/4P4/9/9/9/9/9/4K4 w - 1" // 5b5c bares Black
		threeLeft      = "4k4/9/9/9/9/9/4p4/4GG3/4K4 b - 1"
		canBareBack    = "4k4/4p4/4G4/9/9/9/9/9/4K4 b - 1"
		protected      = "4k4/4p4/4GK3/9/9/9/9/9/9 b - 1"
		far            = "k8/9/9/9/4p4/4G4/9/9/4K4 b - 1"
	)
	bothBare := Outcome{Result: Draw, Reason: ByBothBare}
	testVerdicts(t, []verdict{
		{"a lone king loses at once", "sho", takesLast, "5h5g", wins(Black, ByBareKing), "", ""},
		{"a lone black king loses at once", "sho", takesLastWhite, "5b5c", wins(White, ByBareKing), "", ""},
		{"not before the last piece is gone", "sho", "4k4/9/9/9/9/9/p3p4/4G4/4K4 b - 1", "5h5g", Outcome{}, "", "5a5b"},
		{"a lone prince loses as well", "sho", "4+e4/9/9/9/9/9/4p4/4G4/4K4 b - 1", "5h5g", wins(Black, ByBareKing), "", ""},
		{"a lone king loses to a prince with a piece", "sho", "4k4/9/9/9/9/9/4p4/4G4/4+E4 b - 1", "5h5g", wins(Black, ByBareKing), "", ""},
		{"two royals are not bare", "sho", "4k4/4+e4/9/9/9/9/4p4/4G4/4K4 b - 1", "5h5g", Outcome{}, "", ""},
		{"two royals alone do not win", "sho", "4k4/9/9/9/9/9/4p4/4+E4/4K4 b - 1", "5h5g", Outcome{}, "", ""},
		{"two royals with a piece win", "sho", "4k4/9/9/9/9/9/4p4/P3+E4/4K4 b - 1", "5h5g", wins(Black, ByBareKing), "", ""},
		{"two royals of which one is taken are bare", "sho", "4k4/9/9/9/9/4+e4/9/4R4/4K4 b - 1", "5h5f", wins(Black, ByBareKing), "", ""},
		{"a promotion to the second royal does not bare", "sho", "4k4/3p5/9/4E4/9/9/9/9/4K4 b - 1", "5d5c+", Outcome{}, "", ""},
		{"a piece in hand is a piece", "asakura,bare-king=loses", "4k4/9/9/9/9/9/4p4/4G4/4K4 b p 1", "5h5g", Outcome{}, "", "P*9b"},
		{"a piece in hand wins too", "asakura,bare-king=loses", "4k4/9/9/9/9/9/9/4p4/4K4 b P 1", "5i5h", wins(Black, ByBareKing), "", ""},
		{"two lone kings draw", "sho", "4k4/4p4/4+E4/9/9/9/9/9/4K4 b - 1", "5c5b 5a5b", bothBare, "", ""},
		{"two lone kings draw in the narrow reading", "sho,bare-king=loses-to-lone-piece", "4k4/4p4/4+E4/9/9/9/9/9/4K4 b - 1", "5c5b 5a5b", bothBare, "", ""},

		{"narrow reading: to a lone piece", "sho,bare-king=loses-to-lone-piece", takesLast, "5h5g", wins(Black, ByBareKing), "", ""},
		{"narrow reading: White to a lone piece", "sho,bare-king=loses-to-lone-piece", takesLastWhite, "5b5c", wins(White, ByBareKing), "", ""},
		{"narrow reading: not to two pieces", "sho,bare-king=loses-to-lone-piece", threeLeft, "5h5g", Outcome{}, "", ""},
		{"the wide reading: to two pieces", "sho", threeLeft, "5h5g", wins(Black, ByBareKing), "", ""},
		{"narrow reading: not to a piece and two royals", "sho,bare-king=loses-to-lone-piece", "4k4/9/9/9/9/9/4p4/P3+E4/4K4 b - 1", "5h5g", Outcome{}, "", ""},

		{"baring back is still possible", "sho,bare-king=loses-unless-bared", canBareBack, "5c5b", Outcome{}, "", "5a5b"},
		{"baring back draws", "sho,bare-king=loses-unless-bared", canBareBack, "5c5b 5a5b", bothBare, "", ""},
		{"White may bare back as well", "sho,bare-king=loses-unless-bared", "4k4/9/9/9/9/9/4g4/4P4/4K4 w - 1", "5g5h 5i5h", bothBare, "", ""},
		{"without the rule the same move loses", "sho", canBareBack, "5c5b", wins(Black, ByBareKing), "", ""},
		{"too far away to bare back", "sho,bare-king=loses-unless-bared", far, "5f5e", wins(Black, ByBareKing), "", ""},
		{"the last piece is protected: mate", "sho,bare-king=loses-unless-bared", protected, "5c5b", wins(Black, ByCheckmate), "", ""},
		{"two pieces left cannot be bared at once", "sho,bare-king=loses-unless-bared", "4k4/4p4/P3G4/9/9/9/9/9/4K4 b - 1", "5c5b", wins(Black, ByBareKing), "", ""},
		{"a piece in hand cannot be bared", "asakura,bare-king=loses-unless-bared", canBareBack, "5c5b", wins(Black, ByBareKing), "", ""},
		{"a protected piece may be taken where check may be ignored", "sho-federation", protected, "5c5b 5a5b", bothBare, "", ""},
		{"a side that does not bare back loses", "sho-federation", canBareBack, "5c5b 5a4a", wins(Black, ByBareKing), "", ""},
		{"chu style too", "sho-chu", canBareBack, "5c5b 5a6a", wins(Black, ByBareKing), "", ""},
		{"Heian loses at once", "heian", "4k4/9/9/9/9/4p4/4G4/4K4 b - 1", "5g5f", wins(Black, ByBareKing), "", ""},

		{"where it is ignored the game goes on", "sho-modern", takesLast, "5h5g 5a5b", Outcome{}, "", ""},
		{"two lone kings play on where it is ignored", "sho-modern", canBareBack, "5c5b 5a5b 5i5h", Outcome{}, "", ""},
	})
}

func TestBareFromTheStart(t *testing.T) {
	for _, c := range []struct {
		rules, sfen string
		want        Outcome
	}{
		{"sho", "4k4/9/9/9/9/9/9/4G4/4K4 b - 1", wins(Black, ByBareKing)},
		{"sho", "4k4/9/9/9/9/9/9/9/4K4 b - 1", Outcome{Result: Draw, Reason: ByBothBare}},
		{"sho-federation", "9/9/9/9/9/9/9/4G4/4K4 b - 1", wins(Black, ByRoyalCaptured)},
		{"sho", "8k/8G/8P/9/p8/9/9/9/K8 w - 1", wins(Black, ByCheckmate)},
		{"sho-modern", "4k4/9/9/9/9/9/9/4G4/4K4 b - 1", Outcome{}},
	} {
		g := NewGame(MustParseSFEN(MustParseRules(c.rules), c.sfen))
		if g.Outcome() != c.want || (len(g.LegalMoves()) > 0) != (c.want == Outcome{}) {
			t.Errorf("%s %s: %v with %d moves, want %v", c.rules, c.sfen, g.Outcome(), len(g.LegalMoves()), c.want)
		}
		if m, ok := g.Undo(); ok || m != NoMove || g.Outcome() != c.want {
			t.Errorf("%s %s: Undo returns %v, %v", c.rules, c.sfen, m, ok)
		}
	}
}

func TestMateAndCapture(t *testing.T) {
	const (
		mate      = "4k4/9/p2GP4/9/9/9/9/9/4K4 b - 1" // 6c5b mates
		mateWhite = "4k4/9/9/9/9/9/4pg2P/9/4K4 w - 1" // 4g5h mates
		answered  = "4k4/9/p2GP4/9/9/8e/9/9/4K4 b - 1"
		stalemate = "8k/9/9/8G/9/9/9/K8/4p2R1 b - 1"
		twoRoyals = "4k3+e/9/p8/9/9/9/9/9/K3R3R b - 1"
	)
	testVerdicts(t, []verdict{
		{"mate", "sho", mate, "6c5b", wins(Black, ByCheckmate), "", ""},
		{"mate by White", "sho", mateWhite, "4g5h", wins(White, ByCheckmate), "", ""},
		{"no mate: the gold hangs", "sho", "4k4/9/p2G5/9/9/9/9/9/4K4 b - 1", "6c5b", Outcome{}, "", "5a5b"},
		{"mate where an elephant cannot promote", "sho", "4k4/9/p2GP4/8e/9/9/9/9/4K4 b - 1", "6c5b", wins(Black, ByCheckmate), "", ""},
		{"an elephant answers mate by promoting", "sho", answered, "6c5b", Outcome{}, "", "1f1g+ 1f2g+"},
		{"then the king can be taken", "sho", answered, "6c5b 1f1g+ 5b5a", Outcome{}, "", "1g1h"},
		{"mate with two royals does not exist", "sho", "4k3+e/9/p2GP4/9/9/9/9/9/4K4 b - 1", "6c5b", Outcome{}, "", "9c9d 5a5b"},
		{"mate of a prince", "sho", "4+e4/9/p2GP4/9/9/9/9/9/4K4 b - 1", "6c5b", wins(Black, ByCheckmate), "", ""},
		{"a captured second royal leaves one to be mated", "sho", "4k4/9/p2+eP4/3G5/9/9/9/9/4K4 b - 1", "6d6c 9c9d 6c5b", wins(Black, ByCheckmate), "", ""},

		{"no move and no check loses", "sho", stalemate, "1d1c", wins(Black, ByNoMoves), "", ""},
		{"no move and no check loses for Black", "sho", "1r2P4/8k/9/9/9/g8/9/9/K8 w - 1", "9f9g", wins(White, ByNoMoves), "", ""},
		{"a move left", "sho", "8k/9/9/8G/9/p8/9/K8/4p2R1 b - 1", "1d1c", Outcome{}, "", "9f9g"},
		{"the same in modern rules", "sho-modern", stalemate, "1d1c", wins(Black, ByNoMoves), "", ""},
		{"no stalemate where check may be ignored", "sho-federation", stalemate, "1d1c", Outcome{}, "", "1a1b 1a2a 1a2b"},

		{"no mate where check may be ignored", "sho-federation", mate, "6c5b", Outcome{}, "", "5a5b 5a4a 9c9d"},
		{"the king is taken", "sho-federation", mate, "6c5b 9c9d 5b5a", wins(Black, ByRoyalCaptured), "", ""},
		{"the king is taken by White", "sho-federation", mateWhite, "4g5h 1g1f 5h5i", wins(White, ByRoyalCaptured), "", ""},
		{"the first of two royals is taken", "sho-federation", twoRoyals, "5i5a", Outcome{}, "", ""},
		{"the last of two royals is taken", "sho-federation", twoRoyals, "5i5a 9c9d 1i1a", wins(Black, ByRoyalCaptured), "", ""},
		{"the prince first, then the king", "sho-chu", twoRoyals, "1i1a 9c9d 5i5a+", wins(Black, ByRoyalCaptured), "", ""},
		{"the last piece takes the last royal", "sho-federation", "4k4/4G4/p8/9/9/9/9/9/4K4 b - 1", "5b5a", wins(Black, ByRoyalCaptured), "", ""},

		{"a pawn drop may check", "asakura", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*5b", Outcome{}, "", "5a5b"},
		{"a pawn drop may mate where allowed", "asakura,pawn-drop-mate=true", "3lkl3/9/3GKG3/9/9/9/9/9/9 b P 1", "P*5b", wins(Black, ByCheckmate), "", ""},
	})
}

func TestRepetitionCount(t *testing.T) {
	const (
		lap      = "2h3h 8b7b 3h2h 7b8b" // ends with White
		otherLap = "2h4h 8b7b 4h2h 7b8b"
		whiteLap = "8b7b 2h3h 7b8b 3h2h" // ends with Black
		almost   = "2h3h 8b7b 3h2h"
	)
	testVerdicts(t, []verdict{
		{"forbidden: the fourth time", "sho", "", laps(2, lap) + almost, Outcome{}, "7b8b", "7b6b"},
		{"forbidden: the third time is free", "sho", "", laps(2, lap), Outcome{}, "", "2h3h"},
		{"forbidden to Black after a move", "sho", "", "7g7f " + laps(2, whiteLap) + "8b7b 2h3h 7b8b", Outcome{}, "3h2h", "3h4h"},
		{"forbidden to White after two moves", "sho", "", "7g7f 3c3d " + laps(2, lap) + almost, Outcome{}, "7b8b", ""},
		{"forbidden with one other way to reach it", "sho", "", laps(1, lap) + laps(1, otherLap) + almost, Outcome{}, "7b8b", ""},

		{"drawn at the fourth time", "sho-modern", "", laps(3, lap), drawn, "", ""},
		{"drawn at the fourth time by Black", "sho-modern", "", "7g7f " + laps(3, whiteLap), drawn, "", ""},
		{"drawn at the fourth time whatever the way", "sho-modern", "", lap + " " + otherLap + " " + lap, drawn, "", ""},
		{"drawn at the fourth time after a longer way", "sho-modern", "", laps(2, lap) + "2h4h 8b6b 4h2h 6b7b 2h3h 7b6b 3h2h 6b8b", drawn, "", ""},
		{"not drawn at the third", "sho-modern", "", laps(2, lap) + almost, Outcome{}, "", "7b8b"},

		{"lost by White who completes it", "sho-modern,repetition=loses", "", laps(3, lap), wins(Black, ByRepetition), "", ""},
		{"lost by Black who completes it", "sho-modern,repetition=loses", "", "7g7f " + laps(3, whiteLap), wins(White, ByRepetition), "", ""},

		{"ignored", "sho-modern,repetition=ignored", "", laps(9, lap), Outcome{}, "", "2h3h"},

		{"count 2 forbids the second time", "sho,count=2", "", almost, Outcome{}, "7b8b", ""},
		{"count 3 forbids the third time", "sho,count=3", "", lap + " " + almost, Outcome{}, "7b8b", ""},
		{"count 3 draws", "sho-modern,count=3", "", laps(2, lap), drawn, "", ""},
		{"count 5 draws", "sho-modern,count=5", "", laps(4, lap), drawn, "", ""},
		{"count 5 forbids", "sho,count=5", "", laps(3, lap) + almost, Outcome{}, "7b8b", ""},

		{"a capture makes all new", "sho-modern", "", laps(2, lap) + "7g7f 3c3d 8h2b 3a2b " + laps(2, lap), Outcome{}, "", "2h3h"},
		{"the hands tell positions apart", "asakura", "4k4/9/9/9/9/9/9/9/4K4 b PG 1", "P*5e 5a5b G*5h 5b5a 5h4h 5a5b 4h5h 5b5a 5h4h 5a5b 4h5h 5b5a", Outcome{}, "", ""},
	})
}

func TestRepetitionCycles(t *testing.T) {
	const (
		a         = "2h3h 8b7b 3h2h 7b8b"
		b         = "2h4h 8b7b 4h2h 7b8b"
		whiteLap  = "8b7b 2h3h 7b8b 3h2h"
		drawCycle = "sho-modern,cycles=3"
	)
	ab := a + " " + b + " "
	testVerdicts(t, []verdict{
		{"three times round draws", drawCycle, "", laps(3, a), drawn, "", ""},
		{"not before the last move", drawCycle, "", laps(2, a) + "2h3h 8b7b 3h2h", Outcome{}, "", "7b8b 7b6b"},
		{"three times round by Black", drawCycle, "", "7g7f " + laps(3, whiteLap), drawn, "", ""},
		{"three times round of eight moves", drawCycle, "", laps(3, ab), drawn, "", ""},
		{"the position alone does not count", drawCycle, "", laps(2, ab) + a + " 2h4h 8b7b 4h2h", Outcome{}, "", "7b8b"},
		{"not in a row", drawCycle, "", laps(2, a) + b + " " + laps(2, a), Outcome{}, "", ""},
		{"in a row after all, from the last move of another way on", drawCycle, "", laps(2, a) + b + " " + laps(2, a) + "2h3h 8b7b 3h2h", drawn, "", ""},
		{"begun in the middle", drawCycle, "", "2h4h 8b7b 4h2h " + laps(3, "7b8b 2h3h 8b7b 3h2h"), drawn, "", ""},
		{"forbidden", "sho,cycles=3", "", laps(2, a) + "2h3h 8b7b 3h2h", Outcome{}, "7b8b", "7b6b"},
		{"forbidden with eight moves", "sho,cycles=3", "", laps(2, ab) + a + " 2h4h 8b7b 4h2h", Outcome{}, "7b8b", "7b6b"},
		{"lost by White", "sho-modern,cycles=3,repetition=loses", "", laps(3, a), wins(Black, ByRepetition), "", ""},
		{"lost by Black", "sho-modern,cycles=3,repetition=loses", "", "7g7f " + laps(3, whiteLap), wins(White, ByRepetition), "", ""},
		{"ignored", "sho-modern,cycles=3,repetition=ignored", "", laps(7, a), Outcome{}, "", ""},
		{"two cycles", "sho-modern,cycles=2", "", laps(2, a), drawn, "", ""},
		{"cycles come first", "sho-modern,count=4,cycles=2", "", laps(2, a), drawn, "", ""},
		{"the count comes first", "sho-modern,count=3,cycles=3", "", a + " " + b, drawn, "", ""},
	})
}

// A rook checks a king that goes to and fro. The king is on 5a and the rook goes
// to 5e, or it is on 4a and the rook goes to 4e.
func TestPerpetualCheck(t *testing.T) {
	const (
		// The position that recurs comes about by the move of the checked side.
		black       = "4k4/9/p8/9/5R3/9/9/P8/K8 b - 1"
		blackLap    = "4e5e 5a4a 5e4e 4a5a"
		blackAlmost = "4e5e 5a4a 5e4e"
		// The position that recurs comes about by the check.
		checked       = "4k4/9/p8/9/4R4/9/9/P8/K8 w - 1"
		checkedLap    = "5a4a 5e4e 4a5a 4e5e"
		checkedAlmost = "5a4a 5e4e 4a5a"
		// The same with the sides exchanged.
		white       = "8k/8p/9/9/3r5/9/8P/9/4K4 w - 1"
		whiteLap    = "6e5e 5i6i 5e6e 6i5i"
		whiteAlmost = "6e5e 5i6i 5e6e"
		// A lap without check through the same position.
		quietLap = "4e3e 5a6a 3e4e 6a5a"
	)
	perpetual := func(winner Color) Outcome { return wins(winner, ByPerpetualCheck) }
	testVerdicts(t, []verdict{
		{"loses, completed by the checked side", "sho-modern", black, laps(3, blackLap), perpetual(White), "", ""},
		{"not one move earlier", "sho-modern", black, laps(2, blackLap) + blackAlmost, Outcome{}, "", "4a5a 4a3a"},
		{"loses, completed by the checker", "sho-modern", checked, laps(3, checkedLap), perpetual(White), "", ""},
		{"not one move earlier either", "sho-modern", checked, laps(2, checkedLap) + checkedAlmost, Outcome{}, "", "4e5e"},
		{"White loses", "sho-modern", white, laps(3, whiteLap), perpetual(Black), "", ""},
		{"from later on", "sho-modern", black, "4e4f 9c9d 4f4e 9d9e " + laps(3, blackLap), perpetual(White), "", ""},
		{"from later on, completed by the checker", "sho-modern", "4k4/9/p8/9/6R2/9/9/P8/K8 b - 1", "3e5e " + laps(3, checkedLap), perpetual(White), "", ""},
		{"one quiet lap makes it a plain repetition", "sho-modern", black, quietLap + " " + laps(2, blackLap), drawn, "", ""},
		{"a quiet lap in the middle as well", "sho-modern", black, blackLap + " " + quietLap + " " + blackLap, drawn, "", ""},
		{"a quiet lap at the end as well", "sho-modern", black, laps(2, blackLap) + quietLap, drawn, "", ""},
		{"one quiet move is enough", "sho-modern", black, laps(2, blackLap) + "4e5e 5a4a 5e3e 4a5b 3e4e 5b5a", drawn, "", ""},
		{"count 2", "sho-modern,count=2", black, blackLap, perpetual(White), "", ""},
		{"cycles", "sho-modern,cycles=3", black, laps(3, blackLap), perpetual(White), "", ""},
		{"cycles, completed by the checker", "sho-modern,cycles=3", checked, laps(3, checkedLap), perpetual(White), "", ""},
		{"loses where plain repetition loses too", "sho-modern,repetition=loses", black, laps(3, blackLap), perpetual(White), "", ""},
		{"loses where plain repetition is ignored", "sho-modern,repetition=ignored", black, laps(3, blackLap), perpetual(White), "", ""},
		{"loses where plain repetition is forbidden", "sho,perpetual=checker-loses", black, laps(3, blackLap), perpetual(White), "", ""},
		{"loses in the federation's rules", "sho-federation", black, laps(3, blackLap), perpetual(White), "", ""},

		{"deviates: the checked side is free", "sho", black, laps(3, blackLap), Outcome{}, "4e5e", "4e4f 4e3e"},
		{"deviates: the checker's move is refused", "sho", checked, laps(2, checkedLap) + checkedAlmost, Outcome{}, "4e5e", "4e4f"},
		{"deviates: White", "sho", white, laps(3, whiteLap), Outcome{}, "6e5e", "6e6f"},
		{"deviates: the last free check", "sho", black, laps(2, blackLap) + blackAlmost, Outcome{}, "", "4a5a"},
		{"deviates: a quiet lap makes it a plain repetition", "sho", black, quietLap + " " + blackLap + " " + blackAlmost, Outcome{}, "4a5a", ""},
		{"deviates, drawn otherwise", "sho,repetition=draws", black, quietLap + " " + laps(2, blackLap), drawn, "", ""},
		{"deviates, checked side free where repetition loses", "sho,repetition=loses", black, laps(3, blackLap), Outcome{}, "4e5e", ""},
		{"deviates with cycles", "sho,cycles=3", checked, laps(2, checkedLap) + checkedAlmost, Outcome{}, "4e5e", ""},
		{"deviates with cycles: the checked side is free", "sho,cycles=3", black, laps(3, blackLap), Outcome{}, "4e5e", ""},

		{"ignored: forbidden to the checked side", "sho-chu", black, laps(2, blackLap) + blackAlmost, Outcome{}, "4a5a", "4a3a"},
		{"ignored: forbidden to the checker", "sho-chu", checked, laps(2, checkedLap) + checkedAlmost, Outcome{}, "4e5e", ""},
		{"ignored: drawn", "sho-modern,perpetual=ignored", black, laps(3, blackLap), drawn, "", ""},
		{"ignored: lost by whoever completes", "sho-modern,perpetual=ignored,repetition=loses", black, laps(3, blackLap), wins(Black, ByRepetition), "", ""},
	})
}

// Where check may be ignored both sides can check with each of their moves: a
// rook on either edge attacks the king in the corner, wherever it goes on its
// file.
func TestBothSidesCheck(t *testing.T) {
	const (
		both      = "k8/9/9/9/R7r/9/9/9/8K b - 1"
		bothWhite = "k8/9/9/9/R7r/9/9/9/8K w - 1"
		lap       = "9e9f 1e1d 9f9e 1d1e"
		whiteLap  = "1e1d 9e9f 1d1e 9f9e"
		onlyBlack = "k8/9/9/9/R6r1/9/9/9/8K b - 1"
		blackLap  = "9e9f 2e2d 9f9e 2d2e"
	)
	testVerdicts(t, []verdict{
		{"plain repetition: drawn", "sho-federation", both, laps(3, lap), drawn, "", ""},
		{"completed by Black: drawn", "sho-federation", bothWhite, laps(3, whiteLap), drawn, "", ""},
		{"plain repetition: forbidden", "sho-chu,perpetual=checker-deviates", both, laps(2, lap) + "9e9f 1e1d 9f9e", Outcome{}, "1d1e", "1d1f"},
		{"completed by Black: forbidden", "sho-chu,perpetual=checker-deviates", bothWhite, laps(2, whiteLap) + "1e1d 9e9f 1d1e", Outcome{}, "9f9e", ""},
		{"plain repetition: lost by whoever completes it", "sho-federation,repetition=loses", both, laps(3, lap), wins(Black, ByRepetition), "", ""},
		{"both attack as well", "sho-chu,perpetual=checker-deviates,attacker=true", both, laps(2, lap) + "9e9f 1e1d 9f9e", Outcome{}, "1d1e", ""},
		{"one side alone: perpetual", "sho-federation", onlyBlack, laps(3, blackLap), wins(White, ByPerpetualCheck), "", ""},
		{"one side alone: must deviate", "sho-chu,perpetual=checker-deviates", onlyBlack, laps(3, blackLap), Outcome{}, "9e9f", "9e9g"},
	})
}

// A rook chases a gold as it would a king.
func TestAttackerDeviates(t *testing.T) {
	const (
		black       = "4g3k/9/8p/9/5R3/9/9/P8/K8 b - 1"
		blackLap    = "4e5e 5a4a 5e4e 4a5a"
		blackAlmost = "4e5e 5a4a 5e4e"
		chased      = "4g3k/9/8p/9/4R4/9/9/P8/K8 w - 1"
		chasedLap   = "5a4a 5e4e 4a5a 4e5e"
		almost      = "5a4a 5e4e 4a5a"
		white       = "8k/8p/9/9/3r5/9/P8/9/K3G4 w - 1"
		whiteLap    = "6e5e 5i6i 5e6e 6i5i"
		quiet       = "4e3e 5a6a 3e4e 6a5a"
	)
	testVerdicts(t, []verdict{
		{"the chased side is free", "sho,attacker=true", black, laps(3, blackLap), Outcome{}, "4e5e", "4e4f"},
		{"the attacker is not", "sho,attacker=true", chased, laps(2, chasedLap) + almost, Outcome{}, "4e5e", "4e4f"},
		{"White attacks", "sho,attacker=true", white, laps(3, whiteLap), Outcome{}, "6e5e", ""},
		{"a quiet lap: whoever repeats", "sho,attacker=true", black, quiet + " " + blackLap + " " + blackAlmost, Outcome{}, "4a5a", ""},
		{"without the option: whoever repeats", "sho", black, laps(2, blackLap) + blackAlmost, Outcome{}, "4a5a", ""},
		{"draws for all others", "sho-modern,attacker=true", black, quiet + " " + laps(2, blackLap), drawn, "", ""},
		{"not for the attacker", "sho-modern,attacker=true", chased, laps(2, chasedLap) + almost, Outcome{}, "4e5e", ""},
		{"neither attacks", "sho,attacker=true", "", laps(2, "2h3h 8b7b 3h2h 7b8b") + "2h3h 8b7b 3h2h", Outcome{}, "7b8b", ""},
		{"perpetual check goes first", "sho-modern,attacker=true", "4k4/9/p8/9/5R3/9/9/P8/K8 b - 1", laps(3, blackLap), wins(White, ByPerpetualCheck), "", ""},
		{"where that is ignored a check is an attack", "sho-chu,attacker=true", "4k4/9/p8/9/5R3/9/9/P8/K8 b - 1", laps(3, blackLap), Outcome{}, "4e5e", ""},
		{"with cycles", "sho,attacker=true,cycles=3", chased, laps(2, chasedLap) + almost, Outcome{}, "4e5e", ""},
	})
}

// A king has two squares; once the game has been through both, each of its moves
// repeats.
func TestAllMovesRepeat(t *testing.T) {
	const (
		black = "8k/R8/5N3/9/9/9/9/K8/4p4 b - 1"
		white = "4P4/8k/9/9/9/9/3n5/8r/K8 w - 1"
		lap   = "9b8b 1a2a 8b9b 2a1a"
	)
	testVerdicts(t, []verdict{
		{"no move is left at the second time", "sho,count=2", black, "9b8b 1a2a 8b9b", wins(Black, ByNoMoves), "", ""},
		{"White's turn", "sho,count=2", white, "1h2h 9i8i 2h1h", wins(White, ByNoMoves), "", ""},
		{"no move is left at the fourth time", "sho", black, laps(2, lap) + "9b8b 1a2a 8b9b", wins(Black, ByNoMoves), "", ""},
		{"a move is left", "sho,count=2", "8k/R8/5N3/9/9/9/9/K3p4/9 b - 1", "9b8b 1a2a 8b9b", Outcome{}, "2a1a", "5h5i"},
		{"nor with cycles", "sho,cycles=2", black, lap + " 9b8b 1a2a 8b9b", wins(Black, ByNoMoves), "", ""},
		{"where it draws a move is left", "sho,count=2,repetition=draws", black, lap, drawn, "", ""},
	})
}
