package wyattearp

import "saloon/engine"

// fault is why a move is refused; fine where it is not. The words are made only when somebody reads them (refuse.go),
// because listing the legal moves asks a hundred times as often as a player is refused.
type fault uint8

const (
	fine fault = iota
	faultMove
	faultPhase
	faultNothingToDraw
	faultSupplyShort
	faultStackEmpty
	faultHandGoesOn
	faultNotHeld
	faultUnopened
	faultPhotoUnopened
	faultLastCard
	faultSecondSheriff
	faultNoShot
	faultNoPile
	faultGunEverywhere
	faultNothingToSteal
	faultNothingToHide
	faultOneHideout
	faultEarpDraw
	faultEarpTakesEarp
	faultNotInStack
	faultNoneHidden
	faultWrongTarget
	faultNotOwnPile
	faultGunThere
	faultOwnPile
	faultNoRivalPile
	faultHiddenAlready
	faultStealOwn
	faultStealNone
	faultNotHidden
)

// check decides whether the seat that is asked may make a move. It is the only judge of legality: Legal lists what it
// accepts and Decide refuses what it does not.
func (s *State) check(m Move) fault {
	if !m.proper(s.seats) {
		return faultMove
	}
	switch s.phase {
	case Draw:
		return s.checkDraw(m)
	case Play:
		return s.checkPlay(m)
	case Target:
		return s.checkTarget(m)
	case React:
		return s.checkReact(m)
	default:
		return faultPhase
	}
}

// checkDraw is rules R9 with the end of the supply, R46 to R48.
func (s *State) checkDraw(m Move) fault {
	short := s.shuffled && s.stacks.supply < 2
	switch m.Use {
	case DrawSupply:
		switch {
		case short:
			return faultSupplyShort
		case s.obtainable() == 0:
			return faultNothingToDraw
		}
	case DrawDiscard:
		if s.stacks.discards == 0 {
			return faultStackEmpty
		}
	case EndHand:
		// With nothing at all to draw the hand can only end; no match gets there, but a position can be set up so.
		if !short && s.obtainable() > 0 {
			return faultHandGoesOn
		}
	default:
		return faultPhase
	}
	return fine
}

// checkPlay is step 2 and 3 of a turn.
func (s *State) checkPlay(m Move) fault {
	hand := s.hands[s.turn]
	switch m.Use {
	case Meld:
		n := int(m.N)
		switch {
		case hand.Of(m.Outlaw.Card()) < n:
			return faultNotHeld
		case !s.opened[m.Outlaw] && n < 3:
			return faultUnopened
		case hand.Len() <= n:
			return faultLastCard
		}
		return fine
	case Discard:
		if !hand.Has(m.Card) {
			return faultNotHeld
		}
		return fine
	case PlayPhoto, PlayStagecoach, PlayBank, PlayGun, Ask, ShootMost, PlayHideout, EarpDraw, EarpTake, EarpShoot:
		return s.checkSheriff(m, hand)
	default:
		return faultPhase
	}
}

// checkSheriff is what every Sheriff card asks for, then what each asks for by itself.
func (s *State) checkSheriff(m Move, hand Bag) fault {
	card := m.Sheriff()
	switch {
	case !hand.Has(card):
		return faultNotHeld
	case s.sheriff && s.mayPlay != card:
		return faultSecondSheriff
	}
	if f := s.checkUse(m); f != fine {
		return f
	}
	// A player must be certain of a card to discard (rules R13); these two options are certain to bring one.
	if hand.Len() < 2 && m.Use != EarpDraw && m.Use != EarpTake {
		return faultLastCard
	}
	if m.Shoots() && !s.canShoot() {
		return faultNoShot
	}
	return fine
}

func (s *State) checkUse(m Move) fault {
	switch m.Use {
	case PlayPhoto:
		if !s.opened[m.Outlaw] {
			return faultPhotoUnopened
		}
	case PlayStagecoach, PlayBank, PlayGun:
		return s.checkNumbered(m.Use)
	case ShootMost:
		if !s.anyRival(s.turn, stealable) {
			return faultNothingToSteal
		}
	case PlayHideout:
		if s.house.oneHideout && s.hideoutLies() {
			return faultOneHideout
		}
		if !s.anyRival(s.turn, hideable) {
			return faultNothingToHide
		}
	case EarpDraw:
		if s.obtainable() == 0 {
			return faultEarpDraw
		}
	case EarpTake:
		switch {
		case m.Card == WyattEarp:
			return faultEarpTakesEarp
		case !s.stacks.discardBag().Has(m.Card):
			return faultNotInStack
		}
	case EarpShoot:
		if !s.anyPile(s.turn, covered) {
			return faultNoneHidden
		}
	default: // Ask has no condition (rules R28)
	}
	return fine
}

func (s *State) checkNumbered(u Use) fault {
	if !s.anyPile(s.turn, filled) {
		return faultNoPile
	}
	if u != PlayGun {
		return fine
	}
	_, at, lies := s.gun()
	free := func(o Outlaw, p Pile) bool { return o != at && !p.Empty() }
	if lies && !s.anyPile(s.turn, free) {
		return faultGunEverywhere
	}
	return fine
}

func filled(_ Outlaw, p Pile) bool    { return !p.Empty() }
func stealable(_ Outlaw, p Pile) bool { return p.Outlaws > 0 }
func hideable(_ Outlaw, p Pile) bool  { return !p.Empty() && !p.Hideout }
func covered(_ Outlaw, p Pile) bool   { return p.Hideout }

func (s *State) hideoutLies() bool {
	return s.anyPile(s.turn, covered) || s.anyRival(s.turn, covered)
}

// checkTarget is the choice after a hit (rules R21).
func (s *State) checkTarget(m Move) fault {
	switch m.Use {
	case On, Cover, Steal, Off:
	default:
		return faultPhase
	}
	switch {
	case m.Use == On && s.limbo.Numbered():
		if s.piles[s.turn][m.Outlaw].Empty() {
			return faultNotOwnPile
		}
		if _, at, lies := s.gun(); s.limbo == FastestGun && lies && at == m.Outlaw {
			return faultGunThere
		}
	case m.Use == Cover && s.limbo == Hideout:
		switch p := s.piles[m.Seat][m.Outlaw]; {
		case m.Seat == s.turn:
			return faultOwnPile
		case p.Empty():
			return faultNoRivalPile
		case p.Hideout:
			return faultHiddenAlready
		case s.house.oneHideout && s.hideoutLies():
			return faultOneHideout // such a hit can only be set up by hand
		}
	case m.Use == Steal && s.limbo == MostWanted:
		switch {
		case m.Seat == s.turn:
			return faultStealOwn
		case s.piles[m.Seat][m.Outlaw].Outlaws == 0:
			return faultStealNone
		}
	case m.Use == Off && s.limbo == WyattEarp:
		if !s.piles[s.turn][m.Outlaw].Hideout {
			return faultNotHidden
		}
	default:
		return faultWrongTarget
	}
	return fine
}

// checkReact is rules R44.
func (s *State) checkReact(m Move) fault {
	switch m.Use {
	case Pass:
		return fine
	case Reply:
		switch {
		case !s.hands[s.victim].Has(WyattEarp):
			return faultNotHeld
		case s.stacks.supply == 0 && s.shuffled: // else the card itself lies on the stack before the shot
			return faultNoShot
		}
		return fine
	default:
		return faultPhase
	}
}

// legalCap is room for most lists, so that one allocation is enough.
const legalCap = 48

// legal lists the moves of a seat that is asked: every candidate that check accepts, in the order of Use.
func (s *State) legal(seat engine.Seat) []Move {
	l := lister{s: s, moves: make([]Move, 0, legalCap)}
	hand := s.hands[seat]
	switch s.phase {
	case Draw:
		l.try(Move{Use: DrawSupply})
		l.try(Move{Use: DrawDiscard})
		l.try(Move{Use: EndHand})
	case Play:
		l.tryPlays(hand)
	case Target:
		l.tryTargets()
	case React:
		l.try(Move{Use: Reply})
		l.try(Move{Use: Pass})
	default: // nobody is asked
	}
	return l.moves
}

type lister struct {
	s     *State
	moves []Move
}

func (l *lister) try(m Move) {
	if l.s.check(m) == fine {
		l.moves = append(l.moves, m)
	}
}

func (l *lister) tryPlays(hand Bag) {
	for o := range Outlaw(Outlaws) {
		for n := range uint8(hand.Of(o.Card())) {
			l.try(Move{Use: Meld, Outlaw: o, N: n + 1})
		}
	}
	if !l.s.sheriff || l.s.mayPlay != NoCard {
		l.trySheriffs(hand)
	}
	for c := Card(1); c < cardKinds; c++ {
		if hand.Has(c) {
			l.try(Move{Use: Discard, Card: c})
		}
	}
}

// trySheriffs skips what is not in the hand, because that is most of it.
func (l *lister) trySheriffs(hand Bag) {
	for o := range Outlaw(Outlaws) {
		if hand.Has(o.Photo()) {
			l.try(Move{Use: PlayPhoto, Outlaw: o})
		}
	}
	for u := PlayStagecoach; u <= PlayGun; u++ {
		if hand.Has(Move{Use: u}.Sheriff()) {
			l.try(Move{Use: u})
		}
	}
	if hand.Has(MostWanted) {
		for o := range Outlaw(Outlaws) {
			l.try(Move{Use: Ask, Outlaw: o, Left: true})
			l.try(Move{Use: Ask, Outlaw: o})
		}
		l.try(Move{Use: ShootMost})
	}
	if hand.Has(Hideout) {
		l.try(Move{Use: PlayHideout})
	}
	if hand.Has(WyattEarp) {
		l.try(Move{Use: EarpDraw})
		in := l.s.stacks.discardBag()
		for c := Card(1); c < WyattEarp; c++ {
			if in.Has(c) {
				l.try(Move{Use: EarpTake, Card: c})
			}
		}
		l.try(Move{Use: EarpShoot})
	}
}

func (l *lister) tryTargets() {
	for o := range Outlaw(Outlaws) {
		l.try(Move{Use: On, Outlaw: o})
	}
	for _, u := range [...]Use{Cover, Steal} {
		for seat := range engine.Seat(l.s.seats) {
			for o := range Outlaw(Outlaws) {
				l.try(Move{Use: u, Seat: seat, Outlaw: o})
			}
		}
	}
	for o := range Outlaw(Outlaws) {
		l.try(Move{Use: Off, Outlaw: o})
	}
}
