package tui

import (
	"context"
	"sync"

	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/felt"
)

// arrived is a visit whose first frame was read already: which game is played there says which screen to draw.
type arrived struct {
	felt.Visit
	held func() string // why no match may begin there just now

	mu    sync.Mutex
	first table.Frame
	taken bool
	bell  table.Bell // see RingOn
}

// arrive opens a visit and waits for its first frame.
func arrive(ctx context.Context, open func(context.Context) (*lobby.Visit, error)) (*arrived, error) {
	v, err := open(ctx)
	if err != nil {
		return nil, err
	}
	for {
		select {
		case <-ctx.Done():
			v.Close()
			return nil, ctx.Err()
		case <-v.Bell():
		}
		f, ok, open := v.Take()
		if ok {
			return &arrived{Visit: v, held: v.Held, first: f}, nil
		}
		if !open {
			v.Close()
			return nil, table.ErrGone
		}
	}
}

var rung = func() chan struct{} { c := make(chan struct{}); close(c); return c }()

// Bell rings at once while the first frame waits.
func (a *arrived) Bell() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.taken {
		return rung
	}
	return a.Visit.Bell()
}

// RingOn has the table ring another bell.
func (a *arrived) RingOn(bell chan struct{}) {
	a.mu.Lock()
	a.bell = bell
	a.mu.Unlock()
	a.Visit.RingOn(bell)
}

// Take gives the first frame first, and rings for one that has come meanwhile.
func (a *arrived) Take() (f table.Frame, ok, open bool) {
	a.mu.Lock()
	taken, bell := a.taken, a.bell
	a.taken = true
	a.mu.Unlock()
	if taken {
		return a.Visit.Take()
	}
	bell.Ring()
	return a.first, true, true
}
