package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/record"
	"saloon/lobby/table"
)

// ErrSecret answers who asks for a match of which only those who played it may know more than its result.
var ErrSecret = errors.New("only those who sit there may see that")

// Record is a match as text. A match that has ended is a record file, for everybody if its table was public and for
// those who played otherwise; where the game keeps secrets past its end, it is without the seed: what spectators saw,
// with what proves that it was dealt so. Of a match that is on the asker gets what they may see of the position just
// now, in the JSON of "record show", and the seals of its shuffles: neither the seed nor the moves, which can name
// hidden cards. It fails with ErrNotFound and ErrSecret.
func (h *House) Record(ctx context.Context, match table.MatchID, asker table.PlayerID) (string, error) {
	m, err := h.deps.Results.Match(ctx, table.MatchID(plainCode(string(match))))
	if err != nil {
		return "", err
	}
	kit, ok := h.Kit(m.Opened.Game)
	if !ok {
		return "", ErrNotFound
	}
	set := m.Opened.Settings
	if (set.Private || set.Lesson) && !played(m, asker) {
		return "", ErrNotFound
	}
	if set.From != nil {
		return "", fmt.Errorf("%w: it was tried out from match %s and is nobody's record", ErrSecret, set.From.Match)
	}
	if m.Ended != nil {
		write := record.Log.Public
		if kit.Spec.Reveals {
			write = record.Log.Record
		}
		rec, err := write(LogOf(m), kit.Game)
		if err != nil {
			return "", fmt.Errorf("match %s: %w", m.ID, err)
		}
		return record.Write(rec)
	}
	viewer, err := h.viewer(m, asker)
	if err != nil {
		return "", err
	}
	return shown(kit, m, viewer)
}

// LogOf is a stored match as package record verifies it and writes it down. It holds the seed.
func LogOf(m table.Stored) record.Log {
	l := record.Log{Config: m.Opened.Config, Names: m.Opened.Names, Seed: m.Opened.Seed}
	for _, e := range m.Entries {
		l.Entries = append(l.Entries, record.Entry{
			Seat: e.Seat, Words: e.Words, After: e.After, Facts: e.Facts, Sum: e.Sum,
		})
	}
	return l
}

// played reports whether somebody has or had a seat in a match.
func played(m table.Stored, who table.PlayerID) bool {
	if who == "" {
		return false
	}
	return slices.ContainsFunc(m.Opened.People, func(p table.Person) bool { return p.ID == who }) ||
		m.Ended != nil && slices.ContainsFunc(m.Ended.Places, func(p table.Place) bool { return p.Person.ID == who })
}

// viewer is with whose eyes somebody sees a match: those of the seat that is theirs now, else the public's. Who walked
// out of a match that is on does not see the cards of the substitute.
func (h *House) viewer(m table.Stored, who table.PlayerID) (engine.Viewer, error) {
	if m.Ended != nil {
		for _, p := range m.Ended.Places {
			if p.Person.ID == who && who != "" && !p.Left {
				return engine.Seated(p.Seat), nil
			}
		}
		return engine.Public, nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	d, open := h.desks[m.Table]
	if open && d.info.Match == m.ID {
		if at := seatIn(d.info, who); at != engine.Nobody && who != "" {
			return engine.Seated(at), nil
		}
	}
	if m.Opened.Settings.NoSpectators {
		return engine.Public, ErrSecret
	}
	return engine.Public, nil
}

// shown replays a match and writes what one viewer sees at its end.
func shown(kit bot.Kit, m table.Stored, v engine.Viewer) (string, error) {
	play, err := kit.Open(m.Opened.Config)
	if err != nil {
		return "", fmt.Errorf("match %s: %w", m.ID, err)
	}
	acts, sealed := 0, 0 // how many have answered in an open race is nobody's business
	for _, e := range m.Entries {
		racing := play.Timing().Race
		if play, err = play.Apply(e.Facts); err != nil {
			return "", fmt.Errorf("match %s, entry %d: %w", m.ID, e.Seq, err)
		}
		switch {
		case racing && play.Timing().Race && e.Seat != engine.Nature:
			sealed++
		case e.Seat != engine.Nature:
			acts++
		default:
			acts, sealed = acts+sealed, 0
		}
	}
	res := record.Result{Game: kit.Game, Seats: m.Opened.Names, Match: play, Applied: acts}
	s, err := res.Show(v)
	if err != nil {
		return "", err
	}
	if seals := play.Seals(); len(seals) > 0 {
		s.Deal = &record.Seals{Match: m.Opened.Seed.Commitment(), Seals: seals}
	}
	return s.JSON()
}
