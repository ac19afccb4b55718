package firstin

import (
	"context"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
)

// Kit is the game as it enters a house: random, and quick, who does what the sign says after 200 to 600 ms.
func Kit() bot.Kit {
	kit := bot.NewKit(Rules{}, Codec, Notation{},
		bot.Skill[View, Move]{Name: "quick", Words: "Does what the sign says.", Bot: quick{}},
	)
	kit.Fallback = bot.Erase(quick{})
	kit.LessonOptions = map[string]string{"rounds": "2"}
	return kit
}

type quick struct{}

// Choose fails only on an empty list.
func (quick) Choose(_ context.Context, v View, legal []Move, _ *engine.Rand) (Move, error) {
	for _, m := range legal {
		if m.Kind == v.Sign {
			return m, nil
		}
	}
	if len(legal) == 0 {
		return Move{}, engine.ErrNotAsked
	}
	return legal[0], nil
}

// React lets a sign go by that does not call on the seat.
func (q quick) React(
	ctx context.Context, v View, legal []Move, r *engine.Rand,
) (m Move, after time.Duration, ok bool, err error) {
	if v.Sign == Duck && v.Viewer == v.Starter {
		return m, 0, false, nil
	}
	m, err = q.Choose(ctx, v, legal, r)
	return m, time.Duration(200+r.IntN(401)) * time.Millisecond, err == nil, err
}
