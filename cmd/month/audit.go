package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"saloon/data"
	"saloon/engine"
	"saloon/engine/record"
	"saloon/lobby"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

// review looks at everything while the house is open: what was shown, every match that has ended, the ladders.
func (m *month) review() error {
	l := m.life
	m.overdue()
	m.witness(l.store)
	if err := m.verifyAll(l.store, false); err != nil {
		return err
	}
	if err := m.ladders(l.store); err != nil {
		return err
	}
	m.mu.Lock()
	t := m.tally
	m.mu.Unlock()
	m.say("%d matches, %d answers, %d gestures, %d lines told, %d commits, %d servers so far", t.matches, t.answers,
		t.gestures, t.lines, t.commits, t.restarts)
	return nil
}

// audit opens the closed house once more and looks at every byte.
func (m *month) audit() error {
	store, err := data.Open(m.ctx, m.config(nil))
	if err != nil {
		return fmt.Errorf("after the month: %w", err)
	}
	m.compare(store, true)
	m.witness(store)
	m.overdue()
	return errors.Join(m.verifyAll(store, true), m.ladders(store), m.whole(store), store.Close())
}

// whole looks at every page of the file and at every checksum in it.
func (m *month) whole(store *data.Store) error {
	faults, err := store.Integrity(m.ctx)
	if err != nil {
		return err
	}
	chains, err := store.Chains(m.ctx)
	for _, f := range append(faults, chains.Faults...) {
		m.fault("the file: %s", f)
	}
	m.say("the file holds %d matches with %d entries and %d acts", chains.Matches, chains.Entries, chains.Acts)
	return err
}

// ladders compares the live ratings with what the matches make of them.
func (m *month) ladders(store *data.Store) error {
	differ, err := store.Recompute(m.ctx)
	for _, d := range differ {
		m.fault("the ladder of %s has %s at %+v, the matches make %+v", d.Category, d.Player, d.Live, d.Again)
	}
	return err
}

// verifyAll verifies every match that has ended and was not verified yet, and at the end every one that is on, as far
// as it is.
func (m *month) verifyAll(store *data.Store, running bool) error {
	m.mu.Lock()
	var ids []table.MatchID
	for _, all := range m.book.matches {
		ids = append(ids, all...)
	}
	m.mu.Unlock()
	slices.Sort(ids)
	for _, id := range ids {
		if m.tried[id] {
			continue
		}
		stored, err := store.Match(m.ctx, id)
		if errors.Is(err, lobby.ErrNotFound) {
			continue // compare says whether it was promised
		}
		if err != nil {
			return fmt.Errorf("match %s: %w", id, err)
		}
		if m.tried[id] = stored.Ended != nil; !m.tried[id] && !running {
			continue
		}
		if err := m.verify(store, stored); err != nil {
			m.fault("match %s of %s: %v", id, stored.Opened.Game, err)
		}
	}
	return nil
}

// verify decides every act of a match again from its seed, and writes it down as a record that does the same.
func (m *month) verify(store *data.Store, stored table.Stored) error {
	kit, ok := gameNamed(stored.Opened.Game)
	if !ok {
		return fmt.Errorf("there is no game %q", stored.Opened.Game)
	}
	if got := stored.Opened.Seed.Commitment(); got != stored.Opened.Commitment {
		return fmt.Errorf("its seed is not the one that was committed to")
	}
	log := lobby.LogOf(stored)
	if err := m.oneVersion(kit.Game, &log); err != nil {
		return err
	}
	if from := stored.Opened.Settings.From; from != nil {
		return m.verifyBranch(store, stored, *from)
	}
	if err := log.Verify(kit.Game); err != nil {
		return err
	}
	if stored.Ended == nil {
		return nil
	}
	write := log.Public
	if kit.Spec.Reveals {
		write = log.Record
	}
	rec, err := write(kit.Game)
	if err != nil {
		return fmt.Errorf("its record: %w", err)
	}
	text, err := record.Write(rec)
	if err != nil {
		return fmt.Errorf("its record: %w", err)
	}
	if rec, err = record.Parse([]byte(text)); err != nil {
		return fmt.Errorf("its record: %w", err)
	}
	if err := record.Verify(gameOf, rec); err != nil {
		return fmt.Errorf("its record: %w", err)
	}
	return nil
}

// oneVersion makes the checksums of a log those of this version, if they are some version's.
func (m *month) oneVersion(game engine.Game, log *record.Log) error {
	at, err := game.Open(log.Config)
	if err != nil {
		return err
	}
	for i := range log.Entries {
		e := &log.Entries[i]
		if at, err = at.Apply(e.Facts); err != nil {
			return fmt.Errorf("entry %d: %w", i+1, err)
		}
		known := false
		for v := range m.version + 1 {
			known = known || e.Sum == at.Sum()^saltOf(v)
		}
		if !known {
			return fmt.Errorf("entry %d: no version makes the checksum %d of its state", i+1, e.Sum)
		}
		e.Sum = at.Sum()
	}
	return nil
}

// verifyBranch looks whether a match that was tried out begins as the one that it left.
func (m *month) verifyBranch(store *data.Store, stored table.Stored, from table.Branch) error {
	origin, err := store.Match(m.ctx, from.Match)
	if err != nil {
		return fmt.Errorf("the match that it left: %w", err)
	}
	if len(stored.Entries) < from.Entry || len(origin.Entries) < from.Entry {
		return fmt.Errorf("it left match %s after %d entries, and has %d", from.Match, from.Entry, len(stored.Entries))
	}
	for i := range from.Entry {
		if a, b := stored.Entries[i], origin.Entries[i]; a.Words != b.Words || written(a.Facts) != written(b.Facts) {
			return fmt.Errorf("entry %d is %q %s, that of match %s, which it left later, is %q %s", i+1, a.Words,
				written(a.Facts), from.Match, b.Words, written(b.Facts))
		}
	}
	return nil
}

// inspector is the key of whoever looks at tables for the month.
const inspector = "SHA256:inspector"

// look looks at a house that has just opened, before anybody comes in: every table stands as it was written, with the
// same match and the same people on its chairs, communities are all there, and who is banned stays out.
func (m *month) look(l *life, kept []lobby.Kept) {
	id := lobby.Identity{Fingerprint: inspector, KeyType: "ssh-ed25519", Addr: "198.51.100.9"}
	s, err := l.house.Enter(l.ctx, id)
	if err == nil && !s.Named() {
		err = s.SetName(l.ctx, "Inspector")
	}
	if err != nil {
		m.fault("nobody can come in: %v", err)
		return
	}
	defer s.Close()
	for _, k := range kept {
		if set := k.Saved.Settings; set.Lesson || set.NoSpectators {
			continue
		}
		if err := m.lookAt(l, s, k); err != nil {
			m.fault("table %s after the restart: %v", k.Saved.ID, err)
		}
	}
	m.lookAtPeople(l)
}

// lookAt looks at one table.
func (m *month) lookAt(l *life, s *lobby.Session, k lobby.Kept) error {
	v, err := s.Watch(l.ctx, k.Saved.ID)
	if errors.Is(err, lobby.ErrNotFound) && k.Saved.Stage == table.Ended {
		return nil // nobody had come back to it for long enough
	}
	if err != nil {
		return err
	}
	defer v.Close()
	<-v.Bell()
	f, _, _ := v.Take()
	i := f.Info
	if i.Trouble != "" || i.Stage == table.Halted {
		return fmt.Errorf("it is in trouble: %s", i.Trouble)
	}
	if i.Stage != k.Saved.Stage || k.Saved.Stage != table.Gathering && i.Match != k.Saved.Match {
		return fmt.Errorf("it is %s at match %s, and was %s at match %s", i.Stage, i.Match, k.Saved.Stage,
			k.Saved.Match)
	}
	if k.Match != nil && i.Match == k.Match.ID && i.Stage == table.Playing && i.Entries > len(k.Match.Entries)+1 {
		return fmt.Errorf("it shows %d entries, %d were written", i.Entries, len(k.Match.Entries))
	}
	for n, c := range k.Saved.Chairs {
		if got := i.Chairs[n]; got.Owner.ID != c.Owner.ID || len(got.Left) != len(c.Left) || got.Open != c.Open {
			return fmt.Errorf("seat %d has %+v, and had %+v", n, got, c)
		}
		if i.Stage != table.Playing || c.Owner.ID == "" || c.Owner.IsBot() || n >= len(k.Saved.Banks) {
			continue
		}
		if i.Chairs[n].Clock.Running && i.Settings.Pace != table.Correspondence {
			return fmt.Errorf("the clock of seat %d runs while nobody is there", n)
		}
	}
	return nil
}

// lookAtPeople looks at communities and at who is kept out.
func (m *month) lookAtPeople(l *life) {
	halls, err := l.house.ClubHalls(l.ctx)
	if err != nil {
		m.fault("community tables: %v", err)
	}
	m.mu.Lock()
	clubs, banned := 0, map[string]string{}
	for key, p := range m.book.said {
		if strings.HasPrefix(key, "club ") && p.value != "" {
			clubs++
		}
		if strings.HasPrefix(key, "sanction ") && p.value != "" {
			banned[key] = p.value
		}
	}
	m.mu.Unlock()
	if len(halls) != clubs {
		m.fault("%d community tables are there, %d should be", len(halls), clubs)
	}
	for key, text := range banned {
		m.lookAtBan(l, key, text)
	}
}

// lookAtBan tries whether somebody who is banned stays out.
func (m *month) lookAtBan(l *life, key, text string) {
	x, err := l.store.Sanction(l.ctx, strings.TrimPrefix(key, "sanction "))
	if err != nil {
		m.fault("%s (%s): %v", key, text, err)
		return
	}
	if x.Kind != order.Ban || x.Whom.Player == "" {
		return
	}
	keys, err := l.store.Keys(l.ctx, x.Whom.Player)
	if err != nil || len(keys) == 0 || !x.Holds(time.Now()) {
		return
	}
	id := lobby.Identity{Fingerprint: keys[0].Fingerprint, KeyType: keys[0].Type, Addr: "198.51.100.8"}
	s, err := l.house.Enter(l.ctx, id)
	if err != nil {
		m.fault("%s is banned and meets %v", x.Whom, err)
		return
	}
	if _, yes := s.Banned(); !yes {
		m.fault("%s is banned and comes in", x.Whom)
	}
	s.Close()
}

// gameOf finds a game for a record.
func gameOf(name string) (engine.Game, bool) {
	k, ok := gameNamed(name)
	return k.Game, ok
}
