package sshd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"
)

// errClosing is why sessions end when the house closes.
var errClosing = errors.New("the house closes for a moment: come back in a minute, everything is kept")

// authTriesMax is how many keys a client may offer. Every key is welcome, so the first one does.
const authTriesMax = 6

// Server is the door. Its methods may be called by several goroutines.
type Server struct {
	cfg  Config
	ssh  *ssh.Server
	gate *gate
	host gossh.Signer

	stop    chan struct{} // closed when the house closes
	stopped sync.Once
	drawing chan struct{} // one place for every recording that is drawn
	crew    *crew

	mu       sync.Mutex
	conns    map[*line]struct{}
	sessions map[*session]struct{}
	players  map[string]int // sessions of each key
	idle     chan struct{}  // closed when the last session has ended after stop
	idleOnce sync.Once
	opened   atomic.Int64  // sessions since the start
	numbered atomic.Uint64 // connections since the start: what the log calls them by
}

// New makes a door, and the host key if there is none yet. It fails on a configuration that cannot be, and on a host
// key that cannot be read or that others may read.
func New(cfg Config) (*Server, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.FPS == 0 {
		cfg.FPS = 60
	}
	if cfg.Meter == nil {
		cfg.Meter = unmetered{}
	}
	cfg.Limits = cfg.Limits.filled()
	if err := cfg.check(); err != nil {
		return nil, err
	}
	host, err := hostKey(cfg.HostKeyPath)
	if err != nil {
		return nil, err
	}
	s := &Server{
		cfg: cfg, host: host, gate: newGate(cfg.Limits, cfg.Now),
		stop: make(chan struct{}), idle: make(chan struct{}),
		conns: make(map[*line]struct{}), sessions: make(map[*session]struct{}),
		players: make(map[string]int), drawing: make(chan struct{}, drawingsAtOnce),
	}
	s.crew = newCrew(s.stop)
	s.ssh, err = wish.NewServer(
		func(srv *ssh.Server) error { srv.AddHostKey(host); return nil },
		wish.WithVersion("saloon"),
		wish.WithPublicKeyAuth(acceptKey),
		wish.WithKeyboardInteractiveAuth(acceptGuest),
		ssh.WrapConn(s.connect),
		wish.WithMiddleware(s.middleware()...),
	)
	if err != nil {
		return nil, fmt.Errorf("make the door: %w", err)
	}
	s.ssh.HandshakeTimeout = cfg.Limits.Header + cfg.Limits.Grace + time.Second // lines have an eye on it themselves
	s.ssh.ServerConfigCallback = s.protocol
	s.ssh.ChannelHandlers = map[string]ssh.ChannelHandler{
		"session": s.front,
		"default": func(_ *ssh.Server, _ *gossh.ServerConn, nc gossh.NewChannel, ctx ssh.Context) {
			lineOf(ctx).refuse(nc)
		},
	}
	s.ssh.RequestHandlers = map[string]ssh.RequestHandler{
		"default": func(ctx ssh.Context, _ *ssh.Server, _ *gossh.Request) (bool, []byte) {
			return lineOf(ctx).request()
		},
	}
	s.ssh.SubsystemHandlers = map[string]ssh.SubsystemHandler{}
	return s, nil
}

// protocol is the SSH configuration of one connection: only what is strong, which every client of the last ten years
// has.
func (s *Server) protocol(ctx ssh.Context) *gossh.ServerConfig {
	return &gossh.ServerConfig{
		Config: gossh.Config{
			KeyExchanges: []string{gossh.KeyExchangeMLKEM768X25519, gossh.KeyExchangeCurve25519},
			Ciphers: []string{
				gossh.CipherChaCha20Poly1305, gossh.CipherAES256GCM, gossh.CipherAES128GCM,
				gossh.CipherAES256CTR, gossh.CipherAES192CTR, gossh.CipherAES128CTR,
			},
			MACs: []string{gossh.HMACSHA256ETM, gossh.HMACSHA512ETM},
		},
		PublicKeyAuthAlgorithms: gossh.SupportedAlgorithms().PublicKeyAuths, // all but signatures over SHA-1
		MaxAuthTries:            authTriesMax,
		PreAuthConnCallback:     func(conn gossh.ServerPreAuthConn) { lineOf(ctx).follow(conn) },
		AuthLogCallback: func(_ gossh.ConnMetadata, method string, err error) {
			if err == nil {
				lineOf(ctx).authenticated()
			}
			switch method {
			case "none": // by it a client asks which ways there are
			case "publickey", "keyboard-interactive":
				s.cfg.Meter.Authenticated(method, err == nil)
			default:
				s.cfg.Meter.Authenticated("other", err == nil)
			}
		},
	}
}

// Fingerprint is the SHA256 fingerprint of the host key, as ssh shows it on a first visit.
func (s *Server) Fingerprint() string { return gossh.FingerprintSHA256(s.host.PublicKey()) }

// Sessions is how many sessions are open.
func (s *Server) Sessions() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.sessions)
}

// Serve lets people in until the context ends, the server is shut down or the listener fails. It closes the listener
// and returns nil after a Shutdown; when the context ends it shuts the door within three seconds by itself.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	ended := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.Background(), shutdownGrace)
		defer cancel()
		_ = s.Shutdown(grace)
	})
	defer ended()
	if s.closing() {
		_ = l.Close()
		return nil
	}
	s.crew.start()
	err := s.ssh.Serve(l)
	if s.closing() || errors.Is(err, ssh.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("serve: %w", err)
}

// shutdownGrace is how long the end of a context waits for sessions to end.
const shutdownGrace = 3 * time.Second

// Shutdown lets nobody in any more, tells every session, restores its terminal, and closes all connections. It returns
// when that is done, or with the context's error after having cut what was left.
func (s *Server) Shutdown(ctx context.Context) error {
	s.stopped.Do(func() {
		close(s.stop)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.settled()
		for sess := range s.sessions {
			sess.cancel(errClosing)
		}
	})
	var err error
	select {
	case <-s.idle:
	case <-ctx.Done():
		err = fmt.Errorf("shut the door: %w", ctx.Err())
	}
	s.cutLines()
	if cerr := s.ssh.Close(); cerr != nil && !errors.Is(cerr, net.ErrClosed) && err == nil {
		err = fmt.Errorf("shut the door: %w", cerr)
	}
	return err
}

// cutLines closes every connection, also those that have not said who they are.
func (s *Server) cutLines() {
	s.mu.Lock()
	all := slices.Collect(maps.Keys(s.conns))
	s.mu.Unlock()
	for _, l := range all {
		_ = l.Close()
	}
}

// closing reports whether the house closes.
func (s *Server) closing() bool {
	select {
	case <-s.stop:
		return true
	default:
		return false
	}
}

// enroll counts a session in, unless there are too many or the house closes.
func (s *Server) enroll(sess *session) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closing():
		return errClosing
	case len(s.sessions) >= s.cfg.Limits.Sessions:
		return errFull
	}
	s.sessions[sess] = struct{}{}
	s.opened.Add(1)
	return nil
}

// admit counts a session for its key, unless that one has enough.
func (s *Server) admit(sess *session) error {
	who := sess.id.Fingerprint
	if who == "" {
		return nil // guests are counted by their address
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.players[who] >= s.cfg.Limits.PerPlayer {
		return fmt.Errorf("%w: you are here %d times already", errPlenty, s.players[who])
	}
	s.players[who]++
	sess.admitted = true
	return nil
}

// dismiss counts a session out.
func (s *Server) dismiss(sess *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.sessions[sess]; !ok {
		return
	}
	delete(s.sessions, sess)
	if who := sess.id.Fingerprint; sess.admitted {
		if s.players[who]--; s.players[who] == 0 {
			delete(s.players, who)
		}
	}
	s.settled()
}

// settled tells Shutdown when nobody is left. It is called with the lock held.
func (s *Server) settled() {
	if len(s.sessions) == 0 && s.closing() {
		s.idleOnce.Do(func() { close(s.idle) })
	}
}

var errPlenty = errors.New("leave somewhere first")

var errFull = errors.New("the house is full: try again in a little while")
