package outlaws25

import (
	"context"
	"slices"

	"saloon/engine"
	"saloon/engine/bot"
)

// Kit is the game as it enters the house, with its bots.
func Kit() bot.Kit {
	kit := bot.NewKit(Rules{}, Codec, Notation{}, bot.Skill[View, Move]{
		Name:  "regular",
		Words: "Bets on good hands, bluffs a little, and robs who is slow and rich.",
		Bot:   Regular{},
	}, bot.Skill[View, Move]{
		Name: "sharp",
		Words: "Bets by a balance computed for two and the casino order of hands, by likeness elsewhere, and reckons " +
			"what every risk does to its chance to win.",
		Bot: newSharp(),
	})
	kit.Fallback = bot.Erase(careful{})
	kit.Lesson = engine.Seed{}.Fork(lesson)
	return kit
}

// careful answers for somebody whose time is up: it risks nothing that is not at risk already (rules 73).
type careful struct{}

// Choose fails only on an empty list.
func (careful) Choose(_ context.Context, _ View, legal []Move, _ *engine.Rand) (Move, error) {
	for _, u := range [...]Use{Ready, Check, Fold, Pass, Cower, Fight, Share} {
		for _, m := range legal {
			if m.Use == u {
				return m, nil // of shares the smallest top-up comes first
			}
		}
	}
	return Move{}, engine.ErrNotAsked
}

// Regular plays by rules of thumb: the equity of its hand against random ones, the odds of duels as they are, and what
// the lives of outlaws are worth on average.
type Regular struct{}

// Choose fails only on an empty list.
func (Regular) Choose(ctx context.Context, v View, legal []Move, r *engine.Rand) (Move, error) {
	return think(ctx, v, legal, func() judge { return &thought{View: &v, legal: legal, r: r} })
}

// judge decides each kind of question of the game.
type judge interface {
	bet() Move
	first(...Use) Move
	before() Move
	after() Move
	buy() Move
	holdUp() Move
	answer() Move
	share() Move
}

// think puts the question that a view asks to a judge, who is only made where there is something to decide.
func think(ctx context.Context, v View, legal []Move, who func() judge) (Move, error) {
	if len(legal) == 0 {
		return Move{}, engine.ErrNotAsked
	}
	if len(legal) == 1 && v.Phase != Sharing {
		return legal[0], nil
	}
	j := who()
	switch v.Phase {
	case Betting:
		return j.bet(), nil
	case Bribing:
		return j.first(Bribe, Pass), nil
	case BeforeRoll:
		return j.before(), nil
	case AfterRoll:
		return j.after(), nil
	case Buying:
		return j.buy(), nil
	case HoldingUp:
		return j.holdUp(), nil
	case Answering:
		return j.answer(), nil
	case Sharing:
		return j.share(), nil
	default:
		return careful{}.Choose(ctx, v, legal, nil)
	}
}

// thought is one choice being made.
type thought struct {
	*View
	legal []Move
	r     *engine.Rand
}

// first is the first legal move of the first of some uses that has one.
func (t *thought) first(uses ...Use) Move {
	for _, u := range uses {
		if i := slices.IndexFunc(t.legal, func(m Move) bool { return m.Use == u }); i >= 0 {
			return t.legal[i]
		}
	}
	return t.legal[0]
}

// gang is what a seat has in all, in dollars.
func (v *View) gang(seat engine.Seat) (money, living int) {
	for _, o := range v.Gangs[seat] {
		money += o.Money
		if o.Alive {
			living++
		}
	}
	return money, living
}

// What the rules of thumb go by, in dollars.
const (
	richGang   = 200 // a gang with more buys rewards
	poorGang   = 130 // none spends itself below
	fastOutlaw = 4   // worth a reward, as are wanted ones
	parkMoney  = 40  // the least with which an outlaw may still cower
)

// buy gives a reward to an outlaw that will need it.
func (t *thought) buy() Move {
	money, _ := t.gang(t.Viewer)
	if money <= richGang || money-rewardPrice*chip < poorGang {
		return t.first(Pass)
	}
	best, most := t.first(Pass), 0
	for _, m := range t.legal {
		if m.Use != Buy {
			continue
		}
		o := t.Gangs[t.Viewer][m.Place]
		need := o.Speed + 2*o.Wanted.Len()
		if o.Speed >= fastOutlaw || o.Wanted != 0 {
			need += o.Money / 50
			if need > most {
				best, most = m, need
			}
		}
	}
	return best
}

// share puts more on the marked outlaw in a good position, and the rest where it is safest: on fast outlaws whom no
// sheriff seeks.
func (t *thought) share() Move {
	row, mark := t.Gangs[t.Viewer], t.Markers[t.Viewer]
	total, living := t.gang(t.Viewer)
	m := Move{Use: Share}
	m.N[mark] = needMoney * chip
	rest := total - needMoney*chip
	keep := 0 // for the marked outlaw beyond what it needs
	if t.Dealer == t.Viewer {
		keep = rest / 2
	}
	if living == 1 {
		keep = rest
	}
	weight, sum := [Row]int{}, 0
	for at, o := range row {
		if o.Alive && Place(at) != mark {
			weight[at] = 1 + 4*o.Speed/(1+2*o.Wanted.Len())
			sum += weight[at]
		}
	}
	left := rest - keep
	for at, w := range weight {
		if w == 0 {
			continue
		}
		n := left * w / sum / chip * chip
		if n < parkMoney {
			n = 0 // nothing to take is as good as something to lose
		}
		m.N[at] = int16(n)
		rest -= n
	}
	m.N[mark] += int16(rest)
	return m
}
