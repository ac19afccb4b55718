package lobby_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/engine/enginetest/toy"
	"saloon/lobby"
	"saloon/lobby/table"
)

// over plays a match of two to its end and gives its frames on the way, as the first of them saw them.
func (h *hall) over(set table.Settings, anna, burt *lobby.Session) (table.MatchID, []table.Frame) {
	h.Helper()
	v := h.table(anna, set)
	w, err := burt.Join(h.ctx, v.ID(), engine.Nobody)
	h.must(err)
	h.must(v.Ready(h.ctx, true))
	h.must(w.Ready(h.ctx, true))
	pass(time.Minute / 4)
	var seen []table.Frame
	for {
		f := h.frame(v)
		if f.Info.Stage == table.Ended {
			v.Close()
			w.Close()
			return f.Info.Match, seen
		}
		seen = append(seen, f)
		for _, x := range []*lobby.Visit{v, w} {
			g := f
			if x == w {
				g = h.frame(w)
			}
			if g.Ask != nil {
				h.must(x.Answer(h.ctx, g.Ask.ID, g.Ask.Legal[0]))
				break
			}
			_ = x.Ready(h.ctx, true)
		}
		pass(time.Second)
	}
}

func TestAReplayShowsWhatWasSeen(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		match, seen := h.over(toySettings(), anna, burt)
		r, err := anna.Replay(h.ctx, table.MatchID(strings.ToLower(string(match))), 0)
		h.must(err)
		stored, err := h.store.Match(h.ctx, match)
		h.must(err)
		if s := r.State(); s.At != 0 || s.Of != len(stored.Entries) || !s.Leads || s.Eyes != 0 || s.Words != "" {
			h.Fatalf("it begins with %+v", s)
		}
		for _, want := range seen {
			r.Seek(want.Info.Entries)
			f, ok, open := r.Take()
			if !ok || !open || f.Info.Stage != table.Replayed || !reflect.DeepEqual(f.View, want.View) {
				h.Fatalf("after %d entries: %+v, want %+v", want.Info.Entries, f.View, want.View)
			}
			if f.Ask != nil || f.Info.Seed != "" || f.Info.Result != nil {
				h.Errorf("after %d entries it asks %v, shows the seed %q", want.Info.Entries, f.Ask, f.Info.Seed)
			}
			e := stored.Entries[want.Info.Entries-1]
			words := ""
			if e.Words != "" {
				words = stored.Opened.Names.Of(e.Seat) + ": " + e.Words
			}
			if got := r.State().Words; got != words {
				h.Errorf("entry %d is said to be %q, want %q", e.Seq, got, words)
			}
		}
		r.Seek(1 << 20)
		f, _, _ := r.Take()
		if f.Info.Entries != len(stored.Entries) || f.Info.Result == nil || f.Info.Seed != stored.Opened.Seed.String() {
			h.Errorf("at the end: %+v", f.Info)
		}
		told := len(f.Lines)
		r.Step(-1)
		if f, _, _ = r.Take(); len(f.Lines) > told || f.Info.Result != nil {
			h.Errorf("a step back from %d lines shows %d", told, len(f.Lines))
		}
		if _, err := curt.Replay(h.ctx, match, 3); err != nil {
			h.Error(err)
		}
		_, err = curt.Replay(h.ctx, "NOSUCH", 0)
		h.wants(err, lobby.ErrNotFound)
		text, err := r.Open()
		h.must(err)
		if !strings.Contains(text, "[position]") {
			h.Errorf("the open position: %s", text)
		}
	})
}

func TestAReplayLeapsToWhatWasLookedAt(t *testing.T) {
	inHall(t, func(h *hall) {
		set := toySettings()
		set.Options = map[string]string{"rounds": "3"}
		match, _ := h.over(set, h.named("Anna"), h.named("Burt"))
		stored, err := h.store.Match(h.ctx, match)
		h.must(err)
		play, err := toy.Kit().Open(stored.Opened.Config)
		h.must(err)
		var pauses []int
		for i, e := range stored.Entries {
			play, err = play.Apply(e.Facts)
			h.must(err)
			if play.Pause() {
				pauses = append(pauses, i+1)
			}
		}
		if len(pauses) < 2 {
			h.Fatalf("there was something to look at after %v", pauses)
		}
		r, err := h.house.Replay(h.ctx, match, "")
		h.must(err)
		for _, c := range []struct {
			from    int
			forward bool
			want    int
		}{
			{0, true, pauses[0]}, {pauses[0], true, pauses[1]}, {pauses[1] - 1, false, pauses[0]},
			{pauses[0], false, 0}, {r.Len(), true, r.Len()}, {0, false, 0},
		} {
			if got := r.Next(c.from, c.forward); got != c.want {
				h.Errorf("from %d, forward %v: %d, want %d", c.from, c.forward, got, c.want)
			}
		}
	})
}

// TestSecretsOutliveTheMatch: where a game keeps its cards secret for good, a replay has no other eyes than one's own.
func TestSecretsOutliveTheMatch(t *testing.T) {
	inHall(t, func(h *hall) {
		h.close()
		h.kit.Spec.Reveals = false
		h.open()
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		match, _ := h.over(toySettings(), anna, burt)
		for who, want := range map[*lobby.Session][]engine.Seat{
			anna: {0, engine.Nobody}, burt: {1, engine.Nobody}, curt: {engine.Nobody},
		} {
			r, err := who.Replay(h.ctx, match, 1<<20)
			h.must(err)
			if got := r.State().Choices; !reflect.DeepEqual(got, want) {
				h.Errorf("%s may look with the eyes of %v, want %v", who.Player().Name, got, want)
			}
			if f, _, _ := r.Take(); f.Info.Seed != "" {
				h.Errorf("%s is shown the seed", who.Player().Name)
			}
			_, err = r.Open()
			h.wants(err, lobby.ErrSecret)
		}
		r, err := h.house.Replay(h.ctx, match, curt.Player().ID)
		h.must(err)
		_, err = r.Frame(3, 0)
		h.wants(err, lobby.ErrSecret)
	})
}

func TestAShowingHasALeader(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		match, _ := h.over(toySettings(), anna, burt)
		a, err := anna.Replay(h.ctx, match, 2)
		h.must(err)
		b, err := burt.Follow(h.ctx, a.ID())
		h.must(err)
		c, err := curt.Follow(h.ctx, a.ID())
		h.must(err)
		at := func(want ...int) {
			h.Helper()
			for i, r := range []*lobby.Reel{a, b, c} {
				if got := r.State().At; got != want[i] {
					h.Errorf("reel %d is at %d, want %d", i, got, want[i])
				}
			}
		}
		at(2, 2, 2)
		a.Step(2)
		at(4, 4, 4)
		b.Step(-1)
		at(4, 3, 4)
		a.Step(1)
		at(5, 3, 5)
		b.Rejoin()
		at(5, 5, 5)
		if s := b.State(); s.Leader != "Anna" || !s.Follows || s.Leads || s.Present != 3 || s.Eyes != 1 {
			h.Errorf("Burt's reel: %+v", s)
		}
		h.must(c.Talk(h.ctx, "look\x1b[2J here"))
		f, _, _ := a.Take()
		if l := f.Lines[len(f.Lines)-1]; l.From.Name != "Curt" || strings.ContainsRune(l.Text, '\x1b') {
			h.Errorf("Anna hears %+v", l)
		}
		a.Close()
		a.Close()
		if _, _, open := a.Take(); open {
			h.Error("a closed reel goes on")
		}
		if s := b.State(); !s.Leads || s.Leader != "Burt" {
			h.Errorf("after Anna has gone: %+v", s)
		}
		b.Step(-2)
		at(5, 3, 3)
		b.Close()
		c.Close()
		_, err = anna.Follow(h.ctx, a.ID())
		h.wants(err, lobby.ErrNotFound)
	})
}

func TestPrivateMatchesAreReplayedByWhoPlayed(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		set := toySettings()
		set.Private = true
		match, _ := h.over(set, anna, burt)
		a, err := anna.Replay(h.ctx, match, 0)
		h.must(err)
		_, err = curt.Replay(h.ctx, match, 0)
		h.wants(err, lobby.ErrNotFound)
		_, err = curt.Follow(h.ctx, a.ID())
		h.wants(err, lobby.ErrNotFound)
		_, err = burt.Follow(h.ctx, a.ID())
		h.must(err)
	})
}

func TestARunningMatchIsNotReplayed(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt := h.named("Anna"), h.named("Burt")
		v := h.table(anna, toySettings())
		w, err := burt.Join(h.ctx, v.ID(), engine.Nobody)
		h.must(err)
		h.must(v.Ready(h.ctx, true))
		h.must(w.Ready(h.ctx, true))
		pass(time.Minute / 4)
		_, err = burt.Replay(h.ctx, h.frame(v).Info.Match, 0)
		h.wants(err, lobby.ErrRunning)
	})
}

func TestWhoFollowsIsNotLedAstray(t *testing.T) {
	inHall(t, func(h *hall) {
		anna, burt, curt := h.named("Anna"), h.named("Burt"), h.named("Curt")
		match, _ := h.over(toySettings(), anna, burt)
		a, err := anna.Replay(h.ctx, match, 0)
		h.must(err)
		b, err := burt.Follow(h.ctx, a.ID())
		h.must(err)
		c, err := curt.Follow(h.ctx, a.ID())
		h.must(err)
		b.Seek(1) // goes their own way
		a.Seek(4)
		h.must(burt.Talk(h.ctx, "in the lobby"))
		h.must(b.Talk(h.ctx, "look at this"))
		h.must(curt.Ignore(h.ctx, "Burt", true))
		if f, _, _ := c.Take(); f.Lines[len(f.Lines)-1].Text == "look at this" {
			h.Error("Curt hears whom he ignores")
		}
		if f, _, _ := a.Take(); f.Lines[len(f.Lines)-1].Text != "look at this" {
			h.Error("Anna does not hear Burt")
		}
		a.Close()
		if s := c.State(); s.At != 4 || !s.Leads {
			h.Errorf("Curt followed until the leader went: %+v", s)
		}
		if s := b.State(); s.At != 1 || s.Follows || s.Leads {
			h.Errorf("Burt is where he was: %+v", s)
		}
	})
}
