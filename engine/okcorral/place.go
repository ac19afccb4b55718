package okcorral

import (
	"errors"
	"fmt"
	"slices"

	"saloon/engine"
	"saloon/engine/deck"
	"saloon/engine/position"
)

// Place sets a position up. Characters that it leaves out are drawn from r. Where it leaves out the piles, the cards
// that it places nowhere are shuffled with r and dealt, from the player on who turns the next card; where it has piles,
// those are all, and what is nowhere is out of the game. It fails with ErrPosition, naming the key or the card.
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
	b := builder{s: s, p: canon, names: names, r: r}
	for _, step := range []func() error{b.course, b.cast, b.cards, b.showdown, b.strokes} {
		if err := step(); err != nil {
			return State{}, fmt.Errorf("%w: %w", engine.ErrPosition, err)
		}
	}
	return b.s, nil
}

// builder makes a state of a position in canonical form, so values have the types that Canon gives them.
type builder struct {
	s     State
	p     engine.Position
	names engine.Names
	r     *engine.Rand
}

func (b *builder) given(key string) bool {
	_, ok := b.p[key]
	return ok
}

// course reads the phase, who turns cards, and the cards that lie open.
func (b *builder) course() error {
	if b.given(keyPileSizes) {
		return fmt.Errorf("%s: numbers of cards are what viewers see; list the cards in %s", keyPileSizes, keyPiles)
	}
	s := &b.s
	s.card, _ = CardNamed(position.Get[string](b.p, keyCard))
	s.centre, _ = CardNamed(position.Get[string](b.p, keyCentre))
	switch {
	case b.given(keyPhase):
		s.phase = Phase(slices.Index(phaseNames[:], position.Get[string](b.p, keyPhase)))
	case len(position.Get[[]any](b.p, keyTied)) > 0:
		s.phase = Showdown
	case s.card != NoCard:
		s.phase = Open
	default:
		s.phase = Waiting
	}
	switch s.phase {
	case Waiting:
		if s.card != NoCard {
			return fmt.Errorf("%s: while the next card is to be turned, none lies open", keyCard)
		}
	case Open, Showdown:
		if s.card == NoCard {
			return fmt.Errorf("%s: which one is raced for?", keyCard)
		}
	default:
		return fmt.Errorf("%s: nobody is asked anything in the phase %v", keyPhase, s.phase)
	}
	if b.given(keyRevealer) {
		s.revealer = b.names.Seat(position.Get[string](b.p, keyRevealer))
	}
	return nil
}

// cast reads the characters and draws those that are missing.
func (b *builder) cast() error {
	s := &b.s
	table := position.Get[map[string]any](b.p, keyCharacters)
	free := make([]Character, 0, Characters)
	for c := range Color(Colors) {
		free = append(free, c.Character())
	}
	for seat := range engine.Seat(s.seats) {
		name, ok := table[b.names.Of(seat)].(string)
		if !ok {
			continue
		}
		if err := s.characters[seat].UnmarshalText([]byte(name)); err != nil {
			return fmt.Errorf("%s: %w", keyCharacters, err)
		}
		i := slices.Index(free, s.characters[seat])
		if i < 0 {
			return fmt.Errorf("%s: there is one %s only", keyCharacters, name)
		}
		free = slices.Delete(free, i, i+1)
	}
	deck.Shuffle(b.r, free)
	for seat := range engine.Seat(s.seats) {
		if s.characters[seat] == NoCharacter {
			s.characters[seat], free = free[0], free[1:]
		}
	}
	return nil
}

// cards lays every card of the match where the position has it, and the others where they belong.
func (b *builder) cards() error {
	s := &b.s
	rest := s.deck()
	take := func(key string, cards ...Card) error {
		for _, c := range cards {
			i := slices.Index(rest, c)
			if i < 0 {
				return fmt.Errorf("%s: a card too many: %v", key, c)
			}
			rest = slices.Delete(rest, i, i+1)
		}
		return nil
	}
	list := func(v any) []Card {
		cards, err := position.Names[Card](v, deckMax)
		if err != nil && v != nil {
			panic("okcorral: a list that was read before")
		}
		return cards
	}
	for _, lies := range [...]struct {
		key  string
		card Card
	}{{keyCard, s.card}, {keyCentre, s.centre}} {
		if lies.card == NoCard {
			continue
		}
		if err := take(lies.key, lies.card); err != nil {
			return err
		}
	}
	taken, piles := position.Get[map[string]any](b.p, keyTaken), position.Get[map[string]any](b.p, keyPiles)
	for seat := range engine.Seat(s.seats) {
		cards := list(taken[b.names.Of(seat)])
		if err := take(keyTaken, cards...); err != nil {
			return err
		}
		for _, c := range cards {
			s.goes(c, seat)
		}
		cards = list(piles[b.names.Of(seat)])
		if err := take(keyPiles, cards...); err != nil {
			return err
		}
		for _, c := range slices.Backward(cards) {
			s.piles[seat].put(c)
		}
	}
	removed := list(b.p[keyRemoved])
	if err := take(keyRemoved, removed...); err != nil {
		return err
	}
	for _, c := range removed {
		s.goes(c, engine.Nobody)
	}
	return b.rest(rest)
}

// rest deals or removes what the position has nowhere.
func (b *builder) rest(rest []Card) error {
	s := &b.s
	if b.given(keyPiles) {
		if len(rest) > 0 && b.given(keyRemoved) {
			return fmt.Errorf("%s: a card is missing: %v", keyRemoved, rest[0])
		}
		for _, c := range rest {
			s.goes(c, engine.Nobody)
		}
	} else {
		b.deal(rest)
	}
	if s.phase == Waiting && s.piles[s.revealer].n == 0 {
		if s.revealer = s.next(); b.given(keyRevealer) || s.revealer < 0 {
			return fmt.Errorf("%s: no card is left to be turned", keyRevealer)
		}
	}
	return nil
}

func (b *builder) deal(cards []Card) {
	s := &b.s
	if s.house.deck != Guided {
		deck.Shuffle(b.r, cards)
	}
	var dealt [seatsMax][]Card
	seat := s.revealer
	if s.phase != Waiting {
		seat = seat.Next(s.n())
	}
	for _, c := range cards {
		dealt[seat] = append(dealt[seat], c)
		seat = seat.Next(s.n())
	}
	for seat := range s.seats {
		for _, c := range slices.Backward(dealt[seat]) {
			s.piles[seat].put(c)
		}
	}
}

// showdown reads who is tied.
func (b *builder) showdown() error {
	s := &b.s
	tied := position.Get[[]any](b.p, keyTied)
	if s.phase != Showdown {
		if len(tied) > 0 {
			return fmt.Errorf("%s: there is no showdown", keyTied)
		}
		return nil
	}
	if len(tied) < 2 {
		return fmt.Errorf("%s: it takes two to draw", keyTied)
	}
	s.phase = Open
	called := s.right()
	s.phase = Showdown
	for _, name := range tied {
		seat := b.names.Seat(name.(string))
		if called[seat] == 0 {
			return fmt.Errorf("%s: %v was not called on by %v", keyTied, name, s.card)
		}
		s.tied.Add(seat)
	}
	return nil
}

// strokes reads the gestures of an open race.
func (b *builder) strokes() error {
	table := position.Get[map[string]any](b.p, keyGestures)
	if len(table) == 0 {
		return nil
	}
	if b.s.phase == Waiting {
		return fmt.Errorf("%s: no card lies open", keyGestures)
	}
	for seat := range engine.Seat(b.s.seats) {
		t, ok := table[b.names.Of(seat)].(map[string]any)
		if !ok {
			continue
		}
		act := engine.Act[Move]{
			Seat: seat, Move: Move{Kind: gestureNamed(position.Get[string](t, keyKey))},
			After: duration(position.Get[int](t, keyMs)),
		}
		if err := b.s.check(&act); err != nil {
			var r *engine.Refusal
			if errors.As(err, &r) {
				return fmt.Errorf("%s: %s: %s", keyGestures, b.names.Of(seat), r.Reason)
			}
			return fmt.Errorf("%s: %s: %w", keyGestures, b.names.Of(seat), err)
		}
		b.s.strokes[seat] = Stroke{Gesture: act.Move.Kind, After: act.After}
	}
	return nil
}
