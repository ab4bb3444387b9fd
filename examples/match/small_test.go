package main

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.com/shoshogi"
)

func TestParseSpec(t *testing.T) {
	got, err := parseSpec("xboard:/usr/games/sjaakii -xboard")
	want := spec{name: "sjaakii", protocol: "xboard", command: []string{"/usr/games/sjaakii", "-xboard"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	for _, bad := range []string{"", "usi", "usi:", "usi: ", "gtp:gnugo", "./engine"} {
		if s, err := parseSpec(bad); err == nil {
			t.Errorf("%q is taken for %+v", bad, s)
		}
	}
}

func TestParseArgs(t *testing.T) {
	m, err := parseArgs(strings.Fields("-rules asakura -variant asa -games 7 -time 1m -increment 2s -option2 Hash=64 -option2 Own_Book=a=b usi:x uci:y -z"), new(strings.Builder))
	if err == nil {
		t.Errorf("a third word is no engine, but taken: %+v", m)
	}
	m, err = parseArgs(append(strings.Fields("-rules asakura -variant asa -games 7 -time 1m -increment 2s -option2 Hash=64 -option2 Own_Book=a=b usi:x"), "uci:y -z"), new(strings.Builder))
	if err != nil {
		t.Fatal(err)
	}
	want := [2]spec{
		{name: "x", protocol: "usi", command: []string{"x"}, variant: "asa"},
		{name: "y", protocol: "uci", command: []string{"y", "-z"}, variant: "asa", options: []option{{"Hash", "64"}, {"Own_Book", "a=b"}}},
	}
	if !reflect.DeepEqual(m.engines, want) || m.rules != shoshogi.Asakura() || m.games != 7 || m.control.base != time.Minute || len(m.openings) != 1 {
		t.Errorf("%+v", m)
	}
	for _, bad := range []string{
		"", "usi:x", "-movetime 1s -games -1 usi:x usi:y", "-movetime 1s -moves -1 usi:x usi:y", "-depth 3 usi:x ./y", "usi:x usi:y", "-movetime 1s -time 1s usi:x usi:y", "-increment 1s -depth 2 usi:x usi:y",
		"-time 1s -increment 1s -byoyomi 1s usi:x usi:y", "-depth -1 usi:x usi:y", "-depth 1 -patience 0s usi:x usi:y",
		"-depth 1 -option1 Hash usi:x usi:y", "-depth 1 -rules chess usi:x usi:y", "-depth 1 -openings /no/such/file usi:x usi:y",
	} {
		if m, err := parseArgs(strings.Fields(bad), new(strings.Builder)); err == nil {
			t.Errorf("%q is taken for %+v", bad, m)
		}
	}
}

func TestOpenings(t *testing.T) {
	text := `# two of a kind
lnsgkgsnl/1r2e2b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B2E2R1/LNSGKGSNL w - 2   # 7g7f

sfen lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1 moves 7g7f
startpos moves 7g7f 3c3d
position startpos`
	openings, err := parseOpenings(strings.NewReader(text), shoshogi.Sho())
	if err != nil || len(openings) != 4 {
		t.Fatalf("%d openings, %v", len(openings), err)
	}
	for i, want := range []int{0, 1, 2, 0} {
		if openings[i].Len() != want {
			t.Errorf("opening %d has %d moves, want %d", i, openings[i].Len(), want)
		}
	}
	for bad, want := range map[string]string{
		"":                            "no opening in it",
		"\n# none":                    "no opening in it",
		"\nlnsgkgsnl/9 b":             "line 2: ",
		"startpos moves 7g7e":         "line 1: ",
		"9/9/9/9/4k4/9/9/4P4/4K4 w -": "line 1: the game is over before it begins: Black wins by bare king",
	} {
		if _, err := parseOpenings(strings.NewReader(bad), shoshogi.Sho()); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s…", bad, err, want)
		}
	}
}

// The openings that come with the program are good under all rules of sho shogi.
func TestSampleOpenings(t *testing.T) {
	for _, rules := range []shoshogi.Rules{shoshogi.Sho(), shoshogi.ShoFederation(), shoshogi.ShoModern(), shoshogi.ShoChu(), shoshogi.Asakura()} {
		openings, err := readOpenings("openings.sfen", rules)
		if err != nil || len(openings) != 50 {
			t.Errorf("%v: %d openings, %v", rules, len(openings), err)
		}
	}
	if _, err := readOpenings("main.go", shoshogi.Sho()); err == nil || !strings.HasPrefix(err.Error(), "main.go: line ") {
		t.Errorf("a file of something else: %v", err)
	}
}

func TestClock(t *testing.T) {
	const s = time.Second
	tests := []struct {
		name    string
		control timeControl
		spent   []time.Duration // by Black, move for move
		left    []time.Duration // after each, as long as the time is kept
	}{
		{"increment", timeControl{base: 10 * s, increment: 2 * s}, []time.Duration{3 * s, 9 * s, 1, 5 * s}, []time.Duration{9 * s, 2 * s, 4*s - 1}},
		{"byoyomi", timeControl{base: 10 * s, byoyomi: 5 * s}, []time.Duration{4 * s, 11 * s, 5 * s, 5*s + 1}, []time.Duration{6 * s, 0, 0}},
		{"byoyomi alone", timeControl{byoyomi: 5 * s}, []time.Duration{5 * s, 6 * s}, []time.Duration{0}},
		{"each move", timeControl{perMove: 3 * s}, []time.Duration{3 * s, 3 * s, 4 * s}, []time.Duration{0, 0}},
		{"margin", timeControl{base: 3 * s, margin: s}, []time.Duration{4 * s, 1 * s, 2 * s}, []time.Duration{0, 0}},
		{"no clock", timeControl{depth: 3, patience: 9 * s}, []time.Duration{9 * s, 10 * s}, []time.Duration{0}},
	}
	for _, test := range tests {
		c := newClock(test.control)
		for i, spent := range test.spent {
			ok := c.spend(shoshogi.Black, spent)
			if want := i < len(test.left); ok != want {
				t.Errorf("%s: move %d of %v in time: %v, want %v", test.name, i+1, spent, ok, want)
			} else if ok && c.left[shoshogi.Black] != test.left[i] {
				t.Errorf("%s: %v left after move %d, want %v", test.name, c.left[shoshogi.Black], i+1, test.left[i])
			}
		}
		if c.left[shoshogi.White] != test.control.base {
			t.Errorf("%s: White has %v left", test.name, c.left[shoshogi.White])
		}
	}
	if got := (timeControl{base: 90 * s, increment: s / 10, depth: 5}).String(); got != "1m30s+100ms depth 5" {
		t.Errorf("written as %q", got)
	}
}

// Moves survive the way to the other notation and back, and known texts are met.
func TestFairyDialect(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, name := range shoshogi.RulesNames() {
		rules, err := shoshogi.ParseRules(name)
		if err != nil {
			t.Fatal(err)
		}
		p := shoshogi.NewPosition(rules)
		for range 200 {
			moves := p.LegalMoves()
			for _, m := range moves {
				if got := parseFairyMove(fairyMove(m, p), p); got != m {
					t.Fatalf("%v becomes %s and %v", m, fairyMove(m, p), got)
				}
			}
			back := shoshogi.MustParseSFEN(rules, sfenOfFairy(fairyFEN(p)))
			if q, _, _ := strings.Cut(p.SFEN(), " - "); !back.Same(p) {
				t.Fatalf("%s becomes %s and %s", q, fairyFEN(p), back.SFEN())
			}
			if len(moves) == 0 {
				break
			}
			p.Do(moves[r.IntN(len(moves))])
		}
	}
	sho, shogi := shoshogi.NewPosition(shoshogi.Sho()), shoshogi.NewPosition(shoshogi.Shogi())
	for usi, want := range map[string]string{"7g7f": "c3c4", "8h2b+": "b2h8+", "P*5e": "P@e5", "1a1i": "i9i1", "9i9a": "a1a9"} {
		if got := fairyMove(shoshogi.MustParseMove(usi), shogi); got != want {
			t.Errorf("%s is %s, want %s", usi, got, want)
		}
	}
	if got := parseFairyMove("b2h8=", sho); got != shoshogi.MustParseMove("8h2b") {
		t.Errorf("b2h8= is %v", got)
	}
	for _, bad := range []string{"", "c3", "c3c", "c3c4++", "c3c4q", "c3c3", "j1a1", "a0a1", "X@e5", "p@e55", "\xff1a1"} {
		if got := parseFairyMove(bad, sho); got != shoshogi.NoMove {
			t.Errorf("%q is %v", bad, got)
		}
	}
	held := shoshogi.MustParseSFEN(shoshogi.Shogi(), "4k4/9/9/9/9/9/9/9/4K4 w 2R10Pbg 32")
	if got, want := fairyFEN(held), "4k4/9/9/9/9/9/9/9/4K4[PPPPPPPPPPRRgb] b 0 16"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestThinking(t *testing.T) {
	p := shoshogi.NewPosition(shoshogi.Sho())
	moves := []shoshogi.Move{shoshogi.MustParseMove("7g7f"), shoshogi.MustParseMove("3c3d")}
	tests := []struct {
		text string
		want thought
	}{
		{"info depth 5 seldepth 9 nodes 1200 time 3 score cp -31 pv 7g7f 3c3d", thought{depth: 5, nodes: 1200, score: score{known: true, pawns: -31}, moves: moves}},
		{"info score mate 5 depth 2", thought{depth: 2, score: score{known: true, mates: true, mate: 5}}},
		{"info score mate -3", thought{score: score{known: true, mated: true, mate: 3}}},
		{"info score mate +", thought{score: score{known: true, mates: true}}},
		{"info score mate -", thought{score: score{known: true, mated: true}}},
		{"info depth 7 score cp 12 lowerbound pv 7g7f 3c3d 9z9z 1g1f", thought{depth: 7, score: score{known: true, pawns: 12}, moves: moves}},
		{"info multipv 2 depth 5 score cp 1", thought{}},
		{"info string depth 5 score cp 1", thought{}},
		{"info depth 5 nodes 17", thought{}},
		{"info", thought{}},
		{"", thought{}},
		{"info score", thought{}},
	}
	u := &usi{dialect: usiDialect}
	for _, test := range tests {
		var got thought
		u.info(test.text, p, &got)
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q is %+v, want %+v", test.text, got, test.want)
		}
	}
	u.dialect = uciDialect // there a mate in three moves takes five of both sides together
	for text, want := range map[string]score{
		"mate 3":  {known: true, mates: true, mate: 5},
		"mate -3": {known: true, mated: true, mate: 6},
		"cp +12":  {known: true, pawns: 12},
		"cp x":    {},
		"wdl 1":   {},
		"cp":      {},
	} {
		if got := u.parseScore(strings.Fields(text)); got != want {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
	}
	for text, want := range map[string]thought{
		"  7   -29     10     22879  2. Kf2 Kf8":   {depth: 7, nodes: 22879, score: score{known: true, pawns: -29}, line: "2. Kf2 Kf8"},
		"  7.    0.11       23775  +0.41   1. ...": {},
		"# Begin iterative deepening":              {},
		"":                                         {},
	} {
		var got thought
		parseThinking(text, &got)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
	}
}

func TestParseFeatures(t *testing.T) {
	got := make(map[string]string)
	parseFeatures(`setboard=1 myname="Sjaak II 1.4.1" variants="normal,shoshogi" ping=1`, got)
	parseFeatures(`option="Level -combo A /// *B" done=1`, got)
	want := map[string]string{"setboard": "1", "myname": "Sjaak II 1.4.1", "variants": "normal,shoshogi", "ping": "1", "option": "Level -combo A /// *B", "done": "1"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}

// The intervals are Wilson's as tables give them: 82 of 100 points, 0.733 to 0.883.
func TestScore(t *testing.T) {
	tests := []struct {
		tally            tally
		share, low, high float64
	}{
		{tally{82, 0, 18}, 0.82, 0.7333, 0.8830},
		{tally{80, 4, 16}, 0.82, 0.7333, 0.8830},
		{tally{10, 0, 0}, 1, 0.7225, 1},
		{tally{0, 0, 10}, 0, 0, 0.2775},
		{tally{0, 0, 0}, 0.5, 0, 1},
	}
	for _, test := range tests {
		share, low, high := test.tally.rate()
		if math.Abs(share-test.share) > 1e-4 || math.Abs(low-test.low) > 1e-4 || math.Abs(high-test.high) > 1e-4 {
			t.Errorf("%+v: %.4f (%.4f to %.4f), want %.4f (%.4f to %.4f)", test.tally, share, low, high, test.share, test.low, test.high)
		}
		if back, _, _ := test.tally.turned().rate(); test.tally.games() > 0 && math.Abs(back+share-1) > 1e-9 {
			t.Errorf("%+v: both sides have %v together", test.tally, back+share)
		}
	}
	for share, want := range map[float64]string{0.5: "+0", 0.75: "+191", 0.25: "-191", 1: "+∞", 0: "-∞"} {
		if got := elo(share); got != want {
			t.Errorf("a share of %v is %s, want %s", share, got, want)
		}
	}
}

func TestStanding(t *testing.T) {
	var s standing
	game := func(black int, o shoshogi.Outcome) {
		g := initial(shoshogi.Sho())
		if err := g.End(o); err != nil {
			t.Fatal(err)
		}
		s.add(&played{game: g, black: black, names: [2]string{"A", "B"}})
	}
	game(0, shoshogi.Outcome{Result: shoshogi.BlackWins, Reason: shoshogi.ByTimeout})
	game(1, shoshogi.Outcome{Result: shoshogi.BlackWins, Reason: shoshogi.ByCheckmate})
	game(1, shoshogi.Outcome{Result: shoshogi.WhiteWins, Reason: shoshogi.ByTimeout})
	game(0, shoshogi.Outcome{Result: shoshogi.Draw, Reason: shoshogi.ByRepetition})
	game(0, shoshogi.Outcome{Reason: shoshogi.ByAbandoned})
	if got := s.String(); got != "A 2.5 – 1.5 B" {
		t.Error(got)
	}
	var b strings.Builder
	if err := s.write(&b); err != nil {
		t.Fatal(err)
	}
	want := `            games  wins  draws  losses  points     %  95 % interval   Elo  95 % interval
         A      4     2      1       1     2.5  62.5   21.9 to 90.8   +89   -220 to +398
  as Black      2     1      1       0     1.5  75.0   19.8 to 97.3  +191   -243 to +625
  as White      2     1      0       1       1  50.0    9.5 to 90.5    +0   -393 to +393
         B      4     1      1       2     1.5  37.5    9.2 to 78.1   -89   -398 to +220
   2  A wins by timeout
   1  draw by repetition
   1  B wins by checkmate
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
