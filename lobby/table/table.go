package table

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Table is a running table. Its methods may be called by several goroutines.
type Table struct {
	deps   Deps
	ground *ground
	inbox  chan envelope
	rouse  chan struct{} // to be read back at once; one slot
	quit   chan string   // the words with which to stop; one slot
	done   chan struct{}
}

// envelope is an input on its way in, with the moment at which it came and a place for the verdict.
type envelope struct {
	in    Input
	at    time.Time
	reply chan error // one slot; nil where nobody asks
}

// New writes a new table down and starts it. Of saved it needs ID, Settings and Opened; Chairs may seat people and bots
// from the start, the rest is set. It fails with engine.ErrConfig if the game cannot be played like that, and with
// ErrDisk.
func New(ctx context.Context, d Deps, saved Saved) (*Table, error) {
	d = d.filled()
	g, err := newGround(d, saved)
	if err != nil {
		return nil, err
	}
	c, err := fresh(g, saved, d.Now())
	if err != nil {
		return nil, err
	}
	s := c.saved()
	if _, err := d.Log.Append(ctx, Batch{Table: g.id, Saved: &s}); err != nil {
		if !errors.Is(err, ErrDisk) {
			err = fmt.Errorf("%w: %w", ErrDisk, err)
		}
		return nil, err
	}
	return start(d, g, c), nil
}

// Restore starts a table again that was written down. It sleeps until it is its turn to be read back, or somebody wants
// something of it, and reports nothing before: Saved.Info is what can be seen of it. If its match cannot be replayed
// the table is Halted, says at which entry, and changes nothing in the log. Restore fails only if the table could not
// be opened anew either.
func Restore(d Deps, saved Saved) (*Table, error) {
	d = d.filled()
	g, err := newGround(d, saved)
	if err != nil {
		return nil, err
	}
	return start(d, g, nil), nil
}

func start(d Deps, g *ground, c *core) *Table {
	t := &Table{
		deps: d, ground: g, inbox: make(chan envelope, inboxMax), rouse: make(chan struct{}, 1),
		quit: make(chan string, 1), done: make(chan struct{}),
	}
	Go(d.Logger, "table "+string(g.id), func() { newLoop(t, c).run() })
	return t
}

// ID names the table.
func (t *Table) ID() ID { return t.ground.id }

// Done is closed when the table has stopped: it closed, or was told to.
func (t *Table) Done() <-chan struct{} { return t.done }

// Do hands an input over and waits for the verdict: nil once it is written and shown (an answer in
// a window: once it is sealed), a refusal of the rules
// (engine.ErrIllegal), or one of this package's errors. It fails with ErrBusy if ctx ends before the table could take
// the input; if ctx ends later, the error is the context's and the verdict unknown.
func (t *Table) Do(ctx context.Context, in Input) error {
	e := envelope{in: in, at: t.deps.Now(), reply: make(chan error, 1)}
	select {
	case t.inbox <- e:
	case <-t.done:
		return ErrGone
	case <-ctx.Done():
		return fmt.Errorf("%w (%w)", ErrBusy, ctx.Err())
	}
	select {
	case err := <-e.reply:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-t.done:
	}
	select { // the verdict may have come with the end
	case err := <-e.reply:
		return err
	default:
		return ErrGone
	}
}

// Close stops the table: its state is written down with the clocks as they stand, everybody gets a last frame with why
// as its Gone, every mailbox is closed. It returns when nothing of the table runs any more, or with the context's
// error. The table can be restored.
func (t *Table) Close(ctx context.Context, why string) error {
	select {
	case t.quit <- why:
	default: // somebody else closes it
	}
	select {
	case <-t.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
