package data

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"

	"saloon/lobby/admin"
)

// Note adds an act to the audit log.
func (s *Store) Note(ctx context.Context, a admin.Act) error {
	return s.do(ctx, func(tx *sql.Tx) error { return note(tx, a) })
}

func note(tx *sql.Tx, a admin.Act) error {
	n := admin.Noted{Act: a}
	var before []byte
	err := tx.QueryRow("SELECT seq, chain FROM audit ORDER BY seq DESC LIMIT 1").Scan(&n.Seq, &before)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	n.Seq++
	_, err = tx.Exec(`INSERT INTO audit (seq, at_ms, who, key, act, about, reason, chain)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, n.Seq, ms(n.At), n.Who, n.Key, n.Act.Act, n.About, n.Reason, bind(before, n))
	return err
}

// bind ties an act to those before it. Unlike the link of an entry it keeps the whole hash: it is also meant to show
// that somebody tampered with it, to whoever wrote down an earlier one.
func bind(before []byte, n admin.Noted) []byte {
	h := sha256.New()
	h.Write(before)
	var fixed [16]byte
	binary.BigEndian.PutUint64(fixed[0:], n.Seq)
	binary.BigEndian.PutUint64(fixed[8:], uint64(ms(n.At)))
	h.Write(fixed[:])
	for _, text := range []string{n.Who, n.Key, n.Act.Act, n.About, n.Reason} {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(text))))
		h.Write([]byte(text))
	}
	return h.Sum(nil)
}

// Audit lists up to n acts after a number, the oldest first.
func (s *Store) Audit(ctx context.Context, after uint64, n int) ([]admin.Noted, error) {
	rows, err := s.read.QueryContext(ctx, `SELECT seq, at_ms, who, key, act, about, reason, chain FROM audit
		WHERE seq > ? ORDER BY seq LIMIT ?`, after, n)
	return collect(rows, err, func(rows *sql.Rows) (a admin.Noted, err error) {
		var at int64
		err = rows.Scan(&a.Seq, &at, &a.Who, &a.Key, &a.Act.Act, &a.About, &a.Reason, &a.Chain)
		a.At = fromMs(at)
		return a, err
	})
}

// Acts is the number of the last act.
func (s *Store) Acts(ctx context.Context) (n uint64, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT COALESCE(MAX(seq), 0) FROM audit").Scan(&n)
	return n, err
}

// auditPage is how many acts are read at once.
const auditPage = 500

// checkAudit reads the whole audit log and compares its chain. It returns how many acts are as they were written, and
// what is wrong with the next one, in words; empty if nothing is.
func (s *Store) checkAudit(ctx context.Context) (good int, fault string, err error) {
	var before []byte
	for {
		page, err := s.Audit(ctx, uint64(good), auditPage)
		if err != nil {
			return good, "", err
		}
		for _, a := range page {
			switch {
			case a.Seq != uint64(good+1):
				return good, fmt.Sprintf("audit log: act %d is missing", good+1), nil
			case !bytes.Equal(a.Chain, bind(before, a)):
				return good, fmt.Sprintf("audit log: act %d is not what was written", a.Seq), nil
			}
			before = a.Chain
			good++
		}
		if len(page) < auditPage {
			return good, "", nil
		}
	}
}
