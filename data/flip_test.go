package data

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"saloon/lobby/admin"
	"saloon/lobby/table"
)

// kindsOfPages are those that a database of SQLite is made of.
var kindsOfPages = []string{"schema", "table interior", "table leaf", "index interior", "index leaf", "overflow",
	"free trunk", "free leaf"}

// everyKind is a closed data directory with pages of every kind, and where in the file they are.
func everyKind(t *testing.T) (dir string, pages map[string][]int, size int) {
	t.Helper()
	dir = t.TempDir()
	s := open(t, dir)
	people := addPlayers(t, s, "Anna", "Burt")
	for n := range 40 {
		begin(t, s, table.MatchID(fmt.Sprintf("M%02d", n)), people, 60)
	}
	for range 40 {
		must(t, s.Note(t.Context(), admin.Act{At: noon, Who: "Anna", Act: "warn", Reason: strings.Repeat("why ", 100)}))
	}
	must(t, s.do(t.Context(), func(tx *sql.Tx) error { // as a long record of settings would
		long := `{"zone":"` + strings.Repeat("x", 60000) + `"}`
		_, err := tx.Exec("UPDATE players SET prefs = ? WHERE id = 'p-anna'", long)
		return err
	}))
	must(t, s.do(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("DELETE FROM entries WHERE match_id >= 'M20'")
		return err
	}))
	must(t, s.Close())
	body, err := os.ReadFile(filepath.Join(dir, file))
	must(t, err)
	size = int(binary.BigEndian.Uint16(body[16:]))
	pages = map[string][]int{"schema": {0}}
	free := map[int]bool{}
	word := func(at int) int { return int(binary.BigEndian.Uint32(body[at:])) }
	for trunk := word(32); trunk != 0; trunk = word((trunk - 1) * size) {
		at := (trunk - 1) * size
		free[at], pages["free trunk"] = true, append(pages["free trunk"], at)
		for i := range word(at + 4) {
			leaf := (word(at+8+4*i) - 1) * size
			free[leaf], pages["free leaf"] = true, append(pages["free leaf"], leaf)
		}
	}
	kinds := map[byte]string{
		5: "table interior", 13: "table leaf", 2: "index interior", 10: "index leaf", 0: "overflow",
	}
	for at := size; at < len(body); at += size {
		if kind, ok := kinds[body[at]]; ok && !free[at] {
			pages[kind] = append(pages[kind], at)
		}
	}
	for _, kind := range kindsOfPages {
		if len(pages[kind]) == 0 {
			t.Fatalf("there is no page of the kind %q", kind)
		}
	}
	return dir, pages, size
}

// refuses opens a directory and wants to be told what to do.
func refuses(t *testing.T, dir string) error {
	t.Helper()
	s, err := Open(t.Context(), config(dir))
	if err == nil {
		return errors.Join(errors.New("it was opened"), s.Close())
	}
	for _, word := range []string{"damaged", "nothing was done to it", "check", "restore FILE", dir} {
		if !strings.Contains(err.Error(), word) {
			return fmt.Errorf("%w; that does not say %q", err, word)
		}
	}
	return nil
}

func TestAFlippedByteOfAnyKindOfPageIsRefused(t *testing.T) {
	dir, pages, size := everyKind(t)
	path := filepath.Join(dir, file)
	for _, kind := range kindsOfPages {
		all := pages[kind]
		for _, page := range slices.Compact([]int{all[0], all[len(all)/2], all[len(all)-1]}) {
			for _, at := range []int{page, page + size/2, page + size - 1} {
				flip(t, path, int64(at), 3)
				if err := refuses(t, dir); err != nil {
					t.Errorf("byte %d of a page of the kind %q: %v", at-page, kind, err)
				}
				flip(t, path, int64(at), 3)
			}
		}
	}
	must(t, open(t, dir).Close()) // as it was it opens again
}

// TestAFlippedHeadOfAPageIsRefusedAfterAKill is a file without a seal: what the pages say of themselves must be true.
func TestAFlippedHeadOfAPageIsRefusedAfterAKill(t *testing.T) {
	dir, pages, _ := everyKind(t)
	path := filepath.Join(dir, file)
	must(t, os.Remove(filepath.Join(dir, sealFile)))
	for _, kind := range kindsOfPages {
		if kind == "overflow" || kind == "free leaf" {
			continue // they say nothing of themselves
		}
		page := pages[kind][len(pages[kind])-1]
		at := page // the kind itself; of a trunk, where the next one is
		if kind == "schema" {
			at = page + 100
		}
		flip(t, path, int64(at), 6)
		if err := refuses(t, dir); err != nil {
			t.Errorf("the head of a page of the kind %q: %v", kind, err)
		}
		flip(t, path, int64(at), 6)
	}
	must(t, open(t, dir).Close())
}

// TestAFlippedByteOfAMatchIsNeverPlayedOn is a flip that leaves the page sound, after a kill: the match is set aside.
func TestAFlippedByteOfAMatchIsNeverPlayedOn(t *testing.T) {
	dir, pages, size := everyKind(t)
	path := filepath.Join(dir, file)
	body, err := os.ReadFile(path)
	must(t, err)
	must(t, os.Remove(filepath.Join(dir, sealFile)))
	for text, where := range map[string]string{`"Hideout"],"n":7`: "entry 7", `"seats":2}`: "opening"} {
		at := -1
		for _, page := range pages["index leaf"] {
			if i := strings.Index(string(body[page:page+size]), text); i >= 0 && at < 0 {
				at = page + i
			}
		}
		if at < 0 {
			t.Fatalf("%q is not in the file", text)
		}
		flip(t, path, int64(at+1), 0)
		s := open(t, dir)
		chains, err := s.Chains(t.Context())
		must(t, err)
		if len(chains.Faults) != 1 || !strings.Contains(chains.Faults[0], where) {
			t.Errorf("%q: the check finds %q", text, chains.Faults)
		}
		kept, err := s.Running(t.Context())
		must(t, err)
		halted := 0
		for _, k := range kept {
			if k.Saved.Stage == table.Halted {
				halted++
			}
		}
		if halted != 1 {
			t.Errorf("%q: %d tables are halted", text, halted)
		}
		must(t, s.Close())
		must(t, os.Remove(filepath.Join(dir, sealFile)))
		must(t, os.WriteFile(path, body, 0o600))
	}
}
