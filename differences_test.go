package shoshogi_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	. "example.com/shoshogi"
)

// docs/differences.md tells how other programs differ, with blocks that these
// tests check: what the library says, always, and what the others say, wherever
// they are installed.

// docBlock is a block of docs/differences.md.
type docBlock struct {
	line   int // where it begins
	game   *Game
	claims []claim
}

// claim is a line of a block, as "fairy illegal 3d3c+".
type claim struct {
	by   string // "fairy", "sjaak", or nothing for the library
	what string // "legal", "illegal", "moves", "outcome", "counter", "result"
	text string
}

func (c claim) String() string { return strings.TrimSpace(c.by + " " + c.what + " " + c.text) }

// readDifferences reads all blocks.
func readDifferences(t *testing.T) (all []docBlock) {
	t.Helper()
	text, err := os.ReadFile("docs/differences.md")
	if err != nil {
		t.Fatal(err)
	}
	var block []string
	inside := false
	for i, line := range strings.Split(string(text), "\n") {
		switch {
		case line != "```":
			if inside {
				block = append(block, line)
			}
			continue
		case inside:
			d, err := parseDifference(block)
			if err != nil {
				t.Fatalf("docs/differences.md: block before line %d: %v", i+1, err)
			}
			d.line = i + 1 - len(block)
			all = append(all, d)
		}
		inside, block = !inside, nil
	}
	if len(all) < 10 || inside {
		t.Fatalf("docs/differences.md: %d blocks, the last one closed: %v", len(all), !inside)
	}
	return all
}

func parseDifference(lines []string) (d docBlock, err error) {
	var rules Rules
	for _, line := range lines {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "rules":
			rules, err = ParseRules(rest)
		case "position":
			if !strings.HasPrefix(rest, "startpos") {
				rest = "sfen " + rest
			}
			d.game, err = ParseUSI(rules, rest)
		case "legal", "illegal", "moves", "outcome", "counter":
			d.claims = append(d.claims, claim{"", word, rest})
		case "fairy":
			what, text, _ := strings.Cut(rest, " ")
			d.claims = append(d.claims, claim{"fairy", what, text})
		case "sjaak":
			d.claims = append(d.claims, claim{"sjaak", "result", rest})
		default:
			err = fmt.Errorf("unknown line %q", line)
		}
		if err != nil {
			return d, err
		}
	}
	if d.game == nil {
		err = fmt.Errorf("no position")
	}
	return d, err
}

// forClaims calls check for the claims about one program and reports the ones
// that do not hold.
func (d docBlock) forClaims(t *testing.T, by string, check func(claim) error) {
	t.Helper()
	for _, c := range d.claims {
		if c.by != by {
			continue
		}
		if err := check(c); err != nil {
			t.Errorf("docs/differences.md:%d: %q: %v", d.line, c, err)
		}
	}
}

func TestDifferences(t *testing.T) {
	for _, d := range readDifferences(t) {
		d.forClaims(t, "", func(c claim) error {
			switch c.what {
			case "legal":
				return eachMove(c.text, d.game.ValidateMove)
			case "illegal":
				move, reason, _ := strings.Cut(c.text, " ")
				return eachMove(move, func(m Move) error { return wantSame(d.game.ValidateMove(m), reason) })
			case "moves":
				return wantSame(len(d.game.LegalMoves()), c.text)
			case "outcome":
				return wantSame(d.game.Outcome(), c.text)
			}
			return nil
		})
	}
}

func eachMove(text string, check func(Move) error) error {
	for word := range strings.FieldsSeq(text) {
		m, err := ParseMove(word)
		if err == nil {
			err = check(m)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", word, err)
		}
	}
	return nil
}

func wantSame(got any, want string) error {
	if text := fmt.Sprint(got); text != want {
		return fmt.Errorf("it is %q", text)
	}
	return nil
}

func TestDifferencesOfFairyStockfish(t *testing.T) {
	needFfish(t)
	blocks := slices.DeleteFunc(readDifferences(t), func(d docBlock) bool {
		return !slices.ContainsFunc(d.claims, func(c claim) bool { return c.by == "fairy" })
	})
	for i, answer := range askFfish(t, blocks) {
		blocks[i].forClaims(t, "fairy", func(c claim) error {
			switch c.what {
			case "legal", "illegal":
				return eachMove(c.text, func(m Move) error {
					return wantSame(slices.Contains(answer.moves, m), fmt.Sprint(c.what == "legal"))
				})
			case "moves":
				return wantSame(len(answer.moves), c.text)
			case "result":
				return wantSame(answer.result, c.text)
			}
			return fmt.Errorf("unknown")
		})
	}
}

// fairyAnswer is what ffish says of the end of a game.
type fairyAnswer struct {
	moves  []Move
	result string
}

// askFfish asks ffish about the game of each block.
func askFfish(t *testing.T, blocks []docBlock) (answers []fairyAnswer) {
	t.Helper()
	var requests strings.Builder
	for _, d := range blocks {
		variant := "shoshogi"
		if d.game.Position().Rules() == Shogi() {
			variant = "shogi"
		}
		g := fairyGame{start: d.game.Start(), moves: d.game.Moves()}
		requests.WriteString(g.request(variant))
	}
	cmd := exec.CommandContext(t.Context(), "node", ffishScript)
	cmd.Stdin = strings.NewReader(requests.String())
	cmd.Stderr = t.Output()
	output, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(output), "\n")
	for _, d := range blocks {
		n := d.game.Len()
		if len(lines) < n+2 {
			t.Fatalf("no answer for %s", d.game.USI())
		}
		var a fairyAnswer
		for word := range strings.FieldsSeq(lines[n]) {
			a.moves = append(a.moves, moveOfFairy(word))
		}
		_, a.result, _ = strings.Cut(lines[n+1], "\t")
		answers = append(answers, a)
		lines = lines[n+2:]
	}
	return answers
}

func TestDifferencesOfSjaak(t *testing.T) {
	path := needSjaak(t)
	for _, d := range readDifferences(t) {
		d.forClaims(t, "sjaak", func(c claim) error {
			said := askSjaak(t, path, d)
			moved := strings.HasPrefix(said[0], "move ")
			if moves, ok := strings.CutPrefix(c.text, "plays one of "); ok {
				played := moveOfFairy(strings.TrimPrefix(said[0], "move "))
				return wantSame(slices.Contains(strings.Fields(moves), played.String()), "true")
			}
			want, moves := strings.CutPrefix(c.text, "moves, then ")
			if !slices.Contains(said, want) || moved != moves {
				return fmt.Errorf("it says %q", said)
			}
			return nil
		})
	}
}

// needSjaak returns the path of Sjaak II or skips the test. Debian puts games
// where not every PATH leads.
func needSjaak(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("not in the short tests")
	}
	for _, name := range []string{"sjaakii", "/usr/games/sjaakii"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("needs Sjaak II: apt-get install sjaakii")
	return ""
}

// askSjaak lets Sjaak II follow the game of the block and move, and returns what
// it says of moves and results.
func askSjaak(t *testing.T, path string, d docBlock) (said []string) {
	t.Helper()
	fen := strings.Fields(fairyFEN(d.game.Start()))
	counter := "0"
	for _, c := range d.claims {
		if c.what == "counter" {
			counter = c.text
		}
	}
	commands := []string{"xboard", "protover 2", "option Randomise opening moves=0", "variant shoshogi", "force", fmt.Sprintf("setboard %s %s %s 60", fen[0], fen[1], counter)}
	for _, m := range d.game.Moves() {
		commands = append(commands, fairyMove(m))
	}
	commands = append(commands, "sd 2", "go\n")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "-xboard")
	stdin, err1 := cmd.StdinPipe()
	stdout, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	io.WriteString(stdin, strings.Join(commands, "\n"))
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		line := lines.Text()
		switch {
		case strings.HasPrefix(line, "move "), strings.Contains(line, "{"):
			said = append(said, line)
		case strings.HasPrefix(line, "Error"):
			t.Errorf("%s: %s", d.game.USI(), line)
		default:
			continue
		}
		io.WriteString(stdin, "quit\n") // not before: what it is sent while it thinks ends its search
	}
	stdin.Close()
	if err := cmd.Wait(); err != nil {
		t.Errorf("Sjaak II: %v", err)
	}
	if len(said) == 0 {
		t.Fatalf("%s: Sjaak II says nothing", d.game.USI())
	}
	return said
}
