package sshd

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	screens "saloon/tui/screen"
)

// shooter flashes a picture at each "f", and notes strokes, flashes and answers with their moments.
type shooter struct {
	line screens.Line
	to   io.Writer
}

type flashed struct {
	sent time.Time
	n    uint64
	err  error
}

func (m shooter) Init() tea.Cmd { return nil }

func (m shooter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case screens.Stroke:
		_, _ = fmt.Fprintf(m.to, "key %s %d\n", msg.Key, msg.At.UnixNano())
		switch msg.Key.String() {
		case "q":
			return m, tea.Quit
		case "f":
			return m, m.flash(true)
		case "F":
			return m, m.flash(false)
		}
	case flashed:
		_, _ = fmt.Fprintf(m.to, "flashed %d %v %d\n", msg.n, msg.err, msg.sent.UnixNano())
	case screens.Marked:
		_, _ = fmt.Fprintf(m.to, "marked %d %d\n", msg.N, msg.At.UnixNano())
	case tea.KeyPressMsg:
		_, _ = fmt.Fprintf(m.to, "bare key %s\n", msg)
	}
	return m, nil
}

func (m shooter) flash(mark bool) tea.Cmd {
	return func() tea.Msg {
		sent, n, err := m.line.Flash([]byte("\x1b[5;5HDRAW"), mark)
		return flashed{sent, n, err}
	}
}

func (m shooter) View() tea.View { return tea.NewView("SHOOTER") }

// shooting opens a door behind which everybody has a shooter.
func shooting(t *testing.T) (*door, *shell, screens.Line) {
	t.Helper()
	lines := make(chan screens.Line, 1)
	notes := &sink{}
	d := opened(t, func(c *Config) {
		c.Program = func(v Visit) tea.Model {
			lines <- v.Line
			return shooter{v.Line, notes}
		}
	})
	d.msgs = notes
	s := terminal(t, d.client(), ptyRequest{Term: "xterm-256color", W: 80, H: 24}, "")
	s.out.awaits(t, "SHOOTER")
	return d, s, <-lines
}

func TestFlashAndItsAnswer(t *testing.T) {
	d, s, line := shooting(t)
	s.types(drawnAnswer) // nobody asked
	before := time.Now()
	s.types("f")
	s.out.awaits(t, "\x1b7\x1b[5;5HDRAW\x1b8\x1b[5n")
	d.msgs.awaits(t, "flashed 1 <nil>")
	s.types(drawnAnswer + drawnAnswer) // once too often
	d.msgs.awaits(t, "marked 1 ")
	s.types("F")
	s.out.awaits(t, "\x1b7\x1b[5;5HDRAW\x1b[0m\x1b8")
	d.msgs.awaits(t, "flashed 0 <nil>")
	for n := 2; n <= 4; n++ { // the terminal leaves three answers out
		s.types("f")
		d.msgs.awaits(t, fmt.Sprintf("flashed %d <nil>", n))
	}
	s.types("f")
	until(t, "a second picture without a question", func() bool {
		return strings.Count(d.msgs.String(), "flashed 0 ") == 2
	})
	for _, piece := range drawnAnswer { // late, and in pieces
		s.types(string(piece))
	}
	d.msgs.awaits(t, "marked 2 ")
	s.types("q")
	s.exits()
	checkMoments(t, d.msgs.String(), before)
	if _, _, err := line.Flash([]byte("x"), true); err == nil {
		t.Error("something was flashed on a terminal that was given back")
	}
}

const drawnAnswer = "\x1b[0n"

// checkMoments checks that every note has a moment of the test, and that nothing but keys was a key.
func checkMoments(t *testing.T, notes string, before time.Time) {
	t.Helper()
	keys := ""
	for line := range strings.Lines(notes) {
		f := strings.Fields(line)
		var at int64
		if _, err := fmt.Sscan(f[len(f)-1], &at); err != nil || at < before.UnixNano() || at > time.Now().UnixNano() {
			t.Errorf("%q is at another time", line)
		}
		if f[0] == "key" {
			keys += f[1]
		}
	}
	if keys != "fFffffq" {
		t.Errorf("the keys were %q in %q", keys, notes)
	}
}

// A line is measured by the protocol, and by the kernel on a system where that is known.
func TestTheLineIsMeasured(t *testing.T) {
	d, s, at := shooting(t)
	until(t, "a first round trip", func() bool { return at.Lag().Trip > 0 })
	if lag := at.Lag(); lag.Kernel < 0 || lag.Kernel > lag.Trip+time.Second || !lag.Full() {
		t.Errorf("the lag is %+v", lag)
	}
	if at.Slots() {
		t.Error("a client of Go is thought to send in slots")
	}
	d.mu.Lock()
	var l *line
	for l = range d.conns {
		break
	}
	d.mu.Unlock()
	trips := func() int { return l.trips.Count() }
	until(t, "the first round trip in the books", func() bool { return trips() == 1 })
	at.Quiet(time.Hour)
	if rest := l.quietFor(time.Now()); rest <= 0 || rest > quietMax {
		t.Errorf("the line is left alone for %v", rest)
	}
	until(t, "another round trip", func() bool { at.Probe(); return trips() == 2 })
	if rest := l.quietFor(time.Now()); rest > 0 {
		t.Errorf("after a probe the line is left alone for %v", rest)
	}
	s.types("q")
	s.exits()
}

func TestSlots(t *testing.T) {
	for version, want := range map[string]bool{
		"SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u10": false, "SSH-2.0-OpenSSH_9.5": true, "SSH-2.0-OpenSSH_9.6p1": true,
		"SSH-2.0-OpenSSH_9.10p1": true, "SSH-2.0-OpenSSH_10.0p2 Debian-7": true, "SSH-2.0-OpenSSH_8.9p1": false,
		"SSH-2.0-OpenSSH_for_Windows_9.5": true, "SSH-2.0-OpenSSH_for_Windows_8.1": false, "SSH-2.0-Go": false,
		"SSH-2.0-dropbear_2022.83": false, "SSH-2.0-OpenSSH_": false, "SSH-2.0-OpenSSH_x.y": false, "": false,
	} {
		if got := slots(version); got != want {
			t.Errorf("%q sends in slots: %v", version, got)
		}
	}
}

// However many bytes are flashed, they are as many with a question as without one.
func TestAPictureIsAsLongWithoutAQuestion(t *testing.T) {
	if with, without := picture([]byte("p"), true), picture([]byte("p"), false); len(with) != len(without) {
		t.Errorf("%d bytes with a question, %d without", len(with), len(without))
	}
}

// pieces keeps every write.
type pieces struct {
	mu  sync.Mutex
	all [][]byte
}

func (p *pieces) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, bytes.Clone(b))
	return len(b), nil
}

func (p *pieces) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return string(bytes.Join(p.all, nil))
}

// A frame is one write, so what is flashed comes between two of them. Once the terminal was given back nothing does.
func TestFramesAndFlashesAreWholeWrites(t *testing.T) {
	got := &pieces{}
	s := newScreen(got, time.Now)
	at := size{WidthMax, HeightMax}
	frame := func(n int) tea.View {
		row := strings.Repeat(fmt.Sprintf("\x1b[3%dm語%d\x1b[m", n%8, n%10), at.w/3)
		rows := strings.TrimSuffix(strings.Repeat(row+"\n", at.h), "\n")
		return tea.View{Content: rows, WindowTitle: fmt.Sprint("frame ", n)}
	}
	const frames = 20
	var flashing sync.WaitGroup
	flashing.Go(func() {
		for range frames {
			if _, err := s.flash([]byte("DRAW")); err != nil {
				t.Error(err)
			}
		}
	})
	for n := range frames {
		if err := s.draw(frame(n), at); err != nil {
			t.Fatal(err)
		}
	}
	flashing.Wait()
	if len(got.all) != 2*frames {
		t.Errorf("%d frames and as many flashes were %d writes", frames, len(got.all))
	}
	for _, b := range got.all {
		if string(b) != "DRAW" && (!bytes.Contains(b, []byte("]2;frame ")) || !bytes.HasSuffix(b, []byte("\x1b[m"))) {
			t.Errorf("a write is neither a frame nor a flash: %.80q", b)
		}
	}
	s.restore()
	ended := len(got.all)
	if _, err := s.flash([]byte("DRAW")); err == nil {
		t.Error("something was flashed after the end")
	}
	if err := s.draw(frame(99), at); err == nil {
		t.Error("something was drawn after the end")
	}
	if s.restore(); len(got.all) != ended {
		t.Error("the terminal was given back twice")
	}
}
