package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/tui/screen"
)

// What an app does itself that nobody does for it: a goroutine for every second of a clock, and for everything that it
// hears.
type (
	tickMsg struct {
		n   int
		now time.Time
	}
	rungMsg struct {
		by   screen.Listen
		msg  tea.Msg
		more bool
	}
)

// await waits for a bell to ring, and takes what it rang for.
func (a *App) await(l screen.Listen) tea.Cmd {
	ctx := a.desk.Context
	return func() tea.Msg {
		select {
		case <-l.Bell():
		case <-ctx.Done():
			return nil
		}
		msg, more := l.Hear()
		return rungMsg{l, msg, more}
	}
}

// rung handles what a bell rang for, and waits for it to ring again.
func (a *App) rung(m rungMsg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	if m.msg != nil {
		_, cmd = a.Update(m.msg)
	}
	if m.more {
		cmd = tea.Batch(cmd, a.await(m.by))
	}
	return a, cmd
}

// arm sets the one timer, if nobody else does.
func (a *App) arm() tea.Cmd {
	if a.hosted {
		return nil
	}
	due := a.Due(a.desk.now)
	if due.IsZero() || !a.due.IsZero() && !due.Before(a.due) {
		return nil
	}
	a.disarm()
	a.due = due
	a.timer++
	a.stop = make(chan struct{})
	return alarm(a.desk.Context, a.stop, a.timer, max(due.Sub(a.desk.now), screen.LeastNap))
}

// disarm ends the running timer.
func (a *App) disarm() {
	if a.stop != nil {
		close(a.stop)
		a.stop = nil
	}
}

// alarm rings after a time, unless it is stopped or the session ends before: a command cannot be cancelled, and a clock
// that shows days would hold it for a day.
func alarm(ctx context.Context, stop <-chan struct{}, n int, in time.Duration) tea.Cmd {
	return func() tea.Msg {
		t := time.NewTimer(in)
		defer t.Stop()
		select {
		case now := <-t.C:
			return tickMsg{n, now}
		case <-stop:
		case <-ctx.Done():
		}
		return nil
	}
}
