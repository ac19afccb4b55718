package sshd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	gossh "golang.org/x/crypto/ssh"
)

func TestColorsThatATerminalGets(t *testing.T) {
	for _, tc := range []struct {
		term string
		env  []string
		want colorprofile.Profile
	}{
		{"xterm", nil, colorprofile.ANSI},
		{"xterm-256color", nil, colorprofile.ANSI256},
		{"xterm-256color", []string{"COLORTERM=truecolor"}, colorprofile.TrueColor},
		{"xterm-256color", []string{"COLORTERM=truecolor", "NO_COLOR=1"}, colorprofile.ASCII},
		{"xterm-256color", []string{"NO_COLOR=anything"}, colorprofile.ASCII},
		{"xterm-256color", []string{"NO_COLOR="}, colorprofile.ANSI256},
		{"tmux-256color", nil, colorprofile.ANSI256},
		{"screen", nil, colorprofile.ANSI256},
		{"linux", nil, colorprofile.ANSI},
		{"vt100", nil, colorprofile.ASCII},
		{"vt220", []string{"COLORTERM=truecolor"}, colorprofile.ASCII},
		{"vte-256color", nil, colorprofile.ANSI256},
	} {
		if got := (&session{term: tc.term, env: tc.env}).profile(); got != tc.want {
			t.Errorf("%s with %v: %v, want %v", tc.term, tc.env, got, tc.want)
		}
	}
}

func TestTheEnvironmentOfAVisit(t *testing.T) {
	d := opened(t)
	ch, reqs, err := d.client().OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	go gossh.DiscardRequests(reqs)
	for k, v := range map[string]string{
		"LANG": "de_DE.UTF-8", "LC_ALL": "C", "PATH": "/bin", "COLORTERM": "truecolor",
	} {
		ok, err := ch.SendRequest("env", true, gossh.Marshal(struct{ K, V string }{k, v}))
		if err != nil || ok != (k != "PATH") {
			t.Errorf("env %s: %v %v", k, ok, err)
		}
	}
	_, _ = ch.SendRequest("pty-req", true, gossh.Marshal(ptyRequest{Term: "xterm-\x1b[mghost", W: 100, H: 30}))
	_, _ = ch.SendRequest("shell", true, nil)
	v := <-d.seen
	if v.Term != "xterm-[mghost" || v.Profile != colorprofile.TrueColor || v.Width != 100 || v.Height != 30 {
		t.Errorf("visit %+v", v)
	}
	got := strings.Join(v.Env, " ")
	if !strings.Contains(got, "TERM=xterm-[mghost") || !strings.Contains(got, "LANG=de_DE.UTF-8") ||
		strings.Contains(got, "PATH") {
		t.Errorf("environment %q", got)
	}
}

func TestNoProgramStopsTheServer(t *testing.T) {
	d := opened(t)
	s := d.sits(d.client())
	s.types("Z")
	s.types("\x1ax") // ctrl+z is a key like others
	d.msgs.awaits(t, "key x")
	if !strings.Contains(d.msgs.String(), "key ctrl+z") {
		t.Errorf("typed %q", d.msgs.String())
	}
}

func TestTheRoundTripIsKnownAtOnce(t *testing.T) {
	d := opened(t, limited(func(l *Limits) { l.Beat = time.Hour })) // there is no second question
	d.sits(d.client())
	v := <-d.seen
	until(t, "the lag is known", func() bool { return v.Lag() > 0 })
}

func TestNoQuestionIsAsked(t *testing.T) {
	d := opened(t)
	for _, term := range []string{"xterm-256color", "linux", "vt100", "screen", "alacritty", "xterm-ghostty"} {
		s := terminal(t, d.client(), ptyRequest{Term: term, W: 80, H: 24}, "")
		s.out.awaits(t, "PARROT")
		s.types("q")
		s.exits()
		s.ends()
		for _, q := range []string{
			"\x1b[c", "\x1b[6n", "\x1b[?6n", "\x1b[?u", "\x1b[>q", "\x1b[>0q", "$p", "\x1b]1", "\x1bP+q", "\x1b[>4",
			"\x1b[=1;1u",
		} {
			if strings.Contains(s.out.String(), q) {
				t.Errorf("%s was asked %q: %q", term, q, s.out.String())
			}
		}
	}
}

func TestTheGroundIsAskedOfThoseWhoAnswer(t *testing.T) {
	ask := func(c *Config) { c.Program = func(v Visit) tea.Model { return asker{v} } }
	for term, want := range map[string]bool{"xterm-256color": true, "linux": false, "vt100": false, "putty": false} {
		d := opened(t, ask)
		s := terminal(t, d.client(), ptyRequest{Term: term, W: 80, H: 24}, "")
		s.out.awaits(t, fmt.Sprintf("may ask: %v", want))
		if want {
			s.out.awaits(t, ansi.RequestBackgroundColor)
			s.types("\x1b]11;rgb:0000/0000/0000\x07")
			s.out.awaits(t, "dark")
		}
		s.types("q")
		s.exits()
		s.ends()
		if got := strings.Contains(s.out.String(), "\x1b]11;?"); got != want {
			t.Errorf("%s was asked: %v, want %v", term, got, want)
		}
	}
}

func TestConsoles(t *testing.T) {
	for term, want := range map[string]bool{
		"linux": true, "linux-16color": true, "vt52": true, "vt100": true, "vt220": true, "vt100-w": true, "ansi": true,
		"cons25l1": true, "wyse60": true, "sun-color": true, "pcansi": true,
		"xterm": false, "xterm-256color": false, "tmux-256color": false, "screen": false, "": false, "vte": false,
		"xterm-kitty": false, "vte-256color": false, "sunburnt": false, "dumb": false,
	} {
		if got := (&session{term: term}).console(); got != want {
			t.Errorf("%q: %v", term, got)
		}
	}
}

func TestTitlesAreForTerminalsThatHaveThem(t *testing.T) {
	named := func(c *Config) { c.Program = func(Visit) tea.Model { return entitled{"here"} } }
	d := opened(t, named)
	for term, want := range map[string]bool{
		"xterm": true, "xterm-256color": true, "screen": true, "tmux-256color": true, "alacritty": true,
		"vte-256color": true, "nonsense": true,
		"linux": false, "linux-16color": false, "vt100": false, "vt220": false, "ansi": false,
	} {
		s := terminal(t, d.client(), ptyRequest{Term: term, W: 80, H: 24}, "")
		s.out.awaits(t, "here")
		s.types("q")
		s.exits()
		s.ends()
		if got := strings.Contains(s.out.String(), "\x1b]2;a title"); got != want {
			t.Errorf("%s got a title: %v, want %v", term, got, want)
		}
		if !want && strings.Contains(s.out.String(), "\x1b]") {
			t.Errorf("%s got a sequence that it does not know: %q", term, s.out.String())
		}
	}
}

func TestScreenKeepsItsMouse(t *testing.T) {
	d := opened(t)
	for _, c := range []struct {
		term, program string
		want          bool
	}{
		{"xterm-256color", "", true}, {"tmux-256color", "", true}, {"screen", "tmux", true},
		{"screen", "", false}, {"screen-256color", "", false}, {"screen.xterm-256color", "vscode", false},
	} {
		client := d.client()
		ch, reqs, err := client.OpenChannel("session", nil)
		if err != nil {
			t.Fatal(err)
		}
		go gossh.DiscardRequests(reqs)
		if c.program != "" {
			_, _ = ch.SendRequest("env", true, gossh.Marshal(struct{ K, V string }{"TERM_PROGRAM", c.program}))
		}
		_, _ = ch.SendRequest("pty-req", true, gossh.Marshal(ptyRequest{Term: c.term, W: 80, H: 24}))
		_, _ = ch.SendRequest("shell", true, nil)
		out := &sink{}
		go func() { _, _ = io.Copy(out, ch) }()
		out.awaits(t, "PARROT")
		if got := strings.Contains(out.String(), ansi.SetModeMouseButtonEvent); got != c.want {
			t.Errorf("%s of %q was asked for its mouse: %v, want %v", c.term, c.program, got, c.want)
		}
		_ = client.Close()
	}
}

// entitled is a program with a title.
type entitled struct{ shown }

func (e entitled) View() tea.View {
	v := e.shown.View()
	v.WindowTitle = "a title"
	return v
}

func (e entitled) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := e.shown.Update(msg)
	return e, cmd
}

// asker asks for the color of the ground, wherever it is.
type asker struct{ visit Visit }

func (a asker) Init() tea.Cmd { return tea.RequestBackgroundColor }
func (a asker) View() tea.View {
	return tea.NewView(fmt.Sprintf("may ask: %v", a.visit.AskGround))
}
func (a asker) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := plain(msg).(type) {
	case tea.KeyPressMsg:
		return a, tea.Quit
	case tea.BackgroundColorMsg:
		if msg.IsDark() {
			return shown("dark"), nil
		}
	}
	return a, nil
}

// shown is a program that shows a word.
type shown string

func (s shown) Init() tea.Cmd  { return nil }
func (s shown) View() tea.View { return tea.NewView(string(s)) }
func (s shown) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := plain(msg).(tea.KeyPressMsg); ok {
		return s, tea.Quit
	}
	return s, nil
}

func TestWithoutATerminal(t *testing.T) {
	d := opened(t)
	s, err := d.client().NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var out, errs bytes.Buffer
	s.Stdout, s.Stderr = &out, &errs
	if err := s.Shell(); err != nil {
		t.Fatal(err)
	}
	var exit *gossh.ExitError
	if err := s.Wait(); !errors.As(err, &exit) || exit.ExitStatus() != exitUsage {
		t.Errorf("ended with %v", err)
	}
	if !strings.Contains(errs.String(), "ssh -t") || !strings.Contains(out.String(), "the lobby") {
		t.Errorf("said %q and %q", errs.String(), out.String())
	}
}

// echoing plays in lines: it says every line again.
func echoing(c *Config) {
	c.Lines = func(v Visit, in io.Reader, out io.Writer) error {
		_, _ = fmt.Fprintf(out, "LINES %s\n", v.Intent.Aim)
		lines := bufio.NewScanner(in)
		for lines.Scan() {
			if lines.Text() == "panic" {
				panic("in lines")
			}
			_, _ = fmt.Fprintf(out, "<%s>\n", lines.Text())
		}
		return lines.Err()
	}
}

func TestLinesForTerminalsWithoutACursor(t *testing.T) {
	d := opened(t, echoing)
	s := terminal(t, d.client(), ptyRequest{Term: "dumb", W: 80, H: 24}, "")
	s.out.awaits(t, "LINES lobby\r\n")
	s.types("helo\x7f\x7fllo\r")
	s.out.awaits(t, "<hello>\r\n")
	s.types("\x1b[A\x1b[31mé語x\x7f\r")
	s.out.awaits(t, "<é語>\r\n")
	s.types("\x1b[200~y\ny\nq\n\x1b[201~")
	s.out.awaits(t, "y y q ")
	s.types("\x15gone\x15kept\r")
	s.out.awaits(t, "<kept>\r\n")
	if strings.Contains(s.out.String(), "<y") {
		t.Errorf("a paste said yes: %q", s.out.String())
	}
	s.types("x\x04\r")
	s.out.awaits(t, "<x>")
	s.types("\x04")
	if code := s.exits(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	s.ends()
	if strings.Contains(s.out.String(), "\x1b") {
		t.Errorf("sequences for a dumb terminal: %q", s.out.String())
	}
}

func TestEndsOfLines(t *testing.T) {
	d := opened(t, echoing, limited(func(l *Limits) { l.Idle = 400 * time.Millisecond }))
	begin := func(command string) *shell {
		s := terminal(t, d.client(), ptyRequest{Term: "dumb", W: 80, H: 24}, command)
		s.out.awaits(t, "LINES")
		return s
	}
	s := begin("")
	s.types("\x03")
	if code := s.exits(); code != 0 {
		t.Errorf("ctrl+c: exit status %d", code)
	}
	s = begin("play toy")
	s.out.awaits(t, "You have been still for")
	if code := s.exits(); code != 1 {
		t.Errorf("nobody there: exit status %d", code)
	}
	s.out.awaits(t, "Nobody was here")
	s = begin("")
	s.types("panic\r")
	if code := s.exits(); code != 1 {
		t.Errorf("panic: exit status %d", code)
	}
	s.out.awaits(t, "Something went wrong")
	s = begin("")
	if err := d.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.out.awaits(t, "closes for a moment")
}

func TestDumbTerminalsWithoutLines(t *testing.T) {
	d := opened(t)
	s := terminal(t, d.client(), ptyRequest{Term: "dumb", W: 80, H: 24}, "")
	if code := s.exits(); code != 1 {
		t.Errorf("exit status %d", code)
	}
	s.out.awaits(t, "cannot place a cursor")
}

func TestPastesReachTheProgramAsPastes(t *testing.T) {
	d := opened(t)
	s := d.sits(d.client())
	for _, paste := range []string{"\x1b[200~y\ny\nq\n\x1b[201~", "y\ny\nq\n"} {
		d.msgs.awaits(t, "size")
		s.types(paste)
	}
	until(t, "both pastes", func() bool { return strings.Count(d.msgs.String(), "paste y\ny\nq\n") == 2 })
	s.types("x")
	d.msgs.awaits(t, "key x")
	if got := d.msgs.String(); strings.Contains(got, "key y") {
		t.Errorf("two pastes and a key are %q", got)
	}
	s.types("\x1b")
	d.msgs.awaits(t, "key esc")
}
