package tui

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/felt"
	"saloon/tui/screen"
	"saloon/tui/widget"
)

// hall is the lobby's screen: tables, people, talk, and the leaderboard beside them when there is room.
type hall struct {
	sheet
	table   int // the chosen table …
	on      table.ID
	fresh   bool // the tables are new since the cursor was put on one
	person  int  // … and the chosen person
	people  bool // the people have the keyboard, not the tables
	talking bool
	prompt  widget.Prompt
	scroll  int // lines scrolled back in the talk
	boards  []lobby.Board
	ended   int // matches over when the boards were read
	began   bool
	front   bool
	read    uint64 // how often the boards were read
	parts   hallParts
}

func newHall(d *desk) *hall {
	s := &hall{sheet: sheet{d: d}}
	s.prompt.Max = lobby.TalkWidth
	s.prompt.Hint = "say something to everybody here"
	return s
}

// Start reads the leaderboard and goes where somebody wanted to go.
func (s *hall) Start() tea.Cmd {
	cmds := []tea.Cmd{s.readBoards()}
	if !s.began {
		s.began = true
		cmds = append(cmds, s.intent())
	}
	return tea.Batch(cmds...)
}

// Front says whether the lobby is what the player sees.
func (s *hall) Front(yes bool) { s.front = yes }

// Back is called when a screen above was left.
func (s *hall) Back() tea.Cmd { return s.readBoards() }

// intent goes where somebody wanted to go when they came.
func (s *hall) intent() tea.Cmd {
	in := s.d.Intent
	switch in.Verb {
	case ToPlay:
		if kit, ok := s.d.kit(in.Game); ok {
			return s.quick(kit.Spec.Name)
		}
		if in.Game == "" && len(s.d.Kits) > 0 {
			return s.quick(s.d.Kits[0].Spec.Name)
		}
		return s.d.tell(s, func(context.Context) error { return lobby.ErrNotFound })
	case ToJoin:
		return s.join(in.Table)
	case ToWatch:
		return s.look(in.Table)
	case ToDraw:
		return s.d.do(s, func(context.Context) func() (tea.Cmd, screen.Nav) {
			return going(func() screen.Nav { return screen.Push(newDraw(s.d)) })
		})
	case ToReplay:
		return s.d.replay(s, in.Match, in.Entry)
	}
	return nil
}

func (s *hall) Typing() bool { return s.talking }

// readBoards fetches the top of every category.
func (s *hall) readBoards() tea.Cmd {
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		var boards []lobby.Board
		all, err := s.d.Session.Categories(ctx)
		for _, c := range all {
			b, more := s.d.Session.Board(ctx, c, 0, boardBeside)
			if more != nil {
				err = more
				break
			}
			boards = append(boards, b)
		}
		return func() (tea.Cmd, screen.Nav) {
			if err != nil { // the board beside is an ornament: no toast for it
				s.d.words(err)
				return nil, screen.Stay()
			}
			s.boards = boards
			s.read++
			return nil, screen.Stay()
		}
	})
}

// boardBeside is how many rows of a board are read for the lobby.
const boardBeside = 30

// tables is the list of tables. The cursor stays on the table that it was on.
func (s *hall) tables() []lobby.Listing {
	all := s.d.news.Tables()
	if s.fresh {
		s.fresh = false
		for i, t := range all {
			if t.ID == s.on {
				s.table = i
			}
		}
		s.table = max(min(s.table, len(all)-1), 0)
		if len(all) > 0 {
			s.on = all[s.table].ID
		}
	}
	return all
}

func (s *hall) chosen() (lobby.Listing, bool) {
	if all := s.tables(); s.table >= 0 && s.table < len(all) {
		return all[s.table], true
	}
	return lobby.Listing{}, false
}

func (s *hall) somebody() (lobby.Presence, bool) {
	if all := s.d.news.People; s.people && s.person >= 0 && s.person < len(all) {
		return all[s.person], true
	}
	return lobby.Presence{}, false
}

// hear takes news in. Its tables are looked at when they are drawn, and boards are read when they are seen: the lobby
// may be below a table's screen.
func (s *hall) hear(n lobby.News) tea.Cmd {
	s.fresh = true
	s.person = max(min(s.person, len(n.People)-1), 0)
	if s.front && n.Ended != s.ended {
		s.ended = n.Ended
		return s.readBoards()
	}
	return nil
}

func (s *hall) Handle(msg tea.Msg) (tea.Cmd, screen.Nav) {
	switch m := msg.(type) {
	case lobby.News:
		return s.hear(m), screen.Stay()
	case tea.PasteMsg:
		s.prompt.Paste(m.Content)
	case tea.MouseClickMsg:
		return s.press(m)
	case tea.KeyPressMsg:
		if s.talking {
			return s.talk(m)
		}
		cmd, nav, _ := dispatch(s.actions(), m)
		return cmd, nav
	}
	return nil, screen.Stay()
}

// zones of the hall: tables and people by number, from these on.
const (
	zoneTable  = 0
	zonePerson = 10000
	zoneTalk   = 20000
	zoneBoard  = 30000
)

func (s *hall) press(m tea.MouseClickMsg) (tea.Cmd, screen.Nav) {
	z, ok := s.click(m)
	switch {
	case !ok:
		return nil, screen.Stay()
	case z.key != "":
		s.talking = s.talking && z.key == "esc"
		return s.Handle(pressOf(z.key))
	case z.n == zoneTalk:
		return s.startTalk()
	case z.n == zoneBoard:
		return nil, screen.Push(newBoard(s.d, ""))
	case z.n >= zonePerson:
		again := s.people && s.person == z.n-zonePerson
		s.people, s.person = true, z.n-zonePerson
		if again {
			return s.open()
		}
	default:
		s.tables() // the cursor is where it will be drawn
		again := !s.people && s.table == z.n
		s.people = false
		s.move(z.n - s.table)
		if again {
			return s.open()
		}
	}
	return nil, screen.Stay()
}

func (s *hall) talk(k tea.KeyPressMsg) (tea.Cmd, screen.Nav) {
	switch k.String() {
	case "esc":
		s.talking = false
	case "enter":
		text := strings.TrimSpace(s.prompt.Text())
		if text == "" {
			s.talking = false
			return nil, screen.Stay()
		}
		s.prompt.Set("")
		s.scroll = 0
		return s.d.tell(s, func(ctx context.Context) error { return s.d.Session.Talk(ctx, text) }), screen.Stay()
	case "pgup":
		s.scroll += 5
	case "pgdown":
		s.scroll = max(s.scroll-5, 0)
	default:
		s.prompt.Key(k)
	}
	return nil, screen.Stay()
}

func (s *hall) startTalk() (tea.Cmd, screen.Nav) {
	s.talking = true
	return nil, screen.Stay()
}

func (s *hall) move(by int) {
	if s.people {
		s.person = max(min(s.person+by, len(s.d.news.People)-1), 0)
		return
	}
	all := s.tables()
	s.table = max(min(s.table+by, len(all)-1), 0)
	if l, ok := s.chosen(); ok {
		s.on = l.ID
	}
}

// open does what the row under the cursor offers first.
func (s *hall) open() (tea.Cmd, screen.Nav) {
	if p, ok := s.somebody(); ok {
		return nil, screen.Push(newProfile(s.d, p.Player.Name))
	}
	l, ok := s.chosen()
	switch {
	case !ok:
		return nil, screen.Push(newOpening(s.d))
	case l.Seated || l.Free > 0 || l.Open > 0 && l.Stage == table.Playing:
		return s.join(l.ID), screen.Stay()
	default:
		return s.look(l.ID), screen.Stay()
	}
}

func (s *hall) join(id table.ID) tea.Cmd {
	return s.d.visit(s, false, func(ctx context.Context) (*lobby.Visit, error) {
		return s.d.Session.Join(ctx, id, anySeat)
	})
}

func (s *hall) look(id table.ID) tea.Cmd { return s.d.watch(s, id) }

func (s *hall) quick(game string) tea.Cmd {
	return s.d.visit(s, false, func(ctx context.Context) (*lobby.Visit, error) { return s.d.Session.Quick(ctx, game) })
}

func (s *hall) learn(game string, anew bool) (tea.Cmd, screen.Nav) {
	return s.d.visit(s, false, func(ctx context.Context) (*lobby.Visit, error) {
		return s.d.Session.Lesson(ctx, game, anew)
	}), screen.Stay()
}

// lesson begins a game's lesson, or asks what is to become of the one that was left in the middle.
func (s *hall) lesson(game string) (tea.Cmd, screen.Nav) {
	if !s.d.news.Lesson {
		return s.learn(game, false)
	}
	choice := func(key, words string, anew bool) screen.Choice {
		return screen.Choice{Key: key, Words: words, Do: func(string) (tea.Cmd, screen.Nav) {
			return s.learn(game, anew)
		}}
	}
	return nil, screen.Ask(screen.Dialog{
		Title: "Your lesson", Text: "You left a lesson in the middle. It is as you left it.",
		Choices: []screen.Choice{
			choice("l", "go on with it", false), choice("a", "begin anew", true), {Key: "esc", Words: "back"},
		},
	})
}

// pick asks for one of the games where there are several, and then does something with it.
func (s *hall) pick(
	title string, games []bot.Kit, then func(game string) (tea.Cmd, screen.Nav),
) (tea.Cmd, screen.Nav) {
	if len(games) == 1 {
		return then(games[0].Spec.Name)
	}
	d := screen.Dialog{Title: title}
	var lines []string
	for i, k := range games {
		game := k.Spec.Name
		lines = append(lines, k.Spec.Title+": "+k.Spec.Blurb)
		d.Choices = append(d.Choices, screen.Choice{Key: itoa(i + 1), Words: k.Spec.Title,
			Do: func(string) (tea.Cmd, screen.Nav) { return then(game) }})
	}
	d.Text = strings.Join(lines, "\n")
	d.Choices = append(d.Choices, screen.Choice{Key: "esc", Words: "back"})
	return nil, screen.Ask(d)
}

// askCode asks for a table's code.
func (s *hall) askCode() (tea.Cmd, screen.Nav) {
	return nil, screen.Ask(screen.Dialog{
		Title: "Join by code or name",
		Text:  "Six letters, from whoever opened the table, or the name of a community table.",
		Field: &screen.Field{Label: "Code", Max: lobby.NameWidthMax},
		Choices: []screen.Choice{
			{Key: "enter", Words: "join", Do: func(text string) (tea.Cmd, screen.Nav) {
				id := table.ID(strings.TrimSpace(text))
				if id == "" {
					return nil, screen.Stay()
				}
				return s.join(id), screen.Stay()
			}},
			{Key: "esc", Words: "back"},
		},
	})
}

// ignore hides the person under the cursor, or shows them again.
func (s *hall) ignore() (tea.Cmd, screen.Nav) {
	p, ok := s.somebody()
	if !ok {
		return nil, screen.Stay()
	}
	name, yes := p.Player.Name, !s.ignored(p.Player.ID)
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		err := s.d.Session.Ignore(ctx, name, yes)
		return func() (tea.Cmd, screen.Nav) {
			if err != nil {
				return nil, s.d.sorry(err)
			}
			s.d.prefs.Ignored = s.d.Session.Player().Prefs.Ignored
			if yes {
				return nil, screen.Toast("You no longer hear " + name + ", and they no longer hear you.")
			}
			return nil, screen.Toast("You hear " + name + " again.")
		}
	}), screen.Stay()
}

func (s *hall) ignored(id table.PlayerID) bool {
	for _, p := range s.d.prefs.Ignored {
		if p == id {
			return true
		}
	}
	return false
}

// learner reports whether this player has not finished the lesson of a game, and which.
func (s *hall) learner() (game string, ok bool) {
	for _, k := range s.d.Kits {
		if s.d.Coaches[k.Spec.Name] != nil && s.d.prefs.Lessons[k.Spec.Name] != felt.Done {
			return k.Spec.Name, true
		}
	}
	return "", false
}

// quiet is how long somebody may press no key before they count as away.
const quiet = 5 * time.Minute
