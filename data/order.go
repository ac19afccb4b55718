package data

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"saloon/lobby"
	"saloon/lobby/admin"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

var _ lobby.Orders = (*Store)(nil)

func scanSanction(row interface{ Scan(...any) error }) (s order.Sanction, err error) {
	var body []byte
	if err := row.Scan(&body); err != nil {
		return s, err
	}
	if err := json.Unmarshal(body, &s); err != nil {
		return s, fmt.Errorf("%w: a sanction: %v", ErrDamaged, err)
	}
	return s, nil
}

// Sanctions lists those that stand at a moment, and warnings that nobody took note of yet.
func (s *Store) Sanctions(ctx context.Context, at time.Time) ([]order.Sanction, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT body FROM sanctions WHERE lifted_ms = 0
		AND (until_ms = 0 OR until_ms > ?) ORDER BY at_ms, id`, ms(at))
	return collect(rows, err, func(rows *sql.Rows) (order.Sanction, error) { return scanSanction(rows) })
}

// Sanction reads one, or lobby.ErrNotFound.
func (s *Store) Sanction(ctx context.Context, id string) (order.Sanction, error) {
	x, err := scanSanction(s.read.QueryRowContext(ctx, "SELECT body FROM sanctions WHERE id = ?", id))
	if errors.Is(err, sql.ErrNoRows) {
		return x, lobby.ErrNotFound
	}
	return x, err
}

// SanctionsOf lists what was ever decided about somebody, or about anybody for an empty id, the newest first.
func (s *Store) SanctionsOf(ctx context.Context, who table.PlayerID, n int) ([]order.Sanction, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT body FROM sanctions WHERE ?1 = '' OR player_id = ?1
		ORDER BY at_ms DESC, id LIMIT ?2`, who, n)
	return collect(rows, err, func(rows *sql.Rows) (order.Sanction, error) { return scanSanction(rows) })
}

// SaveSanction writes one down, new or changed.
func (s *Store) SaveSanction(ctx context.Context, x order.Sanction) error {
	body, err := json.Marshal(x)
	if err != nil {
		return err
	}
	until := ms(x.Until)
	if x.Kind == order.Warning {
		until = 0
	}
	return s.do(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO sanctions (id, player_id, until_ms, lifted_ms, at_ms, body)
			VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET until_ms = excluded.until_ms,
			lifted_ms = excluded.lifted_ms, body = excluded.body`, x.ID, x.Whom.Player, until, ms(x.Lifted), ms(x.At),
			string(body))
		return err
	})
}

// AddReport writes a report down.
func (s *Store) AddReport(ctx context.Context, r order.Report) error {
	return s.do(ctx, func(tx *sql.Tx) error {
		if err := tx.QueryRow("SELECT COALESCE(MAX(seq), 0) + 1 FROM reports").Scan(&r.Seq); err != nil {
			return err
		}
		body, err := json.Marshal(r)
		if err != nil {
			return err
		}
		_, err = tx.Exec("INSERT INTO reports (seq, at_ms, by_id, about_id, closed_ms, body) VALUES (?, ?, ?, ?, 0, ?)",
			r.Seq, ms(r.At), r.By, r.About, string(body))
		return err
	})
}

func scanReport(row interface{ Scan(...any) error }) (r order.Report, err error) {
	var body []byte
	if err := row.Scan(&body); err != nil {
		return r, err
	}
	if err := json.Unmarshal(body, &r); err != nil {
		return r, fmt.Errorf("%w: a report: %v", ErrDamaged, err)
	}
	return r, nil
}

// ReportsSince counts what somebody has reported since a moment.
func (s *Store) ReportsSince(ctx context.Context, by table.PlayerID, since time.Time) (n int, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT COUNT(*) FROM reports WHERE by_id = ? AND at_ms >= ?", by,
		ms(since)).Scan(&n)
	return n, err
}

// Reports lists up to n reports, those first that nobody was through with, then the newest.
func (s *Store) Reports(ctx context.Context, n int) ([]order.Report, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT body FROM reports ORDER BY closed_ms > 0, seq DESC LIMIT ?", n)
	return collect(rows, err, func(rows *sql.Rows) (order.Report, error) { return scanReport(rows) })
}

// Report reads one report, or lobby.ErrNotFound.
func (s *Store) Report(ctx context.Context, seq uint64) (order.Report, error) {
	r, err := scanReport(s.read.QueryRowContext(ctx, "SELECT body FROM reports WHERE seq = ?", seq))
	if errors.Is(err, sql.ErrNoRows) {
		return r, lobby.ErrNotFound
	}
	return r, err
}

// CloseReport says what came of a report, and notes the act in the same transaction. It fails with lobby.ErrNotFound.
func (s *Store) CloseReport(ctx context.Context, seq uint64, outcome string, a admin.Act) error {
	return s.do(ctx, func(tx *sql.Tx) error {
		r, err := scanReport(tx.QueryRow("SELECT body FROM reports WHERE seq = ?", seq))
		if errors.Is(err, sql.ErrNoRows) {
			return lobby.ErrNotFound
		}
		if err != nil {
			return err
		}
		r.Closed, r.Outcome, r.Told = a.At, outcome, false
		if err := putReport(tx, r); err != nil {
			return err
		}
		return note(tx, a)
	})
}

func putReport(tx *sql.Tx, r order.Report) error {
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return one(tx.Exec("UPDATE reports SET closed_ms = ?, told = ?, body = ? WHERE seq = ?", ms(r.Closed), r.Told,
		string(body), r.Seq))
}

// Outcomes takes out what came of somebody's reports and was not told to them yet.
func (s *Store) Outcomes(ctx context.Context, by table.PlayerID) ([]order.Report, error) {
	const untold = "SELECT body FROM reports WHERE by_id = ? AND closed_ms > 0 AND told = 0 ORDER BY seq"
	rows, err := s.read.QueryContext(ctx, untold, by)
	all, err := collect(rows, err, func(rows *sql.Rows) (order.Report, error) { return scanReport(rows) })
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return all, s.do(ctx, func(tx *sql.Tx) error {
		for _, r := range all {
			r.Told = true
			if err := putReport(tx, r); err != nil {
				return err
			}
		}
		return nil
	})
}

// Pairs counts the rated matches that pairs of people played together since a moment, for all who met often enough.
func (s *Store) Pairs(ctx context.Context, since time.Time, least int) ([]admin.Pair, error) {
	rows, err := s.read.QueryContext(ctx, `WITH field AS (
		SELECT p.match_id, p.player_id, MIN(p.rank) AS rank, MAX(p.points) AS points FROM places p
		JOIN matches m ON m.id = p.match_id JOIN players w ON w.id = p.player_id
		WHERE m.rated = 1 AND m.ended_ms >= ?1 AND p.unpaid = 0 AND w.bot = '' GROUP BY p.match_id, p.player_id),
		total AS (SELECT player_id, COUNT(*) AS n FROM field GROUP BY player_id)
		SELECT a.player_id, b.player_id, (SELECT name FROM players WHERE id = a.player_id),
		(SELECT name FROM players WHERE id = b.player_id), COUNT(*), SUM(a.rank < b.rank), SUM(a.rank > b.rank),
		(SELECT n FROM total WHERE player_id = a.player_id), (SELECT n FROM total WHERE player_id = b.player_id)
		FROM field a JOIN field b ON b.match_id = a.match_id AND a.player_id < b.player_id
		GROUP BY a.player_id, b.player_id HAVING COUNT(*) >= ?2`, ms(since), least)
	return collect(rows, err, func(rows *sql.Rows) (p admin.Pair, err error) {
		return p, rows.Scan(&p.A, &p.B, &p.NameA, &p.NameB, &p.Matches, &p.AheadA, &p.AheadB, &p.AllA, &p.AllB)
	})
}
