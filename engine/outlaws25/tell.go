package outlaws25

import (
	"fmt"

	"saloon/engine"
)

// Tell is an event's line in the table's log. It names a card only to who sees it lie or holds it.
func (Rules) Tell(event Event, v engine.Viewer) (engine.Note, bool) {
	n := engine.Note{Kind: Name + "/" + kindOf(event), Seat: engine.Nobody, Other: engine.Nobody}
	if !tellRound(&n, event, v) && !tellPoker(&n, event, v) && !tellDuel(&n, event) && !tellHoldup(&n, event) {
		return engine.Note{}, false
	}
	return n, true
}

// money writes dollars.
func money(n int) string { return fmt.Sprintf("$%d", n) }

// tellRound has setup, rewards, housekeeping and the end.
func tellRound(n *engine.Note, event Event, v engine.Viewer) bool {
	switch e := event.(type) {
	case GangsDealt:
		n.Seat, n.Other = engine.Nature, e.Dealer
		n.Text = "The gangs were dealt. The highest die and the first deal fell to {other}."
		if seat := v.Seat(); seat >= 0 && int(seat) < len(e.Speeds) {
			s := e.Speeds[seat]
			n.Text = fmt.Sprintf("The gangs were dealt; your outlaws' speeds are %d at L, %d at M and %d at R. The "+
				"highest die and the first deal fell to {other}.", s[Left], s[Middle], s[Right])
		}
	case Arranged:
		if !v.Is(e.Seat) {
			return false
		}
		n.Seat = e.Seat
		n.Text = fmt.Sprintf("{seat} arranged the row: %d at L, %d at M, %d at R.", e.Speeds[Left], e.Speeds[Middle],
			e.Speeds[Right])
	case Readied:
		n.Seat = e.Seat
		n.Text = "{seat} is ready."
	case RoundBegan:
		n.Seat, n.Other, n.N = engine.Nature, e.Dealer, e.Ante
		n.Text = fmt.Sprintf("Round %d, dealt by {other}: every marked outlaw paid an ante of %s.", e.Round,
			money(e.Ante))
	case RewardBought:
		n.Seat, n.N = e.Owner.Seat, rewardPrice*chip
		n.Text = fmt.Sprintf("{seat} bought a reward for the outlaw at %v.", e.Owner.Place)
		if v.Is(e.Owner.Seat) {
			n.Cards = []string{e.Reward.String()}
			n.Text = fmt.Sprintf("{seat} bought a reward for the outlaw at %v: %v.", e.Owner.Place, e.Reward)
		}
	case Eliminated:
		n.Seat, n.N = e.Seat, e.Money
		n.Text = "{seat}'s gang has no outlaw left and is out."
		if e.Money > 0 {
			n.Text = fmt.Sprintf("{seat}'s gang has only %s, less than a round needs, and is out.", money(e.Money))
		}
	case RoundEnded:
		n.Seat, n.Other = engine.Nature, e.Dealer
		n.Text = "The round is over. The next dealer is {other}; every marker moved on."
	case ShareSealed:
		n.Seat = e.Seat
		n.Text = "{seat} has shared out the gang's money."
		if v.Is(e.Seat) {
			n.Text = fmt.Sprintf("{seat} has shared out the gang's money: %s.", row(e.Money))
		}
	case Shared:
		n.Seat = e.Seat
		n.Text = fmt.Sprintf("{seat}'s money lies now: %s.", row(e.Money))
	case Won:
		n.Seat, n.N = e.Seats[0], e.Pot
		n.Text = map[engine.Reason]string{
			endReasons[endLast]:   "{seat}'s gang is the last one and wins the match.",
			endReasons[endBroke]:  "No gang could go on. {seat}'s gang is ahead and wins the match.",
			endReasons[endRounds]: "After so many rounds {seat}'s gang is ahead and wins the match.",
		}[e.Reason]
		if len(e.Seats) > 1 {
			n.Text = fmt.Sprintf("%d gangs are ahead alike and share the win.", len(e.Seats))
		}
	default:
		return false
	}
	return true
}

// row writes shares.
func row(m [Row]int) string {
	return fmt.Sprintf("L %s, M %s, R %s", money(m[Left]), money(m[Middle]), money(m[Right]))
}

// tellPoker has a hand.
func tellPoker(n *engine.Note, event Event, v engine.Viewer) bool {
	switch e := event.(type) {
	case HandDealt:
		n.Seat, n.Cards = engine.Nature, names(e.Flop)
		n.Text = fmt.Sprintf("The flop is %v.", e.Flop)
		if seat := v.Seat(); seat >= 0 && int(seat) < len(e.Hole) && e.Hole[seat][0] != NoCard {
			n.Cards = names(e.Hole[seat][0], e.Hole[seat][1], e.Flop)
			n.Text = fmt.Sprintf("You were dealt %v and %v. The flop is %v.", e.Hole[seat][0], e.Hole[seat][1], e.Flop)
		}
	case Checked:
		n.Seat = e.Seat
		n.Text = "{seat} checked."
	case Paid:
		n.Seat, n.N = e.Seat, e.Money
		switch e.How {
		case ByCall:
			n.Text = fmt.Sprintf("{seat} called with %s", money(e.Money))
		case ByBet:
			n.Text = fmt.Sprintf("{seat} bet %s", money(e.Money))
		default:
			n.Text = fmt.Sprintf("{seat} raised to %s", money(e.To))
		}
		if e.Left == 0 {
			n.Text += ", all-in"
		}
		n.Text += "."
	case Folded:
		n.Seat = e.Seat
		n.Text = "{seat} folded."
	case Sleeved:
		n.Seat = e.Seat
		n.Text = fmt.Sprintf("{seat} changed a hole card with a %v.", CardUpTheSleeve)
		if v.Is(e.Seat) {
			n.Cards = names(e.Away, e.Drawn)
			n.Text = fmt.Sprintf("{seat} changed %v for %v with a %v.", e.Away, e.Drawn, CardUpTheSleeve)
		}
	case ExcessReturned:
		n.Seat, n.N = e.Seat, e.Money
		n.Text = fmt.Sprintf("{seat} took back %s that nobody matched.", money(e.Money))
	case HandShown:
		n.Seat, n.Cards = e.Seat, names(e.Cards[:]...)
		n.Text = fmt.Sprintf("{seat} showed %v %v: %s.", e.Cards[0], e.Cards[1],
			Describe([3]Card{e.Cards[0], e.Cards[1], e.Flop}))
	case PotPaid:
		tellPot(n, e)
	case PotLost:
		n.Seat, n.N = engine.Nature, e.Money
		n.Text = fmt.Sprintf("Nobody was left to play: the pot of %s went to the bank.", money(e.Money))
	default: // BettingBegan and HandCleared tell nothing that the next lines do not
		return false
	}
	return true
}

func tellPot(n *engine.Note, e PotPaid) {
	which := "the pot"
	if e.Side > 0 {
		which = fmt.Sprintf("side pot %d", e.Side)
	}
	n.Seat, n.N = e.Seat, e.Share
	n.Text = fmt.Sprintf("{seat} took %s of %s.", which, money(e.Pot))
	if e.Winners > 1 {
		n.Text = fmt.Sprintf("{seat} took %s of %s of %s, split among %d.", money(e.Share), which, money(e.Pot),
			e.Winners)
	}
}

// tellDuel has sheriffs and duels.
func tellDuel(n *engine.Note, event Event) bool {
	switch e := event.(type) {
	case SheriffDrawn:
		n.Seat, n.N = e.Outlaw.Seat, e.Sheriff
		n.Text = fmt.Sprintf("A sheriff of speed %d came for {seat}'s outlaw at %v, wanted for %v.", e.Sheriff,
			e.Outlaw.Place, e.Label)
	case Bribed:
		n.Seat, n.Cards = e.Outlaw.Seat, []string{BribedLawman.String()}
		n.Text = fmt.Sprintf("{seat} played a %v: the sheriff left, and so did the Wanted card.", BribedLawman)
	case DuelBegan:
		n.Seat = e.Attacker.Seat
		n.Text = fmt.Sprintf("{seat}'s outlaw at %v, speed %d, faces the sheriff, speed %d.", e.Attacker.Place,
			e.Speeds[0], e.Speeds[1])
		if e.Defender != nil {
			n.Other = e.Defender.Seat
			n.Text = fmt.Sprintf("{seat}'s outlaw at %v, speed %d, faces {other}'s outlaw at %v, speed %d.",
				e.Attacker.Place, e.Speeds[0], e.Defender.Place, e.Speeds[1])
		}
	case RewardPlayed:
		n.Seat, n.Cards, n.N = e.Owner.Seat, []string{e.Reward.String()}, e.Reward.Modifier()
		n.Text = fmt.Sprintf("{seat} played a %v: %+d.", e.Reward, e.Reward.Modifier())
		if e.Reward == SecondDraw {
			n.N = e.Die
			n.Text = fmt.Sprintf("{seat} played a %v and rolled a %d.", e.Reward, e.Die)
		}
		if e.Reward.Drink() {
			n.Other = e.Target
			from := fmt.Sprintf("{seat}'s outlaw at %v poured a %v", e.Owner.Place, e.Reward)
			n.Text = fmt.Sprintf("%s for {other}: %+d.", from, e.Reward.Modifier())
			if e.Target == engine.Nature {
				n.Text = fmt.Sprintf("%s for the sheriff: %+d.", from, e.Reward.Modifier())
			}
		}
	case Passed:
		n.Seat = e.Seat
		n.Text = "{seat} passed."
	case DiceRolled:
		n.Seat = engine.Nature
		n.Text = fmt.Sprintf("The dice: %d and %d, which makes %d against %d.", e.Dice[0], e.Dice[1], e.Totals[0],
			e.Totals[1])
		if e.Totals[0] == e.Totals[1] {
			n.Text = fmt.Sprintf("The dice: %d and %d, which makes %d each: a tie.", e.Dice[0], e.Dice[1], e.Totals[0])
		}
	case SheriffBeaten:
		n.Seat, n.N = e.Outlaw.Seat, e.Sheriff
		n.Text = fmt.Sprintf("{seat}'s outlaw at %v beat the sheriff and is not wanted for %v any more.",
			e.Outlaw.Place, e.Label)
	case OutlawDied:
		n.Seat, n.N = e.Outlaw.Seat, e.Money
		n.Text = fmt.Sprintf("{seat}'s outlaw at %v was shot", e.Outlaw.Place)
		if e.Winner == nil {
			n.Text += " by the sheriff"
		}
		switch {
		case e.Money > 0 && e.Winner != nil:
			n.Other = e.Winner.Seat
			n.Text += fmt.Sprintf("; {other} took the %s", money(e.Money))
		case e.Money > 0:
			n.Text += fmt.Sprintf("; %s went to the bank", money(e.Money))
		}
		n.Text += "."
	default:
		return false
	}
	return true
}

// tellHoldup has holdups.
func tellHoldup(n *engine.Note, event Event) bool {
	switch e := event.(type) {
	case HeldUp:
		n.Seat, n.Other = e.Attacker.Seat, e.Target.Seat
		n.Text = fmt.Sprintf("{seat}'s outlaw at %v holds up {other}'s outlaw at %v.", e.Attacker.Place, e.Target.Place)
	case Fought:
		n.Seat = e.Seat
		n.Text = "{seat} chose to fight."
	case Cowered:
		n.Seat, n.Other, n.N = e.Target.Seat, e.Attacker.Seat, e.Money
		n.Text = fmt.Sprintf("{seat} cowered and paid {other} %s.", money(e.Money))
	case Escaped:
		n.Seat, n.Cards = e.Target.Seat, []string{FastHorse.String()}
		n.Text = fmt.Sprintf("{seat} got away on a %v.", FastHorse)
	case WantedDrawn:
		n.Seat, n.Cards = e.Outlaw.Seat, []string{e.Label.String()}
		n.Text = fmt.Sprintf("{seat}'s outlaw at %v is wanted now: %v.", e.Outlaw.Place, e.Label)
	default: // HoldupDue tells nothing
		return false
	}
	return true
}

func names(cards ...Card) []string {
	out := make([]string, len(cards))
	for i, c := range cards {
		out[i] = c.String()
	}
	return out
}
