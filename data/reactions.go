package data

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
)

func insertReactions(tx *sql.Tx, match table.MatchID, all []table.Reaction) error {
	for _, r := range all {
		_, err := tx.Exec(`INSERT INTO reactions (match_id, seq, seat, player_id, at_ms, called, how, after_ms)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, match, r.Seq, r.Seat, r.Player, ms(r.At), r.On, r.How,
			r.After.Milliseconds())
		if err != nil {
			return err
		}
	}
	return nil
}

// lastReactions are somebody's newest reactions, at most lobby.ReflexesOver, the newest first.
const lastReactions = `SELECT seq, player_id, seat, called, how, after_ms, at_ms FROM reactions WHERE player_id = ?
	ORDER BY at_ms DESC, match_id DESC, seq DESC LIMIT ?`

func scanReaction(rows *sql.Rows) (r table.Reaction, err error) {
	var after, at int64
	err = rows.Scan(&r.Seq, &r.Player, &r.Seat, &r.On, &r.How, &after, &at)
	r.After, r.At = time.Duration(after)*time.Millisecond, fromMs(at)
	return r, err
}

// reflexes brings what follows from reactions up to date for all who reacted in a match that has ended, and notes who
// is to be looked at.
func reflexes(tx *sql.Tx, match table.MatchID, at time.Time) error {
	rows, err := tx.Query("SELECT DISTINCT player_id FROM reactions WHERE match_id = ? ORDER BY player_id", match)
	players, err := collect(rows, err, func(rows *sql.Rows) (id table.PlayerID, err error) {
		return id, rows.Scan(&id)
	})
	if err != nil {
		return err
	}
	for _, id := range players {
		rows, err := tx.Query(lastReactions, id, lobby.ReflexesOver)
		last, err := collect(rows, err, scanReaction)
		if err != nil {
			return err
		}
		slices.Reverse(last)
		valid := 0
		err = tx.QueryRow("SELECT COUNT(*) FROM reactions WHERE player_id = ? AND how = ?", id, engine.Valid).
			Scan(&valid)
		if err != nil {
			return err
		}
		_, err = tx.Exec(`INSERT INTO reflexes (player_id, valid, median_ms) VALUES (?, ?, ?)
			ON CONFLICT (player_id) DO UPDATE SET valid = excluded.valid, median_ms = excluded.median_ms`,
			id, valid, lobby.Reacted(last).All.Median.Milliseconds())
		if err != nil {
			return err
		}
		if err := flag(tx, lobby.Flag{Player: id, Match: match, At: at}, last, valid); err != nil {
			return err
		}
	}
	return nil
}

// flag notes a player whose times no person has.
func flag(tx *sql.Tx, f lobby.Flag, last []table.Reaction, valid int) error {
	flagged := 0
	err := tx.QueryRow("SELECT COALESCE(MAX(valid), 0) FROM flags WHERE player_id = ?", f.Player).Scan(&flagged)
	if err != nil {
		return err
	}
	var times []time.Duration
	for _, r := range last {
		if r.How == engine.Valid {
			times = append(times, r.After)
		}
	}
	why, yes := lobby.Scripted(times, valid, flagged)
	if !yes {
		return nil
	}
	_, err = tx.Exec("INSERT INTO flags (player_id, valid, match_id, at_ms, why) VALUES (?, ?, ?, ?, ?)",
		f.Player, valid, f.Match, ms(f.At), why)
	return err
}

// Reflexes are how a player reacts in races.
func (s *Store) Reflexes(ctx context.Context, id table.PlayerID) (lobby.Reflexes, error) {
	rows, err := s.read.QueryContext(ctx, lastReactions, id, lobby.ReflexesOver)
	last, err := collect(rows, err, scanReaction)
	if err != nil {
		return lobby.Reflexes{}, err
	}
	return lobby.Reacted(last), nil
}

// Crowd is the medians of all who have raced enough, ascending.
func (s *Store) Crowd(ctx context.Context) (lobby.Crowd, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT median_ms FROM reflexes WHERE valid >= ? ORDER BY median_ms",
		lobby.CrowdLeast)
	return collect(rows, err, func(rows *sql.Rows) (time.Duration, error) {
		var n int64
		err := rows.Scan(&n)
		return time.Duration(n) * time.Millisecond, err
	})
}

// Flags lists who is to be looked at, the newest flag first.
func (s *Store) Flags(ctx context.Context) ([]lobby.Flag, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT f.player_id, COALESCE(p.name, ''), f.why, f.at_ms, f.match_id
		FROM flags f LEFT JOIN players p ON p.id = f.player_id ORDER BY f.at_ms DESC, f.match_id, f.player_id`)
	return collect(rows, err, func(rows *sql.Rows) (f lobby.Flag, err error) {
		var at int64
		err = rows.Scan(&f.Player, &f.Name, &f.Why, &at, &f.Match)
		f.At = fromMs(at)
		return f, err
	})
}
