//go:build unix

package main

import (
	"bufio"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/shoshogi"
)

// The program itself is told to end, as by Ctrl-C, while an engine thinks that
// does not end by itself.
func TestSignalEndsMatchAndEngines(t *testing.T) {
	for _, sent := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(sent.String(), func(t *testing.T) {
			t.Parallel()
			if sent == syscall.SIGHUP && signal.Ignored(sent) {
				t.Skip("started with the signal ignored, as by nohup, which the program honours")
			}
			fakes := newFakes(t)
			rules := shoshogi.Sho()
			good, stubborn := fakes.command("usi", "good", rules), fakes.command("usi", "stubborn", rules)
			records := t.TempDir()
			cmd := exec.Command(os.Args[0], "match", "-movetime", "1h", "-kif", records, "-log", "/dev/stderr",
				"usi:"+strings.Join(good, " "), "usi:"+strings.Join(stubborn, " "))
			stderr, err := cmd.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer time.AfterFunc(time.Minute, func() { cmd.Process.Kill() }).Stop() // if it does not end
			lines := bufio.NewScanner(stderr)
			for turns := 0; turns < 3 && lines.Scan(); { // on its third the engine hangs
				if strings.Contains(lines.Text(), " 2 ") && strings.HasSuffix(lines.Text(), "> go movetime 3600000") {
					turns++
				}
			}
			if err := cmd.Process.Signal(sent); err != nil {
				t.Fatal(err)
			}
			last := ""
			for lines.Scan() {
				last = lines.Text()
			}
			if cmd.Wait(); cmd.ProcessState.ExitCode() != 1 || last != "match: broken off" {
				t.Errorf("%v, last words %q", cmd.ProcessState, last)
			}
			if files, _ := filepath.Glob(filepath.Join(records, "*.kif")); len(files) != 1 {
				t.Errorf("records: %v, want one of the game that was broken off", files)
			}
			fakes.ended(t)
		})
	}
}
