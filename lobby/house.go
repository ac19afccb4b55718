package lobby

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"slices"
	"sync"
	"time"

	"saloon/engine/bot"
	"saloon/lobby/table"
)

// ErrClosed answers when the house has closed.
var ErrClosed = errors.New("the house has closed")

// Deps are what a house stands on. Time, chance and the database come from outside.
type Deps struct {
	Kits    []bot.Kit // the games, in the order of the menu
	Players Players
	Results Results
	Tables  Tables
	Now     func() time.Time // time.Now if nil
	Entropy io.Reader        // for ids, codes and seeds; crypto/rand if nil
	Log     *slog.Logger     // nothing is logged if nil
	Pace    BotPace
	// QuickWait is how long a quick match waits for people before bots take the free seats; QuickWaitDefault if zero.
	QuickWait time.Duration
	// SameAddress lets several people from one public address sit at one rated table.
	SameAddress bool
}

// BotPace is how long bots seem to think: from Min to Max. The zero value answers at once.
type BotPace struct{ Min, Max time.Duration }

// House is the whole: games, tables, people. All methods may be called by several goroutines.
type House struct {
	deps Deps

	mu       sync.Mutex
	sessions map[table.PlayerID]*Session
	draining bool
	closed   bool
}

// Open makes a house and puts up every table that was not closed, with its match as it was.
func Open(ctx context.Context, d Deps) (*House, error) {
	if d.Now == nil {
		d.Now = time.Now
	}
	if d.Entropy == nil {
		d.Entropy = rand.Reader
	}
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.QuickWait == 0 {
		d.QuickWait = QuickWaitDefault
	}
	return &House{deps: d, sessions: make(map[table.PlayerID]*Session)}, ctx.Err()
}

// Kits are the games of the house, in the order of the menu.
func (h *House) Kits() []bot.Kit { return slices.Clone(h.deps.Kits) }

// Kit finds a game by its name.
func (h *House) Kit(game string) (bot.Kit, bool) {
	for _, k := range h.deps.Kits {
		if k.Spec.Name == game {
			return k, true
		}
	}
	return bot.Kit{}, false
}

// Drain ends the beginning of matches: what is played is played to its end, and everybody is told why and for how
// long. It fails only on a closed house.
func (h *House) Drain(_ context.Context, why string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return ErrClosed
	}
	h.draining = true
	_ = why
	return nil
}

// Close tells everybody, closes every session and stops every table; what was shown is written down already. It
// returns when nothing of the house runs any more, or with the context's error.
func (h *House) Close(ctx context.Context) error {
	h.mu.Lock()
	h.closed = true
	all := make([]*Session, 0, len(h.sessions))
	for _, s := range h.sessions {
		all = append(all, s)
	}
	h.mu.Unlock()
	for _, s := range all {
		s.Close()
	}
	return ctx.Err()
}
