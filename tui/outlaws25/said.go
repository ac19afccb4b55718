package outlaws25

import (
	"fmt"

	o25 "saloon/engine/outlaws25"
	"saloon/tui/felt"
)

// Headline says how far the match has come.
func (b *Board) Headline() string {
	left := 0
	for s := range b.v.Seats {
		if b.v.Out[s] == 0 {
			left++
		}
	}
	if b.v.Round == 0 {
		return plural(left, "gang", "gangs")
	}
	return fmt.Sprintf("round %d, %s left", b.v.Round, plural(left, "gang", "gangs"))
}

// Prompt says what the viewer can do just now.
func (b *Board) Prompt() string {
	if len(b.legal) == 0 {
		return ""
	}
	if b.armed != (o25.Move{}) {
		return b.armedWords()
	}
	switch b.v.Phase {
	case o25.Arranging:
		return b.arrangePrompt()
	case o25.Betting:
		if b.asking != nil {
			return "Choose the card that goes. Esc keeps both."
		}
		if b.amount > 0 || b.typed != "" {
			return "Enter makes it so, up and down change it, Esc takes it back."
		}
		return b.betChoices() + "."
	case o25.Bribing:
		return "A sheriff is here: bribe him, or pass and draw."
	case o25.BeforeRoll, o25.AfterRoll:
		return "Play a reward, or pass."
	case o25.Buying:
		return "Buy a reward for one of your outlaws, or pass."
	case o25.HoldingUp:
		return "Arrows aim, tab changes your outlaw, Enter dares it, p passes."
	case o25.Answering:
		return b.heldUpPrompt()
	case o25.Sharing:
		return "Arrows move money between your outlaws, Enter shares it so."
	}
	return ""
}

func (b *Board) heldUpPrompt() string {
	text := "You are held up: fight"
	switch cower, away := b.canUse(o25.Cower), b.canUse(o25.Play); {
	case cower && away:
		return text + ", ride away, or cower and pay."
	case cower:
		return text + ", or cower and pay."
	case away:
		return text + " or ride away; you have too little to cower."
	default:
		return text + "; you have too little to cower."
	}
}

func (b *Board) arrangePrompt() string {
	switch {
	case b.lifted:
		return "Left and right move it, space puts it down."
	case b.rearranged():
		return "Enter lays them so, Esc leaves them as before."
	default:
		return "Arrange your row: space moves an outlaw, r is ready."
	}
}

// armedWords ask for the second key.
func (b *Board) armedWords() string {
	switch b.armed.Use {
	case o25.HoldUp:
		return fmt.Sprintf("Hold up %s with your %v? Enter: yes. Else no.", b.spot(b.aim), b.armed.Place)
	case o25.Call:
		return fmt.Sprintf("Call with all your %s? Enter: yes. Else no.", dollars(b.stack()))
	default:
		return fmt.Sprintf("All-in: %s. Enter: yes. Any other key: no.", dollars(b.stack()))
	}
}

// betChoices list what can be done in the betting round.
func (b *Board) betChoices() string {
	h := &b.v.Hand
	text := "k checks"
	if h.Owed > 0 {
		text = fmt.Sprintf("c calls %s, f folds", dollars(min(h.Owed, b.stack())))
	}
	switch {
	case h.Most == 0:
	case h.Least == h.Most && h.Owed > 0:
		text += fmt.Sprintf(", m raises to %s", dollars(h.Most))
	case h.Least == h.Most:
		text += fmt.Sprintf(", m bets %s", dollars(h.Most))
	case h.Owed > 0:
		text += ", m h p a or digits raise"
	default:
		text += ", m h p a or digits bet"
	}
	return text
}

// Clause is the rule that matters most just now.
func (b *Board) Clause() string {
	if b.clause != "" {
		return b.clause
	}
	switch b.v.Phase {
	case o25.Arranging:
		return "10"
	case o25.Betting:
		return "23"
	case o25.Showdown:
		return "34"
	case o25.Bribing:
		return "38"
	case o25.BeforeRoll:
		return "53"
	case o25.AfterRoll, o25.Settled:
		return "54"
	case o25.Buying:
		return "46"
	case o25.HoldingUp:
		return "58"
	case o25.Answering:
		return "59"
	case o25.Sharing:
		return "64"
	case o25.Over:
		return "69"
	}
	return "16"
}

func bind(show, does string, keys ...string) felt.Binding {
	return felt.Binding{Keys: keys, Show: show, Does: does}
}

// Bindings are the board's keys that do something just now.
func (b *Board) Bindings() []felt.Binding {
	if len(b.legal) == 0 {
		return nil
	}
	if b.armed != (o25.Move{}) {
		return []felt.Binding{bind("enter", "yes", "enter", "y"), bind("esc", "no", "esc")}
	}
	switch {
	case b.v.Phase == o25.Arranging:
		return b.arrangeBindings()
	case b.v.Phase == o25.Betting && b.asking == nil:
		return b.betBindings()
	case b.v.Phase == o25.HoldingUp:
		return []felt.Binding{bind("← → ↑ ↓", "aim", "right", "left", "up", "down"),
			bind("tab", "your outlaw", "tab", "1", "2", "3"), bind("enter", "hold up", "enter"), bind("p", "pass", "p")}
	case b.v.Phase == o25.Sharing:
		return []felt.Binding{bind("← →", "outlaw", "right", "left"),
			bind("↑ ↓", "$10", "up", "down", "pgup", "pgdown"), bind("1-3", "ready-made", "1", "2", "3"),
			bind("enter", "share so", "enter")}
	}
	var all []felt.Binding
	for _, o := range b.options() {
		all = append(all, bind(o.key, o.label, o.key))
	}
	all = append(all, bind("← →", "choose", "right", "left"), bind("enter", "take it", "enter"))
	if b.asking != nil {
		all = append(all, bind("esc", "back", "esc"))
	}
	return all
}

func (b *Board) arrangeBindings() []felt.Binding {
	all := []felt.Binding{bind("← →", "outlaw", "right", "left")}
	switch {
	case b.lifted:
		return append(all, bind("space", "put it down", "space"), bind("esc", "as before", "esc"))
	case b.rearranged():
		return append(all, bind("space", "move it", "space"), bind("enter", "lay them so", "enter"))
	default:
		return append(all, bind("space", "move it", "space"), bind("r", "ready", "r", "enter"))
	}
}

func (b *Board) betBindings() []felt.Binding {
	if b.amount > 0 || b.typed != "" {
		word := "bet"
		if b.v.Hand.Owed > 0 {
			word = "raise"
		}
		return []felt.Binding{bind("enter", word, "enter"), bind("↑ ↓", "$10", "up", "down", "pgup", "pgdown"),
			bind(typing, "amount", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"), bind("esc", "no", "esc")}
	}
	var all []felt.Binding
	for _, k := range b.betButtons() {
		if k.key != typing {
			all = append(all, bind(k.key, k.word, k.key))
		}
	}
	if b.v.Hand.Most > b.v.Hand.Least {
		all = append(all, bind(typing, "amount", "1", "2", "3", "4", "5", "6", "7", "8", "9"))
	}
	return all
}
