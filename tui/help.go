package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// help lists the keys of the screen below it, made from its bindings, with the reason beside each key that does nothing
// just now.
type help struct {
	sheet
	scroller
	below screen.Screen
}

func newHelp(d *desk, below screen.Screen) *help { return &help{sheet: sheet{d: d}, below: below} }

func (s *help) actions() []action {
	return append(s.scroller.actions(), act("esc", "back", going(screen.Pop)).as("esc", "q", "?", "enter"))
}

func (s *help) Typing() bool { return true } // "?" closes it

func (s *help) Bindings() []screen.Binding { return bindings(s.actions()) }

func (s *help) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch m := msg.(type) {
	case tea.MouseClickMsg:
		if z, ok := s.click(m); ok && z.key != "" {
			return s.Handle(pressOf(z.key))
		}
	case tea.KeyPressMsg:
		cmd, nav, _ := dispatch(s.actions(), m)
		return cmd, nav
	}
	return nil, screen.Stay()
}

func (s *help) Draw(size screen.Size, st *style.Style) string {
	return s.draw(s, "keys", size, st, func(b screen.Size) string {
		rows, foot := s.view(s.lines(b.W-4, st), b.H-2)
		f := widget.Frame{Title: "What the keys do here", Hot: true, Foot: foot}
		return widget.Box(f, strings.Join(rows, "\n"), b.W, b.H, st)
	})
}

// lines are the keys of the screen below, then those that work everywhere.
func (s *help) lines(w int, st *style.Style) []string {
	var rows []string
	add := func(keys, does, why string) {
		text := "  " + st.Key.Render(st.PadLeft(keys, 14)) + "  "
		if why != "" {
			text = "  " + st.Dim.Render(st.PadLeft(keys, 14)) + "  "
			does = st.Dim.Render(does+" "+st.Dot+" ") + st.Dim.Render(strings.TrimSuffix(why, "."))
		}
		rows = append(rows, st.Cut(text+does, w))
	}
	seen := map[string]bool{}
	for _, k := range s.below.Bindings() {
		keys := make([]string, 0, len(k.Keys))
		for _, name := range k.Keys {
			keys = append(keys, keyShow(name, st))
		}
		names := strings.Join(keys, " ")
		if names == "" || seen[names] {
			continue
		}
		seen[names] = true
		add(names, k.Does, k.Why)
	}
	rows = append(rows, "", "  "+st.Dim.Render("Everywhere"))
	add("?", "this help", "")
	add("ctrl+l", "draw the screen again", "")
	add("ctrl+c", "leave the saloon; twice: at once", "")
	mouse := "The mouse works too: press rows, buttons and the words in the last line."
	return append(rows, "", "  "+st.Dim.Render(mouse))
}
