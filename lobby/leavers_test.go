package lobby_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/engine/enginetest/toy"
	"saloon/engine/record"
	"saloon/lobby"
	"saloon/lobby/order"
	"saloon/lobby/phrase"
	"saloon/lobby/table"
)

// leaves lets somebody ask to be gone, and their time pass.
func (h *hall) leaves(s *lobby.Session) {
	h.Helper()
	until, err := s.DeleteMe(h.ctx, s.Player().Name)
	h.must(err)
	if time.Until(until) != lobby.ThinkFor {
		h.Errorf("%v are left", time.Until(until))
	}
	pass(lobby.ThinkFor + time.Second)
	synctest.Wait()
}

func TestRecoveryWordsAreToldOnce(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		old, err := anna.Words(h.ctx)
		h.must(err)
		words, err := anna.Words(h.ctx)
		h.must(err)
		if n := len(strings.Fields(words)); n != phrase.Words || old == words {
			h.Errorf("%d words: %q, before %q", n, words, old)
		}
		for _, w := range strings.Fields(words) {
			if strings.Contains(h.store.WordsHash(anna.Player().ID), w) {
				h.Errorf("%q is stored", w)
			}
		}
		h.wants(anna.Recover(h.ctx, words), lobby.ErrKeyTaken)
		comer, err := h.house.Enter(h.ctx, key("new"))
		h.must(err)
		h.wants(comer.Recover(h.ctx, old), lobby.ErrNotFound)
		h.wants(comer.Recover(h.ctx, "eight words of no list at all here"), phrase.ErrPhrase)
		h.must(comer.Recover(h.ctx, "  "+strings.ToUpper(strings.ReplaceAll(words, " ", ", "))))
		if comer.Player().ID != anna.Player().ID || !comer.Named() {
			h.Errorf("the words lead to %+v", comer.Player())
		}
		again, err := h.house.Enter(h.ctx, key("thief"))
		h.must(err)
		h.wants(again.Recover(h.ctx, words), lobby.ErrNotFound)
		a, err := comer.Account(h.ctx)
		h.must(err)
		if len(a.Keys) != 2 || !a.Words.IsZero() || len(a.Acts) != 3 || a.Acts[0].Act != lobby.ActWordsUsed {
			h.Errorf("the account: %+v", a)
		}
		guest, err := h.house.Enter(h.ctx, lobby.Identity{})
		h.must(err)
		_, err = guest.Words(h.ctx)
		h.wants(err, lobby.ErrGuest)
		h.wants(guest.Recover(h.ctx, words), lobby.ErrGuest)
	})
}

func TestTryingWordsIsSlow(t *testing.T) {
	inHall(t, func(h *hall) {
		s, err := h.house.Enter(h.ctx, key("Mallory"))
		h.must(err)
		wrong := strings.TrimSpace(strings.Repeat("apple ", phrase.Words))
		for range 50 {
			h.wants(s.Recover(h.ctx, "a slip of the hand"), phrase.ErrPhrase) // costs nothing
		}
		for n := range 50 {
			if err = s.Recover(h.ctx, wrong); errors.Is(err, lobby.ErrSlow) {
				if n < 5 {
					h.Errorf("after %d tries it is slow", n)
				}
				return
			}
			h.wants(err, lobby.ErrNotFound)
		}
		h.Error("fifty phrases may be tried at once")
	})
}

// enter lets a key in.
func (h *hall) enter(name string) *lobby.Session {
	h.Helper()
	s, err := h.house.Enter(h.ctx, key(name))
	h.must(err)
	return s
}

// drained is the last news of a session that has ended.
func (h *hall) drained(s *lobby.Session) (gone string) {
	h.Helper()
	synctest.Wait()
	for {
		n, ok, open := s.Take()
		if n.Gone != "" {
			gone = n.Gone
		}
		if !open {
			return gone
		}
		if !ok {
			h.Fatal("the session goes on")
		}
	}
}

func TestSomebodyLeavesForGood(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		match, _ := h.over(toySettings(), anna, burt)
		before, err := h.house.Record(h.ctx, match, burt.Player().ID)
		h.must(err)
		_, err = anna.DeleteMe(h.ctx, "Burt")
		h.wants(err, lobby.ErrConfirm)
		records, err := burt.Profile(h.ctx, "")
		h.must(err)
		h.leaves(anna)
		if gone := h.drained(anna); !strings.Contains(gone, "gone now") {
			h.Errorf("Anna reads %q", gone)
		}
		_, err = burt.Profile(h.ctx, "Anna")
		h.wants(err, lobby.ErrNotFound)
		p, err := burt.Profile(h.ctx, "Gone Player 1")
		h.must(err)
		if p.Player.Gone.IsZero() || len(p.Records) != 0 || len(p.Names) != 1 {
			h.Errorf("what is left: %+v", p)
		}
		mine, err := burt.Profile(h.ctx, "")
		h.must(err)
		if mine.Records[0].Skill != records.Records[0].Skill || mine.Records[0].Matches != 1 {
			h.Errorf("Burt's %+v became %+v", records.Records, mine.Records)
		}
		after, err := h.house.Record(h.ctx, match, burt.Player().ID)
		h.must(err)
		if want := strings.ReplaceAll(before, "Anna", "Gone-Player-1"); after != want {
			h.Errorf("the record became\n%s\nwant\n%s", after, want)
		}
		stored, err := h.store.Match(h.ctx, match)
		h.must(err)
		if err := lobby.LogOf(stored).Verify(toy.Kit().Game); err != nil {
			h.Errorf("its log does not verify: %v", err)
		}
		rec, err := record.Parse([]byte(after))
		h.must(err)
		if err := record.Verify(func(string) (engine.Game, bool) { return toy.Kit().Game, true }, rec); err != nil {
			h.Errorf("its record does not verify: %v", err)
		}
		reel, err := burt.Replay(h.ctx, match, 1<<20)
		h.must(err)
		f, _, _ := reel.Take()
		if f.Info.Chairs[0].Owner.Name != "Gone Player 1" || f.Info.Result.Places[0].Person.Name == "Anna" {
			h.Errorf("the replay shows %+v", f.Info)
		}
		reel.Close()
		h.strangerAgain(anna, burt)
	})
}

// strangerAgain checks that a key whose account is gone is a stranger's, and that the name rests.
func (h *hall) strangerAgain(gone, other *lobby.Session) {
	h.Helper()
	again := h.enter("Anna")
	if again.Named() || again.Player().ID == gone.Player().ID {
		h.Errorf("the key still leads to %+v", again.Player())
	}
	h.wants(again.SetName(h.ctx, "Anna"), lobby.ErrNameTaken)
	h.wants(other.SetName(h.ctx, "Ann a"), lobby.ErrNameTaken)
	h.wants(other.SetName(h.ctx, "gone player 7"), lobby.ErrName)
	pass(lobby.NameRests)
	h.must(again.SetName(h.ctx, "Anna"))
}

func TestAWeekToThinkItOver(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		first, err := anna.DeleteMe(h.ctx, "anna")
		h.must(err)
		pass(lobby.ThinkFor - time.Hour)
		if until, err := anna.DeleteMe(h.ctx, "Anna"); err != nil || !until.Equal(first) {
			h.Errorf("saying it twice moves %v to %v, %v", first, until, err)
		}
		if l := h.named("Anna").Player().Leaving; !l.Equal(first) {
			h.Errorf("coming back they read %v", l)
		}
		anna = h.named("Anna")
		h.must(anna.KeepMe(h.ctx))
		if !anna.Player().Leaving.IsZero() {
			h.Errorf("they still leave: %+v", anna.Player())
		}
		h.must(anna.KeepMe(h.ctx))
		pass(3 * lobby.ThinkFor)
		if p := h.named("Anna").Player(); p.Name != "Anna" {
			h.Errorf("who stayed is gone: %+v", p)
		}
	})
}

// Whoever has left while the house was closed goes when it opens.
func TestTheWeekRunsWhileTheHouseIsClosed(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		_, err := anna.DeleteMe(h.ctx, "Anna")
		h.must(err)
		_, err = burt.DeleteMe(h.ctx, "Burt")
		h.must(err)
		h.must(burt.KeepMe(h.ctx))
		h.close()
		pass(2 * lobby.ThinkFor)
		h.open()
		synctest.Wait()
		if h.enter("Anna").Named() || !h.enter("Burt").Named() {
			h.Error("the wrong one is gone")
		}
	})
}

// Somebody who is gone has walked out of what they played; its record is written anew when it is over.
func TestLeavingInAMatch(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		set := toySettings()
		set.Pace, set.Days = table.Correspondence, 14
		v := h.table(anna, set)
		w, err := burt.Join(h.ctx, v.ID(), engine.Nobody)
		h.must(err)
		h.must(v.Ready(h.ctx, true))
		h.must(w.Ready(h.ctx, true))
		pass(time.Minute / 4)
		id := h.frame(w).Info.Match
		h.leaves(anna)
		h.drained(anna)
		f := h.frame(w)
		if c := f.Info.Chairs[0]; c.Left[0].Name != "Gone Player 1" || c.Owner.Name != "Bot for Gone Player 1" {
			h.Fatalf("the seat: %+v", c)
		}
		if m, err := h.store.Match(h.ctx, id); err != nil || m.Opened.People[0].Name != "Anna" {
			h.Errorf("a match that is on was changed under its table: %+v, %v", m.Opened, err)
		}
		if f.Ask != nil {
			h.must(w.Answer(h.ctx, f.Ask.ID, f.Ask.Legal[0]))
		}
		info := h.play(w)
		if info.Stage != table.Ended {
			h.Fatalf("it stopped: %+v", info)
		}
		for _, p := range info.Result.Places {
			if p.Person.Name == "Anna" || p.Seat == 1 && p.Rank != 1 {
				h.Errorf("places: %+v", info.Result.Places)
			}
		}
		pass(2 * time.Hour)
		synctest.Wait()
		m, err := h.store.Match(h.ctx, id)
		h.must(err)
		if m.Opened.People[0].Name != "Gone Player 1" || m.Opened.Names[0] != "Gone-Player-1" {
			h.Errorf("when it is over: %+v", m.Opened)
		}
	})
}

func TestCommunityTablesOutliveTheirOwners(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt, curt, dora := h.named("Anna"), h.named("Burt"), h.named("Curt"), h.named("Dora")
		h.found(anna, "The Long Table", nil)
		h.found(anna, "Nobody Else", nil)
		for _, n := range []string{"Dora", "Curt", "Burt"} {
			h.must(anna.Enroll(h.ctx, "The Long Table", n, true))
		}
		_, err := dora.DeleteMe(h.ctx, "Dora") // she has been there longest, but leaves as well
		h.must(err)
		h.clubMatch(anna, burt)
		h.leaves(anna)
		hall, err := h.house.ClubHall(h.ctx, "The Long Table")
		h.must(err)
		if hall.OwnerName != "Curt" || len(hall.Names) != 1 || hall.Names[0] != "Burt" {
			h.Errorf("it is %s's, with %v", hall.OwnerName, hall.Names)
		}
		if len(hall.Ladder) != 1 || hall.Ladder[0].Name != "Burt" {
			h.Errorf("its ladder: %+v", hall.Ladder)
		}
		if n := hall.Matches[0].Names; !slices.Contains(n, "Gone Player 1") && !slices.Contains(n, "Gone Player 2") {
			h.Errorf("its archive: %v", n)
		}
		h.wants(curt.Enroll(h.ctx, "The Long Table", hall.Matches[0].Names[0], true), lobby.ErrGuest)
		_, err = h.house.ClubHall(h.ctx, "Nobody Else")
		h.wants(err, lobby.ErrNotFound)
		if n := h.news(curt); !strings.Contains(n.Toast, "is yours now") {
			h.Errorf("Curt is told %q", n.Toast)
		}
		for _, a := range h.store.ClubActs() {
			if a.Act == "club inherit" && (a.Who != "the house" || strings.Contains(a.About, "Curt")) {
				h.Errorf("the log says %+v", a)
			}
		}
	})
}

// Nobody gets rid of a ban by becoming a stranger.
func TestABanOutlivesItsAccount(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		_, err := anna.DeleteMe(h.ctx, "Anna")
		h.must(err)
		h.impose(order.Ban, order.Whom{Player: anna.Player().ID, Name: "Anna"}, 30*24*time.Hour, "shouting")
		pass(lobby.ThinkFor + time.Second)
		s := h.enter("Anna")
		if _, banned := s.Banned(); !banned || s.Named() {
			h.Errorf("the key comes in as %+v", s.Player())
		}
		s.Close()
		pass(30 * 24 * time.Hour)
		if _, banned := h.enter("Anna").Banned(); banned {
			h.Error("it does not end")
		}
	})
}

// export reads somebody's document.
func (h *hall) export(s *lobby.Session) map[string]any {
	h.Helper()
	var b bytes.Buffer
	h.must(h.house.Export(h.ctx, s.Player().ID, &b))
	var doc map[string]any
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		h.Fatalf("%v in\n%s", err, b.String())
	}
	return doc
}

func TestAnExportHoldsEverythingOfOne(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		match, _ := h.over(toySettings(), anna, burt)
		h.found(anna, "The Long Table", nil)
		h.must(anna.Pin(h.ctx, "The Long Table", "<hello>"))
		h.must(anna.Ignore(h.ctx, "Burt", true))
		h.must(anna.Report(h.ctx, "Burt", "he sings", ""))
		_, err := anna.Words(h.ctx)
		h.must(err)
		h.impose(order.Mute, order.Whom{Player: anna.Player().ID, Name: "Anna"}, time.Hour, "singing too")
		on := h.table(anna, toySettings(), "", "regular")
		h.must(on.Ready(h.ctx, true))
		pass(time.Minute / 4)
		doc := h.export(anna)
		for _, field := range []string{"format", "made", "account", "recovery_words", "prefs", "names", "keys",
			"ignored", "ratings", "awards", "curve", "matches", "reactions", "conduct", "clubs", "club_notes",
			"sanctions", "reports", "account_acts", "talk"} {
			if _, ok := doc[field]; !ok {
				h.Errorf("there is no %q", field)
			}
		}
		item := func(field string, i int) map[string]any {
			h.Helper()
			all, _ := doc[field].([]any)
			if len(all) <= i {
				h.Fatalf("%s: %v", field, doc[field])
			}
			return all[i].(map[string]any)
		}
		if item("ignored", 0)["name"] != "Burt" || item("club_notes", 0)["text"] != "<hello>" ||
			item("reports", 0)["words"] != "he sings" || item("sanctions", 0)["reason"] != "singing too" ||
			item("curve", 0)["match"] != string(match) || item("clubs", 0)["owner"] != true ||
			item("keys", 0)["fingerprint"] != "SHA256:Anna" || item("conduct", 0)["matches"] != 1.0 {
			h.Errorf("it says %v", doc)
		}
		var over, running map[string]any
		for i := range 2 {
			if m := item("matches", i); m["ended"] != nil {
				over = m
			} else {
				running = m
			}
		}
		if text, _ := over["record"].(string); !strings.Contains(text, "saloon-record/1") || over["rank"] == nil {
			h.Errorf("the match that is over: %v", over)
		}
		seed := ""
		if m, err := h.store.Match(h.ctx, table.MatchID(running["match"].(string))); err == nil {
			seed = m.Opened.Seed.String()
		}
		if text, _ := running["record"].(string); text == "" || strings.Contains(text, seed) {
			h.Errorf("the match that is on: %v", running)
		}
		h.wants(h.house.Export(h.ctx, "", io.Discard), lobby.ErrGuest)
	})
}

// stuck is a reader who does not read.
type stuck struct{ until chan struct{} }

func (s stuck) Write(p []byte) (int, error) {
	<-s.until
	return len(p), nil
}

func TestFewExportsAtOnce(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt, curt := h.named("Anna").Player().ID, h.named("Burt").Player().ID, h.named("Curt").Player().ID
		reader := stuck{make(chan struct{})}
		done := make(chan error)
		go func() { done <- h.house.Export(h.ctx, anna, reader) }()
		synctest.Wait()
		h.wants(h.house.Export(h.ctx, anna, io.Discard), lobby.ErrPapers)
		h.must(h.house.Export(h.ctx, curt, io.Discard))
		go func() { done <- h.house.Export(h.ctx, burt, reader) }()
		synctest.Wait()
		h.wants(h.house.Export(h.ctx, curt, io.Discard), lobby.ErrPapers)
		close(reader.until)
		h.must(errors.Join(<-done, <-done))
		h.must(h.house.Export(h.ctx, anna, io.Discard))
	})
}
