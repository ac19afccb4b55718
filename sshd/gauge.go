package sshd

import (
	"net"
	"strconv"
	"strings"
	"time"

	"saloon/engine/clock"
)

// What goes round a picture that is flashed. The question and what stands in its place are of the same length: how many
// bytes come must not tell who is asked.
const (
	saveCursor    = "\x1b7"
	restoreCursor = "\x1b8"
	drawn         = "\x1b[5n" // have you drawn it?
	drawnNot      = "\x1b[0m" // nothing, since the colors are restored after it
)

// gauge is the line of one session as its screens know it: a screen.Line.
type gauge struct {
	sess *session
	out  *screen
}

// Flash writes a picture at once and, if that is wanted and the terminal answers, the question whether it is drawn.
func (g *gauge) Flash(p []byte, mark bool) (sent time.Time, marked uint64, err error) {
	if mark {
		marked = g.sess.marks.Ask(g.sess.line.now())
	}
	sent, err = g.out.flash(picture(p, marked != 0))
	return sent, marked, err
}

// picture is p with what goes round it.
func picture(p []byte, ask bool) []byte {
	out := make([]byte, 0, len(saveCursor)+len(p)+len(restoreCursor)+len(drawn))
	out = append(append(out, saveCursor...), p...)
	if ask {
		return append(append(out, restoreCursor...), drawn...)
	}
	return append(append(out, drawnNot...), restoreCursor...)
}

// Lag is what the protocol and the kernel know of the line.
func (g *gauge) Lag() clock.Lag {
	l := g.sess.line
	return clock.Lag{Trip: l.trips.Lag(l.now()), Kernel: shortest(l.Conn)}
}

// Probe asks for one more round trip.
func (g *gauge) Probe() { g.sess.line.probe() }

// Quiet leaves the line alone for a while.
func (g *gauge) Quiet(d time.Duration) { g.sess.line.hush(d) }

// Slots reports whether the client sends keys in time slots.
func (g *gauge) Slots() bool { return slots(g.sess.Context().ClientVersion()) }

// measured is a connection that knows its own shortest round trip, as a kernel knows that of its sockets.
type measured interface{ ShortestTrip() time.Duration }

// shortest is the shortest round trip of a connection beneath the protocol; 0 if it is not known.
func shortest(conn net.Conn) time.Duration {
	switch c := conn.(type) {
	case measured:
		return c.ShortestTrip()
	case *net.TCPConn:
		return kernelTrip(c)
	}
	return 0
}

// Since this version of OpenSSH keys are sent in slots.
const (
	slotsMajor = 9
	slotsMinor = 5
)

// slots reports whether a client's version, such as "SSH-2.0-OpenSSH_9.6p1 Debian-5", is one that sends keys in slots.
func slots(version string) bool {
	_, rest, ok := strings.Cut(version, "-OpenSSH_")
	if !ok {
		return false
	}
	rest = strings.TrimPrefix(rest, "for_Windows_")
	number, rest, ok := strings.Cut(rest, ".")
	if !ok {
		return false
	}
	if end := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' }); end >= 0 {
		rest = rest[:end]
	}
	major, err := strconv.Atoi(number)
	minor, more := strconv.Atoi(rest)
	return err == nil && more == nil && (major > slotsMajor || major == slotsMajor && minor >= slotsMinor)
}
