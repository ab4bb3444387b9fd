package shoshogi_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	. "example.com/shoshogi"
)

// rulesList returns the rules of ruleSets in the order of their names.
func rulesList() (list []Rules) {
	sets := ruleSets()
	var names []string
	for name := range sets {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		list = append(list, sets[name])
	}
	return list
}

// checkParseError tests that a refusal is a *ParseError whose place lies in the
// text, or one of the other errors that the parsers may give.
func checkParseError(t *testing.T, text string, err error) {
	t.Helper()
	var fault *ParseError
	var setup *SetupError
	var rules *RulesError
	switch {
	case errors.As(err, &fault):
		if fault.Offset < 0 || fault.Offset > len(text) || fault.Line != 1 || fault.Column != utf8.RuneCountInString(text[:fault.Offset])+1 {
			t.Errorf("%q: offset %d, line %d, column %d", text, fault.Offset, fault.Line, fault.Column)
		}
		if fault.Format == "" || fault.Err == nil || fault.Err.Error() == "" || !strings.Contains(text, fault.Text) || err.Error() == "" {
			t.Errorf("%q: %#v", text, fault)
		}
	case errors.As(err, &setup):
		if len(setup.Faults) == 0 || setup.Error() == "" {
			t.Errorf("%q: a *SetupError without faults", text)
		}
	case errors.As(err, &rules):
		if len(rules.Faults) == 0 || rules.Error() == "" {
			t.Errorf("%q: a *RulesError without faults", text)
		}
	default:
		t.Errorf("%q: %T %v", text, err, err)
	}
}

// FuzzParseSFEN reads a text under all rules: what is accepted is a valid position
// whose canonical text reads as the same one.
func FuzzParseSFEN(f *testing.F) {
	list := rulesList()
	for _, r := range list {
		f.Add(NewPosition(r).SFEN())
	}
	for _, text := range []string{"", "startpos", "sfen " + shoBoard + " b - 1", emptyBoard + " w 10P2r 300", emptyBoard + " b K 1", "4k4/9/9/9/9/9/9/9/4+K4 b - 1",
		"4+e4/9/9/9/9/4+G4/9/9/R3K4 b 0P 1", "9/9/9/9/9/9/9/9/9 b - -1", "55/9/10 b"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range list {
			p, err := ParseSFEN(r, text)
			if err != nil {
				checkParseError(t, text, err)
				continue
			}
			q, err := ParseSFEN(r, p.SFEN())
			if err != nil || *q != *p || q.SFEN() != p.SFEN() {
				t.Errorf("%q reads as %v, which reads as %v, %v", text, p, q, err)
			}
			if again, err := p.Setup().Position(r); err != nil || *again != *p {
				t.Errorf("%q: its setup makes %v, %v", text, again, err)
			}
			checkQuietly(p)
		}
	})
}

// checkQuietly calls what may not panic on any position.
func checkQuietly(p *Position) {
	for _, m := range p.LegalMoves() {
		p.GivesCheck(m)
		p.Undo(p.Do(m))
	}
	p.Outcome()
	p.Checkers()
	p.Pinned(Black)
	p.Pinned(White)
	NewGame(p).Outcome()
}

// FuzzParseUSI reads a game: what is accepted writes itself and reads as the same.
func FuzzParseUSI(f *testing.F) {
	list := rulesList()
	for i := range list {
		f.Add(uint8(i), "startpos moves 7g7f 3c3d 8h2b+")
	}
	for _, text := range []string{"", "position", "startpos", "startpos moves", "sfen " + emptyBoard + " b P 1 moves P*5b 5a5b", "position sfen " + shoBoard + " w - 2 moves 3c3d",
		"startpos moves " + laps(4, "2h3h 8b7b 3h2h 7b8b"), "sfen 4k4/9/9/9/9/9/4p4/4G4/4K4 b - 1 moves 5h5g 5a5b", "startpos moves 7g7f\n3c3d\tresign"} {
		f.Add(uint8(0), text)
	}
	f.Fuzz(func(t *testing.T, rules uint8, text string) {
		r := list[int(rules)%len(list)]
		g, err := ParseUSI(r, text)
		if err != nil {
			checkParseError(t, text, err)
			return
		}
		again, err := ParseUSI(r, g.USI())
		if err != nil || *again.Position() != *g.Position() || *again.Start() != *g.Start() || again.USI() != g.USI() || again.Outcome() != g.Outcome() {
			t.Errorf("%q writes as %q, which reads as %v, %v", text, g.USI(), again, err)
		}
	})
}

// FuzzParseMove reads a move.
func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"", "-", "7g7f", "8h2b+", "P*5e", "p*5e", "0000", "resign", "7g7g", "K*1a", "+P*5e", "7g７f"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		if err != nil {
			checkParseError(t, text, err)
			if m != NoMove {
				t.Errorf("%q gives %v with an error", text, m)
			}
			return
		}
		if m.String() != text || !m.Valid() {
			t.Errorf("%q reads as %v", text, m)
		}
	})
}

// FuzzParseRules reads rules: what is accepted is valid and reads back.
func FuzzParseRules(f *testing.F) {
	for _, r := range rulesList() {
		f.Add(r.String())
	}
	for _, text := range []string{"", "sho46", "sho,", "sho,count=1", "sho,drops=PLNSGBREFK,two-pawns=true", "sho,start=k/1/K b - 1", "sho,start=", "sho,impasse=by-agreement", "asakura,drops=-"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRules(text)
		if err != nil {
			checkParseError(t, text, err)
			return
		}
		if err := r.Validate(); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		again, err := ParseRules(r.String())
		if err != nil || again.String() != r.String() {
			t.Errorf("%q writes as %q, which reads as %v, %v", text, r.String(), again, err)
		}
		checkQuietly(NewPosition(r))
	})
}

// FuzzParseSmallTexts reads a text as each of the small types: what is accepted
// prints as the text.
func FuzzParseSmallTexts(f *testing.F) {
	for _, text := range []string{"", "-", "b", "w", "P", "+E", "p", "+k", "7g", "0a", "7f 7g", "7f  7g", "PLNSGBREFK", "PP", "+P+L", "draw", "bare-king", "歩"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkSmall(t, text, ParseColor)
		checkSmall(t, text, ParseKind)
		checkSmall(t, text, ParsePiece)
		checkSmall(t, text, ParseSquare)
		checkSmall(t, text, ParseResult)
		checkSmall(t, text, ParseReason)
		// The sets may be written in any order.
		if set, err := ParseSquareSet(text); err != nil {
			checkParseError(t, text, err)
		} else if again, err := ParseSquareSet(set.String()); err != nil || again != set || len(set.String()) != len(text) {
			t.Errorf("%q reads as %v", text, set)
		}
		if set, err := ParseKinds(text); err != nil {
			checkParseError(t, text, err)
		} else if again, err := ParseKinds(set.String()); err != nil || again != set || len(set.String()) != len(text) {
			t.Errorf("%q reads as %v", text, set)
		}
	})
}

func checkSmall[T textual](t *testing.T, text string, parse func(string) (T, error)) {
	t.Helper()
	v, err := parse(text)
	if err != nil {
		checkParseError(t, text, err)
		return
	}
	if v.String() != text {
		t.Errorf("%q reads as %v", text, v)
	}
}

// FuzzMoves makes any sequence of move values on a position of any rules: legal
// ones are those listed, and all are taken back.
func FuzzMoves(f *testing.F) {
	list := rulesList()
	for i := range list {
		f.Add(uint8(i), []byte{0, 1, 2, 3, 4, 5, 6, 7, 0xff, 0xff, 0x80, 0x01})
	}
	f.Add(uint8(0), []byte{})
	f.Add(uint8(3), []byte{0xc0, 0x7f, 0xff, 0x7f, 0x00, 0x80})
	f.Fuzz(func(t *testing.T, rules uint8, data []byte) {
		p := NewPosition(list[int(rules)%len(list)])
		data = data[:min(len(data), 400)]
		var befores []Position
		var undos []Undo
		orderly := true // until the first illegal move
		for ; len(data) >= 2; data = data[2:] {
			m := Move(data[0]) | Move(data[1])<<8
			moves := p.LegalMoves()
			// Half of the values choose a legal move, as most would be none.
			if data[1]&1 != 0 && len(moves) > 0 {
				m = moves[int(m>>1)%len(moves)]
			}
			legal := slices.Contains(moves, m)
			if orderly && (p.Legal(m) != legal || (p.ValidateMove(m) == nil) != legal) {
				t.Fatalf("%v: Legal(%v) is %v, ValidateMove %v", p, m, p.Legal(m), p.ValidateMove(m))
			}
			orderly = orderly && legal
			befores = append(befores, *p)
			undos = append(undos, p.Do(m))
			checkQuietly(p)
		}
		for i := len(undos) - 1; i >= 0; i-- {
			p.Undo(undos[i])
			if *p != befores[i] {
				t.Fatalf("move %d is taken back to %v, want %v", i, p, &befores[i])
			}
		}
	})
}
