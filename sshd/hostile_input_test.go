package sshd

import (
	"fmt"
	"io"
	mrand "math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	gossh "golang.org/x/crypto/ssh"
)

// replies are what terminals say to questions that nobody asked, and what a mouse says where nobody has switched it on.
var replies = []string{
	"\x1b[24;80R", "\x1b[?62;c", "\x1b[?1;2c", "\x1b[>0;276;0c", "\x1b[?2026;2$y", "\x1b[0n", "\x1b[3n",
	"\x1b[8;24;80t", "\x1b]4;1;rgb:0/0/0\x07", "\x1b[?1u",
	"\x1b]11;rgb:0000/0000/0000\x1b\\", "\x1b]10;rgb:ffff/ffff/ffff\x07", "\x1b]52;c;aGVsbG8=\x1b\\",
	"\x1bP>|xterm(390)\x1b\\", "\x1bP1+r544e=787465726d\x1b\\", "\x1bP!|00000000\x1b\\", "\x1b_Gi=31;OK\x1b\\",
	"\x1b[I", "\x1b[O", "\x1b[<35;300;200M", "\x1b[<0;99999999;99999999m", "\x1b[M\xff\xff\xff", "\x1b[32;10;10M",
}

// TestHostileRepliesAreNoKeys sends every reply whole and cut in two at every byte: no key may come of it.
func TestHostileRepliesAreNoKeys(t *testing.T) {
	hostile(t, func(d *door) {
		c := d.client()
		s := d.sits(c)
		for _, r := range replies {
			s.types(r)
			for cut := 1; cut < len(r); cut++ {
				s.types(r[:cut])
				s.types(r[cut:])
			}
		}
		s.types("E")
		d.msgs.awaits(t, "key E\n")
		for line := range strings.Lines(d.msgs.String()) {
			typed := strings.HasPrefix(line, "key ") && line != "key E\n" && line != "key q\n"
			if typed || strings.HasPrefix(line, "paste") {
				t.Errorf("a reply was taken for %q", line)
			}
		}
		_ = c.Close()
	}, limited(unbounded), limited(func(l *Limits) { l.EventRate, l.EventBurst = 1<<20, 1<<20 }))
}

// TestHostileSequences sends what never ends, what is too long, what is cut in pieces and what is nothing.
func TestHostileSequences(t *testing.T) {
	hostile(t, func(d *door) {
		for _, begin := range []string{
			"\x1b[", "\x1b]", "\x1bP", "\x1b_", "\x1b^", "\x1bX", "\x1b", "\x1b[<", "\x1b[M", "\x1bO", "\x9b",
			"\u009d", "\xe2\x82",
		} {
			for _, more := range []string{"1;", "\x1b[1;", "\xff\x00", "\u202e語", "[;"} {
				c := d.client()
				s := d.sits(c)
				s.types(begin + strings.Repeat(more, 3000))
				s.types("\x18\x1b\\\x07\x1b[201~") // whatever it was, it is over now
				_, _ = io.WriteString(s.ch, "\x03qqqq")
				_ = c.Close()
			}
		}
	}, limited(unbounded), limited(func(l *Limits) { l.EventRate, l.EventBurst = 50, 200 }))
}

func TestHostilePastes(t *testing.T) {
	const pasted = 10 << 20
	for name, tc := range map[string]struct {
		begin, end string
		survives   bool
	}{
		"ten megabytes":        {"\x1b[200~", "\x1b[201~", false},
		"without an end":       {"\x1b[200~", "", false},
		"without brackets":     {"", "", true},
		"brackets in it":       {"\x1b[200~\x1b[200~\x1b[201", "\x1b[201~\x1b[201~", false},
		"a small one, doubled": {"\x1b[200~y\ny\nq\n\x1b[201~\x1b[200~q\x1b[201~", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			hostile(t, func(d *door) {
				c := d.client()
				s := d.sits(c)
				size := pasted
				if tc.survives {
					size = 1 << 20
				}
				gone := make(chan struct{})
				go func() {
					defer close(gone)
					_, _ = io.WriteString(s.ch, tc.begin)
					if !strings.Contains(name, "small") {
						_, _ = io.Copy(s.ch, io.LimitReader(repeated("yq\r\n\u202e\x1b]52;c;x\x07"), int64(size)))
					}
					_, _ = io.WriteString(s.ch, tc.end)
				}()
				if !tc.survives {
					if code := s.exits(); code != 1 {
						t.Errorf("exit status %d", code)
					}
					s.out.awaits(t, "makes no sense")
					restored(t, s.out.String())
				}
				<-gone
				_ = c.Close()
			}, limited(unbounded))
		})
	}
}

// repeated says the same for ever.
type repeated string

func (r repeated) Read(p []byte) (n int, err error) {
	for n < len(p) {
		n += copy(p[n:], r)
	}
	return n, nil
}

// TestHostilePastesPressNoKeys pastes what would be keys.
func TestHostilePastesPressNoKeys(t *testing.T) {
	hostile(t, func(d *door) {
		c := d.client()
		s := d.sits(c)
		s.types("\x1b[200~y\rq\x03\x1b[A\x1b[201~")
		s.types("yes\rquit\rq") // in one piece, though without brackets
		s.types("\x1b[200~\x1b[201~")
		until(t, "the pastes are there", func() bool { return strings.Count(d.msgs.String(), "paste ") >= 2 })
		if d.Sessions() != 2 {
			t.Error("a paste ended the session")
		}
		_ = c.Close()
	})
}

// TestHostileBytes types noise of many kinds into screens and into lines, in pieces of every size.
func TestHostileBytes(t *testing.T) {
	echo := func(c *Config) {
		c.Lines = func(_ Visit, in io.Reader, out io.Writer) error { _, err := io.Copy(io.Discard, in); return err }
	}
	hostile(t, func(d *door) {
		rng := mrand.New(mrand.NewPCG(1, 2))
		pieces := append(append([]string{"\x1b[200~", "\x1b[201~", "\x1b[", "\x1b", "\r", "\x00"}, evil...), replies...)
		for round := range 40 {
			c := d.client()
			term := []string{"xterm-256color", "dumb", "linux", "vt100"}[round%4]
			s := terminal(t, c, ptyRequest{Term: term, W: 80, H: 24}, "")
			for range 60 {
				p := pieces[rng.IntN(len(pieces))]
				if rng.IntN(4) == 0 {
					p = p[rng.IntN(len(p)):]
				}
				if _, err := io.WriteString(s.ch, p); err != nil {
					break
				}
			}
			_ = c.Close()
			<-s.done
			if term == "dumb" { // what is typed is echoed here, and nothing else may be
				out := strings.NewReplacer("\r\n", "", "\b \b", "", "\a", "").Replace(s.out.String())
				if strings.ContainsFunc(out, unicode.IsControl) || !utf8.ValidString(out) {
					t.Errorf("lines echo %q", out)
				}
			}
		}
	}, echo, limited(unbounded))
}

// TestHostileNames says evil things wherever a client can say something about itself.
func TestHostileNames(t *testing.T) {
	hostile(t, func(d *door) {
		for _, text := range evil {
			cfg := login(text, guest)
			if !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
				cfg.ClientVersion = "SSH-2.0-" + text[:min(len(text), 200)]
			}
			c, err := d.dial(cfg)
			if err != nil {
				continue // a name that the protocol has no room for; nobody is harmed
			}
			ch, err := opens(c)
			if err != nil {
				t.Fatal(err)
			}
			for _, key := range []string{"LANG", "COLORTERM", "TERM_PROGRAM", text} {
				_, _ = ch.SendRequest("env", false, gossh.Marshal(struct{ K, V string }{key, text}))
			}
			_ = ch.Close()
			for _, command := range []string{"", text, "profile " + text} {
				s := terminal(t, c, ptyRequest{Term: text, W: 80, H: 24}, command)
				_, _ = io.WriteString(s.ch, "q\x03")
				_ = s.ch.CloseWrite()
				s.exits()
				s.ends()
				ours := text == "\x1b[?1049h" || text == "\x1b[2J\x1b[H" // what screens begin with
				if !ours && strings.Contains(s.out.String(), text) && strings.ContainsFunc(text, obeyed) {
					t.Errorf("%q comes back: %q", text, s.out.String())
				}
			}
			_ = c.Close()
		}
	})
}

// TestHostileWordsReachNobody says evil things as a name and in talk, and reads what others are told of it.
func TestHostileWordsReachNobody(t *testing.T) {
	d := opened(t)
	key := newKey(t)
	d.named(key, "Listener")
	for i, text := range evil {
		listener, err := d.dial(login("x", gossh.PublicKeys(key)))
		if err != nil {
			t.Fatal(err)
		}
		c, err := d.dial(login("x", gossh.PublicKeys(newKey(t))))
		if err != nil {
			t.Fatal(err)
		}
		s := d.sits(c)
		v := <-d.seen
		if v.Session.SetName(t.Context(), text) != nil {
			if err := v.Session.SetName(t.Context(), fmt.Sprintf("Evil%d", i)); err != nil {
				t.Fatal(err)
			}
		}
		if err := v.Session.Talk(t.Context(), text); err != nil {
			t.Error(err)
		}
		for _, command := range []string{"who", "who --json", "tables", "profile"} {
			a := asks(t, listener, command)
			if strings.ContainsFunc(a.out+a.err, func(r rune) bool { return r != '\n' && obeyed(r) }) ||
				!utf8.ValidString(a.out) {
				t.Errorf("%q as a name: %s says %q", text, command, a.out)
			}
		}
		s.types("q")
		s.exits()
		_ = c.Close()
		_ = listener.Close()
	}
}

// TestHostileCodes tries what could be the code of a table, a match, a key or a fingerprint and is none.
func TestHostileCodes(t *testing.T) {
	hostile(t, func(d *door) {
		rng := mrand.New(mrand.NewPCG(3, 4))
		words := append([]string{"-", "--json", "--seats", "-9999999999", "'", "\"", "SHA256:", "NaN", "@"}, evil...)
		verbs := []string{"join", "watch", "play", "record", "replay", "history", "profile", "keys add", "keys remove",
			"rules", "leaderboard", "cast", "admin", "admin players show", "seasons", "fingerprint"}
		c := d.client()
		for i := range 160 {
			if i%20 == 0 {
				_ = c.Close()
				c = d.client()
			}
			command := verbs[rng.IntN(len(verbs))]
			for range rng.IntN(4) {
				w := words[rng.IntN(len(words))]
				command += " " + w[:1+rng.IntN(len(w))]
			}
			a := asks(t, c, command[:min(len(command), execBytes-8)])
			said := strings.ReplaceAll(a.out+a.err, "\n", "")
			if a.code > exitUsage || strings.ContainsFunc(said, obeyed) {
				t.Errorf("%q: %+v", command, a)
			}
			if len(a.out)+len(a.err) > 64<<10 {
				t.Errorf("%q is answered with %d bytes", command, len(a.out)+len(a.err))
			}
		}
		_ = c.Close()
	})
}
