package outlaws25_test

import (
	"os"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
	"saloon/engine/outlaws25"
)

// TestRecords checks and verifies every record that comes with the game.
func TestRecords(t *testing.T) {
	game := engine.Erase(outlaws25.Rules{}, outlaws25.Codec, outlaws25.Notation{})
	stage.Records(t, game, os.DirFS("testdata/records"), 30)
}
