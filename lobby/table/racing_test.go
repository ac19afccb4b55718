package table

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/engine/clock"
	"saloon/engine/enginetest/toy/firstin"
)

// until lets time pass until a race is at a stage, or somebody is asked.
func (s *script) until(what string) {
	for range 100 {
		r := s.core.raceShown()
		if r != nil && string(r.Stage) == what || what == "asked" && len(s.core.asks) > 0 || s.core.over {
			return
		}
		s.wait(max(s.core.deadline().Sub(s.now), 0))
	}
	panic("in vain until " + what)
}

// racing reads what a terminal tells in a race: "reached anna 40ms marks", "marked anna", "press anna right", which
// is what the sign says, or "wrong". A word such as "-30ms" says how long ago it was, one such as "#2" names another
// race than the last.
func (s *script) racing(words []string) Input {
	id, at, lag, marks := s.core.races, s.now, clock.Lag{}, false
	for _, w := range words[2:] {
		d, err := time.ParseDuration(w)
		switch n, other := strings.CutPrefix(w, "#"); {
		case other:
			id, _ = strconv.ParseUint(n, 10, 64)
		case w == "marks":
			marks = true
		case err == nil && strings.HasPrefix(w, "-"):
			at = at.Add(d)
		case err == nil:
			lag.Trip = d
		}
	}
	who, box := PlayerID(words[1]), s.boxes[words[1]]
	switch words[0] {
	case "reached":
		return Reached{Who: who, Box: box, Race: id, Sent: at, Lag: lag, Marks: marks}
	case "marked":
		return Marked{Who: who, Box: box, Race: id, At: at}
	case "press":
		return Gesture{Who: who, Box: box, Race: id, Move: s.sign(words[2] == "right"), At: at}
	}
	return nil
}

// sign is the move that the sign asks for, or another one.
func (s *script) sign(right bool) firstin.Move {
	v := s.core.play.View(engine.Public).(firstin.View)
	switch {
	case right && v.Sign != 0:
		return firstin.Move{Kind: v.Sign}
	case v.Sign == firstin.Left:
		return firstin.Move{Kind: firstin.Right}
	}
	return firstin.Move{Kind: firstin.Left}
}

// race does what terminals do in a race, rightly or wrongly: tell that the picture has come, that it was drawn, and
// which keys were pressed when.
func (w *walker) race() {
	if w.r.IntN(4) == 0 {
		w.bots()
	}
	switch w.r.IntN(9) {
	case 0:
		w.wait()
		return
	case 1, 2:
		if at := w.core.deadline(); at.After(w.now) {
			w.now = at
			w.tick()
		}
		return
	}
	if len(w.core.looks) == 0 || w.core.race == nil {
		return
	}
	l := w.core.looks[w.r.IntN(len(w.core.looks))]
	if i := w.r.IntN(len(w.core.chairs)); w.core.chairs[i].Here { // most often somebody who plays
		for _, o := range w.core.looks {
			if o.who.ID == w.core.chairs[i].Owner.ID {
				l = o
			}
		}
	}
	id := w.core.race.id - uint64(w.r.IntN(20)/19)
	at := w.now.Add(time.Duration(w.r.IntN(50)-40) * time.Millisecond)
	switch w.r.IntN(5) {
	case 0, 1:
		lag := clock.Lag{Trip: time.Duration(w.r.IntN(400)) * time.Millisecond}
		w.do(Reached{Who: l.who.ID, Box: l.box, Race: id, Sent: at, Lag: lag, Marks: w.r.IntN(2) == 0})
	case 2:
		w.do(Marked{Who: l.who.ID, Box: l.box, Race: id, At: at})
	default:
		move := firstin.Move{Kind: firstin.Left + firstin.Kind(w.r.IntN(4))} // the last is no move
		w.do(Gesture{Who: l.who.ID, Box: l.box, Race: id, Move: move, At: at})
	}
	if w.r.IntN(2) == 0 {
		w.now = w.now.Add(time.Duration(w.r.IntN(100)) * time.Millisecond)
	}
}

// A terminal whose answers come as late as they can count for, again and again, is believed no more.
func TestLateMarksCountNoMore(t *testing.T) {
	s := newScript(&bytes.Buffer{})
	for _, cmd := range []string{"open rounds=6 race", "look anna", "look burt", "sit anna 0", "sit burt 1",
		"ready anna", "ready burt", "until asked"} {
		s.run(strings.Fields(cmd))
	}
	for range 5 {
		s.core.chairs[0].marks = s.core.chairs[0].marks.Add(true)
	}
	var took []time.Duration
	for s.core.stage == Playing {
		for _, cmd := range []string{"until open", "reached anna 20ms marks", "reached burt 20ms", "after 100ms",
			"marked anna", "after 260ms", "press anna wrong"} {
			s.run(strings.Fields(cmd))
		}
		took = append(took, s.core.play.View(engine.Seated(0)).(firstin.View).Own.After)
		s.run(strings.Fields("after 2s"))
	}
	want := []time.Duration{300, 300, 300, 300, 340, 340} // 40 ms less for as long as they count
	for i := range want {
		if i >= len(took) || took[i] != want[i]*time.Millisecond {
			t.Fatalf("she took %v, want %v", took, want)
		}
	}
	if !s.core.chairs[0].marks.Off() {
		t.Error("they still count")
	}
}
