package data

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"iter"

	"saloon/lobby"
	"saloon/lobby/table"
)

// Finished is a match that was played elsewhere: how it began and how it ended, without its moves.
type Finished struct {
	Match  table.MatchID
	Table  table.ID
	Opened table.Opening
	Ended  table.Ending
}

// Settler is somebody who moves in, with the skeleton of their name and their key, if they have one.
type Settler struct {
	lobby.Player
	Skeleton string
	Key      lobby.Key
}

// Past is what a house without matches can be filled with.
type Past struct {
	People  iter.Seq[Settler]
	Matches iter.Seq[Finished] // in the order in which they ended
	Seasons []lobby.Season     // one after the other; their numbers are given anew
}

// importRows is how many rows one commit carries.
const importRows = 20_000

// ErrPlayed answers when a house that has matches is to be filled.
var ErrPlayed = errors.New("matches were played in this house: only an empty one can be filled")

// Import fills a house that has no matches with people, matches and seasons, and makes ratings, boards and conduct of
// them. It takes memory for the people and their standings, not for the matches. If it fails on the way, what was
// written stays, and the ratings of it are made when the file is opened again.
func (s *Store) Import(ctx context.Context, p Past) error {
	var played bool
	err := s.read.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM matches)").Scan(&played)
	if err != nil || played {
		return errors.Join(err, map[bool]error{true: ErrPlayed}[played])
	}
	err = s.do(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec("DELETE FROM derived")
		return err
	})
	if err != nil {
		return err
	}
	if err := inBatches(ctx, s, p.People, insertSettlers); err != nil {
		return err
	}
	index, err := s.dropIndex(ctx, "places_by_player")
	if err != nil {
		return err
	}
	past := &pastWriter{seasons: p.Seasons}
	err = errors.Join(inBatches(ctx, s, p.Matches, past.insert), s.do(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec(index) // of all rows at once: in no order one by one it would take hours
		return err
	}))
	if err != nil {
		return err
	}
	return s.do(ctx, func(tx *sql.Tx) error {
		if err := s.remake(tx); err != nil {
			return err
		}
		for _, id := range past.closed {
			if err := honour(tx, id); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Store) dropIndex(ctx context.Context, name string) (again string, err error) {
	err = s.do(ctx, func(tx *sql.Tx) error {
		again, err = dropIndex(tx, name)
		return err
	})
	return again, err
}

// dropIndex takes an index away and returns the statement that makes it again.
func dropIndex(tx *sql.Tx, name string) (again string, err error) {
	err = tx.QueryRow("SELECT sql FROM sqlite_schema WHERE type = 'index' AND name = ?", name).Scan(&again)
	if err != nil {
		return "", err
	}
	_, err = tx.Exec("DROP INDEX " + name)
	return again, err
}

// inBatches writes a sequence, some thousand rows a commit.
func inBatches[T any](ctx context.Context, s *Store, all iter.Seq[T], write func(*sql.Tx, []T) error) error {
	if all == nil {
		return nil
	}
	batch := make([]T, 0, importRows)
	flush := func() error {
		rows := batch
		batch = batch[:0]
		return s.do(ctx, func(tx *sql.Tx) error { return write(tx, rows) })
	}
	for v := range all {
		if batch = append(batch, v); len(batch) < importRows {
			continue
		}
		if err := flush(); err != nil {
			return err
		}
	}
	return flush()
}

func insertSettlers(tx *sql.Tx, all []Settler) error {
	add, err := prepare(tx, newPlayer, newName, newKey)
	if err != nil {
		return err
	}
	defer add.close()
	for _, p := range all {
		if err := insertPlayer(add.exec, p.Player, p.Skeleton, p.Key); err != nil {
			return err
		}
	}
	return nil
}

// pastWriter writes matches that were played elsewhere.
type pastWriter struct {
	seasons []lobby.Season // that have not closed yet
	open    int            // the number of the one that is open; 0 if none is
	seq     int64
	closed  []int
}

func (w *pastWriter) insert(tx *sql.Tx, all []Finished) error {
	add, err := prepare(tx, newMatch, newPlace, closeMatchNow)
	if err != nil {
		return err
	}
	defer add.close()
	for _, m := range all {
		if err := w.turn(tx, m); err != nil {
			return err
		}
		w.seq++
		if err := w.write(add, m); err != nil {
			return err
		}
	}
	return nil
}

func (w *pastWriter) write(add statements, m Finished) error {
	b := table.Batch{Table: m.Table, Match: m.Match, Opened: &m.Opened, Ended: &m.Ended}
	args, err := matchArgs(b)
	if err != nil {
		return err
	}
	if _, err := add.exec(newMatch, args...); err != nil {
		return err
	}
	outcome, err := json.Marshal(m.Ended.Outcome)
	if err != nil {
		return err
	}
	if _, err := add.exec(closeMatchNow, ms(m.Ended.At), w.seq, string(outcome), m.Ended.Rated, m.Ended.Why,
		lobby.RuleNow, m.Match); err != nil {
		return err
	}
	return insertPlaces(add.exec, b)
}

// turn opens and closes seasons on the way to a match.
func (w *pastWriter) turn(tx *sql.Tx, m Finished) error {
	for len(w.seasons) > 0 {
		s := w.seasons[0]
		switch {
		case w.open == 0 && !s.Opened.After(m.Ended.At):
			res, err := tx.Exec("INSERT INTO seasons (name, opened_ms, opened_by, opened_seq) VALUES (?, ?, ?, ?)",
				s.Name, ms(s.Opened), s.OpenedBy, w.seq)
			if err != nil {
				return err
			}
			id, err := res.LastInsertId()
			if err != nil {
				return err
			}
			w.open = int(id)
		case w.open != 0 && !s.Open() && !s.Closed.After(m.Ended.At):
			_, err := tx.Exec("UPDATE seasons SET closed_ms = ?, closed_by = ?, closed_seq = ? WHERE id = ?",
				ms(s.Closed), s.ClosedBy, w.seq, w.open)
			if err != nil {
				return err
			}
			w.closed, w.open, w.seasons = append(w.closed, w.open), 0, w.seasons[1:]
		default:
			return nil
		}
	}
	return nil
}

// execer runs a statement: a transaction's, or one of a few that are prepared.
type execer func(query string, args ...any) (sql.Result, error)

// statements are prepared, by their text.
type statements map[string]*sql.Stmt

func prepare(tx *sql.Tx, queries ...string) (statements, error) {
	out := statements{}
	for _, q := range queries {
		stmt, err := tx.Prepare(q)
		if err != nil {
			out.close()
			return nil, err
		}
		out[q] = stmt
	}
	return out, nil
}

func (s statements) exec(query string, args ...any) (sql.Result, error) {
	return s[query].Exec(args...)
}

func (s statements) close() {
	for _, stmt := range s {
		_ = stmt.Close() // it ends with its transaction anyhow
	}
}
