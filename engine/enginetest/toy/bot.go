package toy

import (
	"context"

	"saloon/engine"
	"saloon/engine/bot"
)

// Kit is the game as it enters a house: random, a climber by rule of thumb, and a searcher.
func Kit() bot.Kit {
	return bot.NewKit(Rules{}, Codec, Notation{},
		bot.Skill[View, Move]{Name: "regular", Words: "Seals its highest card and climbs slowly.", Bot: climber{}},
		bot.Skill[View, Move]{Name: "sharp", Words: "Imagines what the others hold.", Bot: searcher()},
	)
}

// climber seals its highest card, lays the lowest that is allowed, and draws otherwise.
type climber struct{}

// Choose fails only on an empty list.
func (climber) Choose(_ context.Context, v View, legal []Move, _ *engine.Rand) (Move, error) {
	if len(legal) == 0 {
		return Move{}, engine.ErrNotAsked
	}
	return climb(v.Phase == phaseNames[window], legal), nil
}

// climb relies on the order of Legal: cards ascending, then draw, then pass.
func climb(sealing bool, legal []Move) Move {
	best := legal[0]
	for _, m := range legal {
		if sealing && m.Kind == Play {
			best = m
		}
	}
	return best
}

func searcher() bot.Bot[View, Move] {
	return &bot.Search[State, Move, Event, View]{
		Rules:   Rules{},
		Imagine: Rules{}.Imagine,
		Seat:    func(v View) engine.Seat { return v.Seat },
		Policy: func(s *State, seat engine.Seat, _ *engine.Rand) Move {
			return climb(s.phase == window, Rules{}.Legal(*s, seat))
		},
		Horizon:  func(start, now *State) bool { return now.round > start.round || now.phase == rest },
		Value:    lead,
		Playouts: 64,
		ActsMax:  2 + 2*seatsMax,
	}
}

// lead is a seat's points against the best other's, squeezed into 0 to 1.
func lead(s *State, seat engine.Seat) float64 {
	best := 0
	for i := range s.seats {
		if engine.Seat(i) != seat {
			best = max(best, s.points[i])
		}
	}
	most := float64(roundsMax * (2 + handSize))
	return (float64(s.points[seat]-best)/most + 1) / 2
}
