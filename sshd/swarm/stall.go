package swarm

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"time"
)

// StallReport is what readers do to the others who stop reading, all at one table. They are looked at while they are
// open: what came of the others' keys from then on until the last reader was cut is held against what was before.
type StallReport struct {
	Readers     int     `json:"readers"`
	Before      Times   `json:"others_before"`
	During      Times   `json:"others_during"`
	TableBefore Times   `json:"their_table_before"` // those who sit at it or look on as well
	TableDuring Times   `json:"their_table_during"`
	ShiftP99    float64 `json:"others_p99_moved_ms"`
	BytesEach   float64 `json:"bytes_each"` // most that the server grew by until they were cut; 0 if it cannot be read
	Cut         int     `json:"cut"`
	CutFirst    float64 `json:"first_cut_seconds"` // after they stopped reading
	CutLast     float64 `json:"last_cut_seconds"`
}

// stalledConn is a connection whose reader may stop.
type stalledConn struct {
	net.Conn
	mu      sync.Mutex
	stopped bool
	over    chan struct{} // closed with the connection
	once    sync.Once
}

// Read reads until the reader has stopped, and then waits for the end.
func (c *stalledConn) Read(p []byte) (int, error) {
	c.mu.Lock()
	stopped := c.stopped
	c.mu.Unlock()
	if stopped {
		<-c.over
		return 0, net.ErrClosed
	}
	return c.Conn.Read(p)
}

// stop stops reading. A read that is under way is the last one.
func (c *stalledConn) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stopped = true
}

// Close closes the connection.
func (c *stalledConn) Close() error {
	c.once.Do(func() { close(c.over) })
	return c.Conn.Close()
}

// reader is somebody who looks on and stops reading.
type reader struct {
	*person
	conn *stalledConn
	cut  time.Duration // after they stopped; 0 while they are not
}

// lookEach is how often it is looked whether somebody was cut.
const lookEach = 200 * time.Millisecond

// stall lets readers come to the first table halfway through the run, stop reading, and be cut.
func (c *crowd) stall(ctx context.Context, from view) (*StallReport, error) {
	if !pause(ctx, c.For/2) {
		return nil, nil
	}
	calm, err := c.look(ctx)
	if err != nil {
		return nil, err
	}
	table := c.tables[0]
	atTable, _ := table.keys.since(0)
	readers := make([]*reader, c.Stalled)
	for i := range readers {
		readers[i] = c.newReader(i)
	}
	defer func() {
		for _, r := range readers {
			if r.console != nil {
				r.console.Drop()
			}
		}
	}()
	if err := each(ctx, readers, (*reader).arrive); err != nil {
		return nil, fmt.Errorf("readers who will stop: %w", err)
	}
	in, err := c.look(ctx)
	if err != nil {
		return nil, err
	}
	_, inTable := table.keys.since(0)
	peak, err := c.awaitCuts(ctx, readers)
	if err != nil {
		return nil, err
	}
	r := &StallReport{Readers: c.Stalled, Before: times(c.between(from, calm)), TableBefore: times(atTable)}
	last, err := c.look(ctx)
	if err != nil {
		return nil, err
	}
	r.During = times(c.between(in, last))
	during, _ := table.keys.since(inTable)
	r.TableDuring = times(during)
	r.ShiftP99 = r.During.P99 - r.Before.P99
	r.BytesEach = float64(max(peak-calm.server.RSS, 0)) / float64(c.Stalled)
	r.cuts(readers)
	return r, nil
}

// between is how long keys took that were answered between two moments.
func (c *crowd) between(from, to view) (all []time.Duration) {
	for place := range places {
		took, _ := c.keys[place].since(from.keys[place])
		all = append(all, took[:to.keys[place]-from.keys[place]]...)
	}
	return all
}

// newReader makes somebody whose number nobody else has.
func (c *crowd) newReader(i int) *reader {
	r := &reader{person: newPerson(c, LookingOn, c.number()+i)}
	r.table, r.sample = c.tables[0], nil
	dial := r.login.dialer()
	r.login.Dial = func(ctx context.Context, addr string) (net.Conn, error) {
		tcp, err := dial(ctx, addr)
		if err != nil {
			return nil, err
		}
		r.conn = &stalledConn{Conn: tcp, over: make(chan struct{})}
		return r.conn, nil
	}
	return r
}

// arrive comes in and looks on.
func (r *reader) arrive(ctx context.Context) error {
	if err := r.connect(ctx); err != nil {
		return err
	}
	return r.enter(ctx)
}

// awaitCuts lets all stop reading, waits until all are cut, or the context ends, and returns the most memory that the
// server had meanwhile.
func (c *crowd) awaitCuts(ctx context.Context, readers []*reader) (peak int64, err error) {
	began := time.Now()
	for _, r := range readers {
		r.conn.stop()
	}
	for open := len(readers); open > 0 && pause(ctx, lookEach); {
		if c.Usage != nil {
			u, err := c.Usage()
			if err != nil {
				return 0, err
			}
			peak = max(peak, u.RSS)
		}
		held, err := established()
		if err != nil {
			return 0, err
		}
		open = 0
		for _, r := range readers {
			if r.cut == 0 && !held[ends(r.conn.RemoteAddr(), r.conn.LocalAddr())] {
				r.cut = time.Since(began)
			}
			if r.cut == 0 {
				open++
			}
		}
	}
	return peak, nil
}

// cuts sums up when readers were cut.
func (r *StallReport) cuts(readers []*reader) {
	for _, one := range readers {
		if one.cut == 0 {
			continue
		}
		after := one.cut.Seconds()
		if r.Cut == 0 || after < r.CutFirst {
			r.CutFirst = after
		}
		r.CutLast = max(r.CutLast, after)
		r.Cut++
	}
}

// ends names a connection by the ports of its ends, the server's first.
func ends(server, client net.Addr) string {
	s, _ := server.(*net.TCPAddr)
	c, _ := client.(*net.TCPAddr)
	if s == nil || c == nil {
		return ""
	}
	return fmt.Sprintf("%04X %04X", s.Port, c.Port)
}

// established are the open TCP connections of this machine, each by its ends as each of them sees it. Somebody who does
// not read does not learn that they were cut, but the server's end is closed by then. It reads Linux's /proc.
func established() (map[string]bool, error) {
	open := make(map[string]bool)
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		body, err := os.ReadFile(table)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(body)) {
			if f := strings.Fields(line); len(f) > 9 && f[3] == "01" {
				_, from, _ := strings.Cut(f[1], ":")
				_, to, _ := strings.Cut(f[2], ":")
				open[from+" "+to] = true
			}
		}
	}
	return open, nil
}
