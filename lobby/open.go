package lobby

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/netip"
	"slices"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby/table"
)

var (
	// ErrVisits answers when a session looks at as many tables as it may.
	ErrVisits = errors.New("you are at enough tables")
	// ErrNeighbour answers when somebody from the same network sits at a rated table already.
	ErrNeighbour = errors.New("somebody from your network sits at this rated table: " +
		"open one without rating to play together")
)

// fillLevel is the strength of bots that fill seats nobody took.
const fillLevel = "regular"

// OpenTable opens a table and sits down at it as its host. bots gives the strength of a bot by seat, "" for people; it
// may be shorter than the seats, and the host takes the first seat without one. It fails with ErrTables, ErrDraining
// and engine.ErrConfig.
func (s *Session) OpenTable(ctx context.Context, set table.Settings, bots []string) (*Visit, error) {
	p, err := s.may()
	if err != nil {
		return nil, err
	}
	set, kit, err := s.house.checkSettings(set)
	if err != nil {
		return nil, err
	}
	chairs, err := arrange(kit, set, p.Person(), bots)
	if err != nil {
		return nil, err
	}
	d, err := s.found(ctx, set, chairs, nil)
	if err != nil {
		return nil, err
	}
	return s.visit(ctx, d)
}

// checkSettings cleans what a host chose and says what cannot be.
func (h *House) checkSettings(set table.Settings) (table.Settings, bot.Kit, error) {
	kit, ok := h.Kit(set.Game)
	if !ok {
		return set, kit, fmt.Errorf("%w: there is no game %q here", engine.ErrConfig, Clean(set.Game, NameWidthMax))
	}
	set.Title = Clean(set.Title, TitleWidth)
	if set.Pace == "" {
		set.Pace = table.Normal
	}
	switch {
	case set.Pace != table.Quick && set.Pace != table.Normal && set.Pace != table.Correspondence:
		return set, kit, fmt.Errorf("%w: there is no such clock", engine.ErrConfig)
	case set.Pace == table.Correspondence && kit.Spec.Live:
		return set, kit, fmt.Errorf("%w: %s is a race, and everybody has to be there: it has no days for a move",
			engine.ErrConfig, kit.Spec.Title)
	case set.Pace != table.Correspondence:
		set.Days = 0
	case set.Days < 1 || set.Days > 14:
		return set, kit, fmt.Errorf("%w: a move by correspondence takes 1 to 14 days", engine.ErrConfig)
	}
	set.Lesson, set.Club, set.From = false, "", nil // these tables are made by none but those whom they are for
	values, err := engine.Config{Seats: set.Seats, Options: set.Options}.Values(kit.Spec)
	if err != nil {
		return set, kit, err
	}
	set.Options = nil
	for _, o := range kit.Spec.Options { // what is as usual is not a house rule
		if v := values[o.Key]; v != o.Default {
			if set.Options == nil {
				set.Options = map[string]string{}
			}
			set.Options[o.Key] = v
		}
	}
	return set, kit, nil
}

// arrange puts the host and the bots of a new table on their chairs.
func arrange(kit bot.Kit, set table.Settings, host table.Person, bots []string) ([]table.Chair, error) {
	if len(bots) > set.Seats {
		return nil, fmt.Errorf("%w: there are more bots than seats", engine.ErrConfig)
	}
	chairs := make([]table.Chair, set.Seats)
	seated := false
	for i := range chairs {
		chairs[i].Seat = engine.Seat(i)
		switch {
		case i < len(bots) && bots[i] != "":
			if _, ok := kit.Level(bots[i]); !ok {
				return nil, fmt.Errorf("%w: there is no bot %q", engine.ErrConfig, Clean(bots[i], NameWidthMax))
			}
			chairs[i].Owner = botPerson(bots[i], i)
		case !seated:
			chairs[i].Owner, seated = host, true
		}
	}
	if !seated {
		return nil, fmt.Errorf("%w: leave a seat for yourself", engine.ErrConfig)
	}
	return chairs, nil
}

// found opens a table, if the house and its host may have one more. Its first match begins with entries of another one,
// if there are any.
func (s *Session) found(
	ctx context.Context, set table.Settings, chairs []table.Chair, begun []table.Entry,
) (*desk, error) {
	h := s.house
	p := s.Player()
	d := &desk{lesson: set.Lesson, from: map[table.PlayerID]netip.Prefix{p.ID: network(s.id.Addr)}}
	if err := h.mayOpen(d, p, set); err != nil {
		return nil, err
	}
	defer func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.opened(d)
	}()
	id, err := h.newTableID()
	if err != nil {
		return nil, err
	}
	kit, _ := h.Kit(set.Game)
	saved := table.Saved{
		ID: id, Settings: set, Stage: table.Gathering, Host: p.ID, Chairs: chairs, Opened: h.deps.Now(),
	}
	if c, ok := h.clubOf(set); ok {
		saved.Host = c.Owner
	}
	deps := h.tableDeps(kit, d)
	deps.Begun = begun
	t, err := table.New(ctx, deps, saved)
	if err != nil {
		return nil, err
	}
	if !h.enlist(d, t, saved) {
		return nil, errors.Join(ErrClosed, t.Close(ctx, closing))
	}
	return d, nil
}

// mayOpen says why somebody may not open a table, or counts it as being opened, until it is opened.
func (h *House) mayOpen(d *desk, p Player, set table.Settings) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	open := h.opening[p.ID]
	for _, d := range h.desks {
		if d.info.Host == p.ID && counted(d.info.Settings) {
			open++
		}
	}
	switch {
	case h.closed:
		return ErrClosed
	case h.holding != "":
		return ErrDraining
	case len(h.desks) >= TablesMax:
		return ErrCrowded
	case open >= TablesEach && counted(set):
		return fmt.Errorf("%w: %d is as many as one may", ErrTables, TablesEach)
	}
	if counted(set) {
		d.opening = p.ID
		h.opening[p.ID]++
	}
	return nil
}

// opened counts a table no longer as being opened: it is in the hall, where it counts as open, or did not come about.
// It is called with the lock held.
func (h *House) opened(d *desk) {
	if d.opening == "" {
		return
	}
	if h.opening[d.opening]--; h.opening[d.opening] == 0 {
		delete(h.opening, d.opening)
	}
	d.opening = ""
}

// counted reports whether a table is one of the few that somebody may have open: not a lesson or a branch, of which
// there is one at a time, and not a community's.
func counted(set table.Settings) bool { return !set.Lesson && set.Club == "" && set.From == nil }

// Join goes to a table and takes a seat: the own one if there is one, else this one, or any for engine.Nobody. Case and
// the letters that look like digits do not matter in the code, and a community's table is found by its name as well. It
// fails with ErrNotFound, ErrRoster, table.ErrFull and ErrNeighbour.
func (s *Session) Join(ctx context.Context, id table.ID, at engine.Seat) (*Visit, error) {
	p, d, err := s.reach(id)
	if err != nil {
		return orClub(nil, err, func() (*Visit, error) { return s.JoinClub(ctx, string(id)) })
	}
	had := s.house.sits(d, p.ID)
	if !had {
		if err := s.sit(ctx, d, at); err != nil {
			return nil, err
		}
	}
	v, err := s.visit(ctx, d)
	if err != nil && !had { // nobody would be in the seat
		leave, cancel := context.WithTimeout(context.WithoutCancel(ctx), verdictMax)
		defer cancel()
		return nil, errors.Join(err, d.table.Do(leave, table.Stand{Who: p.ID, Now: true}))
	}
	return v, err
}

// Watch goes to a table without taking a seat. Somebody who sits there sees as that seat.
func (s *Session) Watch(ctx context.Context, id table.ID) (*Visit, error) {
	_, d, err := s.reach(id)
	if err != nil {
		return orClub(nil, err, func() (*Visit, error) { return s.WatchClub(ctx, string(id)) })
	}
	return s.visit(ctx, d)
}

// reach finds a table that this player may go to: lessons are their owner's alone.
func (s *Session) reach(id table.ID) (Player, *desk, error) {
	p, err := s.may()
	if err != nil {
		return p, nil, err
	}
	d, err := s.house.desk(id)
	if err != nil {
		return p, nil, err
	}
	if d.lesson && !s.house.sits(d, p.ID) {
		return p, nil, ErrNotFound
	}
	return p, d, nil
}

func (h *House) sits(d *desk, id table.PlayerID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return seatIn(d.info, id) != engine.Nobody
}

// sit takes a seat at a table, if nobody of the same network has one where that matters.
func (s *Session) sit(ctx context.Context, d *desk, at engine.Seat) error {
	p := s.Player()
	if err := s.house.mayEnter(d, p.ID); err != nil {
		return err
	}
	if err := s.house.mayNeighbour(d, p.ID, network(s.id.Addr)); err != nil {
		return err
	}
	return d.table.Do(ctx, table.Sit{Who: p.Person(), Seat: at})
}

// mayNeighbour refuses a second person from one line at a rated table, and remembers from where the first came.
func (h *House) mayNeighbour(d *desk, id table.PlayerID, from netip.Prefix) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if d.info.Settings.Rated && !h.deps.SameAddress && from.IsValid() {
		for _, c := range d.info.Chairs {
			if c.Owner.ID != id && c.Owner.ID != "" && d.from[c.Owner.ID] == from {
				return ErrNeighbour
			}
		}
	}
	if d.from == nil {
		d.from = map[table.PlayerID]netip.Prefix{}
	}
	d.from[id] = from
	return nil
}

// Quick sits down at the best open table of a game, or opens one, where bots take the free seats after a short wait.
// Whoever sits at such a table already goes back to it.
func (s *Session) Quick(ctx context.Context, game string) (*Visit, error) {
	p, err := s.may()
	if err != nil {
		return nil, err
	}
	kit, ok := s.house.Kit(game)
	if !ok {
		return nil, fmt.Errorf("%w: there is no game %q here", engine.ErrConfig, Clean(game, NameWidthMax))
	}
	back, open := s.house.openTables(p, game)
	if back != nil {
		return s.visit(ctx, back)
	}
	for _, d := range open[:min(len(open), quickTries)] {
		if s.sit(ctx, d, engine.Nobody) == nil { // a refusal means: the next one, or a table of one's own
			return s.settle(ctx, d)
		}
	}
	set := table.Settings{
		Game: game, Pace: table.Quick, Rated: true,
		Seats: min(max(QuickSeats, kit.Spec.SeatsMin), kit.Spec.SeatsMax),
	}
	chairs, err := arrange(kit, set, p.Person(), nil)
	if err != nil {
		return nil, err
	}
	d, err := s.found(ctx, set, chairs, nil)
	if err != nil {
		return nil, err
	}
	s.house.fillLater(d, levelOf(kit, fillLevel))
	return s.settle(ctx, d)
}

// settle visits a table where one has just sat down, and says that one is ready.
func (s *Session) settle(ctx context.Context, d *desk) (*Visit, error) {
	v, err := s.visit(ctx, d)
	if err != nil {
		return nil, err
	}
	if err := v.Ready(ctx, true); err != nil {
		v.Close()
		return nil, err
	}
	return v, nil
}

// levelOf is a strength that a game has: this one, or else the usual one; "" if it has none.
func levelOf(kit bot.Kit, name string) string {
	if _, ok := kit.Level(name); ok {
		return name
	}
	return table.UsualLevel(kit)
}

// openTables is the table of a game where somebody sits already, and the public ones where they might, best first:
// many people there, then people of their own strength, then the older one.
func (h *House) openTables(p Player, game string) (back *desk, open []*desk) {
	h.mu.Lock()
	defer h.mu.Unlock()
	hidden := h.hides(&p)
	for _, d := range h.desks {
		i := d.info
		if i.Settings.Game != game || i.Settings.Lesson || i.Settings.Pace == table.Correspondence {
			continue
		}
		switch {
		case i.Settings.From != nil, i.Settings.Club != "" && i.Stage == table.Gathering:
			// one's own experiment, and a community that may have rules and hours of its own: who wants that says so
		case seatIn(i, p.ID) != engine.Nobody && (i.Stage == table.Gathering || i.Stage == table.Playing):
			if back == nil || i.Opened.Before(back.info.Opened) {
				back = d
			}
		case i.Settings.Private || i.Stage != table.Gathering || d.shown.Free == 0 || present(i) == 0:
		case hidden != nil && slices.ContainsFunc(i.Chairs, func(c table.Chair) bool { return hidden(c.Owner.ID) }):
		default:
			open = append(open, d)
		}
	}
	slices.SortFunc(open, func(x, y *desk) int {
		return cmp.Or(cmp.Compare(present(y.info), present(x.info)), cmp.Compare(h.gap(p, x), h.gap(p, y)),
			x.info.Opened.Compare(y.info.Opened), cmp.Compare(x.id, y.id))
	})
	return back, open
}

// present counts the people who sit at a table and look at it.
func present(i table.Info) (n int) {
	for _, c := range i.Chairs {
		if c.Here && c.Owner.ID != "" && !c.Owner.IsBot() {
			n++
		}
	}
	return n
}

// gap is how far the people at a table are from somebody's strength, on the mean, in points.
func (h *House) gap(p Player, d *desk) float64 {
	category := Category(d.info.Settings.Game, d.info.Settings.Seats)
	shown := func(id table.PlayerID) float64 {
		if skill, ok := h.ladder[id].skills[category]; ok {
			return float64(Shown(skill))
		}
		return float64(Shown(Newcomer()))
	}
	sum, n := 0.0, 0
	for _, c := range d.info.Chairs {
		if c.Owner.ID != "" && !c.Owner.IsBot() {
			sum += math.Abs(shown(c.Owner.ID) - shown(p.ID))
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// Lesson opens a guided table for one person and bots, or goes back to the one that is open. With anew, the open one is
// left for good.
func (s *Session) Lesson(ctx context.Context, game string, anew bool) (*Visit, error) {
	p, err := s.may()
	if err != nil {
		return nil, err
	}
	kit, ok := s.house.Kit(game)
	if !ok {
		return nil, fmt.Errorf("%w: there is no game %q here", engine.ErrConfig, Clean(game, NameWidthMax))
	}
	if d := s.house.lessonOf(p.ID, game); d != nil {
		if !anew {
			return s.rejoin(ctx, d)
		}
		if err := d.table.Do(ctx, table.Stand{Who: p.ID, Now: true}); err != nil && !errors.Is(err, table.ErrGone) {
			return nil, err
		}
	}
	set := table.Settings{
		Game: game, Title: "First hand", Pace: table.Normal, Seats: max(kit.LessonSeats, kit.Spec.SeatsMin),
		Private: true, NoSpectators: true, Lesson: true, Options: maps.Clone(kit.LessonOptions),
	}
	bots := make([]string, set.Seats)
	for i := 1; i < len(bots); i++ {
		bots[i] = levelOf(kit, cmp.Or(kit.LessonBots, fillLevel))
	}
	chairs, err := arrange(kit, set, p.Person(), bots)
	if err != nil {
		return nil, err
	}
	d, err := s.found(ctx, set, chairs, nil)
	if err != nil {
		return nil, err
	}
	return s.settle(ctx, d)
}

// rejoin goes back to a lesson. One that had not begun yet begins now.
func (s *Session) rejoin(ctx context.Context, d *desk) (*Visit, error) {
	s.house.mu.Lock()
	waits := d.info.Stage == table.Gathering
	s.house.mu.Unlock()
	if waits {
		return s.settle(ctx, d)
	}
	return s.visit(ctx, d)
}

func (h *House) lessonOf(id table.PlayerID, game string) *desk {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, d := range h.seats[id] {
		i := d.info
		if i.Settings.Lesson && i.Settings.Game == game && (i.Stage == table.Playing || i.Stage == table.Gathering) {
			return d
		}
	}
	return nil
}
