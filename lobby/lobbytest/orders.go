package lobbytest

import (
	"context"
	"slices"
	"time"

	"saloon/lobby"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

var _ lobby.Orders = (*Store)(nil)

// Sanctions lists those that stand at a moment.
func (s *Store) Sanctions(_ context.Context, at time.Time) (out []order.Sanction, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.sanctions {
		if x.Holds(at) {
			out = append(out, x)
		}
	}
	return out, nil
}

// Sanction reads one.
func (s *Store) Sanction(_ context.Context, id string) (order.Sanction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.sanctions, func(x order.Sanction) bool { return x.ID == id })
	if i < 0 {
		return order.Sanction{}, lobby.ErrNotFound
	}
	return s.sanctions[i], nil
}

// SaveSanction keeps one.
func (s *Store) SaveSanction(_ context.Context, x order.Sanction) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.sanctions, func(o order.Sanction) bool { return o.ID == x.ID })
	if i < 0 {
		s.sanctions = append(s.sanctions, x)
	} else {
		s.sanctions[i] = x
	}
	return nil
}

// AddReport keeps a report.
func (s *Store) AddReport(_ context.Context, r order.Report) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.Seq = uint64(len(s.reports) + 1)
	s.reports = append(s.reports, r)
	return nil
}

// ReportsSince counts what somebody has reported.
func (s *Store) ReportsSince(_ context.Context, by table.PlayerID, since time.Time) (n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.reports {
		if r.By == by && !r.At.Before(since) {
			n++
		}
	}
	return n, nil
}

// Reports lists all reports, the oldest first.
func (s *Store) Reports() []order.Report {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.reports)
}

// CloseReport says what came of a report.
func (s *Store) CloseReport(seq uint64, outcome string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reports[seq-1].Outcome, s.reports[seq-1].Closed = outcome, s.now()
}

// Outcomes takes out what came of somebody's reports.
func (s *Store) Outcomes(_ context.Context, by table.PlayerID) (out []order.Report, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, r := range s.reports {
		if r.By == by && !r.Closed.IsZero() && !r.Told {
			s.reports[i].Told = true
			out = append(out, r)
		}
	}
	return out, nil
}
