package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"example.com/shoshogi"
)

// parseArgs reads the command line.
func parseArgs(args []string, usage io.Writer) (*match, error) {
	m := &match{}
	var openings, variant, dialogs string
	flags := flag.NewFlagSet("match", flag.ContinueOnError)
	flags.SetOutput(usage)
	flags.Usage = func() {
		fmt.Fprint(usage, "usage: match [flags] PROTOCOL:COMMAND PROTOCOL:COMMAND\n\nThe protocol is usi, uci or xboard, the command a program with its arguments.\n\n")
		flags.PrintDefaults()
	}
	flags.TextVar(&m.rules, "rules", shoshogi.Sho(), "the rules: one of "+strings.Join(shoshogi.RulesNames(), ", ")+", with changes after commas, sho,bare-king=ignored")
	flags.StringVar(&variant, "variant", "", "the name that the engines have for the rules, if it is not the usual one")
	flags.IntVar(&m.games, "games", 100, "how many games to play")
	flags.IntVar(&m.maxPlies, "moves", 512, "after so many moves a game is drawn; 0 for never")
	flags.BoolVar(&m.grant, "grant-draws", false, "draw the game if the engine to move claims a draw by rules of its own, instead of letting it lose")
	flags.StringVar(&openings, "openings", "", "a file of SFENs, one on a line; each is played twice, with colours changed")
	flags.StringVar(&m.records, "kif", "", "the directory to write the games to, as KIF files")
	flags.StringVar(&dialogs, "log", "", "the file to write to what is said to and by the engines")
	c := &m.control
	flags.DurationVar(&c.base, "time", 0, "time of each side for the game: 10s, 5m")
	flags.DurationVar(&c.increment, "increment", 0, "time added after each move")
	flags.DurationVar(&c.byoyomi, "byoyomi", 0, "time for each move once -time is used up")
	flags.DurationVar(&c.perMove, "movetime", 0, "time for each move")
	flags.IntVar(&c.depth, "depth", 0, "depth to which the engines may search")
	flags.IntVar(&c.nodes, "nodes", 0, "nodes that they may search for a move")
	flags.DurationVar(&c.margin, "margin", 100*time.Millisecond, "how much an engine may overstep its time unpunished")
	flags.DurationVar(&c.patience, "patience", time.Minute, "after how long without an answer an engine counts as hung where no clock runs")
	for i := range m.engines {
		flags.Func(fmt.Sprintf("option%d", i+1), fmt.Sprintf("an option of engine %d, NAME=VALUE; may be repeated", i+1), func(s string) error {
			name, value, ok := strings.Cut(s, "=")
			if !ok {
				return errors.New("want NAME=VALUE")
			}
			m.engines[i].options = append(m.engines[i].options, option{name, value})
			return nil
		})
	}
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if flags.NArg() != len(m.engines) {
		return nil, fmt.Errorf("%d engines given, want two", flags.NArg())
	}
	for i := range m.engines {
		s, err := parseSpec(flags.Arg(i))
		if err != nil {
			return nil, err
		}
		s.options, s.variant = m.engines[i].options, variant
		m.engines[i] = s
	}
	if err := m.control.validate(); err != nil {
		return nil, err
	}
	var err error
	if m.openings, err = readOpenings(openings, m.rules); err != nil {
		return nil, err
	}
	if dialogs != "" {
		if m.dialogs, err = os.Create(dialogs); err != nil {
			return nil, err
		}
	}
	return m, nil
}
