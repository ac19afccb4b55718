package main

import (
	"bufio"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/crypto/ssh"

	"saloon/sshd/swarm"
)

// watchedHouse is a house of which it is known what each session means to show.
type watchedHouse struct {
	addr  string
	meant meanings
	known string // a file of known hosts with this one
	print string // the fingerprint of its key
}

var hostKeyLine = regexp.MustCompile(`Host key (SHA256:\S+)`)

// openWatched opens a house on loopback, with a real host key and a real database, until the test ends.
func openWatched(t *testing.T) *watchedHouse {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := &watchedHouse{addr: l.Addr().String(), known: filepath.Join(t.TempDir(), "known_hosts")}
	c := defaults()
	c.Data, c.FreeLoopback, c.LogLevel, c.BotPace = t.TempDir(), true, "error", 0
	said, out := io.Pipe()
	m := server{config: c, out: out, errs: t.Output(), listener: l, watched: h.meant.program, heard: h.meant.lines}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		err := m.run(ctx)
		_ = out.CloseWithError(io.ErrUnexpectedEOF)
		ended <- err
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("the house closed with %v", err)
		}
	})
	for lines := bufio.NewReader(said); ; {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("the house did not open: %v", err)
		}
		if found := hostKeyLine.FindStringSubmatch(line); found != nil {
			h.print = found[1]
			break
		}
	}
	body, err := os.ReadFile(filepath.Join(c.Data, "host_key"))
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.ParsePrivateKey(body)
	if err != nil {
		t.Fatal(err)
	}
	keep(t, h.known, "["+"127.0.0.1]:"+h.port()+" "+string(ssh.MarshalAuthorizedKey(key.PublicKey())))
	return h
}

func (h *watchedHouse) port() string {
	_, port, _ := net.SplitHostPort(h.addr)
	return port
}

func keep(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// traveller is somebody with a key and a home on the way to a house.
type traveller struct {
	house *watchedHouse
	name  string
	home  string
	key   ssh.Signer
	file  string   // of the key, as this client wants it
	term  string   // TERM; not set at all if "unset"
	more  []string // options of the client
	env   []string // what else is in its environment
}

// newKey makes a key of a type: ed25519, ecdsa or rsa.
func newKey(t *testing.T, kind string) crypto.PrivateKey {
	t.Helper()
	var key crypto.PrivateKey
	var err error
	switch kind {
	case "ed25519":
		_, key, err = ed25519.GenerateKey(rand.Reader)
	case "ecdsa":
		key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	case "rsa":
		key, err = rsa.GenerateKey(rand.Reader, 2048)
	}
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// visits makes a traveller with a fresh key, written to a file for a client.
func (h *watchedHouse) visits(t *testing.T, w way, name, kind string) *traveller {
	t.Helper()
	v := &traveller{house: h, name: name, home: t.TempDir(), term: "xterm-256color"}
	key := newKey(t, kind)
	block, err := ssh.MarshalPrivateKey(key, name)
	if err != nil {
		t.Fatal(err)
	}
	v.file = filepath.Join(v.home, "key")
	keep(t, v.file, string(pem.EncodeToMemory(block)))
	if v.key, err = ssh.NewSignerFromKey(key); err != nil {
		t.Fatal(err)
	}
	if w.convert != nil {
		cmd := w.convert(v.file, v.file+".own")
		v.file += ".own"
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", cmd, err, out)
		}
	}
	return v
}

func (v *traveller) fingerprint() string { return ssh.FingerprintSHA256(v.key.PublicKey()) }

// means is what the newest session of this traveller means to show.
func (v *traveller) means() *meaning { return v.house.meant.of(v.fingerprint()) }

// environ is all that a client gets to know.
func (v *traveller) environ() []string {
	env := append([]string{"HOME=" + v.home, "PUTTYDIR=" + filepath.Join(v.home, "putty"),
		"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "LANG=C.UTF-8"}, v.env...)
	if v.term == "unset" {
		return env
	}
	return append(env, "TERM="+v.term)
}

// way is a client by which people come in.
type way struct {
	name    string
	program string // what runs it
	asks    string // a module of Python that it takes
	brought string // the Debian package that brings it
	convert func(from, to string) *exec.Cmd
	argv    func(v *traveller, words ...string) []string
	// bare are the options by which no terminal is wanted, and the house is known already.
	bare func(*traveller) []string
	// stranger is what stands on the screen before a host that is not known yet, and answer what one types then.
	stranger string
	answer   func(*traveller) string
	// granted stands there once one is let in, where it waits for Enter then.
	granted string
}

// yes is an answer that looks at nothing.
func yes(word string) func(*traveller) string { return func(*traveller) string { return word } }

var openSSH = way{
	name: "OpenSSH", program: "ssh", brought: "openssh-client",
	argv: func(v *traveller, words ...string) []string {
		argv := append([]string{"ssh", "-F", "none"}, v.more...) // of each option the first counts
		argv = append(argv, "-p", v.house.port(), "-i", v.file, "-o", "IdentitiesOnly=yes",
			"-o", "UserKnownHostsFile="+filepath.Join(v.home, "known_hosts"), "-o", "GlobalKnownHostsFile=none",
			"-o", "SendEnv=LC_*", "-o", "SendEnv=COLORTERM", v.name+"@127.0.0.1")
		return append(argv, words...)
	},
	bare: func(v *traveller) []string { return []string{"-T", "-o", "UserKnownHostsFile=" + v.house.known} },
	// It takes the fingerprint itself for an answer, and only the right one.
	stranger: "Are you sure you want to continue connecting (yes/no/[fingerprint])?",
	answer:   func(v *traveller) string { return v.house.print },
}

var dropbear = way{
	name: "dropbear", program: "dbclient", brought: "dropbear-bin",
	convert: func(from, to string) *exec.Cmd {
		return exec.Command("dropbearconvert", "openssh", "dropbear", from, to)
	},
	argv: func(v *traveller, words ...string) []string {
		argv := append([]string{"dbclient", "-p", v.house.port(), "-i", v.file}, v.more...)
		return append(append(argv, v.name+"@127.0.0.1"), words...)
	},
	bare:     func(*traveller) []string { return []string{"-T", "-y"} }, // it keeps no ports, so it is told to trust
	stranger: "Do you want to continue connecting? (y/n)", answer: yes("y"),
}

var putty = way{
	name: "PuTTY", program: "plink", brought: "putty-tools",
	convert: func(from, to string) *exec.Cmd { return exec.Command("puttygen", from, "-o", to) },
	argv: func(v *traveller, words ...string) []string {
		argv := append([]string{"plink", "-ssh", "-P", v.house.port(), "-i", v.file}, v.more...)
		return append(append(argv, v.name+"@127.0.0.1"), words...)
	},
	bare:     func(v *traveller) []string { return []string{"-T", "-batch", "-hostkey", v.house.print} },
	stranger: "Store key in cache? (y/n,", answer: yes("y"),
	granted: "Press Return to begin session.",
}

// python is a client that somebody made for themselves. It knows the house already.
func python(library string) way {
	script, err := filepath.Abs(filepath.Join("testdata", "clients", library+"_client.py"))
	if err != nil {
		panic(err)
	}
	return way{
		bare: func(*traveller) []string { return nil },
		name: library, program: debianPython, asks: library, brought: "python3-" + library,
		argv: func(v *traveller, words ...string) []string {
			return append([]string{debianPython, script, v.house.port(), v.name, v.file, v.house.known}, words...)
		},
	}
}

// debianPython is the one that Debian's modules are for.
const debianPython = "/usr/bin/python3"

// ways are the clients that are tried, beside Go's own.
var ways = []way{openSSH, dropbear, putty, python("paramiko"), python("asyncssh")}

// here skips a test where its client is not, and says what would bring it.
func (w way) here(t *testing.T) {
	t.Helper()
	found(t, w.program, w.brought)
	if w.asks != "" && exec.Command(w.program, "-c", "import "+w.asks).Run() != nil {
		t.Skipf("skipped: there is no %s here; apt-get install %s", w.asks, w.brought) // needs: the module
	}
}

// found skips a test where a program is not.
func found(t *testing.T, program, brought string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("skipped: there is no %s here; apt-get install %s", program, brought) // needs: the program
	}
}

// device is a program on a pseudo-terminal.
type device struct {
	*os.File
	cmd   *exec.Cmd
	ended chan struct{} // closed when the program has, with err
	err   error
}

// sits starts a program of this traveller on a terminal of w×h cells.
func (v *traveller) sits(t *testing.T, argv []string, w, h int) (*swarm.Terminal, *device) {
	t.Helper()
	d := &device{cmd: exec.Command(argv[0], argv[1:]...), ended: make(chan struct{})}
	d.cmd.Env, d.cmd.Dir = v.environ(), v.home
	var err error
	if d.File, err = pty.StartWithSize(d.cmd, &pty.Winsize{Cols: uint16(w), Rows: uint16(h)}); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(d.ended)
		d.err = d.cmd.Wait()
	}()
	term := swarm.Attach(d, w, h)
	t.Cleanup(func() { _ = term.Close() }) // the program may have been killed by it
	return term, d
}

// Read reads what the program writes. Linux says EIO where the other end of a pipe would be EOF.
func (d *device) Read(p []byte) (int, error) {
	n, err := d.File.Read(p)
	if errors.Is(err, syscall.EIO) {
		err = io.EOF
	}
	return n, err
}

// Resize is what a window does: the program gets a signal.
func (d *device) Resize(w, h int) error {
	return pty.Setsize(d.File, &pty.Winsize{Cols: uint16(w), Rows: uint16(h)})
}

// Close hangs up, and waits for the program.
func (d *device) Close() error {
	_ = d.cmd.Process.Kill() // it may have ended
	<-d.ended
	return d.File.Close()
}

// exits is the program's exit status.
func (d *device) exits(t *testing.T) int {
	t.Helper()
	do(t, func(ctx context.Context) error {
		select {
		case <-d.ended:
			return nil
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", d.cmd, ctx.Err())
		}
	})
	var exit *exec.ExitError
	if d.err != nil && !errors.As(d.err, &exit) {
		t.Fatal(d.err)
	}
	return d.cmd.ProcessState.ExitCode()
}

// meets answers the question about a host that is not known yet.
func (w way) meets(t *testing.T, term *swarm.Terminal, v *traveller) {
	t.Helper()
	if w.stranger == "" {
		return
	}
	sees(t, term, w.stranger)
	if !strings.Contains(strings.Join(term.Screen(), ""), v.house.print) {
		t.Errorf("the fingerprint of the house is not %s:\n%s", v.house.print, strings.Join(term.Screen(), "\n"))
	}
	press(t, term, w.answer(v)+"\r")
	if w.granted != "" {
		sees(t, term, w.granted)
		press(t, term, "\r")
	}
}
