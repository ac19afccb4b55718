package data

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"saloon/lobby/admin"
	"saloon/lobby/table"
)

const (
	// faultsMax bounds what a check lists: a file with more faults needs a backup, not a longer list.
	faultsMax = 50
	// matchesPage is how many matches are looked up at once.
	matchesPage = 500
)

// Integrity is what SQLite finds wrong with the file, a line each: its pages, its indexes and its references.
func (s *Store) Integrity(ctx context.Context) ([]string, error) {
	rows, err := s.read.QueryContext(ctx, fmt.Sprintf("PRAGMA integrity_check(%d)", faultsMax))
	out, err := collect(rows, err, func(rows *sql.Rows) (line string, err error) { return line, rows.Scan(&line) })
	if err != nil {
		return nil, err
	}
	if len(out) == 1 && out[0] == "ok" {
		out = nil
	}
	rows, err = s.read.QueryContext(ctx, "PRAGMA foreign_key_check")
	broken, err := collect(rows, err, func(rows *sql.Rows) (string, error) {
		var from, to string
		var row sql.NullInt64
		var key int
		err := rows.Scan(&from, &row, &to, &key)
		return fmt.Sprintf("a row of %s refers to a row of %s that is not there", from, to), err
	})
	return append(out, broken[:min(len(broken), faultsMax)]...), err
}

// Chains reads every match and every act of the audit log and compares their checksums. It reads match by match, so
// that a server may go on writing.
func (s *Store) Chains(ctx context.Context) (admin.Chains, error) {
	var c admin.Chains
	for last := table.MatchID(""); ; {
		page, err := s.matchesAfter(ctx, last)
		if err != nil {
			return c, err
		}
		for _, id := range page {
			if err := ctx.Err(); err != nil {
				return c, err
			}
			m, err := readMatch(s.read, id)
			if err != nil && !errors.Is(err, ErrDamaged) && !corrupt(err) {
				return c, fmt.Errorf("match %s: %w", id, err)
			}
			if err != nil && len(c.Faults) < faultsMax {
				c.Faults = append(c.Faults, fmt.Sprintf("match %s: %v", id, err))
			}
			c.Matches++
			c.Entries += len(m.Entries)
			last = id
		}
		if len(page) < matchesPage {
			break
		}
	}
	acts, fault, err := s.checkAudit(ctx)
	c.Acts = acts
	if fault != "" {
		c.Faults = append(c.Faults, fault)
	}
	return c, err
}

func (s *Store) matchesAfter(ctx context.Context, id table.MatchID) ([]table.MatchID, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT id FROM matches WHERE id > ? ORDER BY id LIMIT ?", id, matchesPage)
	return collect(rows, err, func(rows *sql.Rows) (m table.MatchID, err error) { return m, rows.Scan(&m) })
}

// quickCheckFor bounds the look at the pages of a file: about 50 GB of it.
const quickCheckFor = 2 * time.Minute

// quickCheck looks at every page of the file, without comparing tables and indexes. A file that is too large to be
// looked at before people get impatient is opened all the same, and the log says so.
func (s *Store) quickCheck(ctx context.Context) error {
	look, cancel := context.WithTimeout(ctx, quickCheckFor)
	defer cancel()
	rows, err := s.read.QueryContext(look, "PRAGMA quick_check(3)")
	found, err := collect(rows, err, func(rows *sql.Rows) (line string, err error) { return line, rows.Scan(&line) })
	if err != nil && look.Err() != nil && ctx.Err() == nil {
		s.cfg.Log.Warn("Database opened before all of it was looked at: ask \"admin check\" when it is quiet",
			"within", quickCheckFor)
		return nil
	}
	if err != nil {
		return fmt.Errorf("database check: %w", err)
	}
	if len(found) != 1 || found[0] != "ok" {
		return fmt.Errorf("%w: %s", errPages, strings.Join(found, "; "))
	}
	return nil
}

var errPages = errors.New("pages of the file are not what SQLite wrote")
