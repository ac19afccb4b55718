package data

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"saloon/engine"
	"saloon/engine/rating"
	"saloon/lobby"
	"saloon/lobby/table"
)

var _ lobby.Results = (*Store)(nil)

// playedBy are the matches of a player, whose number among the arguments is to be filled in: those that ended, and
// those that are on.
const playedBy = `(SELECT match_id FROM places WHERE player_id = ?%[1]d
	UNION ALL SELECT r.id FROM matches r WHERE r.ended_ms IS NULL
	AND EXISTS (SELECT 1 FROM json_each(r.people) j WHERE j.value ->> 'id' = ?%[1]d))`

// History lists the last n of a player's matches that a filter lets through, ended and running, the newest first.
// Lessons and branches are nobody's history.
func (s *Store) History(ctx context.Context, id table.PlayerID, f lobby.Filter, n int) ([]lobby.Past, error) {
	query := "SELECT m.id FROM matches m WHERE m.id IN " + fmt.Sprintf(playedBy, 1) + `
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
	if f.Club != "" {
		add("m.settings ->> 'club' = ?%d", f.Club)
	}
	if f.With != "" {
		add("m.id IN "+playedBy, f.With)
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
			p.Seat, p.Left = place.Seat, place.Left
		}
	}
	p.Out = lobby.LeftFrom(m.Opened.People, m.Ended.Places)
	var before, after rating.Rating
	err = s.read.QueryRowContext(ctx, `SELECT mu_before, sigma_before, mu_after, sigma_after FROM changes
		WHERE ended_seq = (SELECT ended_seq FROM matches WHERE id = ?) AND player_id = ?`, id, player).
		Scan(&before.Mu, &before.Sigma, &after.Mu, &after.Sigma)
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
		sigma_after, shares FROM changes
		WHERE ended_seq = (SELECT ended_seq FROM matches WHERE id = ?) ORDER BY seat, player_id`, id)
	return collect(rows, err, func(rows *sql.Rows) (c table.RatingChange, err error) {
		var shares []byte
		if err := rows.Scan(&c.Player, &c.Seat, &c.Category, &c.Before.Mu, &c.Before.Sigma, &c.After.Mu, &c.After.Sigma,
			&shares); err != nil {
			return c, err
		}
		return c, json.Unmarshal(shares, &c.Shares)
	})
}
