package wyattearp_test

import (
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest"
	"saloon/engine/wyattearp"
)

// stray are moves that are mostly refused: damaged ones, cards that nobody holds, piles that are not there.
func stray() []wyattearp.Move {
	moves := []wyattearp.Move{
		{Use: wyattearp.DrawSupply, N: 1},
		{Use: wyattearp.Meld, Outlaw: 7, N: 1},
		{Use: wyattearp.Meld, Outlaw: 200, N: 3},
		{Use: wyattearp.Meld, N: 0},
		{Use: wyattearp.Meld, N: 255},
		{Use: wyattearp.Discard, Card: 21},
		{Use: wyattearp.Discard, Card: 255},
		{Use: wyattearp.Cover, Seat: -1},
		{Use: wyattearp.Steal, Seat: 4},
		{Use: wyattearp.Steal, Seat: 127},
		{Use: wyattearp.Ask, Outlaw: 9, Left: true},
		{Use: 99},
	}
	for u := wyattearp.DrawSupply; u <= wyattearp.Pass; u++ {
		moves = append(moves, wyattearp.Move{Use: u})
	}
	for o := range wyattearp.Outlaw(wyattearp.Outlaws) {
		moves = append(moves,
			wyattearp.Move{Use: wyattearp.Meld, Outlaw: o, N: 3},
			wyattearp.Move{Use: wyattearp.PlayPhoto, Outlaw: o},
			wyattearp.Move{Use: wyattearp.On, Outlaw: o},
			wyattearp.Move{Use: wyattearp.Off, Outlaw: o},
			wyattearp.Move{Use: wyattearp.Cover, Seat: 1, Outlaw: o},
		)
	}
	for _, c := range wyattearp.Cards() {
		moves = append(moves,
			wyattearp.Move{Use: wyattearp.EarpTake, Card: c},
			wyattearp.Move{Use: wyattearp.Discard, Card: c},
		)
	}
	return moves
}

// shown are the names of all cards that a view shows.
func shown(v wyattearp.View) []string {
	cards := append(v.Hand.Cards(), v.Top, v.Limbo, v.MayPlay)
	cards = append(cards, v.Memory.Buried.Cards()...)
	cards = append(cards, v.Stack.Cards()...)
	cards = append(cards, v.Duel[:]...)
	for seat := range v.Piles {
		cards = append(cards, v.Memory.Known[seat].Cards()...)
		for o, p := range v.Piles[seat] {
			cards = append(cards, p.Bag(wyattearp.Outlaw(o)).Cards()...)
		}
	}
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = c.String()
	}
	return names
}

func conformOptions() enginetest.Options[wyattearp.Move, wyattearp.View] {
	return enginetest.Options[wyattearp.Move, wyattearp.View]{Stray: stray(), Cards: shown, Configs: configs()}
}

// configs are short matches with every house rule, and one at the usual target.
func configs() []engine.Config {
	all := []engine.Config{{Seats: 3}}
	for seats := 2; seats <= 4; seats++ {
		all = append(all, engine.Config{Seats: seats, Options: map[string]string{"target": "5000"}})
	}
	for i, o := range []struct{ key, value string }{
		{"hideouts", "one-on-table"}, {"reactions", "many"}, {"zero-shares", "yes"}, {"second-supply", "ends-hand"},
	} {
		all = append(all, engine.Config{Seats: 2 + i%3, Options: map[string]string{o.key: o.value, "target": "6000"}})
	}
	return all
}

func TestConform(t *testing.T) {
	o := conformOptions()
	o.Matches = 8
	enginetest.Conform(t, wyattearp.Rules{}, wyattearp.Codec, wyattearp.Notation{}, o)
}

func FuzzConform(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 0, 0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233})
	f.Add([]byte("the quick brown outlaw jumps over the lazy sheriff"))
	f.Fuzz(func(t *testing.T, choices []byte) {
		o := conformOptions()
		o.Configs = o.Configs[1:] // the short ones
		o.Choices = append([]byte{}, choices...)
		enginetest.Conform(t, wyattearp.Rules{}, wyattearp.Codec, wyattearp.Notation{}, o)
	})
}
