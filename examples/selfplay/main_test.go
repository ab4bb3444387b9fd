package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"example.com/shoshogi"
)

var long = flag.Bool("long", false, "play longer games, and more of them")

// TestMain lets the tests start the program itself, as "selfplay" with arguments.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "selfplay" {
		os.Args = os.Args[1:]
		main()
		return
	}
	os.Exit(m.Run())
}

func TestArguments(t *testing.T) {
	for _, tc := range []struct {
		args   string
		status int
		want   string // the beginning of the output
	}{
		{"-moves 0", 0, "draw"},
		{"-moves 2", 0, "draw"},
		{"-moves -1", 2, ""},
		{"-moves many", 2, ""},
		{"-x", 2, ""},
		{"game.kif", 2, ""},
	} {
		cmd := exec.Command(os.Args[0], append([]string{"selfplay"}, strings.Fields(tc.args)...)...)
		out, err := cmd.Output()
		var failed *exec.ExitError
		if err != nil && !errors.As(err, &failed) {
			t.Fatal(err)
		}
		if status := cmd.ProcessState.ExitCode(); status != tc.status || !strings.HasPrefix(string(out), tc.want) || (status != 0) != (len(out) == 0) {
			t.Errorf("%s: exit status %d, output %q", tc.args, status, out)
		}
	}
}

// TestGames plays games under every rule set and checks that what is reported
// is the game: replaying the moves gives the same end.
func TestGames(t *testing.T) {
	games, limit := uint64(3), 600
	if *long {
		games, limit = 100, 5000
	}
	for _, name := range shoshogi.RulesNames() {
		rules := shoshogi.MustParseRules(name)
		for seed := range games {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) {
				shown := 0
				g := play(rules, seed, limit, func(*shoshogi.Game) { shown++ })
				if shown != g.Len()+1 {
					t.Errorf("%d positions shown of a game of %d moves", shown, g.Len())
				}
				if !g.Outcome().Over() || len(g.LegalMoves()) > 0 {
					t.Errorf("the game is not over: %v", g.Outcome())
				}
				checkReport(t, g)
			})
		}
	}
}

func checkReport(t *testing.T, g *shoshogi.Game) {
	t.Helper()
	var out strings.Builder
	report(&out, g)
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 4 || lines[3] != "" {
		t.Fatalf("want three lines, got:\n%s", &out)
	}
	if !strings.HasPrefix(lines[0], g.Outcome().String()) {
		t.Errorf("no verdict in %q", lines[0])
	}
	again, err := shoshogi.ParseUSI(g.Position().Rules(), lines[1])
	if err != nil {
		t.Fatal(err)
	}
	if want := "sfen " + again.Position().SFEN(); lines[2] != want {
		t.Errorf("got %q, want %q", lines[2], want)
	}
	agreed := g.Outcome().Reason == shoshogi.ByAgreement
	if got := again.Outcome(); got != g.Outcome() && !agreed {
		t.Errorf("replayed: %v, played: %v", got, g.Outcome())
	}
}

// TestSeeds checks that a seed always gives the same game, and another seed
// another game.
func TestSeeds(t *testing.T) {
	quiet := func(*shoshogi.Game) {}
	first := play(shoshogi.Sho(), 1, 100, quiet).USI()
	if again := play(shoshogi.Sho(), 1, 100, quiet).USI(); again != first {
		t.Errorf("the same seed gave\n%s\nand\n%s", first, again)
	}
	if other := play(shoshogi.Sho(), 2, 100, quiet).USI(); other == first {
		t.Errorf("two seeds gave the game %s", first)
	}
}

func TestBotTakesTheBest(t *testing.T) {
	for _, tc := range []struct{ name, sfen, want string }{
		{"mate before material", "4k4/4r4/4G4/9/9/9/9/9/R3K4 b - 1", "9i9a+"},
		{"the dearer piece", "4k4/9/9/4pr3/4G4/9/9/9/4K4 b - 1", "5e4d"},
		{"bares the king", "4k4/9/4p4/4P4/9/9/9/9/4K4 b - 1", "5d5c+"},
	} {
		g := shoshogi.NewGame(shoshogi.MustParseSFEN(shoshogi.Sho(), tc.sfen))
		if got := newBot(1, 1).choose(g); got.String() != tc.want {
			t.Errorf("%s: chose %v, want %s", tc.name, got, tc.want)
		}
	}
}
