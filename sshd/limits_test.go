package sshd

import (
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

func addr(ip string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: 1234} }

func TestTheGateCounts(t *testing.T) {
	now := time.Unix(0, 0)
	l := Limits{PerSource: 4, KnockingPerSource: 2, Knocking: 5, Connections: 100}.filled()
	g := newGate(l, func() time.Time { return now })
	enter := func(ip, want string) *pass {
		t.Helper()
		p, why := g.enter(addr(ip))
		if why != want {
			t.Fatalf("%s: refused for %q, want %q", ip, why, want)
		}
		return p
	}
	one := enter("192.0.2.1", "")
	two := enter("192.0.2.1", "")
	enter("192.0.2.1", "unauthenticated connections of one source")
	one.authenticated()
	two.authenticated()
	three := enter("::ffff:192.0.2.1", "") // the same address
	four := enter("192.0.2.1", "")
	three.authenticated()
	four.authenticated()
	enter("192.0.2.1", "connections of one source")
	four.leave()
	four.leave() // twice is once
	enter("192.0.2.1", "")
	enter("2001:db8::1", "")
	enter("2001:db8::ffff", "")
	enter("2001:db8::2", "unauthenticated connections of one source") // the same /64
	enter("2001:db8:0:1::2", "")
	enter("198.51.100.1", "")
	enter("198.51.100.2", "unauthenticated connections")
	if g.open != 8 || g.knocking != 5 {
		t.Errorf("%d open, %d knocking", g.open, g.knocking)
	}
}

func TestWhoComesToNothingWaits(t *testing.T) {
	now := time.Unix(0, 0)
	g := newGate(DefaultLimits(), func() time.Time { return now })
	for i, wait := range []time.Duration{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600} {
		p, why := g.enter(addr("192.0.2.1"))
		if p == nil {
			t.Fatalf("try %d: %s", i, why)
		}
		p.leave()
		now = now.Add(wait*time.Second - 1)
		if p, _ := g.enter(addr("192.0.2.1")); p != nil {
			t.Fatalf("let in before %d s after try %d", wait, i)
		}
		if p, _ := g.enter(addr("192.0.2.2")); p == nil {
			t.Fatal("somebody else has to wait as well")
		} else {
			p.authenticated()
			p.leave()
		}
		now = now.Add(1)
	}
	p, _ := g.enter(addr("192.0.2.1"))
	p.authenticated()
	p.leave()
	if p, why := g.enter(addr("192.0.2.1")); p == nil {
		t.Errorf("after a good login: %s", why)
	}
}

func TestTheGateForgets(t *testing.T) {
	now := time.Unix(0, 0)
	g := newGate(DefaultLimits(), func() time.Time { return now })
	for i := range 3 * sourcesMax {
		now = now.Add(20 * time.Millisecond)
		p, why := g.enter(addr(fmt.Sprintf("10.%d.%d.%d", i>>16, i>>8&255, i&255)))
		if p == nil {
			t.Fatal(why)
		}
		p.leave()
	}
	if n := len(g.sources); n > sourcesMax {
		t.Errorf("%d sources are remembered", n)
	}
}

func TestHostileAddressesCannotTakeAllPlaces(t *testing.T) {
	d := opened(t, limited(func(l *Limits) { l.FreeLoopback, l.KnockingPerSource = false, 3 }))
	from := func(ip string) (net.Conn, error) {
		dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}, Timeout: patience}
		return dialer.Dial("tcp", d.addr)
	}
	for range 3 {
		c, err := from("127.0.0.2")
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := c.Read(make([]byte, 8)); err != nil {
			t.Fatal(err)
		}
	}
	c, err := from("127.0.0.2")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Read(make([]byte, 8)); err == nil {
		t.Error("the fourth was let in")
	}
	for i := 3; i < 13; i++ {
		c, err := from(fmt.Sprintf("127.0.0.%d", i))
		if err != nil {
			t.Fatal(err)
		}
		conn, chans, reqs, err := gossh.NewClientConn(c, d.addr, login("anna", gossh.PublicKeys(newKey(t))))
		if err != nil {
			t.Fatalf("from another address: %v", err)
		}
		_ = gossh.NewClient(conn, chans, reqs).Close()
	}
}

func TestHostileSilentConnectionsEnd(t *testing.T) {
	d := opened(t, limited(func(l *Limits) { l.Handshake = 200 * time.Millisecond }))
	var conns []net.Conn
	for i := range 50 {
		c, err := net.Dial("tcp", d.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if i%2 == 0 {
			_, _ = io.WriteString(c, "SSH-2.0-silent\r\n")
		}
		conns = append(conns, c)
	}
	if c := d.client(); c == nil {
		t.Fatal("nobody came in meanwhile")
	}
	for _, c := range conns {
		_ = c.SetReadDeadline(time.Now().Add(patience))
		if _, err := io.Copy(io.Discard, c); errors.Is(err, net.ErrClosed) || isTimeout(err) {
			t.Fatalf("a silent connection is still open: %v", err)
		}
	}
}

func isTimeout(err error) bool {
	var ne net.Error
	return errors.As(err, &ne) && ne.Timeout()
}

func TestWhoReadsTheFingerprintHasTime(t *testing.T) {
	d := opened(t, limited(func(l *Limits) { l.Handshake = 100 * time.Millisecond }))
	cfg := login("anna", gossh.PublicKeys(newKey(t)))
	cfg.HostKeyCallback = func(string, net.Addr, gossh.PublicKey) error {
		// Longer than a silent connection may last: until one that was opened now has been cut.
		c, err := net.Dial("tcp", d.addr)
		if err != nil {
			return err
		}
		defer c.Close()
		_, err = io.Copy(io.Discard, c)
		return err
	}
	c, err := d.dial(cfg)
	if err != nil {
		t.Fatalf("hung up on somebody who reads: %v", err)
	}
	_ = c.Close()
}

func TestHostileLinesWithoutASessionEnd(t *testing.T) {
	d := opened(t, limited(func(l *Limits) { l.Start = 200 * time.Millisecond }))
	ends := func(c *gossh.Client) {
		t.Helper()
		gone := make(chan struct{})
		go func() { defer close(gone); _ = c.Wait() }()
		select {
		case <-gone:
		case <-time.After(patience):
			t.Error("the line never ended")
		}
	}
	ends(d.client()) // ssh -N

	c := d.client()
	ch, reqs, err := c.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	go gossh.DiscardRequests(reqs)
	_, _ = ch.SendRequest("pty-req", true, gossh.Marshal(ptyRequest{Term: "xterm", W: 80, H: 24}))
	ends(c) // a session in which nothing is started

	c = d.client()
	d.sits(c).types("q")
	ends(c) // a session that was
}

func TestHostileRequestsAreRefused(t *testing.T) {
	d := opened(t)
	c := d.client()
	if ok, _, err := c.SendRequest("tcpip-forward", true, gossh.Marshal(struct {
		Addr string
		Port uint32
	}{"127.0.0.1", 0})); ok || err != nil {
		t.Errorf("tcpip-forward: %v %v", ok, err)
	}
	for _, kind := range []string{
		"direct-tcpip", "direct-streamlocal@openssh.com", "x11", "auth-agent@openssh.com", "tun@openssh.com",
	} {
		if _, _, err := c.OpenChannel(kind, nil); err == nil {
			t.Errorf("a %s channel was opened", kind)
		}
	}
	ch, reqs, err := c.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	go gossh.DiscardRequests(reqs)
	for _, kind := range []string{"auth-agent-req@openssh.com", "x11-req", "subsystem", "signal", "break", "xon-xoff"} {
		if ok, err := ch.SendRequest(kind, true, gossh.Marshal(struct{ Name string }{"sftp"})); ok || err != nil {
			t.Errorf("%s: %v %v", kind, ok, err)
		}
	}
	for _, env := range [][2]string{{"LD_PRELOAD", "/x.so"}, {"TMUX", "/tmp/x"}, {"LANG", "a\nb"}, {"LC_x", "y"},
		{"LANG", strings.Repeat("x", envBytes)}} {
		payload := gossh.Marshal(struct{ K, V string }{env[0], env[1]})
		if ok, err := ch.SendRequest("env", true, payload); ok || err != nil {
			t.Errorf("env %.40q: %v %v", env, ok, err)
		}
	}
	long := gossh.Marshal(struct{ C string }{strings.Repeat("x", execBytes)})
	if ok, err := ch.SendRequest("exec", true, long); ok || err != nil {
		t.Errorf("a command of %d bytes: %v %v", execBytes, ok, err)
	}
}

func TestHostileFloodsAreCut(t *testing.T) {
	for name, flood := range map[string]func(c *gossh.Client) error{
		"channels": func(c *gossh.Client) error {
			for range 2 * rejectsMax {
				if _, _, err := c.OpenChannel("direct-tcpip", nil); err != nil {
					var refused *gossh.OpenChannelError
					if !errors.As(err, &refused) {
						return err
					}
				}
			}
			return nil
		},
		"global requests": func(c *gossh.Client) error {
			for range 10 * DefaultLimits().RequestBurst {
				if _, _, err := c.SendRequest("ping", false, nil); err != nil {
					return err
				}
			}
			return c.Wait()
		},
		"env": func(c *gossh.Client) error {
			ch, reqs, err := c.OpenChannel("session", nil)
			if err != nil {
				return nil
			}
			go gossh.DiscardRequests(reqs)
			for range 3000 {
				kv := gossh.Marshal(struct{ K, V string }{"LANG", strings.Repeat("x", 30<<10)})
				if _, err := ch.SendRequest("env", false, kv); err != nil {
					return err
				}
			}
			return c.Wait()
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := opened(t, limited(func(l *Limits) { l.ConnectionRate, l.ConnectionBurst = 1<<30, 1<<30 }))
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			if err := flood(d.client()); err == nil {
				t.Error("never cut")
			}
			d.log.awaits(t, "too many")
			runtime.GC()
			runtime.ReadMemStats(&after)
			if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 8<<20 {
				t.Errorf("the heap grew by %d bytes", grown)
			}
		})
	}
}

func TestTwoSessionsOnAConnection(t *testing.T) {
	m := &tally{}
	d := opened(t, func(c *Config) { c.Meter = m })
	c := d.client()
	d.sits(c)
	one, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	if _, err := c.NewSession(); err == nil {
		t.Error("a third session was opened")
	}
	if !m.has("refused: sessions of one connection") {
		t.Error("it is not counted")
	}
	if out, err := one.Output("version"); err != nil || !strings.HasPrefix(string(out), "saloon test, go") {
		t.Errorf("version: %q %v", out, err)
	}
	until(t, "there is room for another", func() bool {
		s, err := c.NewSession()
		if err == nil {
			_ = s.Close()
		}
		return err == nil
	})
}

func TestAFullHouseSaysSo(t *testing.T) {
	d := opened(t, limited(func(l *Limits) { l.Sessions = 1 }))
	d.sits(d.client())
	s := terminal(t, d.client(), ptyRequest{Term: "xterm", W: 80, H: 24}, "")
	if code := s.exits(); code != 1 {
		t.Errorf("exit status %d", code)
	}
	s.ends()
	if !strings.Contains(s.out.String(), "The house is full") {
		t.Errorf("said %q", s.out.String())
	}
}

func TestSilenceIsSpokenOfAndEnds(t *testing.T) {
	d := opened(t, limited(func(l *Limits) { l.Idle = 500 * time.Millisecond }))
	s := d.sits(d.client())
	d.msgs.awaits(t, "notice You have been still for")
	if code := s.exits(); code != 1 {
		t.Errorf("exit status %d", code)
	}
	s.ends()
	restored(t, s.out.String())
	if !strings.Contains(s.out.String(), "Nobody was here for a long while") {
		t.Errorf("said %q", s.out.String())
	}
}

func TestTheGateCountsBlocks(t *testing.T) {
	now := time.Unix(0, 0)
	g := newGate(Limits{PerBlock: 3, KnockingPerBlock: 2}.filled(), func() time.Time { return now })
	for _, tc := range []struct{ in, next string }{
		{"192.0.2.%d", "192.0.3.1"}, {"2001:db8:1:%d::1", "2001:db8:2:1::1"},
	} {
		enter := func(host int, want string) *pass {
			t.Helper()
			p, why := g.enter(addr(fmt.Sprintf(tc.in, host)))
			if why != want {
				t.Fatalf("%s %d: refused for %q, want %q", tc.in, host, why, want)
			}
			return p
		}
		one := enter(1, "")
		enter(2, "")
		enter(3, "unauthenticated connections of one block")
		one.authenticated()
		three := enter(3, "")
		enter(4, "connections of one block")
		if p, why := g.enter(addr(tc.next)); p == nil {
			t.Errorf("the block beside %s: %s", tc.in, why)
		}
		three.leave()
		enter(4, "")
		enter(3, "penalty") // it is the address that came to nothing, and not its block
	}
}

func TestArrivalsAreSpread(t *testing.T) {
	now := time.Unix(0, 0)
	g := newGate(Limits{PerSource: 10, PerBlock: 100, Arrivals: 60}.filled(), func() time.Time { return now })
	comeAndGo := func(ip string) string {
		p, why := g.enter(addr(ip))
		if p != nil {
			p.authenticated()
			p.leave()
		}
		return why
	}
	arrive := func(ip string) (n int) {
		for comeAndGo(ip) == "" {
			n++
		}
		return n
	}
	if n := arrive("192.0.2.1"); n != 20 {
		t.Errorf("%d arrivals at once", n)
	}
	now = now.Add(3 * time.Second)
	if n := arrive("192.0.2.1"); n != 3 {
		t.Errorf("%d arrivals in three seconds", n)
	}
	all := 0
	for host := 2; host < 250; host++ {
		all += arrive(fmt.Sprintf("192.0.2.%d", host))
	}
	if want := 4*20 - 20 - 3 + 3*4; all < want-8 || all > want {
		t.Errorf("%d more arrivals of the block, want about %d", all, want)
	}
	if why := comeAndGo("192.0.2.250"); why != "arrivals of one block" {
		t.Errorf("refused for %q", why)
	}
	if why := comeAndGo("192.0.3.1"); why != "" {
		t.Errorf("another block: %s", why)
	}
}

func TestOneKeyIsNotEverywhere(t *testing.T) {
	m := &tally{}
	d := opened(t, limited(func(l *Limits) { l.PerPlayer = 2 }), func(c *Config) { c.Meter = m })
	key := gossh.PublicKeys(newKey(t))
	come := func() *gossh.Client {
		c, err := d.dial(login("anna", key))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		return c
	}
	first := d.sits(come())
	d.sits(come())
	third := terminal(t, come(), ptyRequest{Term: "xterm", W: 80, H: 24}, "")
	if code := third.exits(); code != 1 {
		t.Errorf("exit status %d", code)
	}
	third.out.awaits(t, "Leave somewhere first: you are here 2 times already.")
	if !m.has("refused: sessions of one player") {
		t.Error("it is not counted")
	}
	d.sits(d.client()) // somebody else
	first.types("q")
	first.exits()
	until(t, "there is room again", func() bool {
		s := terminal(t, come(), ptyRequest{Term: "xterm", W: 80, H: 24}, "")
		said := func(text string) bool { return strings.Contains(s.out.String(), text) }
		return eventually(func() bool { return said("PARROT") || said("Leave") }) && said("PARROT")
	})
}

func TestWhatATerminalSendsByItselfIsNoKey(t *testing.T) {
	for term, says := range map[string]string{"xterm": "PARROT", "dumb": ""} {
		t.Run(term, func(t *testing.T) {
			m := &tally{}
			d := opened(t, limited(func(l *Limits) { l.Idle = 500 * time.Millisecond }), func(c *Config) {
				c.Meter = m
				c.Lines = func(_ Visit, in io.Reader, _ io.Writer) error { _, err := io.ReadAll(in); return err }
			})
			s := terminal(t, d.client(), ptyRequest{Term: term, W: 80, H: 24}, "")
			s.out.awaits(t, says)
			until(t, "the session ends though its terminal speaks", func() bool {
				_, err := io.WriteString(s.ch, "\x1b[I\x1b[0n\x1b]11;rgb:0/0/0\a")
				return err != nil
			})
			if !m.has("cut: nobody there") {
				t.Error("it is not counted")
			}
		})
	}
}

func TestKeysBeyondTheBudgetAreDropped(t *testing.T) {
	d := opened(t, limited(func(l *Limits) { l.EventRate, l.EventBurst = 1, 20 }))
	s := d.sits(d.client())
	s.types(strings.Repeat("x", 500))
	until(t, "some arrive", func() bool { return strings.Count(d.msgs.String(), "key x") >= 20 })
	if code := func() int { _ = s.ch.CloseWrite(); return s.exits() }(); code != 1 {
		t.Errorf("exit status %d", code)
	}
	if n := strings.Count(d.msgs.String(), "key x"); n > 60 {
		t.Errorf("%d keys of 500 came through", n)
	}
}
