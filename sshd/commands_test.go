package sshd

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// asked is what a command answered.
type asked struct {
	out, err string
	code     int
}

// asks runs a command without a terminal.
func asks(t *testing.T, c *gossh.Client, command string) asked {
	t.Helper()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var out, errs bytes.Buffer
	s.Stdout, s.Stderr = &out, &errs
	a := asked{}
	if err := s.Run(command); err != nil {
		var exit *gossh.ExitError
		if !errors.As(err, &exit) {
			t.Fatalf("%s: %v", command, err)
		}
		a.code = exit.ExitStatus()
	}
	a.out, a.err = out.String(), errs.String()
	return a
}

// named comes in as somebody with a name.
func (d *door) named(key gossh.Signer, name string) *gossh.Client {
	d.t.Helper()
	c, err := d.dial(login(name, gossh.PublicKeys(key)))
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = c.Close() })
	s := d.sits(c)
	v := <-d.seen
	if err := v.Session.SetName(d.t.Context(), name); err != nil {
		d.t.Fatal(err)
	}
	s.types("q")
	s.exits()
	return c
}

func TestCommandsAnswerInWords(t *testing.T) {
	d := opened(t, func(c *Config) {
		c.Cast = func(io.Writer, Cast) error { return nil }
		c.Rules = func(game string) (string, bool) { return "R1. Be nice.", game == "toy" }
	})
	key := newKey(t)
	c := d.named(key, "Anna")
	fp := gossh.FingerprintSHA256(key.PublicKey())
	for _, tc := range []struct {
		command, out, err string
		code              int
	}{
		{command: "help",
			out: `(?s)ssh … +the lobby.*join TABLE.*keys \[add \| remove FINGERPRINT \[anyway\] \| words\].*--json`},
		{command: "version", out: `^saloon test, go1\..*\ntoy rules \d+\n$`},
		{command: "fingerprint", out: `this house +` + regexp.QuoteMeta(d.Fingerprint())},
		{command: "fingerprint", out: `your key +` + regexp.QuoteMeta(fp) + ` +ssh-ed25519`},
		{command: "rules toy", out: `^R1\. Be nice\.\n$`},
		{command: "rules chess", err: `There is no game "chess" here; there is: toy\.`, code: exitError},
		{command: "rules", err: `(?s)It is: rules GAME\..*ssh …`, code: exitUsage},
		{command: "cast NOSUCH", err: `There is nobody and nothing by that name\.`, code: exitError},
		{command: "cast NOSUCH --size wide", err: `(?i)--size wants the cells, such as 100x30`, code: exitUsage},
		{command: "cast NOSUCH --eyes", err: `(?i)--eyes wants a value behind it`, code: exitUsage},
		{command: "history --when soon", err: `--when wants a year`, code: exitUsage},
		{command: "history --result drawn", err: `--result wants won or lost`, code: exitUsage},
		{command: "history --game chess", err: `There is no game "chess" here`, code: exitError},
		{command: "history --when 2026-11 --result won --with Zoe", err: `nobody and nothing by that name`,
			code: exitError},
		{command: "history Anna --when 2026-11 --game toy", out: `No match yet`},
		{command: "replay NOSUCH", err: `ssh -t … replay`, code: exitUsage},
		{command: "tables", out: `No table stands just now`},
		{command: "who", out: `(?s)`},
		{command: "leaderboard", out: `Nobody has played a rated match`},
		{command: "leaderboard toy --seats 2", out: `Nobody has played a rated match`},
		{command: "leaderboard --seats nine", err: `--seats wants a number`, code: exitUsage},
		{command: "profile", out: `^Anna, here since 20\d\d-.*\nno rated match yet\n$`},
		{command: "profile Anna", out: `^Anna, here since`},
		{command: "profile Slim Stranger", err: `There is nobody and nothing by that name\.`, code: exitError},
		{command: "history Slim Stranger", err: `There is nobody and nothing by that name\.`, code: exitError},
		{command: "profile Nobody", err: `There is nobody and nothing by that name\.`, code: exitError},
		{command: "history", out: `^No match yet\.\n$`},
		{command: "record AAAAAAAA", err: `There is nobody and nothing by that name\.`, code: exitError},
		{command: "keys", out: `(?s)FINGERPRINT.*\n\* +` + regexp.QuoteMeta(fp) + ` +ssh-ed25519`},
		{command: "keys add", out: `^[0-9A-Z-]{8,9}\n\nCome in from the new device within 10 minutes`},
		{command: "keys remove", err: `It is: keys, keys add, keys remove FINGERPRINT or keys words`, code: exitUsage},
		{command: "keys remove " + fp, code: exitError},
		{command: "play", err: `Play is played in a terminal: ssh -t … play`, code: exitUsage},
		{command: "join K7QF2M", err: `ssh -t … join`, code: exitUsage},
		{command: "watch", err: `It is: watch TABLE`, code: exitUsage},
		{command: "rm -rf /", err: `There is no command "rm"`, code: exitUsage},
		{command: "mosh-server new", err: `There is no command "mosh-server"`, code: exitUsage},
		{command: "scp -t x", err: `There is no command "scp"`, code: exitUsage},
		{command: "tables --color", err: `Tables knows no "--color"`, code: exitUsage},
		{command: "'", err: `quotation mark`, code: exitUsage},
		{command: "\x1b]0;pwn\x07", err: `There is no command "\]0;pwn"`, code: exitUsage},
	} {
		a := asks(t, c, tc.command)
		if a.code != tc.code {
			t.Errorf("%s: exit status %d, want %d; %q %q", tc.command, a.code, tc.code, a.out, a.err)
		}
		if !regexp.MustCompile(tc.out).MatchString(a.out) {
			t.Errorf("%s prints %q, want %s", tc.command, a.out, tc.out)
		}
		if !regexp.MustCompile(tc.err).MatchString(a.err) {
			t.Errorf("%s complains %q, want %s", tc.command, a.err, tc.err)
		}
		if strings.ContainsAny(a.out+a.err, "\x1b\x07\r") {
			t.Errorf("%s prints control characters: %q %q", tc.command, a.out, a.err)
		}
	}
}

func TestCommandsAnswerInJSON(t *testing.T) {
	d := opened(t, func(c *Config) { c.Rules = func(string) (string, bool) { return "R1.", true } })
	c := d.named(newKey(t), "Anna")
	for command, keys := range map[string]string{
		"help": "commands", "version": "go rules version", "rules toy": "game rules",
		"fingerprint": "host key key_type",
		"tables":      "tables", "who": "people", "leaderboard": "boards", "history": "matches",
		"keys":     "keys words_made",
		"keys add": "code seconds", "profile": "against awards bot conduct created name names records reflexes versus",
		"seasons": "seasons",
	} {
		a := asks(t, c, command+" --json")
		var got map[string]any
		if err := json.Unmarshal([]byte(a.out), &got); err != nil || a.code != 0 {
			t.Errorf("%s: %q, status %d: %v", command, a.out, a.code, err)
			continue
		}
		for _, k := range strings.Fields(keys) {
			if _, ok := got[k]; !ok {
				t.Errorf("%s has no %q: %s", command, k, a.out)
			}
			delete(got, k)
		}
		if len(got) > 0 {
			t.Errorf("%s also has %v", command, got)
		}
	}
}

func TestCommandsOfThoseWithoutAName(t *testing.T) {
	d := opened(t)
	keyless, err := d.dial(login("x", guest))
	if err != nil {
		t.Fatal(err)
	}
	defer keyless.Close()
	newcomer := d.client()
	for _, command := range []string{"profile", "history", "keys", "keys add"} {
		if a := asks(t, keyless, command); a.code != exitError || !strings.Contains(a.err, "Guests cannot") {
			t.Errorf("a guest's %s: %+v", command, a)
		}
		if a := asks(t, newcomer, command); a.code != exitError || !strings.Contains(a.err, "no name here yet") {
			t.Errorf("a newcomer's %s: %+v", command, a)
		}
	}
	if a := asks(t, keyless, "fingerprint"); !strings.Contains(a.out, "came without a key") {
		t.Errorf("a guest's fingerprint: %+v", a)
	}
}

func TestACommandDoesNotEndTheGame(t *testing.T) {
	d := opened(t)
	key := newKey(t)
	c := d.named(key, "Anna")
	s := d.sits(c)
	v := <-d.seen
	if a := asks(t, c, "who"); !strings.Contains(a.out, "Anna") {
		t.Errorf("who: %+v", a)
	}
	if _, ok, open := v.Session.Take(); !ok && !open {
		t.Error("the session was taken over by a command")
	}
	s.types("x")
	d.msgs.awaits(t, "key x")
}

func TestCommandsThatGoToTheScreens(t *testing.T) {
	d := opened(t)
	for command, want := range map[string]Intent{
		"play":        {Aim: ToPlay},
		"play toy":    {Aim: ToPlay, Game: "toy"},
		"join K7QF2M": {Aim: ToJoin, Table: "K7QF2M"},
		"watch 'a b'": {Aim: ToWatch, Table: "a b"},
	} {
		s := terminal(t, d.client(), ptyRequest{Term: "xterm", W: 80, H: 24}, command)
		if v := <-d.seen; v.Intent != want {
			t.Errorf("%s wants %+v, want %+v", command, v.Intent, want)
		}
		s.types("q")
		s.exits()
	}
	s := terminal(t, d.client(), ptyRequest{Term: "xterm", W: 80, H: 24}, "play chess")
	if code := s.exits(); code != exitError {
		t.Errorf("play chess: exit status %d", code)
	}
	s.ends()
	if !strings.Contains(s.out.String(), `no game "chess"`) {
		t.Errorf("play chess: %q", s.out.String())
	}
}
