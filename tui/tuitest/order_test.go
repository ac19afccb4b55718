package tuitest_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"saloon/lobby"
	"saloon/lobby/order"
	"saloon/tui"
	"saloon/tui/tuitest"
)

// imposes lets the staff decide something about somebody by name, for an hour.
func imposes(t *testing.T, house *tuitest.House, kind order.Kind, name, reason string) {
	t.Helper()
	p, err := house.Store.ByName(t.Context(), lobby.Skeleton(name))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := house.Impose(t.Context(), order.Sanction{
		Kind: kind, Whom: order.Whom{Player: p.ID, Name: name}, Reason: reason, By: "Staff", At: time.Now(),
		Until: time.Now().Add(time.Hour),
	}); err != nil {
		t.Fatal(err)
	}
}

func TestSomebodyIsKeptOutInWords(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna")
		imposes(t, house, order.Ban, "Anna", "insults at the table")
		north.Sees("So long", "You may not come in until", "insults")
		again := house.Comes("Anna")
		again.Sees("You may not come in", "Saturday, 1 January 2000", "insults at the table", "press a")
		again.Presses("b", "enter") // nothing of the house is behind this
		again = house.Comes("Anna")
		again.Presses("a").Types("it was a joke").Presses("enter").Sees("The staff will read it.", "it was a joke")
		again.Waits(time.Hour)
		house.Comes("Anna").Sees("the lobby")
	})
}

func TestAWarningIsReadBeforeAnythingElse(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna")
		imposes(t, house, order.Warning, "Anna", "mind your words")
		north.Sees("A word from the house", "mind your words").Waits(time.Second).Presses("enter").Sees("the lobby")
		north = house.Comes("Anna")
		north.Sees("the lobby")
		if strings.Contains(north.Text(), "A word from") {
			t.Error("it is said again")
		}
		imposes(t, house, order.Mute, "Anna", "flooding")
		north.Presses("t").Types("hello").Presses("enter").Sees("You may not talk here until", "flooding")
	})
}

func TestSomebodyIsReported(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north, south := sitTogether(house)
		south.Presses("/").Types("you cheat").Presses("enter", "esc")
		north.Sees("you cheat").Presses("esc", "r").Sees("About whom?").Presses("1").Sees("Report Burt")
		north.Types("he is rude").Presses("enter").Sees("It is with the staff.")
		north.Waits(10*time.Second).Presses("esc", "l").Sees("the lobby")
		north.Presses("tab", "down", "x").Sees("Report Burt").Presses("esc")
		all := house.Store.Reports()
		if len(all) != 1 || all[0].Called != "Burt" || all[0].Words != "he is rude" {
			t.Fatalf("reported: %+v", all)
		}
		last := all[0].Lines[len(all[0].Lines)-1]
		if last.Text != "you cheat" || last.From != "Burt" {
			t.Errorf("pinned: %+v", all[0].Lines)
		}
	})
}

func TestTheStaffLooksAfterTheHouseFromInside(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		said := make(chan string, 8)
		staff := house.Comes("Anna", func(o *tui.Options, _ *lobby.Identity) {
			o.Office = func(_ context.Context, line string) (string, error) {
				said <- line
				if line == "nonsense" {
					return "", errors.New("there is no word \"nonsense\"")
				}
				return "one line\x1b[2J\ntwo lines\n" + strings.Repeat("more\n", 40), nil
			}
		})
		staff.Presses("A").Sees("the office", "more")
		for range 12 {
			staff.Wheels(true)
		}
		staff.Sees("> help", "two lines").Types("nonsense").Presses("enter").Sees("There is no word")
		staff.Types("half a word").Wheels(true).Sees("half a word").Wheels(false).Sees("There is no word")
		staff.Presses("ctrl+u", "up").Clicks("say it").Sees("There is no word").Clicks("esc").Sees("the lobby")
		for _, want := range []string{"help", "nonsense", "nonsense"} {
			if got := <-said; got != want {
				t.Errorf("said %q, want %q", got, want)
			}
		}
		guest := house.Comes("Burt", tuitest.Size(80, 20))
		guest.Presses("A").Sees("the lobby")
		guest.Presses("?").Sees("What the keys do here").SeesNot("The mouse works too")
		for range 12 {
			guest.Wheels(false)
		}
		guest.Sees("The mouse works too").Presses("?").Sees("the lobby")
	})
}
