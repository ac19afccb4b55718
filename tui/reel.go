package tui

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/felt"
	"saloon/tui/screen"
)

// errReplay answers what can be done at a table and not in a replay.
var errReplay = fmt.Errorf("%w: this match is over, and only looked at again", table.ErrDenied)

// reelVisit is a replay as the screen of a table knows it: there are frames, and talk, and nothing to decide.
type reelVisit struct {
	felt.Visit // none: what is not listed below is never called, because no frame of a replay asks for it
	reel       *lobby.Reel
}

func (v reelVisit) ID() table.ID                         { return v.reel.ID() }
func (v reelVisit) Bell() <-chan struct{}                { return v.reel.Bell() }
func (v reelVisit) RingOn(bell chan struct{})            { v.reel.RingOn(bell) }
func (v reelVisit) Take() (f table.Frame, ok, open bool) { return v.reel.Take() }
func (v reelVisit) Close()                               { v.reel.Close() }
func (v reelVisit) SetLag(time.Duration)                 {}

func (v reelVisit) Talk(ctx context.Context, text string) error    { return v.reel.Talk(ctx, text) }
func (v reelVisit) Answer(context.Context, uint64, any) error      { return errReplay }
func (v reelVisit) Sit(context.Context, engine.Seat) error         { return errReplay }
func (v reelVisit) Ready(context.Context, bool) error              { return errReplay }
func (v reelVisit) Stand(context.Context, bool) error              { return errReplay }
func (v reelVisit) Remove(context.Context, engine.Seat) error      { return errReplay }
func (v reelVisit) Cast(context.Context, table.Motion, bool) error { return errReplay }
func (v reelVisit) Wake(context.Context) error                     { return errReplay }

func (v reelVisit) SeatBot(context.Context, engine.Seat, string) error   { return errReplay }
func (v reelVisit) Swap(context.Context, engine.Seat, engine.Seat) error { return errReplay }

// reel goes to a replay: f, which may wait, opens it.
func (d *desk) reel(from screen.Screen, f func(context.Context) (*lobby.Reel, error)) tea.Cmd {
	return d.do(from, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		r, err := f(ctx)
		return func() (tea.Cmd, screen.Nav) {
			if err != nil {
				return nil, d.sorry(err)
			}
			return nil, screen.Push(d.showing(r))
		}
	})
}

// showing makes the screen of a replay.
func (d *desk) showing(r *lobby.Reel) screen.Screen {
	kit, _ := d.kit(r.Game())
	var to *felt.Felt
	to = felt.New(felt.Deps{
		Visit: reelVisit{reel: r}, Spec: kit.Spec, Face: d.Faces[kit.Spec.Name], Reel: r,
		Prefs: func() lobby.Prefs { return d.prefs }, Now: d.Now, Start: d.now,
		Branch: func() tea.Cmd { return d.visit(to, false, r.Branch) },
	})
	return to
}

// replay shows a match again, from after so many entries on.
func (d *desk) replay(from screen.Screen, match table.MatchID, at int) tea.Cmd {
	return d.reel(from, func(ctx context.Context) (*lobby.Reel, error) { return d.Session.Replay(ctx, match, at) })
}

// watch looks on at a table, or at a showing of a replay: the codes of both look alike.
func (d *desk) watch(from screen.Screen, code table.ID) tea.Cmd {
	return d.do(from, func(ctx context.Context) func() (tea.Cmd, screen.Nav) {
		at, err := arrive(ctx, func(ctx context.Context) (*lobby.Visit, error) { return d.Session.Watch(ctx, code) })
		var r *lobby.Reel
		if errors.Is(err, lobby.ErrNotFound) {
			r, err = d.Session.Follow(ctx, code)
		}
		return func() (tea.Cmd, screen.Nav) {
			switch {
			case err != nil:
				return nil, d.sorry(err)
			case r != nil:
				return nil, screen.Push(d.showing(r))
			}
			to, err := d.table(at)
			if err != nil {
				at.Close()
				return nil, d.sorry(err)
			}
			return nil, screen.Push(to)
		}
	})
}
