package sshd

import (
	"net"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// What a source has to wait after connections that came to nothing.
const (
	penaltyFirst = time.Second
	penaltyMax   = 10 * time.Minute
	// sourcesMax bounds the sources that are remembered. Beyond it those without connections are forgotten.
	sourcesMax = 1 << 14
	// arrivalsOfABlock is how many times the arrivals of one address a block may have.
	arrivalsOfABlock = 4
)

// gate counts connections before a byte of them is read: per address, per block of addresses, and those of everybody
// who has not said yet who they are.
//
// An address is one of IPv4, or the /64 of IPv6 that every single line is given. A block is the /24 of an IPv4 address
// and the /48 of an IPv6 address: what one customer of a network may have, and change at will.
type gate struct {
	limits Limits
	now    func() time.Time

	mu       sync.Mutex
	sources  map[netip.Prefix]*source
	knocking int
	open     int
}

// source is an address or a block.
type source struct {
	open, knocking int
	arrivals       *rate.Limiter
	failed         int // connections in a row that came to nothing; of addresses only, since blocks are many people
	until          time.Time
}

func newGate(l Limits, now func() time.Time) *gate {
	return &gate{limits: l, now: now, sources: make(map[netip.Prefix]*source)}
}

// sourceOf is whom a connection counts for; ok is false for those who are not counted.
func (g *gate) sourceOf(addr net.Addr) (address, block netip.Prefix, ok bool) {
	a, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return netip.Prefix{}, netip.PrefixFrom(netip.IPv6Unspecified(), 0), true // whatever it is, it counts together
	}
	ip := a.Addr().Unmap().WithZone("")
	if g.limits.FreeLoopback && ip.IsLoopback() {
		return address, block, false
	}
	one, many := 32, 24
	if ip.Is6() {
		one, many = 64, 48
	}
	address, _ = ip.Prefix(one) // they fit the address
	block, _ = ip.Prefix(many)
	return address, block, true
}

// pass is one connection's place in the gate's books.
type pass struct {
	gate           *gate
	counted        bool // among all
	address, block *source
	knocking       bool
	gone           bool
}

// enter lets a connection in, or says why not.
func (g *gate) enter(addr net.Addr) (p *pass, why string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	p = &pass{gate: g}
	if why := p.count(addr); why != "" {
		return nil, why
	}
	return p, ""
}

// knock lets a connection of a proxy in, which counts for nobody until it is known who is behind.
func (g *gate) knock() (p *pass, why string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if why := g.crowded(); why != "" {
		return nil, why
	}
	g.open++
	g.knocking++
	return &pass{gate: g, counted: true, knocking: true}, ""
}

// behind makes the connection of a proxy count for whom it is, or says why that one is not let in.
func (p *pass) behind(addr net.Addr) (why string) {
	p.gate.mu.Lock()
	defer p.gate.mu.Unlock()
	if p.gone {
		return "gone"
	}
	p.uncount()
	return p.count(addr)
}

// count gives a connection a place for an address, or says why not. It is called with the lock held.
func (p *pass) count(addr net.Addr) (why string) {
	g := p.gate
	address, block, counted := g.sourceOf(addr)
	if !counted {
		return ""
	}
	now := g.now()
	if len(g.sources) > sourcesMax-2 {
		g.sweep(now)
	}
	one, many := g.source(address, now, 1), g.source(block, now, arrivalsOfABlock)
	switch {
	case now.Before(one.until):
		return "penalty"
	case one.open >= g.limits.PerSource:
		return "connections of one source"
	case one.knocking >= g.limits.KnockingPerSource:
		return "unauthenticated connections of one source"
	case many.open >= g.limits.PerBlock:
		return "connections of one block"
	case many.knocking >= g.limits.KnockingPerBlock:
		return "unauthenticated connections of one block"
	}
	if why := g.crowded(); why != "" {
		return why
	}
	if !one.arrivals.AllowN(now, 1) {
		return "arrivals of one source"
	}
	if !many.arrivals.AllowN(now, 1) {
		return "arrivals of one block"
	}
	p.address, p.block, p.counted, p.knocking = one, many, true, true
	for _, s := range []*source{one, many} {
		s.open++
		s.knocking++
	}
	g.open++
	g.knocking++
	return ""
}

// crowded says why nobody at all is let in just now. It is called with the lock held.
func (g *gate) crowded() (why string) {
	switch {
	case g.open >= g.limits.Connections:
		return "connections"
	case g.knocking >= g.limits.Knocking:
		return "unauthenticated connections"
	}
	return ""
}

// source finds a source, or begins to count it. It is called with the lock held.
func (g *gate) source(prefix netip.Prefix, now time.Time, times int) *source {
	s := g.sources[prefix]
	if s == nil {
		minutely := rate.Limit(float64(times*g.limits.Arrivals) / time.Minute.Seconds())
		s = &source{arrivals: rate.NewLimiter(minutely, 2*times*g.limits.PerSource)}
		g.sources[prefix] = s
	}
	return s
}

// sweep forgets the sources that have nothing open and nothing to wait for, and all without a connection if that is
// not enough. It is called with the lock held.
func (g *gate) sweep(now time.Time) {
	for p, s := range g.sources {
		if s.open == 0 && now.After(s.until.Add(penaltyMax)) {
			delete(g.sources, p)
		}
	}
	if len(g.sources) < sourcesMax-1 {
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
	if p.settle() && p.address != nil {
		p.address.failed, p.address.until = 0, time.Time{}
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
	address := p.address
	if failed := p.uncount(); !failed || address == nil {
		return
	}
	now := p.gate.now()
	if now.After(address.until.Add(penaltyMax)) {
		address.failed = 0
	}
	wait := penaltyFirst << min(address.failed, 16)
	address.failed++
	address.until = now.Add(min(wait, penaltyMax))
}

// uncount takes the place away, and reports whether it was that of somebody who had not said who they are. It is
// called with the lock held.
func (p *pass) uncount() (knocking bool) {
	knocking = p.settle()
	if p.counted {
		p.gate.open--
	}
	for _, s := range []*source{p.address, p.block} {
		if s != nil {
			s.open--
		}
	}
	p.address, p.block, p.counted = nil, nil, false
	return knocking
}

// settle ends the knocking, and reports whether there was any. It is called with the lock held.
func (p *pass) settle() bool {
	if !p.knocking {
		return false
	}
	p.knocking = false
	p.gate.knocking--
	for _, s := range []*source{p.address, p.block} {
		if s != nil {
			s.knocking--
		}
	}
	return true
}
