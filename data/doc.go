// Package data keeps the house in one SQLite file: accounts, tables, every accepted act of every match, results and
// ratings. It implements the ports that lobby and lobby/table own.
//
// # How it writes
//
// One goroutine owns the only writing connection. It gathers what all tables ask for, writes each request under its own
// savepoint and commits them together (journal WAL, synchronous FULL), and only then answers: an answer means that the
// bytes are on the disk. A request that fails takes no other with it; a commit that fails fails them all, and whether
// its bytes are there is unknown, so the tables concerned are read again.
//
// # What it does not do
//
// It knows no game and decides nothing but the order of writes. Ratings are computed by the function it is given,
// inside the transaction that ends the match. The database file is never opened by anything but SQLite: closing a
// second descriptor would drop its locks.
package data
