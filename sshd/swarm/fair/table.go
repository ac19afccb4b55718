package fair

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"saloon/sshd/swarm"
)

// tableKey is the key for a card of O.K. Corral at a table of two, where every shot may go either way. The card's name
// is written in wide letters.
func tableKey(picture string) (string, bool) {
	picture = strings.ReplaceAll(picture, " ", "")
	for _, card := range []struct{ says, key string }{
		{"YOUCOVER", "c"}, {"YOUSHOOT", "j"}, {"DOUBLESHOOT", "k"}, {"CAVALRY", "s"}, {"SALOON", "w"},
		{"HOLD-UP", "h"}, {"NUGGET", "g"},
	} {
		if strings.Contains(picture, card.says) {
			return card.key, true
		}
	}
	return "", false
}

// The arrow keys as terminals send them.
const (
	arrowDown  = "\x1b[B"
	arrowRight = "\x1b[C"
	arrowLeft  = "\x1b[D"
)

// formTurns bounds how often a line of the form is turned until it shows what is wanted.
const formTurns = 10

// opens opens a table of two for a game, from the lobby, and returns its code.
func (r *rider) opens(ctx context.Context, title string) (code string, err error) {
	t := r.term.Load()
	if err := swarm.Enter(ctx, t); err != nil {
		return "", err
	}
	if err := r.presses(ctx, "o", "Open the table"); err != nil {
		return "", err
	}
	if err := r.turns(ctx, arrowRight, "A new table for "+title); err != nil {
		return "", err
	}
	if err := r.presses(ctx, arrowDown, "▸ Seats"); err != nil {
		return "", err
	}
	if err := r.turns(ctx, arrowLeft, "‹ 2 "); err != nil {
		return "", err
	}
	if err := r.presses(ctx, "o", "gathering"); err != nil {
		return "", err
	}
	if m := tableCode.FindStringSubmatch(strings.Join(t.Screen(), "\n")); m != nil {
		return m[1], nil
	}
	return "", errors.New("no table's code on the screen")
}

var tableCode = regexp.MustCompile(`table ([0-9A-Z]{6})`)

// presses presses a key and waits for what it brings.
func (r *rider) presses(ctx context.Context, key, sees string) error {
	t := r.term.Load()
	if err := t.Press(key); err != nil {
		return err
	}
	return t.Sees(ctx, sees)
}

// turns turns the chosen line of a form until something stands on the screen.
func (r *rider) turns(ctx context.Context, key, sees string) error {
	t := r.term.Load()
	for range formTurns {
		before := strings.Join(t.Screen(), "\n")
		if swarm.On(t.Screen(), sees) {
			return nil
		}
		if err := t.Press(key); err != nil {
			return err
		}
		err := t.Until(ctx, "the line turned", func(s []string) bool { return strings.Join(s, "\n") != before })
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("%q is not to be had", sees)
}

// joins sits down at the table whose code the rider came with.
func (r *rider) joins(ctx context.Context) error {
	t := r.term.Load()
	here := func(s []string) bool { return swarm.On(s, newcomer) || swarm.On(s, "gathering") }
	if err := t.Until(ctx, "the door or the table", here); err != nil {
		return err
	}
	if swarm.On(t.Screen(), newcomer) {
		if err := t.Sees(ctx, "You will be known as"); err != nil {
			return err
		}
		if err := t.Press("\r"); err != nil {
			return err
		}
	}
	return t.Sees(ctx, "gathering")
}

// offered are what a rider does when the last line offers it, in this order, and turning is said elsewhere.
var offered = []string{"yes", "rematch", "ready"}

const turning = " turns your card"

// wish is the key for what the screen wants of a rider.
func wish(s []string, enough bool) (key string, ok bool) {
	if swarm.On(s, "space"+turning) {
		return " ", true
	}
	for _, does := range offered {
		if enough && does != "ready" {
			continue
		}
		if _, is := swarm.Hint(s, "not "+does); is {
			continue // it is so already
		}
		if key, ok := swarm.Hint(s, does); ok {
			return key, true
		}
	}
	return "", false
}

// ended reports whether a match is over on a screen.
func ended(s []string) bool {
	_, rematch := swarm.Hint(s, "rematch")
	return rematch
}

// patience is how long a key may do nothing before it is pressed again.
const patience = 3 * time.Second

// races plays match after match until there are enough races, which both must think.
func (r *rider) races(ctx context.Context, enough func() bool) error {
	t := r.term.Load()
	for {
		var key string
		over := false
		err := t.Until(ctx, "something to do at the table", func(s []string) (ok bool) {
			done := enough()
			if over = done && ended(s); over {
				return true
			}
			key, ok = wish(s, done)
			return ok
		})
		if err != nil || over {
			return err
		}
		if err := t.Press(key); err != nil {
			return err
		}
		waiting, cancel := context.WithTimeout(ctx, patience)
		err = t.Until(waiting, "what comes of it", func(s []string) bool {
			again, ok := wish(s, false)
			return !ok || again != key
		})
		cancel()
		if err != nil && !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return err
		}
	}
}

// meeting is two riders at one table.
type meeting struct{ near, far *rider }

func (m *meeting) leave() {
	for _, r := range []*rider{m.near, m.far} {
		if r == nil {
			continue
		}
		if t := r.term.Load(); t != nil {
			_ = t.Close() // the run is over
		}
	}
}

// meet lets two riders sit down at a table of their own and race until there are enough races.
func (f *field) meet(ctx context.Context, links [2]Link, enough int) (m *meeting, err error) {
	m = &meeting{}
	if m.near, err = f.comes(ctx, &rider{link: links[0], hand: Usual, key: tableKey}, ""); err != nil {
		return m, err
	}
	code, err := m.near.opens(ctx, f.Title)
	if err != nil {
		return m, err
	}
	if m.far, err = f.comes(ctx, &rider{link: links[1], hand: Usual, key: tableKey}, "join "+code); err != nil {
		return m, err
	}
	if err := m.far.joins(ctx); err != nil {
		return m, err
	}
	g, ctx := errgroup.WithContext(ctx)
	done := func() bool { return min(m.near.page.keys(), m.far.page.keys()) >= enough }
	for _, r := range []*rider{m.near, m.far} {
		g.Go(func() error { return r.races(ctx, done) })
	}
	return m, g.Wait()
}

// bout is one race as everybody knows it.
type bout struct {
	runs [2]run           // of the near and the far rider
	told [2]time.Duration // what the table's record says; 0 without an answer
}

// bouts are the races of two riders, with what the records of their matches say.
func (f *field) bouts(ctx context.Context, m *meeting) ([]bout, error) {
	near, far := m.near.runs(), m.far.runs()
	races, err := m.near.recorded(ctx)
	if err != nil {
		return nil, err
	}
	if len(near) != len(far) || len(near) != len(races) {
		return nil, fmt.Errorf("of %d races %s saw %d and %s %d", len(races), m.near.login.User, len(near),
			m.far.login.User, len(far))
	}
	all := make([]bout, len(races))
	for i, told := range races {
		all[i] = bout{
			runs: [2]run{near[i], far[i]}, told: [2]time.Duration{told[m.near.login.User], told[m.far.login.User]},
		}
	}
	return all, nil
}

// recorded are the races of a rider's matches as their records tell them: how long each player took.
func (r *rider) recorded(ctx context.Context) (races []map[string]time.Duration, err error) {
	login := r.login
	login.Heard, login.Asked, login.Dial = nil, nil, nil
	text, err := swarm.Ask(ctx, login, "history --json")
	if err != nil {
		return nil, err
	}
	var history struct {
		Matches []struct {
			Match string `json:"match"`
		} `json:"matches"`
	}
	if err := json.Unmarshal(text, &history); err != nil {
		return nil, err
	}
	slices.Reverse(history.Matches) // the newest stood first
	for _, h := range history.Matches {
		text, err := swarm.Ask(ctx, login, "record "+h.Match)
		if err != nil {
			return nil, err
		}
		races = append(races, parse(string(text))...)
	}
	return races, nil
}

// gesture is an answer in a record: who, what, after how many milliseconds.
var gesture = regexp.MustCompile(`^\s*"([^":]+): [a-z]+ (-?\d+)",?$`)

// parse reads the races out of a record.
func parse(record string) (races []map[string]time.Duration) {
	race := map[string]time.Duration{}
	for line := range strings.Lines(record) {
		line = strings.TrimRight(line, "\n")
		if strings.Contains(line, `"table: close"`) {
			races = append(races, race)
			race = map[string]time.Duration{}
			continue
		}
		if g := gesture.FindStringSubmatch(line); g != nil {
			if n, err := strconv.Atoi(g[2]); err == nil {
				race[g[1]] = time.Duration(n) * time.Millisecond
			}
		}
	}
	return races
}
