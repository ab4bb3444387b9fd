package shoshogi_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	. "example.com/shoshogi"
)

// textual is what the small types have in common.
type textual interface {
	comparable
	fmt.Stringer
	encoding.TextMarshaler
	encoding.TextAppender
}

// testTexts tests all values of a small type: as many as wanted have a text, which
// String, MarshalText and AppendText agree on and the parser reads back; the
// others are an error to write.
func testTexts[T textual, P interface {
	*T
	encoding.TextUnmarshaler
}](t *testing.T, values []T, want int, parse func(string) (T, error)) {
	var zero T
	valid := 0
	seen := map[string]T{}
	for _, v := range values {
		if other, ok := seen[v.String()]; ok {
			t.Errorf("%#v and %#v both print %q", v, other, v.String())
		}
		seen[v.String()] = v
		text, err := v.MarshalText()
		appended, appendErr := v.AppendText([]byte("before "))
		if (err == nil) != (appendErr == nil) {
			t.Errorf("%v: MarshalText gives %v, AppendText %v", v, err, appendErr)
		}
		if err != nil {
			if string(appended) != "before " {
				t.Errorf("AppendText of %v fails and appends %q", v, appended)
			}
			if !strings.HasPrefix(v.String(), reflect.TypeFor[T]().Name()+"(") {
				t.Errorf("the invalid %#v prints %q", v, v.String())
			}
			continue
		}
		valid++
		if string(text) != v.String() || string(appended) != "before "+v.String() {
			t.Errorf("String %q, MarshalText %q, AppendText %q", v.String(), text, appended)
		}
		var read T
		if err := P(&read).UnmarshalText(text); err != nil || read != v {
			t.Errorf("UnmarshalText(%q) reads %v, %v", text, read, err)
		}
		if parsed, err := parse(v.String()); (err != nil || parsed != v) && !(v == zero && v.String() == "-") {
			t.Errorf("parsing %q gives %v, %v", v.String(), parsed, err)
		}
		testJSON(t, v)
	}
	if valid != want {
		t.Errorf("%d values have a text, want %d", valid, want)
	}
	// Text that is wrong leaves the value alone.
	read := values[1]
	if err := P(&read).UnmarshalText([]byte("nonsense")); err == nil || read != values[1] {
		t.Errorf("UnmarshalText of nonsense gives %v and %v", read, err)
	}
}

// testJSON writes a value as JSON, by itself and as a key, and reads it back.
func testJSON[T comparable](t *testing.T, v T) {
	t.Helper()
	type holder struct {
		Value T
		Map   map[T]int
	}
	want := holder{v, map[T]int{v: 1}}
	data, err := json.Marshal(want)
	if err != nil {
		t.Errorf("%v as JSON: %v", v, err)
		return
	}
	var got holder
	if err := json.Unmarshal(data, &got); err != nil || got.Value != v || got.Map[v] != 1 || len(got.Map) != 1 {
		t.Errorf("%v as JSON is %s and reads as %v, %v", v, data, got, err)
	}
}

// allBytes returns all values of a type that is a byte.
func allBytes[T ~uint8]() (values []T) {
	for i := range 256 {
		values = append(values, T(i))
	}
	return values
}

func TestTextsOfSmallTypes(t *testing.T) {
	t.Run("Color", func(t *testing.T) { testTexts(t, allBytes[Color](), 2, ParseColor) })
	t.Run("Kind", func(t *testing.T) { testTexts(t, allBytes[Kind](), 20, ParseKind) })
	t.Run("Piece", func(t *testing.T) { testTexts(t, allBytes[Piece](), 1+2*19, ParsePiece) })
	t.Run("Square", func(t *testing.T) { testTexts(t, allBytes[Square](), 1+81, ParseSquare) })
	t.Run("Result", func(t *testing.T) { testTexts(t, allBytes[Result](), 4, ParseResult) })
	t.Run("Reason", func(t *testing.T) { testTexts(t, allBytes[Reason](), 15, ParseReason) })
	t.Run("Move", func(t *testing.T) {
		var moves []Move
		for i := 0; i < 1<<16; i += 7 {
			moves = append(moves, Move(i))
		}
		want := 0
		for _, m := range moves {
			if m == NoMove || m.Valid() {
				want++
			}
		}
		testTexts(t, moves, want, ParseMove)
	})
}

// TestTextsOfSets draws sets, which are too many for all of them.
func TestTextsOfSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := KindsOf(rapid.SliceOf(rapid.Map(rapid.Byte(), func(b byte) Kind { return Kind(b % 24) })).Draw(t, "kinds")...)
		text, err := kinds.MarshalText()
		parsed, parseErr := ParseKinds(kinds.String())
		if err != nil || string(text) != kinds.String() || parseErr != nil || parsed != kinds {
			t.Fatalf("%v: MarshalText %q, %v; ParseKinds %v, %v", kinds, text, err, parsed, parseErr)
		}
		squares := SquaresOf(rapid.SliceOf(rapid.Map(rapid.Byte(), func(b byte) Square { return Square(b) })).Draw(t, "squares")...)
		text, err = squares.MarshalText()
		read, parseErr := ParseSquareSet(squares.String())
		if err != nil || string(text) != squares.String() || parseErr != nil || read != squares {
			t.Fatalf("%v: MarshalText %q, %v; ParseSquareSet %v, %v", squares, text, err, read, parseErr)
		}
		var unmarshaled SquareSet
		if err := unmarshaled.UnmarshalText(text); err != nil || unmarshaled != squares {
			t.Fatalf("UnmarshalText(%q) gives %v, %v", text, unmarshaled, err)
		}
	})
	testJSON(t, KindsOf(Pawn, PromotedLeopard))
	testJSON(t, Kinds(0))
	testJSON(t, SquaresOf(1, 81))
	testJSON(t, SquareSet{})
	if _, err := Kinds(1).MarshalText(); err == nil {
		t.Error("a bit of no kind is written")
	}
}

// TestEmptyTextIsNone tests that the types with a none read it from an empty text.
func TestEmptyTextIsNone(t *testing.T) {
	kind, piece, square, move, kinds, squares := Pawn, NewPiece(Pawn, Black), Square(1), NewMove(1, 2, false), KindsOf(Pawn), SquaresOf(1)
	for _, v := range []encoding.TextUnmarshaler{&kind, &piece, &square, &move, &kinds, &squares} {
		if err := v.UnmarshalText(nil); err != nil || !reflect.ValueOf(v).Elem().IsZero() {
			t.Errorf("%T from an empty text: %v, %v", v, v, err)
		}
	}
}

// goValues are the names that the Go expressions of values use.
var goValues = map[string]any{
	"Black": Black, "White": White, "NoMove": NoMove,
	"NoKind": NoKind, "Pawn": Pawn, "Lance": Lance, "Knight": Knight, "Silver": Silver, "Gold": Gold, "Bishop": Bishop, "Rook": Rook,
	"Elephant": Elephant, "Leopard": Leopard, "King": King, "PromotedPawn": PromotedPawn, "PromotedLance": PromotedLance,
	"PromotedKnight": PromotedKnight, "PromotedSilver": PromotedSilver, "PromotedGold": PromotedGold, "Horse": Horse, "Dragon": Dragon,
	"Prince": Prince, "PromotedLeopard": PromotedLeopard,

	"Color": func(n int) Color { return Color(n) }, "Kind": func(n int) Kind { return Kind(n) }, "Piece": func(n int) Piece { return Piece(n) },
	"Square": func(n int) Square { return Square(n) }, "Move": func(n int) Move { return Move(n) }, "Kinds": func(n int) Kinds { return Kinds(n) },
	"NewPiece": NewPiece, "SquareAt": SquareAt, "SquaresOf": SquaresOf, "KindsOf": KindsOf,
	"MustParseMove": MustParseMove, "MustParseRules": MustParseRules, "MustParseSFEN": MustParseSFEN,
}

// evaluate works out a Go expression of the forms that GoString makes.
func evaluate(e ast.Expr) (any, error) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return strconv.Unquote(e.Value)
		}
		n, err := strconv.ParseInt(e.Value, 0, 64)
		return int(n), err
	case *ast.SelectorExpr:
		if v, ok := goValues[e.Sel.Name]; ok && fmt.Sprint(e.X) == "shoshogi" {
			return v, nil
		}
	case *ast.CallExpr:
		f, err := evaluate(e.Fun)
		if err != nil {
			return nil, err
		}
		var args []reflect.Value
		for _, arg := range e.Args {
			v, err := evaluate(arg)
			if err != nil {
				return nil, err
			}
			args = append(args, reflect.ValueOf(v))
		}
		return reflect.ValueOf(f).Call(args)[0].Interface(), nil
	}
	return nil, fmt.Errorf("%T is not expected", e)
}

// testGoString tests that %#v of a value is a Go expression of it.
func testGoString[T comparable](t interface{ Errorf(string, ...any) }, v T) {
	text := fmt.Sprintf("%#v", v)
	e, err := parser.ParseExpr(text)
	if err != nil {
		t.Errorf("%s is no Go expression: %v", text, err)
		return
	}
	if got, err := evaluate(e); err != nil || got != any(v) {
		t.Errorf("%s is %v, %v; want %v", text, got, err, v)
	}
}

func TestGoStrings(t *testing.T) {
	for i := range 256 {
		testGoString(t, Color(i))
		testGoString(t, Kind(i))
		testGoString(t, Piece(i))
		testGoString(t, Square(i))
	}
	for i := range 1 << 16 {
		testGoString(t, Move(i))
	}
	for _, ks := range []Kinds{0, 1, KindsOf(Pawn), KindsOf(Pawn, King, Prince), 1 << 20, 1<<31 - 1} {
		testGoString(t, ks)
	}
	testGoString(t, SquareSet{})
	testGoString(t, SquaresOf(1, 44, 81))
	rapid.Check(t, func(t *rapid.T) {
		r := drawRules(t)
		testGoString(t, r)
		p := drawPosition(t, r)
		e, err := parser.ParseExpr(fmt.Sprintf("%#v", p))
		if err != nil {
			t.Fatalf("%#v is no Go expression: %v", p, err)
		}
		if got, err := evaluate(e); err != nil || *got.(*Position) != *p {
			t.Fatalf("%#v is %v, %v", p, got, err)
		}
	})
	var zero Position
	if got := fmt.Sprintf("%#v", &zero); got != "&shoshogi.Position{}" {
		t.Errorf("the zero Position is %s", got)
	}
}

// TestRulesText tests the canonical text of rules: a preset with what differs from
// it, in the order of the fields.
func TestRulesText(t *testing.T) {
	for _, text := range append(RulesNames(),
		"asakura,repetition=forbidden",
		"sho,promotion=in-zone",
		"sho,compulsory=always",
		"sho,check=may-ignore",
		"asakura,drops=PLNSGBRE",
		"asakura,drops=-,two-pawns=true,pawn-drop-mate=true,impasse=points-27",
		"sho,drops=PLNSGBREFK",
		"sho,bare-king=loses-to-lone-piece",
		"sho,repetition=loses,count=3,cycles=3,perpetual=ignored,attacker=true",
		"shogi,start=rbsgk/4p/5/P4/KGSBR b - 1",
		"heian,start="+shoBoard+" b - 1,compulsory=on-last-rank",
	) {
		r, err := ParseRules(text)
		if err != nil {
			t.Errorf("ParseRules(%q): %v", text, err)
			continue
		}
		again, err := ParseRules(r.String())
		if err != nil || again != r {
			t.Errorf("%q prints as %q, which reads as %v, %v", text, r.String(), again, err)
		}
		if got := len(strings.Split(r.String(), ",")); got > len(strings.Split(text, ",")) {
			t.Errorf("%q prints as the longer %q", text, r.String())
		}
	}
	for _, c := range []struct{ text, want string }{
		{"sho46", "sho46-above-silver"},
		{"sho,bare-king=ignored,repetition=draws,perpetual=checker-loses,promotion=in-zone,compulsory=when-stuck", "sho-modern"},
		{"sho-modern,drops=PLNSGBR", "asakura"},
		{"sho,start=lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1", "sho"},
		{"sho,drops=PLNSGBR,compulsory=always", "sho,compulsory=always,drops=PLNSGBR"},
	} {
		if r, err := ParseRules(c.text); err != nil || r.String() != c.want {
			t.Errorf("%q prints as %q, %v; want %q", c.text, r.String(), err, c.want)
		}
	}
}

// TestRulesNames tests the names of the presets and of everything else.
func TestRulesNames(t *testing.T) {
	want := map[string]Rules{
		"sho": Sho(), "sho-federation": ShoFederation(), "sho-modern": ShoModern(), "sho-chu": ShoChu(),
		"sho46-above-silver": Sho46(AboveSilver), "sho46-above-gold": Sho46(AboveGold),
		"asakura": Asakura(), "heian": Heian(), "heian-small": HeianSmall(), "shogi": Shogi(),
	}
	if got := RulesNames(); len(got) != len(want) {
		t.Errorf("RulesNames %q", got)
	}
	for _, name := range RulesNames() {
		r := MustParseRules(name)
		if r != want[name] || r.Name() != name || r.String() != name || r.Validate() != nil {
			t.Errorf("%q reads as %v with the name %q", name, r, r.Name())
		}
	}
	// The default start is the zero value, however far the preset in the text.
	onLastRank := Rules{Compulsory: OnLastRank, Repetition: Repetition{Verdict: Draws, Perpetual: CheckerLoses}}
	if read, err := ParseRules(onLastRank.String()); err != nil || read != onLastRank {
		t.Errorf("%q reads as %v with the start %q, %v", onLastRank, read, read.Start, err)
	}
	if (Rules{}) != Sho() {
		t.Error("the zero Rules is not Sho")
	}
	custom := Sho()
	custom.TwoPawns = true
	if custom.Name() != "custom" {
		t.Errorf("rules of no preset have the name %q", custom.Name())
	}
	if Sho46(7) != Sho46(AboveSilver) {
		t.Error("an unknown placement does not count as AboveSilver")
	}
}

// TestRulesRoundTrip reads back the text of random rules, also through JSON and a
// flag.
func TestRulesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRules(t)
		read, err := ParseRules(r.String())
		if err != nil || read != r {
			t.Fatalf("%q reads as %v, %v", r.String(), read, err)
		}
		data, err := json.Marshal(r)
		if err != nil || json.Unmarshal(data, &read) != nil || read != r {
			t.Fatalf("%v as JSON is %s, %v", r, data, err)
		}
		flags := flag.NewFlagSet("", flag.ContinueOnError)
		var fromFlag Rules
		flags.TextVar(&fromFlag, "rules", Asakura(), "")
		if err := flags.Parse(nil); err != nil || fromFlag != Asakura() {
			t.Fatalf("the flag's default is %v, %v", fromFlag, err)
		}
		if err := flags.Parse([]string{"-rules", r.String()}); err != nil || fromFlag != r {
			t.Fatalf("the flag reads %v as %v, %v", r, fromFlag, err)
		}
	})
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	var r Rules
	flags.TextVar(&r, "rules", Sho(), "")
	if err := flags.Parse([]string{"-rules", "nonsense"}); err == nil {
		t.Error("the flag accepts nonsense")
	}
}

// TestInvalidRulesHaveNoText tests that rules that Validate refuses are not
// written as a text that would not be read.
func TestInvalidRulesHaveNoText(t *testing.T) {
	r := Rules{Promotion: 9}
	text, err := r.AppendText([]byte("before"))
	var fault *RulesError
	if !errors.As(err, &fault) || string(text) != "before" {
		t.Errorf("AppendText of invalid rules gives %q, %v", text, err)
	}
	if _, err := r.MarshalText(); err == nil {
		t.Error("MarshalText writes invalid rules")
	}
	if r.String() == "" || r.GoString() == "" {
		t.Error("invalid rules print nothing")
	}
}

// TestNames pins the words of the enumerations that are not read back by
// themselves.
func TestNames(t *testing.T) {
	words := func(values ...fmt.Stringer) (words []string) {
		for _, v := range values {
			words = append(words, v.String())
		}
		return words
	}
	for _, c := range []struct{ got, want []string }{
		{words(OnEntry, InZone, OnEntryOrCapture, Promotion(3)), []string{"on-entry", "in-zone", "on-entry-or-capture", "Promotion(3)"}},
		{words(Never, OnLastRank, WhenStuck, Always, Compulsory(4)), []string{"never", "on-last-rank", "when-stuck", "always", "Compulsory(4)"}},
		{words(MustMeet, MayIgnore, Check(2)), []string{"must-meet", "may-ignore", "Check(2)"}},
		{words(BareLoses, BareLosesToLonePiece, BareLosesUnlessBared, BareIgnored, BareKing(4)),
			[]string{"loses", "loses-to-lone-piece", "loses-unless-bared", "ignored", "BareKing(4)"}},
		{words(Forbidden, Draws, Loses, Verdict(Ignored), Verdict(4)), []string{"forbidden", "draws", "loses", "ignored", "Verdict(4)"}},
		{words(CheckerDeviates, CheckerLoses, Perpetual(Ignored), Perpetual(4)), []string{"checker-deviates", "checker-loses", "ignored", "Perpetual(4)"}},
		{words(Impasse(0), Points27, Impasse(ByAgreement), Impasse(200)), []string{"by-agreement", "points-27", "by-agreement", "Impasse(200)"}},
		{words(AboveSilver, AboveGold, Placement(2)), []string{"above-silver", "above-gold", "Placement(2)"}},
		{words(Undecided, BlackWins, WhiteWins, Draw), []string{"undecided", "black-wins", "white-wins", "draw"}},
		{words(NoReason, ByCheckmate, ByNoMoves, ByRoyalCaptured, ByBareKing, ByBothBare, ByRepetition, ByPerpetualCheck, ByResignation,
			ByTimeout, ByIllegalMove, ByImpasse, ByDeclaration, Reason(ByAgreement), ByAbandoned),
			[]string{"none", "checkmate", "no-moves", "royal-captured", "bare-king", "both-bare", "repetition", "perpetual-check", "resignation",
				"timeout", "illegal-move", "impasse", "declaration", "agreement", "abandoned"}},
		{words(wins(Black, ByCheckmate), wins(White, ByBareKing), drawn, Outcome{}, Outcome{Reason: ByAbandoned}),
			[]string{"Black wins by checkmate", "White wins by bare king", "draw by repetition", "undecided", "abandoned"}},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("names (-want +got):\n%s", diff)
		}
	}
	for i := range 256 {
		reason, problem := Illegality(i), SetupProblem(i)
		if known := reason >= NoSuchMove && reason <= GameOver; known == strings.HasPrefix(reason.Error(), "Illegality(") && i > 0 {
			t.Errorf("Illegality %d is %q", i, reason.Error())
		}
		if known := problem >= InvalidPiece && problem <= OpponentInCheck; known == strings.HasPrefix(problem.String(), "SetupProblem(") && i > 0 {
			t.Errorf("SetupProblem %d is %q", i, problem)
		}
	}
}

// TestOutcomes tests the methods of an Outcome.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		outcome Outcome
		over    bool
		winner  Color
		won     bool
	}{
		{Outcome{}, false, Black, false},
		{wins(Black, ByCheckmate), true, Black, true},
		{wins(White, ByResignation), true, White, true},
		{drawn, true, Black, false},
		{Outcome{Reason: ByAbandoned}, true, Black, false},
	} {
		winner, won := c.outcome.Winner()
		if c.outcome.Over() != c.over || won != c.won || winner != c.winner {
			t.Errorf("%v: Over %v, Winner %v, %v", c.outcome, c.outcome.Over(), winner, won)
		}
	}
}
