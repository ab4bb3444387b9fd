package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"example.com/shoshogi"
)

// tally counts results of the first engine of a match.
type tally struct{ wins, draws, losses int }

func (t tally) games() int { return t.wins + t.draws + t.losses }

func (t tally) points() float64 { return float64(t.wins) + float64(t.draws)/2 }

// turned returns the results of the other engine.
func (t tally) turned() tally { return tally{t.losses, t.draws, t.wins} }

func (t *tally) add(points float64) {
	switch points {
	case 1:
		t.wins++
	case 0:
		t.losses++
	default:
		t.draws++
	}
}

// rate returns the share of points and the 95 % interval around it, after Wilson:
// unlike the usual one it holds for few games and lopsided scores too. Draws make
// it wider than it need be, never narrower.
func (t tally) rate() (share, low, high float64) {
	const z = 1.96
	n := float64(t.games())
	if n == 0 {
		return 0.5, 0, 1
	}
	share = t.points() / n
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	spread := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	if low = middle - spread; share == 0 {
		low = 0 // exactly, not but for rounding
	}
	if high = middle + spread; share == 1 {
		high = 1
	}
	return share, low, high
}

// elo writes the difference of strength that gives a share of the points.
func elo(share float64) string {
	switch {
	case share <= 0:
		return "-∞"
	case share >= 1:
		return "+∞"
	}
	return fmt.Sprintf("%+.0f", 400*math.Log10(share/(1-share)))
}

// standing is the score of a match so far.
type standing struct {
	names   [2]string
	total   tally
	asBlack tally // where the first engine had Black
	asWhite tally
	endings map[string]int // how often which engine won how
}

// add counts a game. One that was broken off does not count.
func (s *standing) add(p *played) {
	s.names = p.names
	o := p.game.Outcome()
	if o.Result == shoshogi.Undecided {
		return
	}
	points, ending := 0.5, fmt.Sprintf("draw by %v", o.Reason)
	if winner, decided := o.Winner(); decided {
		engine := (p.black + int(winner)) % 2
		points = float64(1 - engine)
		ending = fmt.Sprintf("%s wins by %v", p.names[engine], o.Reason)
	}
	s.total.add(points)
	if p.black == 0 {
		s.asBlack.add(points)
	} else {
		s.asWhite.add(points)
	}
	if s.endings == nil {
		s.endings = make(map[string]int)
	}
	s.endings[ending]++
}

// String is the score in short: "A 3.5 – 1.5 B".
func (s *standing) String() string {
	return fmt.Sprintf("%s %g – %g %s", s.names[0], s.total.points(), s.total.turned().points(), s.names[1])
}

// write prints the table.
func (s *standing) write(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\tgames\twins\tdraws\tlosses\tpoints\t%\t95 % interval\tElo\t95 % interval\t")
	row := func(name string, t tally) {
		share, low, high := t.rate()
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%g\t%.1f\t%.1f to %.1f\t%s\t%s to %s\t\n", name,
			t.games(), t.wins, t.draws, t.losses, t.points(), 100*share, 100*low, 100*high, elo(share), elo(low), elo(high))
	}
	row(s.names[0], s.total)
	row("as Black", s.asBlack)
	row("as White", s.asWhite)
	row(s.names[1], s.total.turned())
	if err := table.Flush(); err != nil {
		return err
	}
	return s.writeEndings(w)
}

func (s *standing) writeEndings(w io.Writer) error {
	var lines []string
	for ending, n := range s.endings {
		lines = append(lines, fmt.Sprintf("%4d  %s\n", n, ending))
	}
	slices.Sort(lines)
	slices.Reverse(lines)
	for _, text := range lines {
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return nil
}
