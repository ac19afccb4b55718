package lobby_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/enginetest/toy"
	"saloon/lobby"
	"saloon/lobby/lobbytest"
	"saloon/lobby/table"
	"saloon/lobby/tabletest"
)

// hall is a house in a bubble, with what it has written down.
type hall struct {
	*testing.T
	ctx   context.Context
	store *lobbytest.Store
	house *lobby.House
	kit   bot.Kit
	// chance is the same in every run, and goes on where a house closes and another one opens on what it left.
	chance io.Reader
}

func newHall(t *testing.T) *hall {
	return &hall{T: t, ctx: t.Context(), store: lobbytest.New(), kit: toy.Kit(), chance: tabletest.Entropy(1)}
}

// inHall runs a test in a bubble of virtual time. When the test is over the house closes, and nothing of it may run on.
func inHall(t *testing.T, f func(*hall)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t)
		h.open()
		defer h.close()
		f(h)
	})
}

func (h *hall) open() {
	h.Helper()
	h.openOn(h.store)
}

// shelves are all that a house is written down on.
type shelves interface {
	lobby.Players
	lobby.Results
	lobby.Tables
	lobby.Clubs
	lobby.Orders
}

func (h *hall) openOn(on shelves) {
	h.Helper()
	house, err := lobby.Open(h.ctx, lobby.Deps{
		Kits: []bot.Kit{h.kit}, Players: on, Results: on, Tables: on, Clubs: on, Orders: on, Entropy: h.chance,
		Log: tabletest.Complaints(h.T),
	})
	h.must(err)
	h.house = house
}

func (h *hall) close() {
	h.Helper()
	h.must(h.house.Close(context.Background()))
}

// pass lets virtual time go by: in a bubble nothing is waited for in earnest.
func pass(d time.Duration) { <-time.After(d) }

func (h *hall) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func (h *hall) wants(err, want error) {
	h.Helper()
	if !errors.Is(err, want) {
		h.Fatalf("got %v, want %v", err, want)
	}
}

func key(name string) lobby.Identity {
	return lobby.Identity{Fingerprint: "SHA256:" + name, KeyType: "ssh-ed25519", Suggested: name}
}

// named lets somebody in by a key and gives them a name on their first visit.
func (h *hall) named(name string) *lobby.Session {
	h.Helper()
	s, err := h.house.Enter(h.ctx, key(name))
	h.must(err)
	if !s.Named() {
		h.must(s.SetName(h.ctx, name))
	}
	return s
}

// news waits until everything has settled and takes the newest news.
func (h *hall) news(s *lobby.Session) lobby.News {
	h.Helper()
	pass(6 * time.Second)
	synctest.Wait()
	n, ok, _ := s.Take()
	if !ok {
		h.Fatal("there are no news")
	}
	return n
}

// quiet reports that there are no news.
func (h *hall) quiet(s *lobby.Session) {
	h.Helper()
	pass(6 * time.Second)
	synctest.Wait()
	if n, ok, _ := s.Take(); ok {
		h.Fatalf("there are news: %+v", n)
	}
}

// frame waits until everything has settled and takes the newest frame.
func (h *hall) frame(v *lobby.Visit) table.Frame {
	h.Helper()
	synctest.Wait()
	f, ok, _ := v.Take()
	if !ok {
		h.Fatal("there is no frame")
	}
	return f
}

func toySettings() table.Settings {
	return table.Settings{Game: "toy", Seats: 2, Pace: table.Quick, Rated: true}
}

func (h *hall) table(s *lobby.Session, set table.Settings, bots ...string) *lobby.Visit {
	h.Helper()
	v, err := s.OpenTable(h.ctx, set, bots)
	h.must(err)
	return v
}

// play answers every question with the first legal move until the match is over.
func (h *hall) play(visits ...*lobby.Visit) table.Info {
	h.Helper()
	last := table.Info{}
	for range 2000 {
		for _, v := range visits {
			synctest.Wait()
			f, ok, _ := v.Take()
			if !ok {
				continue
			}
			last = f.Info
			if f.Info.Stage == table.Ended {
				return f.Info
			}
			if f.Ask != nil {
				h.must(v.Answer(h.ctx, f.Ask.ID, f.Ask.Legal[0]))
			} else if f.Info.Stage == table.Playing {
				_ = v.Ready(h.ctx, true) // have seen enough; refused while there is nothing to see
			}
		}
		pass(time.Second)
	}
	h.Fatalf("the match does not end: %+v", last)
	return last
}

func names(people []lobby.Presence) (out []string) {
	for _, p := range people {
		out = append(out, p.Player.Name)
	}
	return out
}

func TestFirstVisit(t *testing.T) {
	inHall(t, func(h *hall) {
		s, err := h.house.Enter(h.ctx, key("Anna"))
		h.must(err)
		if s.Named() || s.Suggestion() != "Anna" {
			h.Fatalf("named %v, suggested %q", s.Named(), s.Suggestion())
		}
		if n := h.news(s); len(n.People) != 0 {
			h.Errorf("a newcomer without a name is listed: %v", names(n.People))
		}
		_, err = s.Quick(h.ctx, "toy")
		h.wants(err, lobby.ErrUnnamed)
		h.wants(s.Talk(h.ctx, "hello"), lobby.ErrUnnamed)
		h.wants(s.SetName(h.ctx, "аdmin"), lobby.ErrName)
		h.must(s.SetName(h.ctx, " Anna "))
		if n := h.news(s); !slices.Equal(names(n.People), []string{"Anna"}) || n.People[0].Where != "lobby" {
			h.Errorf("people: %+v", n.People)
		}
		s.Close()
		again, err := h.house.Enter(h.ctx, key("Anna"))
		h.must(err)
		if !again.Named() || again.Player().Name != "Anna" || again.Player().ID != s.Player().ID {
			h.Errorf("came back as %+v", again.Player())
		}
		other, err := h.house.Enter(h.ctx, lobby.Identity{Fingerprint: "SHA256:other", Suggested: "anna"})
		h.must(err)
		if got := other.Suggestion(); got != "anna 2" {
			h.Errorf("suggested %q although there is an Anna", got)
		}
		h.wants(other.SetName(h.ctx, "ANNA"), lobby.ErrNameTaken)
	})
}

func TestOneNameForAHundred(t *testing.T) {
	inHall(t, func(h *hall) {
		var wg sync.WaitGroup
		errs := make([]error, 100)
		for i := range errs {
			wg.Go(func() {
				s, err := h.house.Enter(h.ctx, key(fmt.Sprint("k", i)))
				if err == nil {
					err = s.SetName(h.ctx, "Belle")
				}
				errs[i] = err
			})
		}
		wg.Wait()
		won := 0
		for _, err := range errs {
			if err == nil {
				won++
			} else {
				h.wants(err, lobby.ErrNameTaken)
			}
		}
		if won != 1 {
			h.Errorf("%d people are called Belle", won)
		}
	})
}

func TestSecondSessionTakesThePlace(t *testing.T) {
	inHall(t, func(h *hall) {
		first := h.named("Anna")
		v := h.table(first, toySettings(), "", "regular")
		h.must(v.Ready(h.ctx, true))
		pass(time.Minute / 4)
		second := h.named("Anna")
		synctest.Wait()
		n, ok, open := first.Take()
		if !ok || !open || !strings.HasPrefix(n.Gone, "You came in from another terminal") {
			h.Errorf("the first session hears %q", n.Gone)
		}
		if _, _, open = first.Take(); open {
			h.Error("the first session goes on")
		}
		for {
			if _, ok, open := v.Take(); !ok {
				if open {
					h.Error("the first session still sees the table")
				}
				break
			}
		}
		h.wants(v.Ready(h.ctx, true), table.ErrGone)
		if n := h.news(second); len(n.Mine) != 1 || n.Mine[0] != v.ID() || len(n.People) != 1 {
			h.Errorf("the second session hears of %v and %v", n.Mine, names(n.People))
		}
		w, err := second.Join(h.ctx, v.ID(), engine.Nobody)
		h.must(err)
		if f := h.frame(w); f.You != 0 {
			h.Errorf("the second session sits at %d", f.You)
		}
		h.play(w)
	})
}

func TestNewcomerWithTwoTerminals(t *testing.T) {
	inHall(t, func(h *hall) {
		a, err := h.house.Enter(h.ctx, key("Anna"))
		h.must(err)
		b, err := h.house.Enter(h.ctx, key("Anna"))
		h.must(err)
		if n, _, _ := a.Take(); n.Gone == "" {
			h.Error("the first terminal goes on")
		}
		h.must(a.SetName(h.ctx, "Anna")) // typed at the moment at which the second came
		h.must(b.SetName(h.ctx, "Annabel"))
		if p := b.Player(); p.ID != a.Player().ID || p.Name != "Anna" || !b.Named() {
			h.Errorf("one key has two players: %+v and %+v", a.Player(), p)
		}
	})
}

func TestQuickMatchFillsWithBots(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		v, err := anna.Quick(h.ctx, "toy")
		h.must(err)
		f := h.frame(v)
		if len(f.Info.Chairs) != lobby.QuickSeats || time.Until(f.Info.Chairs[1].BotAt) != lobby.QuickWaitDefault {
			h.Errorf("chairs: %+v", f.Info.Chairs)
		}
		if !slices.ContainsFunc(f.Info.Waits, func(w table.Wait) bool { return strings.HasPrefix(w.Text, "bots") }) {
			h.Errorf("waits: %+v", f.Info.Waits)
		}
		again, err := anna.Quick(h.ctx, "toy")
		h.must(err)
		if again.ID() != v.ID() {
			h.Error("whoever waits at a table is sent to another")
		}
		w, err := burt.Quick(h.ctx, "toy")
		h.must(err)
		if w.ID() != v.ID() {
			h.Error("two people who want a quick match do not meet")
		}
		pass(lobby.QuickWaitDefault + time.Minute/4)
		f = h.frame(again)
		if f.Info.Stage != table.Playing || f.Info.Chairs[2].Owner.Bot != "regular" {
			h.Fatalf("%s, chairs: %+v", f.Info.Stage, f.Info.Chairs)
		}
		info := h.play(again, w)
		if info.Result == nil || !info.Result.Rated || len(info.Result.Changes) != 3 {
			h.Errorf("result: %+v", info.Result)
		}
	})
}

func TestPrivateTables(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		set := toySettings()
		set.Private = true
		v := h.table(anna, set)
		if n := h.news(curt); len(n.Tables()) != 0 || n.People[0].Where != "at a private table" {
			h.Errorf("Curt is told of %+v, %+v", n.Tables(), n.People)
		}
		if n := h.news(anna); len(n.Tables()) != 1 || !n.Tables()[0].Seated {
			h.Errorf("Anna is told of %+v", n.Tables())
		}
		if got := h.house.TableList(h.ctx, ""); len(got) != 0 {
			h.Errorf("everybody is told of %+v", got)
		}
		typed := table.ID(" " + strings.ToLower(string(v.ID()[:3])) + "-" + string(v.ID()[3:]))
		w, err := burt.Join(h.ctx, typed, engine.Nobody)
		h.must(err)
		h.must(v.Ready(h.ctx, true))
		h.must(w.Ready(h.ctx, true))
		pass(time.Minute / 4)
		_, err = curt.Join(h.ctx, v.ID(), engine.Nobody)
		h.wants(err, table.ErrFull)
		past, err := curt.History(h.ctx, "Anna", lobby.Search{}, 10)
		h.must(err)
		if len(past) != 1 || past[0].Table != "" {
			h.Errorf("Curt learns the code from the history: %+v", past)
		}
		_, err = curt.Record(h.ctx, past[0].Match)
		h.wants(err, lobby.ErrNotFound)
		_, err = curt.Watch(h.ctx, "ZZZZZZ")
		h.wants(err, lobby.ErrNotFound)
	})
}

func TestTablesEach(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		var wg sync.WaitGroup
		var mu sync.Mutex
		opened := 0
		for range 20 {
			wg.Go(func() {
				_, err := anna.OpenTable(h.ctx, toySettings(), nil)
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					opened++
				} else if !errors.Is(err, lobby.ErrTables) {
					h.Error(err)
				}
			})
		}
		wg.Wait()
		if opened != lobby.TablesEach {
			h.Errorf("%d tables were opened", opened)
		}
		pass(time.Hour)
	})
}

// A lesson is none of the tables that one may have open, and no more of one while it is being opened.
func TestALessonOnItsWayTakesNoTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t)
		slow := &slowStore{Store: h.store}
		h.openOn(slow)
		defer h.close()
		anna := h.named("Anna")
		for range lobby.TablesEach - 1 {
			h.table(anna, toySettings())
		}
		third := false
		slow.atAppend = func() { third = h.table(anna, toySettings()) != nil }
		_, err := anna.Lesson(h.ctx, "toy", true)
		h.must(err)
		if !third {
			t.Error("nothing happened meanwhile")
		}
		_, err = anna.OpenTable(h.ctx, toySettings(), nil)
		h.wants(err, lobby.ErrTables)
	})
}

func TestSettingsAreChecked(t *testing.T) {
	inHall(t, func(h *hall) {
		anna := h.named("Anna")
		for what, set := range map[string]table.Settings{
			"no game":    {Game: "whist", Seats: 2},
			"seats":      {Game: "toy", Seats: 9},
			"pace":       {Game: "toy", Seats: 2, Pace: "never"},
			"days":       {Game: "toy", Seats: 2, Pace: table.Correspondence, Days: 15},
			"option":     {Game: "toy", Seats: 2, Options: map[string]string{"rounds": "77"}},
			"no option":  {Game: "toy", Seats: 2, Options: map[string]string{"\x1b[2J": "1"}},
			"bots alone": {Game: "toy", Seats: 2, Title: "bots"},
		} {
			var bots []string
			if set.Title == "bots" {
				bots = []string{"regular", "regular"}
			}
			if _, err := anna.OpenTable(h.ctx, set, bots); !errors.Is(err, engine.ErrConfig) {
				h.Errorf("%s: %v", what, err)
			}
		}
		_, err := anna.OpenTable(h.ctx, toySettings(), []string{"", "brilliant"})
		h.wants(err, engine.ErrConfig)
		set := toySettings()
		set.Title, set.Lesson = "\x1b[31mCome\u202e in\n"+strings.Repeat("!", 200), true
		set.Options = map[string]string{"rounds": "5"}
		f := h.frame(h.table(anna, set))
		got := f.Info.Settings
		if got.Lesson || got.Options != nil || !strings.HasPrefix(got.Title, "[31mCome in !!") ||
			len(got.Title) > lobby.TitleWidth+4 {
			h.Errorf("settings: %+v", got)
		}
	})
}
