package main

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"saloon/sshd/swarm"
)

// played is a game as the end-to-end tests play it: what people press and say, and what stands on their screens. A new
// game is one more of these.
type played struct {
	name, title string
	bots        string // how strong those are that plain lines seat; "regular" if empty
	seats       int    // of the match that is played to its end: two for people, the others for bots
	begun       string // stands on a screen once the match is under way
	// cautious and bold are what a rider does, by the words of its keys, the most wanted first: while there is
	// something to be seen yet, and when the match should come to its end.
	cautious, bold []string
	moments        []moment       // at which the server is killed, in this order
	happened       *regexp.Regexp // a line that tells an event, in a house of plain lines
	halts          []string       // questions in plain lines at which the server is killed
	asks           []string       // kinds of questions, as TestComingBackToEveryKindOfQuestion names them
	cry            *regexp.Regexp // a line, in a house of plain lines, that calls for …
	gestures       []string       // … one of these
}

// moment is a position in which the match waits for the rider who sees it.
type moment struct {
	name  string
	holds func(screen []string) bool
	keeps *regexp.Regexp // what must stand on the screen again after a restart
}

var riding = []played{
	{
		name: "wyatt-earp", title: "Wyatt Earp", seats: 4, begun: "hand 1",
		cautious: wyattWants, bold: wyattWants,
		moments: []moment{
			{"early in a hand", shows("Your move"), regexp.MustCompile(`Supply \d+`)},
			{"a little later", shows("Your move"), regexp.MustCompile(`Supply \d+`)},
		},
		happened: regexp.MustCompile(`^[^*1-9].* (drew|discarded|opened|played|laid|took|asked|was dealt) .*\.$`),
		asks: []string{
			"draw draw", "draw end", "play meld", "play bank", "play photo", "play stagecoach", "play hideout",
			"play most-wanted", "play wyatt-earp", "play fastest-gun", "play discard", "target on", "target off",
			"target steal", "react react", "react pass",
		},
	},
	{
		name: "25-outlaws", title: "25 Outlaws", seats: 5, begun: "Arrange the rows",
		cautious: []string{
			"yes", "bet", "go on", "share so", "ready", "fold", "min", "check", "buy for", "hold up", "fight", "bribe",
			"pass",
		},
		bold: []string{
			"yes", "bet", "raise", "all-in", "go on", "share so", "ready", "call", "check", "hold up", "fight",
			"bribe", "pass",
		},
		moments: []moment{
			{"a bet lies on the table", shows("To call: "), regexp.MustCompile(`To call: .* more\.`)},
			{"a duel before its dice", shows("Before the dice: play a reward?"), duelTitle},
			{"a duel after its dice", shows("After the dice: play a reward?"), duelTitle},
		},
		happened: regexp.MustCompile(`^([^*1-9:]* (dealt|checked|called with|bet \$|raised to|folded|showed|took|` +
			`bought|at . holds up|chose to|cowered and|passed|poured|played a|changed|was shot|beat the sheriff|` +
			`is wanted now|got away|is ready|arranged the|has shared|money lies now|faces|came for|is over)|` +
			`The dice: ).*\.$`),
		halts: []string{
			"To call: ", "Before the dice: play a reward?", "After the dice: play a reward?", "Do you fight?",
			"Against ", "1: share", "1: buy", "Type ready",
		},
		asks: []string{
			"arrange arrange", "arrange ready", "betting check", "betting bet", "betting call", "betting raise",
			"betting fold", "betting sleeve", "lawman bribe", "lawman pass", "before-roll play", "before-roll play on",
			"before-roll pass", "after-roll play", "after-roll pass", "rewards buy", "rewards pass", "holdup hold",
			"holdup pass", "answer fight", "answer cower", "answer play", "share share",
		},
	},
}

// racing is a game in which whoever is quick has the cards: the tests of kills play it in plain lines.
var racing = played{
	name: "ok-corral", title: "O.K. Corral", bots: "easy",
	happened: regexp.MustCompile(`^([^*1-9:]* (is the .*|was drawn to turn the first card|turned .*|` +
		`moved .*|did nothing in time.*|.* the wrong move.*|hit the nugget after .*|took .*|came to .* points?: .*|` +
		`won the match)|[^*1-9]* took .*: (fast|slow)est, \d+ ms\..*|\d players .*|Of \d who failed .*|` +
		`Even again: .* left the game.*|Nobody .*: it left the game|.* went to the centre.*)\.$`),
	cry:      regexp.MustCompile(`(?m)^[A-Z][A-Z' -]{2,}!`),
	gestures: []string{"s", "w", "h", "g", "c", "j", "k", "l"},
}

var wyattWants = []string{"yes", "draw two", "take ", "pass", "end the hand", "discard", "choose", "go on", "ready"}

// duelTitle is the line above a duel: who fights whom.
var duelTitle = regexp.MustCompile(`(Holdup: \S.*? against \S.*?|A sheriff comes for \S.*?) ──`)

func shows(text string) func([]string) bool {
	return func(screen []string) bool { return swarm.On(screen, text) }
}

// open opens a table for the game from the lobby and returns its code.
func (g played) open(t *testing.T, host *swarm.Terminal) string {
	t.Helper()
	press(t, host, "o")
	sees(t, host, "Open the table")
	turn(t, host, "Game", g.title)
	press(t, host, down)
	sees(t, host, "▸ Seats")
	turn(t, host, "Seats", fmt.Sprint(g.seats))
	press(t, host, "o")
	sees(t, host, "gathering")
	m := regexp.MustCompile(`table ([0-9A-Z]{6})`).FindStringSubmatch(strings.Join(host.Screen(), "\n"))
	if m == nil {
		t.Fatalf("no code on the screen\n%s", strings.Join(host.Screen(), "\n"))
	}
	return m[1]
}

// The arrow keys as terminals send them.
const (
	down  = "\x1b[B"
	right = "\x1b[C"
)

// turn changes the form's line under the cursor until it has a value.
func turn(t *testing.T, term *swarm.Terminal, name, value string) {
	t.Helper()
	line := regexp.MustCompile(`▸ ` + name + ` +‹ (\S.*?) +›`)
	at := func() string {
		var value string
		do(t, func(ctx context.Context) error {
			return term.Until(ctx, name, func(s []string) bool {
				m := line.FindStringSubmatch(strings.Join(s, "\n"))
				if m != nil {
					value = m[1]
				}
				return m != nil
			})
		})
		return value
	}
	for v := at(); v != value; v = at() {
		press(t, term, right)
		do(t, func(ctx context.Context) error {
			return term.Until(ctx, "another value", func([]string) bool { return at() != v })
		})
	}
}

// rider plays at a terminal in the background until it is told to stop or the moment has come that it looks for.
type rider struct {
	term  *swarm.Terminal
	wants []string
	until *moment // nil to play on
	kept  string  // what stood on the screen at that moment
	stop  context.CancelFunc
	done  chan struct{}
	err   error
}

// ride lets a terminal play what its screen asks for.
func ride(t *testing.T, term *swarm.Terminal, wants []string, until *moment) *rider {
	ctx, stop := context.WithCancel(t.Context())
	r := &rider{term: term, wants: wants, until: until, stop: stop, done: make(chan struct{})}
	go func() { // contained: a panic ends the test
		defer close(r.done)
		r.err = r.play(ctx)
	}()
	t.Cleanup(r.halt)
	return r
}

// halt ends the riding and waits for it.
func (r *rider) halt() {
	r.stop()
	<-r.done
}

// unplug ends the connection without a word.
func (r *rider) unplug() {
	r.halt()
	_ = r.term.Close()
}

// play answers until the context ends, the moment comes or the line is cut.
func (r *rider) play(ctx context.Context) error {
	for ctx.Err() == nil {
		var key string
		came := false
		err := r.term.Until(ctx, "a question", func(screen []string) bool {
			if came = r.here(screen); came {
				return true
			}
			var asked bool
			key, asked = r.choose(screen)
			return asked
		})
		if err != nil || came {
			return err
		}
		before := asks(r.term.Screen())
		if err := r.term.Press(key); err != nil {
			return err
		}
		soon, cancel := context.WithTimeout(ctx, 400*time.Millisecond) // a key that came too early is pressed again
		_ = r.term.Until(soon, "the result", func(screen []string) bool { return asks(screen) != before })
		cancel()
	}
	return nil
}

// here reports whether the moment has come, and remembers what stands on the screen then.
func (r *rider) here(screen []string) bool {
	if r.until == nil || !r.until.holds(screen) {
		return false
	}
	r.kept = r.until.keeps.FindString(strings.Join(screen, "\n"))
	return r.kept != ""
}

// choose is the key for what the screen asks, if it asks something.
func (r *rider) choose(screen []string) (key string, ok bool) {
	for _, does := range r.wants {
		if key, ok = swarm.Hint(screen, does); ok {
			return key, true
		}
	}
	return "", false
}

// asks is what a screen asks its player: its last two lines.
func asks(screen []string) string { return strings.Join(screen[len(screen)-2:], "\n") }
