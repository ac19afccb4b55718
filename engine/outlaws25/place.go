package outlaws25

import (
	"fmt"
	"slices"

	"saloon/engine"
	"saloon/engine/deck"
	"saloon/engine/position"
)

// Place sets a position up. What it leaves out follows from the rest: gangs are as they start, with speeds drawn from
// r; of decks and hands, what is not placed elsewhere, in an order drawn from r; everybody has put in the ante and what
// it staked; the bank has the rest of the money. Listed rewards, Wanted cards and stub cards lie on top of those that
// are not listed; listed sheriffs are all there are. It fails with ErrPosition, naming the key or the card.
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
	for _, step := range []func() error{
		b.course, b.rows, b.speeds, b.decks, b.hand, b.money, b.duel, b.questions, b.audit,
	} {
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
	// untold marks outlaws whose money the position does not mention; the ante of a marked one is still to be taken.
	untold [seatsMax][Row]bool
}

func (b *builder) given(key string) bool {
	_, ok := b.p[key]
	return ok
}

// seats reads a list of names.
func (b *builder) seats(key string) []engine.Seat {
	var out []engine.Seat
	for _, name := range position.Get[[]any](b.p, key) {
		out = append(out, b.names.Seat(name.(string)))
	}
	return out
}

// cards reads a list of names of cards.
func cards[T position.Kind, P position.Parser[T]](v any) []T {
	out, err := position.Names[T, P](v, pileMax)
	must(err == nil, "a list that was read before")
	return out
}

// course reads the phase, the round, the dealer and who is out.
func (b *builder) course() error {
	for _, key := range []string{keyStubSize, keySheriffsSize, keyRewardsSize, keyWantedSize} {
		if b.given(key) {
			return fmt.Errorf("%s: numbers of cards are what viewers see; list the cards", key)
		}
	}
	s := &b.s
	s.phase = Betting
	if name := position.Get[string](b.p, keyPhase); name != "" {
		s.phase = Phase(slices.Index(phaseNames[:], name))
	}
	switch s.phase {
	case Dealing, Settled, Showdown, Over:
		return fmt.Errorf("%s: nobody is asked anything in the phase %v", keyPhase, s.phase)
	case Arranging:
	default:
		s.round = 1
	}
	if b.given(keyRound) {
		s.round = uint16(position.Get[int](b.p, keyRound))
	}
	if (s.round == 0) != (s.phase == Arranging) {
		return fmt.Errorf("%s: rows are arranged before round 1, at round 0", keyRound)
	}
	out := b.seats(keyEliminated)
	for i, seat := range out {
		s.outs[seat] = uint8(i + 1)
	}
	if s.phase == Arranging && len(out) > 0 {
		return fmt.Errorf("%s: nobody is out before round 1", keyEliminated)
	}
	if len(out)+2 > int(s.seats) {
		return fmt.Errorf("%s: at least two gangs must be left", keyEliminated)
	}
	s.dealer = s.alive().First()
	if b.given(keyDealer) {
		s.dealer = b.names.Seat(position.Get[string](b.p, keyDealer))
	}
	if s.outs[s.dealer] > 0 && (s.phase == Sharing || s.phase == Arranging) {
		return fmt.Errorf("%s: %s is out", keyDealer, b.names.Of(s.dealer))
	}
	return nil
}

// rows reads the gangs and the markers.
func (b *builder) rows() error {
	s := &b.s
	gangs := position.Get[map[string]any](b.p, keyGangs)
	for seat := range engine.Seat(s.seats) {
		given, ok := gangs[b.names.Of(seat)]
		if s.outs[seat] > 0 {
			if row, _ := given.(map[string]any); len(row) > 0 {
				return fmt.Errorf("%s: %s is out and has no outlaws", keyGangs, b.names.Of(seat))
			}
			continue
		}
		row, _ := given.(map[string]any)
		for at := range Place(Row) {
			t, there := row[at.String()].(map[string]any)
			if ok && !there {
				continue // a gap
			}
			b.outlaw(Spot{seat, at}, t)
		}
		if s.gang(seat).living() == 0 {
			return fmt.Errorf("%s: %s has no outlaw and is not out", keyGangs, b.names.Of(seat))
		}
	}
	for name, mark := range position.Get[map[string]any](b.p, keyMarkers) { // order: each seat has its own marker
		letter, _ := mark.(string)
		s.marks[b.names.Seat(name)], _ = placeNamed(letter)
	}
	for seat := range engine.Seat(s.seats) {
		_, given := position.Get[map[string]any](b.p, keyMarkers)[b.names.Of(seat)]
		if s.outs[seat] == 0 && !given && !s.marked(seat).alive() {
			s.marks[seat] = s.gang(seat).next(s.marks[seat])
		}
		if s.phase == Sharing && s.outs[seat] == 0 && !s.marked(seat).alive() {
			return fmt.Errorf("%s: %s's marker lies at a gap", keyMarkers, b.names.Of(seat))
		}
	}
	return nil
}

// hidden stands for a speed that is still to be drawn.
const hidden = 0xFF

func (b *builder) outlaw(p Spot, t map[string]any) {
	o := outlaw{speed: hidden, money: startMoney, up: position.Get[bool](t, keyUp)}
	if speed, ok := t[keySpeed].(int); ok {
		o.speed = uint8(speed)
	}
	if money, ok := t[keyMoney].(int); ok {
		o.money = chips(money)
	} else {
		b.untold[p.Seat][p.Place] = true
	}
	for _, label := range cards[Rank](position.Get[[]any](t, keyWanted)) {
		if o.wanted.Of(label) < wantedMask {
			o.wanted += one(label)
		}
	}
	if name := position.Get[string](t, keyReward); name != "" {
		o.reward, _ = RewardNamed(name)
	}
	*b.s.at(p) = o
}

// speeds checks the speeds that are given and draws the others.
func (b *builder) speeds() error {
	s := &b.s
	gone := position.Get[map[string]any](b.p, keyGone)
	for seat := range engine.Seat(s.seats) {
		free := allSpeeds
		name := b.names.Of(seat)
		for _, speed := range position.Ints(gone[name]) {
			if !free.Has(speed) {
				return fmt.Errorf("%s: %s: speed %d stands there twice", keyGone, name, speed)
			}
			free &^= 1 << speed
			s.seen[seat] |= 1 << speed
		}
		for _, o := range s.gangs[seat] {
			if !o.alive() || o.speed == hidden {
				continue
			}
			if !free.Has(int(o.speed)) {
				return fmt.Errorf("%s: %s: an outlaw too many of speed %d; a gang has one of each", keyGangs, name,
					o.speed)
			}
			free &^= 1 << o.speed
		}
		left := free.List()
		deck.Shuffle(b.r, left)
		for at := range s.gangs[seat] {
			if o := &s.gangs[seat][at]; o.speed == hidden {
				if len(left) == 0 {
					return fmt.Errorf("%s: %s has only five outlaws", keyGone, name)
				}
				o.speed, left = uint8(left[0]), left[1:]
			}
			if o := &s.gangs[seat][at]; o.up {
				s.seen[seat] |= 1 << o.speed
			}
		}
	}
	return nil
}

// decks lays sheriffs, rewards and Wanted cards.
func (b *builder) decks() error {
	s := &b.s
	whole := wholeDecks()
	sheriff := position.Get[int](position.Get[map[string]any](b.p, keyDuel), keySheriff)
	sheriffs, err := take(keySheriffs, whole.Sheriffs, []int{sheriff}[:min(sheriff, 1)])
	if err != nil {
		return err
	}
	listedSheriffs := position.Ints(b.p[keySheriffs])
	if _, err = take(keySheriffs, sheriffs, listedSheriffs); err != nil {
		return err
	}
	if !b.given(keySheriffs) {
		listedSheriffs = sheriffs
		deck.Shuffle(b.r, listedSheriffs)
	}
	lay(&s.sheriffs, listedSheriffs)

	var held []Reward
	var labels []Rank
	for seat := range s.gangs[:s.seats] {
		for _, o := range s.gangs[seat] {
			labels = append(labels, o.wanted.Labels()...)
			if o.reward != NoReward {
				held = append(held, o.reward)
			}
		}
	}
	if err := stock(b, keyRewards, &s.rewards, whole.Rewards, held); err != nil {
		return err
	}
	return stock(b, keyWantedDeck, &s.wanted, whole.Wanted, labels)
}

// take removes cards from a list.
func take[T slotted](key string, from, cards []T) ([]T, error) {
	left := slices.Clone(from)
	for _, c := range cards {
		i := slices.Index(left, c)
		if i < 0 {
			return nil, fmt.Errorf("%s: a card too many: %v", key, c)
		}
		left = slices.Delete(left, i, i+1)
	}
	return left, nil
}

// slotted is anything that decks are made of.
type slotted interface{ ~uint8 | ~int }

// stock lays a deck: what the position lists on top, what is nowhere below.
func stock[T position.Kind, P position.Parser[T]](b *builder, key string, p *pile, whole, elsewhere []T) error {
	rest, err := take(key, whole, elsewhere)
	if err != nil {
		return err
	}
	top := cards[T, P](position.Get[[]any](b.p, key))
	if rest, err = take(key, rest, top); err != nil {
		return err
	}
	deck.Shuffle(b.r, rest)
	lay(p, append(top, rest...))
	return nil
}

// audit is the last word on money and cards.
func (b *builder) audit() error {
	if b.s.asked() == 0 && b.given(keyTurn) && len(b.seats(keyTurn)) > 0 {
		return fmt.Errorf("%s: nobody has anything to decide here", keyTurn)
	}
	if err := (Rules{}).Audit(b.s); err != nil {
		return err
	}
	for _, seat := range b.s.alive().List() {
		switch g := b.s.gang(seat); {
		case b.s.phase == Sharing && g.money() < needMoney:
			return fmt.Errorf("%s: %s has less than %s and would be out (rules 65)", keyGangs, b.names.Of(seat),
				dollars(needMoney))
		case b.s.phase == Arranging && b.s.seen[seat] != 0:
			return fmt.Errorf("%s: nobody is turned up before round 1", keyGangs)
		case b.s.phase == Arranging && (g.living() < Row || b.s.marked(seat).money < needMoney):
			return fmt.Errorf("%s: %s begins with three outlaws, and %s on the marked one (rules 10, 17)", keyGangs,
				b.names.Of(seat), dollars(needMoney))
		}
	}
	dice := position.Ints(b.p[keyDice]) // listed first to last, used from the end
	slices.Reverse(dice)
	for i, n := range dice {
		b.s.dice[i] = uint8(n)
	}
	b.s.dices = uint8(len(dice))
	return nil
}
