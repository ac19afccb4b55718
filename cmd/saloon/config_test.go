package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"saloon/sshd"
)

// given parses flags as serve does.
func given(t *testing.T, args ...string) *pflag.FlagSet {
	t.Helper()
	c := defaults()
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	c.flags(fs)
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	return fs
}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "saloon.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFlagsWinOverTheEnvironmentOverTheFile(t *testing.T) {
	file := write(t, "listen = ':1'\nquick-wait = '31s'\nidle = '3h'\nsessions = 7\n")
	c, err := load(file, []string{"SALOON_LISTEN=:2", "SALOON_QUICK_WAIT=32s", "SALOON_SAME_ADDRESS=true", "OTHER=x"},
		given(t, "--listen", ":3"))
	if err != nil {
		t.Fatal(err)
	}
	want := defaults()
	want.Listen, want.QuickWait, want.Idle, want.Sessions, want.SameAddress = ":3", 32*time.Second, 3*time.Hour, 7, true
	if c != want {
		t.Errorf("got  %+v\nwant %+v", c, want)
	}
}

func TestWrongValuesNameTheKeyTheValueAndWhatIsAllowed(t *testing.T) {
	for _, w := range []struct {
		file string
		env  []string
		args []string
		says []string
	}{
		{file: "lisen = ':1'", says: []string{"lisen", "allowed", "listen"}},
		{file: "sessions = 'many'", says: []string{"sessions", "saloon.toml"}},
		{env: []string{"SALOON_SESSIONS=many"}, says: []string{"SALOON_SESSIONS", "many"}},
		{env: []string{"SALOON_BOT_PACE=1h"}, says: []string{"bot-pace", "1h0m0s", "0s to 10s"}},
		{args: []string{"--log-level", "loud"}, says: []string{"log-level", "loud", "debug, info, warn, error"}},
		{args: []string{"--listen", "2222"}, says: []string{"listen", "2222", "HOST:PORT"}},
		{args: []string{"--data", ""}, says: []string{"data", "a directory"}},
		{args: []string{"--per-address", "0"}, says: []string{"per-address", "1 to 20000"}},
		{args: []string{"--proxies", "10.0.0.1,proxy.example"}, says: []string{"proxies", "proxy.example",
			"192.0.2.0/28"}},
		{args: []string{"--proxies", "0.0.0.0/0"}, says: []string{"proxies", "not the whole world"}},
		{env: []string{"SALOON_KEYS=1"}, says: []string{"keys", "10 to 10000"}},
	} {
		file := ""
		if w.file != "" {
			file = write(t, w.file)
		}
		_, err := load(file, w.env, given(t, w.args...))
		if err == nil {
			t.Errorf("%+v was let through", w)
			continue
		}
		for _, text := range w.says {
			if !strings.Contains(err.Error(), text) {
				t.Errorf("%+v: %q does not say %q", w, err, text)
			}
		}
	}
}

func TestLimitsAndProxiesReachTheDoor(t *testing.T) {
	plain, want := defaults(), sshd.DefaultLimits()
	want.FreeLoopback = true
	if got := plain.bounds(); got != want {
		t.Errorf("the defaults are %+v, want %+v", got, want)
	}
	c, err := load(write(t, "keys = 10\nper-player = 3\nper-block = 50\nknocking-per-block = 5\narrivals = 7\n"), nil,
		given(t, "--proxies", "10.0.0.7, 192.0.2.9/28,2001:db8::/64,::ffff:198.51.100.1"))
	if err != nil {
		t.Fatal(err)
	}
	l := c.bounds()
	if l.EventRate != 10 || l.EventBurst != 40 || l.PerPlayer != 3 || l.PerBlock != 50 || l.KnockingPerBlock != 5 ||
		l.Arrivals != 7 {
		t.Errorf("%+v", l)
	}
	got, err := c.proxies()
	if s := fmt.Sprint(got); err != nil || s != "[10.0.0.7/32 192.0.2.0/28 2001:db8::/64 198.51.100.1/32]" {
		t.Errorf("%s, %v", s, err)
	}
}
