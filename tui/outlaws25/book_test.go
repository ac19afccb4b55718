package outlaws25

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every clause that a refusal may name has one paragraph of its own.
func TestBookHasEveryClauseOnce(t *testing.T) {
	at := 0
	for n := 1; n <= 75; n++ {
		mark := fmt.Sprintf("\n\n**%d.**", n)
		if c := strings.Count(Book(), mark); c != 1 {
			t.Errorf("%d starts %d paragraphs, want 1", n, c)
		}
		if i := strings.Index(Book(), mark); i < at {
			t.Errorf("%d stands before the clause below it", n)
		} else {
			at = i
		}
	}
}

// What the rules refuse with, the book explains.
func TestBookKnowsEveryRefusal(t *testing.T) {
	files, err := filepath.Glob("../../engine/outlaws25/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no source of the rules: %v", err)
	}
	named := 0
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`Refuse\("([^"]+)"`).FindAllStringSubmatch(string(text), -1) {
			named++
			if !strings.Contains(Book(), "\n\n**"+m[1]+".**") {
				t.Errorf("%s refuses with clause %s, which the book does not have", filepath.Base(f), m[1])
			}
		}
	}
	if named == 0 {
		t.Error("no refusal was found")
	}
}
