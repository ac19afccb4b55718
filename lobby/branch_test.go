package lobby_test

import (
	"reflect"
	"testing"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
)

func TestAMatchGoesOnAsItDidNot(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		set := toySettings()
		set.Rated = true
		match, seen := h.over(set, anna, burt)
		from := seen[len(seen)/2]
		r, err := curt.Replay(h.ctx, match, from.Info.Entries)
		h.must(err)
		r.Turn() // with Anna's eyes
		v, err := r.Branch(h.ctx)
		h.must(err)
		pass(time.Minute / 4)
		f := h.frame(v)
		if i := f.Info; i.Entries < from.Info.Entries || f.You != 0 || i.Settings.Rated || !i.Settings.Private ||
			i.Settings.From == nil || *i.Settings.From != (table.Branch{Match: match, Entry: from.Info.Entries}) {
			h.Fatalf("the branch: %+v, you %d", i, f.You)
		}
		branch := f.Info.Match
		stored, err := h.store.Match(h.ctx, branch)
		h.must(err)
		old, err := h.store.Match(h.ctx, match)
		h.must(err)
		for n := range from.Info.Entries {
			if !reflect.DeepEqual(stored.Entries[n].Facts, old.Entries[n].Facts) {
				h.Errorf("entry %d is another one", n+1)
			}
		}
		if stored.Opened.Seed == old.Opened.Seed {
			h.Error("chance to come is known already")
		}

		h.close() // a restart in the middle of it
		h.open()
		curt = h.named("Curt")
		v, err = curt.Join(h.ctx, f.Info.ID, engine.Nobody)
		h.must(err)
		if g := h.frame(v); g.Info.Match != branch || g.Info.Entries < f.Info.Entries || g.Info.Trouble != "" {
			h.Fatalf("after a restart: %+v", g.Info)
		}
		h.play(v)
		past, err := curt.History(h.ctx, "", lobby.Search{}, 5)
		h.must(err)
		if len(past) != 0 {
			h.Errorf("Curt's history: %+v", past)
		}
		_, err = curt.Record(h.ctx, branch)
		h.wants(err, lobby.ErrSecret)

		h.must(v.Cast(h.ctx, table.Rematch, true))
		pass(time.Minute / 4)
		next := h.frame(v).Info.Match
		stored, err = h.store.Match(h.ctx, next)
		h.must(err)
		if next == branch || stored.Opened.Settings.From != nil {
			h.Errorf("the match after the branch %s is %s, from %v", branch, next, stored.Opened.Settings.From)
		}
		h.must(lobby.LogOf(stored).Verify(h.kit.Game))

		end, err := curt.Replay(h.ctx, match, 1<<20)
		h.must(err)
		_, err = end.Branch(h.ctx)
		h.wants(err, lobby.ErrOver)
	})
}

func TestOneTriesOutOneMatchAtATime(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		match, _ := h.over(toySettings(), anna, burt)
		r, err := curt.Replay(h.ctx, match, 2)
		h.must(err)
		var last *lobby.Visit
		for range lobby.TablesEach + 2 {
			v, err := r.Branch(h.ctx)
			h.must(err)
			pass(time.Minute)
			seats := 0
			for _, l := range h.house.TableList(h.ctx, curt.Player().ID) {
				if l.Seated {
					seats++
				}
			}
			if seats != 1 {
				h.Errorf("Curt sits at %d tables", seats)
			}
			v.Close()
			last = v
		}
		quick, err := curt.Quick(h.ctx, "toy")
		h.must(err)
		if quick.ID() == last.ID() {
			h.Error("whoever wants to play now is sent to their experiment")
		}
	})
}

func TestAQuickMatchIsNotACommunitys(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		h.found(anna, "Ours", nil)
		v, err := anna.JoinClub(h.ctx, "Ours")
		h.must(err)
		w, err := burt.Quick(h.ctx, "toy")
		h.must(err)
		if v.ID() == w.ID() {
			h.Error("Burt wanted any table, and sits at Anna's, which has hours and rules of its own")
		}
	})
}
