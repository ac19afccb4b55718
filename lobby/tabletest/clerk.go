package tabletest

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby/table"
)

// Someone is a person with an account whose ID is the name.
func Someone(name string) table.Person { return table.Person{ID: table.PlayerID(name), Name: name} }

// Bot is a table.Deps.Bot: bots are called after their strength and seat.
func Bot(level string, seat engine.Seat) (table.Person, bool) {
	name := fmt.Sprintf("%s-%d", level, seat)
	return table.Person{ID: table.PlayerID("bot-" + name), Name: name, Bot: level}, true
}

// House is what tables stand on in a test: a log that can fail, the time of the test, chance from a seed.
type House struct {
	Log  *Log
	Deps table.Deps
}

// NewHouse makes a house for one game. Its times are table.Usual with no countdown; bots answer at once.
func NewHouse(kit bot.Kit, seed uint64) *House {
	h := &House{Log: NewLog()}
	var matches atomic.Uint64
	times := table.Usual()
	times.Countdown = 0
	h.Deps = table.Deps{
		Kit: kit, Log: h.Log, Reload: h.Log.Reload, Now: time.Now, Entropy: Entropy(seed), Bot: Bot, Times: times,
		NewMatchID: func() (table.MatchID, error) {
			return table.MatchID(fmt.Sprintf("M%07d", matches.Add(1))), nil
		},
	}
	return h
}

// Entropy is chance without end from a seed, for any number of tables at a time. Who asks in the same order is given
// the same.
func Entropy(seed uint64) io.Reader {
	var key [32]byte
	for i := range key {
		key[i] = byte(seed >> (8 * (i % 8)))
	}
	return &entropy{src: rand.NewChaCha8(key)}
}

type entropy struct {
	mu  sync.Mutex
	src *rand.ChaCha8
}

// Read fills a buffer.
func (e *entropy) Read(b []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.src.Read(b)
}

// Open opens a table whose chairs are taken by people and bots, in the order of the seats; the zero Person leaves one
// free. The first person is the host. Unset settings are those of a quick table.
func (h *House) Open(t testing.TB, s table.Settings, chairs ...table.Person) *table.Table {
	t.Helper()
	s.Game = h.Deps.Kit.Spec.Name
	if s.Seats == 0 {
		s.Seats = len(chairs)
	}
	if s.Pace == "" {
		s.Pace = table.Quick
	}
	saved := table.Saved{ID: "TABLE1", Settings: s, Opened: h.Deps.Now()}
	for i, p := range chairs {
		saved.Chairs = append(saved.Chairs, table.Chair{Seat: engine.Seat(i), Owner: p})
		if saved.Host == "" && !p.IsBot() {
			saved.Host = p.ID
		}
	}
	tb, err := table.New(t.Context(), h.Deps, saved)
	if err != nil {
		t.Fatal(err)
	}
	return tb
}

// Restart starts the table again from what was written.
func (h *House) Restart(t testing.TB, id table.ID) *table.Table {
	t.Helper()
	k, err := h.Log.Reload(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return h.Back(t, k)
}

// Back starts a table again from what it was at some time, as after a kill.
func (h *House) Back(t testing.TB, k table.Kept) *table.Table {
	t.Helper()
	deps, once := h.Deps, sync.Once{}
	deps.Reload = func(ctx context.Context, id table.ID) (kept table.Kept, err error) {
		once.Do(func() { kept = k })
		if kept.Saved.ID == "" {
			return h.Deps.Reload(ctx, id)
		}
		return kept, nil
	}
	tb, err := table.Restore(deps, k.Saved)
	if err != nil {
		t.Fatal(err)
	}
	return tb
}

// Clerk is somebody at a table, who remembers everything that was shown. Use it from one goroutine.
type Clerk struct {
	Who    table.Person
	Table  *table.Table
	Box    *table.Mailbox
	Frame  table.Frame   // the newest that was taken
	Frames []table.Frame // all that were taken
	Lines  []table.Line
	t      testing.TB
}

// Look subscribes somebody to a table.
func Look(t testing.TB, tb *table.Table, who table.Person) *Clerk {
	t.Helper()
	c := &Clerk{Who: who, Table: tb, Box: table.NewMailbox(), t: t}
	c.Must(table.Look{Who: who, Box: c.Box})
	return c
}

// Do hands an input in.
func (c *Clerk) Do(in table.Input) error {
	return c.Table.Do(context.Background(), in)
}

// Must hands an input in that must be accepted.
func (c *Clerk) Must(in table.Input) {
	c.t.Helper()
	if err := c.Do(in); err != nil {
		c.t.Fatalf("%s: %+v: %v", c.Who.Name, in, err)
	}
}

// Take takes what is in the mailbox; it reports whether there was anything.
func (c *Clerk) Take() bool {
	f, ok, _ := c.Box.Take()
	if ok {
		c.Frame = f
		c.Frames = append(c.Frames, f)
		c.Lines = append(c.Lines, f.Lines...)
	}
	return ok
}

// Until takes frames until one pleases. In a synctest bubble a test that waits in vain ends by itself.
func (c *Clerk) Until(what string, pleases func(table.Frame) bool) {
	c.t.Helper()
	for {
		if c.Take() && pleases(c.Frame) {
			return
		}
		if c.Frame.Gone != "" {
			c.t.Fatalf("%s waited for %s; gone: %s", c.Who.Name, what, c.Frame.Gone)
		}
		select {
		case <-c.Box.Bell():
		case <-c.t.Context().Done():
			c.t.Fatalf("%s waited in vain for %s", c.Who.Name, what)
		}
	}
}

// UntilStage takes frames until the table is in a stage.
func (c *Clerk) UntilStage(s table.Stage) {
	c.t.Helper()
	c.Until(string(s), func(f table.Frame) bool { return f.Info.Stage == s })
}

// UntilAsked takes frames until this clerk is asked.
func (c *Clerk) UntilAsked() table.Ask {
	c.t.Helper()
	c.Until("an ask", func(f table.Frame) bool { return f.Ask != nil })
	return *c.Frame.Ask
}

// Answer answers the ask in the newest frame with its i-th legal move, or the last for a negative i.
func (c *Clerk) Answer(i int) error {
	c.t.Helper()
	a := c.Frame.Ask
	if a == nil {
		c.t.Fatalf("%s is not asked", c.Who.Name)
	}
	if i < 0 {
		i = len(a.Legal) - 1
	}
	return c.Do(table.Answer{Who: c.Who.ID, Ask: a.ID, Move: a.Legal[i]})
}

// Heard counts the lines that hold a text.
func (c *Clerk) Heard(text string) int {
	n := 0
	for _, l := range c.Lines {
		if strings.Contains(l.Text, text) {
			n++
		}
	}
	return n
}

// Play answers whatever this clerk is asked, with the last legal move, and is ready whenever that is asked for, until
// the table is in a stage.
func (c *Clerk) Play(until table.Stage) {
	c.t.Helper()
	var answered uint64
	c.Until(string(until), func(f table.Frame) bool {
		if f.Info.Stage == until {
			return true
		}
		mine, ok := f.Info.Chair(c.Who.ID)
		switch {
		case f.Ask != nil && f.Ask.ID != answered:
			answered = f.Ask.ID
			_ = c.Do(table.Answer{Who: c.Who.ID, Ask: f.Ask.ID, Move: f.Ask.Legal[len(f.Ask.Legal)-1]})
		case ok && f.Ask == nil && !mine.Ready && f.Info.Stage == table.Playing && len(f.Info.Waits) > 0 &&
			slices.ContainsFunc(f.Info.Waits, func(w table.Wait) bool { return w.Seat == mine.Seat }):
			_ = c.Do(table.Ready{Who: c.Who.ID, Yes: true})
		}
		return false
	})
}

// Pass lets virtual time pass, and everything happen that is due meanwhile. It panics outside of a synctest bubble.
func Pass(d time.Duration) {
	synctest.Wait()
	time.Sleep(d)
	synctest.Wait()
}
