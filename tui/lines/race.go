package lines

import (
	"context"
	"errors"
	"strings"

	"saloon/engine/clock"
	"saloon/lobby/table"
	"saloon/tui"
	"saloon/tui/felt"
)

// race is what was said of a race.
type race struct {
	id     uint64
	stage  table.RaceStage
	warned bool // that lines are slower than keys
	given  bool // an answer was typed
}

// tellRace says what a race is about, and what came of it. The table is told when the line was written: nothing tells
// when it was read.
func (t *talker) tellRace(r *table.Race) {
	s := t.at
	if s.frame.View == nil {
		return
	}
	if r == nil {
		s.race = race{warned: s.race.warned}
		return
	}
	if r.ID != s.race.id {
		s.race = race{id: r.ID, warned: s.race.warned}
	}
	if r.Stage == s.race.stage {
		return
	}
	s.race.stage = r.Stage
	seated := s.frame.You >= 0
	switch r.Stage {
	case table.RaceArmed:
		if seated && !s.race.warned {
			s.race.warned = true
			t.warn()
		}
		t.say("Get ready.")
	case table.RaceOpen:
		t.cry()
		if !seated {
			return
		}
		id, at := r.ID, t.Now()
		lag := clock.Lag{}
		if t.Line != nil {
			lag = t.Line.Lag()
		}
		t.late(t.wait(func(ctx context.Context) error { return s.visit.Reached(ctx, id, at, lag, false) }))
	case table.RaceShow:
		t.cry()
	}
}

// warn says what racing in plain lines is like.
func (t *talker) warn() {
	var all []string
	for _, g := range t.at.face.Gestures() {
		if _, ok := t.gestureOf(g.Name); ok {
			all = append(all, g.Name)
		}
	}
	t.say("In a race, type one of these and Enter: %s. The keys' letters are enough.", strings.Join(all, ", "))
	t.say("A line takes longer than a key, and nothing makes up for that: who can, plays on a drawn screen.")
}

func (t *talker) cry() {
	for _, line := range t.at.face.Cry() {
		t.say("%s", line)
	}
}

// late says what went wrong, unless it is only that the race was over.
func (t *talker) late(err error) {
	if !errors.Is(err, table.ErrStale) {
		t.sorry(err)
	}
}

// gesture takes a line for an answer in a race, and reports whether it is one.
func (t *talker) gesture(line string) bool {
	s := t.at
	if s == nil || s.frame.Race == nil || s.frame.You < 0 || s.frame.View == nil {
		return false
	}
	if r := s.frame.Race; r.Stage != table.RaceArmed && r.Stage != table.RaceOpen {
		return false
	}
	move, ok := t.gestureOf(line)
	if !ok {
		return false
	}
	if s.race.given {
		t.say("Only your first answer counts.")
		return true
	}
	s.race.given = true
	id, at := s.frame.Race.ID, t.typedAt
	t.late(t.wait(func(ctx context.Context) error { return s.visit.Gesture(ctx, id, move, at) }))
	return true
}

// gestureOf reads a gesture by its key or its name.
func (t *talker) gestureOf(line string) (move any, ok bool) {
	if len(line) == 1 {
		return t.at.face.Gesture(tui.Press(line))
	}
	keys := t.Session.Player().Prefs.Keys[t.at.kit.Spec.Name]
	for _, g := range t.at.face.Gestures() {
		if strings.EqualFold(g.Name, line) {
			return t.at.face.Gesture(tui.Press(felt.KeyOf(g, keys)))
		}
	}
	return nil, false
}
