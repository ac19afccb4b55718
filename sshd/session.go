package sshd

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"saloon/lobby"
	"saloon/sshd/stamp"
)

// What a terminal may be, in cells. More is drawn by nobody, and cells cost memory.
const (
	WidthMax  = 400
	HeightMax = 150
)

// size is a terminal's, in cells.
type size struct{ w, h int }

// clamp makes a size out of what a client says: what it does not know is 80×24.
func clamp(w, h uint32) size {
	s := size{80, 24}
	if w > 0 {
		s.w = int(min(w, WidthMax))
	}
	if h > 0 {
		s.h = int(min(h, HeightMax))
	}
	return s
}

// session is one session as the middleware sees it: the library's, over a channel, a context and a terminal of ours.
type session struct {
	ssh.Session
	server *Server
	line   *line
	log    *slog.Logger
	ctx    context.Context
	cancel context.CancelCauseFunc
	times  *stamp.Times
	marks  stamp.Marks
	id     lobby.Identity
	intent Intent
	// admitted is set once the session counts for its key. The server's lock guards it.
	admitted bool
	raw      *channel // without the library's translation of newlines
	// finished is closed when the middleware is through with the session.
	finished chan struct{}

	// The terminal, as the client described it. It is written before the session starts, and only read afterwards.
	pty  bool
	term string
	env  []string

	keyed   atomic.Int64 // when the person last did something, in ns since 1970
	resized chan size    // one slot: the newest size that nobody has looked at

	mu   sync.Mutex
	size size
	code int
	out  bool // the exit status was sent
}

// touch notes that the person did something.
func (s *session) touch() { s.keyed.Store(s.line.now().UnixNano()) }

// touched is when the person last did something, or came.
func (s *session) touched() time.Time { return time.Unix(0, s.keyed.Load()) }

// resize notes a new size. It never waits: a newer size replaces one that nobody has looked at.
func (s *session) resize(to size) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.size = to
	select {
	case <-s.resized:
	default:
	}
	s.resized <- to // there is room: only resize puts anything in, one at a time
}

// dimensions is the newest size.
func (s *session) dimensions() size {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size
}

// Exit sends the exit status, once, and closes the channel.
func (s *session) Exit(code int) error {
	s.mu.Lock()
	if s.out {
		s.mu.Unlock()
		return nil
	}
	s.out, s.code = true, code
	s.mu.Unlock()
	s.line.finish()
	return s.Session.Exit(code)
}

// status is the exit status that was sent; -1 before.
func (s *session) status() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.out {
		return -1
	}
	return s.code
}

// channel is a session's channel under the library's session: its reads and writes are stamped, and a write that is
// stuck ends the connection. There is no other way to end such a write.
type channel struct {
	gossh.Channel
	in    io.Reader
	outMu sync.Mutex
	out   io.Writer
	stuck time.Duration
	timer *time.Timer
	cut   func()

	times    *stamp.Times
	answered time.Time // the read that the last write answered
	meter    Meter
}

func newChannel(ch gossh.Channel, times *stamp.Times, l *line) *channel {
	return &channel{
		Channel: ch, in: times.Reader(ch), out: times.Writer(ch), stuck: l.limits.Stuck,
		cut: func() { l.cut("write stuck") }, times: times, answered: times.Read(), meter: l.meter,
	}
}

func (c *channel) Read(p []byte) (int, error) { return c.in.Read(p) }

func (c *channel) Write(p []byte) (int, error) {
	c.outMu.Lock()
	defer c.outMu.Unlock()
	c.arm()
	defer c.timer.Stop()
	read := c.times.Read()
	n, err := c.out.Write(p)
	if n > 0 && read.After(c.answered) {
		c.answered = read
		c.meter.Answered(c.times.Wrote().Sub(read))
	}
	return n, err
}

// arm starts the watch over a write. It is called with the lock held.
func (c *channel) arm() {
	if c.timer == nil {
		c.timer = time.AfterFunc(c.stuck, c.cut)
		return
	}
	c.timer.Reset(c.stuck)
}

// Stderr is the channel's other stream, watched like the first.
func (c *channel) Stderr() io.ReadWriter { return errStream{c.Channel.Stderr(), c} }

type errStream struct {
	io.ReadWriter
	c *channel
}

func (e errStream) Write(p []byte) (int, error) {
	e.c.outMu.Lock()
	defer e.c.outMu.Unlock()
	e.c.arm()
	defer e.c.timer.Stop()
	return e.ReadWriter.Write(p)
}

// errQuiet is why a session ends that nobody has touched for too long.
var errQuiet = errors.New("nobody was here for a long while: come back any time, everything is kept")
