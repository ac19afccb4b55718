package felt

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// Reel is what moves a match that is over and is looked at again; *lobby.Reel is one. None of its methods waits.
type Reel interface {
	State() lobby.ReelState
	Step(by int)
	Seek(at int)
	Skip(forward bool)
	Turn()
	Rejoin()
	Open() (string, error)
}

// autoEvery is how long every entry stands while a replay goes on by itself.
const autoEvery = 1200 * time.Millisecond

// reel is what the screen of a replay keeps beside the match itself.
type reel struct {
	auto   bool
	autoAt time.Time
	open   string // the whole position in the board's place; empty while the board stands there
	top    int    // its first row on the screen
}

// reeling moves the reel by hand, which ends its going on by itself.
func (f *Felt) reeling(do func(Reel)) func(*Felt) {
	return func(f *Felt) {
		f.reel.auto, f.reel.open = false, ""
		do(f.deps.Reel)
	}
}

// openActions are the keys while the whole position is in the board's place.
func (f *Felt) openActions() []action {
	scroll := func(by int) func(*Felt) { return func(f *Felt) { f.reel.top = max(f.reel.top+by, 0) } }
	shut := func(f *Felt) { f.reel.open = "" }
	return []action{
		calm("↑ ↓", "scroll", scroll(-1), "up", "k"), calm("", "", scroll(1), "down", "j"),
		calm("", "", scroll(-10), "pgup"), calm("", "", scroll(10), "pgdown", "space"),
		calm("", "", scroll(-1<<20), "home", "g"), calm("", "", scroll(1<<20), "end", "G"),
		calm("x", "back to the board", shut, "x", "esc", "q"), talkKey,
		key("?", "help", func(*Felt) (tea.Cmd, screen.Nav) { return nil, screen.Help() }, "?"),
	}
}

// reelActions are the keys of a replay.
func (f *Felt) reelActions() []action {
	if f.reel.open != "" {
		return f.openActions()
	}
	s := f.deps.Reel.State()
	all := []action{
		calm("← →", "step", f.reeling(func(r Reel) { r.Step(-1) }), "left", "h"),
		calm("", "", f.reeling(func(r Reel) { r.Step(1) }), "right", "l", "space", "enter"),
		calm("↑ ↓", "leap", f.reeling(func(r Reel) { r.Skip(false) }), "up", "pgup", "k"),
		calm("", "", f.reeling(func(r Reel) { r.Skip(true) }), "down", "pgdown", "j"),
		calm("", "", f.reeling(func(r Reel) { r.Seek(0) }), "home", "g"),
		calm("", "", f.reeling(func(r Reel) { r.Seek(s.Of) }), "end", "G"),
		calm("p", "play", (*Felt).autoplay, "p"),
	}
	if len(s.Choices) > 1 {
		all = append(all, calm("e", "eyes", func(f *Felt) { f.deps.Reel.Turn() }, "e"))
	}
	open := len(s.Choices) > 2 // with everybody's eyes: nothing is secret any more
	if f.deps.Branch != nil && s.At < s.Of && open {
		all = append(all, key("b", "play on", func(f *Felt) (tea.Cmd, screen.Nav) {
			return f.deps.Branch(), screen.Stay()
		}, "b"))
	}
	if open {
		all = append(all, key("x", "all cards", (*Felt).openCards, "x"))
	}
	if !s.Leads && !s.Follows {
		all = append(all, calm("f", "follow "+style.Clean(s.Leader, lobby.NameWidthMax),
			func(f *Felt) { f.deps.Reel.Rejoin() }, "f"))
	}
	return append(all, talkKey,
		calm("o", "log", func(f *Felt) { f.reading, f.scroll = true, 0 }, "o"),
		key("R", "rules", (*Felt).openRules, "R", "ctrl+r"),
		key("esc", "back", func(*Felt) (tea.Cmd, screen.Nav) { return nil, screen.Pop() }, "esc", "q"),
		key("?", "help", func(*Felt) (tea.Cmd, screen.Nav) { return nil, screen.Help() }, "?"))
}

// autoplay lets the replay go on by itself, or halts it.
func (f *Felt) autoplay() {
	f.reel.auto = !f.reel.auto
	f.reel.autoAt = f.now.Add(autoEvery)
	f.reel.open = ""
}

// roll takes the next step of a replay that goes on by itself.
func (f *Felt) roll() {
	if !f.reel.auto || f.now.Before(f.reel.autoAt) {
		return
	}
	if s := f.deps.Reel.State(); s.At >= s.Of {
		f.reel.auto = false
		return
	}
	f.deps.Reel.Step(1)
	f.reel.autoAt = f.now.Add(autoEvery)
}

// openCards puts the whole position in the board's place.
func (f *Felt) openCards() (tea.Cmd, screen.Nav) {
	f.version++
	text, err := f.deps.Reel.Open()
	if err != nil {
		f.note(noticeOf(err))
		return nil, screen.Stay()
	}
	f.reel.open, f.reel.top, f.reel.auto = text, 0, false
	return nil, screen.Stay()
}

// drawOpen draws the whole position.
func (f *Felt) drawOpen(r rect, st *style.Style) string {
	var rows []string
	for line := range strings.SplitSeq(strings.TrimRight(f.reel.open, "\n"), "\n") {
		for _, l := range style.Wrap(style.Clean(line, 2000), r.w-2) {
			rows = append(rows, " "+l)
		}
	}
	f.reel.top = min(f.reel.top, max(len(rows)-r.h, 0))
	return st.Fit(strings.Join(rows[f.reel.top:], "\n"), r.w, r.h)
}

// reelText says where a replay stands, with whose eyes it is seen, and who leads.
func (f *Felt) reelText(st *style.Style) string {
	s := f.deps.Reel.State()
	parts := []string{st.Sign.Render(fmt.Sprintf(" %d of %d ", s.At, s.Of))}
	switch {
	case s.Words != "":
		parts = append(parts, style.Clean(s.Words, 80))
	case s.At == 0:
		parts = append(parts, "before the first deal")
	default:
		parts = append(parts, st.Dim.Render("chance"))
	}
	if s.At == s.Of && f.frame.Info.Result != nil {
		parts = append(parts, st.Accent.Render(f.verdict(f.frame.Info.Result)))
	}
	parts = append(parts, st.Dim.Render("seen by "+f.eyesName(s.Eyes)))
	if s.Present > 1 {
		parts = append(parts, st.Dim.Render(showingWords(s)))
	}
	return strings.Join(parts, "  ")
}

// eyesName says whose eyes they are.
func (f *Felt) eyesName(s engine.Seat) string {
	if c := f.frame.Info.Chairs; s >= 0 && int(s) < len(c) {
		return called(c[s].Owner)
	}
	return "spectators"
}

func showingWords(s lobby.ReelState) string {
	others := lobby.Plural(s.Present-1, "other")
	leader := style.Clean(s.Leader, lobby.NameWidthMax)
	switch {
	case s.Leads:
		return "you lead " + others
	case s.Follows:
		return leader + " leads"
	}
	return "on your own, " + leader + " leads"
}

// replayed reports whether this is the screen of a replay.
func (f *Felt) replayed() bool { return f.deps.Reel != nil && f.frame.Info.Stage == table.Replayed }

// Still shows a frame, for drawings without a session.
func (f *Felt) Still(frame table.Frame) {
	f.handleFrame(frameMsg{of: f, frame: frame, ok: true, now: f.now})
}
