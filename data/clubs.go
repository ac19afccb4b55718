package data

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"saloon/lobby"
	"saloon/lobby/admin"
	"saloon/lobby/club"
	"saloon/lobby/table"
)

var _ lobby.Clubs = (*Store)(nil)

// ClubList lists the community tables that are open, by their names.
func (s *Store) ClubList(ctx context.Context) ([]club.Club, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT body FROM clubs WHERE skeleton IS NOT NULL ORDER BY skeleton")
	return collect(rows, err, func(rows *sql.Rows) (c club.Club, err error) {
		var body []byte
		if err := rows.Scan(&body); err != nil {
			return c, err
		}
		if err := json.Unmarshal(body, &c); err != nil {
			return c, fmt.Errorf("%w: a community table: %v", ErrDamaged, err)
		}
		return c, nil
	})
}

// SaveClub writes a community table down, a new one or one that has changed. It fails with lobby.ErrNameTaken if
// another one has that name, and gives the name of one free that has ended.
func (s *Store) SaveClub(ctx context.Context, c club.Club, skeleton string) error {
	body, err := json.Marshal(c)
	if err != nil {
		return err
	}
	name := sql.NullString{String: skeleton, Valid: c.Ended.IsZero()}
	ended := sql.NullInt64{Int64: ms(c.Ended), Valid: !c.Ended.IsZero()}
	return s.do(ctx, func(tx *sql.Tx) error {
		var other club.ID
		err := tx.QueryRow("SELECT id FROM clubs WHERE skeleton = ? AND id <> ?", name, c.ID).Scan(&other)
		switch {
		case err == nil:
			return lobby.ErrNameTaken
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		_, err = tx.Exec(`INSERT INTO clubs (id, skeleton, owner, body, ended_ms) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET skeleton = excluded.skeleton, owner = excluded.owner, body = excluded.body,
			ended_ms = excluded.ended_ms`, c.ID, name, c.Owner, string(body), ended)
		return err
	})
}

// ClubNotes lists the notes on a board, the newest first.
func (s *Store) ClubNotes(ctx context.Context, id club.ID) ([]club.Note, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT n.seq, n.at_ms, n.player_id, p.name, n.text FROM club_notes n
		JOIN players p ON p.id = n.player_id WHERE n.club_id = ? ORDER BY n.seq DESC LIMIT ?`, id, club.NotesMax)
	return collect(rows, err, func(rows *sql.Rows) (n club.Note, err error) {
		var at int64
		err = rows.Scan(&n.Seq, &at, &n.By, &n.Name, &n.Text)
		n.At = fromMs(at)
		return n, err
	})
}

// Pin puts a note on a board. The oldest makes room for it where the board is full.
func (s *Store) Pin(ctx context.Context, id club.ID, n club.Note) error {
	return s.do(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO club_notes (club_id, seq, at_ms, player_id, text) VALUES (?1,
			(SELECT COALESCE(MAX(seq), 0) + 1 FROM club_notes WHERE club_id = ?1), ?2, ?3, ?4)`,
			id, ms(n.At), n.By, n.Text)
		if err != nil {
			return err
		}
		_, err = tx.Exec(`DELETE FROM club_notes WHERE club_id = ?1 AND seq <=
			(SELECT MAX(seq) FROM club_notes WHERE club_id = ?1) - ?2`, id, club.NotesMax)
		return err
	})
}

// Unpin takes a note off a board; lobby.ErrNotFound if it is not there.
func (s *Store) Unpin(ctx context.Context, id club.ID, seq uint64) error {
	return s.do(ctx, func(tx *sql.Tx) error {
		return one(tx.Exec("DELETE FROM club_notes WHERE club_id = ? AND seq = ?", id, seq))
	})
}

// ClubMatches lists the last n matches of a community table, the newest first.
func (s *Store) ClubMatches(ctx context.Context, id club.ID, n int) ([]lobby.Past, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT id FROM matches WHERE settings ->> 'club' = ?
		ORDER BY opened_ms DESC, id DESC LIMIT ?`, id, n)
	ids, err := collect(rows, err, func(rows *sql.Rows) (m table.MatchID, err error) { return m, rows.Scan(&m) })
	if err != nil {
		return nil, err
	}
	out := make([]lobby.Past, 0, len(ids))
	for _, m := range ids {
		p, err := s.past(ctx, m, "")
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// ClubEnded lists the places of the matches of a community table that have ended after the match of a number, in the
// order in which they ended, with the number of the last one.
func (s *Store) ClubEnded(ctx context.Context, id club.ID, after int64) ([][]table.Place, int64, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT id, ended_seq FROM matches WHERE settings ->> 'club' = ?
		AND ended_seq > ? ORDER BY ended_seq`, id, after)
	type ended struct {
		id  table.MatchID
		seq int64
	}
	all, err := collect(rows, err, func(rows *sql.Rows) (e ended, err error) { return e, rows.Scan(&e.id, &e.seq) })
	if err != nil {
		return nil, after, err
	}
	var out [][]table.Place
	for _, e := range all {
		places, err := placesOf(s.read, e.id)
		if err != nil {
			return nil, after, err
		}
		out, after = append(out, places), e.seq
	}
	return out, after, nil
}

// ClubAct notes what an owner of a community table did.
func (s *Store) ClubAct(ctx context.Context, a lobby.ClubAct) error {
	return s.Note(ctx, admin.Act{At: a.At, Who: a.Who, Key: a.Key, Act: a.Act, About: a.About})
}
