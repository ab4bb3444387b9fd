package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"example.com/shoshogi"
)

var long = flag.Bool("long", false, "play a hundred games against the greedy bot, and longer games under all rules")

// TestMain lets the tests start the program itself, as "usi" with arguments.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "usi" {
		os.Args = os.Args[1:]
		main()
		return
	}
	os.Exit(m.Run())
}

// TestArguments checks that the program wants none.
func TestArguments(t *testing.T) {
	for _, args := range [][]string{{"usi"}, {"usi", "-x"}, {"usi", "-hash", "64"}, {"usi", "file"}} {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Stdin = strings.NewReader("isready\n")
		out, err := cmd.Output()
		var failed *exec.ExitError
		switch {
		case len(args) == 1 && (err != nil || string(out) != "readyok\n"):
			t.Errorf("without arguments: %v, %q", err, out)
		case len(args) > 1 && (!errors.As(err, &failed) || len(out) > 0 || !strings.Contains(string(failed.Stderr), args[1])):
			t.Errorf("%q: %v, %q", args, err, out)
		}
	}
}

// TestGoMate checks that the search for mates alone, which there is none of, is
// refused as USI wants it, and that the dialogue goes on.
func TestGoMate(t *testing.T) {
	d := newDialogue(t)
	d.send("position startpos")
	for _, line := range []string{"go mate infinite", "go mate 1000", "go mate"} {
		d.send("%s", line)
		if before, answer := d.until("checkmate "); len(before) > 0 || answer != "notimplemented" {
			t.Errorf("%s: %q, then checkmate %s", line, before, answer)
		}
	}
	d.send("go infinite")
	d.send("go mate 1") // which ends the search before
	d.move()
	d.until("checkmate notimplemented")
	d.send("go depth 1")
	if got := d.move(); len(got) != 4 {
		t.Errorf("moved %s at the start", got)
	}
}

// dialogue is a program that talks with the engine over pipes in memory.
type dialogue struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string // what the engine says, closed when it has ended
}

func newDialogue(t *testing.T) *dialogue {
	inReader, inWriter := io.Pipe()
	outReader, outWriter := io.Pipe()
	d := &dialogue{t, inWriter, make(chan string, 1000)}
	go func() {
		newEngine(outWriter).run(inReader)
		outWriter.Close()
	}()
	go func() {
		defer close(d.lines)
		for s := bufio.NewScanner(outReader); s.Scan(); {
			d.lines <- s.Text()
		}
	}()
	t.Cleanup(func() {
		inWriter.Close()
		for range d.lines { // until the engine has ended
		}
	})
	d.send("setoption name USI_Hash value 4")
	return d
}

func (d *dialogue) send(format string, args ...any) {
	d.t.Helper()
	if _, err := fmt.Fprintf(d.in, format+"\n", args...); err != nil {
		d.t.Fatalf("engine takes no input: %v", err)
	}
}

// until reads up to the first line that starts with prefix and returns what came
// before it and the rest of that line.
func (d *dialogue) until(prefix string) (before []string, rest string) {
	d.t.Helper()
	hung := time.After(time.Minute)
	for {
		select {
		case line, ok := <-d.lines:
			if !ok {
				d.t.Fatalf("engine ended before %q; it said %q", prefix, before)
			}
			if rest, found := strings.CutPrefix(line, prefix); found {
				return before, rest
			}
			before = append(before, line)
		case <-hung:
			d.t.Fatalf("no %q; engine said %q", prefix, before)
		}
	}
}

// move returns the move of the engine's next answer.
func (d *dialogue) move() string {
	d.t.Helper()
	_, answer := d.until("bestmove ")
	return strings.Fields(answer)[0]
}

func TestIntroduction(t *testing.T) {
	d := newDialogue(t)
	d.send("usi")
	lines, _ := d.until("usiok")
	said := strings.Join(lines, "\n") + "\n"
	for _, want := range []string{"id name ", "id author ", "option name USI_Variant type combo default sho var sho var sho-federation ",
		" var shogi\n", "option name USI_Hash type spin ", "option name USI_Ponder type check ", "option name bare-king type string default <empty>\n"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in:\n%s", want, said)
		}
	}
	d.send("isready")
	d.until("readyok")
	d.send("position startpos moves 7g7f 3c3d")
	d.send("go depth 4")
	lines, best := d.until("bestmove ")
	if len(lines) != 4 {
		t.Errorf("want four lines of info, got %q", lines)
	}
	for i, line := range lines {
		var depth, score, nodes, perSecond, elapsed int
		var first string
		n, err := fmt.Sscanf(line, "info depth %d score cp %d nodes %d nps %d time %d pv %s", &depth, &score, &nodes, &perSecond, &elapsed, &first)
		if n < 6 || depth != i+1 || nodes < 1 {
			t.Errorf("line %d is %q: %v", i+1, line, err)
		}
	}
	if pv := strings.Fields(lines[3][strings.Index(lines[3], " pv ")+4:]); best != pv[0]+" ponder "+pv[1] {
		t.Errorf("answer %q after line %q", best, pv)
	}
}

// TestRulesByOption checks that variant and readings reach the game: each accepts
// moves that are illegal under the default rules.
func TestRulesByOption(t *testing.T) {
	for _, tc := range []struct{ options, position string }{
		{"USI_Variant=heian-small", "startpos moves 8f8e"},
		{"usi_variant=asakura", "sfen 4k4/8p/9/9/9/9/9/9/4K4 b P 1 moves P*5e"},
		{"drops=P", "sfen 4k4/8p/9/9/9/9/9/9/4K4 b P 1 moves P*5e"},
		{"USI_Variant=sho-federation", "sfen 4k4/4r4/9/9/9/9/9/9/3GK4 b - 1 moves 6i6h"},
		{"check=may-ignore", "sfen 4k4/4r4/9/9/9/9/9/9/3GK4 b - 1 moves 6i6h"},
		{"start=4k4/4p4/9/9/9/9/9/9/4KG3 b - 1", "startpos moves 5i6i"},
		{"bare-king=ignored", "sfen 4k4/9/4G4/9/9/9/9/9/3RK4 b - 1 moves 6i6b 5a4a"},
		{"Promotion=in-zone", "sfen 4k4/8p/P8/9/9/9/9/9/4K4 b - 1 moves 9c9b+"},
		{"Promotion=in-zone;USI_Variant=sho-modern;drops=<empty>", "sfen 4k4/8p/P8/9/9/9/9/9/4K4 b - 1 moves 9c9b+"},
	} {
		for _, set := range []bool{false, true} {
			d := newDialogue(t)
			for option := range strings.SplitSeq(tc.options, ";") {
				if name, value, _ := strings.Cut(option, "="); set {
					d.send("setoption name %s value %s", name, value)
				}
			}
			d.send("position %s", tc.position)
			d.send("isready")
			complaints, _ := d.until("readyok")
			d.send("go depth 1")
			if answer := d.move(); (answer != "resign") != set || (len(complaints) == 0) != set {
				t.Errorf("%s, options set: %v, %s: %q, move %s", tc.options, set, tc.position, complaints, answer)
			}
		}
	}
}

// TestNonsense checks that no command can end the engine or make it play in a
// position that it has not understood.
func TestNonsense(t *testing.T) {
	d := newDialogue(t)
	for _, line := range []string{"", "   ", "xyzzy", "go away", "setoption", "setoption name", "setoption name X value Y", "setoption name USI_Hash value -3",
		"setoption name USI_Hash value many", "stop", "ponderhit", "ponderhit", "gameover lose", "position", "position startpos moves 1a1a",
		"position sfen", "position sfen 9/9/9/9/9/9/9/9/9 b - 1", "setoption name repetition value sometimes", "position startpos", "go btime", "\x00\xff", "usinewgame"} {
		d.send("%s", line)
		d.send("stop")
		d.send("isready")
		lines, _ := d.until("readyok")
		for _, said := range lines {
			if !strings.HasPrefix(said, "info ") && !strings.HasPrefix(said, "bestmove ") {
				t.Errorf("%q was answered %q", line, said)
			}
		}
	}
	d.send("position startpos") // with the repetition set above
	d.send("go depth 1")
	if got := d.move(); got != "resign" {
		t.Errorf("moved %s under rules that are none", got)
	}
	d.send("setoption name repetition value <empty>")
	d.send("position startpos")
	d.send("go depth 1")
	if got := d.move(); len(got) != 4 {
		t.Errorf("moved %s at the start", got)
	}
	d.send("go infinite")
	d.send("quit")
	if got := d.move(); len(got) != 4 {
		t.Errorf("moved %s when told to quit", got)
	}
	if _, open := <-d.lines; open {
		t.Error("still there after quit")
	}
}

func TestLimits(t *testing.T) {
	d := newDialogue(t)
	d.send("position startpos")
	for _, limits := range []string{"depth 3", "nodes 1", "nodes 700", "movetime 30", "btime 600 wtime 0", "btime 0 wtime 600", "byoyomi 40",
		"btime 100 wtime 100 binc 20 winc 20", "btime 100 wtime 100 byoyomi 30", "movetime 30 depth 2 nodes 100000"} {
		d.send("go %s", limits)
		lines, _ := d.until("bestmove ")
		for _, line := range lines {
			var depth, nodes int
			fmt.Sscanf(line, "info depth %d", &depth)
			fmt.Sscanf(line[strings.Index(line, " nodes "):], " nodes %d", &nodes)
			if limits == "depth 3" && depth > 3 || limits == "nodes 700" && nodes > 700 {
				t.Errorf("go %s: %s", limits, line)
			}
		}
	}
	// Endless searches answer when they are told to, and only then.
	for _, endless := range []string{"infinite", "", "ponder btime 50 wtime 50", "ponder depth 1", "infinite depth 1"} {
		d.send("go %s", endless)
		d.send("isready")
		if lines, _ := d.until("readyok"); strings.Contains(strings.Join(lines, "\n"), "bestmove") {
			t.Errorf("go %s: %q before stop", endless, lines)
		}
		if strings.HasPrefix(endless, "ponder") {
			d.send("ponderhit")
		} else {
			d.send("stop")
		}
		d.move()
	}
	d.send("go infinite")
	d.send("go depth 1") // ends the first
	d.move()
	d.move()
}

func TestBudget(t *testing.T) {
	for _, tc := range []struct {
		limits string
		color  shoshogi.Color
		want   time.Duration
	}{
		{"infinite", shoshogi.Black, 0},
		{"depth 5", shoshogi.Black, 0},
		{"movetime 100", shoshogi.White, 90 * time.Millisecond},
		{"movetime 5", shoshogi.White, time.Millisecond},
		{"btime 60000 wtime 6000", shoshogi.Black, 4 * time.Second},
		{"btime 60000 wtime 6000", shoshogi.White, 400 * time.Millisecond},
		{"btime 0 wtime 6000", shoshogi.Black, time.Millisecond},
		{"btime 0 wtime 0 byoyomi 1000", shoshogi.Black, 990 * time.Millisecond},
		{"btime 1500 wtime 1500 binc 1000 winc 2000", shoshogi.Black, 850 * time.Millisecond},
		{"btime 300 wtime 300 binc 1000 winc 2000", shoshogi.White, 290 * time.Millisecond},
		{"infinite btime 100 wtime 100", shoshogi.Black, 0},
	} {
		if got := parseLimits(strings.Fields(tc.limits)).budget(tc.color, 10); got != tc.want {
			t.Errorf("%s for %v: %v, want %v", tc.limits, tc.color, got, tc.want)
		}
	}
}

// TestMates checks that mates are found, announced in the right number of plies
// and played.
func TestMates(t *testing.T) {
	for _, tc := range []struct {
		rules, sfen string
		plies       int
	}{
		{"sho", "4k4/9/p3G4/9/9/9/9/8R/4K4 b - 1", 1},
		{"sho", "4k4/8R/p3G4/9/9/9/9/9/4K4 b - 1", 1},
		{"sho", "8k/1R7/6S1+p/9/6G2/9/9/9/7K1 b - 1", 3},
		{"sho", "1k3eR2/8K/9/9/9/9/9/2+pS5/2G6 b - 1", 3},
		{"asakura", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1},
		{"sho-federation", "4k4/4E4/p8/9/9/9/9/9/4K4 b - 1", 1},
	} {
		p := shoshogi.MustParseSFEN(shoshogi.MustParseRules(tc.rules), tc.sfen)
		s := newSearcher(p.Rules(), 1)
		s.begin(limits{"depth": 6})
		last := 0
		line := s.think(shoshogi.NewGame(p), func(_, score int, _ []shoshogi.Move) { last = score })
		if last != mate-tc.plies || len(line) != tc.plies {
			t.Errorf("%s: score mate-%d, line %v, want mate in %d plies", tc.sfen, mate-last, line, tc.plies)
			continue
		}
		g := shoshogi.NewGame(p)
		for _, m := range line {
			if err := g.Play(m); err != nil {
				t.Errorf("%s: %v in line %v", tc.sfen, err, line)
			}
		}
		if winner, decided := g.Outcome().Winner(); !decided || winner != p.Turn() {
			t.Errorf("%s: %v after %v", tc.sfen, g.Outcome(), line)
		}
	}
}

// TestNeverIllegal lets the engine play itself under every rule set and some more,
// and checks every move and every claim.
func TestNeverIllegal(t *testing.T) {
	all := append(shoshogi.RulesNames(), "sho,cycles=3,count=0", "sho,attacker=true,count=2", "sho-modern,repetition=loses,bare-king=loses-to-lone-piece",
		"asakura,drops=PLNSGBREK,pawn-drop-mate=true,two-pawns=true,repetition=forbidden,perpetual=checker-deviates",
		"sho46-above-gold,gold-promotes=true,drops=PLNSGBRF", "shogi,impasse=points-27", "sho-chu,repetition=ignored",
		"sho,start=4k4/4e4/9/4E4/3RK4 b - 1", "sho,start=kp1/3/1PK b - 1")
	for _, text := range all {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			rules := shoshogi.MustParseRules(text)
			d := newDialogue(t)
			name, changes, _ := strings.Cut(text, ",")
			d.send("setoption name USI_Variant value %s", name)
			for change := range strings.SplitSeq(changes, ",") {
				if key, value, ok := strings.Cut(change, "="); ok {
					d.send("setoption name %s value %s", key, value)
				}
			}
			nodes, plies := 150, 120
			if *long {
				nodes, plies = 3000, 600
			}
			g := shoshogi.NewGame(shoshogi.NewPosition(rules))
			for !g.Outcome().Over() && g.Len() < plies {
				d.send("position %s", g.USI())
				d.send("go nodes %d", nodes)
				answer := d.move()
				if answer == "win" && g.Declare() == nil {
					break
				}
				m, err := shoshogi.ParseMove(answer)
				if err != nil {
					t.Fatalf("answer %q in %s: %v", answer, g.USI(), err)
				}
				if err := g.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			d.send("position %s", g.USI())
			d.send("go nodes 10")
			if got := d.move(); g.Outcome().Over() && got != "resign" {
				t.Errorf("answer %q when the game was over: %v", got, g.Outcome())
			}
		})
	}
}

// TestBalance checks that the balance kept up to date move by move is that of the
// position, on random games.
func TestBalance(t *testing.T) {
	for i, name := range shoshogi.RulesNames() {
		e := newEvaluator(shoshogi.MustParseRules(name))
		p := shoshogi.NewPosition(e.rules)
		random := rand.New(rand.NewPCG(uint64(i), 1))
		balance := e.balance(p)
		if balance != 0 {
			t.Errorf("%s: balance %d at the start", name, balance)
		}
		for range 200 {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			balance += e.change(p, m)
			p.Do(m)
			if want := e.balance(p); balance != want {
				t.Fatalf("%s: balance %d after %v, want %d in %v", name, balance, m, want, p)
			}
		}
	}
}

// TestExchange counts what captures win by hand.
func TestExchange(t *testing.T) {
	pawn, silver, gold, rook := value[shoshogi.Pawn], value[shoshogi.Silver], value[shoshogi.Gold], value[shoshogi.Rook]
	for _, tc := range []struct {
		sfen, move string
		want       int
	}{
		{"4k4/9/9/9/4p4/4R4/9/9/4K4 b - 1", "5f5e", pawn},                   // nobody takes back
		{"4k4/9/9/4p4/4p4/4R4/9/9/4K4 b - 1", "5f5e", pawn - rook},          // a pawn does
		{"4k4/9/9/4p4/4p4/4R4/4R4/9/4K4 b - 1", "5f5e", pawn - rook + pawn}, // and is taken
		{"4k4/9/9/4g4/4s4/4P4/9/9/4K4 b - 1", "5f5e", silver - pawn},
		{"4k4/9/9/4g4/4s4/4P4/4L4/9/4K4 b - 1", "5f5e", silver}, // the gold does not take back, or is lost
		{"4k4/9/9/4s4/4g4/3S5/9/9/4K4 b - 1", "6f5e", gold - silver},
	} {
		p := shoshogi.MustParseSFEN(shoshogi.ShoModern(), tc.sfen)
		s := &searcher{pos: *p}
		if got := s.exchange(shoshogi.MustParseMove(tc.move)); got != tc.want {
			t.Errorf("%s in %s: %d, want %d", tc.move, tc.sfen, got, tc.want)
		}
		if s.pos != *p {
			t.Errorf("%s in %s: the position has changed", tc.move, tc.sfen)
		}
	}
}

func TestTable(t *testing.T) {
	table := newTable(1)
	if size := len(table) * 16; size != 1<<20 {
		t.Errorf("1 MiB is %d bytes", size)
	}
	m := shoshogi.MustParseMove("7g7f")
	table.store(42, m, mate-7, 3, 5, exact) // mate two plies from here
	if e := table.probe(42, 1); e.move != m || e.score != mate-3 || e.depth != 3 || e.bound != exact {
		t.Errorf("got %+v", e)
	}
	if e := table.probe(42+1<<40, 1); e != (entry{}) {
		t.Errorf("another key gave %+v", e)
	}
	for _, tc := range []struct {
		bound bound
		score int16
		want  bool
	}{{exact, 50, true}, {atLeast, 60, true}, {atLeast, 59, false}, {atMost, 40, true}, {atMost, 41, false}, {0, 50, false}} {
		if e := (entry{bound: tc.bound, score: tc.score}); e.settles(40, 60) != tc.want {
			t.Errorf("%+v settles 40 to 60: %v", e, !tc.want)
		}
	}
}

// TestBeatsGreedy plays against a bot that takes what it can.
func TestBeatsGreedy(t *testing.T) {
	games, limit := 4, "nodes 300"
	if *long {
		games, limit = 100, "movetime 100"
	}
	d := newDialogue(t)
	random := rand.New(rand.NewPCG(1, 2))
	won := 0
	for i := range games {
		g := shoshogi.NewGame(shoshogi.NewPosition(shoshogi.Sho()))
		us := shoshogi.Color(i % 2)
		for !g.Outcome().Over() && g.Len() < 500 {
			m := greedy(g, random)
			if g.Position().Turn() == us {
				d.send("position %s", g.USI())
				d.send("go %s", limit)
				m = shoshogi.MustParseMove(d.move())
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if winner, decided := g.Outcome().Winner(); decided && winner == us {
			won++
		} else {
			t.Logf("game %d: %v, %s", i+1, g.Outcome(), g.USI())
		}
	}
	if t.Logf("%d of %d games won", won, games); won*100 < games*95 {
		t.Errorf("only %d of %d games won", won, games)
	}
}

// greedy returns a move that wins at once, or else one of those that win most.
func greedy(g *shoshogi.Game, random *rand.Rand) (best shoshogi.Move) {
	most := -infinite
	moves := g.LegalMoves()
	random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, m := range moves {
		s := searcher{pos: *g.Position()}
		won := s.gain(m)
		s.pos.Do(m)
		if winner, decided := s.pos.Outcome().Winner(); decided && winner != s.pos.Turn() {
			won = infinite
		}
		if won > most {
			best, most = m, won
		}
	}
	return best
}
