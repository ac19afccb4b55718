// Package bot holds what plays without a person: the Bot contract, the Random bot that every game has for free,
// search over imagined worlds, the Kit under which a game enters the house, and the simulator that plays bots against
// each other.
//
// A bot gets a view and the legal moves of its own seat, never a state: by its types it can see no more than a person
// in that seat. Bots hold no memory of their own and are safe for use by several goroutines; what a player may
// remember, the view carries.
package bot

import (
	"context"
	"fmt"

	"saloon/engine"
)

// Bot chooses for one seat from what a player in that seat sees. It returns one of the legal moves, or a move that the
// rules accept where the legal list holds representatives. The same view, list and chance give the same move.
type Bot[V any, M comparable] interface {
	Choose(ctx context.Context, view V, legal []M, r *engine.Rand) (M, error)
}

// Player is a Bot with its types hidden.
type Player interface {
	Choose(ctx context.Context, view any, legal []any, r *engine.Rand) (any, error)
}

// Random plays any legal move, each equally likely.
type Random[V any, M comparable] struct{}

// Choose fails only on an empty list.
func (Random[V, M]) Choose(_ context.Context, _ V, legal []M, r *engine.Rand) (M, error) {
	if len(legal) == 0 {
		var none M
		return none, engine.ErrNotAsked
	}
	return legal[r.IntN(len(legal))], nil
}

// Erase hides a bot's types.
func Erase[V any, M comparable](b Bot[V, M]) Player { return erased[V, M]{b} }

type erased[V any, M comparable] struct{ bot Bot[V, M] }

func (e erased[V, M]) Choose(ctx context.Context, view any, legal []any, r *engine.Rand) (any, error) {
	v, ok := view.(V)
	if !ok {
		return nil, fmt.Errorf("a bot for %T was shown a %T", v, view)
	}
	moves := make([]M, len(legal))
	for i, l := range legal {
		if moves[i], ok = l.(M); !ok {
			return nil, fmt.Errorf("a bot for %T was offered a %T", moves[i], l)
		}
	}
	return e.bot.Choose(ctx, v, moves, r)
}
