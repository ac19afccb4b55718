package sshd

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	gossh "golang.org/x/crypto/ssh"
)

func FuzzHostilePty(f *testing.F) {
	f.Add(gossh.Marshal(ptyRequest{Term: "xterm", W: 80, H: 24}))
	f.Add(gossh.Marshal(ptyRequest{Term: "x\x1b[2J\xff", W: 1<<32 - 1, H: 0}))
	f.Add([]byte{0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, payload []byte) {
		term, to, ok := parsePty(payload)
		if !ok {
			return
		}
		if to.w < 1 || to.w > WidthMax || to.h < 1 || to.h > HeightMax {
			t.Fatalf("a terminal of %d×%d", to.w, to.h)
		}
		term = clean(term, termWidth)
		long := utf8.RuneCountInString(term) > termWidth
		if long || !utf8.ValidString(term) || strings.ContainsAny(term, "\x1b\r\n") {
			t.Fatalf("TERM %q", term)
		}
		again, same, ok := parsePty(ptyPayload(term, to))
		if !ok || again != term || same != to {
			t.Fatalf("%q %v is read back as %q %v", term, to, again, same)
		}
	})
}

func FuzzHostileCommand(f *testing.F) {
	for _, s := range []string{
		"help", "leaderboard toy --seats 2", "keys remove SHA256:x --json", "--seats", "join \x1b[2J",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		c := &call{}
		cmd, err := c.parse(strings.Fields(line))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\x1b\n\r") {
				t.Fatalf("%q is answered %q", line, err)
			}
			return
		}
		if len(c.args) < cmd.least || len(c.args) > cmd.most || (cmd.run == nil) == (cmd.aim == "") {
			t.Fatalf("%q is %+v with %q", line, cmd, c.args)
		}
		for _, a := range c.args {
			if a != clean(a, argumentWidth) {
				t.Fatalf("%q has the argument %q", line, a)
			}
		}
	})
}

func FuzzHostileLines(f *testing.F) {
	f.Add([]byte("helo\x7f\x7fllo\r\x15x\x04\x1b[200~y\ny\x1b[201~\r\x03"))
	f.Fuzz(func(t *testing.T, in []byte) {
		var out bytes.Buffer
		c := &cooked{out: &out}
		if err := c.filter.Feed(time.Unix(0, 0), in, c.token); err != nil {
			return
		}
		got, err := io.ReadAll(bytes.NewReader(c.ready))
		if err != nil || len(c.line) > lineMax || !utf8.Valid(got) || bytes.ContainsAny(got, "\x1b\r\x00") {
			t.Fatalf("%q is the lines %q", in, got)
		}
		if bytes.ContainsAny(out.Bytes(), "\x1b\x00") || !utf8.Valid(out.Bytes()) {
			t.Fatalf("%q is echoed as %q", in, out.Bytes())
		}
	})
}
