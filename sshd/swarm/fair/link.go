package fair

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"sync"
	"time"
)

// Link is a line of a certain length: what goes through it comes Trip/2 later, each way, and each packet up to Jitter
// later than that, without overtaking.
type Link struct {
	Trip   time.Duration // there and back
	Jitter time.Duration // each way, evenly from nothing up
}

// Net is a listener on this machine whose connections know how long their links are, as a kernel knows the shortest
// round trip of its own connections. Its methods may be called by several goroutines.
type Net struct {
	net.Listener

	mu    sync.Mutex
	trips map[string]time.Duration // by the client's address
	rnd   *rand.Rand
}

// Listen opens a Net. The seed is that of the jitter.
func Listen(seed uint64) (*Net, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	return &Net{Listener: l, trips: make(map[string]time.Duration), rnd: rand.New(rand.NewPCG(seed, 1))}, nil
}

// Accept accepts a connection that knows its link.
func (n *Net) Accept() (net.Conn, error) {
	c, err := n.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return known{c, n}, nil
}

// known is a connection on the side of the server.
type known struct {
	net.Conn
	n *Net
}

// ShortestTrip is that of the connection's link, or 0 for one without.
func (k known) ShortestTrip() time.Duration {
	k.n.mu.Lock()
	defer k.n.mu.Unlock()
	return k.n.trips[k.RemoteAddr().String()]
}

// dial opens a connection over a link.
func (n *Net) dial(ctx context.Context, addr string, l Link) (*delays, error) {
	var d net.Dialer
	c, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.trips[c.LocalAddr().String()] = l.Trip
	return delayed(c, l, rand.New(rand.NewPCG(n.rnd.Uint64(), n.rnd.Uint64()))), nil
}

// delays is one connection on the side of the client: what is written is sent later, and what arrives is read later.
type delays struct {
	net.Conn
	out, in *belt
	rest    []byte // of what was read last
	closed  chan struct{}
	once    sync.Once

	mu    sync.Mutex
	came  time.Time   // when what was read last had come in from the server
	wrote int         // how many packets were written
	left  []time.Time // when each of them went out to the server
}

// At the server's end of the line, where the belts are over: when what was read last came in …
func (d *delays) cameIn() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.came
}

// … which packet was written last, from 1 on …
func (d *delays) written() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.wrote
}

// … and when a packet went out; zero for one that has not.
func (d *delays) wentOut(packet int) time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	if packet < 1 || packet > len(d.left) {
		return time.Time{}
	}
	return d.left[packet-1]
}

// beltMax is how many packets are on their way at once.
const beltMax = 1 << 12

func delayed(c net.Conn, l Link, rnd *rand.Rand) *delays {
	d := &delays{Conn: c, closed: make(chan struct{})}
	d.out, d.in = newBelt(l, rnd.Uint64(), d.closed), newBelt(l, rnd.Uint64(), d.closed)
	go d.send()    // contained: it only copies bytes
	go d.receive() // contained: it only copies bytes
	return d
}

// send writes what has come to the end of the belt.
func (d *delays) send() {
	for {
		p, ok := d.out.take()
		if !ok {
			return
		}
		d.mu.Lock()
		d.left = append(d.left, time.Now())
		d.mu.Unlock()
		if _, err := d.Conn.Write(p.b); err != nil {
			_ = d.Close()
			return
		}
	}
}

// receive puts on the belt what arrives.
func (d *delays) receive() {
	for {
		buf := make([]byte, 16<<10)
		n, err := d.Conn.Read(buf)
		if n > 0 && !d.in.put(buf[:n]) {
			return
		}
		if err != nil {
			d.in.end(err)
			return
		}
	}
}

func (d *delays) Write(p []byte) (int, error) {
	if !d.out.put(append([]byte(nil), p...)) {
		return 0, net.ErrClosed
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wrote++
	return len(p), nil
}

func (d *delays) Read(p []byte) (int, error) {
	if len(d.rest) == 0 {
		got, ok := d.in.take()
		switch {
		case !ok:
			return 0, net.ErrClosed
		case got.err != nil:
			return 0, got.err
		}
		d.rest = got.b
		d.mu.Lock()
		d.came = got.on
		d.mu.Unlock()
	}
	n := copy(p, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}

// Close ends the connection at once; what is on its way is lost.
func (d *delays) Close() error {
	err := net.ErrClosed
	d.once.Do(func() {
		close(d.closed)
		err = d.Conn.Close()
	})
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// SetDeadline bounds the connection beneath; what is on a belt is not bounded.
func (d *delays) SetDeadline(t time.Time) error { return d.Conn.SetDeadline(t) }

// packet is some bytes, or the end.
type packet struct {
	b   []byte
	err error
	on  time.Time // when it was put on the belt
	due time.Time // when it is at the end of it
}

// belt carries packets in their order, each for a while.
type belt struct {
	link   Link
	rnd    *rand.Rand
	ch     chan packet
	last   time.Time // when the last packet is due
	closed <-chan struct{}
}

func newBelt(l Link, seed uint64, closed <-chan struct{}) *belt {
	return &belt{link: l, rnd: rand.New(rand.NewPCG(seed, 2)), ch: make(chan packet, beltMax), closed: closed}
}

// put takes a packet on. Only one goroutine may call it.
func (b *belt) put(p []byte) bool { return b.add(packet{b: p}) }

func (b *belt) end(err error) { b.add(packet{err: err}) }

func (b *belt) add(p packet) bool {
	p.on = time.Now()
	due := p.on.Add(b.link.Trip / 2)
	if b.link.Jitter > 0 {
		due = due.Add(time.Duration(b.rnd.Int64N(int64(b.link.Jitter))))
	}
	if due.Before(b.last) {
		due = b.last
	}
	b.last, p.due = due, due
	select {
	case b.ch <- p:
		return true
	case <-b.closed:
		return false
	}
}

// take waits for the next packet to come to the end.
func (b *belt) take() (packet, bool) {
	select {
	case p := <-b.ch:
		if wait := time.Until(p.due); wait > 0 {
			t := time.NewTimer(wait)
			defer t.Stop()
			select {
			case <-t.C:
			case <-b.closed:
				return packet{}, false
			}
		}
		return p, true
	case <-b.closed:
		return packet{}, false
	}
}
