package shoshogi

import (
	"errors"
	"iter"
	"slices"
	"strings"
)

// Result says who has won.
type Result uint8

// The results.
const (
	Undecided Result = iota // the game goes on
	BlackWins
	WhiteWins
	Draw
)

// Reason says what decided a game.
type Reason uint8

// The reasons. ByAgreement is declared apart.
const (
	NoReason         Reason = iota
	ByCheckmate             // 詰み: the last royal is attacked and no move saves it
	ByNoMoves               // the side to move has no legal move and is not in check
	ByRoyalCaptured         // 玉取り: the last royal has been taken
	ByBareKing              // 駒枯れ: one side has one royal and nothing else
	ByBothBare              // both sides have one royal and nothing else
	ByRepetition            // 千日手
	ByPerpetualCheck        // 連続王手の千日手
	ByResignation           // 投了
	ByTimeout               // 切れ負け
	ByIllegalMove           // 反則: a foul, whichever move of the game it was
	ByImpasse               // 持将棋
	ByDeclaration           // 入玉宣言
	_                       // ByAgreement
	ByAbandoned             // 中断: broken off
)

// ByAgreement, as a [Reason], says that the sides agreed on the result; as an
// [Impasse], that a game neither side can win is settled by agreement, as the
// zero Impasse does. It is untyped to serve as both.
const ByAgreement = 13

var (
	resultNames = []string{"undecided", "black-wins", "white-wins", "draw"}
	reasonNames = []string{"none", "checkmate", "no-moves", "royal-captured", "bare-king", "both-bare", "repetition", "perpetual-check",
		"resignation", "timeout", "illegal-move", "impasse", "declaration", "agreement", "abandoned"}
)

// String returns "undecided", "black-wins", "white-wins" or "draw".
func (v Result) String() string { return nameOf("Result", resultNames, uint8(v)) }

// String returns the reason in words joined by hyphens: "bare-king".
func (v Reason) String() string { return nameOf("Reason", reasonNames, uint8(v)) }

// ParseResult reads what [Result.String] writes. Any other text is a
// *[ParseError].
func ParseResult(s string) (Result, error) { return parseName[Result]("result", resultNames, s) }

// ParseReason reads what [Reason.String] writes. Any other text is a
// *[ParseError].
func ParseReason(s string) (Reason, error) { return parseName[Reason]("reason", reasonNames, s) }

// Outcome is the result of a game with its reason. The zero Outcome is a game
// that goes on.
type Outcome struct {
	Result Result
	Reason Reason
}

// Over reports whether the game has ended: it has a result, or a reason without
// one, as a game broken off has.
func (o Outcome) Over() bool { return o.Result != Undecided || o.Reason == ByAbandoned }

// Winner returns the side that has won; ok is false if none has.
func (o Outcome) Winner() (c Color, ok bool) {
	switch o.Result {
	case BlackWins:
		return Black, true
	case WhiteWins:
		return White, true
	}
	return Black, false
}

func winFor(c Color) Result { return BlackWins + Result(c&1) }

// String returns the outcome in words: "Black wins by bare king", "draw",
// "abandoned", "undecided".
func (o Outcome) String() string {
	reason := strings.ReplaceAll(o.Reason.String(), "-", " ")
	text := ""
	switch o.Result {
	case Undecided:
		if !o.Over() {
			return "undecided"
		}
		return reason
	case BlackWins:
		text = "Black wins"
	case WhiteWins:
		text = "White wins"
	case Draw:
		text = "draw"
	default:
		text = o.Result.String()
	}
	if o.Reason == NoReason {
		return text
	}
	return text + " by " + reason
}

// valid reports whether o can end a game: a known result, or broken off without
// one, with a known reason or none.
func (o Outcome) valid() bool { return o.Result <= Draw && o.Reason <= ByAbandoned && o.Over() }

// Game is a position with its history: it knows repetitions and how the game
// ended. Make one with [NewGame] or [ParseUSI]; the zero Game is a game from the
// zero Position, over before it began: Outcome has the reason [ByAbandoned]. A Game must
// not be used by several goroutines at once while one of them changes it. It must not be
// copied by assignment, as a Position may be: the copies would share their history. Use
// [Game.Clone]; go vet finds such copies.
type Game struct {
	_         noCopy
	pos       Position
	moments   []moment   // one for each position so far, the start first
	snapshots []Position // every snapshotDistance-th position, the start first
	buckets   []int32    // index of the latest moment whose hash falls into the bucket, plus 1
	ripe      int        // how many moments could make the next recurrence one too many
	outcome   Outcome
}

// noCopy lets go vet report copies of what must not be copied, as it does for mutexes.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// moment is what a game remembers of one of its positions.
type moment struct {
	hash    uint64
	undo    Undo  // takes back the move that led here
	bucket  int32 // index of the next older moment of the same bucket, plus 1
	same    int32 // index of the latest earlier moment of the same position, -1 if there is none
	ordinal int32 // the how-manieth occurrence of the position this is, from 1
}

// NewGame returns a game that starts from p, which it copies. Where p is over
// under its rules, so is the game.
func NewGame(p *Position) *Game {
	g := &Game{pos: *p}
	g.remember(Undo{}, g.pos.Hash(), -1)
	g.outcome = g.pos.Outcome()
	return g
}

// Position returns the present position, in a copy that is the caller's own.
func (g *Game) Position() *Position {
	p := g.pos
	return &p
}

// Start returns the position from which the game started, in a copy that is the
// caller's own.
func (g *Game) Start() *Position {
	var p Position
	if len(g.snapshots) > 0 {
		p = g.snapshots[0]
	}
	return &p
}

// Len returns the number of moves played.
func (g *Game) Len() int { return max(len(g.moments)-1, 0) }

// All yields the moves of the game, each with the position before it, which the
// caller may keep and change.
func (g *Game) All() iter.Seq2[*Position, Move] {
	return func(yield func(*Position, Move) bool) {
		p := g.Start()
		for i := 1; i <= g.Len(); i++ {
			before := *p
			m := g.moments[i].undo.Move()
			if !yield(&before, m) {
				return
			}
			p.Do(m)
		}
	}
}

// Moves returns the moves played, in a new slice.
func (g *Game) Moves() []Move {
	moves := make([]Move, 0, g.Len())
	for i := 1; i <= g.Len(); i++ {
		moves = append(moves, g.moments[i].undo.Move())
	}
	return moves
}

// Outcome returns how the game stands: decided by the position, by repetition
// or by [Game.End], in this order, or undecided.
func (g *Game) Outcome() Outcome {
	if len(g.moments) == 0 {
		return g.pos.Outcome()
	}
	return g.outcome
}

// Play makes a move. If it is illegal, forbidden by the repetition rule or the
// game is over, Play changes nothing and returns a *[MoveError].
func (g *Game) Play(m Move) error {
	reason := g.illegality(m)
	if reason == 0 {
		reason = g.play(m)
	}
	if reason != 0 {
		return &MoveError{Move: m, Reason: reason, SFEN: g.pos.SFEN()}
	}
	return nil
}

func (g *Game) illegality(m Move) Illegality {
	if g.outcome.Over() || len(g.moments) == 0 {
		return GameOver
	}
	return g.pos.illegality(m)
}

// play makes a move that the position allows, unless it repeats.
func (g *Game) play(m Move) Illegality {
	_, ruling := g.advance(m)
	if ruling.forbidden {
		return Repeats
	}
	g.settle(ruling)
	return 0
}

// advance makes a move that the position allows, unless it repeats, and returns what
// takes it back and what the repetition rule says of it. The outcome is left to
// settle.
func (g *Game) advance(m Move) (Undo, ruling) {
	u := g.pos.Do(m)
	hash := g.pos.Hash()
	same := g.earlier(&g.pos, u, hash)
	ruling := g.repetition(&g.pos, u, same)
	if ruling.forbidden {
		g.pos.Undo(u)
	} else {
		g.remember(u, hash, same)
	}
	return u, ruling
}

// settle works out the outcome after a move of which the repetition rule says what
// ruling has.
func (g *Game) settle(ruling ruling) {
	g.outcome = g.pos.Outcome()
	if !g.outcome.Over() {
		g.outcome = ruling.outcome
	}
	if !g.outcome.Over() && g.stuck() {
		g.outcome = Outcome{winFor(g.pos.turn.Other()), ByNoMoves}
	}
}

// Undo takes the last move back, together with a verdict, and returns it. Without
// a move to take back it changes nothing and returns NoMove and false.
func (g *Game) Undo() (Move, bool) {
	n := g.Len()
	if n == 0 {
		return NoMove, false
	}
	last := g.moments[n]
	g.pos.Undo(last.undo)
	g.moments = g.moments[:n]
	g.snapshots = g.snapshots[:(n-1)/snapshotDistance+1]
	g.buckets[last.hash&uint64(len(g.buckets)-1)] = last.bucket
	if g.isRipe(last) {
		g.ripe--
	}
	g.outcome = Outcome{} // the game went on from here, so nothing had decided it
	return last.undo.Move(), true
}

// AppendMoves appends the legal moves to dst and returns the extended slice: those
// of the position, less the moves that the repetition rule forbids, and none when
// the game is over. It does not allocate if dst has room for MaxMoves more moves
// and no position has yet come about often enough to forbid one.
func (g *Game) AppendMoves(dst []Move) []Move {
	if g.outcome.Over() {
		return dst
	}
	n := len(dst)
	dst = g.pos.AppendMoves(dst)
	if !g.mayForbid() {
		return dst
	}
	kept := slices.DeleteFunc(dst[n:], g.forbids)
	return dst[:n+len(kept)]
}

// LegalMoves returns the legal moves in a new slice; see [Game.AppendMoves].
func (g *Game) LegalMoves() []Move {
	var buf moveBuffer
	return slices.Clone(g.AppendMoves(buf[:0]))
}

// RandomMove returns a legal move chosen by random, a number of 64 random bits, as
// [Position.RandomMove] does; moves that the repetition rule forbids are never
// chosen. It returns NoMove when the game is over.
func (g *Game) RandomMove(random uint64) Move {
	if g.outcome.Over() {
		return NoMove
	}
	m := g.pos.RandomMove(random)
	if !g.mayForbid() || m == NoMove || !g.forbids(m) {
		return m
	}
	var buf moveBuffer
	return choose(g.AppendMoves(buf[:0]), mix(random))
}

// Legal reports whether [Game.Play] would accept m. Any value may be asked for.
func (g *Game) Legal(m Move) bool { return g.ValidateMove(m) == nil }

// ValidateMove returns nil if [Game.Play] would accept m, and otherwise an
// [Illegality]. Any value may be asked for.
func (g *Game) ValidateMove(m Move) error {
	if reason := g.illegality(m); reason != 0 {
		return reason
	}
	if g.mayForbid() && g.forbids(m) {
		return Repeats
	}
	return nil
}

// Repetitions returns how often the present position has come about in this
// game, 1 for the first time.
func (g *Game) Repetitions() int {
	if len(g.moments) == 0 {
		return 0
	}
	return int(g.moments[g.Len()].ordinal)
}

// ErrOutcome says that an outcome cannot end a game: it has no result and is not
// broken off, or has an unknown value.
var ErrOutcome = errors.New("not an outcome that ends a game")

// End ends the game by something else than a move: resignation, time, agreement.
// It returns [ErrOutcome] for an outcome that is none, and [GameOver] if the game
// is over already. Any result goes with any reason, whether or not the position
// bears it out: a record may say so. [Game.Undo] takes the ending back together with the
// last move.
func (g *Game) End(o Outcome) error {
	switch {
	case !o.valid():
		return ErrOutcome
	case g.Outcome().Over():
		return GameOver
	}
	g.outcome = o
	return nil
}

// Clone returns an independent copy of the game.
func (g *Game) Clone() *Game {
	return &Game{
		pos:       g.pos,
		moments:   slices.Clone(g.moments),
		snapshots: slices.Clone(g.snapshots),
		buckets:   slices.Clone(g.buckets),
		ripe:      g.ripe,
		outcome:   g.outcome,
	}
}

// USI returns the game as the USI protocol writes it after the word position:
// "startpos moves 7g7f 3c3d", or "sfen … moves …" from another position than the
// initial one.
func (g *Game) USI() string {
	if len(g.moments) == 0 {
		return ""
	}
	start := g.Start()
	b := make([]byte, 0, 160+6*g.Len())
	if *start == start.rulesOf().start {
		b = append(b, "startpos"...)
	} else {
		b = start.AppendSFEN(append(b, "sfen "...))
	}
	for i := 1; i <= g.Len(); i++ {
		if i == 1 {
			b = append(b, " moves"...)
		}
		b = g.moments[i].undo.Move().appendUSI(append(b, ' '))
	}
	return string(b)
}

// ParseUSI reads a game as the USI protocol writes it, "startpos moves 7g7f 3c3d"
// or "sfen … moves …", with or without the word position in front, under the
// given rules. The game ends where the moves do; no move may follow the end of the
// game. A fault in the text, an illegal move among them, is a *[ParseError] with
// the byte offset of the word; an impossible start gives the error of
// [ParseSFEN].
//
// Time and memory grow in proportion to the text, unless the rules count cycles:
// see [Repetition].
func ParseUSI(r Rules, s string) (*Game, error) {
	words := usiWords{text: s}
	word := words.next()
	if word == "position" {
		word = words.next()
	}
	p, err := words.start(r, word)
	if err != nil {
		return nil, err
	}
	g := NewGame(p)
	if word = words.next(); word == "" {
		return g, nil
	}
	if word != "moves" {
		return nil, words.fail(errors.New(`want "moves"`))
	}
	for word = words.next(); word != ""; word = words.next() {
		m, err := ParseMove(word)
		if err != nil {
			return nil, words.fail(errors.Unwrap(err))
		}
		if err := g.Play(m); err != nil {
			return nil, words.fail(err)
		}
	}
	return g, nil
}

// MustParseUSI is ParseUSI for texts known to be right; it panics on an error.
func MustParseUSI(r Rules, s string) *Game {
	g, err := ParseUSI(r, s)
	if err != nil {
		panic(err)
	}
	return g
}

// usiWords cuts a text at white space and knows where the last word stood.
type usiWords struct {
	text     string
	from, to int
}

const usiSpace = " \t\r\n"

// next returns the next word, "" at the end.
func (w *usiWords) next() string {
	rest := w.text[w.to:]
	trimmed := strings.TrimLeft(rest, usiSpace)
	w.from = w.to + len(rest) - len(trimmed)
	w.to = w.from + len(trimmed)
	if end := strings.IndexAny(trimmed, usiSpace); end >= 0 {
		w.to = w.from + end
	}
	return w.text[w.from:w.to]
}

func (w *usiWords) fail(err error) *ParseError {
	e := textError("USI", w.text, w.from, "")
	e.Text, e.Err = w.text[w.from:w.to], err
	return e
}

// start reads the initial position, whose first word has been read.
func (w *usiWords) start(r Rules, first string) (*Position, error) {
	if first != "startpos" && first != "sfen" {
		return nil, w.fail(errors.New(`want "startpos" or "sfen"`))
	}
	book, err := bookOf(r)
	if err != nil {
		return nil, err
	}
	if first == "startpos" {
		p := book.start
		return &p, nil
	}
	w.next()
	begin := w.from
	end := w.to
	for range 3 {
		mark := *w
		if word := w.next(); word == "" || word == "moves" {
			*w = mark
			break
		}
		end = w.to
	}
	p := new(Position)
	err = book.readSFEN(p, &sfenReader{text: w.text[begin:end]})
	if fault, ok := err.(*ParseError); ok {
		return nil, w.within(fault, begin)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// within turns a fault in the SFEN that begins at the offset into one in the
// whole text.
func (w *usiWords) within(fault *ParseError, begin int) *ParseError {
	e := textError("USI", w.text, begin+fault.Offset, "")
	e.Text, e.Err = fault.Text, fault.Err
	return e
}
