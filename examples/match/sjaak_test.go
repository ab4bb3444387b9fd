package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"example.com/shoshogi"
)

// sjaakRules are the rules that Sjaak II plays sho shogi by, as near as the
// library's come: docs/differences.md tells what is left.
func sjaakRules() shoshogi.Rules {
	rules := shoshogi.ShoModern()
	rules.BareKing = shoshogi.BareLosesUnlessBared
	return rules
}

// sjaakSpec returns how to start Sjaak II, or skips the test. Debian puts games
// where not every PATH leads.
func sjaakSpec(t *testing.T) spec {
	t.Helper()
	if testing.Short() {
		t.Skip("not in the short tests")
	}
	for _, name := range []string{"sjaakii", "/usr/games/sjaakii"} {
		if path, err := exec.LookPath(name); err == nil {
			return spec{name: "sjaakii", protocol: "xboard", command: []string{path, "-xboard"}}
		}
	}
	t.Skip("needs Sjaak II: apt-get install sjaakii")
	return spec{}
}

// sjaak is a Sjaak II that is asked instead of played against.
type sjaak struct{ *xboard }

func startSjaak(t *testing.T) sjaak {
	t.Helper()
	s := sjaakSpec(t)
	p, err := s.start(sjaakRules(), quick(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.end)
	if err := p.hello(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := p.newGame(t.Context(), shoshogi.NewPosition(sjaakRules())); err != nil {
		t.Fatal(err)
	}
	return sjaak{p.(*xboard)}
}

// ask sends commands and returns the answers, line by line.
func (s sjaak) ask(ctx context.Context, commands ...string) (lines []string, err error) {
	s.pings++
	for _, command := range append(commands, fmt.Sprint("ping ", s.pings)) {
		s.send("%s", command)
	}
	_, err = s.until(ctx, "pong", func(text string) { lines = append(lines, text) })
	return lines, err
}

// legalMoves returns what Sjaak II takes for the legal moves in each position,
// sorted. It lists each move, as "Re7xe4+", with how many moves it stands for, none
// if it is illegal, and their sum behind.
func (s sjaak) legalMoves(ctx context.Context, positions []*shoshogi.Position) (lists [][]shoshogi.Move, err error) {
	var commands []string
	for _, p := range positions {
		commands = append(commands, "setboard "+fairyFEN(p), "perft 1 1")
	}
	lines, err := s.ask(ctx, commands...)
	if err != nil {
		return nil, err
	}
	var moves []shoshogi.Move
	for _, text := range lines {
		words := strings.Fields(text)
		switch {
		case len(words) == 3 && words[1] == "1":
			squares := strings.TrimLeft(strings.NewReplacer("-", "", "x", "").Replace(words[0]), "+PLNSGBREK")
			moves = append(moves, parseFairyMove(squares, positions[0]))
		case len(words) == 4 && words[0] == "1":
			slices.Sort(moves)
			lists = append(lists, moves)
			moves = nil
		}
	}
	return lists, nil
}

// compare compares the legal moves in the positions of a game with those that
// Sjaak II knows.
func (s sjaak) compare(ctx context.Context, positions []*shoshogi.Position) error {
	lists, err := s.legalMoves(ctx, positions)
	if err != nil || len(lists) != len(positions) {
		return fmt.Errorf("%d answers for %d positions, %v", len(lists), len(positions), err)
	}
	for i, p := range positions {
		want := p.LegalMoves()
		if slices.Sort(want); !slices.Equal(lists[i], want) {
			return fmt.Errorf("%s: legal are %v, Sjaak II says %v", p.SFEN(), want, lists[i])
		}
	}
	return nil
}

func TestSjaakPerft(t *testing.T) {
	s := startSjaak(t)
	lines, err := s.ask(t.Context(), "perft 4")
	if err != nil {
		t.Fatal(err)
	}
	p := shoshogi.NewPosition(sjaakRules())
	for depth := 1; depth <= 4; depth++ {
		want := fmt.Sprint(p.Perft(depth))
		if words := strings.Fields(lines[depth-1]); len(words) < 2 || words[0] != fmt.Sprint(depth) || words[1] != want {
			t.Errorf("perft %d is %s, Sjaak II says %q", depth, want, lines[depth-1])
		}
	}
}

// Sjaak II plays itself, quickly by its evaluation alone, and a random mover. In
// each position both know the same legal moves, and both see the same end of the
// game, but for known differences.
func TestSjaakGames(t *testing.T) {
	searching := sjaakSpec(t)
	searching.options = []option{{"Randomise opening moves", "0"}, {"Random amplitude (0 to disable)", "0"}}
	static := searching
	static.options = append(static.options[:2:2], option{"Level", "Static"})
	fakes := newFakes(t)
	tests := []struct {
		name             string
		player, opponent spec
		games            int
	}{
		{"itself", static, static, 30},
		{"random mover", searching, fakes.spec("usi", "good", sjaakRules()), 25},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := newReferee(sjaakRules(), timeControl{depth: 2, patience: quick().patience}, test.player, test.opponent)
			r.maxPlies, r.grantDraws = 200, true
			if *long {
				test.games, r.maxPlies = 10*test.games, 1000
			}
			defer r.end()
			compareSjaakGames(t, r, test.games)
		})
	}
}

// compareSjaakGames plays games from random openings and looks at each.
func compareSjaakGames(t *testing.T, r *referee, games int) {
	oracle := startSjaak(t)
	var positions []*shoshogi.Position
	r.watch = func(g *shoshogi.Game) { positions = append(positions, g.Position()) }
	compared, endings := 0, make(map[string]int)
	random := rand.New(rand.NewPCG(7, uint64(games)))
	for n := range games {
		positions = positions[:0]
		p, err := r.play(t.Context(), randomOpening(random, r.rules), n%2)
		if err != nil {
			t.Fatal(err)
		}
		if err := oracle.compare(t.Context(), positions); err != nil {
			t.Fatal(err)
		}
		compared += len(positions)
		claim := "none"
		if player := r.seats[0].player; player != nil {
			claim = player.(*xboard).claim
		}
		ending := fmt.Sprintf("%v and %q", p.game.Outcome(), claim)
		if err := oracle.judge(t.Context(), p, claim); err != nil {
			t.Errorf("%s: %s (%s): %v", p.game.USI(), ending, p.why, err)
		}
		endings[ending]++
	}
	t.Logf("%d games, %d positions, endings %v", games, compared, endings)
}

// judge compares the end of a game with what Sjaak II, which played it, claims.
func (s sjaak) judge(ctx context.Context, p *played, claim string) error {
	end := p.game.Position()
	winner, _ := p.game.Outcome().Winner()
	want := ""
	switch p.game.Outcome().Reason {
	case shoshogi.ByCheckmate:
		want = wins(winner) + map[shoshogi.Color]string{shoshogi.Black: " {White mates}", shoshogi.White: " {Black mates}"}[winner]
	case shoshogi.ByBareKing:
		return s.seesBareKing(ctx, end, winner)
	case shoshogi.ByBothBare:
		want = "1/2-1/2 {insufficient material}"
	case shoshogi.ByNoMoves: // a difference
		want = "1/2-1/2 {Stalemate}"
	case shoshogi.ByRepetition, shoshogi.ByPerpetualCheck: // the latter a difference
		want = "1/2-1/2 {4-fold repetition}"
	case shoshogi.ByResignation: // a difference
		if !bareAgainstPrince(end) {
			return errors.New("no reason to give up")
		}
		want = wins(winner) + " {Bare king}"
	case shoshogi.ByAgreement: // a difference
		if n := quietPlies(p.game); n < 100 {
			return fmt.Errorf("draw after %d moves without capture", n)
		}
		want = "1/2-1/2 {50-move rule}"
	case shoshogi.ByImpasse: // our own limit
	default:
		return errors.New("not expected")
	}
	if claim != want {
		return fmt.Errorf("want it to claim %q", want)
	}
	return nil
}

// seesBareKing asks Sjaak II for its verdict. It lets a bared side move first.
func (s sjaak) seesBareKing(ctx context.Context, p *shoshogi.Position, winner shoshogi.Color) error {
	lines, err := s.ask(ctx, "setboard "+fairyFEN(p), "sd 1", "go", "force")
	if want := wins(winner) + " {Bare king}"; err != nil || !slices.Contains(lines, want) {
		return fmt.Errorf("want %q, got %v %v", want, lines, err)
	}
	return nil
}

// bareAgainstPrince reports whether one side has a king alone and the other one
// royals alone, two of them.
func bareAgainstPrince(p *shoshogi.Position) bool {
	black, white := p.Side(shoshogi.Black), p.Side(shoshogi.White)
	return black.Len()+white.Len() == 3 && p.Royals(shoshogi.Black).Len()+p.Royals(shoshogi.White).Len() == 3
}

// quietPlies counts the moves since the last capture or move of a pawn.
func quietPlies(g *shoshogi.Game) (n int) {
	for p, m := range g.All() {
		if n++; p.Captured(m) != shoshogi.NoPiece || p.At(m.From()).Kind() == shoshogi.Pawn {
			n = 0
		}
	}
	return n
}

// randomOpening plays a few moves at random.
func randomOpening(random *rand.Rand, rules shoshogi.Rules) *shoshogi.Game {
	g := shoshogi.NewGame(shoshogi.NewPosition(rules))
	for range 6 {
		moves := g.LegalMoves()
		g.Play(moves[random.IntN(len(moves))])
	}
	return g
}
