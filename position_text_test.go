package shoshogi_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	. "example.com/shoshogi"
	"github.com/google/go-cmp/cmp"
)

// TestPositionText takes positions through JSON, under rules with blanks in their
// start too, and compares them with go-cmp.
func TestPositionText(t *testing.T) {
	custom := Asakura()
	custom.Start = "lnsgk/ppppp/5/PPPPP/KGSNL w 2Pp 7"
	for _, p := range []*Position{
		NewPosition(Sho()),
		NewPosition(custom),
		MustParseSFEN(Asakura(), "4k4/9/9/9/4e4/4S4/9/9/4K4 b 2P3p 90"),
		{},
	} {
		data, err := json.Marshal(map[string]Position{"p": *p})
		if err != nil {
			t.Errorf("%v: %v", p, err)
			continue
		}
		var read map[string]*Position
		if err := json.Unmarshal(data, &read); err != nil {
			t.Errorf("%s: %v", data, err)
			continue
		}
		if diff := cmp.Diff(p, read["p"]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", data, diff)
		}
	}
	if got, want := fmt.Sprint(*NewPosition(Sho())), NewPosition(Sho()).SFEN(); got != want {
		t.Errorf("printed %s, want %s", got, want)
	}
	if cmp.Equal(NewPosition(Sho()), NewPosition(ShoModern())) || cmp.Equal(SquaresOf(1), SquaresOf(2)) {
		t.Error("go-cmp takes different values for equal")
	}
}

func TestPositionTextErrors(t *testing.T) {
	for _, text := range []string{"sho", "sho startpos", "9/9/9/9/9/9/9/9/9 b - 1", "sho,count=1 4k4/9/9/9/9/9/9/9/4K4 b - 1", "sho 4k4/9/9/9/9/9/9/9/4K4 b P 1", " ", "    "} {
		p := NewPosition(Heian())
		if err := p.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q: no error", text)
		}
		if *p != *NewPosition(Heian()) {
			t.Errorf("%q: the position has changed", text)
		}
	}
}

func TestRulesCanonical(t *testing.T) {
	written := Sho()
	written.Start = NewPosition(Sho()).SFEN()
	written.Repetition.Count = 4
	written.Impasse = ByAgreement
	if written == Sho() || written.Canonical() != Sho() {
		t.Errorf("%v becomes %v", written, written.Canonical())
	}
	both := Sho()
	both.Repetition = Repetition{Count: 4, Cycles: 3}
	if both.Canonical() != both {
		t.Errorf("a count beside cycles is lost: %v becomes %v", both, both.Canonical())
	}
}

// TestIgnoredFitsNoOtherField: an untyped constant could be put anywhere.
func TestIgnoredFitsNoOtherField(t *testing.T) {
	for _, r := range []Rules{{Promotion: Ignored}, {Compulsory: Ignored}, {Check: Ignored}, {BareKing: Ignored}, {Impasse: Ignored}, {Compulsory: ByAgreement}} {
		if r.Validate() == nil {
			t.Errorf("%v is accepted", r)
		}
	}
}

func TestZeroPositionAndGameAreOver(t *testing.T) {
	var p Position
	var g Game
	for _, o := range []Outcome{p.Outcome(), g.Outcome(), NewGame(&p).Outcome(), g.Position().Outcome()} {
		if want := (Outcome{Undecided, ByAbandoned}); o != want || !o.Over() {
			t.Errorf("%v, want %v", o, want)
		}
	}
	if (Outcome{Undecided, ByCheckmate}).Over() {
		t.Error("a game without a result is over by checkmate")
	}
}

func TestOutcomeString(t *testing.T) {
	for want, o := range map[string]Outcome{
		"undecided":                  {},
		"abandoned":                  {Undecided, ByAbandoned},
		"Black wins by bare king":    {BlackWins, ByBareKing},
		"White wins":                 {WhiteWins, NoReason},
		"draw by repetition":         {Draw, ByRepetition},
		"draw":                       {Draw, NoReason},
		"Result(9) by no moves":      {9, ByNoMoves},
		"White wins by agreement":    {WhiteWins, ByAgreement},
		"Black wins by illegal move": {BlackWins, ByIllegalMove},
	} {
		if got := o.String(); got != want {
			t.Errorf("%#v: %q, want %q", o, got, want)
		}
	}
}

// A hand that no set has must not slip through by overflow.
func TestHugeHands(t *testing.T) {
	for _, k := range []Kind{Pawn, Gold, Rook} {
		s := NewPosition(Asakura()).Setup()
		s.Hands[Black][k] = math.MaxInt
		s.Hands[White][k] = math.MaxInt - 40
		_, err := s.Position(Asakura())
		var e *SetupError
		if !errors.As(err, &e) || e.Faults[len(e.Faults)-1].Problem != TooManyPieces || e.Faults[len(e.Faults)-1].Count != math.MaxInt {
			t.Errorf("%v: %v", k, err)
		}
	}
	s := NewPosition(Asakura()).Setup()
	s.Hands[Black][Pawn] = 1 << 30
	if _, err := s.Position(Asakura()); err == nil || !strings.Contains(err.Error(), "1073741842 pieces") {
		t.Errorf("the count is not told: %v", err)
	}
}

// The ply stays at the largest that can be read again, and comes back by Undo.
func TestLastPly(t *testing.T) {
	p := MustParseSFEN(ShoModern(), "4k4/9/9/9/9/9/9/9/4K4 b - 134217726")
	before := *p
	first := p.Do(MustParseMove("5i5h"))
	second := p.Do(MustParseMove("5a5b"))
	third := p.Pass()
	if p.Ply() != 134217727 {
		t.Errorf("ply %d", p.Ply())
	}
	if q := MustParseSFEN(ShoModern(), p.SFEN()); *q != *p {
		t.Errorf("%v comes back as %v", p, q)
	}
	p.Undo(third)
	p.Undo(second)
	p.Undo(first)
	if *p != before {
		t.Errorf("%v became %v", &before, p)
	}
}

func TestZeroGameCannotEnd(t *testing.T) {
	var g Game
	if err := g.End(Outcome{Result: Draw}); err != GameOver {
		t.Errorf("got %v", err)
	}
}
