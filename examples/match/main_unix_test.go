//go:build unix

package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"example.com/shoshogi"
)

// The program itself is told to end, as by Ctrl-C, while an engine thinks that
// does not end by itself.
func TestSignalEndsMatchAndEngines(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
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
			lines := bufio.NewScanner(stderr)
			for turns := 0; turns < 3 && lines.Scan(); { // on its third the engine hangs
				if strings.Contains(lines.Text(), " 2 ") && strings.HasSuffix(lines.Text(), "> go movetime 3600000") {
					turns++
				}
			}
			if err := cmd.Process.Signal(signal); err != nil {
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
