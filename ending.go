package shoshogi

import (
	"strings"
	"unicode/utf8"
)

// The words with which KIF ends a line of play, and what they mean. Such a word
// stands in place of a move, so it speaks of the side to move unless it names a
// side.

// endingSense is what a word says of the result.
type endingSense uint8

const (
	noResult  endingSense = iota // the game ends without one, or the word is a remark
	drawn                        // a draw
	loses                        // the side to move loses
	wins                         // the side to move wins
	byBoard                      // the position says
	byRuling                     // the rules of repetition say
	byChecker                    // the side that has given check all along loses
)

// endings lists the known words. Of those that mean the same the first is the one
// that is written.
var endings = []struct {
	word   string
	sense  endingSense
	reason Reason
}{
	{"投了", loses, ByResignation},
	{"中断", noResult, ByAbandoned},
	{"封じ手", noResult, ByAbandoned},
	{"千日手", byRuling, ByRepetition},
	{"連続王手の千日手", byChecker, ByPerpetualCheck},
	{"持将棋", drawn, ByImpasse},
	{"引き分け", drawn, ByAgreement},
	{"引分け", drawn, ByAgreement},
	{"引分", drawn, ByAgreement},
	{"最大手数", drawn, ByImpasse},
	{"無勝負", drawn, NoReason},
	{"詰み", byBoard, ByCheckmate},
	{"詰", byBoard, ByCheckmate},
	{"不詰", noResult, NoReason},
	{"切れ負け", loses, ByTimeout},
	{"時間切れ", loses, ByTimeout},
	{"Time-up", loses, ByTimeout},
	{"反則負け", loses, ByIllegalMove},
	{"反則勝ち", wins, ByIllegalMove},
	{"入玉勝ち", wins, ByDeclaration},
	{"宣言勝ち", wins, ByDeclaration},
	{"入玉宣言", wins, ByDeclaration},
	{"勝ち宣言", wins, ByDeclaration},
	{"不戦勝", wins, NoReason},
	{"不戦敗", loses, NoReason},
	{"駒枯れ", byBoard, ByBareKing},
	{"玉取り", byBoard, ByRoyalCaptured},
	{"太子取り", byBoard, ByRoyalCaptured},
}

// sideNames are the words for the sides in ending and summary. In a handicap game
// the weaker side, Black, is 下手.
var sideNames = []struct {
	name string
	side Color
}{{"先手", Black}, {"後手", White}, {"下手", Black}, {"上手", White}}

// cutSide splits the name of a side off the beginning of text.
func cutSide(text string) (side Color, rest string, ok bool) {
	for _, s := range sideNames {
		if rest, ok = strings.CutPrefix(text, s.name); ok {
			return s.side, rest, true
		}
	}
	return Black, text, false
}

// endingOutcome returns what the word of an ending in p stands for, the zero
// Outcome for words that are not known or give no result. Besides the words of
// the list there are 先手の勝ち, the words with the side they speak of in front
// (後手投了, 先手の反則負け), and what [Outcome.String] returns.
func endingOutcome(word string, p *Position) Outcome {
	side := p.turn & 1
	if o, ok := wordOutcome(word, side, p); ok {
		return o
	}
	if named, rest, ok := cutSide(word); ok {
		if rest == "の勝ち" {
			return Outcome{winFor(named), NoReason}
		}
		if o, ok := wordOutcome(strings.TrimPrefix(rest, "の"), named, p); ok && o.Result != Undecided && o.Result != Draw {
			return o
		}
	}
	if word == "" || word[0] >= utf8.RuneSelf {
		return Outcome{} // before any text is made: this is asked of every move of KI2
	}
	for _, result := range [...]Result{Undecided, BlackWins, WhiteWins, Draw} {
		for reason := range ByAbandoned + 1 {
			if o := (Outcome{result, reason}); o.valid() && word == o.String() {
				return o
			}
		}
	}
	return Outcome{}
}

// wordOutcome returns what a word of the list says of side.
func wordOutcome(word string, side Color, p *Position) (o Outcome, known bool) {
	for _, e := range endings {
		if e.word == word {
			return e.sense.outcome(e.reason, side, p), true
		}
	}
	return Outcome{}, false
}

func (s endingSense) outcome(reason Reason, side Color, p *Position) Outcome {
	switch s {
	case drawn:
		return Outcome{Draw, reason}
	case loses:
		return Outcome{winFor(side.Other()), reason}
	case wins:
		return Outcome{winFor(side), reason}
	case byBoard:
		return boardOutcome(reason, side, p)
	case byRuling:
		if p.Rules().Repetition.Verdict == Loses {
			return Outcome{winFor(side), reason}
		}
		return Outcome{Draw, reason}
	case byChecker:
		if p.InCheck() {
			return Outcome{winFor(p.turn), reason}
		}
		return Outcome{winFor(p.turn.Other()), reason}
	}
	return Outcome{Undecided, reason}
}

// boardOutcome returns what the position has to say to a word for mate, capture
// of the royals or a bare king: that word is believed, but the board knows whom it
// concerns, and mate from stalemate.
func boardOutcome(reason Reason, side Color, p *Position) Outcome {
	own := p.Outcome()
	switch {
	case reason == ByCheckmate && own.Reason == ByNoMoves, reason == ByBareKing && own.Reason == ByBothBare, own.Reason == reason:
		return own
	case reason == ByBareKing && p.bare(side.Other()) && p.bare(side):
		return Outcome{Draw, ByBothBare}
	case reason == ByBareKing && p.bare(side.Other()):
		return Outcome{winFor(side), reason}
	}
	return Outcome{winFor(side.Other()), reason}
}

// endingWord returns a word that stands for o in p. A win without a reason is no
// forfeit (不戦勝), which has none either.
func endingWord(o Outcome, p *Position) string {
	if winner, ok := o.Winner(); ok && o.Reason == NoReason {
		return sideNames[winner].name + "の勝ち"
	}
	for _, e := range endings {
		if e.sense.outcome(e.reason, p.turn&1, p) == o {
			return e.word
		}
	}
	for _, e := range endings {
		for _, s := range sideNames[:2] {
			if word := s.name + e.word; endingOutcome(word, p) == o {
				return word
			}
		}
	}
	return o.String()
}

// sideName returns the word for a side.
func sideName(c Color, handicap bool) string {
	if handicap {
		return sideNames[2+c&1].name
	}
	return sideNames[c&1].name
}

// The summary at the end of a line of play, まで63手で先手の勝ち, puts the common
// endings into whole phrases. For the others it repeats the word.

// summaryPhrase returns what the summary says of an ending after the number of
// moves, without the particle で. turn is the side to move.
func summaryPhrase(word string, turn Color, handicap bool) string {
	mover, other := sideName(turn, handicap), sideName(turn.Other(), handicap)
	switch word {
	case "投了":
		return other + "の勝ち"
	case "切れ負け":
		return "時間切れにより" + other + "の勝ち"
	case "反則勝ち", "反則負け", "入玉勝ち":
		return mover + "の" + word
	}
	return word
}

// phrased lists the endings that a summary does not call by their word.
var phrased = []string{"投了", "切れ負け", "反則勝ち", "反則負け", "入玉勝ち"}

// phraseWord returns the word of the ending that a phrase of a summary stands for.
func phraseWord(phrase string, turn Color) string {
	for _, word := range phrased {
		if phrase == summaryPhrase(word, turn, false) || phrase == summaryPhrase(word, turn, true) {
			return word
		}
	}
	return phrase
}

// summary is a line まで63手で先手の勝ち in parts.
type summary struct {
	moves  int    // -1 if the line does not say
	phrase string // what it says of the result, "" for nothing
}

// parseSummary reads a summary line; ok is false if it is none.
func parseSummary(line string) (s summary, ok bool) {
	rest, ok := strings.CutPrefix(line, "まで")
	if !ok {
		return s, false
	}
	rest = trimBlanks(strings.TrimPrefix(trimBlanks(rest), "、"))
	s.moves = -1
	if n, size := numberOf(rest); size > 0 {
		after, isCount := strings.CutPrefix(trimBlanks(rest[size:]), "手")
		if !isCount {
			return s, false
		}
		s.moves, rest = n, after
	}
	rest = trimBlanks(strings.TrimPrefix(trimBlanks(rest), "、"))
	s.phrase = trimBlanks(strings.TrimPrefix(rest, "で"))
	return s, s.moves >= 0 || s.phrase != ""
}

// agrees reports whether the summary says nothing else than an ending and the
// number of moves do.
func (s summary) agrees(n *Node, moves int, p *Position) bool {
	switch {
	case s.moves >= 0 && s.moves != moves:
		return false
	case s.phrase == "" || s.phrase == n.EndText:
		return true
	}
	o := endingOutcome(phraseWord(s.phrase, p.turn), p)
	return o.Over() && o.Result == n.End.Result
}
