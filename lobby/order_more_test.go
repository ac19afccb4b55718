package lobby_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/lobbytest"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

// slowStore is a store in which something happens, once, while the house waits for it.
type slowStore struct {
	*lobbytest.Store
	atRecords func() // while somebody is on the way in
	atAppend  func() // while a table is being opened
}

// Records lets it happen.
func (s *slowStore) Records(ctx context.Context, id table.PlayerID) ([]lobby.Record, error) {
	once(&s.atRecords)
	return s.Store.Records(ctx, id)
}

// Append lets it happen.
func (s *slowStore) Append(ctx context.Context, b table.Batch) (table.Written, error) {
	once(&s.atAppend)
	return s.Store.Append(ctx, b)
}

func once(what *func()) {
	if do := *what; do != nil {
		*what = nil
		do()
	}
}

func TestABanMeetsWhoeverIsOnTheWayIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t)
		door := &slowStore{Store: h.store}
		h.openOn(door)
		defer h.close()
		burt := h.named("Burt")
		whom := account(burt)
		burt.Close()
		door.atRecords = func() { h.impose(order.Ban, whom, time.Hour, "") }
		again, err := h.house.Enter(h.ctx, key("Burt"))
		h.must(err)
		if _, banned := again.Banned(); !banned {
			h.Error("Burt is in")
		}
		h.wants(again.Talk(h.ctx, "hello"), lobby.ErrBanned)
		if len(h.house.Who()) != 0 {
			h.Error("Burt is among the people")
		}
	})
}

func TestABanMeetsWhoeverBecomesSomebody(t *testing.T) {
	inHall(t, func(h *hall) {
		burt := h.named("Burt")
		code, err := burt.Code(h.ctx)
		h.must(err)
		h.impose(order.Ban, account(burt), time.Hour, "insults")
		other, err := h.house.Enter(h.ctx, key("Burt's other key"))
		h.must(err)
		h.must(other.Redeem(h.ctx, code))
		if n := h.last(other); !strings.Contains(n.Gone, "insults") {
			h.Errorf("told %q", n.Gone)
		}
		h.wants(other.Talk(h.ctx, "hello"), lobby.ErrClosed)
	})
}

func TestAGuestIsMutedUnderEveryName(t *testing.T) {
	inHall(t, func(h *hall) {
		guest := func(addr string) *lobby.Session {
			s, err := h.house.Enter(h.ctx, lobby.Identity{Addr: addr})
			h.must(err)
			return s
		}
		g := guest("198.51.100.7:1")
		x := h.impose(order.Mute, account(g), time.Hour, "flooding")
		g.Close()
		h.wants(guest("198.51.100.7:2").Talk(h.ctx, "here again"), lobby.ErrMuted)
		h.must(guest("198.51.100.8:2").Talk(h.ctx, "somebody else"))
		id := key("Anna")
		id.Addr = "198.51.100.7:3"
		anna, err := h.house.Enter(h.ctx, id)
		h.must(err)
		h.must(anna.SetName(h.ctx, "Anna"))
		h.must(anna.Talk(h.ctx, "from the same house, with a key"))
		if words := x.Whom.String(); strings.Contains(words, "198") {
			h.Errorf("the address is told: %s", words)
		}
	})
}

func TestWhoIsMutedFoundsNothing(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		c := h.found(anna, "Ours", nil)
		h.impose(order.Mute, account(anna), time.Hour, "flooding")
		other := c
		other.Name = "Flood"
		_, err := anna.Found(h.ctx, other)
		h.wants(err, lobby.ErrMuted)
		_, err = anna.Change(h.ctx, "Ours", other)
		h.wants(err, lobby.ErrMuted)
		c.RosterOnly = true
		_, err = anna.Change(h.ctx, "Ours", c)
		h.must(err)
	})
}

func TestWhatOthersSayAgainstABanIsTheirs(t *testing.T) {
	inHall(t, func(h *hall) {
		block, err := order.ParseBlock("198.51.100.0/24")
		h.must(err)
		ban := h.impose(order.Ban, order.Whom{Block: block}, time.Hour, "")
		door := func(addr string) *lobby.Session {
			s, err := h.house.Enter(h.ctx, lobby.Identity{Addr: addr})
			h.must(err)
			return s
		}
		h.must(door("198.51.100.7:1").Appeal(h.ctx, "my neighbour did it"))
		second := door("198.51.100.8:1")
		x, banned := second.Banned()
		if !banned || x.ID != ban.ID || x.Appeal != "" || x.By != "" || x.Whom != (order.Whom{}) {
			h.Errorf("the neighbour reads %+v", x)
		}
		h.wants(second.Appeal(h.ctx, "it was not me"), lobby.ErrBanned)
		_, err = h.house.Lift(h.ctx, ban.ID, "")
		h.must(err)
		err = second.Appeal(h.ctx, "hello?")
		if h.wants(err, lobby.ErrBanned); !strings.Contains(err.Error(), "come in again") {
			h.Errorf("after it was lifted: %v", err)
		}
		if y, _ := h.store.Sanction(h.ctx, ban.ID); y.Lifted.IsZero() || y.Appeal != "my neighbour did it" {
			h.Errorf("in the end: %+v", y)
		}
	})
}

func TestAReportShowsNoHand(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		v := h.table(anna, toySettings())
		w, err := burt.Join(h.ctx, v.ID(), engine.Nobody)
		h.must(err)
		h.must(v.Ready(h.ctx, true))
		h.must(w.Ready(h.ctx, true))
		pass(time.Minute / 4)
		eyes, err := h.named("Curt").Watch(h.ctx, v.ID())
		h.must(err)
		var public, own []string
		for range 6 {
			for _, x := range []*lobby.Visit{v, w} {
				synctest.Wait()
				f, ok, _ := x.Take()
				for _, l := range f.Lines {
					if x == v {
						own = append(own, l.Text)
					}
				}
				if ok && f.Ask != nil {
					h.must(x.Answer(h.ctx, f.Ask.ID, f.Ask.Legal[0]))
				}
			}
		}
		for _, l := range h.frame(eyes).Lines {
			public = append(public, l.Text)
		}
		h.must(anna.Report(h.ctx, "Burt", "look at this", v.ID()))
		pinned := h.store.Reports()[0].Lines
		var told int
		for _, l := range pinned {
			if !slices.Contains(public, l.Text) {
				h.Errorf("nobody else was told %q", l.Text)
			}
			if !slices.Contains(own, l.Text) {
				told++
			}
		}
		if told == 0 {
			h.Errorf("nothing in it differs from what Anna was told:\n%v\n%v", pinned, own)
		}
		h.wants(anna.Report(h.ctx, "Anna", "", ""), lobby.ErrReport)
		h.wants(anna.Report(h.ctx, "Tumbleweed (regular)", "", ""), lobby.ErrReport)
	})
}

func TestTheSeatOfWhoIsBannedIsPlayedOn(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		v := h.table(anna, toySettings())
		w, err := burt.Join(h.ctx, v.ID(), engine.Nobody)
		h.must(err)
		h.must(v.Ready(h.ctx, true))
		h.must(w.Ready(h.ctx, true))
		pass(time.Minute / 4)
		h.impose(order.Ban, account(burt), 48*time.Hour, "insults")
		h.wants(w.Answer(h.ctx, 1, 1), table.ErrGone)
		pass(time.Second)
		if c := h.frame(v).Info.Chairs[1]; c.Here || c.AwaySince.IsZero() {
			h.Errorf("Burt is still there: %+v", c)
		}
		stood := false
		for range 100 {
			synctest.Wait()
			f, ok, _ := v.Take()
			if ok && f.Info.Chairs[1].StandIn != "" {
				stood = true
			}
			if ok && f.Info.Stage == table.Ended {
				break
			}
			if ok && f.Ask != nil {
				h.must(v.Answer(h.ctx, f.Ask.ID, f.Ask.Legal[0]))
			}
			pass(10 * time.Second)
		}
		if !stood {
			h.Error("no bot plays for Burt")
		}
	})
}
