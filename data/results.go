package data

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"saloon/engine"
	"saloon/engine/rating"
	"saloon/lobby"
	"saloon/lobby/table"
)

var _ lobby.Results = (*Store)(nil)

// trendMatches is over how many matches a trend looks back.
const trendMatches = 10

// ranked lists a category's ratings, best first. Bots stand among the people without counting: rank is the number of
// people who are better, plus one.
const ranked = `WITH ranked AS (
	SELECT r.player_id, p.name, p.bot <> '' AS is_bot, r.mu, r.sigma, r.matches, r.wins, r.walked,
		1 + COALESCE(SUM(p.bot = '') OVER (ORDER BY r.mu - 3.0 * r.sigma DESC
			RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
			- SUM(p.bot = '') OVER (PARTITION BY r.mu - 3.0 * r.sigma), 0) AS rank,
		ROW_NUMBER() OVER (ORDER BY r.mu - 3.0 * r.sigma DESC, p.name, p.id) AS place
	FROM ratings r JOIN players p ON p.id = r.player_id WHERE r.category = ?1)
	SELECT player_id, name, is_bot, mu, sigma, matches, wins, walked, rank FROM ranked `

// Board returns the rows from..from+n-1 of a category and the asker's own row.
func (s *Store) Board(ctx context.Context, category string, asker table.PlayerID, from, n int) (lobby.Board, error) {
	b := lobby.Board{Category: category}
	err := s.read.QueryRowContext(ctx, "SELECT COUNT(*) FROM ratings WHERE category = ?", category).Scan(&b.Total)
	if err != nil {
		return b, err
	}
	rows, err := s.read.QueryContext(ctx, ranked+"WHERE place > ?2 AND place <= ?2 + ?3 ORDER BY place", category,
		from, n)
	if b.Rows, err = collect(rows, err, scanStanding); err != nil {
		return b, err
	}
	rows, err = s.read.QueryContext(ctx, ranked+"WHERE player_id = ?2", category, asker)
	mine, err := collect(rows, err, scanStanding)
	if err != nil {
		return b, err
	}
	if len(mine) == 1 {
		b.Mine = &mine[0]
	}
	for _, row := range append(pointers(b.Rows), pointers(mine)...) {
		row.Me = row.Player == asker && asker != ""
		curve, err := s.curve(ctx, row.Player, category, trendMatches)
		if err != nil {
			return b, err
		}
		row.Trend = trend(curve)
	}
	return b, nil
}

func pointers[T any](s []T) []*T {
	out := make([]*T, len(s))
	for i := range s {
		out[i] = &s[i]
	}
	return out
}

func scanStanding(rows *sql.Rows) (r lobby.Standing, err error) {
	var walked int
	err = rows.Scan(&r.Player, &r.Name, &r.Bot, &r.Skill.Mu, &r.Skill.Sigma, &r.Matches, &r.Wins, &walked, &r.Rank)
	if r.Bot {
		r.Rank = 0
	}
	return r, err
}

// curve is the order number (see rating.Rating) of a player before the first and after each of the last n matches.
func (s *Store) curve(ctx context.Context, id table.PlayerID, category string, n int) ([]float64, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT mu_before, sigma_before, mu_after, sigma_after FROM changes
		WHERE player_id = ? AND category = ? ORDER BY ended_seq DESC LIMIT ?`, id, category, n)
	type step struct{ before, after rating.Rating }
	steps, err := collect(rows, err, func(rows *sql.Rows) (t step, err error) {
		return t, rows.Scan(&t.before.Mu, &t.before.Sigma, &t.after.Mu, &t.after.Sigma)
	})
	if err != nil || len(steps) == 0 {
		return nil, err
	}
	slices.Reverse(steps)
	out := []float64{steps[0].before.Order()}
	for _, t := range steps {
		out = append(out, t.after.Order())
	}
	return out, nil
}

// trend is how far a curve went, in points.
func trend(curve []float64) float64 {
	if len(curve) == 0 {
		return 0
	}
	return rating.Points(curve[len(curve)-1] - curve[0])
}

// Categories lists the categories in which somebody has a rating.
func (s *Store) Categories(ctx context.Context) ([]string, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT DISTINCT category FROM ratings ORDER BY category")
	return collect(rows, err, func(rows *sql.Rows) (c string, err error) { return c, rows.Scan(&c) })
}

// Records lists what a player has done, a row a category.
func (s *Store) Records(ctx context.Context, id table.PlayerID) ([]lobby.Record, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT category FROM ratings WHERE player_id = ? ORDER BY category", id)
	categories, err := collect(rows, err, func(rows *sql.Rows) (c string, err error) { return c, rows.Scan(&c) })
	if err != nil {
		return nil, err
	}
	var out []lobby.Record
	for _, c := range categories {
		r := lobby.Record{Category: c}
		var name string
		var player table.PlayerID
		var bot bool
		err := s.read.QueryRowContext(ctx, ranked+"WHERE player_id = ?2", c, id).Scan(&player, &name, &bot, &r.Skill.Mu,
			&r.Skill.Sigma, &r.Matches, &r.Wins, &r.Left, &r.Rank)
		if err != nil {
			return nil, err
		}
		if bot {
			r.Rank = 0
		}
		curve, err := s.curve(ctx, id, c, 2*trendMatches)
		if err != nil {
			return nil, err
		}
		for _, order := range curve {
			r.Trend = append(r.Trend, rating.Points(order))
		}
		out = append(out, r)
	}
	return out, nil
}

// Against counts the ended matches in which two players sat, and who came out better.
func (s *Store) Against(ctx context.Context, a, b table.PlayerID) (lobby.HeadToHead, error) {
	var h lobby.HeadToHead
	err := s.read.QueryRowContext(ctx, `SELECT COUNT(*), COALESCE(SUM(x.rank < y.rank), 0),
		COALESCE(SUM(x.rank > y.rank), 0) FROM places x JOIN places y ON y.match_id = x.match_id
		WHERE x.player_id = ? AND y.player_id = ?`, a, b).Scan(&h.Matches, &h.Better, &h.Worse)
	return h, err
}

// History lists the last n of a player's matches that a filter lets through, ended and running, the newest first.
// Lessons and branches are nobody's history.
func (s *Store) History(ctx context.Context, id table.PlayerID, f lobby.Filter, n int) ([]lobby.Past, error) {
	query := `SELECT m.id FROM matches m WHERE (m.id IN
		(SELECT match_id FROM places WHERE player_id = ?1)
		OR (m.ended_ms IS NULL AND EXISTS (SELECT 1 FROM json_each(m.people) j WHERE j.value ->> 'id' = ?1)))
		AND COALESCE(m.settings ->> 'lesson', 0) = 0 AND m.settings ->> 'from' IS NULL`
	more, args := narrowed(f, id)
	query += more + " ORDER BY m.opened_ms DESC, m.id DESC LIMIT ?2"
	rows, err := s.read.QueryContext(ctx, query, append([]any{id, n}, args...)...)
	ids, err := collect(rows, err, func(rows *sql.Rows) (m table.MatchID, err error) { return m, rows.Scan(&m) })
	if err != nil {
		return nil, err
	}
	out := make([]lobby.Past, 0, len(ids))
	for _, m := range ids {
		p, err := s.past(ctx, m, id)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// narrowed is what a filter adds to the search for a player's matches. Its arguments are numbered from 3 on.
func narrowed(f lobby.Filter, id table.PlayerID) (more string, args []any) {
	add := func(condition string, arg any) {
		args = append(args, arg)
		more += fmt.Sprintf(" AND "+condition, len(args)+2)
	}
	if f.Game != "" {
		add("m.game = ?%d", f.Game)
	}
	if f.Table != "" {
		add("m.table_id = ?%d", f.Table)
	}
	if f.With != "" {
		add(`(m.id IN (SELECT match_id FROM places WHERE player_id = ?%[1]d) OR (m.ended_ms IS NULL AND EXISTS
			(SELECT 1 FROM json_each(m.people) j WHERE j.value ->> 'id' = ?%[1]d)))`, f.With)
	}
	if !f.Since.IsZero() {
		add("m.opened_ms >= ?%d", f.Since.UnixMilli())
	}
	if !f.Until.IsZero() {
		add("m.opened_ms < ?%d", f.Until.UnixMilli())
	}
	if f.Result != lobby.AnyResult {
		add("(SELECT MIN(rank) = 1 FROM places p WHERE p.match_id = m.id AND p.player_id = ?1) = ?%d",
			f.Result == lobby.Won)
	}
	return more, args
}

// past is one match as a player looks back on it.
func (s *Store) past(ctx context.Context, id table.MatchID, player table.PlayerID) (lobby.Past, error) {
	p := lobby.Past{Match: id, Seat: engine.Nobody}
	m, err := readHead(s.read, id)
	if err != nil {
		return p, err
	}
	p.Table, p.Game, p.Opened, p.Ended = m.Table, m.Opened.Game, m.Opened.At, m.EndedAt
	for i, who := range m.Opened.People {
		p.Names = append(p.Names, who.Name)
		if who.ID == player {
			p.Seat = engine.Seat(i)
		}
	}
	err = s.read.QueryRowContext(ctx, "SELECT COUNT(*) FROM entries WHERE match_id = ?", id).Scan(&p.Entries)
	if err != nil {
		return p, err
	}
	if m.Ended == nil {
		return p, nil
	}
	p.Rated, p.Reason = m.Ended.Rated, m.Ended.Outcome.Reason
	p.Ranks, p.Points = m.Ended.Outcome.Ranks, m.Ended.Outcome.Points
	for _, place := range m.Ended.Places {
		if place.Person.ID == player {
			p.Seat = place.Seat
		}
	}
	var before, after rating.Rating
	err = s.read.QueryRowContext(ctx, `SELECT mu_before, sigma_before, mu_after, sigma_after FROM changes
		WHERE match_id = ? AND player_id = ?`, id, player).Scan(&before.Mu, &before.Sigma, &after.Mu, &after.Sigma)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return p, err
	}
	if err == nil {
		p.Change = rating.Points(after.Order() - before.Order())
	}
	return p, nil
}

// Changes lists how the ratings moved by a match.
func (s *Store) Changes(ctx context.Context, id table.MatchID) ([]table.RatingChange, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT player_id, seat, category, mu_before, sigma_before, mu_after,
		sigma_after, shares FROM changes WHERE match_id = ? ORDER BY seat, player_id`, id)
	return collect(rows, err, func(rows *sql.Rows) (c table.RatingChange, err error) {
		var shares []byte
		if err := rows.Scan(&c.Player, &c.Seat, &c.Category, &c.Before.Mu, &c.Before.Sigma, &c.After.Mu, &c.After.Sigma,
			&shares); err != nil {
			return c, err
		}
		return c, json.Unmarshal(shares, &c.Shares)
	})
}
