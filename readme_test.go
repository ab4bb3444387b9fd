package shoshogi_test

import (
	"os"
	"strings"
	"testing"

	. "example.com/shoshogi"
)

// TestReadmeCode holds the Go code of the README to that of the examples, which
// the compiler and the test runner check.
func TestReadmeCode(t *testing.T) {
	readme := readText(t, "README.md")
	examples := unindented(readText(t, "example_test.go"))
	blocks := strings.Split(readme, "```go\n")[1:]
	if len(blocks) == 0 {
		t.Fatal("the README has no Go code")
	}
	for _, block := range blocks {
		code, _, _ := strings.Cut(block, "```")
		if !strings.Contains(examples, unindented(code)) {
			t.Errorf("the README has code that no example has:\n%s", code)
		}
	}
}

// TestReadmeRules finds every preset in the README and in the package comment.
func TestReadmeRules(t *testing.T) {
	for _, file := range []string{"README.md", "doc.go"} {
		text := readText(t, file)
		for _, name := range RulesNames() {
			if !strings.Contains(text, name) {
				t.Errorf("%s does not mention %s", file, name)
			}
		}
	}
}

func readText(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(data), "\r\n", "\n")
}

func unindented(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimLeft(line, "\t")
	}
	return strings.Join(lines, "\n")
}
