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
	"time"

	"saloon/engine"
)

// Bot chooses for one seat from what a player in that seat sees. It returns one of the legal moves, or a move that the
// rules accept where the legal list holds representatives. The same view, list and chance give the same move.
type Bot[V any, M comparable] interface {
	Choose(ctx context.Context, view V, legal []M, r *engine.Rand) (M, error)
}

// Reflex is a Bot for games in which people race: it also says how long its reaction took.
type Reflex[V any, M comparable] interface {
	// React answers in an open race, or lets it go by: ok is false. after is the reaction time, in the sense of
	// engine.Act.After; the bot takes none of that time to say so.
	React(ctx context.Context, view V, legal []M, r *engine.Rand) (m M, after time.Duration, ok bool, err error)
}

// Player is a Bot with its types hidden.
type Player interface {
	Choose(ctx context.Context, view any, legal []any, r *engine.Rand) (any, error)
	// React is what the bot does in an open race: it answers as a Reflex, or with what Choose says after a time that
	// is as good as any.
	React(ctx context.Context, view any, legal []any, r *engine.Rand) (Reaction, error)
}

// Reaction is a bot's part in a race.
type Reaction struct {
	Move  any // nil: it lets the race go by
	After time.Duration
}

// reactMax bounds the reaction times of bots that have no reflexes of their own.
const reactMax = 2000

// Random plays any legal move, each equally likely. In a race it does whatever may happen: it answers in time, too
// early, long before there was anything to see, far too late, or not at all.
type Random[V any, M comparable] struct{}

// Choose fails only on an empty list.
func (Random[V, M]) Choose(_ context.Context, _ V, legal []M, r *engine.Rand) (M, error) {
	if len(legal) == 0 {
		var none M
		return none, engine.ErrNotAsked
	}
	return legal[r.IntN(len(legal))], nil
}

// React answers in time in most races.
func (b Random[V, M]) React(
	ctx context.Context, view V, legal []M, r *engine.Rand,
) (m M, after time.Duration, ok bool, err error) {
	if m, err = b.Choose(ctx, view, legal, r); err != nil {
		return m, 0, false, err
	}
	ms := 250 + r.IntN(900)
	switch r.IntN(20) {
	case 0:
		return m, 0, false, nil
	case 1:
		ms = -r.IntN(reactMax)
	case 2:
		ms = r.IntN(150)
	case 3:
		ms = reactMax + r.IntN(1000)
	}
	return m, time.Duration(ms) * time.Millisecond, true, nil
}

// Erase hides a bot's types.
func Erase[V any, M comparable](b Bot[V, M]) Player { return erased[V, M]{b} }

type erased[V any, M comparable] struct{ bot Bot[V, M] }

func (e erased[V, M]) Choose(ctx context.Context, view any, legal []any, r *engine.Rand) (any, error) {
	v, moves, err := typed[V, M](view, legal)
	if err != nil {
		return nil, err
	}
	return e.bot.Choose(ctx, v, moves, r)
}

func (e erased[V, M]) React(ctx context.Context, view any, legal []any, r *engine.Rand) (Reaction, error) {
	v, moves, err := typed[V, M](view, legal)
	if err != nil {
		return Reaction{}, err
	}
	m, after, ok, err := react(ctx, e.bot, v, moves, r)
	if err != nil || !ok {
		return Reaction{}, err
	}
	return Reaction{Move: m, After: after}, nil
}

// react lets any bot take part in a race.
func react[V any, M comparable](
	ctx context.Context, b Bot[V, M], view V, legal []M, r *engine.Rand,
) (m M, after time.Duration, ok bool, err error) {
	if reflex, quick := b.(Reflex[V, M]); quick {
		return reflex.React(ctx, view, legal, r)
	}
	m, err = b.Choose(ctx, view, legal, r)
	return m, time.Duration(r.IntN(reactMax)) * time.Millisecond, err == nil, err
}

// typed is a view and moves from outside as the game's own.
func typed[V any, M comparable](view any, legal []any) (V, []M, error) {
	v, ok := view.(V)
	if !ok {
		return v, nil, fmt.Errorf("a bot for %T was shown a %T", v, view)
	}
	moves := make([]M, len(legal))
	for i, l := range legal {
		if moves[i], ok = l.(M); !ok {
			return v, nil, fmt.Errorf("a bot for %T was offered a %T", moves[i], l)
		}
	}
	return v, moves, nil
}
