package wyattearp

import (
	"fmt"

	we "saloon/engine/wyattearp"
	"saloon/lobby/table"
	"saloon/tui/felt"
)

// NewCoach guides through a first hand, from a step that an earlier coach kept; an unknown one is the first.
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
	at    int
	v     we.View
	legal []we.Move
	seen  bool
}

// step is one thing to learn.
type step struct {
	name, title string
	// text says it for what the player sees now.
	text func(*coach) string
	// plain says it to somebody who types choices; nil if text does.
	plain func(*coach) string
	// done reports that the player has done it; nil waits for the key.
	done func(*coach) bool
}

var lesson = []step{
	{"goal", "The hunt", func(*coach) string {
		return "Seven outlaws are wanted; the posters show the rewards. You collect cards of an outlaw, lay them " +
			"down, and share in the reward. The richest wins."
	}, nil, nil},
	{
		"draw", "Step 1: draw", (*coach).drawText, (*coach).drawPlain,
		func(c *coach) bool { return c.mine() && c.v.Phase != we.Draw },
	},
	{
		"meld", "Step 2: lay cards", (*coach).meldText, (*coach).meldPlain,
		func(c *coach) bool { return c.laid() },
	},
	{"count", "What it is worth", func(*coach) string {
		return "Below a poster stand your cards, their capture points (CP), and in green what you would be paid " +
			"now. All players together need 8 CP to catch an outlaw."
	}, func(*coach) string {
		return "An outlaw's line says who has how many capture points (CP). All players together need 8 CP to catch " +
			"an outlaw."
	}, nil},
	{
		"shot", "Sheriff cards", (*coach).shotText, (*coach).shotPlain,
		func(c *coach) bool { return c.v.SheriffPlayed && c.v.Turn == c.v.Viewer },
	},
	{
		"discard", "Step 3: discard", (*coach).discardText, (*coach).discardPlain,
		func(c *coach) bool { return !c.mine() },
	},
	{"lead", "Who gets the money", func(*coach) string {
		return "If you lead on an outlaw by 5 CP or more, all of its reward is yours. Otherwise everybody within " +
			"4 CP of the leader shares it."
	}, nil, nil},
	{
		"finish", "Play on", (*coach).finishText, (*coach).finishPlain,
		func(c *coach) bool { return c.scored() },
	},
	{"score", "The reckoning", func(*coach) string {
		return "Poster by poster: who had how many CP, who was paid, and why. What nobody got stays and grows. " +
			"That was a whole hand: you can play now."
	}, nil, nil},
}

// See brings what the player sees now.
func (c *coach) See(view any, ask *table.Ask, _ felt.Table) {
	v, ok := view.(we.View)
	if !ok {
		return
	}
	c.v, c.seen, c.legal = v, true, nil
	if ask != nil {
		for _, l := range ask.Legal {
			if m, ok := l.(we.Move); ok {
				c.legal = append(c.legal, m)
			}
		}
	}
	if c.scored() && c.at < len(lesson)-1 { // the hand was over faster than the tips
		c.at = len(lesson) - 1
	}
	c.advance()
}

// advance moves past what the player has done.
func (c *coach) advance() {
	for c.at < len(lesson) && lesson[c.at].done != nil && lesson[c.at].done(c) {
		c.at++
	}
	if c.at == len(lesson)-1 && c.v.Round > 1 && c.v.Phase != we.Scored { // the next hand has begun
		c.at++
	}
}

// Tip is what to say now.
func (c *coach) Tip() (felt.Tip, bool) {
	if c.at >= len(lesson) {
		return felt.Tip{}, false
	}
	s := lesson[c.at]
	tip := felt.Tip{Step: s.name, Title: s.title, Text: s.text(c), At: c.at + 1, Of: len(lesson), Waits: c.waits()}
	if s.plain != nil {
		tip.Plain = s.plain(c)
	}
	if c.v.Phase == we.Target && c.mine() {
		tip.Plain = "Now say where the card goes. Capture points count for whoever has them when the hand ends."
		tip.Title, tip.Text, tip.Waits = "A hit", "Now say where the card goes: choose with the arrows, then Enter. "+
			"Capture points count for whoever has them when the hand ends.", false
	}
	if c.v.Phase == we.React && c.v.Asked == c.v.Viewer {
		tip.Plain = ""
		tip.Title, tip.Text, tip.Waits = "A Hideout", "Your pile counts nothing while a Hideout lies across it. "+
			"With a Wyatt Earp in hand you may shoot at it now; else let it lie.", false
	}
	return tip, true
}

// waits reports whether the tip goes on by the key: it tells something, or the cards do not allow what it is about.
func (c *coach) waits() bool {
	s := lesson[c.at]
	return s.done == nil || s.name == "shot" && c.sheriff() == nil
}

// Next goes on from a tip that waits.
func (c *coach) Next() {
	if c.seen && c.at < len(lesson) && c.waits() {
		c.at++
		c.advance()
	}
}

// Stop ends the lesson.
func (c *coach) Stop() { c.at = len(lesson) }

// mine reports whether it is the player's turn.
func (c *coach) mine() bool {
	return c.v.Turn == c.v.Viewer && c.v.Phase >= we.Draw && c.v.Phase <= we.React
}

// scored reports whether a hand was played to its end.
func (c *coach) scored() bool { return c.v.Last.Round > 0 }

// laid reports whether the player has cards on the table.
func (c *coach) laid() bool {
	if c.v.Viewer < 0 {
		return false
	}
	for _, p := range c.v.Piles[c.v.Viewer] {
		if !p.Empty() {
			return true
		}
	}
	return false
}

// meld is the best set that may be laid now.
func (c *coach) meld() *we.Move {
	var best *we.Move
	for i, m := range c.legal {
		if m.Use == we.Meld && (best == nil || m.N > best.N) {
			best = &c.legal[i]
		}
	}
	return best
}

// sheriff is a Sheriff card that may be played now, those that stay on the table first.
func (c *coach) sheriff() *we.Move {
	var found *we.Move
	for i, m := range c.legal {
		card := m.Sheriff()
		if card == we.NoCard || m.Use == we.Reply {
			continue
		}
		if card.Numbered() || card.Photo() {
			return &c.legal[i]
		}
		if found == nil {
			found = &c.legal[i]
		}
	}
	return found
}

func (c *coach) drawText() string {
	if !c.mine() {
		return "A turn has three steps: draw, play, discard. Somebody else goes first; watch the lines at the bottom."
	}
	return "A turn has three steps: draw, play, discard. Press s for two cards from the supply, or t to take the " +
		"top of the discard stack."
}

func (c *coach) meldText() string {
	m := c.meld()
	switch {
	case m != nil:
		return fmt.Sprintf("Put the cursor on %v with the arrows and press Enter: %d laid together bring you %d "+
			"CP and raise the reward by %s.", m.Outlaw, m.N, 2*m.N, we.Dollars(1000*(int(m.N)-1)))
	case !c.mine():
		return "To open an outlaw you need three of its cards at once. Collect some; it is somebody else's turn now."
	case c.v.Phase == we.Draw:
		return "To open an outlaw you need three of its cards at once. Draw, and look for three alike."
	default:
		return "You have no three alike yet, which it takes to open an outlaw. Put the cursor on a card that you " +
			"need least and press d twice."
	}
}

func (c *coach) shotText() string {
	m := c.sheriff()
	if m == nil {
		return "One Sheriff card a turn may be played too. Most need a shot: a card is turned up, and an Outlaw " +
			"is a hit. The line above your hand shows the odds."
	}
	card := m.Sheriff()
	if m.Shoots() || card == we.MostWanted || card == we.WyattEarp {
		return fmt.Sprintf("You may play one Sheriff card a turn. Try %s with Enter. A shot turns a card up: an "+
			"Outlaw is a hit, %d %% just now.", the(card), c.v.Odds.Percent())
	}
	return fmt.Sprintf("You may play one Sheriff card a turn. Try %s with Enter: it needs no shot, 4 CP and "+
		"$1,000 more.",
		the(card))
}

func (c *coach) discardText() string {
	return "A turn ends with a discard: put the cursor on a card that you can spare and press d twice. Whoever " +
		"discards the last card ends the hand."
}

func (c *coach) finishText() string {
	if !c.mine() {
		return "Now the others play. The hand ends when somebody discards their last card. R opens the rule book, " +
			"? lists the keys."
	}
	return "Draw, lay what you can, discard: you know the turn now. Get rid of your cards, and the posters are " +
		"paid out."
}

func (c *coach) drawPlain() string {
	if !c.mine() {
		return "A turn has three steps: draw, play, discard. Somebody else goes first."
	}
	return "A turn has three steps: draw, play, discard. Draw two cards from the supply, or take the top of the " +
		"discard stack. Type the number of your choice, or its words."
}

func (c *coach) meldPlain() string {
	m := c.meld()
	switch {
	case m != nil:
		return fmt.Sprintf("Lay %d %v together: they bring you %d CP and raise the reward by %s.", m.N, m.Outlaw,
			2*m.N, we.Dollars(1000*(int(m.N)-1)))
	case c.mine() && c.v.Phase != we.Draw:
		return "You have no three alike yet, which it takes to open an outlaw. Discard a card that you need least."
	}
	return c.meldText()
}

func (c *coach) shotPlain() string {
	m := c.sheriff()
	if m == nil {
		return "One Sheriff card a turn may be played too. Most need a shot: a card is turned up, and an Outlaw " +
			"is a hit."
	}
	card := m.Sheriff()
	if m.Shoots() || card == we.MostWanted || card == we.WyattEarp {
		return fmt.Sprintf("You may play one Sheriff card a turn. Try %s. A shot turns a card up: an Outlaw is a "+
			"hit, %d %% just now.", the(card), c.v.Odds.Percent())
	}
	return fmt.Sprintf("You may play one Sheriff card a turn. Try %s: it needs no shot, 4 CP and $1,000 more.",
		the(card))
}

func (c *coach) discardPlain() string {
	return "A turn ends with a discard of a card that you can spare. Whoever discards the last card ends the hand."
}

func (c *coach) finishPlain() string {
	if !c.mine() {
		return "Now the others play. The hand ends when somebody discards their last card. \"rules\" reads the rule " +
			"book, \"help\" lists what can be typed."
	}
	return c.finishText()
}
