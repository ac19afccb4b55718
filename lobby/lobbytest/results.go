package lobbytest

import (
	"cmp"
	"context"
	"slices"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
)

// History lists a player's last n matches, the newest first. Lessons are nobody's history.
func (s *Store) History(_ context.Context, id table.PlayerID, f lobby.Filter, n int) ([]lobby.Past, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []lobby.Past
	for _, m := range s.matches {
		if m.Opened.Settings.Lesson || m.Opened.Settings.From != nil {
			continue
		}
		if seat := seatOf(m, id); seat != engine.Nobody && passes(f, m, id, seat) {
			out = append(out, s.past(m, id, seat))
		}
	}
	slices.SortFunc(out, func(a, b lobby.Past) int {
		return cmp.Or(b.Opened.Compare(a.Opened), cmp.Compare(b.Match, a.Match))
	})
	return out[:min(n, len(out))], nil
}

// passes reports whether a filter lets a match of a player through, who had a seat.
func passes(f lobby.Filter, m *table.Stored, id table.PlayerID, seat engine.Seat) bool {
	won := m.Ended != nil && m.Ended.Outcome.Ranks[seat] == 1 && !walked(m, id)
	return (f.Game == "" || f.Game == m.Opened.Game) && (f.Table == "" || f.Table == m.Table) &&
		(f.Club == "" || string(f.Club) == m.Opened.Settings.Club) &&
		(f.With == "" || seatOf(m, f.With) != engine.Nobody) &&
		(f.Since.IsZero() || !m.Opened.At.Before(f.Since)) && (f.Until.IsZero() || m.Opened.At.Before(f.Until)) &&
		(f.Result == lobby.AnyResult || m.Ended != nil && won == (f.Result == lobby.Won))
}

// walked reports whether a player walked out of a match that has ended.
func walked(m *table.Stored, id table.PlayerID) bool {
	return slices.ContainsFunc(m.Ended.Places, func(p table.Place) bool { return p.Left && p.Person.ID == id })
}

func seatOf(m *table.Stored, id table.PlayerID) engine.Seat {
	if m.Ended != nil {
		for _, p := range m.Ended.Places {
			if p.Person.ID == id {
				return p.Seat
			}
		}
		return engine.Nobody
	}
	for i, p := range m.Opened.People {
		if p.ID == id {
			return engine.Seat(i)
		}
	}
	return engine.Nobody
}

func (s *Store) past(m *table.Stored, id table.PlayerID, seat engine.Seat) lobby.Past {
	p := lobby.Past{Match: m.ID, Table: m.Table, Game: m.Opened.Game, Seat: seat, Opened: m.Opened.At, Ended: m.EndedAt,
		Entries: len(m.Entries)}
	for _, who := range m.Opened.People {
		p.Names = append(p.Names, who.Name)
	}
	if m.Ended == nil {
		return p
	}
	p.Left = walked(m, id)
	p.Out = lobby.LeftFrom(m.Opened.People, m.Ended.Places)
	o := m.Ended.Outcome
	p.Ranks, p.Points, p.Rated, p.Reason = o.Ranks, o.Points, m.Ended.Rated, o.Reason
	for _, c := range s.changes[m.ID] {
		if c.Player == id {
			p.Change = lobby.ShownChange(c)
		}
	}
	return p
}

// Match reads a match with its entries.
func (s *Store) Match(_ context.Context, id table.MatchID) (table.Stored, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, ok := s.matches[id]
	if !ok {
		return table.Stored{}, lobby.ErrNotFound
	}
	return *copyOf(m), nil
}
