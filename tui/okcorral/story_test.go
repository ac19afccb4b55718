package okcorral_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine/okcorral"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/felt"
	okcorraltui "saloon/tui/okcorral"
	"saloon/tui/tuitest"
)

// corral is a house in which people race.
func corral(t *testing.T, f func(*testing.T, *tuitest.House)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f(t, tuitest.Open(t, tuitest.Game{
			Kit: okcorral.Kit(), Face: okcorraltui.Face, Book: okcorraltui.Book(), Coach: okcorraltui.NewCoach,
		}))
	})
}

// withBots opens a table of three and fills it.
func withBots(p *tuitest.Terminal) {
	p.Presses("o").Sees("A new table for").Presses("right", "o").Sees("gathering", "Everybody plays at once")
	p.Presses("b").Sees("Bots for the free seats").Presses("2").Sees("easy bot").Presses("r").Sees("card 1 of 38")
}

// shouts are the words of the cards as they stand on the screen, and the keys that answer them.
var shouts = map[string]string{
	"C A V A L R Y": "s", "S A L O O N": "w", "H O L D - U P": "h", "N U G G E T": "g", "D O U B L E": "k",
	"YOU COVER": "c", "YOU SHOOT": "j", "F O O L": "",
}

// rides plays a match with a person's eyes and fingers, and returns how many cards it answered.
func rides(t *testing.T, p *tuitest.Terminal, until string) (answered int) {
	t.Helper()
	for range 20_000 {
		text := p.Text()
		switch {
		case strings.Contains(text, until):
			return answered
		case strings.Contains(text, "turns your card. Everybody"), strings.Contains(text, "Space goes on"):
			p.Strikes("space")
		case strings.Contains(text, "n goes on"):
			p.Presses("n")
		case strings.Contains(text, "everybody to react"):
			for word, key := range shouts {
				if strings.Contains(text, word) && key != "" {
					p.Waits(300 * time.Millisecond).Strikes(key)
					answered++
					break
				}
			}
			p.Waits(700 * time.Millisecond)
		}
		p.Waits(50 * time.Millisecond)
	}
	t.Fatalf("never sees %q:\n%s", until, p.Text())
	return answered
}

func TestSomebodyRacesBotsToTheEnd(t *testing.T) {
	corral(t, func(t *testing.T, house *tuitest.House) {
		wire := &tuitest.Wire{Trip: 40 * time.Millisecond}
		north := house.Comes("Anna", tuitest.Wired(wire))
		withBots(north)
		if n := rides(t, north, "the match is over"); n < 10 {
			t.Errorf("answered %d cards", n)
		}
		painted := wire.Painted()
		if len(painted) < 38 {
			t.Errorf("%d of 38 cards were painted", len(painted))
		}
		for _, p := range painted {
			if len(p) != felt.FlashBytes {
				t.Fatalf("%d bytes: %q", len(p), p)
			}
		}
		north.Sees("Once more?").Presses("esc").Sees("Go to the lobby").Presses("l", "m")
		north.Sees("your profile", "In races", "Median", "Cavalry")
	})
}

func TestALessonInRacing(t *testing.T) {
	corral(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna", tuitest.Wired(&tuitest.Wire{}))
		north.Presses("l").Sees("Learn which game?").Presses("2").Sees("Be quick 1 of 12")
		north.Presses("n", "n").Sees("Cavalry comes next", "Press s as soon as it is up").Strikes("space")
		north.SeesWithin(6*time.Second, "everybody to react").Waits(300 * time.Millisecond).Strikes("s")
		north.SeesWithin(6*time.Second, "What came of it").Sees("You took 300 ms.", "Space goes on")
		rides(t, north, "You know the game now")
	})
}

// Whoever reads the help while a card comes does not see it, and neither does the help; a window that is dragged and a
// text that is pasted are nobody's answer.
func TestARaceIsDisturbed(t *testing.T) {
	corral(t, func(t *testing.T, house *tuitest.House) {
		wire := &tuitest.Wire{Trip: 10 * time.Millisecond}
		north := house.Comes("Anna", tuitest.Wired(wire))
		withBots(north)
		for range 400 {
			if strings.Contains(north.Text(), "turns your card. Everybody") {
				north.Strikes("space")
			}
			if strings.Contains(north.Text(), "the signal") {
				break
			}
			north.Waits(50 * time.Millisecond)
		}
		north.Sees("the signal").Hurries("?").Sees("What the keys do here", "salute")
		north.Waits(4 * time.Second)
		if n := len(wire.Painted()); n > 0 {
			t.Errorf("%d cards were painted over the help", n)
		}
		north.Presses("esc").Sees("card").Resizes(100, 30).Pastes("ssswwwhhh").Resizes(80, 24)
		north.SeesNot("Sealed until the card is decided")
	})
}

func TestOwnKeysForGestures(t *testing.T) {
	corral(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna", tuitest.Wired(&tuitest.Wire{}))
		north.Presses("s").Sees("Calm").Presses("down", "down", "down", "down")
		north.Sees("Which key does what in O.K. Corral.")
		north.Presses("enter").Sees("Your keys for O.K. Corral", "lift the whisky w")
		north.Presses("enter").Sees("Press the key for it now.")
		north.Presses("w").Sees("The key w is taken: lift the whisky.")
		north.Presses("?").Sees("The key ? is needed for the help.")
		north.Presses("up").Sees("That is not one of the keys")
		north.Presses("d").Sees("salute d instead of s").Presses("esc").Sees("1 own key")
		north.Presses("esc").Sees("the lobby")
		withBots(north)
		north.Sees("d salute", "d Cavalry")
	})
}

func TestRacingInPlainLines(t *testing.T) {
	corral(t, func(t *testing.T, house *tuitest.House) {
		line := house.Calls("Anna", false)
		line.Types("open ok-corral 3 easy").Hears("You are at table").Types("ready")
		line.Hears("A line takes longer than a key", "Get ready.", "! ")
		line.Types("salute").Types("w").Hears("Only your first answer counts.", "Times: ")
		line.Types("s").Hears("Seat 1: Anna") // between two races a word is a command again
	})
}

// Where a tie is broken between two, bots that are not called on are asked for nothing: the house would complain.
func TestBotsLookOnWhereOthersAreCalled(t *testing.T) {
	corral(t, func(t *testing.T, house *tuitest.House) {
		ctx := t.Context()
		must := func(err error) {
			if err != nil {
				t.Helper()
				t.Fatal(err)
			}
		}
		anna, err := house.Enter(ctx, lobby.Identity{Fingerprint: "SHA256:anna", KeyType: "ssh-ed25519"})
		must(err)
		must(anna.SetName(ctx, "Anna"))
		set := table.Settings{Game: "ok-corral", Seats: 4, Pace: table.Quick}
		v, err := anna.OpenTable(ctx, set, []string{"", "hard", "hard", "hard"})
		must(err)
		must(v.Ready(ctx, true))
		clock := house.Comes("Zoe")
		ties := 0
		for range 20_000 {
			f, ok, _ := v.Take()
			if s, plays := f.View.(okcorral.View); ok && plays && s.Phase == okcorral.Showdown {
				ties++
			}
			if ok && f.Info.Stage == table.Ended {
				break
			}
			if ok && f.Ask != nil {
				must(v.Answer(ctx, f.Ask.ID, f.Ask.Legal[0]))
			}
			clock.Waits(20 * time.Millisecond)
		}
		if ties == 0 {
			t.Error("no tie had to be broken")
		}
		anna.Close()
	})
}
