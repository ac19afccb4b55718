package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"saloon/sshd/swarm"
)

// plays sits somebody down at a quick match with bots, once the wait for people is over.
func plays(t *testing.T, p *process, key int) *swarm.Terminal {
	t.Helper()
	term := p.come(key, "play wyatt-earp")
	do(t, func(ctx context.Context) error {
		return term.Until(ctx, "a name or a table", func(s []string) bool {
			return swarm.On(s, "What shall we call you") || swarm.On(s, "hand 1")
		})
	})
	if !swarm.On(term.Screen(), "hand 1") {
		sees(t, term, "You will be known as")
		press(t, term, "\r")
		sees(t, term, "hand 1")
	}
	return term
}

// TestTheNextServerTakesOverWhileTheLastOneEnds starts a server on a directory whose server has just been told to end.
func TestTheNextServerTakesOverWhileTheLastOneEnds(t *testing.T) {
	t.Setenv("SALOON_QUICK_WAIT", "1s")
	dir := t.TempDir()
	old := serve(t, dir)
	player := plays(t, old, 1)
	from := time.Now()
	if err := old.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	do(t, func(ctx context.Context) error { // from when on it says that it ends, or has ended
		look := time.NewTicker(time.Millisecond)
		defer look.Stop()
		for {
			if body, err := os.ReadFile(filepath.Join(dir, "lock")); err != nil || strings.Contains(string(body),
				"closing") {
				return err
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-look.C:
			}
		}
	})
	next := serve(t, dir)
	t.Logf("the next server let people in after %v", time.Since(from))
	if err := old.cmd.Wait(); err != nil {
		t.Errorf("the old one ended with %v\n%s", err, old.errs)
	}
	old.once.Do(func() {})
	_ = player.Until(t.Context(), "the end", func([]string) bool { return false })
	if !swarm.On(player.Screen(), "clos") {
		t.Errorf("nobody said why:\n%s", strings.Join(player.Screen(), "\n"))
	}
	back := next.come(1, "play wyatt-earp")
	sees(t, back, "hand 1")
}

// loggedKeys are all that a log line of a sound house may have above debug.
var loggedKeys = []string{"time", "level", "msg", "line", "client", "command", "pty", "term", "player", "exit", "for",
	"lag", "why", "table", "match", "seq"}

// TestTheLogKnowsNoAddressesKeysTalkOrMoves plays, talks and asks, and reads every line that the server wrote.
func TestTheLogKnowsNoAddressesKeysTalkOrMoves(t *testing.T) {
	t.Setenv("SALOON_QUICK_WAIT", "1s")
	t.Setenv("SALOON_LOG_FORMAT", "json")
	dir := t.TempDir()
	p := serve(t, dir)
	talker := p.enter(2)
	press(t, talker, "t")
	press(t, talker, "plugh over there\r")
	sees(t, talker, "plugh")
	player := plays(t, p, 1)
	press(t, player, "\r")
	code := regexp.MustCompile(`\b[0-9A-Z]{6}\b`).FindString(p.asks(1, "tables").out)
	p.asks(3, "profile rider2")
	p.asks(3, "watch "+code)
	p.asks(3, "admin broadcast plugh")
	p.asks(3, "plugh")
	if err := player.Close(); err != nil {
		t.Fatal(err)
	}
	if err := p.stop(); err != nil {
		t.Fatal(err)
	}
	secrets := []string{"127.0.0.1", "rider", "plugh", code}
	for key := range 4 {
		blob := base64.StdEncoding.EncodeToString(swarm.Key(7, key).PublicKey().Marshal())
		secrets = append(secrets, blob, blob[len(blob)-20:])
	}
	store := look(t, dir)
	kept, err := store.Running(t.Context())
	if err != nil || len(kept) != 1 || kept[0].Match == nil {
		t.Fatalf("%d tables, %v", len(kept), err)
	}
	secrets = append(secrets, kept[0].Match.Opened.Seed.String())
	for _, e := range kept[0].Match.Entries {
		if e.Words != "" {
			secrets = append(secrets, e.Words)
		}
		for _, f := range e.Facts {
			secrets = append(secrets, string(f.Body))
		}
	}
	lines := bufio.NewScanner(bytes.NewReader(p.errs.Bytes()))
	read := 0
	for ; lines.Scan(); read++ {
		var said map[string]any
		if err := json.Unmarshal(lines.Bytes(), &said); err != nil {
			t.Fatalf("%v: %s", err, lines.Text())
		}
		for k := range said {
			if !slices.Contains(loggedKeys, k) {
				t.Errorf("the log has %q: %s", k, lines.Text())
			}
		}
		for _, s := range secrets {
			if s != "" && strings.Contains(lines.Text(), s) {
				t.Errorf("the log has %q: %s", s, lines.Text())
			}
		}
	}
	if read < 8 {
		t.Errorf("only %d lines were read", read)
	}
}

func TestHealthSaysWhetherPeopleMayCome(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0") // a port that is free
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SALOON_METRICS", addr)
	asked := func() answer {
		var out, errs bytes.Buffer
		code := run(t.Context(), []string{"health"}, &out, &errs)
		return answer{out.String(), errs.String(), code}
	}
	if a := asked(); a.code != exitFailed {
		t.Errorf("without a server: %+v", a)
	}
	p := serve(t, staffed(t))
	if a := asked(); a.code != 0 || a.out != "ready\n" {
		t.Errorf("a server: %+v", a)
	}
	if a := p.asks(1, "admin drain"); a.code != 0 || !strings.Contains(a.out, "It is quiet") {
		t.Errorf("drain: %+v", a)
	}
	if a := asked(); a.code != exitFailed || !strings.Contains(a.out, "drains") {
		t.Errorf("while it drains: %+v", a)
	}
	t.Setenv("SALOON_METRICS", "0.0.0.0:9100")
	if a := asked(); a.code != exitWrong || !strings.Contains(a.err, "loopback") {
		t.Errorf("a public address: %+v", a)
	}
}
