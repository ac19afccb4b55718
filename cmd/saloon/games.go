package main

import (
	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/okcorral"
	"saloon/engine/outlaws25"
	"saloon/engine/wyattearp"
	"saloon/tui"
	"saloon/tui/felt"
	okcorraltui "saloon/tui/okcorral"
	outlaws25tui "saloon/tui/outlaws25"
	wyattearptui "saloon/tui/wyattearp"
)

// house lists the games: a new one is a line here and its import above, and nothing else anywhere.
var house = []struct {
	kit   bot.Kit
	face  felt.Factory
	coach func(step string) felt.Coach
	book  string // the rule book, in Markdown
}{
	{wyattearp.Kit(), wyattearptui.Face, wyattearptui.NewCoach, wyattearptui.Book()},
	{outlaws25.Kit(), outlaws25tui.Face, outlaws25tui.NewCoach, outlaws25tui.Book()},
	{okcorral.Kit(), okcorraltui.Face, okcorraltui.NewCoach, okcorraltui.Book()},
}

// paces are those of the bots that race.
func paces() []tui.Pace {
	return []tui.Pace{
		{Name: "hard", Median: okcorral.Hard.Median()}, {Name: "normal", Median: okcorral.Normal.Median()},
		{Name: "easy", Median: okcorral.Easy.Median()},
	}
}

// kits are the games in the order of the menu.
func kits() []bot.Kit {
	out := make([]bot.Kit, len(house))
	for i, g := range house {
		out[i] = g.kit
	}
	return out
}

func kitsByName() map[string]bot.Kit {
	out := make(map[string]bot.Kit, len(house))
	for _, g := range house {
		out[g.kit.Spec.Name] = g.kit
	}
	return out
}

func gameNamed(name string) (engine.Game, bool) {
	k, ok := kitsByName()[name]
	return k.Game, ok
}

func faces() map[string]felt.Factory {
	out := make(map[string]felt.Factory, len(house))
	for _, g := range house {
		out[g.kit.Spec.Name] = g.face
	}
	return out
}

func books() map[string]string {
	out := make(map[string]string, len(house))
	for _, g := range house {
		out[g.kit.Spec.Name] = g.book
	}
	return out
}

func coaches() map[string]func(step string) felt.Coach {
	out := make(map[string]func(step string) felt.Coach, len(house))
	for _, g := range house {
		out[g.kit.Spec.Name] = g.coach
	}
	return out
}
