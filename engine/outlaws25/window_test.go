package outlaws25

import (
	"testing"
	"time"

	"saloon/engine"
)

// Every seat asked in a window of a duel has its 8 seconds, whether or not what it holds is of use there; no other
// question stands (rules 73).
func TestWindows(t *testing.T) {
	window := func(b *board, asked engine.Seat, want time.Duration) {
		t.Helper()
		b.is("phase "+b.State.phase.String()+", asked", b.State.asked(), engine.SeatSet(1)<<asked)
		b.is("phase "+b.State.phase.String()+", the window", Rules{}.Window(b.State), want)
	}
	duel := func(kinds ...string) *board {
		gangs := T{
			"A": T{"R": man(4, 100), "M": man(1, 100), "L": man(2, 100)},
			"B": T{"R": man(1, 100), "M": man(2, 100), "L": man(3, 100)},
		}
		for i, kind := range kinds {
			gangs[string(rune('A'+i))].(T)["M"].(T)["reward"] = kind
		}
		p := engine.Position{"phase": "holdup", "dealer": "A", "gangs": gangs, "dice": []int{6, 1}}
		b := set(t, 2, p)
		window(b, 0, 0)
		b.play("A: hold up B R with R")
		window(b, 1, 0)
		return b.play("B: fight")
	}
	b := duel("Fast Horse", "Shot of Whiskey") // of no use to A, of use to B before the roll
	window(b, 0, windowTime)
	window(b.play("A: pass"), 1, windowTime)
	window(b.play("B: pass"), 0, windowTime)
	window(b.play("A: pass"), 1, windowTime)
	b.play("B: pass").is("phase", b.State.phase, Sharing).is("the window", Rules{}.Window(b.State), time.Duration(0))

	b = duel("Fast Horse", "Shot of Whiskey")
	b.play("A: pass", "B: play M on A")
	window(b, 0, windowTime) // alone now: nobody else holds a reward
	window(b.play("A: pass"), 0, windowTime)

	b = duel()
	b.is("without rewards, phase", b.State.phase, Sharing).is("the window", Rules{}.Window(b.State), time.Duration(0))
}
