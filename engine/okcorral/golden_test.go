package okcorral_test

import (
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
	"saloon/engine/okcorral"
)

// TestOldMatchesAreReadForEver replays matches as every version of the rules wrote them.
func TestOldMatchesAreReadForEver(t *testing.T) {
	kit := okcorral.Kit()
	stage.GoldenBy(t, kit.Game, "testdata/golden",
		[]engine.Config{
			{Seats: 2},
			{Seats: 3, Options: map[string]string{"deck": "guided", "pace": "slow"}},
			{Seats: 4, Options: map[string]string{"aim": "off", "fool": "-2", "deck": "first-games"}},
			{Seats: 6},
		}, func(m engine.Match, seat engine.Seat, r *engine.Rand) (act engine.Act[any], ok bool) {
			bot := kit.Levels[1+seat%3].Bot // easy, normal, hard
			if !m.Timing().Race {
				return engine.Act[any]{Seat: seat, Move: m.Legal(seat)[0]}, true
			}
			reaction, err := bot.React(t.Context(), m.View(engine.Seated(seat)), m.Legal(seat), r)
			if err != nil {
				t.Fatal(err)
			}
			return engine.Act[any]{Seat: seat, Move: reaction.Move, After: reaction.After}, reaction.Move != nil
		})
}
