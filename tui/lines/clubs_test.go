package lines_test

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"saloon/tui/tuitest"
)

func TestACommunityTableInLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := tuitest.Open(t, tuitest.Toy())
		anna, burt := h.Calls("Anna", false), h.Calls("Burt", false)
		anna.Types("clubs").Hears("No community has a table of its own here yet.")
		anna.Types("found The Long Table").Hears("a colon")
		anna.Types("found The Long Table: toy 2 quick roster unrated").Hears("Type: join The Long Table")
		anna.Types("zone Nowhere/Land").Hears("there is no time zone")
		anna.Types("zone Asia/Tokyo").Hears("the clock of Asia/Tokyo")
		anna.Types("hours the long table: whenever").Hears("is no opening time")
		anna.Types("hours the long table: daily 12:00-13:00 by UTC").Hears("Its hours are changed.")
		anna.Types("clubs").Hears("for its roster", "21:00-22:00", "Asia/Tokyo, owned by Anna")
		burt.Types("join The Long Table").Hears("for the people on its roster")
		burt.Types("enroll The Long Table: Burt").Hears("Only its owner may do that.")
		anna.Types("enroll The Long Table: Burt").Hears("Its roster is changed.")
		burt.Types("pin The Long Table: who comes on Friday?").Hears("It is on the board.")
		anna.Types("clubs The Long Table").Hears("On its roster: Burt.", "Burt has pinned: who comes on Friday?")
		anna.Types("join The Long Table").Hears("Seat 1: ")
		burt.Types("join The Long Table").Hears("Seat 2: ")
		burt.Types("swap 1 2").Hears("Only the host may")
		anna.Types("swap 1").Hears("Which two seats?")
		anna.Types("swap 1 2").Hears("Seats 1 and 2 change places.")
		anna.Types("give The Long Table: Burt").Hears("It is theirs now.")
		burt.Types("shut The Long Table").Hears("type: shut The Long Table: for good")
		burt.Types("shut The Long Table: for good").Hears("It is closed.")
		anna.Types("admin sessions").Hears("Only this house's staff may do that.")
	})
}

func TestAReplayInLinesAndABranch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		anna := tuitest.Open(t, tuitest.Toy()).Calls("Anna", false)
		anna.Types("open toy 2 random unrated").Hears("Seat 2: ")
		anna.Types("ready").Hears("Your move.")
		anna.AsksUntil("1", "The match is over")
		anna.Types("leave").Hears("You are in the lobby.")
		anna.Types("history 1999").Hears("No match like that.")
		anna.Types("history toy").Hears(", High Card: Anna, ")
		match := regexp.MustCompile(`(?m)^([0-9A-Z]{8}), .*High Card`).FindStringSubmatch(anna.Text())
		if match == nil {
			t.Fatal(anna.Text())
		}
		anna.Types("replay " + match[1]).Hears("That was entry ")
		whole := strings.Count(anna.Fresh(), "\n")
		anna.Types("replay " + match[1] + ":3").Hears("That was entry 3 of ")
		if part := strings.Count(anna.Fresh(), "\n"); part >= whole || part < 2 {
			t.Errorf("%d lines of %d up to entry 3", part, whole)
		}
		anna.Types("replay " + match[1] + ":x").Hears("is no entry of a match")
		anna.Types("branch " + match[1]).Hears("there is nothing left to play")
		anna.Types("branch " + match[1] + ":3").Hears("Your move.")
	})
}
