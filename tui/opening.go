package tui

import (
	"context"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// opening is the form in which a host opens a table.
type opening struct {
	sheet
	game   int
	set    table.Settings
	bots   []string // by seat; the host's own is ""
	cursor int
	title  widget.Prompt
	typing bool
	busy   bool
}

// field is one line of the form.
type field struct {
	name   string
	value  string
	why    string                               // what the value means, or what the field is for
	clause string                               // of the rule book
	turn   func(by int)                         // to another value; nil for none
	do     func(*opening) (tea.Cmd, screen.Nav) // what enter does
}

func newOpening(d *desk) *opening {
	s := &opening{sheet: sheet{d: d}}
	s.title.Max = lobby.TitleWidth
	s.title.Hint = "none needed"
	s.set = table.Settings{Pace: table.Normal, Days: 2, Rated: !d.Session.Player().Guest, Options: map[string]string{}}
	s.choose(0)
	return s
}

// choose takes a game and its defaults.
func (s *opening) choose(i int) {
	if len(s.d.Kits) == 0 {
		return
	}
	s.game = around(i, len(s.d.Kits))
	spec := s.kit().Spec
	s.set.Game = spec.Name
	s.set.Options = map[string]string{}
	if spec.Live && s.set.Pace == table.Correspondence {
		s.set.Pace = table.Normal
	}
	s.seats(min(max(lobby.QuickSeats, spec.SeatsMin), spec.SeatsMax))
}

func (s *opening) kit() bot.Kit { return s.d.Kits[s.game] }

// seats sets how many seats there are; the bots that are left over go.
func (s *opening) seats(n int) {
	spec := s.kit().Spec
	s.set.Seats = min(max(n, spec.SeatsMin), spec.SeatsMax)
	bots := make([]string, s.set.Seats)
	copy(bots, s.bots)
	s.bots = bots
}

func (s *opening) Typing() bool { return s.typing }

// fields are the lines of the form as they are now.
func (s *opening) fields() []field {
	if len(s.d.Kits) == 0 {
		return nil
	}
	var all []field
	if len(s.d.Kits) > 1 {
		all = append(all, field{name: "Game", value: s.kit().Spec.Title, why: s.kit().Spec.Blurb,
			turn: func(by int) { s.choose(s.game + by) }})
	}
	all = append(all, field{name: "Seats", value: itoa(s.set.Seats), why: "Your own is the first.",
		turn: func(by int) { s.seats(s.set.Seats + by) }})
	for i := 1; i < s.set.Seats; i++ {
		all = append(all, s.botField(i))
	}
	all = append(all, s.paceFields()...)
	all = append(all, s.doorFields()...)
	for _, o := range s.kit().Spec.Options {
		all = append(all, s.optionField(o))
	}
	all = append(all, field{name: "Words for it", why: "A title in the lobby's list. Enter begins typing.",
		do: func(s *opening) (tea.Cmd, screen.Nav) { s.typing = true; return nil, screen.Stay() }})
	return all
}

// botField is who sits on a seat.
func (s *opening) botField(seat int) field {
	levels := s.kit().Levels
	f := field{name: "Seat " + itoa(seat+1), value: "for somebody", why: "Free until somebody sits down."}
	at := 0
	for i, l := range levels {
		if l.Name == s.bots[seat] {
			at = i + 1
			f.value, f.why = level(l.Name), l.Words
		}
	}
	f.turn = func(by int) {
		n := around(at+by, len(levels)+1)
		s.bots[seat] = ""
		if n > 0 {
			s.bots[seat] = levels[n-1].Name
		}
	}
	return f
}

func (s *opening) paceFields() []field {
	paces := []table.Pace{table.Quick, table.Normal, table.Correspondence}
	if s.kit().Spec.Live {
		paces = paces[:2] // everybody has to be there
	}
	words := map[table.Pace]string{
		table.Quick:          "For one evening: a short bank and a few seconds a move.",
		table.Normal:         "Time to think and to talk.",
		table.Correspondence: "Days for a move: nobody needs to be here.",
	}
	f := field{name: "Clock", value: string(s.set.Pace), why: words[s.set.Pace]}
	f.turn = func(by int) {
		for i, p := range paces {
			if p == s.set.Pace {
				s.set.Pace = paces[around(i+by, len(paces))]
				return
			}
		}
	}
	if s.set.Pace != table.Correspondence {
		return []field{f}
	}
	return []field{f, {name: "Days a move", value: itoa(s.set.Days), why: "From 1 to 14.",
		turn: func(by int) { s.set.Days = min(max(s.set.Days+by, 1), 14) }}}
}

func (s *opening) doorFields() []field {
	who := field{name: "Who may come", value: "everybody", why: "The table is in the lobby's list.",
		turn: func(int) { s.set.Private = !s.set.Private }}
	if s.set.Private {
		who.value, who.why = "by code", "Only those to whom you give the table's code."
	}
	look := field{name: "Spectators", value: "yes", why: "They see what everybody may see, and no hand.",
		turn: func(int) { s.set.NoSpectators = !s.set.NoSpectators }}
	if s.set.NoSpectators {
		look.value, look.why = "no", "Only those who sit see the table."
	}
	rated := field{name: "Rated", value: "yes", why: "The match moves the ratings of those who have an account.",
		turn: func(int) { s.set.Rated = !s.set.Rated && !s.d.Session.Player().Guest }}
	if !s.set.Rated {
		rated.value, rated.why = "no", "For fun: no rating moves."
		if s.d.Session.Player().Guest {
			rated.why = "Guests play unrated. Come with a key to be rated."
		}
	}
	return []field{who, rated, look}
}

// optionField is one house rule, in the words of the game's spec.
func (s *opening) optionField(o engine.Option) field {
	value := s.set.Options[o.Key]
	if value == "" {
		value = o.Default
	}
	f := field{name: o.Title, value: value, clause: o.Clause, why: "As the rules have it."}
	set := func(v string) {
		delete(s.set.Options, o.Key)
		if v != o.Default {
			s.set.Options[o.Key] = v
		}
	}
	if len(o.Values) == 0 {
		if value != o.Default {
			f.why = "The rules have " + o.Default + "."
		}
		f.turn = func(by int) {
			if n, err := strconv.Atoi(value); err == nil {
				set(strconv.Itoa(min(max(n+by*o.Step, o.Min), o.Max)))
			}
		}
		return f
	}
	for i, v := range o.Values {
		if v != value {
			continue
		}
		if i < len(o.Words) {
			f.why = sentence(o.Words[i])
		}
		f.turn = func(by int) { set(o.Values[around(i+by, len(o.Values))]) }
	}
	return f
}

func (s *opening) current() (field, bool) {
	all := s.fields()
	if s.cursor >= len(all) {
		return field{}, false // on the button
	}
	return all[s.cursor], true
}

func (s *opening) by(n int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		s.cursor = max(min(s.cursor+n, len(s.fields())), 0)
		return nil, screen.Stay()
	}
}

func (s *opening) change(by int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		if f, ok := s.current(); ok && f.turn != nil {
			f.turn(by)
			s.cursor = min(s.cursor, len(s.fields()))
		}
		return nil, screen.Stay()
	}
}

// enter goes on to the next line, begins typing, or opens the table.
func (s *opening) enter() (tea.Cmd, screen.Nav) {
	f, ok := s.current()
	switch {
	case !ok:
		return s.submit()
	case f.do != nil:
		return f.do(s)
	default:
		return s.by(1)()
	}
}

func (s *opening) submit() (tea.Cmd, screen.Nav) {
	if s.busy || len(s.d.Kits) == 0 {
		return nil, screen.Stay()
	}
	s.busy = true
	set := s.set
	set.Title = strings.TrimSpace(s.title.Text())
	if set.Pace != table.Correspondence {
		set.Days = 0
	}
	if len(set.Options) == 0 {
		set.Options = nil
	}
	bots := append([]string(nil), s.bots...)
	open := s.d.visit(s, true, func(ctx context.Context) (*lobby.Visit, error) {
		return s.d.Session.OpenTable(ctx, set, bots)
	})
	return func() tea.Msg {
		msg := open()
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

func (s *opening) rules() (tea.Cmd, screen.Nav) {
	f, _ := s.current()
	return nil, screen.Rules(s.set.Game, f.clause)
}

func (s *opening) actions() []action {
	const nothing = "Nothing to choose here."
	f, ok := s.current()
	does := "next"
	switch {
	case !ok:
		does = "open the table"
	case f.do != nil:
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
		act("o", "open the table", s.submit),
		act("r", "the rule", s.rules).not("No rule is about this.", f.clause == ""),
		act("esc", "back", going(screen.Pop)).as("esc", "q"),
		act("?", "help", going(screen.Help)),
	}
}

func (s *opening) Bindings() []screen.Binding {
	if s.typing {
		return []screen.Binding{{Keys: []string{"enter", "esc"}, Show: "enter", Does: "done"}}
	}
	return bindings(s.actions())
}

func (s *opening) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch m := msg.(type) {
	case tea.PasteMsg:
		s.title.Paste(m.Content)
	case tea.MouseClickMsg:
		return s.press(m)
	case tea.KeyPressMsg:
		if !s.typing {
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
			s.title.Key(m)
		}
	}
	return nil, screen.Stay()
}

func (s *opening) press(m tea.MouseClickMsg) (tea.Cmd, screen.Nav) {
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
	case f.do != nil && again:
		return f.do(s)
	case f.turn != nil:
		return s.change(1)()
	}
	return nil, screen.Stay()
}

func (s *opening) Draw(size screen.Size, st *style.Style) string {
	return s.draw(s, "open a table", size, st, func(b screen.Size) string {
		all := s.fields()
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
		words := "Open the table"
		if s.busy {
			words = "One moment ..."
		}
		rows = append(rows, widget.Button("o", words, s.cursor >= len(all), false, st)+"   "+st.Dim.Render(s.summary()))
		title := "A new table"
		if len(s.d.Kits) > 0 {
			title += " for " + s.kit().Spec.Title
		}
		return widget.Box(widget.Frame{Title: title, Hot: true}, strings.Join(rows, "\n"), b.W, b.H, st)
	})
}

// row is one line of the form.
func (s *opening) row(f field, on bool, w int, st *style.Style) string {
	mark := "  "
	if on {
		mark = st.Accent.Render(st.Turn) + " "
	}
	nameW := min(w/3, 24)
	left := mark + st.Pad(f.name, nameW) + "  "
	rest := w - style.Width(left)
	if f.turn == nil {
		text := "  " + s.title.Draw("", s.typing, rest-2, st)
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
func (s *opening) explain(w int, st *style.Style) string {
	f, ok := s.current()
	if !ok {
		return st.Cut("Everything can be played as it stands. Seats that stay free can still be given to bots.", w)
	}
	text := f.why
	if f.clause != "" {
		text += st.Dim.Render(" (rules " + f.clause + ": press r)")
	}
	return st.Cut(text, w)
}

// summary says the whole table in one line.
func (s *opening) summary() string {
	bots := 0
	for i := 1; i < len(s.bots); i++ {
		if s.bots[i] != "" {
			bots++
		}
	}
	parts := []string{"you"}
	if bots > 0 {
		parts = append(parts, plural(bots, "bot"))
	}
	if free := s.set.Seats - 1 - bots; free > 0 {
		parts = append(parts, plural(free, "free seat"))
	}
	return strings.Join(parts, ", ") + "; " + pace(s.set)
}
