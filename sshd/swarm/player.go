package swarm

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Habits are how the players of a swarm behave.
type Habits struct {
	Think  time.Duration // mean pause before a key; actual pauses are from half of it to one and a half
	Answer time.Duration // how long a player waits for the frame with the result before it gives up
}

// tableCode finds the code of a table in the screen's first line.
var tableCode = regexp.MustCompile(`table ([0-9A-Z]{6})`)

// Hint finds a key in the screen's last line by the first words of what it does, as the bytes that a terminal sends for
// it; ok is false if no such key is offered.
func Hint(screen []string, does string) (key string, ok bool) {
	footer := screen[len(screen)-1]
	at := strings.Index(footer, " "+does)
	if at < 0 {
		return "", false
	}
	words := strings.Fields(footer[:at])
	if len(words) == 0 {
		return "", false
	}
	key = words[len(words)-1]
	if named, ok := namedKeys[key]; ok {
		return named, true
	}
	return key, len(key) == 1
}

var namedKeys = map[string]string{"enter": "\r", "↵": "\r", "space": " ", "esc": "\x1b", "tab": "\t"}

// Enter chooses the name that the door suggests, on a first visit, and waits for the lobby.
func Enter(ctx context.Context, t *Terminal) error {
	in := func(screen []string) bool { return On(screen, "What shall we call you") || On(screen, "the lobby") }
	if err := t.Until(ctx, "the door or the lobby", in); err != nil {
		return err
	}
	if On(t.Screen(), "What shall we call you") {
		if err := t.Sees(ctx, "You will be known as"); err != nil {
			return err
		}
		if err := t.Press("\r"); err != nil {
			return err
		}
	}
	return t.Sees(ctx, "the lobby")
}

// The arrow keys as terminals send them.
const (
	down  = "\x1b[B"
	right = "\x1b[C"
)

// Host opens a table with four seats for the house's first game, from the lobby, and returns its code.
func Host(ctx context.Context, t *Terminal) (code string, err error) {
	if err := step(ctx, t, "o", "Open the table"); err != nil {
		return "", err
	}
	if On(t.Screen(), "▸ Game") { // a house of one game has no such line
		if err := step(ctx, t, down, "▸ Seats"); err != nil {
			return "", err
		}
	}
	if err := step(ctx, t, right, "‹ 4"); err != nil {
		return "", err
	}
	if err := step(ctx, t, "o", "gathering"); err != nil {
		return "", err
	}
	if m := tableCode.FindStringSubmatch(strings.Join(t.Screen(), "\n")); m != nil {
		return m[1], nil
	}
	return "", fmt.Errorf("no code on the screen\n%s", strings.Join(t.Screen(), "\n"))
}

// step presses a key and waits for what it brings.
func step(ctx context.Context, t *Terminal, key, sees string) error {
	if err := t.Press(key); err != nil {
		return err
	}
	return t.Sees(ctx, sees)
}

// Latencies collects times from a key to the frame with its result.
type Latencies struct {
	mu   sync.Mutex
	all  []time.Duration
	lost int
}

// Add notes one time.
func (l *Latencies) Add(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, d)
}

// Lose notes a key without an answer.
func (l *Latencies) Lose() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lost++
}

// Play plays what the screen asks for until the context ends: it draws, it discards, it says that it is ready, it
// passes. It measures from the key to the arrival of the frame in which the question has changed.
func Play(ctx context.Context, t *Terminal, h Habits, r *rand.Rand, seen *Latencies) error {
	for {
		err := t.Until(ctx, "a question", func(screen []string) bool { _, _, ok := choose(screen); return ok })
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if !pause(ctx, h.Think/2+time.Duration(r.Int64N(int64(h.Think)))) {
			return nil
		}
		if err := turn(ctx, t, h, seen); err != nil {
			return err
		}
	}
}

// pause waits, and reports false if the context ended first.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// turn presses one key and waits for what comes of it.
func turn(ctx context.Context, t *Terminal, h Habits, seen *Latencies) error {
	key, before, ok := choose(t.Screen())
	if !ok {
		return nil // the table went on by itself
	}
	waiting, cancel := context.WithTimeout(ctx, h.Answer)
	defer cancel()
	pressed := time.Now()
	if err := t.Press(key); err != nil {
		return err
	}
	err := t.Until(waiting, "the result", func(screen []string) bool { return question(screen) != before })
	switch {
	case err == nil:
		seen.Add(t.LastArrival().Sub(pressed))
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
		seen.Lose()
	case ctx.Err() == nil:
		return err
	}
	return nil
}

// wanted is what a rider does, in this order.
var wanted = []string{"yes", "draw two", "take ", "pass", "end the hand", "discard", "choose", "go on", "ready"}

// choose is the key for what the screen asks, and the question that it answers. The footer offers a key only to those
// who may press it.
func choose(screen []string) (key, asks string, ok bool) {
	for _, does := range wanted {
		if key, ok := Hint(screen, does); ok {
			return key, question(screen), true
		}
	}
	return "", "", false
}

// question is what the screen asks its player: the lines that change when the table has answered.
func question(screen []string) string {
	footer := screen[len(screen)-1]
	for _, l := range screen {
		if strings.Contains(l, "Your move") {
			return l + "\n" + footer
		}
	}
	return footer
}
