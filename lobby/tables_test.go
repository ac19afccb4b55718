package lobby_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/engine/enginetest/toy"
	"saloon/engine/record"
	"saloon/lobby"
	"saloon/lobby/table"
)

func TestRecords(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		v := h.table(anna, toySettings())
		w, err := burt.Join(h.ctx, v.ID(), engine.Nobody)
		h.must(err)
		h.must(v.Ready(h.ctx, true))
		h.must(w.Ready(h.ctx, true))
		pass(time.Minute / 4)
		f := h.frame(v)
		match := f.Info.Match

		hers, err := anna.Record(h.ctx, match)
		h.must(err)
		theirs, err := curt.Record(h.ctx, match)
		h.must(err)
		stored, err := h.store.Match(h.ctx, match)
		h.must(err)
		for who, text := range map[string]string{"Anna": hers, "Curt": theirs} {
			var shown struct {
				Over  bool
				Legal map[string][]string
			}
			h.must(json.Unmarshal([]byte(text), &shown))
			if strings.Contains(text, stored.Opened.Seed.String()) || shown.Over {
				h.Errorf("%s reads %s", who, text)
			}
			if _, ok := shown.Legal["Burt"]; ok || len(shown.Legal) > 1 {
				h.Errorf("%s reads what Burt may do: %s", who, text)
			}
		}
		if hers == theirs {
			h.Error("who sits there sees no more than others")
		}

		h.play(v, w)
		text, err := curt.Record(h.ctx, match)
		h.must(err)
		rec, err := record.Parse([]byte(text))
		h.must(err)
		stored, err = h.store.Match(h.ctx, match)
		h.must(err)
		h.must(lobby.LogOf(stored).Verify(toy.Kit().Game)) // a record lacks the times that decide this game's ties
		if rec.Seed != stored.Opened.Seed || !slices.Equal(rec.Seats, engine.Names{"Anna", "Burt"}) {
			h.Errorf("the record: %s", text)
		}
		_, err = curt.Record(h.ctx, "NOSUCHTHING")
		h.wants(err, lobby.ErrNotFound)
	})
}

func TestLessons(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		v, err := anna.Lesson(h.ctx, "toy", false)
		h.must(err)
		pass(time.Minute / 4)
		f := h.frame(v)
		set := f.Info.Settings
		if !set.Lesson || !set.Private || set.Rated || f.Info.Stage != table.Playing ||
			f.Info.Chairs[1].Owner.Bot != "regular" {
			h.Errorf("%s, %+v", f.Info.Stage, f.Info)
		}
		_, err = burt.Watch(h.ctx, v.ID())
		h.wants(err, lobby.ErrNotFound)
		_, err = burt.Join(h.ctx, v.ID(), engine.Nobody)
		h.wants(err, lobby.ErrNotFound)
		if n := h.news(burt); len(n.Tables()) != 0 || n.People[0].Where != "in a lesson" {
			h.Errorf("Burt is told of %+v, %+v", n.Tables(), n.People)
		}
		v.Close()
		again, err := anna.Lesson(h.ctx, "toy", false)
		h.must(err)
		if again.ID() != v.ID() {
			h.Error("the lesson begins anew")
		}
		_, err = burt.Record(h.ctx, f.Info.Match)
		h.wants(err, lobby.ErrNotFound)
		h.play(again)
		past, err := anna.History(h.ctx, "", lobby.Search{}, 5)
		h.must(err)
		if len(past) != 0 {
			h.Errorf("history: %+v", past)
		}
		one, err := anna.Lesson(h.ctx, "toy", false)
		h.must(err)
		two, err := anna.Lesson(h.ctx, "toy", true)
		h.must(err)
		if two.ID() == one.ID() {
			h.Error("asked to begin anew, the lesson goes on")
		}
		if n := h.news(anna); slices.Contains(n.Mine, one.ID()) || !slices.Contains(n.Mine, two.ID()) || !n.Lesson {
			h.Errorf("Anna sits at %v, lesson %v", n.Mine, n.Lesson)
		}
		h.must(two.Stand(h.ctx, true))
		if n := h.news(anna); n.Lesson || slices.Contains(n.Mine, two.ID()) {
			h.Errorf("after walking out Anna sits at %v, lesson %v", n.Mine, n.Lesson)
		}
		for range lobby.TablesEach {
			h.table(anna, toySettings()).Close()
		}
	})
}

func TestNeighboursAreNotRatedTogether(t *testing.T) {
	inHall(t, func(h *hall) {
		enter := func(name, addr string) *lobby.Session {
			id := key(name)
			id.Addr = addr
			s, err := h.house.Enter(h.ctx, id)
			h.must(err)
			h.must(s.SetName(h.ctx, name))
			return s
		}
		anna := enter("Anna", "203.0.113.7:50001")
		v := h.table(anna, toySettings())
		for addr, want := range map[string]error{
			"203.0.113.7:6": lobby.ErrNeighbour, "[::ffff:203.0.113.7]:6": lobby.ErrNeighbour, "203.0.113.8:6": nil,
			"203.0.113.9": nil, "no address": nil,
		} {
			s := enter(fmt.Sprintf("N%x", addr[len(addr)-3:]), addr)
			w, err := s.Join(h.ctx, v.ID(), engine.Nobody)
			if !errors.Is(err, want) {
				h.Errorf("%s: %v", addr, err)
			}
			if w != nil {
				h.must(w.Stand(h.ctx, true))
			}
			s.Close()
		}
		casual := toySettings()
		casual.Rated = false
		w := h.table(anna, casual)
		_, err := enter("Twin", "203.0.113.7:9").Join(h.ctx, w.ID(), engine.Nobody)
		h.must(err)

		home := enter("Home", "127.0.0.1:1")
		x := h.table(home, toySettings())
		_, err = enter("Homey", "127.0.0.1:2").Join(h.ctx, x.ID(), engine.Nobody)
		h.must(err)
		far := enter("Far", "[2001:db8::1]:1")
		y := h.table(far, toySettings())
		_, err = enter("Farther", "[2001:db8::ffff]:1").Join(h.ctx, y.ID(), engine.Nobody)
		h.wants(err, lobby.ErrNeighbour)
		_, err = enter("Elsewhere", "[2001:db8:0:1::1]:1").Join(h.ctx, y.ID(), engine.Nobody)
		h.must(err)
	})
}

func TestDrain(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		running, err := anna.Quick(h.ctx, "toy")
		h.must(err)
		pass(time.Minute)
		waiting := h.table(anna, toySettings(), "", "regular")
		h.must(h.house.Drain(h.ctx, "Back in five minutes."))
		synctest.Wait()
		toast := ""
		for n, ok, _ := anna.Take(); ok; n, ok, _ = anna.Take() {
			toast += n.Toast
		}
		if !strings.Contains(toast, "Back in five minutes.") {
			h.Errorf("people are told %q", toast)
		}
		_, err = anna.OpenTable(h.ctx, toySettings(), nil)
		h.wants(err, lobby.ErrDraining)
		_, err = anna.Lesson(h.ctx, "toy", false)
		h.wants(err, lobby.ErrDraining)
		_ = waiting.Ready(h.ctx, true)
		pass(time.Minute / 4)
		if f := h.frame(waiting); f.Info.Stage != table.Gathering {
			h.Errorf("a match begins: %s", f.Info.Stage)
		}
		if s := h.house.Stats(); s.People != 1 || s.Tables != 2 || s.Matches != 1 {
			h.Errorf("stats: %+v", s)
		}
		h.play(running)
	})
}

func TestRestart(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		v := h.table(anna, toySettings())
		w, err := burt.Join(h.ctx, v.ID(), engine.Nobody)
		h.must(err)
		h.must(v.Ready(h.ctx, true))
		h.must(w.Ready(h.ctx, true))
		pass(time.Minute / 4)
		before := h.frame(v)
		h.close()
		n, ok, _ := anna.Take()
		for more := ok; more; {
			var next lobby.News
			if next, more, _ = anna.Take(); more {
				n = next
			}
		}
		if !strings.HasPrefix(n.Gone, "The house closes") {
			h.Errorf("Anna is told %q", n.Gone)
		}
		last, ok, _ := v.Take()
		if !ok || last.Gone == "" {
			h.Errorf("the table says %q, %v", last.Gone, ok)
		}
		if _, _, open := v.Take(); open {
			h.Error("the table goes on")
		}
		h.wants(anna.Talk(h.ctx, "hello?"), lobby.ErrClosed)
		_, err = h.house.Enter(h.ctx, key("Curt"))
		h.wants(err, lobby.ErrClosed)

		pass(time.Hour)
		h.open()
		anna, burt = h.named("Anna"), h.named("Burt")
		if n := h.news(anna); len(n.Mine) != 1 || n.Mine[0] != v.ID() {
			h.Fatalf("Anna's seat is gone: %+v", n.Mine)
		}
		v, err = anna.Join(h.ctx, v.ID(), engine.Nobody)
		h.must(err)
		w, err = burt.Join(h.ctx, v.ID(), engine.Nobody)
		h.must(err)
		after := h.frame(v)
		if fmt.Sprint(after.View) != fmt.Sprint(before.View) || after.Info.Match != before.Info.Match {
			h.Errorf("before %+v, after %+v", before.View, after.View)
		}
		info := h.play(v, w)
		if !info.Result.Rated || len(info.Result.Changes) != 2 {
			h.Errorf("result: %+v", info.Result)
		}
		h.ladder(anna, info)
	})
}

// ladder checks that everybody sees what a match did to the ratings.
func (h *hall) ladder(s *lobby.Session, info table.Info) {
	h.Helper()
	categories, err := s.Categories(h.ctx)
	h.must(err)
	if !slices.Equal(categories, []string{"toy/2"}) {
		h.Fatalf("categories: %v", categories)
	}
	b, err := s.Board(h.ctx, "toy/2", 0, 10)
	h.must(err)
	if len(b.Rows) != 2 || b.Mine == nil || !b.Mine.Me {
		h.Errorf("board: %+v", b)
	}
	for _, c := range info.Result.Changes {
		i := slices.IndexFunc(b.Rows, func(r lobby.Standing) bool { return r.Player == c.Player })
		if b.Rows[i].Skill != c.After {
			h.Errorf("the board has %v, the table says %v", b.Rows[i].Skill, c.After)
		}
	}
	if n := h.news(s); n.People[0].Rating == "" || n.People[0].Conduct.Matches != 1 {
		h.Errorf("people: %+v", n.People)
	}
	p, err := s.Profile(h.ctx, "burt")
	h.must(err)
	if p.Against.Matches != 1 || len(p.Records) != 1 || p.Conduct.Matches != 1 || p.Versus[0].Game != "toy" {
		h.Errorf("profile: %+v, %+v", p, p.Against)
	}
}

func TestVisitsEach(t *testing.T) {
	inHall(t, func(h *hall) {
		hosts := []*lobby.Session{h.named("Anna"), h.named("Burt")}
		watcher := h.named("Wilma")
		for i := range lobby.VisitsEach + 1 {
			v := h.table(hosts[i%2], toySettings())
			_, err := watcher.Watch(h.ctx, v.ID())
			if i < lobby.VisitsEach {
				h.must(err)
			} else {
				h.wants(err, lobby.ErrVisits)
			}
		}
		watched := func(l lobby.Listing) bool { return l.Watchers == 1 }
		if n := h.news(watcher); !slices.ContainsFunc(n.Tables(), watched) {
			h.Errorf("tables: %+v", n.Tables())
		}
	})
}

func TestTablesLeaveTheList(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		v := h.table(anna, toySettings())
		if n := h.news(burt); len(n.Tables()) != 1 || n.Tables()[0].Free != 1 {
			h.Errorf("tables: %+v", n.Tables())
		}
		h.must(v.Stand(h.ctx, true))
		v.Close()
		pass(time.Hour)
		if n := h.news(burt); len(n.Tables()) != 0 {
			h.Errorf("tables: %+v", n.Tables())
		}
		kept, err := h.store.Running(context.Background())
		h.must(err)
		if len(kept) != 0 {
			h.Errorf("kept: %+v", kept)
		}
		_, err = anna.Join(h.ctx, v.ID(), engine.Nobody)
		h.wants(err, lobby.ErrNotFound)
	})
}
