package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
)

// Rules is one game. S is its state (a value: assigning it copies it), M a move, E an event, V what one viewer sees.
type Rules[S any, M comparable, E, V any] interface {
	// Spec names the game and its bounds.
	Spec() Spec
	// New is an empty table; nothing random has happened. It fails with ErrConfig.
	New(Config) (S, error)
	// Turn lists who is asked, in ascending order: [Nature] when chance is due, Nature beside seats while a window is
	// open (Nature's act closes it), none when the match is over.
	Turn(S) []Seat
	// Legal lists a seat's moves in a fixed order; none for a seat that is not asked.
	Legal(S, Seat) []M
	// Decide says whether an act is allowed and what happens. It is the only method that refuses (ErrIllegal,
	// ErrNotAsked, ErrOver) and the only one that is handed chance. A refused act draws nothing.
	Decide(S, Act[M], *Rand) ([]E, error)
	// Evolve says what is true after an event. It is total on the events that Decide makes and panics on others.
	Evolve(S, E) S
	// View is built up from its zero value for one viewer, never cut down from the state.
	View(S, Viewer) V
	// Tell is the event's line in the table's log, if this viewer may have it.
	Tell(E, Viewer) (Note, bool)
	// Outcome is the result, once the match is over.
	Outcome(S) (Outcome, bool)
}

// Pauser is implemented by rules that have a moment worth looking at before Nature goes on, such as a scored hand.
type Pauser[S any] interface {
	// Pause reports whether the table should let people look before it plays Nature's move.
	Pause(S) bool
}

// Windower is implemented by rules with questions that must not tell by how quickly they are answered. Whoever has
// nothing to play would pass at once, and everybody would know.
type Windower[S any] interface {
	// Window is how long the question at this state stands before its answer may show, whenever it came; zero if it
	// may show at once. It follows from what everybody knows, and is above zero only where Turn lists one seat alone.
	Window(S) time.Duration
}

// Auditor is implemented by rules with a conservation law.
type Auditor[S any] interface {
	// Audit returns an error naming what was lost or doubled.
	Audit(S) error
}

// Imaginer is implemented by rules whose hidden cards can be redrawn. Redraw(S, viewer) is Imagine(View(S, viewer)),
// so a bot that searches needs no more than its view, and by its types can have no more.
type Imaginer[S, V any] interface {
	// Imagine returns a state, drawn at random among those in which this viewer would see just this view.
	Imagine(V, *Rand) S
}

// Spec names a game and states its bounds.
type Spec struct {
	Name     string // as in records and on the command line: "wyatt-earp"
	Title    string // as on the screen: "Wyatt Earp"
	Blurb    string // one sentence for a newcomer
	Rules    int    // version of the rules, from 1; a change of behaviour raises it
	SeatsMin int
	SeatsMax int
	Options  []Option
	// EntriesMax bounds the acts of a match, Nature's included.
	EntriesMax int
	// Reveals is set where no secret outlives the match, so that its seed may be published at the end.
	Reveals bool
	// Representatives is set where Legal lists examples, because all moves would be too many.
	Representatives bool
	// Live is set where everybody must be there at the same time: the game is not played by correspondence.
	Live bool
}

// Option is one house rule: either one of Values, or a number from Min to Max in steps of Step.
type Option struct {
	Key            string
	Title          string // a few words for the form
	Clause         string // of the rules page
	Values         []string
	Words          []string // one per value: what it means, in a few words
	Min, Max, Step int
	Default        string
}

// Check returns ErrConfig, naming what is allowed, if v is not a value of the option.
func (o Option) Check(v string) error {
	if len(o.Values) > 0 {
		if slices.Contains(o.Values, v) {
			return nil
		}
		return fmt.Errorf("%w: %s = %q, allowed: %s", ErrConfig, o.Key, v, strings.Join(o.Values, ", "))
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < o.Min || n > o.Max || (n-o.Min)%o.Step != 0 {
		return fmt.Errorf("%w: %s = %q, allowed: %d to %d in steps of %d", ErrConfig, o.Key, v, o.Min, o.Max, o.Step)
	}
	return nil
}

// Config is what a match is opened with. It is stored with the match.
type Config struct {
	Seats int `json:"seats"`
	// Options are the house rules that differ from their defaults: key to value, numbers as decimal text.
	Options map[string]string `json:"options,omitempty"`
}

// Values checks the configuration against the spec and returns every option's value, defaults filled in.
// It fails with ErrConfig.
func (c Config) Values(s Spec) (map[string]string, error) {
	if c.Seats < s.SeatsMin || c.Seats > s.SeatsMax {
		return nil, fmt.Errorf("%w: %s has %d to %d seats, not %d", ErrConfig, s.Title, s.SeatsMin, s.SeatsMax, c.Seats)
	}
	values := make(map[string]string, len(s.Options))
	for _, o := range s.Options {
		values[o.Key] = o.Default
	}
	keys := make([]string, 0, len(c.Options))
	for k := range c.Options { // order: sorted below
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		i := slices.IndexFunc(s.Options, func(o Option) bool { return o.Key == k })
		if i < 0 {
			return nil, fmt.Errorf("%w: %s has no option %q", ErrConfig, s.Title, k)
		}
		if err := s.Options[i].Check(c.Options[k]); err != nil {
			return nil, err
		}
		values[k] = c.Options[k]
	}
	return values, nil
}

// Summary says in words which house rules differ from the defaults, in the spec's order; "" when none does.
func (c Config) Summary(s Spec) string {
	var parts []string
	for _, o := range s.Options {
		if v, ok := c.Options[o.Key]; ok && v != o.Default {
			parts = append(parts, o.Title+": "+v)
		}
	}
	return strings.Join(parts, ", ")
}

// Reason says why a match ended, such as "target". Reasons are stored and never renamed.
type Reason string

// Outcome is the result of a match. Points and Ranks are indexed by seat; rank 1 is best and equal ranks share a place.
type Outcome struct {
	Points []int  `json:"points"`
	Ranks  []int  `json:"ranks"`
	Reason Reason `json:"reason"`
}

// Strict decodes JSON into v and refuses unknown fields.
func Strict(body []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	return d.Decode(v)
}
