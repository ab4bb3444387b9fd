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

// files are the names of files on the command line.
type files struct{ openings, dialogs string }

// parseArgs reads the command line.
func parseArgs(args []string, usage io.Writer) (*match, error) {
	m, variant, names := new(match), "", files{}
	flags := flag.NewFlagSet("match", flag.ContinueOnError)
	flags.SetOutput(usage)
	flags.Usage = func() {
		fmt.Fprint(usage, "usage: match [flags] PROTOCOL:COMMAND PROTOCOL:COMMAND\n\nThe protocol is usi, uci or xboard, the command a program with its arguments.\n\n")
		flags.PrintDefaults()
	}
	m.declareGames(flags, &variant, &names)
	m.control.declare(flags)
	m.declareOptions(flags)
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if m.games < 0 || m.maxPlies < 0 {
		return nil, errors.New("a number of games or moves below zero")
	}
	if err := m.chooseEngines(flags.Args(), variant); err != nil {
		return nil, err
	}
	if err := m.control.validate(); err != nil {
		return nil, err
	}
	return m, m.open(names)
}

func (m *match) declareGames(flags *flag.FlagSet, variant *string, names *files) {
	flags.TextVar(&m.rules, "rules", shoshogi.Sho(), "the rules: one of "+strings.Join(shoshogi.RulesNames(), ", ")+", with changes after commas, sho,bare-king=ignored")
	flags.StringVar(variant, "variant", "", "the name that the engines have for the rules, if it is not the usual one")
	flags.IntVar(&m.games, "games", 100, "how many games to play")
	flags.IntVar(&m.maxPlies, "moves", 512, "after so many moves a game is drawn; 0 for never")
	flags.BoolVar(&m.grant, "grant-draws", false, "draw the game if the engine to move claims a draw by rules of its own, instead of letting it lose")
	flags.StringVar(&names.openings, "openings", "", "a file of SFENs, one on a line; each is played twice, with colours changed")
	flags.StringVar(&m.records, "kif", "", "the directory to write the games to, as KIF files")
	flags.StringVar(&names.dialogs, "log", "", "the file to write to what is said to and by the engines")
}

func (tc *timeControl) declare(flags *flag.FlagSet) {
	flags.DurationVar(&tc.base, "time", 0, "time of each side for the game: 10s, 5m")
	flags.DurationVar(&tc.increment, "increment", 0, "time added after each move")
	flags.DurationVar(&tc.byoyomi, "byoyomi", 0, "time for each move once -time is used up")
	flags.DurationVar(&tc.perMove, "movetime", 0, "time for each move")
	flags.IntVar(&tc.depth, "depth", 0, "depth to which the engines may search")
	flags.IntVar(&tc.nodes, "nodes", 0, "nodes that they may search for a move")
	flags.DurationVar(&tc.margin, "margin", 100*time.Millisecond, "how much an engine may overstep its time unpunished")
	flags.DurationVar(&tc.patience, "patience", time.Minute, "after how long without an answer an engine counts as hung where no clock runs")
}

func (m *match) declareOptions(flags *flag.FlagSet) {
	for i := range m.engines {
		name, about := fmt.Sprintf("option%d", i+1), fmt.Sprintf("an option of engine %d, NAME=VALUE; may be repeated", i+1)
		flags.Func(name, about, func(s string) error {
			name, value, ok := strings.Cut(s, "=")
			if !ok {
				return errors.New("want NAME=VALUE")
			}
			m.engines[i].options = append(m.engines[i].options, option{name, value})
			return nil
		})
	}
}

// chooseEngines reads the two words that say what plays.
func (m *match) chooseEngines(words []string, variant string) error {
	if len(words) != len(m.engines) {
		return fmt.Errorf("%d engines given, want two", len(words))
	}
	for i, word := range words {
		s, err := parseSpec(word)
		if err != nil {
			return err
		}
		s.options, s.variant = m.engines[i].options, variant
		m.engines[i] = s
	}
	return nil
}

// open reads the openings and creates the log.
func (m *match) open(names files) (err error) {
	if m.openings, err = readOpenings(names.openings, m.rules); err != nil || names.dialogs == "" {
		return err
	}
	m.dialogs, err = os.Create(names.dialogs)
	return err
}
