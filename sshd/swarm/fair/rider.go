package fair

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/crypto/ssh"

	"saloon/engine/clock"
	"saloon/sshd/swarm"
)

// Hand is how fast somebody reacts: a normal and an exponential part, as people do. They are those of the rules of O.K.
// Corral, 2.10.
type Hand struct {
	Mean, Spread time.Duration // of the normal part
	Tail         time.Duration // the mean of the exponential part
	Least        time.Duration
}

// Usual is the hand of an ordinary player.
var Usual = Hand{
	Mean: 430 * time.Millisecond, Spread: 60 * time.Millisecond, Tail: 120 * time.Millisecond,
	Least: 200 * time.Millisecond,
}

// Steady always needs the same.
func Steady(d time.Duration) Hand { return Hand{Mean: d, Least: d} }

// take draws one reaction time.
func (h Hand) take(r *rand.Rand) time.Duration {
	d := float64(h.Mean) + r.NormFloat64()*float64(h.Spread) + r.ExpFloat64()*float64(h.Tail)
	return max(time.Duration(d), h.Least)
}

// Tricks are what somebody does to look farther away, or slower to see, than they are.
type Tricks struct {
	Marks   time.Duration // how much later the terminal says that it has drawn
	Replies time.Duration // how much later the client answers whether it is there
}

// rider is somebody who reacts to pictures.
type rider struct {
	link   Link
	hand   Hand
	tricks Tricks
	key    func(picture string) (key string, ok bool)
	page   *page
	login  swarm.Login

	wire *delays
	term atomic.Pointer[swarm.Terminal]
	mu   sync.Mutex
	rnd  *rand.Rand
	held []byte // of a picture that is not whole yet
	own  []own
}

// own is what a rider knows of one picture.
type own struct {
	at   time.Time     // when it came
	took time.Duration // from then to the key; 0 without one

	// What of it went over the line, at the server's end of it: when the picture came in, and which packets answered
	// it; 0 for none.
	came         time.Time
	mark, stroke int
}

// comes makes a rider and lets them in.
func (f *field) comes(ctx context.Context, r *rider, command string) (*rider, error) {
	n := f.number.Add(1)
	r.rnd = rand.New(rand.NewPCG(f.Seed, uint64(n)))
	key := swarm.Key(f.Seed, int(n))
	r.page = f.Book.page(ssh.FingerprintSHA256(key.PublicKey()))
	r.login = swarm.Login{
		Addr: f.Net.Addr().String(), User: fmt.Sprintf("racer-%d", n), Key: key, Command: command, Heard: r.hears,
	}
	r.login.Dial = func(ctx context.Context, addr string) (net.Conn, error) {
		d, err := f.Net.dial(ctx, addr, r.link)
		if err != nil {
			return nil, err
		}
		r.wire = d
		return d, nil
	}
	if d := r.tricks.Replies; d > 0 {
		r.login.Asked = func() { <-time.After(d) }
	}
	f.door <- struct{}{}
	t, err := swarm.Dial(ctx, r.login)
	<-f.door
	if err != nil {
		return nil, err
	}
	r.term.Store(t)
	return r, nil
}

// What goes round a picture.
const (
	pictureFrom = "\x1b7"
	pictureTo   = "\x1b8"
	question    = "\x1b[5n"
	answer      = "\x1b[0n"
)

// hears looks for pictures in what comes in, and reacts to them at once. It answers for the emulator, which is slower.
func (r *rider) hears(b []byte, at time.Time) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.held = append(r.held, b...)
	for {
		from := bytes.Index(r.held, []byte(pictureFrom))
		if from < 0 {
			r.held = r.held[:0]
			break
		}
		to := bytes.Index(r.held[from:], []byte(pictureTo))
		if to < 0 {
			r.held = append(r.held[:0], r.held[from:]...)
			break
		}
		r.reacts(ansi.Strip(string(r.held[from:from+to])), at)
		r.held = append(r.held[:0], r.held[from+to+len(pictureTo):]...)
	}
	for range bytes.Count(b, []byte(question)) {
		r.sends(answer, r.tricks.Marks)
		if i := len(r.own) - 1; i >= 0 && r.tricks.Marks == 0 {
			r.own[i].mark = r.wire.written()
		}
	}
	return bytes.ReplaceAll(b, []byte(question), nil)
}

// reacts answers a picture after a time. It is called with the lock held.
func (r *rider) reacts(picture string, at time.Time) {
	i := len(r.own)
	r.own = append(r.own, own{at: at, came: r.wire.cameIn()})
	key, ok := r.key(picture)
	if !ok {
		return
	}
	time.AfterFunc(r.hand.take(r.rnd)-time.Since(at), func() { // contained: it only notes and writes
		r.mu.Lock()
		r.own[i].took = time.Since(at)
		r.mu.Unlock()
		r.sends(key, 0)
		r.mu.Lock()
		r.own[i].stroke = r.wire.written()
		r.mu.Unlock()
	})
}

// sends sends bytes after a time. A line that is gone is noticed by whoever waits for something on it.
func (r *rider) sends(text string, in time.Duration) {
	t := r.term.Load()
	if t == nil {
		return
	}
	if in <= 0 {
		_ = t.Press(text)
		return
	}
	time.AfterFunc(in, func() { _ = t.Press(text) }) // contained: it only writes
}

// draws draws alone until the house has enough keys; with none, until it has its verdict.
func (r *rider) draws(ctx context.Context, enough int) error {
	t := r.term.Load()
	for {
		var on string // what stands on the screen that a key answers
		done := false
		err := t.Until(ctx, "a draw alone", func(s []string) bool {
			if done = enough > 0 && r.page.keys() >= enough; done {
				return true
			}
			for _, on = range []string{newcomer, " begin", again} {
				if swarm.On(s, on) {
					return true
				}
			}
			return false
		})
		if err != nil || done || on == again && enough == 0 {
			return err
		}
		if on == newcomer {
			if err := t.Sees(ctx, "You will be known as"); err != nil {
				return err
			}
		}
		if err := t.Press("\r"); err != nil {
			return err
		}
		gone := func(s []string) bool { return !swarm.On(s, on) }
		if err := t.Until(ctx, "what comes after "+on, gone); err != nil {
			return err
		}
	}
}

// What stands on the screens that riders come by.
const (
	newcomer = "What shall we call you"
	again    = " once more"
)

// run is one picture with what both sides know of it.
type run struct {
	sighting
	own

	// The same sight of a house that reads and writes without any delay and knows how long the line is, and when the
	// key came there; zero where the rider does not know.
	exact   clock.Sight
	exactly time.Time
}

// measured is the reaction time that the house takes a key for; ok is false for one that does not count.
func (r run) measured() (d time.Duration, ok bool) {
	if r.key.IsZero() || r.took == 0 {
		return 0, false
	}
	d = r.Reaction(r.key)
	return d, d >= least && d <= window
}

// What counts as a reaction: rules 2.6.
const (
	least  = 120 * time.Millisecond
	window = 2500 * time.Millisecond
)

// raw is the reaction time if nothing were taken out.
func (r run) raw() time.Duration { return r.sighting.key.Sub(r.Sent) }

// runs are all pictures that both sides know of.
func (r *rider) runs() []run {
	r.mu.Lock()
	own := append([]own(nil), r.own...)
	r.mu.Unlock()
	all := r.page.sightings()
	out := make([]run, min(len(own), len(all)))
	for i := range out {
		out[i] = run{sighting: all[i], own: own[i], exactly: r.wire.wentOut(own[i].stroke)}
		out[i].exact = clock.Sight{
			Sent: own[i].came, Lag: clock.Lag{Trip: r.link.Trip}, Marks: own[i].mark != 0,
			Mark: r.wire.wentOut(own[i].mark),
		}
	}
	return out
}

// draw is the key for the word of a draw alone.
func drawKey(picture string) (string, bool) { return "j", strings.Contains(picture, "D R A W") }
