package lobby_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/engine/clock"
	"saloon/engine/enginetest/toy/firstin"
	"saloon/lobby"
	"saloon/lobby/table"
)

// inRaces is a hall in which people race.
func inRaces(t *testing.T, f func(*hall)) {
	t.Helper()
	inHall(t, func(h *hall) {
		h.close()
		h.kit = firstin.Kit()
		h.open()
		f(h)
	})
}

func raceSettings() table.Settings {
	return table.Settings{Game: "first-in", Seats: 2, Pace: table.Quick, Rated: true}
}

// racer is a visit at the end of a line, and what it does about a sign.
type racer struct {
	*lobby.Visit
	trip  time.Duration
	after time.Duration
	id    uint64
	lag   *clock.Lag
}

// race lets everybody run until the match is over.
func (h *hall) race(racers ...*racer) table.Info {
	h.Helper()
	for range 5000 {
		for _, r := range racers {
			synctest.Wait()
			f, ok, _ := r.Take()
			if !ok {
				continue
			}
			r.lag = f.Lag
			switch {
			case f.Info.Stage == table.Ended:
				return f.Info
			case f.Ask != nil:
				h.must(r.Answer(h.ctx, f.Ask.ID, f.Ask.Legal[0]))
			case f.Race != nil && f.Race.Stage == table.RaceOpen && f.Race.ID != r.id:
				r.id = f.Race.ID
				h.must(r.Reached(h.ctx, r.id, time.Now(), clock.Lag{Trip: r.trip}, true))
				h.run(r, firstin.Move{Kind: f.View.(firstin.View).Sign})
			}
		}
		pass(10 * time.Millisecond)
	}
	h.Fatal("the match does not end")
	return table.Info{}
}

// run presses a key after the racer's time, over the racer's line.
func (h *hall) run(r *racer, m firstin.Move) {
	id := r.id
	late := func(err error) {
		if err != nil && !errors.Is(err, table.ErrStale) {
			h.Error(err)
		}
	}
	time.AfterFunc(r.trip, func() { late(r.Marked(h.ctx, id, time.Now())) })
	time.AfterFunc(r.trip+r.after, func() { late(r.Gesture(h.ctx, id, m, time.Now())) })
}

func TestRacesOverVisits(t *testing.T) {
	inRaces(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		v := h.table(anna, raceSettings())
		w, err := burt.Join(h.ctx, v.ID(), engine.Nobody)
		h.must(err)
		h.must(v.Ready(h.ctx, true))
		h.must(w.Ready(h.ctx, true))
		near := &racer{Visit: v, after: 300 * time.Millisecond}
		far := &racer{Visit: w, trip: 200 * time.Millisecond, after: 280 * time.Millisecond}
		info := h.race(near, far)
		if p := info.Result.Outcome.Points; p[1] < p[0] {
			t.Errorf("the quicker one lost by distance: %v", p)
		}
		if far.lag == nil || far.lag.Trip != far.trip {
			t.Errorf("Burt's lag is shown as %v", far.lag)
		}
		mine, err := h.house.Reactions(h.ctx, burt.Player().ID)
		h.must(err)
		if mine.All.Valid < 4 || mine.All.Median != far.after || mine.All.NoResponses != 0 || len(mine.On) < 2 {
			t.Errorf("Burt's reflexes: %+v", mine)
		}
		profile, err := h.house.Profile(h.ctx, anna.Player().ID, "Burt")
		h.must(err)
		if profile.Reflexes.All != mine.All {
			t.Errorf("on the profile: %+v", profile.Reflexes)
		}
		if _, err := h.house.Reactions(h.ctx, ""); !errors.Is(err, lobby.ErrNotFound) {
			t.Errorf("nobody's reflexes: %v", err)
		}
		if flags, err := h.house.Flags(h.ctx); err != nil || len(flags) != 0 {
			t.Errorf("flags after one match: %v, %v", flags, err)
		}
		for range 4 {
			h.must(v.Cast(h.ctx, table.Rematch, true))
			h.must(w.Cast(h.ctx, table.Rematch, true))
			h.race(near, far)
		}
		flags, err := h.house.Flags(h.ctx)
		h.must(err)
		if !slices.ContainsFunc(flags, func(f lobby.Flag) bool { return f.Name == "Burt" }) {
			t.Errorf("whoever always takes 280 ms is not flagged: %+v", flags)
		}
		crowd, err := h.house.Crowd(h.ctx)
		h.must(err)
		if len(crowd) == 0 || crowd.Beaten(100*time.Millisecond) != 1 || crowd.Beaten(time.Second) != 0 {
			t.Errorf("the crowd: %v", crowd)
		}
	})
}

// Nobody learns from the house who has answered in an open race: not from records, and not by counting.
func TestTheHouseTellsNoGesture(t *testing.T) {
	inRaces(t, func(h *hall) {
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		v := h.table(anna, raceSettings())
		w, err := burt.Join(h.ctx, v.ID(), engine.Nobody)
		h.must(err)
		h.must(v.Ready(h.ctx, true))
		h.must(w.Ready(h.ctx, true))
		var f table.Frame
		for f.Race == nil || f.Race.Stage != table.RaceOpen || f.View.(firstin.View).Sign == firstin.Duck {
			pass(10 * time.Millisecond)
			synctest.Wait()
			if got, ok, _ := w.Take(); ok {
				f = got
			}
		}
		ask := func() (all []string) {
			for _, s := range []*lobby.Session{anna, curt} {
				text, err := s.Record(h.ctx, f.Info.Match)
				h.must(err)
				all = append(all, text)
				past, err := h.house.History(h.ctx, s.Player().ID, "Burt", lobby.Search{}, 5)
				h.must(err)
				if len(past) != 1 || past[0].Entries != f.Info.Entries {
					t.Errorf("history: %+v", past)
				}
			}
			return all
		}
		before := strings.Join(ask(), "\n")
		h.must(w.Reached(h.ctx, f.Race.ID, time.Now(), clock.Lag{}, false))
		pass(200 * time.Millisecond)
		wrong := firstin.Left
		if f.View.(firstin.View).Sign == wrong {
			wrong = firstin.Right
		}
		h.must(w.Gesture(h.ctx, f.Race.ID, firstin.Move{Kind: wrong}, time.Now()))
		stored, err := h.store.Match(h.ctx, f.Info.Match)
		h.must(err)
		if n := len(stored.Entries); n != f.Info.Entries+1 {
			t.Fatalf("%d entries are written, %d were shown", n, f.Info.Entries)
		}
		if after := strings.Join(ask(), "\n"); after != before {
			t.Errorf("the house told of it:\n%s\n%s", before, after)
		}
	})
}

func TestAGameThatIsPlayedLive(t *testing.T) {
	inRaces(t, func(h *hall) {
		anna := h.named("Anna")
		set := raceSettings()
		set.Pace, set.Days = table.Correspondence, 2
		_, err := anna.OpenTable(h.ctx, set, nil)
		h.wants(err, engine.ErrConfig)
		if !strings.Contains(err.Error(), "First In") {
			t.Errorf("refused with %q", err)
		}
		v, err := anna.Lesson(h.ctx, "first-in", false)
		h.must(err)
		if f := h.frame(v); f.Info.Settings.Options["rounds"] != "2" {
			t.Errorf("a lesson with the options %v", f.Info.Settings.Options)
		}
	})
}

func TestACrowdIsBeaten(t *testing.T) {
	ms := time.Millisecond
	c := lobby.Crowd{300 * ms, 400 * ms, 400 * ms, 500 * ms}
	for median, want := range map[time.Duration]float64{
		200 * ms: 1, 300 * ms: 0.875, 350 * ms: 0.75, 400 * ms: 0.5, 500 * ms: 0.125, 600 * ms: 0,
	} {
		if got := c.Beaten(median); got != want {
			t.Errorf("%v beats %v of the crowd, want %v", median, got, want)
		}
	}
	if got := (lobby.Crowd)(nil).Beaten(300 * ms); got != 0 {
		t.Errorf("an empty crowd: %v", got)
	}
}
