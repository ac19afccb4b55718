package tuitest_test

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"saloon/tui"
	"saloon/tui/tuitest"
)

var monkeyKeys = []string{
	"enter", "esc", "tab", "shift+tab", "up", "down", "left", "right", "pgup", "pgdown", "home", "end", "backspace",
	"delete", "space", "ctrl+u", "ctrl+w", "ctrl+k", "ctrl+a", "ctrl+e", "ctrl+l", "ctrl+z", "ctrl+v", "?", "/", ".",
	":", "#", "é", "牛", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r", "s",
	"t", "u", "v", "w", "x", "y", "z", "R", "G", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
}

var monkeyPastes = []string{
	"", "y\ny\nq\n", "1\n2\n3\n", "\x1b[201~q", "牛仔牛仔牛仔", "\x1b]52;c;aGk=\x07", string(make([]byte, 5000)),
	"R14\r\n", "👨‍👩‍👧🇫🇷",
}

// A monkey at the keyboard, on every screen that it finds, in windows of every size: nothing panics, every screen fits
// its window (which each step checks), and the house still stands.
func TestMonkey(t *testing.T) {
	for seed := range uint64(4) {
		synctest.Test(t, func(t *testing.T) {
			house := tuitest.Open(t)
			rnd := rand.New(rand.NewPCG(seed, 1))
			who := []*tuitest.Terminal{
				house.Comes("Anna"), house.Comes("Burt", tuitest.Bound(tui.Intent{Verb: tui.ToPlay})),
				house.Comes("Zoe", tuitest.Nameless()),
			}
			for range 300 {
				i := rnd.IntN(len(who))
				if who[i].Gone() {
					who[i] = house.Comes([]string{"Anna", "Burt", "Zoe"}[i])
				}
				p := who[i]
				switch rnd.IntN(20) {
				case 0:
					p.Resizes(1+rnd.IntN(140), 1+rnd.IntN(50))
				case 1:
					p.Pastes(monkeyPastes[rnd.IntN(len(monkeyPastes))])
				case 2:
					p.ClicksAt(rnd.IntN(140), rnd.IntN(50))
				case 3:
					p.Waits(time.Duration(rnd.IntN(3000)) * time.Millisecond)
				case 4:
					p.Resizes(80, 24)
				case 5:
					p.Wheels(rnd.IntN(2) == 0)
				default:
					p.Hurries(monkeyKeys[rnd.IntN(len(monkeyKeys))])
				}
			}
			house.Comes("Last").Sees("the lobby")
		})
	}
}
