package data

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/club"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

// swapWords rewords as a game does whose moves name seats.
func swapWords(m table.Stored, names engine.Names) []string {
	var out []string
	for _, e := range m.Entries {
		words := e.Words
		for i, n := range m.Opened.Names {
			if last := " " + n; strings.HasSuffix(words, last) {
				words = strings.TrimSuffix(words, last) + " " + names[i]
			}
		}
		out = append(out, words)
	}
	return out
}

// aimed is an entry whose words name somebody.
func aimed(seq uint64, at string) table.Entry {
	e := entry(seq)
	e.Words = "draw at " + at
	return e
}

// life is what somebody leaves behind who was here for a while: everything of it says Belladonna.
func life(t *testing.T, s *Store) (who table.Person, others []table.Person) {
	t.Helper()
	ctx := t.Context()
	p := lobby.Player{ID: "p-1", Name: "Belladonna", Created: noon, Seen: noon}
	must(t, s.Create(ctx, p, "belladonna", lobby.Key{Fingerprint: "SHA256:b", Type: "ssh-ed25519", Added: noon}))
	who, others = p.Person(), addPlayers(t, s, "Burt", "Curt")
	all := append([]table.Person{who}, others...)
	begin(t, s, "M1", all[:2], 2)
	_, err := s.Append(ctx, table.Batch{Table: "TM1", Match: "M1",
		Entries: []table.Entry{aimed(3, "Belladonna"), aimed(4, "Burt"), entry(5)},
		Reactions: []table.Reaction{{Seq: 3, Player: who.ID, Reaction: engine.Reaction{Seat: 0, On: "Cavalry",
			How: engine.Valid, After: time.Second}, At: noon}}})
	must(t, err)
	finish(t, s, "M1", all[:2], 1, 2)
	_, err = s.Append(ctx, table.Batch{Table: "TM1", Drop: true})
	must(t, err)
	must(t, s.SavePrefs(ctx, who.ID, lobby.Prefs{Zone: "Europe/Berlin", Ignored: []table.PlayerID{others[0].ID}}))
	must(t, s.SetWords(ctx, who.ID, "hash", noon))
	must(t, s.NewCode(ctx, who.ID, "code", noon.Add(time.Hour)))
	must(t, s.AddStaff(ctx, nil, act("nothing", "")))
	c := club.Club{ID: "C1", Name: "Long Table", Owner: others[0].ID, Founded: noon}
	must(t, s.SaveClub(ctx, c, "long table"))
	must(t, s.Pin(ctx, "C1", club.Note{At: noon, By: who.ID, Text: "Belladonna was here"}))
	must(t, s.SaveSanction(ctx, order.Sanction{ID: "S1", Kind: order.Mute, At: noon, Reason: "Belladonna shouts",
		Whom: order.Whom{Player: who.ID, Name: who.Name}}))
	must(t, s.AddReport(ctx, order.Report{At: noon, By: others[0].ID, Name: "Burt", About: who.ID, Called: who.Name,
		Words: "Belladonna, who else; not Belladonnas", Lines: []order.Line{{At: noon, From: who.Name, Text: "ha"}}}))
	return who, others
}

// leave lets somebody go as the lobby does.
func leave(t *testing.T, s *Store, id table.PlayerID) lobby.Tomb {
	t.Helper()
	must(t, s.Leave(t.Context(), id, noon, noon.Add(-time.Second)))
	tomb, err := s.Bury(t.Context(), id, noon)
	must(t, err)
	done, err := s.Rest(t.Context(), id, noon, swapWords)
	must(t, err)
	if !done {
		t.Fatal("something was left to do")
	}
	return tomb
}

func TestWhoIsGoneLeavesNoNameAndNoHole(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	who, others := life(t, s)
	before, err := s.Match(t.Context(), "M1")
	must(t, err)
	tomb := leave(t, s, who.ID)
	if tomb.Name != "Gone Player 1" {
		t.Errorf("the name of the tomb is %q", tomb.Name)
	}
	m, err := s.Match(t.Context(), "M1")
	must(t, err)
	if got := m.Opened.Names; got[0] != "Gone-Player-1" || got[1] != "Burt" {
		t.Errorf("names for records: %v", got)
	}
	if m.Opened.People[0] != (table.Person{ID: who.ID, Name: tomb.Name}) || m.Ended.Places[0].Person.Name != tomb.Name {
		t.Errorf("people: %+v, places: %+v", m.Opened.People, m.Ended.Places)
	}
	if m.Entries[2].Words != "draw at Gone-Player-1" || m.Entries[3].Words != "draw at Burt" {
		t.Errorf("words: %q, %q", m.Entries[2].Words, m.Entries[3].Words)
	}
	for i, e := range m.Entries {
		b := before.Entries[i]
		if e.Sum != b.Sum || fmt.Sprint(e.Facts) != fmt.Sprint(b.Facts) || !e.At.Equal(b.At) || e.Seat != b.Seat {
			t.Errorf("entry %d changed: %+v", e.Seq, e)
		}
	}
	if m.Opened.Seed != before.Opened.Seed || m.Opened.Commitment != before.Opened.Commitment {
		t.Error("the seed changed")
	}
	faults, err := s.Chains(t.Context())
	must(t, err)
	broken, err := s.Integrity(t.Context())
	must(t, err)
	if len(faults.Faults)+len(broken) > 0 {
		t.Errorf("a check finds %v %v", faults.Faults, broken)
	}
	gonePerson(t, s, who, others)
	must(t, s.Close())
	noTrace(t, dir, "Belladonna", "belladonna")
}

// gonePerson checks what is left of an account.
func gonePerson(t *testing.T, s *Store, who table.Person, others []table.Person) {
	t.Helper()
	ctx := t.Context()
	p, err := s.ByID(ctx, who.ID)
	must(t, err)
	if p.Name != "Gone Player 1" || !p.Gone.Equal(noon) || p.Prefs.Zone != "" || !p.Leaving.IsZero() {
		t.Errorf("what is left: %+v", p)
	}
	for _, from := range belongings {
		var n int
		must(t, s.read.QueryRow("SELECT COUNT(*) FROM "+from+" WHERE player_id = ?", who.ID).Scan(&n))
		if want := map[bool]int{true: 1}[from == "names"]; n != want {
			t.Errorf("%d rows are left in %s", n, from)
		}
	}
	records, err := s.Records(ctx, who.ID)
	must(t, err)
	board, err := s.Board(ctx, lobby.BoardQuery{Category: "toy/2", Span: lobby.SpanAll, N: 10}, "")
	must(t, err)
	if len(records) != 0 || board.Total != 1 || board.Rows[0].Player != others[0].ID || board.Rows[0].Matches != 1 {
		t.Errorf("records %v, board %+v", records, board.Rows)
	}
	r, err := s.Report(ctx, 1)
	must(t, err)
	if r.Called != "Gone Player 1" || r.Words != "Gone Player 1, who else; not Belladonnas" ||
		r.Lines[0].From != "Gone Player 1" {
		t.Errorf("a report says %+v", r)
	}
	r.Words = ""
	must(t, s.do(ctx, func(tx *sql.Tx) error { return overwriting(tx, func() error { return putReport(tx, r) }) }))
	acts, err := s.Audit(ctx, 0, 10)
	must(t, err)
	last := acts[len(acts)-1]
	if last.Act.Act != "account gone" || last.About != string(who.ID) || !strings.Contains(last.Reason, ": 1") {
		t.Errorf("the audit log says %+v", last)
	}
	again := lobby.Player{ID: "p-new", Name: "Belladonna", Created: noon, Seen: noon}
	wants(t, s.Create(ctx, again, "belladonna", lobby.Key{}), lobby.ErrNameTaken)
	wants(t, s.Rename(ctx, others[0].ID, "Belladonna", "belladonna", noon.Add(lobby.NameRests-1)), lobby.ErrNameTaken)
}

// noTrace looks for names in every byte of the files of a closed house.
func noTrace(t *testing.T, dir string, names ...string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	must(t, err)
	for _, f := range files {
		body, err := os.ReadFile(f)
		must(t, err)
		for _, n := range names {
			if i := bytes.Index(body, []byte(n)); i >= 0 {
				t.Errorf("%s still says %q at %d", filepath.Base(f), body[max(i-40, 0):min(i+60, len(body))], i)
			}
		}
	}
}

func TestANameIsFreeAfterAYear(t *testing.T) {
	s := openNew(t)
	all := addPlayers(t, s, "Anna", "Burt")
	leave(t, s, all[0].ID)
	early := noon.Add(lobby.NameRests - time.Second)
	wants(t, s.Rename(t.Context(), all[1].ID, "Anna", "anna", early), lobby.ErrNameTaken)
	must(t, s.Rename(t.Context(), all[1].ID, "Anna", "anna", noon.Add(lobby.NameRests)))
}

func TestTombsAreNumberedAndNobodyBearsTheirNames(t *testing.T) {
	s := openNew(t)
	all := addPlayers(t, s, "Anna", "Burt")
	p := lobby.Player{ID: "p-odd", Name: "Gone Player 1", Created: noon, Seen: noon} // of a time without such names
	must(t, s.Create(t.Context(), p, lobby.Skeleton(p.Name), lobby.Key{}))
	if a, b := leave(t, s, all[0].ID), leave(t, s, all[1].ID); a.Name != "Gone Player 2" || b.Name != "Gone Player 3" {
		t.Errorf("they are called %q and %q", a.Name, b.Name)
	}
	tombs, err := s.Tombs(t.Context())
	must(t, err)
	if len(tombs) != 2 || tombs[0].Player != all[0].ID || !tombs[1].Rested {
		t.Errorf("tombs: %+v", tombs)
	}
}

func TestNobodyGoesBeforeTheirTime(t *testing.T) {
	s := openNew(t)
	all := addPlayers(t, s, "Anna", "Burt")
	ctx := t.Context()
	bury := func(want error) {
		t.Helper()
		_, err := s.Bury(ctx, all[0].ID, noon)
		wants(t, err, want)
	}
	bury(lobby.ErrNotFound)
	must(t, s.Leave(ctx, all[0].ID, noon, noon.Add(time.Millisecond)))
	bury(lobby.ErrNotFound)
	must(t, s.Leave(ctx, all[0].ID, noon, time.Time{}))
	bury(lobby.ErrNotFound)
	left, err := s.Leaving(ctx)
	must(t, err)
	if len(left) != 0 {
		t.Errorf("leaving: %+v", left)
	}
	acts, err := s.AccountActs(ctx, all[0].ID, 10)
	must(t, err)
	if len(acts) != 2 || acts[0].Act != lobby.ActStaying || acts[1].Act != lobby.ActLeaving {
		t.Errorf("acts: %+v", acts)
	}
	if _, err := s.Rest(ctx, all[0].ID, noon, swapWords); !errors.Is(err, lobby.ErrNotFound) {
		t.Errorf("somebody who is here was put to rest: %v", err)
	}
}

func TestAMatchThatIsOnIsSealedAgainWhenItIsOver(t *testing.T) {
	s := openNew(t)
	all := addPlayers(t, s, "Anna", "Burt")
	ctx := t.Context()
	begin(t, s, "M1", all, 2)
	must(t, s.Leave(ctx, all[0].ID, noon, noon.Add(-1)))
	_, err := s.Bury(ctx, all[0].ID, noon)
	must(t, err)
	done, err := s.Rest(ctx, all[0].ID, noon, swapWords)
	must(t, err)
	if done {
		t.Fatal("the table would write under a name that is not there any more")
	}
	_, err = s.Append(ctx, table.Batch{Table: "TM1", Match: "M1", Entries: []table.Entry{aimed(3, "Anna")}})
	must(t, err)
	finish(t, s, "M1", all, 2, 1)
	if done, err = s.Rest(ctx, all[0].ID, noon, swapWords); err != nil || !done {
		t.Fatalf("%v, %v", done, err)
	}
	m, err := s.Match(ctx, "M1")
	must(t, err)
	if m.Entries[2].Words != "draw at Gone-Player-1" {
		t.Errorf("it says %q", m.Entries[2].Words)
	}
	done, err = s.Rest(ctx, all[0].ID, noon, swapWords) // once more changes nothing
	must(t, err)
	acts, err := s.Acts(ctx)
	must(t, err)
	if !done || acts != 1 {
		t.Errorf("done %v, %d acts", done, acts)
	}
}

func TestRestGoesOnWhereItWasBrokenOff(t *testing.T) {
	s := openNew(t)
	all := addPlayers(t, s, "Anna", "Burt")
	for i := range 5 {
		id := table.MatchID(fmt.Sprint("M", i))
		begin(t, s, id, all, 2)
		finish(t, s, id, all, 1, 2)
	}
	must(t, s.Leave(t.Context(), all[0].ID, noon, noon.Add(-1)))
	_, err := s.Bury(t.Context(), all[0].ID, noon)
	must(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	_, err = s.Rest(ctx, all[0].ID, noon, func(m table.Stored, names engine.Names) []string {
		if n++; n == 3 {
			cancel()
		}
		return swapWords(m, names)
	})
	wants(t, err, context.Canceled)
	done, err := s.Rest(t.Context(), all[0].ID, noon, func(m table.Stored, names engine.Names) []string {
		n++
		return swapWords(m, names)
	})
	if err != nil || !done || n != 5 {
		t.Errorf("%v, %v, %d matches were written", done, err, n)
	}
}

func TestDamageStaysInSight(t *testing.T) {
	s := openNew(t)
	all := addPlayers(t, s, "Anna", "Burt")
	for _, id := range []table.MatchID{"M1", "M2"} {
		begin(t, s, id, all, 4)
		finish(t, s, id, all, 1, 2)
	}
	must(t, s.do(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE entries SET words = 'other' WHERE match_id = 'M1' AND seq = 2")
		if err == nil {
			_, err = tx.Exec("UPDATE matches SET seed = replace(seed, '0', '1') WHERE id = 'M2'")
		}
		return err
	}))
	leave(t, s, all[0].ID)
	for _, id := range []table.MatchID{"M1", "M2"} {
		m, err := s.Match(t.Context(), id)
		if !errors.Is(err, ErrDamaged) || m.Opened.People[0].Name != "Gone Player 1" {
			t.Errorf("match %s: %v, %+v", id, err, m.Opened.People)
		}
	}
}

// Whoever goes, the ratings of the others stay as they are, and a recomputation finds the same boards.
func TestBoardsWithoutThoseWhoAreGoneCanBeMadeAgain(t *testing.T) {
	m := openMonths(t)
	defer func() { must(t, m.Close()) }()
	r := rand.New(rand.NewPCG(7, 7))
	m.play(r, 80)
	curt := m.people[2].ID
	before, err := m.Records(t.Context(), m.people[0].ID)
	must(t, err)
	leave(t, m.Store, m.people[1].ID)
	after, err := m.Records(t.Context(), m.people[0].ID)
	must(t, err)
	for i := range before {
		if before[i].Skill != after[i].Skill || before[i].Matches != after[i].Matches {
			t.Errorf("%+v became %+v", before[i], after[i])
		}
	}
	m.people = append(m.people[:1], m.people[2:]...)
	m.play(r, 80)
	leave(t, m.Store, curt)
	m.people = append(m.people[:1], m.people[2:]...)
	m.play(r, 40)
	diff, err := m.Recompute(t.Context())
	must(t, err)
	if len(diff) > 0 {
		t.Fatalf("%d differences: %+v", len(diff), diff[0])
	}
	want := m.dump()
	if _, err := m.Rewrite(t.Context(), act("ratings recompute", "")); err != nil {
		t.Fatal(err)
	}
	got := m.dump()
	if len(got) != len(want) {
		t.Fatalf("%d rows became %d", len(want), len(got))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s\nbecame %s", want[i], got[i])
		}
		if strings.Contains(want[i], "p-burt") && strings.HasPrefix(want[i], "standings") {
			t.Errorf("somebody who is gone stands there: %s", want[i])
		}
	}
}

func TestRecoveryWordsBringOneKeyOnce(t *testing.T) {
	s := openNew(t)
	all := addPlayers(t, s, "Anna", "Burt")
	ctx := t.Context()
	one, err := s.Salt(ctx, "words", []byte("one"))
	must(t, err)
	two, err := s.Salt(ctx, "words", []byte("two"))
	must(t, err)
	if string(one) != "one" || string(two) != "one" {
		t.Errorf("the salt is %q, then %q", one, two)
	}
	must(t, s.SetWords(ctx, all[0].ID, "old", noon))
	must(t, s.SetWords(ctx, all[0].ID, "new", noon.Add(time.Hour)))
	made, err := s.WordsMade(ctx, all[0].ID)
	must(t, err)
	if !made.Equal(noon.Add(time.Hour)) {
		t.Errorf("made at %v", made)
	}
	key := lobby.Key{Fingerprint: "SHA256:new", Type: "ssh-ed25519", Added: noon, Used: noon}
	_, err = s.Recover(ctx, "old", key, noon)
	wants(t, err, lobby.ErrNotFound)
	taken := key
	taken.Fingerprint = "SHA256:Burt-1"
	_, err = s.Recover(ctx, "new", taken, noon)
	wants(t, err, lobby.ErrNameTaken)
	p, err := s.Recover(ctx, "new", key, noon) // a key that was taken has not used them up
	must(t, err)
	if p.ID != all[0].ID {
		t.Errorf("they are %s's", p.ID)
	}
	_, err = s.Recover(ctx, "new", key, noon)
	wants(t, err, lobby.ErrNotFound)
	acts, err := s.AccountActs(ctx, all[0].ID, 10)
	must(t, err)
	if len(acts) != 3 || acts[0].Act != lobby.ActWordsUsed || acts[0].About != key.Fingerprint {
		t.Errorf("acts: %+v", acts)
	}
}
