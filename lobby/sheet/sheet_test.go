package sheet

import (
	"strings"
	"testing"
	"time"
)

func TestColumnsAreAsWideAsTheirWidestCell(t *testing.T) {
	var b strings.Builder
	Columns(&b, [][]string{{"NAME", "N", ""}, {"ÄÖ漢", "10", "x"}, {"b", "7"}}, "lr")
	want := "NAME   N\nÄÖ漢  10  x\nb      7\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestDayIsUTCAndKnowsNothing(t *testing.T) {
	at := time.Date(2026, 3, 1, 1, 30, 0, 0, time.FixedZone("", 2*60*60))
	if got := Day(at); got != "2026-02-28 23:30" {
		t.Errorf("got %q", got)
	}
	if got := Day(time.Time{}); got != "-" {
		t.Errorf("got %q", got)
	}
}
