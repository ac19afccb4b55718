package lobby_test

import (
	"context"
	"fmt"
	"testing"

	"saloon/engine/bot"
	"saloon/engine/enginetest/toy"
	"saloon/lobby"
	"saloon/lobby/lobbytest"
	"saloon/lobby/table"
)

func open(b *testing.B, store *lobbytest.Store) *lobby.House {
	b.Helper()
	times := table.Usual()
	times.Countdown = 0
	h, err := lobby.Open(b.Context(), lobby.Deps{
		Kits: []bot.Kit{toy.Kit()}, Players: store, Results: store, Tables: store, Times: times,
	})
	if err != nil {
		b.Fatal(err)
	}
	return h
}

func shut(b *testing.B, h *lobby.House) {
	b.Helper()
	if err := h.Close(context.Background()); err != nil {
		b.Fatal(err)
	}
}

// crowd lets n people in, who open as many tables each and begin a match against a bot at every one of them.
func crowd(b *testing.B, h *lobby.House, n, tables int) (people []*lobby.Session, visits []*lobby.Visit) {
	b.Helper()
	set := table.Settings{Game: "toy", Seats: 2, Pace: table.Normal}
	for i := range n {
		name := fmt.Sprintf("Anna %d", i)
		s, err := h.Enter(b.Context(), key(name))
		if err == nil {
			err = s.SetName(b.Context(), name)
		}
		for range tables {
			if err != nil {
				break
			}
			var v *lobby.Visit
			if v, err = s.OpenTable(b.Context(), set, []string{"", "regular"}); err == nil {
				visits = append(visits, v)
				err = v.Ready(b.Context(), true)
			}
		}
		if err != nil {
			b.Fatal(err)
		}
		people = append(people, s)
	}
	return people, visits
}

// BenchmarkRestart opens a house with 1,002 unfinished matches that is kept in memory: all but the reading of the file.
func BenchmarkRestart(b *testing.B) {
	store := lobbytest.New()
	h := open(b, store)
	crowd(b, h, 334, lobby.TablesEach)
	shut(b, h)
	for b.Loop() {
		h := open(b, store)
		b.StopTimer()
		if s := h.Stats(); s.Tables != 1002 || s.Matches != 1002 {
			b.Fatalf("%+v", s)
		}
		shut(b, h)
		b.StartTimer()
	}
}

// BenchmarkNews is one issue of the news for so many people, a tenth of whom sit at three tables each, when something
// changed.
func BenchmarkNews(b *testing.B) {
	for _, people := range []int{500, 2500} {
		b.Run(fmt.Sprint(people), func(b *testing.B) { news(b, people) })
	}
}

func news(b *testing.B, n int) {
	h := open(b, lobbytest.New())
	defer shut(b, h)
	people, visits := crowd(b, h, n/10, lobby.TablesEach)
	for range n - n/10 {
		if _, err := h.Enter(b.Context(), lobby.Identity{}); err != nil {
			b.Fatal(err)
		}
	}
	for _, v := range visits {
		v.Close() // everybody looks at the lobby
	}
	for b.Loop() {
		lobby.Issue(people[0])
	}
}

// BenchmarkGoRound is how so many people take their turns to get one board, without making their news.
func BenchmarkGoRound(b *testing.B) {
	for _, n := range []int{500, 2500} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			h := open(b, lobbytest.New())
			defer shut(b, h)
			var s *lobby.Session
			for range n {
				var err error
				if s, err = h.Enter(b.Context(), lobby.Identity{}); err != nil {
					b.Fatal(err)
				}
			}
			for b.Loop() {
				if got := lobby.GoRound(s); got != n {
					b.Fatalf("%d of %d got the board", got, n)
				}
			}
		})
	}
}
