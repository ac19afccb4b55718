package sshd

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// ends reads until the door closes the connection, and reports whether it did.
func (r *raw) ends() bool {
	_ = r.SetDeadline(time.Now().Add(patience))
	_, err := io.Copy(io.Discard, r.in)
	return !isTimeout(err)
}

// seated comes in and sits at a screen, in a session of a number.
func seated(d *door) (r *raw, session uint32, ok bool) {
	r, err := d.raw()
	if err == nil {
		session, err = r.sits()
	}
	if err != nil {
		d.t.Error(err)
	}
	return r, session, err == nil
}

// endsAfter says packets on a line, if one could be had, and wants it to end.
func endsAfter(d *door, r *raw, err error, packets [][]byte) {
	if err != nil {
		d.t.Error(err)
		return
	}
	_ = r.send(packets...)
	if !r.ends() {
		d.t.Error("the line is still open")
	}
	_ = r.Close()
}

// times is the same packet again and again.
func times(n int, p []byte) [][]byte {
	all := make([][]byte, n)
	for i := range all {
		all[i] = p
	}
	return all
}

// TestHostilePacketsBeforeKeys says what no client says before its line has keys.
func TestHostilePacketsBeforeKeys(t *testing.T) {
	point := func(n int, b byte) []byte { return said(msgKexECDH, bytes.Repeat([]byte{b}, n)) }
	weak := bytes.Replace(kexInit(), []byte(gossh.KeyExchangeCurve25519), []byte("diffie-hellman-1x"), 1)
	for name, packets := range map[string][][]byte{
		"keys that are none":           {{msgNewKeys}},
		"a log-in":                     {service(), asGuest("x")},
		"that it has logged in":        {{msgAuthed}},
		"a session":                    {channel32(0)},
		"two beginnings":               {kexInit(), kexInit()},
		"nothing that both know":       {weak},
		"half a beginning":             {kexInit()[:40]},
		"a point that is none":         {kexInit(), point(32, 0)},
		"half a point":                 {kexInit(), point(16, 9)},
		"a point too much":             {kexInit(), point(4096, 9)},
		"no point":                     {kexInit(), {msgKexECDH}},
		"a reply":                      {kexInit(), said(msgKexReply, []byte("x"), []byte("y"), []byte("z"))},
		"new keys instead of a point":  {kexInit(), {msgNewKeys}},
		"a good-bye":                   {append(words32(1, 11), said(0, []byte("\x1b[2J\n"), nil)[1:]...)},
		"a message of no kind":         {{0}},
		"another one":                  {kexInit(), {255}},
		"that it did not understand":   {words32(3, 0)},
		"what only servers say":        {kexInit(), said(msgExtension, []byte("server-sig-algs"))},
		"many words that mean nothing": times(300, said(2, make([]byte, 200))),
	} {
		t.Run(name, func(t *testing.T) {
			hostile(t, func(d *door) {
				r, err := d.raw()
				endsAfter(d, r, err, packets)
			}, limited(func(l *Limits) { l.Handshake, l.Grace = 4*time.Second, 4*time.Second }))
		})
	}
}

// TestHostilePacketsBeforeTheLogIn says what no client says between the key exchange and the log-in.
func TestHostilePacketsBeforeTheLogIn(t *testing.T) {
	method := func(name string, more ...[]byte) []byte {
		return said(msgUserAuth, append([][]byte{[]byte("x"), []byte("ssh-connection"), []byte(name)}, more...)...)
	}
	other := said(msgUserAuth, []byte("x"), []byte("no-such-service"), []byte("none"))
	for name, packets := range map[string][][]byte{
		"a session":               {service(), channel32(0)},
		"a session, unasked":      {channel32(0)},
		"a log-in, unasked":       {asGuest("x")},
		"that it has logged in":   {service(), {msgAuthed}},
		"that it has not":         {service(), said(51, []byte("none"))},
		"an answer to nobody":     {service(), words32(61, 0)},
		"answers without end":     {service(), words32(61, 1<<32-1)},
		"another service":         {said(5, []byte("ssh-connection"))},
		"a service too much":      {service(), service()},
		"for another service":     {service(), other},
		"nothing, for ever":       append([][]byte{service()}, times(200, method("none"))...),
		"passwords":               append([][]byte{service()}, times(200, method("password\x1b[2J"))...),
		"a key without a name":    {service(), method("publickey", nil)},
		"half a key":              {service(), method("publickey")[:30]},
		"an enormous name":        {service(), asGuest(string(make([]byte, 200<<10)))},
		"a request of everybody":  {service(), said(80, []byte("tcpip-forward"))},
		"to begin again and wait": {kexInit()},
	} {
		t.Run(name, func(t *testing.T) {
			hostile(t, func(d *door) {
				r, err := d.raw()
				if err == nil {
					err = r.exchange()
				}
				endsAfter(d, r, err, packets)
			}, limited(func(l *Limits) {
				l.Handshake, l.Grace, l.Start = 4*time.Second, 4*time.Second, 4*time.Second
			}))
		})
	}
}

// TestHostilePacketsInASession says what no client says while somebody sits at a screen. Some of it ends the line, the
// rest means nothing: what somebody types arrives afterwards, or the line is closed.
func TestHostilePacketsInASession(t *testing.T) {
	for name, packets := range map[string]func(n uint32) [][]byte{
		"answers that nobody asked for": func(uint32) [][]byte {
			return append(times(1000, []byte{81}), times(1000, []byte{82})...)
		},
		"that it has opened a session": func(n uint32) [][]byte { return times(100, words32(91, n, 0, 1<<20, 1<<15)) },
		"that it has not": func(n uint32) [][]byte {
			return times(100, append(words32(92, n, 1), said(0, nil, nil)[1:]...))
		},
		"that a request was granted":  func(n uint32) [][]byte { return times(1000, words32(99, n)) },
		"that one was not":            func(n uint32) [][]byte { return times(1000, words32(100, n)) },
		"room without end":            func(n uint32) [][]byte { return times(3, words32(93, n, 1<<32-1)) },
		"more than there is room for": func(n uint32) [][]byte { return times(200, said(94, make([]byte, 60<<10))) },
		"bytes of another stream": func(n uint32) [][]byte {
			return times(100, append(words32(95, n, 7), 0, 0, 0, 1, 'x'))
		},
		"half a message":               func(uint32) [][]byte { return [][]byte{{98, 0}} },
		"for a session that is not":    func(uint32) [][]byte { return [][]byte{words32(94, 1<<31, 0)} },
		"the end, twice":               func(n uint32) [][]byte { return times(2, words32(96, n)) },
		"to close it, twice":           func(n uint32) [][]byte { return times(2, words32(97, n)) },
		"to log in again":              func(uint32) [][]byte { return times(20, asGuest("other")) },
		"pings":                        func(uint32) [][]byte { return times(2000, said(192, []byte("x"))) },
		"words that mean nothing":      func(uint32) [][]byte { return times(2000, said(2, []byte("\x1b[2J"))) },
		"a message of no kind":         func(uint32) [][]byte { return [][]byte{{255, 0, 0, 0, 0}} },
		"that it did not understand":   func(uint32) [][]byte { return times(500, words32(3, 7)) },
		"a key exchange without one":   func(uint32) [][]byte { return [][]byte{said(msgKexECDH, make([]byte, 32))} },
		"requests before it is opened": func(uint32) [][]byte { return hasty(1) },
	} {
		t.Run(name, func(t *testing.T) {
			hostile(t, func(d *door) {
				r, n, ok := seated(d)
				if !ok {
					return
				}
				_ = r.send(packets(n)...)
				_ = r.send(append(words32(94, n), said(0, []byte("z"))[1:]...))
				gone := make(chan struct{})
				go func() { defer close(gone); _, _ = io.Copy(io.Discard, r.in) }()
				arrived := func() bool { return strings.Contains(d.msgs.String(), "key z") }
				if !eventually(func() bool { return closed(gone) || arrived() }) {
					t.Error("what is typed afterwards never arrives, and the line is open")
				}
				_ = r.Close()
				<-gone
			}, limited(unbounded))
		})
	}
}

// hasty opens a session and fills it with requests before the door has said yes, by the number that it will have.
func hasty(number uint32) [][]byte {
	env := request(number, "env", true, gossh.Marshal(struct{ K, V string }{"LANG", "C"}))
	return append([][]byte{channel32(7)}, times(100, env)...)
}

// closed reports whether a channel is.
func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// TestHostileKeyExchanges begins key exchanges again and again, and some that it does not end: what the door wants to
// say meanwhile must not fill its memory.
func TestHostileKeyExchanges(t *testing.T) {
	t.Run("many", func(t *testing.T) {
		hostile(t, func(d *door) {
			r, _, ok := seated(d)
			if !ok {
				return
			}
			for range 50 {
				if err := r.exchange(); err != nil {
					t.Error(err)
					return
				}
			}
			_ = r.Close()
		}, limited(unbounded))
	})
	for name, reads := range map[string]bool{"one that is not ended": true, "and nothing is read": false} {
		t.Run(name, func(t *testing.T) {
			m := &tally{}
			hostile(t, func(d *door) {
				r, n, ok := seated(d)
				if !ok {
					return
				}
				before := allocated()
				if err := r.send(append(words32(94, n), said(0, []byte("F"))[1:]...), kexInit()); err != nil {
					t.Error(err)
					return
				}
				if reads {
					go func() { _, _ = io.Copy(io.Discard, r.in) }()
				}
				most := before
				if !eventually(func() bool { most = max(most, allocated()); return m.has("cut: write stuck") }) {
					t.Error("never cut")
				}
				if most > before+heapSpare {
					t.Errorf("%d KiB are allocated, %d before", most>>10, before>>10)
				}
			}, func(c *Config) { c.Meter = m }, limited(func(l *Limits) { l.Stuck = 3 * time.Second }))
		})
	}
}

// TestWhatIsReadAheadIsKnown holds the line's view into the library to what that is: without it, or with less room in
// it, goroutines would be left behind.
func TestWhatIsReadAheadIsKnown(t *testing.T) {
	d := opened(t)
	d.sits(d.client())
	for _, l := range d.lines() {
		packets := l.unread.Load()
		if packets == nil || packets.Cap() <= packetsAhead {
			t.Errorf("what is read ahead is %v", packets)
		}
	}
	r, err := d.raw()
	if err == nil {
		err = r.enters()
	}
	if err != nil {
		t.Fatal(err)
	}
	shortest := len(r.out.aead.Seal(make([]byte, 4), r.out.nonce[:], make([]byte, 6), nil))
	if shortest != packetBytesMin {
		t.Errorf("the shortest packet is %d bytes", shortest)
	}
}
