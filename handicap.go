package shoshogi

import (
	"errors"
	"fmt"
	"strings"
)

// 手合割, the header that says what is played: a handicap of shogi, which tells
// the start, or the name of a relative, which tells the rules.

const handicapKey = "手合割"

// handicaps lists the named starts of shogi. Where pieces are missing, White, who
// gives the handicap, moves first.
var handicaps = []struct{ name, sfen string }{
	{"平手", shogiStart},
	{"香落ち", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"右香落ち", "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"角落ち", "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"飛車落ち", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"飛香落ち", "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"二枚落ち", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"四枚落ち", "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"五枚落ち", "2sgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"左五枚落ち", "1nsgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"六枚落ち", "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"左七枚落ち", "2sgkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"右七枚落ち", "3gkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"八枚落ち", "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
	{"十枚落ち", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"},
}

// otherStart is the name of a start that only a diagram shows.
const otherStart = "その他"

// ambiguousHandicap is a name for two starts: some programs take the lance on 1a,
// some that on 9a.
const ambiguousHandicap = "三枚落ち"

// game tells the relatives apart, whatever the reading of the rules.
type game uint8

const (
	otherGame game = iota
	shogiGame
	shoGame
	asakuraGame
	sho46Game
	heianGame
)

// gameNames gives the relatives their names in 手合割. The first of each is the
// one that is written.
var gameNames = []struct {
	name string
	game game
}{
	{"小将棋", shoGame},
	{"朝倉象棋", asakuraGame},
	{"朝倉将棋", asakuraGame},
	{"小象棋", sho46Game},
	{"平安将棋", heianGame},
}

// gameOf returns which of the relatives is played by r.
func gameOf(r Rules) game {
	board, _, _ := strings.Cut(r.startSFEN(), " ")
	is := func(start string) bool { return strings.HasPrefix(start, board+" ") }
	switch {
	case is(shogiStart):
		return shogiGame
	case is(shoStart) && r.Drops == 0:
		return shoGame
	case is(shoStart):
		return asakuraGame
	case is(sho46SilverStart), is(sho46GoldStart):
		return sho46Game
	case is(heianStart), is(heianSmallStart):
		return heianGame
	}
	return otherGame
}

// usualRules returns the rules by which g is played if the caller gives rules of
// another game.
func (g game) usualRules(files int) Rules {
	switch g {
	case asakuraGame:
		return Asakura()
	case sho46Game:
		return Sho46(AboveSilver)
	case heianGame:
		if files == NewPosition(HeianSmall()).Files() {
			return HeianSmall()
		}
		return Heian()
	case shogiGame:
		return Shogi()
	}
	return Sho()
}

// handicapNamed returns the start of a handicap of shogi, "" if there is none of
// this name.
func handicapNamed(name string) string {
	for _, h := range handicaps {
		if h.name == name {
			return h.sfen
		}
	}
	return ""
}

func gameNamed(name string) game {
	for _, g := range gameNames {
		if g.name == name {
			return g.game
		}
	}
	return otherGame
}

// handicapName returns what 手合割 says of a record that starts from p.
func handicapName(p *Position) string {
	g := gameOf(p.Rules())
	for _, named := range gameNames {
		if named.game == g {
			return named.name
		}
	}
	if g == shogiGame {
		for _, h := range handicaps {
			if p.SFEN() == h.sfen {
				return h.name
			}
		}
	}
	return otherStart
}

// headStart is what the lines before the first move say of rules and start.
type headStart struct {
	rules Rules
	sfen  string // the start without a diagram
	turn  Color  // the side to move without a line that says so
}

var (
	errUnknownHandicap = errors.New("this name says nothing of the start, and there is no diagram")
	errAmbiguous       = errors.New("this name stands for two starts (the lance on 1a or 9a), and there is no diagram")
)

// startFor works out what 手合割 says; name is "" without it. rows are those of the
// diagram, if there is one; then a name that says nothing is no error.
func startFor(name string, caller Rules, rows []placedLine) (h headStart, err error) {
	h = headStart{rules: caller, sfen: "startpos"}
	if name == "" {
		return h, nil
	}
	g, handicap := gameNamed(name), handicapNamed(name)
	if handicap != "" {
		g = shogiGame
		h.sfen = handicap
		if name != handicaps[0].name {
			h.turn = White
		}
	}
	switch {
	case g != otherGame:
		if g == shogiGame && gameOf(caller) != g && beyondShogi(rows) {
			h.sfen = "startpos"
		} else if gameOf(caller) != g {
			h.rules = g.usualRules(filesOfRows(rows))
		}
	case len(rows) > 0:
		if strings.HasSuffix(name, "落ち") {
			h.turn = White
		}
	case name == ambiguousHandicap:
		err = errAmbiguous
	default:
		err = errUnknownHandicap
	}
	return h, err
}

// beyondShogi reports whether a diagram shows what shogi does not have: another
// shape of board, an elephant, a leopard, a prince. Programs that know no more than shogi head such
// diagrams 平手.
func beyondShogi(rows []placedLine) bool {
	if len(rows) == 0 {
		return false
	}
	if len(rows) != maxRanks || filesOfRows(rows) != maxFiles {
		return true
	}
	for _, row := range rows {
		for i := range row.text {
			switch k, _ := kindNamed(row.text[i:]); k.Unpromoted() {
			case Elephant, Leopard:
				return true
			}
		}
	}
	return false
}

// filesOfRows returns how many cells the first row of a diagram has.
func filesOfRows(rows []placedLine) (files int) {
	if len(rows) == 0 {
		return 0
	}
	text := rows[0].text
	at := strings.IndexByte(text, '|') + 1
	for at < len(text) && text[at] != '|' {
		_, size := cellMark(text[at:])
		at += size
		n := emptyCell(text[at:])
		if n == 0 {
			_, n = kindNamed(text[at:])
		}
		if n == 0 {
			break
		}
		at += n
		files++
	}
	return files
}

// startPosition returns the start that the head of a record describes.
func (h headStart) startPosition(d *diagramLines) (*Position, *diagramFault, error) {
	start, err := ParseSFEN(h.rules, h.sfen)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", handicapKey, err)
	}
	if d.isEmpty() {
		return start, nil, nil
	}
	s := start.Setup()
	if len(d.rows) > 0 {
		s.Turn = h.turn
	}
	if fault := d.setup(&s, start.Files(), start.Ranks()); fault != nil {
		return nil, fault, nil
	}
	p, err := s.Position(h.rules)
	if err != nil {
		return nil, &diagramFault{at: d.place(), err: err}, nil
	}
	return p, nil, nil
}
