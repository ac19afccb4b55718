package data

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strings"

	"modernc.org/sqlite"
)

// Preparing a statement takes SQLite as long as running a short one, and a profile takes twenty of them. So each
// connection keeps the statements that it has prepared; SQLite prepares them again by itself when the schema changes.

// preparedMax bounds the statements that a connection keeps. The program has fewer; searches put some together.
const preparedMax = 256

// connect opens a pool of connections that keep their statements.
func connect(dsn string) (*sql.DB, error) {
	base, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	return sql.OpenDB(keeping{base}), nil
}

// keeping connects with connections that keep their statements.
type keeping struct{ driver.Connector }

// Connect opens a connection.
func (k keeping) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := k.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	able, ok := c.(conn)
	if !ok {
		return nil, errors.Join(errors.New("the driver's connections cannot keep statements"), c.Close())
	}
	return &keeper{conn: able, kept: map[string]stmt{}}, nil
}

// conn is what a connection of the driver can do and database/sql asks for.
type conn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// stmt is what a statement of the driver can do.
type stmt interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// keeper is a connection with the statements that nobody uses just now, by their text. Like every connection it is used
// by one goroutine at a time; statements of one text may be in use several times over, one of them is kept.
type keeper struct {
	conn
	kept map[string]stmt
}

// Unwrap is the driver's own connection.
func (k *keeper) Unwrap() driver.Conn { return k.conn }

// keeps reports whether a statement is of the kind that is run again and again, and not one about the file itself.
func keeps(query string) bool {
	word := strings.TrimLeft(query, " \n\t")
	if i := strings.IndexAny(word, " \n\t"); i > 0 {
		word = word[:i]
	}
	return slices.Contains([]string{"SELECT", "WITH", "INSERT", "UPDATE", "DELETE", "SAVEPOINT", "RELEASE"}, word)
}

// take finds or prepares a statement.
func (k *keeper) take(ctx context.Context, query string) (stmt, error) {
	if s, ok := k.kept[query]; ok {
		delete(k.kept, query)
		return s, nil
	}
	s, err := k.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	able, ok := s.(stmt)
	if !ok {
		return nil, errors.Join(errors.New("the driver's statements cannot be kept"), s.Close())
	}
	return able, nil
}

// give puts a statement back. One that failed is not worth keeping.
func (k *keeper) give(query string, s stmt, failed bool) error {
	if _, another := k.kept[query]; another || failed || len(k.kept) >= preparedMax {
		return s.Close()
	}
	k.kept[query] = s
	return nil
}

// ExecContext runs a statement that returns no rows.
func (k *keeper) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if !keeps(query) {
		return k.conn.ExecContext(ctx, query, args)
	}
	s, err := k.take(ctx, query)
	if err != nil {
		return nil, err
	}
	out, err := s.ExecContext(ctx, args)
	return out, cmp.Or(err, k.give(query, s, err != nil))
}

// QueryContext runs a statement that returns rows.
func (k *keeper) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if !keeps(query) {
		return k.conn.QueryContext(ctx, query, args)
	}
	s, err := k.take(ctx, query)
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(ctx, args)
	if err != nil {
		return nil, cmp.Or(err, k.give(query, s, true))
	}
	return &lent{Rows: rows, query: query, stmt: s, of: k}, nil
}

// Close ends the connection and all its statements.
func (k *keeper) Close() error {
	var errs []error
	for _, s := range k.kept {
		errs = append(errs, s.Close())
	}
	clear(k.kept)
	return errors.Join(append(errs, k.conn.Close())...)
}

// lent are rows of a statement that goes back when they are closed.
type lent struct {
	driver.Rows
	query string
	stmt  stmt
	of    *keeper
}

// Close ends the rows.
func (l *lent) Close() error {
	err := l.Rows.Close()
	return cmp.Or(err, l.of.give(l.query, l.stmt, err != nil))
}
