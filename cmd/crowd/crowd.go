package main

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"saloon/data"
	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
)

// crowd is a number of people who never were, and what they have played. The same crowd comes of the same seed.
type crowd struct {
	players, results int
	seed             uint64
	until            time.Time // when the last match ended
	days             int       // how long ago the first was played, in days
	seasons          int
}

// game is what a crowd plays.
type game struct {
	name        string
	least, most int
}

var games = []game{{"wyatt-earp", 2, 4}, {"25-outlaws", 2, 5}, {"ok-corral", 2, 4}}

const (
	// busy is how much more the busiest play than the others: somebody's number is a power of chance.
	busy = 2.2
	// circle is how many people play mostly with each other.
	circle = 8
	bots   = 12
)

func playerID(i int) table.PlayerID { return table.PlayerID(fmt.Sprintf("P%09d", i)) }

func name(i int) string { return fmt.Sprintf("Hand %07d", i) }

func botID(i int) table.PlayerID { return table.PlayerID(fmt.Sprintf("crowd-bot-%02d", i)) }

// people lists everybody, by their ids.
func (c crowd) people() iter.Seq[data.Settler] {
	begin := c.until.AddDate(0, 0, -c.days)
	return func(yield func(data.Settler) bool) {
		for i := range c.players {
			p := data.Settler{Player: lobby.Player{ID: playerID(i), Name: name(i), Created: begin, Seen: c.until},
				Skeleton: lobby.Skeleton(name(i))}
			p.Key = lobby.Key{Fingerprint: fmt.Sprintf("SHA256:crowd%09d", i), Type: "ssh-ed25519", Added: begin,
				Used: c.until}
			if !yield(p) {
				return
			}
		}
		for i := range bots {
			p := lobby.Player{ID: botID(i), Name: fmt.Sprintf("Crowd Bot %02d", i), Bot: "regular", Created: begin}
			if !yield(data.Settler{Player: p, Skeleton: lobby.Skeleton(p.Name)}) {
				return
			}
		}
	}
}

// held are the seasons, one after the other, the last one open.
func (c crowd) held() []lobby.Season {
	begin := c.until.AddDate(0, 0, -c.days)
	var out []lobby.Season
	for i := range c.seasons {
		at := func(i int) time.Time { return begin.Add(time.Duration(i) * c.span() / time.Duration(c.seasons)) }
		s := lobby.Season{Name: fmt.Sprintf("Season %d", i+1), Opened: at(i), OpenedBy: "crowd", ClosedBy: "crowd"}
		if i < c.seasons-1 {
			s.Closed = at(i + 1)
		}
		out = append(out, s)
	}
	return out
}

func (c crowd) span() time.Duration { return time.Duration(c.days) * 24 * time.Hour }

// matches are all matches, in the order in which they ended.
func (c crowd) matches() iter.Seq[data.Finished] {
	r := rand.New(rand.NewPCG(c.seed, 1))
	skill := make([]float32, c.players)
	for i := range skill {
		skill[i] = float32(r.NormFloat64())
	}
	begin := c.until.Add(-c.span())
	return func(yield func(data.Finished) bool) {
		for n, done := 0, 0; done < c.results; n++ {
			at := begin.Add(time.Duration(float64(c.span()) * float64(done) / float64(c.results)))
			m, people := c.match(r, n, at, skill)
			if done += people; !yield(m) {
				return
			}
		}
	}
}

// match is one match and how many people were in it.
func (c crowd) match(r *rand.Rand, n int, at time.Time, skill []float32) (data.Finished, int) {
	who := c.company(r)
	g := games[r.IntN(len(games))]
	if r.IntN(10) < 7 {
		g = games[who[0]%len(games)] // somebody's favourite
	}
	who = who[:min(len(who), g.least+r.IntN(g.most-g.least+1))]
	m := data.Finished{Match: table.MatchID(fmt.Sprintf("C%09d", n)), Table: table.ID(fmt.Sprintf("T%09d", n))}
	o := &m.Opened
	seats := len(who)
	withBot := seats >= 2 && seats < g.most && r.IntN(10) == 0
	if withBot {
		seats++
	}
	o.Game, o.Rules, o.Config, o.At = g.name, 1, engine.Config{Seats: seats}, at.Add(-20*time.Minute)
	o.Settings = table.Settings{Game: g.name, Seats: seats, Pace: table.Normal, Rated: true}
	for i := range o.Seed {
		o.Seed[i] = byte(r.Uint32())
	}
	o.Commitment = o.Seed.Commitment()
	played := make([]float64, seats)
	for i := range played {
		played[i] = r.NormFloat64() * 1.5
		if i < len(who) {
			played[i] += float64(skill[who[i]])
			o.People = append(o.People, table.Person{ID: playerID(who[i]), Name: name(who[i])})
			continue
		}
		b := r.IntN(bots)
		o.People = append(o.People, table.Person{ID: botID(b), Name: fmt.Sprintf("Crowd Bot %02d", b), Bot: "regular"})
	}
	for _, p := range o.People {
		o.Names = append(o.Names, p.Name)
	}
	m.Ended = ending(r, o.People, played, at)
	return m, len(who)
}

// ending ranks a match by how well everybody played.
func ending(r *rand.Rand, people []table.Person, played []float64, at time.Time) table.Ending {
	e := table.Ending{Rated: true, At: at}
	e.Outcome.Reason = "target"
	for i, p := range people {
		rank := 1
		for _, other := range played {
			if other > played[i] {
				rank++
			}
		}
		points := 10_000 + int(played[i]*1000)
		e.Outcome.Ranks, e.Outcome.Points = append(e.Outcome.Ranks, rank), append(e.Outcome.Points, points)
		place := table.Place{Seat: engine.Seat(i), Person: p, Rank: rank, Points: points}
		if !p.IsBot() {
			switch r.IntN(100) {
			case 0:
				place.Left = true
			case 1, 2:
				place.Drops = 1
			case 3, 4, 5, 6:
				place.Drops, place.Returned = 1, 1
			}
		}
		e.Places = append(e.Places, place)
	}
	return e
}

// company is who sits down together: up to as many as any game has seats, all different.
func (c crowd) company(r *rand.Rand) []int {
	who := []int{c.somebody(r)}
	friends := r.IntN(3) == 0
	for tries := 0; len(who) < 5 && tries < 50; tries++ {
		next := c.somebody(r)
		if friends {
			next = min(who[0]/circle*circle+r.IntN(circle), c.players-1)
		}
		if !slices.Contains(who, next) {
			who = append(who, next)
		}
	}
	for next := 0; len(who) < 2; next++ {
		if !slices.Contains(who, next) {
			who = append(who, next)
		}
	}
	return who
}

// somebody is one of the people, the busy ones more often.
func (c crowd) somebody(r *rand.Rand) int {
	return min(int(float64(c.players)*math.Pow(r.Float64(), busy)), c.players-1)
}
