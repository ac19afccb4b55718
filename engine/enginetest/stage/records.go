package stage

import (
	"io/fs"
	"testing"

	"saloon/engine"
	"saloon/engine/record"
)

// Records replays every record of a folder, compares it with what it expects, decides it again, and writes and reads it
// again. It fails where fewer than least are there.
func Records(t *testing.T, game engine.Game, folder fs.FS, least int) {
	t.Helper()
	files, err := fs.Glob(folder, "*.toml")
	if err != nil || len(files) < least {
		t.Fatalf("%d records (%v), want at least %d", len(files), err, least)
	}
	games := func(name string) (engine.Game, bool) { return game, name == game.Spec.Name }
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			text, err := fs.ReadFile(folder, file)
			if err != nil {
				t.Fatal(err)
			}
			testRecord(t, games, text)
		})
	}
}

func testRecord(t *testing.T, games record.Games, text []byte) {
	t.Helper()
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
}
