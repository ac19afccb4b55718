package table

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Info is what everybody may see of a table that is written down and not read back yet: who sits there, but not who is
// asked, nor how far its match is. Nobody is there.
func (s Saved) Info() Info {
	i := Info{
		ID: s.ID, Settings: s.Settings, Stage: s.Stage, Host: s.Host, Chairs: slices.Clone(s.Chairs), Match: s.Match,
		Opened: s.Opened, Result: s.Result,
	}
	for n := range i.Chairs {
		ch := &i.Chairs[n]
		ch.Here, ch.Faint = false, false
		ch.Ready = ch.Ready && !s.unready()
	}
	return i
}

// unready reports whether those at a table that is read back are ready only once they are there again.
func (s Saved) unready() bool { return s.Stage == Gathering && !s.Settings.letters() }

// Rouse has the table read back at once, if it sleeps. It never waits.
func (t *Table) Rouse() {
	select {
	case t.rouse <- struct{}{}:
	default:
	}
}

// awaken reads the table back: when it is its turn, or at once if somebody wants something of it, who gets an answer.
// What cannot be read is tried again. The table is over if it is told to stop before, and if the log does not have it.
func (l *loop) awaken() {
	turn := l.deps.Waking
	if turn == nil {
		turn = make(chan struct{}, 1)
	}
	l.timer.Stop()
	var wait time.Duration
	for l.core == nil && !l.over {
		var asking envelope
		var err error
		select {
		case turn <- struct{}{}:
			err = l.inTurn(turn)
		case asking = <-l.inbox:
			err = l.readBack()
		case <-l.rouse:
			err = l.readBack()
		case <-l.timer.C:
			err = l.readBack()
		case <-l.quit:
			l.over = true // nobody has come, and nothing has changed
			return
		}
		switch {
		case err == nil && asking.in != nil && !l.over:
			l.handle(asking)
		case err != nil:
			turn = nil // it has had it, and goes by the timer now
			wait = min(max(2*wait, l.deps.Times.Retry), l.deps.Times.RetryMax)
			l.timer.Reset(wait)
			l.log.Error("Table not read back", "err", err, "again", wait)
			if asking.reply != nil {
				asking.reply <- ErrUnread
			}
		}
	}
}

// inTurn reads the table back and lets the next one have the turn, whatever happens here.
func (l *loop) inTurn(turn <-chan struct{}) error {
	defer func() { <-turn }()
	return l.readBack()
}

// readBack puts the table together as the log has it, and shows it.
func (l *loop) readBack() error {
	c, err := l.reread()
	if errors.Is(err, ErrGone) {
		l.over = true
		return nil
	}
	if err != nil {
		return err
	}
	l.core = c
	l.begun()
	return nil
}

// reread is the table as the log has it. A panic on the way is an error like others: the table is there to try again.
func (l *loop) reread() (c *core, err error) {
	defer contained(&err)
	ctx, cancel := context.WithTimeout(l.ctx, appendMax)
	defer cancel()
	kept, err := l.deps.Reload(ctx, l.ground.id)
	if err != nil {
		return nil, err
	}
	c = restored(l.ground, kept, l.deps.Now())
	l.complain(c)
	return c, nil
}

// complain logs that a match could not be put together again.
func (l *loop) complain(c *core) {
	if !c.broken {
		return
	}
	stack := ""
	if f := (*fault)(nil); errors.As(c.flaw, &f) {
		stack = f.stack
		l.log.Debug("Match not put together by", "what", f.what) // may name cards
	}
	l.log.Error("Match not put together", "match", c.match, "after", c.entries, "stack", stack)
}
