package wyattearp_test

import (
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
	"saloon/engine/wyattearp"
)

// TestOldMatchesAreReadForEver replays matches as every version of the rules wrote them.
func TestOldMatchesAreReadForEver(t *testing.T) {
	stage.Golden(t, engine.Erase(wyattearp.Rules{}, wyattearp.Codec, wyattearp.Notation{}), "testdata/golden",
		[]engine.Config{
			{Seats: 2},
			{Seats: 3, Options: map[string]string{"hideouts": "one-on-table"}},
			{Seats: 4},
		})
}
