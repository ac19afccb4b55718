package record

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// FuzzParse feeds damaged files: nothing may panic, what reads is written and read back as it was, and what replays
// verifies.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/*.toml")
	if err != nil || len(files) == 0 {
		f.Fatal("no records to start from", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		f.Add(text[:len(text)/2])
	}
	f.Add([]byte(sealedText(f)))
	f.Add([]byte("a = '''"))
	f.Add([]byte("[\"\\"))
	f.Add([]byte("position = {a={b=[1,[2,{c=3}]]}}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		rec, err := Parse(text)
		if err != nil {
			if _, ok := err.(*Error); !ok {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		written, err := Write(rec)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Parse([]byte(written))
		if err != nil {
			t.Fatalf("%v in what was written:\n%s", err, written)
		}
		back.lines = rec.lines
		if twice, err := Write(back); err != nil || twice != written {
			t.Fatalf("written twice it differs (%v):\n%s\n%s", err, written, twice)
		}
		if !reflect.DeepEqual(back.Moves, rec.Moves) && len(rec.Moves) > 0 {
			t.Fatalf("moves %q came back as %q", rec.Moves, back.Moves)
		}
		failures, err := Check(games, rec)
		if err == nil && len(failures) == 0 && (rec.Deal == nil || rec.Seedless) {
			if err := Verify(games, rec); err != nil {
				t.Fatal(err)
			}
		}
	})
}
