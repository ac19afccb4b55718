package wyattearp

import (
	"fmt"

	we "saloon/engine/wyattearp"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// Headline says how far the match has come.
func (b *Board) Headline() string {
	if b.v.Round == 0 {
		return "playing to " + we.Dollars(b.v.Goal)
	}
	return fmt.Sprintf("hand %d, playing to %s", b.v.Round, we.Dollars(b.v.Goal))
}

// Prompt says what the viewer can do just now.
func (b *Board) Prompt() string {
	if len(b.legal) == 0 {
		return ""
	}
	if b.armed.Use == we.Discard {
		return fmt.Sprintf("Discard %s and end the turn? d again: yes. Else no.", the(b.armed.Card))
	}
	if b.armed.Use == we.EndHand {
		return "End the hand now and pay the posters out? e again: yes. Any other key: no."
	}
	if b.top() != nil {
		return "Choose with the arrows and Enter, or press the key before it."
	}
	switch b.v.Phase {
	case we.Draw:
		return "Draw: " + b.drawWords() + "."
	case we.Play:
		return b.playWords()
	default:
		return ""
	}
}

// drawWords lists the ways to draw.
func (b *Board) drawWords() string {
	text := ""
	if b.can(we.Move{Use: we.DrawSupply}) {
		text = "s for two cards"
	}
	if b.can(we.Move{Use: we.DrawDiscard}) {
		if text != "" {
			text += ", "
		}
		text += "t for " + tight(b.v.Top)
	}
	if b.can(we.Move{Use: we.EndHand}) {
		if text != "" {
			text += ", "
		}
		text += "e to end the hand"
	}
	return text
}

// playWords says what the card under the cursor would do.
func (b *Board) playWords() string {
	s, _, held := b.under()
	if !held {
		return "Play cards, then discard one."
	}
	switch {
	case len(s.melds) > 0:
		o, _ := s.card.Outlaw()
		return spare(fmt.Sprintf("Enter lays %d %v: %d CP, reward +%s.", b.lay, o, 2*b.lay, we.Dollars(1000*(b.lay-1))))
	case len(s.uses) > 0:
		return spare("Enter plays " + the(s.card) + b.useWords(s) + ".")
	}
	why, _ := b.whyNot(s)
	return spare(why)
}

// promptMax is how many cells a prompt has on a screen of 80 columns.
const promptMax = 66

// spare adds what can be done with any card, where there is room for it.
func spare(text string) string {
	const more = " d discards it."
	if style.Width(text)+len(more) > promptMax {
		return text
	}
	return text + more
}

func (b *Board) useWords(s stack) string {
	m := s.uses[0]
	switch m.Use {
	case we.PlayPhoto:
		return ": 4 CP, reward +$1,000"
	case we.PlayStagecoach, we.PlayBank, we.PlayGun, we.PlayHideout:
		return ": " + b.odds()
	default:
		return ""
	}
}

// Clause is the rule that matters most just now.
func (b *Board) Clause() string {
	if b.clause != "" {
		return b.clause
	}
	switch b.v.Phase {
	case we.Draw:
		return "R9"
	case we.Target:
		return "R21"
	case we.React:
		return "R44"
	case we.Scored, we.Over:
		return "R51"
	default:
	}
	s, _, held := b.under()
	if !held {
		return "R8"
	}
	return clauseOf(s.card)
}

// clauseOf is where the rule book explains a card.
func clauseOf(c we.Card) string {
	switch {
	case c.Hole():
		return "R14"
	case c.Photo():
		return "R23"
	}
	switch c {
	case we.Stagecoach, we.Bank:
		return "R24"
	case we.FastestGun:
		return "R25"
	case we.MostWanted:
		return "R27"
	case we.Hideout:
		return "R33"
	case we.WyattEarp:
		return "R39"
	default:
		return "R8"
	}
}

// whyNoDraw says why a way to draw is closed.
func (b *Board) whyNoDraw(m we.Move) (text, clause string) {
	switch {
	case m.Use == we.EndHand:
		return "The hand goes on: there are still cards to draw.", "R47"
	case m.Use == we.DrawDiscard:
		return "There is nothing on the discard stack.", "R9"
	case b.v.Shuffled:
		return "The supply is used up: take the top discard, or end the hand.", "R47"
	default:
		return "There is nothing to draw.", "R46"
	}
}

// whyNot says why a card cannot be played just now. It only explains: what may be played is the table's word.
func (b *Board) whyNot(s stack) (text, clause string) {
	if o, ok := s.card.Outlaw(); ok && s.card.Hole() {
		switch {
		case !b.v.Opened[o] && s.n < 3:
			return fmt.Sprintf("%v: three at once open it, you hold %d.", o, s.n), "R14"
		default:
			return "You must keep a card to discard.", "R13"
		}
	}
	if b.v.SheriffPlayed {
		return "Your one Sheriff card of this turn is played.", "R10"
	}
	if o, ok := s.card.Outlaw(); ok && !b.v.Opened[o] {
		return fmt.Sprintf("A Photo can wait: nobody has opened %v.", o), "R23"
	}
	if b.v.Odds.Unseen == 0 && s.card != we.MostWanted && !s.card.Photo() {
		return "No card is left for a shot.", "R22"
	}
	if b.v.Hand.Len() < 2 {
		return "You must keep a card to discard.", "R13"
	}
	switch s.card {
	case we.Stagecoach, we.Bank:
		return fmt.Sprintf("%v needs a pile of your own first.", s.card), "R24"
	case we.FastestGun:
		return "No pile of yours can take the Fastest Gun just now.", "R25"
	case we.Hideout:
		return "There is no pile of another player to hide.", "R37"
	case we.WyattEarp:
		return "There is nothing that Wyatt Earp could do.", "R39"
	default:
		return "That cannot be played now.", clauseOf(s.card)
	}
}

// Bindings are the board's keys that do something just now.
func (b *Board) Bindings() []felt.Binding {
	if len(b.legal) == 0 {
		return nil
	}
	if b.armed != (we.Move{}) {
		k := "d"
		if b.armed.Use == we.EndHand {
			k = "e"
		}
		return []felt.Binding{bind(k, "yes", k), bind("esc", "no", "esc")}
	}
	if p := b.top(); p != nil {
		all := []felt.Binding{bind("↑ ↓", "choose", "down"), bind("enter", "take it", "enter")}
		if !p.root {
			all = append(all, bind("esc", "back", "esc"))
		}
		return all
	}
	if b.v.Phase == we.Draw {
		return b.drawBindings()
	}
	return b.playBindings()
}

func bind(show, does string, keys ...string) felt.Binding {
	return felt.Binding{Keys: keys, Show: show, Does: does}
}

func (b *Board) drawBindings() []felt.Binding {
	var all []felt.Binding
	if b.can(we.Move{Use: we.DrawSupply}) {
		all = append(all, bind("s", "draw two", "s"))
	}
	if b.can(we.Move{Use: we.DrawDiscard}) {
		all = append(all, bind("t", "take "+tight(b.v.Top), "t"))
	}
	if b.can(we.Move{Use: we.EndHand}) {
		all = append(all, bind("e", "end the hand", "e"))
	}
	return append(all, bind("← →", "look at cards", "right", "left"))
}

func (b *Board) playBindings() []felt.Binding {
	all := []felt.Binding{bind("← →", "card", "right", "left", "tab", "shift+tab", "home", "end")}
	s, _, held := b.under()
	if !held {
		return all
	}
	verb := bind("enter", "play", "enter", "space")
	if len(s.melds) > 0 {
		verb.Does = fmt.Sprintf("lay %d", b.lay)
	}
	if !s.playable() {
		verb.Why, _ = b.whyNot(s)
	}
	all = append(all, verb)
	if len(s.melds) > 1 {
		all = append(all, bind("↑ ↓", "how many", "up", "down", "+", "-"))
	}
	return append(all, bind("d", "discard", "d", "delete"),
		bind("1-9", "jump", "1", "2", "3", "4", "5", "6", "7", "8", "9", "0"))
}
