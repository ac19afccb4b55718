package lobby

import (
	"context"
	"fmt"
	"slices"

	"saloon/lobby/club"
)

// Pin puts a note on a community table's board. Those who may sit there may, but no guests. It fails with ErrSlow.
func (s *Session) Pin(ctx context.Context, name, text string) error {
	p, err := s.may()
	if err != nil {
		return err
	}
	c, err := s.house.clubNamed(name)
	switch {
	case err != nil:
		return err
	case p.Guest:
		return fmt.Errorf("%w: notes are for those who can be asked about them", ErrGuest)
	case !c.MaySit(p.ID):
		return ErrRoster
	}
	if text = Clean(text, club.NoteWidth); text == "" {
		return nil
	}
	if err := s.breath(); err != nil {
		return err
	}
	return s.house.deps.Clubs.Pin(ctx, c.ID, club.Note{At: s.house.deps.Now(), By: p.ID, Text: text})
}

// Unpin takes a note off the board: one's own, or any for the owner.
func (s *Session) Unpin(ctx context.Context, name string, seq uint64) error {
	p, err := s.may()
	if err != nil {
		return err
	}
	c, err := s.house.clubNamed(name)
	if err != nil {
		return err
	}
	notes, err := s.house.deps.Clubs.ClubNotes(ctx, c.ID)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(notes, func(n club.Note) bool { return n.Seq == seq })
	switch {
	case i < 0:
		return ErrNotFound
	case notes[i].By == p.ID:
	case c.Owner != p.ID:
		return ErrOwner
	default:
		if err := s.acting(); err != nil {
			return err
		}
		if err := s.noteClub(ctx, "club unpin", c, notes[i].Name); err != nil {
			return err
		}
	}
	return s.house.deps.Clubs.Unpin(ctx, c.ID, seq)
}
