package sshd

import (
	"time"

	gossh "golang.org/x/crypto/ssh"
)

const (
	// probeRest is the least time between two round trips that screens ask for, and probeHaste while hardly any is
	// known: the first is measured while somebody logs in, when everybody is busy, and is often too long.
	probeRest  = time.Second
	probeHaste = 200 * time.Millisecond
	// tripsSure is how many round trips a line is known by.
	tripsSure = 3
	// quietMax is the longest that a line is left alone at a time.
	quietMax = 10 * time.Second
	// lively is after how many beats somebody is asked who can be heard without.
	lively = 3
)

// probe wants a round trip now, and ends a quiet. It never waits.
func (l *line) probe() {
	l.mu.Lock()
	l.quiet = time.Time{}
	l.mu.Unlock()
	select {
	case l.probes <- struct{}{}:
	default:
	}
}

// hush wants no round trip for a while.
func (l *line) hush(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.quiet = l.now().Add(min(d, quietMax))
}

// quietFor is how long the line is still to be left alone.
func (l *line) quietFor(now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.quiet.Sub(now)
}

// opening is how long after the last answer a new line is asked again, before it has its usual beat.
var opening = []time.Duration{time.Second, 2 * time.Second}

// pulse asks the other side of a line again and again whether it is there, measures the round trip, and cuts the line
// when answers stay away. A network that went silent is noticed by nothing else: what the server writes only fills
// buffers.
type pulse struct {
	line    *line
	conn    gossh.Conn
	answers chan time.Duration
	tick    *time.Ticker
	wake    *time.Timer     // to ask in the opening, or after a quiet
	soon    []time.Duration // what is left of the opening
	opening bool            // that is what wake rings for
	late    *time.Timer
	asked   bool // the last question has no answer yet
	last    time.Time
	missed  int
}

func newPulse(l *line, conn gossh.Conn) *pulse {
	p := &pulse{
		line: l, conn: conn, answers: make(chan time.Duration, 1),
		wake: time.NewTimer(0), // at once, so that the round trip is known before the first move
		soon: opening, opening: true, tick: time.NewTicker(l.limits.Beat),
		late: time.NewTimer(time.Hour),
	}
	p.late.Stop()
	return p
}

// run works until the line ends.
func (p *pulse) run() {
	defer p.line.contain()
	defer p.wake.Stop()
	defer p.late.Stop()
	defer p.tick.Stop()
	for {
		select {
		case <-p.line.done:
			return
		case trip := <-p.answers:
			if p.missed > 0 {
				p.line.faint(false)
			}
			p.asked, p.missed = false, 0
			p.late.Stop()
			p.line.trips.Add(p.line.now(), trip)
			if len(p.soon) > 0 { // after the answer, which is late while everybody logs in
				p.wake.Reset(p.soon[0])
				p.soon, p.opening = p.soon[1:], true
			}
		case <-p.line.probes:
			if !p.asked && p.line.now().Sub(p.last) >= p.rest() {
				p.ask()
			}
		case <-p.tick.C:
			p.beat()
		case <-p.wake.C:
			if !p.asked {
				p.beat()
			}
		case <-p.late.C:
			if p.missed++; p.missed >= p.line.limits.Misses {
				p.line.cut("no answer")
				return
			}
			p.line.faint(true)
		}
	}
}

// beat asks, or comes back when the line need not be left alone any more, or when nothing was heard for a beat: whoever
// types is there. A line that has been left alone for long is asked all the same: it may be dead, and its round trips
// must be known.
func (p *pulse) beat() {
	now, beat := p.line.now(), p.line.limits.Beat
	left := now.Sub(p.last)
	if rest := p.line.quietFor(now); rest > 0 && left < 2*beat {
		p.wake.Reset(rest)
		return
	}
	if rest := beat - now.Sub(p.line.heard()); rest > 0 && !p.asked && !p.opening && left < lively*beat {
		p.wake.Reset(rest)
		return
	}
	p.ask()
}

// rest is how soon after the last question a screen may ask the next.
func (p *pulse) rest() time.Duration {
	if p.line.trips.Count() < tripsSure {
		return probeHaste
	}
	return probeRest
}

// ask sends the question. If the last one is still on its way, that one counts once more.
func (p *pulse) ask() {
	p.late.Reset(p.line.limits.Answer)
	if p.asked {
		return
	}
	p.asked, p.last, p.opening = true, p.line.now(), false
	p.tick.Reset(p.line.limits.Beat) // silence is counted from here
	go func() {                      // contained: contain
		defer p.line.contain()
		from := time.Now()
		if _, _, err := p.conn.SendRequest("keepalive@openssh.com", true, nil); err == nil {
			p.answers <- time.Since(from)
		}
	}()
}
