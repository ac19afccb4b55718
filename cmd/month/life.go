package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"saloon/data"
	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/admin"
)

func stack() []byte { return debug.Stack() }

// life is one server process, from its start to its end.
type life struct {
	m      *month
	n      int
	kits   []bot.Kit
	store  *data.Store
	ports  ports
	house  *lobby.House
	office *admin.Office
	ctx    context.Context
	end    context.CancelFunc

	// Guarded by month.mu:
	dead bool // nothing that anybody is told counts any more
	fuse *fuse
}

// fuse is a kill that is about to happen.
type fuse struct {
	left   int // commits until then
	how    kind
	burnt  bool          // the copy is made
	burned chan struct{} // closed when the copy is complete
}

// kind is what a kill leaves behind.
type kind int

const (
	whole  kind = iota // all that was committed and told
	torn               // and a part of the next transaction
	unseen             // and the next transaction, of which nobody was told
	kinds
)

// up starts the next server on the data directory, looks at everything, and lets people in.
func (m *month) up() error {
	m.mu.Lock()
	m.tally.restarts++
	l := &life{m: m, n: m.tally.restarts, kits: kitsOf(m.version)}
	m.mu.Unlock()
	l.ctx, l.end = context.WithCancel(m.ctx)
	cfg := m.config(l)
	store, err := data.Open(l.ctx, cfg)
	if err != nil {
		return fmt.Errorf("server %d does not start: %w", l.n, err)
	}
	l.store, l.ports = store, ports{store, l}
	m.compare(store, false)
	kept, err := store.Running(l.ctx)
	if err != nil {
		return errors.Join(err, store.Close())
	}
	l.house, err = lobby.Open(l.ctx, lobby.Deps{
		Kits: l.kits, Players: l.ports, Results: l.ports, Tables: l.ports, Clubs: l.ports, Orders: l.ports,
		Now: time.Now, Entropy: newChance(m.seed, uint64(l.n)), Log: cfg.Log,
		QuickWait: time.Minute, Pace: lobby.BotPace{Min: 500 * time.Millisecond, Max: 2 * time.Second},
	})
	if err != nil {
		return errors.Join(fmt.Errorf("server %d has no house: %w", l.n, err), store.Close())
	}
	l.office = &admin.Office{Store: l.ports, House: l.house, Kits: l.kits, Backups: m.data, Now: time.Now,
		Entropy: newChance(m.seed, uint64(l.n)+1<<32), Log: cfg.Log}
	m.look(l, kept)
	m.mu.Lock()
	m.life = l
	close(m.opened)
	m.mu.Unlock()
	return nil
}

func (m *month) config(l *life) data.Config {
	log := slog.New(alarm{Handler: slog.DiscardHandler, l: l})
	c := data.Config{Dir: m.data, Rate: lobby.RateMatch, Now: time.Now, Log: log}
	if l != nil {
		c.Committed = l.committed
	}
	return c
}

// down takes a server away: from now on nothing counts that it says. It must be told to close beforehand, or is killed.
func (m *month) down(l *life) {
	m.mu.Lock()
	l.dead = true
	if m.life == l {
		m.life, m.opened = nil, make(chan struct{})
	}
	m.mu.Unlock()
	l.end()
}

// kill drops a server after a few more commits, or as it stands if there are none.
func (m *month) kill() error {
	l := m.life
	f := &fuse{left: m.r.IntN(40), how: kind(m.r.IntN(int(kinds))), burned: make(chan struct{})}
	m.mu.Lock()
	l.fuse = f
	m.mu.Unlock()
	select {
	case <-f.burned:
	case <-time.After(2 * time.Hour):
		m.quiet()
		l.burn()
	}
	m.down(l)
	closing, cancel := context.WithTimeout(m.ctx, time.Minute)
	defer cancel()
	_ = l.house.Close(closing) // whatever it writes goes into files that are thrown away
	m.quiet()
	_ = l.store.Close()
	for _, part := range []string{".seal", "-wal", "-shm", ""} {
		if err := os.Remove(m.file() + part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, part := range []string{"-wal", ""} {
		if err := os.Rename(m.limbo()+part, m.file()+part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	m.say("server %d was killed (%s)", l.n, [...]string{"whole", "in a transaction", "before it said so"}[f.how])
	time.Sleep(time.Duration(1+m.r.IntN(30)) * time.Second)
	return m.up()
}

func (m *month) file() string  { return filepath.Join(m.data, "saloon.db") }
func (m *month) limbo() string { return filepath.Join(filepath.Dir(m.data), "limbo.db") }

// committed is called by the store's writer between two commits.
func (l *life) committed(time.Duration, int, error) {
	m := l.m
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tally.commits++
	switch f := l.fuse; {
	case f == nil:
	case f.burnt:
		m.finish(f)
	case f.left > 0:
		f.left--
	default:
		l.strike()
	}
}

// burn is a kill while nothing is written.
func (l *life) burn() {
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	if !l.fuse.burnt {
		l.strike()
	}
	l.m.finish(l.fuse)
}

// strike copies the files as they are. It is called with the lock held, while nobody writes.
func (l *life) strike() {
	m, f := l.m, l.fuse
	l.dead, f.burnt = true, true
	for _, part := range []string{"", "-wal"} {
		if err := copyFile(m.file()+part, m.limbo()+part); err != nil {
			m.faults = append(m.faults, err)
		}
	}
	if f.how == whole {
		m.finish(f)
	}
}

// finish adds to a copy what the next commit left, a part of it or all. It is called with the lock held.
func (m *month) finish(f *fuse) {
	select {
	case <-f.burned:
		return
	default:
	}
	defer close(f.burned)
	before, err := os.ReadFile(m.limbo() + "-wal")
	after, err2 := os.ReadFile(m.file() + "-wal")
	if f.how == whole || err != nil || err2 != nil {
		return
	}
	if f.how == torn {
		after = tornBetween(before, after, rand.New(rand.NewPCG(m.seed, uint64(len(after)))))
	}
	if bytes.Equal(before, after) {
		return // nothing was written since
	}
	if m.tally.unseen++; f.how == torn {
		m.tally.unseen--
		m.tally.torn++
	}
	if err := os.WriteFile(m.limbo()+"-wal", after, 0o600); err != nil {
		m.faults = append(m.faults, err)
	}
}

// tornBetween is a file on its way from one content to another, which is written from its beginning on.
func tornBetween(before, after []byte, r *rand.Rand) []byte {
	from := 0
	for from < len(before) && from < len(after) && before[from] == after[from] {
		from++
	}
	to := len(after)
	for to > from && to <= len(before) && before[to-1] == after[to-1] {
		to--
	}
	if to-from < 2 {
		return before
	}
	cut := from + 1 + r.IntN(to-from-1)
	out := append([]byte(nil), after[:cut]...)
	if cut < len(before) {
		out = append(out, before[cut:]...)
	}
	return out
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() // only read
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// stop closes a server as a signal does.
func (m *month) stop(l *life) error {
	began := time.Now()
	closing, cancel := context.WithTimeout(m.ctx, time.Minute)
	defer cancel()
	err := l.house.Close(closing)
	if took := time.Since(began); took > 3*time.Second {
		m.fault("the house took %v to close", took)
	}
	m.quiet()
	m.down(l)
	m.quiet()
	return errors.Join(err, l.store.Close())
}

// upgrade lets another version take over, whose states look different.
func (m *month) upgrade() error {
	l := m.life
	_, err := l.say("broadcast", "A", "new", "version", "comes") // refused where nobody hears it
	m.refused(l, "broadcast", err)
	if err := l.house.Drain(l.ctx, "A new version comes in a minute."); err != nil {
		return err
	}
	time.Sleep(time.Minute)
	if err := m.stop(l); err != nil {
		return err
	}
	m.version++
	m.say("server %d was upgraded", l.n)
	time.Sleep(2 * time.Second)
	return m.up()
}

// last closes the house for good and looks at everything once more.
func (m *month) last() error {
	m.mu.Lock()
	l := m.life
	m.mu.Unlock()
	if l == nil {
		return nil
	}
	return errors.Join(m.stop(l), m.audit())
}

// alarm makes faults of errors that a server logs.
type alarm struct {
	slog.Handler
	l *life
}

// Enabled lets errors through.
func (alarm) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelError }

// Handle tells of one.
func (a alarm) Handle(_ context.Context, r slog.Record) error {
	if a.l == nil || a.l.gone() || a.l.m.noRoomNow() {
		return nil
	}
	var b strings.Builder
	r.Attrs(func(at slog.Attr) bool {
		fmt.Fprintf(&b, " %s=%v", at.Key, at.Value)
		return true
	})
	a.l.m.fault("the server says: %s%s", r.Message, b.String())
	return nil
}

// WithAttrs forgets attributes: what is said is enough.
func (a alarm) WithAttrs([]slog.Attr) slog.Handler { return a }

// WithGroup forgets groups.
func (a alarm) WithGroup(string) slog.Handler { return a }

// gone reports whether a server was killed or closed.
func (l *life) gone() bool {
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	return l.dead
}

// chance is a house's chance, for all its tables.
type chance struct {
	mu  sync.Mutex
	src *rand.ChaCha8
}

func newChance(seed, n uint64) *chance {
	var key [32]byte
	for i := range 8 {
		key[i], key[8+i] = byte(seed>>(8*i)), byte(n>>(8*i))
	}
	return &chance{src: rand.NewChaCha8(key)}
}

// Read fills a buffer.
func (c *chance) Read(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.src.Read(b)
}
