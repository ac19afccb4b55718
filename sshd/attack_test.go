package sshd

import (
	"encoding/binary"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"saloon/lobby"
	"saloon/lobby/table"
)

// The first seven are what ended or froze a stock server on the versions that this one stands on.

func TestHostileParametersHarmNobody(t *testing.T) {
	d := opened(t)
	s := d.sits(d.client())
	s.types("\x1b[" + strings.Repeat("1;", 40) + "1m")
	s.types("\x1bP" + strings.Repeat("1;", 40) + "1q\x1b\\")
	s.types("\x1b[" + strings.Repeat("1;", 4000) + "1m")
	s.types("x")
	d.msgs.awaits(t, "key x\n")
	if got := d.msgs.String(); strings.Count(got, "key") != 1 {
		t.Errorf("typed: %q", got)
	}
}

func TestHostileSizesAreBelievedWithinReason(t *testing.T) {
	d := opened(t)
	for _, tc := range []struct{ w, h, wantW, wantH uint32 }{
		{1<<32 - 1, 1<<32 - 1, WidthMax, HeightMax}, {1<<32 - 1, 1, WidthMax, 1}, {1, 1<<32 - 1, 1, HeightMax},
		{0, 0, 80, 24}, {1, 1, 1, 1}, {132, 43, 132, 43},
	} {
		c := d.client()
		s := terminal(t, c, ptyRequest{Term: "xterm", W: tc.w, H: tc.h}, "")
		v := <-d.seen
		if v.Width != int(tc.wantW) || v.Height != int(tc.wantH) {
			t.Errorf("%d×%d became %d×%d", tc.w, tc.h, v.Width, v.Height)
		}
		change := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, tc.w), tc.h)
		if _, err := s.ch.SendRequest("window-change", false, append(change, make([]byte, 8)...)); err != nil {
			t.Fatal(err)
		}
		s.types("q")
		if s.exits() != 0 {
			t.Errorf("%d×%d did not end well", tc.w, tc.h)
		}
		_ = c.Close()
	}
}

func TestHostileHalfOpenedSessionsLeaveNothingBehind(t *testing.T) {
	d := opened(t)
	base := settled(t)
	for range 20 {
		c := d.client()
		ch, reqs, err := c.OpenChannel("session", nil)
		if err != nil {
			t.Fatal(err)
		}
		go gossh.DiscardRequests(reqs)
		_, _ = ch.SendRequest("pty-req", true, gossh.Marshal(ptyRequest{Term: "xterm", W: 80, H: 24}))
		for range 5 {
			_, _ = ch.SendRequest("window-change", false, make([]byte, 16))
		}
		_ = c.Close()
	}
	until(t, "all goroutines are gone", func() bool { return runtime.NumGoroutine() <= base+2 })
}

func TestHostileChannelsEndTheirSessions(t *testing.T) {
	d := opened(t)
	c := d.client()
	s := d.sits(c)
	_ = s.ch.Close() // and the connection stays
	until(t, "the program is gone", func() bool { return d.Sessions() == 0 })
	before := d.msgs.String()
	d.sits(c).types("x")
	d.msgs.awaits(t, "key x")
	if got := strings.TrimPrefix(d.msgs.String(), before); strings.Count(got, "size") > 3 {
		t.Errorf("a program that is gone was told %q", got)
	}
}

func TestHostileReadersAreCutAndNobodyWaits(t *testing.T) {
	d := opened(t, limited(func(l *Limits) { l.Stuck = 2 * time.Second }))
	deaf := d.client()
	ch, reqs, err := deaf.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	go gossh.DiscardRequests(reqs)
	for _, req := range []struct {
		name    string
		payload []byte
	}{{"pty-req", gossh.Marshal(ptyRequest{Term: "xterm", W: WidthMax, H: HeightMax})}, {"shell", nil}} {
		if ok, err := ch.SendRequest(req.name, true, req.payload); err != nil || !ok {
			t.Fatal(req.name, ok, err)
		}
	}
	if _, err := io.WriteString(ch, "F"); err != nil {
		t.Fatal(err)
	}
	other := d.sits(d.client())
	d.log.awaits(t, "write stuck")
	other.types("x")
	d.msgs.awaits(t, "key x")
	until(t, "only the other is left", func() bool { return d.Sessions() == 1 })
}

func TestHostileEndlessInputEndsOnlyItsSession(t *testing.T) {
	fast := limited(func(l *Limits) {
		l.InputRate, l.InputBurst, l.ConnectionRate, l.ConnectionBurst = 1<<30, 1<<30, 1<<30, 1<<30
	})
	for name, begin := range map[string]string{"osc": "\x1b]52;c;", "paste": "\x1b[200~", "dcs": "\x1bPq"} {
		t.Run(name, func(t *testing.T) {
			d := opened(t, fast)
			s := d.sits(d.client())
			flood := strings.NewReader(begin + strings.Repeat("A", 8<<20))
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			flooded := make(chan struct{})
			go func() { defer close(flooded); _, _ = io.Copy(s.ch, flood) }()
			if code := s.exits(); code != 1 {
				t.Errorf("exit status %d", code)
			}
			s.out.awaits(t, "makes no sense")
			restored(t, s.out.String())
			<-flooded
			runtime.GC()
			runtime.ReadMemStats(&after)
			if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 4<<20 {
				t.Errorf("the heap grew by %d bytes", grown)
			}
			if got := d.msgs.String(); strings.Contains(got, "key") || strings.Contains(got, "paste") {
				t.Errorf("typed %q", got)
			}
		})
	}
}

func TestHostileSilenceIsNoticed(t *testing.T) {
	d := opened(t, limited(func(l *Limits) { l.Beat, l.Answer = 300*time.Millisecond, 100*time.Millisecond }))
	wire := newWire(t, d.addr)
	c, err := gossh.Dial("tcp", wire.addr, login("anna", gossh.PublicKeys(newKey(t))))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s := d.sits(c)
	s.types("D") // the server goes on drawing all the time
	v := <-d.seen
	until(t, "the round trip is measured", func() bool { return v.Lag() > 0 })
	if d.Sessions() != 1 {
		t.Fatal("a line that answers was cut")
	}
	at := sitsDown(t, v)
	wire.unplug()
	until(t, "the table knows that nobody answers", func() bool {
		f, ok, _ := at.Take()
		return ok && f.Info.Chairs[0].Faint && f.Info.Chairs[0].Here
	})
	d.log.awaits(t, "no answer")
	until(t, "the session is gone", func() bool { return d.Sessions() == 0 })
}

// sitsDown opens a table and sits at it.
func sitsDown(t *testing.T, v Visit) *lobby.Visit {
	t.Helper()
	if !v.Session.Named() {
		if err := v.Session.SetName(t.Context(), "Anna"); err != nil {
			t.Fatal(err)
		}
	}
	at, err := v.Session.OpenTable(t.Context(), table.Settings{Game: "toy", Seats: 2, Pace: table.Quick}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// wire is a cable between a client and the server, which can be pulled.
type wire struct {
	addr string
	mu   sync.Mutex
	cut  bool
	ends []net.Conn
}

func newWire(t *testing.T, to string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{addr: l.Addr().String()}
	go func() {
		near, err := l.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", to)
		if err != nil {
			return
		}
		w.mu.Lock()
		w.ends = []net.Conn{near, far}
		w.mu.Unlock()
		go w.carry(near, far)
		go w.carry(far, near)
	}()
	t.Cleanup(func() {
		_ = l.Close()
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, c := range w.ends {
			_ = c.Close()
		}
	})
	return w
}

// unplug loses everything from now on, in both directions; neither end hears of it.
func (w *wire) unplug() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = true
}

func (w *wire) carry(from io.Reader, to io.Writer) {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if err != nil {
			return
		}
		w.mu.Lock()
		cut := w.cut
		w.mu.Unlock()
		if cut {
			continue
		}
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
	}
}

// settled is the number of goroutines once it no longer falls.
func settled(t *testing.T) int {
	t.Helper()
	n, same := runtime.NumGoroutine(), 0
	until(t, "goroutines settle", func() bool {
		now := runtime.NumGoroutine()
		if now == n {
			same++
		} else {
			n, same = now, 0
		}
		return same > 20
	})
	return n
}

// restored checks that what a session wrote leaves a terminal as it was.
func restored(t *testing.T, out string) {
	t.Helper()
	for on, off := range map[string]string{
		"\x1b[?1049h": "\x1b[?1049l", "\x1b[?25l": "\x1b[?25h", "\x1b[?2004h": "\x1b[?2004l",
		"\x1b[?1002h": "\x1b[?1002l", "\x1b[?1006h": "\x1b[?1006l",
	} {
		if i := strings.LastIndex(out, on); i >= 0 && strings.LastIndex(out, off) < i {
			t.Errorf("%q was left on: … %q", on, out[max(0, len(out)-300):])
		}
	}
	if !strings.Contains(out, "\x1b[?1049h") {
		t.Errorf("no screen was shown: %q", out)
	}
}

func TestEveryEndGivesTheTerminalBack(t *testing.T) {
	for name, end := range map[string]struct {
		key  string
		act  func(d *door)
		code int
		says string
	}{
		"quit":               {key: "q"},
		"panic in Update":    {key: "U", code: 1, says: "Something went wrong"},
		"panic in View":      {key: "V", code: 1, says: "Something went wrong"},
		"panic in a command": {key: "C", code: 1, says: "Something went wrong"},
		"panic in a batch":   {key: "B", code: 1, says: "Something went wrong"},
		"panic in sequence":  {key: "S", code: 1, says: "Something went wrong"},
		"nobody there": {act: func(d *door) {
			d.mu.Lock()
			defer d.mu.Unlock()
			for s := range d.sessions {
				s.cancel(errQuiet)
			}
		}, code: 1, says: "Nobody was here"},
	} {
		t.Run(name, func(t *testing.T) {
			d := opened(t)
			s := d.sits(d.client())
			if end.act != nil {
				end.act(d)
			} else {
				s.types(end.key)
			}
			if code := s.exits(); code != end.code {
				t.Errorf("exit status %d, want %d", code, end.code)
			}
			s.ends()
			restored(t, s.out.String())
			if !strings.Contains(s.out.String(), end.says) {
				t.Errorf("it does not say %q: %q", end.says, s.out.String())
			}
			if i := strings.LastIndex(s.out.String(), "\x1b[?1049l"); end.says != "" &&
				strings.LastIndex(s.out.String(), end.says) < i {
				t.Error("it is said on the screen that goes away")
			}
		})
	}
}

func TestAPanicEndsOnlyItsSession(t *testing.T) {
	d := opened(t)
	other := d.sits(d.client())
	for _, key := range []string{"U", "V", "C", "B", "S"} {
		s := d.sits(d.client())
		s.types(key)
		if code := s.exits(); code != 1 {
			t.Errorf("%s: exit status %d", key, code)
		}
	}
	if n := strings.Count(d.log.String(), "Screen panicked"); n != 5 {
		t.Errorf("%d panics in the log", n)
	}
	other.types("x")
	d.msgs.awaits(t, "key x")
}

func TestOnPanicInTheMaking(t *testing.T) {
	d := opened(t, func(c *Config) { c.Program = func(Visit) tea.Model { panic("no screens today") } })
	s := terminal(t, d.client(), ptyRequest{Term: "xterm", W: 80, H: 24}, "")
	if code := s.exits(); code != 1 {
		t.Errorf("exit status %d", code)
	}
	d.log.awaits(t, "Session panicked")
	until(t, "the session is gone", func() bool { return d.Sessions() == 0 })
}

func TestHostileResizeStorm(t *testing.T) {
	d := opened(t)
	var all sync.WaitGroup
	for range 10 {
		c := d.client()
		s := d.sits(c)
		all.Add(1)
		go func() {
			defer all.Done()
			for i := range uint32(500) {
				change := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, 60+i%50), 20+i%20)
				if _, err := s.ch.SendRequest("window-change", false, append(change, make([]byte, 8)...)); err != nil {
					t.Error(err)
					return
				}
			}
			last := gossh.Marshal(struct{ W, H, X, Y uint32 }{W: 123, H: 45})
			if _, err := s.ch.SendRequest("window-change", false, last); err != nil {
				t.Error(err)
			}
		}()
	}
	all.Wait()
	until(t, "everybody has the last size", func() bool { return strings.Count(d.msgs.String(), "size 123x45") == 10 })
	if n := strings.Count(d.msgs.String(), "size"); n > 10*500/2 {
		t.Errorf("%d sizes were drawn of %d", n, 10*501)
	}
}

func TestHostileComingAndGoing(t *testing.T) {
	d := opened(t)
	warm := d.sits(d.client())
	warm.types("q")
	warm.exits()
	key := gossh.PublicKeys(newKey(t))
	base := settled(t)
	slots := make(chan struct{}, 8)
	var all sync.WaitGroup
	for i := range 150 {
		slots <- struct{}{}
		all.Add(1)
		go func() {
			defer all.Done()
			defer func() { <-slots }()
			c, err := d.dial(login("anna", key))
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			ch, reqs, err := c.OpenChannel("session", nil)
			if err != nil {
				t.Error(err)
				return
			}
			go gossh.DiscardRequests(reqs)
			_, _ = ch.SendRequest("pty-req", true, gossh.Marshal(ptyRequest{Term: "xterm", W: 80, H: 24}))
			_, _ = ch.SendRequest("shell", true, nil)
			if i%3 == 0 { // some hang up at once, some in the middle of the first screen, some say good-bye
				return
			}
			_, _ = ch.Read(make([]byte, 100))
			if i%3 == 1 {
				_, _ = io.WriteString(ch, "q")
				_, _ = io.Copy(io.Discard, ch)
			}
		}()
	}
	all.Wait()
	until(t, "nobody is left", func() bool { return d.Sessions() == 0 })
	until(t, "all goroutines are gone", func() bool { return runtime.NumGoroutine() <= base+1 })
}

func TestShutdownTellsEverybody(t *testing.T) {
	d := opened(t)
	var shells []*shell
	for range 50 {
		shells = append(shells, d.sits(d.client()))
	}
	if err := d.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, s := range shells {
		s.ends()
		if !strings.Contains(s.out.String(), "closes for a moment") {
			t.Errorf("not told: %q", s.out.String())
		}
		restored(t, s.out.String())
	}
	if _, err := d.dial(login("late", gossh.PublicKeys(newKey(t)))); err == nil {
		t.Error("somebody came in after the door was shut")
	}
}
