package outlaws25_test

import (
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
	"saloon/engine/outlaws25"
)

// TestOldMatchesAreReadForEver replays matches as every version of the rules wrote them.
func TestOldMatchesAreReadForEver(t *testing.T) {
	stage.Golden(t, engine.Erase(outlaws25.Rules{}, outlaws25.Codec, outlaws25.Notation{}), "testdata/golden",
		[]engine.Config{
			{Seats: 2},
			{Seats: 3, Options: map[string]string{"ranking": "rarity", "limit": "pot"}},
			{Seats: 5},
		})
}
