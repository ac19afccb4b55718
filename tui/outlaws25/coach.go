package outlaws25

import (
	"fmt"

	o25 "saloon/engine/outlaws25"
	"saloon/lobby/table"
	"saloon/tui/felt"
)

// NewCoach guides through a first round, from a step that an earlier coach kept; an unknown one is the first.
func NewCoach(step string) felt.Coach {
	c := &coach{}
	if step == felt.Done {
		c.at = len(lesson)
	}
	for i, l := range lesson {
		if l.name == step {
			c.at = i
		}
	}
	return c
}

// coach looks on and speaks one tip at a time. What it says depends on the cards that the player really has.
type coach struct {
	at   int
	b    *Board // for words and odds; it draws nothing
	v    o25.View
	mine bool // the player is asked
	seen bool
}

// stage is how far the first round has come.
type stage int

const (
	stageArrange stage = iota
	stageBet
	stageShowdown
	stageBuy
	stageHoldup
	stageShare
	stageNext // the second round and all after it
)

// step is one thing to learn.
type step struct {
	name, title string
	until       stage // it is past once the round has come further
	tells       bool  // goes on by the key
	// text says it for what the player sees now.
	text func(*coach) string
}

var lesson = []step{
	{"goal", "Your gang", stageArrange, true, func(*coach) string {
		return "You lead three outlaws with $100 each. The marked one plays poker for the money that lies on " +
			"it. The last gang that still has $100 and an outlaw wins."
	}},
	{"speed", "Speeds", stageArrange, false, func(*coach) string {
		return "The numbers are your outlaws' speeds in duels; only you see them. R plays poker first. Space " +
			"and arrows move an outlaw. Press r: ready."
	}},
	{"hand", "Your hand", stageBet, true, (*coach).handText},
	{"bet", "The bet", stageBet, false, (*coach).betText},
	{"showdown", "The showdown", stageShowdown, false, func(c *coach) string {
		if c.v.Hand.Won[max(c.v.Viewer, 0)] > 0 {
			return "The hands lie open, the best first. Yours wins: the pot goes to your marked outlaw. Space goes on."
		}
		return "The hands lie open, the best first, and that one takes the pot. Space goes on."
	}},
	{"reward", "Rewards", stageBuy, false, (*coach).rewardText},
	{"holdup", "The holdup", stageHoldup, false, (*coach).holdupText},
	{"sheriff", "Sheriffs", stageShare, true, func(c *coach) string {
		return "Who holds somebody up draws a Wanted card, such as " + "*Q. Whenever a later flop is a queen, a " +
			"sheriff comes for that outlaw, and they duel."
	}},
	{"share", "Sharing", stageShare, false, (*coach).shareText},
	{"end", "That was a round", stageNext, true, func(*coach) string {
		return "Each gang that goes out raises the ante. You know it all now: R opens the rules at what is " +
			"asked, ? lists the keys. Play on!"
	}},
}

// See brings what the player sees now.
func (c *coach) See(view any, ask *table.Ask, t felt.Table) {
	v, ok := view.(o25.View)
	if !ok {
		return
	}
	if c.b == nil {
		c.b = NewBoard()
	}
	s := felt.Scene[o25.View, o25.Move]{View: v, Table: t}
	if ask != nil {
		for _, l := range ask.Legal {
			if m, ok := l.(o25.Move); ok {
				s.Legal = append(s.Legal, m)
			}
		}
	}
	c.b.Show(s)
	c.v, c.mine, c.seen = v, len(s.Legal) > 0, true
	c.advance()
}

// stage is how far the round has come.
func (c *coach) stage() stage {
	switch {
	case c.v.Round > 1 || c.v.Phase == o25.Over:
		return stageNext
	case c.v.Phase <= o25.Arranging:
		return stageArrange
	case c.v.Phase == o25.Betting:
		return stageBet
	case c.v.Phase == o25.Showdown:
		return stageShowdown
	case c.v.Phase == o25.Buying:
		return stageBuy
	case c.v.Phase == o25.Sharing:
		return stageShare
	default:
		return stageHoldup
	}
}

// advance moves past what is over.
func (c *coach) advance() {
	for c.at < len(lesson) && c.stage() > lesson[c.at].until {
		c.at++
	}
	if c.at == len(lesson)-1 && c.v.Round > 2 { // the player knows how it goes
		c.at++
	}
	if c.at < len(lesson) && lesson[c.at].name == "hand" && c.acted() {
		c.at++
	}
}

// acted reports whether the player has bet, called, checked or folded in this hand.
func (c *coach) acted() bool { return c.v.Viewer >= 0 && c.v.Hand.On && c.v.Hand.Acted.Has(c.v.Viewer) }

// Tip is what to say now.
func (c *coach) Tip() (felt.Tip, bool) {
	if c.at >= len(lesson) || !c.seen {
		return felt.Tip{}, c.at < len(lesson)
	}
	s := lesson[c.at]
	tip := felt.Tip{Step: s.name, Title: s.title, Text: s.text(c), At: c.at + 1, Of: len(lesson), Waits: s.tells}
	if title, text := c.aside(); text != "" {
		tip.Title, tip.Text, tip.Waits = title, text, false
	}
	return tip, true
}

// aside is what must be said first, whatever the step.
func (c *coach) aside() (title, text string) {
	switch {
	case c.v.Duel.Sheriff > 0 && c.v.Phase == o25.Bribing:
		return "A sheriff", "A flop of that rank has come. The sheriff and the outlaw will both roll a die and " +
			"add their speeds; a Bribed Lawman would send him away."
	case c.mine && (c.v.Phase == o25.BeforeRoll || c.v.Phase == o25.AfterRoll):
		return "A reward?", "Before and after the dice everybody with a reward is asked. Play it with its " +
			"number if it is of use here, or press p to keep it."
	case c.v.Phase == o25.BeforeRoll || c.v.Phase == o25.AfterRoll:
		return "A duel", "The cards lie open. Everybody with a reward is asked, before the dice and after them."
	case c.v.Phase == o25.Settled:
		return "A duel", "Speed, die and rewards add up, and the higher total wins; ties roll again. The loser " +
			"is out for good. Space goes on."
	}
	return "", ""
}

// Next goes on from a tip that waits.
func (c *coach) Next() {
	if tip, ok := c.Tip(); ok && tip.Waits {
		c.at++
		c.advance()
	}
}

// Stop ends the lesson.
func (c *coach) Stop() { c.at = len(lesson) }

func (c *coach) handText() string {
	h := &c.v.Hand
	if c.v.Viewer < 0 || !h.In.Has(c.v.Viewer) {
		return "Three cards make a hand: two of your own and the flop, which is everybody's."
	}
	cards := h.Hole[c.v.Viewer]
	return fmt.Sprintf("Your two cards and the flop make %s. From low to high: high card, pair, flush, "+
		"straight, three of a kind, straight flush.", article(o25.Describe([3]o25.Card{cards[0], cards[1], h.Flop})))
}

// article puts "a" before hands that want one.
func article(hand string) string {
	for _, p := range []string{"pair", "flush", "straight"} {
		if len(hand) > len(p) && hand[:len(p)] == p {
			return "a " + hand
		}
	}
	return hand
}

func (c *coach) betText() string {
	h := &c.v.Hand
	switch {
	case !c.mine && c.acted():
		return "Now the others decide. Whoever is left with the best hand takes the pot."
	case !c.mine:
		return "Everybody has paid the ante. Somebody else bets first; watch the chips in front of them."
	case h.Owed > 0:
		return fmt.Sprintf("You owe %s. c calls, f folds; the table says how often you must win for a call to "+
			"pay. m and Enter raise.", dollars(h.Owed))
	default:
		return "Nobody has bet. k checks and costs nothing; m picks the smallest bet and h half the pot, and " +
			"Enter bets it."
	}
}

func (c *coach) rewardText() string {
	if !c.mine {
		return "After the hand everybody may buy a reward, a secret card that helps in duels and holdups. It is " +
			"somebody else's turn."
	}
	return "For $30 an outlaw can hold a secret reward that helps in duels and holdups. Press the number of an " +
		"outlaw to buy one for it, or p to pass."
}

func (c *coach) holdupText() string {
	switch {
	case c.v.Phase == o25.Answering && c.mine:
		return "You are held up! If you cower you pay half of what lies on that outlaw. If you fight, one of " +
			"the two dies and the other takes everything."
	case c.v.Phase == o25.Answering:
		return "The other side decides now: pay half and cower, or fight a duel."
	case c.mine:
		return "You deal, so you may rob somebody. Arrows aim, tab changes your robber, and you see the odds " +
			"before you dare. Enter twice does it, p passes."
	default:
		return "The dealer may hold up any outlaw of another gang. Next round the deal passes to the left."
	}
}

func (c *coach) shareText() string {
	if !c.mine {
		return "You have shared. Nobody sees how until all have."
	}
	return fmt.Sprintf("Your marker moves to %v, which plays poker next and needs $100. Arrows move money "+
		"between your outlaws; Enter shares it so.", c.v.Markers[c.v.Viewer])
}
