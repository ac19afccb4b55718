package tuitest_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"saloon/lobby/table"
	"saloon/tui"
	"saloon/tui/tuitest"
)

// story runs a test in a bubble of its own.
func story(t *testing.T, f func(*testing.T, *tuitest.House)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { f(t, tuitest.Open(t)) })
}

func TestAStrangerIsAskedForAName(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna", tuitest.Nameless())
		north.Sees("What shall we call you?", "SHA256:Anna", "You will be known as Anna.")
		north.Presses("ctrl+u").Types("x").Sees("too short")
		north.Presses("enter").Sees("What shall we call you?")
		north.Presses("ctrl+u").Pastes("An\nna\x1b[31m").Sees("You will be known as An na.")
		north.Presses("ctrl+u").Types("Anna").Presses("enter")
		north.Sees("the lobby", "Welcome, Anna!", "The tables stand empty")

		other := house.Comes("Bella", tuitest.Nameless())
		other.Presses("ctrl+u").Types("anna").Presses("enter").Sees("or one that looks like it")
		other.Presses("tab").Presses("enter").Sees("the lobby")
	})
}

func TestAKeyJoinsAnAccountByCode(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna")
		north.Presses("m").Sees("your profile", "SHA256:Anna").Presses("c").Sees("Your code:")
		_, code, _ := strings.Cut(north.Text(), "Your code: ")
		code, _, _ = strings.Cut(code, " ")

		phone := house.Comes("Phone", tuitest.Nameless())
		phone.Presses("down").Types("NONSENSE").Presses("enter").Sees("unknown, used up")
		phone.Presses("ctrl+u").Types(strings.ToLower(code)).Presses("enter").Sees("the lobby", "Welcome back, Anna!")
		north.Sees("So long") // one person, one session
	})
}

// sitTogether brings two people to a table for two.
func sitTogether(house *tuitest.House) (north, south *tuitest.Terminal) {
	north, south = house.Comes("Anna"), house.Comes("Burt")
	north.Presses("o").Sees("A new table for High Card").Presses("left", "o").Sees("gathering")
	south.Sees("Anna's table", "1 free seat").Presses("enter").Sees("gathering")
	north.Sees("Burt")
	return north, south
}

func TestTwoPlayAMatchToItsEnd(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north, south := sitTogether(house)
		north.Presses("r")
		south.Presses("r")
		north.Sees("Round 1, window")
		for range 60 {
			for _, p := range []*tuitest.Terminal{north, south} {
				p.Presses("1")
			}
			if strings.Contains(north.Text(), "match is over") {
				break
			}
			north.Waits(2 * time.Second)
		}
		north.Sees("the match is over")
		south.Sees("the match is over")
		north.Presses("esc")
		board := house.Comes("Looker")
		board.Presses("b").Sees("High Card, 2 seats", "Anna", "Burt")
		board.Presses("enter").Sees("profile", "Record").Presses("h").Sees("Matches of", "1st")
		board.Presses("r").Sees("The record of match", "game").Presses("esc")
		board.Presses("enter").Sees("replay", "0 of ", "before the first deal")
		board.Presses("esc", "esc", "esc").Sees("Who plays best")
	})
}

func entries(t *testing.T, house *tuitest.House) int {
	t.Helper()
	kept, err := house.Store.Running(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, k := range kept {
		if k.Match != nil {
			n += len(k.Match.Entries)
		}
	}
	return n
}

func TestPastesAndTalkPlayNothing(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north, south := sitTogether(house)
		north.Presses("r")
		south.Presses("r")
		north.Sees("Round 1, window")
		before := entries(t, house)
		north.Pastes("1\n1\n1\nq\ny\n").Waits(2 * time.Second)
		north.Presses("/").Pastes("1\n2\n3").Types("1 1 1 q y ?").Presses("enter")
		south.Sees("1 2 31 1 1 q y ?")
		if n := entries(t, house); n != before {
			t.Fatalf("%d entries became %d", before, n)
		}
		if north.Gone() {
			t.Fatal("a paste has ended the session")
		}
	})
}

func TestADialogSwallowsWhatWasMeantForTheTable(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna")
		north.Hurries("q", "q", "q").Sees("Leave the saloon?") // repeats of the key that asked
		north.Presses("esc").SeesNot("Leave the saloon?")
		north.Presses("q", "y")
		if !north.Gone() {
			t.Fatal("yes did not leave")
		}
		south := house.Comes("Burt")
		south.Hurries("ctrl+c", "ctrl+c")
		if !south.Gone() {
			t.Fatal("ctrl+c twice did not leave")
		}
	})
}

func TestASecondSessionTakesThePlace(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		first := house.Comes("Anna")
		house.Comes("Anna").Sees("the lobby")
		first.Sees("So long")
		if first.App.Farewell() == "" {
			t.Error("the first screen does not say why")
		}
		first.Presses("enter")
		if !first.Gone() {
			t.Error("the first session did not end")
		}
	})
}

func TestTalkInTheLobby(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north, south := house.Comes("Anna"), house.Comes("Burt")
		north.Presses("t").Types("evening").Presses("enter")
		south.Sees("Anna: evening")
		south.Presses("tab").Sees("profile")
		for range 3 {
			if strings.Contains(south.Text(), "▸   ●  Anna") || strings.Contains(south.Text(), "▸ ●  Anna") {
				break
			}
			south.Presses("down")
		}
		south.Presses("i")
		north.Presses("esc", "t").Types("can you hear me").Presses("enter")
		south.Waits(time.Second).SeesNot("can you hear me")
	})
}

func TestGuestsPlayUnrated(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		guest := house.Comes("", tuitest.Keyless())
		guest.Sees("(guest)").Presses("o", "down", "down", "down", "down", "down")
		guest.Sees("Guests play unrated. Come with a key to be rated.")
	})
}

func TestIntentsGoStraightThere(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		house.Comes("Anna", tuitest.Bound(tui.Intent{Verb: tui.ToPlay})).Sees("High Card", "table ")
		house.Comes("Burt", tuitest.Bound(tui.Intent{Verb: tui.ToJoin, Table: table.ID("ZZZZZZ")})).Sees("the lobby",
			"Nobody and nothing by that name")
	})
}

func TestEveryKeyOnScreenWorksByMouseToo(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna")
		north.Clicks("open a table").Sees("A new table").Clicks("esc").Sees("the lobby")
		north.Clicks("? help").Sees("What the keys do here").Clicks("back").Sees("the lobby")
		north.Clicks("[c]").Sees("Join by code").Clicks("back").SeesNot("Join by code")
		north.Clicks("say something").Sees("done talking")
	})
}

func TestRulesOpenAtTheirClause(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna")
		north.Presses("r").Sees("the rule book", "R1.").Presses("/").Types("3").Presses("enter").Sees("rule R3")
		north.Presses("/").Types("99").Presses("enter").Sees("There is no rule 99 here.")
	})
}

func TestASmallWindowSaysSo(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north, south := sitTogether(house)
		north.Resizes(59, 20).Sees("needs a window of 60x20", "your match goes on")
		north.Presses("r").Resizes(80, 24).SeesNot("Round 1")
		north.Presses("r")
		south.Presses("r")
		north.Sees("Round 1, window").Resizes(40, 10).Sees("it is your move")
	})
}

func TestTheHouseCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := tuitest.Open(t)
		north := house.Comes("Anna")
		if err := house.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		north.Sees("So long", "The house closes for a moment")
	})
}
