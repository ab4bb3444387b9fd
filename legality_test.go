package shoshogi_test

import (
	"testing"

	. "example.com/shoshogi"
)

// ruling is a move in a position under rules, with the reason why it is illegal,
// 0 if it is legal.
type ruling struct {
	name    string
	rules   string
	sfen    string
	move    string
	illegal Illegality
}

func testRulings(t *testing.T, rulings []ruling) {
	t.Helper()
	for _, c := range rulings {
		p, err := ParseSFEN(MustParseRules(c.rules), c.sfen)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		err = p.ValidateMove(MustParseMove(c.move))
		if got, _ := err.(Illegality); got != c.illegal {
			t.Errorf("%s: %s in %s under %s: %v, want %v", c.name, c.move, c.sfen, c.rules, err, c.illegal)
		}
	}
}

func TestPromotionRights(t *testing.T) {
	const (
		entry   = "sho"
		zone    = "sho-modern,compulsory=never"
		capture = "sho-chu,check=must-meet"
		silver  = "4k4/9/9/3S5/9/9/9/9/4K4 b - 1"      // outside the zone
		inside  = "k8/9/3S5/9/9/9/9/9/4K4 b - 1"       // inside it
		prey    = "k8/2p1p4/3S5/2p6/9/9/9/9/4K4 b - 1" // with pieces to capture
		pawn    = "k8/3P5/3P1P3/5p3/9/9/9/9/4K4 b - 1"
		lance   = "k8/3L5/9/9/9/9/9/9/4K4 b - 1"
		knight  = "k8/9/3N5/9/9/9/9/9/4K4 b - 1"
		white   = "4k4/9/9/9/9/5s3/6s2/9/4K4 w - 1"
	)
	testRulings(t, []ruling{
		{"entering", entry, silver, "6d6c+", 0},
		{"entering, declined", entry, silver, "6d6c", 0},
		{"not outside the zone", entry, silver, "6d5e+", CannotPromote},
		{"within the zone", entry, inside, "6c6b+", CannotPromote},
		{"leaving the zone", entry, inside, "6c7d+", CannotPromote},
		{"capturing within the zone", entry, prey, "6c5b+", CannotPromote},
		{"White entering", entry, white, "4f4g+", 0},
		{"White within the zone", entry, white, "3g3h+", CannotPromote},
		{"pawn again on the last rank", entry, pawn, "6b6a+", 0},
		{"pawn, declined on the last rank", entry, pawn, "6b6a", 0},
		{"pawn within the zone", entry, "k8/9/3P5/9/9/9/9/9/4K4 b - 1", "6c6b+", CannotPromote},
		{"lance again on the last rank", entry, lance, "6b6a+", 0},
		{"lance, declined on the last rank", entry, lance, "6b6a", 0},
		{"knight within the zone", entry, knight, "6c5a+", CannotPromote},
		{"knight within the zone, stuck", entry, knight, "6c5a", 0},
		{"gold", entry, "k8/9/9/3G5/9/9/9/9/4K4 b - 1", "6d6c+", CannotPromote},
		{"gold where it promotes", "sho,gold-promotes=true", "k8/9/9/3G5/9/9/9/9/4K4 b - 1", "6d6c+", 0},
		{"king", entry, "k8/9/9/3K5/9/9/9/9/9 b - 1", "6d6c+", CannotPromote},
		{"a promoted piece", entry, "k8/9/9/3+S5/9/9/9/9/4K4 b - 1", "6d6c+", CannotPromote},

		{"in the zone: entering", zone, silver, "6d6c+", 0},
		{"in the zone: within", zone, inside, "6c6b+", 0},
		{"in the zone: leaving", zone, inside, "6c7d+", 0},
		{"in the zone: outside", zone, silver, "6d5e+", CannotPromote},
		{"in the zone: a piece that declined", zone, inside, "6c5b", 0},

		{"on capture: entering", capture, silver, "6d6c+", 0},
		{"on capture: within, without a capture", capture, prey, "6c6b+", CannotPromote},
		{"on capture: within", capture, prey, "6c5b+", 0},
		{"on capture: within, declined", capture, prey, "6c5b", 0},
		{"on capture: leaving", capture, prey, "6c7d+", 0},
		{"on capture: leaving without one", capture, prey, "6c5d+", CannotPromote},
		{"on capture: outside the zone", capture, "k8/9/9/9/3p5/3P5/9/9/4K4 b - 1", "6f6e+", CannotPromote},
		{"on capture: pawn again on the last rank", capture, pawn, "6b6a+", 0},
		{"on capture: lance again on the last rank", capture, lance, "6b6a+", 0},
		{"on capture: pawn within", capture, "k8/3p5/3P5/9/9/9/9/9/4K4 b - 1", "6c6b+", 0},

		{"the zone of eight ranks: White", "heian", "4k4/9/9/9/5s3/9/9/4K4 w - 1", "4e4f+", 0},
		{"the zone of eight ranks: White before it", "heian", "4k4/9/9/5s3/9/9/9/4K4 w - 1", "4d4e+", CannotPromote},
	})
}

func TestCompulsoryPromotion(t *testing.T) {
	const (
		pawn    = "4k4/3P5/9/9/9/9/9/9/4K4 b - 1"
		lance   = "k8/9/9/9/3L5/9/9/9/4K4 b - 1"
		knight3 = "k8/9/9/3N5/9/9/9/9/4K4 b - 1" // to the second rank
		knight2 = "k8/9/3N5/9/9/9/9/9/4K4 b - 1" // to the last
		knight4 = "k8/9/9/9/3N5/9/9/9/4K4 b - 1" // to the third
		white   = "4k4/9/9/9/9/3n5/9/5p3/4K4 w - 1"
		last    = "sho-modern,compulsory=on-last-rank"
		stuck   = "sho-modern"
		always  = "heian"
	)
	testRulings(t, []ruling{
		{"never: pawn", "sho", pawn, "6b6a", 0},
		{"never: knight", "sho", knight3, "6d5b", 0},

		{"last rank: pawn", last, pawn, "6b6a", MustPromote},
		{"last rank: pawn promotes", last, pawn, "6b6a+", 0},
		{"last rank: lance", last, lance, "6e6a", MustPromote},
		{"last rank: lance before it", last, lance, "6e6b", 0},
		{"last rank: knight", last, knight2, "6c5a", MustPromote},
		{"last rank: knight before it", last, knight3, "6d5b", 0},
		{"last rank: silver", last, "k8/3S5/9/9/9/9/9/9/4K4 b - 1", "6b6a", 0},

		{"stuck: pawn", stuck, pawn, "6b6a", MustPromote},
		{"stuck: lance", stuck, lance, "6e6a", MustPromote},
		{"stuck: lance before it", stuck, lance, "6e6b", 0},
		{"stuck: knight on the last rank", stuck, knight2, "6c5a", MustPromote},
		{"stuck: knight on the second", stuck, knight3, "6d5b", MustPromote},
		{"stuck: knight on the third", stuck, knight4, "6e5c", 0},
		{"stuck: White's pawn", stuck, white, "4h4i", MustPromote},
		{"stuck: White's knight", stuck, white, "6f5h", MustPromote},
		{"stuck: where there is no right, no duty", "sho,compulsory=when-stuck", knight2, "6c5a", 0},
		{"last rank: where there is no right, no duty", "sho,compulsory=on-last-rank", knight2, "6c5a", 0},
		{"always: where there is no right, no duty", "sho,compulsory=always", knight2, "6c5a", 0},
		{"stuck: entering", "sho,compulsory=when-stuck", knight3, "6d5b", MustPromote},
		{"stuck: pawn again on the last rank", "sho,compulsory=when-stuck", pawn, "6b6a", MustPromote},

		{"always: entering", always, "k8/9/9/3S5/9/9/9/4K4 b - 1", "6d6c", MustPromote},
		{"always: promotes", always, "k8/9/9/3S5/9/9/9/4K4 b - 1", "6d6c+", 0},
		{"always: within the zone", always, "k8/9/3S5/9/9/9/9/4K4 b - 1", "6c6b", 0},
		{"always: gold", always, "k8/9/9/3G5/9/9/9/4K4 b - 1", "6d6c", 0},
		{"always: elephant", "sho,compulsory=always", "k8/9/9/3E5/9/9/9/9/4K4 b - 1", "6d6c", MustPromote},
	})
}

func TestCheckAndPins(t *testing.T) {
	const (
		pinned   = "4k4/9/9/4r4/9/4G4/9/9/4K4 b - 1"
		check    = "4k4/9/9/4r4/9/9/8G/9/4K4 b - 1"
		elephant = "4k4/9/9/8E/4r4/9/9/9/4K4 b - 1"
		pinnedE  = "9/4r3k/9/4E4/9/9/9/9/4K4 b - 1"
		two      = "4k4/9/9/4r4/9/9/9/9/4K3+E b - 1"
	)
	testRulings(t, []ruling{
		{"a pinned piece leaves its line", "sho", pinned, "5f4f", LeavesCheck},
		{"a pinned piece stays on its line", "sho", pinned, "5f5e", 0},
		{"a pin binds no one where check may be ignored", "sho-federation", pinned, "5f4f", 0},
		{"check must be met", "sho", check, "1g1f", LeavesCheck},
		{"check may be ignored", "sho-federation", check, "1g1f", 0},
		{"the king goes along the line", "sho", check, "5i5h", LeavesCheck},
		{"the king leaves the line", "sho", check, "5i4h", 0},
		{"the king goes into check", "sho", "4k4/9/9/3r5/9/9/9/9/4K4 b - 1", "5i6i", LeavesCheck},
		{"the king goes into check where it may", "sho-federation", "4k4/9/9/3r5/9/9/9/9/4K4 b - 1", "5i6i", 0},
		{"interposing", "sho", "4k4/9/9/4r4/9/9/3G5/9/4K4 b - 1", "6g5g", 0},
		{"taking the checker", "sho", "4k4/9/9/4r4/3G5/9/9/9/4K4 b - 1", "6e5d", 0},
		{"interposing against two checkers", "sho", "4k4/9/9/4r4/9/9/3nG4/9/4K4 b - 1", "5g4g", LeavesCheck},
		{"an elephant promotes elsewhere", "sho", elephant, "1d1c+", 0},
		{"an elephant moves elsewhere without promoting", "sho", elephant, "1d1c", LeavesCheck},
		{"a pinned elephant promotes off its line", "sho", pinnedE, "5d4c+", 0},
		{"a pinned elephant leaves its line", "sho", pinnedE, "5d4c", LeavesCheck},
		{"a pinned elephant stays on its line", "sho", pinnedE, "5d5c", 0},
		{"two royals are not in check", "sho", two, "1i1h", 0},
		{"of two royals one may walk into attack", "sho", "4k4/9/9/4r4/9/9/9/9/3K4+E b - 1", "6i5i", 0},
		{"the last royal of the other side is not taken", "sho", "4k4/9/9/9/9/9/9/9/4K4 b - 1", "5i5a", NoSuchMove},
		{"one of two royals is taken", "sho", "4k3+e/9/9/9/4R4/9/9/9/4K4 b - 1", "5e5a", 0},
		{"the last royal is taken where it may", "sho-federation", "4k4/9/9/9/4R4/9/9/9/4K4 b - 1", "5e5a", 0},
		{"a lone prince must not be left in check", "sho", "4k4/9/9/4r4/9/9/8G/9/4+E4 b - 1", "1g1f", LeavesCheck},
		{"over a piece", "sho", "4k4/9/9/4r4/4p4/9/8G/9/4K4 b - 1", "1g1f", 0},
		{"no royal left: the game is over", "sho-federation", "9/9/9/9/4R4/9/9/9/4K4 b - 1", "5e5d", GameOver},
	})
}

// A side without a royal is the attacker of a mating problem.
func TestFirstRoyal(t *testing.T) {
	const (
		kings = "asakura,drops=PLNSGBREK"
		three = kings + ",start=4k4/9/9/9/9/9/9/9/K8 b K 1"
	)
	testRulings(t, []ruling{
		{"made in safety", "sho", "4k4/9/9/4E4/9/9/9/9/9 b - 1", "5d5c+", 0},
		{"made under attack", "sho", "4k4/4r4/9/4E4/9/9/9/9/9 b - 1", "5d5c+", LeavesCheck},
		{"not made, under attack", "sho", "4k4/4r4/9/4E4/9/9/9/9/9 b - 1", "5d5c", 0},
		{"dropped in safety", kings, "4k4/9/9/9/9/9/9/9/9 b K 1", "K*5c", 0},
		{"dropped under attack", kings, "4k4/9/9/9/9/9/9/9/9 b K 1", "K*5b", LeavesCheck},
		{"a second one made under attack", "sho", "4k4/4r4/9/4E4/9/9/9/9/K8 b - 1", "5d5c+", 0},
		{"a second one dropped under attack", three, "4k4/9/9/9/9/9/9/9/K8 b K 1", "K*5b", 0},
	})
}

func TestDrops(t *testing.T) {
	const (
		all      = "asakura,drops=PLNSGBREK"
		hand     = "4k4/9/9/9/9/9/5P3/9/4K4 b RBGSNLP 1"
		mate     = "3lkl3/9/3GKG3/9/9/9/9/9/9 b P 1"
		promotes = "3lkl3/9/3GKG3/9/9/e8/9/9/9 b P 1"
		twoKings = "3lkl3/9/3GKG3/9/9/+e8/9/9/9 b P 1"
		escape   = "3lk4/9/3GKG3/9/9/9/9/9/9 b P 1"
		rook     = "3lkl3/r8/3GKG3/9/9/9/9/9/9 b P 1"
		check    = "4k4/9/9/4r4/9/9/9/9/4K4 b RGP 1"
	)
	testRulings(t, []ruling{
		{"a gold", "asakura", hand, "G*1a", 0},
		{"a pawn", "asakura", hand, "P*5e", 0},
		{"on a piece", "asakura", hand, "G*5i", NoSuchMove},
		{"on an enemy", "asakura", hand, "G*5a", NoSuchMove},
		{"off the board", "asakura,start=" + Heian().Start, "4k4/9/9/9/9/9/9/4K4 b G 1", "G*5i", NoSuchMove},
		{"not in hand", "asakura", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "G*5e", NotInHand},
		{"in the other hand", "asakura", "4k4/9/9/9/9/9/9/9/4K4 b Pg 1", "G*5e", NotInHand},
		{"without drops", "sho", "4k4/9/9/9/9/9/9/9/4K4 b - 1", "G*5e", DropNotAllowed},
		{"an elephant", "asakura", hand, "E*5e", DropNotAllowed},
		{"an elephant where it is dropped", all, "4k4/9/9/9/9/9/9/9/4K4 b E 1", "E*5e", 0},
		{"a leopard", all, hand, "F*5e", DropNotAllowed},

		{"a pawn on the last rank", "asakura", hand, "P*9a", DropNotAllowed},
		{"a lance on the last rank", "asakura", hand, "L*9a", DropNotAllowed},
		{"a lance on the second", "asakura", hand, "L*9b", 0},
		{"a knight on the last rank", "asakura", hand, "N*9a", DropNotAllowed},
		{"a knight on the second", "asakura", hand, "N*9b", DropNotAllowed},
		{"a knight on the third", "asakura", hand, "N*9c", 0},
		{"White's pawn on the last rank", "asakura", "4k4/9/9/9/9/9/9/9/4K4 w np 1", "P*9i", DropNotAllowed},
		{"White's knight on the second", "asakura", "4k4/9/9/9/9/9/9/9/4K4 w np 1", "N*9h", DropNotAllowed},
		{"White's knight on the third", "asakura", "4k4/9/9/9/9/9/9/9/4K4 w np 1", "N*9g", 0},
		{"a silver on the last rank", "asakura", hand, "S*9a", 0},
		{"dead squares stay dead where promotion is free", "sho,drops=P", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*9a", DropNotAllowed},

		{"two pawns", "asakura", hand, "P*4b", TwoPawns},
		{"two pawns where allowed", "asakura,two-pawns=true", hand, "P*4b", 0},
		{"with a promoted pawn on the file", "asakura", "4k4/9/9/9/9/9/5+P3/9/4K4 b P 1", "P*4e", 0},
		{"with an enemy pawn on the file", "asakura", "4k4/9/9/9/9/9/5p3/9/4K4 b P 1", "P*4e", 0},

		{"pawn drop gives mate", "asakura", mate, "P*5b", PawnDropMate},
		{"pawn drop gives mate where allowed", "asakura,pawn-drop-mate=true", mate, "P*5b", 0},
		{"the king escapes", "asakura", escape, "P*5b", 0},
		{"the pawn is taken", "asakura", rook, "P*5b", 0},
		{"an elephant answers by promoting", "asakura", promotes, "P*5b", 0},
		{"with two royals there is no mate", "asakura", twoKings, "P*5b", 0},
		{"where check may be ignored there is no mate", "asakura,check=may-ignore", mate, "P*5b", 0},
		{"a pawn move may mate", "asakura", "3lkl3/9/3GPG3/4K4/9/9/9/9/9 b - 1", "5c5b", 0},
		{"another drop may mate", "asakura", "3lkl3/9/3GKG3/9/9/9/9/9/9 b G 1", "G*5b", 0},

		{"interposing", "asakura", check, "G*5g", 0},
		{"elsewhere while in check", "asakura", check, "G*4g", LeavesCheck},
		{"a second king while in check", all + ",start=4k4/9/9/4r4/9/9/9/9/4K4 b K 1", "4k4/9/9/4r4/9/9/9/9/4K4 b K 1", "K*1a", 0},
		{"an elephant while in check", all, "4k4/9/9/4r4/9/9/9/9/4K4 b E 1", "E*1a", LeavesCheck},
	})
}

// TestCapturedPiecesChangeHands tests what a capture brings to hand.
func TestCapturedPiecesChangeHands(t *testing.T) {
	for _, c := range []struct {
		rules string
		prey  string // letter on 5b
		want  Kind   // in hand, NoKind for nothing
	}{
		{"sho", "p", NoKind},
		{"asakura", "p", Pawn},
		{"asakura", "+p", Pawn},
		{"asakura", "g", Gold},
		{"asakura", "+r", Rook},
		{"asakura", "+b", Bishop},
		{"asakura", "e", NoKind},
		{"asakura", "+e", NoKind},
		{"asakura,drops=PLNSGBRE", "e", Elephant},
		{"asakura,drops=PLNSGBRE", "+e", Elephant},
		{"asakura,drops=PLNSGBREK", "+e", Elephant},
		{"sho46-above-gold,drops=F", "+f", Leopard},
		{"sho46-above-gold,drops=F", "p", NoKind},
		{"sho46-above-gold,drops=G,gold-promotes=true", "+g", Gold},
		{"sho-federation,drops=K", "k", King},
	} {
		sfen := "k8/4" + c.prey + "4/4G4/9/9/9/9/9/4K4 b - 1"
		if c.prey == "k" {
			sfen = "+e8/4k4/4G4/9/9/9/9/9/4K4 b - 1"
		}
		p := MustParseSFEN(MustParseRules(c.rules), sfen)
		u := p.Do(MustParseMove("5c5b"))
		if u.Captured().String() != c.prey {
			t.Errorf("%s: captured %v, want %s", c.rules, u.Captured(), c.prey)
		}
		for k := Pawn; k <= King; k++ {
			want := 0
			if k == c.want {
				want = 1
			}
			if got := p.Hand(Black, k); got != want || p.Hand(White, k) != 0 {
				t.Errorf("%s: %s brings %d of %v to hand, want %d", c.rules, c.prey, got, k, want)
			}
		}
	}
}

// TestIllegalityOrder tests that of several reasons the first of the list is given.
func TestIllegalityOrder(t *testing.T) {
	testRulings(t, []ruling{
		{"CannotPromote before LeavesCheck", "sho", "4k4/9/9/4r4/9/4G4/9/9/4K4 b - 1", "5f4f+", CannotPromote},
		{"MustPromote before LeavesCheck", "sho,compulsory=always", "4k4/9/9/r2S4K/9/9/9/9/9 b - 1", "6d6c", MustPromote},
		{"DropNotAllowed before NotInHand", "asakura", "4k4/9/9/9/9/9/9/9/4K4 b - 1", "P*1a", DropNotAllowed},
		{"NotInHand before TwoPawns", "asakura", "4k4/9/9/9/9/9/4P4/9/4K4 b - 1", "P*5e", NotInHand},
		{"TwoPawns before LeavesCheck", "asakura", "4k4/9/9/9/9/9/4P4/9/4K3r b P 1", "P*5e", TwoPawns},
		{"TwoPawns before PawnDropMate", "asakura", "3lkl3/9/3GKG3/9/9/9/4P4/9/9 b P 1", "P*5b", TwoPawns},
		{"NoSuchMove before everything", "asakura", "4k4/9/9/4r4/9/9/9/9/4K4 b - 1", "P*5a", NoSuchMove},
		{"GameOver before NoSuchMove", "sho-federation", "9/9/9/9/4R4/9/9/9/4K4 b - 1", "1a1b", GameOver},
	})
}
