package sshd

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// tally is a Meter that remembers.
type tally struct {
	mu   sync.Mutex
	said []string
}

func (m *tally) say(format string, args ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.said = append(m.said, fmt.Sprintf(format, args...))
}

// Refused remembers why.
func (m *tally) Refused(why string) { m.say("refused: %s", why) }

// Cut remembers why.
func (m *tally) Cut(why string) { m.say("cut: %s", why) }

// Limited remembers what.
func (m *tally) Limited(what string) { m.say("limited: %s", what) }

// Authenticated remembers how.
func (m *tally) Authenticated(method string, ok bool) { m.say("%s %v", method, ok) }

// Answered remembers that it was, if the time can be one.
func (m *tally) Answered(took time.Duration) { m.say("answered %v", took >= 0 && took < patience) }

func (m *tally) has(what string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Contains(m.said, what)
}

func TestTheMeterIsToldWhatHappensAtTheDoor(t *testing.T) {
	m := &tally{}
	d := opened(t, func(c *Config) { c.Meter = m }, limited(func(l *Limits) { l.Sessions = 1 }))
	c := d.named(newKey(t), "Anna")
	until(t, "an empty house, once she has her name", func() bool { return d.Sessions() == 0 })
	s := d.sits(c)
	s.types("x")
	d.msgs.awaits(t, "key x")
	until(t, "an answer to a key", func() bool { return m.has("answered true") })
	if keyless, err := d.dial(login("x", guest)); err != nil {
		t.Error(err)
	} else if a := asks(t, keyless, "who"); a.code != exitError {
		t.Errorf("in a full house: %+v", a)
	}
	for _, what := range []string{"publickey true", "keyboard-interactive true", "refused: full"} {
		until(t, what, func() bool { return m.has(what) })
	}
}

func TestAHouseWithoutAnOfficeSaysSo(t *testing.T) {
	d := opened(t)
	for _, command := range []string{"admin", "admin staff list --json", "admin broadcast 'hello there'"} {
		a := asks(t, d.client(), command)
		if a.code != exitError || a.out != "" || !strings.Contains(a.err, "not looked after from here") {
			t.Errorf("%s: %+v", command, a)
		}
	}
	if a := asks(t, d.client(), "help"); !strings.Contains(a.out, "admin [WORD …]") {
		t.Errorf("help: %+v", a)
	}
}
