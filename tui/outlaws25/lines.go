package outlaws25

import (
	"fmt"
	"strings"

	"saloon/engine"
	o25 "saloon/engine/outlaws25"
)

// Lines tells the table in plain text, most important first.
func (b *Board) Lines() []string {
	if b.v.Phase == o25.Dealing || b.v.Seats == 0 {
		return []string{"The gangs are being dealt."}
	}
	lines := []string{strings.TrimSpace(capital(b.Headline()) + ". " + b.turnLine())}
	lines = append(lines, b.sceneLines()...)
	lines = append(lines, b.handLines()...)
	for s := range engine.Seat(b.v.Seats) {
		lines = append(lines, b.gangLine(s))
	}
	lines = append(lines, b.huntedWords())
	switch {
	case b.v.Phase == o25.Over:
		lines = append(lines, b.wonWords())
	case len(b.legal) > 0 && b.v.Phase == o25.HoldingUp:
		lines = append(lines, b.everyChance()...)
	}
	return lines
}

func (b *Board) turnLine() string {
	var names []string
	for _, s := range b.v.Asked.List() {
		if s == b.t.Me {
			return "It is your move."
		}
		names = append(names, b.t.Name(s))
	}
	if len(names) == 0 {
		return ""
	}
	return "To move: " + join(names, "and") + "."
}

// gangLine says what a gang has.
func (b *Board) gangLine(s engine.Seat) string {
	text := b.t.Name(s)
	if s == b.v.Dealer {
		text += " (dealer)"
	}
	if b.v.Out[s] > 0 {
		return text + ": eliminated."
	}
	var parts []string
	for _, at := range rowOrder {
		o := b.outlaw(o25.Spot{Seat: s, Place: at})
		if !o.Alive {
			continue
		}
		part := fmt.Sprintf("%v %s", at, dollars(o.Money))
		switch {
		case o.Up:
			part += fmt.Sprintf(", speed %d", o.Speed)
		case o.Speed > 0:
			part += fmt.Sprintf(", speed %d face down", o.Speed)
		default:
			part += ", face down"
		}
		if b.v.Markers[s] == at {
			part += ", marked"
		}
		for _, r := range o.Wanted.Labels() {
			part += ", wanted for " + r.String()
		}
		if o.Reward != o25.NoReward {
			part += fmt.Sprintf(", holds %v, which %s", o.Reward, does[o.Reward])
		} else if o.Rewarded {
			part += ", holds a reward"
		}
		parts = append(parts, part)
	}
	return fmt.Sprintf("%s, %s: %s.", text, dollars(b.money(s)), strings.Join(parts, "; "))
}

// handLines tell the poker hand.
func (b *Board) handLines() []string {
	h := &b.v.Hand
	if !h.On {
		return nil
	}
	lines := []string{fmt.Sprintf("Flop: %s. %s.", cardWords(h.Flop), b.potWords())}
	if h.Shown != 0 { // the pot is given away already
		lines[0] = fmt.Sprintf("Flop: %s.", cardWords(h.Flop))
	}
	me := b.v.Viewer
	if me >= 0 && int(me) < b.v.Seats && h.In.Has(me) {
		c := h.Hole[me]
		lines = append(lines, fmt.Sprintf("Your cards: %s and %s, with the flop %s.", cardWords(c[0]), cardWords(c[1]),
			o25.Describe([3]o25.Card{c[0], c[1], h.Flop})))
	}
	for _, s := range h.Shown.List() {
		c := h.Hole[s]
		text := fmt.Sprintf("%s %s %s and %s: %s", b.t.Name(s), b.verb(s, "show", "shows"), cardWords(c[0]),
			cardWords(c[1]),
			o25.Describe([3]o25.Card{c[0], c[1], h.Flop}))
		if h.Won[s] > 0 {
			text += fmt.Sprintf(", and %s %s", b.verb(s, "take", "takes"), dollars(h.Won[s]))
		}
		lines = append(lines, text+".")
	}
	if b.v.Phase != o25.Betting {
		return lines
	}
	for s := range engine.Seat(b.v.Seats) {
		text := b.betNote(s)
		if text == "check" {
			text = "checked"
		}
		if h.Staked[s] > 0 {
			text = strings.TrimSpace(text + " " + dollars(h.Staked[s]))
		}
		if h.In.Has(s) && text != "" {
			lines = append(lines, fmt.Sprintf("%s: %s.", b.t.Name(s), text))
		}
	}
	if len(b.legal) > 0 {
		lines = append(lines, b.priceWords())
	}
	return lines
}

// cardWords is a poker card in words.
func cardWords(c o25.Card) string {
	if c == o25.NoCard {
		return "no card"
	}
	return rankWords[c.Rank()] + " of " + suitNames[c.Suit()]
}

var rankWords = [o25.Ranks]string{"ten", "jack", "queen", "king", "ace"}

// sceneLines tell a holdup or a sheriff's visit.
func (b *Board) sceneLines() []string {
	d := &b.v.Duel
	if !d.On {
		return nil
	}
	two := b.sides(d.Begun)
	lines := []string{fmt.Sprintf("Duel: %s, speed %s, against %s, speed %s.", two[0].name, two[0].speed, two[1].name,
		two[1].speed)}
	if d.Sheriff == 0 && !d.Begun {
		lines[0] = fmt.Sprintf("Holdup: %s, speed %s, holds up %s, speed %s. In a fight the second wins %s of the "+
			"time.",
			two[0].name, two[0].speed, two[1].name, two[1].speed, percent(b.chance(d.Defender, d.Attacker)))
	}
	pic := b.scene.picture(true, true)
	if d.Begun && d.Rolled > 0 {
		for i, s := range two {
			lines = append(lines, fmt.Sprintf("%s: %s.", capital(s.name), b.sumWords(i, pic, 200)))
		}
	}
	if b.v.Phase == o25.Settled || b.v.Phase == o25.Over {
		lines = append(lines, b.verdictWords())
	} else if text := b.suspense(pic); text != "" {
		lines = append(lines, text)
	}
	return lines
}

// everyChance tells the odds of every holdup that may be dared.
func (b *Board) everyChance() []string {
	var lines []string
	aim := b.aim
	for _, b.aim = range b.targets() {
		lines = append(lines, fmt.Sprintf("Against %s with %s: %s", b.spot(b.aim), dollars(b.outlaw(b.aim).Money),
			b.ownChances()))
	}
	b.aim = aim
	return lines
}
