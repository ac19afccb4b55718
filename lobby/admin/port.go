package admin

import (
	"context"
	"time"

	"saloon/lobby"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

// Role is what somebody of the staff may do.
type Role string

const (
	// Owner may do everything, and say who else is staff.
	Owner Role = "owner"
	// Helper may look at everything, drain and broadcast.
	Helper Role = "staff"
)

// Staff is a key that looks after the house.
type Staff struct {
	Fingerprint string // SHA256:… of the public key
	Role        Role
	Name        string // whose key it was when it was added; empty for a key that had not been here
	Added       time.Time
	By          string // who added it
}

// Act is one thing that somebody did to the house.
type Act struct {
	At     time.Time
	Who    string // a name, or "console" and the account on the machine
	Key    string // the fingerprint of the key; empty at the console
	Act    string // the word, such as "drain off"
	About  string // whom or what it was done to
	Reason string
}

// Noted is an act in the audit log.
type Noted struct {
	Act
	Seq   uint64 // dense from 1
	Chain []byte // binds this row to all before it
}

// Backup is a copy of the database that was checked after it was made.
type Backup struct {
	Path    string
	Bytes   int64
	Matches int
	Entries int
	Took    time.Duration
}

// Difference is a rating that a recomputation finds elsewhere than the live ladder has it.
type Difference struct {
	Category string
	Player   table.PlayerID
	Live     table.Skill
	Again    table.Skill
}

// Chains is what a look at every stored byte with a checksum found.
type Chains struct {
	Matches int
	Entries int
	Acts    int
	Faults  []string // in words, a line each
}

// Store is what the office needs of the database. The data package implements it.
type Store interface {
	// StaffByKey finds who looks after the house with a key, or lobby.ErrNotFound.
	StaffByKey(ctx context.Context, fingerprint string) (Staff, error)
	// StaffList lists them, owners first.
	StaffList(ctx context.Context) ([]Staff, error)
	// AddStaff gives keys a role, or another one, and notes the act in the same transaction.
	AddStaff(ctx context.Context, keys []Staff, a Act) error
	// RemoveStaff takes keys off the list and notes the act in the same transaction. It fails with lobby.ErrNotFound
	// if none of them is on it.
	RemoveStaff(ctx context.Context, fingerprints []string, a Act) error

	lobby.Orders
	// SanctionsOf lists what was ever decided about somebody, or about anybody for an empty id, the newest first.
	SanctionsOf(ctx context.Context, who table.PlayerID, n int) ([]order.Sanction, error)
	// Reports lists up to n reports, those first that nobody was through with.
	Reports(ctx context.Context, n int) ([]order.Report, error)
	// Report reads one report, or lobby.ErrNotFound.
	Report(ctx context.Context, seq uint64) (order.Report, error)
	// CloseReport says what came of a report, and notes the act in the same transaction.
	CloseReport(ctx context.Context, seq uint64, outcome string, a Act) error
	// Pairs counts the rated matches that pairs of people played together since a moment, for all who met often enough.
	Pairs(ctx context.Context, since time.Time, least int) ([]Pair, error)

	// Note adds an act to the audit log.
	Note(ctx context.Context, a Act) error
	// Audit lists up to n acts after a number, the oldest first.
	Audit(ctx context.Context, after uint64, n int) ([]Noted, error)
	// Acts is the number of the last act.
	Acts(ctx context.Context) (uint64, error)

	// Seen lists up to n people, those first who were here last.
	Seen(ctx context.Context, n int) ([]lobby.Player, error)
	ByKey(ctx context.Context, fingerprint string) (lobby.Player, error)
	ByID(ctx context.Context, id table.PlayerID) (lobby.Player, error)
	ByName(ctx context.Context, skeleton string) (lobby.Player, error)
	Names(ctx context.Context, id table.PlayerID) ([]lobby.Named, error)
	Keys(ctx context.Context, id table.PlayerID) ([]lobby.Key, error)
	History(ctx context.Context, id table.PlayerID, f lobby.Filter, n int) ([]lobby.Past, error)
	// Played counts the ended matches of a player.
	Played(ctx context.Context, id table.PlayerID) (int, error)
	// Flags lists reasons to look at how somebody reacts in races, the newest first.
	Flags(ctx context.Context) ([]lobby.Flag, error)
	// Running lists every table that has not closed, with its match so far.
	Running(ctx context.Context) ([]lobby.Kept, error)

	// Backup copies the database to a file that must not exist yet, while it is written to, and checks the copy.
	Backup(ctx context.Context, path string) (Backup, error)
	// Integrity is what SQLite finds wrong with the file, a line each.
	Integrity(ctx context.Context) ([]string, error)
	// Chains reads every match and every act and compares their checksums.
	Chains(ctx context.Context) (Chains, error)
	// Seasons lists all seasons, the newest first.
	Seasons(ctx context.Context) ([]lobby.Season, error)
	// Awards lists what was earned in a season, by whomever if player is empty.
	Awards(ctx context.Context, season int, player table.PlayerID) ([]lobby.Award, error)
	// BeginSeason opens a season and notes the act in the same transaction. It fails with lobby.ErrSeasonOpen and
	// lobby.ErrSeasonName.
	BeginSeason(ctx context.Context, name string, a Act) (lobby.Season, error)
	// EndSeason closes the open season, gives its awards, and notes the act, all in one transaction. It fails with
	// lobby.ErrNoSeason.
	EndSeason(ctx context.Context, a Act) (lobby.Season, []lobby.Award, error)
	// Recompute makes all ratings again from the matches, and says where the live ladder differs.
	Recompute(ctx context.Context) ([]Difference, error)
	// Rewrite replaces the live ratings by recomputed ones and notes the act in the same transaction.
	Rewrite(ctx context.Context, a Act) ([]Difference, error)
}
