package okcorral_test

import (
	"os"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
	"saloon/engine/okcorral"
)

// TestRecords checks and verifies every record that comes with the game.
func TestRecords(t *testing.T) {
	game := engine.Erase(okcorral.Rules{}, okcorral.Codec, okcorral.Notation{})
	stage.Records(t, game, os.DirFS("testdata/records"), 45)
}
