package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"example.com/shoshogi"
)

// engine is a program that is spoken to in lines. Whatever the program does,
// send, next and end return: those that read or write its pipes are goroutines
// of their own.
type engine struct {
	in     chan string // lines for the program
	out    chan line   // lines of the program; closed when it has ended
	exit   error       // how it ended, once out is closed
	stderr *tail
	kill   func()
	ending sync.Once
	log    *dialog
}

// line is a line of the program's output and when it came.
type line struct {
	text string
	at   time.Time
}

const (
	longestLine = 1 << 20                // bytes; a program that writes longer ones is not understood
	pending     = 1 << 10                // lines kept in either direction before one side has to wait
	grace       = 500 * time.Millisecond // for a program that was asked to end
)

// startEngine starts the command with its arguments. What is said in both
// directions goes to the log.
func startEngine(command []string, log *dialog) (*engine, error) {
	cmd := exec.Command(command[0], command[1:]...)
	stdin, err1 := cmd.StdinPipe()
	stdout, err2 := cmd.StdoutPipe()
	e := &engine{in: make(chan string, pending), out: make(chan line, pending), stderr: new(tail), log: log}
	cmd.Stderr = e.stderr
	cmd.WaitDelay = grace // for children of the program that keep its standard error open
	ownGroup(cmd)
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		return nil, err
	}
	e.kill = func() {
		killGroup(cmd)
		stdout.Close()
	}
	go e.write(stdin)
	go func() {
		e.read(stdout)
		e.exit = cmd.Wait()
		close(e.out)
	}()
	return e, nil
}

// write passes on what is sent until in is closed. A program that no longer
// reads is noticed where it does not answer.
func (e *engine) write(stdin io.WriteCloser) {
	defer stdin.Close()
	for text := range e.in {
		io.WriteString(stdin, text+"\n")
	}
}

func (e *engine) read(stdout io.Reader) {
	lines := bufio.NewScanner(stdout)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		text := strings.TrimRight(lines.Text(), "\r")
		e.log.write("<", text)
		e.out <- line{text, time.Now()}
	}
	if lines.Err() != nil {
		e.kill() // nothing it writes after that would be read
	}
}

// send passes a line to the program.
func (e *engine) send(format string, args ...any) error {
	text := fmt.Sprintf(format, args...)
	e.log.write(">", text)
	select {
	case e.in <- text:
		return nil
	default:
		return &fault{shoshogi.ByTimeout, "does not read what it is sent"}
	}
}

// next waits for the next line of the program.
func (e *engine) next(ctx context.Context) (line, error) {
	select {
	case l, ok := <-e.out:
		if ok {
			return l, nil
		}
		if err := context.Cause(ctx); errors.Is(err, context.Canceled) {
			return line{}, err // it may have died of the signal that ends the match
		}
		return line{}, &fault{shoshogi.ByIllegalMove, "the program ended: " + e.lastWords()}
	case <-ctx.Done():
		return line{}, context.Cause(ctx)
	}
}

// until waits for a line that starts with the word, passing all others to
// each, which may be nil.
func (e *engine) until(ctx context.Context, word string, each func(string)) (line, error) {
	for {
		l, err := e.next(ctx)
		if err != nil {
			return l, err
		}
		first, _, _ := strings.Cut(l.text, " ")
		if first == word {
			return l, nil
		}
		if each != nil {
			each(l.text)
		}
	}
}

// skip throws away what the program has said unasked.
func (e *engine) skip() {
	for {
		select {
		case _, ok := <-e.out:
			if !ok {
				return
			}
		default:
			return
		}
	}
}

// lastWords says how the program ended.
func (e *engine) lastWords() string {
	how := "exit status 0"
	if e.exit != nil {
		how = e.exit.Error()
	}
	if said := e.stderr.String(); said != "" {
		how += ": " + said
	}
	return how
}

// end asks the program to end and sees to it that it does.
func (e *engine) end() {
	e.ending.Do(func() {
		e.send("quit")
		close(e.in)
		kill := time.AfterFunc(grace, e.kill)
		defer kill.Stop()
		for range e.out {
		}
		e.kill() // what it has started may have outlived it
	})
}

// tail keeps the end of what is written to it.
type tail struct {
	sync.Mutex
	text []byte
}

const tailLength = 400

func (t *tail) Write(p []byte) (int, error) {
	t.Lock()
	defer t.Unlock()
	t.text = append(t.text, p...)
	if extra := len(t.text) - tailLength; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(p), nil
}

// String returns the last line that was written.
func (t *tail) String() string {
	t.Lock()
	defer t.Unlock()
	text := strings.TrimSpace(string(t.text))
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// dialog is a log of what is said to and by one engine. A nil dialog drops it.
type dialog struct {
	name string
	out  io.Writer
	lock *sync.Mutex // of out, which the engines share
}

func (d *dialog) write(direction, text string) {
	if d == nil || d.out == nil {
		return
	}
	d.lock.Lock()
	defer d.lock.Unlock()
	fmt.Fprintf(d.out, "%s %s %s %s\n", time.Now().Format("15:04:05.000"), d.name, direction, text)
}
