package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"example.com/shoshogi"
)

// readOpenings reads the openings of a file, or the initial position alone if
// there is no file.
func readOpenings(name string, rules shoshogi.Rules) ([]*shoshogi.Game, error) {
	if name == "" {
		return []*shoshogi.Game{shoshogi.NewGame(shoshogi.NewPosition(rules))}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	openings, err := parseOpenings(f, rules)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return openings, nil
}

// parseOpenings reads openings, one on a line: an SFEN, with or without "sfen" in
// front and moves after it, or "startpos moves …". Empty lines and what follows
// a # are skipped.
func parseOpenings(rd io.Reader, rules shoshogi.Rules) (openings []*shoshogi.Game, err error) {
	lines := bufio.NewScanner(rd)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		g, err := parseOpening(text, rules)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		openings = append(openings, g)
	}
	if lines.Err() == nil && len(openings) == 0 {
		return nil, fmt.Errorf("no opening in it")
	}
	return openings, lines.Err()
}

func parseOpening(text string, rules shoshogi.Rules) (*shoshogi.Game, error) {
	switch first, _, _ := strings.Cut(text, " "); first {
	case "position", "startpos", "sfen":
	default:
		text = "sfen " + text
	}
	g, err := shoshogi.ParseUSI(rules, text)
	if err == nil && g.Outcome().Over() {
		err = fmt.Errorf("the game is over before it begins: %v", g.Outcome())
	}
	return g, err
}
