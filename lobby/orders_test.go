package lobby_test

import (
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/order"
)

// impose lets the staff decide something about somebody.
func (h *hall) impose(kind order.Kind, whom order.Whom, long time.Duration, reason string) order.Sanction {
	h.Helper()
	x := order.Sanction{Kind: kind, Whom: whom, Reason: reason, By: "Staff", At: time.Now()}
	if long > 0 {
		x.Until = time.Now().Add(long)
	}
	x, _, err := h.house.Impose(h.ctx, x)
	h.must(err)
	return x
}

func account(s *lobby.Session) order.Whom {
	return order.Whom{Player: s.Player().ID, Name: s.Player().Name}
}

func TestABanKeepsOutAndEnds(t *testing.T) {
	inHall(t, func(h *hall) {
		burt := h.named("Burt")
		v := h.table(burt, toySettings())
		ban := h.impose(order.Ban, account(burt), 3*24*time.Hour, "insults")
		if n := h.last(burt); !strings.Contains(n.Gone, "until ") || !strings.Contains(n.Gone, "insults. Come again") {
			h.Errorf("Burt is told %q", n.Gone)
		}
		for range 2 { // also after a restart
			again, err := h.house.Enter(h.ctx, key("Burt"))
			h.must(err)
			x, banned := again.Banned()
			if !banned || x.ID != ban.ID {
				h.Fatalf("Burt comes in: %+v", x)
			}
			h.wants(again.Talk(h.ctx, "hello"), lobby.ErrBanned)
			_, err = again.Join(h.ctx, v.ID(), engine.Nobody)
			h.wants(err, lobby.ErrBanned)
			h.wants(again.SetName(h.ctx, "Somebody Else"), lobby.ErrBanned)
			h.wants(again.Redeem(h.ctx, "NONSENSE"), lobby.ErrBanned)
			for _, p := range h.house.Who() {
				if p.Player.Name == "Burt" {
					h.Error("Burt is among the people")
				}
			}
			again.Close()
			h.close()
			h.open()
		}
		again, err := h.house.Enter(h.ctx, key("Burt"))
		h.must(err)
		h.must(again.Appeal(h.ctx, "it was a joke\x1b[2J"))
		h.wants(again.Appeal(h.ctx, "really"), lobby.ErrBanned)
		if x, _ := h.store.Sanction(h.ctx, ban.ID); x.Appeal == "" || strings.ContainsRune(x.Appeal, '\x1b') {
			h.Errorf("the appeal: %+v", x)
		}
		pass(3 * 24 * time.Hour)
		back := h.named("Burt")
		if _, banned := back.Banned(); banned || !back.Named() {
			h.Error("the ban has no end")
		}
	})
}

// last is the last news of a session that has ended.
func (h *hall) last(s *lobby.Session) (n lobby.News) {
	h.Helper()
	for {
		next, ok, open := s.Take()
		if ok {
			n = next
		}
		if !open || n.Gone != "" {
			return n
		}
		<-s.Bell()
	}
}

func TestBansMeetKeysAndAddresses(t *testing.T) {
	inHall(t, func(h *hall) {
		block, err := order.ParseBlock("198.51.100.0/24")
		h.must(err)
		h.impose(order.Ban, order.Whom{Block: block}, time.Hour, "")
		h.impose(order.Ban, order.Whom{Key: key("Zoe").Fingerprint}, time.Hour, "")
		for who, want := range map[lobby.Identity]bool{
			{Fingerprint: "SHA256:new", Addr: "198.51.100.7:1", Suggested: "New"}: true,
			{Addr: "198.51.100.9:1", Suggested: "Guest"}:                          true,
			{Fingerprint: "SHA256:new", Addr: "203.0.113.7:1", Suggested: "New"}:  false,
			key("Zoe"): true,
		} {
			s, err := h.house.Enter(h.ctx, who)
			h.must(err)
			if _, banned := s.Banned(); banned != want {
				h.Errorf("%+v is banned: %v", who, banned)
			}
			s.Close()
		}
	})
}

func TestAMuteTakesTheWordEverywhere(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		h.found(anna, "Ours", nil)
		v := h.table(anna, toySettings())
		mute := h.impose(order.Mute, account(anna), time.Hour, "flooding")
		for _, err := range []error{
			anna.Talk(h.ctx, "a"), v.Talk(h.ctx, "b"), anna.Pin(h.ctx, "Ours", "c"),
		} {
			h.wants(err, lobby.ErrMuted)
			if !strings.Contains(err.Error(), "flooding") {
				h.Errorf("she is told %q", err)
			}
		}
		_, err := h.house.Lift(h.ctx, mute.ID, "enough")
		h.must(err)
		for told := ""; told != "You may talk here again."; told = h.news(anna).Toast {
			pass(time.Second)
		}
		_, err = h.house.Lift(h.ctx, mute.ID, "again")
		h.wants(err, lobby.ErrNotFound)
		h.must(anna.Talk(h.ctx, "d"))
		h.impose(order.Mute, account(anna), time.Hour, "")
		pass(time.Hour)
		h.must(anna.Talk(h.ctx, "e"))
	})
}

func TestAWarningWaitsUntilItIsRead(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		w := h.impose(order.Warning, account(anna), 0, "mind your words")
		anna.Close()
		h.close()
		h.open()
		anna = h.named("Anna")
		burt := h.named("Burt")
		x, warned := anna.Warned()
		if _, other := burt.Warned(); !warned || x.ID != w.ID || other {
			h.Fatalf("Anna is warned: %v, Burt: %v", warned, other)
		}
		h.wants(burt.TakeNote(h.ctx, w.ID), lobby.ErrNotFound)
		h.must(anna.TakeNote(h.ctx, w.ID))
		if _, still := anna.Warned(); still {
			h.Error("it was read")
		}
		ban := h.impose(order.Ban, account(burt), time.Hour, "")
		h.wants(anna.TakeNote(h.ctx, ban.ID), lobby.ErrNotFound)
	})
}

func TestAReportHoldsWhatWasRead(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		v := h.table(anna, toySettings())
		w, err := burt.Join(h.ctx, v.ID(), engine.Nobody)
		h.must(err)
		h.must(w.Talk(h.ctx, "you cheat!"))
		pass(time.Second)
		h.frame(v)
		h.must(anna.Report(h.ctx, "burt", "he is rude\x07", v.ID()))
		h.must(burt.Talk(h.ctx, "you all cheat"))
		h.must(anna.Report(h.ctx, "Burt", "", ""))
		all := h.store.Reports()
		if len(all) != 2 || all[0].Table != v.ID() || all[0].Called != "Burt" ||
			strings.ContainsRune(all[0].Words, '\a') {
			h.Fatalf("the reports: %+v", all)
		}
		line := all[0].Lines[len(all[0].Lines)-1]
		if line.From != "Burt" || line.Text != "you cheat!" {
			h.Errorf("pinned: %+v", all[0].Lines)
		}
		if l := all[1].Lines; len(l) != 1 || l[0].Text != "you all cheat" || all[1].Table != "" {
			h.Errorf("pinned in the lobby: %+v", l)
		}
		h.store.CloseReport(1, "he was warned")
		anna.Close()
		anna = h.named("Anna")
		pass(time.Second)
		if n := h.news(anna); !strings.Contains(n.Toast, "he was warned") {
			h.Errorf("Anna is told %q", n.Toast)
		}
		for range 8 {
			h.must(anna.Report(h.ctx, "Burt", "again", ""))
		}
		h.wants(anna.Report(h.ctx, "Burt", "once more", ""), lobby.ErrReports)
		pass(24 * time.Hour)
		h.must(anna.Report(h.ctx, "Burt", "on the next day", ""))
		h.wants(anna.Report(h.ctx, "Nobody", "", ""), lobby.ErrNotFound)
	})
}

func TestSomebodyIsAskedToLeave(t *testing.T) {
	inHall(t, func(h *hall) {
		burt := h.named("Burt")
		if n := h.house.Kick(account(burt), "it is late"); n != 1 {
			h.Errorf("%d sessions", n)
		}
		if n := h.last(burt); n.Gone != "The house asks you to leave: it is late." {
			h.Errorf("Burt is told %q", n.Gone)
		}
		h.named("Burt") // he may come back
	})
}
