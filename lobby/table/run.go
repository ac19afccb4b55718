package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"saloon/engine"
)

// loop is the one goroutine of a table and what it alone touches.
type loop struct {
	*Table
	core  *core // nil until the table is awake
	timer *time.Timer
	bots  *bots
	log   *slog.Logger
	ctx   context.Context // ends when the loop does
	over  bool

	retry   time.Duration // the wait before the next try to write; zero while the log works
	strikes int           // writes that failed since an entry was written
}

func newLoop(t *Table, c *core) *loop {
	l := &loop{Table: t, core: c, log: t.deps.Logger.With("table", t.ground.id)}
	l.bots = newBots(t, l.log)
	return l
}

func (l *loop) run() {
	ctx, cancel := context.WithCancel(context.Background())
	l.ctx = ctx
	var once sync.Once
	end := func() {
		once.Do(func() {
			cancel()
			if l.core != nil {
				l.core.hangUp()
			}
			l.bots.stop()
			close(l.done)
		})
	}
	defer end()
	l.timer = time.NewTimer(time.Hour)
	defer l.timer.Stop()
	if l.core == nil {
		l.awaken()
	} else {
		l.begun()
	}
	for !l.over {
		l.arm()
		select {
		case e := <-l.inbox:
			l.handle(e)
		case <-l.timer.C:
			l.drain() // who answered before the moment was there first
			l.wake()
		case why := <-l.quit:
			l.drain()
			l.finish(why)
		}
	}
}

// begun brings a table that was just put together up to this moment, and shows it.
func (l *loop) begun() {
	l.handle(envelope{in: tick{}, at: l.deps.Now()})
	if !l.over && l.retry == 0 {
		l.show(todo{Seen: true})
	}
}

// drain handles the inputs that wait already.
func (l *loop) drain() {
	for range len(l.inbox) {
		if l.over {
			return
		}
		l.handle(<-l.inbox)
	}
}

func (l *loop) wake() {
	if l.over {
		return
	}
	if l.retry > 0 {
		l.recover()
		return
	}
	l.handle(envelope{in: tick{}, at: l.deps.Now()})
}

// arm sets the timer to the next moment at which something is due.
func (l *loop) arm() {
	if l.retry > 0 {
		l.timer.Reset(max(l.core.retryAt.Sub(l.deps.Now()), 0))
		return
	}
	at := l.core.deadline()
	if at.IsZero() {
		l.timer.Stop()
		return
	}
	l.timer.Reset(max(at.Sub(l.deps.Now()), 0))
}

// handle is the whole way of an input: step, write, show, verdict.
func (l *loop) handle(e envelope) {
	err := l.take(e)
	if e.reply != nil {
		e.reply <- err
	}
}

func (l *loop) take(e envelope) error {
	next, ready, err := guarded(l.core, e.in, e.at)
	if f := (*fault)(nil); errors.As(err, &f) {
		l.halt(f, e.in)
		return ErrHalted
	}
	if err != nil {
		return err
	}
	if ready.Batch != nil {
		written, err := l.append(*ready.Batch)
		if err != nil {
			l.stop(err)
			return ErrDisk
		}
		if len(ready.Batch.Entries) > 0 {
			l.strikes = 0
		}
		if len(written.Changes) > 0 {
			l.core = next
			return l.take(envelope{in: settled{changes: written.Changes}, at: e.at})
		}
	}
	l.core = next
	l.show(ready)
	if ready.Begin && !l.over {
		l.begin() // what comes of it is not the verdict on the input that led to it
	}
	return ready.Verdict
}

func (l *loop) append(b Batch) (Written, error) {
	ctx, cancel := context.WithTimeout(l.ctx, appendMax)
	defer cancel()
	return l.deps.Log.Append(ctx, b)
}

// show sends what a step left to be seen, and sets the bots thinking.
func (l *loop) show(r todo) {
	var dead []*Mailbox
	if r.shows() {
		frames, err := l.frames(r)
		if err != nil {
			l.halt(err, nil)
			return
		}
		dead = put(frames)
	} else {
		l.core.shown(l.deps.Now())
	}
	if r.Seen || r.Over {
		l.deps.Changed(l.core.info())
	}
	l.over = l.over || r.Over
	if l.over {
		return
	}
	l.bots.reconcile(l.core.thinking())
	for _, box := range dead {
		l.handle(envelope{in: Unlook{Box: box}, at: l.deps.Now()})
	}
}

// put hands frames over. It returns the mailboxes that somebody closed without taking leave of the table.
func put(frames []addressed) (dead []*Mailbox) {
	for _, f := range frames {
		switch {
		case !f.box.Put(f.frame):
			dead = append(dead, f.box)
		case f.last:
			f.box.Close()
		}
	}
	return dead
}

// frames starts the clocks of what is shown now and makes the frames of those who are to see it. It fails with a fault.
func (l *loop) frames(r todo) (out []addressed, fail *fault) {
	var err error
	func() {
		defer contained(&err)
		l.core.shown(l.deps.Now())
		out, err = l.core.frames(r)
	}()
	if err != nil && !errors.As(err, &fail) {
		fail = &fault{what: err.Error()}
	}
	return out, fail
}

// begin draws a seed and opens the match.
func (l *loop) begin() {
	in := begin{held: l.deps.Hold()}
	if in.held == "" {
		id, err := l.deps.NewMatchID()
		if err == nil {
			_, err = io.ReadFull(l.deps.Entropy, in.seed[:])
		}
		if l.core.settings.Lesson && l.deps.Kit.Lesson != (engine.Seed{}) {
			in.seed = l.deps.Kit.Lesson // everybody learns from the same cards
		}
		if err != nil {
			l.log.Error("No chance for a match", "err", err)
			in.held = "the house has no cards to deal just now"
		}
		in.match = id
	}
	if err := l.take(envelope{in: in, at: l.deps.Now()}); err != nil {
		l.log.Warn("No match begun", "err", err)
	}
}

// halt stops the match because its rules broke down. The log is left as it is.
func (l *loop) halt(f *fault, in Input) {
	l.log.Error("Table halted", "match", l.core.match, "seq", l.core.entries, "input", fmt.Sprintf("%T", in),
		"stack", f.stack)
	l.log.Debug("Table halted by", "what", f.what, "input", fmt.Sprintf("%+v", in)) // may name cards
	l.core = l.core.halted("Something in this game's rules broke. The match is kept as it was; nobody loses by it.")
	l.showTrouble()
}

// stop halts the table because the log could not be written, until recover succeeds.
func (l *loop) stop(err error) {
	l.log.Error("Log failed", "match", l.core.match, "seq", l.core.entries, "err", err)
	l.retry = min(l.core.times.Retry<<min(l.strikes, strikesMax), l.core.times.RetryMax)
	l.strikes++
	l.core = l.core.failing(l.deps.Now(), l.retry)
	l.showTrouble()
}

// showTrouble tells everybody that the table stands still. Nothing here may fail: without a view it says so alone.
func (l *loop) showTrouble() {
	l.bots.reconcile(nil)
	frames, fail := l.frames(todo{Seen: true})
	if fail != nil {
		l.core.blind = true
		if frames, fail = l.frames(todo{Seen: true}); fail != nil {
			l.log.Error("No frames", "what", fail.what)
		}
	}
	put(frames)
	l.deps.Changed(l.core.info())
}

// recover reads the table from the log, where the batch that failed may or may not be, and tries whether writing works.
func (l *loop) recover() {
	ctx, cancel := context.WithTimeout(l.ctx, appendMax)
	defer cancel()
	kept, err := l.deps.Reload(ctx, l.ground.id)
	if errors.Is(err, ErrGone) {
		l.over = true // the batch that failed was the one that closed the table
		return
	}
	var next *core
	if err == nil {
		next = l.core.recovered(kept, l.deps.Now())
		s := next.saved()
		_, err = l.append(Batch{Table: l.ground.id, Saved: &s})
	}
	if err != nil {
		l.retry = min(2*l.retry, l.core.times.RetryMax)
		l.log.Warn("Log still fails", "match", l.core.match, "err", err, "again", l.retry)
		l.core = l.core.failing(l.deps.Now(), l.retry)
		return
	}
	l.log.Info("Log works again", "match", next.match, "seq", next.entries)
	l.retry, l.core = 0, next
	l.begun()
}

// finish writes the clocks down and says goodbye.
func (l *loop) finish(why string) {
	if l.over {
		return
	}
	l.over = true
	if l.retry == 0 {
		s := l.core.paused(l.deps.Now()).saved()
		if _, err := l.append(Batch{Table: l.ground.id, Saved: &s}); err != nil {
			l.log.Error("Table not saved", "err", err)
		}
	}
	l.core.gone = why
	frames, fail := l.frames(todo{Seen: true})
	if fail != nil {
		l.log.Error("No frames", "what", fail.what)
	}
	put(frames)
}

// guarded is step with panics turned into faults.
func guarded(c *core, in Input, at time.Time) (next *core, r todo, err error) {
	defer contained(&err)
	return step(c, in, at)
}
