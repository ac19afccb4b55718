package felt

import (
	"slices"
	"testing"

	"saloon/engine"
	"saloon/lobby/table"
	"saloon/tui/screen"
)

// The host of a community's table need not sit at it.
func TestAHostWhoLooksOnFillsEmptiesAndSwapsSeats(t *testing.T) {
	r := newRig(t)
	f := frame(table.Gathering, 0)
	f.You, f.Info.Host = engine.Nobody, "p0"
	f.Info.Chairs = []table.Chair{
		{Seat: 0, Owner: table.Person{ID: "p1", Name: "Burt"}},
		{Seat: 1, Owner: table.Person{ID: "p2", Name: "Curt"}},
		{Seat: 2},
	}
	r.shows(f)
	r.sees("fill with bots", "empty a seat", "swap seats")
	r.presses("w")
	first := r.asked()
	if len(first.Choices) != 4 || first.Choices[0].Words != "Seat 1: Burt" ||
		first.Choices[2].Words != "Seat 3, which is free" {
		t.Fatalf("asked: %+v", first)
	}
	_, nav := first.Choices[0].Do("")
	r.navs = append(r.navs, nav)
	second := r.asked()
	if len(second.Choices) != 3 || second.Choices[1].Key != "3" || second.Text != "Seat 1: Burt changes places with:" {
		t.Fatalf("asked: %+v", second)
	}
	cmd, _ := second.Choices[1].Do("")
	cmd()
	f.Info.Chairs = f.Info.Chairs[:2]
	r.shows(f)
	r.presses("w") // of two seats there is nothing to ask
	if want := []string{"swap 0 2", "swap 0 1"}; !slices.Equal(r.v.done, want) {
		t.Errorf("done: %q, want %q", r.v.done, want)
	}
	f.Info.Host = "p1"
	r.shows(f)
	r.misses("swap seats")
	r.presses("w")
	if len(r.v.done) != 2 {
		t.Errorf("who is no host did %q", r.v.done)
	}
}

// asked is the question that popped up last.
func (r *rig) asked() screen.Dialog {
	r.Helper()
	d := r.navs[len(r.navs)-1].Dialog
	if d == nil {
		r.Fatal("nothing was asked")
	}
	return *d
}
