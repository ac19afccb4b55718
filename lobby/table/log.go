package table

import (
	"context"
	"errors"
	"time"

	"saloon/engine"
	"saloon/engine/clock"
)

var (
	// ErrStale answers a move for an ask that is no longer open: made twice, or too late.
	ErrStale = errors.New("that question is already settled")
	// ErrBusy answers when a table's inbox is full.
	ErrBusy = errors.New("the table is busy, try again")
	// ErrGone answers when a table has closed.
	ErrGone = errors.New("this table has closed")
	// ErrDenied answers what only somebody else may do. The text says who.
	ErrDenied = errors.New("not for you")
	// ErrFull answers when no seat or place is free.
	ErrFull = errors.New("no seat is free")
	// ErrDisk answers when the log could not be written: nothing was done and nothing was shown.
	ErrDisk = errors.New("the house cannot write it down just now")
	// ErrUnread answers when a table could not be read back from the log: nothing was done here either, so whoever asks
	// whether it is ErrDisk is told yes. The table tries again by itself.
	ErrUnread error = unread{}
)

type unread struct{}

func (unread) Error() string { return "the house cannot read this table just now, and will try again" }

func (unread) Is(err error) bool { return err == ErrDisk }

// DiskWords are what people are told about an error of the disk: not what the disk says, which is for the log. They are
// empty for other errors.
func DiskWords(err error) string {
	switch {
	case errors.Is(err, ErrUnread):
		return ErrUnread.Error()
	case errors.Is(err, ErrDisk):
		return ErrDisk.Error()
	}
	return ""
}

// Log is where a table writes before it shows. The data package implements it.
type Log interface {
	// Append makes a batch durable as one transaction and returns after the commit. After an error nothing of the
	// batch may be shown, and whether it was written is unknown: the table stops and is read again from the log.
	// With Ended it moves the ratings of a rated match and writes the changes into Saved.Result as well.
	Append(ctx context.Context, b Batch) (Written, error)
}

// Batch is what one step of a table must write: all of it or nothing.
type Batch struct {
	Table   ID
	Saved   *Saved   // the table's own state, when it changed; always set with Entries
	Opened  *Opening // the first batch of a match
	Match   MatchID
	Entries []Entry
	// Reactions are how people answered in races that Entries closed, for their histories.
	Reactions []Reaction
	Ended     *Ending // the last batch of a match; moves the ratings in the same transaction
	Drop      bool    // the table has closed: forget it (matches stay)
}

// Written is what came of a batch.
type Written struct {
	Changes []RatingChange // of a rated match that ended
}

// Opening is a match at its opening.
type Opening struct {
	Game       string
	Rules      int
	Config     engine.Config
	Names      engine.Names // as records write them; never changed afterwards
	People     []Person     // by seat
	Seed       engine.Seed
	Commitment string
	Settings   Settings
	At         time.Time
}

// Entry is one accepted act and all its events: the unit of the log.
type Entry struct {
	Seq   uint64      // dense from 1 within the match
	Seat  engine.Seat // engine.Nature for chance
	Words string      // the act as records write it, without the seat; empty for chance
	After time.Duration
	Facts []engine.Fact
	Sum   uint64 // checksum of the state after the entry
	At    time.Time
}

// Reaction is how somebody who was called on answered in a race.
type Reaction struct {
	Seq    uint64 // the entry that closed the race
	Player PlayerID
	engine.Reaction
	At time.Time
}

// Ending is a match at its end.
type Ending struct {
	Outcome engine.Outcome
	Rated   bool
	Why     string // why not rated, in words
	// Places are what the ratings move by: by seat, who is credited with which place. A leaver is last.
	Places []Place
	At     time.Time
}

// Place is one player's place in a match.
type Place struct {
	Seat   engine.Seat
	Person Person
	Rank   int // 1 is best; equal ranks share a place
	Points int
	Left   bool // walked out
	Unpaid bool // a substitute or a guest: the place counts for nobody's rating
	// Drops counts how often the match lost its player without their walking out, and Returned how often they were back
	// before its end.
	Drops, Returned int
}

// Saved is a table as it is written down: what cannot be derived from its match's entries.
type Saved struct {
	ID       ID            `json:"id"`
	Settings Settings      `json:"settings"`
	Stage    Stage         `json:"stage"`
	Host     PlayerID      `json:"host"`
	Chairs   []Chair       `json:"chairs"`
	Banks    []clock.Saved `json:"banks,omitempty"` // by seat, standing still
	Match    MatchID       `json:"match,omitempty"`
	Opened   time.Time     `json:"opened"`
	Since    time.Time     `json:"since"` // when this stage began
	Result   *Result       `json:"result,omitempty"`
}

// Stored is a match read back from the log.
type Stored struct {
	ID      MatchID
	Table   ID
	Opened  Opening
	Entries []Entry
	Ended   *Ending
	EndedAt time.Time
}
