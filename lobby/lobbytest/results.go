package lobbytest

import (
	"cmp"
	"context"
	"slices"

	"saloon/engine"
	"saloon/engine/rating"
	"saloon/lobby"
	"saloon/lobby/table"
)

// step is one match in somebody's rating.
type step struct {
	change table.RatingChange
	place  table.Place
}

// steps are a player's rated matches in a category, in order. It is called with the lock held.
func (s *Store) steps(id table.PlayerID, category string) []step {
	var out []step
	for _, m := range s.ended {
		for _, c := range s.changes[m] {
			if c.Player != id || c.Category != category {
				continue
			}
			for _, p := range s.matches[m].Ended.Places {
				if p.Person.ID == id && p.Seat == c.Seat {
					out = append(out, step{change: c, place: p})
				}
			}
		}
	}
	return out
}

// standings are a category's rows, best first. Bots stand among the people without counting.
func (s *Store) standings(category string) []lobby.Standing {
	var rows []lobby.Standing
	for id, a := range s.players {
		steps := s.steps(id, category)
		if len(steps) == 0 {
			continue
		}
		row := lobby.Standing{Player: id, Name: a.Name, Bot: a.Bot != "", Skill: steps[len(steps)-1].change.After,
			Matches: len(steps)}
		for i, st := range steps {
			if st.place.Rank == 1 && !st.place.Left {
				row.Wins++
			}
			if i >= len(steps)-lobby.TrendMatches {
				row.Trend += lobby.ShownChange(st.change)
			}
		}
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b lobby.Standing) int {
		return cmp.Or(cmp.Compare(order(b), order(a)), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Player, b.Player))
	})
	people, rank, last := 0, 0, 0.0
	for i := range rows {
		if rows[i].Bot {
			continue
		}
		people++
		if o := order(rows[i]); people == 1 || o != last {
			rank, last = people, o
		}
		rows[i].Rank = rank
	}
	return rows
}

func order(r lobby.Standing) float64 { return rating.Rating(r.Skill).Order() }

// Board is a part of a leaderboard and the asker's own row.
func (s *Store) Board(_ context.Context, category string, asker table.PlayerID, from, n int) (lobby.Board, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	rows := s.standings(category)
	b := lobby.Board{Category: category, Total: len(rows)}
	for i := range rows {
		rows[i].Me = rows[i].Player == asker && asker != ""
		if rows[i].Me {
			b.Mine = &rows[i]
		}
	}
	from = min(from, len(rows))
	b.Rows = rows[from:min(from+n, len(rows))]
	return b, nil
}

// Categories lists the categories in which somebody has a rating.
func (s *Store) Categories(context.Context) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.categories(func(table.RatingChange) bool { return true }), nil
}

func (s *Store) categories(want func(table.RatingChange) bool) []string {
	var out []string
	for _, changes := range s.changes {
		for _, c := range changes {
			if want(c) && !slices.Contains(out, c.Category) {
				out = append(out, c.Category)
			}
		}
	}
	slices.Sort(out)
	return out
}

// Records lists what a player has done, by category.
func (s *Store) Records(_ context.Context, id table.PlayerID) ([]lobby.Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []lobby.Record
	for _, category := range s.categories(func(c table.RatingChange) bool { return c.Player == id }) {
		r := lobby.Record{Category: category}
		for _, row := range s.standings(category) {
			if row.Player == id {
				r.Skill, r.Rank, r.Matches, r.Wins = row.Skill, row.Rank, row.Matches, row.Wins
			}
		}
		for i, st := range s.steps(id, category) {
			if i == 0 {
				r.Trend = append(r.Trend, rating.Points(rating.Rating(st.change.Before).Order()))
			}
			r.Trend = append(r.Trend, rating.Points(rating.Rating(st.change.After).Order()))
			if st.place.Left {
				r.Left++
			}
		}
		out = append(out, r)
	}
	return out, nil
}

// Against counts the matches in which two players sat.
func (s *Store) Against(_ context.Context, a, b table.PlayerID) (h lobby.HeadToHead, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range s.ended {
		places := s.matches[id].Ended.Places
		x := slices.IndexFunc(places, func(p table.Place) bool { return p.Person.ID == a })
		y := slices.IndexFunc(places, func(p table.Place) bool { return p.Person.ID == b })
		if x < 0 || y < 0 {
			continue
		}
		h.Matches++
		switch cmp.Compare(places[x].Rank, places[y].Rank) {
		case -1:
			h.Better++
		case 1:
			h.Worse++
		}
	}
	return h, nil
}

// History lists a player's last n matches, the newest first. Lessons are nobody's history.
func (s *Store) History(_ context.Context, id table.PlayerID, f lobby.Filter, n int) ([]lobby.Past, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []lobby.Past
	for _, m := range s.matches {
		if m.Opened.Settings.Lesson || m.Opened.Settings.From != nil {
			continue
		}
		if seat := seatOf(m, id); seat != engine.Nobody && passes(f, m, seat) {
			out = append(out, s.past(m, id, seat))
		}
	}
	slices.SortFunc(out, func(a, b lobby.Past) int {
		return cmp.Or(b.Opened.Compare(a.Opened), cmp.Compare(b.Match, a.Match))
	})
	return out[:min(n, len(out))], nil
}

// passes reports whether a filter lets a match through, looked at from a seat.
func passes(f lobby.Filter, m *table.Stored, seat engine.Seat) bool {
	won := m.Ended != nil && m.Ended.Outcome.Ranks[seat] == 1
	return (f.Game == "" || f.Game == m.Opened.Game) && (f.Table == "" || f.Table == m.Table) &&
		(f.With == "" || seatOf(m, f.With) != engine.Nobody) &&
		(f.Since.IsZero() || !m.Opened.At.Before(f.Since)) && (f.Until.IsZero() || m.Opened.At.Before(f.Until)) &&
		(f.Result == lobby.AnyResult || m.Ended != nil && won == (f.Result == lobby.Won))
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
