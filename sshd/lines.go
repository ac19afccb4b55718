package sshd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"
	"unicode/utf8"

	"golang.org/x/time/rate"

	"saloon/sshd/intake"
)

// lineMax bounds a line that is typed, in bytes.
const lineMax = 1 << 10

// Keys that edit a line.
const (
	keyInterrupt = 0x03 // ctrl+c
	keyEnd       = 0x04 // ctrl+d
	keyBackspace = 0x08
	keyKill      = 0x15 // ctrl+u
	keyDelete    = 0x7f
)

// lines plays the house in plain lines. The client has switched its own echo off, so what is typed is echoed here.
func (s *Server) lines(sess *session) {
	v, ok := s.visit(sess)
	if !ok {
		return
	}
	defer v.Session.Close()
	cooked := &cooked{
		sess: sess, out: sess, now: s.cfg.Now, touched: v.Session.Key,
		budget: rate.NewLimiter(rate.Limit(s.cfg.Limits.InputRate), max(s.cfg.Limits.InputBurst, readBytes)),
	}
	// Nothing but the end of its channel ends a read that waits.
	defer context.AfterFunc(sess.ctx, func() {
		if why := context.Cause(sess.ctx); !errors.Is(why, errGone) && !errors.Is(why, context.Canceled) {
			s.apologize(sess, why)
		}
		_ = sess.raw.Close()
	})()
	defer s.listen(v, sess)()
	switch err := s.cfg.Lines(v, cooked, sess); {
	case err == nil:
		_ = sess.Exit(0)
	case context.Cause(sess.ctx) != nil:
	default:
		sess.log.Error("Lines ended", "err", err)
		s.apologize(sess, errBroken)
	}
}

// listen watches over the silence of a session in lines, until the function that it returns is called.
func (s *Server) listen(v Visit, sess *session) (stop func()) {
	ctx, cancel := context.WithCancel(v.Context)
	quiet := silence{sess: sess, limit: s.cfg.Limits.Idle}
	go func() { // contained: contain
		defer s.contain("A session's watch panicked", sess)
		idle := time.NewTimer(quiet.early())
		defer idle.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-idle.C:
				next, warning := quiet.check(s.cfg.Now())
				idle.Reset(next)
				if warning != "" {
					say(sess, "%s", warning)
				}
			}
		}
	}()
	return cancel
}

// cooked reads whole lines from a terminal that sends keys: it echoes, rubs out, and ends at ctrl+c, or at ctrl+d on an
// empty line.
type cooked struct {
	sess    *session
	out     io.Writer
	now     func() time.Time
	touched func()
	budget  *rate.Limiter
	filter  intake.Filter

	line   []byte // being typed
	ready  []byte // whole lines, not read yet
	ended  bool
	person bool // somebody typed, clicked or pasted in this read
}

// Read waits for a whole line.
func (c *cooked) Read(p []byte) (int, error) {
	var buf [256]byte
	for len(c.ready) == 0 {
		if c.ended {
			return 0, io.EOF
		}
		n, err := c.sess.raw.Read(buf[:])
		if n > 0 {
			if !c.sess.wait(c.sess.ctx, c.budget, n) {
				return 0, io.EOF
			}
			now := c.now()
			c.filter.Expire(now, c.token)
			if err := c.filter.Feed(now, buf[:n], c.token); err != nil {
				c.sess.spoil(err)
				return 0, io.EOF
			}
			if c.person {
				c.person = false
				c.sess.touch()
				c.touched()
			}
		}
		if err != nil {
			return 0, io.EOF
		}
	}
	n := copy(p, c.ready)
	c.ready = c.ready[n:]
	return n, nil
}

// escape is what sequences begin with.
const escape = 0x1b

// token edits the line. Pasted newlines are spaces: a paste never says yes to anything.
func (c *cooked) token(tok intake.Token) {
	if c.ended {
		return
	}
	c.person = c.person || tok.Paste || tok.Bytes[0] != escape // what reports something begins with an escape
	if tok.Paste {
		c.insert(bytes.Map(func(r rune) rune {
			if r < ' ' {
				return ' '
			}
			return r
		}, tok.Bytes))
		return
	}
	if len(tok.Bytes) != 1 || tok.Bytes[0] >= ' ' && tok.Bytes[0] != keyDelete {
		if tok.Bytes[0] >= ' ' {
			c.insert(tok.Bytes)
		}
		return
	}
	switch tok.Bytes[0] {
	case '\r', '\n':
		c.echo("\n")
		c.ready = append(append(c.ready, c.line...), '\n')
		c.line = c.line[:0]
	case keyBackspace, keyDelete:
		c.rub()
	case keyKill:
		for len(c.line) > 0 {
			c.rub()
		}
	case keyInterrupt:
		c.echo("\n")
		c.ended = true
	case keyEnd:
		if len(c.line) == 0 {
			c.echo("\n")
			c.ended = true
		}
	}
}

func (c *cooked) insert(b []byte) {
	for len(b) > 0 {
		_, n := utf8.DecodeRune(b)
		if len(c.line)+n > lineMax {
			c.echo("\a")
			return
		}
		c.line = append(c.line, b[:n]...)
		c.echo(string(b[:n]))
		b = b[n:]
	}
}

func (c *cooked) rub() {
	if len(c.line) == 0 {
		return
	}
	_, n := utf8.DecodeLastRune(c.line)
	c.line = c.line[:len(c.line)-n]
	c.echo("\b \b")
}

// echo writes what the terminal shows of the typing. A line that is gone ends the next read.
func (c *cooked) echo(s string) { _, _ = io.WriteString(c.out, s) }
