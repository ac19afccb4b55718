package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"golang.org/x/time/rate"

	"saloon/sshd/intake"
	screens "saloon/tui/screen"
)

const (
	// readBytes is how much of the input is read at once.
	readBytes = 1 << 10
	// readAhead is how many such buffers a session has. A key has its moment when it is read, so what is read must not
	// wait for what was read before it to be worked on.
	readAhead = 4
)

// resizeRest is how long a program draws one size before it gets the next. A window that is dragged has hundreds.
const resizeRest = 30 * time.Millisecond

// pump brings everything that happens on a session's line to its program: keys, sizes, words of the door. It is the
// only one that sends to the program, from one goroutine, so that a program that is stuck holds up nobody else.
type pump struct {
	server  *Server
	sess    *session
	send    func(tea.Msg)
	touched func() // somebody pressed a key

	filter  intake.Filter
	decoder intake.Decoder
	bytes   *rate.Limiter
	events  *rate.Limiter
	at      time.Time // when the last bytes were read
	person  bool      // a key, a click or a paste was among the bytes of this read
}

// chunk is what one read brought.
type chunk struct {
	bytes []byte
	at    time.Time
}

func newPump(s *Server, sess *session, send func(tea.Msg), touched func()) *pump {
	l := s.cfg.Limits
	return &pump{
		server: s, sess: sess, send: send, touched: touched,
		bytes:  rate.NewLimiter(rate.Limit(l.InputRate), max(l.InputBurst, readBytes)),
		events: rate.NewLimiter(rate.Limit(l.EventRate), l.EventBurst),
	}
}

// run works until the context ends. The end of the input, and input that makes no sense, end the session.
func (p *pump) run(ctx context.Context) {
	chunks := make(chan chunk, readAhead-2) // the others: one is filled, and one is worked on
	go func() {                             // contained: contain
		defer p.server.contain("Reading a session panicked", p.sess)
		defer close(chunks)
		p.read(ctx, chunks)
	}()
	quiet := silence{sess: p.sess, limit: p.server.cfg.Limits.Idle}
	idle := time.NewTimer(quiet.early())
	defer idle.Stop()
	sizes := p.sess.resized // nil for a while after each size
	rest := time.NewTimer(time.Hour)
	rest.Stop()
	defer rest.Stop()
	held := time.NewTimer(time.Hour)
	held.Stop()
	defer held.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case c, ok := <-chunks:
			if !ok {
				p.sess.cancel(errGone)
				return
			}
			if err := p.feed(c); err != nil {
				p.sess.spoil(err)
				return
			}
		case <-held.C:
			if len(chunks) == 0 { // else the rest may be there
				p.expire()
			}
		case to := <-sizes:
			p.send(tea.WindowSizeMsg{Width: to.w, Height: to.h})
			sizes = nil
			rest.Reset(resizeRest)
		case <-rest.C:
			sizes = p.sess.resized
		case <-idle.C:
			next, warning := quiet.check(p.server.cfg.Now())
			idle.Reset(next)
			if warning != "" && p.server.cfg.Notice != nil {
				p.send(p.server.cfg.Notice(warning))
			}
		}
		held.Stop()
		if at, ok := p.filter.Deadline(); ok {
			held.Reset(max(0, at.Sub(p.server.cfg.Now())))
		}
	}
}

// feed takes in what one read brought.
func (p *pump) feed(c chunk) error {
	p.at = c.at
	now := p.server.cfg.Now() // later, if too much came in: what waited for its turn has not been late
	p.filter.Owe(p.sess.marks.Owed(now))
	err := p.filter.Feed(now, c.bytes, p.token)
	p.settle()
	return err
}

// expire gives up waiting for the rest of what is held.
func (p *pump) expire() {
	now := p.server.cfg.Now()
	p.filter.Owe(p.sess.marks.Owed(now))
	p.filter.Expire(now, p.token)
	p.settle()
}

// read reads the channel, no faster than a person may type and paste, into the buffers by turns: while one is worked
// on, the others are filled.
func (p *pump) read(ctx context.Context, chunks chan<- chunk) {
	var buffers [readAhead][readBytes]byte
	for turn := 0; ; turn = (turn + 1) % readAhead {
		n, err := p.sess.raw.Read(buffers[turn][:])
		if n > 0 {
			c := chunk{buffers[turn][:n], p.sess.times.Read()} // nobody else reads
			if !p.sess.wait(ctx, p.bytes, n) {
				return
			}
			select {
			case chunks <- c:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				p.sess.log.Debug("Session not readable", "err", err)
			}
			return
		}
	}
}

// wait waits until n more bytes of a person are in their budget. It reports false if the session ends before.
func (s *session) wait(ctx context.Context, budget *rate.Limiter, n int) bool {
	now := s.line.now()
	r := budget.ReserveN(now, n)
	delay := r.DelayFrom(now)
	if delay <= 0 {
		return true
	}
	s.line.meter.Limited("bytes of a person")
	select {
	case <-time.After(delay):
		return true
	case <-ctx.Done():
		return false
	}
}

// token decodes a token and sends its events, as far as there is a budget for them. Keys go with the moment at which
// they were read; when the terminal has drawn what was flashed is told as well, and costs nothing, since it was asked.
func (p *pump) token(tok intake.Token) {
	if tok.Answer {
		if n, ok := p.sess.marks.Answer(); ok {
			p.send(screens.Marked{N: n, At: p.at})
		}
		return
	}
	err := p.decoder.Events(tok, func(e uv.Event) {
		if !p.events.AllowN(p.server.cfg.Now(), 1) {
			p.server.cfg.Meter.Limited("keys")
			return
		}
		switch e := e.(type) {
		case uv.KeyPressEvent:
			p.person = true
			p.send(screens.Stroke{Key: tea.KeyPressMsg(e), At: p.at})
			return
		case uv.FocusEvent, uv.BlurEvent, uv.BackgroundColorEvent:
		default:
			p.person = true
		}
		if msg := message(e); msg != nil {
			p.send(msg)
		}
	})
	if err != nil {
		p.sess.log.Warn("Input not understood", "err", err)
	}
}

// message is an event of a terminal as programs know it; nil for those that they know nothing of.
func message(e uv.Event) tea.Msg {
	switch e := e.(type) {
	case uv.PasteEvent:
		return tea.PasteMsg{Content: e.Content}
	case uv.MouseClickEvent:
		return tea.MouseClickMsg(e)
	case uv.MouseReleaseEvent:
		return tea.MouseReleaseMsg(e)
	case uv.MouseWheelEvent:
		return tea.MouseWheelMsg(e)
	case uv.MouseMotionEvent:
		return tea.MouseMotionMsg(e)
	case uv.FocusEvent:
		return tea.FocusMsg{}
	case uv.BlurEvent:
		return tea.BlurMsg{}
	case uv.BackgroundColorEvent:
		return tea.BackgroundColorMsg{Color: e.Color}
	}
	return nil
}

// spoil ends a session whose input makes no sense.
func (s *session) spoil(err error) {
	s.line.meter.Cut("rubbish")
	s.cancel(err)
}

// settle notes that a person is there, once a read.
func (p *pump) settle() {
	if p.person {
		p.person = false
		p.sess.touch()
		p.touched()
	}
}

// silence watches over a session that nobody touches.
type silence struct {
	sess   *session
	limit  time.Duration
	warned time.Time // the key after which it was said
}

// early is how long a silence is when it is first spoken of.
func (q *silence) early() time.Duration { return q.limit / 5 * 4 }

// check looks how long the silence is, and says when to look again. At four fifths of the limit it has words for the
// person, once for each silence; at the limit it ends the session.
func (q *silence) check(now time.Time) (next time.Duration, warning string) {
	last := q.sess.touched()
	still := now.Sub(last)
	switch {
	case still >= q.limit:
		q.sess.line.meter.Cut("nobody there")
		q.sess.cancel(errQuiet)
		return q.limit, ""
	case still < q.early():
		return q.early() - still, ""
	case q.warned == last:
		return q.limit - still, ""
	}
	q.warned = last
	return q.limit - still, fmt.Sprintf("You have been still for %s: in %s the line is closed. Any key keeps it.",
		words(still), words(q.limit-still))
}

// words says how long something is, as people do.
func words(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%d days", int(d.Round(24*time.Hour).Hours()/24))
	case d >= 2*time.Hour:
		return fmt.Sprintf("%d hours", int(d.Round(time.Hour).Hours()))
	case d >= 2*time.Minute:
		return fmt.Sprintf("%d minutes", int(d.Round(time.Minute).Minutes()))
	}
	return fmt.Sprintf("%d seconds", int(d.Round(time.Second).Seconds()))
}
