package shoshogi_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	. "example.com/shoshogi"
)

// Random games against ffish, Fairy-Stockfish as an npm package: in every
// position both must know the same legal moves, but for the two differences that
// docs/differences.md explains. Each of those is predicted move by move, so a
// difference that fails to appear counts as a fault as well.

const ffishScript = "testdata/interop/ffish.mjs"

// fairyTally counts what the comparison met.
type fairyTally struct {
	games, positions, moves int
	checks, twoRoyals       int // positions in check, and such that the side to move has two royals
	ended                   int // games that ran out of moves
	elephantAnswers         int // positions with a move that Fairy-Stockfish lacks
	pawnDropMates           int // positions with a move that only Fairy-Stockfish has
}

func TestFairyStockfishRandomGames(t *testing.T) {
	needFfish(t)
	positions := 10_000
	if *long {
		positions = 1_000_000
	}
	tests := []struct {
		variant string
		rules   Rules
		known   func(*fairyTally) int
	}{
		{"shoshogi", ShoModern(), func(seen *fairyTally) int { return seen.elephantAnswers }},
		{"shogi", Shogi(), func(seen *fairyTally) int { return seen.pawnDropMates }},
	}
	for _, test := range tests {
		t.Run(test.variant, func(t *testing.T) {
			t.Parallel()
			seen := compareWithFfish(t, test.variant, test.rules, positions)
			t.Logf("%+v", *seen)
			if seen.positions < positions {
				t.Errorf("compared %d positions, want %d", seen.positions, positions)
			}
			if known := test.known(seen); known == 0 || known != seen.elephantAnswers+seen.pawnDropMates {
				t.Errorf("the known difference came about in %d positions, any in %d", known, seen.elephantAnswers+seen.pawnDropMates)
			}
		})
	}
}

// needFfish skips the test on a machine without node or ffish.
func needFfish(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("not in the short tests")
	}
	output, err := exec.CommandContext(t.Context(), "node", ffishScript).CombinedOutput()
	var exit *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound) || errors.As(err, &exit) && exit.ExitCode() == 3:
		t.Skipf("needs node, and ffish (npm install ffish) in a folder of NODE_PATH, now %q: %v %s", os.Getenv("NODE_PATH"), err, output)
	case err != nil:
		t.Fatalf("node %s: %v\n%s", ffishScript, err, output)
	}
}

// compareWithFfish plays random games until they have the given number of
// positions and compares each.
func compareWithFfish(t *testing.T, variant string, rules Rules, positions int) *fairyTally {
	cmd := exec.CommandContext(t.Context(), "node", ffishScript)
	cmd.Stderr = t.Output()
	in, err1 := cmd.StdinPipe()
	stdout, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(stdout)
	seen := new(fairyTally)
	games := sendRandomGames(in, variant, rules, positions)
	for g := range games {
		if err := g.check(out, seen); err != nil {
			t.Error(err)
			cmd.Process.Kill() // the sender then stops too
			break
		}
	}
	for range games {
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("node: %v", err)
	}
	return seen
}

// sendRandomGames makes games while ffish is at work on earlier ones, and closes
// both its input and the channel when there are enough or ffish reads no more.
func sendRandomGames(in io.WriteCloser, variant string, rules Rules, positions int) <-chan *fairyGame {
	games := make(chan *fairyGame, 64)
	go func() {
		defer close(games)
		defer in.Close()
		r := rand.New(rand.NewPCG(2000, uint64(positions)))
		for n := 0; n < positions; {
			g := randomFairyGame(r, rules)
			n += len(g.expected)
			games <- g // first: whoever waits for the answer then drains it
			if _, err := io.WriteString(in, g.request(variant)); err != nil {
				return
			}
		}
	}()
	return games
}

// fairyGame is a random game and what is expected of ffish in each position.
type fairyGame struct {
	start, end *Position
	moves      []Move
	expected   []fairyMoves
}

// fairyMoves is the sorted list of moves that ffish should give for a position,
// and how it comes to differ from the legal moves.
type fairyMoves struct {
	moves                        []Move
	elephantAnswer, pawnDropMate bool
}

const longestRandomGame = 400

func randomFairyGame(r *rand.Rand, rules Rules) *fairyGame {
	p := NewPosition(rules)
	g := &fairyGame{start: NewPosition(rules)}
	for {
		legal := p.LegalMoves()
		known := expectOfFfish(p, legal)
		g.expected = append(g.expected, known)
		shared := slices.DeleteFunc(legal, func(m Move) bool { return !slices.Contains(known.moves, m) })
		if len(shared) == 0 || len(g.moves) == longestRandomGame {
			g.end = p
			return g
		}
		m := pickMove(r, p, shared)
		p.Do(m)
		g.moves = append(g.moves, m)
	}
}

// pickMove picks a move at random, the first of a few that gives check if one
// does: what is to be compared happens mostly near the king.
func pickMove(r *rand.Rand, p *Position, moves []Move) (m Move) {
	for range 3 {
		m = moves[r.IntN(len(moves))]
		if p.GivesCheck(m) {
			break
		}
	}
	return m
}

// expectOfFfish turns the legal moves into those that ffish knows, by rule: it
// does not let an elephant promote where that leaves the king attacked, as if the
// prince were no second royal, and it lists pawn drops that mate.
func expectOfFfish(p *Position, legal []Move) (known fairyMoves) {
	for _, m := range legal {
		if isElephantAnswer(p, m) {
			known.elephantAnswer = true
		} else {
			known.moves = append(known.moves, m)
		}
	}
	if p.Hand(p.Turn(), Pawn) > 0 {
		for sq := range p.Board().All() {
			if m := NewDrop(Pawn, sq); p.ValidateMove(m) == PawnDropMate {
				known.pawnDropMate = true
				known.moves = append(known.moves, m)
			}
		}
	}
	slices.Sort(known.moves)
	return known
}

// isElephantAnswer reports whether the legal move m promotes an elephant and,
// did it not promote, would leave the king attacked.
func isElephantAnswer(p *Position, m Move) bool {
	return m.Promotes() && p.At(m.From()).Kind() == Elephant &&
		p.ValidateMove(NewMove(m.From(), m.To(), false)) == LeavesCheck
}

// request writes the game as the script wants it.
func (g *fairyGame) request(variant string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\t%s\t", variant, fairyFEN(g.start))
	for _, m := range g.moves {
		b.WriteString(fairyMove(m))
		b.WriteByte(' ')
	}
	return b.String() + "\n"
}

// check reads the answer for the game and compares it with what was expected.
func (g *fairyGame) check(out *bufio.Reader, seen *fairyTally) error {
	p := *g.start
	for i, known := range g.expected {
		line, err := out.ReadString('\n')
		if err != nil {
			return fmt.Errorf("no answer for %s: %w", p.SFEN(), err)
		}
		if err := known.compare(strings.TrimSuffix(line, "\n")); err != nil {
			return fmt.Errorf("%s: %w", p.SFEN(), err)
		}
		seen.add(&p, known)
		if i < len(g.moves) {
			p.Do(g.moves[i])
		}
	}
	line, err := out.ReadString('\n')
	fen, _, _ := strings.Cut(line, "\t")
	if want := fairyFEN(g.end); err != nil || !sameFEN(fen, want) {
		return fmt.Errorf("game ends at %s, ffish says %s %v", want, fen, err)
	}
	seen.games++
	return nil
}

func (known fairyMoves) compare(line string) error {
	words := strings.Fields(line)
	moves := make([]Move, 0, len(words))
	for _, word := range words {
		m := moveOfFairy(word)
		if m == NoMove {
			return fmt.Errorf("ffish writes %q", line)
		}
		moves = append(moves, m)
	}
	slices.Sort(moves)
	if !slices.Equal(moves, known.moves) {
		return fmt.Errorf("ffish has %v beyond and lacks %v", without(moves, known.moves), without(known.moves, moves))
	}
	return nil
}

func without(moves, others []Move) []Move {
	return slices.DeleteFunc(slices.Clone(moves), func(m Move) bool { return slices.Contains(others, m) })
}

func (seen *fairyTally) add(p *Position, known fairyMoves) {
	seen.positions++
	if p.InCheck() {
		seen.checks++
	}
	if p.Royals(p.Turn()).Len() == 2 {
		seen.twoRoyals++
	}
	if len(known.moves) == 0 {
		seen.ended++
	}
	seen.moves += len(known.moves)
	if known.elephantAnswer {
		seen.elephantAnswers++
	}
	if known.pawnDropMate {
		seen.pawnDropMates++
	}
}

// fairyMove writes a move in the UCI dialect of Fairy-Stockfish, whose files are
// a to i from the left and whose ranks count from the bottom.
func fairyMove(m Move) string {
	text := fairySquare(m.To())
	if k := m.Drop(); k != NoKind {
		return k.String() + "@" + text
	}
	text = fairySquare(m.From()) + text
	if m.Promotes() {
		text += "+"
	}
	return text
}

func fairySquare(sq Square) string {
	return string([]byte{byte('a' + 9 - sq.File()), byte('0' + 10 - sq.Rank())})
}

// moveOfFairy reads what fairyMove writes; NoMove is anything else.
func moveOfFairy(s string) Move {
	if len(s) == 4 && s[1] == '@' {
		k, _ := ParseKind(s[:1])
		return NewDrop(k, squareOfFairy(s[2:]))
	}
	plain, promotes := strings.CutSuffix(s, "+")
	if len(plain) != 4 {
		return NoMove
	}
	return NewMove(squareOfFairy(plain[:2]), squareOfFairy(plain[2:]), promotes)
}

func squareOfFairy(s string) Square { return SquareAt(9-int(s[0]-'a'), 10-int(s[1]-'0')) }

// fairyFEN writes a position as Fairy-Stockfish reads it: hands in brackets,
// repeated instead of counted, the first side called w, and full moves.
func fairyFEN(p *Position) string {
	board, _, _ := strings.Cut(p.SFEN(), " ")
	turn := "w"
	if p.Turn() == White {
		turn = "b"
	}
	hands := ""
	if p.Rules().Drops != 0 {
		hands = "[" + fairyHand(p, Black) + strings.ToLower(fairyHand(p, White)) + "]"
	}
	return fmt.Sprintf("%s%s %s - - 0 %d", board, hands, turn, (p.Ply()+1)/2)
}

func fairyHand(p *Position, c Color) (s string) {
	for k := range p.Rules().Drops.All() {
		s += strings.Repeat(k.String(), p.Hand(c, k))
	}
	return s
}

// sameFEN compares board, hands, in any order, and side to move.
func sameFEN(a, b string) bool {
	norm := func(s string) []string {
		words := strings.Fields(s)
		if len(words) < 2 {
			return nil
		}
		board, hands, _ := strings.Cut(words[0], "[")
		letters := []byte(strings.Trim(hands, "-]"))
		slices.Sort(letters)
		return []string{board, string(letters), words[1]}
	}
	return slices.Equal(norm(a), norm(b))
}
