package sshd

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"github.com/pires/go-proxyproto"
)

// theProxy is whom the doors of these tests believe.
const theProxy = "127.0.0.2"

func behindAProxy(c *Config) {
	c.Proxies = []netip.Prefix{netip.MustParsePrefix(theProxy + "/32")}
	c.Limits.FreeLoopback = false
}

// from connects with an address of one's own, and sends something at once.
func (d *door) from(ip string, first []byte) net.Conn {
	d.t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}, Timeout: patience}
	c, err := dialer.Dial("tcp", d.addr)
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = c.Close() })
	if _, err := c.Write(first); err != nil {
		d.t.Fatal(err)
	}
	return c
}

// over logs in over a connection.
func (d *door) over(c net.Conn) (*gossh.Client, error) {
	conn, chans, reqs, err := gossh.NewClientConn(c, d.addr, login("anna", gossh.PublicKeys(newKey(d.t))))
	if err != nil {
		return nil, err
	}
	client := gossh.NewClient(conn, chans, reqs)
	d.t.Cleanup(func() { _ = client.Close() })
	return client, nil
}

// head is a header that says that somebody comes from an address.
func head(t testing.TB, version byte, ip string) []byte {
	t.Helper()
	to := "192.0.2.200"
	if strings.Contains(ip, ":") {
		to = "2001:db8::200"
	}
	h := proxyproto.HeaderProxyFromAddrs(version, &net.TCPAddr{IP: net.ParseIP(ip), Port: 50000},
		&net.TCPAddr{IP: net.ParseIP(to), Port: 22})
	raw, err := h.Format()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// greeted reports whether the door says its version.
func greeted(c net.Conn) bool {
	_ = c.SetReadDeadline(time.Now().Add(patience))
	line, err := bufio.NewReader(c).ReadString('\n')
	return err == nil && strings.HasPrefix(line, "SSH-2.0-")
}

func TestHostileProxiesAreNotWhoTheyBring(t *testing.T) {
	d := opened(t, behindAProxy, limited(func(l *Limits) { l.KnockingPerSource = 2 }))
	for version, ip := range map[byte]string{1: "192.0.2.7", 2: "2001:db8:7::9"} {
		c, err := d.over(d.from(theProxy, head(t, version, ip)))
		if err != nil {
			t.Fatalf("version %d: %v", version, err)
		}
		d.sits(c)
		until(t, "the house knows from where", func() bool {
			for _, v := range d.cfg.House.Visitors() {
				if a, err := netip.ParseAddrPort(v.Addr); err == nil && a == netip.AddrPortFrom(
					netip.MustParseAddr(ip), 50000) {
					return true
				}
			}
			return false
		})
	}
	var silent []net.Conn
	for range 2 {
		c := d.from(theProxy, head(t, 2, "192.0.2.8"))
		if !greeted(c) {
			t.Fatal("not let in")
		}
		silent = append(silent, c)
	}
	if greeted(d.from(theProxy, head(t, 1, "192.0.2.8"))) {
		t.Error("a third from one address was let in")
	}
	d.log.awaits(t, "unauthenticated connections of one source")
	for _, c := range silent {
		_ = c.Close()
	}
	until(t, "who came to nothing waits", func() bool {
		c := d.from(theProxy, head(t, 2, "192.0.2.8"))
		defer c.Close()
		return !greeted(c) && strings.Contains(d.log.String(), "penalty")
	})
	if _, err := d.over(d.from(theProxy, head(t, 2, "192.0.2.9"))); err != nil {
		t.Errorf("somebody else behind the same proxy: %v", err)
	}
}

func TestHostileProxyHeadersAreCut(t *testing.T) {
	m := &tally{}
	d := opened(t, behindAProxy, func(c *Config) { c.Meter = m },
		limited(func(l *Limits) { l.Header = 300 * time.Millisecond }))
	v2 := head(t, 2, "192.0.2.7")
	changed := func(at int, to byte) []byte {
		b := bytes.Clone(v2)
		b[at] = to
		return b
	}
	for name, first := range map[string][]byte{
		"no header":            []byte("SSH-2.0-Go\r\n"),
		"silence":              nil,
		"a beginning":          []byte("PRO"),
		"half of version 1":    []byte("PROXY TCP4 192.0.2.7 192.0.2"),
		"half of version 2":    v2[:20],
		"no addresses":         []byte("PROXY UNKNOWN\r\n"),
		"an address too much":  []byte("PROXY TCP4 192.0.2.7 192.0.2.8 192.0.2.9 1 2\r\n"),
		"a name":               []byte("PROXY TCP4 localhost 192.0.2.8 1 2\r\n"),
		"the wrong family":     []byte("PROXY TCP4 2001:db8::1 2001:db8::2 1 2\r\n"),
		"a port that is none":  []byte("PROXY TCP4 192.0.2.7 192.0.2.8 1 65536\r\n"),
		"an escape":            []byte("PROXY TCP4 \x1b[2J 192.0.2.8 1 2\r\n"),
		"from nowhere":         []byte("PROXY TCP4 0.0.0.0 192.0.2.8 1 2\r\n"),
		"from everywhere":      []byte("PROXY TCP4 224.0.0.1 192.0.2.8 1 2\r\n"),
		"an endless line":      []byte("PROXY TCP4 " + strings.Repeat("1", 4000)),
		"another version":      changed(12, 0x31),
		"another command":      changed(12, 0x27),
		"another family":       changed(13, 0x77),
		"datagrams":            changed(13, 0x12),
		"a socket of a file":   changed(13, 0x31),
		"an enormous length":   changed(14, 0xff),
		"too short a length":   changed(15, 3),
		"HTTP":                 []byte("GET / HTTP/1.1\r\n\r\n"),
		"a header over a line": append([]byte("\r\n"), v2...),
	} {
		if c := d.from(theProxy, first); greeted(c) {
			t.Errorf("%s: let in", name)
		}
	}
	until(t, "they are counted", func() bool { return m.has("cut: no header of a proxy") })
	if !greeted(d.from(theProxy, []byte("\r\n\r\n\x00\r\nQUIT\n\x20\x00\x00\x00"))) {
		t.Error("a proxy cannot ask whether the house is open")
	}
	for range 3 { // or only whether the port is
		_ = d.from(theProxy, nil).Close()
	}
	if _, err := d.over(d.from(theProxy, head(t, 1, "192.0.2.7"))); err != nil {
		t.Errorf("afterwards: %v", err)
	}
	d.cutLines()
	until(t, "nothing is left", func() bool { return len(d.lines()) == 0 })
	d.gate.mu.Lock()
	defer d.gate.mu.Unlock()
	if d.gate.open != 0 || d.gate.knocking != 0 {
		t.Errorf("%d are counted as open, %d as knocking", d.gate.open, d.gate.knocking)
	}
}

// lines are the connections that are open.
func (d *door) lines() []*line {
	d.mu.Lock()
	defer d.mu.Unlock()
	var all []*line
	for l := range d.conns {
		all = append(all, l)
	}
	return all
}

func TestHostileHeadersFromNobodyAreGarbage(t *testing.T) {
	for name, option := range map[string]option{
		"with a proxy": behindAProxy, "without": limited(func(l *Limits) { l.FreeLoopback = false }),
	} {
		t.Run(name, func(t *testing.T) {
			d := opened(t, option)
			for version, ip := range map[byte]string{1: "127.0.0.3", 2: "127.0.0.4"} {
				c := d.from(ip, head(t, version, "192.0.2.7"))
				if client, err := d.over(c); err == nil {
					t.Errorf("version %d: somebody came in as %s", version, client.LocalAddr())
				}
			}
			d.log.awaits(t, "not SSH")
			if strings.Contains(d.log.String(), "192.0.2.7") {
				t.Error("it was believed")
			}
			if _, err := d.over(d.from("127.0.0.5", nil)); err != nil {
				t.Errorf("without a header: %v", err)
			}
		})
	}
}

// canned is a connection that says something and ends.
type canned struct {
	net.Conn
	io.Reader
}

func (c canned) Read(p []byte) (int, error)    { return c.Reader.Read(p) }
func (canned) SetReadDeadline(time.Time) error { return nil }
func (canned) RemoteAddr() net.Addr            { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)} }

func FuzzHostileHead(f *testing.F) {
	f.Add([]byte("PROXY TCP4 192.0.2.7 192.0.2.8 1 2\r\nSSH-2.0-x\r\n"))
	f.Add([]byte("PROXY TCP6 2001:db8::1 ::ffff:1.2.3.4 1 2\r\n"))
	f.Add([]byte("PROXY UNKNOWN x\r\n"))
	f.Add(append(head(f, 2, "2001:db8::7"), "SSH-2.0-x\r\n"...))
	f.Add([]byte("\r\n\r\n\x00\r\nQUIT\n\x20\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, in []byte) {
		c := &proxied{Conn: canned{Reader: bytes.NewReader(in)}}
		somebody, err := c.head(time.Second)
		if somebody != (c.from != nil) || somebody && err != nil {
			t.Fatalf("%q brings %v, %v", in, c.from, err)
		}
		if err != nil {
			if errors.Is(err, errChecked) != (len(in) == 0) {
				t.Fatalf("%q: %v", in, err)
			}
			return
		}
		if somebody {
			a, perr := netip.ParseAddrPort(c.from.String())
			if ip := a.Addr().Unmap(); perr != nil || ip.IsUnspecified() || ip.IsMulticast() || ip.Zone() != "" {
				t.Fatalf("%q brings somebody from %v", in, c.from)
			}
		}
		rest, err := io.ReadAll(c)
		if err != nil || !bytes.HasSuffix(in, rest) || len(rest) == len(in) {
			t.Fatalf("%q leaves %q, %v", in, rest, err)
		}
	})
}
