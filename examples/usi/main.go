// Usi is an engine for sho shogi and its relatives that speaks the USI protocol,
// written on the public interface of the library alone. By hand, type for example
// "position startpos moves 7g7f" and "go movetime 1000".
//
// main.go has the dialogue, search.go finds the move with the help of order.go, which
// sorts moves, evaluate.go, which judges positions, and table.go, which remembers.
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"example.com/shoshogi"
)

func main() {
	if len(os.Args) > 1 {
		log.New(os.Stderr, "", 0).Fatalf("%q: want no arguments; see the options of USI", os.Args[1:])
	}
	newEngine(os.Stdout).run(os.Stdin)
}

// engine is one side of the USI dialogue. Its methods run on one goroutine; a
// search runs on another, which shares with it the output and the atomic values of
// the searcher.
type engine struct {
	out     *log.Logger       // writes whole lines, from any goroutine
	options map[string]string // by name in lower case
	game    *shoshogi.Game    // nil after a position that made no sense
	search  *searcher         // nil until it is needed, and after an option has changed
	running sync.WaitGroup    // for the search
	limits  limits            // of the search
	release func()            // lets an endless search give its move; nil if no search runs
}

// readings are the options for single readings of the rules, the keys of the text
// form that shoshogi.ParseRules explains. Empty, they leave what the variant says.
var readings = strings.Fields(`start promotion compulsory check drops two-pawns pawn-drop-mate gold-promotes
	bare-king repetition count cycles perpetual attacker impasse`)

func newEngine(out io.Writer) *engine {
	e := &engine{out: log.New(out, "", 0), game: shoshogi.NewGame(shoshogi.NewPosition(shoshogi.Sho()))}
	e.options = map[string]string{"usi_variant": "sho", "usi_hash": "64", "usi_ponder": "false", "overhead": "10"}
	for _, key := range readings {
		e.options[key] = ""
	}
	return e
}

// run answers commands until quit or the end of input. A running search then
// gives its move.
func (e *engine) run(in io.Reader) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24) // longer than the line of any game
	for lines.Scan() {
		command, rest, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		if command == "quit" {
			break
		}
		if err := e.obey(command, strings.TrimSpace(rest)); err != nil {
			e.out.Printf("info string %s: %v", command, err)
		}
	}
	e.stop()
}

// obey carries out one command. What is wrong with it is an error.
func (e *engine) obey(command, rest string) error {
	switch command {
	case "usi":
		e.introduce()
	case "isready":
		e.out.Print("readyok")
	case "setoption":
		return e.setOption(rest)
	case "usinewgame":
		e.stop()
		e.search = nil
	case "position":
		e.stop()
		return e.setPosition(rest)
	case "go":
		if e.stop(); strings.HasPrefix(rest, "mate") {
			e.out.Print("checkmate notimplemented")
			break
		}
		e.start(parseLimits(strings.Fields(rest)))
	case "ponderhit":
		if e.limits.has("ponder") {
			delete(e.limits, "ponder")
			e.startClock()
		}
	case "stop", "gameover":
		e.stop()
	case "":
	default:
		return fmt.Errorf("there is no such command")
	}
	return nil
}

func (e *engine) introduce() {
	e.out.Printf(`id name Shoshogi example
id author the authors of the library shoshogi
option name USI_Variant type combo default sho var %s
option name USI_Hash type spin default 64 min 1 max 1024
option name USI_Ponder type check default false
option name Overhead type spin default 10 min 0 max 5000`, strings.Join(shoshogi.RulesNames(), " var "))
	for _, key := range readings {
		e.out.Printf("option name %s type string default <empty>", key)
	}
	e.out.Print("usiok")
}

// setOption takes "name NAME value VALUE". Values are looked at when they are used.
func (e *engine) setOption(text string) error {
	e.stop()
	name, value, _ := strings.Cut(strings.TrimPrefix(text, "name "), " value ")
	name = strings.ToLower(name)
	if _, ok := e.options[name]; !ok {
		return fmt.Errorf("there is no option %q", name)
	}
	e.options[name], e.search = strings.TrimPrefix(value, "<empty>"), nil
	return nil
}

// setPosition takes "startpos" or "sfen …", with "moves …" or without, and plays by
// the rules that the options ask for.
func (e *engine) setPosition(text string) error {
	wanted := e.options["usi_variant"]
	for _, key := range readings {
		if value := e.options[key]; value != "" {
			wanted += "," + key + "=" + value
		}
	}
	e.game = nil
	rules, err := shoshogi.ParseRules(wanted)
	if err == nil {
		e.game, err = shoshogi.ParseUSI(rules, text)
	}
	return err
}

// start begins a search.
func (e *engine) start(l limits) {
	if e.game == nil {
		e.out.Print("bestmove resign")
		return
	}
	if rules := e.game.Position().Rules(); e.search == nil || e.search.eval.rules != rules {
		size, _ := strconv.Atoi(e.options["usi_hash"])
		e.search = newSearcher(rules, min(max(size, 1), 1024))
	}
	s, g := e.search, e.game
	s.begin(l)
	hold, release := context.WithCancel(context.Background())
	e.limits, e.release = l, release
	if !l.has("ponder") {
		e.startClock()
	}
	e.running.Go(func() {
		line := s.think(g, e.info)
		<-hold.Done()
		e.out.Print("bestmove ", answer(g, line))
	})
}

// startClock sets the deadline of the running search, counted from now.
func (e *engine) startClock() {
	overhead, _ := strconv.Atoi(e.options["overhead"])
	if budget := e.limits.budget(e.game.Position().Turn(), overhead); budget > 0 {
		e.search.deadline.Store(int64(time.Since(e.search.began) + budget))
	}
	if !e.limits.has("infinite") {
		e.release()
	}
}

// stop ends the running search, if any, and waits for its move.
func (e *engine) stop() {
	if e.release != nil {
		e.search.stopped.Store(true)
		e.release()
		e.running.Wait()
		e.release, e.limits = nil, nil
	}
}

// limits holds the words of a go command, each with the number that follows it,
// times in milliseconds.
type limits map[string]int

func parseLimits(words []string) limits {
	l := limits{}
	for i, word := range words {
		n, _ := strconv.Atoi(append(words, "")[i+1])
		l[word] = min(max(n, 0), 1e9)
	}
	return l
}

func (l limits) has(word string) bool { _, ok := l[word]; return ok }

// budget returns how long c may think, 0 for no limit. All of a fixed time is used;
// of a clock, no new depth is begun in the second half of the budget.
func (l limits) budget(c shoshogi.Color, overhead int) time.Duration {
	clock, increment := c.String()+"time", c.String()+"inc"
	if l.has("infinite") || !l.has(clock) && !l.has("byoyomi") && !l.has("movetime") {
		return 0
	}
	fixed := l["byoyomi"] + l["movetime"]
	budget := min(l[clock]/15+l[increment]*3/4+fixed, l[clock]+fixed-overhead)
	return time.Duration(max(budget, 1)) * time.Millisecond
}

// info writes how far the search has come. USI counts mates in plies.
func (e *engine) info(depth, score int, line []shoshogi.Move) {
	value := fmt.Sprintf("cp %d", score)
	if score > mateBound {
		value = fmt.Sprintf("mate %d", mate-score)
	} else if score < -mateBound {
		value = fmt.Sprintf("mate -%d", mate+score)
	}
	nodes, elapsed := e.search.nodes, time.Since(e.search.began)
	e.out.Printf("info depth %d score %s nodes %d nps %.0f time %d pv %s", depth, value, nodes,
		float64(nodes)/max(elapsed.Seconds(), 1e-6), elapsed.Milliseconds(), strings.Trim(fmt.Sprint(line), "[]"))
}

// answer returns what follows "bestmove": the first move of the line, and the
// second to ponder on.
func answer(g *shoshogi.Game, line []shoshogi.Move) string {
	if g.Clone().Declare() == nil {
		return "win"
	} else if len(line) == 0 {
		return "resign"
	}
	return strings.Replace(strings.Trim(fmt.Sprint(line[:min(len(line), 2)]), "[]"), " ", " ponder ", 1)
}
