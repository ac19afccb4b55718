package lines_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"saloon/tui/tuitest"
)

func TestAMatchInLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := tuitest.Open(t)
		anna := house.Calls("Anna", true)
		anna.Hears("What shall we call you?", "Just Enter takes").Types("!").Hears("cannot be a name")
		anna.Types("Anna").Hears("You are Anna.")
		anna.Types("open 2 quick").Hears("You are at table", "Seat 1: Anna.", "Seat 2: free.")
		burt := house.Calls("Burt", false)
		burt.AsksUntil("tables", "Anna; a free seat").Types("join 1").Hears("Seat 2: Burt.")
		anna.Types("ready")
		burt.Types("ready").Hears("Your move.", "1: ")
		anna.Hears("Your move.")
		burt.Types("999").Hears("There are").Types("nonsense").Hears("is no move now")
		burt.Types("rules R2").Hears("The highest card scores two points.")
		burt.Types("say hello").Hears("Burt says: hello")
		anna.Hears("Burt says: hello")
		for range 400 {
			if strings.Contains(anna.Text(), "The match is over.") {
				break
			}
			burt.Types("1")
			anna.AsksUntil("1", "") // time passes
		}
		all := []string{"The match is over.", "1. ", "Your rating", "Type ready when you have heard enough."}
		for _, said := range all {
			if !strings.Contains(anna.Text(), said) {
				t.Errorf("%q was not said:\n%s", said, anna.Text())
			}
		}
		burt.Types("leave").Hears("You are in the lobby.").Types("board").Hears("High Card with two seats", "Burt, you")
		burt.Types("history").Hears("place").Types("me").Hears("High Card with two seats")
		burt.Types("quit").Hears("So long.")
		if err := burt.Ended(); err != nil {
			t.Errorf("the session ended with %v", err)
		}
	})
}

// What is played by number is what was printed under that number.
func TestNumbersAndWordsPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := tuitest.Open(t)
		anna := house.Calls("Anna", false)
		anna.Types("open 2 climber").Hears("There is no bot called").Types("open 2 random").Hears("Seat 2: ")
		anna.Types("ready").Hears("Your move.").Types("moves").Hears("1: play", "4: pass")
		anna.Types("play").Hears("That could be any of these:").Types("pa").Hears("You had passed.")
		anna.Hears("Your move.", "1: ")
	})
}

func TestEverythingThatHelpNamesCanBeTyped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		house := tuitest.Open(t)
		anna := house.Calls("Anna", false)
		anna.Types("help").Hears("quit: leave the house")
		for _, say := range []string{
			"tables", "who", "board 3", "me", "profile Nobody", "history", "record X", "replay X", "rules",
			"rules R99", "name", "code", "ignore Nobody",
			"hear Nobody", "watch", "join ZZZZZZ", "say", "' hello", "look", "learn Chess",
			"open Chess", "\x1b[2Jbreak", strings.Repeat("long ", 100), "",
		} {
			anna.Types(say)
		}
		anna.Hears("says: hello")
		if text := anna.Text(); strings.ContainsAny(text, "\x1b\a\r") {
			t.Errorf("control characters were said: %q", text)
		}
	})
}
