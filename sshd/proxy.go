package sshd

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/netip"
	"slices"
	"time"

	"github.com/pires/go-proxyproto"
)

// headBytes is more than a header of either version has without its extras.
const headBytes = 256

// errNobodyBehind is a header that does not say who is behind the proxy. Such a connection could neither be counted nor
// kept out.
var errNobodyBehind = errors.New("the header does not say from where somebody comes")

// errChecked is a connection that ended before its first byte: so do proxies that ask whether a port is open.
var errChecked = errors.New("nobody was there")

// proxied is a connection that a proxy brought: it begins with a header of the PROXY protocol, version 1 or 2, which
// says from where. What the kernel knows of such a line ends at the proxy, so it is not asked.
type proxied struct {
	net.Conn
	from net.Addr      // from head on
	rest *bufio.Reader // what came with the header; nil when that has been read
}

// head reads the header, which must be whole within a time. It reports whether somebody is behind; nobody is if the
// proxy itself wants to know whether the house is open.
func (c *proxied) head(within time.Duration) (somebody bool, err error) {
	if err := c.SetReadDeadline(time.Now().Add(within)); err != nil {
		return false, err
	}
	c.rest = bufio.NewReaderSize(c.Conn, headBytes)
	if _, err := c.rest.Peek(1); errors.Is(err, io.EOF) {
		return false, errChecked
	}
	h, err := proxyproto.Read(c.rest)
	if err != nil {
		return false, err
	}
	if err := c.SetReadDeadline(time.Time{}); err != nil {
		return false, err
	}
	tcp, _, ok := h.TCPAddrs()
	switch {
	case h.Version == 2 && h.Command.IsLocal():
		return false, nil
	case !ok || h.Command.IsLocal() || tcp.IP.IsUnspecified() || tcp.IP.IsMulticast():
		return false, errNobodyBehind
	}
	c.from = tcp
	return true, nil
}

// RemoteAddr is that of whom the proxy brought.
func (c *proxied) RemoteAddr() net.Addr {
	if c.from == nil {
		return c.Conn.RemoteAddr()
	}
	return c.from
}

// Read reads what came with the header, and then the connection.
func (c *proxied) Read(p []byte) (int, error) {
	if c.rest != nil {
		if c.rest.Buffered() > 0 {
			return c.rest.Read(p)
		}
		c.rest = nil
	}
	return c.Conn.Read(p)
}

// proxy reports whether an address is that of a proxy which says from where somebody comes.
func (s *Server) proxy(addr net.Addr) bool {
	a, err := netip.ParseAddrPort(addr.String())
	if err != nil {
		return false
	}
	ip := a.Addr().Unmap().WithZone("")
	return slices.ContainsFunc(s.cfg.Proxies, func(p netip.Prefix) bool { return p.Contains(ip) })
}
