package wyattearp_test

import (
	"os"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
	"saloon/engine/wyattearp"
)

// TestRecords checks and verifies every record that comes with the game.
func TestRecords(t *testing.T) {
	game := engine.Erase(wyattearp.Rules{}, wyattearp.Codec, wyattearp.Notation{})
	stage.Records(t, game, os.DirFS("testdata/records"), 40)
}
