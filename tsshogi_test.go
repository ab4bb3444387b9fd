package shoshogi_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	. "example.com/shoshogi"
)

// Records exchanged with tsshogi, the library of ShogiHome, as an npm package:
// each reads what the other writes.

const (
	tsshogiScript  = "testdata/interop/tsshogi.mjs"
	tsshogiPackage = "tsshogi@2.2.0"
)

// tsshogiNode is what both sides must say of a move or an ending.
type tsshogiNode struct {
	Move         string // USI, "" for an ending
	End          string // the word of an ending
	Comment      string
	Bookmark     string
	Milliseconds int64
	Next         []tsshogiNode
}

// tsshogiAnswer is what the script says of a text.
type tsshogiAnswer struct {
	Error             string
	Start             string
	Comment, Bookmark string
	Next              []tsshogiNode
	KIF, KI2          string
}

// lines lists what the answer says of the record, a line for each node, with its
// depth and its place among the siblings.
func (a *tsshogiAnswer) lines(timed bool) []string {
	lines := []string{fmt.Sprintf("%s %q %q", a.Start, a.Comment, a.Bookmark)}
	return appendNodeLines(lines, 1, a.Next, timed)
}

func appendNodeLines(lines []string, depth int, nodes []tsshogiNode, timed bool) []string {
	for i, n := range nodes {
		line := fmt.Sprintf("%d.%d %s%s %q %q", depth, i, n.Move, n.End, n.Comment, n.Bookmark)
		if timed {
			line += fmt.Sprintf(" %d ms", n.Milliseconds)
		}
		lines = appendNodeLines(append(lines, line), depth+1, n.Next, timed)
	}
	return lines
}

// linesOf lists what tsshogi should say of the record.
func linesOf(rec *Record, timed bool) []string {
	a := tsshogiAnswer{Start: rec.Start.SFEN(), Comment: ended(rec.Comment), Bookmark: rec.Bookmark, Next: nodesOf(rec.Next)}
	return a.lines(timed)
}

func nodesOf(nodes []*Node) []tsshogiNode {
	var list []tsshogiNode
	for _, n := range nodes {
		t := tsshogiNode{End: n.EndText, Comment: ended(n.Comment), Bookmark: n.Bookmark, Milliseconds: n.Time.Milliseconds(), Next: nodesOf(n.Next)}
		if n.Move != NoMove {
			t.Move = n.Move.String()
		}
		list = append(list, t)
	}
	return list
}

// ended returns a comment as tsshogi has it, with a line break after every line.
func ended(comment string) string {
	if strings.Trim(comment, "\n") == "" {
		return comment
	}
	return comment + "\n"
}

func TestTsshogi(t *testing.T) {
	run := needTsshogi(t)
	count := 60
	if *long {
		count = 400
	}
	random := rand.New(rand.NewPCG(4, 2))
	var records []*Record
	var input bytes.Buffer
	encoder := json.NewEncoder(&input)
	for i := range count {
		rec := randomShogiRecord(random, tsshogiStarts[i%len(tsshogiStarts)])
		records = append(records, rec)
		if err := encoder.Encode(kifOf(t, rec)); err != nil {
			t.Fatal(err)
		}
	}
	answers := json.NewDecoder(bytes.NewReader(run(&input)))
	for i, rec := range records {
		var answer tsshogiAnswer
		if err := answers.Decode(&answer); err != nil {
			t.Fatalf("answer %d: %v", i, err)
		}
		compareWithTsshogi(t, rec, &answer)
		if t.Failed() {
			t.Fatalf("record %d:\n%s", i, kifOf(t, rec))
		}
	}
}

// compareWithTsshogi checks that tsshogi has read the record, that its KIF and
// KI2 are read as the record, and that it writes the moves in the same words.
func compareWithTsshogi(t *testing.T, rec *Record, answer *tsshogiAnswer) {
	t.Helper()
	if answer.Error != "" {
		t.Errorf("tsshogi: %s", answer.Error)
		return
	}
	if diff := cmp.Diff(linesOf(rec, true), answer.lines(true)); diff != "" {
		t.Errorf("tsshogi read something else (-ours +tsshogi):\n%s", diff)
	}
	fromKIF, err := ParseKIF(answer.KIF, rec.Rules)
	if err != nil {
		t.Errorf("KIF of tsshogi: %v\n%s", err, answer.KIF)
	} else if diff := cmp.Diff(linesOf(rec, true), linesOf(fromKIF, true)); diff != "" {
		t.Errorf("KIF of tsshogi was read as something else (-written +read):\n%s", diff)
	}
	fromKI2, err := ParseKI2(answer.KI2, rec.Rules)
	if err != nil {
		t.Errorf("KI2 of tsshogi: %v\n%s", err, answer.KI2)
	} else if diff := cmp.Diff(linesOf(rec, false), linesOf(fromKI2, false)); diff != "" {
		t.Errorf("KI2 of tsshogi was read as something else (-written +read):\n%s", diff)
	}
	var ki2 strings.Builder
	if err := rec.WriteKI2(&ki2, nil); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(ki2Words(answer.KI2), ki2Words(ki2.String())); diff != "" {
		t.Errorf("the words of moves differ (-tsshogi +ours):\n%s", diff)
	}
}

var ki2Move = regexp.MustCompile(`[▲△][^▲△*\s]+(　[^▲△*\s]+)?`)

// ki2Words returns the moves of a KI2 text.
func ki2Words(ki2 string) (words []string) {
	for line := range strings.Lines(ki2) {
		if strings.HasPrefix(line, "▲") || strings.HasPrefix(line, "△") {
			words = append(words, ki2Move.FindAllString(line, -1)...)
		}
	}
	return words
}

func kifOf(t testing.TB, rec *Record) string {
	t.Helper()
	var b strings.Builder
	if err := rec.WriteKIF(&b, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// tsshogiStarts are the even start, the handicaps that tsshogi knows, and
// positions that need a diagram.
var tsshogiStarts = []string{
	"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
	"lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
	"8k/3+P1+P3/4+P4/9/2G3S2/3G1S3/2G3S2/1R5R1/K8 b G2b2n4l15p 1",
	"k8/9/2+B1+R4/9/1+N5+N1/+N1+S3+L1+N/1+S5+L1/2+L1+R1+B2/K8 w - 1",
}

// randomShogiRecord returns a record with variations, comments, bookmarks, times
// and endings. Siblings have different moves, since tsshogi joins equal ones.
func randomShogiRecord(random *rand.Rand, sfen string) *Record {
	start := MustParseSFEN(Shogi(), sfen)
	rec := &Record{Rules: start.Rules(), Start: start}
	if random.IntN(2) == 0 {
		rec.Comment = randomComment(random)
	}
	c := rec.Cursor()
	play := func(moves int) {
		for range moves {
			if n := c.Node(); n != nil && n.Move == NoMove {
				return
			}
			choices := c.Position().LegalMoves()
			if len(choices) == 0 || c.Play(choices[random.IntN(len(choices))]) != nil {
				return
			}
			decorate(random, c.Node())
		}
		if random.IntN(2) == 0 && len(c.Next()) == 0 && c.End(randomEnd(random, c.Position())) == nil {
			decorate(random, c.Node())
		}
	}
	play(20 + random.IntN(100))
	for range random.IntN(6) {
		for range 1 + random.IntN(20) {
			c.Back()
		}
		play(1 + random.IntN(15))
	}
	return rec
}

// randomEnd returns an outcome for which tsshogi has a word.
func randomEnd(random *rand.Rand, p *Position) Outcome {
	wins, loses := BlackWins, WhiteWins
	if p.Turn() == White {
		wins, loses = loses, wins
	}
	ends := []Outcome{
		{loses, ByResignation}, {loses, ByTimeout}, {loses, ByIllegalMove}, {wins, ByIllegalMove}, {wins, ByDeclaration},
		{Draw, ByRepetition}, {Draw, ByImpasse}, {Undecided, ByAbandoned},
	}
	return ends[random.IntN(len(ends))]
}

// decorate gives a node a comment, a bookmark and a time, now and then.
func decorate(random *rand.Rand, n *Node) {
	if random.IntN(8) == 0 {
		n.Comment = randomComment(random)
	}
	if random.IntN(30) == 0 {
		n.Bookmark = fmt.Sprintf("しおり%d", random.IntN(100))
	}
	if random.IntN(2) == 0 {
		n.Time = time.Duration(random.IntN(5000)) * time.Second
	}
}

// randomComment returns lines that look like anything but comments.
func randomComment(random *rand.Rand) string {
	lines := []string{"好手", "*engine", "**対局 ▲７六歩(77)", "変化：3手", "まで3手で先手の勝ち", "&bookmark", "#remark", "  blanks  before", "",
		"   3 ２六歩(27)", "手合割：香落ち", "▲２六歩", "a|b/c\\d", "後手の持駒：なし"}
	var chosen []string
	for range 1 + random.IntN(3) {
		chosen = append(chosen, lines[random.IntN(len(lines))])
	}
	return strings.Join(chosen, "\n")
}

// needTsshogi returns a function that runs the script. It skips the test on a
// machine without node; tsshogi itself is installed into a temporary folder if
// the flag -long allows for it.
func needTsshogi(t testing.TB) func(input io.Reader, args ...string) []byte {
	t.Helper()
	modules := os.Getenv("NODE_PATH")
	run := func(input io.Reader, args ...string) ([]byte, error) {
		cmd := exec.CommandContext(t.Context(), "node", append([]string{tsshogiScript}, args...)...)
		cmd.Stdin = input
		cmd.Env = append(os.Environ(), "NODE_PATH="+modules)
		return cmd.Output()
	}
	_, err := run(strings.NewReader(""))
	if missing(err) && *long {
		folder := t.TempDir()
		install := exec.CommandContext(t.Context(), "npm", "install", "--no-audit", "--no-fund", "--prefix", folder, tsshogiPackage)
		if output, err := install.CombinedOutput(); err != nil {
			t.Skipf("npm cannot install %s: %v\n%s", tsshogiPackage, err, output)
		}
		modules = filepath.Join(folder, "node_modules")
		_, err = run(strings.NewReader(""))
	}
	if missing(err) || errors.Is(err, exec.ErrNotFound) {
		t.Skipf("needs node, and %s in a folder of NODE_PATH, now %q; with -long npm installs it: %v", tsshogiPackage, modules, err)
	}
	return func(input io.Reader, args ...string) []byte {
		output, err := run(input, args...)
		if err != nil {
			t.Fatalf("node %s %v: %v%s", tsshogiScript, args, err, complaint(err))
		}
		return output
	}
}

// missing reports whether the script has not found tsshogi.
func missing(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == 3
}

// complaint returns what a program has written before it failed.
func complaint(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "\n" + string(exit.Stderr)
	}
	return ""
}

// BenchmarkReadKIF200 reads a record of 200 moves with times and some comments.
// Where tsshogi is at hand it reads the same text. The times of both that are
// compared are the best ones, which other programs on the machine disturb least.
func BenchmarkReadKIF200(b *testing.B) {
	kif := kifOf(b, recordOfMoves(200))
	best := time.Duration(math.MaxInt64)
	b.Run("shoshogi", func(b *testing.B) {
		b.SetBytes(int64(len(kif)))
		b.ReportAllocs()
		for b.Loop() {
			start := time.Now()
			if _, err := ParseKIF(kif, Shogi()); err != nil {
				b.Fatal(err)
			}
			best = min(best, time.Since(start))
		}
		b.ReportMetric(float64(best), "best-ns/op")
	})
	b.Run("tsshogi", func(b *testing.B) {
		output := needTsshogi(b)(strings.NewReader(kif), "time", "300")
		theirs, err := strconv.ParseFloat(strings.TrimSpace(string(output)), 64)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(0, "ns/op") // that of starting node
		b.ReportMetric(theirs, "best-ns/op")
		if best < math.MaxInt64 {
			b.ReportMetric(theirs/float64(best), "times-ours")
		}
	})
}

// recordOfMoves returns a random game with the given number of moves.
func recordOfMoves(moves int) *Record {
	for seed := uint64(1); ; seed++ {
		random := rand.New(rand.NewPCG(seed, 0))
		g := NewGame(NewPosition(Shogi()))
		for g.Len() < moves && !g.Outcome().Over() {
			choices := g.LegalMoves()
			g.Play(choices[random.IntN(len(choices))])
		}
		if g.Len() < moves {
			continue
		}
		rec := NewRecord(g)
		for _, n := range rec.Main() {
			n.Time = time.Duration(random.IntN(90)) * time.Second
			if random.IntN(20) == 0 {
				n.Comment = "ここは大事なところ"
			}
		}
		return rec
	}
}
