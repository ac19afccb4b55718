package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing/synctest"
	"time"

	"saloon/lobby/table"
)

const (
	daysMin   = 4
	peopleMin = 12
	// faultsMax is how many faults a month tells of before it ends early.
	faultsMax = 20
)

// plan is what a month is to be like.
type plan struct {
	seed            uint64
	days            int
	people, clubs   int
	kills, upgrades int
	stay            time.Duration // how long somebody stays, about
	dir             string
	out             io.Writer
	// fill takes all room from the disk of a directory, and give gives it back; nil: the disk is never full.
	fill  func(dir string) (give func() error, err error)
	after func(*month) // looks at the closed house in its directory; nil for nobody
}

// month is one while it lasts. Its laws:
//
//   - What a call to the store reported as done is in the file after every restart: accounts, settings, community
//     tables and their boards, sanctions, reports, seasons with their awards, acts, tables with seats and clocks,
//     matches with every entry. See book.
//   - What somebody was shown is in the log: every line of a match, in order and without a gap, and every view is what
//     the entries make of the match for these eyes. See sight.
//   - Every match is what its seed makes of its moves, keeps the game's own law, and is written down as a record that
//     verifies itself, with seals and commitments.
//   - The ladders equal what the matches make of them, to the last digit.
//   - Who is banned stays out, who sits sits, and nobody meets an error that nobody planned.
type month struct {
	plan
	ctx        context.Context
	start, end time.Time
	data       string // the data directory
	r          *rand.Rand
	people     []*person
	work       sync.WaitGroup
	over       chan struct{} // closed when the month is

	mu      sync.Mutex
	life    *life         // the server that is up; nil between two
	opened  chan struct{} // closed when the next one is up
	book    *book
	sights  []*sight
	faults  []error
	given   bool // too many faults
	copied  *keepsake
	tried   map[table.MatchID]bool // verified to the end
	tally   tally
	shows   []table.ID       // codes of replays that people look at
	meets   map[int]table.ID // where pairs of friends meet
	version int
	full    bool     // the disk is
	late    []string // faults that were found with the lock held
}

// tally counts what happened.
type tally struct {
	visits, answers, gestures, frames, lines, views, matches, rated, drops, walkouts, replays, branches, lessons int
	votes, reports, sanctions, turned, commits, torn, unseen, restarts, stood                                    int
}

// live is the whole month. It must be called in a bubble.
func (p plan) live(ctx context.Context) (err error) {
	dir := p.dir
	if dir == "" {
		if dir, err = os.MkdirTemp(memory(), "month-*"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	}
	m := &month{
		plan: p, ctx: ctx, data: filepath.Join(dir, "data"), r: rand.New(rand.NewPCG(p.seed, 0)),
		over: make(chan struct{}), opened: make(chan struct{}), book: newBook(), tried: map[table.MatchID]bool{},
		meets: map[int]table.ID{},
	}
	time.Sleep(time.Until(time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC))) // clocks change in this month
	m.start = time.Now()
	m.end = m.start.Add(time.Duration(p.days) * 24 * time.Hour)
	m.say("a month of %d days with %d people at %d community tables, seed %d", p.days, p.people, p.clubs, p.seed)
	if err := m.up(); err != nil {
		return err
	}
	if err := m.hire(); err != nil {
		return err
	}
	for i := range p.people {
		m.people = append(m.people, newPerson(m, i))
	}
	for _, who := range m.people {
		m.go_(who.name, who.live)
	}
	m.go_("the office", m.keepOrder)
	err = m.drive()
	close(m.over)
	err = errors.Join(err, m.last())
	m.work.Wait()
	m.say("%+v", m.tally)
	if p.after != nil {
		p.after(m)
	}
	return errors.Join(append(m.faults, err)...)
}

// memory is a directory that is no disk, if there is one: a kill leaves what was written, whether it reached a disk or
// not.
func memory() string {
	const shared = "/dev/shm"
	if info, err := os.Stat(shared); err == nil && info.IsDir() {
		return shared
	}
	return ""
}

// go_ runs somebody beside everybody else.
func (m *month) go_(name string, f func()) {
	m.work.Add(1)
	go func() { // contained: a panic is a fault of the month
		defer m.work.Done()
		defer func() {
			if p := recover(); p != nil {
				m.fault("%s: panic: %v\n%s", name, p, stack())
			}
		}()
		f()
	}()
}

// event is something that happens to the server.
type event struct {
	at   time.Time
	what string
	do   func() error
}

// drive lets happen what is planned.
func (m *month) drive() error {
	for _, e := range m.events() {
		if !m.until(e.at) {
			return nil
		}
		if err := e.do(); err != nil {
			return fmt.Errorf("%s: %w", e.what, err)
		}
	}
	m.until(m.end)
	return nil
}

// events plans the month: kills, upgrades, a backup and the day on which it is needed, seasons, and days at whose end
// everything is looked at. A disk that is going to be full is enough for one month.
func (m *month) events() []event {
	var all []event
	add := func(at time.Time, what string, do func() error) { all = append(all, event{at, what, do}) }
	span := m.end.Sub(m.start)
	at := func(part float64) time.Time { return m.start.Add(time.Duration(part * float64(span))) }
	if m.fill != nil {
		return []event{{m.evening(m.start), "a full disk", m.noRoom}}
	}
	for range m.kills {
		add(m.someMoment(), "kill", m.kill)
	}
	for i := range m.upgrades {
		add(m.evening(at(float64(i+1)/float64(m.upgrades+1))).Add(time.Hour), "upgrade", m.upgrade)
	}
	add(at(0.02), "season", func() error { return m.season("Spring", true) })
	add(at(0.45), "season", func() error { return m.season("Spring", false) })
	add(at(0.5), "season", func() error { return m.season("Summer", true) })
	add(at(0.98), "season", func() error { return m.season("Summer", false) })
	add(m.evening(at(0.6)), "backup", m.backup)
	add(m.evening(at(0.6)).Add(3*time.Hour/2), "restore", m.restore)
	for d := 1; d < m.days; d++ {
		add(m.start.Add(time.Duration(d)*24*time.Hour+4*time.Hour), "a look at the day", m.review)
	}
	slices.SortStableFunc(all, func(a, b event) int { return a.at.Compare(b.at) })
	return all
}

// someMoment is one of the month at which people are likely to be there.
func (m *month) someMoment() time.Time {
	day := time.Duration(m.r.IntN(m.days)) * 24 * time.Hour
	hour := 19*time.Hour + time.Duration(m.r.Int64N(int64(2*time.Hour)))
	if m.r.IntN(4) == 0 {
		hour = time.Duration(m.r.Int64N(int64(24 * time.Hour)))
	}
	return m.start.Add(day + hour)
}

// evening is 19:00 on the day of a moment.
func (m *month) evening(at time.Time) time.Time {
	return at.Truncate(24 * time.Hour).Add(19 * time.Hour)
}

// until waits for a moment; false if the month ends early.
func (m *month) until(at time.Time) bool {
	for now := time.Now(); now.Before(at); now = time.Now() {
		if m.broken() {
			return false
		}
		time.Sleep(min(at.Sub(now), time.Hour))
	}
	return !m.broken()
}

func (m *month) broken() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.given
}

// say tells how the month goes.
func (m *month) say(format string, args ...any) {
	fmt.Fprintf(m.out, "%s  %s\n", time.Now().UTC().Format("Jan _2 15:04:05"), fmt.Sprintf(format, args...))
}

// fault notes that a law was broken. It must not be called with the lock held.
func (m *month) fault(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	m.mu.Lock()
	n := 0
	if m.life != nil {
		n = m.life.n
	}
	err := fmt.Errorf("seed %d, %s, server %d: %s", m.seed, time.Now().UTC().Format("Jan _2 15:04:05"), n, text)
	if len(m.faults) < faultsMax {
		m.faults = append(m.faults, err)
	}
	m.given = len(m.faults) >= faultsMax
	m.mu.Unlock()
	m.say("FAULT: %s", text)
}

// count counts something that happened.
func (m *month) count(f func(*tally)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f(&m.tally)
}

// await waits for a server that is up. It is false when the month is over.
func (m *month) await() (*life, bool) {
	for {
		m.mu.Lock()
		l, opened := m.life, m.opened
		m.mu.Unlock()
		if l != nil {
			return l, true
		}
		select {
		case <-opened:
		case <-m.over:
			return nil, false
		}
	}
}

// quiet returns when everybody waits for something: nobody is in the middle of a call to the store.
func (m *month) quiet() { synctest.Wait() }
