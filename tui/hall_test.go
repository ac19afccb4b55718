package tui

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"pgregory.net/rapid"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// twins are two lobbies that hear the same. One of them draws everything anew each time.
type twins struct {
	*rapid.T
	both [2]*hall
	now  time.Time
}

func newTwins(t *rapid.T) *twins {
	tw := &twins{T: t, now: time.Unix(1e9, 0)}
	kits := []bot.Kit{{}, {}}
	kits[0].Spec = engine.Spec{Name: "toy", Title: "Toy"}
	kits[1].Spec = engine.Spec{Name: "top", Title: "Top"}
	for i := range tw.both {
		tw.both[i] = newHall(&desk{Options: Options{Session: idle{}, Kits: kits, Now: time.Now}, now: tw.now})
	}
	return tw
}

// each does the same with both.
func (tw *twins) each(do func(*hall)) {
	for _, h := range tw.both {
		do(h)
	}
}

func (tw *twins) pick(of string, n int) int { return rapid.IntRange(0, n).Draw(tw.T, of) }

func (tw *twins) yes(of string) bool { return rapid.Bool().Draw(tw.T, of) }

// person is somebody, at times the player.
func (tw *twins) person() table.Person {
	return rapid.SampledFrom([]table.Person{
		{ID: "", Name: "Me"}, {ID: "p1", Name: "Burt"}, {ID: "p2", Name: "Zoë"}, {ID: "p3", Name: "Doc", Guest: true},
	}).Draw(tw.T, "who")
}

// news brings other tables, people and talk.
func (tw *twins) news() {
	n := lobby.News{Now: tw.now, Turns: tw.pick("turns", 1)}
	var tables []lobby.Listing
	for i := range tw.pick("tables", 20) {
		tables = append(tables, lobby.Listing{
			ID: table.ID(string(rune('A'+i)) + "BCDEF"), Host: tw.person().Name, Stage: table.Playing,
			Settings: table.Settings{Game: "toy", NoSpectators: tw.yes("closed")}, Free: tw.pick("free", 1),
			Seated: tw.yes("seated"), Chairs: []table.Chair{{Owner: tw.person(), Here: tw.yes("here")}},
			Conduct: []lobby.Conduct{{}},
		})
	}
	for range tw.pick("people", 12) {
		n.People = append(n.People, lobby.Presence{
			Player: tw.person(), Where: "lobby", Rating: "1500",
			Since: tw.now.Add(-time.Duration(tw.pick("since", 600)) * time.Second),
		})
	}
	for range tw.pick("talk", 40) {
		n.Talk = append(n.Talk, lobby.Said{From: tw.person(), Text: strings.Repeat("Howdy. ", 1+tw.pick("words", 20))})
	}
	n.ShowTables(tables)
	tw.each(func(h *hall) {
		h.d.news = n
		h.d.heard++
		h.Handle(n)
	})
}

// key presses a key that stays in the lobby.
func (tw *twins) key() {
	key := rapid.SampledFrom([]string{
		"up", "down", "tab", "home", "end", "pgup", "pgdown", "t", "esc", "h", "space", "enter",
	}).Draw(tw.T, "key")
	if talks := tw.both[0].talking; !talks && slices.Contains([]string{"esc", "h", "space", "enter"}, key) ||
		talks && key == "enter" {
		return
	}
	tw.each(func(h *hall) { h.Handle(Press(key)) })
}

// scrolls looks at older talk, or at newer.
func (tw *twins) scrolls() {
	key := rapid.SampledFrom([]string{"pgup", "pgdown"}).Draw(tw.T, "page")
	tw.each(func(h *hall) {
		for _, k := range []string{"t", key, "esc"} {
			h.Handle(Press(k))
		}
	})
}

// ignores changes of whom nothing is heard.
func (tw *twins) ignores() {
	list := []table.PlayerID{"p1", "p2"}[:tw.pick("ignored", 2)]
	tw.each(func(h *hall) { h.d.prefs.Ignored = slices.Clone(list) })
}

// boards brings other standings.
func (tw *twins) boards() {
	var rows []lobby.Standing
	for i := range tw.pick("rows", 5) {
		rows = append(rows, lobby.Standing{Rank: i + 1, Player: tw.person().ID, Name: "Burt", Matches: 3})
	}
	tw.each(func(h *hall) {
		h.boards = []lobby.Board{{Category: "toy", Rows: rows}}
		h.read++
	})
}

// draw draws both, and clicks into both.
func (tw *twins) draw() {
	size := rapid.SampledFrom([]screen.Size{
		{W: 80, H: 24}, {W: 120, H: 40}, {W: 60, H: 20}, {W: 150, H: 30},
		{W: 80, H: 26}, {W: 80, H: 27}, // boxes of the same size in other places
	}).Draw(tw.T, "size")
	st := style.For(style.Look{Profile: rapid.SampledFrom([]colorprofile.Profile{
		colorprofile.NoTTY, colorprofile.ANSI256,
	}).Draw(tw.T, "colors")})
	tw.both[1].parts, tw.both[1].hints = hallParts{}, footer{}
	a, b := tw.both[0].Draw(size, st), tw.both[1].Draw(size, st)
	if a != b {
		tw.Fatalf("from the parts:\n%s\nand drawn anew:\n%s", a, b)
	}
	rows := strings.Split(a, "\n")
	if len(rows) != size.H {
		tw.Fatalf("%d rows of %d", len(rows), size.H)
	}
	for y, row := range rows {
		if style.Width(row) != size.W {
			tw.Fatalf("row %d has %d cells of %d", y, style.Width(row), size.W)
		}
	}
	x, y := tw.pick("x", size.W-1), tw.pick("y", size.H-1)
	one, ok := tw.both[0].click(tea.MouseClickMsg{X: x, Y: y})
	two, too := tw.both[1].click(tea.MouseClickMsg{X: x, Y: y})
	if one != two || ok != too {
		tw.Fatalf("a click on %d, %d is for %+v (%v), and drawn anew for %+v (%v)", x, y, one, ok, two, too)
	}
}

// A lobby whose parts are drawn when they change looks like one that is drawn anew each time, and hears its clicks.
func TestPartsOfTheLobbyAreNeverOld(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tw := newTwins(t)
		t.Repeat(map[string]func(*rapid.T){
			"news":   func(*rapid.T) { tw.news() },
			"key":    func(*rapid.T) { tw.key() },
			"ignore": func(*rapid.T) { tw.ignores() },
			"scroll": func(*rapid.T) { tw.scrolls() },
			"boards": func(*rapid.T) { tw.boards() },
			"time": func(*rapid.T) {
				tw.now = tw.now.Add(time.Duration(tw.pick("seconds", 200)) * time.Second)
				tw.each(func(h *hall) { h.d.now = tw.now })
			},
			"draw": func(*rapid.T) { tw.draw() },
		})
	})
}
