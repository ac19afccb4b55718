package okcorral_test

import (
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest"
	"saloon/engine/okcorral"
)

func stray() []okcorral.Move {
	moves := []okcorral.Move{{Kind: 99}, {Kind: 255}}
	for g := okcorral.Turn; g <= okcorral.ShootBoth+1; g++ {
		moves = append(moves, okcorral.Move{Kind: g})
	}
	return moves
}

// shown are the names of all cards that a view shows.
func shown(v okcorral.View) []string {
	names := []string{v.Card.String(), v.Centre.String(), v.Last.Card.String(), v.Last.Took.String()}
	for _, taken := range append(v.Taken[:], v.Removed) {
		for _, c := range taken {
			names = append(names, c.String())
		}
	}
	return names
}

// result is what of a view follows from how a race came out: all but the times of those who could not win any more.
func result(v okcorral.View) any {
	v.Last.Answers = [engine.SeatsMax]okcorral.Answer{}
	return v
}

func conformOptions() enginetest.Options[okcorral.Move, okcorral.View] {
	return enginetest.Options[okcorral.Move, okcorral.View]{Stray: stray(), Cards: shown, Result: result}
}

func TestConform(t *testing.T) {
	o := conformOptions()
	o.Matches = 12 // each number of seats, and each option
	enginetest.Conform(t, okcorral.Rules{}, okcorral.Codec, okcorral.Notation{}, o)
}

func FuzzConform(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 0, 0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233})
	f.Add([]byte("the quick brown colonel jumps over the lazy cowgirl"))
	f.Fuzz(func(t *testing.T, choices []byte) {
		o := conformOptions()
		o.Choices = append([]byte{}, choices...)
		enginetest.Conform(t, okcorral.Rules{}, okcorral.Codec, okcorral.Notation{}, o)
	})
}
