package wyattearp

// Pile is what lies of one outlaw in one player's territory (rules R5). It is empty while it has neither an Outlaw
// card nor the Photo; then it holds nothing else either (rules R31).
type Pile struct {
	Outlaws      uint8 // Outlaw cards, 0 to 7
	Stagecoaches uint8
	Banks        uint8
	Photo        bool
	Gun          bool // the Fastest Gun
	Hideout      bool // somebody's Hideout lies across it
}

// Empty reports whether there is nothing for a numbered card to lie on.
func (p Pile) Empty() bool { return p.Outlaws == 0 && !p.Photo }

// CP is what the pile's cards are worth, also under a Hideout (rules R2).
func (p Pile) CP() int {
	cp := 2*int(p.Outlaws) + int(p.Stagecoaches) + 2*int(p.Banks)
	if p.Photo {
		cp += 4
	}
	if p.Gun {
		cp += 3
	}
	return cp
}

// Visible is what the pile counts: nothing under a Hideout (rules R34).
func (p Pile) Visible() int {
	if p.Hideout {
		return 0
	}
	return p.CP()
}

// Bag is every card of the pile of outlaw o, the Hideout included.
func (p Pile) Bag(o Outlaw) Bag {
	b := Bag(p.Outlaws)<<(bagBits*o.Card()) | Bag(p.Stagecoaches)<<(bagBits*Stagecoach) | Bag(p.Banks)<<(bagBits*Bank)
	if p.Photo {
		b |= 1 << (bagBits * o.Photo())
	}
	if p.Gun {
		b |= 1 << (bagBits * FastestGun)
	}
	if p.Hideout {
		b |= 1 << (bagBits * Hideout)
	}
	return b
}

// Sheriffs lists the numbered cards of the pile.
func (p Pile) Sheriffs() []Card {
	cards := make([]Card, 0, 4)
	for range p.Stagecoaches {
		cards = append(cards, Stagecoach)
	}
	for range p.Banks {
		cards = append(cards, Bank)
	}
	if p.Gun {
		cards = append(cards, FastestGun)
	}
	return cards
}
