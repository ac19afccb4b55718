package main

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"saloon/data"
	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
)

// sight is what one person was shown at a table with the same eyes, without a gap.
type sight struct {
	who    string
	at     table.ID
	eyes   engine.Seat
	notes  []string
	frames []framed
	over   bool // nothing is added any more
}

// framed is what a frame showed of a match.
type framed struct {
	match      table.MatchID
	entries    int
	view       any // nil: it is not compared
	commitment string
	seed       string
	seals      []engine.Seal
	changes    []table.RatingChange
	ended      bool
}

// saw takes down what a frame shows, unless its server is dead.
func (l *life) saw(old *sight, who string, f table.Frame) *sight {
	m := l.m
	m.mu.Lock()
	defer m.mu.Unlock()
	if l.dead {
		return old
	}
	m.tally.frames++
	if f.Info.Stage == table.Halted {
		if m.tally.stood++; !m.full || !strings.Contains(f.Info.Trouble, "cannot write") {
			m.late = append(m.late, fmt.Sprintf("table %s stands still: %q", f.Info.ID, f.Info.Trouble))
		}
	}
	s := old
	if s == nil || s.eyes != f.You || f.Missed > 0 {
		if s != nil {
			s.over = true
		}
		s = &sight{who: who, at: f.Info.ID, eyes: f.You}
		m.sights = append(m.sights, s)
	}
	for _, line := range f.Lines {
		if line.Lane == table.Play {
			s.notes = append(s.notes, noteText(line.Note))
			m.tally.lines++
		}
	}
	if f.Info.Match == "" || f.View == nil || f.Info.Stage == table.Halted {
		return s
	}
	seen := framed{match: f.Info.Match, entries: f.Info.Entries, commitment: f.Info.Commitment, seed: f.Info.Seed,
		seals: f.Info.Seals, ended: f.Info.Stage == table.Ended}
	if f.Info.Stage != table.Gathering {
		seen.view = f.View
	}
	if r := f.Info.Result; r != nil && r.Match == seen.match {
		seen.changes = r.Changes
	}
	s.frames = append(s.frames, seen)
	return s
}

func noteText(n engine.Note) string {
	return fmt.Sprintf("%s %d %d %v %d %s", n.Kind, n.Seat, n.Other, n.Cards, n.N, n.Text)
}

// witness compares everything that was shown since the last time with the log.
func (m *month) witness(store *data.Store) {
	m.mu.Lock()
	all := m.sights
	m.sights = nil
	byTable := map[table.ID][]*sight{}
	for _, s := range all {
		was := *s
		byTable[s.at] = append(byTable[s.at], &was)
		if s.notes, s.frames = nil, nil; !s.over {
			m.sights = append(m.sights, s)
		}
	}
	matches := maps.Clone(m.book.matches)
	m.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(byTable)) {
		if err := m.retell(store, matches[id], byTable[id]); err != nil {
			m.fault("table %s: %v", id, err)
		}
	}
}

// retold is a table's matches as they are told again.
type retold struct {
	notes map[engine.Seat][]string
	want  map[table.MatchID]map[int][]*framed // frames by entries
	eyes  map[*framed]engine.Seat
	who   map[*framed]string
}

// retell replays a table's matches and compares what was shown there.
func (m *month) retell(store *data.Store, matches []table.MatchID, sights []*sight) error {
	r := retold{notes: map[engine.Seat][]string{}, want: map[table.MatchID]map[int][]*framed{},
		eyes: map[*framed]engine.Seat{}, who: map[*framed]string{}}
	for _, s := range sights {
		r.notes[s.eyes] = nil
		for i := range s.frames {
			f := &s.frames[i]
			if r.want[f.match] == nil {
				r.want[f.match] = map[int][]*framed{}
			}
			r.want[f.match][f.entries] = append(r.want[f.match][f.entries], f)
			r.eyes[f], r.who[f] = s.eyes, s.who
		}
	}
	for _, id := range matches {
		stored, err := store.Match(m.ctx, id)
		if errors.Is(err, lobby.ErrNotFound) {
			if len(r.want[id]) > 0 {
				m.fault("match %s was shown and is gone", id)
				delete(r.want, id)
			}
			continue
		}
		if err != nil {
			return fmt.Errorf("match %s: %w", id, err)
		}
		if err := m.retellMatch(store, &r, stored); err != nil {
			return fmt.Errorf("match %s: %w", id, err)
		}
		delete(r.want, id)
	}
	for id := range r.want {
		m.fault("match %s was shown at table %s, which never had it", id, sights[0].at)
	}
	for _, s := range sights {
		if want := r.notes[s.eyes]; !runs(want, s.notes) {
			m.fault("%s was told at table %s with the eyes of seat %d\n  %s\nwhich is not in the log; there it is\n %s",
				s.who, s.at, s.eyes, strings.Join(s.notes, "\n  "), strings.Join(tail(want, 60), "\n  "))
		}
	}
	return nil
}

func tail(all []string, n int) []string { return all[max(len(all)-n, 0):] }

// retellMatch replays one match for all eyes.
func (m *month) retellMatch(store *data.Store, r *retold, stored table.Stored) error {
	kit, ok := gameNamed(stored.Opened.Game)
	if !ok {
		return fmt.Errorf("there is no game %q", stored.Opened.Game)
	}
	at, err := kit.Open(stored.Opened.Config)
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		for _, f := range r.want[stored.ID][n] {
			m.compareFrame(f, r, at, stored)
		}
		if n == len(stored.Entries) {
			break
		}
		facts := stored.Entries[n].Facts
		for eyes := range r.notes {
			notes, err := at.Tell(facts, engine.Seated(eyes))
			if err != nil {
				return fmt.Errorf("entry %d: %w", n+1, err)
			}
			for _, note := range notes {
				r.notes[eyes] = append(r.notes[eyes], noteText(note))
			}
		}
		if at, err = at.Apply(facts); err != nil {
			return fmt.Errorf("entry %d: %w", n+1, err)
		}
	}
	for n, frames := range r.want[stored.ID] {
		if n > len(stored.Entries) {
			m.fault("match %s: %d entries were shown to %s, %d are written", stored.ID, n, r.who[frames[0]],
				len(stored.Entries))
		}
		for _, f := range frames {
			m.compareEnd(store, f, r, stored)
		}
	}
	return nil
}

// compareFrame compares a frame with the match as the log makes it.
func (m *month) compareFrame(f *framed, r *retold, at engine.Match, stored table.Stored) {
	if f.view != nil && !at.Timing().Race { // in a race one sees also what one did and is not counted yet
		m.count(func(t *tally) { t.views++ })
		if want := at.View(engine.Seated(r.eyes[f])); !reflect.DeepEqual(f.view, want) {
			m.fault("match %s, entry %d: %s saw with the eyes of seat %d\n  %+v\nthe log makes\n  %+v", stored.ID,
				f.entries, r.who[f], r.eyes[f], f.view, want)
		}
	}
	if seals := at.Seals(); len(f.seals) > len(seals) || !slices.Equal(f.seals, seals[:len(f.seals)]) {
		m.fault("match %s, entry %d: %s saw the seals %v, in the log are %v", stored.ID, f.entries, r.who[f], f.seals,
			seals)
	}
}

// compareEnd compares what a frame showed of a match as a whole.
func (m *month) compareEnd(store *data.Store, f *framed, r *retold, stored table.Stored) {
	if f.commitment != stored.Opened.Commitment {
		m.fault("match %s: %s saw the commitment %s, in the log is %s", stored.ID, r.who[f], f.commitment,
			stored.Opened.Commitment)
	}
	if f.seed != "" && f.seed != stored.Opened.Seed.String() {
		m.fault("match %s: %s saw the seed %s, in the log is %s", stored.ID, r.who[f], f.seed, stored.Opened.Seed)
	}
	if f.ended && stored.Ended == nil {
		m.fault("match %s: %s saw its end, in the log it goes on", stored.ID, r.who[f])
	}
	if len(f.changes) == 0 {
		return
	}
	changes, err := store.Changes(m.ctx, stored.ID)
	if err != nil || written(changes) != written(f.changes) {
		m.fault("match %s: %s saw the ratings move\n  %s\nin the log is\n  %s (%v)", stored.ID, r.who[f],
			written(f.changes), written(changes), err)
	}
}

// runs reports whether part is a run of whole.
func runs(whole, part []string) bool {
	for i := 0; i+len(part) <= len(whole); i++ {
		if slices.Equal(whole[i:i+len(part)], part) {
			return true
		}
	}
	return len(part) == 0
}
