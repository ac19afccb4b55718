package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"saloon/sshd/swarm"
)

// asServer makes this test binary the real program, so that tests can start it as a process of its own and kill it.
// Its value may be how long a window is open at most, instead of as long as the rules have it.
const asServer = "SALOON_TEST_RUN_MAIN"

// asUsual is the value of asServer for a server that changes nothing.
const asUsual = "as usual"

func TestMain(m *testing.M) {
	how := os.Getenv(asServer)
	if how == "" {
		os.Exit(m.Run())
	}
	if how != asUsual {
		var err error
		if times.Window, err = time.ParseDuration(how); err != nil {
			panic(err)
		}
	}
	main()
}

// patience bounds every wait of these tests; it is only ever reached by a failure.
const patience = 3 * time.Minute

// process is a running server.
type process struct {
	t    *testing.T
	cmd  *exec.Cmd
	addr string
	errs *bytes.Buffer
	once sync.Once
}

var pasteLine = regexp.MustCompile(`ssh -p (\d+) localhost`)

// serve starts the real program on a data directory and waits until it says how to come in.
func serve(t *testing.T, dir string) *process {
	t.Helper()
	return start(t, dir, asUsual)
}

// hurry is serve with windows that are open no longer than so.
func hurry(t *testing.T, dir string, window time.Duration) *process {
	t.Helper()
	return start(t, dir, window.String())
}

// start may have a command before the server that becomes it.
func start(t *testing.T, dir, how string, before ...string) *process {
	t.Helper()
	p := &process{t: t, errs: new(bytes.Buffer)}
	words := append(before, os.Args[0], "serve", "--data", dir, "--listen", "127.0.0.1:0", "--bot-pace", "0s")
	p.cmd = exec.Command(words[0], words[1:]...)
	p.cmd.Env = append(os.Environ(), asServer+"="+how)
	p.cmd.Stderr = p.errs
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if m := pasteLine.FindStringSubmatch(line); m != nil {
			p.addr = "127.0.0.1:" + m[1]
			go func() { _, _ = io.Copy(io.Discard, lines) }() // contained: it only reads what the server prints
			return p
		}
		if err != nil {
			p.kill()
			t.Fatalf("the server did not open: %v\n%s", err, p.errs)
		}
	}
}

// kill is kill -9.
func (p *process) kill() {
	p.once.Do(func() {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait() // it was killed, which is its error
	})
}

// stop is SIGTERM; it returns how the process ended.
func (p *process) stop() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	err := p.cmd.Wait()
	p.once.Do(func() {})
	return err
}

// come logs somebody in, by the number of their key.
func (p *process) come(key int, command string) *swarm.Terminal {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), patience)
	defer cancel()
	l := swarm.Login{Addr: p.addr, User: fmt.Sprintf("rider%d", key), Key: swarm.Key(7, key), Command: command,
		W: 100, H: 26}
	term, err := swarm.Dial(ctx, l)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = term.Close() }) // it may be closed, or its server dead
	return term
}

// enter logs somebody in and brings them to the lobby.
func (p *process) enter(key int) *swarm.Terminal {
	p.t.Helper()
	term := p.come(key, "")
	do(p.t, func(ctx context.Context) error { return swarm.Enter(ctx, term) })
	return term
}

// ask runs a command without a terminal and returns what it prints and its exit status.
func (p *process) ask(key int, command string) (out string, status int) {
	p.t.Helper()
	conn, err := ssh.Dial("tcp", p.addr, &ssh.ClientConfig{User: "rider", HostKeyCallback: ssh.InsecureIgnoreHostKey(),
		Auth: []ssh.AuthMethod{ssh.PublicKeys(swarm.Key(7, key))}, Timeout: patience})
	if err != nil {
		p.t.Fatal(err)
	}
	defer conn.Close()
	sess, err := conn.NewSession()
	if err != nil {
		p.t.Fatal(err)
	}
	body, err := sess.Output(command)
	if e, ok := err.(*ssh.ExitError); ok {
		return string(body), e.ExitStatus()
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return string(body), 0
}

// do runs a wait that must succeed.
func do(t *testing.T, wait func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := wait(ctx); err != nil {
		t.Fatal(err)
	}
}

func sees(t *testing.T, term *swarm.Terminal, text string) {
	t.Helper()
	do(t, func(ctx context.Context) error { return term.Sees(ctx, text) })
}

func press(t *testing.T, term *swarm.Terminal, keys string) {
	t.Helper()
	if err := term.Press(keys); err != nil {
		t.Fatal(err)
	}
}

// insist presses keys again and again until a text stands on the screen: a dialog that pops up takes no key at first.
func insist(t *testing.T, term *swarm.Terminal, keys, text string) {
	t.Helper()
	do(t, func(ctx context.Context) error {
		for {
			if err := term.Press(keys); err != nil {
				return err
			}
			soon, cancel := context.WithTimeout(ctx, time.Second)
			err := term.Sees(soon, text)
			cancel()
			if err == nil || ctx.Err() != nil {
				return err
			}
		}
	})
}

func TestAStrangerIsInTheLobbyAndKnownAfterwards(t *testing.T) {
	dir := t.TempDir()
	p := serve(t, dir)
	first := p.come(1, "")
	sees(t, first, "What shall we call you")
	sees(t, first, "You will be known as rider1")
	press(t, first, "\r")
	sees(t, first, "the lobby")
	if out, status := p.ask(1, "profile"); status != 0 || !strings.HasPrefix(out, "rider1") {
		t.Errorf("profile: status %d, %q", status, out)
	}
	before, _ := p.ask(1, "fingerprint")
	p.kill()

	p = serve(t, dir)
	again := p.come(1, "")
	sees(t, again, "the lobby")
	if after, _ := p.ask(1, "fingerprint"); after != before {
		t.Errorf("fingerprints after a restart\n%s\nbefore\n%s", after, before)
	}
}

func TestSIGTERMTellsEverybodyAndEndsCleanly(t *testing.T) {
	p := serve(t, t.TempDir())
	term := p.enter(1)
	if err := p.stop(); err != nil {
		t.Errorf("the server ended with %v\n%s", err, p.errs)
	}
	left := term.Until(t.Context(), "the end", func([]string) bool { return false })
	if left == nil || !strings.Contains(term.Text(), "\x1b[?1049l") {
		t.Errorf("the alternate screen was not left: %v", left)
	}
	if !strings.Contains(strings.Join(term.Screen(), "\n"), "clos") {
		t.Errorf("nobody said that the house closes:\n%s", strings.Join(term.Screen(), "\n"))
	}
}
