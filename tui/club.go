package tui

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/lobby"
	"saloon/lobby/club"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// The parts of a community table's screen.
const (
	clubBoard = iota
	clubLadder
	clubMatches
	clubRoster
	clubParts
)

var clubTabs = []string{"Board", "Ladder", "Matches", "Roster"}

// clubPage is one community table: what it is, and its board, ladder, archive and roster.
type clubPage struct {
	sheet
	name   string
	hall   lobby.Hall
	part   int
	cursor int
	loaded bool
	failed string
}

func newClub(d *desk, name string) *clubPage { return &clubPage{sheet: sheet{d: d}, name: name} }

// Start reads all of it.
func (s *clubPage) Start() tea.Cmd {
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		hall, err := s.d.Session.Club(ctx, s.name)
		return func() (tea.Cmd, screen.Nav) {
			s.loaded, s.failed = true, ""
			if err != nil {
				s.failed = s.d.words(err)
				return nil, screen.Stay()
			}
			s.hall, s.name = hall, hall.Name
			s.cursor = max(min(s.cursor, s.rows()-1), 0)
			return nil, screen.Stay()
		}
	})
}

// Back is called when a screen above was left: it may have given the table another name.
func (s *clubPage) Back() tea.Cmd {
	if s.loaded && s.hall.Name != "" {
		s.name = s.hall.Name
	}
	return s.Start()
}

func (s *clubPage) owner() bool {
	me := s.d.Session.Player().ID
	return s.loaded && me != "" && s.hall.Owner == me
}

// rows is how many lines the part that is shown has.
func (s *clubPage) rows() int {
	return []int{len(s.hall.Notes), len(s.hall.Ladder), len(s.hall.Matches), len(s.hall.Names)}[s.part]
}

func (s *clubPage) by(n int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		s.cursor = max(min(s.cursor+n, s.rows()-1), 0)
		return nil, screen.Stay()
	}
}

func (s *clubPage) turn(n int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		s.part, s.cursor = around(s.part+n, clubParts), 0
		return nil, screen.Stay()
	}
}

// sit goes to the table and takes a seat.
func (s *clubPage) sit() (tea.Cmd, screen.Nav) {
	return s.d.visit(s, false, func(ctx context.Context) (*lobby.Visit, error) {
		return s.d.Session.JoinClub(ctx, s.name)
	}), screen.Stay()
}

func (s *clubPage) look() (tea.Cmd, screen.Nav) {
	return s.d.visit(s, false, func(ctx context.Context) (*lobby.Visit, error) {
		return s.d.Session.WatchClub(ctx, s.name)
	}), screen.Stay()
}

// open does what the line under the cursor offers.
func (s *clubPage) open() (tea.Cmd, screen.Nav) {
	switch {
	case s.cursor >= s.rows():
	case s.part == clubBoard:
		return s.read()
	case s.part == clubLadder:
		return nil, screen.Push(newProfile(s.d, s.hall.Ladder[s.cursor].Name))
	case s.part == clubRoster:
		return nil, screen.Push(newProfile(s.d, s.hall.Names[s.cursor]))
	case s.part == clubMatches && s.hall.Matches[s.cursor].Ended.IsZero():
		return nil, screen.Toast("That match is still on.")
	case s.part == clubMatches:
		return s.d.replay(s, s.hall.Matches[s.cursor].Match, 0), screen.Stay()
	}
	return nil, screen.Stay()
}

// after does something that takes a while, says that it was done or what went wrong, and reads everything again.
func (s *clubPage) after(done string, do func(context.Context) error) tea.Cmd {
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		err := do(ctx)
		return func() (tea.Cmd, screen.Nav) {
			if err != nil {
				return s.Start(), s.d.sorry(err)
			}
			return s.Start(), screen.Toast(done)
		}
	})
}

// clubAsk is a question to whoever looks at a community table, for a line of text.
type clubAsk struct {
	title, label, text string
	most               int    // of the line, in cells
	done               string // said when it is done
}

// ask asks for a line of text and does something with it.
func (s *clubPage) ask(q clubAsk, do func(context.Context, string) error) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		return nil, screen.Ask(screen.Dialog{
			Title: q.title, Text: q.text, Field: &screen.Field{Label: q.label, Max: q.most},
			Choices: []screen.Choice{
				{Key: "enter", Words: "do it", Do: func(typed string) (tea.Cmd, screen.Nav) {
					if typed = strings.TrimSpace(typed); typed == "" {
						return nil, screen.Stay()
					}
					return s.after(q.done, func(ctx context.Context) error { return do(ctx, typed) }), screen.Stay()
				}},
				{Key: "esc", Words: "back"},
			},
		})
	}
}

// read shows a note whole: a line of the board has no room for it.
func (s *clubPage) read() (tea.Cmd, screen.Nav) {
	n := s.hall.Notes[s.cursor]
	when := n.At.In(s.d.zone()).Format("2 January, 15:04")
	return nil, screen.Ask(screen.Dialog{
		Title: "From " + style.Clean(n.Name, lobby.NameWidthMax) + ", " + when,
		Text:  style.Clean(n.Text, club.NoteWidth), Choices: []screen.Choice{{Key: "enter", Words: "Back"}},
	})
}

func (s *clubPage) pin() (tea.Cmd, screen.Nav) {
	q := clubAsk{"A note for the board", "Note", "Everybody who comes by can read it.", club.NoteWidth,
		"It is on the board."}
	return s.ask(q, func(ctx context.Context, text string) error { return s.d.Session.Pin(ctx, s.name, text) })()
}

func (s *clubPage) unpin() (tea.Cmd, screen.Nav) {
	if s.part != clubBoard || s.cursor >= len(s.hall.Notes) {
		return nil, screen.Toast("First choose a note on the board.")
	}
	seq := s.hall.Notes[s.cursor].Seq
	return s.after("It is off the board.", func(ctx context.Context) error {
		return s.d.Session.Unpin(ctx, s.name, seq)
	}), screen.Stay()
}

// zoneKey asks by whose clock the player wants to be told the time.
func (s *clubPage) zoneKey() (tea.Cmd, screen.Nav) {
	return nil, screen.Ask(screen.Dialog{
		Title: "Your time zone", Text: "Times are told by the clock of a place, such as Europe/Berlin, " +
			"America/New_York or Asia/Tokyo. Now it is " + s.d.zone().String() + ".",
		Field: &screen.Field{Label: "Zone", Max: 40},
		Choices: []screen.Choice{
			{Key: "enter", Words: "take it", Do: func(zone string) (tea.Cmd, screen.Nav) {
				return s.d.setZone(s, zone)
			}},
			{Key: "esc", Words: "back"},
		},
	})
}

// setZone keeps the player's time zone.
func (d *desk) setZone(from screen.Screen, zone string) (tea.Cmd, screen.Nav) {
	zone = strings.TrimSpace(zone)
	if _, err := club.ParseHours("", zone); err != nil {
		return nil, d.sorry(err)
	}
	d.prefs.Zone = zone
	prefs := d.prefs
	return d.tell(from, func(ctx context.Context) error { return d.Session.SavePrefs(ctx, prefs) }), screen.Stay()
}

// manage asks the owner what to do about the table.
func (s *clubPage) manage() (tea.Cmd, screen.Nav) {
	pick := func(key, words string, danger bool, then func() (tea.Cmd, screen.Nav)) screen.Choice {
		do := func(string) (tea.Cmd, screen.Nav) { return then() }
		return screen.Choice{Key: key, Words: words, Danger: danger, Do: do}
	}
	const name = lobby.NameWidthMax
	roster := func(yes bool) func(context.Context, string) error {
		return func(ctx context.Context, who string) error { return s.d.Session.Enroll(ctx, s.name, who, yes) }
	}
	return nil, screen.Ask(screen.Dialog{
		Title: "Your table", Text: "What you do with an owner's powers is in the house's audit log.",
		Choices: []screen.Choice{
			pick("e", "Change what it is, and its hours", false, func() (tea.Cmd, screen.Nav) {
				return nil, screen.Push(newFounding(s.d, &s.hall.Club))
			}),
			pick("a", "Put somebody on the roster", false, s.ask(clubAsk{"Who belongs to it?", "Name", "", name,
				"They are on the roster now."}, roster(true))),
			pick("r", "Take somebody off the roster", false, s.ask(clubAsk{"Who no longer belongs to it?", "Name", "",
				name, "They are on the roster no more."}, roster(false))),
			pick("h", "Hand it over to somebody", true, s.ask(clubAsk{"Who is to own it?", "Name",
				"You stay on its roster, and only they can give it back.", name, "It is theirs now."},
				func(ctx context.Context, to string) error { return s.d.Session.HandOver(ctx, s.name, to) })),
			pick("c", "Close it for good", true, s.shut),
			{Key: "esc", Words: "back"},
		},
	})
}

func (s *clubPage) shut() (tea.Cmd, screen.Nav) {
	return nil, screen.Ask(screen.Dialog{
		Title: "Close it for good?", Text: "Its matches stay in everybody's history; its board, roster and ladder go.",
		Choices: []screen.Choice{
			{Key: "c", Words: "Close it", Danger: true, Do: func(string) (tea.Cmd, screen.Nav) {
				return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
					err := s.d.Session.Shut(ctx, s.name)
					return func() (tea.Cmd, screen.Nav) {
						if err != nil {
							return nil, s.d.sorry(err)
						}
						return nil, screen.Pop().Saying("The table is closed.")
					}
				}), screen.Stay()
			}},
			{Key: "esc", Words: "back"},
		},
	})
}

func (s *clubPage) actions() []action {
	none := s.rows() == 0
	all := []action{act("s", "sit down", s.sit)}
	switch s.part {
	case clubBoard:
		all = append(all, act("n", "write a note", s.pin),
			act("enter", "read it", s.open).not("The board is empty.", none),
			act("x", "take it off", s.unpin).not("The board is empty.", none))
	case clubMatches:
		all = append(all, act("enter", "watch it again", s.open).not("There is none yet.", none))
	default:
		all = append(all, act("enter", "profile", s.open).not("There is nobody yet.", none))
	}
	all = append(all, act("w", "look on", s.look),
		act("right", "next part", s.turn(1)).as("left/right", "l", "tab"),
		act("left", "part before", s.turn(-1)).as("", "h", "shift+tab"))
	if s.owner() {
		all = append(all, act("o", "your table", s.manage))
	}
	return append(all,
		act("z", "time zone", s.zoneKey),
		act("up", "up", s.by(-1)).as("", "k"), act("down", "down", s.by(1)).as("", "j"),
		act("pgup", "up", s.by(-10)).as(""), act("pgdown", "down", s.by(10)).as(""),
		act("esc", "back", going(screen.Pop)).as("esc", "q"),
		act("?", "help", going(screen.Help)))
}

func (s *clubPage) Bindings() []screen.Binding { return bindings(s.actions()) }

func (s *clubPage) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch m := msg.(type) {
	case tea.MouseClickMsg:
		z, ok := s.click(m)
		switch {
		case ok && z.key != "":
			return s.Handle(pressOf(z.key))
		case ok && z.n >= zoneTab:
			return s.turn(z.n - zoneTab - s.part)()
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

func (s *clubPage) Draw(size screen.Size, st *style.Style) string {
	return s.draw(s, "community table", size, st, func(b screen.Size) string {
		w := b.W - 4
		if s.failed != "" || !s.loaded {
			text := st.Dim.Render("Going there ...")
			if s.failed != "" {
				text = st.Danger.Render(s.failed)
			}
			f := widget.Frame{Title: style.Clean(s.name, lobby.NameWidthMax), Hot: true}
			return widget.Box(f, "\n"+text, b.W, b.H, st)
		}
		about := s.about(w, st)
		head := widget.Box(widget.Frame{Title: style.Clean(s.hall.Name, lobby.NameWidthMax)}, strings.Join(about, "\n"),
			b.W, len(about)+2, st)
		x := 1
		for i, t := range clubTabs {
			s.zones.add(zone{x: x, y: headH + len(about) + 2, w: style.Width(t) + 2, h: 1, n: zoneTab + i})
			x += style.Width(t) + 3
		}
		tabs := " " + widget.Tabs(clubTabs, s.part, b.W-1, st)
		h := b.H - len(about) - 3
		f := widget.Frame{Title: clubTabs[s.part], Hot: true}
		return style.Stack(head, tabs, widget.Box(f, strings.Join(s.list(w, h-2, st), "\n"), b.W, h, st))
	})
}

// about says what the table is, in a few lines.
func (s *clubPage) about(w int, st *style.Style) []string {
	h := s.hall
	line := s.d.title(h.Settings.Game) + ", " + lobby.Plural(h.Settings.Seats, "seat") + ", " + pace(h.Settings)
	if h.Settings.Rated {
		line += ", rated"
	}
	who := "everybody may sit down"
	if h.RosterOnly {
		who = "for its roster of " + itoa(len(h.Members)+1)
	}
	warm := ""
	if h.Warm != "" {
		warm = "; " + h.Warm + " bots take the seats that stay free"
	}
	rows := []string{
		st.Spread(line, s.d.hallState(h, st), w),
		st.Dim.Render(who + ", owned by " + style.Clean(h.OwnerName, lobby.NameWidthMax) + warm),
	}
	if !h.Hours.Always() {
		rows = append(rows, st.Cut("Open: "+h.Hours.In(s.d.zone(), s.d.now)+" ("+s.d.zone().String()+")", w))
	}
	if about := style.Clean(h.About, club.AboutWidth); about != "" {
		rows = append(rows, style.Wrap(about, w)...)
	}
	if join := s.d.invitation() + " \"" + style.Clean(h.Name, lobby.NameWidthMax) + "\""; style.Width(join) <= w {
		rows = append(rows, st.Dim.Render(join))
	}
	return rows
}

// list draws the part that is shown.
func (s *clubPage) list(w, h int, st *style.Style) []string {
	n := s.rows()
	if n == 0 {
		return []string{"", st.Dim.Render([]string{
			"Nothing is on the board.", "Two people make a ladder: nobody has played here yet.",
			"No match was played here yet.", "Nobody but its owner is on the roster.",
		}[s.part])}
	}
	var cols []widget.Column
	var cells func(i int) []string
	switch s.part {
	case clubBoard:
		cols = []widget.Column{{Title: "When", W: 10}, {Title: "Who", W: 14}, {Title: "Note", W: 30, Grow: 1}}
		cells = func(i int) []string {
			note := s.hall.Notes[i]
			return []string{ago(s.d.now, note.At), style.Clean(note.Name, lobby.NameWidthMax),
				style.Clean(note.Text, club.NoteWidth)}
		}
	case clubLadder:
		cols = []widget.Column{{Title: "Rank", W: 5, Right: true}, {Title: "Name", W: 20, Grow: 1},
			{Title: "Rating", W: 7, Right: true}, {Title: "Matches", W: 8, Right: true},
			{Title: "Won", W: 5, Right: true}}
		cells = func(i int) []string {
			r := s.hall.Ladder[i]
			return []string{itoa(i+1) + ".", style.Clean(r.Name, lobby.NameWidthMax), standing(r.Skill, r.Matches),
				itoa(r.Matches), itoa(r.Wins)}
		}
	case clubMatches:
		cols = []widget.Column{{Title: "When", W: 10}, {Title: "Who sat there", W: 30, Grow: 1}, {Title: "Match", W: 9}}
		cells = func(i int) []string {
			p := s.hall.Matches[i]
			return []string{ago(s.d.now, p.Opened), sat(p, st), st.Dim.Render(string(p.Match))}
		}
	default:
		cols = []widget.Column{{Title: "Name", W: 20, Grow: 1}}
		cells = func(i int) []string { return []string{style.Clean(s.hall.Names[i], lobby.NameWidthMax)} }
	}
	rows := []string{widget.Heads(cols, w, st)}
	from := widget.Window(n, s.cursor, h-1)
	top := headH + len(s.about(w, st)) + 4
	for i := from; i < min(n, from+h-1); i++ {
		s.zones.add(zone{x: 1, y: top + len(rows), w: w + 2, h: 1, n: i})
		rows = append(rows, widget.Cells(cols, cells(i), w, i == s.cursor, st))
	}
	return rows
}

// sat lists who sat in a match, the winners marked.
func sat(p lobby.Past, st *style.Style) string {
	names := make([]string, len(p.Names))
	for i, n := range p.Names {
		names[i] = style.Clean(n, lobby.NameWidthMax)
		if i < len(p.Ranks) && p.Ranks[i] == 1 && !p.Ended.IsZero() && !slices.Contains(p.Out, i) {
			names[i] = st.Accent.Render(st.Star + " " + names[i])
		}
	}
	return strings.Join(names, ", ")
}
