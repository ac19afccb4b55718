package lobbytest

import (
	"context"
	"slices"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/club"
	"saloon/lobby/table"
)

var _ lobby.Clubs = (*Store)(nil)

// hall is a community table as it was written down.
type hall struct {
	club     club.Club
	skeleton string
	notes    []club.Note // the oldest first
	last     uint64
}

// ClubList lists the community tables that are open.
func (s *Store) ClubList(context.Context) (out []club.Club, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, h := range s.halls {
		if h.club.Ended.IsZero() {
			out = append(out, h.club)
		}
	}
	return out, nil
}

// SaveClub keeps a community table.
func (s *Store) SaveClub(_ context.Context, c club.Club, skeleton string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.halls, func(h *hall) bool { return h.club.ID == c.ID })
	if slices.ContainsFunc(s.halls, func(h *hall) bool {
		return h.club.ID != c.ID && h.skeleton == skeleton && h.club.Ended.IsZero()
	}) {
		return lobby.ErrNameTaken
	}
	if i < 0 {
		s.halls = append(s.halls, &hall{})
		i = len(s.halls) - 1
	}
	s.halls[i].club, s.halls[i].skeleton = c, skeleton
	return nil
}

func (s *Store) hall(id club.ID) (*hall, error) {
	i := slices.IndexFunc(s.halls, func(h *hall) bool { return h.club.ID == id })
	if i < 0 {
		return nil, lobby.ErrNotFound
	}
	return s.halls[i], nil
}

// ClubNotes lists the notes on a board, the newest first.
func (s *Store) ClubNotes(_ context.Context, id club.ID) ([]club.Note, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, err := s.hall(id)
	if err != nil {
		return nil, err
	}
	out := slices.Clone(h.notes)
	slices.Reverse(out)
	return out, nil
}

// Pin puts a note on a board.
func (s *Store) Pin(_ context.Context, id club.ID, n club.Note) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, err := s.hall(id)
	if err != nil {
		return err
	}
	h.last++
	n.Seq = h.last
	if a := s.players[n.By]; a != nil {
		n.Name = a.Name
	}
	h.notes = append(h.notes, n)
	if over := len(h.notes) - club.NotesMax; over > 0 {
		h.notes = slices.Delete(h.notes, 0, over)
	}
	return nil
}

// Unpin takes a note off a board.
func (s *Store) Unpin(_ context.Context, id club.ID, seq uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	h, err := s.hall(id)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(h.notes, func(n club.Note) bool { return n.Seq == seq })
	if i < 0 {
		return lobby.ErrNotFound
	}
	h.notes = slices.Delete(h.notes, i, i+1)
	return nil
}

// ClubMatches lists the last n matches of a community table, the newest first.
func (s *Store) ClubMatches(_ context.Context, id club.ID, n int) ([]lobby.Past, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []lobby.Past
	for _, m := range s.matches {
		if m.Opened.Settings.Club == string(id) {
			out = append(out, s.past(m, "", engine.Nobody))
		}
	}
	slices.SortFunc(out, func(a, b lobby.Past) int { return b.Opened.Compare(a.Opened) })
	return out[:min(n, len(out))], nil
}

// ClubEnded lists the places of the matches that ended after one.
func (s *Store) ClubEnded(_ context.Context, id club.ID, after int64) (out [][]table.Place, last int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last = after
	for i, m := range s.ended {
		if stored := s.matches[m]; int64(i+1) > after && stored.Opened.Settings.Club == string(id) {
			out, last = append(out, stored.Ended.Places), int64(i+1)
		}
	}
	return out, last, nil
}

// ClubAct notes what an owner did.
func (s *Store) ClubAct(_ context.Context, a lobby.ClubAct) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.acts = append(s.acts, a)
	return nil
}

// ClubActs lists what owners did.
func (s *Store) ClubActs() []lobby.ClubAct {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.acts)
}
