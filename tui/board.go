package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"saloon/lobby"
	"saloon/tui/screen"
	"saloon/tui/style"
)

// boardRows is how many rows of a leaderboard are read at once.
const boardRows = 50

// board is the leaderboards' screen: a category and a span of time, the own row always in sight.
type board struct {
	sheet
	want    string // the category to begin with
	names   []string
	seasons []lobby.Season // the newest first
	board   lobby.Board
	tab     int
	span    int // of lobby.Spans
	back    int // how many windows ago: seasons any number, days, weeks and months one
	cursor  int // the row, of all of the board
	asked   int // numbers what was read: an answer to an older question is dropped
	loaded  bool
	failed  string
}

func newBoard(d *desk, category string) *board {
	return &board{sheet: sheet{d: d}, want: category, span: len(lobby.Spans()) - 1}
}

// Start reads the categories and seasons, and the first board.
func (s *board) Start() tea.Cmd {
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		names, err := s.d.Session.Categories(ctx)
		var seasons []lobby.Season
		if err == nil {
			seasons, err = s.d.Session.Seasons(ctx)
		}
		return func() (tea.Cmd, screen.Nav) {
			if err != nil {
				s.failed = s.d.words(err)
				return nil, screen.Stay()
			}
			s.seasons, s.names = seasons, names
			if len(names) > 0 {
				s.names = append(names[:len(names):len(names)], lobby.HouseWide)
			}
			s.loaded = len(names) == 0
			for i, n := range s.names {
				if n == s.want {
					s.tab = i
				}
			}
			return s.read(0, 0), screen.Stay()
		}
	})
}

// read fetches the chosen board from a row on and puts the cursor on another; with from below 0, around the player.
func (s *board) read(from, cursor int) tea.Cmd {
	if s.tab >= len(s.names) {
		return nil
	}
	s.asked++
	asked := s.asked
	q := lobby.BoardQuery{Category: s.names[s.tab], Span: s.spanNow(), From: from, N: boardRows, Around: from < 0,
		Back: s.back > 0}
	if q.Span == lobby.SpanSeason && s.back < len(s.seasons) {
		q.Season = s.seasons[s.back].ID
	}
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		b, err := s.d.Session.Ranking(ctx, q)
		return func() (tea.Cmd, screen.Nav) {
			switch {
			case asked != s.asked: // the player has gone on already
			case err != nil:
				s.failed = s.d.words(err)
			default:
				s.board, s.loaded, s.failed = b, true, ""
				s.cursor = max(min(cursor, b.Total-1), 0)
				if q.Around {
					s.cursor = s.own()
				}
			}
			return nil, screen.Stay()
		}
	})
}

func (s *board) spanNow() lobby.Span { return lobby.Spans()[s.span] }

// own is the row of the player among those that were read; the first one if it is not there.
func (s *board) own() int {
	for i, r := range s.board.Rows {
		if r.Me {
			return s.board.From + i
		}
	}
	return s.board.From
}

// turn goes to another category, over to another span of time, or to one of another time.
func (s *board) turn(change func()) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		change()
		s.cursor, s.loaded = 0, len(s.names) == 0
		return s.read(0, 0), screen.Stay()
	}
}

func (s *board) category(by int) func() {
	return func() {
		if n := len(s.names); n > 0 {
			s.tab = around(s.tab+by, n)
		}
	}
}

func (s *board) spanBy(by int) func() {
	return func() { s.span, s.back = around(s.span+by, len(lobby.Spans())), 0 }
}

// backs is how far back one can look in the chosen span.
func (s *board) backs() int {
	switch s.spanNow() {
	case lobby.SpanAll:
		return 0
	case lobby.SpanSeason:
		return max(len(s.seasons)-1, 0)
	default:
		return 1
	}
}

func (s *board) backBy(by int) func() {
	return func() { s.back = max(min(s.back+by, s.backs()), 0) }
}

// by moves the cursor, and reads on where it leaves what was read.
func (s *board) by(n int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		to := max(min(s.cursor+n, s.board.Total-1), 0)
		if to >= s.board.From && to < s.board.From+len(s.board.Rows) {
			s.cursor = to
			return nil, screen.Stay()
		}
		return s.read(max(to-boardRows/2, 0), to), screen.Stay()
	}
}

// at is the row under the cursor.
func (s *board) at() (lobby.Standing, bool) {
	if i := s.cursor - s.board.From; s.loaded && i >= 0 && i < len(s.board.Rows) {
		return s.board.Rows[i], true
	}
	return lobby.Standing{}, false
}

func (s *board) open() (tea.Cmd, screen.Nav) {
	if r, ok := s.at(); ok {
		return nil, screen.Push(newProfile(s.d, r.Name))
	}
	return nil, screen.Stay()
}

func (s *board) actions() []action {
	_, any := s.at()
	one := len(s.names) < 2
	return []action{
		act("enter", "profile", s.open).not("Nobody is ranked here yet.", !any),
		act("right", "next board", s.turn(s.category(1))).as("left/right", "l").not("There is no other.", one),
		act("left", "board before", s.turn(s.category(-1))).as("", "h").not("There is no other.", one),
		act("tab", "span", s.turn(s.spanBy(1))).as("tab", "s"),
		act("shift+tab", "span before", s.turn(s.spanBy(-1))).as("", "S"),
		act("esc", "back", going(screen.Pop)).as("esc", "q"),
		act("[", "the one before", s.turn(s.backBy(1))).as("[ ]", "p").
			not("There is nothing further back.", s.back >= s.backs()),
		act("]", "the one after", s.turn(s.backBy(-1))).as("").not("This is the latest.", s.back == 0),
		act("f", "find me", func() (tea.Cmd, screen.Nav) { return s.read(-1, 0), screen.Stay() }).
			not("You do not stand on this board.", s.board.Mine == nil),
		act("a", "awards", func() (tea.Cmd, screen.Nav) { return s.awards(), screen.Stay() }).
			not("Awards are given when a season closes.", !s.over()),
		act("w", "what counts", func() (tea.Cmd, screen.Nav) { return nil, screen.Ask(s.what()) }),
		act("m", "me", going(func() screen.Nav { return screen.Push(newProfile(s.d, "")) })),
		act("up", "up", s.by(-1)).as("", "k"), act("down", "down", s.by(1)).as("", "j"),
		act("pgup", "up", s.by(-10)).as(""), act("pgdown", "down", s.by(10)).as(""),
		act("home", "first", s.by(-1<<30)).as("", "g"), act("end", "last", s.by(1<<30)).as("", "G"),
		act("?", "help", going(screen.Help)),
	}
}

// over reports whether a season is shown that has been closed.
func (s *board) over() bool {
	return s.loaded && s.board.Season != nil && !s.board.Season.Open()
}

// awards reads what was earned in the season that is shown, and asks which match is to be looked at.
func (s *board) awards() tea.Cmd {
	season := *s.board.Season
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		all, err := s.d.Session.Awards(ctx, season.ID)
		return func() (tea.Cmd, screen.Nav) {
			switch {
			case err != nil:
				return nil, s.d.sorry(err)
			case len(all) == 0:
				return nil, screen.Toast("Nobody was placed in this season.")
			}
			return earned(s, s.d, "Awards of season "+style.Clean(season.Name, lobby.SeasonWidth), all, true)
		}
	})
}

// what says in plain words what a board ranks by.
func (s *board) what() screen.Dialog {
	text := "All time: your rating, which is what you are worth with near certainty. It rises slowly at first, " +
		"because little is known of you yet.\n\n" +
		"Day, week, month, season: your form. Everybody begins at 0, as a newcomer, and each match moves it as it " +
		"would a newcomer's rating, against opponents at their whole rating. Less is counted where few matches are " +
		"known, so neither luck nor playing much is enough.\n\n" +
		"The house: your three best games, " + lobby.Thousands(lobby.HousePart) + " points at most from each; a " +
		"place takes two games.\n\n" +
		"A place takes some matches and some different opponents. Matches of the same two people weigh less and less " +
		"within " + itoa(lobby.RepeatDays) + " days. Equal points share a rank; days are those of UTC."
	return screen.Dialog{Title: "What counts", Text: text,
		Choices: []screen.Choice{{Key: "enter", Words: "I see"}}}
}

func (s *board) Bindings() []screen.Binding { return bindings(s.actions()) }

func (s *board) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch m := msg.(type) {
	case tea.MouseClickMsg:
		z, ok := s.click(m)
		switch {
		case ok && z.key != "":
			return s.Handle(pressOf(z.key))
		case ok && z.n >= zoneSpan:
			return s.turn(s.spanBy(z.n - zoneSpan - s.span))()
		case ok && z.n >= zoneTab:
			return s.turn(s.category(z.n - zoneTab - s.tab))()
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
