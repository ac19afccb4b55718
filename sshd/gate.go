package sshd

import (
	"net"
	"net/netip"
	"sync"
	"time"
)

// What a source has to wait after connections that came to nothing.
const (
	penaltyFirst = time.Second
	penaltyMax   = 10 * time.Minute
	// sourcesMax bounds the sources that are remembered. Beyond it those without connections are forgotten.
	sourcesMax = 1 << 14
)

// gate counts connections before a byte of them is read: per source, which is an IPv4 address or the /64 of an IPv6
// address, and those of everybody who has not said yet who they are.
type gate struct {
	limits Limits
	now    func() time.Time

	mu       sync.Mutex
	sources  map[netip.Prefix]*source
	knocking int
	open     int
}

type source struct {
	open, knocking int
	failed         int // connections in a row that came to nothing
	until          time.Time
}

func newGate(l Limits, now func() time.Time) *gate {
	return &gate{limits: l, now: now, sources: make(map[netip.Prefix]*source)}
}

// sourceOf is whom a connection counts for; ok is false for those who are not counted.
func (g *gate) sourceOf(addr net.Addr) (p netip.Prefix, ok bool) {
	a, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return netip.Prefix{}, true // whatever it is, it counts together
	}
	ip := a.Addr().Unmap().WithZone("")
	if g.limits.FreeLoopback && ip.IsLoopback() {
		return netip.Prefix{}, false
	}
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	p, _ = ip.Prefix(bits) // bits fit the address
	return p, true
}

// pass is one connection's place in the gate's books.
type pass struct {
	gate     *gate
	source   *source // nil for those who are not counted
	knocking bool
	gone     bool
}

// enter lets a connection in, or says why not.
func (g *gate) enter(addr net.Addr) (p *pass, why string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	prefix, counted := g.sourceOf(addr)
	if !counted {
		return &pass{gate: g}, ""
	}
	now := g.now()
	s := g.sources[prefix]
	if s == nil {
		if len(g.sources) >= sourcesMax {
			g.sweep(now)
		}
		s = &source{}
		g.sources[prefix] = s
	}
	switch {
	case now.Before(s.until):
		return nil, "penalty"
	case g.open >= g.limits.Connections:
		return nil, "connections"
	case s.open >= g.limits.PerSource:
		return nil, "connections of one source"
	case s.knocking >= g.limits.KnockingPerSource:
		return nil, "unauthenticated connections of one source"
	case g.knocking >= g.limits.Knocking:
		return nil, "unauthenticated connections"
	}
	g.open++
	g.knocking++
	s.open++
	s.knocking++
	return &pass{gate: g, source: s, knocking: true}, ""
}

// sweep forgets the sources that have nothing open and nothing to wait for, and all without a connection if that is
// not enough. It is called with the lock held.
func (g *gate) sweep(now time.Time) {
	for p, s := range g.sources {
		if s.open == 0 && now.After(s.until.Add(penaltyMax)) {
			delete(g.sources, p)
		}
	}
	if len(g.sources) < sourcesMax {
		return
	}
	for p, s := range g.sources {
		if s.open == 0 {
			delete(g.sources, p)
		}
	}
}

// authenticated notes that somebody has said who they are: no longer knocking, and what failed before is forgotten.
func (p *pass) authenticated() {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	if p.settle() {
		p.source.failed, p.source.until = 0, time.Time{}
	}
}

// leave gives the place back. Who leaves without having said who they are has the next one wait: a second, then twice
// as long each time. What is long past does not count.
func (p *pass) leave() {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	if p.gone {
		return
	}
	p.gone = true
	failed := p.settle()
	if p.source == nil {
		return
	}
	p.gate.open--
	p.source.open--
	if !failed {
		return
	}
	now := p.gate.now()
	if now.After(p.source.until.Add(penaltyMax)) {
		p.source.failed = 0
	}
	wait := penaltyFirst << min(p.source.failed, 16)
	p.source.failed++
	p.source.until = now.Add(min(wait, penaltyMax))
}

// settle ends the knocking, and reports whether there was any. It is called with the lock held.
func (p *pass) settle() bool {
	if !p.knocking {
		return false
	}
	p.knocking = false
	p.gate.knocking--
	p.source.knocking--
	return true
}
