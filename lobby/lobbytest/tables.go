package lobbytest

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"saloon/lobby"
	"saloon/lobby/table"
)

// Append writes a batch, all of it or nothing.
func (s *Store) Append(_ context.Context, b table.Batch) (table.Written, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail != nil {
		if err := s.fail(b); err != nil {
			return table.Written{}, err
		}
	}
	var m *table.Stored
	if b.Opened != nil || len(b.Entries) > 0 || b.Ended != nil {
		var err error
		if m, err = s.extend(b); err != nil {
			return table.Written{}, fmt.Errorf("%w: %w", table.ErrDisk, err)
		}
	}
	var out table.Written
	if m != nil {
		s.matches[b.Match] = m
	}
	s.reactions = append(s.reactions, b.Reactions...)
	if b.Ended != nil {
		s.ended = append(s.ended, b.Match)
		s.judge(m)
		if b.Ended.Rated {
			var err error
			if out.Changes, err = s.rate(m); err != nil {
				return table.Written{}, err
			}
			s.changes[b.Match] = out.Changes
		}
	}
	switch {
	case b.Drop:
		delete(s.tables, b.Table)
	case b.Saved != nil:
		saved := *b.Saved
		saved.Chairs = slices.Clone(saved.Chairs)
		if saved.Result != nil && b.Ended != nil {
			r := *saved.Result
			r.Changes = out.Changes
			saved.Result = &r
		}
		s.tables[b.Table] = saved
	}
	return out, nil
}

// extend makes the match that a batch leaves behind.
func (s *Store) extend(b table.Batch) (*table.Stored, error) {
	var m table.Stored
	old, ok := s.matches[b.Match]
	switch {
	case b.Opened != nil && ok:
		return nil, fmt.Errorf("match %s was opened before", b.Match)
	case b.Opened != nil:
		m = table.Stored{ID: b.Match, Table: b.Table, Opened: *b.Opened}
	case !ok:
		return nil, fmt.Errorf("match %s was never opened", b.Match)
	default:
		m = *old
		m.Entries = slices.Clone(old.Entries)
	}
	if m.Ended != nil {
		return nil, fmt.Errorf("match %s has ended before", b.Match)
	}
	for _, e := range b.Entries {
		if e.Seq != uint64(len(m.Entries)+1) {
			return nil, fmt.Errorf("entry %d of match %s does not follow entry %d", e.Seq, b.Match, len(m.Entries))
		}
		m.Entries = append(m.Entries, e)
	}
	if b.Ended != nil {
		ended := *b.Ended
		m.Ended, m.EndedAt = &ended, ended.At
	}
	return &m, nil
}

// Standing lists the tables that have not closed, as they were last written, by their codes.
func (s *Store) Standing(ctx context.Context) ([]table.Saved, error) {
	all, err := s.Running(ctx)
	out := make([]table.Saved, len(all))
	for i, k := range all {
		out[i] = k.Saved
	}
	return out, err
}

// Running lists the tables that have not closed, by their codes.
func (s *Store) Running(context.Context) ([]lobby.Kept, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []lobby.Kept
	for id := range s.tables {
		out = append(out, s.kept(id))
	}
	slices.SortFunc(out, func(a, b lobby.Kept) int { return cmp.Compare(a.Saved.ID, b.Saved.ID) })
	return out, nil
}

// Reload reads one table again.
func (s *Store) Reload(_ context.Context, id table.ID) (lobby.Kept, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.tables[id]; !ok {
		return lobby.Kept{}, lobby.ErrNotFound
	}
	return s.kept(id), nil
}

func (s *Store) kept(id table.ID) lobby.Kept {
	k := lobby.Kept{Saved: s.tables[id]}
	k.Saved.Chairs = slices.Clone(k.Saved.Chairs)
	if m, ok := s.matches[k.Saved.Match]; ok {
		k.Match = copyOf(m)
	}
	return k
}

func copyOf(m *table.Stored) *table.Stored {
	c := *m
	c.Entries = slices.Clone(m.Entries)
	return &c
}
