package outlaws25_test

import (
	"fmt"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest"
	"saloon/engine/outlaws25"
)

// stray are moves that are mostly refused: damaged ones, amounts that do not exist, outlaws that are not there.
func stray() []outlaws25.Move {
	moves := []outlaws25.Move{
		{Use: 99},
		{Use: outlaws25.Order},
		{Use: outlaws25.Order, N: [3]int16{1, 1, 1}},
		{Use: outlaws25.Order, N: [3]int16{9, 2, 3}},
		{Use: outlaws25.Check, N: [3]int16{10}},
		{Use: outlaws25.Bet, N: [3]int16{5}},
		{Use: outlaws25.Bet, N: [3]int16{-10}},
		{Use: outlaws25.Bet, N: [3]int16{32760}},
		{Use: outlaws25.Bet, N: [3]int16{10, 10}},
		{Use: outlaws25.Raise, N: [3]int16{15}},
		{Use: outlaws25.Raise, N: [3]int16{-32768}},
		{Use: outlaws25.Sleeve, Card: 99},
		{Use: outlaws25.Play, Place: 3},
		{Use: outlaws25.PlayOn, Seat: engine.Nature},
		{Use: outlaws25.PlayOn, Seat: engine.Nobody},
		{Use: outlaws25.Buy, Place: 200},
		{Use: outlaws25.HoldUp, Seat: -1},
		{Use: outlaws25.HoldUp, Seat: 100, Other: 2},
		{Use: outlaws25.HoldUp, Seat: 1, Other: 3},
		{Use: outlaws25.Share, N: [3]int16{100, 100, -200}},
		{Use: outlaws25.Share, N: [3]int16{5, 5, 5}},
	}
	for u := outlaws25.Order; u <= outlaws25.Pass; u++ {
		moves = append(moves, outlaws25.Move{Use: u}, outlaws25.Move{Use: u, Place: 1}, outlaws25.Move{Use: u, Seat: 1})
	}
	for c := outlaws25.Card(1); c <= outlaws25.PokerCards; c++ {
		moves = append(moves, outlaws25.Move{Use: outlaws25.Sleeve, Card: c})
	}
	return moves
}

// shown are the names of all cards that a view shows.
func shown(v outlaws25.View) []string {
	names := []string{v.Hand.Flop.String(), v.Hand.Away.String(), v.Played.String()}
	for seat := range v.Gangs {
		names = append(names, v.Hand.Hole[seat][0].String(), v.Hand.Hole[seat][1].String())
		for _, o := range v.Gangs[seat] {
			names = append(names, o.Reward.String())
			for _, label := range o.Wanted.Labels() {
				names = append(names, label.String())
			}
			if o.Up {
				names = append(names, fmt.Sprintf("speed %d", o.Speed))
			}
		}
	}
	if v.Duel.Sheriff > 0 {
		names = append(names, fmt.Sprintf("speed %d", v.Duel.Sheriff))
	}
	return names
}

func conformOptions() enginetest.Options[outlaws25.Move, outlaws25.View] {
	return enginetest.Options[outlaws25.Move, outlaws25.View]{Stray: stray(), Cards: shown, Configs: configs()}
}

// configs are all numbers of seats with the house rules one after the other; the quick game ends soon.
func configs() []engine.Config {
	var all []engine.Config
	for seats := 2; seats <= 5; seats++ {
		all = append(all, engine.Config{Seats: seats, Options: map[string]string{"short": "yes"}})
	}
	for i, o := range []struct{ key, value string }{
		{"ranking", "rarity"}, {"limit", "pot"}, {"ranking", "five"}, {"limit", "fixed"}, {"limit", "no"},
	} {
		all = append(all, engine.Config{Seats: 5 - i%4, Options: map[string]string{o.key: o.value}})
	}
	return all
}

func TestConform(t *testing.T) {
	o := conformOptions()
	o.Matches = len(o.Configs)
	enginetest.Conform(t, outlaws25.Rules{}, outlaws25.Codec, outlaws25.Notation{}, o)
}

func FuzzConform(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 0, 0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233})
	f.Add([]byte("the quick brown outlaw jumps over the lazy sheriff"))
	f.Fuzz(func(t *testing.T, choices []byte) {
		o := conformOptions()
		o.Choices = append([]byte{}, choices...)
		enginetest.Conform(t, outlaws25.Rules{}, outlaws25.Codec, outlaws25.Notation{}, o)
	})
}
