package tui

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// clubs lists the community tables.
type clubs struct {
	sheet
	all    []lobby.Hall
	cursor int
	loaded bool
	failed string
}

func newClubs(d *desk) *clubs { return &clubs{sheet: sheet{d: d}} }

// Start reads the list.
func (s *clubs) Start() tea.Cmd {
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		all, err := s.d.Session.Clubs(ctx)
		return func() (tea.Cmd, screen.Nav) {
			s.loaded, s.all, s.failed = true, all, ""
			s.cursor = max(min(s.cursor, len(all)-1), 0)
			if err != nil {
				s.failed = s.d.words(err)
			}
			return nil, screen.Stay()
		}
	})
}

// Back is called when a screen above was left.
func (s *clubs) Back() tea.Cmd { return s.Start() }

func (s *clubs) by(n int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		s.cursor = max(min(s.cursor+n, len(s.all)-1), 0)
		return nil, screen.Stay()
	}
}

func (s *clubs) open() (tea.Cmd, screen.Nav) {
	if s.cursor < len(s.all) {
		return nil, screen.Push(newClub(s.d, s.all[s.cursor].Name))
	}
	return nil, screen.Stay()
}

func (s *clubs) found() (tea.Cmd, screen.Nav) { return nil, screen.Push(newFounding(s.d, nil)) }

func (s *clubs) actions() []action {
	none := len(s.all) == 0
	return []action{
		act("enter", "go there", s.open).not("There is none yet: n makes the first.", none),
		act("n", "a new one", s.found).not("It needs an owner who can come back: come with a key.",
			s.d.Session.Player().Guest),
		act("up", "up", s.by(-1)).as("", "k").not("There is none yet.", none),
		act("down", "down", s.by(1)).as("", "j").not("There is none yet.", none),
		act("pgup", "up", s.by(-10)).as(""), act("pgdown", "down", s.by(10)).as(""),
		act("home", "first", s.by(-1<<20)).as(""), act("end", "last", s.by(1<<20)).as(""),
		act("esc", "back", going(screen.Pop)).as("esc", "q"),
		act("?", "help", going(screen.Help)),
	}
}

func (s *clubs) Bindings() []screen.Binding { return bindings(s.actions()) }

func (s *clubs) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch m := msg.(type) {
	case tea.MouseClickMsg:
		z, ok := s.click(m)
		switch {
		case ok && z.key != "":
			return s.Handle(pressOf(z.key))
		case ok && z.n == s.cursor:
			return s.open()
		case ok:
			s.cursor = z.n
		}
	case tea.KeyPressMsg:
		cmd, nav, _ := dispatch(s.actions(), m)
		return cmd, nav
	}
	return nil, screen.Stay()
}

var clubColumns = []widget.Column{
	{Title: "Table", W: 16, Grow: 2},
	{Title: "Game", W: 12, Grow: 1, Drop: 1},
	{Title: "Just now", W: 26, Grow: 2},
	{Title: "Who may sit", W: 11, Drop: 2},
	{Title: "Owner", W: 12, Drop: 3},
}

func (s *clubs) Draw(size screen.Size, st *style.Style) string {
	return s.draw(s, "community tables", size, st, func(b screen.Size) string {
		w, h := b.W-4, b.H-2
		var rows []string
		switch {
		case s.failed != "":
			rows = []string{"", st.Danger.Render(s.failed)}
		case !s.loaded:
			rows = []string{"", st.Dim.Render("Asking around ...")}
		case len(s.all) == 0:
			rows = []string{"", "No community has a table of its own here yet.", ""}
			for _, line := range style.Wrap("A community table has a name, an owner and its own ladder, and it is "+
				"there for months, whether or not anybody is at it.", w) {
				rows = append(rows, st.Dim.Render(line))
			}
		default:
			rows = append(rows, widget.Heads(clubColumns, w, st))
			from := widget.Window(len(s.all), s.cursor, h-1)
			for i := from; i < min(len(s.all), from+h-1); i++ {
				s.zones.add(zone{x: 1, y: headH + 1 + len(rows), w: b.W - 2, h: 1, n: i})
				rows = append(rows, widget.Cells(clubColumns, s.cells(s.all[i], st), w, i == s.cursor, st))
			}
		}
		f := widget.Frame{Title: "Tables that stay", Hot: true}
		return widget.Box(f, strings.Join(rows, "\n"), b.W, b.H, st)
	})
}

func (s *clubs) cells(h lobby.Hall, st *style.Style) []string {
	who := "everybody"
	if h.RosterOnly {
		who = "its roster"
		if h.Member(s.d.Session.Player().ID) {
			who = "you too"
		}
	}
	return []string{
		style.Clean(h.Name, lobby.NameWidthMax), s.d.title(h.Settings.Game), s.d.hallState(h, st),
		st.Dim.Render(who), st.Dim.Render(style.Clean(h.OwnerName, lobby.NameWidthMax)),
	}
}

// hallState says what is going on at a community's table.
func (d *desk) hallState(h lobby.Hall, st *style.Style) string {
	here := ""
	if h.Here > 0 {
		here = ", " + itoa(h.Here) + " here"
	}
	switch {
	case h.Live != nil && h.Live.Stage == table.Playing:
		return st.Good.Render("a match is on" + here)
	case h.Live != nil && h.Live.Stage == table.Adjourned:
		return st.Warn.Render("adjourned" + here)
	case !h.Open:
		return st.Dim.Render("opens " + d.when(h.Hours.Next(d.now)) + here)
	case h.Here > 0:
		return st.Warn.Render(itoa(h.Here) + " here, gathering")
	}
	return st.Dim.Render("open, nobody there")
}

func (d *desk) zone() *time.Location { return d.prefs.Clock() }

// when says a moment of this week by the player's clock.
func (d *desk) when(t time.Time) string {
	if t.IsZero() {
		return "some day"
	}
	at := t.In(d.zone())
	if t.Sub(d.now) < 24*time.Hour && at.YearDay() == d.now.In(d.zone()).YearDay() {
		return at.Format("15:04")
	}
	return at.Format("Mon 15:04")
}
