package data

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
)

// querier is what a pool and a transaction have in common.
type querier interface {
	Query(query string, args ...any) (*sql.Rows, error)
	QueryRow(query string, args ...any) *sql.Row
}

// ErrDamaged marks a match whose entries are not what was written.
var ErrDamaged = errors.New("the log is damaged")

// Running lists the tables that have not closed, each with its match. A match that cannot be read does not hide the
// others: its table comes without entries and with Stage Halted.
func (s *Store) Running(ctx context.Context) ([]lobby.Kept, error) {
	all, err := s.Standing(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]lobby.Kept, len(all))
	var g errgroup.Group
	g.SetLimit(readers)
	for i, saved := range all {
		g.Go(func() error {
			out[i].Saved = saved
			return s.fill(&out[i])
		})
	}
	return out, g.Wait()
}

// Standing lists the tables that have not closed, by their names.
func (s *Store) Standing(ctx context.Context) ([]table.Saved, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT body FROM tables ORDER BY id")
	return collect(rows, err, func(rows *sql.Rows) (saved table.Saved, err error) {
		return saved, scanSaved(rows, &saved)
	})
}

// scanSaved reads the body of a table from a row that is that alone.
func scanSaved(row interface{ Scan(...any) error }, saved *table.Saved) error {
	var body []byte
	if err := row.Scan(&body); err != nil {
		return err
	}
	if err := json.Unmarshal(body, saved); err != nil {
		return fmt.Errorf("a table's state: %w", err)
	}
	return nil
}

// Reload reads one table again; lobby.ErrNotFound if it has closed or was never written.
func (s *Store) Reload(ctx context.Context, id table.ID) (lobby.Kept, error) {
	var k lobby.Kept
	err := scanSaved(s.read.QueryRowContext(ctx, "SELECT body FROM tables WHERE id = ?", id), &k.Saved)
	if errors.Is(err, sql.ErrNoRows) {
		return k, lobby.ErrNotFound
	}
	if err != nil {
		return k, err
	}
	return k, s.fill(&k)
}

// fill reads the match of a table. One that is damaged, or that is not there at all, stops its table and no other.
func (s *Store) fill(k *lobby.Kept) error {
	if k.Saved.Match == "" {
		return nil
	}
	m, err := readMatch(s.read, k.Saved.Match)
	if errors.Is(err, ErrDamaged) || errors.Is(err, lobby.ErrNotFound) {
		k.Saved.Stage = table.Halted
		k.Match = &m
		return nil
	}
	if err != nil {
		return fmt.Errorf("match %s: %w", k.Saved.Match, err)
	}
	k.Match = &m
	return nil
}

// Match reads a match with all its entries; lobby.ErrNotFound if there is none, ErrDamaged if its bytes have changed.
func (s *Store) Match(ctx context.Context, id table.MatchID) (table.Stored, error) {
	return readMatch(s.read, id)
}

func readMatch(q querier, id table.MatchID) (table.Stored, error) {
	m, err := readHead(q, id)
	if err != nil {
		return m, err
	}
	m.Entries, err = readEntries(q, id)
	return m, err
}

func readHead(q querier, id table.MatchID) (table.Stored, error) {
	m := table.Stored{ID: id}
	var config, names, people, settings, outcome, head []byte
	var seed string
	var opened int64
	var ended sql.NullInt64
	var isRated bool
	var why string
	err := q.QueryRow(`SELECT table_id, game, rules, config, names, people, settings, seed, commitment, opened_ms,
		ended_ms, outcome, rated, why, head FROM matches WHERE id = ?`, id).Scan(&m.Table, &m.Opened.Game,
		&m.Opened.Rules, &config, &names, &people, &settings, &seed, &m.Opened.Commitment, &opened, &ended, &outcome,
		&isRated, &why, &head)
	if errors.Is(err, sql.ErrNoRows) {
		return m, lobby.ErrNotFound
	}
	if err != nil {
		return m, err
	}
	o := &m.Opened
	for body, into := range map[*[]byte]any{&config: &o.Config, &names: &o.Names, &people: &o.People,
		&settings: &o.Settings} {
		if err := json.Unmarshal(*body, into); err != nil {
			return m, fmt.Errorf("%w: %v", ErrDamaged, err)
		}
	}
	if o.Seed, err = engine.ParseSeed(seed); err != nil {
		return m, fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	o.At = fromMs(opened)
	texts := []string{string(config), string(names), string(people), string(settings)}
	if head != nil && !bytes.Equal(head, headSum(id, m.Table, *o, texts)) { // matches of older versions have none
		return m, fmt.Errorf("%w: its opening is not what was written", ErrDamaged)
	}
	if !ended.Valid {
		return m, nil
	}
	m.EndedAt = fromMs(ended.Int64)
	m.Ended = &table.Ending{Rated: isRated, Why: why, At: m.EndedAt}
	if err := json.Unmarshal(outcome, &m.Ended.Outcome); err != nil {
		return m, fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	m.Ended.Places, err = placesOf(q, id)
	return m, err
}

// readEntries reads the entries of a match in order and checks that none is missing and that each is as it was written.
func readEntries(q querier, id table.MatchID) ([]table.Entry, error) {
	rows, err := q.Query(`SELECT seq, at_ms, seat, words, after_ns, body, sum, chain FROM entries WHERE match_id = ?
		ORDER BY seq`, id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make([]table.Entry, 0, 64)
	var chain, scratch []byte
	for rows.Next() {
		var seq, at, seat, after, sum int64 // numbers of another kind would be read by way of their digits
		var body []byte                     // stays, as the bodies of the facts
		var written sql.RawBytes            // until the next row
		e := table.Entry{}
		if err := rows.Scan(&seq, &at, &seat, &e.Words, &after, &body, &sum, &written); err != nil {
			return nil, err
		}
		e.Seq, e.At, e.Seat, e.After, e.Sum = uint64(seq), fromMs(at), engine.Seat(seat), time.Duration(after),
			uint64(sum)
		if e.Seq != uint64(len(out)+1) {
			return out, fmt.Errorf("%w: entry %d is missing", ErrDamaged, len(out)+1)
		}
		chain, scratch = linked(scratch, chain, e, body)
		if !bytes.Equal(chain, written) {
			return out, fmt.Errorf("%w: entry %d is not what was written", ErrDamaged, e.Seq)
		}
		if err := json.Unmarshal(body, &e.Facts); err != nil {
			return out, fmt.Errorf("%w: entry %d: %v", ErrDamaged, e.Seq, err)
		}
		out = append(out, e)
	}
	return out, rows.Err()
}
