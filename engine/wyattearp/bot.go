package wyattearp

import (
	"context"
	"slices"

	"saloon/engine"
	"saloon/engine/bot"
)

// Kit is the game as it enters the house, with its bots.
func Kit() bot.Kit {
	kit := bot.NewKit(Rules{}, Codec, Notation{},
		bot.Skill[View, Move]{
			Name: "regular", Words: "Plays by the rules of thumb that a good teacher gives.", Bot: Regular{},
		},
		bot.Skill[View, Move]{
			Name: "sharp", Words: "Imagines the hidden cards and plays every hand to its end in its head.",
			Bot: newSharp(),
		},
	)
	kit.Fallback = bot.Erase(careful{})
	kit.Lesson = engine.Seed{}.Fork(lesson)
	return kit
}

// lesson names the chance of guided matches for two. Seat 0 begins with four Wes Hardins and robberies, and the first
// shot after a draw from the supply hits. The number is the one that was found to deal so.
const lesson = "wyatt-earp/lesson/7484"

// Regular plays by rules of thumb: draw what helps, lay sets, use the turn's Sheriff card where it earns most, and
// discard what helps nobody. The thumbs are in bot_thumb.go, in the order of a turn.
type Regular struct{}

// Choose fails only on an empty list.
func (Regular) Choose(_ context.Context, v View, legal []Move, _ *engine.Rand) (Move, error) {
	if len(legal) == 0 {
		return Move{}, engine.ErrNotAsked
	}
	t := sighted(&v, legal)
	m := t.choose()
	if !slices.Contains(legal, m) {
		return legal[0], nil
	}
	return m, nil
}

// sight is what a seat goes by: what lies open, its own hand, and a way to ask what is allowed. Made from a view it
// holds nothing else; the other hands of its State are empty then.
type sight struct {
	*State
	me       engine.Seat
	mine     Bag
	held     [seatsMax]int // cards in the hands
	supply   int
	top      Card // of the discard stack
	buried   Bag  // what is in it, as far as the seat knows
	legal    []Move
	hitKnown bool
	hitOdds  float64
}

// sighted is what a viewer goes by.
func sighted(v *View, legal []Move) *sight {
	s := v.public()
	s.hands[v.Viewer] = v.Hand
	t := &sight{
		State: &s, me: v.Viewer, mine: v.Hand, held: v.Hands, supply: v.Supply, top: v.Top, buried: v.Memory.Buried,
		legal: legal, hitKnown: true,
	}
	if v.Odds.Unseen > 0 {
		t.hitOdds = float64(v.Odds.Outlaws) / float64(v.Odds.Unseen)
	}
	return t
}

// imagined is what a seat goes by in an imagined world. It looks at no hand but its own there either.
func imagined(s *State, me engine.Seat) sight {
	t := sight{State: s, me: me, mine: s.hands[me], supply: int(s.stacks.supply), top: s.stacks.top()}
	for seat := range s.seats {
		t.held[seat] = s.hands[seat].Len()
	}
	return t
}

// may asks whether a move is allowed.
func (t *sight) may(m Move) bool {
	if t.legal != nil {
		return slices.Contains(t.legal, m)
	}
	return t.check(m) == fine
}

// hit is the chance that a shot hits: unseen Outlaw cards among unseen cards.
func (t *sight) hit() float64 {
	if t.hitKnown {
		return t.hitOdds
	}
	t.hitKnown = true
	t.buried = t.stacks.discardBag()
	seen := t.buried.Len() + t.mine.Len()
	holes := t.buried.Outlaws() + t.mine.Outlaws()
	for seat := range t.seats {
		for o := range t.piles[seat] {
			p := &t.piles[seat][o]
			holes += int(p.Outlaws)
			seen += int(p.Outlaws + p.Stagecoaches + p.Banks)
			if p.Photo {
				seen++
			}
		}
	}
	if t.supply == 0 {
		seen, holes = DeckSize-t.buried.Len(), outlawCards-t.buried.Outlaws()
	}
	t.hitOdds = float64(outlawCards-holes) / float64(max(DeckSize-seen, 1))
	return t.hitOdds
}
