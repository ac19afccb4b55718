package sshd

import (
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// deafReaders is how many guests stop reading at once.
const deafReaders = 20

// deaf comes in, has much written, and does not read a byte of it.
func (d *door) deaf(c *gossh.Client) error {
	ch, err := opens(c)
	if err != nil {
		return err
	}
	if _, err := ch.SendRequest("pty-req", true, gossh.Marshal(ptyRequest{Term: "xterm", W: 80, H: 24})); err != nil {
		return err
	}
	if _, err := ch.SendRequest("shell", true, nil); err != nil {
		return err
	}
	_, err = io.WriteString(ch, "F")
	return err
}

func TestHostileReadersWhoStop(t *testing.T) {
	m := &tally{}
	hostile(t, func(d *door) {
		var all sync.WaitGroup
		for range deafReaders {
			all.Go(func() {
				c, err := d.dial(login("deaf", guest))
				if err != nil {
					t.Error(err)
					return
				}
				if err := d.deaf(c); err != nil {
					t.Error(err)
				}
				_ = c.Wait() // until the door has had enough
			})
		}
		all.Wait()
		if !m.has("cut: write stuck") {
			t.Error("it is not counted")
		}
	}, func(c *Config) { c.Meter = m }, limited(func(l *Limits) { l.Stuck = 3 * time.Second }))
}

// frail is a connection that breaks once so many bytes have been written or read, or from then on only hangs.
type frail struct {
	net.Conn
	write, read atomic.Int64 // bytes that are left
	hangs       bool
	broken      chan struct{}
	once        sync.Once
}

var errFrail = errors.New("the line broke")

// take takes bytes off what is left, and breaks the line at its end.
func (f *frail) take(left *atomic.Int64, n int) (int, error) {
	if rest := left.Add(-int64(n)); rest >= 0 {
		return n, nil
	} else if part := n + int(rest); part > 0 {
		return part, nil // the next one breaks it
	}
	if f.hangs {
		<-f.broken
		return 0, errFrail
	}
	_ = f.Close()
	return 0, errFrail
}

func (f *frail) Write(p []byte) (int, error) {
	n, err := f.take(&f.write, len(p))
	if err != nil {
		return 0, err
	}
	if m, err := f.Conn.Write(p[:n]); err != nil || n < len(p) {
		return m, errors.Join(err, io.ErrShortWrite)
	}
	return n, nil
}

func (f *frail) Read(p []byte) (int, error) {
	n, err := f.take(&f.read, 1)
	if err != nil || n == 0 {
		return 0, err
	}
	got, err := f.Conn.Read(p)
	f.read.Add(1 - int64(got))
	return got, err
}

func (f *frail) Close() error {
	f.once.Do(func() { close(f.broken) })
	return f.Conn.Close()
}

// visits does what guests do, for as long as their line holds.
func (d *door) visits(c net.Conn) {
	defer c.Close()
	conn, chans, reqs, err := gossh.NewClientConn(c, d.addr, login("anna", guest))
	if err != nil {
		return
	}
	client := gossh.NewClient(conn, chans, reqs)
	defer client.Close()
	ch, err := opens(client)
	if err != nil {
		return
	}
	for _, req := range []struct {
		name    string
		payload []byte
	}{
		{"env", gossh.Marshal(struct{ K, V string }{"LANG", "C"})},
		{"pty-req", gossh.Marshal(ptyRequest{Term: "xterm", W: 80, H: 24})}, {"shell", nil},
		{"window-change", gossh.Marshal(struct{ W, H, X, Y uint32 }{W: 90, H: 30})},
	} {
		if _, err := ch.SendRequest(req.name, req.name != "window-change", req.payload); err != nil {
			return
		}
	}
	for _, text := range []string{"x", "\x1b[A", "\x1b[200~pasted\x1b[201~", "q"} {
		if _, err := io.WriteString(ch, text); err != nil {
			return
		}
	}
	_, _ = io.Copy(io.Discard, ch)
}

func TestHostileCutsAtEveryStage(t *testing.T) {
	hostile(t, func(d *door) {
		slots := make(chan struct{}, 4)
		var all sync.WaitGroup
		try := func(write, read int64, hangs, reset bool) {
			slots <- struct{}{}
			all.Go(func() {
				defer func() { <-slots }()
				tcp := d.from("127.0.0.1", nil)
				if reset {
					_ = tcp.(*net.TCPConn).SetLinger(0)
				}
				f := &frail{Conn: tcp, hangs: hangs, broken: make(chan struct{})}
				f.write.Store(write)
				f.read.Store(read)
				if hangs {
					cut := time.AfterFunc(time.Second, func() { _ = f.Close() })
					defer cut.Stop()
				}
				d.visits(f)
			})
		}
		const whole = 1 << 20 // more than a visit takes
		for at := int64(0); at < 4500; at += 45 {
			try(at, whole, false, at%2 == 0)
			try(whole, at, false, at%2 == 1)
		}
		for at := int64(0); at < 4500; at += 300 {
			try(at, whole, true, true)
		}
		all.Wait()
	}, limited(func(l *Limits) { l.Handshake, l.Grace, l.Start = time.Second, 2*time.Second, 2*time.Second }))
}

// TestHostileNetworksThatStop leaves lines without a word: their buffers fill, and nobody says good-bye.
func TestHostileNetworksThatStop(t *testing.T) {
	m := &tally{}
	hostile(t, func(d *door) {
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				f := &frail{Conn: d.from("127.0.0.1", nil), hangs: true, broken: make(chan struct{})}
				f.write.Store(1 << 30)
				f.read.Store(1 << 30)
				conn, chans, reqs, err := gossh.NewClientConn(f, d.addr, login("anna", guest))
				if err != nil {
					t.Error(err)
					return
				}
				client := gossh.NewClient(conn, chans, reqs)
				defer client.Close()
				if err := d.deaf(client); err != nil {
					t.Error(err)
				}
				f.read.Store(int64(100 * i)) // and not a byte more
				if !eventually(func() bool {
					from := f.LocalAddr().String()
					for _, l := range d.lines() {
						if l.RemoteAddr().String() == from {
							return false
						}
					}
					return true
				}) {
					t.Error("the door has not given this line up")
				}
			})
		}
		all.Wait()
		m.mu.Lock()
		defer m.mu.Unlock()
		said := strings.Join(m.said, " ")
		if !strings.Contains(said, "cut: write stuck") && !strings.Contains(said, "no answer") {
			t.Error("they are not counted")
		}
	}, func(c *Config) { c.Meter = m }, limited(func(l *Limits) {
		l.Stuck, l.Beat, l.Answer = 3*time.Second, 3*time.Second, 2*time.Second
	}))
}
