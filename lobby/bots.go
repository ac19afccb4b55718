package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"saloon/engine"
	"saloon/lobby/table"
)

// botNames are the bots of every strength, so many that a full table of one strength has no name twice. A bot's name
// on the screen has its strength in parentheses, which nobody else's can have.
var botNames = [engine.SeatsMax]string{"Tumbleweed", "Old Bess", "Sagebrush", "Two-Tooth", "Whistler", "Prairie Dog"}

var botSkeletons = skeletons(botNames[:]...)

// botPerson is the bot of a strength with a number below len(botNames).
func botPerson(level string, n int) table.Person {
	return table.Person{
		ID:   table.PlayerID("bot-" + level + "-" + strings.ToLower(strings.ReplaceAll(botNames[n], " ", "-"))),
		Name: fmt.Sprintf("%s (%s)", botNames[n], level), Bot: level,
	}
}

// openBots gives every bot of every strength that a game of the house offers an account, so that they have ratings of
// their own.
func (h *House) openBots(ctx context.Context) error {
	var levels []string
	for _, k := range h.deps.Kits {
		for _, l := range k.Levels {
			if !slices.Contains(levels, l.Name) {
				levels = append(levels, l.Name)
			}
		}
	}
	now := h.deps.Now()
	for _, level := range levels {
		for n := range botNames {
			p := botPerson(level, n)
			_, err := h.deps.Players.ByID(ctx, p.ID)
			if errors.Is(err, ErrNotFound) {
				err = h.deps.Players.Create(ctx, Player{ID: p.ID, Name: p.Name, Bot: level, Created: now, Seen: now},
					Skeleton(p.Name), Key{})
			}
			if err != nil {
				return fmt.Errorf("the bot %s: %w", p.Name, err)
			}
		}
	}
	return nil
}
