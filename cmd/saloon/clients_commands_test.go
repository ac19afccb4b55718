package main

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestCommandsByRealClients runs commands without a terminal, with each kind of key, and reads what comes on both
// streams and how it ends.
func TestCommandsByRealClients(t *testing.T) {
	t.Parallel()
	h := openWatched(t)
	crowd(t, len(ways), func(i int) {
		t.Run(ways[i].name, func(t *testing.T) {
			ways[i].here(t)
			h.commands(t, ways[i])
		})
	})
}

// commands tries the ends that commands can have.
func (h *watchedHouse) commands(t *testing.T, w way) {
	t.Helper()
	people := map[string]*traveller{}
	for _, kind := range []string{"ed25519", "ecdsa", "rsa"} {
		people[kind] = h.visits(t, w, "rider", kind)
	}
	for _, c := range []struct {
		kind      string // of key
		words     []string
		status    int
		out, errs string // what stands there
	}{
		{"ed25519", []string{"fingerprint"}, 0, people["ed25519"].fingerprint(), ""},
		{"ecdsa", []string{"profile", "Nobody"}, 1, "", "There is nobody and nothing by that name."},
		{"rsa", []string{"nonsense"}, 2, "", "There is no command \"nonsense\"."},
		{"ed25519", []string{"play"}, 2, "", "Play is played in a terminal: ssh -t"},
		{"ecdsa", nil, 2, "the lobby", "Saloon is played in a terminal"},
		{"ecdsa", []string{"fingerprint"}, 0, people["ecdsa"].fingerprint(), ""},
		{"rsa", []string{"fingerprint"}, 0, people["rsa"].fingerprint(), ""},
	} {
		out, errs, status := people[c.kind].asks(t, w, c.words...)
		if status != c.status || !strings.Contains(out, c.out) || !strings.Contains(errs, c.errs) {
			t.Errorf("%q: status %d, %.200q, %.200q", c.words, status, out, errs)
		}
		if c.out == "" && out != "" {
			t.Errorf("%q: a complaint is among the output: %q", c.words, out)
		}
	}
	people["ed25519"].breaksOff(t, w, "rules", "wyatt-earp")
}

// command is a command of a client without a terminal; nothing is on its input.
func (v *traveller) command(ctx context.Context, w way, words ...string) *exec.Cmd {
	one := *v
	one.more = append(w.bare(v), v.more...)
	argv := w.argv(&one, words...)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Env, cmd.Dir = v.environ(), v.home
	return cmd
}

// asks runs a command to its end.
func (v *traveller) asks(t *testing.T, w way, words ...string) (out, errs string, status int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := v.command(ctx, w, words...)
	var said, complained strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &complained
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s: %v", cmd, err)
	}
	return said.String(), complained.String(), cmd.ProcessState.ExitCode()
}

// breaksOff runs a command as "| head -1" does: it reads one line and is gone.
func (v *traveller) breaksOff(t *testing.T, w way, words ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := v.command(ctx, w, words...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || strings.TrimSpace(line) == "" {
		t.Errorf("the first line is %q: %v", line, err)
	}
	_ = out.Close()
	_ = cmd.Wait() // it may have ended by the broken pipe
	if ctx.Err() != nil {
		t.Errorf("%s has not ended", cmd)
	}
}

// short is a folder whose path is short enough for a socket in it.
func short(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "saloon-") // a test's own may be too long
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// TestOneConnectionForAGameAndItsCommands shares a connection as OpenSSH's ControlMaster does.
func TestOneConnectionForAGameAndItsCommands(t *testing.T) {
	t.Parallel()
	openSSH.here(t)
	h := openWatched(t)
	v := h.visits(t, openSSH, "rider", "ed25519")
	v.more = []string{"-o", "ControlMaster=auto", "-o", "ControlPath=" + short(t) + "/master"}
	s := v.sitsAt(t, openSSH)
	openSSH.meets(t, s.term, v)
	s.arrives("Dusty Master")
	for range 3 {
		out, errs, status := v.asks(t, openSSH, "who")
		if status != 0 || !strings.Contains(out, "Dusty Master") {
			t.Errorf("status %d, %q, %q", status, out, errs)
		}
	}
	s.settles("the lobby")
	s.leaves()
}
