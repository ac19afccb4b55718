package okcorral

// deckMax is the largest deck: six seats (rules 8).
const deckMax = 47

// copies are how many cards there are of a kind, of a coloured one for each color in play (rules 4).
var copies = [kinds]uint8{
	Cavalry: 4, Saloon: 4, HoldUp: 4, PokerLeft: 3, PokerRight: 3, FoolsGold: 3, DoubleShoot: 4, Nugget: 4,
	Wanted: 1, Settling: 1, Duel: 1,
}

// colors are the colors whose cards are in the game (rules 9). Two players use all Duel cards (rules section 4).
func (s *State) colors() []Color {
	out := make([]Color, 0, Colors)
	for c := range Color(Colors) {
		if s.seats == 2 || s.seatOf(c) >= 0 {
			out = append(out, c)
		}
	}
	return out
}

// has reports whether a deck has a kind (rules 10, section 4).
func (s *State) has(k Kind) bool {
	switch {
	case s.seats == 2 && (k == Wanted || k == Settling):
		return false
	case s.house.deck == FirstGames:
		return k != Settling && k != PokerLeft && k != PokerRight
	default:
		return true
	}
}

// deck is all cards of the match, the guided ones in their order.
func (s *State) deck() []Card {
	if s.house.deck == Guided {
		return s.guided()
	}
	out := make([]Card, 0, deckMax)
	for k := Cavalry; k < kinds; k++ {
		if !s.has(k) {
			continue
		}
		if !k.Colored() {
			for range copies[k] {
				out = append(out, CardOf(k, 0))
			}
			continue
		}
		for _, c := range s.colors() {
			out = append(out, CardOf(k, c))
		}
	}
	return out
}

// census is how many cards there are of each, without making the deck.
func (s *State) census() (count [cardsMax]int8) {
	if s.house.deck == Guided {
		for _, c := range s.guided() {
			count[c]++
		}
		return count
	}
	for k := Cavalry; k < kinds; k++ {
		switch {
		case !s.has(k):
		case !k.Colored():
			count[k] = int8(copies[k])
		case s.seats == 2:
			for c := range Color(Colors) {
				count[CardOf(k, c)] = 1
			}
		default:
			for _, c := range s.characters[:s.seats] {
				count[CardOf(k, c.Color())] = 1
			}
		}
	}
	return count
}

// guided is the deck of a first game: after each new kind comes one that is known already.
func (s *State) guided() []Card {
	colors := s.colors()
	out := make([]Card, 0, deckMax)
	for _, step := range [...]struct {
		kind  Kind
		color int
	}{
		{Cavalry, 0}, {Cavalry, 0}, {Saloon, 0}, {Cavalry, 0}, {HoldUp, 0}, {Saloon, 0}, {DoubleShoot, 0}, {HoldUp, 0},
		{Nugget, 0}, {DoubleShoot, 0}, {FoolsGold, 0}, {Nugget, 0}, {Wanted, 0}, {Wanted, 1}, {Duel, 0}, {Duel, 1},
		{Settling, 2}, {Duel, 2}, {PokerLeft, 0}, {PokerRight, 0},
	} {
		if s.has(step.kind) {
			out = append(out, CardOf(step.kind, colors[step.color]))
		}
	}
	return out
}
