package data

import (
	"context"
	"database/sql"
	"errors"

	"saloon/lobby"
	"saloon/lobby/admin"
	"saloon/lobby/table"
)

var _ admin.Store = (*Store)(nil)

func scanStaff(row interface{ Scan(...any) error }) (m admin.Staff, err error) {
	var added int64
	err = row.Scan(&m.Fingerprint, &m.Role, &m.Name, &added, &m.By)
	m.Added = fromMs(added)
	return m, err
}

// StaffByKey finds who looks after the house with a key, or lobby.ErrNotFound.
func (s *Store) StaffByKey(ctx context.Context, fingerprint string) (admin.Staff, error) {
	m, err := scanStaff(s.read.QueryRowContext(ctx,
		"SELECT fingerprint, role, name, added_ms, added_by FROM staff WHERE fingerprint = ?", fingerprint))
	if errors.Is(err, sql.ErrNoRows) {
		return m, lobby.ErrNotFound
	}
	return m, err
}

// StaffList lists the staff, owners first.
func (s *Store) StaffList(ctx context.Context) ([]admin.Staff, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT fingerprint, role, name, added_ms, added_by FROM staff
		ORDER BY role <> 'owner', added_ms, fingerprint`)
	return collect(rows, err, func(rows *sql.Rows) (admin.Staff, error) { return scanStaff(rows) })
}

// AddStaff gives keys a role, or another one, and notes the act in the same transaction.
func (s *Store) AddStaff(ctx context.Context, keys []admin.Staff, a admin.Act) error {
	return s.do(ctx, func(tx *sql.Tx) error {
		for _, k := range keys {
			_, err := tx.Exec(`INSERT INTO staff (fingerprint, role, name, added_ms, added_by) VALUES (?, ?, ?, ?, ?)
				ON CONFLICT (fingerprint) DO UPDATE SET role = excluded.role, name = excluded.name,
				added_ms = excluded.added_ms, added_by = excluded.added_by`, k.Fingerprint, k.Role, k.Name, ms(k.Added),
				k.By)
			if err != nil {
				return err
			}
		}
		return note(tx, a)
	})
}

// RemoveStaff takes keys off the list and notes the act in the same transaction. It fails with lobby.ErrNotFound if
// none of them is on it.
func (s *Store) RemoveStaff(ctx context.Context, fingerprints []string, a admin.Act) error {
	return s.do(ctx, func(tx *sql.Tx) error {
		var removed int64
		for _, f := range fingerprints {
			n, err := dismiss(tx, f)
			if err != nil {
				return err
			}
			removed += n
		}
		if removed == 0 {
			return lobby.ErrNotFound
		}
		return note(tx, a)
	})
}

// dismiss takes a key off the list of staff, and says how many there were: 0 or 1.
func dismiss(tx *sql.Tx, fingerprint string) (int64, error) {
	res, err := tx.Exec("DELETE FROM staff WHERE fingerprint = ?", fingerprint)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// Seen lists up to n people, those first who were here last.
func (s *Store) Seen(ctx context.Context, n int) ([]lobby.Player, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT "+playerColumns+
		" FROM players p WHERE p.bot = '' AND p.gone_ms IS NULL ORDER BY p.seen_ms DESC, p.id LIMIT ?", n)
	return collect(rows, err, func(rows *sql.Rows) (lobby.Player, error) { return scanPlayer(rows) })
}

// Played counts the ended matches of a player.
func (s *Store) Played(ctx context.Context, id table.PlayerID) (n int, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT COUNT(DISTINCT match_id) FROM places WHERE player_id = ?", id).Scan(&n)
	return n, err
}
