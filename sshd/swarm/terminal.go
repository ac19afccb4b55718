package swarm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
	"golang.org/x/crypto/ssh"
)

// Login says where and as whom a terminal comes in.
type Login struct {
	Addr    string // HOST:PORT
	User    string // the login name: only a suggestion for a name
	Key     ssh.Signer
	Command string // what stands behind the host's name; empty for the lobby
	Term    string // TERM; xterm-256color if empty
	W, H    int    // cells; 80×24 if zero

	// Dial makes the connection; that of net.Dialer if nil.
	Dial func(ctx context.Context, addr string) (net.Conn, error)
	// Heard gets everything that comes in as soon as it is read, and says what of it the emulator is to see; all of it
	// if nil.
	Heard func(b []byte, at time.Time) []byte
	// Asked is called before a question of the server to the client is answered, such as whether it is still there. It
	// may take its time.
	Asked func()
}

// dialTimeout bounds the way in.
const dialTimeout = 20 * time.Second

// Line is what a terminal hangs at: a session of our own, or a client of somebody else's.
type Line interface {
	io.ReadWriteCloser
	// Resize tells the other side how many cells there are from now on.
	Resize(w, h int) error
}

// Terminal is one session at an emulated terminal.
type Terminal struct {
	line Line

	heard func(b []byte, at time.Time) []byte

	mu      sync.Mutex
	screen  *vt.Emulator
	mended  mend
	text    []byte        // everything that came in, for terminals without a screen
	changed chan struct{} // closed and made again at each arrival
	ended   error         // why no more will come

	received atomic.Int64
	last     atomic.Int64 // when bytes last came in, nanoseconds since 1970
}

// Dial logs in and starts reading.
func Dial(ctx context.Context, l Login) (*Terminal, error) {
	if l.W == 0 {
		l.W, l.H = 80, 24
	}
	if l.Term == "" {
		l.Term = "xterm-256color"
	}
	conn, err := connect(ctx, l)
	if err != nil {
		return nil, err
	}
	line, err := open(conn, l)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return attach(line, l.W, l.H, l.Heard), nil
}

// Attach puts an emulated terminal of w×h cells, both at least 1, before a line and starts reading. Closing the
// terminal closes the line.
func Attach(line Line, w, h int) *Terminal { return attach(line, w, h, nil) }

func attach(line Line, w, h int, heard func(b []byte, at time.Time) []byte) *Terminal {
	t := &Terminal{line: line, heard: heard, screen: vt.NewEmulator(w, h), changed: make(chan struct{})}
	go t.answer() // contained: it only copies bytes
	go t.read()   // contained: the emulator is fed under recover
	return t
}

// dialer is what makes the connection.
func (l Login) dialer() func(ctx context.Context, addr string) (net.Conn, error) {
	if l.Dial != nil {
		return l.Dial
	}
	d := net.Dialer{Timeout: dialTimeout}
	return func(ctx context.Context, addr string) (net.Conn, error) { return d.DialContext(ctx, "tcp", addr) }
}

// connect makes the SSH connection. Host keys are not checked: it is for one's own server.
func connect(ctx context.Context, l Login) (*ssh.Client, error) {
	tcp, err := l.dialer()(ctx, l.Addr)
	if err != nil {
		return nil, err
	}
	if err := tcp.SetDeadline(time.Now().Add(dialTimeout)); err != nil {
		return nil, errors.Join(err, tcp.Close())
	}
	c, chans, reqs, err := ssh.NewClientConn(tcp, l.Addr, &ssh.ClientConfig{
		User: l.User, Auth: []ssh.AuthMethod{ssh.PublicKeys(l.Key)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		return nil, errors.Join(err, tcp.Close())
	}
	if err := tcp.SetDeadline(time.Time{}); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	if l.Asked != nil {
		mine := make(chan *ssh.Request)
		go slowly(reqs, mine, l.Asked) // contained: it only hands requests on
		reqs = mine
	}
	return ssh.NewClient(c, chans, reqs), nil
}

// slowly hands requests on, each after what is to be done first.
func slowly(from <-chan *ssh.Request, to chan<- *ssh.Request, first func()) {
	defer close(to)
	for r := range from {
		first()
		to <- r
	}
}

// session is a line of our own: one session on one connection.
type session struct {
	conn *ssh.Client
	*ssh.Session
	io.Reader
	io.WriteCloser
}

func open(conn *ssh.Client, l Login) (*session, error) {
	s := &session{conn: conn}
	var err error
	if s.Session, err = conn.NewSession(); err != nil {
		return nil, err
	}
	if err := s.RequestPty(l.Term, l.H, l.W, ssh.TerminalModes{}); err != nil {
		return nil, err
	}
	if s.Reader, err = s.StdoutPipe(); err != nil {
		return nil, err
	}
	if s.WriteCloser, err = s.StdinPipe(); err != nil {
		return nil, err
	}
	if l.Command == "" {
		return s, s.Shell()
	}
	return s, s.Start(l.Command)
}

// Resize sends a new size.
func (s *session) Resize(w, h int) error { return s.WindowChange(h, w) }

// Close hangs up.
func (s *session) Close() error { return errors.Join(s.Session.Close(), s.conn.Close()) }

// answer sends what the emulator replies to the server's questions.
func (t *Terminal) answer() { _, _ = io.Copy(t.line, t.screen) }

func (t *Terminal) read() {
	buf := make([]byte, 32<<10)
	for {
		n, err := t.line.Read(buf)
		now := time.Now()
		b := buf[:n]
		if t.heard != nil {
			b = t.heard(b, now)
		}
		t.received.Add(int64(n))
		t.last.Store(now.UnixNano())
		t.mu.Lock()
		t.feed(b)
		if err != nil {
			t.ended = err
		}
		close(t.changed)
		t.changed = make(chan struct{})
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// textMax bounds the raw text that is kept.
const textMax = 1 << 20

// feed is called with the lock held.
func (t *Terminal) feed(b []byte) {
	defer func() {
		if p := recover(); p != nil {
			t.ended = fmt.Errorf("the emulator: %v", p)
		}
	}()
	if len(t.text) < textMax {
		t.text = append(t.text, b...)
	}
	_, _ = t.screen.Write(t.mended.bytes(b))
}

// Press types keys, as the bytes that a terminal would send.
func (t *Terminal) Press(keys string) error {
	_, err := io.WriteString(t.line, keys)
	return err
}

// Resize changes the size of the terminal.
func (t *Terminal) Resize(w, h int) error {
	t.mu.Lock()
	t.screen.Resize(w, h)
	t.mu.Unlock()
	return t.line.Resize(w, h)
}

// Screen is what stands on the screen, line by line, blanks at the ends cut off.
func (t *Terminal) Screen() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(t.screen.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \r")
	}
	return lines
}

// Look shows the emulated screen to a function, cell by cell, while nothing changes on it. The function must not keep
// it.
func (t *Terminal) Look(at func(screen uv.Screen)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at(t.screen)
}

// Text is everything that came in, as it came.
func (t *Terminal) Text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}

// Received is the number of bytes that came in.
func (t *Terminal) Received() int64 { return t.received.Load() }

// LastArrival is when bytes last came in.
func (t *Terminal) LastArrival() time.Time { return time.Unix(0, t.last.Load()) }

// Until waits until a condition holds on the screen. It fails when the context ends or the session does, with what was
// on the screen then.
func (t *Terminal) Until(ctx context.Context, what string, holds func(screen []string) bool) error {
	for {
		t.mu.Lock()
		changed, ended := t.changed, t.ended
		t.mu.Unlock()
		if holds(t.Screen()) {
			return nil
		}
		if ended != nil {
			last := strings.Join(t.Screen(), "\n")
			return fmt.Errorf("waiting for %s: the session ended (%w) with\n%s", what, ended, last)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("waiting for %s: %w, with\n%s", what, ctx.Err(), strings.Join(t.Screen(), "\n"))
		}
	}
}

// Sees waits until a text stands on the screen.
func (t *Terminal) Sees(ctx context.Context, text string) error {
	return t.Until(ctx, fmt.Sprintf("%q", text), func(screen []string) bool { return On(screen, text) })
}

// On reports whether a text stands on one line of a screen.
func On(screen []string, text string) bool {
	for _, line := range screen {
		if strings.Contains(line, text) {
			return true
		}
	}
	return false
}

// Close hangs up. The emulator is still being fed then; what it replies goes nowhere.
func (t *Terminal) Close() error {
	err := t.line.Close()
	if replies, ok := t.screen.InputPipe().(io.Closer); ok {
		err = errors.Join(err, replies.Close())
	}
	return err
}
