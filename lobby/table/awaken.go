package table

import (
	"context"
	"errors"
	"time"
)

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
			err = l.readBack()
			<-turn
		case asking = <-l.inbox:
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
				asking.reply <- ErrDisk
			}
		}
	}
}

// readBack puts the table together as the log has it, and shows it.
func (l *loop) readBack() error {
	ctx, cancel := context.WithTimeout(l.ctx, appendMax)
	defer cancel()
	kept, err := l.deps.Reload(ctx, l.ground.id)
	if errors.Is(err, ErrGone) {
		l.over = true
		return nil
	}
	if err != nil {
		return err
	}
	kept.Saved.Host = l.host
	l.core = restored(l.ground, kept, l.deps.Now())
	l.begun()
	return nil
}
