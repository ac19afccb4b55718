package sshd

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	mrand "math/rand/v2"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// unbounded lets bytes come as fast as they can.
func unbounded(l *Limits) {
	l.ConnectionRate, l.ConnectionBurst, l.InputRate, l.InputBurst = 1<<30, 1<<30, 1<<30, 1<<30
}

// untilCut does something again and again, at most so often, and reports whether the line was cut.
func untilCut(c *gossh.Client, most int, do func() error) bool {
	var refused *gossh.OpenChannelError
	for range most {
		if err := do(); err != nil && !errors.As(err, &refused) {
			_ = c.Wait()
			return true
		}
	}
	gone := make(chan struct{})
	go func() { defer close(gone); _ = c.Wait() }()
	select {
	case <-gone:
		return true
	case <-time.After(patience):
		return false
	}
}

// opens opens a session and leaves it at that.
func opens(c *gossh.Client) (gossh.Channel, error) {
	ch, reqs, err := c.OpenChannel("session", nil)
	if err == nil {
		go gossh.DiscardRequests(reqs)
	}
	return ch, err
}

func TestHostileFloodsEndTheirLine(t *testing.T) {
	noise := strings.Repeat("\x1b[2J\xff", 5<<10)
	for name, flood := range map[string]func(c *gossh.Client) func() error{
		"refused channels": func(c *gossh.Client) func() error {
			return func() error { _, _, err := c.OpenChannel("direct-tcpip", []byte(noise)); return err }
		},
		"channels of unknown kinds": func(c *gossh.Client) func() error {
			return func() error { _, _, err := c.OpenChannel(noise[:200], nil); return err }
		},
		"global requests": func(c *gossh.Client) func() error {
			return func() error { _, _, err := c.SendRequest("tcpip-forward", false, []byte(noise)); return err }
		},
		"requests before a session": func(c *gossh.Client) func() error {
			ch, err := opens(c)
			return func() error {
				if err == nil {
					_, err = ch.SendRequest("auth-agent-req@openssh.com", false, []byte(noise))
				}
				return err
			}
		},
		"requests in a session": func(c *gossh.Client) func() error {
			ch, err := opens(c)
			if err == nil {
				_, _ = ch.SendRequest("pty-req", true, gossh.Marshal(ptyRequest{Term: "xterm", W: 80, H: 24}))
				_, err = ch.SendRequest("shell", true, nil)
			}
			return func() error {
				if err == nil {
					_, err = ch.SendRequest("signal", false, []byte(noise))
				}
				return err
			}
		},
		"sessions": func(c *gossh.Client) func() error {
			return func() error {
				ch, err := opens(c)
				if err == nil {
					_, _ = ch.SendRequest("env", false, []byte(noise)) // and it stays open
				}
				return err
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			hostile(t, func(d *door) {
				c := d.client()
				if !untilCut(c, 2000, flood(c)) {
					t.Error("never cut")
				}
			}, limited(unbounded), limited(func(l *Limits) { l.Start = 2 * time.Second }))
		})
	}
}

func TestHostileRequestsOfEveryKind(t *testing.T) {
	hostile(t, func(d *door) {
		rng := mrand.New(mrand.NewPCG(6, 22))
		kinds := []string{
			"pty-req", "window-change", "env", "shell", "exec", "subsystem", "signal", "break", "x11-req", "xon-xoff",
			"auth-agent-req@openssh.com", "exit-status", "eow@openssh.com", "keepalive@openssh.com", "",
			"\x1b[2J", strings.Repeat("k", 9000),
		}
		for range 40 {
			c := d.client()
			ch, err := opens(c)
			if err != nil {
				t.Fatal(err)
			}
			for range 30 {
				payload := make([]byte, rng.IntN(64))
				for i := range payload {
					payload[i] = byte(rng.Uint32())
				}
				if rng.IntN(3) == 0 { // what could be a string, or says that it is a long one
					payload = append(binary.BigEndian.AppendUint32(nil, rng.Uint32()>>rng.IntN(32)), payload...)
				}
				if _, err := ch.SendRequest(kinds[rng.IntN(len(kinds))], false, payload); err != nil {
					break
				}
				if rng.IntN(8) == 0 {
					_, _ = ch.Write(payload)
				}
			}
			_ = c.Close()
		}
	})
}

// sized is what a window-change says.
func sized(w, h uint32) []byte { return gossh.Marshal(struct{ W, H, X, Y uint32 }{w, h, w, h}) }

func TestHostileWindowsBeforeAndWithoutATerminal(t *testing.T) {
	hostile(t, func(d *door) {
		sizes := []uint32{0, 1, 80, 65535, 1<<31 - 1, 1<<32 - 1}
		for _, w := range sizes {
			for _, h := range sizes {
				change := sized(w, h)
				c := d.client()
				ch, err := opens(c)
				if err != nil {
					t.Fatal(err)
				}
				for range 3 {
					if ok, err := ch.SendRequest("window-change", true, change); ok || err != nil {
						t.Errorf("%d×%d without a terminal: %v, %v", w, h, ok, err)
					}
				}
				version := gossh.Marshal(struct{ C string }{"version"})
				if ok, err := ch.SendRequest("exec", true, version); !ok || err != nil {
					t.Fatalf("a command without a terminal: %v, %v", ok, err)
				}
				_, _ = ch.SendRequest("window-change", false, change)
				if out, _ := io.ReadAll(ch); !strings.HasPrefix(string(out), "saloon") {
					t.Errorf("%d×%d: the command says %q", w, h, out)
				}
				s := terminal(t, c, ptyRequest{Term: "xterm", W: w, H: h}, "")
				for _, other := range []uint32{h, w} {
					_, _ = s.ch.SendRequest("window-change", false, sized(other, w))
				}
				_, _ = s.ch.SendRequest("window-change", false, change[:7])
				s.types("q")
				if code := s.exits(); code != 0 {
					t.Errorf("%d×%d: exit status %d", w, h, code)
				}
				_ = c.Close()
			}
		}
	})
}

func TestHostileForwardsSubsystemsAndTransfers(t *testing.T) {
	hostile(t, func(d *door) {
		c := d.client()
		for _, kind := range []string{"tcpip-forward", "cancel-tcpip-forward", "streamlocal-forward@openssh.com",
			"hostkeys-prove-00@openssh.com", "no-more-sessions@openssh.com"} {
			if ok, _, err := c.SendRequest(kind, true, gossh.Marshal(struct {
				Addr string
				Port uint32
			}{"0.0.0.0", 0})); ok || err != nil {
				t.Errorf("%s: %v, %v", kind, ok, err)
			}
		}
		for _, to := range []string{"127.0.0.1:22", "169.254.169.254:80", "[::1]:1"} {
			if conn, err := c.Dial("tcp", to); err == nil {
				_ = conn.Close()
				t.Errorf("connected to %s through the house", to)
			}
		}
		for _, command := range []string{
			"scp -t .", "scp -f /etc/passwd", "sftp-server", "mosh-server new", "rsync --server . .",
			"git-upload-pack x", "sh -c id", "/bin/sh", "help; id", "help\nid", "`id`", "ls", "admin", "--", "-h",
			strings.Repeat("a ", 1000),
		} {
			own := d.client()
			a := asks(t, own, command)
			_ = own.Close()
			if a.code == 0 && !strings.HasPrefix(command, "help") ||
				strings.ContainsFunc(a.out+a.err, func(r rune) bool { return r != '\n' && obeyed(r) }) ||
				strings.Contains(a.out, "uid=") {
				t.Errorf("%.40q: %+v", command, a)
			}
		}
		for _, name := range []string{"sftp", "netconf", "", strings.Repeat("s", 5000)} {
			ch, err := opens(c)
			if err != nil {
				t.Fatal(err)
			}
			payload := gossh.Marshal(struct{ Name string }{name})
			if ok, err := ch.SendRequest("subsystem", true, payload); ok || err != nil {
				t.Errorf("subsystem %.20q: %v, %v", name, ok, err)
			}
			_ = ch.Close()
		}
		_ = c.Close()
	})
}

// TestHostileThousandSessions opens a thousand sessions from one address, a few at a time.
func TestHostileThousandSessions(t *testing.T) {
	const lines, each = 25, 40
	hostile(t, func(d *door) {
		done := make(chan error)
		for i := range lines {
			go func() { done <- d.comesAgain(i, each) }()
		}
		for range lines {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	})
}

// comesAgain opens one session after the other on a line: a shell that is left or hung up, or a command.
func (d *door) comesAgain(who, times int) error {
	c, err := d.dial(login(fmt.Sprintf("anna%d", who), guest))
	if err != nil {
		return err
	}
	defer c.Close()
	for n := range times {
		var ch gossh.Channel
		if !eventually(func() bool { ch, err = opens(c); return err == nil }) { // the last one may not be over yet
			return fmt.Errorf("session %d of %d: %w", n, who, err)
		}
		switch n % 5 {
		case 0, 1: // a shell, which is left or hung up
			_, _ = ch.SendRequest("pty-req", false, gossh.Marshal(ptyRequest{Term: "xterm", W: 80, H: 24}))
			_, _ = ch.SendRequest("shell", true, nil)
			_, _ = io.WriteString(ch, "q")
		default:
			_, _ = ch.SendRequest("exec", true, gossh.Marshal(struct{ C string }{"version"}))
		}
		if n%5 != 1 {
			_, _ = io.Copy(io.Discard, ch)
		}
		_ = ch.Close()
	}
	return nil
}
