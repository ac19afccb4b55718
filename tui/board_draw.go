package tui

import (
	"strings"

	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// zoneTab and zoneSpan are where the zones of tabs begin: a board has fewer rows than that, or nobody clicks so far.
const (
	zoneTab  = 1 << 29
	zoneSpan = 1 << 30
)

func (s *board) Draw(size screen.Size, st *style.Style) string {
	return s.draw(s, "leaderboard", size, st, func(b screen.Size) string {
		names := make([]string, len(s.names))
		for i, n := range s.names {
			names[i] = s.d.category(n)
		}
		w, h := b.W-4, b.H-4
		var rows []string
		switch {
		case s.failed != "":
			rows = []string{"", st.Danger.Render(s.failed)}
		case !s.loaded:
			rows = []string{"", st.Dim.Render("Counting the scores ...")}
		case len(s.board.Rows) == 0:
			rows = append([]string{""}, style.Wrap(s.empty(), w)...)
		default:
			rows = s.list(w, h, st)
		}
		f := widget.Frame{Title: "Who plays best", Hot: true, Foot: legend}
		if s.board.Total > 0 && s.loaded {
			f.Right = st.Dim.Render(itoa(s.cursor+1) + " of " + lobby.Thousands(s.board.Total))
		}
		box := widget.Box(f, strings.Join(rows, "\n"), b.W, b.H-2, st)
		return s.tabs(tabRow{names, s.tab, 0, zoneTab}, b.W, st) + "\n" +
			s.tabs(tabRow{s.spans(), s.span, 1, zoneSpan}, b.W, st) + "\n" + box
	})
}

const legend = "? = fewer than ten matches, still settling"

// tabRow is a row of tabs.
type tabRow struct {
	names     []string
	chosen, y int
	zones     int // of the first one
}

// tabs draws a row of tabs, and the places where they can be clicked. Where not all fit only the chosen one is there.
func (s *board) tabs(t tabRow, w int, st *style.Style) string {
	x := 1
	for i, n := range t.names {
		wide := style.Width(n) + 2
		s.zones.add(zone{x: x, y: headH + t.y, w: wide, h: 1, n: t.zones + i})
		x += wide + 1
	}
	if x > w { // the zones would lie beside what is drawn
		s.zones.all = s.zones.all[:len(s.zones.all)-len(t.names)]
		next := t.zones + around(t.chosen+1, max(len(t.names), 1))
		s.zones.add(zone{x: 1, y: headH + t.y, w: w - 1, h: 1, n: next})
	}
	return " " + widget.Tabs(t.names, t.chosen, w-1, st)
}

// spans are the spans in words, the chosen one with which it is.
func (s *board) spans() []string {
	words := map[lobby.Span][2]string{
		lobby.SpanDay: {"Today", "Yesterday"}, lobby.SpanWeek: {"This week", "Last week"},
		lobby.SpanMonth: {"This month", "Last month"}, lobby.SpanSeason: {"Season", "Season"},
		lobby.SpanAll: {"All time", "All time"},
	}
	out := make([]string, len(lobby.Spans()))
	for i, span := range lobby.Spans() {
		out[i] = words[span][0]
		if i == s.span {
			out[i] = words[span][min(s.back, 1)]
			if span == lobby.SpanSeason && s.back < len(s.seasons) {
				out[i] = "Season " + style.Clean(s.seasons[s.back].Name, lobby.SeasonWidth)
				if !s.seasons[s.back].Open() {
					out[i] += " (over)"
				}
			}
		}
	}
	return out
}

// empty says why nobody stands on a board.
func (s *board) empty() string {
	switch {
	case s.spanNow() == lobby.SpanSeason && len(s.seasons) == 0:
		return "There was no season yet. Whoever looks after the house opens one."
	case s.tab < len(s.names) && s.names[s.tab] == lobby.HouseWide:
		return "Nobody is placed in any game here yet. The house's board sums up your best games, and no single one " +
			"carries it."
	case s.spanNow() != lobby.SpanAll:
		return "No rated match was played here in this time. The first name up here could be yours."
	}
	return "No rated match was played here yet. Sit down at a rated table: the first name up here could be yours."
}

// The columns of the boards: of all time, of a shorter span, of the house.
var (
	ladderColumns = []widget.Column{
		{Title: "Rank", W: 6, Right: true}, {Title: "", W: 4, Right: true}, {Title: "Name", W: 14, Grow: 2},
		{Title: "Rating", W: 7, Right: true}, {Title: "Lately", W: 7, Right: true},
		{Title: "Matches", W: 7, Right: true, Drop: 2}, {Title: "Won", W: 5, Right: true, Drop: 1},
		{Title: "Between", W: 28, Grow: 1, Drop: 3},
	}
	formColumns = []widget.Column{
		{Title: "Rank", W: 6, Right: true}, {Title: "", W: 4, Right: true}, {Title: "Name", W: 14, Grow: 2},
		{Title: "Form", W: 6, Right: true}, {Title: "Matches", W: 7, Right: true},
		{Title: "Won", W: 5, Right: true, Drop: 1}, {Title: "", W: 34, Grow: 1, Drop: 2},
	}
	houseColumns = []widget.Column{
		{Title: "Rank", W: 6, Right: true}, {Title: "", W: 4, Right: true}, {Title: "Name", W: 14, Grow: 2},
		{Title: "Points", W: 6, Right: true}, {Title: "Games", W: 5, Right: true},
		{Title: "Matches", W: 7, Right: true, Drop: 2}, {Title: "", W: 24, Grow: 1, Drop: 1},
	}
)

func (s *board) columns() []widget.Column {
	switch {
	case s.board.Category == lobby.HouseWide:
		return houseColumns
	case s.board.Window.Span == lobby.SpanAll:
		return ladderColumns
	}
	return formColumns
}

// list is the heads, the rows around the cursor, and the own row under a rule if it is not among them.
func (s *board) list(w, h int, st *style.Style) []string {
	cols := s.columns()
	rows := []string{widget.Heads(cols, w, st)}
	room := h - 1
	n, cursor := len(s.board.Rows), s.cursor-s.board.From
	from := widget.Window(n, cursor, room)
	mine := s.board.Mine
	if mine != nil && !shows(s.board.Rows, from, room, mine.Player) {
		room -= 2
		from = widget.Window(n, cursor, room)
	} else {
		mine = nil
	}
	for i := from; i < min(n, from+room); i++ {
		s.zones.add(zone{x: 1, y: headH + 3 + len(rows), w: w, h: 1, n: s.board.From + i})
		rows = append(rows, widget.Cells(cols, s.cells(s.board.Rows[i], st), w, i == cursor, st))
	}
	if mine != nil {
		rows = append(rows, widget.Rule("you", w, st), widget.Cells(cols, s.cells(*mine, st), w, false, st))
	}
	return rows
}

// shows reports whether somebody is among n rows from a row on.
func shows(rows []lobby.Standing, from, n int, who table.PlayerID) bool {
	for i := max(from, 0); i < min(len(rows), from+n); i++ {
		if rows[i].Player == who {
			return true
		}
	}
	return false
}

// cells are a row of the board.
func (s *board) cells(r lobby.Standing, st *style.Style) []string {
	begin := []string{rankOf(r.Rank), moved(r.Moved, st), boardName(r, st)}
	matches, won := itoa(r.Matches), itoa(r.Wins)
	switch {
	case s.board.Category == lobby.HouseWide:
		return append(begin, lobby.Thousands(r.Points), itoa(r.Games), matches,
			st.Dim.Render(takes(lobby.MissingHouse(r.Games))))
	case s.board.Window.Span != lobby.SpanAll:
		return append(begin, lobby.Signed(float64(r.Points)), matches, won,
			st.Dim.Render(takes(lobby.Missing(s.board.Window.Span, r.Matches, r.Opponents))))
	}
	between := lobby.InWords(r.Skill, r.Matches)
	if missing := lobby.Missing(lobby.SpanAll, r.Matches, r.Opponents); missing != "" && !r.Bot {
		between = takes(missing)
	}
	return append(begin, standing(r.Skill, r.Matches), trend(r.Trend, st), matches, won, st.Dim.Render(between))
}

// takes says what a place takes.
func takes(missing string) string {
	if missing == "" {
		return ""
	}
	return "a place takes " + strings.TrimPrefix(missing, "a place in ")
}

// moved is how many ranks somebody has gone up or down, with the direction as a sign and not only as a colour.
func moved(by int, st *style.Style) string {
	switch {
	case by > 0:
		return st.Good.Render(st.Up + itoa(min(by, 999)))
	case by < 0:
		return st.Danger.Render(st.Down + itoa(min(-by, 999)))
	}
	return ""
}

// boardName is a name for a board, with who it is.
func boardName(r lobby.Standing, st *style.Style) string {
	name := style.Clean(r.Name, lobby.NameWidthMax)
	switch {
	case r.Me:
		return st.Strong.Render(name + " (you)")
	case r.Bot:
		return st.Dim.Render(st.Bot+" ") + name
	}
	return name
}

// rankOf is a rank for a column. Bots have none.
func rankOf(rank int) string {
	if rank <= 0 {
		return "-"
	}
	return itoa(rank) + "."
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
	cells := func(r lobby.Standing) string {
		text := []string{rankOf(r.Rank), boardName(r, st), standing(r.Skill, r.Matches), trend(r.Trend, st)}
		return widget.Cells(cols, text, w, false, st)
	}
	n := min(len(b.Rows)-from, h)
	mine := b.Mine
	if mine != nil && shows(b.Rows, from, n, mine.Player) {
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
