package shoshogi_test

import (
	"testing"

	. "example.com/shoshogi"
)

// TestLegality has a position for each rule that says whether a move is legal,
// with moves just within and just beyond it.
func TestLegality(t *testing.T) {
	kings := MustParseRules("asakura,drops=PLNSGBREK")
	thirdKing := kings
	thirdKing.Start = "4k4/9/9/9/9/9/9/9/K8 b K 1"
	cases := []struct {
		rule    string
		rules   Rules
		sfen    string
		move    string
		illegal Illegality // 0 for a legal move
	}{
		{"a side without a royal makes one in safety", Sho(), "4k4/9/9/4E4/9/9/9/9/9 b - 1", "5d5c+", 0},
		{"a side without a royal makes one under attack", Sho(), "4k4/4r4/9/4E4/9/9/9/9/9 b - 1", "5d5c+", LeavesCheck},
		{"it may move past the attack unpromoted", Sho(), "4k4/4r4/9/4E4/9/9/9/9/9 b - 1", "5d5c", 0},
		{"it drops a king in safety", kings, "4k4/9/9/9/9/9/9/9/9 b K 1", "K*5c", 0},
		{"it drops a king under attack", kings, "4k4/9/9/9/9/9/9/9/9 b K 1", "K*5b", LeavesCheck},
		{"a second royal may be made under attack", Sho(), "4k4/4r4/9/4E4/9/9/9/9/K8 b - 1", "5d5c+", 0},
		{"a second royal may be dropped under attack", thirdKing, "4k4/9/9/9/9/9/9/9/K8 b K 1", "K*5b", 0},
	}
	for _, c := range cases {
		p := MustParseSFEN(c.rules, c.sfen)
		m := MustParseMove(c.move)
		err := p.ValidateMove(m)
		if got, _ := err.(Illegality); got != c.illegal {
			t.Errorf("%s: %s in %s is %v, want %v", c.rule, c.move, c.sfen, err, c.illegal)
		}
	}
}
