package wyattearp

import (
	"slices"

	"saloon/engine"
	"saloon/engine/deck"
)

// decision collects what happens; every event is made true at once, so that the next step sees it.
type decision struct {
	s      State
	events []Event
	r      *engine.Rand
}

func (d *decision) emit(e Event) {
	d.s.apply(e)
	d.events = append(d.events, e)
}

// move carries out a move that check accepted.
func (d *decision) move(seat engine.Seat, m Move) {
	s := &d.s
	switch m.Use {
	case DrawSupply:
		d.draw(seat, 2)
		d.look(seat)
		d.endIfSupplyGone(seat)
	case DrawDiscard:
		e := TookDiscard{Seat: seat, Card: s.stacks.pop()}
		e.Under = s.stacks.top()
		s.stacks.push(e.Card)
		d.emit(e)
		d.look(seat)
	case EndHand:
		d.endHand(seat, SupplyChoice)
	case Meld:
		d.emit(Melded{
			Seat: seat, Outlaw: m.Outlaw, N: int(m.N), Added: (int(m.N) - 1) * 1000, Opened: !s.opened[m.Outlaw],
		})
	case Discard:
		d.emit(Discarded{Seat: seat, Card: m.Card})
		if why := s.whyEnded(); why != "" {
			d.endHand(seat, why)
		}
	case On, Cover, Steal, Off:
		d.target(seat, m)
		d.endIfSupplyGone(seat)
	case Reply, Pass:
		d.answer(seat, m.Use)
		d.endIfSupplyGone(s.turn)
	default:
		d.sheriff(seat, m)
	}
}

// sheriff plays a Sheriff card.
func (d *decision) sheriff(seat engine.Seat, m Move) {
	card := m.Sheriff()
	d.emit(Played{Seat: seat, Card: card})
	switch m.Use {
	case PlayPhoto:
		d.emit(Laid{Seat: seat, Card: card, Outlaw: m.Outlaw, Added: int(card.adds()) * 1000})
	case Ask:
		d.emit(Asked{Seat: seat, Outlaw: m.Outlaw, Left: m.Left, Giver: d.s.giver(seat, m)})
		d.emit(Spent{Seat: seat, Card: card})
	case EarpDraw:
		d.draw(seat, 2)
		d.emit(Spent{Seat: seat, Card: card})
		d.endIfSupplyGone(seat)
	case EarpTake:
		d.emit(Searched{Seat: seat, Card: m.Card})
		d.emit(Spent{Seat: seat, Card: card})
	default:
		d.shoot(seat, card)
		if d.s.phase == Play { // missed
			d.endIfSupplyGone(seat)
		}
	}
}

// giver is the first opponent in the direction of the question who holds the card (rules R27), or Nobody.
func (s *State) giver(seat engine.Seat, m Move) engine.Seat {
	for other := s.neighbour(seat, m.Left); other != seat; other = s.neighbour(other, m.Left) {
		if s.hands[other].Has(m.Outlaw.Card()) {
			return other
		}
	}
	return engine.Nobody
}

// draw takes n cards from the supply, with the reshuffle where it is due, or what there is (rules R46, R48).
func (d *decision) draw(seat engine.Seat, n int) {
	for n > 0 {
		if d.s.stacks.supply == 0 && !d.reshuffle() {
			return
		}
		cards := make([]Card, min(n, int(d.s.stacks.supply)))
		for i := range cards {
			cards[i] = d.s.stacks.cards[int(d.s.stacks.supply)-1-i]
		}
		d.emit(Drew{Seat: seat, Cards: cards})
		n -= len(cards)
	}
}

// look tells a seat that could now search the discard stack what others took out of it unseen, since the list of its
// moves shows that anyway (rules R41).
func (d *decision) look(seat engine.Seat) {
	if !d.s.hands[seat].Has(WyattEarp) {
		return
	}
	missing := []Card{}
	for other, took := range d.s.memory.took[:d.s.seats] {
		if engine.Seat(other) != seat {
			missing = append(missing, took.Cards()...)
		}
	}
	if len(missing) > 0 {
		slices.Sort(missing)
		d.emit(Looked{Seat: seat, Missing: missing})
	}
}

// reshuffle makes the discard stack the supply, if that has not been done in this hand and there is one (rules R46).
func (d *decision) reshuffle() bool {
	if d.s.shuffled || d.s.stacks.discards == 0 {
		return false
	}
	cards := d.s.stacks.discardCards()
	deck.Shuffle(d.r, cards)
	d.emit(Reshuffled{Supply: cards})
	return true
}

// shoot turns up a card (rules R19, R22).
func (d *decision) shoot(seat engine.Seat, card Card) {
	if d.s.stacks.supply == 0 {
		d.reshuffle()
	}
	up := d.s.stacks.next()
	d.emit(ShotTurned{Seat: seat, For: card, Card: up, Hit: up.Hole()})
}

// target settles a hit (rules R21).
func (d *decision) target(seat engine.Seat, m Move) {
	switch card := d.s.limbo; m.Use {
	case On:
		if owner, at, lies := d.s.gun(); card == FastestGun && lies {
			d.emit(GunLost{Seat: seat, Owner: owner, Outlaw: at})
		}
		d.emit(Laid{Seat: seat, Card: card, Outlaw: m.Outlaw, Added: int(card.adds()) * 1000})
	case Cover:
		d.emit(Covered{Seat: seat, Victim: m.Seat, Outlaw: m.Outlaw})
	case Steal:
		d.emit(Stole{Seat: seat, From: m.Seat, Outlaw: m.Outlaw})
		if p := d.s.piles[m.Seat][m.Outlaw]; p.Empty() && p != (Pile{}) {
			d.emit(Orphaned{Seat: m.Seat, Outlaw: m.Outlaw, Cards: p.Bag(m.Outlaw).Cards()})
		}
		d.emit(Spent{Seat: seat, Card: card})
	case Off:
		d.emit(Uncovered{Seat: seat, Outlaw: m.Outlaw})
		d.emit(Spent{Seat: seat, Card: card})
	default:
		panic("wyattearp: no such target")
	}
}

// answer is the victim's reaction to a Hideout (rules R44).
func (d *decision) answer(seat engine.Seat, u Use) {
	o := d.s.hidden
	if u == Pass {
		d.emit(Passed{Seat: seat, Outlaw: o})
		return
	}
	d.emit(Replied{Seat: seat, Outlaw: o})
	d.shoot(seat, WyattEarp)
	if up := d.s.stacks.top(); up.Hole() {
		d.emit(Uncovered{Seat: seat, Outlaw: o})
	}
}

// endIfSupplyGone is the house rule second-supply = ends-hand (rules O1): called where a card may have left the supply
// and whatever it was for is settled.
func (d *decision) endIfSupplyGone(seat engine.Seat) {
	s := &d.s
	if s.house.endsHand && s.shuffled && s.stacks.supply == 0 && s.phase == Play {
		d.endHand(seat, SupplyGone)
	}
}

// endHand ends and scores the hand, and the match where somebody has won it (rules R49 to R57).
func (d *decision) endHand(seat engine.Seat, why Why) {
	d.emit(RoundEnded{Seat: seat, Why: why})
	for i := range d.s.seats {
		owner := engine.Seat((uint8(d.s.turn) + 1 + i) % d.s.seats)
		if hand := d.s.hands[owner]; hand != 0 {
			d.emit(HandShown{Seat: owner, Cards: hand.Cards()})
		}
	}
	d.emit(RoundScored{Sheet: d.s.sheet()})
	if !d.s.finished() {
		return
	}
	if first := d.s.leaders(); len(first) == 1 {
		reason := endTarget
		if !d.s.targetReached() {
			reason = endRounds
		}
		d.win(first[0], reason)
	}
}

func (d *decision) win(seat engine.Seat, why ending) {
	d.emit(Won{Seat: seat, Cash: int(d.s.cash[seat]) * 1000, Reason: endReasons[why]})
}

// targetReached reports whether somebody has the target after a scoring (rules R57).
func (s *State) targetReached() bool {
	for _, cash := range s.cash[:s.seats] {
		if cash >= s.house.target {
			return true
		}
	}
	return false
}

// finished reports whether no further hand is dealt.
func (s *State) finished() bool { return s.targetReached() || s.round >= roundsMax }

// leaders are the richest seats.
func (s *State) leaders() []engine.Seat {
	var first []engine.Seat
	var most uint16
	for seat, cash := range s.cash[:s.seats] {
		switch {
		case cash > most || first == nil:
			first, most = []engine.Seat{engine.Seat(seat)}, cash
		case cash == most:
			first = append(first, engine.Seat(seat))
		}
	}
	return first
}

// nature deals the next hand, or holds the duel.
func (d *decision) nature() {
	s := &d.s
	switch {
	case s.phase == Deal:
		d.deal(engine.Seat(d.r.IntN(int(s.seats))))
	case s.finished():
		d.duel()
	default:
		d.deal(s.dealer.Next(int(s.seats)))
	}
}

// deal shuffles all cards and deals them one at a time, the dealer's left first (rules R6, R58, R59).
func (d *decision) deal(dealer engine.Seat) {
	s := &d.s
	cards := wholeDeck()
	deck.Shuffle(d.r, cards[:])
	n := int(s.seats)
	e := Dealt{Round: int(s.round) + 1, Dealer: dealer, Hands: make([][]Card, n)}
	for i, p := range s.posters {
		e.Posters[i] = (int(p) + 1) * 1000
	}
	for i, c := range cards[:dealt*n] {
		seat := (int(dealer) + 1 + i) % n
		e.Hands[seat] = append(e.Hands[seat], c)
	}
	e.Upcard = cards[dealt*n]
	e.Supply = append(e.Supply, cards[dealt*n+1:]...)
	d.emit(e)
}

// wholeDeck is the deck of rules R2 in order.
func wholeDeck() (cards [DeckSize]Card) {
	i := 0
	for c := Card(1); c < cardKinds; c++ {
		for range c.Count() {
			cards[i] = c
			i++
		}
	}
	return cards
}

// duel plays the whole duel for a shared first place (rules R60): cards are not put back; the deck is shuffled anew
// where it has too few for a round. It ends with certainty for all practical purposes: 49 bullet holes in 78 cards do
// not divide evenly among two or three players, so each pass through the deck parts them, and four players would have
// to turn up 19 rounds of four of a kind in a row.
func (d *decision) duel() {
	in := d.s.leaders()
	cards := wholeDeck()
	left := 0
	for round := 1; len(in) > 1; round++ {
		if left < len(in) {
			deck.Shuffle(d.r, cards[:])
			left = len(cards)
		}
		e := DuelTurned{Round: round}
		for _, seat := range in {
			left--
			e.Cards[seat] = cards[left]
		}
		in = survivors(in, e.Cards)
		e.Left = in
		d.emit(e)
	}
	d.win(in[0], endDuel)
}

// survivors are who goes on in the duel: those with a bullet hole, or all where nobody has one (rules R60).
func survivors(in []engine.Seat, cards [seatsMax]Card) []engine.Seat {
	var hit []engine.Seat
	for _, seat := range in {
		if cards[seat].Hole() {
			hit = append(hit, seat)
		}
	}
	if hit == nil {
		return in
	}
	return hit
}
