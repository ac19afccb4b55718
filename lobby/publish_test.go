package lobby_test

import (
	"fmt"
	"slices"
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
				if n, ok, _ := s.Take(); ok && len(n.Tables()) > 0 && n.Tables()[0].ID == v.ID() && !heard[s] {
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

// However much happens, nobody waits for long: in the lobby about as long as it takes for the news to go round, at a
// table some seconds.
func TestNobodyIsForgottenInABusyHouse(t *testing.T) {
	inHall(t, func(h *hall) {
		const people, seated = 120, 20
		last := map[*lobby.Session]time.Time{}
		var all []*lobby.Session
		for i := range people {
			s := h.named(fmt.Sprintf("Rider%03d", i))
			all = append(all, s)
			if i < seated {
				h.table(s, table.Settings{Game: "toy", Seats: 2, Pace: table.Normal})
			}
		}
		pass(10 * time.Second)
		for _, s := range all {
			last[s] = time.Now()
		}
		var lobbyMost, tableMost time.Duration
		for i := range 400 {
			h.must(all[i%people].SavePrefs(h.ctx, lobby.Prefs{})) // the board changes all the time
			pass(50 * time.Millisecond)
			synctest.Wait()
			for n, s := range all {
				if n < seated {
					tableMost = max(tableMost, time.Since(last[s]))
				} else {
					lobbyMost = max(lobbyMost, time.Since(last[s]))
				}
				if _, ok, _ := s.Take(); ok {
					last[s] = time.Now()
				}
			}
		}
		if lobbyMost > time.Second || tableMost > 7*time.Second {
			t.Errorf("people waited up to %v in the lobby, %v at a table", lobbyMost, tableMost)
		}
		pass(10 * time.Second)
		for _, s := range all {
			_, _, _ = s.Take()
		}
		name := h.table(all[people-1], table.Settings{Game: "toy", Seats: 2, Pace: table.Normal}).ID()
		pass(10 * time.Second)
		for i, s := range all {
			n, ok, _ := s.Take()
			if !ok || !slices.ContainsFunc(n.Tables(), func(l lobby.Listing) bool { return l.ID == name }) {
				t.Errorf("Rider%03d has not heard the last news", i)
			}
		}
	})
}

// What every session asks at every turn does not wait for the house: in a full one they would all wait for each other.
func TestNobodyAtATableWaitsForTheHouse(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		v := h.table(anna, table.Settings{Game: "toy", Seats: 2, Pace: table.Normal})
		if err := v.Talk(h.ctx, "Howdy."); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		done := make(chan struct{})
		lobby.Held(anna, func() {
			go func() {
				defer close(done)
				if p := anna.Player(); p.Name != "Anna" {
					t.Errorf("Anna is %q", p.Name)
				}
				if w, yes := anna.Warned(); yes {
					t.Errorf("Anna is warned: %+v", w)
				}
				if n, _, open := anna.Take(); !open {
					t.Errorf("the news have ended: %+v", n)
				}
				if f, ok, _ := v.Take(); !ok || !slices.ContainsFunc(f.Lines, func(l table.Line) bool {
					return l.Text == "Howdy."
				}) {
					t.Errorf("no frame, or not a word in it: %+v", f.Lines)
				}
			}()
			synctest.Wait()
			select {
			case <-done:
			default:
				t.Error("somebody waits for the house")
			}
		})
		<-done
	})
}
