package sshd

import (
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// TestEveryLimitIsCounted goes beyond each limit that a configuration has, one after the other, and asks the meter.
func TestEveryLimitIsCounted(t *testing.T) {
	comes := func(d *door, ips ...string) { // each stays, or is refused
		for _, ip := range ips {
			_, _ = d.over(d.from(ip, nil))
		}
	}
	knocks := func(d *door, ips ...string) {
		for _, ip := range ips {
			greeted(d.from(ip, nil))
		}
	}
	for _, tc := range []struct {
		counted string
		limits  func(*Limits)
		act     func(*door)
	}{
		{"refused: connections", func(l *Limits) { l.Connections = 1 },
			func(d *door) { comes(d, "127.0.0.2", "127.0.1.2") }},
		{"refused: connections of one source", func(l *Limits) { l.PerSource = 1 },
			func(d *door) { comes(d, "127.0.0.2", "127.0.0.2") }},
		{"refused: connections of one block", func(l *Limits) { l.PerBlock = 1 },
			func(d *door) { comes(d, "127.0.0.2", "127.0.0.3") }},
		{"refused: unauthenticated connections", func(l *Limits) { l.Knocking = 1 },
			func(d *door) { knocks(d, "127.0.0.2", "127.0.1.2") }},
		{"refused: unauthenticated connections of one source", func(l *Limits) { l.KnockingPerSource = 1 },
			func(d *door) { knocks(d, "127.0.0.2", "127.0.0.2") }},
		{"refused: unauthenticated connections of one block", func(l *Limits) { l.KnockingPerBlock = 1 },
			func(d *door) { knocks(d, "127.0.0.2", "127.0.0.3") }},
		{"refused: arrivals of one source", func(l *Limits) { l.Arrivals, l.PerSource = 1, 3 }, func(d *door) {
			for range 8 {
				if c, err := d.over(d.from("127.0.0.2", nil)); err == nil {
					_ = c.Close()
				}
				until(d.t, "nobody is there", func() bool { return len(d.lines()) == 0 })
			}
		}},
		{"refused: penalty", func(*Limits) {}, func(d *door) {
			until(d.t, "one has to wait", func() bool { // a second the first time, then longer
				_ = d.from("127.0.0.2", []byte("GET /\r\n")).Close()
				until(d.t, "nobody is there", func() bool { return len(d.lines()) == 0 })
				return strings.Contains(d.log.String(), "penalty")
			})
		}},
		{"refused: full", func(l *Limits) { l.Sessions = 1 }, func(d *door) {
			d.sits(d.client())
			terminal(d.t, d.client(), ptyRequest{Term: "xterm", W: 80, H: 24}, "").ends()
		}},
		{"limited: bytes of a connection", func(l *Limits) { l.ConnectionRate, l.ConnectionBurst = 1<<10, 2<<10 },
			func(d *door) { d.client() }},
		{"limited: bytes of a person", func(l *Limits) { l.InputRate, l.InputBurst = 4<<10, 1 },
			func(d *door) { d.sits(d.client()).types(strings.Repeat("x", 8<<10)) }},
		{"limited: keys", func(l *Limits) { l.EventRate, l.EventBurst = 1, 1 },
			func(d *door) { d.sits(d.client()).types("xyz") }},
		{"cut: too many requests", func(l *Limits) { l.RequestRate, l.RequestBurst = 1, 1 }, func(d *door) {
			c := d.client()
			untilCut(c, 100, func() error { _, _, err := c.SendRequest("x", false, nil); return err })
		}},
		{"cut: too many requests in a session", func(l *Limits) { l.RequestRate, l.RequestBurst = 1, 2 },
			func(d *door) { floods(d.client()) }},
		{"cut: too many channels", func(*Limits) {}, func(d *door) {
			c := d.client()
			untilCut(c, 2*rejectsMax, func() error { _, _, err := c.OpenChannel("x11", nil); return err })
		}},
	} {
		t.Run(tc.counted, func(t *testing.T) {
			m := &tally{}
			d := opened(t, limited(func(l *Limits) { l.FreeLoopback = false }), limited(tc.limits),
				func(c *Config) { c.Meter = m })
			tc.act(d)
			until(t, tc.counted, func() bool { return m.has(tc.counted) })
		})
	}
}

// floods asks for what a session has not, again and again.
func floods(c *gossh.Client) {
	ch, err := opens(c)
	for i := 0; i < 100 && err == nil; i++ {
		_, err = ch.SendRequest("signal", false, nil)
	}
}
