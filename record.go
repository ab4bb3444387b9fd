package shoshogi

import (
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"time"
)

// Record is a game written down: headers, the start, and a tree of moves with
// comments, times, variations and endings. [ReadKIF] and [ReadKI2] make one from
// a file, [NewRecord] from a [Game]; [Record.WriteKIF] and [Record.WriteKI2]
// write it.
//
// All fields may be read and changed freely; [Record.Cursor] makes the usual
// changes to the tree without the danger of leaving it inconsistent, and
// [Record.Validate] finds what is. Several goroutines may read a record at once.
type Record struct {
	Rules   Rules
	Headers []Header  // in the order of the file
	Start   *Position // the position before the first move; nil, and the zero Position, stand for the initial position of Rules

	// LastMove is the text of the move that led to Start, where a diagram in the
	// file has it: "▲６二角成". It is not interpreted.
	LastMove string

	// FirstNumber is the number of the first move in KIF. 0 stands for 1, which is
	// usual even after a diagram with moves before it; some programs go on from
	// there, with Start.Ply(). Other numbers, which lenient reading takes, are
	// written all the same, but only lenient reading takes them back. Without moves
	// it is not written.
	FirstNumber int

	// Timed asks for time fields in KIF although no node has a time. The reader sets
	// it for a file whose time fields are all zero.
	Timed bool

	Comment  string  // on the start; see Node.Comment
	Bookmark string  // on the start; see Node.Bookmark
	Remark   string  // the lines of the file from before the first move that begin with #; see Node.Remark
	Next     []*Node // the first moves: Next[0] goes on, the rest are variations
}

// Header is one line "key：value" of a record. A Key without a value is written
// alone where the format has it so (盤面回転). An empty Key stands for a line that
// was not understood, kept in Value; only lenient reading makes one.
type Header struct {
	Key, Value string
}

// Node is a move of a [Record], or an ending, with what belongs to it.
//
// A node with a Move is that move. A node without one is an ending: EndText holds
// the word of the file and End what it means. A third sort, with neither, holds
// in Unread what could not be read as moves.
type Node struct {
	Move Move // NoMove for an ending

	// End is the outcome that an ending stands for; it is the zero Outcome for
	// words that say nothing of one or are not known. EndText is the word of the
	// file, such as 投了. In a node to be written one of the two is enough.
	End     Outcome
	EndText string

	// Time is how long the move took. TimeText is the time field of the file where
	// it says more than Time: a total that is not the sum of the times so far, or
	// a second field. It is written as long as it still says the same as Time.
	Time     time.Duration
	TimeText string

	// Comment holds the lines of the comment on the node, without their stars,
	// joined by "\n". A comment of n empty lines alone is n times "\n".
	Comment string

	Bookmark string // the lines that begin with &, without it, joined as those of Comment
	Remark   string // the lines that begin with #, without it, joined likewise: remarks of programs and people on the file

	// Unread holds lines of the file that are no part of the tree, as they stand: a
	// line of play from the move on that the rules forbid, which lenient reading
	// keeps, or a summary (まで…手で…) that contradicts the moves. Such a node has
	// nothing else, and no other follows it. It is written only where it would be
	// read as such again.
	Unread string

	Next []*Node // what follows: Next[0] goes on, the rest are variations
}

// NewRecord returns the record of a game: its start, its moves and, if it is over,
// its ending. It has no headers. The record of nil is the zero Record.
func NewRecord(g *Game) *Record {
	if g == nil {
		return new(Record)
	}
	start := g.Start()
	rec := &Record{Rules: start.Rules(), Start: start}
	c := rec.Cursor()
	for _, m := range g.All() {
		c.add(&Node{Move: m})
	}
	if o := g.Outcome(); o.Over() {
		c.add(&Node{End: o, EndText: endingWord(o, &c.trail.pos)})
	}
	return rec
}

// start returns the position before the first move.
func (rec *Record) start() (*Position, error) {
	if rec == nil {
		return nil, errNoRecord
	}
	if rec.Start != nil && rec.Start.book != nil {
		if rec.Start.Rules() != rec.Rules {
			return nil, errors.New("the start follows other rules than the record")
		}
		return rec.Start, nil
	}
	book, err := bookOf(rec.Rules)
	if err != nil {
		return nil, err
	}
	p := book.start
	return &p, nil
}

func (rec *Record) firstNumber() int { return max(rec.FirstNumber, 1) }

// Get returns the value of the first header with the key, "" if there is none.
// 手合割 is answered from Rules and Start where no header has it.
func (rec *Record) Get(key string) string {
	if rec == nil {
		return ""
	}
	for _, h := range rec.Headers {
		if h.Key == key {
			return h.Value
		}
	}
	if p, err := rec.start(); err == nil && key == handicapKey {
		return handicapName(p)
	}
	return ""
}

// Set gives the first header with the key a new value, or adds one at the end. The
// usual keys are 先手 and 後手 for the players (下手 and 上手 in handicap games), 棋戦 for
// the event, 開始日時 for the date and 場所 for the place; any other may be used.
// Line breaks are refused when the record is written, blanks at either end left
// out.
func (rec *Record) Set(key, value string) {
	for i := range rec.Headers {
		if rec.Headers[i].Key == key {
			rec.Headers[i].Value = value
			return
		}
	}
	rec.Headers = append(rec.Headers, Header{key, value})
}

// Game plays the main line and returns the game. An ending ends it, unless the
// moves have ended it before; so does text that was not read ([Node.Unread]), without a
// result and without an error. A move that the game refuses, because it repeats a
// position or the game is over, gives a *[RecordError] together with the game up
// to there.
func (rec *Record) Game() (*Game, error) {
	p, err := rec.start()
	if err != nil {
		return nil, &RecordError{Err: err}
	}
	g := NewGame(p)
	siblings := rec.Next
	for len(siblings) > 0 && siblings[0] != nil {
		n := siblings[0]
		if n.Move == NoMove {
			if n.End.Over() && !g.Outcome().Over() {
				err = g.End(n.End)
			}
		} else {
			err = g.Play(n.Move)
		}
		if err != nil {
			return g, &RecordError{Node: n, Number: g.Len() + 1, Err: err}
		}
		if n.Move == NoMove {
			break
		}
		siblings = n.Next
	}
	return g, nil
}

// Main yields the main line, endings included, each node with the position before
// it, which the caller may keep and change. It ends at a move that is not legal. Text
// that was not read ([Node.Unread]) is the last node of its line, with NoMove.
func (rec *Record) Main() iter.Seq2[*Position, *Node] {
	return func(yield func(*Position, *Node) bool) {
		t := rec.tour()
		for t.next() && t.index == 0 {
			before := t.trail.pos
			if !yield(&before, t.node) {
				return
			}
		}
	}
}

// All yields every node, each with the position before it, which the caller may
// keep and change: first the main line, then the variations, the last to branch
// off first, which is the order of a KIF file. What follows a move that is not
// legal is left out.
func (rec *Record) All() iter.Seq2[*Position, *Node] {
	return func(yield func(*Position, *Node) bool) {
		t := rec.tour()
		for t.next() {
			before := t.trail.pos
			if !yield(&before, t.node) {
				return
			}
		}
	}
}

// RecordError says which node of a record is at fault.
type RecordError struct {
	Node   *Node // nil for the record itself
	Number int   // the number of the move, from 1; 0 for the record itself
	Err    error // the reason; an [Illegality] or an error that wraps one for a move that the rules forbid
}

// Error names the move and the reason.
func (e *RecordError) Error() string {
	switch {
	case e.Node == nil:
		return fmt.Sprintf("record: %v", e.Err)
	case e.Node.Move != NoMove:
		return fmt.Sprintf("record: move %d (%v): %v", e.Number, e.Node.Move, e.Err)
	}
	return fmt.Sprintf("record: after move %d: %v", e.Number-1, e.Err)
}

// Unwrap returns the reason.
func (e *RecordError) Unwrap() error { return e.Err }

// Validate returns nil if the record is consistent, and otherwise a
// *[RecordError] for the first node that is not: a move that the rules forbid in
// its position, a move after an ending, a node that is two things at once, nil, or
// reached twice. What a game makes of repetitions is left to [Record.Game].
func (rec *Record) Validate() error {
	if _, err := rec.start(); err != nil {
		return &RecordError{Err: err}
	}
	if rec.FirstNumber < 0 || rec.FirstNumber >= maxPly {
		return &RecordError{Err: fmt.Errorf("the number of the first move is %d", rec.FirstNumber)}
	}
	seen := map[*Node]bool{}
	t := rec.tour()
	for t.next() {
		err := t.fault()
		if err == nil && seen[t.node] {
			err = errNodeTwice
		}
		if err != nil {
			return t.fail(err)
		}
		seen[t.node] = true
	}
	return t.err
}

var (
	errNoNode     = errors.New("the node is nil")
	errNodeTwice  = errors.New("the node is reached twice")
	errMoveAndEnd = errors.New("an ending is a node of its own, not part of a move")
	errAfterEnd   = errors.New("a move follows an ending")
	errUnreadOnly = errors.New("a node of unread text has something else")
	errEmptyNode  = errors.New("the node has neither move nor ending nor text")
)

// trail is the way from the start of a record to a position.
type trail struct {
	pos    Position
	steps  []step
	moves  int              // how many of the steps are moves; endings come last
	totals [2]time.Duration // the thinking time of each side so far
}

type step struct {
	node  *Node
	undo  Undo          // of a move
	total time.Duration // what totals had for the side to move
}

// push goes on to n, whose move must be legal.
func (t *trail) push(n *Node) {
	us := t.pos.turn & 1
	s := step{node: n, total: t.totals[us]}
	t.totals[us] = addTimes(t.totals[us], n.Time)
	if n.Move != NoMove {
		s.undo = t.pos.Do(n.Move)
		t.moves++
	}
	t.steps = append(t.steps, s)
}

// pop goes back one step.
func (t *trail) pop() {
	last := len(t.steps) - 1
	s := t.steps[last]
	t.steps[last].node = nil
	t.steps = t.steps[:last]
	if s.node.Move != NoMove {
		t.pos.Undo(s.undo)
		t.moves--
	}
	t.totals[t.pos.turn&1] = s.total
}

// last returns the node of the last step, nil at the start.
func (t *trail) last() *Node {
	if len(t.steps) == 0 {
		return nil
	}
	return t.steps[len(t.steps)-1].node
}

// previous returns the move before, NoMove at the start.
func (t *trail) previous() Move {
	if n := t.last(); n != nil {
		return n.Move
	}
	return NoMove
}

// atEnding reports whether the last step is no move: an ending, or what was not read.
func (t *trail) atEnding() bool {
	n := t.last()
	return n != nil && n.Move == NoMove
}

// addTimes adds without overflow.
func addTimes(a, b time.Duration) time.Duration {
	const most = 1<<63 - 1
	if b > 0 && a > most-b {
		return most
	}
	return a + b
}

// tour visits the nodes of a record in the order of a KIF file, without
// recursion: trees may be very deep.
type tour struct {
	trail  trail
	node   *Node // the node visited
	index  int   // its place among its siblings
	more   bool  // whether siblings follow
	levels []level
	err    error // a fault in the tree, which cuts off what lies below
}

type level struct {
	siblings []*Node
	next     int
}

func (rec *Record) tour() *tour {
	t := &tour{}
	p, err := rec.start()
	if err != nil {
		t.err = &RecordError{Err: err}
		return t
	}
	t.trail.pos = *p
	t.levels = append(t.levels, level{siblings: rec.Next})
	return t
}

// next goes to the next node; it returns false at the end.
func (t *tour) next() bool {
	if t.node != nil && t.enter() {
		t.trail.push(t.node)
		t.levels = append(t.levels, level{siblings: t.node.Next})
	}
	t.node = nil
	for len(t.levels) > 0 {
		l := &t.levels[len(t.levels)-1]
		if l.next >= len(l.siblings) {
			t.levels = t.levels[:len(t.levels)-1]
			if len(t.levels) > 0 {
				t.trail.pop()
			}
			continue
		}
		t.node, t.index = l.siblings[l.next], l.next
		l.next++
		t.more = l.next < len(l.siblings)
		if t.node != nil {
			return true
		}
		t.note(errNoNode)
	}
	return false
}

// enter reports whether the tour may go below the node: not through a move that
// is not legal, nor round in a circle.
func (t *tour) enter() bool {
	if t.node.Move != NoMove {
		if reason := t.trail.pos.illegality(t.node.Move); reason != 0 {
			t.note(reason)
			return false
		}
	}
	// A circle comes back to every one of its nodes, so it is enough to look out
	// for one of them, chosen anew as the way gets longer.
	if n := len(t.trail.steps); n > 0 {
		if t.trail.steps[1<<(bits.Len(uint(n))-1)-1].node == t.node {
			t.note(errNodeTwice)
			return false
		}
	}
	return true
}

// note keeps the first fault.
func (t *tour) note(err error) {
	if t.err == nil {
		t.err = t.fail(err)
	}
}

// fail reports a fault of the node visited.
func (t *tour) fail(err error) error {
	return &RecordError{Node: t.node, Number: t.trail.moves + 1, Err: err}
}

// fault returns what is wrong with the node visited.
func (t *tour) fault() error {
	n := t.node
	ending := n.EndText != "" || n.End != Outcome{}
	switch {
	case n.Move != NoMove && (ending || n.Unread != ""):
		return errMoveAndEnd
	case n.Move != NoMove && t.trail.atEnding():
		return errAfterEnd
	case n.Move != NoMove:
		if reason := t.trail.pos.illegality(n.Move); reason != 0 {
			return reason
		}
	case n.Unread != "":
		if ending || n.Time != 0 || n.TimeText != "" || n.Comment != "" || n.Bookmark != "" || n.Remark != "" || len(n.Next) > 0 {
			return errUnreadOnly
		}
	case !ending:
		return errEmptyNode
	}
	return nil
}

// Cursor stands somewhere in a [Record], moves through it and changes it. Every
// change it makes leaves a consistent record consistent. A cursor is lost when
// the record is changed above it by other means. The zero Cursor stands in a record
// of its own, in the zero [Position]. It must not be copied by assignment: make another
// one, or go on with this.
type Cursor struct {
	_     noCopy
	rec   *Record
	trail trail
}

// Cursor returns a new cursor at the start of the record. Where Start and Rules
// are not valid it stands in the zero [Position], where no move can be made.
func (rec *Record) Cursor() *Cursor {
	c := &Cursor{rec: rec}
	if p, err := rec.start(); err == nil {
		c.trail.pos = *p
	}
	return c
}

// Position returns the position where the cursor stands, in a copy that is the
// caller's own.
func (c *Cursor) Position() *Position {
	p := c.trail.pos
	return &p
}

// Node returns the node that led to where the cursor stands, nil at the start.
func (c *Cursor) Node() *Node { return c.trail.last() }

// Len returns the number of moves from the start to the cursor.
func (c *Cursor) Len() int { return c.trail.moves }

// Next returns what follows where the cursor stands. The slice belongs to the
// record.
func (c *Cursor) Next() []*Node {
	if c.rec == nil {
		return nil // no record is made before something is added: reading must not change the cursor
	}
	return *c.next()
}

// next returns what follows where the cursor stands; the cursor has a record.
func (c *Cursor) next() *[]*Node {
	if n := c.trail.last(); n != nil {
		return &n.Next
	}
	return &c.rec.Next
}

// siblings returns the continuations among which the cursor's node stands.
func (c *Cursor) siblings() *[]*Node {
	if n := len(c.trail.steps); n > 1 {
		return &c.trail.steps[n-2].node.Next
	}
	return &c.rec.Next
}

// Forward goes to the continuation with the given index, 0 for the main one. It
// returns false, and stays, if there is none or its move is not legal.
func (c *Cursor) Forward(index int) bool {
	next := c.Next()
	if index < 0 || index >= len(next) || next[index] == nil {
		return false
	}
	n := next[index]
	if n.Move != NoMove && c.trail.pos.illegality(n.Move) != 0 {
		return false
	}
	c.trail.push(n)
	return true
}

// Back goes one step back. It returns false at the start.
func (c *Cursor) Back() bool {
	if len(c.trail.steps) == 0 {
		return false
	}
	c.trail.pop()
	return true
}

// Play goes on by m: to the continuation that has this move, or else to a new
// one, which it adds after the others. An illegal move and a move after an ending,
// which is [GameOver], change nothing and give a *[MoveError].
func (c *Cursor) Play(m Move) error {
	reason := c.trail.pos.illegality(m)
	if c.trail.atEnding() {
		reason = GameOver
	}
	if reason != 0 {
		return &MoveError{Move: m, Reason: reason, SFEN: c.trail.pos.SFEN()}
	}
	for i, n := range c.Next() {
		if n != nil && n.Move == m {
			c.Forward(i)
			return nil
		}
	}
	c.add(&Node{Move: m})
	return nil
}

// End adds an ending where the cursor stands and goes there. It returns
// [ErrOutcome] for an outcome that ends no game, and [GameOver] after an ending.
func (c *Cursor) End(o Outcome) error {
	switch {
	case !o.valid():
		return ErrOutcome
	case c.trail.atEnding():
		return GameOver
	}
	c.add(&Node{End: o, EndText: endingWord(o, &c.trail.pos)})
	return nil
}

// add appends n to the continuations and goes there. Its move must be legal.
func (c *Cursor) add(n *Node) {
	if c.rec == nil {
		c.rec = new(Record)
	}
	next := c.next()
	*next = append(*next, n)
	c.trail.push(n)
}

// Remove takes the cursor's node and all that follows it out of the record and
// goes one step back. It returns false at the start, where there is nothing to
// remove.
func (c *Cursor) Remove() bool {
	n := c.trail.last()
	if n == nil {
		return false
	}
	siblings := c.siblings()
	*siblings = slices.DeleteFunc(*siblings, func(s *Node) bool { return s == n })
	c.trail.pop()
	return true
}

// Promote moves the cursor's node to the front of its siblings, which makes it the
// main continuation. It returns false at the start.
func (c *Cursor) Promote() bool {
	n := c.trail.last()
	if n == nil {
		return false
	}
	siblings := *c.siblings()
	if i := slices.Index(siblings, n); i > 0 {
		copy(siblings[1:i+1], siblings[:i])
		siblings[0] = n
	}
	return true
}
