package tui

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// The parts of the lobby fill its body without a gap and without lying over each other.
func TestHallLayoutTiles(t *testing.T) {
	for w := MinW; w <= 300; w++ {
		for h := MinH - headH - 1; h <= 120; h++ {
			r := hallLayout(screen.Size{W: w, H: h})
			seen := 0
			all := []rect{r.bar, r.tables, r.people, r.talk, r.board}
			for i, a := range all {
				seen += a.w * a.h
				if a.x < 0 || a.y < 0 || a.x+a.w > w || a.y+a.h > h {
					t.Fatalf("%dx%d: %+v sticks out", w, h, a)
				}
				for _, b := range all[i+1:] {
					if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
						t.Fatalf("%dx%d: %+v lies over %+v", w, h, a, b)
					}
				}
			}
			if seen != w*h {
				t.Fatalf("%dx%d: %d of %d cells are used", w, h, seen, w*h)
			}
			if r.tables.h < 5 || r.talk.h < 5 || r.people.w < 20 {
				t.Fatalf("%dx%d: too small to be of use: %+v", w, h, r)
			}
		}
	}
}

// Keys that were meant for what was there before a dialog are swallowed until typing paused, but not for ever.
func TestDialogsSwallowWhatWasTypedForSomethingElse(t *testing.T) {
	start := time.Unix(1000, 0)
	ms := func(n int) time.Time { return start.Add(time.Duration(n) * time.Millisecond) }
	type key struct {
		at      int
		again   bool
		swallow bool
	}
	for _, c := range []struct {
		name  string
		asked bool
		keys  []key
	}{
		{"a pause", false, []key{{500, false, false}, {510, false, false}}},
		{"typing on", false, []key{
			{100, false, true}, {300, false, true}, {500, false, true}, {930, false, false},
		}},
		{"typing for ever", false, []key{
			{300, false, true}, {600, false, true}, {900, false, true}, {1200, false, true}, {1499, false, true},
			{1500, false, false},
		}},
		{"asked for", true, []key{{100, false, false}}},
		{"asked for, and the key held down", true, []key{
			{30, true, true}, {60, true, true}, {90, true, true}, {600, true, false},
		}},
	} {
		d := newDialog(screen.Dialog{}, start, c.asked)
		before := ms(-10)
		for _, k := range c.keys {
			if got := d.swallows(ms(k.at), before, k.again); got != k.swallow {
				t.Errorf("%s: the key at %d ms was swallowed: %v", c.name, k.at, got)
			}
			before = ms(k.at)
		}
	}
}

func TestADialogTakesItsKeys(t *testing.T) {
	chosen := ""
	pick := func(name string) func(string) (tea.Cmd, screen.Nav) {
		return func(text string) (tea.Cmd, screen.Nav) { chosen = name + text; return nil, screen.Stay() }
	}
	d := screen.Dialog{Choices: []screen.Choice{
		{Key: "w", Words: "walk out", Danger: true, Do: pick("walk")}, {Key: "s", Words: "stay", Do: pick("stay")},
	}}
	for keys, want := range map[string]string{
		"enter": "stay", "esc": "stay", "w": "walk", "x": "", "left enter": "walk", "tab enter": "walk",
	} {
		chosen = ""
		dlg := newDialog(d, time.Time{}, true)
		for _, k := range strings.Fields(keys) {
			if done, act := dlg.key(Press(k)); done && act != nil {
				act()
			}
		}
		if chosen != want {
			t.Errorf("%s chose %q, not %q", keys, chosen, want)
		}
	}
	f := newDialog(screen.Dialog{Field: &screen.Field{Text: "a"}, Choices: []screen.Choice{
		{Key: "enter", Do: pick("take ")}, {Key: "esc", Do: pick("back ")},
	}}, time.Time{}, true)
	f.key(Press("w"))
	f.paste("\n!\n")
	if _, act := f.key(Press("enter")); act != nil {
		act()
	}
	if chosen != "take aw ! " {
		t.Errorf("the field gave %q", chosen)
	}
}

func TestWordsForErrors(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
		ours bool
	}{
		{engine.Refuse("R14", "nobody has opened this outlaw yet"), "Nobody has opened this outlaw yet (R14).", false},
		{fmt.Errorf("%w: only the host may", table.ErrDenied), "Not for you: only the host may.", false},
		{lobby.ErrSlow, "Not so fast.", false},
		{fmt.Errorf("%w: no room", table.ErrDisk), "The house cannot write it down just now.", false},
		{fmt.Errorf("seat 2: %w", table.ErrUnread),
			"The house cannot read this table just now, and will try again.", false},
		{errors.New("sqlite: page 7 is broken"), "Something went wrong, and we have a note of it.", true},
	} {
		if got, ours := Words(c.err); got != c.want || ours != c.ours {
			t.Errorf("Words(%v) = %q, %v", c.err, got, ours)
		}
	}
}

func TestNamesOnOffer(t *testing.T) {
	a, b := offers("anna", "SHA256:one"), offers("anna", "SHA256:one")
	if strings.Join(a, ",") != strings.Join(b, ",") || len(a) < 3 || a[0] != "anna" {
		t.Errorf("offers are %q and %q", a, b)
	}
	for _, hostile := range []string{"", "\x1b[2J", strings.Repeat("x", 400), "admin", "漢字"} {
		for _, name := range offers(hostile, "") {
			if _, err := lobby.CheckName(name); err != nil {
				t.Errorf("%q is offered to %q: %v", name, hostile, err)
			}
		}
	}
}

func TestAgo(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	for back, want := range map[time.Duration]string{
		0: "now", 59 * time.Second: "now", time.Minute: "1 min", 47 * time.Hour: "47 h", 49 * time.Hour: "2 days",
		100 * 24 * time.Hour: "2026-08-20",
	} {
		if got := ago(now, now.Add(-back)); got != want {
			t.Errorf("%v ago is %q, not %q", back, got, want)
		}
	}
}

// A key's name gives the key press that is called by it.
func TestPressIsCalledByItsName(t *testing.T) {
	names := []string{"enter", "esc", "tab", "shift+tab", "up", "pgdown", "ctrl+l", "d", "R", "?", "space", "é"}
	for _, name := range names {
		if got := Press(name).String(); got != name {
			t.Errorf("Press(%q) is called %q", name, got)
		}
	}
}

func TestTinyWindowsSaySo(t *testing.T) {
	for w := 1; w < MinW; w++ {
		for h := 1; h < MinH; h++ {
			rows := strings.Split(tiny(screen.Size{W: w, H: h}, style.Plain(), "Your match goes on."), "\n")
			if len(rows) != h || style.Width(rows[0]) != w {
				t.Fatalf("%dx%d is drawn %dx%d", w, h, style.Width(rows[0]), len(rows))
			}
		}
	}
}

func TestNoWordOfTalkIsLost(t *testing.T) {
	text := strings.TrimSpace(strings.Repeat("paste word ", 15))
	rows := sayLine(lobby.Said{From: table.Person{Name: "Anna"}, Text: text}, 40, style.Plain())
	if got := strings.Join(strings.Fields(strings.Join(rows, " ")), " "); got != "Anna: "+text {
		t.Errorf("%q", got)
	}
	for _, r := range rows {
		if style.Width(r) > 40 {
			t.Errorf("%q is too wide", r)
		}
	}
}

// The last rows of the talk are the same, whether all of it is wrapped or only what is in sight.
func TestTalkIsWrappedAsFarAsItIsSeen(t *testing.T) {
	s := newHall(&desk{})
	for i := range 40 {
		text := strings.Repeat("word ", i%7*5+1)
		s.d.news.Talk = append(s.d.news.Talk, lobby.Said{From: table.Person{ID: "a", Name: "Anna"}, Text: text})
	}
	all := s.talkRows(30, 10000, style.Plain())
	for n := 1; n <= len(all)+5; n++ {
		got := s.talkRows(30, n, style.Plain())
		if len(got) < min(n, len(all)) || !slices.Equal(got, all[len(all)-len(got):]) {
			t.Fatalf("%d rows are asked for, %d come that are not the last of %d", n, len(got), len(all))
		}
	}
}
