package data

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"saloon/lobby"
	"saloon/lobby/table"
)

// TestAFullDiskIsSaidAndPasses lets the database not grow any more. Whatever needs room is refused with a word for it,
// nothing of it is there, what needs none goes on, and afterwards everything works again.
func TestAFullDiskIsSaidAndPasses(t *testing.T) {
	s := openNew(t)
	begin(t, s, "M1", addPlayers(t, s, "Anna", "Burt"), 5)
	var pages int
	must(t, s.write.QueryRow("PRAGMA page_count").Scan(&pages))
	bound := func(pages int) {
		_, err := s.write.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", pages))
		must(t, err)
	}
	move := func(n uint64) error {
		_, err := s.Append(t.Context(), table.Batch{Table: "TM1", Match: "M1", Saved: saved("TM1", "M1"),
			Entries: []table.Entry{entry(n)}})
		return err
	}
	bound(pages)
	n, err := uint64(5), error(nil)
	for ; err == nil && n < 500; err = move(n) {
		n++ // there was room on a page
	}
	m, broke := s.Match(t.Context(), "M1")
	if broke != nil || len(m.Entries) != int(n)-1 || !errors.Is(err, table.ErrDisk) {
		t.Fatalf("entry %d: %v; %d entries, %v", n, err, len(m.Entries), broke)
	}
	if text := err.Error(); strings.Count(text, table.ErrDisk.Error()) != 1 || !strings.Contains(text, "full") {
		t.Errorf("it says %q", text)
	}
	for i := 0; ; i++ {
		p := lobby.Player{ID: table.PlayerID(fmt.Sprint("q", i)), Name: fmt.Sprint("Q", i), Created: noon, Seen: noon}
		err := s.Create(t.Context(), p, p.Name, lobby.Key{Fingerprint: "SHA256:" + p.Name, Added: noon, Used: noon})
		if errors.Is(err, table.ErrDisk) {
			break
		}
		must(t, err)
	}
	if s.Damaged() != nil {
		t.Fatalf("it is taken for damaged: %v", s.Damaged())
	}
	bound(1 << 20)
	must(t, s.Ready(t.Context()))
	must(t, move(n))
	chains, err := s.Chains(t.Context())
	if err != nil || len(chains.Faults) > 0 {
		t.Errorf("afterwards: %v, %v", chains.Faults, err)
	}
}
