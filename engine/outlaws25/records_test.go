package outlaws25_test

import (
	"os"
	"path/filepath"
	"testing"

	"saloon/engine"
	"saloon/engine/outlaws25"
	"saloon/engine/record"
)

// games knows this game alone.
func games(name string) (engine.Game, bool) {
	return engine.Erase(outlaws25.Rules{}, outlaws25.Codec, outlaws25.Notation{}), name == outlaws25.Name
}

// TestRecords checks and verifies every record that comes with the game.
func TestRecords(t *testing.T) {
	files, err := filepath.Glob("testdata/records/*.toml")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d records: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			rec, err := record.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			failures, err := record.Check(games, rec)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range failures {
				t.Error(f)
			}
			if err := record.Verify(games, rec); err != nil {
				t.Error(err)
			}
			again, err := record.Write(rec)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := record.Parse([]byte(again)); err != nil {
				t.Error(err)
			}
		})
	}
}
