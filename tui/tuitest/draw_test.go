package tuitest_test

import (
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine/clock"
	"saloon/lobby"
	"saloon/tui"
	"saloon/tui/tuitest"
)

// wire is a line of 100 ms, whose terminal does not say when it has drawn.
type wire struct{ shown chan string }

func (w wire) Flash(p []byte, _ bool) (time.Time, uint64, error) {
	w.shown <- string(p)
	return time.Now(), 0, nil
}
func (w wire) Lag() clock.Lag      { return clock.Lag{Trip: 100 * time.Millisecond} }
func (w wire) Probe()              {}
func (w wire) Quiet(time.Duration) {}
func (w wire) Slots() bool         { return true }

// Somebody draws ten times alone: too early, in time, and not at all. The screen fills its window all the while.
func TestSomebodyDrawsAlone(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {60, 20}, {140, 50}} {
		synctest.Test(t, func(t *testing.T) {
			h := tuitest.Open(t)
			w := wire{make(chan string, 20)}
			anna := h.Comes("Anna", tuitest.Size(size[0], size[1]), func(o *tui.Options, _ *lobby.Identity) {
				o.Line, o.Chance = w, func() float64 { return 0 }
				o.Crowd, o.Paces = h.Crowd, []tui.Pace{{Name: "hard", Median: 386 * time.Millisecond}}
			})
			anna.Presses("d").Sees("Ten times, a card turns")
			anna.Presses("enter").Sees("get ready").SeesWithin(3*time.Second, "wait for it")
			anna.Hurries("k").Sees("too early")
			for range 8 {
				anna.SeesWithin(5*time.Second, "D R A W !")
				if <-w.shown == "" {
					t.Fatal("nothing was flashed")
				}
				anna.Waits(400 * time.Millisecond).Hurries("j").Sees(" ms")
			}
			anna.SeesWithin(5*time.Second, "D R A W !")
			anna.SeesWithin(5*time.Second, "Your median is").Sees("once more")
			anna.Sees("1 false start", "1 draw without a key", "Your line takes 100 ms", "hard 386 ms",
				"ObscureKeystrokeTiming")
			anna.Presses("?").Sees("What the keys do here").Presses("esc")
			anna.Presses("esc").Sees("the lobby")
		})
	}
}

// Who comes to draw is taken there, also on a first visit.
func TestSomebodyComesToDraw(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tuitest.Open(t)
		anna := h.Comes("Anna", tuitest.Bound(tui.Intent{Verb: tui.ToDraw}))
		anna.Sees("Ten times, a card turns").Presses("enter").Sees("This line cannot be measured")
	})
}
