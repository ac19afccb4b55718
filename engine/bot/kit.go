package bot

import "saloon/engine"

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
	// Fallback answers for somebody whose time is up: the move that costs the least.
	Fallback Player
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
