package sshd

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	gossh "golang.org/x/crypto/ssh"

	"saloon/engine/bot"
	"saloon/engine/enginetest/toy"
	"saloon/lobby"
	"saloon/lobby/lobbytest"
	screens "saloon/tui/screen"
)

// patience bounds every wait of the tests. It is long, because machines are busy; waits end when their condition holds.
const patience = 20 * time.Second

// door is a running server with what tests look at.
type door struct {
	*Server
	t     testing.TB
	addr  string
	log   *sink
	store *lobbytest.Store
	seen  chan Visit // every visit that began
	msgs  *sink      // what the programs were told, a line each
	shut  func()
}

// sink is text that several goroutines write and tests wait for.
type sink struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.Write(p)
}

func (s *sink) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.String()
}

// until waits for a condition.
func until(t testing.TB, what string, cond func() bool) {
	t.Helper()
	if !eventually(cond) {
		t.Fatalf("never: %s", what)
	}
}

// eventually looks at a condition again and again, and reports whether it came true.
func eventually(cond func() bool) bool {
	look := time.NewTicker(2 * time.Millisecond)
	defer look.Stop()
	for end := time.Now().Add(patience); !cond(); <-look.C {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

func (s *sink) awaits(t testing.TB, text string) {
	t.Helper()
	if !eventually(func() bool { return strings.Contains(s.String(), text) }) {
		t.Fatalf("never came: %q in %q", text, s.String())
	}
}

// option changes the configuration of a test's door.
type option func(*Config)

func limited(change func(*Limits)) option { return func(c *Config) { change(&c.Limits) } }

// opened is a door in a house of its own, shut at the end of the test.
func opened(t *testing.T, options ...option) *door {
	t.Helper()
	d := doorFor(t, options...)
	t.Cleanup(d.shut)
	return d
}

func doorFor(t testing.TB, options ...option) *door {
	t.Helper()
	d := &door{t: t, log: &sink{}, msgs: &sink{}, seen: make(chan Visit, 1000)}
	store := lobbytest.New()
	d.store = store
	house, err := lobby.Open(t.Context(), lobby.Deps{
		Kits: []bot.Kit{toy.Kit()}, Players: store, Results: store, Tables: store,
	})
	if err != nil {
		t.Fatal(err)
	}
	cfg := Config{
		House:       house,
		HostKeyPath: filepath.Join(t.TempDir(), "key", "host"),
		Version:     "test",
		Log:         slog.New(slog.NewJSONHandler(d.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Limits:      Limits{FreeLoopback: true},
		Notice:      func(words string) tea.Msg { return notice(words) },
		Program: func(v Visit) tea.Model {
			d.seen <- v
			return parrot{to: d.msgs, visit: v}
		},
	}
	for _, o := range options {
		o(&cfg)
	}
	d.Server, err = New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d.addr = l.Addr().String()
	served := make(chan error, 1)
	go func() { served <- d.Serve(context.Background(), l) }()
	d.shut = func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := d.Shutdown(ctx); err != nil {
			t.Errorf("shutdown: %v", err)
		}
		if err := <-served; err != nil {
			t.Errorf("serve: %v", err)
		}
		_ = house.Close(ctx)
	}
	return d
}

// newKey makes a key of somebody.
func newKey(t testing.TB) gossh.Signer {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// guest comes in without a key.
var guest = gossh.KeyboardInteractive(func(_, _ string, _ []string, _ []bool) ([]string, error) { return nil, nil })

// login is how the tests' clients come in: with this user, by these methods.
func login(user string, auth ...gossh.AuthMethod) *gossh.ClientConfig {
	return &gossh.ClientConfig{
		User: user, Auth: auth, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: patience,
	}
}

func (d *door) dial(cfg *gossh.ClientConfig) (*gossh.Client, error) {
	return gossh.Dial("tcp", d.addr, cfg)
}

// client comes in with a fresh key.
func (d *door) client() *gossh.Client {
	d.t.Helper()
	c, err := d.dial(login("anna", gossh.PublicKeys(newKey(d.t))))
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = c.Close() })
	return c
}

// shell is somebody at a terminal.
type shell struct {
	t    testing.TB
	ch   gossh.Channel
	out  *sink
	code chan int
	done chan struct{}
}

type ptyRequest struct {
	Term       string
	W, H, X, Y uint32
	Modes      string
}

// terminal opens a session with a terminal, and a shell or a command in it.
func terminal(t testing.TB, c *gossh.Client, pty ptyRequest, command string) *shell {
	t.Helper()
	ch, reqs, err := c.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &shell{t: t, ch: ch, out: &sink{}, code: make(chan int, 1), done: make(chan struct{})}
	go func() {
		for req := range reqs {
			var status struct{ Code uint32 }
			if req.Type == "exit-status" && gossh.Unmarshal(req.Payload, &status) == nil {
				s.code <- int(status.Code)
			}
			_ = req.Reply(false, nil)
		}
	}()
	if ok, err := ch.SendRequest("pty-req", true, gossh.Marshal(pty)); err != nil || !ok {
		t.Fatalf("pty-req: %v %v", ok, err)
	}
	name, payload := "shell", []byte(nil)
	if command != "" {
		name, payload = "exec", gossh.Marshal(struct{ Command string }{command})
	}
	if ok, err := ch.SendRequest(name, true, payload); err != nil || !ok {
		t.Fatalf("%s: %v %v", name, ok, err)
	}
	go func() {
		defer close(s.done)
		_, _ = io.Copy(s.out, ch)
	}()
	return s
}

// sits opens a shell in an ordinary terminal and waits for its first screen.
func (d *door) sits(c *gossh.Client) *shell {
	d.t.Helper()
	s := terminal(d.t, c, ptyRequest{Term: "xterm-256color", W: 80, H: 24}, "")
	s.out.awaits(d.t, "PARROT")
	return s
}

func (s *shell) types(text string) {
	s.t.Helper()
	if _, err := io.WriteString(s.ch, text); err != nil {
		s.t.Fatal(err)
	}
}

// exits waits for the exit status.
func (s *shell) exits() int {
	s.t.Helper()
	select {
	case code := <-s.code:
		return code
	case <-time.After(patience):
		s.t.Fatalf("never exited; wrote %q", s.out.String())
		return -1
	}
}

// ends waits for the end of the channel.
func (s *shell) ends() {
	s.t.Helper()
	select {
	case <-s.done:
	case <-time.After(patience):
		s.t.Fatal("the channel never ended")
	}
}

// plain is a message without the moment of a key.
func plain(msg tea.Msg) tea.Msg {
	if s, ok := msg.(screens.Stroke); ok {
		return s.Key
	}
	return msg
}

// parrot is a small program: it notes all that it is told.
type parrot struct {
	to    io.Writer
	visit Visit
	said  string
	size  tea.WindowSizeMsg
	frame int
	paint func(parrot) string
}

func (p parrot) Init() tea.Cmd { return nil }

func (p parrot) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	line := ""
	msg = plain(msg)
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		line = "key " + msg.String()
		switch msg.String() {
		case "q":
			return p, tea.Quit
		case "U":
			panic("in Update")
		case "V":
			p.paint = func(parrot) string { panic("in View") }
		case "C":
			return p, func() tea.Msg { panic("in Cmd") }
		case "B":
			return p, tea.Batch(func() tea.Msg { return nil }, func() tea.Msg { panic("in Batch") })
		case "Z":
			return p, func() tea.Msg { return tea.SuspendMsg{} }
		case "D":
			return p, tea.Tick(time.Millisecond, func(time.Time) tea.Msg { return draw{} })
		case "F":
			return p, pour()
		case "S":
			return p, tea.Sequence(func() tea.Msg { return nil }, func() tea.Msg { panic("in Sequence") })
		}
		p.said += msg.Text
		p.said = p.said[max(0, len(p.said)-50):] // fits on a line
	case tea.PasteMsg:
		line = "paste " + msg.Content
	case tea.WindowSizeMsg:
		p.size = msg
		line = fmt.Sprintf("size %dx%d", msg.Width, msg.Height)
	case draw: // something else on every cell, every frame
		p.frame++
		p.paint = func(p parrot) string {
			row := strings.Repeat(string(rune('A'+p.frame%26)), p.size.Width)
			return strings.TrimSuffix(strings.Repeat(row+"\n", p.size.Height), "\n")
		}
		return p, tea.Tick(time.Millisecond, func(time.Time) tea.Msg { return draw{} })
	case poured:
		return p, tea.Batch(tea.Raw(strings.Repeat("F", pourBytes)), pour())
	case notice:
		line = "notice " + string(msg)
	default:
		return p, nil
	}
	_, _ = io.WriteString(p.to, line+"\n")
	return p, nil
}

func (p parrot) View() tea.View {
	text := "PARROT " + p.said
	if p.paint != nil {
		text = p.paint(p)
	}
	v := tea.NewView(text)
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	return v
}

type (
	notice string
	draw   struct{}
	poured struct{}
)

// pourBytes is what is written at once, past the renderer, fifty times a second.
const pourBytes = 32 << 10

func pour() tea.Cmd {
	return tea.Tick(20*time.Millisecond, func(time.Time) tea.Msg { return poured{} })
}
