package data

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"saloon/engine"
	"saloon/engine/record"
	"saloon/lobby"
	"saloon/lobby/admin"
	"saloon/lobby/ranking"
	"saloon/lobby/table"
)

// Rest takes somebody whose account is gone off the boards and their name out of the matches that they played, match by
// match, each in a transaction of its own. What a match is made of stays: seed, shuffles, moves and results. Its
// checksums are written anew, only after the old ones were found to be right, and an act in the audit log says so.
func (s *Store) Rest(ctx context.Context, id table.PlayerID, at time.Time, reword lobby.Reword) (bool, error) {
	var name string
	err := s.read.QueryRowContext(ctx, "SELECT name FROM players WHERE id = ? AND gone_ms IS NOT NULL", id).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return false, lobby.ErrNotFound
	}
	if err != nil {
		return false, err
	}
	plays := false
	err = s.do(ctx, func(tx *sql.Tx) (err error) {
		if plays, err = playing(tx, id); err != nil || plays {
			return err
		}
		return unboard(tx, id)
	})
	if err != nil || plays {
		return false, err
	}
	for {
		todo, err := s.unsealed(ctx, id, name)
		if err != nil {
			return false, err
		}
		if len(todo) == 0 {
			break
		}
		for _, m := range todo {
			if err := ctx.Err(); err != nil {
				return false, err
			}
			err := s.do(ctx, func(tx *sql.Tx) error {
				return overwriting(tx, func() error { return sealAgain(tx, m, id, name, reword) })
			})
			if err != nil {
				return false, fmt.Errorf("match %s: %w", m, err)
			}
		}
	}
	return true, s.do(ctx, func(tx *sql.Tx) error { return rested(tx, id, at) })
}

// playing reports whether a match is on in which somebody sat: its table writes under the old names.
func playing(tx *sql.Tx, id table.PlayerID) (yes bool, err error) {
	err = tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM tables t JOIN matches m ON m.id = t.match_id
		WHERE m.ended_ms IS NULL AND (instr(m.people, ?1) > 0 OR instr(t.body, ?1) > 0))`, id).Scan(&yes)
	return yes, err
}

// unboard takes somebody off all boards, and notes after which match, so that a recomputation does the same.
func unboard(tx *sql.Tx, id table.PlayerID) error {
	res, err := tx.Exec("UPDATE gone SET after_seq = "+lastEnded+" WHERE player_id = ? AND after_seq IS NULL", id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.Exec("DELETE FROM conduct WHERE player_id = ?", id); err != nil {
		return err
	}
	rows, err := tx.Query("SELECT id, span, category FROM boards ORDER BY id")
	boards, err := collect(rows, err, func(rows *sql.Rows) (b board, err error) {
		return b, rows.Scan(&b.id, &b.Span, &b.Category)
	})
	if err != nil {
		return err
	}
	f := newShelf(tx)
	for _, b := range boards {
		if err := f.drop(b, id); err != nil {
			return err
		}
	}
	return nil
}

// drop takes somebody off a board.
func (s *shelf) drop(b board, id table.PlayerID) error {
	r, there, err := s.Row(b.Board, id)
	if err != nil || !there {
		return err
	}
	_, err = s.tx.Exec("DELETE FROM standings WHERE board = ? AND player_id = ?", b.id, id)
	if err != nil {
		return err
	}
	return s.count(b.id, step{r.Step(), r.Bot}, -1)
}

// departures are those who are gone, by the match after which they were taken off the boards.
type departures struct {
	all  []departure
	gone map[table.PlayerID]bool
}

type departure struct {
	player table.PlayerID
	after  int64
}

func departed(q querier) (d departures, err error) {
	rows, err := q.Query("SELECT player_id, after_seq FROM gone WHERE after_seq IS NOT NULL ORDER BY after_seq, number")
	d.all, err = collect(rows, err, func(rows *sql.Rows) (one departure, err error) {
		return one, rows.Scan(&one.player, &one.after)
	})
	d.gone = map[table.PlayerID]bool{}
	for _, one := range d.all {
		d.gone[one.player] = true
	}
	return d, err
}

// before takes those off the boards of a book who had gone before a match ended.
func (d *departures) before(seq int64, book *ranking.Book) {
	for len(d.all) > 0 && d.all[0].after < seq {
		book.Drop(d.all[0].player)
		d.all = d.all[1:]
	}
}

// sealPage is how many matches are looked up at once.
const sealPage = 200

// unsealed lists matches that still have somebody's name: those where they have a place, and those that never ended.
func (s *Store) unsealed(ctx context.Context, id table.PlayerID, name string) ([]table.MatchID, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT match_id FROM places WHERE player_id = ?1 AND name <> ?2
		UNION SELECT m.id FROM matches m, json_each(m.people) j WHERE m.ended_ms IS NULL AND j.value ->> 'id' = ?1
		AND j.value ->> 'name' <> ?2 LIMIT ?3`, id, name, sealPage)
	return collect(rows, err, func(rows *sql.Rows) (m table.MatchID, err error) { return m, rows.Scan(&m) })
}

// sealAgain writes a match under another name of somebody. A match that is damaged stays so, for all to see: of it
// only what the checksums do not cover, and the names if they are right, are written anew.
func sealAgain(tx *sql.Tx, id table.MatchID, who table.PlayerID, name string, reword lobby.Reword) error {
	if err := renamePlaces(tx, id, who, name); err != nil {
		return err
	}
	if err := renameShares(tx, id, who, name); err != nil {
		return err
	}
	m, err := readMatch(tx, id)
	damaged := errors.Is(err, ErrDamaged)
	if err != nil && !damaged {
		return err
	}
	if damaged {
		if m, err = readHead(tx, id); err != nil {
			return blot(tx, id, who, name)
		}
	}
	names := slices.Clone(m.Opened.Names)
	for i, p := range m.Opened.People {
		if p.ID == who && i < len(names) {
			names[i] = ""
			names[i] = handle(names, name)
			m.Opened.People[i].Name = name
		}
	}
	if !damaged {
		words := reword(m, names)
		if err := rewrite(tx, m, words); err != nil {
			return err
		}
	}
	m.Opened.Names = names
	return reopen(tx, m)
}

// handle makes a name for records that no other seat has.
func handle(names engine.Names, name string) string {
	all := slices.Clone(names)
	for i, n := range all {
		if n == "" {
			all = slices.Delete(all, i, i+1)
			break
		}
	}
	return record.Names(append([]string(all), name))[len(all)]
}

// renamePlaces renames somebody in the places of a match.
func renamePlaces(tx *sql.Tx, id table.MatchID, who table.PlayerID, name string) error {
	rows, err := tx.Query("SELECT seat, person FROM places WHERE match_id = ? AND player_id = ?", id, who)
	type place struct {
		seat   engine.Seat
		person table.Person
	}
	all, err := collect(rows, err, func(rows *sql.Rows) (p place, err error) {
		var body []byte
		if err := rows.Scan(&p.seat, &body); err != nil {
			return p, err
		}
		return p, json.Unmarshal(body, &p.person)
	})
	if err != nil {
		return err
	}
	for _, p := range all {
		p.person.Name = name
		body, err := json.Marshal(p.person)
		if err != nil {
			return err
		}
		_, err = tx.Exec("UPDATE places SET name = ?, person = ? WHERE match_id = ? AND player_id = ? AND seat = ?",
			name, string(body), id, who, p.seat)
		if err != nil {
			return err
		}
	}
	return nil
}

// renameShares renames somebody in what a match gave and took by opponent.
func renameShares(tx *sql.Tx, id table.MatchID, who table.PlayerID, name string) error {
	rows, err := tx.Query(`SELECT ended_seq, player_id, shares FROM changes
		WHERE ended_seq = (SELECT ended_seq FROM matches WHERE id = ?)`, id)
	type change struct {
		seq    int64
		player table.PlayerID
		shares []table.RatingShare
	}
	all, err := collect(rows, err, func(rows *sql.Rows) (c change, err error) {
		var body []byte
		if err := rows.Scan(&c.seq, &c.player, &body); err != nil {
			return c, err
		}
		return c, json.Unmarshal(body, &c.shares)
	})
	if err != nil {
		return err
	}
	for _, c := range all {
		for i := range c.shares {
			if c.shares[i].Player == who {
				c.shares[i].Name = name
			}
		}
		body, err := json.Marshal(c.shares)
		if err != nil {
			return err
		}
		_, err = tx.Exec("UPDATE changes SET shares = ? WHERE ended_seq = ? AND player_id = ?", string(body), c.seq,
			c.player)
		if err != nil {
			return err
		}
	}
	return nil
}

// rewrite writes the words of a match's entries anew, with the chain from the first that differs.
func rewrite(tx *sql.Tx, m table.Stored, words []string) error {
	var chain []byte
	changed := false
	rows, err := tx.Query("SELECT body, chain FROM entries WHERE match_id = ? ORDER BY seq", m.ID)
	type sealed struct{ body, chain []byte }
	all, err := collect(rows, err, func(rows *sql.Rows) (e sealed, err error) {
		return e, rows.Scan(&e.body, &e.chain)
	})
	if err != nil {
		return err
	}
	for i, e := range m.Entries {
		changed = changed || e.Words != words[i]
		e.Words = words[i]
		chain = link(chain, e, all[i].body)
		if !changed {
			if !bytes.Equal(chain, all[i].chain) {
				return fmt.Errorf("%w: entry %d is not what was written", ErrDamaged, e.Seq)
			}
			continue
		}
		_, err := tx.Exec("UPDATE entries SET words = ?, chain = ? WHERE match_id = ? AND seq = ?", e.Words, chain,
			m.ID, e.Seq)
		if err != nil {
			return err
		}
	}
	return nil
}

// reopen writes how a match was opened anew, with its checksum. Matches of older versions have none, and get none.
func reopen(tx *sql.Tx, m table.Stored) error {
	args, err := matchArgs(table.Batch{Match: m.ID, Table: m.Table, Opened: &m.Opened})
	if err != nil {
		return err
	}
	config, names, people, settings, head := args[4], args[5], args[6], args[7], args[len(args)-1]
	_, err = tx.Exec(`UPDATE matches SET config = ?, names = ?, people = ?, settings = ?,
		head = CASE WHEN head IS NULL THEN NULL ELSE ? END WHERE id = ?`, config, names, people, settings, head, m.ID)
	return err
}

// blot takes a name out of a match whose opening is damaged, as far as it can still be read. It stays damaged.
func blot(tx *sql.Tx, id table.MatchID, who table.PlayerID, name string) error {
	var body []byte
	if err := tx.QueryRow("SELECT people FROM matches WHERE id = ?", id).Scan(&body); err != nil {
		return err
	}
	var people []table.Person
	if json.Unmarshal(body, &people) != nil {
		return nil
	}
	for i := range people {
		if people[i].ID == who {
			people[i].Name = name
		}
	}
	out, err := json.Marshal(people)
	if err != nil {
		return err
	}
	_, err = tx.Exec("UPDATE matches SET people = ? WHERE id = ?", string(out), id)
	return err
}

// rested notes that nothing is left to do about somebody. The audit log names them by their id alone.
func rested(tx *sql.Tx, id table.PlayerID, at time.Time) error {
	var sealed int
	err := tx.QueryRow("SELECT COUNT(DISTINCT match_id) FROM places WHERE player_id = ?", id).Scan(&sealed)
	if err != nil {
		return err
	}
	res, err := tx.Exec("UPDATE gone SET rested_ms = ?, sealed = ? WHERE player_id = ? AND rested_ms IS NULL", ms(at),
		sealed, id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	return note(tx, admin.Act{At: at, Who: "the house", Act: "account gone", About: string(id),
		Reason: fmt.Sprintf("its owner asked for it; matches sealed again under another name: %d", sealed)})
}
