package lobbytest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"saloon/engine/record"
	"saloon/lobby"
	"saloon/lobby/order"
	"saloon/lobby/table"
)

// words are somebody's recovery words.
type words struct {
	hash string
	made time.Time
}

// tomb is an account that is gone.
type tomb struct {
	lobby.Tomb
	dropped bool
}

// rests reports whether a name belongs to nobody for a while. It is called with the lock held.
func (s *Store) rests(skeleton string) bool { return s.retired[skeleton].After(s.now()) }

func (a *account) did(at time.Time, what, about string) {
	a.acts = append(a.acts, lobby.AccountAct{At: at, Act: what, About: about})
}

// Salt is the salt for a use.
func (s *Store) Salt(_ context.Context, use string, fresh []byte) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.salts[use] == nil {
		s.salts[use] = slices.Clone(fresh)
	}
	return slices.Clone(s.salts[use]), nil
}

// SetWords stores a hash of recovery words.
func (s *Store) SetWords(_ context.Context, id table.PlayerID, hash string, at time.Time) error {
	return s.change(id, func(a *account) error {
		a.words = words{hash, at}
		a.did(at, lobby.ActWordsMade, "")
		return nil
	})
}

// WordsMade is when somebody's recovery words were made.
func (s *Store) WordsMade(_ context.Context, id table.PlayerID) (at time.Time, err error) {
	err = s.change(id, func(a *account) error {
		at = a.words.made
		return nil
	})
	return at, err
}

// WordsHash is what is stored of somebody's recovery words.
func (s *Store) WordsHash(id table.PlayerID) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.players[id].words.hash
}

// Recover uses recovery words up.
func (s *Store) Recover(_ context.Context, hash string, k lobby.Key, at time.Time) (lobby.Player, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.find(func(a *account) bool { return a.key(k.Fingerprint) >= 0 }); err == nil {
		return lobby.Player{}, lobby.ErrNameTaken
	}
	for _, a := range s.players {
		if a.words.hash == hash {
			a.words = words{}
			a.keys = append(a.keys, k)
			a.did(at, lobby.ActWordsUsed, k.Fingerprint)
			return a.copy(), nil
		}
	}
	return lobby.Player{}, lobby.ErrNotFound
}

// AccountActs lists the last acts of an account, the newest first.
func (s *Store) AccountActs(_ context.Context, id table.PlayerID, n int) (out []lobby.AccountAct, err error) {
	err = s.change(id, func(a *account) error {
		out = slices.Clone(a.acts)
		slices.Reverse(out)
		out = out[:min(n, len(out))]
		return nil
	})
	return out, err
}

// Leave notes when somebody's account is to be gone.
func (s *Store) Leave(_ context.Context, id table.PlayerID, at, until time.Time) error {
	return s.change(id, func(a *account) error {
		if a.Guest || !a.Gone.IsZero() {
			return lobby.ErrNotFound
		}
		a.Leaving = until
		a.did(at, map[bool]string{true: lobby.ActStaying, false: lobby.ActLeaving}[until.IsZero()], "")
		return nil
	})
}

// Leaving lists those whose accounts are to be gone, the soonest first.
func (s *Store) Leaving(context.Context) (out []lobby.Player, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.players {
		if !a.Player.Leaving.IsZero() {
			out = append(out, a.copy())
		}
	}
	slices.SortFunc(out, func(a, b lobby.Player) int {
		return cmp.Or(a.Leaving.Compare(b.Leaving), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// Bury takes away what belongs to an account.
func (s *Store) Bury(_ context.Context, id table.PlayerID, at time.Time) (t lobby.Tomb, err error) {
	err = s.change(id, func(a *account) error {
		if a.Leaving.IsZero() || a.Leaving.After(at) {
			return lobby.ErrNotFound
		}
		t = lobby.Tomb{Player: id, Name: fmt.Sprintf("%s %d", lobby.GoneName, len(s.tombs)+1), At: at}
		s.retired[a.skeleton] = at.Add(lobby.NameRests)
		*a = account{
			Player:   lobby.Player{ID: id, Name: t.Name, Created: at, Seen: at, Gone: at},
			skeleton: lobby.Skeleton(t.Name), names: []lobby.Named{{Name: t.Name, Since: at}},
		}
		s.reactions = slices.DeleteFunc(s.reactions, func(r table.Reaction) bool { return r.Player == id })
		s.flags = slices.DeleteFunc(s.flags, func(f lobby.Flag) bool { return f.Player == id })
		s.tombs = append(s.tombs, &tomb{Tomb: t})
		return nil
	})
	return t, err
}

// Tombs lists the accounts that are gone, the oldest first.
func (s *Store) Tombs(context.Context) (out []lobby.Tomb, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.tombs {
		out = append(out, t.Tomb)
	}
	return out, nil
}

// Rest takes somebody off the boards and out of the matches.
func (s *Store) Rest(_ context.Context, id table.PlayerID, _ time.Time, reword lobby.Reword) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.tombs, func(t *tomb) bool { return t.Player == id })
	if i < 0 {
		return false, lobby.ErrNotFound
	}
	is := func(p table.Person) bool { return p.ID == id }
	for _, saved := range s.tables {
		m := s.matches[saved.Match]
		if m != nil && m.Ended == nil && slices.ContainsFunc(m.Opened.People, is) {
			return false, nil
		}
	}
	if t := s.tombs[i]; !t.dropped {
		t.dropped = true
		s.book.Drop(id)
	}
	for k, m := range s.matches {
		s.matches[k] = renamed(m, id, s.tombs[i].Name, reword)
	}
	s.tombs[i].Rested = true
	return true, nil
}

// renamed is a match under another name of somebody.
func renamed(m *table.Stored, id table.PlayerID, name string, reword lobby.Reword) *table.Stored {
	out := copyOf(m)
	out.Opened.People, out.Opened.Names = slices.Clone(m.Opened.People), slices.Clone(m.Opened.Names)
	for i, p := range m.Opened.People {
		if p.ID == id {
			out.Opened.People[i].Name = name
			others := slices.Delete([]string(slices.Clone(out.Opened.Names)), i, i+1)
			out.Opened.Names[i] = record.Names(append(others, name))[len(others)]
		}
	}
	for i, words := range reword(*m, out.Opened.Names) {
		out.Entries[i].Words = words
	}
	if m.Ended == nil {
		return out
	}
	ended := *m.Ended
	ended.Places = slices.Clone(ended.Places)
	for i := range ended.Places {
		if ended.Places[i].Person.ID == id {
			ended.Places[i].Person.Name = name
		}
	}
	out.Ended = &ended
	return out
}

// MatchesOf lists matches in which somebody sat, by their ids.
func (s *Store) MatchesOf(
	_ context.Context, id table.PlayerID, after table.MatchID, n int,
) (out []table.MatchID, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.matches {
		set := m.Opened.Settings
		if m.ID > after && seatOf(m, id) >= 0 && !set.Lesson && set.From == nil {
			out = append(out, m.ID)
		}
	}
	slices.Sort(out)
	return out[:min(n, len(out))], nil
}

// MovesOf lists how matches moved somebody's ratings.
func (s *Store) MovesOf(_ context.Context, id table.PlayerID, after int64, n int) (out []lobby.Moved, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, m := range s.ended {
		for _, c := range s.changes[m] {
			if c.Player == id && int64(i+1) > after && len(out) < n {
				out = append(out, lobby.Moved{Seq: int64(i + 1), Match: m, Category: c.Category,
					At: s.matches[m].EndedAt, Before: c.Before, After: c.After})
			}
		}
	}
	return out, nil
}

// AnswersOf lists somebody's reactions.
func (s *Store) AnswersOf(
	_ context.Context, id table.PlayerID, after lobby.Answered, n int,
) (out []lobby.Answered, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.reactions {
		later := r.At.After(after.At) || r.At.Equal(after.At) && r.Seq > after.Seq
		if r.Player == id && later && len(out) < n {
			out = append(out, lobby.Answered{Reaction: r})
		}
	}
	return out, nil
}

// NotesOf lists somebody's notes on boards.
func (s *Store) NotesOf(_ context.Context, id table.PlayerID) (out []lobby.Noted, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, h := range s.halls {
		for _, n := range h.notes {
			if n.By == id {
				out = append(out, lobby.Noted{Club: h.club.Name, Note: n})
			}
		}
	}
	return out, nil
}

// SanctionsOf lists what was decided about somebody, the newest first.
func (s *Store) SanctionsOf(_ context.Context, id table.PlayerID, n int) (out []order.Sanction, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range slices.Backward(s.sanctions) {
		if x.Whom.Player == id && len(out) < n {
			out = append(out, x)
		}
	}
	return out, nil
}

// ReportsBy lists reports that somebody made.
func (s *Store) ReportsBy(_ context.Context, id table.PlayerID, after uint64, n int) (out []order.Report, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.reports {
		if r.By == id && r.Seq > after && len(out) < n {
			out = append(out, r)
		}
	}
	return out, nil
}
