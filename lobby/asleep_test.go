package lobby_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/club"
	"saloon/lobby/lobbytest"
	"saloon/lobby/table"
)

// slumber is a store that reads tables back only once it may, and fails as long as it is broken.
type slumber struct {
	*lobbytest.Store
	reads  atomic.Int32
	may    chan struct{}
	broken atomic.Bool
}

func newSlumber(s *lobbytest.Store) *slumber { return &slumber{Store: s, may: make(chan struct{})} }

func (s *slumber) Reload(ctx context.Context, id table.ID) (lobby.Kept, error) {
	s.reads.Add(1)
	<-s.may
	if s.broken.Load() {
		return lobby.Kept{}, errors.New("no such luck")
	}
	return s.Store.Reload(ctx, id)
}

// Whoever comes right after a restart has their tables read at once, sees that it is their move, and is not told so as
// if it had just happened.
func TestWhoComesAfterARestartSeesTheirMoves(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		tables := runtime.GOMAXPROCS(0)/2 + 2 // more than are read at a time
		for i := range tables {
			set := table.Settings{Game: "toy", Seats: 2, Pace: table.Correspondence, Days: 3}
			v := h.table(h.named(fmt.Sprintf("Rider%d", i)), set)
			w, err := anna.Join(h.ctx, v.ID(), engine.Nobody)
			h.must(err)
			h.must(v.Ready(h.ctx, true))
			h.must(w.Ready(h.ctx, true))
			w.Close()
		}
		pass(10 * time.Second)
		h.close()
		store := newSlumber(h.store)
		h.openOn(store)
		synctest.Wait()
		if n := int(store.reads.Load()); n >= tables {
			h.Fatalf("%d of %d tables are read though nobody has come", n, tables)
		}
		anna = h.named("Anna")
		synctest.Wait()
		if n := int(store.reads.Load()); n != tables {
			h.Errorf("%d of %d tables are read when Anna comes", n, tables)
		}
		listed := make(chan []lobby.Listing)
		go func() { listed <- h.house.TableList(h.ctx, anna.Player().ID) }()
		synctest.Wait()
		close(store.may)
		turns := func(all []lobby.Listing) (n int) {
			for _, l := range all {
				if l.MyTurn {
					n++
				}
			}
			return n
		}
		if n := turns(<-listed); n != tables {
			h.Errorf("%d tables are listed as waiting for Anna, want %d", n, tables)
		}
		pass(10 * time.Second)
		seen := 0
		for {
			synctest.Wait()
			n, ok, _ := anna.Take()
			if !ok {
				break
			}
			if n.Toast != "" {
				h.Errorf("Anna is told %q", n.Toast)
			}
			seen = turns(n.Tables())
		}
		if seen != tables {
			h.Errorf("Anna sees %d tables that wait for her, want %d", seen, tables)
		}
	})
}

// A list does not wait for what cannot be read.
func TestAListDoesNotWaitForever(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		h.table(anna, table.Settings{Game: "toy", Seats: 2, Pace: table.Normal})
		h.close()
		store := newSlumber(h.store)
		h.openOn(store)
		if all := h.house.TableList(h.ctx, anna.Player().ID); len(all) != 1 || !all[0].Seated {
			h.Errorf("listed is %+v", all)
		}
		close(store.may)
	})
}

// Bots do not come to a community's table after a restart because somebody was ready before it.
func TestNobodyIsReadyAtASleepingTable(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		h.found(anna, "The Long Table", func(c *club.Club) { c.Warm = "regular" })
		v, err := burt.JoinClub(h.ctx, "The Long Table")
		h.must(err)
		h.must(v.Ready(h.ctx, true))
		h.close()
		store := newSlumber(h.store)
		h.openOn(store)
		pass(lobby.QuickWaitDefault + time.Second)
		close(store.may)
		synctest.Wait()
		infos := h.house.Infos()
		if len(infos) != 1 || infos[0].Chairs[0].Owner.Name != "Burt" {
			h.Fatalf("after the restart: %+v", infos)
		}
		for _, c := range infos[0].Chairs {
			if c.Owner.IsBot() || c.Ready {
				h.Errorf("nobody has come, and there is %+v", c)
			}
		}
	})
}

// A community's table belongs to whoever owns it by the time at which it is read back.
func TestASleepingTableIsHandedOver(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		h.found(anna, "The Long Table", func(*club.Club) {})
		_, err := burt.JoinClub(h.ctx, "The Long Table")
		h.must(err)
		h.close()
		store := newSlumber(h.store)
		store.broken.Store(true)
		close(store.may)
		h.house, err = lobby.Open(h.ctx, lobby.Deps{ // it complains, and should
			Kits: []bot.Kit{h.kit}, Players: store, Results: store, Tables: store, Clubs: store, Entropy: h.chance,
		})
		h.must(err)
		h.wants(h.named("Anna").HandOver(h.ctx, "The Long Table", "Burt"), table.ErrDisk)
		store.broken.Store(false)
		pass(time.Minute)
		if infos := h.house.Infos(); len(infos) != 1 || infos[0].Host != burt.Player().ID {
			h.Errorf("read back: %+v", infos)
		}
	})
}
