package wyattearp_test

import (
	"os"
	"path/filepath"
	"testing"

	"saloon/engine"
	"saloon/engine/record"
	"saloon/engine/wyattearp"
)

func games(name string) (engine.Game, bool) {
	return engine.Erase(wyattearp.Rules{}, wyattearp.Codec, wyattearp.Notation{}), name == wyattearp.Name
}

// TestRecords replays the records of testdata, compares them with what they expect and decides them again.
func TestRecords(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "records", "*.toml"))
	if err != nil || len(files) < 40 {
		t.Fatalf("%d records (%v)", len(files), err)
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
		})
	}
}
