package lobbytest

import (
	"context"
	"slices"
	"time"

	"saloon/lobby"
	"saloon/lobby/table"
)

// find returns a copy of the first account that is wanted. It is called with the lock held.
func (s *Store) find(want func(*account) bool) (lobby.Player, error) {
	for _, a := range s.players {
		if want(a) {
			return a.copy(), nil
		}
	}
	return lobby.Player{}, lobby.ErrNotFound
}

func (a *account) copy() lobby.Player {
	p := a.Player
	p.Prefs.Ignored = slices.Clone(p.Prefs.Ignored)
	return p
}

func (a *account) key(fingerprint string) int {
	return slices.IndexFunc(a.keys, func(k lobby.Key) bool { return k.Fingerprint == fingerprint })
}

// ByKey finds the account of a key.
func (s *Store) ByKey(_ context.Context, fingerprint string) (lobby.Player, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.find(func(a *account) bool { return a.key(fingerprint) >= 0 })
}

// ByID finds a player.
func (s *Store) ByID(_ context.Context, id table.PlayerID) (lobby.Player, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.find(func(a *account) bool { return a.ID == id })
}

// ByName finds a player by the skeleton of a name.
func (s *Store) ByName(_ context.Context, skeleton string) (lobby.Player, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.find(func(a *account) bool { return a.skeleton == skeleton })
}

// Create makes a player.
func (s *Store) Create(_ context.Context, p lobby.Player, skeleton string, key lobby.Key) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.find(func(a *account) bool {
		return a.ID == p.ID || a.skeleton == skeleton || key.Fingerprint != "" && a.key(key.Fingerprint) >= 0
	})
	if err == nil || s.rests(skeleton) {
		return lobby.ErrNameTaken
	}
	a := &account{Player: p, skeleton: skeleton, names: []lobby.Named{{Name: p.Name, Since: p.Created}}}
	if key.Fingerprint != "" {
		a.keys = []lobby.Key{key}
	}
	s.players[p.ID] = a
	return nil
}

// change works on one account.
func (s *Store) change(id table.PlayerID, f func(*account) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, ok := s.players[id]
	if !ok {
		return lobby.ErrNotFound
	}
	return f(a)
}

// Rename changes a name; the old one stays in the history.
func (s *Store) Rename(_ context.Context, id table.PlayerID, name, skeleton string, at time.Time) error {
	return s.change(id, func(a *account) error {
		_, err := s.find(func(b *account) bool { return b != a && b.skeleton == skeleton })
		if err == nil || s.rests(skeleton) {
			return lobby.ErrNameTaken
		}
		a.Name, a.skeleton = name, skeleton
		a.names = append(a.names, lobby.Named{Name: name, Since: at})
		return nil
	})
}

// Forget removes a guest who has played nothing, sits nowhere and has no code; anybody else stays.
func (s *Store) Forget(_ context.Context, id table.PlayerID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, ok := s.players[id]
	if !ok || !a.Guest || s.known(id) {
		return nil
	}
	delete(s.players, id)
	return nil
}

func (s *Store) known(id table.PlayerID) bool {
	for _, c := range s.codes {
		if c.player == id {
			return true
		}
	}
	for _, t := range s.tables {
		if slices.ContainsFunc(t.Chairs, func(c table.Chair) bool { return c.Owner.ID == id }) {
			return true
		}
	}
	for _, m := range s.matches {
		in := func(p table.Place) bool { return p.Person.ID == id }
		if m.Ended != nil && slices.ContainsFunc(m.Ended.Places, in) {
			return true
		}
	}
	return false
}

// NewCode stores a one-time code in the place of the player's last one.
func (s *Store) NewCode(_ context.Context, id table.PlayerID, c string, until time.Time) error {
	return s.change(id, func(*account) error {
		for k, old := range s.codes {
			if old.player == id || old.until.Before(s.now()) {
				delete(s.codes, k)
			}
		}
		s.codes[c] = code{player: id, until: until}
		return nil
	})
}

// Redeem uses a code up.
func (s *Store) Redeem(_ context.Context, c string, k lobby.Key, at time.Time) (lobby.Player, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	got, ok := s.codes[c]
	if !ok || at.After(got.until) {
		return lobby.Player{}, lobby.ErrNotFound
	}
	if _, err := s.find(func(a *account) bool { return a.key(k.Fingerprint) >= 0 }); err == nil {
		return lobby.Player{}, lobby.ErrNameTaken
	}
	delete(s.codes, c)
	a := s.players[got.player]
	a.Guest = false
	a.keys = append(a.keys, k)
	a.did(at, lobby.ActKeyAdded, k.Fingerprint)
	return a.copy(), nil
}

// SavePrefs stores a player's settings.
func (s *Store) SavePrefs(_ context.Context, id table.PlayerID, p lobby.Prefs) error {
	return s.change(id, func(a *account) error {
		p.Ignored = slices.Clone(p.Ignored)
		a.Prefs = p
		return nil
	})
}

// Touch notes that a player was here.
func (s *Store) Touch(_ context.Context, id table.PlayerID, fingerprint string, at time.Time) error {
	return s.change(id, func(a *account) error {
		a.Seen = at
		if i := a.key(fingerprint); i >= 0 {
			a.keys[i].Used = at
		}
		return nil
	})
}

// Names lists the names that a player has borne, the newest first.
func (s *Store) Names(_ context.Context, id table.PlayerID) (out []lobby.Named, err error) {
	err = s.change(id, func(a *account) error {
		out = slices.Clone(a.names)
		slices.Reverse(out)
		return nil
	})
	return out, err
}

// Keys lists a player's keys, the oldest first.
func (s *Store) Keys(_ context.Context, id table.PlayerID) (out []lobby.Key, err error) {
	err = s.change(id, func(a *account) error {
		out = slices.Clone(a.keys)
		return nil
	})
	return out, err
}

// AddKey gives a player one more key.
func (s *Store) AddKey(_ context.Context, id table.PlayerID, k lobby.Key) error {
	return s.change(id, func(a *account) error {
		if _, err := s.find(func(b *account) bool { return b.key(k.Fingerprint) >= 0 }); err == nil {
			return lobby.ErrNameTaken
		}
		a.keys = append(a.keys, k)
		a.did(s.now(), lobby.ActKeyAdded, k.Fingerprint)
		return nil
	})
}

// RemoveKey takes a key away, but not the last one.
func (s *Store) RemoveKey(_ context.Context, id table.PlayerID, fingerprint string) error {
	return s.change(id, func(a *account) error {
		i := a.key(fingerprint)
		switch {
		case i < 0:
			return lobby.ErrNotFound
		case len(a.keys) == 1:
			return lobby.ErrLastKey
		}
		a.keys = slices.Delete(a.keys, i, i+1)
		a.did(s.now(), lobby.ActKeyRemoved, fingerprint)
		return nil
	})
}
