package wyattearp

import "saloon/engine"

// The rules of thumb, in the order of a turn. Worths are in thousands of dollars; the numbers are guesses that were
// improved by playing.
const (
	drawWorth   = 2.3  // a top discard must be worth so much to be better than two cards from the supply
	playWorth   = 0.2  // a Sheriff card that earns less is kept
	twoCards    = 0.9  // what a Wyatt Earp brings as two cards
	searchPrice = 0.4  // how much better a card out of the discard stack must be than the Wyatt Earp in its place
	earlyHiding = 0.45 // of a Hideout's gain is left by the end of the hand when it is laid early
	guarding    = 0.35 // of what a Hideout would cost is saved by the Wyatt Earp in the hand
	lateHand    = 3    // somebody holds so few cards, or
	lateSupply  = 8    // the second supply is so low: the hand may end at any moment
)

// choose is the move of the seat that is asked.
func (t *sight) choose() Move {
	switch t.phase {
	case Draw:
		return t.draw()
	case Target:
		return t.aim()
	case React:
		return t.react()
	default:
		return t.play()
	}
}

// draw takes the top discard if that one card is worth more than two unknown ones.
func (t *sight) draw() Move {
	supply, discard, end := Move{Use: DrawSupply}, Move{Use: DrawDiscard}, Move{Use: EndHand}
	if t.may(end) {
		// R47: stop while ahead, or play on with one card a turn.
		if t.ahead() >= 0 || !t.may(discard) {
			return end
		}
		return discard
	}
	if t.top != NoCard && (!t.may(supply) || t.holding(t.top, t.mine.Of(t.top)+1) > drawWorth) {
		return discard
	}
	return supply
}

// play is one action of a turn.
func (t *sight) play() Move {
	if m, ok := t.asksFirst(); ok {
		return m
	}
	if m, ok := t.meld(); ok {
		return m
	}
	if m, ok := t.sheriff(); ok {
		return m
	}
	return Move{Use: Discard, Card: t.spare()}
}

// asksFirst plays Most Wanted before laying a set that it may make larger, or possible at all.
func (t *sight) asksFirst() (Move, bool) {
	if !t.mine.Has(MostWanted) || t.State.sheriff && t.mayPlay != MostWanted {
		return Move{}, false
	}
	for o := range Outlaw(Outlaws) {
		if t.mine.Of(o.Card()) == 2 && !t.opened[o] && t.afield(o) > 1 {
			if m := (Move{Use: Ask, Outlaw: o, Left: t.askLeft(o)}); t.may(m) {
				return m, true
			}
		}
	}
	return Move{}, false
}

// afield is how many cards of an outlaw are neither in the own hand nor on the table.
func (t *sight) afield(o Outlaw) int {
	n := 7 - t.mine.Of(o.Card())
	for seat := range t.seats {
		n -= int(t.piles[seat][o].Outlaws)
	}
	return n
}

// askLeft asks first whoever is known to hold the card, else the neighbour with more cards.
func (t *sight) askLeft(o Outlaw) bool {
	left, right := t.me.Next(int(t.seats)), t.me.Prev(int(t.seats))
	l, r := t.memory.known[left].Has(o.Card()), t.memory.known[right].Has(o.Card())
	if l != r {
		return l
	}
	return t.held[left] >= t.held[right]
}

// meld lays the set that gains most. Where a rival would take the reward anyway, cards are laid one at a time, which
// adds nothing to it. The last card of a hand is never laid (R13).
func (t *sight) meld() (best Move, ok bool) {
	most := -1e9
	for o := range Outlaw(Outlaws) {
		n := t.mine.Of(o.Card())
		if n == t.mine.Len() {
			n--
		}
		if n < 1 || n < 3 && !t.opened[o] {
			continue
		}
		gain := t.ownGain(o, 2*n, n-1)
		if one := t.ownGain(o, 2, 0); n > 1 && t.opened[o] && one > gain {
			n, gain = 1, one
		}
		if gain > most {
			best, most, ok = Move{Use: Meld, Outlaw: o, N: uint8(n)}, gain, true
		}
	}
	return best, ok && t.may(best)
}

// late reports that the hand may end before the seat is asked again.
func (t *sight) late() bool {
	for seat, n := range t.held[:t.seats] {
		if n <= lateHand && engine.Seat(seat) != t.me {
			return true
		}
	}
	return t.mine.Len() <= lateHand || t.shuffled && t.supply <= lateSupply
}

// sheriff plays the Sheriff card that gains most, if it gains enough.
func (t *sight) sheriff() (best Move, ok bool) {
	if t.State.sheriff && t.mayPlay == NoCard {
		return best, false
	}
	most := playWorth
	try := func(m Move, gain float64) {
		if gain > most && t.may(m) {
			best, most, ok = m, gain, true
		}
	}
	for o := range Outlaw(Outlaws) {
		if t.mine.Has(o.Photo()) {
			try(Move{Use: PlayPhoto, Outlaw: o}, t.ownGain(o, 4, 1))
		}
	}
	for u := PlayStagecoach; u <= PlayGun; u++ {
		if card := (Move{Use: u}).Sheriff(); t.mine.Has(card) {
			_, gain := t.bestOn(card)
			try(Move{Use: u}, t.hit()*gain)
		}
	}
	if t.mine.Has(Hideout) {
		_, gain := t.bestCover()
		if !t.late() {
			gain *= earlyHiding
		}
		try(Move{Use: PlayHideout}, t.hit()*gain)
	}
	if t.mine.Has(MostWanted) {
		_, gain := t.bestSteal()
		try(Move{Use: ShootMost}, t.hit()*gain)
	}
	if t.mine.Has(WyattEarp) {
		t.tryEarp(try)
	}
	return best, ok
}

// tryEarp keeps one Wyatt Earp against a Hideout while there is a pile worth hiding.
func (t *sight) tryEarp(try func(Move, float64)) {
	if _, gain := t.bestOff(); gain > 0 {
		try(Move{Use: EarpShoot}, t.hit()*gain)
	}
	spare := 0.0
	if t.mine.Of(WyattEarp) < 2 {
		spare = guarding * t.exposed()
	}
	try(Move{Use: EarpDraw}, twoCards-spare)
	if !t.hitKnown {
		t.hit() // counts the discard stack
	}
	for c := Card(1); c < WyattEarp; c++ {
		if t.buried.Has(c) {
			if gain := t.holding(c, t.mine.Of(c)+1) - searchPrice - spare; gain > playWorth {
				try(Move{Use: EarpTake, Card: c}, gain)
			}
		}
	}
}

// exposed is what a Hideout could cost the seat.
func (t *sight) exposed() float64 {
	worst := 0.0
	for o := range Outlaw(Outlaws) {
		if cp := t.piles[t.me][o].Visible(); cp > 0 {
			worst = max(worst, -t.gain(int(t.me), o, -cp, 0))
		}
	}
	return worst
}

// bestOn is the own pile on which a numbered card gains most.
func (t *sight) bestOn(card Card) (best Outlaw, most float64) {
	owner, at, lies := t.gun()
	most = -1e9
	for o := range Outlaw(Outlaws) {
		if t.piles[t.me][o].Empty() || card == FastestGun && lies && at == o {
			continue
		}
		gain := t.ownGain(o, numberedCP(card), int(card.adds()))
		if card == FastestGun && lies && !t.piles[owner][at].Hideout {
			gain += t.gain(int(owner), at, -3, 0)
		}
		if gain > most {
			best, most = o, gain
		}
	}
	return best, most
}

func numberedCP(c Card) int {
	switch c {
	case Stagecoach:
		return 1
	case Bank:
		return 2
	default:
		return 3
	}
}

// bestCover is the rival pile whose hiding gains most.
func (t *sight) bestCover() (best Move, most float64) {
	most = -1e9
	for seat := range engine.Seat(t.seats) {
		if seat == t.me {
			continue
		}
		for o := range Outlaw(Outlaws) {
			p := &t.piles[seat][o]
			if p.Empty() || p.Hideout {
				continue
			}
			if gain := t.gain(int(seat), o, -p.CP(), 0); gain > most {
				best, most = Move{Use: Cover, Seat: seat, Outlaw: o}, gain
			}
		}
	}
	return best, most
}

// bestSteal takes from a rival what can be laid at once.
func (t *sight) bestSteal() (best Move, most float64) {
	most = -1e9
	for seat := range engine.Seat(t.seats) {
		if seat == t.me {
			continue
		}
		for o := range Outlaw(Outlaws) {
			p := &t.piles[seat][o]
			if p.Outlaws == 0 {
				continue
			}
			if gain := t.stealGain(seat, o); gain > most {
				best, most = Move{Use: Steal, Seat: seat, Outlaw: o}, gain
			}
		}
	}
	return best, most
}

// stealGain takes an Outlaw card from a rival's pile, with what it leaves without an outlaw (R31), for the own one.
func (t *sight) stealGain(seat engine.Seat, o Outlaw) float64 {
	p := &t.piles[seat][o]
	now := t.visible(o)
	before := t.stake(&now, float64(t.posters[o]))
	switch {
	case p.Hideout:
	case p.Outlaws == 1 && !p.Photo:
		now[seat] = 0
	default:
		now[seat] -= 2
	}
	if !t.piles[t.me][o].Hideout {
		now[t.me] += 2
	}
	return t.stake(&now, float64(t.posters[o])) - before
}

// bestOff is the own hidden pile that gains most in the open.
func (t *sight) bestOff() (best Outlaw, most float64) {
	most = -1e9
	for o := range Outlaw(Outlaws) {
		if p := &t.piles[t.me][o]; p.Hideout {
			if gain := t.gain(int(t.me), o, p.CP(), 0); gain > most {
				best, most = o, gain
			}
		}
	}
	return best, most
}

// aim chooses where a Sheriff card that hit goes.
func (t *sight) aim() Move {
	switch t.limbo {
	case Hideout:
		m, _ := t.bestCover()
		return m
	case MostWanted:
		m, _ := t.bestSteal()
		return m
	case WyattEarp:
		o, _ := t.bestOff()
		return Move{Use: Off, Outlaw: o}
	default:
		o, _ := t.bestOn(t.limbo)
		return Move{Use: On, Outlaw: o}
	}
}

// react answers a Hideout on a pile that earns something.
func (t *sight) react() Move {
	if m := (Move{Use: Reply}); t.may(m) && t.gain(int(t.me), t.hidden, t.piles[t.me][t.hidden].CP(), 0) > playWorth {
		return m
	}
	return Move{Use: Pass}
}

// holding is what a card is worth in a hand that holds n of its kind: what it would gain on the table now, or how
// near it is to a set that can be laid.
func (t *sight) holding(c Card, n int) float64 {
	o, named := c.Outlaw()
	switch {
	case named && c.Hole():
		if t.opened[o] {
			return 0.3 + t.ownGain(o, 2, min(n-1, 1))
		}
		switch n {
		case 1:
			return 0.1 * float64(t.afield(o))
		case 2:
			return 0.25 * float64(t.afield(o))
		default:
			return 1 + t.ownGain(o, 2*n, n-1)
		}
	case named:
		if t.opened[o] {
			return 0.2 + t.ownGain(o, 4, 1)
		}
		return 0.3 + 0.3*float64(t.mine.Of(o.Card()))
	case c == Hideout:
		_, gain := t.bestCover()
		return max(1.2, 0.5*gain)
	case c == MostWanted:
		return 1.1
	case c == WyattEarp:
		return 1.2 + 0.2*t.exposed()
	default:
		_, gain := t.bestOn(c)
		return max(0.8, 0.5*gain)
	}
}

// spare is the card to discard: worth least in the hand, counting what it would be worth to the next player.
func (t *sight) spare() (worst Card) {
	least := 1e9
	for c := Card(1); c < cardKinds; c++ {
		n := t.mine.Of(c)
		if n == 0 {
			continue
		}
		if worth := t.holding(c, n) + t.gift(c); worth < least {
			worst, least = c, worth
		}
	}
	return worst
}

// gift is what a discarded card would be worth to the next player, who may draw it.
func (t *sight) gift(c Card) float64 {
	next := t.me.Next(int(t.seats))
	o, named := c.Outlaw()
	switch {
	case named && t.opened[o]:
		cp := 2
		if c.Photo() {
			cp = 4
		}
		if t.piles[next][o].Hideout {
			return 0
		}
		return max(0, 0.5*-t.gain(int(next), o, cp, 0))
	case named && c.Hole():
		return 0.3 * float64(t.memory.known[next].Of(c))
	case named:
		return 0
	default:
		return 0.4
	}
}
