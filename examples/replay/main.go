// Replay shows records of sho shogi and its relatives move by move, or converts
// them. It reads KIF and KI2 in UTF-8 or Shift_JIS, whatever the name of the file
// says; "-" is standard input. Control characters in a record do not reach the
// terminal: what is shown has "�" in their place.
//
//	go run ./examples/replay testdata/games/sho.kif
//	go run ./examples/replay -to usi *.kif
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode"

	"example.com/shoshogi"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the program; it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	r := replay{rules: shoshogi.Sho(), stdin: stdin, out: stdout}
	flags := flag.NewFlagSet("replay", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.TextVar(&r.rules, "rules", r.rules, "the rules of records that name none: one of "+strings.Join(shoshogi.RulesNames(), ", "))
	flags.BoolVar(&r.diagrams, "diagrams", false, "show the board after every move")
	flags.StringVar(&r.to, "to", "", "convert to kif, ki2, usi (start and moves of the main line) or sfen (its last position)")
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: replay [flags] FILE...")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() == 0 || r.to != "" && converters[r.to] == nil {
		flags.Usage()
		return 2
	}
	many := flags.NArg() > 1 && isTerminal(stderr) && !isTerminal(stdout)
	return r.files(flags.Args(), stderr, many)
}

// replay is what the flags ask for.
type replay struct {
	rules    shoshogi.Rules
	diagrams bool
	to       string
	stdin    io.Reader
	out      io.Writer
}

// files goes through the files, reports those that fail and, if progress is set,
// shows on a line of its own how far it has come.
func (r *replay) files(names []string, stderr io.Writer, progress bool) (status int) {
	const clearLine = "\r\x1b[K"
	for i, name := range names {
		if progress {
			fmt.Fprintf(stderr, "%s%d/%d %s", clearLine, i+1, len(names), printable(name))
		}
		if err := r.file(name, len(names) > 1); err != nil {
			if progress {
				fmt.Fprint(stderr, clearLine)
			}
			fmt.Fprintf(stderr, "%s: %s\n", printable(name), printable(err.Error()))
			status = 1
		}
	}
	if progress {
		fmt.Fprint(stderr, clearLine)
	}
	return status
}

// isTerminal reports whether w is a terminal, or at least no file and no pipe.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// file shows or converts one file. A record that is broken is shown up to the
// fault, but not converted.
func (r *replay) file(name string, titled bool) error {
	in := r.stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	rec, err := shoshogi.ReadRecord(&bounded{in, maxSize}, r.rules)
	switch {
	case r.to != "" && err == nil:
		return converters[r.to](r.out, rec)
	case r.to == "" && rec != nil:
		view := *r
		view.out = printableWriter{r.out}
		if titled {
			fmt.Fprintf(view.out, "%s\n\n", name)
		}
		view.show(rec)
	}
	return err
}

// maxSize bounds the bytes of a file, which may have no end. No game comes near.
const maxSize = 64 << 20

// bounded is a reader that fails when more than left bytes are to be had.
type bounded struct {
	rd   io.Reader
	left int
}

func (b *bounded) Read(p []byte) (n int, err error) {
	n, err = b.rd.Read(p[:min(len(p), b.left+1)])
	if n > b.left {
		return b.left, fmt.Errorf("more than %d MiB, too much for a record", maxSize>>20)
	}
	b.left -= n
	return n, err
}

// printableWriter passes on whole texts, printable.
type printableWriter struct{ out io.Writer }

func (w printableWriter) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.out, printable(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// printable returns the text without what a terminal could take for orders: control
// characters but for line breaks and tabs, and bytes that are no characters.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) && c != '\n' && c != '\t' || unicode.Is(unicode.Bidi_Control, c) {
			return unicode.ReplacementChar
		}
		return c
	}, text)
}

// converters write a record in each of the forms that -to knows.
var converters = map[string]func(io.Writer, *shoshogi.Record) error{
	"kif": func(w io.Writer, rec *shoshogi.Record) error { return rec.WriteKIF(w, nil) },
	"ki2": func(w io.Writer, rec *shoshogi.Record) error { return rec.WriteKI2(w, nil) },
	"usi": func(w io.Writer, rec *shoshogi.Record) error {
		return withGame(rec, func(g *shoshogi.Game) { fmt.Fprintf(w, "position %s\n", g.USI()) })
	},
	"sfen": func(w io.Writer, rec *shoshogi.Record) error {
		return withGame(rec, func(g *shoshogi.Game) { fmt.Fprintln(w, g.Position().SFEN()) })
	},
}

// withGame calls do with the game of the main line.
func withGame(rec *shoshogi.Record, do func(*shoshogi.Game)) error {
	g, err := rec.Game()
	if err == nil {
		do(g)
	}
	return err
}

// show prints a record: headers, the tree of moves and the verdict.
func (r *replay) show(rec *shoshogi.Record) {
	fmt.Fprintf(r.out, "rules: %v\n", rec.Rules)
	for _, h := range rec.Headers {
		fmt.Fprintf(r.out, "%s: %s\n", h.Key, h.Value)
	}
	fmt.Fprintln(r.out)
	start := rec.Start
	if start == nil {
		start = shoshogi.NewPosition(rec.Rules)
	}
	r.notes("", rec.Bookmark, rec.Comment)
	if r.diagrams {
		r.diagram("", start)
	}
	r.line("", *start, shoshogi.NoMove, rec.Next)
	r.verdict(rec)
}

// line prints a line of play from the position on: the first of the siblings,
// the others as variations, indented, and what follows the first.
func (r *replay) line(indent string, p shoshogi.Position, prev shoshogi.Move, siblings []*shoshogi.Node) {
	for len(siblings) > 0 {
		node := siblings[0]
		next := p
		if node.Move != shoshogi.NoMove {
			next.Do(node.Move)
		}
		r.node(indent, &p, prev, node)
		if r.diagrams && node.Move != shoshogi.NoMove {
			r.diagram(indent, &next)
		}
		for i := range siblings[1:] {
			r.line(indent+"     | ", p, prev, siblings[i+1:i+2])
		}
		p, prev, siblings = next, node.Move, node.Next
	}
}

// node prints a move or an ending.
func (r *replay) node(indent string, p *shoshogi.Position, prev shoshogi.Move, node *shoshogi.Node) {
	text := node.EndText
	switch {
	case node.Move != shoshogi.NoMove:
		text = p.Japanese(node.Move, prev)
	case node.Unread != "":
		fmt.Fprintln(r.out, indented(indent+"     ? ", node.Unread))
		return
	case node.End.Over():
		text += " (" + node.End.String() + ")"
	}
	if node.Time != 0 {
		text += strings.Repeat(" ", max(1, 20-width(text))) + clock(node.Time)
	}
	fmt.Fprintf(r.out, "%s%4d %s\n", indent, p.Ply(), text)
	r.notes(indent, node.Bookmark, node.Comment)
}

// notes prints bookmark and comment.
func (r *replay) notes(indent, bookmark, comment string) {
	if bookmark != "" {
		fmt.Fprintln(r.out, indented(indent+"     & ", bookmark))
	}
	if comment != "" {
		fmt.Fprintln(r.out, indented(indent+"     * ", comment))
	}
}

func (r *replay) diagram(indent string, p *shoshogi.Position) {
	fmt.Fprintln(r.out, indented(indent, strings.TrimRight(p.Diagram(), "\n")))
}

// indented puts the prefix before every line.
func indented(prefix, text string) string {
	return prefix + strings.ReplaceAll(text, "\n", "\n"+prefix)
}

// width returns how many columns a terminal gives the text: two for Japanese
// characters.
func width(text string) (columns int) {
	for _, c := range text {
		columns++
		if c >= 0x2e80 {
			columns++
		}
	}
	return columns
}

// clock returns minutes and seconds, with hours where there are any.
func clock(d time.Duration) string {
	seconds := int64(d / time.Second)
	if seconds < 3600 {
		return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}

// verdict prints how the main line ends.
func (r *replay) verdict(rec *shoshogi.Record) {
	g, err := rec.Game()
	if err != nil {
		fmt.Fprintf(r.out, "\n%v\n\n", err)
		return
	}
	fmt.Fprintf(r.out, "\nverdict after move %d: %v\n\n", g.Len(), g.Outcome())
}
