package sshd

import (
	"errors"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"
)

// BenchmarkHostile measures how long a key of somebody takes to reach their program, in peace and while others do their
// worst from one address, with the limits of a house on an open port: the 99th percentile of each.
func BenchmarkHostile(b *testing.B) {
	for name, attack := range map[string]func(d *door, stop <-chan struct{}){
		"handshakes": func(d *door, stop <-chan struct{}) {
			repeat(stop, func() {
				if c, err := d.strange(); err == nil {
					_ = c.Close()
				}
			})
		},
		"requests": func(d *door, stop <-chan struct{}) {
			repeat(stop, func() {
				c, err := d.strange()
				if err != nil {
					return
				}
				for err == nil {
					_, _, err = c.SendRequest("ping", false, nil)
				}
			})
		},
		"pastes": func(d *door, stop <-chan struct{}) {
			repeat(stop, func() {
				c, err := d.strange()
				if err != nil {
					return
				}
				defer c.Close()
				if ch, err := opens(c); err == nil {
					_, _ = ch.SendRequest("pty-req", true, gossh.Marshal(ptyRequest{Term: "xterm", W: 80, H: 24}))
					_, _ = ch.SendRequest("shell", true, nil)
					go func() { _, _ = io.Copy(io.Discard, ch) }()
					_, _ = io.WriteString(ch, "\x1b[200~"+strings.Repeat("x\x1b[", 100<<10))
				}
			})
		},
		"key exchanges": func(d *door, stop <-chan struct{}) { // one with every packet
			c, err := d.strange(func(c *gossh.ClientConfig) { c.RekeyThreshold = 1 })
			if err != nil {
				return
			}
			defer c.Close()
			ch, err := opens(c)
			if err != nil {
				return
			}
			_, _ = ch.SendRequest("pty-req", true, gossh.Marshal(ptyRequest{Term: "xterm", W: 80, H: 24}))
			_, _ = ch.SendRequest("shell", true, nil)
			go func() { _, _ = io.Copy(io.Discard, ch) }()
			repeat(stop, func() { _, _ = io.WriteString(ch, strings.Repeat("x", 300)) })
		},
		"readers who stop": func(d *door, stop <-chan struct{}) {
			repeat(stop, func() {
				if c, err := d.strange(); err == nil && d.deaf(c) == nil {
					_ = c.Wait()
				}
			})
		},
	} {
		b.Run(name, func(b *testing.B) { besieged(b, attack) })
	}
}

// attackers is how many do their worst at a time.
const attackers = 4

// repeat does something again and again, a hundred times a second at most: what an attacker's own machine does is not
// what is measured.
func repeat(stop <-chan struct{}, do func()) {
	rest := time.NewTicker(10 * time.Millisecond)
	defer rest.Stop()
	for {
		select {
		case <-stop:
			return
		case <-rest.C:
			do()
		}
	}
}

// strange comes in from another address than everybody else, if it is let in.
func (d *door) strange(change ...func(*gossh.ClientConfig)) (*gossh.Client, error) {
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 9, 9)}, Timeout: patience}
	c, err := dialer.Dial("tcp", d.addr)
	if err != nil {
		return nil, err
	}
	cfg := login("x", guest)
	for _, do := range change {
		do(cfg)
	}
	conn, chans, reqs, err := gossh.NewClientConn(c, d.addr, cfg)
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return gossh.NewClient(conn, chans, reqs), nil
}

// besieged measures keys in peace and in war.
func besieged(b *testing.B, attack func(d *door, stop <-chan struct{})) {
	keys := make(arrivals, 1)
	first := true
	d := doorFor(b, func(c *Config) {
		inner := c.Program
		c.Program = func(v Visit) tea.Model {
			m := inner(v)
			if p, ok := m.(parrot); ok && first {
				first = false
				p.to = keys
				return p
			}
			return m
		}
		c.Log = nil
	}, limited(func(l *Limits) { l.FreeLoopback = false }))
	defer d.shut()
	go func() {
		for range d.seen { // a visit that is remembered keeps its session
		}
	}()
	defer close(d.seen)
	player := d.sits(d.client())
	calm := reach(b, player, keys)
	stop, over := make(chan struct{}), make(chan struct{})
	for range attackers {
		go func() {
			attack(d, stop)
			over <- struct{}{}
		}()
	}
	for b.Loop() {
		war := reach(b, player, keys)
		b.ReportMetric(calm.Seconds()*1e3, "calm-p99-ms")
		b.ReportMetric(war.Seconds()*1e3, "war-p99-ms")
	}
	close(stop)
	for range attackers {
		<-over
	}
}

// arrivals says when a key has come.
type arrivals chan struct{}

func (a arrivals) Write(p []byte) (int, error) {
	if strings.HasPrefix(string(p), "key ") {
		a <- struct{}{}
	}
	return len(p), nil
}

// reach is the 99th percentile of the time that keys take to their program.
func reach(b *testing.B, s *shell, keys arrivals) time.Duration {
	b.Helper()
	const many = 200
	took := make([]time.Duration, many)
	rest := time.NewTicker(25 * time.Millisecond) // as fast as somebody may type
	defer rest.Stop()
	for i := range took {
		<-rest.C
		from := time.Now()
		s.types("p")
		select {
		case <-keys:
		case <-time.After(patience):
			b.Fatal("a key never arrived")
		}
		took[i] = time.Since(from)
	}
	slices.Sort(took)
	return took[many*99/100]
}
