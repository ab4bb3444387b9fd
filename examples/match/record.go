package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"time"

	"example.com/shoshogi"
)

// save writes the game as a KIF file.
func (p *played) save(name string) error {
	var b bytes.Buffer
	if err := p.record().WriteKIF(&b, nil); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, b.Bytes(), 0o666)
}

// record returns the record of the game. Each move has its time, and in the
// comment what the engine thought of it; the ending has what the referee says.
func (p *played) record() *shoshogi.Record {
	rec := shoshogi.NewRecord(p.game)
	for _, h := range []struct{ key, value string }{
		{"開始日時", p.begun.Format("2006/01/02 15:04:05")},
		{"先手", p.names[p.black]},
		{"後手", p.names[1-p.black]},
		{"持ち時間", p.control.String()},
		{"備考", "rules " + p.game.Start().Rules().String()},
	} {
		rec.Set(h.key, strings.Join(strings.Fields(h.value), " ")) // a name must stay in its line
	}
	n := -p.opening.Len()
	for before, node := range rec.Main() {
		if 0 <= n && n < len(p.answers) {
			node.Time = p.answers[n].spent.Truncate(time.Second) // few programs read fractions; the comment has them
			node.Comment = p.answers[n].comment(before)
		}
		if node.Move == shoshogi.NoMove {
			node.Comment = p.why
		}
		n++
	}
	return rec
}

// comment tells what the engine thought, in the words of Japanese programs. As
// there, scores are seen from Black's side.
func (a answer) comment(p *shoshogi.Position) string {
	lines := []string{fmt.Sprintf("*時間=%.3f秒", a.spent.Seconds())}
	t := a.thought
	if t.score.known {
		lines = append(lines, t.score.comment(p.Turn()))
	}
	if t.depth > 0 {
		lines = append(lines, fmt.Sprintf("*深さ=%d", t.depth))
	}
	if t.nodes > 0 {
		lines = append(lines, fmt.Sprintf("*ノード数=%d", t.nodes))
	}
	if line := t.expected(*p); line != "" {
		lines = append(lines, "*読み筋="+line)
	}
	return strings.Join(lines, "\n")
}

// comment writes the score that an engine of the side gives.
func (s score) comment(side shoshogi.Color) string {
	if s.mates || s.mated {
		winner := map[bool]string{true: "先手勝ち", false: "後手勝ち"}[(side == shoshogi.Black) != s.mated]
		if s.mate == 0 {
			return "*詰み=" + winner
		}
		return fmt.Sprintf("*詰み=%s:%d手", winner, s.mate)
	}
	if side == shoshogi.White {
		s.pawns = -s.pawns
	}
	return fmt.Sprintf("*評価値=%d", s.pawns)
}

// expected writes the expected line from the position on.
func (t thought) expected(p shoshogi.Position) string {
	if len(t.moves) == 0 {
		return t.line
	}
	var words []string
	previous := shoshogi.NoMove
	for _, m := range t.moves {
		words = append(words, strings.ReplaceAll(p.Japanese(m, previous), "\u3000", ""))
		p.Do(m)
		previous = m
	}
	return strings.Join(words, " ")
}
