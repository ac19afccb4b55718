package swarm

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"saloon/sshd/swarm/grid"
)

// Place is where somebody of a swarm spends their time.
type Place int

// The places.
const (
	AtTable Place = iota
	LookingOn
	InLobby
	places
)

var placeNames = [places]string{"seated", "watching", "lobby"}

// Crowd describes a load run.
type Crowd struct {
	Addr                    string
	Seated, Watching, Lobby int
	For                     time.Duration // how long they stay once all are in
	Stalled                 int           // readers who stop reading at the first table, after half of the time
	Games                   []Game        // in turn, table by table
	MoveEvery               time.Duration // the mean time between two moves of people at one table
	DropEvery               time.Duration // the mean time until a person's line breaks; 0 for never
	Away                    time.Duration // the mean time until they are back
	Haste                   float64       // how many times faster they look around and read than people do; 1 if zero
	Seed                    uint64        // of the keys and of chance

	Usage    func() (Usage, error)                       // of the server's process; nil if it cannot be read
	Counters func(ctx context.Context) (Counters, error) // of the server; nil if it shows none

	Said  func(words string) // is told how far it is
	Every time.Duration      // between two looks at how it goes
	Watch func(Moment)       // is told of each; may be nil
	// Enough ends the run before its time when it is told of a look and says so; nil for never.
	Enough func(Moment) bool
}

// Seats of one table, and how many tables have a bot on one of them: one in so many. Bots also fill the last table.
const (
	party   = 4
	botEach = 4
)

// loginsAtOnce bounds the handshakes that the swarm has under way, which cost itself as much as the server.
const loginsAtOnce = 8

// crowd is a load run that is on.
type crowd struct {
	Crowd
	people  [places][]*person
	tables  []*table
	traffic traffic
	keys    [places]durations // but for the escape key
	escapes durations
	diffs   [places]diffs
	logins  durations // from the first byte to the first frame
	lost    [places]atomic.Int64
	drops   atomic.Int64 // lines that were broken on purpose
	back    atomic.Int64 // people who came back after that
	talked  atomic.Int64
	resized atomic.Int64
	took    time.Duration // in which people logged in
	alive   sync.WaitGroup

	mu         sync.Mutex
	errors     int
	kinds      map[string]int // of errors
	unanswered map[string]int // kinds of keys without an answer
}

// table is one table of the swarm, with its pace.
type table struct {
	game  *Game
	code  string
	seats []*person
	bots  int
	every time.Duration
	keys  durations // of those at it

	mu   sync.Mutex
	last time.Time
}

// slot is how long somebody thinks who makes a move now, so that moves come at the table's pace.
func (t *table) slot(r *rand.Rand) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	gap := time.Duration(float64(t.every) * (0.5 + r.Float64()))
	at := t.last.Add(gap)
	if soon := now.Add(gap / 4); at.Before(soon) {
		at = soon
	}
	t.last = at
	return at.Sub(now)
}

// Run lets a crowd come in, play, look on and look around, and reports.
func Run(ctx context.Context, c Crowd) (rep Report, err error) {
	run := &crowd{Crowd: c, kinds: make(map[string]int), unanswered: make(map[string]int)}
	before, err := run.look(ctx)
	if err != nil {
		return rep, err
	}
	living, end := context.WithCancel(ctx)
	defer func() {
		end()
		run.alive.Wait()
		run.close()
	}()
	if err := run.arrive(ctx, living); err != nil {
		return rep, err
	}
	run.say("all %d are in; staying for %v", run.number(), run.For)
	start, err := run.look(ctx)
	if err != nil {
		return rep, err
	}
	return run.stay(living, before, start)
}

func (c *crowd) say(format string, args ...any) {
	if c.Said != nil {
		c.Said(fmt.Sprintf(format, args...))
	}
}

func (c *crowd) number() int { return c.Seated + c.Watching + c.Lobby }

// close ends all sessions. What is still wrong with one then was reported by the run.
func (c *crowd) close() {
	for _, all := range c.people {
		for _, p := range all {
			if p.console != nil {
				p.console.Drop()
			}
		}
	}
}

// How many come at a time: tables, and others. The lobby is not to be full of people on their way to a table.
const (
	tablesAtOnce = 16
	peopleAtOnce = 64
)

// arrive lets everybody in, and lets them live in the house from then on: those who will sit, table by table, then
// those who look on at the tables, then those of the lobby.
func (c *crowd) arrive(ctx, living context.Context) error {
	c.gather()
	for tables := range slices.Chunk(c.tables, tablesAtOnce) {
		var hosts, others []*person
		for _, t := range tables {
			hosts, others = append(hosts, t.seats[0]), append(others, t.seats[1:]...)
		}
		if err := c.login(ctx, hosts); err != nil {
			return err
		}
		if err := each(ctx, tables, (*table).open); err != nil {
			return err
		}
		c.live(living, hosts)
		if err := c.comes(ctx, living, others); err != nil {
			return err
		}
	}
	c.say("%d sit at %d tables", c.Seated, len(c.tables))
	return c.comes(ctx, living, append(slices.Clone(c.people[LookingOn]), c.people[InLobby]...))
}

// comes lets people in, a few at a time, and lets them live.
func (c *crowd) comes(ctx, living context.Context, people []*person) error {
	for some := range slices.Chunk(people, peopleAtOnce) {
		if err := c.login(ctx, some); err != nil {
			return err
		}
		c.live(living, some)
	}
	return nil
}

// live lets people live in the house until the context ends.
func (c *crowd) live(ctx context.Context, people []*person) {
	for _, p := range people {
		c.alive.Go(func() { p.live(ctx) })
	}
}

// gather makes the people and the tables that they will sit at.
func (c *crowd) gather() {
	n := 0
	for place, many := range [places]int{AtTable: c.Seated, LookingOn: c.Watching, InLobby: c.Lobby} {
		for range many {
			c.people[place] = append(c.people[place], newPerson(c, Place(place), n))
			n++
		}
	}
	for at := 0; at < c.Seated; {
		t := &table{game: &c.Games[len(c.tables)%len(c.Games)]}
		many := min(party, c.Seated-at)
		if len(c.tables)%botEach == botEach-1 {
			many = min(party-1, many)
		}
		t.bots = party - many
		t.seats = c.people[AtTable][at : at+many]
		t.every = (c.MoveEvery*party - botThinks*time.Duration(t.bots)) / time.Duration(many)
		t.every = max(t.every, c.MoveEvery/4)
		for _, p := range t.seats {
			p.table = t
		}
		c.tables = append(c.tables, t)
		at += many
	}
	for i, p := range c.people[LookingOn] {
		p.table = c.tables[i%len(c.tables)]
	}
}

// botThinks is how long a bot of a house with default settings takes.
const botThinks = 900 * time.Millisecond

// login lets people in, up to their first frame, and then has those come through the door who are new.
func (c *crowd) login(ctx context.Context, people []*person) error {
	began := time.Now()
	if err := each(ctx, people, (*person).come); err != nil {
		return err
	}
	c.took += time.Since(began)
	return each(ctx, people, (*person).settle)
}

// each does something for all, a few at a time, until one fails.
func each[T any](ctx context.Context, all []T, do func(T, context.Context) error) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(loginsAtOnce)
	for _, one := range all {
		g.Go(func() error { return do(one, ctx) })
	}
	return g.Wait()
}

// failed notes something that should not have happened, and tells of the first of its kind in full.
func (c *crowd) failed(place Place, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.errors++
	kind := placeNames[place] + ": " + firstLine(err)
	if c.kind(c.kinds, kind); c.kinds[kind] == 1 {
		c.say("%s: %v", placeNames[place], err)
	}
}

// lose notes a key without an answer, with the last line of the screen that did not change.
func (c *crowd) lose(p *person, keys string) {
	footer := ""
	p.console.Look(func(g *grid.Grid) { footer = g.Row(-1) })
	c.lost[p.place].Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	footer = strings.Join(strings.Fields(footer), " ")
	c.kind(c.unanswered, fmt.Sprintf("%s: %q at %q", placeNames[p.place], keys, footer))
}

// kind counts one more of a kind. It is called with the lock held.
func (c *crowd) kind(kinds map[string]int, kind string) {
	if len(kinds) < kindsMax || kinds[kind] > 0 {
		kinds[kind]++
	}
}

// kindsMax bounds how many kinds of errors, and of keys without an answer, are told apart.
const kindsMax = 50

// stay waits for the run's time, or until it is enough, and measures.
func (c *crowd) stay(living context.Context, before, start view) (Report, error) {
	staying, end := context.WithTimeout(living, c.For)
	defer end()
	var moments []Moment
	watched := make(chan struct{})
	go func() { // contained: it looks and tells
		defer close(watched)
		moments = c.watch(staying, end, start)
	}()
	var stalled *StallReport
	var err error
	if c.Stalled > 0 {
		stalled, err = c.stall(staying, start)
	}
	<-staying.Done()
	<-watched
	if err = errors.Join(err, living.Err()); err != nil {
		return Report{}, err
	}
	last, err := c.look(living) // while all are still here
	if err != nil {
		return Report{}, err
	}
	r := c.report(before, start, last)
	r.Stalled, r.Soak = stalled, soak(moments)
	return r, nil
}
