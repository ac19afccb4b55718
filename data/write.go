package data

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime/debug"
	"time"

	"saloon/lobby/table"
)

const (
	// queueMax bounds the requests that wait for the writer; more wait at the channel.
	queueMax = 256
	// groupMax bounds the requests that one commit carries.
	groupMax = 128
)

// request is a piece of work inside a transaction, and where its verdict goes.
type request struct {
	work   func(*sql.Tx) error
	answer chan error // one slot
}

// do runs work in the next commit and returns after it. The work must not keep the transaction, and its context is the
// store's own: a session that goes away must not interrupt a write.
func (s *Store) do(ctx context.Context, work func(*sql.Tx) error) error {
	if err := s.Damaged(); err != nil {
		return err
	}
	r := request{work: work, answer: make(chan error, 1)}
	if err := s.join(ctx, r); err != nil {
		return err
	}
	err := <-r.answer // from here on it happens, whoever is still interested
	if unwritable(err) {
		return fmt.Errorf("%w: %w", table.ErrDisk, err)
	}
	return err
}

// join puts a request into the queue, if that is still open.
func (s *Store) join(ctx context.Context, r request) error {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed {
		return errClosed
	}
	select {
	case s.queue <- r: // the writer takes on until the queue is closed
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// writer commits what has come in since the last commit, together.
func (s *Store) writer() {
	defer close(s.done)
	for first := range s.queue {
		group := []request{first}
	gather:
		for len(group) < groupMax {
			select {
			case r, open := <-s.queue:
				if !open {
					break gather
				}
				group = append(group, r)
			default:
				break gather
			}
		}
		s.commit(group)
	}
}

// commit writes a group and tells of it.
func (s *Store) commit(group []request) {
	from := time.Now() // the machine's own clock, also where a test has another: it is the disk that is measured
	err := s.commitGroup(group)
	if s.cfg.Committed != nil {
		s.cfg.Committed(time.Since(from), len(group), err)
	}
}

// commitGroup writes a group. Requests that fail by themselves are rolled back alone and told at once; the others are
// told after the commit.
func (s *Store) commitGroup(group []request) error {
	tx, err := s.write.BeginTx(context.Background(), nil)
	if err != nil {
		s.failing.Store(true)
		tell(group, s.condemn(err))
		return err
	}
	kept := group[:0:0]
	full := false
	for i, r := range group {
		err := s.condemn(inSavepoint(tx, r.work))
		if errors.Is(err, errBroken) { // the transaction itself is gone
			_ = tx.Rollback()
			s.failing.Store(true)
			tell(append(kept, group[i:]...), err)
			return err
		}
		if err != nil {
			full = full || unwritable(err)
			r.answer <- err
			continue
		}
		kept = append(kept, r)
	}
	if err := tx.Commit(); err != nil {
		s.cfg.Log.Error("Commit failed", slog.Any("err", err), slog.Int("requests", len(kept)))
		_ = tx.Rollback()
		s.failing.Store(true)
		tell(kept, s.condemn(err))
		return err
	}
	s.failing.Store(full)
	tell(kept, nil)
	return nil
}

// condemn notes that the file is damaged, if that is what an error says: from then on nothing is written to it, so that
// nobody plays on without knowing.
func (s *Store) condemn(err error) error {
	if !corrupt(err) {
		return err
	}
	bad := s.refused(filepath.Join(s.cfg.Dir, file), err)
	if s.bad.CompareAndSwap(nil, &bad) {
		s.cfg.Log.Error("Database damaged", "err", bad)
	}
	return bad
}

func tell(group []request, err error) {
	for _, r := range group {
		r.answer <- err
	}
}

// errBroken marks a transaction that cannot go on.
var errBroken = errors.New("transaction broken")

// inSavepoint runs one request so that its failure leaves the others' work in place. A panic is its failure too.
func inSavepoint(tx *sql.Tx, work func(*sql.Tx) error) (err error) {
	if _, err := tx.Exec("SAVEPOINT request"); err != nil {
		return fmt.Errorf("%w: %w", errBroken, err)
	}
	func() {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic in a write: %v\n%s", p, debug.Stack())
			}
		}()
		err = work(tx)
	}()
	if err != nil {
		if _, back := tx.Exec("ROLLBACK TO request"); back != nil {
			return fmt.Errorf("%w: %w, and then %w", errBroken, err, back) // the cause first: its code is asked for
		}
	}
	if _, rel := tx.Exec("RELEASE request"); rel != nil {
		return fmt.Errorf("%w: %w", errBroken, rel)
	}
	return err
}
