package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// form is a screen of lines, each with a value to be turned or text to be typed, and a button that does it all.
type form struct {
	sheet
	what   blank
	cursor int
	typing bool // keys are the text of the line under the cursor
	busy   bool
}

// blank is what a form asks for.
type blank interface {
	// title and heading name the form: at the top of the screen, and over its lines.
	title() (screen, heading string)
	// fields are the lines as they are now.
	fields() []field
	// button is what the form does: its key and its words. about says in a line what would come of it now.
	button() (key, words, about string)
	// advice is what is said while the button is under the cursor.
	advice() string
	submit() tea.Cmd
	// game is whose rules the lines' clauses are.
	game() string
}

// field is one line of a form.
type field struct {
	name   string
	value  string
	why    string         // what the value means, or what the line is for
	clause string         // of the rule book
	turn   func(by int)   // to another value; nil for none
	text   *widget.Prompt // typed, instead
}

func newForm(d *desk, what blank) *form { return &form{sheet: sheet{d: d}, what: what} }

func (s *form) Typing() bool { return s.typing }

func (s *form) current() (field, bool) {
	all := s.what.fields()
	if s.cursor >= len(all) {
		return field{}, false // on the button
	}
	return all[s.cursor], true
}

func (s *form) by(n int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		s.cursor = max(min(s.cursor+n, len(s.what.fields())), 0)
		return nil, screen.Stay()
	}
}

func (s *form) change(by int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		if f, ok := s.current(); ok && f.turn != nil {
			f.turn(by)
			s.cursor = min(s.cursor, len(s.what.fields()))
		}
		return nil, screen.Stay()
	}
}

// enter goes on to the next line, begins typing, or does it all.
func (s *form) enter() (tea.Cmd, screen.Nav) {
	f, ok := s.current()
	switch {
	case !ok:
		return s.submit()
	case f.text != nil:
		s.typing = true
		return nil, screen.Stay()
	default:
		return s.by(1)()
	}
}

// submit does what the form is for, once at a time.
func (s *form) submit() (tea.Cmd, screen.Nav) {
	if s.busy {
		return nil, screen.Stay()
	}
	do := s.what.submit()
	if do == nil {
		return nil, screen.Stay()
	}
	s.busy = true
	return func() tea.Msg {
		msg := do()
		if r, ok := msg.(reply); ok {
			act := r.act
			r.act = func() (tea.Cmd, screen.Nav) {
				s.busy = false
				return act()
			}
			return r
		}
		return msg
	}, screen.Stay()
}

func (s *form) rules() (tea.Cmd, screen.Nav) {
	f, _ := s.current()
	return nil, screen.Rules(s.what.game(), f.clause)
}

func (s *form) actions() []action {
	const nothing = "Nothing to choose here."
	key, words, _ := s.what.button()
	words = strings.ToLower(words[:1]) + words[1:]
	f, ok := s.current()
	does := "next"
	switch {
	case !ok:
		does = words
	case f.text != nil:
		does = "type"
	}
	return []action{
		act("enter", does, s.enter),
		act("up", "line", s.by(-1)).as("up/down", "k", "shift+tab"),
		act("down", "line", s.by(1)).as("", "j", "tab"),
		act("right", "change", s.change(1)).as("left/right", "l", "space").not(nothing, f.turn == nil),
		act("left", "change", s.change(-1)).as("", "h").not(nothing, f.turn == nil),
		act("pgdown", "more", s.change(5)).as("").not(nothing, f.turn == nil),
		act("pgup", "less", s.change(-5)).as("").not(nothing, f.turn == nil),
		act(key, words, s.submit),
		act("r", "the rule", s.rules).not("No rule is about this.", f.clause == ""),
		act("esc", "back", going(screen.Pop)).as("esc", "q"),
		act("?", "help", going(screen.Help)),
	}
}

func (s *form) Bindings() []screen.Binding {
	if s.typing {
		return []screen.Binding{{Keys: []string{"enter", "esc"}, Show: "enter", Does: "done"}}
	}
	return bindings(s.actions())
}

func (s *form) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	f, _ := s.current()
	switch m := msg.(type) {
	case tea.PasteMsg:
		if s.typing && f.text != nil {
			f.text.Paste(m.Content)
		}
	case tea.MouseClickMsg:
		return s.press(m)
	case tea.KeyPressMsg:
		if !s.typing || f.text == nil {
			cmd, nav, _ := dispatch(s.actions(), m)
			return cmd, nav
		}
		switch m.String() {
		case "enter", "esc", "up", "down", "tab":
			s.typing = false
			if m.String() != "esc" {
				return s.by(1)()
			}
		default:
			f.text.Key(m)
		}
	}
	return nil, screen.Stay()
}

func (s *form) press(m tea.MouseClickMsg) (tea.Cmd, screen.Nav) {
	z, ok := s.click(m)
	if !ok {
		return nil, screen.Stay()
	}
	s.typing = false
	if z.key != "" {
		return s.Handle(pressOf(z.key))
	}
	again := s.cursor == z.n
	s.cursor = z.n
	f, onField := s.current()
	switch {
	case !onField:
		return s.submit()
	case f.text != nil && again:
		s.typing = true
	case f.turn != nil:
		return s.change(1)()
	}
	return nil, screen.Stay()
}

func (s *form) Draw(size screen.Size, st *style.Style) string {
	top, heading := s.what.title()
	return s.draw(s, top, size, st, func(b screen.Size) string {
		all := s.what.fields()
		w, h := b.W-4, b.H-5
		var rows []string
		from := widget.Window(len(all), s.cursor, h)
		for i := from; i < min(len(all), from+h); i++ {
			s.zones.add(zone{x: 1, y: headH + 1 + len(rows), w: b.W - 2, h: 1, n: i})
			rows = append(rows, s.row(all[i], i == s.cursor, w, st))
		}
		for len(rows) < h {
			rows = append(rows, "")
		}
		rows = append(rows, st.Faint.Render(style.Repeat(st.Horizontal, w)), s.explain(w, st))
		s.zones.add(zone{x: 3, y: headH + 1 + len(rows), w: 18, h: 1, n: len(all)})
		key, words, about := s.what.button()
		if s.busy {
			words = "One moment ..."
		}
		rows = append(rows, widget.Button(key, words, s.cursor >= len(all), false, st)+"   "+st.Dim.Render(about))
		return widget.Box(widget.Frame{Title: heading, Hot: true}, strings.Join(rows, "\n"), b.W, b.H, st)
	})
}

// row is one line of the form.
func (s *form) row(f field, on bool, w int, st *style.Style) string {
	mark := "  "
	if on {
		mark = st.Accent.Render(st.Turn) + " "
	}
	nameW := min(w/3, 24)
	left := mark + st.Pad(f.name, nameW) + "  "
	rest := w - style.Width(left)
	if f.text != nil {
		text := "  " + f.text.Draw("", s.typing && on, rest-2, st)
		if on && !s.typing {
			return st.Select(left + text)
		}
		return left + text
	}
	value := st.Pad(f.value, 14)
	if on {
		value = st.Key.Render(st.Left) + " " + st.Strong.Render(st.Pad(f.value, 14)) + " " + st.Key.Render(st.Right)
	} else {
		value = "  " + value + "  "
	}
	line := left + value
	if w >= 90 {
		line += "  " + st.Dim.Render(st.Cut(f.why, w-style.Width(line)-2))
	}
	line = st.Pad(line, w)
	if on {
		return st.Select(line)
	}
	return line
}

// explain says what the line under the cursor means.
func (s *form) explain(w int, st *style.Style) string {
	f, ok := s.current()
	if !ok {
		return st.Cut(s.what.advice(), w)
	}
	text := f.why
	if f.clause != "" {
		text += st.Dim.Render(" (rules " + f.clause + ": press r)")
	}
	return st.Cut(text, w)
}
