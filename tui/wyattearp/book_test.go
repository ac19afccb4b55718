package wyattearp

import (
	"fmt"
	"strings"
	"testing"
)

// Every clause that a refusal may name has one paragraph of its own.
func TestBookHasEveryClauseOnce(t *testing.T) {
	at := 0
	for n := 1; n <= 60; n++ {
		mark := fmt.Sprintf("\n**R%d.", n)
		if c := strings.Count(Book(), mark); c != 1 {
			t.Errorf("R%d starts %d paragraphs, want 1", n, c)
		}
		if i := strings.Index(Book(), mark); i < at {
			t.Errorf("R%d stands before the clause below it", n)
		} else {
			at = i
		}
	}
}
