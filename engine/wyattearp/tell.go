package wyattearp

import (
	"fmt"

	"saloon/engine"
)

// Tell is an event's line in the table's log. It names a card only to who sees it lie or holds it.
func (Rules) Tell(event Event, v engine.Viewer) (engine.Note, bool) {
	n := engine.Note{Kind: Name + "/" + kindOf(event), Seat: engine.Nobody, Other: engine.Nobody}
	if !tellTurn(&n, event, v) && !tellSheriff(&n, event, v) && !tellEnd(&n, event) {
		return engine.Note{}, false
	}
	return n, true
}

// tellTurn has the deal, the draws, the melds and the discard.
func tellTurn(n *engine.Note, event Event, v engine.Viewer) bool {
	switch e := event.(type) {
	case Dealt:
		n.Seat, n.Other, n.N = engine.Nature, e.Dealer, e.Round
		n.Text = fmt.Sprintf("Hand %d was dealt by {other}. A %v lay face up.", e.Round, e.Upcard)
		if seat := v.Seat(); seat >= 0 && int(seat) < len(e.Hands) {
			n.Cards = names(BagOf(e.Hands[seat]...).Cards())
		} else {
			n.Cards = names([]Card{e.Upcard})
		}
	case Drew:
		n.Seat, n.N = e.Seat, len(e.Cards)
		n.Text = fmt.Sprintf("{seat} drew %s from the supply.", number(len(e.Cards)))
		if v.Is(e.Seat) {
			n.Cards = names(BagOf(e.Cards...).Cards()) // sorted, as the hand is
			n.Text = fmt.Sprintf("{seat} drew %s from the supply.", join(n.Cards))
		}
	case TookDiscard:
		n.Seat, n.Cards = e.Seat, names([]Card{e.Card})
		n.Text = fmt.Sprintf("{seat} took the %v from the discard stack, and nothing lay under it.", e.Card)
		if e.Under != NoCard {
			n.Cards = names([]Card{e.Card, e.Under})
			n.Text = fmt.Sprintf("{seat} took the %v from the discard stack. Under it lay a %v.", e.Card, e.Under)
		}
	case Reshuffled:
		n.Seat, n.N = engine.Nature, len(e.Supply)
		n.Text = fmt.Sprintf("The discard stack was shuffled into a new supply of %d cards.", len(e.Supply))
	case Melded:
		n.Seat, n.N = e.Seat, e.N
		for range e.N {
			n.Cards = append(n.Cards, e.Outlaw.String())
		}
		n.Text = fmt.Sprintf("{seat} laid %d %v: %s on the poster.", e.N, e.Outlaw, more(e.Added))
		if e.Opened {
			n.Text = fmt.Sprintf("{seat} opened %v with %d cards: %s on the poster.", e.Outlaw, e.N, more(e.Added))
		}
	case Discarded:
		n.Seat, n.Cards = e.Seat, names([]Card{e.Card})
		n.Text = fmt.Sprintf("{seat} discarded a %v.", e.Card)
	default:
		return false
	}
	return true
}

// tellSheriff has what Sheriff cards do.
func tellSheriff(n *engine.Note, event Event, v engine.Viewer) bool {
	switch e := event.(type) {
	case Played:
		if e.Card.Photo() { // the line about its laying says it all
			return false
		}
		n.Seat, n.Cards = e.Seat, names([]Card{e.Card})
		n.Text = fmt.Sprintf("{seat} played a %v.", e.Card)
	case ShotTurned:
		n.Seat, n.Cards = e.Seat, names([]Card{e.Card})
		n.Text = fmt.Sprintf("{seat} shot and turned up a %v: a miss.", e.Card)
		if e.Hit {
			n.N = 1
			n.Text = fmt.Sprintf("{seat} shot and turned up a %v: a hit.", e.Card)
		}
	case Laid:
		n.Seat, n.N, n.Cards = e.Seat, e.Added, names([]Card{e.Card})
		n.Text = fmt.Sprintf("{seat} laid the %v on %v: %s on the poster.", e.Card, e.Outlaw, more(e.Added))
		if e.Card.Photo() {
			n.Text = fmt.Sprintf("{seat} laid the %v: %s on the poster.", e.Card, more(e.Added))
		}
	case GunLost:
		n.Seat, n.Other, n.Cards = e.Seat, e.Owner, names([]Card{FastestGun})
		n.Text = fmt.Sprintf("{other} lost the Fastest Gun that lay on %v.", e.Outlaw)
	case Covered:
		n.Seat, n.Other, n.Cards = e.Seat, e.Victim, names([]Card{Hideout})
		n.Text = fmt.Sprintf("{seat} laid a Hideout across {other}'s %v.", e.Outlaw)
	case Stole:
		n.Seat, n.Other, n.Cards = e.Seat, e.From, names([]Card{e.Outlaw.Card()})
		n.Text = fmt.Sprintf("{seat} stole a %v from {other}'s table.", e.Outlaw)
	case Orphaned:
		n.Seat, n.Cards, n.N = e.Seat, names(e.Cards), len(e.Cards)
		n.Text = fmt.Sprintf("Nothing of %v was left to {seat}: the %s went to the discard stack.", e.Outlaw,
			join(n.Cards))
	case Asked:
		tellAsked(n, e)
	case Searched:
		n.Seat = e.Seat
		n.Text = "{seat} took a card out of the discard stack unseen."
		if v.Is(e.Seat) {
			n.Cards = names([]Card{e.Card})
			n.Text = fmt.Sprintf("{seat} took the %v out of the discard stack unseen.", e.Card)
		}
	case Looked:
		if !v.Is(e.Seat) {
			return false
		}
		n.Seat, n.Cards, n.N = e.Seat, names(e.Missing), len(e.Missing)
		n.Text = fmt.Sprintf("{seat} saw what others had taken out of the discard stack: %v.", BagOf(e.Missing...))
	case Uncovered:
		n.Seat, n.Cards = e.Seat, names([]Card{Hideout})
		n.Text = fmt.Sprintf("{seat} drove the Hideout off the %v pile.", e.Outlaw)
	case Replied:
		n.Seat, n.Cards = e.Seat, names([]Card{WyattEarp})
		n.Text = fmt.Sprintf("{seat} answered the Hideout on %v with a Wyatt Earp.", e.Outlaw)
	case Passed:
		n.Seat = e.Seat
		n.Text = fmt.Sprintf("{seat} let the Hideout on %v lie.", e.Outlaw)
	default: // Spent tells nothing that the card's own line has not told
		return false
	}
	return true
}

func tellAsked(n *engine.Note, e Asked) {
	way := "to the right"
	if e.Left {
		way = "to the left"
	}
	n.Seat, n.Other = e.Seat, e.Giver
	if e.Giver < 0 {
		n.Text = fmt.Sprintf("{seat} asked %s for a %v: nobody had one.", way, e.Outlaw)
		return
	}
	n.Cards = names([]Card{e.Outlaw.Card()})
	n.Text = fmt.Sprintf("{seat} asked %s for a %v: {other} gave one.", way, e.Outlaw)
}

// tellEnd has the end of a hand and of the match.
func tellEnd(n *engine.Note, event Event) bool {
	switch e := event.(type) {
	case RoundEnded:
		n.Seat = e.Seat
		n.Text = map[Why]string{
			WentOut:      "{seat} discarded the last card, and the hand ended.",
			EmptyHand:    "A player had no cards left, so the hand ended with {seat}'s discard.",
			SupplyChoice: "{seat} ended the hand, because the second supply was running out.",
			SupplyGone:   "The second supply was used up, and the hand ended.",
			Stalled:      "Nobody had played or drawn for three rounds, so the hand ended.",
		}[e.Why]
	case HandShown:
		n.Seat, n.Cards, n.N = e.Seat, names(e.Cards), len(e.Cards)
		n.Text = fmt.Sprintf("{seat} was left with %v.", BagOf(e.Cards...))
	case RoundScored:
		tellScored(n, e.Sheet)
	case DuelTurned:
		n.Seat, n.N = engine.Nature, e.Round
		for _, c := range e.Cards {
			if c != NoCard {
				n.Cards = append(n.Cards, c.String())
			}
		}
		n.Text = fmt.Sprintf("Duel, round %d: %s were turned up, and %d shot on.", e.Round, join(n.Cards), len(e.Left))
		if len(e.Left) == 1 {
			n.Other = e.Left[0]
			n.Text = fmt.Sprintf("Duel, round %d: %s were turned up, and only {other} hit.", e.Round, join(n.Cards))
		}
	case Won:
		n.Seat, n.N = e.Seat, e.Cash
		n.Text = fmt.Sprintf("{seat} won the match with %s.", Dollars(e.Cash))
	default:
		return false
	}
	return true
}

func tellScored(n *engine.Note, sheet Sheet) {
	best := 0
	for seat := range engine.Seat(sheet.Seats) {
		if total := sheet.Total(seat); total > best {
			best, n.Seat = total, seat
		}
	}
	n.N = best
	n.Text = fmt.Sprintf("Hand %d was scored: {seat} earned most, %s.", sheet.Round, Dollars(best))
	if best == 0 {
		n.Text = fmt.Sprintf("Hand %d was scored: nobody earned anything.", sheet.Round)
	}
}

func names(cards []Card) []string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = c.String()
	}
	return out
}

func number(cards int) string {
	if cards == 1 {
		return "a card"
	}
	return fmt.Sprintf("%d cards", cards)
}

func more(dollars int) string {
	if dollars == 0 {
		return "nothing more"
	}
	return "+" + Dollars(dollars)
}
