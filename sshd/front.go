package sshd

import (
	"context"
	"encoding/binary"
	"runtime/debug"
	"strings"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"saloon/sshd/stamp"
)

// What a session may bring along.
const (
	envMax     = 16      // variables
	envBytes   = 512     // each, with its name
	execBytes  = 4 << 10 // a command
	waitingMax = 64      // requests before something is started
)

// front answers a session channel. It stands before the library's own handler, because that one can be stuck while the
// client goes on, believes every size, keeps every variable and grants what nobody here needs. The front reads every
// request for as long as the channel lives, answers most of them itself, and hands the library three: pty-req, made
// anew from what was believed; env, from a short list; and the first shell or exec.
func (s *Server) front(_ *ssh.Server, conn *gossh.ServerConn, nc gossh.NewChannel, ctx ssh.Context) {
	l := lineOf(ctx)
	if !l.open() {
		l.meter.Refused("sessions of one connection")
		_ = nc.Reject(gossh.ResourceShortage, "there are enough sessions on this connection")
		return
	}
	ch, requests, err := nc.Accept()
	if err != nil {
		l.end(false)
		return
	}
	times := stamp.New(s.cfg.Now)
	sess := &session{
		server: s, line: l, log: l.log, times: times,
		resized: make(chan size, 1), size: size{80, 24}, finished: make(chan struct{}),
	}
	sess.touch()
	sess.ctx, sess.cancel = context.WithCancelCause(ctx)
	sess.raw = newChannel(ch, times, l)
	d := &drain{sess: sess, pass: make(chan *gossh.Request), rate: l.limits.requests()}
	lib := &ssh.Server{Handler: func(inner ssh.Session) {
		sess.Session = inner
		s.ssh.Handler(sess)
	}}
	_ = lib.SetOption(ssh.EmulatePty()) // fails only once a server runs
	go func() {                         // contained: contain
		defer s.contain("A session's requests panicked", sess)
		ssh.DefaultSessionHandler(lib, conn, accepted{nc, sess.raw, d.pass}, ctx)
	}()
	ran := d.run(conn, requests)
	sess.cancel(errGone)
	_ = ch.Close()
	l.end(ran)
}

// contain ends a panic in a goroutine of ours: it is logged, and nobody else notices.
func (s *Server) contain(words string, sess *session) {
	if r := recover(); r != nil {
		sess.log.Error(words, "panic", r, "stack", string(debug.Stack()))
		sess.cancel(errBroken)
	}
}

// accepted is a channel that was accepted before, as something that the library may accept.
type accepted struct {
	gossh.NewChannel
	channel  gossh.Channel
	requests <-chan *gossh.Request
}

func (a accepted) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	return a.channel, a.requests, nil
}

// drain reads the requests of one session.
type drain struct {
	sess    *session
	pass    chan *gossh.Request // to the library, until something was started
	rate    *rate.Limiter
	started bool
	env     int
	waited  int
}

// run answers requests until there are no more. It reports whether something was started.
func (d *drain) run(conn *gossh.ServerConn, requests <-chan *gossh.Request) bool {
	defer func() {
		if !d.started {
			close(d.pass)
		}
	}()
	limits := d.sess.line.limits
	patience := time.NewTimer(limits.Start)
	defer patience.Stop()
	finished := d.sess.finished
	for {
		select {
		case <-finished:
			finished = nil
			patience.Reset(limits.Start) // for the client to close the channel, too
		case req, ok := <-requests:
			if !ok {
				return d.started
			}
			// Sizes are many and cheap: the newest replaces the others.
			if req.Type != "window-change" && !d.rate.AllowN(d.sess.line.now(), 1) {
				d.sess.line.cut("too many requests in a session")
				continue
			}
			if d.waited++; !d.started && d.waited > waitingMax && req.Type != "window-change" {
				d.sess.line.cut("too many requests before a session")
				continue
			}
			if d.answer(req) {
				d.sess.line.start(conn)
				patience.Stop()
				d.forward(req)
				// The library is not asked anything any more, and its goroutine ends.
				close(d.pass)
			}
		case <-patience.C:
			d.sess.line.cut("nothing runs in a session")
		}
	}
}

// forward hands a request to the library, which answers it.
func (d *drain) forward(req *gossh.Request) {
	select {
	case d.pass <- req:
	case <-d.sess.ctx.Done():
	}
}

// answer deals with one request. It reports true for the one that starts the session, which is still to be handed on.
func (d *drain) answer(req *gossh.Request) bool {
	switch req.Type {
	case "pty-req":
		if term, to, ok := parsePty(req.Payload); ok && !d.started && !d.sess.pty {
			d.sess.pty, d.sess.term = true, clean(term, termWidth)
			d.sess.resize(to)
			d.forward(withPayload(req, ptyPayload(d.sess.term, to)))
			return false
		}
	case "window-change":
		if len(req.Payload) >= 8 && d.sess.pty {
			d.sess.resize(clamp(binary.BigEndian.Uint32(req.Payload), binary.BigEndian.Uint32(req.Payload[4:])))
			_ = req.Reply(true, nil)
			return false
		}
	case "env":
		var kv struct{ Key, Value string }
		if gossh.Unmarshal(req.Payload, &kv) == nil && !d.started && d.env < envMax && envWelcome(kv.Key, kv.Value) {
			d.env++
			d.sess.env = append(d.sess.env, kv.Key+"="+kv.Value)
			d.forward(req)
			return false
		}
	case "shell", "exec":
		if !d.started && len(req.Payload) <= execBytes {
			d.started = true
			return true
		}
	}
	_ = req.Reply(false, nil)
	return false
}

// envWelcome says which variables are let in: those that say how to write to this terminal.
func envWelcome(key, value string) bool {
	if len(key)+len(value) > envBytes || value != clean(value, envBytes) {
		return false
	}
	switch key {
	case "LANG", "COLORTERM", "TERM_PROGRAM", "NO_COLOR":
		return true
	}
	rest, ok := strings.CutPrefix(key, "LC_")
	return ok && rest != "" && strings.Trim(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// withPayload is a request with other contents.
func withPayload(req *gossh.Request, payload []byte) *gossh.Request {
	changed := *req
	changed.Payload = payload
	return &changed
}

// parsePty reads the beginning of a pty-req: terminal and size. Pixels and modes mean nothing here.
func parsePty(p []byte) (term string, to size, ok bool) {
	if len(p) < 4 {
		return "", size{}, false
	}
	n := binary.BigEndian.Uint32(p)
	if p = p[4:]; uint64(len(p)) < uint64(n)+8 {
		return "", size{}, false
	}
	term, p = string(p[:n]), p[n:]
	return term, clamp(binary.BigEndian.Uint32(p), binary.BigEndian.Uint32(p[4:])), true
}

// ptyPayload writes a pty-req with a terminal and a size.
func ptyPayload(term string, to size) []byte {
	return gossh.Marshal(struct {
		Term       string
		W, H, X, Y uint32
		Modes      string
	}{Term: term, W: uint32(to.w), H: uint32(to.h)}) // clamped: they fit
}
