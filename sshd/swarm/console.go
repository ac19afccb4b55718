package swarm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"saloon/sshd/swarm/grid"
)

// Console is one session at a cheap terminal: what a crowd of thousands can afford. Where a Terminal emulates
// everything, a Console keeps cells, and looks at them for the one thing that its person waits for.
type Console struct {
	conn *ssh.Client
	sess *ssh.Session
	keys io.WriteCloser
	cut  func() // ends the connection without a word

	mu     sync.Mutex
	screen *grid.Grid
	wait   func(*grid.Grid) bool // what is waited for; nil for nothing
	came   chan time.Time        // when it came; one slot
	ended  error                 // why no more will come
	over   chan struct{}         // closed then
	sample *sample               // nil on most consoles

	traffic *traffic
	started sync.Once
	first   chan struct{} // closed when something has come
}

// traffic counts what comes in on many consoles.
type traffic struct {
	bytes, frames atomic.Int64
}

// Outcomes of waiting.
var (
	errLate = errors.New("it did not come in time")
	errOver = errors.New("the session ended")
	errMoot = errors.New("it was so already")
)

// Open logs in and starts reading. What comes in is counted in t, together: an arrival is a frame, so that two which
// come at the same moment count as one. A sample, if there is one, sees them, too.
func Open(ctx context.Context, l Login, t *traffic, s *sample) (*Console, error) {
	var tcp net.Conn
	dial := l.dialer()
	l.Dial = func(ctx context.Context, addr string) (net.Conn, error) {
		var err error
		tcp, err = dial(ctx, addr)
		return tcp, err
	}
	conn, err := connect(ctx, l)
	if err != nil {
		return nil, err
	}
	c := &Console{
		conn: conn, screen: grid.New(l.W, l.H), came: make(chan time.Time, 1), over: make(chan struct{}),
		first: make(chan struct{}), traffic: t, sample: s,
	}
	c.cut = func() {
		if tcp, ok := tcp.(interface{ SetLinger(int) error }); ok {
			_ = tcp.SetLinger(0) // nothing is sent that says goodbye
		}
		_ = tcp.Close()
	}
	out, err := c.open(l)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	go c.read(out) // contained: it reads and looks; a panic in it is a mistake of the swarm, which has no one to save
	return c, nil
}

func (c *Console) open(l Login) (io.Reader, error) {
	var err error
	if c.sess, err = c.conn.NewSession(); err != nil {
		return nil, err
	}
	if err := c.sess.RequestPty(l.Term, l.H, l.W, ssh.TerminalModes{}); err != nil {
		return nil, err
	}
	out, err := c.sess.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if c.keys, err = c.sess.StdinPipe(); err != nil {
		return nil, err
	}
	if l.Command == "" {
		return out, c.sess.Shell()
	}
	return out, c.sess.Start(l.Command)
}

// readBytes is how much is read at once: more than a frame has.
const readBytes = 16 << 10

func (c *Console) read(out io.Reader) {
	buf := make([]byte, readBytes)
	for {
		n, err := out.Read(buf)
		now := time.Now()
		if n > 0 {
			c.traffic.bytes.Add(int64(n))
			c.traffic.frames.Add(1)
			c.started.Do(func() { close(c.first) })
			c.show(buf[:n], now)
		}
		if err != nil {
			c.mu.Lock()
			c.ended = fmt.Errorf("%w: %w", errOver, err)
			c.mu.Unlock()
			close(c.over)
			return
		}
	}
}

// show brings what came in to the screen, answers for the terminal, and looks for what is waited for.
func (c *Console) show(p []byte, now time.Time) {
	c.mu.Lock()
	if c.sample != nil {
		c.sample.before(c.screen)
	}
	_, _ = c.screen.Write(p)
	if c.sample != nil {
		c.sample.after(c.screen, len(p))
	}
	replies := c.screen.Replies()
	if c.wait != nil && c.wait(c.screen) {
		c.wait = nil
		c.came <- now // there is room: one waits at a time, and takes it or forgets it with the lock held
	}
	c.mu.Unlock()
	if replies != "" {
		_ = c.Press(replies) // a line that is gone is noticed by the next read
	}
}

// Press types keys, as the bytes that a terminal would send.
func (c *Console) Press(keys string) error {
	_, err := io.WriteString(c.keys, keys)
	return err
}

// Resize changes the size of the terminal.
func (c *Console) Resize(w, h int) error {
	c.mu.Lock()
	c.screen.Resize(w, h)
	c.mu.Unlock()
	return c.sess.WindowChange(h, w)
}

// Look lets somebody look at the screen.
func (c *Console) Look(at func(*grid.Grid)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at(c.screen)
}

// Until waits until a condition holds on the screen, for so long at most, and says when what made it hold came in; if
// it holds already, now. It fails with errLate, errOver or the context's error. One goroutine may wait at a time.
func (c *Console) Until(ctx context.Context, most time.Duration, holds func(*grid.Grid) bool) (time.Time, error) {
	c.mu.Lock()
	if holds(c.screen) {
		c.mu.Unlock()
		return time.Now(), nil
	}
	c.wait = holds
	c.mu.Unlock()
	timer := time.NewTimer(most)
	defer timer.Stop()
	err := errLate
	select {
	case at := <-c.came:
		return at, nil
	case <-c.over:
		err = c.ended
	case <-ctx.Done():
		err = ctx.Err()
	case <-timer.C:
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wait = nil
	select { // it may have come just now
	case at := <-c.came:
		return at, nil
	default:
		return time.Time{}, err
	}
}

// Answer presses keys and waits for a condition that holds once the screen shows what came of them. It returns how long
// that took, from before the first byte was written until what made the condition hold was read. If it holds already,
// nothing can be measured: the keys are pressed all the same, and the error is errMoot.
func (c *Console) Answer(ctx context.Context, keys string, most time.Duration,
	holds func(*grid.Grid) bool) (time.Duration, error) {
	moot := false
	c.Look(func(g *grid.Grid) { moot = holds(g) })
	pressed := time.Now()
	if err := c.Press(keys); err != nil {
		return 0, err
	}
	if moot {
		return 0, errMoot
	}
	at, err := c.Until(ctx, most, holds)
	return at.Sub(pressed), err
}

// Started is closed when something has come in.
func (c *Console) Started() <-chan struct{} { return c.first }

// Over is closed when the session has ended.
func (c *Console) Over() <-chan struct{} { return c.over }

// Drop ends the connection without a word, as a line does that breaks.
func (c *Console) Drop() { c.cut() }

// Close hangs up.
func (c *Console) Close() error { return errors.Join(c.sess.Close(), c.conn.Close()) }
