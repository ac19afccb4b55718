package tuitest_test

import (
	"strings"
	"testing"
	"time"

	"saloon/tui"
	"saloon/tui/tuitest"
)

func TestACommunityHasATable(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		anna := house.Comes("Anna", tuitest.Size(100, 32))
		anna.Presses("u").Sees("No community has a table").Presses("n").Sees("A table that stays")
		anna.Presses("o").Sees("too short")
		anna.Presses("enter").Types("The Long Table").Presses("enter", "enter").Types("Friends").Presses("enter")
		anna.Presses("left") // two seats
		for range 4 {
			anna.Presses("down")
		}
		anna.Presses("o").Sees("The Long Table", "Friends", "Nothing is on the board")
		anna.Presses("n").Types("Saturday!").Presses("enter").Sees("Saturday!", "It is on the board.")
		anna.Presses("n").Types("the host brings whisky; " + strings.Repeat("mind the step ", 8) + "END")
		anna.Presses("enter")
		anna.Sees("the host brings").Presses("enter").Sees("From Anna", "END", "Back").Presses("enter")
		anna.Presses("right").Sees("Two people make a ladder").Presses("right", "right").Sees("Nobody but its owner")
		anna.Presses("o").Sees("Your table").Presses("a").Sees("Who belongs to it?").Types("Burt").Presses("enter")
		anna.Sees("Nobody and nothing by that name")

		burt := house.Comes("Burt", tuitest.Size(80, 24))
		burt.Presses("u").Sees("The Long Table", "nobody there").Presses("enter").Sees("Saturday!")
		burt.Presses("s").Sees("gathering", `join "The Long Table"`).SeesNot("not just now").Presses("r")
		anna.Presses("o", "a").Types("burt").Presses("enter").Sees("Burt", "They are on the roster now.")
		anna.Presses("o", "a").Types("burt").Presses("enter").Sees("Burt is on its roster")
		anna.Presses("s").Sees("gathering").Presses("r").Sees("Round 1, window")
		for range 60 {
			anna.Presses("1", "space")
			burt.Presses("1", "space")
			anna.Waits(2 * time.Second)
		}
		anna.Waits(time.Minute).Sees("gathering")
		anna.Presses("esc", "s").Presses("left").Sees("Who sat there").Presses("enter").Sees("replay", "0 of")
		anna.Presses("esc").Presses("left").Sees("Rating", "Anna", "Burt")
		anna.Presses("z").Types("Nowhere/Land").Presses("enter").Sees("no time zone")
		anna.Presses("z").Types("Asia/Tokyo").Presses("enter").Sees("Ladder")
		anna.Presses("o", "h").Types("Burt").Presses("enter").Sees("owned by Burt", "It is theirs now.")
		burt.Presses("esc", "s").Presses("o", "e").Sees("Your table")
		burt.Presses("enter", "ctrl+u").Types("Burt's").Presses("enter", "o")
		burt.Sees("It is kept.", "Burt's")
		burt.Presses("o", "c").Sees("for good").Presses("c").Sees("The table is closed.")

		curt := house.Comes("Curt", tuitest.Bound(tui.Intent{Verb: tui.ToJoin, Table: "burt's"}))
		curt.Sees("Nobody and nothing by that name")
	})
}

func TestATableOutOfItsHoursSaysSoAtOnce(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		anna := house.Comes("Anna", tuitest.Size(100, 32))
		anna.Presses("u", "n").Sees("A table that stays").Presses("enter").Types("Mornings").Presses("enter")
		for range 20 {
			if strings.Contains(anna.Text(), "No match begins at other times") {
				break
			}
			anna.Presses("down")
		}
		in := time.Now().UTC().Add(3 * time.Hour)
		anna.Presses("enter").Types(in.Format("Mon 15:00-")+in.Add(2*time.Hour).Format("15:00")).Presses("enter", "o")
		anna.Sees("Nothing is on the board").Presses("s")
		anna.Sees("gathering", "But not just now: this table opens in")
	})
}
