package enginetest

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"

	"saloon/engine"
)

// checkWords writes every legal move and reads it back.
func (c *Checker[S, M, E, V]) checkWords(s S) {
	c.t.Helper()
	turn := c.rules.Turn(s)
	acts := []engine.Act[M]{}
	if len(turn) > 1 && turn[0] == engine.Nature {
		acts = append(acts, engine.Act[M]{Seat: engine.Nature})
	}
	for _, seat := range turn {
		once := map[string]M{}
		for _, m := range c.rules.Legal(s, seat) {
			act := engine.Act[M]{Seat: seat, Move: m}
			words := c.notation.Words(act, c.names)
			if first, taken := once[words]; taken {
				c.fail("words", "%+v and %+v are both written %q", first, m, words)
			}
			once[words] = m
			acts = append(acts, act)
			if c.racing(s) {
				act.After = c.someTime(len(acts))
				acts = append(acts, act)
			}
		}
	}
	for _, act := range acts {
		words := c.notation.Words(act, c.names)
		got, err := c.notation.Parse(words, act.Seat, c.names)
		if err != nil || got != act {
			c.fail("words", "%+v is written %q and read as %+v (%v)", act, words, got, err)
		}
		for _, bad := range []string{"", " " + words, words + " ", words + " x", "no such move", words + "\x00"} {
			if m, err := c.notation.Parse(bad, act.Seat, c.names); !errors.Is(err, engine.ErrWords) {
				c.fail("words", "%q is read as %+v (%v), want ErrWords", bad, m, err)
			}
		}
	}
}

// checkPosition writes the position of a state in which somebody is asked, sets it up and compares.
func (c *Checker[S, M, E, V]) checkPosition(s S) {
	c.t.Helper()
	for _, v := range c.viewers() {
		if _, err := json.Marshal(c.notation.Sighted(c.rules.View(s, v), c.names)); err != nil {
			c.fail("position", "viewer %d: %v", v.Seat(), err)
		}
	}
	turn := c.rules.Turn(s)
	if len(turn) == 0 || len(turn) == 1 && turn[0] == engine.Nature {
		return
	}
	whole := c.plain(c.notation.Whole(s, c.names))
	canon, err := c.notation.Canon(whole, c.names)
	if err != nil || !reflect.DeepEqual(c.plain(canon), whole) {
		c.fail("position", "the form for comparing differs from the written one (%v):\n\t%v\n\t%v", err, canon, whole)
	}
	placed, err := c.notation.Place(c.config, c.names, whole, c.seed.Fork("place").Entry(c.entry))
	if err != nil {
		c.fail("position", "a written position is refused: %v\n\t%v", err, whole)
		return
	}
	if again := c.plain(c.notation.Whole(placed, c.names)); !reflect.DeepEqual(again, whole) {
		c.fail("position", "set up and written again it differs:\n\t%v\n\t%v", whole, again)
	}
	if got := c.rules.Turn(placed); !slices.Equal(got, turn) {
		c.fail("position", "set up, %v are asked, not %v", got, turn)
	}
	for _, seat := range turn {
		if a, b := c.rules.Legal(s, seat), c.rules.Legal(placed, seat); !slices.Equal(a, b) {
			c.fail("position", "set up, seat %d may do %v, not %v", seat, b, a)
		}
	}
	for _, bad := range []engine.Position{{"no-such-key": 1}} {
		if _, err := c.notation.Place(c.config, c.names, bad, c.seed.Entry(1)); !errors.Is(err, engine.ErrPosition) {
			c.fail("position", "%v gives %v, want ErrPosition", bad, err)
		}
		if _, err := c.notation.Canon(bad, c.names); !errors.Is(err, engine.ErrPosition) {
			c.fail("position", "the form of %v gives %v, want ErrPosition", bad, err)
		}
	}
}

// plain is a position as it comes out of JSON, as it does from a record.
func (c *Checker[S, M, E, V]) plain(p engine.Position) engine.Position {
	c.t.Helper()
	body, err := json.Marshal(p)
	out := engine.Position{}
	if err == nil {
		err = json.Unmarshal(body, &out)
	}
	if err != nil {
		c.fail("position", "%v", err)
	}
	return out
}
