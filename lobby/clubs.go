package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"saloon/engine"
	"saloon/lobby/club"
	"saloon/lobby/table"
)

const (
	// ClubsEach is how many community tables one may own.
	ClubsEach = 3
	// ClubsMax bounds the community tables of the house.
	ClubsMax = 1000
	// clubLetters is the length of a club's id.
	clubLetters = 8
)

var (
	// ErrRoster answers who wants to sit down at a community's table and is not on its roster.
	ErrRoster = errors.New("this table is for the people on its roster; its owner can put you there")
	// ErrOwner answers what only the owner of a community table may do.
	ErrOwner = errors.New("only its owner may do that")
	// ErrRatedOn answers who wants to hand a community table over in the middle of a rated match.
	ErrRatedOn = errors.New("a rated match is on at it; it can be handed over when that is over")
	// ErrSo answers a change that would change nothing.
	ErrSo = errors.New("that is so already")
)

// Clubs is where community tables are kept. The data package implements it.
type Clubs interface {
	// ClubList lists those that are open.
	ClubList(ctx context.Context) ([]club.Club, error)
	// SaveClub writes one down, new or changed. It fails with ErrNameTaken.
	SaveClub(ctx context.Context, c club.Club, skeleton string) error
	// ClubNotes lists the notes on a board, the newest first.
	ClubNotes(ctx context.Context, id club.ID) ([]club.Note, error)
	Pin(ctx context.Context, id club.ID, n club.Note) error
	Unpin(ctx context.Context, id club.ID, seq uint64) error
	// ClubMatches lists the last n matches, the newest first.
	ClubMatches(ctx context.Context, id club.ID, n int) ([]Past, error)
	// ClubEnded lists the places of the matches that ended after the match of a number, in order, and the number of
	// the last one.
	ClubEnded(ctx context.Context, id club.ID, after int64) ([][]table.Place, int64, error)
	// ClubAct notes what an owner did in the audit log.
	ClubAct(ctx context.Context, a ClubAct) error
}

// ClubAct is one use of an owner's powers.
type ClubAct struct {
	At    time.Time
	Who   string // the owner's name
	Key   string // the fingerprint of the key with which they are here
	Act   string // such as "club kick"
	About string // which table, and whom
}

// clubs are the open community tables, and what is known of their ladders.
type clubs struct {
	// turn has room for one: who changes a club or puts up its table. So nobody decides by what is no longer so, and no
	// club gets two tables.
	turn    chan struct{}
	byID    map[club.ID]club.Club
	ladders map[club.ID]*ladder
}

// alone waits until nobody else changes clubs; done ends it.
func (c *clubs) alone(ctx context.Context) (done func(), err error) {
	select {
	case c.turn <- struct{}{}:
		return func() { <-c.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// loadClubs reads the community tables when the house opens.
func (h *House) loadClubs(ctx context.Context) error {
	h.clubs.turn = make(chan struct{}, 1)
	h.clubs.byID, h.clubs.ladders = map[club.ID]club.Club{}, map[club.ID]*ladder{}
	if h.deps.Clubs == nil {
		return nil
	}
	all, err := h.deps.Clubs.ClubList(ctx)
	if err != nil {
		return fmt.Errorf("community tables: %w", err)
	}
	for _, c := range all {
		h.clubs.byID[c.ID] = c
	}
	return nil
}

// Hall is a community table as its visitors see it.
type Hall struct {
	club.Club
	OwnerName string
	Open      bool           // its hours let a match begin now
	Live      *table.Info    // its table, if it is up
	Here      int            // people at it
	Names     []string       // of the members, index by index
	Notes     []club.Note    // newest first; only from Hall
	Ladder    []ClubStanding // only from Hall
	Matches   []Past         // newest first; only from Hall
}

// ClubHalls lists the community tables, those first where people are, then by name.
func (h *House) ClubHalls(ctx context.Context) ([]Hall, error) {
	h.mu.Lock()
	var out []Hall
	for _, c := range h.clubs.byID {
		out = append(out, h.hall(c))
	}
	h.mu.Unlock()
	slices.SortFunc(out, func(a, b Hall) int {
		if a.Here != b.Here {
			return b.Here - a.Here
		}
		return compareNames(a.Name, b.Name)
	})
	for i := range out {
		name, err := h.nameOf(ctx, out[i].Owner)
		if err != nil {
			return nil, err
		}
		out[i].OwnerName = name
	}
	return out, nil
}

// hall is called with the lock held.
func (h *House) hall(c club.Club) Hall {
	out := Hall{Club: c, Open: c.Hours.Open(h.deps.Now())}
	if d := h.clubDesk(c.ID); d != nil {
		info := d.info
		out.Live, out.Here = &info, present(info)+len(info.Watchers)
	}
	return out
}

// clubDesk is the table of a community that is up, or nil. It is called with the lock held.
func (h *House) clubDesk(id club.ID) *desk {
	for _, d := range h.desks {
		if d.info.Settings.Club == string(id) && d.info.Stage != table.Closed {
			return d
		}
	}
	return nil
}

func (h *House) nameOf(ctx context.Context, id table.PlayerID) (string, error) {
	p, err := h.deps.Players.ByID(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return "somebody", nil
	}
	return p.Name, err
}

// ClubHall is one community table whole, by its name or anything that looks like it. It fails with ErrNotFound.
func (h *House) ClubHall(ctx context.Context, name string) (Hall, error) {
	c, err := h.clubNamed(name)
	if err != nil {
		return Hall{}, err
	}
	h.mu.Lock()
	out := h.hall(c)
	h.mu.Unlock()
	if out.OwnerName, err = h.nameOf(ctx, c.Owner); err != nil {
		return out, err
	}
	for _, m := range c.Members {
		name, err := h.nameOf(ctx, m)
		if err != nil {
			return out, err
		}
		out.Names = append(out.Names, name)
	}
	if out.Notes, err = h.deps.Clubs.ClubNotes(ctx, c.ID); err != nil {
		return out, err
	}
	if out.Matches, err = h.deps.Clubs.ClubMatches(ctx, c.ID, BoardMax); err != nil {
		return out, err
	}
	out.Ladder, err = h.clubLadder(ctx, c.ID)
	return out, err
}

// clubNamed finds a community table by its name.
func (h *House) clubNamed(name string) (club.Club, error) {
	want := Skeleton(name)
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, c := range h.clubs.byID {
		if len(name) <= nameBytesMax && Skeleton(c.Name) == want {
			return c, nil
		}
	}
	return club.Club{}, ErrNotFound
}

// Found opens a community table for good. It fails with ErrGuest, ErrMuted, ErrTables, ErrName, ErrNameTaken,
// club.ErrClub and engine.ErrConfig.
func (s *Session) Found(ctx context.Context, c club.Club) (club.Club, error) {
	p, err := s.may()
	if err != nil {
		return c, err
	}
	if p.Guest {
		return c, fmt.Errorf("%w: a community table needs an owner who can come back", ErrGuest)
	}
	h := s.house
	if h.deps.Clubs == nil {
		return c, ErrNotFound
	}
	if err := s.muted(); err != nil { // its name is a word to everybody
		return c, err
	}
	done, err := h.clubs.alone(ctx)
	if err != nil {
		return c, err
	}
	defer done()
	if err := h.mayFound(p.ID); err != nil {
		return c, err
	}
	id, err := h.word(clubLetters)
	if err != nil {
		return c, err
	}
	c.ID, c.Owner, c.Founded = club.ID(id), p.ID, h.deps.Now()
	return h.keepClub(ctx, c)
}

func (h *House) mayFound(who table.PlayerID) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.clubs.byID) >= ClubsMax {
		return ErrCrowded
	}
	return h.mayOwn(who)
}

// mayOwn says why somebody may not own one more community table. It is called with the lock held.
func (h *House) mayOwn(who table.PlayerID) error {
	n := 0
	for _, c := range h.clubs.byID {
		if c.Owner == who {
			n++
		}
	}
	if n >= ClubsEach {
		return fmt.Errorf("%w: %d community tables are as many as one may own", ErrTables, ClubsEach)
	}
	return nil
}

// keepClub checks a community table, writes it down and takes it up. Whoever calls it is alone with the clubs.
func (h *House) keepClub(ctx context.Context, c club.Club) (club.Club, error) {
	var err error
	if c.Name, err = CheckName(c.Name); err != nil {
		return c, err
	}
	c.About = Clean(c.About, club.AboutWidth)
	set, kit, err := h.checkSettings(c.Settings)
	if err != nil {
		return c, err
	}
	set.Title, set.Club, set.Private = c.Name, string(c.ID), false // whoever may come is the roster's matter
	c.Settings = set
	if _, ok := kit.Level(c.Warm); c.Warm != "" && !ok {
		return c, fmt.Errorf("%w: there is no bot %q", engine.ErrConfig, Clean(c.Warm, NameWidthMax))
	}
	if err := h.deps.Clubs.SaveClub(ctx, c, Skeleton(c.Name)); err != nil {
		return c, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if c.Ended.IsZero() {
		h.clubs.byID[c.ID] = c
	} else {
		delete(h.clubs.byID, c.ID)
		delete(h.clubs.ladders, c.ID)
	}
	h.dirty = true
	h.ring()
	return c, nil
}

// owned is a community table that this player owns, by its name.
func (s *Session) owned(name string) (club.Club, error) {
	p, err := s.may()
	if err != nil {
		return club.Club{}, err
	}
	c, err := s.house.clubNamed(name)
	if err == nil && c.Owner != p.ID {
		err = ErrOwner
	}
	return c, err
}

// own lets its owner do something to a community table, which nobody else changes meanwhile.
func (s *Session) own(ctx context.Context, name string, do func(club.Club) error) error {
	done, err := s.house.clubs.alone(ctx)
	if err != nil {
		return err
	}
	defer done()
	c, err := s.owned(name)
	if err == nil {
		err = s.acting()
	}
	if err != nil {
		return err
	}
	return do(c)
}

// Change lets the owner change a community table: its words, its roster's door, its bots, its hours, and the settings
// with which its table is put up the next time. It fails with ErrOwner and as Found does.
func (s *Session) Change(ctx context.Context, name string, to club.Club) (club.Club, error) {
	err := s.own(ctx, name, func(c club.Club) (err error) {
		if c.Name != to.Name || c.About != to.About {
			if err := s.muted(); err != nil {
				return err
			}
		}
		to.ID, to.Owner, to.Members, to.Founded, to.Ended = c.ID, c.Owner, c.Members, c.Founded, c.Ended
		to, err = s.house.keepClub(ctx, to)
		return err
	})
	return to, err
}

// Enroll puts somebody on a community table's roster, or takes them off it. It fails with ErrOwner, ErrGuest and
// club.ErrClub, and with ErrSo where they are on it, or off it, already.
func (s *Session) Enroll(ctx context.Context, name, who string, yes bool) error {
	return s.own(ctx, name, func(c club.Club) error {
		p, err := s.house.byName(ctx, who)
		if err != nil {
			return err
		}
		if yes && (p.Guest || p.Bot != "" || !p.Gone.IsZero()) {
			return fmt.Errorf("%w: only somebody with a key belongs on a roster", ErrGuest)
		}
		switch {
		case p.ID == c.Owner:
			return fmt.Errorf("%w: it is yours, and you belong to it", ErrSo)
		case yes && c.Member(p.ID):
			return fmt.Errorf("%w: %s is on its roster", ErrSo, p.Name)
		case !yes && !c.Member(p.ID):
			return fmt.Errorf("%w: %s is not on its roster", ErrSo, p.Name)
		}
		if c, err = c.Enroll(p.ID, yes); err != nil {
			return err
		}
		act := "club enroll"
		if !yes {
			act = "club strike"
		}
		if err := s.noteClub(ctx, act, c, p.Name); err != nil {
			return err
		}
		_, err = s.house.keepClub(ctx, c)
		return err
	})
}

// HandOver gives a community table another owner, whose the powers at its table are from here on. It fails with
// ErrOwner, with ErrTables for somebody who owns as many as one may, and with ErrRatedOn.
func (s *Session) HandOver(ctx context.Context, name, to string) error {
	return s.own(ctx, name, func(c club.Club) error {
		h := s.house
		p, err := h.byName(ctx, to)
		if err != nil {
			return err
		}
		if p.Guest || p.Bot != "" || !p.Gone.IsZero() {
			return fmt.Errorf("%w: only somebody with a key can own a community table", ErrGuest)
		}
		if c, err = c.HandTo(p.ID); err != nil {
			return err
		}
		h.mu.Lock()
		if err = h.mayOwn(p.ID); err == nil {
			err = h.mayHand(c.ID)
		}
		h.mu.Unlock()
		if err != nil {
			return err
		}
		if err := s.noteClub(ctx, "club hand over", c, p.Name); err != nil {
			return err
		}
		if _, err := h.keepClub(ctx, c); err != nil {
			return err
		}
		return h.crown(ctx, c)
	})
}

// mayHand says why a community table may not be handed over just now: an owner's powers end where a rated match has
// begun. It is called with the lock held.
func (h *House) mayHand(id club.ID) error {
	d := h.clubDesk(id)
	if d == nil || !d.info.Settings.Rated || d.info.Stage != table.Playing && d.info.Stage != table.Adjourned {
		return nil
	}
	return ErrRatedOn
}

// crown makes the owner of a community table the host of its table, if that is up, and tells them.
func (h *House) crown(ctx context.Context, c club.Club) error {
	h.mu.Lock()
	d := h.clubDesk(c.ID)
	if s := h.sessions[string(c.Owner)]; s != nil {
		s.box.toast("The community table " + c.Name + " is yours now.")
	}
	h.mu.Unlock()
	if d == nil {
		return nil
	}
	if err := d.table.Do(ctx, table.Crown{Host: c.Owner}); !errors.Is(err, table.ErrGone) {
		return err
	}
	return nil
}

// Shut closes a community table for good: its matches stay. It fails with ErrOwner, and with table.ErrDenied while a
// match is on.
func (s *Session) Shut(ctx context.Context, name string) error {
	return s.own(ctx, name, func(c club.Club) error {
		h := s.house
		h.mu.Lock()
		d := h.clubDesk(c.ID)
		h.mu.Unlock()
		if d != nil { // first: no match begins any more
			err := d.table.Do(ctx, table.Disband{Why: "This community table was closed by its owner."})
			if err != nil && !errors.Is(err, table.ErrGone) {
				return err
			}
		}
		if err := s.noteClub(ctx, "club close", c, ""); err != nil {
			return err
		}
		c.Ended = h.deps.Now()
		_, err := h.keepClub(ctx, c)
		return err
	})
}

// noteClub notes a use of an owner's powers.
func (s *Session) noteClub(ctx context.Context, act string, c club.Club, about string) error {
	text := c.Name
	if about != "" {
		text += ": " + about
	}
	return s.house.deps.Clubs.ClubAct(ctx, ClubAct{
		At: s.house.deps.Now(), Who: s.Player().Name, Key: s.id.Fingerprint, Act: act, About: text,
	})
}

// Clubs is House.ClubHalls.
func (s *Session) Clubs(ctx context.Context) ([]Hall, error) { return s.house.ClubHalls(ctx) }

// Club is House.ClubHall.
func (s *Session) Club(ctx context.Context, name string) (Hall, error) {
	return s.house.ClubHall(ctx, name)
}
