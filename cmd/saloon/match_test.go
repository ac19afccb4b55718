package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"saloon/data"
	"saloon/engine/record"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/sshd/swarm"
)

// seat opens a table with two people and bots on all other seats and returns the table's code; the match begins.
func seat(t *testing.T, g played, host, other *swarm.Terminal) string {
	t.Helper()
	code := g.open(t, host)
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
	insist(t, host, "2", g.begun)
	return code
}

// TestTwoPeopleAndBotsPlayToTheEnd is the whole way, for every game: a line is lost in the middle and the server is
// killed at each of the game's moments, and the match goes on where it was, ends, moves the ratings once, and its
// record verifies.
func TestTwoPeopleAndBotsPlayToTheEnd(t *testing.T) {
	t.Parallel()
	for _, g := range riding {
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			p := hurry(t, dir, time.Second)
			host, other := p.enter(1), p.enter(2)
			code := seat(t, g, host, other)
			a, b := ride(t, host, g.cautious, nil), ride(t, other, g.cautious, nil)
			b.unplug()
			sees(t, host, "rider2 to come back")
			back := p.come(2, "join "+code)
			do(t, func(ctx context.Context) error {
				return host.Until(ctx, "the return", func(s []string) bool { return !swarm.On(s, "to come back") })
			})
			a.halt()

			seats := [2]*swarm.Terminal{host, back}
			for _, m := range g.moments {
				who, kept := awaitMoment(t, seats, g.cautious, m)
				p.kill()
				p = hurry(t, dir, time.Second)
				seats = [2]*swarm.Terminal{p.come(1, "join "+code), p.come(2, "join "+code)}
				sees(t, seats[who], kept)
			}
			p.kill()
			p = hurry(t, dir, 200*time.Millisecond)
			a = ride(t, p.come(1, "join "+code), g.bold, nil)
			b = ride(t, p.come(2, "join "+code), g.bold, nil)
			sees(t, a.term, "the match is over")
			sees(t, b.term, "the match is over")
			match := checkRatings(t, g, p)
			p.kill()
			checkLog(t, dir, match)
		})
	}
}

// awaitMoment lets both people play until the moment has come for one of them, and returns for whom, and what stood on
// that screen. Nobody plays any more then.
func awaitMoment(t *testing.T, seats [2]*swarm.Terminal, wants []string, m moment) (who int, kept string) {
	t.Helper()
	both := [2]*rider{ride(t, seats[0], wants, &m), ride(t, seats[1], wants, &m)}
	do(t, func(ctx context.Context) error {
		select {
		case <-both[0].done:
		case <-both[1].done:
			who = 1
		case <-ctx.Done():
			return fmt.Errorf("%s: %w, with\n%q", m.name, ctx.Err(), seats[0].Screen())
		}
		return both[who].err
	})
	for _, r := range both {
		r.halt()
	}
	return who, both[who].kept
}

// checkRatings verifies the record of the one match that key 1 has played, where there is one for everybody, and that
// both people's ratings moved once by it. It returns the match.
func checkRatings(t *testing.T, g played, p *process) table.MatchID {
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
	if rec.Seedless == kitsByName()[g.name].Spec.Reveals {
		t.Errorf("a record without a seed: %t", rec.Seedless)
	}
	if rec.Seedless {
		rec, err = record.Parse([]byte(swapped(t, text)))
		if err == nil {
			err = record.Verify(gameNamed, rec)
		}
		if err == nil || !strings.Contains(err.Error(), "is not the card that was sealed") {
			t.Errorf("with a swapped card: %v", err)
		}
	}
	out, _ = p.ask(1, fmt.Sprintf("leaderboard %s --seats %d --json", g.name, g.seats))
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
	return table.MatchID(past[0].Match)
}

// checkLog verifies a match as it was written down: its seed, its moves and everything that came of them.
func checkLog(t *testing.T, dir string, id table.MatchID) {
	t.Helper()
	store := look(t, dir)
	defer store.Close()
	m, err := store.Match(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	game, _ := gameNamed(m.Opened.Game)
	if err := lobby.LogOf(m).Verify(game); err != nil {
		t.Errorf("match %s: %v", id, err)
	}
}

// look opens the file that a dead server has left.
func look(t *testing.T, dir string) *data.Store {
	t.Helper()
	store, err := data.Open(t.Context(), data.Config{Dir: dir, Rate: lobby.RateMatch, Now: time.Now,
		Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return store
}
