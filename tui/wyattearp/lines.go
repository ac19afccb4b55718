package wyattearp

import (
	"fmt"
	"strings"

	"saloon/engine"
	we "saloon/engine/wyattearp"
)

// Lines tells the table in plain text, a line for each thing that Draw shows, most important first.
func (b *Board) Lines() []string {
	if b.v.Round == 0 {
		return []string{"The cards are being dealt."}
	}
	if b.v.Phase == we.Scored || b.v.Phase == we.Over {
		return b.scoreLines()
	}
	lines := []string{b.Headline() + ". " + b.turnLine()}
	for o := range we.Outlaw(we.Outlaws) {
		lines = append(lines, b.posterLine(o))
	}
	for s := range engine.Seat(b.v.Seats) {
		lines = append(lines, fmt.Sprintf("%s: %s, %s in hand.", b.t.Name(s), we.Dollars(b.v.Cash[s]),
			plural(b.v.Hands[s], "card", "cards")))
	}
	top := "empty"
	if b.v.Top != we.NoCard {
		top = fmt.Sprintf("%s on top of %d", b.v.Top, b.v.Discards)
	}
	lines = append(lines, fmt.Sprintf("Supply: %d. Discard stack: %s. A shot: %s.", b.v.Supply, top, b.odds()))
	if b.v.Viewer >= 0 {
		lines = append(lines, "Your hand: "+b.v.Hand.String()+".")
	}
	return lines
}

func (b *Board) turnLine() string {
	switch {
	case b.v.Asked < 0:
		return ""
	case b.v.Asked == b.v.Viewer:
		return "It is your move."
	default:
		return "It is " + b.t.Name(b.v.Asked) + "'s move."
	}
}

// posterLine says of one outlaw what the reward is, who has what, and who would be paid.
func (b *Board) posterLine(o we.Outlaw) string {
	var who []string
	for s := range engine.Seat(b.v.Seats) {
		pile := b.v.Piles[s][o]
		if pile.Empty() {
			continue
		}
		text := fmt.Sprintf("%s %d CP (%s)", b.t.Name(s), pile.Visible(), pile.Bag(o))
		if pile.Hideout {
			text = fmt.Sprintf("%s 0 CP, %d under a Hideout (%s)", b.t.Name(s), pile.CP(), pile.Bag(o))
		} else if paid := b.v.Now.Posters[o].Paid[s]; paid > 0 {
			text += " gets " + we.Dollars(paid) + " now"
		}
		who = append(who, text)
	}
	if len(who) == 0 {
		state := "not opened"
		if b.v.Opened[o] {
			state = "nobody has any"
		}
		who = []string{state}
	}
	return fmt.Sprintf("%v, %s: %s.", o, we.Dollars(b.v.Posters[o]), strings.Join(who, "; "))
}

func (b *Board) scoreLines() []string {
	lines := []string{fmt.Sprintf("Hand %d is over.", b.v.Last.Round)}
	for o := range we.Outlaw(we.Outlaws) {
		lines = append(lines, b.v.Last.Explain(o, b.t.Name))
	}
	for s := range engine.Seat(b.v.Seats) {
		lines = append(lines, fmt.Sprintf("%s: %s in this hand, %s in all.", b.t.Name(s),
			we.Dollars(b.v.Last.Total(s)), we.Dollars(b.v.Cash[s])))
	}
	if b.v.DuelRound > 0 {
		for s := range engine.Seat(b.v.Seats) {
			if c := b.v.Duel[s]; c != we.NoCard {
				lines = append(lines, fmt.Sprintf("Duel, round %d: %s turned up %s.", b.v.DuelRound, b.t.Name(s), c))
			}
		}
	}
	if b.v.Phase == we.Over && b.v.Winner >= 0 {
		lines = append(lines, b.wonWords())
	}
	return lines
}
