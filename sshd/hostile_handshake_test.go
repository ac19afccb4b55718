package sshd

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	mrand "math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// silentSockets is how many connections say nothing at once: within what one process may open, both ends of them.
const silentSockets = 2000

func TestHostileSilentSockets(t *testing.T) {
	m := &tally{}
	hostile(t, func(d *door) {
		var all []net.Conn
		for i := range silentSockets {
			c, err := net.Dial("tcp", d.addr)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if i%3 == 0 {
				_, _ = io.WriteString(c, []string{"SSH-2.0-silent\r\n", "SSH-2.0-half", "S"}[i/3%3])
			}
			all = append(all, c)
		}
		if c := d.client(); c != nil { // somebody comes in meanwhile
			d.sits(c).types("q")
			_ = c.Close()
		}
		for i, c := range all {
			if !ended(c) {
				t.Fatalf("connection %d of %d is still open", i, silentSockets)
			}
		}
		if !m.has("cut: no handshake") {
			t.Error("they are not counted")
		}
	}, func(c *Config) { c.Meter = m }, limited(func(l *Limits) { l.Handshake = 2 * time.Second }))
}

func TestHostileAddressIsKeptShort(t *testing.T) {
	hostile(t, func(d *door) {
		in := 0
		for range 500 {
			c := d.from("127.0.0.9", nil)
			if greeted(c) {
				in++
			} else {
				_ = c.Close()
			}
		}
		if in > 10 {
			t.Errorf("%d of 500 silent connections of one address were let in", in)
		}
		for i := range 5 { // all in the same block of addresses
			if _, err := d.over(d.from(fmt.Sprintf("127.0.0.%d", 10+i), nil)); err != nil {
				t.Errorf("somebody else: %v", err)
			}
		}
		for _, l := range d.lines() {
			if ip, _, _ := net.SplitHostPort(l.RemoteAddr().String()); ip != "127.0.0.1" {
				_ = l.Close()
			}
		}
	}, limited(func(l *Limits) { l.FreeLoopback = false }))
}

func TestHostileGreetings(t *testing.T) {
	hostile(t, func(d *door) {
		for _, said := range []string{
			"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
			"\n\n\n\nSSH-2.0-x\r\n", "SSH-1.5-old\r\n", "ssh-2.0-x\r\n", "SSH-2.0-" + strings.Repeat("x", 10<<10),
			"SSH-2.0-\x1b[2J\r\n\xff\xff\xff\xff", "SSH-2.0-x\r\n" + strings.Repeat("\x00", 4096),
			"SSH-2.0-x\r\n\x7f\xff\xff\xff\x04\x14" + strings.Repeat("k", 64),
			"SSH-2.0-x\r\n\x00\x00\x00\x0c\x0a\x14" + strings.Repeat("k", 10), "\x00", "SSH",
		} {
			c := d.from("127.0.0.1", []byte(said))
			if len(said) < 4 {
				_ = c.(*net.TCPConn).CloseWrite()
			}
			if !ended(c) {
				t.Errorf("%.40q is still connected", said)
			}
		}
		for range 20 { // whole handshakes of noise
			noise := make([]byte, 1+mrand.N(4000))
			_, _ = rand.Read(noise)
			c := d.from("127.0.0.1", append([]byte("SSH-2.0-noise\r\n"), noise...))
			_ = c.(*net.TCPConn).CloseWrite()
			if !ended(c) {
				t.Errorf("connected after %q", noise)
			}
		}
	}, limited(func(l *Limits) { l.Handshake, l.Grace = 500*time.Millisecond, 2*time.Second }))
}

// slow hands over one byte at a time, with a rest after each.
type slow struct{ net.Conn }

func (s slow) Write(p []byte) (int, error) {
	rest := time.NewTicker(5 * time.Millisecond)
	defer rest.Stop()
	for i := range p {
		<-rest.C
		if _, err := s.Conn.Write(p[i : i+1]); err != nil {
			return i, err
		}
	}
	return len(p), nil
}

func TestHostileSlowHandshakesEnd(t *testing.T) {
	hostile(t, func(d *door) {
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if _, err := d.over(slow{d.from("127.0.0.1", nil)}); err == nil {
					t.Error("a handshake took longer than its time")
				}
			})
		}
		all.Wait()
	}, limited(func(l *Limits) { l.Handshake, l.Grace = 500*time.Millisecond, time.Second }))
}

func TestHostileStalledHandshakesEnd(t *testing.T) {
	m := &tally{}
	hostile(t, func(d *door) {
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				cfg := login("anna", gossh.PublicKeys(newKey(t)))
				cfg.HostKeyCallback = func(string, net.Addr, gossh.PublicKey) error {
					if !eventually(func() bool { return len(d.lines()) == 1 }) {
						t.Error("the door has not given up on all of us")
					}
					return nil
				}
				if c, err := d.dial(cfg); err == nil {
					_ = c.Close()
					t.Error("the door waited for ever")
				}
			})
		}
		all.Wait()
		if !m.has("cut: no log-in") {
			t.Error("they are not counted")
		}
	}, func(c *Config) { c.Meter = m }, limited(func(l *Limits) { l.Grace = time.Second }))
}

func TestHostileKeysInEveryOrder(t *testing.T) {
	d := opened(t)
	own := []gossh.Signer{newKey(t), newKey(t), newKey(t)}
	certificate := certified(t, own[0])
	offers := []gossh.Signer{own[0], own[1], own[2], certificate, stranger(t), stranger(t)}
	for range 40 {
		mrand.Shuffle(len(offers), func(i, j int) { offers[i], offers[j] = offers[j], offers[i] })
		n := 1 + mrand.N(len(offers))
		proved := ""
		for _, o := range offers[:n] { // the first that is one's own and no certificate
			if _, pretended := o.(unowned); !pretended && o != certificate {
				proved = gossh.FingerprintSHA256(o.PublicKey())
				break
			}
		}
		c, err := d.dial(login("anna", gossh.PublicKeys(offers[:n]...)))
		if err != nil {
			continue // a key that is offered and not proved ends the try, as the last one does
		}
		s := d.sits(c)
		if v := <-d.seen; v.Fingerprint != proved && !ownsAny(own, v.Fingerprint) {
			t.Errorf("came in as %q, owns none of it", v.Fingerprint)
		}
		s.types("q")
		s.exits()
		_ = c.Close()
	}
}

func ownsAny(keys []gossh.Signer, fingerprint string) bool {
	for _, k := range keys {
		if gossh.FingerprintSHA256(k.PublicKey()) == fingerprint {
			return true
		}
	}
	return false
}

// certified is a key with a certificate of somebody's.
func certified(t *testing.T, key gossh.Signer) gossh.Signer {
	t.Helper()
	cert := &gossh.Certificate{
		Key: key.PublicKey(), CertType: gossh.UserCert, ValidPrincipals: []string{"anna"},
		ValidBefore: gossh.CertTimeInfinity,
	}
	if err := cert.SignCert(rand.Reader, newKey(t)); err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewCertSigner(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

func TestHostileOffersOfManyKeysEnd(t *testing.T) {
	m := &tally{}
	hostile(t, func(d *door) {
		var many []gossh.Signer
		for range 50 {
			many = append(many, certified(t, newKey(t))) // none is accepted
		}
		_, err := d.dial(login("anna", gossh.PublicKeys(append(many, newKey(t))...)))
		var auth *gossh.ServerAuthError
		if err == nil || errors.As(err, &auth) {
			t.Errorf("after 50 keys: %v", err)
		}
		refused := 0
		m.mu.Lock()
		for _, said := range m.said {
			if said == "publickey false" {
				refused++
			}
		}
		m.mu.Unlock()
		if refused > 2*authTriesMax { // the library lets a question be asked for each try
			t.Errorf("%d keys were looked at", refused)
		}
	}, func(c *Config) { c.Meter = m })
}
