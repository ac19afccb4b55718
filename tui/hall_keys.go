package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"saloon/tui/screen"
)

// opens says what the row under the cursor offers first.
func (s *hall) opens() string {
	if _, ok := s.somebody(); ok {
		return "profile"
	}
	l, ok := s.chosen()
	switch {
	case !ok:
		return "open a table"
	case l.Seated:
		return "to my seat"
	case l.Free > 0 || l.Open > 0:
		return "sit down"
	}
	return "watch"
}

// actions are the lobby's keys, most wanted first.
func (s *hall) actions() []action {
	l, any := s.chosen()
	p, someone := s.somebody()
	enter, other := s.opens(), "people"
	if s.people {
		other = "tables"
	}
	all := append(make([]action, 0, 32), // with room for those that not everybody has
		act("enter", enter, s.open),
		act("p", "play now", func() (tea.Cmd, screen.Nav) {
			return s.pick("Play which game?", s.d.Kits, func(g string) (tea.Cmd, screen.Nav) {
				return s.quick(g), screen.Stay()
			})
		}).not("There is no game here.", len(s.d.Kits) == 0),
		act("o", "open a table", going(func() screen.Nav { return screen.Push(newOpening(s.d)) })),
		act("c", "join by code", s.askCode),
		act("t", "talk", s.startTalk),
		act("w", "watch", func() (tea.Cmd, screen.Nav) { return s.look(l.ID), screen.Stay() }).
			not("There is no table to watch.", !any || someone).
			not("Nobody may watch this table.", any && l.Settings.NoSpectators && !l.Seated).
			unless(enter == "watch"),
		act("b", "leaderboard", going(func() screen.Nav { return screen.Push(newBoard(s.d, "")) })),
		act("m", "me", going(func() screen.Nav { return screen.Push(newProfile(s.d, "")) })),
		act("u", "community tables", going(func() screen.Nav { return screen.Push(newClubs(s.d)) })),
		act("tab", other, s.swap),
		act("l", "learn", func() (tea.Cmd, screen.Nav) {
			return s.pick("Learn which game?", s.d.taughtHere(), func(g string) (tea.Cmd, screen.Nav) {
				return s.lesson(g)
			})
		}).not("There is no lesson here.", len(s.d.taughtHere()) == 0),
		act("r", "rules", func() (tea.Cmd, screen.Nav) {
			return s.pick("Rules of which game?", s.d.Kits, func(g string) (tea.Cmd, screen.Nav) {
				return nil, screen.Rules(g, "")
			})
		}),
		act("h", "my matches", going(func() screen.Nav { return screen.Push(newHistory(s.d, "")) })),
		act("s", "settings", going(func() screen.Nav { return screen.Push(newSettings(s.d)) })),
		act("x", "report", func() (tea.Cmd, screen.Nav) {
			return nil, screen.Ask(s.d.complaint(s, p.Player.Name, ""))
		}).not("Choose somebody first: tab goes to the people.", !someone),
		act("i", "ignore", s.ignore).not("Choose somebody first: tab goes to the people.", !someone),
		act("up", "up", s.by(-1)).as("", "k"), act("down", "down", s.by(1)).as("", "j"),
		act("pgup", "up", s.by(-8)).as(""), act("pgdown", "down", s.by(8)).as(""),
		act("home", "first", s.by(-1<<20)).as(""), act("end", "last", s.by(1<<20)).as(""),
		act("q", "leave", going(func() screen.Nav { return screen.Ask(leaveDialog(s.d)) })).as("q", "esc"),
		act("?", "help", going(screen.Help)),
	)
	if s.d.Office != nil {
		all = append(all, act("A", "the office", going(func() screen.Nav { return screen.Push(newOffice(s.d)) })))
	}
	i := slices.IndexFunc(all, func(a action) bool { return a.Show == "i" })
	if s.d.Line != nil {
		test := act("d", "test your draw", going(func() screen.Nav { return screen.Push(newDraw(s.d)) }))
		all = slices.Insert(all, i, test)
		i++
	}
	if someone && s.ignored(p.Player.ID) {
		all[i].Does = "hear again"
	}
	if someone { // what one does about people stands first then
		ignore := all[i]
		all = slices.Insert(slices.Delete(all, i, i+1), 1, ignore)
	}
	return all
}

func (s *hall) by(n int) func() (tea.Cmd, screen.Nav) {
	return func() (tea.Cmd, screen.Nav) {
		s.move(n)
		return nil, screen.Stay()
	}
}

func (s *hall) swap() (tea.Cmd, screen.Nav) {
	s.people = !s.people && len(s.d.news.People) > 0
	return nil, screen.Stay()
}

// Bindings are what the keys do. They are the very same while it is.
func (s *hall) Bindings() []screen.Binding {
	k, old := s.keysNow(), &s.parts.keys
	if old.list == nil || old.of != k {
		old.of, old.list = k, s.spell()
	}
	return old.list
}

func (s *hall) spell() []screen.Binding {
	if s.talking {
		return []screen.Binding{
			{Keys: []string{"enter"}, Show: "enter", Does: "say it"},
			{Keys: []string{"pgup"}, Show: "pgup", Does: "scroll back"},
			{Keys: []string{"esc"}, Show: "esc", Does: "done talking"},
		}
	}
	return bindings(s.actions())
}

// keysKey is all on which the names of the keys and what they do depend.
type keysKey struct {
	talking, someone, ignored, people, any bool
	seated, free, open, closed             bool // of the chosen table
}

func (s *hall) keysNow() keysKey {
	l, any := s.chosen()
	p, someone := s.somebody()
	return keysKey{
		talking: s.talking, someone: someone, people: s.people, any: any,
		ignored: someone && slices.Contains(s.d.prefs.Ignored, p.Player.ID),
		seated:  l.Seated, free: l.Free > 0, open: l.Open > 0, closed: l.Settings.NoSpectators,
	}
}
