package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/lobby"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// boardRows is how many rows of a leaderboard are read at once.
const boardRows = 100

// board is the leaderboard's screen: one category a tab, the own row always in sight.
type board struct {
	sheet
	want   string // the category to begin with
	names  []string
	board  lobby.Board
	tab    int
	cursor int
	loaded bool
	failed string
}

func newBoard(d *desk, category string) *board { return &board{sheet: sheet{d: d}, want: category} }

// Start reads the categories, and the first one's board.
func (s *board) Start() tea.Cmd {
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		names, err := s.d.Session.Categories(ctx)
		return func() (tea.Cmd, screen.Nav) {
			if err != nil {
				s.failed = s.d.words(err)
				return nil, screen.Stay()
			}
			s.names, s.loaded = names, len(names) == 0
			for i, n := range names {
				if n == s.want {
					s.tab = i
				}
			}
			return s.read(), screen.Stay()
		}
	})
}

// read fetches the chosen category, from the row before the cursor on.
func (s *board) read() tea.Cmd {
	if s.tab >= len(s.names) {
		return nil
	}
	tab, name := s.tab, s.names[s.tab]
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		b, err := s.d.Session.Board(ctx, name, 0, boardRows)
		return func() (tea.Cmd, screen.Nav) {
			switch {
			case tab != s.tab: // the player has gone on already
			case err != nil:
				s.failed = s.d.words(err)
			default:
				s.board, s.loaded, s.failed = b, true, ""
			}
			return nil, screen.Stay()
		}
	})
}

func (s *board) turn(by int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		if n := len(s.names); n > 0 {
			s.tab = around(s.tab+by, n)
			s.cursor, s.loaded = 0, false
		}
		return s.read(), screen.Stay()
	}
}

func (s *board) by(n int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		s.cursor = max(min(s.cursor+n, len(s.board.Rows)-1), 0)
		return nil, screen.Stay()
	}
}

func (s *board) open() (tea.Cmd, screen.Nav) {
	if s.cursor < len(s.board.Rows) {
		return nil, screen.Push(newProfile(s.d, s.board.Rows[s.cursor].Name))
	}
	return nil, screen.Stay()
}

func (s *board) actions() []action {
	return []action{
		act("enter", "profile", s.open).not("Nobody is ranked here yet.", len(s.board.Rows) == 0),
		act("right", "next board", s.turn(1)).as("left/right", "l", "tab").not("There is no other.", len(s.names) < 2),
		act("left", "board before", s.turn(-1)).as("", "h", "shift+tab").not("There is no other.", len(s.names) < 2),
		act("up", "up", s.by(-1)).as("", "k"), act("down", "down", s.by(1)).as("", "j"),
		act("pgup", "up", s.by(-10)).as(""), act("pgdown", "down", s.by(10)).as(""),
		act("home", "first", s.by(-1<<20)).as(""), act("end", "last", s.by(1<<20)).as(""),
		act("m", "me", going(func() screen.Nav { return screen.Push(newProfile(s.d, "")) })),
		act("esc", "back", going(screen.Pop)).as("esc", "q"),
		act("?", "help", going(screen.Help)),
	}
}

func (s *board) Bindings() []screen.Binding { return bindings(s.actions()) }

func (s *board) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch m := msg.(type) {
	case tea.MouseClickMsg:
		z, ok := s.click(m)
		switch {
		case ok && z.key != "":
			return s.Handle(pressOf(z.key))
		case ok && z.n >= zoneTab:
			return s.turn(z.n - zoneTab - s.tab)()
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

// zoneTab is where the zones of tabs begin.
const zoneTab = 50000

func (s *board) Draw(size screen.Size, st *style.Style) string {
	return s.draw(s, "leaderboard", size, st, func(b screen.Size) string {
		tabs := make([]string, len(s.names))
		x := 1
		for i, n := range s.names {
			tabs[i] = s.d.category(n)
			w := style.Width(tabs[i]) + 2
			s.zones.add(zone{x: x, y: headH, w: w, h: 1, n: zoneTab + i})
			x += w + 1
		}
		w, h := b.W-4, b.H-4
		var rows []string
		switch {
		case s.failed != "":
			rows = []string{"", st.Danger.Render(s.failed)}
		case !s.loaded:
			rows = []string{"", st.Dim.Render("Counting the scores ...")}
		case len(s.board.Rows) == 0:
			rows = []string{"", "No rated match was played here yet.", "",
				st.Dim.Render("Sit down at a rated table: the first name up here could be yours.")}
		default:
			rows = s.list(w, h, st)
		}
		f := widget.Frame{Title: "Who plays best", Hot: true, Foot: legend}
		box := widget.Box(f, strings.Join(rows, "\n"), b.W, b.H-1, st)
		return " " + widget.Tabs(tabs, s.tab, b.W-1, st) + "\n" + box
	})
}

const legend = "? = fewer than ten matches, still settling"

var boardColumns = []widget.Column{
	{Title: "Rank", W: 5, Right: true},
	{Title: "Name", W: 14, Grow: 2},
	{Title: "Rating", W: 7, Right: true},
	{Title: "Lately", W: 7, Right: true},
	{Title: "Matches", W: 7, Right: true, Drop: 2},
	{Title: "Won", W: 5, Right: true, Drop: 1},
	{Title: "Between", W: 28, Grow: 1, Drop: 3},
}

// list is the heads, the rows around the cursor, and the own row under a rule if it is not among them.
func (s *board) list(w, h int, st *style.Style) []string {
	rows := []string{widget.Heads(boardColumns, w, st)}
	room := h - 1
	from := widget.Window(len(s.board.Rows), s.cursor, room)
	mine := s.board.Mine
	if mine != nil && !shows(s.board.Rows, from, room, mine) {
		room -= 2
		from = widget.Window(len(s.board.Rows), s.cursor, room)
	} else {
		mine = nil
	}
	for i := from; i < min(len(s.board.Rows), from+room); i++ {
		s.zones.add(zone{x: 1, y: headH + 2 + len(rows), w: w, h: 1, n: i})
		rows = append(rows, widget.Cells(boardColumns, boardCells(s.board.Rows[i], st), w, i == s.cursor, st))
	}
	if mine != nil {
		rows = append(rows, widget.Rule("you", w, st), widget.Cells(boardColumns, boardCells(*mine, st), w, false, st))
	}
	return rows
}

// shows reports whether a standing is among n rows from a row on.
func shows(rows []lobby.Standing, from, n int, who *lobby.Standing) bool {
	for i := from; i < min(len(rows), from+n); i++ {
		if rows[i].Player == who.Player {
			return true
		}
	}
	return false
}

// rankOf is a rank for a column. Bots have none.
func rankOf(rank int) string {
	if rank <= 0 {
		return "-"
	}
	return itoa(rank) + "."
}

func boardCells(r lobby.Standing, st *style.Style) []string {
	name := style.Clean(r.Name, lobby.NameWidthMax)
	switch {
	case r.Me:
		name = st.Strong.Render(name + " (you)")
	case r.Bot:
		name = st.Dim.Render(st.Bot+" ") + name
	}
	return []string{
		rankOf(r.Rank), name, standing(r.Skill, r.Matches), trend(r.Trend, st), itoa(r.Matches), itoa(r.Wins),
		st.Dim.Render(lobby.InWords(r.Skill, r.Matches)),
	}
}

// trend is a rating's way over the last matches, with its direction as a sign and not only as a colour.
func trend(by float64, st *style.Style) string {
	switch {
	case by >= 0.5:
		return st.Good.Render(st.Up + " " + strings.TrimLeft(lobby.Signed(by), "+"))
	case by <= -0.5:
		return st.Danger.Render(st.Down + " " + strings.TrimLeft(lobby.Signed(by), "−-"))
	default:
		return st.Dim.Render(st.Same)
	}
}

// standings is a short form of a board: rank, name and rating, h rows at most, the own row among them.
func standings(b lobby.Board, from, h, w int, st *style.Style) []string {
	cols := []widget.Column{{W: 3, Right: true}, {W: 12, Grow: 1}, {W: 6, Right: true}, {W: 5, Right: true, Drop: 1}}
	cells := func(r lobby.Standing) string { return widget.Cells(cols, boardCells(r, st)[:4], w, false, st) }
	n := min(len(b.Rows)-from, h)
	mine := b.Mine
	if mine != nil && shows(b.Rows, from, n, mine) {
		mine = nil
	}
	if mine != nil && n >= h {
		n = h - 1
	}
	var rows []string
	for i := range max(n, 0) {
		rows = append(rows, cells(b.Rows[from+i]))
	}
	if mine != nil && h > 0 {
		rows = append(rows, cells(*mine))
	}
	return rows
}
