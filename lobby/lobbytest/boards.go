package lobbytest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"saloon/engine/rating"
	"saloon/lobby"
	"saloon/lobby/ranking"
	"saloon/lobby/table"
)

// rate moves the ratings and the boards. It is called with the lock held.
func (s *Store) rate(m *table.Stored) ([]table.RatingChange, error) {
	if m.Ended.At.After(s.moved) {
		s.moved = m.Ended.At
	}
	played := ranking.Match{Played: lobby.Played{
		Match: m.ID, Game: m.Opened.Game, Seats: m.Opened.Config.Seats, Rule: lobby.RuleNow, At: s.moved,
		Places: m.Ended.Places,
	}}
	if n := len(s.seasons); n > 0 && s.seasons[n-1].Open() {
		played.Season = s.seasons[n-1].ID
	}
	s.season[m.ID] = played.Season
	return s.book.Move(played, lobby.RateMatch)
}

// Board is a part of a leaderboard and the asker's own row.
func (s *Store) Board(_ context.Context, q lobby.BoardQuery, asker table.PlayerID) (lobby.Board, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := lobby.Board{Category: q.Category}
	if err := s.window(q, &b); err != nil {
		return b, err
	}
	rows := s.standings(ranking.Board{Span: b.Window.Key, Category: q.Category})
	b.Total, b.From = len(rows), q.From
	for i := range rows {
		rows[i].Me = rows[i].Player == asker && asker != ""
		if rows[i].Me {
			mine := rows[i]
			b.Mine = &mine
			if q.Around {
				b.From = max(i-q.N/2, 0)
			}
		}
	}
	from := min(b.From, len(rows))
	b.Rows = rows[from:min(from+q.N, len(rows))]
	return b, nil
}

func (s *Store) window(q lobby.BoardQuery, b *lobby.Board) error {
	switch i := slices.IndexFunc(s.seasons, func(o lobby.Season) bool { return o.ID == q.Season }); {
	case q.Span != lobby.SpanSeason:
		b.Window = lobby.WindowAt(q.Span, s.now())
		if q.Back {
			b.Window = b.Window.Before()
		}
	case q.Season == 0 && len(s.seasons) == 0:
		b.Window.Span = lobby.SpanSeason
	case q.Season != 0 && i < 0:
		return lobby.ErrNoSeason
	default:
		if q.Season == 0 {
			i = len(s.seasons) - 1
		}
		found := s.seasons[i]
		b.Season, b.Window = &found, found.Window()
	}
	return nil
}

// standings are a board's rows, best first.
func (s *Store) standings(b ranking.Board) []lobby.Standing {
	var out []lobby.Standing
	for _, r := range slices.SortedFunc(s.book.Standings(b), ranking.Compare) {
		rank, _ := s.book.Rank(b, r.Step())
		name := ""
		if a := s.players[r.Player]; a != nil {
			name = a.Name
		}
		out = append(out, r.Row.Standing(r.Player, name, rank))
	}
	return out
}

// Categories lists the categories in which somebody has a rating.
func (s *Store) Categories(context.Context) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.book.Categories(string(lobby.SpanAll))
}

// Records lists what a player has done, by category.
func (s *Store) Records(_ context.Context, id table.PlayerID) ([]lobby.Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	categories, err := s.book.Categories(string(lobby.SpanAll))
	var out []lobby.Record
	for _, c := range categories {
		for _, row := range s.standings(ranking.Board{Span: string(lobby.SpanAll), Category: c}) {
			if row.Player != id {
				continue
			}
			curve, left := s.curve(id, c)
			out = append(out, lobby.Record{Category: c, Skill: row.Skill, Rank: row.Rank, Matches: row.Matches,
				Wins: row.Wins, Opponents: row.Opponents, Left: left, Trend: curve})
		}
	}
	return out, err
}

// curve is the way of a player's rating, and how many matches they walked out of.
func (s *Store) curve(id table.PlayerID, category string) (out []float64, left int) {
	for _, m := range s.ended {
		for _, c := range s.changes[m] {
			if c.Player != id || c.Category != category {
				continue
			}
			if len(out) == 0 {
				out = append(out, rating.Rating(c.Before).Points())
			}
			out = append(out, rating.Rating(c.After).Points())
			for _, p := range s.matches[m].Ended.Places {
				if p.Person.ID == id && p.Seat == c.Seat && p.Left {
					left++
				}
			}
		}
	}
	return out[max(len(out)-lobby.CurveMatches-1, 0):], left
}

// Conduct lists how somebody stayed at their tables.
func (s *Store) Conduct(_ context.Context, id table.PlayerID) ([]lobby.ConductMonth, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []lobby.ConductMonth
	for _, m := range s.ended {
		e := s.matches[m].Ended
		if !lobby.Counts(s.matches[m].Opened.Settings, e.Places) {
			continue
		}
		for _, p := range e.Places {
			if p.Person.ID != id {
				continue
			}
			month := lobby.MonthOf(e.At)
			i := slices.IndexFunc(out, func(c lobby.ConductMonth) bool { return c.Month == month })
			if i < 0 {
				i, out = len(out), append(out, lobby.ConductMonth{Month: month})
			}
			out[i].Add(lobby.ConductOf(p))
		}
	}
	return out, nil
}

// Against counts the matches in which two players sat, by game.
func (s *Store) Against(_ context.Context, a, b table.PlayerID) ([]lobby.Versus, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []lobby.Versus
	for _, id := range s.ended {
		places := s.matches[id].Ended.Places
		x := slices.IndexFunc(places, func(p table.Place) bool { return p.Person.ID == a })
		y := slices.IndexFunc(places, func(p table.Place) bool { return p.Person.ID == b })
		if x < 0 || y < 0 {
			continue
		}
		game := s.matches[id].Opened.Game
		i := slices.IndexFunc(out, func(v lobby.Versus) bool { return v.Game == game })
		if i < 0 {
			i, out = len(out), append(out, lobby.Versus{Game: game})
		}
		out[i].Matches++
		switch cmp.Compare(places[x].Rank, places[y].Rank) {
		case -1:
			out[i].Better++
		case 1:
			out[i].Worse++
		}
	}
	slices.SortFunc(out, func(x, y lobby.Versus) int { return cmp.Compare(x.Game, y.Game) })
	return out, nil
}

// Seasons lists all seasons, the newest first.
func (s *Store) Seasons(context.Context) ([]lobby.Season, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := slices.Clone(s.seasons)
	slices.Reverse(out)
	return out, nil
}

// OpenSeason opens a season.
func (s *Store) OpenSeason(_ context.Context, name, by string, at time.Time) (lobby.Season, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch n := len(s.seasons); {
	case n > 0 && s.seasons[n-1].Open():
		return lobby.Season{}, lobby.ErrSeasonOpen
	case slices.ContainsFunc(s.seasons, func(o lobby.Season) bool { return strings.EqualFold(o.Name, name) }):
		return lobby.Season{}, fmt.Errorf("%w: there was one of that name", lobby.ErrSeasonName)
	}
	s.seasons = append(s.seasons, lobby.Season{ID: len(s.seasons) + 1, Name: name, Opened: at, OpenedBy: by})
	return s.seasons[len(s.seasons)-1], nil
}

// CloseSeason closes the open season and gives its awards.
func (s *Store) CloseSeason(_ context.Context, by string, at time.Time) (lobby.Season, []lobby.Award, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.seasons)
	if n == 0 || !s.seasons[n-1].Open() {
		return lobby.Season{}, nil, lobby.ErrNoSeason
	}
	last := &s.seasons[n-1]
	last.Closed, last.ClosedBy = at, by
	categories, err := s.book.Categories(lobby.SeasonKey(last.ID))
	for _, c := range append(slices.Clone(categories), lobby.HouseWide) {
		s.crown(*last, c)
	}
	return *last, s.awardsOf(last.ID, ""), errors.Join(err)
}

// crown gives a category's awards.
func (s *Store) crown(season lobby.Season, category string) {
	rows := s.standings(ranking.Board{Span: season.Window().Key, Category: category})
	for _, row := range rows {
		if row.Rank == 1 {
			match, _ := s.best(season.ID, category, func(c table.RatingChange) bool { return c.Player == row.Player })
			s.award(lobby.Award{Season: season.ID, SeasonName: season.Name, Kind: lobby.AwardChampion,
				Category: category, Player: row.Player, Match: match, Points: row.Points})
		}
	}
	if category == lobby.HouseWide {
		return
	}
	match, shot := s.best(season.ID, category, func(c table.RatingChange) bool {
		a := s.players[c.Player]
		return c.Before.Sigma <= lobby.SettledSigma && c.After.Mu > c.Before.Mu && (a == nil || a.Bot == "")
	})
	if match != "" {
		s.award(lobby.Award{Season: season.ID, SeasonName: season.Name, Kind: lobby.AwardShot, Category: category,
			Player: shot.Player, Match: match, Points: rating.Whole(shot.After.Mu - shot.Before.Mu)})
	}
}

// best is the match of a season that moved the most of those that are wanted.
func (s *Store) best(
	season int, category string, want func(table.RatingChange) bool,
) (match table.MatchID, most table.RatingChange) {
	for _, id := range s.ended {
		for _, c := range s.changes[id] {
			fits := s.season[id] == season && (category == lobby.HouseWide || category == c.Category) && want(c)
			if fits && (match == "" || c.After.Mu-c.Before.Mu > most.After.Mu-most.Before.Mu) {
				match, most = id, c
			}
		}
	}
	return match, most
}

func (s *Store) award(a lobby.Award) {
	if p := s.players[a.Player]; p != nil {
		a.Name = p.Name
	}
	s.awards = append(s.awards, a)
}

func (s *Store) awardsOf(season int, player table.PlayerID) []lobby.Award {
	var out []lobby.Award
	for _, a := range s.awards {
		if (season == 0 || a.Season == season) && (player == "" || a.Player == player) {
			out = append(out, a)
		}
	}
	return out
}

// Awards lists awards.
func (s *Store) Awards(_ context.Context, season int, player table.PlayerID) ([]lobby.Award, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.awardsOf(season, player), nil
}
