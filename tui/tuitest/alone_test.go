package tuitest_test

import (
	"testing"
	"testing/synctest"
	"time"

	"saloon/tui"
	"saloon/tui/screen"
	"saloon/tui/tuitest"
)

// An app that nobody wakes wakes itself. One that is told that its time is kept leaves it to others.
func TestAnAppWakesItselfUnlessSomebodyElseDoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tuitest.Open(t)
		const words = "A word from the door."
		alone := h.Comes("Ada").Gets(tui.Notice{Text: words}).Sees(words)
		alone.Waits(time.Minute).SeesNot(words)

		kept := h.Comes("Bel").Gets(tui.Notice{Text: words}).Gets(screen.Hosted{}).Sees(words)
		kept.Waits(time.Minute).Sees(words)
		if due := kept.App.Due(time.Now()); due.IsZero() || due.After(time.Now()) {
			t.Errorf("a word that is over is due at %v", due)
		}
		kept.Gets(screen.Tick{Now: time.Now()}).SeesNot(words)
	})
}
