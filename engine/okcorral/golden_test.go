package okcorral_test

import (
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
	"saloon/engine/okcorral"
)

// TestOldMatchesAreReadForEver replays matches as every version of the rules wrote them.
func TestOldMatchesAreReadForEver(t *testing.T) {
	stage.Golden(t, engine.Erase(okcorral.Rules{}, okcorral.Codec, okcorral.Notation{}), "testdata/golden",
		[]engine.Config{
			{Seats: 2},
			{Seats: 3, Options: map[string]string{"deck": "guided", "pace": "slow"}},
			{Seats: 4, Options: map[string]string{"aim": "off", "fool": "-2", "deck": "first-games"}},
			{Seats: 6},
		})
}
