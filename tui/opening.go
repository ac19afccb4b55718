package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/lobby"
	"saloon/tui/widget"
)

// opening is the form in which a host opens a table.
type opening struct {
	*form
	pick
	bots []string // by seat; the host's own is ""
	text widget.Prompt
}

func newOpening(d *desk) *opening {
	s := &opening{pick: newPick(d)}
	s.form = newForm(d, s)
	s.text.Max = lobby.TitleWidth
	s.text.Hint = "none needed"
	return s
}

func (s *opening) game() string { return s.set.Game }

func (s *opening) title() (screen, heading string) {
	heading = "A new table"
	if len(s.d.Kits) > 0 {
		heading += " for " + s.kit().Spec.Title
	}
	return "open a table", heading
}

func (s *opening) button() (key, words, about string) { return "o", "Open the table", s.summary() }

func (s *opening) advice() string {
	return "Everything can be played as it stands. Seats that stay free can still be given to bots."
}

// fields are the lines of the form as they are now.
func (s *opening) fields() []field {
	if len(s.d.Kits) == 0 {
		return nil
	}
	bots := make([]string, s.set.Seats) // those that are left over go
	copy(bots, s.bots)
	s.bots = bots
	all := append(s.gameFields(), field{name: "Seats", value: itoa(s.set.Seats), why: "Your own is the first.",
		turn: func(by int) { s.seats(s.set.Seats + by) }})
	for i := 1; i < s.set.Seats; i++ {
		all = append(all, s.botField(i))
	}
	all = append(all, s.paceFields()...)
	all = append(all, s.doorField(), s.ratedField(), s.lookField())
	all = append(all, s.optionFields()...)
	words := field{name: "Words for it", why: "A title in the lobby's list. Enter begins typing.", text: &s.text}
	return append(all, words)
}

// botField is who sits on a seat.
func (s *opening) botField(seat int) field {
	levels := s.kit().Levels
	f := field{name: "Seat " + itoa(seat+1), value: "for somebody", why: "Free until somebody sits down."}
	at := 0
	for i, l := range levels {
		if l.Name == s.bots[seat] {
			at = i + 1
			f.value, f.why = level(l.Name), l.Words
		}
	}
	f.turn = func(by int) {
		n := around(at+by, len(levels)+1)
		s.bots[seat] = ""
		if n > 0 {
			s.bots[seat] = levels[n-1].Name
		}
	}
	return f
}

func (s *opening) doorField() field {
	f := field{name: "Who may come", value: "everybody", why: "The table is in the lobby's list.",
		turn: func(int) { s.set.Private = !s.set.Private }}
	if s.set.Private {
		f.value, f.why = "by code", "Only those to whom you give the table's code."
	}
	return f
}

func (s *opening) submit() tea.Cmd {
	if len(s.d.Kits) == 0 {
		return nil
	}
	set := s.chosen()
	set.Title = strings.TrimSpace(s.text.Text())
	bots := append([]string(nil), s.bots...)
	return s.d.visit(s, true, func(ctx context.Context) (*lobby.Visit, error) {
		return s.d.Session.OpenTable(ctx, set, bots)
	})
}

// summary says the whole table in one line.
func (s *opening) summary() string {
	bots := 0
	for i := 1; i < len(s.bots); i++ {
		if s.bots[i] != "" {
			bots++
		}
	}
	parts := []string{"you"}
	if bots > 0 {
		parts = append(parts, lobby.Plural(bots, "bot"))
	}
	if free := s.set.Seats - 1 - bots; free > 0 {
		parts = append(parts, lobby.Plural(free, "free seat"))
	}
	return strings.Join(parts, ", ") + "; " + pace(s.set)
}
