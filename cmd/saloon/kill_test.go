package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"saloon/data"
	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/sshd/swarm"
)

// kills are the servers that are killed at moments that chance chooses, of all games together:
//
//	go test ./cmd/saloon -run Kill -kills 500 -timeout 60m
var kills = flag.Int("kills", 20, "servers that are killed at moments that chance chooses")

const (
	parties = 3 // people, each at a table of their own with two bots
	// reckless is within how many milliseconds a server dies after the last thing that was waited for: while it
	// writes, commits, or shows what it has committed.
	reckless = 40
)

// killed are the games whose servers are killed: how many of ten, and within how many events that are shown, at most.
// Where people race they take as long as people do.
var killed = []struct {
	played
	of, events int
}{{riding[0], 4, 60}, {riding[1], 4, 60}, {racing, 2, 8}}

// teller plays at a terminal in plain lines, so that everything it was ever shown can be read again.
type teller struct {
	game played
	key  int
	code string
	term *swarm.Terminal
	read int // how much of the terminal's text was looked at
}

// choice is one line of a question.
var choice = regexp.MustCompile(`(?m)^(\d+): `)

// shown is what a terminal was told of events, in order.
func (g played) shown(text string) []string {
	var out []string
	for line := range strings.Lines(strings.ReplaceAll(text, "\r", "")) {
		if line = strings.TrimRight(line, "\n"); g.happened.MatchString(line) {
			out = append(out, line)
		}
	}
	return out
}

// come comes in, and goes to the table or opens one.
func (d *teller) come(t *testing.T, p *process) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	l := swarm.Login{Addr: p.addr, User: fmt.Sprintf("rider%d", d.key), Key: swarm.Key(7, d.key), Term: "dumb"}
	term, err := swarm.Dial(ctx, l)
	if err != nil {
		t.Fatal(err)
	}
	d.term, d.read = term, 0
	if d.code != "" {
		press(t, term, "join "+d.code+"\r")
		return
	}
	d.hears(t, "What shall we call you")
	press(t, term, "\r")
	d.hears(t, "Type help")
	press(t, term, "open "+d.game.name+" 3 normal "+cmp.Or(d.game.bots, "regular")+"\r")
	d.hears(t, "You are at table ")
	d.code = regexp.MustCompile(`You are at table (\w{6})`).FindStringSubmatch(term.Text())[1]
	press(t, term, "ready\r")
}

// leave hangs up. The server may have been killed.
func (d *teller) leave() {
	if d.term != nil {
		_ = d.term.Close()
		d.term = nil
	}
}

// hears waits for a text among the lines.
func (d *teller) hears(t *testing.T, text string) {
	t.Helper()
	do(t, func(ctx context.Context) error {
		return d.term.Until(ctx, text, func([]string) bool { return strings.Contains(d.term.Text(), text) })
	})
}

// move answers the last question, if there is a new one, with a choice by chance, and wants another match after the
// end. It leaves a question alone that says what it halts at, and reports so.
func (d *teller) move(t *testing.T, r *rand.Rand, halt string) (halted bool) {
	t.Helper()
	text := d.term.Text()
	news := text[d.read:]
	d.read = len(text)
	at := strings.LastIndex(news, "Your move")
	if halt != "" && strings.Contains(news, halt) && (at >= 0 || strings.HasPrefix(halt, "Type ready")) {
		return true
	}
	if strings.Contains(news, "\"rematch\"") {
		press(t, d.term, "rematch\r")
	}
	if strings.Contains(news, "\"ready\"") || strings.Contains(news, "Type ready") {
		press(t, d.term, "ready\r")
	}
	if g := d.game; g.cry != nil && g.cry.MatchString(news) {
		press(t, d.term, g.gestures[r.IntN(len(g.gestures))]+"\r")
	}
	if at < 0 {
		return false
	}
	if n := len(choice.FindAllString(news[at:], -1)); n > 0 {
		press(t, d.term, strconv.Itoa(1+r.IntN(n))+"\r")
	}
	return false
}

// TestKillLosesNothingThatWasShownAndDoublesNothing kills the server in the middle of matches, at the questions that
// the game names and at moments that chance chooses, and compares what each player had been shown with what the file
// says afterwards.
func TestKillLosesNothingThatWasShownAndDoublesNothing(t *testing.T) {
	t.Parallel()
	for _, g := range killed {
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			r := rand.New(rand.NewPCG(uint64(*kills), 13))
			var all [parties]*teller
			for i := range all {
				all[i] = &teller{game: g.played, key: 20 + i}
				t.Cleanup(all[i].leave)
			}
			seen, share := 0, max(*kills*g.of/10, 1)
			for _, halt := range append(g.halts, make([]string, share)...) {
				p := hurry(t, dir, 500*time.Millisecond)
				for _, d := range all {
					d.come(t, p)
				}
				play(t, all[:], r, r.IntN(g.events), halt)
				if halt == "" { // no wait, but the moment that chance chooses
					<-time.After(time.Duration(r.IntN(1000*reckless)) * time.Microsecond)
				}
				p.kill()
				for _, d := range all {
					// What was on its way still arrives; then the line ends.
					_ = d.term.Until(t.Context(), "the end", func([]string) bool { return false })
				}
				seen += compare(t, dir, all[:])
				for _, d := range all {
					d.leave()
				}
				if t.Failed() {
					return // what follows would tell the same again
				}
			}
			if seen < share*parties {
				t.Errorf("only %d lines were compared", seen)
			}
			t.Logf("%d servers killed, %d by chance: %d lines that somebody was shown are what was written",
				share+len(g.halts), share, seen)
		})
	}
}

// play answers questions until one says what it halts at or, where nothing is said to halt at, until so many more
// events were shown in all; and then leaves in the middle of whatever happens.
func play(t *testing.T, all []*teller, r *rand.Rand, events int, halt string) {
	t.Helper()
	count := func() (n int) {
		for _, d := range all {
			n += len(d.game.shown(d.term.Text()))
		}
		return n
	}
	start := -1
	do(t, func(ctx context.Context) error {
		for at := 0; ; at++ {
			d := all[at%len(all)]
			soon, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
			_ = d.term.Until(soon, "news", func([]string) bool { return len(d.term.Text()) > d.read })
			cancel()
			if d.move(t, r, halt) {
				return nil
			}
			n := count()
			if start < 0 && n > 0 {
				start = n
			}
			if halt == "" && start >= 0 && n >= start+events {
				return nil
			}
			if ctx.Err() != nil {
				return fmt.Errorf("%d of %d events, %q: %w\n%s", n-start, events, halt, ctx.Err(), d.term.Text())
			}
		}
	})
}

// compare reads the file as the killed server left it. Every line that somebody was shown must follow from what was
// written, in the same order without a gap, and every match must be what its seed makes of its moves.
func compare(t *testing.T, dir string, all []*teller) (lines int) {
	t.Helper()
	store := look(t, dir)
	defer store.Close()
	for _, d := range all {
		kept, err := store.Reload(t.Context(), table.ID(d.code))
		if err != nil {
			t.Fatal(err)
		}
		told := d.game.shown(d.term.Text())
		past, err := store.History(t.Context(), kept.Saved.Chairs[0].Owner.ID, lobby.Filter{}, 100)
		if err != nil {
			t.Fatal(err)
		}
		var written []string
		for _, p := range slices.Backward(past) {
			written = append(written, d.game.shown(tell(t, store, p.Match))...)
		}
		if !runs(written, told) {
			at := lastRun(written, told)
			t.Errorf("rider%d was told\n%s\nwhich is not what was written. Up to there it was, as it seems:\n%s", d.key,
				strings.Join(told[at:], "\n"), strings.Join(told[:at], "\n"))
		}
		lines += len(told)
	}
	return lines
}

// runs reports whether part is a run of whole.
func runs(whole, part []string) bool {
	return len(part) == 0 || strings.Contains("\n"+strings.Join(whole, "\n")+"\n", "\n"+strings.Join(part, "\n")+"\n")
}

// lastRun is how many of the first lines of part are a run of whole.
func lastRun(whole, part []string) int {
	for n := len(part); n > 0; n-- {
		if runs(whole, part[:n]) {
			return n
		}
	}
	return 0
}

// tell replays a stored match, verifies it, and tells it to seat 0, where each of the people sits.
func tell(t *testing.T, store *data.Store, id table.MatchID) string {
	t.Helper()
	m, err := store.Match(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	game, _ := gameNamed(m.Opened.Game)
	log := lobby.LogOf(m)
	at, err := game.Open(m.Opened.Config)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range m.Entries {
		notes, err := at.Tell(e.Facts, engine.Seated(0))
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range notes {
			out = append(out, n.SayTo(0, func(s engine.Seat) string { return m.Opened.People[s].Called() }))
		}
		if at, err = at.Apply(e.Facts); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.Verify(game); err != nil {
		t.Errorf("match %s: %v", m.ID, err)
	}
	return strings.Join(out, "\n")
}

// TestRunsFindsALostLine is the canary of the comparison.
func TestRunsFindsALostLine(t *testing.T) {
	whole := []string{"Anna drew.", "Burt drew.", "Anna discarded."}
	for _, c := range []struct {
		part []string
		want bool
	}{
		{whole, true}, {whole[1:], true}, {whole[:2], true}, {nil, true},
		{[]string{"Anna drew.", "Anna discarded."}, false}, {append(whole[:3:3], "Burt drew."), false},
		{[]string{"Anna drew.", "Anna drew."}, false},
	} {
		if got := runs(whole, c.part); got != c.want {
			t.Errorf("runs(%q) = %v", c.part, got)
		}
	}
}
