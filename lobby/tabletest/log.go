package tabletest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"saloon/lobby/table"
)

// Fault is how an Append fails.
type Fault int

const (
	// Fine does not fail.
	Fine Fault = iota
	// Lost fails and writes nothing, as a full disk does.
	Lost
	// Durable fails although everything was written, as a failed fsync may.
	Durable
)

// ErrBroken is why a Log fails that was told to.
var ErrBroken = errors.New("tabletest: the disk was told to fail")

// Log is a table.Log in memory. It keeps what it was given as JSON, as a database would. Several goroutines may use it.
type Log struct {
	// Rate says how ratings move by a rated match; nil is not at all.
	Rate func(table.MatchID, table.Ending) []table.RatingChange

	mu      sync.Mutex
	appends int
	fault   func(n int, b table.Batch) Fault
	hold    chan struct{}
	tables  map[table.ID][]byte
	matches map[table.MatchID][]byte
}

var _ table.Log = (*Log)(nil)

// NewLog is an empty log.
func NewLog() *Log {
	return &Log{tables: make(map[table.ID][]byte), matches: make(map[table.MatchID][]byte)}
}

// Fail decides about every Append from now on; n counts them from 1. Nil lets all succeed.
func (l *Log) Fail(fault func(n int, b table.Batch) Fault) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fault = fault
}

// Hold makes every Append wait, like a slow disk, until the returned function is called.
func (l *Log) Hold() (release func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	hold := make(chan struct{})
	l.hold = hold
	return sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.hold = nil
		close(hold)
	})
}

// Appends counts the calls of Append, failed ones too.
func (l *Log) Appends() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.appends
}

// Append writes a batch.
func (l *Log) Append(ctx context.Context, b table.Batch) (table.Written, error) {
	l.mu.Lock()
	l.appends++
	n, fault, hold := l.appends, l.fault, l.hold
	l.mu.Unlock()
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return table.Written{}, ctx.Err()
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	f := Fine
	if fault != nil {
		f = fault(n, b)
	}
	if f == Lost {
		return table.Written{}, ErrBroken
	}
	w, err := l.write(b)
	if f == Durable && err == nil {
		return table.Written{}, ErrBroken
	}
	return w, err
}

// write does all of a batch or nothing.
func (l *Log) write(b table.Batch) (table.Written, error) {
	var w table.Written
	match, err := l.writeMatch(b, &w)
	if err != nil {
		return table.Written{}, err
	}
	if b.Drop {
		delete(l.tables, b.Table)
	} else if b.Saved != nil {
		s := *b.Saved
		if s.Result != nil && b.Ended != nil {
			r := *s.Result
			r.Changes, s.Result = w.Changes, &r
		}
		body, err := json.Marshal(s)
		if err != nil {
			return table.Written{}, err
		}
		l.tables[b.Table] = body
	}
	if match != nil {
		l.matches[b.Match] = match
	}
	return w, nil
}

func (l *Log) writeMatch(b table.Batch, w *table.Written) ([]byte, error) {
	if b.Opened == nil && len(b.Entries) == 0 && b.Ended == nil {
		return nil, nil
	}
	m, err := l.match(b.Match)
	switch {
	case b.Opened != nil && err == nil:
		return nil, fmt.Errorf("tabletest: match %s began before", b.Match)
	case b.Opened != nil:
		m = table.Stored{ID: b.Match, Table: b.Table, Opened: *b.Opened}
	case err != nil:
		return nil, err
	}
	for _, e := range b.Entries {
		if e.Seq != uint64(len(m.Entries)+1) {
			return nil, fmt.Errorf("tabletest: entry %d of match %s after %d", e.Seq, b.Match, len(m.Entries))
		}
		m.Entries = append(m.Entries, e)
	}
	if b.Ended != nil {
		if m.Ended != nil {
			return nil, fmt.Errorf("tabletest: match %s ended before", b.Match)
		}
		m.Ended, m.EndedAt = b.Ended, b.Ended.At
		if l.Rate != nil && b.Ended.Rated {
			w.Changes = l.Rate(b.Match, *b.Ended)
		}
	}
	return json.Marshal(m)
}

func (l *Log) match(id table.MatchID) (table.Stored, error) {
	var m table.Stored
	body, ok := l.matches[id]
	if !ok {
		return m, fmt.Errorf("tabletest: no match %q", id)
	}
	return m, json.Unmarshal(body, &m)
}

// Match reads a match.
func (l *Log) Match(id table.MatchID) (table.Stored, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.match(id)
}

// Matches lists the matches that were written, in the order of their names.
func (l *Log) Matches() []table.MatchID {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []table.MatchID
	for id := range l.matches {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// Spoil changes what was written of a match, as damage would.
func (l *Log) Spoil(id table.MatchID, how func(*table.Stored)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	m, err := l.match(id)
	if err != nil {
		return err
	}
	how(&m)
	l.matches[id], err = json.Marshal(m)
	return err
}

// Reload reads a table with its match. It fails with table.ErrGone if there is none.
func (l *Log) Reload(_ context.Context, id table.ID) (table.Kept, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var k table.Kept
	body, ok := l.tables[id]
	if !ok {
		return k, table.ErrGone
	}
	if err := json.Unmarshal(body, &k.Saved); err != nil || k.Saved.Match == "" {
		return k, err
	}
	m, err := l.match(k.Saved.Match)
	k.Match = &m
	return k, err
}
