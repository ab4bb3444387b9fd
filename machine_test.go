package shoshogi_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	. "example.com/shoshogi"
)

// modelNode is a second opinion on [Node].
type modelNode struct {
	move Move
	end  Outcome
	next []*modelNode
}

// recordMachine calls a record and a cursor of it in any order, and a model beside
// them: a plain tree with the way to where the cursor stands, played anew from the
// start for every question.
type recordMachine struct {
	start  *Position
	rec    *Record
	cursor *Cursor
	root   modelNode
	way    []*modelNode // from the root, which is not in it
}

// TestRecordMachine runs the record machine over all rule sets.
func TestRecordMachine(t *testing.T) {
	for range 3 * rounds() {
		rapid.Check(t, runRecordMachine)
	}
}

// FuzzRecordCalls runs the record machine on what the fuzzer finds.
func FuzzRecordCalls(f *testing.F) {
	addDraws(f)
	f.Fuzz(rapid.MakeFuzz(runRecordMachine))
}

// addDraws adds texts from which rapid can draw enough.
func addDraws(f *testing.F) {
	random := rand.NewChaCha8([32]byte{})
	for range 8 {
		data := make([]byte, 1<<14)
		random.Read(data)
		f.Add(data)
	}
}

// FuzzGameCalls compares games and their clones with a model on what the fuzzer
// finds.
func FuzzGameCalls(f *testing.F) {
	addDraws(f)
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		if rapid.Bool().Draw(t, "endgame") {
			playAgainstModel(t, drawEndgame(t))
		} else {
			playAgainstModel(t, drawPosition(t, drawRules(t)))
		}
	}))
}

func runRecordMachine(t *rapid.T) {
	m := &recordMachine{}
	if rapid.Bool().Draw(t, "custom") {
		m.start = drawPosition(t, drawRules(t))
	} else {
		m.start = drawPosition(t, MustParseRules(rapid.SampledFrom(RulesNames()).Draw(t, "rules")))
	}
	m.rec = &Record{Rules: m.start.Rules(), Start: m.start}
	m.cursor = m.rec.Cursor()
	t.Repeat(map[string]func(*rapid.T){
		"play":    m.play,
		"refuse":  m.refuse,
		"end":     m.end,
		"forward": m.forward,
		"back":    m.back,
		"remove":  m.remove,
		"promote": m.promote,
		"start":   m.toStart,
		"game":    m.game,
		"rewrite": m.rewrite,
		"":        m.check,
	})
}

// here returns the node where the cursor stands.
func (m *recordMachine) here() *modelNode {
	if len(m.way) == 0 {
		return &m.root
	}
	return m.way[len(m.way)-1]
}

// parent returns the node before it.
func (m *recordMachine) parent() *modelNode {
	if len(m.way) < 2 {
		return &m.root
	}
	return m.way[len(m.way)-2]
}

func (m *recordMachine) position() *Position {
	p := *m.start
	for _, n := range m.way {
		if n.move != NoMove {
			p.Do(n.move)
		}
	}
	return &p
}

func (m *recordMachine) atEnding() bool { return len(m.way) > 0 && m.here().move == NoMove }

// follow goes on to the node that has the move, or to a new one.
func (m *recordMachine) follow(n *modelNode) {
	here := m.here()
	i := slices.IndexFunc(here.next, func(other *modelNode) bool { return n.move != NoMove && other.move == n.move })
	if i < 0 {
		i = len(here.next)
		here.next = append(here.next, n)
	}
	m.way = append(m.way, here.next[i])
}

func (m *recordMachine) play(t *rapid.T) {
	moves := sorted(m.position().LegalMoves())
	if len(moves) == 0 || m.atEnding() {
		t.Skip("no move can be played")
	}
	move := rapid.SampledFrom(moves).Draw(t, "move")
	if err := m.cursor.Play(move); err != nil {
		t.Fatalf("Play(%v): %v", move, err)
	}
	m.follow(&modelNode{move: move})
}

func (m *recordMachine) refuse(t *rapid.T) {
	move := Move(rapid.Uint16().Draw(t, "move"))
	want := m.position().ValidateMove(move)
	if m.atEnding() {
		want = GameOver
	}
	if want == nil {
		t.Skip("the move is legal")
	}
	var fault *MoveError
	if err := m.cursor.Play(move); !errors.Is(err, want) || !errors.As(err, &fault) || fault.Move != move {
		t.Fatalf("Play(%v): %v, want %v", move, err, want)
	}
}

func (m *recordMachine) end(t *rapid.T) {
	o := Outcome{Result(rapid.IntRange(0, 4).Draw(t, "result")), Reason(rapid.IntRange(0, 15).Draw(t, "reason"))}
	decided := o.Result == BlackWins || o.Result == WhiteWins || o.Result == Draw
	ends := o.Reason <= ByAbandoned && (decided || o.Result == Undecided && o.Reason == ByAbandoned)
	err := m.cursor.End(o)
	switch {
	case !ends && err == ErrOutcome:
	case ends && m.atEnding() && err == GameOver:
	case ends && !m.atEnding() && err == nil:
		m.follow(&modelNode{end: o})
	default:
		t.Fatalf("End(%v): %v", o, err)
	}
}

func (m *recordMachine) forward(t *rapid.T) {
	i := rapid.IntRange(-1, 3).Draw(t, "index")
	next := m.here().next
	if got, want := m.cursor.Forward(i), i >= 0 && i < len(next); got != want {
		t.Fatalf("Forward(%d): %v", i, got)
	} else if want {
		m.way = append(m.way, next[i])
	}
}

func (m *recordMachine) back(t *rapid.T) {
	if got := m.cursor.Back(); got != (len(m.way) > 0) {
		t.Fatalf("Back: %v", got)
	}
	m.way = m.way[:max(0, len(m.way)-1)]
}

func (m *recordMachine) toStart(t *rapid.T) {
	m.cursor = m.rec.Cursor()
	m.way = nil
}

func (m *recordMachine) remove(t *rapid.T) {
	if got := m.cursor.Remove(); got != (len(m.way) > 0) {
		t.Fatalf("Remove: %v", got)
	} else if got {
		parent, here := m.parent(), m.here()
		parent.next = slices.DeleteFunc(parent.next, func(n *modelNode) bool { return n == here })
		m.way = m.way[:len(m.way)-1]
	}
}

func (m *recordMachine) promote(t *rapid.T) {
	if got := m.cursor.Promote(); got != (len(m.way) > 0) {
		t.Fatalf("Promote: %v", got)
	} else if got {
		parent, here := m.parent(), m.here()
		rest := slices.DeleteFunc(slices.Clone(parent.next), func(n *modelNode) bool { return n == here })
		parent.next = append([]*modelNode{here}, rest...)
	}
}

// game compares Game with playing the main line as far as a game goes, and the
// record of that game with what has been played.
func (m *recordMachine) game(t *rapid.T) {
	want := NewGame(m.start)
	var fault error
	for n := &m.root; len(n.next) > 0 && fault == nil; {
		n = n.next[0]
		if n.move != NoMove {
			fault = want.Play(n.move)
		} else if !want.Outcome().Over() {
			fault = want.End(n.end)
		}
	}
	got, err := m.rec.Game()
	var recordErr *RecordError
	switch {
	case (err == nil) != (fault == nil):
		t.Fatalf("Game: %v, want %v", err, fault)
	case err != nil && (!errors.As(err, &recordErr) || !errors.Is(err, errors.Unwrap(fault)) || recordErr.Number != want.Len()+1):
		t.Fatalf("Game: %v, want %v", err, fault)
	case got.USI() != want.USI() || got.Outcome() != want.Outcome():
		t.Fatalf("Game: %s %v, want %s %v", got.USI(), got.Outcome(), want.USI(), want.Outcome())
	}
	again := NewRecord(want)
	var moves []Move
	for p, n := range again.Main() {
		if n.Move != NoMove {
			moves = append(moves, n.Move)
		} else if n.End != want.Outcome() {
			t.Fatalf("the record of a game with outcome %v ends with %v in %v", want.Outcome(), n.End, p)
		}
	}
	if !slices.Equal(moves, want.Moves()) {
		t.Fatalf("the record of %s has the moves %v", want.USI(), moves)
	}
}

// rewrite goes on with the record as it comes back from a file.
func (m *recordMachine) rewrite(t *rapid.T) {
	var file bytes.Buffer
	if err := m.rec.WriteKIF(&file, nil); err != nil {
		t.Fatalf("WriteKIF: %v", err)
	}
	back, err := ReadKIF(&file, m.rec.Rules)
	if err != nil {
		t.Fatalf("ReadKIF: %v", err)
	}
	m.rec = back
	m.toStart(t)
}

// check compares all that can be asked without a change.
func (m *recordMachine) check(t *rapid.T) {
	moves := 0
	for _, n := range m.way {
		if n.move != NoMove {
			moves++
		}
	}
	if got, want := m.cursor.Position(), m.position(); *got != *want {
		t.Fatalf("the cursor stands in %v, want %v", got, want)
	}
	if m.cursor.Len() != moves {
		t.Fatalf("Len: %d, want %d", m.cursor.Len(), moves)
	}
	if n := m.cursor.Node(); (n == nil) != (len(m.way) == 0) || n != nil && !m.here().like(n) {
		t.Fatalf("the cursor stands at %v", n)
	}
	if !alike(m.cursor.Next(), m.here().next) {
		t.Fatalf("%d nodes follow the cursor, want %d others", len(m.cursor.Next()), len(m.here().next))
	}
	if err := m.rec.Validate(); err != nil {
		t.Fatalf("Validate: %v", err)
	}
	m.checkTours(t)
}

func (n *modelNode) like(other *Node) bool { return n.move == other.Move && n.end == other.End }

func alike(nodes []*Node, want []*modelNode) bool {
	return slices.EqualFunc(want, nodes, (*modelNode).like)
}

// checkTours compares the nodes that All and Main yield, with their positions.
func (m *recordMachine) checkTours(t *rapid.T) {
	type visit struct {
		node *modelNode
		pos  Position
	}
	var all, main []visit
	var walk func(n *modelNode, p Position, first bool)
	walk = func(n *modelNode, p Position, first bool) {
		for i, child := range n.next {
			all = append(all, visit{child, p})
			if first && i == 0 {
				main = append(main, visit{child, p})
			}
			after := p
			if child.move != NoMove {
				after.Do(child.move)
			}
			walk(child, after, first && i == 0)
		}
	}
	walk(&m.root, *m.start, true)
	compare := func(name string, want []visit, next func(yield func(*Position, *Node) bool)) {
		i := 0
		for p, n := range next {
			if i >= len(want) || !want[i].node.like(n) || *p != want[i].pos {
				t.Fatalf("%s: node %d is %v in %v", name, i, n, p)
			}
			p.Pass() // what is yielded is the caller's own
			i++
		}
		if i != len(want) {
			t.Fatalf("%s yields %d nodes, want %d", name, i, len(want))
		}
	}
	compare("All", all, m.rec.All())
	compare("Main", main, m.rec.Main())
}
