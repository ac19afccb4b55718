package main

import (
	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/okcorral"
	"saloon/engine/outlaws25"
	"saloon/engine/wyattearp"
	"saloon/lobby/table"
)

// games are those of the house, as this version of the program has them.
func games() []bot.Kit { return []bot.Kit{wyattearp.Kit(), outlaws25.Kit(), okcorral.Kit()} }

func gameNamed(name string) (bot.Kit, bool) {
	for _, k := range games() {
		if k.Spec.Name == name {
			return k, true
		}
	}
	return bot.Kit{}, false
}

// kitsOf are the games as another version of the program has them: its states hold something else besides, so their
// checksums differ.
func kitsOf(version int) []bot.Kit {
	kits := games()
	if salt := saltOf(version); salt != 0 {
		for i := range kits {
			open := kits[i].Open
			kits[i].Open = func(c engine.Config) (engine.Match, error) {
				m, err := open(c)
				return other{m, salt}, err
			}
		}
	}
	return kits
}

// saltOf is by how much the checksums of a version differ from those of version 0.
func saltOf(version int) uint64 { return uint64(version) * 0x9e3779b97f4a7c15 }

// other is a match of another version.
type other struct {
	engine.Match
	salt uint64
}

// Play plays on in the same version.
func (o other) Play(a engine.Act[any], r *engine.Rand) (engine.Match, []engine.Fact, error) {
	next, facts, err := o.Match.Play(a, r)
	return other{next, o.salt}, facts, err
}

// Apply replays in the same version.
func (o other) Apply(f []engine.Fact) (engine.Match, error) {
	next, err := o.Match.Apply(f)
	return other{next, o.salt}, err
}

// Sum is another one.
func (o other) Sum() uint64 { return o.Match.Sum() ^ o.salt }

// strokes are what somebody can do in a race; a frame does not list it.
func strokes(game string) []any {
	if game != okcorral.Name {
		return nil
	}
	var out []any
	for _, g := range okcorral.Answers() {
		out = append(out, okcorral.Move{Kind: g})
	}
	return out
}

// short are house rules by which matches of a game are over sooner than usual, and settings to choose from.
func short(game string) map[string]string {
	switch game {
	case wyattearp.Name:
		return map[string]string{"target": "5000"}
	case outlaws25.Name:
		return map[string]string{"short": "yes"}
	}
	return nil
}

// rulesOf chooses house rules for a community.
func rulesOf(k bot.Kit, pick func(int) int) map[string]string {
	out := map[string]string{}
	for key, value := range short(k.Spec.Name) {
		out[key] = value
	}
	for _, o := range k.Spec.Options {
		if len(o.Values) > 0 && out[o.Key] == "" && pick(3) == 0 {
			out[o.Key] = o.Values[pick(len(o.Values))]
		}
	}
	return out
}

// settings are those of a table that somebody opens.
func settings(k bot.Kit, seats int) table.Settings {
	return table.Settings{
		Game: k.Spec.Name, Seats: min(max(seats, k.Spec.SeatsMin), k.Spec.SeatsMax), Pace: table.Quick, Rated: true,
		Options: short(k.Spec.Name),
	}
}
