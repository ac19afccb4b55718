package tuitest

import (
	"sync"
	"time"

	"saloon/engine/clock"
	"saloon/lobby"
	"saloon/tui"
	"saloon/tui/screen"
)

// Wire is the line to somebody's terminal: what is painted past the renderer takes half of Trip to get there, and so
// does every answer.
type Wire struct {
	Trip time.Duration

	mu      sync.Mutex
	term    *Terminal
	painted []string
}

// Wired is the line that somebody comes by.
func Wired(w *Wire) Option {
	return func(o *tui.Options, _ *lobby.Identity) { o.Line = w }
}

// Flash notes what is painted; the terminal says when it has drawn it.
func (w *Wire) Flash(p []byte, mark bool) (sent time.Time, marked uint64, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.painted = append(w.painted, string(p))
	n := uint64(len(w.painted))
	sent = time.Now()
	if !mark || w.term == nil {
		return sent, 0, nil
	}
	term := w.term
	go func() { // contained: a panic ends the test
		time.Sleep(w.Trip)
		term.put(screen.Marked{N: n, At: time.Now()})
	}()
	return sent, n, nil
}

// Painted is all that was painted.
func (w *Wire) Painted() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.painted...)
}

// Lag is the line's length.
func (w *Wire) Lag() clock.Lag { return clock.Lag{Trip: w.Trip} }

// Probe asks for nothing: the length is known.
func (w *Wire) Probe() {}

// Quiet asks for nothing.
func (w *Wire) Quiet(time.Duration) {}

// Slots is false: keys are sent at once.
func (w *Wire) Slots() bool { return false }
