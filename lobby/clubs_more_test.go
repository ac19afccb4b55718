package lobby_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/club"
	"saloon/lobby/table"
)

func TestChangesOfACommunityTableDoNotUndoOneAnother(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		h.found(anna, "Ours", nil)
		const many = 40
		for i := range many {
			h.named(fmt.Sprintf("Member %d", i)).Close()
		}
		var all sync.WaitGroup
		for i := range many {
			all.Go(func() {
				if err := anna.Enroll(h.ctx, "Ours", fmt.Sprintf("Member %d", i), true); err != nil {
					h.Error(err)
				}
			})
		}
		all.Wait()
		hall, err := h.house.ClubHall(h.ctx, "Ours")
		h.must(err)
		if len(hall.Members) != many {
			h.Errorf("%d of %d are on the roster", len(hall.Members), many)
		}
		pass(time.Hour)
		for i := range many {
			all.Go(func() { _ = anna.Enroll(h.ctx, "Ours", fmt.Sprintf("Member %d", i), false) })
		}
		all.Go(func() { h.must(anna.HandOver(h.ctx, "Ours", "Burt")) })
		all.Wait()
		if hall, err = h.house.ClubHall(h.ctx, "Ours"); err != nil || hall.Owner != burt.Player().ID {
			h.Errorf("handed over: %+v, %v", hall.Club, err)
		}
	})
}

func TestNobodyFoundsMoreThanTheirShareAtOnce(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				_, _ = anna.Found(h.ctx, club.Club{Name: fmt.Sprintf("Table %d", i), Settings: toySettings()})
			})
		}
		all.Wait()
		halls, err := h.house.ClubHalls(h.ctx)
		h.must(err)
		if len(halls) != lobby.ClubsEach {
			h.Errorf("Anna owns %d", len(halls))
		}
		h.found(burt, "Burt's", nil)
		h.wants(burt.HandOver(h.ctx, "Burt's", "Anna"), lobby.ErrTables) // nor are more put upon anybody
	})
}

func TestAClosedCommunityTableStaysClosed(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		c := h.found(anna, "Ours", nil)
		set := toySettings()
		set.Club, set.From = string(c.ID), &table.Branch{Match: "8F3KQ7AA"}
		if f := h.frame(h.table(burt, set)); f.Info.Settings.Club != "" || f.Info.Settings.From != nil {
			h.Errorf("Burt's own table is %+v", f.Info.Settings)
		}
		v, err := burt.JoinClub(h.ctx, "Ours")
		h.must(err)
		h.must(anna.Shut(h.ctx, "Ours"))
		pass(time.Second)
		if f := h.frame(v); f.Gone != "This community table was closed by its owner." {
			h.Errorf("Burt is told %q", f.Gone)
		}
		h.close()
		h.open()
		burt = h.named("Burt")
		_, err = burt.Join(h.ctx, v.ID(), engine.Nobody)
		h.wants(err, lobby.ErrNotFound)
	})
}

func TestACommunityTableIsNeverPrivate(t *testing.T) {
	inHall(t, func(h *hall) {
		c := h.found(h.named("Anna"), "Ours", func(c *club.Club) { c.Settings.Private = true })
		if c.Settings.Private {
			h.Error("whoever is not on the roster could not even look for it")
		}
	})
}

func TestTheAuditLogIsNotFlooded(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		h.named("Burt")
		h.found(anna, "Ours", nil)
		var err error
		for i := range 1000 {
			if err = anna.Enroll(h.ctx, "Ours", "Burt", i%2 == 0); err != nil {
				break
			}
		}
		h.wants(err, lobby.ErrSlow)
		if n := len(h.store.ClubActs()); n > 100 {
			h.Errorf("%d acts at once", n)
		}
		v, err := anna.JoinClub(h.ctx, "Ours")
		h.must(err)
		h.wants(v.Swap(h.ctx, 0, 1), lobby.ErrSlow)
		pass(time.Minute)
		h.must(v.Swap(h.ctx, 0, 1))
	})
}

func TestAHandOverThatWasBrokenOffIsDoneWith(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		c := h.found(anna, "Ours", nil)
		_, err := anna.JoinClub(h.ctx, "Ours")
		h.must(err)
		c.Owner = burt.Player().ID // written down; the house fell before its table heard of it
		h.must(h.store.SaveClub(h.ctx, c, lobby.Skeleton(c.Name)))
		h.close()
		h.open()
		burt = h.named("Burt")
		v, err := burt.WatchClub(h.ctx, "Ours")
		h.must(err)
		if f := h.frame(v); f.Info.Host != c.Owner {
			h.Errorf("the host is %s", f.Info.Host)
		}
		h.must(v.Swap(h.ctx, 0, 1))
	})
}
