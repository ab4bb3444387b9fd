package main

import (
	"bufio"
	"cmp"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"example.com/shoshogi"
)

// The test binary started as "fake ADDRESS PROTOCOL MANNER RULES" is an engine
// that plays at random and has manners, good or bad; started as "match …" it is
// the program.
func TestMain(m *testing.M) {
	if len(os.Args) > 5 && os.Args[1] == "fake" {
		if _, err := net.Dial("tcp", os.Args[2]); err != nil { // closed by the system when the process ends
			panic(err)
		}
		newFake(os.Args[3], os.Args[4], os.Args[5]).serve()
		return
	}
	if len(os.Args) > 1 && os.Args[1] == "match" {
		os.Args = os.Args[1:]
		main()
		return
	}
	if os.Getenv("GORACE") == "" {
		os.Setenv("GORACE", "atexit_sleep_ms=0") // the race detector holds each fake back for a second
	}
	os.Exit(m.Run())
}

// fakes starts fake engines, which keep a connection to it for as long as they
// run.
type fakes struct {
	listener    net.Listener
	connections chan []net.Conn
}

func newFakes(t *testing.T) *fakes {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &fakes{listener, make(chan []net.Conn, 1)}
	go func() {
		var all []net.Conn
		for {
			c, err := listener.Accept()
			if err != nil {
				f.connections <- all
				return
			}
			all = append(all, c)
		}
	}()
	return f
}

// command returns the command of a fake engine.
func (f *fakes) command(protocol, manner string, rules shoshogi.Rules) []string {
	return []string{os.Args[0], "fake", f.listener.Addr().String(), protocol, manner, rules.String()}
}

// spec returns the specification of a fake engine.
func (f *fakes) spec(protocol, manner string, rules shoshogi.Rules) spec {
	return spec{name: manner, protocol: protocol, variant: rules.Name(), command: f.command(protocol, manner, rules)}
}

// ended waits until all fakes have ended and returns how many there were.
func (f *fakes) ended(t *testing.T) int {
	f.listener.Close()
	all := <-f.connections
	for _, c := range all {
		c.SetReadDeadline(time.Now().Add(time.Minute))
		if _, err := c.Read(make([]byte, 1)); os.IsTimeout(err) {
			t.Errorf("a fake engine still runs")
		}
		c.Close()
	}
	return len(all)
}

// fake is an engine that plays legal moves at random, but for its manner.
type fake struct {
	protocol, manner string
	rules            shoshogi.Rules
	game             *shoshogi.Game
	turns            int
	random           *rand.Rand
}

func newFake(protocol, manner, rules string) *fake {
	f := &fake{protocol: protocol, manner: manner, random: rand.New(rand.NewPCG(5, uint64(len(protocol))))}
	if err := f.rules.UnmarshalText([]byte(rules)); err != nil {
		panic(err)
	}
	f.newGame()
	return f
}

func (f *fake) newGame() { f.game = shoshogi.NewGame(shoshogi.NewPosition(f.rules)) }

// variant is the name that the fake has for its rules.
func (f *fake) variant() string {
	name, _, _ := strings.Cut(f.rules.String(), ",")
	if f.manner == "stranger" {
		name = "chess"
	}
	return name
}

// readings declares the options for what its rules change.
func (f *fake) readings() (lines string) {
	_, changes, _ := strings.Cut(f.rules.String(), ",")
	for change := range strings.FieldsFuncSeq(changes, func(r rune) bool { return r == ',' }) {
		name, _, _ := strings.Cut(change, "=")
		lines += "option name " + name + " type string default <empty>\n"
	}
	return lines
}

func (f *fake) serve() {
	switch f.manner {
	case "stillborn":
		return
	case "mute":
		time.Sleep(time.Hour)
	case "deaf":
		f.say("uciok", "usiok", "readyok", "readyok", `feature ping=1 setboard=1 variants="`+f.variant()+`" done=1`, "pong 1", "pong 2")
		time.Sleep(time.Hour)
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, longestLine)
	for in.Scan() && f.obey(in.Text()) {
	}
	if f.manner == "stubborn" {
		time.Sleep(time.Hour)
	}
}

func (f *fake) say(lines ...string) { fmt.Println(strings.Join(lines, "\n")) }

// obey follows a command and reports whether another may come.
func (f *fake) obey(text string) bool {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "usi", "uci":
		f.say("id name "+f.manner, "option name "+strings.ToUpper(word)+"_Variant type combo default x var x var "+f.variant(),
			f.readings()+word+"ok")
	case "protover":
		ping := map[bool]string{true: "ping=0", false: "ping=1"}[f.manner == "simple"]
		f.say("feature setboard=1 usermove=1 reuse=1 "+ping, `feature variants="normal,`+f.variant()+`" myname="`+f.manner+`" done=1`)
	case "isready":
		f.say("readyok")
	case "ping":
		f.say("pong " + rest)
	case "new":
		f.newGame()
	case "setboard":
		f.game = shoshogi.NewGame(shoshogi.MustParseSFEN(f.rules, sfenOfFairy(rest)))
	case "usermove":
		if err := f.game.Play(parseFairyMove(rest, f.game.Position())); err != nil {
			f.say("Illegal move: " + rest)
		}
	case "position":
		f.game = f.position(rest)
	case "go":
		f.turns++
		f.move()
	case "quit":
		return f.manner == "stubborn"
	}
	return true
}

// position reads the argument of the command position.
func (f *fake) position(text string) *shoshogi.Game {
	if f.protocol == "uci" {
		fen, moves, _ := strings.Cut(strings.TrimPrefix(text, "fen "), " moves ")
		g := shoshogi.NewGame(shoshogi.MustParseSFEN(f.rules, sfenOfFairy(fen)))
		for _, word := range strings.Fields(moves) {
			if err := g.Play(parseFairyMove(word, g.Position())); err != nil {
				panic(err)
			}
		}
		return g
	}
	g, err := shoshogi.ParseUSI(f.rules, text)
	if err != nil {
		panic(err)
	}
	return g
}

// sfenOfFairy reads what fairyFEN writes.
func sfenOfFairy(fen string) string {
	words := strings.Fields(fen)
	board, hands, _ := strings.Cut(strings.TrimSuffix(words[0], "]"), "[")
	turn := map[string]string{"w": "b", "b": "w"}[words[1]]
	counted := ""
	for letter := range strings.SplitSeq("RBEFGSNLPrbefgsnlp", "") {
		if n := strings.Count(hands, letter); n > 1 {
			counted += fmt.Sprint(n)
		} else if n == 0 {
			continue
		}
		counted += letter
	}
	return board + " " + turn + " " + cmp.Or(counted, "-")
}

// move answers go in the manner of the fake.
func (f *fake) move() {
	legal := f.game.LegalMoves()
	m := legal[f.random.IntN(len(legal))]
	switch bad := f.turns >= 3; {
	case f.manner == "prompt": // speaks unasked too
		defer f.answer(legal[0])
	case !bad:
	case f.manner == "cheat":
		m = illegalMove(f.game)
	case f.manner == "stubborn", f.manner == "hang":
		time.Sleep(time.Hour)
	case f.manner == "parent":
		child := exec.Command(os.Args[0], "fake", os.Args[2], "usi", "deaf", "sho") // outlives its parent and keeps the pipes
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		child.Start()
		time.Sleep(100 * time.Millisecond)
		os.Exit(0)
	case f.manner == "die":
		fmt.Fprintln(os.Stderr, "out of\nideas")
		os.Exit(3)
	case f.manner == "slow":
		time.Sleep(3200 * time.Millisecond)
	case f.manner == "babble":
		f.say(map[bool]string{true: "move Zz9", false: "bestmove Zz9"}[f.protocol == "xboard"])
		return
	case f.manner == "flood":
		for {
			f.say("info string " + strings.Repeat("blah ", 1000))
		}
	case f.manner == "endless":
		for {
			fmt.Print(strings.Repeat("blah ", 1000))
		}
	case f.manner == "resign":
		f.say(map[bool]string{true: "resign", false: "bestmove resign"}[f.protocol == "xboard"])
		return
	case f.manner == "declare":
		f.say("bestmove win")
		return
	case f.manner == "claim":
		f.say("1/2-1/2 {I am tired}")
		return
	case f.manner == "concede":
		f.say(wins(f.game.Position().Turn().Other()) + " {I give up}")
		return
	}
	f.answer(m)
}

// answer says the move, after a thought about it.
func (f *fake) answer(m shoshogi.Move) {
	p := f.game.Position()
	switch f.protocol {
	case "xboard":
		f.say("7 15 3 1200 Some line", "move "+fairyMove(m, p))
		f.game.Play(m)
	case "uci":
		f.say("info depth 7 score cp 15 nodes 1200 pv "+fairyMove(m, p), "bestmove "+fairyMove(m, p)+" ponder a1a2")
	default:
		f.say("info depth 7 score cp 15 nodes 1200 pv "+m.String(), "bestmove "+m.String())
	}
}

// illegalMove returns a move of a piece of the side to move that it cannot make.
func illegalMove(g *shoshogi.Game) shoshogi.Move {
	p := g.Position()
	for from := range p.Side(p.Turn()).All() {
		for to := range p.Board().All() {
			if m := shoshogi.NewMove(from, to, false); m != shoshogi.NoMove && !g.Legal(m) {
				return m
			}
		}
	}
	panic("every move is legal")
}
