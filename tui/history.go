package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/screen"
	"saloon/tui/style"
	"saloon/tui/widget"
)

// historyRows is how many past matches are read.
const historyRows = 100

// history lists the matches that somebody has played.
type history struct {
	sheet
	name    string // whose; empty is the player's own
	past    []lobby.Past
	cursor  int
	loaded  bool
	failed  string
	find    string // what is looked for, as it was typed
	prompt  widget.Prompt
	looking bool // keys are what is looked for
}

func newHistory(d *desk, name string) *history {
	s := &history{sheet: sheet{d: d}, name: name}
	s.prompt.Max = 60
	s.prompt.Hint = "won, lost, a game, a name, 2026-11, #table"
	return s
}

// Start reads the matches.
func (s *history) Start() tea.Cmd {
	find := lobby.ParseSearch(s.find, s.d.Kits, s.d.zone())
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		past, err := s.d.Session.History(ctx, s.name, find, historyRows)
		return func() (tea.Cmd, screen.Nav) {
			s.loaded, s.past, s.failed, s.cursor = true, past, "", 0
			if err != nil {
				s.failed = s.d.words(err)
			}
			return nil, screen.Stay()
		}
	})
}

// Typing reports whether keys are text just now.
func (s *history) Typing() bool { return s.looking }

// look begins to ask what is looked for.
func (s *history) look() (tea.Cmd, screen.Nav) {
	s.looking = true
	s.prompt.Set(s.find)
	return nil, screen.Stay()
}

// edit takes a key of what is looked for.
func (s *history) edit(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		s.looking = false
	case "enter":
		s.looking, s.find = false, strings.TrimSpace(s.prompt.Text())
		return s.Start()
	default:
		s.prompt.Key(k)
	}
	return nil
}

func (s *history) by(n int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		s.cursor = max(min(s.cursor+n, len(s.past)-1), 0)
		return nil, screen.Stay()
	}
}

// ended is the match under the cursor, if it is over.
func (s *history) ended() (table.MatchID, screen.Nav) {
	if s.cursor >= len(s.past) {
		return "", screen.Stay()
	}
	if s.past[s.cursor].Ended.IsZero() {
		return "", screen.Toast("That match is still on. Once it is over, it can be looked at again here.")
	}
	return s.past[s.cursor].Match, screen.Stay()
}

// open shows the match under the cursor again.
func (s *history) open() (tea.Cmd, screen.Nav) {
	match, nav := s.ended()
	if match == "" {
		return nil, nav
	}
	return s.d.replay(s, match, 0), nav
}

// record shows the record of the match under the cursor.
func (s *history) record() (tea.Cmd, screen.Nav) {
	match, nav := s.ended()
	if match == "" {
		return nil, nav
	}
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		text, err := s.d.Session.Record(ctx, match)
		return func() (tea.Cmd, screen.Nav) {
			if err != nil {
				return nil, s.d.sorry(err)
			}
			return nil, screen.Push(newPager(s.d, match, text))
		}
	}), screen.Stay()
}

func (s *history) actions() []action {
	none := len(s.past) == 0
	return []action{
		act("enter", "watch it again", s.open).not("There is no match yet.", none),
		act("r", "its record", s.record).not("There is no match yet.", none),
		act("/", "search", s.look),
		act("up", "up", s.by(-1)).as("", "k").not("There is no match yet.", none),
		act("down", "down", s.by(1)).as("", "j").not("There is no match yet.", none),
		act("pgup", "up", s.by(-10)).as(""), act("pgdown", "down", s.by(10)).as(""),
		act("home", "latest", s.by(-1<<20)).as(""), act("end", "first", s.by(1<<20)).as(""),
		act("esc", "back", going(screen.Pop)).as("esc", "q"),
		act("?", "help", going(screen.Help)),
	}
}

func (s *history) Bindings() []screen.Binding {
	if s.looking {
		return []screen.Binding{
			{Keys: []string{"enter"}, Show: "enter", Does: "look for it"},
			{Keys: []string{"esc"}, Show: "esc", Does: "leave it"},
		}
	}
	return bindings(s.actions())
}

func (s *history) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
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
	case tea.PasteMsg:
		s.prompt.Paste(m.Content)
	case tea.KeyPressMsg:
		if s.looking {
			return s.edit(m), screen.Stay()
		}
		cmd, nav, _ := dispatch(s.actions(), m)
		return cmd, nav
	}
	return nil, screen.Stay()
}

var historyColumns = []widget.Column{
	{Title: "When", W: 10},
	{Title: "Place", W: 7},
	{Title: "Rating", W: 7, Right: true, Drop: 1},
	{Title: "Who sat there", W: 24, Grow: 3},
	{Title: "Game", W: 12, Grow: 1, Drop: 3},
	{Title: "Match", W: 8, Drop: 2},
}

func (s *history) Draw(size screen.Size, st *style.Style) string {
	return s.draw(s, "matches", size, st, func(b screen.Size) string {
		w, h := b.W-4, b.H-2
		if s.looking {
			h--
		}
		var rows []string
		switch {
		case s.failed != "":
			rows = []string{"", st.Danger.Render(s.failed)}
		case !s.loaded:
			rows = []string{"", st.Dim.Render("Leafing back ...")}
		case len(s.past) == 0 && s.find != "":
			rows = []string{"", "No match like that.", "",
				st.Dim.Render("The search goes through all matches that are kept here.")}
		case len(s.past) == 0:
			rows = []string{"", "No match so far.", "",
				st.Dim.Render("Every match is kept here move by move, and can be read again.")}
		default:
			rows = append(rows, widget.Heads(historyColumns, w, st))
			from := widget.Window(len(s.past), s.cursor, h-1)
			for i := from; i < min(len(s.past), from+h-1); i++ {
				s.zones.add(zone{x: 1, y: headH + 1 + len(rows), w: b.W - 2, h: 1, n: i})
				cells := s.cells(s.past[i], st)
				rows = append(rows, widget.Cells(historyColumns, cells, w, i == s.cursor, st))
			}
		}
		f := widget.Frame{Title: "Matches, latest first", Hot: true}
		if s.name != "" {
			f.Title = "Matches of " + style.Clean(s.name, lobby.NameWidthMax)
		}
		if s.find != "" {
			f.Title += ": " + style.Clean(s.find, 40)
		}
		if s.looking {
			for len(rows) < h {
				rows = append(rows, "")
			}
			rows = append(rows, s.prompt.Draw("Look for "+st.Right, true, w, st))
		}
		if len(s.past) > 0 {
			f.Foot = itoa(s.cursor+1) + " of " + itoa(len(s.past))
		}
		return widget.Box(f, strings.Join(rows, "\n"), b.W, b.H, st)
	})
}

func (s *history) cells(p lobby.Past, st *style.Style) []string {
	result, change := st.Warn.Render("playing"), st.Dim.Render("-")
	if !p.Ended.IsZero() {
		result = st.Dim.Render("looked on")
		if p.Seat >= 0 && int(p.Seat) < len(p.Ranks) {
			result = place(p.Ranks[p.Seat])
			if p.Ranks[p.Seat] == 1 {
				result = st.Accent.Render(st.Star + " 1st")
			}
		}
		if p.Left {
			result = st.Warn.Render("left")
		}
		if p.Rated {
			change = trend(p.Change, st)
		}
	}
	names := make([]string, len(p.Names))
	for i, n := range p.Names {
		names[i] = style.Clean(n, lobby.NameWidthMax)
		if i < len(p.Points) && !p.Ended.IsZero() {
			names[i] += " " + st.Dim.Render(lobby.Thousands(p.Points[i]))
		}
	}
	return []string{
		ago(s.d.now, p.Opened), result, change, strings.Join(names, ", "), s.d.title(p.Game),
		st.Dim.Render(string(p.Match)),
	}
}

// pager shows a long text: the record of a match.
type pager struct {
	sheet
	scroller
	match table.MatchID
	lines []string
}

func newPager(d *desk, match table.MatchID, text string) *pager {
	s := &pager{sheet: sheet{d: d}, match: match}
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		s.lines = append(s.lines, style.Clean(strings.ReplaceAll(line, "\t", "    "), 400))
	}
	return s
}

func (s *pager) actions() []action {
	return append(s.scroller.actions(),
		act("esc", "back", going(screen.Pop)).as("esc", "q"),
		act("?", "help", going(screen.Help)))
}

func (s *pager) Bindings() []screen.Binding { return bindings(s.actions()) }

func (s *pager) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
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

func (s *pager) Draw(size screen.Size, st *style.Style) string {
	return s.draw(s, "record "+string(s.match), size, st, func(b screen.Size) string {
		var all []string
		for _, l := range s.lines {
			all = append(all, style.Wrap(l, b.W-4)...)
		}
		rows, foot := s.view(all, b.H-3)
		out := append([]string(nil), rows...)
		for len(out) < b.H-3 {
			out = append(out, "")
		}
		out = append(out, st.Dim.Render("As a file: "+s.d.Address+" record "+string(s.match)+" > match.toml"))
		f := widget.Frame{Title: "The record of match " + string(s.match), Hot: true, Foot: foot}
		return widget.Box(f, strings.Join(out, "\n"), b.W, b.H, st)
	})
}
