package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
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
