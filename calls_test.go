package shoshogi_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	. "example.com/shoshogi"
)

// exportedFuncs are the functions of the package but those that may panic.
var exportedFuncs = map[string]any{
	"Asakura": Asakura, "Heian": Heian, "HeianSmall": HeianSmall, "Sho": Sho, "Sho46": Sho46, "ShoChu": ShoChu,
	"ShoFederation": ShoFederation, "ShoModern": ShoModern, "Shogi": Shogi, "RulesNames": RulesNames,
	"KIFs": KIFs, "KindsOf": KindsOf, "NewDrop": NewDrop, "NewGame": NewGame, "NewMove": NewMove, "NewPiece": NewPiece,
	"NewRecord": NewRecord, "ParseColor": ParseColor, "ParseCoordinates": ParseCoordinates, "ParseDiagram": ParseDiagram,
	"ParseKI2": ParseKI2, "ParseLettering": ParseLettering,
	"ParseKIF": ParseKIF, "ParseKind": ParseKind, "ParseKinds": ParseKinds, "ParseMove": ParseMove, "ParsePiece": ParsePiece,
	"ParseReason": ParseReason, "ParseResult": ParseResult, "ParseRules": ParseRules, "ParseSFEN": ParseSFEN,
	"ParseSquare": ParseSquare, "ParseSquareSet": ParseSquareSet, "ParseUSI": ParseUSI, "ReadKI2": ReadKI2,
	"ReadKIF": ReadKIF, "ReadRecord": ReadRecord, "SquareAt": SquareAt, "SquaresOf": SquaresOf,
}

// exportedTypes has a value of each type with methods.
var exportedTypes = []any{
	new(AmbiguousMoveError), new(BareKing), new(Check), new(Color), new(Compulsory), new(Coordinates), new(Cursor),
	new(DeclarationError), new(Game), new(Illegality), new(Impasse), new(Kind), new(Kinds), new(Lettering), new(Move),
	new(MoveError), new(Outcome), new(ParseError), new(ParseErrors), new(Perpetual), new(Piece), new(Placement),
	new(Position), new(Promotion), new(ReadOptions), new(Reason), new(Record), new(RecordError), new(Result), new(Rules),
	new(RulesError), new(Setup), new(SetupError), new(SetupFault), new(SetupProblem), new(Square), new(SquareSet), new(Undo),
	new(UnencodableError), new(Verdict),
}

// TestNothingPanics calls every exported function and method, but for those whose
// doc comments announce a panic, with values of all sorts.
func TestNothingPanics(t *testing.T) {
	times := 200 * rounds()
	for name, f := range exportedFuncs {
		t.Run(name, func(t *testing.T) {
			callAtRandom(t, times, func(*caller) reflect.Value { return reflect.ValueOf(f) })
		})
	}
	for _, value := range exportedTypes {
		typ := reflect.TypeOf(value)
		for i := range typ.NumMethod() {
			t.Run(typ.Elem().Name()+"."+typ.Method(i).Name, func(t *testing.T) {
				callAtRandom(t, times, func(c *caller) reflect.Value { return c.receiver(typ).Method(i) })
			})
		}
	}
}

// TestEveryExportIsCalled makes sure that TestNothingPanics leaves none out.
func TestEveryExportIsCalled(t *testing.T) {
	data, err := os.ReadFile(apiFile)
	if err != nil {
		t.Fatal(err)
	}
	methods := map[string]bool{}
	for _, value := range exportedTypes {
		typ := reflect.TypeOf(value)
		for i := range typ.NumMethod() {
			methods[typ.Elem().Name()+"."+typ.Method(i).Name] = true
		}
	}
	for line := range strings.Lines(string(data)) {
		signature, isFunc := strings.CutPrefix(line, "func ")
		if !isFunc {
			continue
		}
		name, _, _ := strings.Cut(signature, "(")
		if name != "" {
			mayPanic := strings.HasPrefix(name, "Must") || name == "NewPosition"
			if exportedFuncs[name] == nil != mayPanic {
				t.Errorf("%s is missing in exportedFuncs, or may panic", name)
			}
			continue
		}
		receiver, rest, _ := strings.Cut(signature[1:], ") ")
		method, _, _ := strings.Cut(rest, "(")
		name = strings.TrimPrefix(strings.Fields(receiver)[1], "*") + "." + method
		if !methods[name] {
			t.Errorf("the type of %s is missing in exportedTypes", name)
		}
	}
}

// callAtRandom calls a function as often as said.
func callAtRandom(t *testing.T, times int, choose func(*caller) reflect.Value) {
	for seed := range times {
		c := &caller{Rand: rand.New(rand.NewPCG(uint64(seed), 1))}
		f := choose(c)
		var args []reflect.Value
		defer func() {
			if fault := recover(); fault != nil {
				t.Errorf("seed %d: panic: %v, called with %s\n%s", seed, fault, showValues(args), debug.Stack())
			}
		}()
		args = c.arguments(f.Type())
		var results []reflect.Value
		if f.Type().IsVariadic() {
			results = f.CallSlice(args)
		} else {
			results = f.Call(args)
		}
		for _, result := range results {
			exhaust(result)
		}
	}
}

func showValues(values []reflect.Value) string {
	var b strings.Builder
	for _, v := range values {
		fmt.Fprintf(&b, " %.300q", fmt.Sprintf("%#v", v.Interface()))
	}
	return b.String()
}

// exhaust runs an iterator to its end, and once more to its first value, and asks
// an error for its text.
func exhaust(v reflect.Value) {
	if v.Kind() != reflect.Func {
		if err, ok := v.Interface().(error); ok && v.Kind() == reflect.Interface && err != nil {
			_ = err.Error()
		}
		return
	}
	for limit := range 2 {
		n := 0
		count := func() bool { n++; return limit == 1 && n < 1000 }
		if v.Type().CanSeq2() {
			for range v.Seq2() {
				if !count() {
					break
				}
			}
		} else {
			for range v.Seq() {
				if !count() {
					break
				}
			}
		}
	}
}

// caller makes up arguments.
type caller struct{ *rand.Rand }

// arguments returns a value for each parameter. Where two numbers are parameters
// of one that searches or plays out, they are kept small.
func (c *caller) arguments(f reflect.Type) []reflect.Value {
	args := make([]reflect.Value, f.NumIn())
	for i := range args {
		args[i] = c.value(f.In(i))
	}
	searches := f.NumIn() == 1 && f.In(0).Kind() == reflect.Int && f.Out(0).Kind() == reflect.Uint64 || f.NumIn() == 3 && f.NumOut() == 2
	playsOut := f.NumIn() == 2 && f.NumOut() == 2 && f.Out(0) == reflect.TypeFor[Outcome]()
	for i := range args {
		if searches && args[i].Kind() == reflect.Int {
			args[i] = reflect.ValueOf(c.IntN(5) - 1)
		}
		if playsOut && args[i].Kind() == reflect.Int {
			args[i] = reflect.ValueOf(pick(c, math.MinInt, -1, 0, 1, 100, 500))
		}
	}
	return args
}

// receiver makes up a value to call a method of; pointers are not nil.
func (c *caller) receiver(t reflect.Type) reflect.Value {
	v := c.value(t)
	if v.IsNil() {
		v = reflect.New(t.Elem())
	}
	return v
}

func pick[T any](c *caller, values ...T) T { return values[c.IntN(len(values))] }

// value makes up a value: zero, extreme or at random. Pointers are nil only to
// options and nodes.
func (c *caller) value(t reflect.Type) reflect.Value {
	made := reflect.New(t).Elem()
	switch v := made.Addr().Interface().(type) {
	case *context.Context:
		*v = c.context()
	case *io.Reader:
		*v = pick[io.Reader](c, strings.NewReader(c.text()), bytes.NewReader(c.bytes()), iotest.ErrReader(errors.New("unreadable")),
			iotest.OneByteReader(strings.NewReader(c.text())), iotest.TimeoutReader(strings.NewReader(c.text())))
	case *io.Writer:
		*v = pick[io.Writer](c, io.Discard, new(bytes.Buffer), brokenWriter{})
	case *error:
		*v = pick[error](c, nil, ErrIllegalMove, ErrOutcome, NotInHand, &ParseError{}, errors.New("other"))
	case **Position:
		*v = c.position()
	case **Game:
		*v = c.game()
	case **Record:
		*v = c.record()
	case **Cursor:
		*v = c.cursor()
	case *Undo:
		*v = pick(c, Undo{}, c.position().Do(c.move()))
	case *Move:
		*v = c.move()
	case *Square:
		*v = Square(pick(c, 0, c.IntN(82), c.IntN(256), 255))
	case *string:
		*v = c.text()
	case *[]byte:
		*v = c.bytes()
	case *Rules:
		*v = c.rules()
	case *SquareSet:
		*v = pick(c, SquareSet{}, SquaresOf(c.value(reflect.TypeFor[[]Square]()).Interface().([]Square)...), c.position().Board())
	case *Setup:
		*v = c.setup()
	case *Position:
		*v = *c.position()
	case *time.Duration:
		*v = pick(c, 0, time.Duration(c.Uint64()), time.Second, -time.Second, math.MaxInt64, math.MinInt64)
	default:
		c.fill(made)
	}
	return made
}

// fill makes up a value by its kind.
func (c *caller) fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(c.IntN(2) == 0)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(pick(c, 0, 1, c.Uint64N(20), c.Uint64(), math.MaxUint64) & (math.MaxUint64 >> (64 - v.Type().Bits())))
	case reflect.Int32, reflect.Int:
		v.SetInt(int64(pick(c, 0, 1, -1, c.IntN(10), int(int32(c.Uint32())), math.MaxInt32, math.MinInt32)))
	case reflect.Slice:
		n := pick(c, 0, 1, 2, 7)
		v.Set(reflect.MakeSlice(v.Type(), n, n+c.IntN(2)*2000))
		for i := range n {
			v.Index(i).Set(c.value(v.Type().Elem()))
		}
	case reflect.Array:
		for i := range v.Len() {
			v.Index(i).Set(c.value(v.Type().Elem()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if c.IntN(2) == 0 {
				v.Field(i).Set(c.value(v.Field(i).Type()))
			}
		}
	case reflect.Pointer:
		optional := strings.HasSuffix(v.Type().Elem().Name(), "Options") || v.Type().Elem().Name() == "Node"
		if !optional || c.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			v.Elem().Set(c.value(v.Type().Elem()))
		}
	default:
		panic("no values of type " + v.Type().String())
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func (c *caller) context() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	if c.IntN(2) == 0 {
		cancel()
	}
	_ = cancel // nothing waits for this context
	return ctx
}

// texts are samples of what the parsers read.
var texts = []string{
	"", " ", "-", "\n", "\x00", "\xff\xfe", "startpos", "position startpos moves 7g7f 3c3d", "startpos moves 7g7f 7g7f",
	"sfen 4k4/9/4P4/9/9/9/9/9/4K4 b - 1 moves 5c5b+ 5a5b", "lnsgkgsnl/1r2e2b1/ppppppppp/9/9/9/PPPPPPPPP/1B2E2R1/LNSGKGSNL b - 1",
	"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", "4k4/9/9/9/9/9/9/9/4K4 w 99P 4294967296",
	"7g7f", "8h2b+", "P*5e", "0a0a", "sho", "asakura,repetition=forbidden,drops=PLNSGBRE", "sho,start=", "PLNSGBR", "7f 7g", "+E",
	"b", "bare-king", "black-wins", "▲７六歩 △３四歩 ▲２二角成", "76歩", "同銀右", "P-7f", "R(2h)x2b+", "Sx4c=",
	"手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77) ( 0:05/00:00:05)\n*comment\n   2 ３四歩(33)+\n   3 投了\n変化：2手\n   2 ８四歩(83)\n",
	"後手の持駒：飛　\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n",
	"手合割：小将棋\n▲７六歩    △３四歩\nまで2手で中断\n", "手合割：十枚落ち\n変化：1手\n変化：99999999手\n",
}

// text makes up a text: a sample, two halves of samples, or bytes at random.
func (c *caller) text() string {
	a, b := pick(c, texts...), pick(c, texts...)
	switch c.IntN(4) {
	case 0:
		return a[:c.IntN(len(a)+1)] + b[c.IntN(len(b)+1):]
	case 1:
		return string(c.bytes())
	case 2:
		return strings.Repeat(a, c.IntN(50))
	}
	return a
}

func (c *caller) bytes() []byte {
	b := make([]byte, c.IntN(40))
	for i := range b {
		b[i] = byte(c.Uint32())
	}
	return b
}

func (c *caller) rules() Rules {
	var r Rules
	switch c.IntN(3) {
	case 0:
		c.fill(reflect.ValueOf(&r).Elem())
	default:
		r = c.validRules()
	}
	return r
}

func (c *caller) validRules() Rules { return pick(c, callRules...) }

var callRules = func() (all []Rules) {
	for _, r := range ruleSets() {
		all = append(all, r)
	}
	return all
}()

func (c *caller) move() Move {
	return pick(c, NoMove, Move(c.Uint32()), MustParseMove("7g7f"), MustParseMove("P*5e"), math.MaxUint16)
}

// position makes up a position: zero, initial, reached by moves, or one that
// follows no rules because of an illegal move.
func (c *caller) position() *Position {
	if c.IntN(6) == 0 {
		return new(Position)
	}
	p := NewPosition(c.validRules())
	for range c.IntN(60) {
		if m := p.RandomMove(c.Uint64()); m != NoMove {
			p.Do(m)
		}
	}
	if c.IntN(3) == 0 {
		for range c.IntN(30) {
			p.Do(c.move())
		}
	}
	return p
}

func (c *caller) setup() Setup {
	s := c.position().Setup()
	switch c.IntN(4) {
	case 0:
		s = Setup{}
		c.fill(reflect.ValueOf(&s).Elem())
	case 1:
		s.Board[c.IntN(len(s.Board))] = Piece(c.Uint32())
		s.Hands[c.IntN(2)][c.IntN(len(s.Hands[0]))] = pick(c, 1, -1, math.MaxInt, math.MinInt)
	}
	return s
}

func (c *caller) game() *Game {
	if c.IntN(6) == 0 {
		return new(Game)
	}
	g := NewGame(c.position())
	for range c.IntN(60) {
		if g.Play(g.RandomMove(c.Uint64())) != nil {
			break
		}
	}
	if c.IntN(4) == 0 {
		_ = g.End(Outcome{Result(c.IntN(5)), Reason(c.IntN(20))})
	}
	return g
}

// record makes up a record: zero, of a game, or with nodes that make no sense.
func (c *caller) record() *Record {
	switch c.IntN(4) {
	case 0:
		return new(Record)
	case 1:
		r := new(Record)
		c.fill(reflect.ValueOf(r).Elem())
		return r
	}
	rec := NewRecord(c.game())
	if c.IntN(2) == 0 && len(rec.Next) > 0 {
		n := rec.Next[0]
		n.Next = append(n.Next, rec.Next[0], nil, &Node{}, &Node{Move: c.move(), EndText: c.text(), Unread: c.text()})
	}
	return rec
}

func (c *caller) cursor() *Cursor {
	if c.IntN(6) == 0 {
		return new(Cursor)
	}
	cursor := c.record().Cursor()
	for range c.IntN(8) {
		cursor.Forward(c.IntN(3))
	}
	return cursor
}

// TestOvercrowdedPosition breaks the rules with [Position.Do] until a position has
// more moves than any set of pieces allows.
func TestOvercrowdedPosition(t *testing.T) {
	p := NewPosition(MustParseRules("asakura,drops=PLNSGBREFK,two-pawns=true,pawn-drop-mate=true,gold-promotes=true"))
	c := &caller{Rand: rand.New(rand.NewPCG(1, 2))}
	square := func() Square { return SquareAt(1+c.IntN(9), 1+c.IntN(9)) }
	for range 5000 {
		before := *p
		p.Do(pick(c, NewDrop(Kind(1+c.IntN(int(King))), square()), NewMove(square(), square(), c.IntN(2) == 0)))
		p.Pass()
		if p.CountMoves() < before.CountMoves() {
			*p = before
		}
	}
	if n := p.CountMoves(); n <= MaxMoves {
		t.Fatalf("only %d moves could be brought about", n)
	}
	if n := len(p.LegalMoves()); n != MaxMoves {
		t.Errorf("%d moves are listed, want %d", n, MaxMoves)
	}
	for m := range p.Moves() {
		p.Undo(p.Do(m))
	}
	_, _, _ = p.HasMove(), p.RandomMove(1), p.Perft(1)
	p.Playout(1, 50)
}
