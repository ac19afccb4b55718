package main

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"github.com/spf13/pflag"

	"saloon/lobby"
	"saloon/sshd"
)

// limit is a number that a server can be told, with its bounds.
type limit struct {
	key, use  string
	value     *int
	low, high int
}

// limits are all of a configuration.
func (c *config) limits() []limit {
	const people = lobby.SessionsMax
	return []limit{
		{"sessions", "most sessions at once", &c.Sessions, 1, people},
		{"per-player", "most sessions of one key", &c.PerPlayer, 1, people},
		{"per-address", "most connections from one address", &c.PerAddress, 1, people},
		{"per-block", "most connections from one block of addresses", &c.PerBlock, 1, people},
		{"knocking", "most connections of those who have not logged in yet", &c.Knocking, 1, people},
		{"knocking-per-address", "the same from one address", &c.KnockingPerAddress, 1, people},
		{"knocking-per-block", "the same from one block of addresses", &c.KnockingPerBlock, 1, people},
		{"arrivals", "most new connections a minute from one address", &c.Arrivals, 1, 60000},
		{"line-bytes", "bytes a second that a connection is read at", &c.LineBytes, 16 << 10, 1 << 30},
		{"requests", "most SSH requests a second on a connection", &c.Requests, 10, 10000},
		{"typing", "bytes a second that somebody may type and paste", &c.Typing, 1 << 10, 1 << 30},
		{"keys", "most keys and clicks a second of one person", &c.Keys, 10, 10000},
	}
}

// limitFlags describes the limits as flags, and the proxies whose addresses are none.
func (c *config) limitFlags(f *pflag.FlagSet) {
	for _, l := range c.limits() {
		f.IntVar(l.value, l.key, *l.value, fmt.Sprintf("%s, %d to %d", l.use, l.low, l.high))
	}
	f.StringVar(&c.Proxies, "proxies", c.Proxies,
		"addresses or networks, with commas, of proxies that send PROXY headers; none if empty")
}

// checkLimits refuses limits that cannot be meant.
func (c *config) checkLimits() error {
	var errs []error
	for _, l := range c.limits() {
		if *l.value < l.low || *l.value > l.high {
			errs = append(errs, fmt.Errorf("%s = %d, allowed: %d to %d", l.key, *l.value, l.low, l.high))
		}
	}
	if _, err := c.proxies(); err != nil {
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// proxies are the networks whose PROXY headers are believed.
func (c *config) proxies() ([]netip.Prefix, error) {
	var all []netip.Prefix
	for _, text := range strings.FieldsFunc(c.Proxies, func(r rune) bool { return r == ',' || r == ' ' }) {
		if ip, err := netip.ParseAddr(text); err == nil && ip.Zone() == "" {
			ip = ip.Unmap()
			all = append(all, netip.PrefixFrom(ip, ip.BitLen()))
			continue
		}
		p, err := netip.ParsePrefix(text)
		if err != nil || p.Bits() == 0 || p.Addr().Is4In6() {
			return nil, fmt.Errorf("proxies = %q, allowed: addresses and networks with commas, such as 10.0.0.7, "+
				"192.0.2.0/28, 2001:db8::/64, but not the whole world", c.Proxies)
		}
		all = append(all, p.Masked())
	}
	return all, nil
}

// bounds are the limits as the door takes them. What may come at once is in the proportion of the defaults.
func (c *config) bounds() sshd.Limits {
	l := sshd.DefaultLimits()
	at := func(rate, burst *int, to int) {
		*burst = max(1, *burst / *rate) * to
		*rate = to
	}
	at(&l.ConnectionRate, &l.ConnectionBurst, c.LineBytes)
	at(&l.RequestRate, &l.RequestBurst, c.Requests)
	at(&l.InputRate, &l.InputBurst, c.Typing)
	at(&l.EventRate, &l.EventBurst, c.Keys)
	l.Sessions, l.PerPlayer, l.Idle, l.FreeLoopback = c.Sessions, c.PerPlayer, c.Idle, c.FreeLoopback
	l.PerSource, l.PerBlock, l.Arrivals = c.PerAddress, c.PerBlock, c.Arrivals
	l.Knocking, l.KnockingPerSource, l.KnockingPerBlock = c.Knocking, c.KnockingPerAddress, c.KnockingPerBlock
	l.Connections = max(l.Connections, c.Sessions+c.Knocking)
	return l
}
