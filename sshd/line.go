package sshd

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"reflect"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"saloon/sshd/stamp"
)

// What one connection may ask for before it is cut.
const (
	sessionsPerLine = 2   // at once: a shared connection with a game and a command
	channelsPerLine = 8   // at once, with those that have ended on our side
	sessionRate     = 5   // new ones a second
	sessionBurst    = 50  // new ones at once
	rejectsMax      = 100 // channels of other kinds
	greetingBytes   = 300 // what a client has sent when its key exchange has begun
)

// greeting is how a client begins (RFC 4253, 4.2). Whatever begins otherwise is no client, and a header of the PROXY
// protocol from somebody who is no proxy is nothing that could be skipped.
const greeting = "SSH-"

// line is one connection, under everything else: it is read no faster than the limits allow, and it ends when nothing
// comes of it.
type line struct {
	net.Conn
	limits Limits
	now    func() time.Time
	log    *slog.Logger
	pass   *pass
	meter  Meter
	forget func() // takes the line off the server's list
	trips  stamp.Trips

	budget   *rate.Limiter // bytes read
	requests *rate.Limiter // global requests
	arrivals *rate.Limiter // sessions
	rejects  atomic.Int32
	read     atomic.Int64                  // bytes
	lately   atomic.Int64                  // when the last of them came, in nanoseconds since 1970
	unread   atomic.Pointer[reflect.Value] // see follow
	done     chan struct{}
	once     sync.Once

	mu       sync.Mutex
	proved   string // the fingerprint of the key that was last found acceptable; compared, never trusted
	authed   bool
	graced   bool // who is to log in has been given the rest of the grace
	channels int  // session channels that are open
	live     int  // of them, those that have not ended on our side
	running  int  // of them, those in which something was started
	beating  bool
	heeding  map[*session]func(bool) // see heed
	patience *time.Timer             // ends the line while nothing runs on it
	quiet    time.Time               // until when no round trip is asked for

	probes chan struct{} // one slot: a round trip is wanted now
}

// lineKey finds the line in a connection's context.
type lineKey struct{}

func newLine(s *Server, conn net.Conn, p *pass) *line {
	l := &line{
		Conn: conn, limits: s.cfg.Limits, now: s.cfg.Now, pass: p, done: make(chan struct{}),
		log: s.cfg.Log.With("line", s.numbered.Add(1)), meter: s.cfg.Meter,
		budget:   rate.NewLimiter(rate.Limit(s.cfg.Limits.ConnectionRate), s.cfg.Limits.ConnectionBurst),
		requests: s.cfg.Limits.requests(),
		arrivals: rate.NewLimiter(sessionRate, sessionBurst), probes: make(chan struct{}, 1),
	}
	l.forget = func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.conns, l)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.patience = time.AfterFunc(min(l.limits.Handshake, l.limits.Grace), l.impatient)
	return l
}

func lineOf(ctx context.Context) *line {
	l, _ := ctx.Value(lineKey{}).(*line)
	return l
}

// Read reads a little, and then waits for as long as the connection is ahead of its budget, or the library behind.
// Nothing that is read is dropped: the other side's window fills up, and it waits as well.
func (l *line) Read(p []byte) (int, error) {
	n, err := l.Conn.Read(p[:min(len(p), mouthful)])
	if n <= 0 || err != nil {
		return n, err
	}
	if at := int(l.read.Add(int64(n))) - n; at < len(greeting) {
		if said := p[:min(n, len(greeting)-at)]; string(said) != greeting[at:at+len(said)] {
			l.cut("not SSH")
			return 0, net.ErrClosed
		}
	}
	now := l.now()
	l.lately.Store(now.UnixNano())
	if r := l.budget.ReserveN(now, min(n, l.limits.ConnectionBurst)); r.OK() {
		if wait := r.DelayFrom(l.now()); wait > 0 {
			l.meter.Limited("bytes of a connection")
			select {
			case <-time.After(wait):
			case <-l.done:
				return 0, net.ErrClosed
			}
		}
	}
	if err := l.digested(); err != nil {
		return 0, err
	}
	return n, nil
}

// heard is when something was last read.
func (l *line) heard() time.Time { return time.Unix(0, l.lately.Load()) }

// requests makes a limiter of a connection's requests or a session's.
func (l Limits) requests() *rate.Limiter {
	return rate.NewLimiter(rate.Limit(l.RequestRate), l.RequestBurst)
}

// Close ends the connection and gives its place back.
func (l *line) Close() error {
	err := net.ErrClosed
	l.once.Do(func() {
		close(l.done)
		l.mu.Lock()
		l.patience.Stop()
		l.mu.Unlock()
		err = l.Conn.Close()
		l.pass.leave()
		l.forget()
	})
	return err
}

// cut closes the connection and says why in the log.
func (l *line) cut(why string) {
	l.log.Info("Connection cut", "why", why)
	l.meter.Cut(why)
	_ = l.Close()
}

// impatient is called when nothing has run on the line for too long. Who has begun the key exchange by then may be
// reading a fingerprint, and has the rest of the grace.
func (l *line) impatient() {
	if why := l.overdue(); why != "" {
		l.cut(why)
	}
}

// overdue says what the line has waited for too long, or waits on.
func (l *line) overdue() (why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	rest := l.limits.Grace - l.limits.Handshake
	switch {
	case l.running > 0:
	case l.authed:
		return "no session"
	case l.read.Load() < greetingBytes:
		return "no handshake"
	case l.graced || rest <= 0:
		return "no log-in"
	default:
		l.graced = true
		select {
		case <-l.done:
		default:
			l.patience.Reset(rest)
		}
	}
	return ""
}

// authenticated is called once the other side has said who it is. From here on it has a while to open a session.
func (l *line) authenticated() {
	l.pass.authenticated()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.authed = true
	l.patience.Reset(l.limits.Start)
}

// offered notes the key that the other side was last told is acceptable.
func (l *line) offered(fingerprint string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.proved = fingerprint
}

// offer is what offered noted; empty if no key was.
func (l *line) offer() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.proved
}

// open takes one more session channel, or says that there are enough.
func (l *line) open() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.live >= sessionsPerLine || l.channels >= channelsPerLine || !l.arrivals.AllowN(l.now(), 1) {
		return false
	}
	l.channels++
	l.live++
	return true
}

// start notes that something runs on the line now, and begins to ask whether the other side is still there.
func (l *line) start(conn gossh.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running++
	l.patience.Stop()
	if !l.beating {
		l.beating = true
		p := newPulse(l, conn)
		go p.run() // contained: contain
	}
}

// heed lets a session be told when the other side does not answer, and when it does again.
func (l *line) heed(s *session, faint func(bool)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.heeding == nil {
		l.heeding = make(map[*session]func(bool))
	}
	l.heeding[s] = faint
}

// unheed ends what heed began, if it did.
func (l *line) unheed(s *session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.heeding, s)
}

// faint tells the sessions that the other side does not answer, or does again.
func (l *line) faint(yes bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, tell := range l.heeding {
		tell(yes)
	}
}

// finish notes that a session has ended on our side. From here on the client may open another one, though this
// channel is open until both sides have closed it.
func (l *line) finish() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.live--
}

// end gives back what open and, if something ran, start took. A line on which nothing runs ends after a while.
func (l *line) end(ran bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.channels--
	if ran {
		l.running-- // and finish was called, or will be
	} else {
		l.live--
	}
	select {
	case <-l.done:
	default:
		if l.running == 0 {
			l.patience.Reset(l.limits.Start)
		}
	}
}

// contain ends a panic in a goroutine of the line: it is logged, and the line is cut.
func (l *line) contain() {
	if r := recover(); r != nil {
		l.log.Error("A connection's watch panicked", "panic", r, "stack", string(debug.Stack()))
		_ = l.Close()
	}
}

// refuse answers every channel that is not a session: nothing is forwarded here.
func (l *line) refuse(nc gossh.NewChannel) {
	_ = nc.Reject(gossh.Prohibited, "only sessions, nothing is forwarded here")
	if l.rejects.Add(1) >= rejectsMax {
		l.cut("too many channels")
	}
}

// request answers every global request: there is nothing to ask for, only keepalives to be answered.
func (l *line) request() (bool, []byte) {
	if !l.requests.AllowN(l.now(), 1) {
		l.cut("too many requests")
	}
	return false, nil
}

// connect is where every connection begins, before its first byte is read.
func (s *Server) connect(ctx ssh.Context, conn net.Conn) net.Conn {
	if s.closing() {
		return nil
	}
	var brought *proxied
	var p *pass
	var why string
	if s.proxy(conn.RemoteAddr()) {
		brought = &proxied{Conn: conn}
		conn = brought
		p, why = s.gate.knock()
	} else {
		p, why = s.gate.enter(conn.RemoteAddr())
	}
	if p == nil {
		s.refused(conn, why)
		return nil
	}
	l := newLine(s, conn, p)
	s.mu.Lock()
	s.conns[l] = struct{}{}
	s.mu.Unlock()
	if s.closing() { // Shutdown may have gone through the list before
		_ = l.Close()
		return nil
	}
	if brought != nil && !s.unwrap(l, brought) {
		return nil
	}
	l.log.Debug("Connection opened", "remote", conn.RemoteAddr().String()) // the only line that says from where
	ctx.SetValue(lineKey{}, l)
	return l
}

// unwrap finds out whom a proxy brought, and whether they are let in; if not, the line is closed.
func (s *Server) unwrap(l *line, brought *proxied) bool {
	somebody, err := brought.head(l.limits.Header)
	switch {
	case errors.Is(err, errChecked):
		_ = l.Close()
		return false
	case err != nil:
		l.log.Debug("A proxy's header could not be read", "remote", brought.RemoteAddr().String(), "err", err)
		l.cut("no header of a proxy")
		return false
	case !somebody:
		return true
	}
	if why := l.pass.behind(brought.from); why != "" {
		s.refused(brought, why)
		_ = l.Close()
		return false
	}
	return true
}

// refused counts a connection that is not let in.
func (s *Server) refused(conn net.Conn, why string) {
	s.cfg.Log.Debug("Connection refused", "remote", conn.RemoteAddr().String(), "why", why)
	s.cfg.Meter.Refused(why)
}

// errGone is why a session ends whose other side is no longer there.
var errGone = errors.New("the line is gone")
