package lobby_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
)

func words(talk []lobby.Said) (out []string) {
	for _, l := range talk {
		out = append(out, l.From.Name+": "+l.Text)
	}
	return out
}

func TestTalkIsCleanAndSlow(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		h.must(anna.Talk(h.ctx, "Hello\x1b[2J\nyou\u202e "+strings.Repeat("x", 300)))
		h.must(anna.Talk(h.ctx, "\u200b\n"))
		n := h.news(burt)
		if len(n.Talk) != 1 || !strings.HasPrefix(n.Talk[0].Text, "Hello[2J you xxx") ||
			len(n.Talk[0].Text) > lobby.TalkWidth+4 {
			h.Errorf("talk: %q", words(n.Talk))
		}
		for i := range lobby.TalkBurst {
			if err := anna.Talk(h.ctx, "again"); (err != nil) != (i >= lobby.TalkBurst && i > 0) {
				h.Errorf("line %d: %v", i, err)
			}
		}
		h.wants(anna.Talk(h.ctx, "one too many"), lobby.ErrSlow)
		v := h.table(anna, toySettings(), "", "regular")
		h.wants(v.Talk(h.ctx, "the same count holds at tables"), lobby.ErrSlow)
		h.must(v.Ready(h.ctx, true))
		h.must(burt.Talk(h.ctx, "others may"))
		again := h.named("Anna")
		h.wants(again.Talk(h.ctx, "and coming back does not help"), lobby.ErrSlow)
		pass(lobby.TalkSpan / lobby.TalkBurst)
		h.must(again.Talk(h.ctx, "now"))
		h.wants(again.Talk(h.ctx, "once"), lobby.ErrSlow)
	})
}

func TestTalkIsForgotten(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		for range lobby.TalkKept + 10 {
			h.must(anna.Talk(h.ctx, "word"))
			pass(lobby.TalkSpan / lobby.TalkBurst)
		}
		if n := h.news(anna); len(n.Talk) != lobby.TalkKept {
			h.Errorf("%d lines are kept", len(n.Talk))
		}
	})
}

func TestIgnoreWorksBothWays(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		h.must(anna.Ignore(h.ctx, "BURT", true))
		h.wants(anna.Ignore(h.ctx, "Nobody here", true), lobby.ErrNotFound)
		h.wants(anna.Ignore(h.ctx, "anna", true), table.ErrDenied)
		h.must(anna.Talk(h.ctx, "from Anna"))
		h.must(burt.Talk(h.ctx, "from Burt"))
		v := h.table(burt, toySettings())
		for who, want := range map[*lobby.Session]string{anna: "Anna: from Anna", burt: "Burt: from Burt",
			curt: "Anna: from Anna, Burt: from Burt"} {
			if got := strings.Join(words(h.news(who).Talk), ", "); got != want {
				h.Errorf("%s hears %q", who.Player().Name, got)
			}
		}
		h.must(curt.Talk(h.ctx, "to all"))
		if n := h.news(anna); len(n.Tables()) != 0 {
			h.Errorf("Anna is shown the table of Burt: %+v", n.Tables())
		}
		if w, err := anna.Quick(h.ctx, "toy"); err != nil || w.ID() == v.ID() {
			h.Errorf("Anna is sent to Burt's table: %v", err)
		}

		w, err := anna.Watch(h.ctx, v.ID())
		h.must(err)
		h.must(v.Talk(h.ctx, "hi"))
		for _, l := range h.frame(w).Lines {
			if l.Lane == table.Say {
				h.Errorf("Anna hears %+v", l)
			}
		}
		h.must(anna.SavePrefs(h.ctx, lobby.Prefs{Calm: true}))
		if p := anna.Player().Prefs; len(p.Ignored) != 1 || !p.Calm {
			h.Errorf("settings: %+v", p)
		}
		anna.Close()
		anna = h.named("Anna")
		h.must(burt.Talk(h.ctx, "still here?"))
		if n := h.news(anna); slices.Contains(words(n.Talk), "Burt: still here?") {
			h.Error("a new session has forgotten whom to ignore")
		}
		h.must(anna.Ignore(h.ctx, "Burt", false))
		if n := h.news(anna); !slices.Contains(words(n.Talk), "Burt: still here?") {
			h.Error("Burt is ignored for ever")
		}
		p, err := curt.Profile(h.ctx, "Anna")
		h.must(err)
		if len(p.Player.Prefs.Ignored) != 0 || p.Player.Prefs.Calm {
			h.Error("a profile shows settings")
		}
	})
}

func TestNewsComeOnlyWhenSomethingChanged(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		v := h.table(burt, toySettings(), "", "regular")
		h.must(v.Ready(h.ctx, true))
		pass(time.Minute / 4)
		n := h.news(anna)
		if l := n.Tables()[0]; len(n.Tables()) != 1 || l.Stage != table.Playing || l.Host != "Burt" || l.MyTurn {
			h.Errorf("tables: %+v", n.Tables())
		}
		if i := slices.Index(names(n.People), "Burt"); n.People[i].Where != "at "+string(v.ID()) {
			h.Errorf("people: %+v", n.People)
		}
		f := h.frame(v)
		for f.Ask == nil {
			pass(time.Second)
			f = h.frame(v)
		}
		h.must(v.Answer(h.ctx, f.Ask.ID, f.Ask.Legal[0]))
		h.quiet(anna) // moves are nobody's business in the lobby
		h.house.Who()
		anna.Key()
		h.quiet(anna)
		pass(2 * time.Minute)
		anna.Key()
		h.news(anna)
	})
}

func TestNewsAreCoalesced(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		var others []*lobby.Session
		for _, n := range []string{"Burt", "Curt", "Dora", "Emil"} {
			others = append(others, h.named(n))
		}
		h.news(anna)
		taken := 0
		end := time.Now().Add(2 * time.Second)
		for i := 0; time.Now().Before(end); i++ {
			h.must(others[i%len(others)].SavePrefs(h.ctx, lobby.Prefs{}))
			synctest.Wait()
			if _, ok, _ := anna.Take(); ok {
				taken++
			}
			pass(10 * time.Millisecond)
		}
		if taken < 8 || taken > 11 {
			h.Errorf("200 changes in 2 s were told in %d issues", taken)
		}
	})
}

func TestToasts(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		v := h.table(anna, toySettings())
		w, err := burt.Join(h.ctx, v.ID(), engine.Nobody)
		h.must(err)
		h.must(v.Ready(h.ctx, true))
		h.must(w.Ready(h.ctx, true))
		pass(time.Minute / 4)
		w.Close()
		f := h.frame(v)
		h.must(v.Answer(h.ctx, f.Ask.ID, f.Ask.Legal[0]))
		h.must(v.Cast(h.ctx, table.Adjourn, true))
		var toasts []string
		for {
			synctest.Wait()
			n, ok, _ := burt.Take()
			if !ok {
				break
			}
			if n.Toast != "" {
				toasts = append(toasts, n.Toast)
			}
		}
		if !slices.Contains(toasts, "Anna wants to adjourn at table "+string(v.ID())+".") {
			h.Errorf("Burt is told %q", toasts)
		}
	})
}

func TestGuestsAndCodes(t *testing.T) {
	inHall(t, func(h *hall) {
		guest, err := h.house.Enter(h.ctx, lobby.Identity{Suggested: "root"})
		h.must(err)
		g := guest.Player()
		if !guest.Named() || !g.Guest || !strings.HasPrefix(g.Name, "Guest ") {
			h.Fatalf("a guest is %+v", g)
		}
		v := h.table(guest, toySettings(), "", "regular")
		h.must(v.Ready(h.ctx, true))
		his := func(c table.RatingChange) bool { return c.Player == g.ID }
		if info := h.play(v); slices.ContainsFunc(info.Result.Changes, his) {
			h.Error("a guest is rated")
		}
		code, err := guest.Code(h.ctx)
		h.must(err)
		sum := sha256.Sum256([]byte(code))
		if got := h.store.Codes(); len(got) != 1 || got[0] != hex.EncodeToString(sum[:]) {
			h.Errorf("the code %s is stored as %q", code, got)
		}
		h.wants(guest.Redeem(h.ctx, code), lobby.ErrGuest)

		anna := h.named("Anna")
		h.wants(anna.Redeem(h.ctx, code), lobby.ErrKeyTaken)
		comer, err := h.house.Enter(h.ctx, key("new"))
		h.must(err)
		h.wants(comer.Redeem(h.ctx, "00000000"), lobby.ErrNotFound)
		h.must(comer.Redeem(h.ctx, " "+strings.ToLower(code[:4])+"-"+code[4:]))
		if p := comer.Player(); p.ID != g.ID || p.Guest || !comer.Named() {
			h.Errorf("the claimed account is %+v", p)
		}
		for ok := true; ok; {
			var n lobby.News
			if n, ok, _ = guest.Take(); ok && n.Gone == "" && n.Toast == "" {
				h.Error("the guest's session goes on")
			}
		}
		late, err := h.house.Enter(h.ctx, key("late"))
		h.must(err)
		h.wants(late.Redeem(h.ctx, code), lobby.ErrNotFound)
		code, err = comer.Code(h.ctx)
		h.must(err)
		pass(lobby.CodeFor + time.Second)
		h.wants(late.Redeem(h.ctx, code), lobby.ErrNotFound)
		past, err := comer.History(h.ctx, "", lobby.Search{}, 10)
		h.must(err)
		if len(past) != 1 || past[0].Ended.IsZero() {
			h.Errorf("what the guest played is lost: %+v", past)
		}
	})
}

func TestGuestsAreForgotten(t *testing.T) {
	inHall(t, func(h *hall) {
		guest, err := h.house.Enter(h.ctx, lobby.Identity{})
		h.must(err)
		guest.Close()
		synctest.Wait()
		_, err = h.store.ByID(h.ctx, guest.Player().ID)
		h.wants(err, lobby.ErrNotFound)
		seen := map[string]bool{}
		for range 200 {
			s, err := h.house.Enter(h.ctx, lobby.Identity{})
			h.must(err)
			if name := s.Player().Name; seen[name] || len(name) > lobby.NameWidthMax {
				h.Errorf("two guests are called %q, or too much", name)
			} else {
				seen[name] = true
			}
		}
	})
}

func TestTryingCodesIsSlow(t *testing.T) {
	inHall(t, func(h *hall) {
		s, err := h.house.Enter(h.ctx, key("Mallory"))
		h.must(err)
		for range 100 {
			if err = s.Redeem(h.ctx, "ABCDEFGH"); err != nil && strings.Contains(err.Error(), lobby.ErrSlow.Error()) {
				return
			}
		}
		h.Error("a hundred codes may be tried at once")
	})
}

func TestRenameKeepsTheOldName(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		h.wants(burt.SetName(h.ctx, "Аnna"), lobby.ErrName)
		h.wants(burt.SetName(h.ctx, "Ann a"), lobby.ErrNameTaken)
		pass(time.Second)
		h.must(anna.SetName(h.ctx, "Annabel"))
		if n := h.news(burt); !slices.Equal(names(n.People), []string{"Annabel", "Burt"}) {
			h.Errorf("people: %v", names(n.People))
		}
		p, err := burt.Profile(h.ctx, "annabel")
		h.must(err)
		if len(p.Names) != 2 || p.Names[1].Name != "Anna" || p.Against == nil {
			h.Errorf("profile: %+v", p)
		}
	})
}

func TestKeys(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		code, err := anna.Code(h.ctx)
		h.must(err)
		other, err := h.house.Enter(h.ctx, key("other"))
		h.must(err)
		h.must(other.Redeem(h.ctx, code))
		keys, err := other.Keys(h.ctx)
		h.must(err)
		if len(keys) != 2 {
			h.Fatalf("keys: %+v", keys)
		}
		pass(time.Hour)
		h.named("Anna").Close()
		synctest.Wait()
		if keys, err = h.house.Keys(h.ctx, other.Player().ID); err != nil || time.Since(keys[0].Used) != 0 {
			h.Errorf("a key's last use is %v, %v", keys[0].Used, err)
		}
		other, err = h.house.Enter(h.ctx, key("other"))
		h.must(err)
		h.must(other.RemoveKey(h.ctx, "SHA256:Anna"))
		if other.RemoveKey(h.ctx, "SHA256:other") == nil {
			h.Error("the last key can be removed")
		}
		_, err = h.house.Find(h.ctx, key("Anna"))
		h.wants(err, lobby.ErrNotFound)
		p, err := h.house.Find(h.ctx, key("other"))
		h.must(err)
		if p.Name != "Anna" {
			h.Errorf("found %+v", p)
		}
		_, err = h.house.Keys(h.ctx, "")
		h.wants(err, lobby.ErrGuest)
		_, err = h.house.Profile(context.Background(), "", "")
		h.wants(err, lobby.ErrNotFound)
	})
}
