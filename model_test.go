package shoshogi_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	. "example.com/shoshogi"
)

// model is a second opinion on Game. It keeps the start and the moves, and plays
// them from the start for every question.
type model struct {
	start *Position
	moves []Move
	ended Outcome // by End
}

// replay is what a model finds out by playing its moves.
type replay struct {
	positions []Position // one more than moves
	keys      []string   // the text of each position but for the ply
	moves     []Move
	rules     Rules
}

func positionKey(p *Position) string {
	text := p.SFEN()
	return text[:strings.LastIndexByte(text, ' ')]
}

func (m *model) replay() *replay {
	r := &replay{rules: m.start.Rules()}
	r.positions = append(r.positions, *m.start)
	r.keys = append(r.keys, positionKey(m.start))
	for _, move := range m.moves {
		r.play(move)
	}
	return r
}

func (r *replay) play(m Move) {
	p := r.positions[len(r.positions)-1]
	p.Do(m)
	r.positions = append(r.positions, p)
	r.keys = append(r.keys, positionKey(&p))
	r.moves = append(r.moves, m)
}

func (r *replay) last() *Position { return &r.positions[len(r.positions)-1] }

// try plays a move, calls look and takes the move back.
func (r *replay) try(m Move, look func()) {
	r.play(m)
	look()
	n := len(r.moves) - 1
	r.positions, r.keys, r.moves = r.positions[:n+1], r.keys[:n+1], r.moves[:n]
}

// occurrences returns the indices of the positions that equal the last one, the
// last one among them.
func (r *replay) occurrences() (found []int) {
	for i, key := range r.keys {
		if key == r.keys[len(r.keys)-1] {
			found = append(found, i)
		}
	}
	return found
}

// repeatedFrom returns where the repetition begins that the last move completes,
// -1 if it completes none.
func (r *replay) repeatedFrom() int {
	rule := r.rules.Repetition
	count := rule.Count
	if count == 0 && rule.Cycles == 0 {
		count = 4
	}
	if found := r.occurrences(); count > 0 && len(found) >= count {
		return found[len(found)-count]
	}
	if rule.Cycles == 0 {
		return -1
	}
	for length := 2; length*rule.Cycles <= len(r.moves); length += 2 {
		end := r.moves[len(r.moves)-length:]
		tail := r.moves[len(r.moves)-length*rule.Cycles:]
		if slices.Equal(tail, slices.Repeat(end, rule.Cycles)) {
			return len(r.moves) - length*rule.Cycles
		}
	}
	return -1
}

// gaveCheck reports whether the i-th move gave check.
func (r *replay) gaveCheck(i int) bool {
	o := newOracle(&r.positions[i+1])
	return len(o.checkers(o.turn)) > 0
}

// attacked reports whether the piece of the i-th move attacks an enemy piece from
// where it went.
func (r *replay) attacked(i int) bool {
	o := newOracle(&r.positions[i+1])
	to := r.moves[i].To()
	found := false
	o.reach(o.at(to), to.File(), to.Rank(), func(f, rank int) {
		pc := o.board[f][rank]
		found = found || pc != NoPiece && pc.Color() == o.turn
	})
	return found
}

// always reports whether on every move from the i-th on c did something.
func (r *replay) always(c Color, from int, did func(int) bool) bool {
	for i := from; i < len(r.moves); i++ {
		if r.positions[i].Turn() == c && !did(i) {
			return false
		}
	}
	return true
}

// ruling says whether the repetition rule forbids the last move, and if not, how
// it ends the game.
func (r *replay) ruling() (forbidden bool, outcome Outcome) {
	from := r.repeatedFrom()
	if from < 0 {
		return false, Outcome{}
	}
	rule := r.rules.Repetition
	mover := r.last().Turn().Other()
	if rule.Perpetual != Ignored {
		for _, c := range []Color{Black, White} {
			if !r.always(c, from, r.gaveCheck) || r.always(c.Other(), from, r.gaveCheck) {
				continue
			}
			if rule.Perpetual == CheckerLoses {
				return false, wins(c.Other(), ByPerpetualCheck)
			}
			return mover == c, Outcome{}
		}
	}
	if rule.Attacker {
		for _, c := range []Color{Black, White} {
			if r.always(c, from, r.attacked) && !r.always(c.Other(), from, r.attacked) {
				return mover == c, Outcome{}
			}
		}
	}
	switch rule.Verdict {
	case Forbidden:
		return true, Outcome{}
	case Draws:
		return false, Outcome{Result: Draw, Reason: ByRepetition}
	case Loses:
		return false, wins(mover.Other(), ByRepetition)
	}
	return false, Outcome{}
}

// outcome returns how the game stands after the last move, given the moves that
// are allowed now.
func (r *replay) outcome(allowed []Move) Outcome {
	o := newOracle(r.last())
	if decided := o.outcome(); decided != (Outcome{}) {
		return decided
	}
	if len(r.moves) > 0 {
		if _, decided := r.ruling(); decided != (Outcome{}) {
			return decided
		}
	}
	if len(allowed) == 0 {
		return wins(o.turn.Other(), ByNoMoves)
	}
	return Outcome{}
}

// allowed returns the moves that the position allows and repetition does not
// forbid.
func (r *replay) allowed() []Move {
	return slices.DeleteFunc(r.last().AppendMoves(nil), func(m Move) (forbidden bool) {
		r.try(m, func() { forbidden, _ = r.ruling() })
		return forbidden
	})
}

// check compares a game with the model and returns the replay.
func (m *model) check(t *rapid.T, g *Game) *replay {
	r := m.replay()
	allowed := sorted(r.allowed())
	want := m.ended
	if want == (Outcome{}) {
		want = r.outcome(allowed)
	}
	if want != (Outcome{}) {
		allowed = nil
	}
	fail := func(what string, got, want any) {
		t.Fatalf("%#v\nmoves %s\n%s: %v, want %v", m.start, movesText(m.moves), what, got, want)
	}
	if got := g.Outcome(); got != want {
		fail("Outcome", got, want)
	}
	if got := g.Repetitions(); got != len(r.occurrences()) {
		fail("Repetitions", got, len(r.occurrences()))
	}
	if got := g.Position(); *got != *r.last() {
		fail("Position", got, r.last())
	}
	if got := g.Start(); *got != *m.start {
		fail("Start", got, m.start)
	}
	if g.Len() != len(m.moves) || !slices.Equal(g.Moves(), m.moves) {
		fail("Moves", movesText(g.Moves()), movesText(m.moves))
	}
	if got := sorted(g.LegalMoves()); !slices.Equal(got, allowed) {
		fail("LegalMoves", movesText(got), movesText(allowed))
	}
	for _, move := range r.last().LegalMoves() {
		err := g.ValidateMove(move)
		switch {
		case slices.Contains(allowed, move) != (err == nil), g.Legal(move) != (err == nil):
			fail("ValidateMove "+move.String(), err, "the same as LegalMoves")
		case err != nil && want == (Outcome{}) && err != Repeats, err != nil && want != (Outcome{}) && err != GameOver:
			fail("ValidateMove "+move.String(), err, "another reason")
		}
	}
	return r
}

// checkHistory compares what All yields, and the game read back from its text.
func (m *model) checkHistory(t *rapid.T, g *Game, r *replay) {
	i := 0
	for p, move := range g.All() {
		if *p != r.positions[i] || move != r.moves[i] {
			t.Fatalf("All yields %v and %v, want %v and %v", p, move, &r.positions[i], r.moves[i])
		}
		p.Do(move) // what All yields is the caller's own
		i++
	}
	if i != len(r.moves) {
		t.Fatalf("All yields %d moves of %d", i, len(r.moves))
	}
	read, err := ParseUSI(r.rules, "position "+g.USI())
	if err != nil {
		t.Fatalf("ParseUSI(%q): %v", g.USI(), err)
	}
	if *read.Position() != *g.Position() || *read.Start() != *g.Start() || !slices.Equal(read.Moves(), g.Moves()) || read.USI() != g.USI() {
		t.Fatalf("%q reads as %q", g.USI(), read.USI())
	}
	if m.ended == (Outcome{}) && read.Outcome() != g.Outcome() {
		t.Fatalf("%q reads as a game with outcome %v, want %v", g.USI(), read.Outcome(), g.Outcome())
	}
}

// shuffler picks moves that make positions recur.
type shuffler struct {
	random *rand.Rand
	checks [2]bool // whether a side rather gives check
	keen   float64 // how often it picks a move back
}

func (s *shuffler) pick(r *replay, moves []Move) Move {
	p := r.last()
	good := moves
	if s.checks[p.Turn()] && s.random.IntN(8) > 0 {
		if found := filtered(good, p.GivesCheck); len(found) > 0 {
			good = found
		}
	} else if found := filtered(good, func(m Move) bool { return p.Captured(m) == NoPiece && m.Drop() == NoKind && !m.Promotes() }); len(found) > 0 {
		good = found
	}
	if s.random.Float64() < s.keen {
		if found := filtered(good, func(m Move) bool { return s.goesBack(r, m) }); len(found) > 0 {
			good = found
		}
	}
	return good[s.random.IntN(len(good))]
}

// goesBack reports whether m leads to a position that was there before, or takes
// back the last move of its side.
func (s *shuffler) goesBack(r *replay, m Move) bool {
	if n := len(r.moves); n >= 2 && r.moves[n-2].From() == m.To() && r.moves[n-2].To() == m.From() {
		return true
	}
	seen := false
	r.try(m, func() { seen = len(r.occurrences()) > 1 })
	return seen
}

func filtered(moves []Move, keep func(Move) bool) []Move {
	return slices.DeleteFunc(slices.Clone(moves), func(m Move) bool { return !keep(m) })
}

// TestGameEqualsModel plays games that go round in circles, with moves taken
// back, refused and played on a copy, and compares every step with the model.
func TestGameEqualsModel(t *testing.T) {
	t.Run("presets", func(t *testing.T) {
		t.Parallel()
		checkGames(t, func(t *rapid.T) *Position {
			return drawPosition(t, MustParseRules(rapid.SampledFrom(RulesNames()).Draw(t, "rules")))
		})
	})
	t.Run("custom", func(t *testing.T) {
		t.Parallel()
		checkGames(t, func(t *rapid.T) *Position { return drawPosition(t, drawRules(t)) })
	})
	for i := range 4 {
		t.Run(fmt.Sprint("few-pieces-", i), func(t *testing.T) {
			t.Parallel()
			checkGames(t, drawEndgame)
		})
	}
}

func checkGames(t *testing.T, draw func(*rapid.T) *Position) {
	for range rounds() {
		rapid.Check(t, func(t *rapid.T) { playAgainstModel(t, draw(t)) })
	}
}

// drawEndgame draws random rules of repetition and a position with a royal and
// few other pieces a side, in which moves soon recur.
func drawEndgame(t *rapid.T) *Position {
	r := Rules{Repetition: drawRules(t).Repetition, Start: "kgrsb/5/5/5/5/BSRGK b - 1"}
	r.BareKing = rapid.SampledFrom([]BareKing{BareIgnored, BareIgnored, BareIgnored, BareLosesUnlessBared}).Draw(t, "bare king")
	r.Check = rapid.SampledFrom([]Check{MustMeet, MustMeet, MayIgnore}).Draw(t, "check")
	random := drawRandom(t)
	for {
		s := Setup{Turn: Color(random.IntN(2))}
		place := func(k Kind, c Color) { s.Board[SquareAt(1+random.IntN(5), 1+random.IntN(6))] = NewPiece(k, c) }
		for range 2 + random.IntN(3) {
			place(rapid.SampledFrom([]Kind{Rook, Dragon, Bishop, Horse, Gold, Silver}).Draw(t, "piece"), Color(random.IntN(2)))
		}
		place(King, Black)
		place(King, White)
		if p, err := s.Position(r); err == nil {
			return p
		}
	}
}

// pair is a game and its model.
type pair struct {
	game  *Game
	model *model
}

func (p *pair) clone() *pair {
	return &pair{p.game.Clone(), &model{p.model.start, slices.Clone(p.model.moves), p.model.ended}}
}

// playAgainstModel plays a game and clones of it, which go ways of their own.
func playAgainstModel(t *rapid.T, p *Position) {
	random := drawRandom(t)
	s := &shuffler{random: random, checks: [2]bool{random.IntN(2) > 0, random.IntN(2) > 0}, keen: 0.3 + 0.7*random.Float64()}
	pairs := []*pair{{NewGame(p), &model{start: p}}}
	for range rapid.IntRange(0, 70).Draw(t, "steps") {
		one := pairs[random.IntN(len(pairs))]
		if random.IntN(15) == 0 {
			pairs = append(pairs[max(0, len(pairs)-2):], one.clone())
		}
		one.step(t, s)
	}
	for _, one := range pairs {
		one.model.checkHistory(t, one.game, one.model.check(t, one.game))
		endAndGoOn(t, one.model, one.game)
	}
	for _, one := range pairs {
		undoSome(t, one.model, one.game, len(one.model.moves)+1)
		one.model.check(t, one.game)
	}
}

// step takes moves back or plays one, and compares the game with its model.
func (p *pair) step(t *rapid.T, s *shuffler) {
	r := p.model.check(t, p.game)
	moves := p.game.LegalMoves()
	if n := len(p.model.moves); len(moves) == 0 || n > 0 && s.random.IntN(20) == 0 {
		undoSome(t, p.model, p.game, 1+s.random.IntN(n+1))
		return
	}
	if s.random.IntN(5) == 0 {
		refuse(t, p.model, p.game, Move(s.random.Uint32()))
	}
	if s.random.IntN(8) == 0 {
		p.playOut(t, s.random.Uint64(), 1+s.random.IntN(4))
		return
	}
	move := s.pick(r, moves)
	if err := p.game.Play(move); err != nil {
		t.Fatalf("Play(%v): %v", move, err)
	}
	p.model.moves = append(p.model.moves, move)
}

// playOut plays random moves, which Play must accept as well.
func (p *pair) playOut(t *rapid.T, seed uint64, plies int) {
	other := p.game.Clone()
	outcome, n := p.game.Playout(seed, plies)
	for _, move := range p.game.Moves()[len(p.model.moves):] {
		if err := other.Play(move); err != nil {
			t.Fatalf("Playout plays %v: %v", move, err)
		}
		p.model.moves = append(p.model.moves, move)
	}
	if n == 0 || n < plies && !outcome.Over() || len(p.model.moves) != p.game.Len() || outcome != p.game.Outcome() {
		t.Fatalf("Playout of %d plies makes %d and returns %v: %v", plies, n, outcome, p.game.USI())
	}
}

// refuse tests that Play agrees with ValidateMove on any value and changes
// nothing when it refuses.
func refuse(t *rapid.T, m *model, g *Game, move Move) {
	reason := g.ValidateMove(move)
	if reason == nil {
		return
	}
	if err := g.Play(move); !errors.Is(err, reason) || !errors.Is(err, ErrIllegalMove) {
		t.Fatalf("Play(%v) gives %v, ValidateMove %v", move, err, reason)
	}
	m.check(t, g)
}

// endAndGoOn ends the game by resignation, which the next Undo takes back.
func endAndGoOn(t *rapid.T, m *model, g *Game) {
	before := g.Outcome()
	resigned := wins(White, ByResignation)
	err := g.End(resigned)
	if before != (Outcome{}) {
		if err != GameOver || g.Outcome() != before {
			t.Fatalf("End of a game that is over gives %v and leaves %v", err, g.Outcome())
		}
		return
	}
	if err != nil {
		t.Fatalf("End: %v", err)
	}
	m.ended = resigned
	m.check(t, g)
	if len(m.moves) == 0 {
		return
	}
	undoSome(t, m, g, 1)
	m.check(t, g)
}

// undoSome takes moves back, as many as there are.
func undoSome(t *rapid.T, m *model, g *Game, n int) {
	for range n {
		got, ok := g.Undo()
		if len(m.moves) == 0 {
			if ok || got != NoMove {
				t.Fatalf("Undo at the start returns %v and %v", got, ok)
			}
			return
		}
		want := m.moves[len(m.moves)-1]
		m.moves = m.moves[:len(m.moves)-1]
		m.ended = Outcome{}
		if !ok || got != want {
			t.Fatalf("Undo returns %v and %v, want %v", got, ok, want)
		}
	}
}
