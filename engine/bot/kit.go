package bot

import (
	"context"
	"fmt"
	"strings"

	"saloon/engine"
)

// Level is one strength of bot that a game offers.
type Level struct {
	Name  string // "random", "regular", "sharp"
	Words string // one sentence for the host who chooses
	Bot   Player
}

// Kit is a game as it enters the house: its erased rules, its bots, and a simulator over its own types.
type Kit struct {
	engine.Game
	Levels []Level // weakest first; Levels[0] is random
	// Sim plays bots against each other; see SimConfig. It fails with engine.ErrConfig on what cannot be played, with
	// the law and the match on a broken law, and with the context's error, beside what was played until then, when the
	// context ends.
	Sim func(context.Context, SimConfig) (SimResult, error)
	// Fallback answers for somebody whose time is up: the move that costs the least. Nil is the first legal move.
	Fallback Player
	// Lesson is the chance of guided matches, so that they have something to show; the zero seed is none of its own.
	Lesson engine.Seed
	// LessonOptions are the house rules of guided matches, where they are not the game's defaults.
	LessonOptions map[string]string
	// LessonSeats is how many play in guided matches, the learner among them; 0 is as few as the game takes.
	LessonSeats int
	// LessonBots is how strong the others are, by the name of a level; "" leaves it to the house.
	LessonBots string
}

// Level finds a strength by name.
func (k Kit) Level(name string) (Level, bool) {
	for _, l := range k.Levels {
		if l.Name == name {
			return l, true
		}
	}
	return Level{}, false
}

// Skill is a level over a game's own types.
type Skill[V any, M comparable] struct {
	Name  string
	Words string
	Bot   Bot[V, M]
}

// NewKit makes a game's kit. The random bot is every kit's first level; skills follow, weakest first.
func NewKit[S any, M comparable, E, V any](
	rules engine.Rules[S, M, E, V], codec engine.Codec[E], notation engine.Notation[S, M, V], skills ...Skill[V, M],
) Kit {
	skills = append([]Skill[V, M]{{
		Name: "random", Words: "Plays any legal move. Easy to beat.", Bot: Random[V, M]{},
	}}, skills...)
	kit := Kit{Game: engine.Erase(rules, codec, notation)}
	a := &arena[S, M, E, V]{rules: rules, codec: codec, notation: notation, spec: rules.Spec(), skills: skills}
	kit.Sim = a.sim
	for _, s := range skills {
		kit.Levels = append(kit.Levels, Level{Name: s.Name, Words: s.Words, Bot: Erase(s.Bot)})
	}
	return kit
}

func unknown(name string, names []string) error {
	return fmt.Errorf("%w: there is no bot %q, allowed: %s", engine.ErrConfig, name, strings.Join(names, ", "))
}
