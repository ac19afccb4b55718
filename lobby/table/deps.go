package table

import (
	"context"
	"io"
	"log/slog"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
)

// Deps are what a table needs of the world. All functions may be called by several goroutines.
type Deps struct {
	Kit bot.Kit // the game, its bots, and what answers for somebody whose time is up
	Log Log
	// Reload reads the table from the log, after a restart and after a write that failed. It fails with ErrGone if the
	// log has no such table.
	Reload func(context.Context, ID) (Kept, error)

	Now        func() time.Time
	Entropy    io.Reader // 32 bytes a match
	NewMatchID func() (MatchID, error)
	// Bot is the player that a bot of a strength is, for a seat; false if there is none. It answers at once.
	Bot func(level string, seat engine.Seat) (Person, bool)
	// Pace is how long a bot seems to think, beside what it really thinks. Nil is no time.
	Pace func(*engine.Rand) time.Duration
	// Thinking has one place for every bot that may think at a time, in the whole house. Nil is no bound.
	Thinking chan struct{}
	// Waking has one place for every table that may be read back at a time without anybody waiting for it, in the whole
	// house. Nil is no bound.
	Waking chan struct{}
	// StandIn is the strength of bots that play for somebody who is away; empty is "regular" or what comes next.
	StandIn string
	// Begun are the entries with which the table's first match begins, as if they had been played here; see
	// Settings.From. A table that is read back from the log has them there.
	Begun []Entry
	// Hold says in words why no match may begin just now; empty means that one may. Nil is always empty.
	Hold func() string
	// Changed is told what everybody may see, after it was written, in order. It must not block. Nil is nobody.
	Changed func(Info)

	Times  Times        // the zero value is Usual
	Logger *slog.Logger // nil logs nothing
}

// Kept is a table as it was written down.
type Kept struct {
	Saved Saved
	Match *Stored // the match that Saved names; nil before the first
}

func (d Deps) filled() Deps {
	if d.Times == (Times{}) {
		d.Times = Usual()
	}
	if d.Logger == nil {
		d.Logger = slog.New(slog.DiscardHandler)
	}
	if d.Pace == nil {
		d.Pace = func(*engine.Rand) time.Duration { return 0 }
	}
	if d.Hold == nil {
		d.Hold = func() string { return "" }
	}
	if d.Changed == nil {
		d.Changed = func(Info) {}
	}
	return d
}
