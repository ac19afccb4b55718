package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"saloon/engine/bot"
	"saloon/engine/enginetest/toy"
)

// simulate runs `saloon sim` on the toy game.
func simulate(ctx context.Context, args ...string) (string, error) {
	cmd := simCommand(map[string]bot.Kit{"toy": toy.Kit()})
	cmd.SilenceUsage, cmd.SilenceErrors = true, true
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetArgs(args)
	err := cmd.ExecuteContext(ctx)
	return out.String(), err
}

func TestSimJSON(t *testing.T) {
	args := strings.Fields("--seats 3 --matches 30 --bots regular,random --seed 7 --check 10 --json")
	out, err := simulate(t.Context(), args...)
	if err != nil {
		t.Fatal(err)
	}
	var r simReport
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	if r.Game != "toy" || r.Seats != 3 || r.Matches != 30 || r.Checked != 3 || len(r.Bots) != 2 || len(r.Seed) != 64 {
		t.Errorf("%+v", r)
	}
	if r.Bots[1].Name != "regular" || r.Bots[1].Seats != 2 || r.Bots[1].Wins < 20 {
		t.Errorf("two seats of three by rule of thumb: %+v", r.Bots[1])
	}
	again, err := simulate(t.Context(), append(args, "--workers", "1")...)
	if err != nil {
		t.Fatal(err)
	}
	var s simReport
	if err := json.Unmarshal([]byte(again), &s); err != nil {
		t.Fatal(err)
	}
	if s.Bots[0] != r.Bots[0] || s.Seed != r.Seed || s.Entries != r.Entries {
		t.Errorf("the same seed played %+v, then %+v", r, s)
	}
}

func TestSimText(t *testing.T) {
	out, err := simulate(t.Context(), "--matches", "20", "--option", "rounds=2")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"regular", "random", "95 %", "toy, 2 seats: 20 matches", "moves/s", "12.0 entries a match",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in:\n%s", want, out)
		}
	}
}

func TestSimRefusesWithWhatIsAllowed(t *testing.T) {
	for _, c := range []struct {
		args string
		want string
	}{
		{"--game chess", "allowed: toy"},
		{"--seats 5", "allowed: 2 to 4"},
		{"--seats 0", "allowed: 2 to 4"},
		{"--bots genius", "allowed: random, regular, sharp"},
		{"--seats 2 --bots random,random,random", "each of the 2 seats"},
		{"--matches 0", "allowed: 1 to"},
		{"--workers 0", "allowed: 1 to"},
		{"--check -1", "allowed: 0 to"},
		{"--option rounds=9", "allowed: 1 to 5"},
		{"--option speed=9", `no option "speed"`},
		{"--speed 9", "unknown flag"},
		{"loudly", "unknown command"},
	} {
		_, err := simulate(t.Context(), strings.Fields(c.args)...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.args, err, c.want)
		}
		if e, ok := errors.AsType[*exitError](err); ok && e.code != 2 {
			t.Errorf("%s: exit code %d, want 2", c.args, e.code)
		}
	}
}

func TestSimInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out, err := simulate(ctx, "--json")
	e, ok := errors.AsType[*exitError](err)
	if !ok || e.code != 1 || !strings.Contains(out, `"matches": 0`) {
		t.Errorf("%v\n%s", err, out)
	}
}
