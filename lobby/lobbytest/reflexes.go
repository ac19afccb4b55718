package lobbytest

import (
	"context"
	"slices"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
)

// of are a player's last reactions, the newest last. It is called with the lock held.
func (s *Store) of(id table.PlayerID) []table.Reaction {
	var out []table.Reaction
	for _, r := range s.reactions {
		if r.Player == id {
			out = append(out, r)
		}
	}
	return out[max(0, len(out)-lobby.ReflexesOver):]
}

// judge notes whom a match that has ended makes suspect. It is called with the lock held.
func (s *Store) judge(m *table.Stored) {
	for _, p := range m.Ended.Places {
		valid, flagged, name := 0, 0, p.Person.Name
		var times []time.Duration
		for _, r := range s.of(p.Person.ID) {
			if r.How == engine.Valid {
				valid++
				times = append(times, r.After)
			}
		}
		for _, f := range s.flags {
			if f.Player == p.Person.ID {
				flagged = s.flagged[f]
			}
		}
		if why, yes := lobby.Scripted(times, valid, flagged); yes {
			f := lobby.Flag{Player: p.Person.ID, Name: name, Why: why, At: m.EndedAt, Match: m.ID}
			s.flags = append(s.flags, f)
			s.flagged[f] = valid
		}
	}
}

// Reflexes are how a player reacts in races.
func (s *Store) Reflexes(_ context.Context, id table.PlayerID) (lobby.Reflexes, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return lobby.Reacted(s.of(id)), nil
}

// Crowd is the medians of all who have raced enough.
func (s *Store) Crowd(context.Context) (lobby.Crowd, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out lobby.Crowd
	seen := map[table.PlayerID]bool{}
	for _, r := range s.reactions {
		if seen[r.Player] {
			continue
		}
		seen[r.Player] = true
		if all := lobby.Reacted(s.of(r.Player)).All; all.Valid >= lobby.CrowdLeast {
			out = append(out, all.Median)
		}
	}
	slices.Sort(out)
	return out, nil
}

// Flags lists who is to be looked at, the newest flag first.
func (s *Store) Flags(context.Context) ([]lobby.Flag, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := slices.Clone(s.flags)
	slices.Reverse(out)
	return out, nil
}
