package felt

import (
	"slices"
	"strings"
	"testing"

	"saloon/engine"
	"saloon/lobby/table"
	"saloon/tui/screen"
)

// TestSealsAreShown: whoever looks on can copy the roots of the latest shuffles, and is told where all of them are.
func TestSealsAreShown(t *testing.T) {
	r := newRig(t)
	f := frame(table.Playing, 7)
	r.shows(f)
	r.presses("esc")
	sealed := func(c screen.Choice) bool { return strings.Contains(c.Words, "sealed") }
	if slices.ContainsFunc(r.navs[0].Dialog.Choices, sealed) {
		t.Error("nothing is sealed, and it is offered to see how")
	}
	f.Info.Match, f.Info.Commitment = "8F3K2M7Q", strings.Repeat("ab", 32)
	for n := 1; n <= 6; n++ {
		f.Info.Seals = append(f.Info.Seals, engine.Seal{
			Shuffle: n, Deck: "poker", Size: 20, Root: strings.Repeat(string(rune('0'+n)), 64),
		})
	}
	r.shows(f)
	r.presses("esc")
	menu := r.navs[len(r.navs)-1].Dialog
	i := slices.IndexFunc(menu.Choices, sealed)
	if i < 0 {
		t.Fatalf("%+v", menu.Choices)
	}
	_, nav := menu.Choices[i].Do("")
	text := nav.Dialog.Text
	for n := 1; n <= 6; n++ {
		half := strings.Repeat(string(rune('0'+n)), 32)
		if shown := strings.Contains(text, half+"\n"+half); shown != (n > 2) {
			t.Errorf("root %d in %q: %t", n, text, shown)
		}
	}
	if !strings.Contains(text, "ssh host record 8F3K2M7Q") {
		t.Errorf("where are the others? %q", text)
	}
	if half := strings.Repeat("ab", 16); !strings.Contains(text, "the seed of the match: "+half+"\n"+half) {
		t.Errorf("what binds the dice? %q", text)
	}
}

// TestTheEndOfASealedMatch says why there is no seed, and what can be checked.
func TestTheEndOfASealedMatch(t *testing.T) {
	r := newRig(t)
	f := frame(table.Ended, 0)
	f.Info.Match, f.Info.Seals = "8F3K2M7Q", []engine.Seal{{Shuffle: 1, Deck: "poker", Root: strings.Repeat("1", 64)}}
	f.Info.Result = &table.Result{Match: "8F3K2M7Q", Outcome: engine.Outcome{Points: []int{5, 9}, Ranks: []int{2, 1}}}
	r.shows(f)
	r.sees("Every shuffle was sealed when it was dealt", "saloon record verify", "ssh host record 8F3K2M7Q")
}
