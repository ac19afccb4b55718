package lobby

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	xrate "golang.org/x/time/rate"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

// ErrClosed answers when the house has closed.
var ErrClosed = errors.New("the house has closed")

// closing is what everybody reads whose line ends because the house closes.
const closing = "The house closes for a moment. Come back in a minute: " +
	"your seat, your cards and your clock stay as they are."

// Deps are what a house stands on. Time, chance and the database come from outside.
type Deps struct {
	Kits    []bot.Kit // the games, in the order of the menu
	Players Players
	Results Results
	Tables  Tables
	Clubs   Clubs            // nil: a house without community tables
	Orders  Orders           // nil: a house in which nobody keeps order
	Now     func() time.Time // time.Now if nil
	Entropy io.Reader        // for ids, codes and seeds; crypto/rand if nil
	Log     *slog.Logger     // nothing is logged if nil
	Pace    BotPace
	// QuickWait is how long a quick match waits for people before bots take the free seats; QuickWaitDefault if zero.
	QuickWait time.Duration
	// SameAddress lets several people from one public address sit at one rated table.
	SameAddress bool
	// Times are how long tables wait for what; table.Usual if zero.
	Times table.Times
}

// BotPace is how long bots seem to think: from Min to Max. The zero value answers at once.
type BotPace struct{ Min, Max time.Duration }

// House is the whole: games, tables, people. All methods may be called by several goroutines.
type House struct {
	deps     Deps
	thinking chan struct{} // one place for every bot that may think at a time
	waking   chan struct{} // one place for every table that may be read back at a time with nobody waiting for it
	amending chan struct{} // one place for who changes a sanction
	kick     chan struct{} // one slot: there may be something to publish
	hashing  chan struct{} // one place for who hashes recovery words
	leavers  chan struct{} // one slot: somebody leaves for good, or stays
	quit     chan struct{}
	work     sync.WaitGroup // everything that runs beside the tables
	showings showings       // replays that people look at
	clubs    clubs          // community tables; all but open under mu

	// What every session asks at every turn is read without mu, and set with it; what is pointed to is never changed.
	shies     atomic.Pointer[[]*Player]        // who is here and ignores somebody
	sanctions atomic.Pointer[[]order.Sanction] // that stand, and some that no longer do

	// No table is asked anything, and no database, while mu is held: tables report to the house under it.
	mu       sync.Mutex
	sessions map[string]*Session // by place; see Session.place
	desks    map[table.ID]*desk
	opening  map[table.PlayerID]int // tables that are being opened
	seats    map[table.PlayerID]map[table.ID]*desk
	voices   map[table.PlayerID]*xrate.Limiter
	ladder   map[table.PlayerID]rungs          // of those who were here since the house opened
	conduct  map[table.PlayerID][]ConductMonth // of the same people
	talk     []said
	board    *board
	dirty    bool                  // board is out of date
	stale    map[*Session]struct{} // whose own part of the news is out of date
	queue    []waiting             // who has to get the board, in order; some have got it meanwhile
	printed  time.Time             // when the board was made
	holding  string                // why no match may begin, in words
	closed   bool
	left     bool                    // Close waits for the work, or has
	gone     map[table.PlayerID]bool // whose accounts are no more; never changed in place
	papers   map[table.PlayerID]bool // who has an export written just now
}

// Open makes a house and puts up every table that was not closed. Their matches are read back one after the other, and
// at once where somebody comes.
func Open(ctx context.Context, d Deps) (*House, error) {
	h := &House{
		deps: d.filled(), thinking: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
		waking:  make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
		hashing: make(chan struct{}, 1), papers: map[table.PlayerID]bool{},
		leavers: make(chan struct{}, 1),
		kick:    make(chan struct{}, 1), quit: make(chan struct{}),
		sessions: map[string]*Session{}, desks: map[table.ID]*desk{}, opening: map[table.PlayerID]int{},
		seats: map[table.PlayerID]map[table.ID]*desk{}, voices: map[table.PlayerID]*xrate.Limiter{},
		ladder: map[table.PlayerID]rungs{}, conduct: map[table.PlayerID][]ConductMonth{},
		stale: map[*Session]struct{}{},
	}
	h.shies.Store(&[]*Player{})
	h.sanctions.Store(&[]order.Sanction{})
	if err := h.loadClubs(ctx); err != nil {
		return nil, err
	}
	if err := h.loadOrders(ctx); err != nil {
		return nil, err
	}
	if err := h.loadTombs(ctx); err != nil {
		return nil, err
	}
	if err := h.openBots(ctx); err != nil {
		return nil, err
	}
	if err := h.restore(ctx); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.board = h.gather()
	h.board.arrange()
	h.spawn("news", h.publish)
	h.spawn("leavers", h.seeOff)
	return h, nil
}

func (d Deps) filled() Deps {
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
	if d.Times == (table.Times{}) {
		d.Times = table.Usual()
	}
	return d
}

// restore puts the kept tables up again.
func (h *House) restore(ctx context.Context) error {
	all, err := h.deps.Tables.Standing(ctx)
	if err != nil {
		return fmt.Errorf("kept tables: %w", err)
	}
	for _, saved := range all {
		if err := h.restoreTable(saved); err != nil { // the others open nevertheless, and it stays in the log
			h.deps.Log.Error("Table stays closed", "table", saved.ID, "err", err)
		}
	}
	return nil
}

func (h *House) restoreTable(saved table.Saved) error {
	kit, ok := h.Kit(saved.Settings.Game)
	if !ok {
		return fmt.Errorf("%w: there is no game %q here", engine.ErrConfig, saved.Settings.Game)
	}
	d := &desk{lesson: saved.Settings.Lesson}
	if c, ok := h.clubOf(saved.Settings); ok {
		saved.Host = c.Owner
	}
	t, err := table.Restore(h.tableDeps(kit, d), saved)
	if err != nil {
		return err
	}
	h.enlist(d, t, saved) // the house is not open yet, so it cannot be closed
	return nil
}

// spawn runs f beside everything else; Close waits for it. It is called with the lock held.
func (h *House) spawn(name string, f func()) {
	if h.left {
		table.Go(h.deps.Log, name, f) // somebody is late in going; there is nothing left to wait for
		return
	}
	h.work.Add(1)
	table.Go(h.deps.Log, name, func() {
		defer h.work.Done()
		f()
	})
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

// Stats are what a house holds just now.
type Stats struct{ People, Tables, Matches int }

// Stats counts people, tables, and matches that are on.
func (h *House) Stats() Stats {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := Stats{People: len(h.sessions), Tables: len(h.desks)}
	for _, d := range h.desks {
		if d.info.Stage == table.Playing {
			s.Matches++
		}
	}
	return s
}

// Drain ends the beginning of tables and matches: what is played is played to its end, and everybody is told why. It
// fails only on a closed house.
func (h *House) Drain(_ context.Context, why string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return ErrClosed
	}
	h.holding = ErrDraining.Error()
	h.toastAll(why)
	return nil
}

// Close tells everybody, closes every session and stops every table; what was shown is written down already. It
// returns when nothing of the house runs any more, or with the context's error. Closing twice waits twice.
func (h *House) Close(ctx context.Context) error {
	h.mu.Lock()
	first := !h.closed
	h.closed = true
	sessions := make([]*Session, 0, len(h.sessions))
	for _, s := range h.sessions {
		sessions = append(sessions, s)
	}
	desks := make([]*desk, 0, len(h.desks))
	for _, d := range h.desks {
		desks = append(desks, d)
		d.stopFilling()
	}
	h.mu.Unlock()
	if first {
		close(h.quit)
	}
	var g errgroup.Group
	for _, d := range desks { // all at once: their last writes share a commit
		g.Go(func() error { return d.table.Close(ctx, closing) })
	}
	err := g.Wait()
	for _, s := range sessions {
		s.end(closing)
	}
	h.mu.Lock()
	h.left = true
	h.mu.Unlock()
	done := make(chan struct{})
	table.Go(h.deps.Log, "close", func() {
		h.work.Wait()
		close(done)
	})
	select {
	case <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// tableDeps are what a table needs of the house.
func (h *House) tableDeps(kit bot.Kit, d *desk) table.Deps {
	return table.Deps{
		Kit: kit, Log: h.deps.Tables, Now: h.deps.Now, Entropy: h.deps.Entropy, Logger: h.deps.Log, Times: h.deps.Times,
		NewMatchID: h.newMatchID, Thinking: h.thinking, Waking: h.waking,
		Reload: func(ctx context.Context, id table.ID) (table.Kept, error) {
			k, err := h.deps.Tables.Reload(ctx, id)
			if errors.Is(err, ErrNotFound) {
				err = table.ErrGone
			}
			if c, ok := h.clubOf(k.Saved.Settings); ok {
				k.Saved.Host = c.Owner // a hand-over that was broken off is done with
			}
			return k, err
		},
		Bot: func(level string, seat engine.Seat) (table.Person, bool) {
			if _, ok := kit.Level(level); !ok || seat < 0 || int(seat) >= len(botNames) {
				return table.Person{}, false
			}
			return botPerson(level, int(seat)), true
		},
		Pace: func(r *engine.Rand) time.Duration {
			p := h.deps.Pace
			if p.Max <= p.Min {
				return p.Min
			}
			return p.Min + time.Duration(r.IntN(int(p.Max-p.Min)))
		},
		Hold:    func() string { return h.held(d) },
		Changed: func(info table.Info) { h.changed(d, info) },
	}
}
