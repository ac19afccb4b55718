package wyattearp

import "saloon/engine"

// refuse puts a fault into words for the player who made the move.
func (s *State) refuse(m Move, f fault) error {
	switch f {
	case faultMove:
		return engine.Refuse("R8", "There is no such move.")
	case faultPhase, faultWrongTarget:
		return s.refusePhase()
	case faultNotHeld:
		return s.refuseNotHeld(m)
	case faultNothingToDraw, faultSupplyShort, faultStackEmpty, faultHandGoesOn:
		return refuseDraw(f)
	case faultUnopened:
		return engine.Refuse("R14", "%v is not opened yet: the first meld of an outlaw takes three or more Outlaw "+
			"cards together, and the Photo does not count.", m.Outlaw)
	case faultPhotoUnopened:
		return engine.Refuse("R23", "The Photo of %v must wait: a photo needs its outlaw to be opened, and nobody has "+
			"laid three or more Outlaw cards of %v together.", m.Outlaw, m.Outlaw)
	case faultLastCard:
		return engine.Refuse("R13", "Keep a card: the turn ends with a discard, so the last card in your hand can "+
			"only be discarded.")
	case faultSecondSheriff:
		return s.refuseSecond()
	case faultNoShot:
		return engine.Refuse("R22", "No shot is possible: the supply is empty, and there is nothing left to reshuffle.")
	case faultNotOwnPile, faultGunThere, faultOwnPile, faultNoRivalPile, faultHiddenAlready, faultStealOwn,
		faultStealNone, faultNotHidden:
		return s.refuseTarget(m, f)
	default:
		return refuseUse(m, f)
	}
}

func (s *State) refusePhase() error {
	switch s.phase {
	case Draw:
		return engine.Refuse("R8", "Draw first: two cards from the supply, or the top card of the discard stack.")
	case Play:
		return engine.Refuse("R8", "You have drawn: now play cards, or end your turn with a discard.")
	case Target:
		return engine.Refuse("R21", "The shot hit: choose a target for the %v first.", s.limbo)
	default: // React: nobody else is asked anything
		return engine.Refuse("R44", "A Hideout lies on your %v: react with a Wyatt Earp, or pass.", s.hidden)
	}
}

func (s *State) refuseNotHeld(m Move) error {
	switch m.Use {
	case Meld:
		hand := s.hands[s.turn]
		if hand.Has(m.Outlaw.Photo()) {
			return engine.Refuse("R16", "You hold %d Outlaw cards of %v, not %d, and the Photo is none.",
				hand.Of(m.Outlaw.Card()), m.Outlaw, m.N)
		}
		return engine.Refuse("R10", "You hold %d of %v, not %d. Only cards in your hand can be played.",
			hand.Of(m.Outlaw.Card()), m.Outlaw, m.N)
	case Discard:
		return engine.Refuse("R8", "You hold no %v. Only a card in your hand can be the discard.", m.Card)
	case Reply:
		return engine.Refuse("R44", "You hold no Wyatt Earp to react with, so you can only pass.")
	default:
		return engine.Refuse("R10", "You hold no %v. Only cards in your hand can be played.", m.Sheriff())
	}
}

func refuseDraw(f fault) error {
	switch f {
	case faultNothingToDraw:
		return refuseEmpty()
	case faultSupplyShort:
		return engine.Refuse("R47", "Fewer than two cards are left in the second supply: take the top discard, or end "+
			"the hand.")
	case faultStackEmpty:
		return engine.Refuse("R9", "The discard stack is empty: draw from the supply.")
	default: // faultHandGoesOn
		return engine.Refuse("R47", "The hand can be ended only when the second supply has fewer than two cards left.")
	}
}

func refuseEmpty() error {
	return engine.Refuse("R48", "There is no card left to draw: the supply is empty, and so is what it would be "+
		"reshuffled from, or the hand's one reshuffle is used.")
}

func (s *State) refuseSecond() error {
	if s.mayPlay != NoCard {
		return engine.Refuse("R42", "Only one Sheriff card a turn. You may still play the %v that you took, as your "+
			"very next action.", s.mayPlay)
	}
	return engine.Refuse("R10", "Only one Sheriff card a turn, and you have played yours.")
}

// refuseUse is what single Sheriff cards ask for.
func refuseUse(m Move, f fault) error {
	switch f {
	case faultNoPile:
		return engine.Refuse("R24", "You need a pile of your own for the %v: an Outlaw card or a Photo in your "+
			"territory.", m.Sheriff())
	case faultGunEverywhere:
		return engine.Refuse("R25", "The Fastest Gun lies on the only outlaw that you have a pile of, and it cannot "+
			"be played on an outlaw that has it already.")
	case faultNothingToSteal:
		return engine.Refuse("R29", "There is nothing to steal: no opponent has an Outlaw card on the table.")
	case faultNothingToHide:
		return engine.Refuse("R37", "A Hideout needs an opponent's pile that is not hidden yet.")
	case faultOneHideout:
		return engine.Refuse("R35", "A Hideout lies on the table already, and this table allows only one at a time.")
	case faultEarpDraw:
		return refuseEmpty()
	case faultEarpTakesEarp:
		return engine.Refuse("R41", "A Wyatt Earp cannot be taken from the discard stack.")
	case faultNotInStack:
		return engine.Refuse("R41", "There is no %v in the discard stack.", m.Card)
	default: // faultNoneHidden
		return engine.Refuse("R43", "None of your own piles is under a Hideout.")
	}
}

// refuseTarget is what lies wrong for a hit.
func (s *State) refuseTarget(m Move, f fault) error {
	switch f {
	case faultNotOwnPile:
		return engine.Refuse("R24", "You have no pile of %v; the %v goes on a pile of your own.", m.Outlaw, s.limbo)
	case faultGunThere:
		return engine.Refuse("R25", "The Fastest Gun lies on %v already; choose another outlaw.", m.Outlaw)
	case faultOwnPile:
		return engine.Refuse("R33", "A Hideout goes on an opponent's pile, not on your own.")
	case faultNoRivalPile:
		return engine.Refuse("R37", "There is no pile of %v to hide there.", m.Outlaw)
	case faultHiddenAlready:
		return engine.Refuse("R35", "That pile is under a Hideout already.")
	case faultStealOwn:
		return engine.Refuse("R29", "Steal from an opponent's territory, not from your own.")
	case faultStealNone:
		return engine.Refuse("R30", "No Outlaw card of %v lies there; a Photo cannot be stolen.", m.Outlaw)
	default: // faultNotHidden
		return engine.Refuse("R43", "No Hideout lies on your own %v.", m.Outlaw)
	}
}
