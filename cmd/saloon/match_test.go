package main

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"saloon/engine/record"
	"saloon/sshd/swarm"
)

// rider plays at a terminal in the background until it is told to stop.
type rider struct {
	term *swarm.Terminal
	stop context.CancelFunc
	done sync.WaitGroup
	err  error
}

// ride lets a terminal play what its screen asks for.
func ride(t *testing.T, term *swarm.Terminal, seed uint64) *rider {
	ctx, stop := context.WithCancel(t.Context())
	r := &rider{term: term, stop: stop}
	r.done.Go(func() {
		habits := swarm.Habits{Think: 2 * time.Millisecond, Answer: patience}
		r.err = swarm.Play(ctx, term, habits, rand.New(rand.NewPCG(seed, 1)), new(swarm.Latencies))
	})
	t.Cleanup(func() { stop(); r.done.Wait() })
	return r
}

// unplug ends the connection without a word.
func (r *rider) unplug() {
	r.stop()
	r.done.Wait()
	_ = r.term.Close()
}

// seatTwoAndBots opens a table with two people and two bots and returns the table's code; the match begins.
func seatTwoAndBots(t *testing.T, host, other *swarm.Terminal) string {
	t.Helper()
	var code string
	do(t, func(ctx context.Context) (err error) { code, err = swarm.Host(ctx, host); return err })
	press(t, other, "c")
	sees(t, other, "code")
	press(t, other, code+"\r")
	sees(t, other, "gathering")
	sees(t, host, "rider2")
	press(t, other, "r")
	sees(t, other, "r not ready")
	if !swarm.On(host.Screen(), "r not ready") {
		press(t, host, "r")
		sees(t, host, "r not ready")
	}
	press(t, host, "b")
	sees(t, host, "regular")
	insist(t, host, "2", "hand 1")
	return code
}

// TestTwoPeopleAndTwoBotsPlayToTheEnd is the whole way: a line is lost in the middle and the server is killed twice,
// and the match still ends, moves the ratings once, and its record verifies.
func TestTwoPeopleAndTwoBotsPlayToTheEnd(t *testing.T) {
	dir := t.TempDir()
	p := serve(t, dir)
	host, other := p.enter(1), p.enter(2)
	code := seatTwoAndBots(t, host, other)
	a, b := ride(t, host, 1), ride(t, other, 2)

	do(t, func(ctx context.Context) error {
		return host.Until(ctx, "the first cards drawn", func(s []string) bool {
			return swarm.On(s, "Supply ") && !swarm.On(s, "Supply 37")
		})
	})
	b.unplug()
	sees(t, host, "to come back")
	b = ride(t, p.come(2, "join "+code), 3)
	do(t, func(ctx context.Context) error {
		return host.Until(ctx, "the return", func(s []string) bool { return !swarm.On(s, "to come back") })
	})

	for range 2 {
		p.kill()
		a.unplug()
		b.unplug()
		p = serve(t, dir)
		a, b = ride(t, p.come(1, "join "+code), 4), ride(t, p.come(2, "join "+code), 5)
		sees(t, a.term, "● You")
	}
	sees(t, a.term, "the match is over")
	sees(t, b.term, "the match is over")
	checkRecord(t, p)
}

// checkRecord verifies the one match that key 1 has played, and that both people's ratings moved once by it.
func checkRecord(t *testing.T, p *process) {
	t.Helper()
	out, _ := p.ask(1, "history --json")
	var history struct {
		Matches []struct {
			Match string
			Rated bool
			Ended time.Time
		}
	}
	err := json.Unmarshal([]byte(out), &history)
	past := history.Matches
	if err != nil || len(past) != 1 || past[0].Ended.IsZero() || !past[0].Rated {
		t.Fatalf("history: %v\n%s", err, out)
	}
	text, status := p.ask(1, "record "+past[0].Match)
	if status != 0 {
		t.Fatalf("record: status %d, %s", status, text)
	}
	rec, err := record.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := record.Verify(gameNamed, rec); err != nil {
		t.Error(err)
	}
	out, _ = p.ask(1, "leaderboard wyatt-earp --seats 4 --json")
	var boards struct {
		Boards []struct {
			Rows []struct {
				Name    string
				Bot     bool
				Matches int
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &boards); err != nil || len(boards.Boards) != 1 {
		t.Fatalf("leaderboard: %v\n%s", err, out)
	}
	people := 0
	for _, r := range boards.Boards[0].Rows {
		if !r.Bot {
			people++
		}
		if r.Matches != 1 {
			t.Errorf("%s has %d rated matches, not 1", r.Name, r.Matches)
		}
	}
	if people != 2 {
		t.Errorf("%d people on the leaderboard, not 2:\n%s", people, out)
	}
}
