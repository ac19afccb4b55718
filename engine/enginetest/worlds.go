package enginetest

import (
	"reflect"
	"regexp"
	"slices"
	"strings"

	"saloon/engine"
)

const (
	playOn    = 40 // random acts that an imagined state is played on, to see that it is a state that can be
	otherwise = 3  // other moves that are tried in a seat's place
)

// checkViews checks that views are fresh and hide what they should, by redrawing it.
func (c *Checker[S, M, E, V]) checkViews(s S) {
	c.t.Helper()
	for i, v := range c.viewers() {
		view := c.rules.View(s, v)
		sum := engine.Sum(view)
		if !reflect.DeepEqual(view, c.rules.View(s, v)) {
			c.fail("same in, same out", "two views of viewer %d differ", v.Seat())
		}
		if c.imaginer != nil {
			c.checkWorld(s, v, c.imagine(s, v), (int(c.entry)+i)%16 == 0)
		}
		state := engine.Sum(s)
		scribble(reflect.ValueOf(&view))
		if engine.Sum(s) != state || engine.Sum(c.rules.View(s, v)) != sum {
			c.fail("value", "the view of viewer %d shares memory with the state", v.Seat())
		}
	}
}

// imagine draws the other world of a viewer at the present entry.
func (c *Checker[S, M, E, V]) imagine(s S, v engine.Viewer) S {
	return c.imaginer.Imagine(c.rules.View(s, v), c.seed.Fork("worlds").Entry(c.entry*8+uint64(v.Seat()+2)))
}

// checkWorld compares what a viewer gets in the true state and in an imagined one.
func (c *Checker[S, M, E, V]) checkWorld(s S, v engine.Viewer, other S, on bool) {
	c.t.Helper()
	c.imagined++
	if !reflect.DeepEqual(s, other) {
		c.differed++
	}
	seat := v.Seat()
	if a, ok := any(c.rules).(engine.Auditor[S]); ok {
		if err := a.Audit(other); err != nil {
			c.fail("two worlds", "viewer %d imagines %v", seat, err)
			return
		}
	}
	if a, b := c.rules.View(s, v), c.rules.View(other, v); !reflect.DeepEqual(a, b) {
		c.fail("two worlds", "viewer %d sees the difference:\n\t%+v\n\t%+v", seat, a, b)
	}
	if a, b := c.rules.Turn(s), c.rules.Turn(other); !slices.Equal(a, b) {
		c.fail("two worlds", "asking tells viewer %d: %v are asked, in its other world %v", seat, a, b)
	}
	if a, b := c.rules.Legal(s, seat), c.rules.Legal(other, seat); !slices.Equal(a, b) {
		c.fail("two worlds", "viewer %d may do %v, in its other world %v", seat, a, b)
	}
	if p, ok := any(c.rules).(engine.Pauser[S]); ok && p.Pause(s) != p.Pause(other) {
		c.fail("two worlds", "the pause tells viewer %d", seat)
	}
	if w, ok := any(c.rules).(engine.Windower[S]); ok && w.Window(s) != w.Window(other) {
		c.fail("two worlds", "the window tells viewer %d", seat)
	}
	if a, b := c.shownTiming(s), c.shownTiming(other); !reflect.DeepEqual(a, b) {
		c.fail("two worlds", "the timing tells viewer %d: %+v, in its other world %+v", seat, a, b)
	}
	_, a := c.rules.Outcome(s)
	if _, b := c.rules.Outcome(other); a != b {
		c.fail("two worlds", "viewer %d: over is %v, in its other world %v", seat, a, b)
	}
	if on {
		c.checkOn(other, v)
	}
}

// checkOn plays an imagined state on: a world that breaks down later is no world.
func (c *Checker[S, M, E, V]) checkOn(s S, v engine.Viewer) {
	c.t.Helper()
	pick := &picker{}
	pick.rand.Reset(c.seed.Fork("on"), c.entry)
	for i := range playOn {
		act, ok := choose(c.rules, s, pick)
		if !ok {
			if _, over := c.rules.Outcome(s); !over {
				c.fail("two worlds", "a world imagined by viewer %d stops after %d acts", v.Seat(), i)
			}
			return
		}
		events, err := c.rules.Decide(s, act, c.seed.Fork("on").Entry(c.entry+uint64(i)+1))
		if err != nil {
			c.fail("two worlds", "in a world imagined by viewer %d, %+v is refused: %v", v.Seat(), act, err)
			return
		}
		for _, e := range events {
			s = c.rules.Evolve(s, e)
		}
		if a, ok := any(c.rules).(engine.Auditor[S]); ok && a.Audit(s) != nil {
			c.fail("two worlds", "a world imagined by viewer %d, played on: %v", v.Seat(), a.Audit(s))
			return
		}
	}
}

// checkWorlds decides an act in every viewer's other world too, and lets the seat act otherwise in the true one: what
// a viewer is told and what it sees must hide the difference or show it together.
func (c *Checker[S, M, E, V]) checkWorlds(act engine.Act[M], events []E) {
	c.t.Helper()
	if c.imaginer == nil {
		return
	}
	for _, v := range c.viewers() {
		c.compare(v, act, events, c.imagine(c.state, v), act)
		if v.Is(act.Seat) || act.Seat == engine.Nature {
			continue
		}
		legal := c.rules.Legal(c.state, act.Seat)
		for i := range min(otherwise, len(legal)) {
			instead := engine.Act[M]{Seat: act.Seat, Move: legal[(int(c.entry)+i)%len(legal)], After: act.After}
			c.compare(v, act, events, c.state, instead)
		}
	}
}

// compare plays another act in another world. A viewer that is told the same as of the true act must see the same
// afterwards, unless Nature alone was asked (a deal may depend on the order in which cards were collected) or closed a
// race (everything is open then, and a line need not repeat it), and one that sees the same after every single event
// must have been told the same.
func (c *Checker[S, M, E, V]) compare(
	v engine.Viewer, act engine.Act[M], events []E, world S, instead engine.Act[M],
) {
	c.t.Helper()
	other, err := c.rules.Decide(world, instead, c.seed.Entry(c.entry))
	if err != nil {
		return // in that world the seat does not hold the card
	}
	a, b := c.sights(c.state, events, v), c.sights(world, other, v)
	told := reflect.DeepEqual(c.tell(events, v), c.tell(other, v))
	alone := act.Seat == engine.Nature && (len(c.rules.Turn(c.state)) == 1 || c.racing(c.state))
	if last, also := a[len(a)-1], b[len(b)-1]; told && !alone && !reflect.DeepEqual(last, also) {
		c.fail("two worlds", "viewer %d is told the same and sees another state:\n\t%+v\n\t%+v", v.Seat(), last, also)
	}
	if !told && reflect.DeepEqual(a, b) {
		c.fail("notes", "viewer %d sees the same and is told something else:\n\t%+v\n\t%+v", v.Seat(),
			c.tell(events, v), c.tell(other, v))
	}
}

// sights are a viewer's views before, between and after events.
func (c *Checker[S, M, E, V]) sights(s S, events []E, v engine.Viewer) []V {
	views := []V{c.rules.View(s, v)}
	for _, e := range events {
		s = c.rules.Evolve(s, e)
		views = append(views, c.rules.View(s, v))
	}
	return views
}

func (c *Checker[S, M, E, V]) tell(events []E, v engine.Viewer) []engine.Note {
	var notes []engine.Note
	for _, e := range events {
		if n, ok := c.rules.Tell(e, v); ok {
			notes = append(notes, n)
		}
	}
	return notes
}

// checkNotes checks the lines of one event: kind, placeholders, and that the named cards are cards in sight.
func (c *Checker[S, M, E, V]) checkNotes(before, after S, e E) {
	c.t.Helper()
	for _, v := range c.viewers() {
		n, ok := c.rules.Tell(e, v)
		if !ok {
			continue
		}
		if !strings.HasPrefix(n.Kind, c.spec.Name+"/") || n.Text == "" {
			c.fail("notes", "kind %q, text %q", n.Kind, n.Text)
		}
		for _, seat := range []engine.Seat{n.Seat, n.Other} {
			if seat < engine.Nobody || int(seat) >= c.config.Seats {
				c.fail("notes", "%s is about seat %d", n.Kind, seat)
			}
		}
		said := n.Say(func(engine.Seat) string { return "somebody" })
		if strings.ContainsAny(said, "{}") {
			c.fail("notes", "%s: a placeholder is left in %q", n.Kind, said)
		}
		if wrong := unaddressed(n.Text); wrong != "" {
			c.fail("notes", "%s: %q cannot be said with \"you\" in %q", n.Kind, wrong, n.Text)
		}
		if c.o.Cards == nil || len(n.Cards) == 0 {
			continue
		}
		shown := append(c.o.Cards(c.rules.View(before, v)), c.o.Cards(c.rules.View(after, v))...)
		for _, card := range n.Cards {
			if !slices.Contains(shown, card) {
				c.fail("notes", "%s names %q to viewer %d, whose view shows it neither before nor after",
					n.Kind, card, v.Seat())
			}
		}
	}
}

var (
	afterName = regexp.MustCompile(`\{(?:seat|other)\} ([a-z]+s)\b`)
	loneOwner = regexp.MustCompile(`\{(?:seat|other)\}'s(?: at\b| and\b|[.,;:!?]|$)`)
)

// unaddressed finds what an engine.Note does not turn into "you": other verbs in the present, and a genitive alone.
func unaddressed(text string) string {
	for _, m := range afterName.FindAllStringSubmatch(text, -1) {
		if verb := m[1]; verb != "is" && verb != "was" && verb != "has" {
			return m[0]
		}
	}
	return loneOwner.FindString(text)
}

// scribble overwrites everything that a value leads to through pointers, slices and maps.
func scribble(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			scribble(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			scribble(v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			scribble(v.Index(i))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			scribble(v.MapIndex(k))
		}
		v.Clear()
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				scribble(v.Field(i))
			}
		}
	case reflect.Bool:
		if v.CanSet() {
			v.SetBool(!v.Bool())
		}
	case reflect.String:
		if v.CanSet() {
			v.SetString(v.String() + "?")
		}
	default:
		switch {
		case v.CanSet() && v.CanInt():
			v.SetInt(v.Int() ^ 1)
		case v.CanSet() && v.CanUint():
			v.SetUint(v.Uint() ^ 1)
		case v.CanSet() && v.CanFloat():
			v.SetFloat(v.Float() + 1)
		}
	}
}
