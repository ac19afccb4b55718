package data

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"saloon/lobby"
	"saloon/lobby/table"
)

var _ lobby.Tables = (*Store)(nil)

// Append writes a batch of a table; see table.Log. Any failure to write is table.ErrDisk, but for a failure of the
// batch's own data, which is reported as it is.
func (s *Store) Append(ctx context.Context, b table.Batch) (table.Written, error) {
	var out table.Written
	err := s.do(ctx, func(tx *sql.Tx) (err error) {
		out, err = s.append(tx, b)
		return err
	})
	switch {
	case errors.Is(err, table.ErrDisk):
		return table.Written{}, err
	case err != nil:
		return table.Written{}, fmt.Errorf("%w: %w", table.ErrDisk, err)
	}
	return out, nil
}

func (s *Store) append(tx *sql.Tx, b table.Batch) (table.Written, error) {
	var out table.Written
	if b.Opened != nil {
		if err := insertMatch(tx, b); err != nil {
			return out, err
		}
	}
	if err := insertEntries(tx, b.Match, b.Entries); err != nil {
		return out, err
	}
	if err := insertReactions(tx, b.Match, b.Reactions); err != nil {
		return out, err
	}
	if b.Ended != nil {
		var err error
		if out.Changes, err = s.endMatch(tx, b); err != nil {
			return out, err
		}
		if err := reflexes(tx, b.Match, b.Ended.At); err != nil {
			return out, err
		}
	}
	if b.Drop {
		_, err := tx.Exec("DELETE FROM tables WHERE id = ?", b.Table)
		return out, err
	}
	if b.Saved == nil {
		return out, nil
	}
	saved := *b.Saved
	if saved.Result != nil && b.Ended != nil { // the result is complete only now
		r := *saved.Result
		r.Changes = out.Changes
		saved.Result = &r
	}
	body, err := json.Marshal(saved)
	if err != nil {
		return out, err
	}
	_, err = tx.Exec(`INSERT INTO tables (id, match_id, body, changed_ms) VALUES (?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET match_id = excluded.match_id, body = excluded.body,
		changed_ms = excluded.changed_ms`, b.Table, saved.Match, string(body), ms(s.cfg.Now()))
	return out, err
}

const newMatch = `INSERT INTO matches (id, table_id, game, rules, config, names, people, settings, seed, commitment,
	opened_ms, head) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

func insertMatch(tx *sql.Tx, b table.Batch) error {
	args, err := matchArgs(b)
	if err != nil {
		return err
	}
	_, err = tx.Exec(newMatch, args...)
	return err
}

func matchArgs(b table.Batch) ([]any, error) {
	o := b.Opened
	texts, err := jsonTexts(o.Config, o.Names, o.People, o.Settings)
	if err != nil {
		return nil, err
	}
	head := headSum(b.Match, b.Table, *o, texts)
	return []any{b.Match, b.Table, o.Game, o.Rules, texts[0], texts[1], texts[2], texts[3], o.Seed.String(),
		o.Commitment, ms(o.At), head}, nil
}

// headSum is a checksum of how a match was opened: all that its entries' chain does not cover.
func headSum(match table.MatchID, at table.ID, o table.Opening, texts []string) []byte {
	h := sha256.New()
	numbers := binary.BigEndian.AppendUint64(nil, uint64(o.Rules))
	h.Write(binary.BigEndian.AppendUint64(numbers, uint64(ms(o.At))))
	for _, text := range append([]string{string(match), string(at), o.Game, o.Seed.String(), o.Commitment}, texts...) {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(text))))
		h.Write([]byte(text))
	}
	return h.Sum(nil)[:chainLen]
}

func insertEntries(tx *sql.Tx, match table.MatchID, entries []table.Entry) error {
	if len(entries) == 0 {
		return nil
	}
	var last uint64
	var chain []byte
	err := tx.QueryRow("SELECT seq, chain FROM entries WHERE match_id = ? ORDER BY seq DESC LIMIT 1", match).
		Scan(&last, &chain)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	for _, e := range entries {
		if e.Seq != last+1 {
			return fmt.Errorf("entry %d of match %s does not follow entry %d", e.Seq, match, last)
		}
		body, err := json.Marshal(e.Facts)
		if err != nil {
			return err
		}
		chain = link(chain, e, body)
		_, err = tx.Exec(`INSERT INTO entries (match_id, seq, at_ms, seat, words, after_ns, body, sum, chain)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, match, e.Seq, ms(e.At), e.Seat, e.Words, int64(e.After),
			string(body), int64(e.Sum), chain)
		if err != nil {
			return err
		}
		last = e.Seq
	}
	return nil
}

// chainLen is the length of an entry's link in bytes: enough to find damage, which is all that it is for.
const chainLen = 8

// link binds an entry to those before it.
func link(before []byte, e table.Entry, body []byte) []byte {
	out, _ := linked(nil, before, e, body)
	return out
}

// linked is link with a buffer to work in, which it returns to be used again.
func linked(scratch, before []byte, e table.Entry, body []byte) (after, again []byte) {
	b := append(scratch[:0], before...)
	for _, n := range []uint64{e.Seq, uint64(ms(e.At)), uint64(e.Seat), uint64(e.After), e.Sum} {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	b = append(append(b, e.Words...), 0)
	b = append(b, body...)
	sum := sha256.Sum256(b)
	return bytes.Clone(sum[:chainLen]), b
}

// endMatch writes the outcome and moves the ratings.
func (s *Store) endMatch(tx *sql.Tx, b table.Batch) ([]table.RatingChange, error) {
	seq, err := closeMatch(tx, b)
	if err != nil {
		return nil, err
	}
	if err := insertPlaces(tx.Exec, b); err != nil {
		return nil, err
	}
	var game string
	var config, set []byte
	err = tx.QueryRow("SELECT game, config, settings FROM matches WHERE id = ?", b.Match).Scan(&game, &config, &set)
	if err != nil {
		return nil, err
	}
	// In the order in which a recomputation reads them: sums of floats depend on it.
	places, err := placesOf(tx, b.Match)
	if err != nil {
		return nil, err
	}
	var settings table.Settings
	if err := json.Unmarshal(set, &settings); err != nil {
		return nil, err
	}
	if err := countConduct(tx, settings, b.Ended.At, places); err != nil || !b.Ended.Rated {
		return nil, err
	}
	m := rated{seq: seq}
	m.Played = lobby.Played{Match: b.Match, Game: game, Rule: lobby.RuleNow, At: fromMs(ms(b.Ended.At)), Places: places}
	if m.Seats, err = seatsOf(config); err != nil {
		return nil, err
	}
	return s.rate(tx, m)
}

const closeMatchNow = `UPDATE matches SET ended_ms = ?, ended_seq = ?, outcome = ?, rated = ?, why = ?, rating_rule = ?
	WHERE id = ? AND ended_ms IS NULL`

// closeMatch writes the outcome and returns the match's place in the order of endings.
func closeMatch(tx *sql.Tx, b table.Batch) (seq int64, err error) {
	e := b.Ended
	outcome, err := json.Marshal(e.Outcome)
	if err != nil {
		return 0, err
	}
	if err := tx.QueryRow("SELECT COALESCE(MAX(ended_seq), 0) + 1 FROM matches").Scan(&seq); err != nil {
		return 0, err
	}
	err = one(tx.Exec(closeMatchNow, ms(e.At), seq, string(outcome), e.Rated, e.Why, lobby.RuleNow, b.Match))
	if errors.Is(err, lobby.ErrNotFound) {
		return 0, fmt.Errorf("match %s has ended before, or never began", b.Match)
	}
	return seq, err
}

func insertPlaces(exec execer, b table.Batch) error {
	for _, p := range b.Ended.Places {
		person, err := json.Marshal(p.Person)
		if err != nil {
			return err
		}
		_, err = exec(newPlace, b.Match, p.Seat, p.Person.ID, p.Person.Name, string(person), p.Rank, p.Points,
			p.Left, p.Unpaid, p.Drops, p.Returned)
		if err != nil {
			return err
		}
	}
	return nil
}

const newPlace = `INSERT INTO places (match_id, seat, player_id, name, person, rank, points, walked, unpaid, drops,
	returned) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

func jsonTexts(values ...any) ([]string, error) {
	out := make([]string, len(values))
	for i, v := range values {
		b, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		out[i] = string(b)
	}
	return out, nil
}

func ms(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMs(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMilli(n).UTC()
}

// corrupt reports whether an error is SQLite's word that the file is damaged.
func corrupt(err error) bool {
	return primary(err) == sqlite3.SQLITE_CORRUPT || primary(err) == sqlite3.SQLITE_NOTADB
}

// unwritable reports whether an error is SQLite's word that the disk does not take what is written.
func unwritable(err error) bool {
	code := primary(err)
	return code == sqlite3.SQLITE_FULL || code == sqlite3.SQLITE_IOERR || code == sqlite3.SQLITE_READONLY
}

// primary is the first byte of SQLite's error code, 0 for errors of others.
func primary(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code() & 0xff
}

// taken reports whether an error is a broken uniqueness.
func taken(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	return e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY
}
