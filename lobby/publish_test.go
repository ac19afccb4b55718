package lobby_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"saloon/lobby"
	"saloon/lobby/table"
)

// In a full house the news go round: a few at a time, and nobody is forgotten.
func TestTheNewsGoRound(t *testing.T) {
	inHall(t, func(h *hall) {
		const people = 120
		all := make([]*lobby.Session, people)
		for i := range all {
			all[i] = h.named(fmt.Sprintf("Rider%03d", i))
		}
		pass(5 * time.Second)
		for _, s := range all {
			synctest.Wait()
			_, _, _ = s.Take()
		}
		v := h.table(all[0], table.Settings{Game: "toy", Seats: 2, Pace: table.Normal})
		heard, most := map[*lobby.Session]bool{}, 0
		for range 30 {
			pass(50 * time.Millisecond)
			synctest.Wait()
			now := 0
			for _, s := range all {
				if n, ok, _ := s.Take(); ok && len(n.Tables) > 0 && n.Tables[0].ID == v.ID() && !heard[s] {
					heard[s] = true
					now++
				}
			}
			most = max(most, now)
		}
		if len(heard) != people {
			t.Errorf("%d of %d have heard of a new table", len(heard), people)
		}
		if most > people/2 {
			t.Errorf("%d of %d hear of it at the same moment", most, people)
		}
	})
}
