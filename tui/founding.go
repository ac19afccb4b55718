package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"saloon/lobby"
	"saloon/lobby/club"
	"saloon/tui/screen"
	"saloon/tui/widget"
)

// founding is the form in which a community table is made, or changed by its owner.
type founding struct {
	*form
	pick
	old   *club.Club // nil for a new one
	club  club.Club
	name  widget.Prompt
	about widget.Prompt
	hours widget.Prompt
	place widget.Prompt
}

func newFounding(d *desk, old *club.Club) *founding {
	s := &founding{pick: newPick(d), old: old}
	s.form = newForm(d, s)
	s.name.Max, s.about.Max, s.hours.Max, s.place.Max = lobby.NameWidthMax, club.AboutWidth, 200, 40
	s.name.Hint, s.about.Hint = "it needs one", "a line about it"
	s.hours.Hint, s.place.Hint = "always, or like Sat 20:00-23:30, Sun 15:00-18:00", "UTC, or like Europe/Berlin"
	s.place.Set(d.prefs.Zone)
	if old != nil {
		s.club, s.pick = *old, pickOf(d, old.Settings)
		s.name.Set(old.Name)
		s.about.Set(old.About)
		s.hours.Set(old.Hours.String())
		s.place.Set(old.Hours.Zone)
	}
	return s
}

func (s *founding) game() string { return s.set.Game }

func (s *founding) title() (screen, heading string) {
	if s.old != nil {
		return "change a community table", "Your table"
	}
	return "a community table", "A table that stays"
}

func (s *founding) button() (key, words, about string) {
	if s.old != nil {
		return "o", "Keep it so", "what is played changes with the next table that is put up"
	}
	return "o", "Make the table", "you own it, and can hand it over"
}

func (s *founding) advice() string {
	return "It is there from now on, whether or not anybody is at it. Others come by its name."
}

// fields are the lines of the form as they are now.
func (s *founding) fields() []field {
	if len(s.d.Kits) == 0 {
		return nil
	}
	all := []field{
		{name: "Name", why: "People find it by this name. Enter begins typing.", text: &s.name},
		{name: "About it", why: "A line for those who come by. Enter begins typing.", text: &s.about},
	}
	all = append(all, s.gameFields()...)
	all = append(all, field{name: "Seats", value: itoa(s.set.Seats), why: "For people, and for bots if you like.",
		turn: func(by int) { s.seats(s.set.Seats + by) }})
	all = append(all, s.paceFields()...)
	all = append(all, s.rosterField(), s.warmField(), s.ratedField(), s.lookField(),
		field{name: "Opening hours", why: "No match begins at other times. Enter begins typing.", text: &s.hours},
		field{name: "By the clock of", why: "Others see the hours by their own clocks.", text: &s.place})
	return append(all, s.optionFields()...)
}

func (s *founding) rosterField() field {
	f := field{name: "Who may sit", value: "everybody", why: "Its roster says who belongs to it, and keeps nobody out.",
		turn: func(int) { s.club.RosterOnly = !s.club.RosterOnly }}
	if s.club.RosterOnly {
		f.value, f.why = "its roster", "Only those whom you put on its roster."
	}
	return f
}

// warmField is which bots take the seats that stay free.
func (s *founding) warmField() field {
	levels := s.kit().Levels
	f := field{name: "Free seats", value: "wait", why: "A match begins when every seat is taken."}
	at := 0
	for i, l := range levels {
		if l.Name == s.club.Warm {
			at = i + 1
			f.value, f.why = level(l.Name), "Such bots take the free seats, once somebody is ready."
		}
	}
	f.turn = func(by int) {
		s.club.Warm = ""
		if n := around(at+by, len(levels)+1); n > 0 {
			s.club.Warm = levels[n-1].Name
		}
	}
	return f
}

// submit makes the table, or changes it.
func (s *founding) submit() tea.Cmd {
	hours, err := club.ParseHours(s.hours.Text(), s.place.Text())
	c := s.club
	c.Name, c.About, c.Hours, c.Settings = s.name.Text(), s.about.Text(), hours, s.chosen()
	if _, ok := s.kit().Level(c.Warm); !ok {
		c.Warm = "" // of another game
	}
	return s.d.do(s, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		if err == nil && s.old == nil {
			c, err = s.d.Session.Found(ctx, c)
		} else if err == nil {
			c, err = s.d.Session.Change(ctx, s.old.Name, c)
		}
		return func() (tea.Cmd, screen.Nav) {
			switch {
			case err != nil:
				return nil, s.d.sorry(err)
			case s.old != nil:
				s.old.Name = c.Name
				return nil, screen.Pop().Saying("It is kept.")
			}
			return nil, screen.Replace(newClub(s.d, c.Name))
		}
	})
}
