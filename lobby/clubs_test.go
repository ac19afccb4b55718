package lobby_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/club"
	"saloon/lobby/table"
)

// found opens a community table for two.
func (h *hall) found(s *lobby.Session, name string, change func(*club.Club)) club.Club {
	h.Helper()
	c := club.Club{Name: name, About: "Saturdays\x1b[2J", Settings: toySettings()}
	if change != nil {
		change(&c)
	}
	c, err := s.Found(h.ctx, c)
	h.must(err)
	return c
}

func TestACommunityTableOutlastsEverybody(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		h.found(anna, "The Long Table", nil)
		_, err := burt.Found(h.ctx, club.Club{Name: "the long-table", Settings: toySettings()})
		h.wants(err, lobby.ErrNameTaken)

		v, err := burt.Join(h.ctx, "the long table", engine.Nobody)
		h.must(err)
		f := h.frame(v)
		if f.Info.Host != anna.Player().ID || f.Info.Settings.Title != "The Long Table" {
			h.Errorf("its table: %+v", f.Info)
		}
		v.Close()
		pass(time.Hour) // nobody there: the table goes, the place stays
		hall, err := h.house.ClubHall(h.ctx, "The Long Table")
		h.must(err)
		if hall.Live != nil || hall.OwnerName != "Anna" || strings.ContainsRune(hall.About, '\x1b') {
			h.Errorf("when nobody is there: %+v", hall)
		}
		h.close()
		pass(90 * 24 * time.Hour)
		h.open()
		anna, burt = h.named("Anna"), h.named("Burt")
		first := h.clubMatch(anna, burt)
		second := h.clubMatch(anna, burt) // they follow one another
		hall, err = h.house.ClubHall(h.ctx, "The Long Table")
		h.must(err)
		if len(hall.Matches) != 2 || hall.Matches[0].Match != second || hall.Matches[1].Match != first {
			h.Errorf("its archive: %+v", hall.Matches)
		}
		past, err := burt.History(h.ctx, "", lobby.Search{Table: "the long table"}, 10)
		h.must(err)
		if len(past) != 2 || past[1].Match != first {
			h.Errorf("looked for by its name: %+v", past)
		}
		wins := 0
		for _, r := range hall.Ladder {
			wins += r.Wins
			if r.Matches != 2 {
				h.Errorf("its ladder: %+v", hall.Ladder)
			}
		}
		if len(hall.Ladder) != 2 || wins < 2 || hall.Ladder[0].Wins < hall.Ladder[1].Wins {
			h.Errorf("its ladder: %+v", hall.Ladder)
		}
	})
}

func TestNobodyWinsAMatchThatAllWalkOutOf(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		h.found(anna, "The Long Table", nil)
		v, err := anna.JoinClub(h.ctx, "The Long Table")
		h.must(err)
		w, err := burt.JoinClub(h.ctx, "The Long Table")
		h.must(err)
		h.must(v.Ready(h.ctx, true))
		h.must(w.Ready(h.ctx, true))
		pass(time.Minute / 4)
		h.must(v.Stand(h.ctx, true))
		x, err := curt.WatchClub(h.ctx, "The Long Table")
		h.must(err)
		h.must(x.Sit(h.ctx, 0)) // so somebody is left for whom Burt's going counts
		h.must(w.Stand(h.ctx, true))
		h.must(x.Stand(h.ctx, true))
		pass(time.Minute)
		hall, err := h.house.ClubHall(h.ctx, "The Long Table")
		h.must(err)
		if len(hall.Ladder) != 2 || hall.Ladder[0].Wins+hall.Ladder[1].Wins != 0 {
			h.Errorf("its ladder: %+v", hall.Ladder)
		}
		if out := hall.Matches[0].Out; !slices.Equal(out, []int{0, 1}) {
			h.Errorf("walked out of it: %v", out)
		}
		for _, s := range []*lobby.Session{anna, burt} {
			lost, err := s.History(h.ctx, "", lobby.Search{Result: lobby.Lost}, 10)
			h.must(err)
			if len(lost) != 1 || !lost[0].Left {
				h.Errorf("%s looks back on it as %+v", s.Player().Name, lost)
			}
		}
	})
}

// clubMatch lets two people play a match at the one community table that there is, and go away.
func (h *hall) clubMatch(a, b *lobby.Session) table.MatchID {
	h.Helper()
	v, err := a.JoinClub(h.ctx, "The Long Table")
	h.must(err)
	w, err := b.JoinClub(h.ctx, "The Long Table")
	h.must(err)
	h.must(v.Ready(h.ctx, true))
	h.must(w.Ready(h.ctx, true))
	pass(time.Minute / 4)
	info := h.play(v, w)
	pass(time.Minute)
	if f := h.frame(v); f.Info.Stage != table.Gathering || f.Info.Chairs[0].Free() || f.Info.Chairs[0].Ready {
		h.Errorf("after the match: %s, %+v", f.Info.Stage, f.Info.Chairs)
	}
	return info.Match
}

func TestARosterKeepsOthersOut(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		h.found(anna, "Ours", func(c *club.Club) { c.RosterOnly = true })
		_, err := burt.JoinClub(h.ctx, "Ours")
		h.wants(err, lobby.ErrRoster)
		h.wants(burt.Enroll(h.ctx, "Ours", "Burt", true), lobby.ErrOwner)
		h.wants(anna.Enroll(h.ctx, "Ours", "burt", false), lobby.ErrSo) // nothing to note in the audit log
		h.must(anna.Enroll(h.ctx, "Ours", "burt", true))
		h.wants(anna.Enroll(h.ctx, "Ours", "burt", true), lobby.ErrSo)
		h.wants(anna.Enroll(h.ctx, "Ours", "Anna", true), lobby.ErrSo)
		if acts := h.store.ClubActs(); len(acts) != 1 || acts[0].About != "Ours: Burt" {
			h.Errorf("noted: %+v", acts)
		}
		v, err := burt.JoinClub(h.ctx, "Ours")
		h.must(err)
		_, err = curt.Join(h.ctx, v.ID(), engine.Nobody) // nor by the code of its table
		h.wants(err, lobby.ErrRoster)
		w, err := curt.WatchClub(h.ctx, "Ours")
		h.must(err)
		h.wants(w.Sit(h.ctx, 1), lobby.ErrRoster)
		h.wants(curt.Pin(h.ctx, "Ours", "let me in"), lobby.ErrRoster)
		h.must(burt.Pin(h.ctx, "Ours", "Saturday at eight!\x1b]52;c;x\x07"))
		h.must(anna.Pin(h.ctx, "Ours", "I bring the cards"))
		hall, err := h.house.ClubHall(h.ctx, "ours")
		h.must(err)
		if len(hall.Notes) != 2 || hall.Notes[1].Name != "Burt" || strings.ContainsAny(hall.Notes[1].Text, "\x1b\x07") {
			h.Errorf("the board: %+v", hall.Notes)
		}
		h.wants(burt.Unpin(h.ctx, "Ours", hall.Notes[0].Seq), lobby.ErrOwner)
		h.must(anna.Unpin(h.ctx, "Ours", hall.Notes[1].Seq))
		h.must(anna.Enroll(h.ctx, "Ours", "Burt", false))
		if hall, _ = h.house.ClubHall(h.ctx, "ours"); len(hall.Notes) != 1 || len(hall.Names) != 0 {
			h.Errorf("in the end: %+v", hall)
		}
	})
}

func TestNoMatchBeginsOutOfHours(t *testing.T) {
	inHall(t, func(h *hall) {
		now := time.Now().UTC() // of the bubble
		hours, err := club.ParseHours(now.Add(3*time.Hour).Format("Mon 15:04")+"-"+
			now.Add(5*time.Hour).Format("15:04"), "UTC")
		h.must(err)
		anna, burt := h.named("Anna"), h.named("Burt")
		h.found(anna, "Evenings", func(c *club.Club) { c.Hours = hours })
		v, err := anna.JoinClub(h.ctx, "Evenings")
		h.must(err)
		w, err := burt.JoinClub(h.ctx, "Evenings")
		h.must(err)
		h.must(v.Ready(h.ctx, true))
		h.must(w.Ready(h.ctx, true))
		pass(time.Minute)
		f := h.frame(v)
		if f.Info.Stage != table.Gathering || !strings.Contains(f.Info.Waits[0].Text, "opens in 3 hours") {
			h.Errorf("before its hours: %s, %+v", f.Info.Stage, f.Info.Waits)
		}
		if held := v.Held(); held != "this table opens in 3 hours" {
			h.Errorf("before its hours: %q", held)
		}
		pass(3 * time.Hour)
		if held := v.Held(); held != "" {
			h.Errorf("in its hours: %q", held)
		}
		if f := h.frame(v); f.Info.Stage != table.Playing {
			h.Errorf("in its hours: %s, %+v", f.Info.Stage, f.Info.Waits)
		}
	})
}

func TestBotsKeepTheSeatsWarm(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		h.found(anna, "Never Alone", func(c *club.Club) { c.Warm = "regular" })
		v, err := anna.JoinClub(h.ctx, "Never Alone")
		h.must(err)
		pass(5 * time.Minute / 4)
		if f := h.frame(v); f.Info.Stage != table.Gathering || !f.Info.Chairs[1].Free() {
			h.Errorf("before anybody is ready: %+v", f.Info.Chairs)
		}
		h.must(v.Ready(h.ctx, true))
		pass(time.Minute)
		f := h.frame(v)
		if f.Info.Stage != table.Playing || f.Info.Chairs[1].Owner.Bot != "regular" {
			h.Errorf("then: %s, %+v", f.Info.Stage, f.Info.Chairs)
		}
		h.play(v)
		pass(time.Minute)
		if f := h.frame(v); f.Info.Stage != table.Gathering || !f.Info.Chairs[1].Free() {
			h.Errorf("after it: %s, %+v", f.Info.Stage, f.Info.Chairs)
		}
	})
}

func TestOwnersPowers(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		h.found(anna, "Anna's", nil)
		v, err := burt.JoinClub(h.ctx, "Anna's")
		h.must(err)
		w, err := curt.JoinClub(h.ctx, "Anna's")
		h.must(err)
		a, err := anna.WatchClub(h.ctx, "Anna's") // she need not sit to be the host
		h.must(err)
		h.wants(v.Swap(h.ctx, 0, 1), table.ErrDenied)
		h.must(a.Swap(h.ctx, 0, 1))
		if f := h.frame(a); f.Info.Chairs[0].Owner.Name != "Curt" || f.Info.Chairs[1].Owner.Name != "Burt" {
			h.Errorf("changed places: %+v", f.Info.Chairs)
		}
		h.must(a.Remove(h.ctx, 0))
		h.wants(w.Sit(h.ctx, 0), table.ErrDenied)
		h.wants(burt.HandOver(h.ctx, "Anna's", "Burt"), lobby.ErrOwner)
		h.must(anna.HandOver(h.ctx, "Anna's", "Burt"))
		h.must(v.Swap(h.ctx, 0, 1)) // Burt is the host now
		h.wants(a.Remove(h.ctx, 0), table.ErrDenied)
		b, err := anna.JoinClub(h.ctx, "Anna's")
		h.must(err)
		h.must(v.Ready(h.ctx, true))
		h.must(b.Ready(h.ctx, true))
		pass(time.Minute / 4)
		h.wants(v.Remove(h.ctx, 1), table.ErrDenied) // they end where a match has begun
		h.wants(v.Swap(h.ctx, 0, 1), table.ErrDenied)
		h.wants(burt.Shut(h.ctx, "Anna's"), table.ErrDenied)
		h.wants(burt.HandOver(h.ctx, "Anna's", "Anna"), lobby.ErrRatedOn)
		h.play(v, b)
		h.wants(anna.Shut(h.ctx, "Anna's"), lobby.ErrOwner)
		h.must(burt.Shut(h.ctx, "Anna's"))
		_, err = burt.JoinClub(h.ctx, "Anna's")
		h.wants(err, lobby.ErrNotFound)
		var acts []string
		for _, act := range h.store.ClubActs() {
			acts = append(acts, act.Who+" "+act.Act+" "+act.About)
		}
		want := "Anna club swap Anna's: seats 1 and 2; Anna club kick Anna's: Curt; " +
			"Anna club hand over Anna's: Burt; Burt club swap Anna's: seats 1 and 2; Burt club close Anna's"
		if got := strings.Join(acts, "; "); got != want {
			h.Errorf("noted: %s\nwant:  %s", got, want)
		}
		h.found(curt, "Anna's", nil) // the name is free again
	})
}

func TestAnUnfinishedMatchWaitsForItsPlayers(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		h.found(anna, "The Long Table", nil)
		v, err := anna.JoinClub(h.ctx, "The Long Table")
		h.must(err)
		w, err := burt.JoinClub(h.ctx, "The Long Table")
		h.must(err)
		h.must(v.Ready(h.ctx, true))
		h.must(w.Ready(h.ctx, true))
		pass(time.Minute / 4)
		match := h.frame(v).Info.Match
		v.Close()
		w.Close()
		pass(200 * 24 * time.Hour)
		v, err = anna.JoinClub(h.ctx, "The Long Table")
		h.must(err)
		if f := h.frame(v); f.Info.Match != match || f.Info.Stage != table.Playing {
			h.Errorf("after months: %s, match %q, want %q", f.Info.Stage, f.Info.Match, match)
		}
	})
}

func TestWhatACommunityTableCannotBe(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		guest, err := h.house.Enter(h.ctx, lobby.Identity{Addr: "192.0.2.9", Suggested: "Gus"})
		h.must(err)
		h.must(guest.SetName(h.ctx, "Gus"))
		_, err = guest.Found(h.ctx, club.Club{Name: "Gus's", Settings: toySettings()})
		h.wants(err, lobby.ErrGuest)
		bad := toySettings()
		bad.Seats = 40
		_, err = anna.Found(h.ctx, club.Club{Name: "Crowd", Settings: bad})
		h.wants(err, engine.ErrConfig)
		_, err = anna.Found(h.ctx, club.Club{Name: "Warm", Settings: toySettings(), Warm: "grandmaster"})
		h.wants(err, engine.ErrConfig)
		_, err = anna.Found(h.ctx, club.Club{Name: "x", Settings: toySettings()})
		h.wants(err, lobby.ErrName)
		for _, name := range []string{"One", "Two", "Three"} {
			h.found(anna, name, nil)
		}
		_, err = anna.Found(h.ctx, club.Club{Name: "Four", Settings: toySettings()})
		h.wants(err, lobby.ErrTables)
		_, err = anna.Change(h.ctx, "Two", club.Club{Name: "Three", Settings: toySettings()})
		h.wants(err, lobby.ErrNameTaken)
		c, err := anna.Change(h.ctx, "Two", club.Club{Name: "Zwei", Settings: toySettings(), RosterOnly: true})
		h.must(err)
		if got, err := h.house.ClubHall(h.ctx, "zwei"); err != nil || got.ID != c.ID || !got.RosterOnly {
			h.Errorf("changed: %+v, %v", got, err)
		}
	})
}
