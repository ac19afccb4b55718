package okcorral

import (
	"slices"
	"testing"

	"saloon/engine"
)

// All through random matches, what nobody has seen is what lies face down, what was foreseen of a card is what it then
// asks for, and the guided deck alone has a known order.
func TestForesight(t *testing.T) {
	for seats := seatsMin; seats <= seatsMax; seats++ {
		for _, deck := range deckNames {
			s, err := Rules{}.New(engine.Config{Seats: seats, Options: map[string]string{"deck": deck}})
			if err != nil {
				t.Fatal(err)
			}
			r := engine.Seed{byte(seats)}.Entry(1)
			for turn := (Rules{}).Turn(s); len(turn) > 0; turn = (Rules{}).Turn(s) {
				before := Rules{}.View(s, engine.Public)
				act := engine.Act[Move]{Seat: turn[0]}
				if legal := (Rules{}).Legal(s, turn[0]); len(legal) > 0 {
					act.Move = legal[0]
				}
				events, err := Rules{}.Decide(s, act, r)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range events {
					s = Rules{}.Evolve(s, e)
				}
				after := Rules{}.View(s, engine.Public)
				hidden := slices.Concat(s.hidden()...)
				slices.Sort(hidden)
				if got := after.Unseen(); !slices.Equal(got, hidden) {
					t.Fatalf("unseen %v, face down lie %v", got, hidden)
				}
				if guided := deck == deckNames[Guided]; after.Phase == Open && before.Phase == Armed &&
					(before.Next() == after.Card) != guided {
					t.Fatalf("%s: %v is to come, %v came", deck, before.Next(), after.Card)
				}
				if after.Phase == Open && before.Phase == Armed && before.Foresee(after.Card) != after.Right {
					t.Fatalf("%v: foreseen %v, is %v", after.Card, before.Foresee(after.Card), after.Right)
				}
			}
		}
	}
}

// hidden is the piles.
func (s *State) hidden() (all [][]Card) {
	for seat := range s.seats {
		all = append(all, slices.Clone(s.piles[seat].cards[:s.piles[seat].n]))
	}
	return all
}
