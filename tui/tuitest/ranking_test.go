package tuitest_test

import (
	"fmt"
	"testing"

	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/tui/tuitest"
)

// wins lets people come and play some matches that all end alike.
func wins(t *testing.T, house *tuitest.House, matches int, names ...string) []*tuitest.Terminal {
	t.Helper()
	var terms []*tuitest.Terminal
	var ids []table.PlayerID
	for _, n := range names {
		terms = append(terms, house.Comes(n))
		p, err := house.Store.ByName(t.Context(), lobby.Skeleton(n))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, p.ID)
	}
	for range matches {
		if err := house.Store.Finish("toy", ids...); err != nil {
			t.Fatal(err)
		}
	}
	return terms
}

func TestTheBoardsOfEverySpan(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		if _, err := house.OpenSeason(t.Context(), "Gold Rush", "Anna"); err != nil {
			t.Fatal(err)
		}
		dora := wins(t, house, 12, "Anna", "Burt", "Curt", "Dora")[3]
		if _, _, err := house.CloseSeason(t.Context(), "Anna"); err != nil {
			t.Fatal(err)
		}
		if _, err := house.OpenSeason(t.Context(), "Dust", "Anna"); err != nil {
			t.Fatal(err)
		}
		dora.Presses("b").Sees("High Card, 3+ seats", "The house", "All time", "1.", "Anna", "4.", "Dora (you)")
		dora.Presses("tab").Sees("Today", "Form", "Dora (you)", "+").SeesNot("Rating")
		dora.Presses("[").Sees("Yesterday", "No rated match was played here in this time").Presses("]").Sees("Today")
		dora.Presses("tab", "tab", "tab").Sees("Season Dust", "No rated match was played here in this time")
		dora.Presses("[").Sees("Season Gold Rush (over)", "Anna", "1.", "Dora (you)")
		dora.Presses("a").Sees("Awards of season Gold Rush", "Anna: Champion, High Card, 3+ seats").Presses("esc")
		dora.Presses("]", "a").Sees("Awards are given when a season closes.")
		dora.Presses("tab").Sees("All time").Presses("right").Sees("Points", "a place takes 1 more game")
		dora.Presses("w").Sees("What counts", "Everybody begins at 0").Presses("enter")
		dora.Presses("enter").Sees("Anna", "12 matches together", "Stays in 100 of 100", "Champion")
		dora.Presses("a").Sees("Awards of Anna").Presses("1").Sees("replay")
	})
}

func TestALongBoardIsReadOnAndOneFindsOneself(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		var ids []table.PlayerID
		for i := range 240 {
			id := table.PlayerID(fmt.Sprintf("x%03d", i))
			p := lobby.Player{ID: id, Name: fmt.Sprintf("Hand %03d", i)}
			if err := house.Store.Create(t.Context(), p, lobby.Skeleton(p.Name), lobby.Key{}); err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		zoe := wins(t, house, 0, "Zoe")[0]
		p, err := house.Store.ByName(t.Context(), lobby.Skeleton("Zoe"))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, p.ID)
		for i := range ids { // the later one's number, the more they have lost
			if err := house.Store.Finish("toy", ids[i/2], ids[i/3], ids[i]); i/2 != i/3 && i/2 != i && err != nil {
				t.Fatal(err)
			}
		}
		zoe.Presses("b").Sees("1 of ", "Zoe (you)")
		zoe.Presses("end").Sees(" of 2").Presses("home").Sees("1 of ").Presses("f").Sees("Zoe (you)").SeesNot("1 of 2")
		for range 30 {
			zoe.Presses("pgup")
		}
		zoe.Sees("1 of 2", "Zoe (you)")
		zoe.Wheels(false).Sees("4 of 2") // three rows a notch
	})
}
