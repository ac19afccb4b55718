package okcorral

import "saloon/engine"

// beats reports whether a score is better: points, then duels won, then positive cards (rules 34).
func (s Score) beats(o Score) bool {
	switch {
	case s.Total() != o.Total():
		return s.Total() > o.Total()
	case s.Duels != o.Duels:
		return s.Duels > o.Duels
	default:
		return s.Positive > o.Positive
	}
}

// What characters are paid (rules 32).
const (
	noneBonus = 3
	cardBonus = 1
	duelBonus = 2
)

// Bonus is what a character is paid for how many cards of each kind its player took (rules 32).
func (c Character) Bonus(count func(Kind) int) int {
	none := func(k Kind) int {
		if count(k) == 0 {
			return noneBonus
		}
		return 0
	}
	switch c {
	case Colonel:
		return none(Cavalry)
	case Cowgirl:
		return none(Saloon)
	case Outlaw:
		return none(HoldUp)
	case Mercenary:
		return cardBonus * count(DoubleShoot)
	case Prospector:
		return cardBonus * count(Nugget)
	case TriggerAce:
		return duelBonus * count(Duel)
	default:
		return 0
	}
}

// scores are what all seats have (rules 31, 32).
func (s *State) scores() (all [seatsMax]Score) {
	var counts [seatsMax][kinds]int
	for _, g := range s.gone[:s.went] {
		if g.by < 0 {
			continue
		}
		k := g.card.Kind()
		counts[g.by][k]++
		score := &all[g.by]
		score.Cards += g.card.Value(s.n(), s.house.fool)
		if k == Duel {
			score.Duels++
		}
		if !k.Negative() {
			score.Positive++
		}
	}
	for seat := range engine.Seat(s.seats) {
		all[seat].Bonus = s.characters[seat].Bonus(func(k Kind) int { return counts[seat][k] })
	}
	return all
}
