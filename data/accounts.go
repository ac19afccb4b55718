package data

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"saloon/lobby"
	"saloon/lobby/table"
)

// actsEach is how many acts of one account are kept; the oldest make room.
const actsEach = 500

// acted notes what happened to an account.
func acted(tx *sql.Tx, id table.PlayerID, what, about string, at time.Time) error {
	_, err := tx.Exec(`INSERT INTO account_acts (player_id, seq, at_ms, act, about) VALUES (?1,
		(SELECT COALESCE(MAX(seq), 0) + 1 FROM account_acts WHERE player_id = ?1), ?2, ?3, ?4)`, id, ms(at), what,
		about)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`DELETE FROM account_acts WHERE player_id = ?1 AND seq <=
		(SELECT MAX(seq) FROM account_acts WHERE player_id = ?1) - ?2`, id, actsEach)
	return err
}

// AccountActs lists the last n acts of an account, the newest first.
func (s *Store) AccountActs(ctx context.Context, id table.PlayerID, n int) ([]lobby.AccountAct, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT at_ms, act, about FROM account_acts WHERE player_id = ?
		ORDER BY seq DESC LIMIT ?`, id, n)
	return collect(rows, err, func(rows *sql.Rows) (a lobby.AccountAct, err error) {
		var at int64
		err = rows.Scan(&at, &a.Act, &a.About)
		a.At = fromMs(at)
		return a, err
	})
}

// Salt is the salt for a use. It is made once and never changes: what was hashed with it would be lost.
func (s *Store) Salt(ctx context.Context, use string, fresh []byte) (salt []byte, err error) {
	const read = "SELECT salt FROM salts WHERE use = ?"
	err = s.read.QueryRowContext(ctx, read, use).Scan(&salt)
	if !errors.Is(err, sql.ErrNoRows) {
		return salt, err
	}
	err = s.do(ctx, func(tx *sql.Tx) error {
		if _, err := tx.Exec("INSERT OR IGNORE INTO salts (use, salt) VALUES (?, ?)", use, fresh); err != nil {
			return err
		}
		return tx.QueryRow(read, use).Scan(&salt)
	})
	return salt, err
}

// SetWords stores the hash of recovery words. Those before are good for nothing from then on.
func (s *Store) SetWords(ctx context.Context, id table.PlayerID, hash string, at time.Time) error {
	return s.do(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO recovery (player_id, hash, made_ms) VALUES (?, ?, ?)
			ON CONFLICT (player_id) DO UPDATE SET hash = excluded.hash, made_ms = excluded.made_ms`, id, hash, ms(at))
		if err != nil {
			return err
		}
		return acted(tx, id, lobby.ActWordsMade, "", at)
	})
}

// WordsMade is when somebody's recovery words were made; zero without any.
func (s *Store) WordsMade(ctx context.Context, id table.PlayerID) (time.Time, error) {
	var at int64
	err := s.read.QueryRowContext(ctx, "SELECT made_ms FROM recovery WHERE player_id = ?", id).Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	return fromMs(at), err
}

// Recover uses recovery words up.
func (s *Store) Recover(ctx context.Context, hash string, k lobby.Key, at time.Time) (lobby.Player, error) {
	var id table.PlayerID
	err := s.named(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRow("DELETE FROM recovery WHERE hash = ? RETURNING player_id", hash).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return lobby.ErrNotFound
		}
		if err != nil {
			return err
		}
		if err := acted(tx, id, lobby.ActWordsUsed, k.Fingerprint, at); err != nil {
			return err
		}
		return insertKey(tx.Exec, id, k)
	})
	if err != nil {
		return lobby.Player{}, err
	}
	return s.ByID(ctx, id)
}

// Leave notes that somebody's account is to be gone from a moment on; with the zero time it stays.
func (s *Store) Leave(ctx context.Context, id table.PlayerID, at, until time.Time) error {
	return s.do(ctx, func(tx *sql.Tx) error {
		when, what := sql.NullInt64{Int64: ms(until), Valid: !until.IsZero()}, lobby.ActLeaving
		if !when.Valid {
			what = lobby.ActStaying
		}
		err := one(tx.Exec("UPDATE players SET leaving_ms = ? WHERE id = ? AND guest = 0 AND gone_ms IS NULL", when,
			id))
		if err != nil {
			return err
		}
		return acted(tx, id, what, "", at)
	})
}

// Leaving lists those whose accounts are to be gone, the soonest first.
func (s *Store) Leaving(ctx context.Context) ([]lobby.Player, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+playerColumns+` FROM players p WHERE p.leaving_ms IS NOT NULL
		ORDER BY p.leaving_ms, p.id`)
	return collect(rows, err, func(rows *sql.Rows) (lobby.Player, error) { return scanPlayer(rows) })
}

// Tombs lists the accounts that are gone, the oldest first.
func (s *Store) Tombs(ctx context.Context) ([]lobby.Tomb, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT g.player_id, p.name, g.at_ms, g.rested_ms IS NOT NULL FROM gone g
		JOIN players p ON p.id = g.player_id ORDER BY g.number`)
	return collect(rows, err, func(rows *sql.Rows) (t lobby.Tomb, err error) {
		var at int64
		err = rows.Scan(&t.Player, &t.Name, &at, &t.Rested)
		t.At = fromMs(at)
		return t, err
	})
}
