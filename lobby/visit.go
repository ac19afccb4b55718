package lobby

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"saloon/engine"
	"saloon/engine/clock"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

// Visit is a session at a table: its frames, and all that one does there. The methods with a context wait for the
// table's verdict.
type Visit struct {
	session *Session
	desk    *desk
	box     *table.Mailbox
	lag     atomic.Int64
	ask     atomic.Uint64 // the ask that was taken last
	asked   atomic.Int64  // when, in nanoseconds since 1970
	over    atomic.Bool
	faint   faintness
	reading sync.Mutex
	read    []order.Line // the last ones, for a report; under reading
}

// visit looks at a table. Another visit of the session to the same table ends.
func (s *Session) visit(ctx context.Context, d *desk) (*Visit, error) {
	v := &Visit{session: s, desk: d, box: table.NewMailbox()}
	h := s.house
	h.mu.Lock()
	old := s.visits[d.id]
	switch {
	case s.closed || h.closed:
		h.mu.Unlock()
		return nil, ErrClosed
	case old == nil && len(s.visits) >= VisitsEach:
		h.mu.Unlock()
		return nil, ErrVisits
	}
	s.visits[d.id], s.latest = v, d
	who := s.self().Person()
	h.dirty = true
	h.mu.Unlock()
	h.ring()
	err := d.table.Do(ctx, table.Look{Who: who, Box: v.box})
	if old != nil {
		old.end(false)
	}
	if err != nil {
		v.end(false)
		return nil, err
	}
	return v, nil
}

// ID names the table.
func (v *Visit) ID() table.ID { return v.desk.id }

// Bell receives a value when there may be a frame to take. A reader waits for it, then calls Take.
func (v *Visit) Bell() <-chan struct{} { return v.box.Bell() }

// RingOn has the table ring a bell of the reader's instead, to begin with at once: a channel with one slot, which many
// may share.
func (v *Visit) RingOn(bell chan struct{}) { v.box.RingOn(bell) }

// Take takes the frame out, without the talk of people who are hidden from this player, and with the moment at which
// bots take free seats. ok is false if there is none; open is false if none will come any more. It does not wait for
// the house: everybody at a table takes a frame after every move.
func (v *Visit) Take() (f table.Frame, ok, open bool) {
	f, ok, open = v.box.Take()
	if !ok {
		return f, ok, open
	}
	h := v.session.house
	if f.Ask != nil && v.ask.Swap(f.Ask.ID) != f.Ask.ID {
		v.asked.Store(h.deps.Now().UnixNano())
	}
	if len(f.Lines) > 0 {
		v.reads(f.Lines)
		if hidden := h.hides(v.session.self()); hidden != nil {
			f.Lines = slices.DeleteFunc(slices.Clone(f.Lines), func(l table.Line) bool { return !hears(l, hidden) })
		}
	}
	if fillAt := v.desk.fillAt.Load(); fillAt != nil && f.Info.Stage == table.Gathering {
		f.Info = filling(f.Info, *fillAt)
	}
	return f, ok, open
}

// filling says in a table's info when bots will take its free seats. The info is shared: it is not changed in place.
func filling(i table.Info, at time.Time) table.Info {
	i.Chairs = slices.Clone(i.Chairs)
	free := false
	for n := range i.Chairs {
		if i.Chairs[n].Free() {
			i.Chairs[n].BotAt, free = at, true
		}
	}
	if free {
		w := table.Wait{Text: "bots to take the free seats", Seat: engine.Nobody, Until: at}
		i.Waits = append(slices.Clip(i.Waits), w)
	}
	return i
}

// me is the player's ID.
func (v *Visit) me() table.PlayerID { return v.session.Player().ID }

// Answer answers an ask with a move, once. It fails with table.ErrStale and with what the rules refuse.
func (v *Visit) Answer(ctx context.Context, ask uint64, move any) error {
	in := table.Answer{Who: v.me(), Ask: ask, Move: move, Lag: time.Duration(v.lag.Load())}
	if ask == v.ask.Load() {
		in.After = v.session.house.deps.Now().Sub(time.Unix(0, v.asked.Load()))
	}
	return v.do(ctx, in)
}

// Reached says when the write of an open race's picture returned, what is known of the line, and whether the terminal
// was asked to say when it had drawn it. It must be said of every race, first thing: nothing can be measured without.
// It fails with table.ErrStale once the race is over.
func (v *Visit) Reached(ctx context.Context, race uint64, sent time.Time, lag clock.Lag, marks bool) error {
	in := table.Reached{Who: v.me(), Box: v.box, Race: race, Sent: sent, Lag: lag, Marks: marks}
	return v.do(ctx, in)
}

// Marked says when the terminal's answer was read that it had drawn the picture. It fails with table.ErrStale once the
// race is over.
func (v *Visit) Marked(ctx context.Context, race uint64, at time.Time) error {
	return v.do(ctx, table.Marked{Who: v.me(), Box: v.box, Race: race, At: at})
}

// Gesture hands a key in that was read at a moment while a race was armed or open. It fails with table.ErrStale once
// the race is over, and with what the rules refuse, such as a second gesture.
func (v *Visit) Gesture(ctx context.Context, race uint64, move any, at time.Time) error {
	return v.do(ctx, table.Gesture{Who: v.me(), Box: v.box, Race: race, Move: move, At: at})
}

// Sit takes a seat, or any for engine.Nobody.
func (v *Visit) Sit(ctx context.Context, at engine.Seat) error {
	return v.session.sit(ctx, v.desk, at)
}

// Ready says before a match that one is ready, or no longer; between hands, that one has seen enough.
func (v *Visit) Ready(ctx context.Context, yes bool) error {
	return v.do(ctx, table.Ready{Who: v.me(), Yes: yes})
}

// Stand leaves the seat: after the hand, or now. Both lose a match that is on; see package table.
func (v *Visit) Stand(ctx context.Context, now bool) error {
	return v.do(ctx, table.Stand{Who: v.me(), Now: now})
}

// SeatBot puts a bot of a strength into a free seat, or into every free one for engine.Nobody.
func (v *Visit) SeatBot(ctx context.Context, at engine.Seat, level string) error {
	return v.do(ctx, table.SeatBot{By: v.me(), Seat: at, Level: level})
}

// Remove empties a seat before the match: the host's power.
func (v *Visit) Remove(ctx context.Context, at engine.Seat) error {
	who := v.sitter(at)
	if err := v.acting(); err != nil {
		return err
	}
	if err := v.do(ctx, table.Remove{By: v.me(), Seat: at}); err != nil {
		return err
	}
	return v.noteHost(ctx, "club kick", who)
}

// Talk says a line at the table. It fails with ErrSlow; moves are never counted. A line of which nothing can be shown
// is not said.
func (v *Visit) Talk(ctx context.Context, text string) error {
	p, err := v.session.may()
	if err != nil {
		return err
	}
	if text = Clean(text, TalkWidth); text == "" {
		return nil
	}
	if err := v.session.breath(); err != nil {
		return err
	}
	return v.do(ctx, table.Talk{Who: p.Person(), Text: text})
}

// Cast votes on a motion, or moves it.
func (v *Visit) Cast(ctx context.Context, m table.Motion, yes bool) error {
	return v.do(ctx, table.Cast{Who: v.me(), Motion: m, Yes: yes})
}

// Wake takes the own seat back from the bot that plays it.
func (v *Visit) Wake(ctx context.Context) error { return v.do(ctx, table.Wake{Who: v.me()}) }

// do hands an input to the table, unless the visit is over.
func (v *Visit) do(ctx context.Context, in table.Input) error {
	if v.over.Load() {
		return table.ErrGone
	}
	return v.desk.table.Do(ctx, in)
}

// SetLag notes the measured round trip of the line: answers from now on carry it.
func (v *Visit) SetLag(d time.Duration) { v.lag.Store(int64(max(d, 0))) }

// faintness is whether a visit's line answers. Its lock is held while the table is told, so that it hears the last word
// last.
type faintness struct {
	now     atomic.Bool
	telling sync.Mutex
}

// Faint says that the session's line does not answer just now, or that it does again, to the tables that are visited.
// It does not wait.
func (s *Session) Faint(yes bool) {
	h := s.house
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, v := range s.visits {
		v.faint.now.Store(yes)
		h.spawn("faint", v.tellFaint)
	}
}

// tellFaint tells the table how the visit's line is now.
func (v *Visit) tellFaint() {
	v.faint.telling.Lock()
	defer v.faint.telling.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), verdictMax)
	defer cancel()
	if err := v.do(ctx, table.Faint{Box: v.box, Faint: v.faint.now.Load()}); err != nil {
		v.session.house.deps.Log.Debug("Nobody to speak of a line to", "table", v.desk.id, "err", err)
	}
}

// Close leaves the table's side; a seat stays the player's. It does not wait.
func (v *Visit) Close() { v.end(true) }

// end closes the mailbox and tells the table: that the player went, or that the line is gone.
func (v *Visit) end(left bool) {
	if v.over.Swap(true) {
		return
	}
	v.box.Close()
	h, s := v.session.house, v.session
	h.mu.Lock()
	if s.visits[v.desk.id] == v {
		s.drop(v)
	}
	h.dirty = true
	h.spawn("leave", func() {
		ctx, cancel := context.WithTimeout(context.Background(), verdictMax)
		defer cancel()
		if err := v.desk.table.Do(ctx, table.Unlook{Box: v.box, Left: left}); err != nil {
			h.deps.Log.Debug("Nobody to take leave of", "table", v.desk.id, "err", err)
		}
	})
	h.mu.Unlock()
	h.ring()
}

// drop forgets a visit that is over. It is called with the house's lock held.
func (s *Session) drop(v *Visit) {
	delete(s.visits, v.desk.id)
	if s.latest == v.desk {
		s.latest = nil
		for _, other := range s.visits { // any: one is rarely at three tables
			s.latest = other.desk
		}
	}
	if !s.closed {
		s.house.stale[s] = struct{}{} // back from the table: the lobby is what they look at
	}
}
