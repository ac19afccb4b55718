package table

import (
	"time"

	"saloon/engine/bot"
	"saloon/engine/enginetest/toy"
)

// standing is High Card with goes that stand: nobody can tell how quickly one was chosen.
type standing struct{ toy.Rules }

func (r standing) Window(s toy.State) time.Duration {
	if turn := r.Turn(s); len(turn) == 1 && turn[0] >= 0 {
		return 8 * time.Second
	}
	return 0
}

// StandingKit is that game.
func StandingKit() bot.Kit {
	kit := bot.NewKit(standing{}, toy.Codec, toy.Notation{})
	kit.Levels = toy.Kit().Levels
	return kit
}
