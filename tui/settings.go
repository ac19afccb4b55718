package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/lobby"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// settings are a player's own: they are stored with the account.
type settings struct {
	sheet
	cursor int
}

func newSettings(d *desk) *settings { return &settings{sheet: sheet{d: d}} }

// choice is one line of the settings.
type choice struct {
	name, value, why string
	turn             func(by int)
	to               screen.Screen // opened in the place of a change
}

var colours = []struct{ key, words string }{
	{"", "as many as there are"}, {"256", "256 at most"}, {"16", "16 at most"}, {"none", "none"},
}

func onOff(b bool) string {
	if b {
		return "on"
	}
	return "off"
}

func (s *settings) choices() []choice {
	p := &s.d.prefs
	at := 0
	for i, c := range colours {
		if c.key == p.Color {
			at = i
		}
	}
	all := []choice{
		{name: "Colours", value: colours[at].words, why: "Nothing here is told by colour alone.", turn: func(by int) {
			p.Color = colours[around(at+by, len(colours))].key
		}},
		{name: "Plain signs", value: onOff(p.ASCII),
			why:  "Only what every keyboard has, for terminals that draw boxes or suits badly.",
			turn: func(int) { p.ASCII = !p.ASCII }},
		{name: "Bell", value: onOff(p.Bell), why: "Ring when it is your move.", turn: func(int) { p.Bell = !p.Bell }},
		{name: "Calm", value: onOff(p.Calm), why: "Nothing moves by itself, and nothing flashes.",
			turn: func(int) { p.Calm = !p.Calm }},
	}
	for _, k := range s.d.Kits {
		keys, ok := newRaceKeys(s.d, k)
		if !ok {
			continue
		}
		value := "as they were"
		if n := len(keys.own()); n > 0 {
			value = lobby.Plural(n, "own key")
		}
		why := "Which key does what in " + k.Spec.Title + "."
		all = append(all, choice{name: "Keys", value: value, why: why, to: keys})
	}
	return all
}

func (s *settings) by(n int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		s.cursor = max(min(s.cursor+n, len(s.choices())-1), 0)
		return nil, screen.Stay()
	}
}

func (s *settings) change(by int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		c := s.choices()[s.cursor]
		if c.to != nil {
			return nil, screen.Push(c.to)
		}
		c.turn(by)
		return s.d.save(s, s.d.prefs), screen.Stay()
	}
}

func (s *settings) actions() []action {
	return []action{
		act("up", "line", s.by(-1)).as("up/down", "k"), act("down", "line", s.by(1)).as("", "j", "tab"),
		act("right", "change", s.change(1)).as("left/right", "l", "enter", "space"),
		act("left", "change", s.change(-1)).as("", "h"),
		act("esc", "back", going(screen.Pop)).as("esc", "q"),
		act("?", "help", going(screen.Help)),
	}
}

func (s *settings) Bindings() []screen.Binding { return bindings(s.actions()) }

func (s *settings) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch m := msg.(type) {
	case tea.MouseClickMsg:
		z, ok := s.click(m)
		switch {
		case ok && z.key != "":
			return s.Handle(pressOf(z.key))
		case ok && z.n < len(s.choices()):
			s.cursor = z.n
			return s.change(1)()
		}
	case tea.KeyPressMsg:
		cmd, nav, _ := dispatch(s.actions(), m)
		return cmd, nav
	}
	return nil, screen.Stay()
}

func (s *settings) Draw(size screen.Size, st *style.Style) string {
	return s.draw(s, "settings", size, st, func(b screen.Size) string {
		w := b.W - 4
		rows := []string{""}
		all := s.choices()
		for i, c := range all {
			mark, value := "  ", "  "+st.Pad(c.value, 22)+"  "
			if i == s.cursor {
				mark = st.Accent.Render(st.Turn) + " "
				value = st.Strong.Render(st.Pad(c.value, 22))
				value = st.Key.Render(st.Left) + " " + value + " " + st.Key.Render(st.Right)
			}
			line := mark + st.Pad(c.name, 14) + value
			if w > 100 {
				line += "  " + st.Dim.Render(c.why)
			}
			line = st.Pad(line, w)
			if i == s.cursor {
				line = st.Select(line)
			}
			s.zones.add(zone{x: 1, y: headH + 1 + len(rows), w: b.W - 2, h: 1, n: i})
			rows = append(rows, line, "")
		}
		rows = append(rows, widget.Rule("", w, st), all[s.cursor].why, "", s.sample(st))
		f := widget.Frame{Title: "How it looks and sounds", Hot: true}
		return widget.Box(f, strings.Join(rows, "\n"), b.W, b.H, st)
	})
}

// sample shows what the settings make of colours and signs.
func (s *settings) sample(st *style.Style) string {
	var b strings.Builder
	b.WriteString(st.Dim.Render("It looks like this: "))
	for h := range style.Hues {
		b.WriteString(st.Hue(h).Render(style.HueName(h)) + " ")
	}
	b.WriteString(st.Accent.Render(st.Star) + " " + st.Good.Render(st.Yes) + " " + st.Danger.Render(st.No) + " " +
		st.Sign.Render(st.Turn+"your move "))
	return b.String()
}

// farewell is the last screen of a session that was ended from outside.
type farewell struct {
	d   *desk
	why string
}

func newFarewell(d *desk, why string) *farewell { return &farewell{d, style.Clean(why, 300)} }

func (s *farewell) Bindings() []screen.Binding {
	return []screen.Binding{{Keys: []string{"enter"}, Show: "enter", Does: "leave"}}
}

func (s *farewell) Typing() bool { return true }

func (s *farewell) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseClickMsg:
		return nil, screen.Leave()
	}
	return nil, screen.Stay()
}

func (s *farewell) Draw(size screen.Size, st *style.Style) string {
	w := min(60, size.W-4)
	rows := append([]string{""}, style.Wrap(s.why, w-4)...)
	rows = append(rows, "", st.Dim.Render("Press any key to leave."))
	box := widget.Box(widget.Frame{Title: "So long", Hot: true}, strings.Join(rows, "\n"), w, len(rows)+2, st)
	top := max((size.H-len(rows)-10)/2, 0)
	blank := st.Fit("", size.W, size.H)
	out := st.Lay(blank, sign(size.W, st), 0, top)
	return st.Lay(out, box, (size.W-w)/2, top+8)
}
