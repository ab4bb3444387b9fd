package shoshogi_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	. "example.com/shoshogi"
)

var updateGolden = flag.Bool("update", false, "write the golden files anew")

// svgCases are the pictures that the golden files show, by file name.
func svgCases() map[string]struct {
	p   *Position
	opt *SVGOptions
} {
	type svgCase = struct {
		p   *Position
		opt *SVGOptions
	}
	moves := func(texts ...string) (ms []Move) {
		for _, s := range texts {
			ms = append(ms, MustParseMove(s))
		}
		return ms
	}
	golds := Sho46(AboveGold)
	golds.GoldPromotes = true
	allDrops := Asakura()
	allDrops.Start = "lnsgkgsnl/1r2e2b1/2f3f2/3EK4 b RBF2G2S2N2L9Prbf2g2s2n2l9p 1"
	allDrops.Drops = KindsOf(Pawn, Lance, Knight, Silver, Gold, Bishop, Rook, Elephant, Leopard, King)
	princes := MustParseSFEN(Sho(), "l4e1n1/1ksg5/r3+E1p1p/9/pp7/2P2p1P1/P4PK2/LS2G4/5GS1+l b - 91")
	drops := MustParseSFEN(Asakura(), "lns1kgsnl/4e4/pppp1p1pp/6p2/7P1/2P6/PP1PPP2P/2R1E4/LNSGKGSNL b RB2Pbg 41")
	cases := map[string]svgCase{
		"sho-middle":          {princes, &SVGOptions{LastMove: MustParseMove("4e4f"), Marks: princes.Royals(Black), Arrows: moves("8h7g", "3g4f", "5c5b")}},
		"sho-middle-flipped":  {princes, &SVGOptions{LastMove: MustParseMove("4e4f"), Marks: princes.Royals(Black), Arrows: moves("8h7g", "3g4f", "5c5b"), Flip: true}},
		"asakura-hands":       {drops, &SVGOptions{LastMove: MustParseMove("P*3d"), Arrows: moves("B*5e", "P*4d")}},
		"asakura-flipped":     {drops, &SVGOptions{Flip: true, Arrows: moves("B*5e"), Lettering: TwoKanji, Coordinates: LetterRanks}},
		"asakura-latin":       {drops, &SVGOptions{Lettering: LatinLetters, Coordinates: LetterRanks}},
		"asakura-latin-flip":  {drops, &SVGOptions{Lettering: LatinLetters, Flip: true}},
		"sho46-middle":        {MustParseSFEN(golds, "1n5k1/1ge1f2+F1/r1+G6/p2s2p2/4pp3/P5P2/1PPP1P3/LS1F3G1/B2G1+ESN1 b - 91"), &SVGOptions{Width: 800}},
		"sho46-two-kanji":     {MustParseSFEN(golds, "1n5k1/1ge1f2+F1/r1+G6/p2s2p2/4pp3/P5P2/1PPP1P3/LS1F3G1/B2G1+ESN1 w - 92"), &SVGOptions{Lettering: TwoKanji, Coordinates: NoCoordinates}},
		"heian-small-latin":   {MustParseSFEN(HeianSmall(), "4+L2S/6k1/8/3s4/6P1/3KS3/8/4+pN2 w - 91"), &SVGOptions{Lettering: LatinLetters, Coordinates: LetterRanks, Flip: true}},
		"small-board-of-4":    {NewPosition(allDrops), nil},
		"zero-position":       {new(Position), nil},
		"heian-middle-marked": {MustParseSFEN(Heian(), "ln1g1gsn1/4k4/p1pp+Np1pp/1p4p2/9/PPPPPPPPP/4K4/L1SG1GS1L w - 24"), &SVGOptions{Marks: SquaresOf(SquareAt(5, 3), SquareAt(5, 9))}},
	}
	for _, name := range RulesNames() {
		cases[name+"-start"] = svgCase{NewPosition(MustParseRules(name)), nil}
	}
	return cases
}

func TestSVGGolden(t *testing.T) {
	for name, c := range svgCases() {
		t.Run(name, func(t *testing.T) {
			got := c.p.AppendSVG(nil, c.opt)
			checkSVG(t, got)
			path := filepath.Join("testdata", "svg", name+".svg")
			if *updateGolden {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("differs from %s; look at the picture, and write it with -update if it is right (-want +got):\n%s", path, diff)
			}
		})
	}
}

// checkSVG checks that a picture is well-formed XML in the SVG namespace that
// loads and runs nothing, and returns the number of each of its elements.
func checkSVG(t interface {
	Helper()
	Fatalf(string, ...any)
}, svg []byte) map[string]int {
	t.Helper()
	elements := map[string]int{}
	decoder := xml.NewDecoder(strings.NewReader(string(svg)))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return elements
		}
		if err != nil {
			t.Fatalf("not well-formed: %v\n%s", err, svg)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if start.Name.Space != "http://www.w3.org/2000/svg" {
			t.Fatalf("element %v is not SVG", start.Name)
		}
		switch elements[start.Name.Local]++; start.Name.Local {
		case "svg", "title", "g", "rect", "path", "circle", "text":
		default:
			t.Fatalf("unexpected element %v", start.Name.Local)
		}
		for _, a := range start.Attr {
			if a.Name.Local == "href" || a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on") || strings.Contains(a.Value, "url(") {
				t.Fatalf("attribute %s=%q could load or run something", a.Name.Local, a.Value)
			}
		}
	}
}

var (
	pieceFill = regexp.MustCompile(`fill="#fbe9bf"`)
	redText   = regexp.MustCompile(`fill="#c01818"`)
)

// TestSVGShowsEveryPiece counts wedges and red names on random positions of
// every rule set.
func TestSVGShowsEveryPiece(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := NewPosition(MustParseRules(rapid.SampledFrom(RulesNames()).Draw(t, "rules")))
		var last Move
		for range rapid.IntRange(0, 60).Draw(t, "plies") {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			last = rapid.SampledFrom(moves).Draw(t, "move")
			p.Do(last)
		}
		opt := &SVGOptions{
			LastMove:    last,
			Marks:       p.Royals(p.Turn()),
			Arrows:      p.LegalMoves(),
			Flip:        rapid.Bool().Draw(t, "flip"),
			Lettering:   Lettering(rapid.IntRange(0, 3).Draw(t, "lettering")),
			Coordinates: Coordinates(rapid.IntRange(0, 3).Draw(t, "coordinates")),
		}
		svg := p.AppendSVG([]byte("before"), opt)
		if !strings.HasPrefix(string(svg), "before<svg ") {
			t.Fatalf("not appended: %.40s", svg)
		}
		svg = svg[len("before"):]
		checkSVG(t, svg)
		if !strings.Contains(string(svg), "<title>"+p.SFEN()+"</title>") {
			t.Fatalf("no title %s", p.SFEN())
		}
		wedges, red := 0, 0
		for sq := range p.Board().All() {
			if k := p.At(sq).Kind(); k != NoKind {
				wedges++
				if k != k.Unpromoted() {
					red++
				}
			}
		}
		for k := Pawn; k <= King; k++ {
			for _, c := range []Color{Black, White} {
				wedges += min(1, p.Hand(c, k))
			}
		}
		if got := len(pieceFill.FindAll(svg, -1)); got != wedges {
			t.Errorf("%d pieces drawn, want %d", got, wedges)
		}
		if got := len(redText.FindAll(svg, -1)); got != red {
			t.Errorf("%d promoted pieces drawn, want %d", got, red)
		}
	})
}

// TestSVGTurned checks that Flip turns the picture by half a turn: the wedges
// of one are those of the other around the middle of the picture.
func TestSVGTurned(t *testing.T) {
	p := MustParseSFEN(Asakura(), "lns1kgsnl/4e4/pppp1p1pp/6p2/7P1/2P6/PP1PPP2P/2R1E4/LNSGKGSNL b RB2Pbg 41")
	wedge := regexp.MustCompile(`<path d="M(\d+) (\d+)L(\d+) (\d+)L(\d+) (\d+)L(\d+) (\d+)L(\d+) (\d+)Z" fill="#fbe9bf"`)
	size := regexp.MustCompile(`viewBox="0 0 (\d+) (\d+)"`)
	number := func(s []byte) int {
		n, err := strconv.Atoi(string(s))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	count := map[string]int{}
	for i, opt := range []*SVGOptions{nil, {Flip: true}} {
		svg := p.AppendSVG(nil, opt)
		box := size.FindSubmatch(svg)
		for _, m := range wedge.FindAllSubmatch(svg, -1) {
			var corners [10]int
			for j := range corners {
				corners[j] = number(m[j+1])
				if i == 1 {
					corners[j] = number(box[1+j%2]) - corners[j]
				}
			}
			count[fmt.Sprint(corners)] += 1 - 2*i
		}
	}
	for corners, n := range count {
		if n != 0 {
			t.Errorf("wedge %s: %+d", corners, n)
		}
	}
	if want := p.Side(Black).Len() + p.Side(White).Len() + 5; len(count) != want { // five kinds in the two hands
		t.Errorf("%d wedges, want %d", len(count), want)
	}
}

func TestSVGWidth(t *testing.T) {
	p := NewPosition(Sho())
	for width, want := range map[int]string{
		-5:            `width="491" height="525"`,
		0:             `width="491" height="525"`,
		1:             `width="1" height="1"`,
		1024:          `width="1024" height="1096"`,
		math.MaxInt32: `width="2147483647" height="2298478590"`,
	} {
		if svg := string(p.AppendSVG(nil, &SVGOptions{Width: width})); !strings.Contains(svg, want) {
			t.Errorf("Width %d: want %s in %.160s", width, want, svg)
		}
	}
}

// TestDrawingSurvivesAnything draws what no game can bring about.
func TestDrawingSurvivesAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := new(Position)
		if name := rapid.SampledFrom(append(RulesNames(), "")).Draw(t, "rules"); name != "" {
			p = NewPosition(MustParseRules(name))
		}
		for _, m := range rapid.SliceOfN(rapid.Uint16(), 0, 8).Draw(t, "moves") {
			p.Do(Move(m))
		}
		arrows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Move { return Move(rapid.Uint16().Draw(t, "arrow")) }), 0, 5).Draw(t, "arrows")
		svg := p.AppendSVG(nil, &SVGOptions{
			Width:       rapid.Int().Draw(t, "width"),
			LastMove:    Move(rapid.Uint16().Draw(t, "last")),
			Arrows:      arrows,
			Marks:       NewPosition(Sho()).Board(),
			Lettering:   Lettering(rapid.Uint8().Draw(t, "lettering")),
			Coordinates: Coordinates(rapid.Uint8().Draw(t, "coordinates")),
		})
		checkSVG(t, svg)
		for line := range strings.Lines(p.ASCII()) {
			if strings.TrimRight(line, " \n") != strings.TrimSuffix(line, "\n") {
				t.Errorf("line %q", line)
			}
		}
	})
}

func TestASCII(t *testing.T) {
	for _, tc := range []struct {
		p    *Position
		want string
	}{
		{NewPosition(Sho()), `
   9  8  7  6  5  4  3  2  1
 +----------------------------+
 |  l  n  s  g  k  g  s  n  l | a
 |  .  r  .  .  e  .  .  b  . | b
 |  p  p  p  p  p  p  p  p  p | c
 |  .  .  .  .  .  .  .  .  . | d
 |  .  .  .  .  .  .  .  .  . | e
 |  .  .  .  .  .  .  .  .  . | f
 |  P  P  P  P  P  P  P  P  P | g
 |  .  B  .  .  E  .  .  R  . | h
 |  L  N  S  G  K  G  S  N  L | i
 +----------------------------+
Black to move, move 1
`},
		{MustParseSFEN(Asakura(), "lns1kgsnl/4e4/4p4/9/7P1/2P6/3PP4/2R1+E4/LNSGKGSNL w RB12Pbg 42"), `
White in hand: B G
   9  8  7  6  5  4  3  2  1
 +----------------------------+
 |  l  n  s  .  k  g  s  n  l | a
 |  .  .  .  .  e  .  .  .  . | b
 |  .  .  .  .  p  .  .  .  . | c
 |  .  .  .  .  .  .  .  .  . | d
 |  .  .  .  .  .  .  .  P  . | e
 |  .  .  P  .  .  .  .  .  . | f
 |  .  .  .  P  P  .  .  .  . | g
 |  .  .  R  . +E  .  .  .  . | h
 |  L  N  S  G  K  G  S  N  L | i
 +----------------------------+
Black in hand: R B 12P
White to move, move 42
`},
		{MustParseSFEN(HeianSmall(), "lnsgksnl/8/pppppppp/8/8/PPPPPPPP/8/LNSKGSNL b - 1"), `
   8  7  6  5  4  3  2  1
 +-------------------------+
 |  l  n  s  g  k  s  n  l | a
 |  .  .  .  .  .  .  .  . | b
 |  p  p  p  p  p  p  p  p | c
 |  .  .  .  .  .  .  .  . | d
 |  .  .  .  .  .  .  .  . | e
 |  P  P  P  P  P  P  P  P | f
 |  .  .  .  .  .  .  .  . | g
 |  L  N  S  K  G  S  N  L | h
 +-------------------------+
Black to move, move 1
`},
	} {
		if diff := cmp.Diff(tc.want, "\n"+tc.p.ASCII()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.p, diff)
		}
	}
}

func ExamplePosition_ASCII() {
	fmt.Print(NewPosition(HeianSmall()).ASCII())
	// Output:
	//    8  7  6  5  4  3  2  1
	//  +-------------------------+
	//  |  l  n  s  g  k  s  n  l | a
	//  |  .  .  .  .  .  .  .  . | b
	//  |  p  p  p  p  p  p  p  p | c
	//  |  .  .  .  .  .  .  .  . | d
	//  |  .  .  .  .  .  .  .  . | e
	//  |  P  P  P  P  P  P  P  P | f
	//  |  .  .  .  .  .  .  .  . | g
	//  |  L  N  S  K  G  S  N  L | h
	//  +-------------------------+
	// Black to move, move 1
}

func ExamplePosition_AppendSVG() {
	p := NewPosition(Sho())
	m := MustParseMove("7g7f")
	if err := p.Play(m); err != nil {
		fmt.Println(err)
		return
	}
	picture := p.AppendSVG(nil, &SVGOptions{LastMove: m, Flip: true, Lettering: LatinLetters})
	start, _, _ := strings.Cut(string(picture), " viewBox")
	fmt.Println(start)
	// Output: <svg xmlns="http://www.w3.org/2000/svg" role="img" width="491" height="525"
}

// TestPictureOptionsAsText checks that the options survive JSON, by their names.
func TestPictureOptionsAsText(t *testing.T) {
	for _, opt := range []SVGOptions{
		{Marks: SquareSet{}},
		{Width: 300, Flip: true, Lettering: TwoKanji, Coordinates: LetterRanks, LastMove: MustParseMove("7g7f"),
			Marks: SquaresOf(SquareAt(5, 5), SquareAt(1, 9)), Arrows: []Move{MustParseMove("P*5e"), MustParseMove("8h2b+")}},
		{Lettering: LatinLetters, Coordinates: NoCoordinates},
	} {
		text, err := json.Marshal(opt)
		if err != nil {
			t.Fatal(err)
		}
		var got SVGOptions
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if diff := cmp.Diff(opt, got, cmp.Comparer(func(a, b SquareSet) bool { return a == b })); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
		if name := fmt.Sprintf("%q", opt.Lettering.String()); !strings.Contains(string(text), name) {
			t.Errorf("no %s in %s", name, text)
		}
	}
	for _, bad := range []string{"", "kanji", "Lettering(3)", "One-kanji"} {
		var parseError *ParseError
		if _, err := ParseLettering(bad); !errors.As(err, &parseError) {
			t.Errorf("ParseLettering(%q): %v", bad, err)
		}
		if _, err := ParseCoordinates(bad); !errors.As(err, &parseError) {
			t.Errorf("ParseCoordinates(%q): %v", bad, err)
		}
	}
	if _, err := Lettering(3).MarshalText(); err == nil {
		t.Error("an unknown lettering has a text")
	}
	if _, err := Coordinates(3).MarshalText(); err == nil {
		t.Error("unknown coordinates have a text")
	}
}
