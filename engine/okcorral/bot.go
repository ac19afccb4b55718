package okcorral

import (
	"context"
	"math/rand/v2"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
)

// Kit is the game as it enters the house, with its bots.
func Kit() bot.Kit {
	kit := bot.NewKit(Rules{}, Codec, Notation{}, bot.Skill[View, Move]{
		Name: "easy", Words: "Takes its time, and every twelfth card the wrong move.", Bot: Easy,
	}, bot.Skill[View, Move]{
		Name: "normal", Words: "Needs half a second, and counts the gold cards.", Bot: Normal,
	}, bot.Skill[View, Move]{
		Name: "hard", Words: "Needs little more than a third of a second and rarely errs.", Bot: Hard,
	})
	kit.Fallback = bot.Erase[View, Move](Normal)
	kit.Lesson = engine.Seed{}.Fork(lesson)
	kit.LessonOptions = map[string]string{"deck": deckNames[Guided], "pace": "slow"}
	kit.LessonSeats, kit.LessonBots = 3, "easy" // two have neither Wanted nor Settling a Score
	return kit
}

// lesson names the chance of guided matches: by this one the learner turns the first card, is called on by both Wanted
// cards, to the left and to the right, and fights the last duel.
const lesson = "ok-corral/lesson 7"

// Shooter is a bot: how quick it is and how often it errs (rules 2.10). Times are in milliseconds: a bell curve of mean
// Mean and deviation Spread, and a tail of mean Tail.
type Shooter struct {
	Mean, Spread, Tail float64
	Wrong              float64 // the share of wrong moves
	Early              float64 // of false starts
	Fooled             float64 // of Fool's Gold that it hits
	Counts             bool    // it knows which gold cards are still to come
}

// The bots.
var (
	Easy   = Shooter{Mean: 560, Spread: 80, Tail: 200, Wrong: 0.08, Early: 0.02, Fooled: 0.30}
	Normal = Shooter{Mean: 430, Spread: 60, Tail: 120, Wrong: 0.04, Early: 0.01, Fooled: 0.15, Counts: true}
	Hard   = Shooter{Mean: 330, Spread: 40, Tail: 70, Wrong: 0.02, Early: 0.005, Fooled: 0.06, Counts: true}
)

const (
	quickest = 200 // milliseconds: no bot reacts sooner, but by a false start
	// unread is what it saves to hit a gold card without reading whether it is a fool's.
	unread = 40
	// forewarned is the part of a thought that is left to who knows that its duel comes.
	forewarned = 0.5
	// goldShare is the share of Nuggets among all gold cards, by which the table of errors was made.
	goldShare = 4.0 / 7
	// careless is how much more often Fool's Gold is hit where it costs nothing.
	careless = 2.5
)

// thought is what it takes to see who is called on, in milliseconds (rules 2.10).
var thought = [kinds]float64{
	DoubleShoot: 30, Wanted: 60, Duel: 60, PokerLeft: 90, PokerRight: 90, Settling: 100,
}

// care is how a card is played: a slower answer errs less often.
type care struct {
	later float64 // milliseconds
	errs  float64 // times as often as usual
}

// Only the last of many takes a negative card, but an error takes it for certain; of a positive one the first alone
// has something, and an error costs no more than that (rules 7.3). A card that also costs the character its bonus is
// worth more care, and a duel more haste to the Trigger Ace (rules 7.6).
var (
	negative = care{later: 15, errs: 0.75}
	dreaded  = care{later: 30, errs: 0.5}
	positive = care{later: -10, errs: 1.25}
	coveted  = care{later: -20, errs: 1.5}
)

// dreads is the kind that costs a character its bonus.
var dreads = [Characters + 1]Kind{Colonel: Cavalry, Cowgirl: Saloon, Outlaw: HoldUp}

// careFor is how the viewer plays the card that lies open.
func (v *View) careFor() care {
	k, me := v.Card.Kind(), v.Characters[v.Viewer]
	switch {
	case k == dreads[me]:
		return dreaded
	case k.Negative():
		return negative
	case k == Duel && me == TriggerAce:
		return coveted
	default:
		return positive
	}
}

// Choose turns the card, or makes a right gesture; it fails only on an empty list.
func (b Shooter) Choose(_ context.Context, v View, legal []Move, _ *engine.Rand) (Move, error) {
	if len(legal) == 0 {
		return Move{}, engine.ErrNotAsked
	}
	if v.Viewer >= 0 {
		for _, m := range legal {
			if v.Right[v.Viewer].Has(m.Kind) {
				return m, nil
			}
		}
	}
	return legal[0], nil
}

// React answers a card that calls on the bot: rightly, or, as often as the bot errs, wrongly or too early. It lets the
// others go by, but for Fool's Gold where it falls for it.
func (b Shooter) React(
	_ context.Context, v View, legal []Move, r *engine.Rand,
) (m Move, after time.Duration, ok bool, err error) {
	if len(legal) == 0 || v.Viewer < 0 {
		return m, 0, false, engine.ErrNotAsked
	}
	chance := rand.New(r)
	if v.Card.Kind() == FoolsGold && v.Tied == 0 {
		if chance.Float64() >= b.fooled(&v) {
			return m, 0, false, nil
		}
		return Move{HitNugget}, b.time(chance, -unread), true, nil
	}
	right := v.Right[v.Viewer].List()
	if len(right) == 0 {
		return m, 0, false, nil
	}
	c := v.careFor()
	m.Kind = right[chance.IntN(len(right))]
	switch x := chance.Float64(); {
	case x < b.Early*c.errs:
		return m, duration(chance.IntN(320) - 200), true, nil
	case x < (b.Early+b.Wrong)*c.errs:
		m.Kind = slip(chance, v.Right[v.Viewer])
	}
	return m, b.time(chance, c.later+b.thinking(&v)), true, nil
}

// time draws a reaction time that is longer than usual by some milliseconds.
func (b Shooter) time(chance *rand.Rand, later float64) time.Duration {
	ms := b.Mean + later + b.Spread*chance.NormFloat64() + b.Tail*chance.ExpFloat64()
	return duration(int(max(quickest, ms)))
}

// thinking is how long it takes to see what to do beyond seeing the card.
func (b Shooter) thinking(v *View) float64 {
	if v.Tied != 0 {
		return 0
	}
	k := v.Card.Kind()
	ms := thought[k]
	centre, _ := v.Centre.Color()
	switch {
	case k == Duel && centre.Character() == v.Characters[v.Viewer]:
		ms *= forewarned
	case k == Nugget && b.blind(v):
		ms -= unread
	}
	return ms
}

// blind reports whether the bot hits gold without reading it, because no Fool's Gold is left or it costs nothing.
func (b Shooter) blind(v *View) bool {
	_, fools := v.gold()
	return b.Counts && (fools == 0 || v.Fool == FoolNone)
}

// fooled is how likely it is that the bot hits the Fool's Gold that lies open: the more of the gold was still to be
// Nuggets, the likelier (rules 7.2).
func (b Shooter) fooled(v *View) float64 {
	if !b.Counts {
		return b.Fooled
	}
	nuggets, fools := v.gold()
	share := b.Fooled * float64(nuggets) / float64(nuggets+fools+1) / goldShare
	if v.Fool == FoolNone {
		share *= careless
	}
	return min(share, 1)
}

// gold is how many Nuggets and how much Fool's Gold nobody has seen yet.
func (v *View) gold() (nuggets, fools int) {
	for _, c := range v.Unseen() {
		switch c.Kind() {
		case Nugget:
			nuggets++
		case FoolsGold:
			fools++
		}
	}
	return nuggets, fools
}

// slip is the wrong move that comes to hand: another shot for a shot, any other gesture for the rest.
func slip(chance *rand.Rand, right GestureSet) Gesture {
	from := Salute
	if right&just(ShootLeft, ShootRight, ShootBoth) != 0 {
		from = ShootLeft
	}
	wrong := make([]Gesture, 0, gestures)
	for g := from; g < gestures; g++ {
		if !right.Has(g) {
			wrong = append(wrong, g)
		}
	}
	if len(wrong) == 0 { // without aim any shot is right
		return Salute
	}
	return wrong[chance.IntN(len(wrong))]
}
