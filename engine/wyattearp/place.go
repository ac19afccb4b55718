package wyattearp

import (
	"errors"
	"fmt"

	"saloon/engine"
	"saloon/engine/deck"
	"saloon/engine/position"
)

// Place sets a position up. What it leaves out is empty, 0 or false, a poster 1,000; the phase is Draw; it is the first
// seat's turn unless the dealer says otherwise; an outlaw of whom cards lie is opened. The cards that it does not
// mention lie at the bottom of the supply in an order drawn from r. It fails with ErrPosition, naming the key or the
// card.
func (n Notation) Place(c engine.Config, names engine.Names, p engine.Position, r *engine.Rand) (State, error) {
	s, err := Rules{}.New(c)
	if err != nil {
		return State{}, err
	}
	if len(names) != c.Seats {
		return State{}, fmt.Errorf("%w: %d names for %d seats", engine.ErrConfig, len(names), c.Seats)
	}
	canon, err := n.Canon(p, names)
	if err != nil {
		return State{}, err
	}
	b := builder{s: s, p: canon, names: names}
	for _, step := range []func() error{b.course, b.money, b.tables, b.cards, b.resolving, b.playable} {
		if err := step(); err != nil {
			return State{}, fmt.Errorf("%w: %w", engine.ErrPosition, err)
		}
	}
	b.fill(r)
	return b.s, nil
}

// builder makes a state of a position in canonical form, so values have the types that Canon gives them.
type builder struct {
	s     State
	p     engine.Position
	names engine.Names
	used  [cardKinds]int
}

// use counts a card.
func (b *builder) use(c Card) error {
	if b.used[c]++; b.used[c] > c.Count() {
		return tooMany(c)
	}
	return nil
}

func tooMany(c Card) error {
	return fmt.Errorf("a card too many: %v, of which the deck has %d", c, c.Count())
}

// course reads whose turn it is and in which phase.
func (b *builder) course() error {
	for _, key := range []string{keyHandSizes, keySupplySize, keyDiscardSize} {
		if _, given := b.p[key]; given {
			return fmt.Errorf("%s: numbers of cards are what viewers see; list the cards", key)
		}
	}
	s := &b.s
	s.round, s.phase = 1, Draw
	if _, given := b.p[keyHand]; given {
		if s.round = uint16(position.Get[int](b.p, keyHand)); s.round == 0 {
			return errors.New("hand: the first is 1")
		}
	}
	if name := position.Get[string](b.p, keyPhase); name != "" {
		for i, known := range phaseNames {
			if known == name {
				s.phase = Phase(i)
			}
		}
	}
	if s.phase == Deal || s.phase == Scored {
		return fmt.Errorf("phase: %v waits for the deck alone", s.phase)
	}
	n := int(s.seats)
	dealer, turn := b.names.Seat(position.Get[string](b.p, keyDealer)), b.names.Seat(position.Get[string](b.p, keyTurn))
	switch {
	case turn < 0 && dealer < 0:
		turn, dealer = 0, engine.Seat(n-1)
	case turn < 0:
		turn = dealer.Next(n)
	case dealer < 0:
		dealer = turn.Prev(n)
	}
	s.dealer, s.turn = dealer, turn
	s.shuffled = position.Get[bool](b.p, keyReshuffled)
	return nil
}

func (b *builder) money() error {
	posters, cash := position.Get[map[string]any](b.p, keyPosters), position.Get[map[string]any](b.p, keyCash)
	for o := range Outlaw(Outlaws) {
		b.s.posters[o] = 1
		if _, given := posters[o.String()]; given {
			b.s.posters[o] = thousands(position.Get[int](posters, o.String()))
		}
	}
	for seat := range engine.Seat(b.s.seats) {
		b.s.cash[seat] = thousands(position.Get[int](cash, b.names.Of(seat)))
	}
	return nil
}

func (b *builder) tables() error {
	for _, name := range position.Get[[]any](b.p, keyOpened) {
		o, _ := OutlawNamed(name.(string))
		b.s.opened[o] = true
	}
	tables := position.Get[map[string]any](b.p, keyTables)
	hideouts, guns := 0, 0
	for seat := range engine.Seat(b.s.seats) {
		piles := position.Get[map[string]any](tables, b.names.Of(seat))
		for o := range Outlaw(Outlaws) {
			pile, err := b.pile(position.Get[map[string]any](piles, o.String()), o)
			if err != nil {
				return fmt.Errorf("%s: %s: %v: %w", keyTables, b.names.Of(seat), o, err)
			}
			b.s.piles[seat][o] = pile
			b.s.opened[o] = b.s.opened[o] || !pile.Empty()
			if pile.Hideout {
				hideouts++
			}
			if pile.Gun {
				guns++
			}
		}
	}
	if guns > 1 {
		return fmt.Errorf("%s: only one Fastest Gun lies on the table (R25)", keyTables)
	}
	if b.s.house.oneHideout && hideouts > 1 {
		return fmt.Errorf("%s: at this table only one Hideout lies at a time (R35)", keyTables)
	}
	return nil
}

func (b *builder) pile(t map[string]any, o Outlaw) (Pile, error) {
	pile := Pile{
		Outlaws: uint8(position.Get[int](t, keyOutlaws)),
		Photo:   position.Get[bool](t, keyPhoto),
		Hideout: position.Get[bool](t, keyHideout),
	}
	guns := 0
	for _, name := range position.Get[[]any](t, keySheriffs) {
		switch c, _ := CardNamed(name.(string)); c {
		case Stagecoach:
			pile.Stagecoaches++
		case Bank:
			pile.Banks++
		default: // Canon lets no other through than the Fastest Gun
			guns++
			pile.Gun = true
		}
	}
	if guns > 1 {
		return pile, errors.New("only one Fastest Gun lies on the table (R25)")
	}
	if pile.Empty() && pile != (Pile{}) {
		return pile, errors.New("a pile has Outlaw cards or the Photo (R31)")
	}
	switch {
	case int(pile.Stagecoaches) > Stagecoach.Count():
		return pile, tooMany(Stagecoach)
	case int(pile.Banks) > Bank.Count():
		return pile, tooMany(Bank)
	}
	for _, c := range pile.Bag(o).Cards() {
		if err := b.use(c); err != nil {
			return pile, err
		}
	}
	return pile, nil
}

// cards reads hands and stacks; the supply's own order waits for fill.
func (b *builder) cards() error {
	hands := position.Get[map[string]any](b.p, keyHands)
	for seat := range engine.Seat(b.s.seats) {
		for _, name := range position.Get[[]any](hands, b.names.Of(seat)) {
			c, _ := CardNamed(name.(string))
			if err := b.use(c); err != nil {
				return fmt.Errorf("%s: %s: %w", keyHands, b.names.Of(seat), err)
			}
			b.s.hands[seat].put(c, 1)
		}
	}
	discard := position.Get[[]any](b.p, keyDiscard)
	for i := range discard {
		c, _ := CardNamed(discard[len(discard)-1-i].(string))
		if err := b.use(c); err != nil {
			return fmt.Errorf("%s: %w", keyDiscard, err)
		}
		b.s.stacks.push(c)
	}
	for _, name := range position.Get[[]any](b.p, keySupply) {
		c, _ := CardNamed(name.(string))
		if err := b.use(c); err != nil {
			return fmt.Errorf("%s: %w", keySupply, err)
		}
	}
	return nil
}

// resolving reads the turn's Sheriff card: used or not, in limbo, answered, or allowed as a second one.
func (b *builder) resolving() error {
	s := &b.s
	limbo, _ := CardNamed(position.Get[string](b.p, keySheriff))
	may, _ := CardNamed(position.Get[string](b.p, keyMayPlay))
	_, said := b.p[keyPlayed]
	s.sheriff = position.Get[bool](b.p, keyPlayed)
	implied := s.phase == Target || s.phase == React || may != NoCard
	switch {
	case implied && said && !s.sheriff:
		return fmt.Errorf("%s: a Sheriff card was played to get here", keyPlayed)
	case s.phase == Draw && s.sheriff:
		return fmt.Errorf("%s: nothing has been played before the draw", keyPlayed)
	case may != NoCard && (s.phase != Play || may == WyattEarp || !s.hands[s.turn].Has(may)):
		return fmt.Errorf("%s: a Sheriff card in the hand of who plays, but no Wyatt Earp (R42)", keyMayPlay)
	}
	s.sheriff, s.mayPlay = s.sheriff || implied, may
	s.moved = s.phase == Play || s.phase == Target || s.phase == React
	switch s.phase {
	case Target:
		return b.target(limbo)
	case React:
		if limbo != NoCard && limbo != Hideout {
			return fmt.Errorf("%s: only a Hideout is reacted to (R44)", keySheriff)
		}
		return b.victim()
	default:
		if limbo != NoCard {
			return fmt.Errorf("%s: no card is being resolved in the phase %v", keySheriff, s.phase)
		}
		return nil
	}
}

func (b *builder) target(limbo Card) error {
	if limbo == NoCard || limbo.Photo() {
		return fmt.Errorf("%s: the card whose shot hit is missing", keySheriff)
	}
	if err := b.use(limbo); err != nil {
		return fmt.Errorf("%s: %w", keySheriff, err)
	}
	b.s.limbo = limbo
	return nil
}

func (b *builder) victim() error {
	v := View{Seats: int(b.s.seats), Turn: b.s.turn, Piles: b.s.piles}
	hidden := v.hiddenPiles()
	if len(hidden) == 0 {
		return fmt.Errorf("%s: no opponent's pile lies under a Hideout", keyTables)
	}
	at := hidden[0]
	if named, given := b.p[keyVictim]; given {
		at.seat, at.outlaw, _ = pileNamed(named, b.names)
		if at.seat == b.s.turn || !b.s.piles[at.seat][at.outlaw].Hideout {
			return fmt.Errorf("%s: no Hideout lies there", keyVictim)
		}
	}
	b.s.victim, b.s.hidden = at.seat, at.outlaw
	return nil
}

// playable refuses positions in which somebody would have no move, or no card to discard.
func (b *builder) playable() error {
	s := &b.s
	if _, given := b.p[keyVictim]; given && s.phase != React {
		return fmt.Errorf("%s: nobody is asked to react", keyVictim)
	}
	if s.phase == Target && len(s.legal(s.turn)) == 0 {
		return fmt.Errorf("%s: there is no target for a %v", keySheriff, s.limbo)
	}
	if s.phase >= Play && s.phase <= React && s.hands[s.turn] == 0 && s.limbo != MostWanted {
		return fmt.Errorf("%s: %s must have a card to discard (R13)", keyHands, b.names.Of(s.turn))
	}
	if s.phase == Over {
		if s.reason = endTarget; !s.targetReached() {
			s.reason = endRounds
		}
		if first := s.leaders(); len(first) == 1 {
			s.winner = first[0]
		}
	}
	return nil
}

// fill lays the supply: what the position lists on top, the cards that it does not mention below.
func (b *builder) fill(r *engine.Rand) {
	var rest []Card
	for c := Card(1); c < cardKinds; c++ {
		for range c.Count() - b.used[c] {
			rest = append(rest, c)
		}
	}
	deck.Shuffle(r, rest)
	listed := position.Get[[]any](b.p, keySupply)
	cards := make([]Card, 0, len(listed)+len(rest))
	for _, name := range listed {
		c, _ := CardNamed(name.(string))
		cards = append(cards, c)
	}
	b.s.stacks.stock(append(cards, rest...))
}
