package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"example.com/shoshogi"
)

// quick is a time in which every fake answers that means to, on a busy machine too.
func quick() timeControl {
	return timeControl{perMove: 300 * time.Millisecond, margin: 1700 * time.Millisecond, patience: time.Minute}
}

func newReferee(rules shoshogi.Rules, control timeControl, a, b spec) *referee {
	return &referee{rules: rules, control: control, maxPlies: 60, seats: [2]*seat{{spec: a}, {spec: b}}}
}

func initial(rules shoshogi.Rules) *shoshogi.Game {
	return shoshogi.NewGame(shoshogi.NewPosition(rules))
}

func TestEnginesOfAllProtocolsPlay(t *testing.T) {
	fakes := newFakes(t)
	for _, rules := range []shoshogi.Rules{shoshogi.Sho(), shoshogi.Asakura(), shoshogi.HeianSmall()} {
		for _, protocols := range [][2]string{{"usi", "uci"}, {"uci", "xboard"}, {"xboard", "usi"}} {
			r := newReferee(rules, quick(), fakes.spec(protocols[0], "good", rules), fakes.spec(protocols[1], "good", rules))
			opening, err := parseOpening("startpos moves "+initial(rules).LegalMoves()[0].String(), rules)
			if err != nil {
				t.Fatal(err)
			}
			seen := 0
			r.watch = func(*shoshogi.Game) { seen++ }
			p, err := r.play(t.Context(), opening, 1)
			r.end()
			if err != nil {
				t.Fatalf("%v %v: %v", rules.Name(), protocols, err)
			}
			if p.game.Outcome() != (shoshogi.Outcome{Result: shoshogi.Draw, Reason: shoshogi.ByImpasse}) || p.game.Len() != r.maxPlies {
				t.Errorf("%v %v: %v after %d moves, want a draw after %d: %s", rules.Name(), protocols, p.game.Outcome(), p.game.Len(), r.maxPlies, p.why)
			}
			if len(p.answers) != r.maxPlies-1 || seen != r.maxPlies {
				t.Errorf("%d answers, %d positions seen", len(p.answers), seen)
			}
			for _, a := range p.answers {
				if a.thought.depth != 7 || a.thought.nodes != 1200 || a.thought.score != (score{known: true, pawns: 15}) || a.spent <= 0 {
					t.Fatalf("%v: thought %+v", protocols, a)
				}
			}
		}
	}
	if n := fakes.ended(t); n != 18 {
		t.Errorf("%d engines were started, want 18", n)
	}
}

func TestBadEngines(t *testing.T) {
	onTheClock := timeControl{base: 3 * time.Second, patience: time.Minute}
	tests := []struct {
		protocol, manner string
		control          timeControl
		reason           shoshogi.Reason
		why              string
	}{
		{"usi", "cheat", quick(), shoshogi.ByIllegalMove, "illegal move"},
		{"uci", "cheat", quick(), shoshogi.ByIllegalMove, "illegal move"},
		{"xboard", "cheat", quick(), shoshogi.ByIllegalMove, "illegal move"},
		{"usi", "babble", quick(), shoshogi.ByIllegalMove, `answers "bestmove Zz9"`},
		{"uci", "babble", quick(), shoshogi.ByIllegalMove, `answers "bestmove Zz9"`},
		{"xboard", "babble", quick(), shoshogi.ByIllegalMove, `answers "move Zz9"`},
		{"usi", "hang", quick(), shoshogi.ByTimeout, "no answer within"},
		{"xboard", "hang", quick(), shoshogi.ByTimeout, "no answer within"},
		{"usi", "stubborn", quick(), shoshogi.ByTimeout, "no answer within"},
		{"usi", "deaf", quick(), shoshogi.ByTimeout, "no answer within"},
		{"usi", "flood", quick(), shoshogi.ByTimeout, "no answer within"},
		{"usi", "endless", quick(), shoshogi.ByIllegalMove, "the program ended: signal: killed"},
		{"usi", "slow", onTheClock, shoshogi.ByTimeout, ""}, // too late, or so late that nobody waits for it
		{"xboard", "slow", onTheClock, shoshogi.ByTimeout, ""},
		{"usi", "die", quick(), shoshogi.ByIllegalMove, "the program ended: exit status 3: ideas"},
		{"xboard", "die", quick(), shoshogi.ByIllegalMove, "the program ended: exit status 3: ideas"},
		{"usi", "parent", quick(), shoshogi.ByTimeout, "no answer within"},
		{"usi", "resign", quick(), shoshogi.ByResignation, ""},
		{"xboard", "resign", quick(), shoshogi.ByResignation, ""},
		{"xboard", "concede", quick(), shoshogi.ByResignation, ""},
		{"xboard", "claim", quick(), shoshogi.ByIllegalMove, "claims a draw that the rules do not give"},
		{"usi", "declare", quick(), shoshogi.ByIllegalMove, "the declaration of "},
	}
	var all sync.WaitGroup // t.Parallel would let them wait for each other, but they do little else than wait
	for _, test := range tests {
		all.Go(func() {
			name := test.protocol + " " + test.manner
			for black, p := range playTwice(t, test.protocol, test.manner, test.control) {
				winner, decided := p.game.Outcome().Winner()
				if !decided || (black+int(winner))%2 != 0 || p.game.Outcome().Reason != test.reason || !strings.HasPrefix(p.why, test.why) {
					t.Errorf("%s as engine %d: %v (%s), want it to lose by %v (%s)", name, 2-black, p.game.Outcome(), p.why, test.reason, test.why)
				}
			}
		})
	}
	all.Wait()
}

// playTwice lets a good engine play with both colours against one of the given
// manner, and sees that both programs end.
func playTwice(t *testing.T, protocol, manner string, control timeControl) (games []*played) {
	rules := shoshogi.Sho()
	fakes := newFakes(t)
	r := newReferee(rules, control, fakes.spec("usi", "good", rules), fakes.spec(protocol, manner, rules))
	for black := range 2 {
		p, err := r.play(t.Context(), initial(rules), black)
		if err != nil {
			t.Errorf("%s %s: %v", protocol, manner, err)
			break
		}
		games = append(games, p)
	}
	r.end()
	fakes.ended(t)
	return games
}

// A game is saved as a record that reads back with moves, times, scores and ending.
func TestRecord(t *testing.T) {
	rules := shoshogi.Sho()
	fakes := newFakes(t)
	r := newReferee(rules, quick(), fakes.spec("usi", "good", rules), fakes.spec("uci", "die", rules))
	opening, err := parseOpening("startpos moves 7g7f 3c3d", rules)
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.play(t.Context(), opening, 1)
	r.end()
	if err != nil {
		t.Fatal(err)
	}
	p.names[0] = "line\nbreak\n1 投了"
	for i := range p.answers {
		p.answers[i].spent = time.Duration(i+1) * 1500 * time.Millisecond
	}
	name := filepath.Join(t.TempDir(), "game.kif")
	if err := p.save(name); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := shoshogi.ParseKIF(string(text), rules)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	g, err := rec.Game()
	if err != nil || g.USI() != p.game.USI() || g.Outcome() != p.game.Outcome() {
		t.Errorf("read back as %s, %v, %v, want %s, %v", g.USI(), g.Outcome(), err, p.game.USI(), p.game.Outcome())
	}
	if rec.Get("先手") != "die" || rec.Get("後手") != "line break 1 投了" || rec.Get("持ち時間") != "300ms a move" || rec.Get("備考") != "rules sho" {
		t.Errorf("headers %+v", rec.Headers)
	}
	n := -opening.Len()
	for before, node := range rec.Main() {
		switch {
		case n < 0 && (node.Time != 0 || node.Comment != ""):
			t.Errorf("a move of the opening took %v, comment %q", node.Time, node.Comment)
		case n >= 0 && node.Move != shoshogi.NoMove:
			sign := map[shoshogi.Color]string{shoshogi.Black: "", shoshogi.White: "-"}[before.Turn()]
			spent := time.Duration(n+1) * 1500 * time.Millisecond
			want := fmt.Sprintf("*時間=%.3f秒\n*評価値=%s15\n*深さ=7\n*ノード数=1200\n*読み筋=%s", spent.Seconds(), sign,
				strings.ReplaceAll(before.Japanese(node.Move, shoshogi.NoMove), "\u3000", ""))
			if node.Comment != want || node.Time != spent.Truncate(time.Second) {
				t.Errorf("move %d: %v, comment %q, want %v, %q", n+1, node.Time, node.Comment, spent, want)
			}
		case node.Move == shoshogi.NoMove && (node.Comment != "the program ended: exit status 3: ideas" || node.EndText != "反則負け"):
			t.Errorf("ending %q, comment %q", node.EndText, node.Comment)
		}
		n++
	}
	if n < 5 {
		t.Errorf("%d moves after the opening", n)
	}
}

func TestScoreComment(t *testing.T) {
	for want, s := range map[string]score{
		"*評価値=-31": {known: true, pawns: -31}, "*詰み=先手勝ち:5手": {known: true, mates: true, mate: 5},
		"*詰み=後手勝ち:6手": {known: true, mated: true, mate: 6}, "*詰み=先手勝ち": {known: true, mates: true}, "*詰み=後手勝ち": {known: true, mated: true},
	} {
		if got := s.comment(shoshogi.Black); got != want {
			t.Errorf("%+v of Black is %s, want %s", s, got, want)
		}
	}
	for want, s := range map[string]score{"*評価値=31": {known: true, pawns: -31}, "*詰み=後手勝ち:5手": {known: true, mates: true, mate: 5}, "*詰み=先手勝ち:6手": {known: true, mated: true, mate: 6}} {
		if got := s.comment(shoshogi.White); got != want {
			t.Errorf("%+v of White is %s, want %s", s, got, want)
		}
	}
}

// A match plays each opening with both colours, saves all games and prints the
// score at the end.
func TestMatch(t *testing.T) {
	fakes := newFakes(t)
	rules := shoshogi.Sho()
	openings, err := readOpenings("openings.sfen", rules)
	if err != nil {
		t.Fatal(err)
	}
	m := &match{
		rules: rules, control: quick(), games: 5, maxPlies: 20, openings: openings[:2], records: filepath.Join(t.TempDir(), "kif"),
		engines: [2]spec{fakes.spec("usi", "good", rules), fakes.spec("xboard", "die", rules)},
	}
	stderr, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer stderr.Close()
	var out strings.Builder
	if err := m.play(t.Context(), &out, newProgress(stderr, m.games)); err != nil {
		t.Fatal(err)
	}
	fakes.ended(t)
	if !strings.HasPrefix(out.String(), "            games") || !strings.Contains(out.String(), "      good      5     5      0       0       5  100.0") ||
		!strings.HasSuffix(out.String(), "   5  good wins by illegal-move\n") {
		t.Errorf("score:\n%s", out.String())
	}
	for n := range m.games {
		f, err := os.Open(filepath.Join(m.records, fmt.Sprintf("%04d.kif", n+1)))
		if err != nil {
			t.Fatal(err)
		}
		rec, err := shoshogi.ReadKIF(f, rules)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{"good", "die"}[n%2]; rec.Get("先手") != want || !rec.Start.Same(openings[n/2%2].Start()) {
			t.Errorf("game %d: Black is %s, want %s, from %s", n+1, rec.Get("先手"), want, rec.Start)
		}
	}
	lines, err := os.ReadFile(stderr.Name())
	if want := "game 5/5: Black good, White die: Black wins by illegal move in 5 moves (the program ended: exit status 3: ideas); good 5 – 0 die\n"; err != nil ||
		strings.Count(string(lines), "\n") != 5 || !strings.HasSuffix(string(lines), want) {
		t.Errorf("progress: %v\n%s", err, lines)
	}
}

// On a terminal the line of a game under way is replaced by the next one.
func TestProgressOnTerminal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "terminal")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	p := &progress{out: f, terminal: true, games: 2}
	s := &standing{names: [2]string{"A", "B"}}
	g := initial(shoshogi.Sho())
	p.move(1, g, s)
	p.move(1, g, s) // too soon
	if err := g.End(shoshogi.Outcome{Result: shoshogi.Draw, Reason: shoshogi.ByAgreement}); err != nil {
		t.Fatal(err)
	}
	p.game(1, &played{game: g, names: s.names}, s)
	f.Close()
	got, err := os.ReadFile(name)
	const line = "game 1/2  move 0  A 0 – 0 B"
	blanks := strings.Repeat(" ", utf8.RuneCountInString(line))
	want := "\r" + line + "\r" + line + "\r" + blanks + "\rgame 1/2: Black A, White B: draw by agreement in 0 moves; A 0 – 0 B\n"
	if err != nil || string(got) != want {
		t.Errorf("%v\n%q, want\n%q", err, got, want)
	}
}

// Engines of no use end the match before a game is played.
func TestUselessEngines(t *testing.T) {
	rules := shoshogi.Sho()
	fakes := newFakes(t)
	missing := spec{name: "missing", protocol: "usi", command: []string{"/no/such/program"}}
	mute := fakes.spec("usi", "mute", rules)
	for want, s := range map[string]spec{
		"missing: ":                                         missing,
		"mute: no answer within 100ms":                      mute,
		"stillborn: the program ended":                      fakes.spec("xboard", "stillborn", rules),
		`stranger: it does not know the variant "shoshogi"`: {name: "stranger", protocol: "xboard", command: fakes.command("xboard", "stranger", rules)},
		"stranger: it does not know the rules sho;":         {name: "stranger", protocol: "usi", command: fakes.command("usi", "stranger", rules)},
		"simple: it lacks ping or setboard":                 fakes.spec("xboard", "simple", rules),
	} {
		control := quick()
		if s.name == "mute" {
			control.patience = 100 * time.Millisecond
		}
		r := newReferee(rules, control, s, s)
		_, err := r.play(t.Context(), initial(rules), 0)
		r.end()
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	r := newReferee(rules, timeControl{byoyomi: time.Second, patience: time.Second}, fakes.spec("xboard", "good", rules), fakes.spec("usi", "good", rules))
	if _, err := r.play(t.Context(), initial(rules), 0); err == nil || !strings.Contains(err.Error(), "byoyomi") {
		t.Errorf("XBoard and byoyomi: %v", err)
	}
	r.end()
	fakes.ended(t)
}

// A draw by an engine's own rules can be granted.
func TestGrantDraws(t *testing.T) {
	rules := shoshogi.Sho()
	fakes := newFakes(t)
	r := newReferee(rules, quick(), fakes.spec("xboard", "claim", rules), fakes.spec("usi", "good", rules))
	r.grantDraws = true
	p, err := r.play(t.Context(), initial(rules), 0)
	r.end()
	if want := (shoshogi.Outcome{Result: shoshogi.Draw, Reason: shoshogi.ByAgreement}); err != nil || p.game.Outcome() != want {
		t.Errorf("%v, %v, want %v", p.game.Outcome(), err, want)
	}
	fakes.ended(t)
}

// What the engines are told of rules, options and time.
func TestCommands(t *testing.T) {
	rules := shoshogi.Sho()
	rules.TwoPawns = true
	tests := []struct {
		protocol string
		control  timeControl
		want     []string
	}{
		{"usi", timeControl{base: time.Minute, increment: time.Second}, []string{
			"setoption name USI_Variant value sho", "setoption name two-pawns value true", "setoption name Hash value 64", "usinewgame",
			"position startpos", "go btime 60000 wtime 60000 binc 1000 winc 1000", "gameover win"}},
		{"usi", timeControl{byoyomi: time.Second, nodes: 99}, []string{"go btime 0 wtime 0 byoyomi 1000 nodes 99"}},
		{"uci", timeControl{base: time.Minute, depth: 9}, []string{
			"setoption name UCI_Variant value sho", "ucinewgame",
			"position fen lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL w 0 1", "go wtime 60000 btime 60000 depth 9"}},
		{"uci", timeControl{perMove: time.Second}, []string{"go movetime 1000"}},
		{"xboard", timeControl{base: 90 * time.Second, increment: 500 * time.Millisecond}, []string{
			"option Hash=64", "new", "variant sho", "force", "level 0 1:30 0.5", "time 9000", "otim 9000", "go", "result 1-0 {illegal-move}"}},
		{"xboard", timeControl{perMove: 300 * time.Millisecond, depth: 4}, []string{"st 0.3", "sd 4"}},
	}
	for _, test := range tests {
		fakes := newFakes(t)
		test.control.patience = quick().patience
		s := fakes.spec(test.protocol, "good", rules)
		if s.variant = ""; test.protocol == "xboard" {
			s.variant = "sho"
		}
		s.options = []option{{"Hash", "64"}}
		r := newReferee(rules, test.control, s, fakes.spec("usi", "cheat", rules))
		var log strings.Builder
		r.seats[0].log = &dialog{"engine", &log, new(sync.Mutex)}
		if _, err := r.play(t.Context(), initial(rules), 0); err != nil {
			t.Fatal(err)
		}
		r.end()
		fakes.ended(t)
		for _, want := range test.want {
			if !strings.Contains(log.String(), " engine > "+want+"\n") {
				t.Errorf("%s, %v: was not told %q", test.protocol, test.control, want)
			}
		}
	}
}
