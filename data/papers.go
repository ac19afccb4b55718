package data

import (
	"context"
	"database/sql"
	"time"

	"saloon/lobby"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

// MatchesOf lists matches in which somebody sat, in the order of their ids. Lessons and branches are nobody's.
func (s *Store) MatchesOf(
	ctx context.Context, id table.PlayerID, after table.MatchID, n int,
) ([]table.MatchID, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT m.id FROM matches m WHERE m.id IN
		(SELECT match_id FROM places WHERE player_id = ?1 AND match_id > ?2
		UNION ALL SELECT r.id FROM matches r WHERE r.ended_ms IS NULL AND r.id > ?2
		AND EXISTS (SELECT 1 FROM json_each(r.people) j WHERE j.value ->> 'id' = ?1))
		AND COALESCE(m.settings ->> 'lesson', 0) = 0 AND m.settings ->> 'from' IS NULL
		ORDER BY m.id LIMIT ?3`, id, after, n)
	return collect(rows, err, func(rows *sql.Rows) (m table.MatchID, err error) { return m, rows.Scan(&m) })
}

// MovesOf lists how matches moved somebody's ratings, in the order in which they ended.
func (s *Store) MovesOf(ctx context.Context, id table.PlayerID, after int64, n int) ([]lobby.Moved, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT ended_seq, match_id, category, at_ms, mu_before,
		sigma_before, mu_after, sigma_after FROM changes WHERE player_id = ? AND ended_seq > ?
		ORDER BY ended_seq LIMIT ?`, id, after, n)
	return collect(rows, err, func(rows *sql.Rows) (m lobby.Moved, err error) {
		var at int64
		err = rows.Scan(&m.Seq, &m.Match, &m.Category, &at, &m.Before.Mu, &m.Before.Sigma, &m.After.Mu, &m.After.Sigma)
		m.At = fromMs(at)
		return m, err
	})
}

// AnswersOf lists somebody's reactions, the oldest first.
func (s *Store) AnswersOf(
	ctx context.Context, id table.PlayerID, after lobby.Answered, n int,
) ([]lobby.Answered, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT match_id, seq, seat, called, how, after_ms, at_ms FROM reactions
		WHERE player_id = ?1 AND (at_ms, match_id, seq) > (?2, ?3, ?4) ORDER BY at_ms, match_id, seq LIMIT ?5`, id,
		ms(after.At), after.Match, after.Seq, n)
	return collect(rows, err, func(rows *sql.Rows) (a lobby.Answered, err error) {
		var took, at int64
		err = rows.Scan(&a.Match, &a.Seq, &a.Seat, &a.On, &a.How, &took, &at)
		a.Player, a.After, a.At = id, time.Duration(took)*time.Millisecond, fromMs(at)
		return a, err
	})
}

// NotesOf lists somebody's notes on the boards of communities, the oldest first.
func (s *Store) NotesOf(ctx context.Context, id table.PlayerID) ([]lobby.Noted, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT c.body ->> 'name', n.seq, n.at_ms, n.text FROM club_notes n
		JOIN clubs c ON c.id = n.club_id WHERE n.player_id = ? ORDER BY n.at_ms, n.club_id, n.seq`, id)
	return collect(rows, err, func(rows *sql.Rows) (n lobby.Noted, err error) {
		var at int64
		err = rows.Scan(&n.Club, &n.Seq, &at, &n.Text)
		n.By, n.At = id, fromMs(at)
		return n, err
	})
}

// ReportsBy lists reports that somebody made, the oldest first.
func (s *Store) ReportsBy(ctx context.Context, id table.PlayerID, after uint64, n int) ([]order.Report, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT body FROM reports WHERE by_id = ? AND seq > ? ORDER BY seq LIMIT ?",
		id, after, n)
	return collect(rows, err, func(rows *sql.Rows) (order.Report, error) { return scanReport(rows) })
}
