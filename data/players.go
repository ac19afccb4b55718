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
	"saloon/lobby/table"
)

var _ lobby.Players = (*Store)(nil)

const playerColumns = "p.id, p.name, p.guest, p.bot, p.created_ms, p.seen_ms, p.prefs, p.leaving_ms, p.gone_ms"

func scanPlayer(row interface{ Scan(...any) error }) (lobby.Player, error) {
	var p lobby.Player
	var created, seen int64
	var prefs []byte
	var leaving, gone sql.NullInt64
	err := row.Scan(&p.ID, &p.Name, &p.Guest, &p.Bot, &created, &seen, &prefs, &leaving, &gone)
	if errors.Is(err, sql.ErrNoRows) {
		return p, lobby.ErrNotFound
	}
	if err != nil {
		return p, err
	}
	p.Created, p.Seen, p.Leaving, p.Gone = fromMs(created), fromMs(seen), fromMs(leaving.Int64), fromMs(gone.Int64)
	if err := json.Unmarshal(prefs, &p.Prefs); err != nil {
		return p, fmt.Errorf("settings of player %s: %w", p.ID, err)
	}
	return p, nil
}

// ByKey finds the account of a proved key.
func (s *Store) ByKey(ctx context.Context, fingerprint string) (lobby.Player, error) {
	return scanPlayer(s.read.QueryRowContext(ctx, "SELECT "+playerColumns+
		" FROM players p JOIN keys k ON k.player_id = p.id WHERE k.fingerprint = ?", fingerprint))
}

// ByID finds a player.
func (s *Store) ByID(ctx context.Context, id table.PlayerID) (lobby.Player, error) {
	return scanPlayer(s.read.QueryRowContext(ctx, "SELECT "+playerColumns+" FROM players p WHERE p.id = ?", id))
}

// ByName finds a player by the skeleton of a name.
func (s *Store) ByName(ctx context.Context, skeleton string) (lobby.Player, error) {
	return scanPlayer(s.read.QueryRowContext(ctx, "SELECT "+playerColumns+
		" FROM players p WHERE p.skeleton = ?", skeleton))
}

// Create makes a player; a key without a fingerprint is none.
func (s *Store) Create(ctx context.Context, p lobby.Player, skeleton string, key lobby.Key) error {
	return s.named(ctx, func(tx *sql.Tx) error {
		if err := vacant(tx, skeleton, s.cfg.Now()); err != nil {
			return err
		}
		return insertPlayer(tx.Exec, p, skeleton, key)
	})
}

const (
	newPlayer = `INSERT INTO players (id, name, skeleton, guest, bot, created_ms, seen_ms, prefs)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
	newName = "INSERT INTO names (player_id, seq, name, since_ms) VALUES (?, 1, ?, ?)"
	newKey  = "INSERT INTO keys (fingerprint, player_id, type, added_ms, used_ms) VALUES (?, ?, ?, ?, ?)"
)

func insertPlayer(exec execer, p lobby.Player, skeleton string, key lobby.Key) error {
	prefs, err := json.Marshal(p.Prefs)
	if err != nil {
		return err
	}
	_, err = exec(newPlayer, p.ID, p.Name, skeleton, p.Guest, p.Bot, ms(p.Created), ms(p.Seen), string(prefs))
	if err != nil {
		return err
	}
	if _, err := exec(newName, p.ID, p.Name, ms(p.Created)); err != nil || key.Fingerprint == "" {
		return err
	}
	return insertKey(exec, p.ID, key)
}

// named turns a broken uniqueness into lobby.ErrNameTaken.
func (s *Store) named(ctx context.Context, work func(*sql.Tx) error) error {
	err := s.do(ctx, work)
	if taken(err) {
		return lobby.ErrNameTaken
	}
	return err
}

// Rename changes a name; the old one stays in the history.
func (s *Store) Rename(ctx context.Context, id table.PlayerID, name, skeleton string, at time.Time) error {
	return s.named(ctx, func(tx *sql.Tx) error {
		if err := vacant(tx, skeleton, at); err != nil {
			return err
		}
		res, err := tx.Exec("UPDATE players SET name = ?, skeleton = ? WHERE id = ?", name, skeleton, id)
		if err := one(res, err); err != nil {
			return err
		}
		_, err = tx.Exec(`INSERT INTO names (player_id, seq, name, since_ms)
			SELECT ?, COALESCE(MAX(seq), 0) + 1, ?, ? FROM names WHERE player_id = ?`, id, name, ms(at), id)
		return err
	})
}

// one turns the result of a statement that must touch one row into lobby.ErrNotFound if it touched none.
func one(res sql.Result, err error) error {
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		return lobby.ErrNotFound
	}
	return err
}

// Forget removes a guest who has played nothing; anybody else stays.
func (s *Store) Forget(ctx context.Context, id table.PlayerID) error {
	return s.do(ctx, func(tx *sql.Tx) error {
		var keep bool
		err := tx.QueryRow(`SELECT guest = 0 OR EXISTS (SELECT 1 FROM places WHERE player_id = players.id)
			OR EXISTS (SELECT 1 FROM codes WHERE player_id = players.id)
			OR EXISTS (SELECT 1 FROM tables WHERE instr(body, players.id) > 0)
			FROM players WHERE id = ?`, id).Scan(&keep)
		if errors.Is(err, sql.ErrNoRows) || keep {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec("DELETE FROM names WHERE player_id = ?", id); err != nil {
			return err
		}
		_, err = tx.Exec("DELETE FROM players WHERE id = ?", id)
		return err
	})
}

// NewCode stores a one-time code and removes those that have expired.
func (s *Store) NewCode(ctx context.Context, id table.PlayerID, code string, until time.Time) error {
	return s.do(ctx, func(tx *sql.Tx) error {
		if _, err := tx.Exec("DELETE FROM codes WHERE until_ms < ? OR player_id = ?", ms(s.cfg.Now()), id); err != nil {
			return err
		}
		_, err := tx.Exec("INSERT INTO codes (code, player_id, until_ms) VALUES (?, ?, ?)", code, id, ms(until))
		return err
	})
}

// Redeem uses a code up.
func (s *Store) Redeem(ctx context.Context, code string, k lobby.Key, at time.Time) (lobby.Player, error) {
	var id table.PlayerID
	err := s.named(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRow("SELECT player_id FROM codes WHERE code = ? AND until_ms >= ?", code, ms(at)).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return lobby.ErrNotFound
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec("DELETE FROM codes WHERE code = ?", code); err != nil {
			return err
		}
		if _, err := tx.Exec("UPDATE players SET guest = 0 WHERE id = ?", id); err != nil {
			return err
		}
		if err := acted(tx, id, lobby.ActKeyAdded, k.Fingerprint, at); err != nil {
			return err
		}
		return insertKey(tx.Exec, id, k)
	})
	if err != nil {
		return lobby.Player{}, err
	}
	return s.ByID(ctx, id)
}

// SavePrefs stores a player's settings.
func (s *Store) SavePrefs(ctx context.Context, id table.PlayerID, p lobby.Prefs) error {
	prefs, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return s.do(ctx, func(tx *sql.Tx) error {
		return one(tx.Exec("UPDATE players SET prefs = ? WHERE id = ?", string(prefs), id))
	})
}

// Touch notes that a player was here, with a key or without.
func (s *Store) Touch(ctx context.Context, id table.PlayerID, fingerprint string, at time.Time) error {
	return s.do(ctx, func(tx *sql.Tx) error {
		if _, err := tx.Exec("UPDATE players SET seen_ms = ? WHERE id = ?", ms(at), id); err != nil {
			return err
		}
		_, err := tx.Exec("UPDATE keys SET used_ms = ? WHERE fingerprint = ? AND player_id = ?", ms(at),
			fingerprint, id)
		return err
	})
}

// Names lists the names a player has borne, the newest first.
func (s *Store) Names(ctx context.Context, id table.PlayerID) ([]lobby.Named, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT name, since_ms FROM names WHERE player_id = ? ORDER BY seq DESC", id)
	return collect(rows, err, func(rows *sql.Rows) (n lobby.Named, err error) {
		var since int64
		err = rows.Scan(&n.Name, &since)
		n.Since = fromMs(since)
		return n, err
	})
}

// Keys lists a player's keys, the oldest first.
func (s *Store) Keys(ctx context.Context, id table.PlayerID) ([]lobby.Key, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT fingerprint, type, added_ms, used_ms FROM keys WHERE player_id = ?
		ORDER BY added_ms, fingerprint`, id)
	return collect(rows, err, func(rows *sql.Rows) (k lobby.Key, err error) {
		var added, used int64
		err = rows.Scan(&k.Fingerprint, &k.Type, &added, &used)
		k.Added, k.Used = fromMs(added), fromMs(used)
		return k, err
	})
}

// AddKey gives a player one more key.
func (s *Store) AddKey(ctx context.Context, id table.PlayerID, k lobby.Key) error {
	return s.named(ctx, func(tx *sql.Tx) error {
		if err := acted(tx, id, lobby.ActKeyAdded, k.Fingerprint, s.cfg.Now()); err != nil {
			return err
		}
		return insertKey(tx.Exec, id, k)
	})
}

func insertKey(exec execer, id table.PlayerID, k lobby.Key) error {
	_, err := exec(newKey, k.Fingerprint, id, k.Type, ms(k.Added), ms(k.Used))
	return err
}

// RemoveKey takes a key away from a player, but not the last one.
func (s *Store) RemoveKey(ctx context.Context, id table.PlayerID, fingerprint string) error {
	return s.do(ctx, func(tx *sql.Tx) error {
		var n int
		if err := tx.QueryRow("SELECT COUNT(*) FROM keys WHERE player_id = ?", id).Scan(&n); err != nil {
			return err
		}
		if n == 1 {
			return lobby.ErrLastKey
		}
		err := one(tx.Exec("DELETE FROM keys WHERE player_id = ? AND fingerprint = ?", id, fingerprint))
		if err != nil {
			return err
		}
		if err := acted(tx, id, lobby.ActKeyRemoved, fingerprint, s.cfg.Now()); err != nil {
			return err
		}
		return s.discharge(tx, id, fingerprint)
	})
}

// discharge takes a key off the list of staff that its owner no longer has: it may have been stolen.
func (s *Store) discharge(tx *sql.Tx, id table.PlayerID, fingerprint string) error {
	n, err := dismiss(tx, fingerprint)
	if err != nil || n == 0 {
		return err
	}
	a := admin.Act{At: s.cfg.Now(), Key: fingerprint, Act: "staff remove", About: fingerprint,
		Reason: "its owner has it no longer"}
	if err := tx.QueryRow("SELECT name FROM players WHERE id = ?", id).Scan(&a.Who); err != nil {
		return err
	}
	return note(tx, a)
}

// collect reads all rows of a query.
func collect[T any](rows *sql.Rows, err error, scan func(*sql.Rows) (T, error)) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
}
