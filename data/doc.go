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
// # What follows from matches
//
// Ratings, leaderboards and conduct are made of the places of matches by package ranking, in the transaction that ends
// a match, and by the same code in memory when all are made again: after an upgrade that changes what they mean, or to
// see whether they are what the matches say. A rank is a sum over steps of points that the same transaction counts, so
// no look at a board walks over its rows. Boards of days, weeks and months are kept for one more such time and then
// cleared away, a part with each match.
//
// # How it knows its file again
//
// A file that is closed gets a seal, a hash of all of it; the next start compares, and takes the seal off before it
// writes. So a byte that changed while no server ran is found wherever it lies. A file without a seal was not closed:
// its pages are looked at instead, and its write-ahead log, which SQLite cuts off at the first broken byte as if it
// ended there. Every match has a checksum of its opening and a chain through its entries, which
// are compared whenever it is read, and the audit log has a chain of its own. What is found damaged is refused with
// what to do, and SQLite's word that a page is broken ends all writing.
//
// Backups are copies by VACUUM INTO, which lets writers go on; SQLite's online backup begins again with every write. A
// backup takes the place of the database only after it was looked at in a directory of its own.
//
// # What it does not do
//
// It knows no game and decides nothing but the order of writes. Ratings are computed by the function it is given,
// inside the transaction that ends the match. The database file is never opened by anything but SQLite while
// SQLite has it open: closing a second descriptor would drop its locks.
package data
