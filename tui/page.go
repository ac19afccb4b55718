package tui

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"saloon/lobby"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// zone is an area of the last drawing that can be clicked.
type zone struct {
	x, y, w, h int
	n          int    // which one
	key        string // or the key that a click stands for
}

type zones struct{ all []zone }

func (z *zones) reset()     { z.all = z.all[:0] }
func (z *zones) add(o zone) { z.all = append(z.all, o) }

// at finds the zone of a cell, the latest first.
func (z *zones) at(x, y int) (zone, bool) {
	for i := len(z.all) - 1; i >= 0; i-- {
		if o := z.all[i]; x >= o.x && x < o.x+o.w && y >= o.y && y < o.y+o.h {
			return o, true
		}
	}
	return zone{}, false
}

// action is a binding and what it does.
type action struct {
	screen.Binding
	do func() (tea.Cmd, screen.Nav)
}

// act makes an action with one key, shown as it is called.
func act(key, does string, do func() (tea.Cmd, screen.Nav)) action {
	return action{screen.Binding{Keys: []string{key}, Show: key, Does: does}, do}
}

// as shows the action's key by another word, and adds keys that do the same.
func (a action) as(show string, more ...string) action {
	a.Show = show
	a.Keys = append(a.Keys, more...)
	return a
}

// not says why the action does nothing just now.
func (a action) not(why string, when bool) action {
	if when {
		a.Why = why
	}
	return a
}

// unless hides the key where another one says the same.
func (a action) unless(said bool) action {
	if said {
		a.Show = ""
	}
	return a
}

// going makes an action's deed of a Nav alone.
func going(n func() screen.Nav) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) { return nil, n() }
}

func bindings(actions []action) []screen.Binding {
	out := make([]screen.Binding, len(actions))
	for i, a := range actions {
		out[i] = a.Binding
	}
	return out
}

// dispatch does what a key is bound to, or says why not. ok is false for a key that is bound to nothing.
func dispatch(actions []action, k tea.KeyPressMsg) (cmd tea.Cmd, nav screen.Nav, ok bool) {
	name := k.String()
	for _, a := range actions {
		for _, key := range a.Keys {
			if key != name {
				continue
			}
			if a.Why != "" {
				return nil, screen.Toast(a.Why), true
			}
			cmd, nav = a.do()
			return cmd, nav, true
		}
	}
	return nil, screen.Stay(), false
}

// sheet is what most screens are drawn on: a head, a body and a footer with keys.
type sheet struct {
	d     *desk
	style *style.Style // of the last drawing
	zones zones
	size  screen.Size
	keys  []screen.Binding
	hints footer
}

// onSheet marks the screens that are drawn on a sheet: the wheel moves a cursor or scrolls, and toasts lie on the rule.
func (s *sheet) onSheet() {}

// headH is how many lines the head of a screen takes.
const headH = 2

// body is the size that is left between head and footer.
func (s *sheet) body(size screen.Size) screen.Size {
	return screen.Size{W: size.W, H: size.H - headH - 1}
}

// begin clears the sheet, and returns the size of its body.
func (s *sheet) begin(size screen.Size, st *style.Style) screen.Size {
	s.zones.reset()
	s.size, s.style = size, st
	return s.body(size)
}

// draw puts head, body and footer together. The body is drawn by f,
// after the zones were cleared.
func (s *sheet) draw(of screen.Screen, title string, size screen.Size, st *style.Style,
	f func(screen.Size) string,
) string {
	b := s.begin(size, st)
	body := st.Fit(f(b), b.W, b.H)
	s.keys = of.Bindings() // after the body: what can be scrolled is known now
	return head(s.d, title, size.W, st) + "\n" + body + "\n" + s.foot()
}

// footer is the last line, by the first of the keys in it.
type footer = widget.Drawing[*screen.Binding]

// foot is the last line. Keys that are the very same as they were are not spelled out again.
func (s *sheet) foot() string {
	var first *screen.Binding
	if len(s.keys) > 0 {
		first = &s.keys[0]
	}
	return s.hints.Draw(s.size.W, 1, s.style, first, func() string { return foot(s.keys, s.size.W, s.style) })
}

// foot is the last line: what the keys do.
func foot(keys []screen.Binding, w int, st *style.Style) string {
	return " " + widget.Hints(shown(keys, st), w-2, st) + " "
}

// click turns a press into a zone, or into the key of the footer's hint under it.
func (s *sheet) click(m tea.MouseClickMsg) (zone, bool) {
	if m.Y == s.size.H-1 {
		if b, ok := widget.HintAt(shown(s.keys, s.style), s.size.W-2, m.X-1); ok && len(b.Keys) > 0 {
			return zone{key: b.Keys[0]}, true
		}
		return zone{}, false
	}
	return s.zones.at(m.X, m.Y)
}

// head is the two lines at the top: the house's sign, where one is, and who one is.
func head(d *desk, title string, w int, st *style.Style) string {
	left := " " + st.Accent.Render(st.Star+" SALOON "+st.Star)
	if title != "" {
		left += st.Dim.Render("  "+st.Dot+"  ") + st.Strong.Render(title)
	}
	right := d.me()
	if d.Session.Player().Guest {
		right += st.Dim.Render(" (guest)")
	}
	if n := d.news.Turns; n > 0 {
		right = st.Sign.Render(" "+st.Turn+" your move at "+lobby.Plural(n, "table")+" ") + " " + right
	}
	return st.Spread(left, right+" ", w) + "\n" + st.Faint.Render(style.Repeat(st.Double, w))
}

// shown writes the keys' signs in the glyphs of a style.
func shown(keys []screen.Binding, st *style.Style) []screen.Binding {
	out := make([]screen.Binding, len(keys))
	for i, k := range keys {
		k.Show = keyShow(k.Show, st)
		out[i] = k
	}
	return out
}

func keyShow(key string, st *style.Style) string {
	switch key {
	case "enter":
		return st.Return
	case "up/down":
		if st.ASCII {
			return "up/down"
		}
		return "↑↓"
	case "left/right":
		if st.ASCII {
			return "left/right"
		}
		return "←→"
	}
	return key
}

// Press makes the key press that a key is called by in bindings: "enter", "ctrl+l", "d".
func Press(name string) tea.KeyPressMsg { return pressOf(name) }

// pressOf makes the key press that a binding's key is called by.
func pressOf(name string) tea.KeyPressMsg {
	var mod tea.KeyMod
	for {
		switch {
		case strings.HasPrefix(name, "ctrl+"):
			mod, name = mod|tea.ModCtrl, name[5:]
			continue
		case strings.HasPrefix(name, "shift+"):
			mod, name = mod|tea.ModShift, name[6:]
			continue
		}
		break
	}
	codes := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown,
		"left": tea.KeyLeft, "right": tea.KeyRight, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "home": tea.KeyHome,
		"end": tea.KeyEnd, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
	}
	if c, ok := codes[name]; ok {
		return tea.KeyPressMsg{Code: c, Mod: mod}
	}
	if name == "space" {
		name = " "
	}
	r, _ := utf8.DecodeRuneInString(name)
	k := tea.KeyPressMsg{Code: r, Mod: mod}
	if mod == 0 {
		k.Text = name
	}
	return k
}

// tiny is what a window says in which nothing can be drawn, and what goes on meanwhile.
func tiny(size screen.Size, st *style.Style, goesOn string) string {
	lines := []string{
		"The saloon needs a window of " + itoa(MinW) + "x" + itoa(MinH) + ".",
		"This one has " + itoa(size.W) + "x" + itoa(size.H) + ". Please make it larger.",
	}
	if goesOn != "" {
		lines = append(lines, goesOn)
	}
	lines = append(lines, "ctrl+c leaves.")
	var rows []string
	for _, l := range lines {
		rows = append(rows, style.Wrap(l, size.W)...)
	}
	top := max((size.H-len(rows))/2, 0)
	rows = append(make([]string, top), rows...)
	for i, r := range rows {
		rows[i] = st.Center(r, size.W)
	}
	return st.Fit(strings.Join(rows, "\n"), size.W, size.H)
}

// depth is the colour depth that a player asked for, which can only be less than the terminal's.
func depth(want string, has colorprofile.Profile) colorprofile.Profile {
	switch want {
	case "none":
		return min(has, colorprofile.ASCII)
	case "16":
		return min(has, colorprofile.ANSI)
	case "256":
		return min(has, colorprofile.ANSI256)
	}
	return has
}

func strip(s string) string { return ansi.Strip(s) }
