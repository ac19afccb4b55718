package tui

import (
	"hash/fnv"
	"slices"
	"strings"

	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// rect is an area of a screen's body.
type rect struct{ x, y, w, h int }

// hallRects is where the parts of the lobby stand. Parts without room are empty.
type hallRects struct{ bar, tables, people, talk, board rect }

// hallLayout divides the lobby's body. It depends on the size alone.
func hallLayout(b screen.Size) hallRects {
	r := hallRects{bar: rect{0, 0, b.W, 1}}
	y, h := 1, b.H-1
	if b.H >= 24 {
		r.bar.h = 2
		y, h = 2, b.H-2
	}
	talk := max(h*2/5, 6)
	if b.W < 110 {
		side := min(max(b.W*3/10, 22), 32)
		r.tables = rect{0, y, b.W - side, h - talk}
		r.people = rect{b.W - side, y, side, h - talk}
		r.talk = rect{0, y + h - talk, b.W, talk}
		return r
	}
	side := min(max(b.W*3/8, 44), 56)
	left := b.W - side
	r.tables = rect{0, y, left, h - talk}
	r.talk = rect{0, y + h - talk, left, talk}
	people := max(h*2/5, 6)
	r.board = rect{left, y, side, h - people}
	r.people = rect{left, y + h - people, side, people}
	return r
}

// Draw puts the lobby together in one piece. Of its parts, those are drawn that look different now: a key changes one.
func (s *hall) Draw(size screen.Size, st *style.Style) string {
	r := hallLayout(s.begin(size, st))
	bar := st.Fit(s.bar(r.bar, st), r.bar.w, r.bar.h)
	tables, people, talk := s.seeTables(r.tables, st), s.seePeople(r.people, st), s.seeTalk(r.talk, st)
	board := ""
	if r.board.w > 0 {
		board = s.seeBoard(r.board, st)
	}
	s.keys = s.Bindings()
	top, foot := head(s.d, "the lobby", size.W, st), s.foot()
	var b strings.Builder
	b.Grow(len(top) + len(bar) + len(tables) + len(people) + len(talk) + len(board) + len(foot) + size.H)
	b.WriteString(top + "\n")
	b.WriteString(bar)
	b.WriteByte('\n')
	if board == "" {
		style.Columns(&b, []string{tables}, []string{people})
		b.WriteByte('\n')
		b.WriteString(talk)
	} else {
		style.Columns(&b, []string{tables, talk}, []string{board, people})
	}
	b.WriteByte('\n')
	b.WriteString(foot)
	return b.String()
}

// bar is the line of buttons for those who are new, or prefer the mouse.
func (s *hall) bar(r rect, st *style.Style) string {
	line := " "
	for _, b := range []struct{ key, words string }{
		{"p", "play now"}, {"o", "open a table"}, {"c", "join by code"}, {"l", "learn to play"},
	} {
		if b.key == "l" && len(s.d.taughtHere()) == 0 || b.key == "p" && len(s.d.Kits) == 0 {
			continue
		}
		_, learner := s.learner()
		text := widget.Button(b.key, b.words, b.key == "l" && (learner && !s.seated() || s.d.news.Lesson), false, st)
		w := style.Width(text)
		x := style.Width(line)
		if x+w > r.w {
			break
		}
		s.zones.add(zone{x: x, y: headH + r.y, w: w, h: 1, key: b.key})
		line += text
	}
	return line
}

// seated reports whether the player sits at any table.
func (s *hall) seated() bool { return len(s.d.news.Mine) > 0 }

// tableColumns are the lobby's columns; the last ones go first when there is no room.
var tableColumns = []widget.Column{
	{Title: "Table", W: 10, Grow: 3},
	{Title: "Host", W: 10, Grow: 1, Drop: 3},
	{Title: "Seats", W: 6},
	{Title: "State", W: 14},
	{Title: "Clock", W: 7, Drop: 2},
	{Title: "Code", W: 6, Drop: 4},
}

func (s *hall) drawTables(r rect, st *style.Style) string {
	all := s.tables()
	w, h := r.w-4, r.h-2
	var rows []string
	if len(all) == 0 {
		rows = append(rows, "")
		text := "The tables stand empty, the lamps are lit. Press p to play at once, with bots on the seats that " +
			"stay free, or o to open a table and wait for company."
		if _, learner := s.learner(); learner {
			text += " New to the game? Press l: a first hand with somebody at your elbow takes three minutes."
		}
		for _, l := range style.Wrap(text, w-4) {
			rows = append(rows, "  "+l)
		}
	} else {
		rows = append(rows, widget.Heads(tableColumns, w, st))
	}
	company := ""
	if l, ok := s.chosen(); ok && h > 5 {
		company = s.d.company(l)
	}
	if company != "" {
		h--
	}
	from := widget.Window(len(all), s.table, h-1)
	for i := from; i < min(len(all), from+h-1); i++ {
		s.zones.add(zone{x: r.x + 1, y: headH + r.y + 1 + len(rows), w: r.w - 2, h: 1, n: zoneTable + i})
		rows = append(rows, widget.Cells(tableColumns, s.tableCells(all[i], st), w, i == s.table && !s.people, st))
	}
	if company != "" {
		for len(rows) < h {
			rows = append(rows, "")
		}
		rows = append(rows, st.Dim.Render(st.Cut(company, w)))
	}
	f := widget.Frame{Title: "Tables", Hot: !s.people && !s.talking}
	if len(all) > h-1 {
		f.Foot = itoa(s.table+1) + " of " + itoa(len(all))
	}
	return widget.Box(f, strings.Join(rows, "\n"), r.w, r.h, st)
}

func (s *hall) tableCells(l lobby.Listing, st *style.Style) []string {
	host := style.Clean(l.Host, lobby.NameWidthMax)
	name := style.Clean(l.Settings.Title, lobby.TitleWidth)
	several := len(s.d.Kits) > 1
	switch {
	case name == "" && several:
		name = host
	case name == "" && host != "":
		name = host + "'s table"
	}
	if several || name == "" {
		name = strings.TrimSuffix(s.d.title(l.Settings.Game)+": "+name, ": ")
	}
	if l.Settings.Private {
		name = st.Dim.Render("("+"by code"+")") + " " + name
	}
	state := stage(l)
	switch {
	case l.MyTurn:
		state = st.Sign.Render(st.Turn + "your move ")
	case l.Seated:
		state = st.Accent.Render(st.Star) + " " + state
	case l.Free > 0:
		state = st.Good.Render(state)
	case l.Open > 0:
		state = st.Warn.Render(state)
	}
	code := st.Dim.Render(string(l.ID))
	return []string{name, st.Dim.Render(host), seats(l.Chairs, st), state, clock(l.Settings), code}
}

// seats draws who sits: people, bots and free seats have signs of their own.
func seats(chairs []table.Chair, st *style.Style) string {
	var b strings.Builder
	for _, c := range chairs {
		switch {
		case c.Free():
			b.WriteString(st.Faint.Render(st.Dot))
		case c.Owner.IsBot():
			b.WriteString(st.Dim.Render(st.Bot))
		case c.Here:
			b.WriteString(st.Good.Render(st.Here))
		default:
			b.WriteString(st.Warn.Render(st.Away))
		}
	}
	return b.String()
}

// peopleSeen are the people for whom there is room in a box of h rows.
func (s *hall) peopleSeen(h int) (from, to int) {
	all := len(s.d.news.People)
	if s.people {
		from = widget.Window(all, s.person, h-2)
	}
	return from, min(all, from+h-2)
}

// isQuiet reports whether somebody has pressed no key for long.
func (s *hall) isQuiet(p lobby.Presence) bool { return s.d.now.Sub(p.Since) > quiet }

func (s *hall) drawPeople(r rect, st *style.Style) string {
	all := s.d.news.People
	w := r.w - 4
	cols := []widget.Column{{W: 1}, {W: 12, Grow: 1}, {W: 7, Right: true, Drop: 1}, {W: 15, Drop: 2}}
	var rows []string
	from, to := s.peopleSeen(r.h)
	for i := from; i < to; i++ {
		p := all[i]
		sign := st.Good.Render(st.Here)
		if s.isQuiet(p) {
			sign = st.Warn.Render(st.Away)
		}
		name := style.Clean(p.Player.Name, lobby.NameWidthMax)
		switch {
		case p.Player.ID == s.d.Session.Player().ID:
			name = st.Strong.Render(name) + st.Dim.Render(" (you)")
		case s.ignored(p.Player.ID):
			name = st.Dim.Render(st.No + " " + name)
		}
		s.zones.add(zone{x: r.x + 1, y: headH + r.y + 1 + len(rows), w: r.w - 2, h: 1, n: zonePerson + i})
		points, _, _ := strings.Cut(p.Rating, " ") // of which game, the profile says
		rating := st.Dim.Render(style.Clean(points, 7))
		where := st.Dim.Render(style.Clean(p.Where, 24))
		rows = append(rows, widget.Cells(cols, []string{sign, name, rating, where}, w, s.people && i == s.person, st))
	}
	f := widget.Frame{Title: "People", Hot: s.people && !s.talking}
	if len(all) > 0 {
		f.Right = st.Dim.Render(itoa(len(all)) + " here")
	}
	return widget.Box(f, strings.Join(rows, "\n"), r.w, r.h, st)
}

func (s *hall) drawTalk(r rect, st *style.Style) string {
	w, h := r.w-4, r.h-3
	talk := s.talkRows(w, h+s.scroll, st)
	s.scroll = max(min(s.scroll, len(talk)-h), 0)
	end := len(talk) - s.scroll
	talk = talk[max(end-h, 0):end]
	rows := append(make([]string, max(h-len(talk), 0), h+1), talk...)
	s.prompt.Hint = "say something to everybody here"
	label := "t"
	if s.talking {
		label = st.Turn
	}
	rows = append(rows, s.prompt.Draw(label, s.talking, w, st))
	s.zones.add(zone{x: r.x, y: headH + r.y, w: r.w, h: r.h, n: zoneTalk})
	f := widget.Frame{Title: "Talk", Hot: s.talking}
	if s.scroll > 0 {
		f.Foot = lobby.Plural(s.scroll, "newer line") + " below"
	}
	return widget.Box(f, strings.Join(rows, "\n"), r.w, r.h, st)
}

// talkRows are the last rows of the talk, n or a few more if there are as many: what is scrolled out of sight is not
// wrapped.
func (s *hall) talkRows(w, n int, st *style.Style) []string {
	all := s.d.news.Talk
	if len(all) == 0 {
		return []string{st.Dim.Render("Not a word so far. Press t and break the silence.")}
	}
	var says [][]string
	for i := len(all) - 1; i >= 0 && n > 0; i-- {
		rows := sayLine(all[i], w, st)
		says = append(says, rows)
		n -= len(rows)
	}
	slices.Reverse(says)
	return slices.Concat(says...)
}

// sayLine is one line of talk, wrapped to w cells: who spoke in a hue of their own, then what was said.
func sayLine(said lobby.Said, w int, st *style.Style) []string {
	name := style.Clean(said.From.Name, lobby.NameWidthMax)
	rows := style.Wrap(name+": "+style.Clean(said.Text, lobby.TalkWidth), w-2)
	for i, r := range rows {
		if i > 0 {
			rows[i] = "  " + r
			continue
		}
		if rest, ok := strings.CutPrefix(r, name+":"); ok {
			rows[i] = hueOf(said.From.ID, st).Render(name) + st.Dim.Render(":") + rest
		}
	}
	return rows
}

// hueOf gives somebody an ink, always the same one.
func hueOf(id table.PlayerID, st *style.Style) style.Ink {
	h := fnv.New32a()
	h.Write([]byte(id))
	return st.Hue(int(h.Sum32() % style.Hues))
}

// drawBoard is the leaderboard beside the tables: as many categories as there is room for.
func (s *hall) drawBoard(r rect, st *style.Style) string {
	w, h := r.w-4, r.h-2
	var rows []string
	for i, b := range s.boards {
		left := h - len(rows)
		if left < 4 {
			break
		}
		room := left
		if more := len(s.boards) - i - 1; more > 0 && left >= 12 {
			room = left / (more + 1)
		}
		rows = append(rows, widget.Rule(s.d.category(b.Category), w, st))
		rows = append(rows, standings(b, 0, min(room-1, len(b.Rows)+1), w, st)...)
	}
	if len(rows) == 0 {
		rows = append(rows, "")
		for _, l := range style.Wrap("No rated match was played yet. The first name up here could be yours.", w-2) {
			rows = append(rows, " "+st.Dim.Render(l))
		}
	}
	s.zones.add(zone{x: r.x, y: headH + r.y, w: r.w, h: r.h, n: zoneBoard})
	f := widget.Frame{Title: "Leaderboard", Right: st.Key.Render("b") + st.Dim.Render(" all of it")}
	return widget.Box(f, strings.Join(rows, "\n"), r.w, r.h, st)
}
