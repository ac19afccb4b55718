package tuitest_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"saloon/lobby"
	"saloon/tui"
	"saloon/tui/tuitest"
)

func TestALessonIsTaughtToItsEnd(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna").Sees("New to the game? Press l")
		north.Presses("l").Sees("Hello 1 of 3", "High cards win.").SeesNot("Bring somebody")
		north.Presses("n").Sees("Play 2 of 3").Presses("1").Sees("Bye 3 of 3")
		north.Presses("n").Sees("You know the game now").Presses("l").Sees("the lobby").SeesNot("Press l")
		north.Presses("l").Sees("Hello 1 of 3") // whoever wants it again gets it from the beginning
		north.Presses("esc", "k").SeesNot("Hello", "You know the game now")
	})
}

func TestAfterALessonOneMayPlayAtOnce(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna").Presses("l").Sees("Hello 1 of 3").Presses("n", "1").Sees("Bye 3 of 3")
		north.Presses("n").Sees("You know the game now").Presses("p").Sees("gathering", "bots to take the free seats")
	})
}

func TestALessonLeftInTheMiddleGoesOnOrBeginsAnew(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna").Presses("l").Sees("Hello 1 of 3").Presses("n", "1").Sees("Bye 3 of 3")
		north.Presses("esc", "l").Sees("the lobby")
		north.Presses("l").Sees("Your lesson").Presses("l").Sees("Bye 3 of 3")
		north.Presses("esc", "l").Sees("the lobby").Presses("l", "a").Sees("Hello 1 of 3")
		north.Presses("esc", "w").Sees("Walk out?").Presses("w").Sees("the lobby")
		north.Presses("l").Sees("Hello 1 of 3")
	})
}

func TestWalkingOutAndStandingUpReachTheTable(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north, south := sitTogether(house)
		south.Presses("esc", "s").Sees("the lobby", "1 free seat")
		north.Sees("Burt stands up.")
		south.Presses("enter").Sees("gathering").Presses("r")
		north.Presses("r").Sees("Round 1, window")
		south.Presses("esc", "w", "w").Sees("the lobby")
		north.Sees("Burt walks out and loses.")
	})
}

func TestASmallWindowSpeaksOfAMatchOnlyToPlayers(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		house.Comes("Anna").Resizes(59, 19).Sees("needs a window of 60x20").SeesNot("match goes on")
	})
}

func TestToastsStandWhereNothingMatters(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna")
		long := strings.TrimSpace(strings.Repeat("words ", 20))
		for _, words := range []string{"You have been still for long.", long, long + " " + long} {
			north.Gets(tui.Notice{Text: words})
			rows := strings.Split(north.Text(), "\n")
			if !strings.Contains(rows[0]+rows[1], words[:20]) {
				t.Errorf("%q is not in the head:\n%s", words[:20], north.Text())
			}
			for y, row := range rows[2:] {
				if strings.Contains(row, "words words") {
					t.Errorf("the toast is in row %d:\n%s", y+2, north.Text())
				}
			}
		}
		north.Waits(6 * time.Second).SeesNot("words words")
	})
}

// Every sheet has a title in its first row and a rule in its second.
func TestToastsLeaveTitlesInSight(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		for key, title := range map[string]string{
			"": "the lobby", "b": "leaderboard", "m": "your profile", "h": "matches", "u": "community tables",
			"s": "settings", "?": "keys",
		} {
			north := house.Comes("Anna")
			if key != "" {
				north.Presses(key)
			}
			north.Sees("·  " + title).Gets(tui.Notice{Text: "You have been still for long."})
			rows := strings.Split(north.Text(), "\n")
			if !strings.Contains(rows[0], title) || !strings.Contains(rows[1], "still for long") {
				t.Errorf("the toast is not on the rule:\n%s", north.Text())
			}
		}
	})
}

func TestAToastLeavesTheTablesCodeInSight(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna")
		north.Presses("o", "o").Sees("gathering", "table ")
		_, code, _ := strings.Cut(strings.Split(north.Text(), "\n")[0], "table ")
		north.Gets(tui.Notice{Text: strings.TrimSpace(strings.Repeat("words ", 40))}).Sees("words words")
		if head := strings.Split(north.Text(), "\n")[0]; !strings.Contains(head, "table "+code) {
			t.Errorf("the code %q is covered:\n%s", code, north.Text())
		}
	})
}

func TestALostLineIsNoFarewell(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north, south := sitTogether(house)
		north.Presses("r")
		south.Presses("r")
		north.Sees("Round 1, window")
		south.HangsUp()
		north.Sees("Burt lost the line")
		south = house.Comes("Burt").Presses("enter").Sees("Round 1")
		south.Presses("ctrl+c", "ctrl+c")
		if !south.Gone() {
			t.Fatal("ctrl+c twice did not leave")
		}
		south.HangsUp()
		north.Sees("Burt went away")
	})
}

func TestARunningMatchHasNoRecordYet(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north, south := sitTogether(house)
		north.Presses("r")
		south.Presses("r")
		north.Sees("Round 1, window").Presses("esc", "l", "h").Sees("playing")
		north.Presses("enter").Sees("Once it is over, it can be looked at again here.").SeesNot("As a file:")
	})
}

func TestTheProfileKnowsTheLine(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		lag := func(o *tui.Options, _ *lobby.Identity) {
			o.Lag = func() time.Duration { return 23400 * time.Microsecond }
		}
		house.Comes("Anna", lag).Presses("m").Sees("Your line takes 23 ms there and back")
		house.Comes("Burt").Presses("m").Sees("Here since").SeesNot("Your line takes")
	})
}

func TestOnlyGamesWithALessonAreTaught(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		other := tuitest.Toy()
		other.Kit.Spec.Name, other.Kit.Spec.Title, other.Coach = "other", "Other Game", nil
		house := tuitest.Open(t, other)
		house.Comes("Anna").Presses("l").Sees("Hello 1 of 3")
		house.Comes("Burt").Presses("p").Sees("Play which game?", "Other Game")
	})
}
