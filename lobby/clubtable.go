package lobby

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"saloon/engine"
	"saloon/engine/rating"
	"saloon/lobby/club"
	"saloon/lobby/table"
)

// JoinClub goes to a community's table, which is put up if it does not stand, and takes a seat: the own one if there is
// one, else any. It fails with ErrNotFound, ErrRoster, table.ErrFull and ErrNeighbour.
func (s *Session) JoinClub(ctx context.Context, name string) (*Visit, error) {
	d, err := s.clubTable(ctx, name)
	if err != nil {
		return nil, err
	}
	return s.Join(ctx, d.id, engine.Nobody)
}

// WatchClub goes to a community's table without taking a seat.
func (s *Session) WatchClub(ctx context.Context, name string) (*Visit, error) {
	d, err := s.clubTable(ctx, name)
	if err != nil {
		return nil, err
	}
	return s.Watch(ctx, d.id)
}

// clubTable is a community's table, put up if it does not stand.
func (s *Session) clubTable(ctx context.Context, name string) (*desk, error) {
	if _, err := s.may(); err != nil {
		return nil, err
	}
	h := s.house
	done, err := h.clubs.alone(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	c, err := h.clubNamed(name)
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	d := h.clubDesk(c.ID)
	h.mu.Unlock()
	if d != nil {
		return d, nil
	}
	chairs := make([]table.Chair, c.Settings.Seats)
	for i := range chairs {
		chairs[i].Seat = engine.Seat(i)
	}
	return s.found(ctx, c.Settings, chairs, nil)
}

// clubOf is the community to which a table belongs.
func (h *House) clubOf(set table.Settings) (club.Club, bool) {
	if set.Club == "" {
		return club.Club{}, false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	c, ok := h.clubs.byID[club.ID(set.Club)]
	return c, ok
}

// mayEnter says why somebody may not sit down at a table: it is a community's, and they are not on its roster.
func (h *House) mayEnter(d *desk, who table.PlayerID) error {
	h.mu.Lock()
	set := d.info.Settings
	h.mu.Unlock()
	if c, ok := h.clubOf(set); ok && !c.MaySit(who) {
		return ErrRoster
	}
	return nil
}

// held says in words why no match may begin at a table just now, or nothing: the house drains, or it is out of hours.
func (h *House) held(d *desk) string {
	h.mu.Lock()
	holding, set := h.holding, d.info.Settings
	h.mu.Unlock()
	if holding != "" {
		return holding
	}
	return h.closedUntil(set)
}

// Held says in words why no match may begin at the table just now, or nothing. It waits for no table.
func (v *Visit) Held() string { return v.session.house.held(v.desk) }

// closedUntil says in words why no match may begin at a table just now: its community keeps hours.
func (h *House) closedUntil(set table.Settings) string {
	c, ok := h.clubOf(set)
	now := h.deps.Now()
	if !ok || c.Hours.Open(now) {
		return ""
	}
	return "this table opens in " + inWords(c.Hours.Next(now).Sub(now))
}

// inWords says how long it is to something, roughly.
func inWords(d time.Duration) string {
	day := 24 * time.Hour
	switch {
	case d >= 2*day:
		return strconv.Itoa(int((d+day/2)/day)) + " days"
	case d >= 2*time.Hour:
		return strconv.Itoa(int((d+time.Hour/2)/time.Hour)) + " hours"
	case d >= 2*time.Minute:
		return strconv.Itoa(int((d+time.Minute/2)/time.Minute)) + " minutes"
	}
	return "a minute"
}

// warm plans that bots take the free seats of a community's table, once somebody there is ready. It is called with the
// lock held.
func (h *House) warm(d *desk) {
	c, ok := h.clubs.byID[club.ID(d.info.Settings.Club)]
	if !ok || c.Warm == "" || d.info.Stage != table.Gathering || d.fill != nil || h.closed {
		return
	}
	free, ready := false, false
	for _, ch := range d.info.Chairs {
		free = free || ch.Free()
		ready = ready || ch.Ready && !ch.Owner.IsBot()
	}
	if free && ready && c.Hours.Open(h.deps.Now()) {
		h.fillIn(d, c.Warm)
	}
}

// Swap lets two seats change their owners before a match: the host's power.
func (v *Visit) Swap(ctx context.Context, a, b engine.Seat) error {
	if err := v.acting(); err != nil {
		return err
	}
	if err := v.do(ctx, table.Swap{By: v.me(), A: a, B: b}); err != nil {
		return err
	}
	return v.noteHost(ctx, "club swap", "seats "+strconv.Itoa(int(a)+1)+" and "+strconv.Itoa(int(b)+1))
}

// acting counts a use of an owner's powers against what one may do in a while.
func (s *Session) acting() error {
	if !s.acts.AllowN(s.house.deps.Now(), 1) {
		return fmt.Errorf("%w: try again in %d seconds", ErrSlow, int(actsEvery.Seconds()))
	}
	return nil
}

// acting does so at a community's table: a host has no such bounds at others.
func (v *Visit) acting() error {
	h := v.session.house
	h.mu.Lock()
	set := v.desk.info.Settings
	h.mu.Unlock()
	if set.Club == "" {
		return nil
	}
	return v.session.acting()
}

// sitter is the name of whoever has a seat.
func (v *Visit) sitter(at engine.Seat) string {
	h := v.session.house
	h.mu.Lock()
	defer h.mu.Unlock()
	if chairs := v.desk.info.Chairs; at >= 0 && int(at) < len(chairs) {
		return chairs[at].Owner.Name
	}
	return ""
}

// noteHost notes a use of the host's powers at a community's table.
func (v *Visit) noteHost(ctx context.Context, act, about string) error {
	h := v.session.house
	h.mu.Lock()
	set := v.desk.info.Settings
	h.mu.Unlock()
	c, ok := h.clubOf(set)
	if !ok {
		return nil
	}
	return v.session.noteClub(ctx, act, c, about)
}

// ClubStanding is one row of a community's own ladder.
type ClubStanding struct {
	Player  table.PlayerID
	Name    string
	Skill   table.Skill
	Matches int
	Wins    int
}

// ladder is how the people at a community's table have come to stand there, as far as it was counted.
type ladder struct {
	after int64 // the number of the last match that was counted
	rungs map[table.PlayerID]ClubStanding
}

// clubLadder brings a community's ladder up to date: all matches at its table, rated or not, in the order in which they
// ended, people among people. It follows from the log alone, so it is counted anew after a restart.
func (h *House) clubLadder(ctx context.Context, id club.ID) ([]ClubStanding, error) {
	h.mu.Lock()
	l := h.clubs.ladders[id]
	if l == nil {
		l = &ladder{rungs: map[table.PlayerID]ClubStanding{}}
	}
	l = &ladder{after: l.after, rungs: maps.Clone(l.rungs)}
	h.mu.Unlock()
	matches, after, err := h.deps.Clubs.ClubEnded(ctx, id, l.after)
	if err != nil {
		return nil, err
	}
	for _, places := range matches {
		l.count(places)
	}
	l.after = after
	h.mu.Lock()
	if now := h.clubs.ladders[id]; now == nil || now.after < l.after {
		h.clubs.ladders[id] = l
	}
	gone := h.gone
	h.mu.Unlock()
	return slices.DeleteFunc(l.sorted(), func(r ClubStanding) bool { return gone[r.Player] }), nil
}

// count moves the ladder by one match.
func (l *ladder) count(places []table.Place) {
	field := peopleOf(paid(places))
	if len(field) < 2 {
		return
	}
	var prior []rating.Rating
	var ranks []int
	best := field[0].Rank
	for _, p := range field {
		r, ok := l.rungs[p.Person.ID]
		if !ok {
			r = ClubStanding{Player: p.Person.ID, Skill: Newcomer()}
		}
		r.Name = p.Person.Name
		l.rungs[p.Person.ID] = r
		prior, ranks, best = append(prior, rating.Rating(r.Skill)), append(ranks, p.Rank), min(best, p.Rank)
	}
	for i, after := range rating.Rate(prior, ranks, params()) {
		r := l.rungs[field[i].Person.ID]
		r.Skill, r.Matches = table.Skill(after), r.Matches+1
		if field[i].Rank == best && !field[i].Left { // where all have walked out, nobody has won
			r.Wins++
		}
		l.rungs[field[i].Person.ID] = r
	}
}

// sorted lists the ladder from its top.
func (l *ladder) sorted() []ClubStanding {
	out := make([]ClubStanding, 0, len(l.rungs))
	for _, r := range l.rungs {
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b ClubStanding) int {
		return cmp.Or(cmp.Compare(rating.Rating(b.Skill).Order(), rating.Rating(a.Skill).Order()),
			compareNames(a.Name, b.Name), cmp.Compare(a.Player, b.Player))
	})
	return out
}

func compareNames(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) }

// orClub tries a table by its code, and then a community's by its name: one types either.
func orClub(v *Visit, err error, byName func() (*Visit, error)) (*Visit, error) {
	if !errors.Is(err, ErrNotFound) {
		return v, err
	}
	return byName()
}
