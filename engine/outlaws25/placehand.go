package outlaws25

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"saloon/engine"
	"saloon/engine/deck"
	"saloon/engine/position"
)

// The parts of Place that set up a poker hand, a duel and who is asked.

// inHand reports whether the poker cards are out.
func (b *builder) inHand() bool {
	switch b.s.phase {
	case Betting, Bribing:
		return true
	case BeforeRoll, AfterRoll:
		return position.Get[int](position.Get[map[string]any](b.p, keyDuel), keySheriff) > 0
	default:
		return false
	}
}

var handKeys = []string{
	keyHole, keyFlop, keyStub, keyFolded, keyContributed, keyStaked, keyToAct, keyActed, keyFull, keyRaises, keyLeast,
}

// hand deals the poker cards and reads what was put in.
func (b *builder) hand() error {
	s := &b.s
	if !b.inHand() {
		for _, key := range handKeys {
			if b.given(key) {
				return fmt.Errorf("%s: no poker hand is being played in the phase %v", key, s.phase)
			}
		}
		return nil
	}
	if err := b.poker(); err != nil {
		return err
	}
	t := &s.bets
	ante := uint8(s.ante(s.round))
	*t = betting{limit: s.house.limit, seats: s.seats, turn: engine.Nobody, least: ante}
	if b.given(keyLeast) {
		t.least = max(chips(position.Get[int](b.p, keyLeast)), 1)
	}
	folded := b.seats(keyFolded)
	staked, put := position.Get[map[string]any](b.p, keyStaked), position.Get[map[string]any](b.p, keyContributed)
	for seat := range engine.Seat(s.seats) {
		name := b.names.Of(seat)
		t.staked[seat] = chips(position.Get[int](staked, name))
		if _, given := put[name]; given {
			t.put[seat] = chips(position.Get[int](put, name))
		} else if s.outs[seat] == 0 {
			t.put[seat] = t.least + t.staked[seat]
		}
		if t.staked[seat] > t.put[seat] {
			return fmt.Errorf("%s: %s has put in more in this round than in this hand", keyStaked, name)
		}
		if s.outs[seat] > 0 {
			continue
		}
		o := s.marked(seat)
		if b.untold[seat][s.marks[seat]] && o.alive() {
			o.money -= min(o.money, t.put[seat])
		}
		if o.alive() && !slices.Contains(folded, seat) {
			t.in.Add(seat)
			if o.money == 0 {
				t.broke.Add(seat)
			}
		}
	}
	return b.betting()
}

// poker deals: what is given is there, the rest comes from a shuffled deck.
func (b *builder) poker() error {
	s := &b.s
	var all []Card
	for c := Card(1); c <= PokerCards; c++ {
		all = append(all, c)
	}
	hole := position.Get[map[string]any](b.p, keyHole)
	var out []Card
	for seat := range engine.Seat(s.seats) {
		if given, ok := hole[b.names.Of(seat)].([]any); ok {
			s.hole[seat] = [2]Card(cards[Card](given))
			out = append(out, s.hole[seat][:]...)
		}
	}
	if name := position.Get[string](b.p, keyFlop); name != "" {
		s.flop, _ = CardNamed(name)
		out = append(out, s.flop)
	}
	rest, err := take(keyHole, all, out)
	if err != nil {
		return err
	}
	top := cards[Card](position.Get[[]any](b.p, keyStub))
	if rest, err = take(keyStub, rest, top); err != nil {
		return err
	}
	deck.Shuffle(b.r, rest)
	draw := func() Card {
		if len(rest) == 0 {
			return NoCard
		}
		c := rest[0]
		rest = rest[1:]
		return c
	}
	if s.flop == NoCard {
		s.flop = draw()
	}
	for seat := range engine.Seat(s.seats) {
		if s.outs[seat] == 0 && s.hole[seat][0] == NoCard {
			s.hole[seat] = [2]Card{draw(), draw()}
		}
		if s.outs[seat] == 0 && s.hole[seat][1] == NoCard || s.flop == NoCard {
			return fmt.Errorf("%s: too few cards are left to deal", keyStub)
		}
	}
	lay(&s.stub, append(top, rest...))
	return nil
}

// betting reads who has acted and whose turn it is.
func (b *builder) betting() error {
	t := &b.s.bets
	t.imply(nil)
	t.acted = 0
	if b.s.phase != Betting {
		if t.level() > 0 {
			return fmt.Errorf("%s: nothing is bet before the sheriffs have gone", keyStaked)
		}
		return nil
	}
	toAct, turn := b.seats(keyToAct), b.seats(keyTurn)
	if !b.given(keyToAct) {
		toAct = b.impliedToAct(turn)
	}
	t.imply(toAct)
	if b.given(keyActed) {
		t.acted = 0
		for _, seat := range b.seats(keyActed) {
			t.acted.Add(seat)
		}
	}
	if b.given(keyFull) {
		t.full = max(chips(position.Get[int](b.p, keyFull)), t.least)
	}
	if b.given(keyRaises) {
		t.raises = uint8(position.Get[int](b.p, keyRaises))
	}
	if len(toAct) > 0 {
		t.turn = toAct[0]
	}
	if len(turn) > 0 && turn[0] != t.turn {
		return fmt.Errorf("%s: it is the turn of the first in %s", keyTurn, keyToAct)
	}
	if todo := t.pending(); !slices.Equal(t.order(), toAct) || len(toAct) == 0 && todo != 0 {
		return fmt.Errorf("%s: it should be %v, clockwise from whose turn it is", keyToAct,
			position.Seated(todo.List(), b.names))
	}
	return nil
}

// impliedToAct is who still has to act if nobody says so: who has staked less than the highest, or nothing where nobody
// has, from whose turn it is, or after who staked most, or from the dealer's left.
func (b *builder) impliedToAct(turn []engine.Seat) []engine.Seat {
	t := b.s.bets
	n := int(t.seats)
	first := b.s.dealer.Next(n)
	if len(turn) > 0 {
		first = turn[0]
		for seat := b.s.dealer.Next(n); t.level() == 0 && seat != first; seat = seat.Next(n) {
			t.acted.Add(seat) // checked
		}
	}
	raiser := engine.Nobody
	for i := range n {
		seat := engine.Seat((int(b.s.dealer) + 1 + i) % n)
		if t.staked[seat] == 0 {
			continue
		}
		t.acted.Add(seat)
		if raiser < 0 && int(t.staked[seat]) == t.level() {
			raiser = seat
		}
	}
	if raiser >= 0 && len(turn) == 0 {
		first = raiser.Next(n)
	}
	todo := t.pending()
	if todo == 0 {
		return nil
	}
	if t.turn = first; !todo.Has(first) {
		t.turn = todo.After(first, n)
	}
	return t.order()
}

// money finds what lies in the bank, and checks the sum.
func (b *builder) money() error {
	s := &b.s
	sum := s.pot()
	if b.given(keyPot) && position.Get[int](b.p, keyPot) != sum*chip {
		return fmt.Errorf("%s: the contributions make %s", keyPot, dollars(sum))
	}
	for seat := range engine.Seat(s.seats) {
		sum += s.gang(seat).money()
	}
	whole := int(s.seats) * Row * startMoney
	if b.given(keyBank) {
		s.bank = chips(position.Get[int](b.p, keyBank))
	} else {
		s.bank = uint8(max(0, whole-sum))
	}
	if sum += int(s.bank); sum != whole {
		return fmt.Errorf("%s are there, not %s, which is %s a player (rules 72)", dollars(sum), dollars(whole),
			dollars(Row*startMoney))
	}
	return nil
}

// duel reads who fights whom.
func (b *builder) duel() error {
	s := &b.s
	t := position.Get[map[string]any](b.p, keyDuel)
	switch s.phase {
	case Bribing, BeforeRoll, AfterRoll, Answering:
	default:
		if len(t) > 0 {
			return fmt.Errorf("%s: there is none in the phase %v", keyDuel, s.phase)
		}
		return nil
	}
	u := duel{on: true, sheriff: uint8(position.Get[int](t, keySheriff))}
	attacker, errA := readSpot(t[keyAttacker], b.names)
	defender, errD := readSpot(t[keyDefender], b.names)
	switch {
	case errA != nil || !s.at(attacker).alive():
		return fmt.Errorf("%s: %s: no outlaw is there", keyDuel, keyAttacker)
	case u.sheriff > 0 && t[keyDefender] != nil:
		return fmt.Errorf("%s: an outlaw against a sheriff has no other opponent", keyDuel)
	case u.sheriff == 0 && (errD != nil || !s.at(defender).alive() || defender.Seat == attacker.Seat):
		return fmt.Errorf("%s: %s: no outlaw of another gang is there", keyDuel, keyDefender)
	case u.sheriff == 0 && s.phase == Bribing, u.sheriff > 0 && s.phase == Answering:
		return fmt.Errorf("%s: that is no duel of the phase %v", keyDuel, s.phase)
	case u.sheriff > 0 && s.at(attacker).wanted.Of(s.flop.Rank()) == 0:
		return fmt.Errorf("%s: no Wanted card on that outlaw has the flop's rank (rules 38)", keyDuel)
	}
	u.attacker = attacker
	if u.sheriff == 0 {
		u.defender = defender
	}
	s.duel = u
	if s.phase == BeforeRoll || s.phase == AfterRoll {
		return b.dice(t)
	}
	return nil
}

// dice reads a duel that has begun.
func (b *builder) dice(t map[string]any) error {
	s, u := &b.s, &b.s.duel
	u.speeds = [2]uint8{uint8(s.duelSpeed(0)), uint8(s.duelSpeed(1))}
	u.begun = true
	s.turnUp(u.attacker)
	if u.sheriff == 0 {
		s.turnUp(u.defender)
	}
	other := sheriffWord(b.names)
	if u.sheriff == 0 {
		other = b.names.Of(u.defender.Seat)
	}
	mods := position.Get[map[string]any](t, keyModifiers)
	for _, key := range slices.Sorted(maps.Keys(mods)) {
		switch key {
		case b.names.Of(u.attacker.Seat):
			u.mods[0] = int8(position.Get[int](mods, key))
		case other:
			u.mods[1] = int8(position.Get[int](mods, key))
		default:
			return fmt.Errorf("%s: %s: %s is not in it", keyDuel, keyModifiers, key)
		}
	}
	for i, roll := range position.Get[[]any](t, keyRolls) {
		n := position.Ints(roll)
		u.rolls[i] = [2]uint8{uint8(n[0]), uint8(n[1])}
		u.rolled++
	}
	if (s.phase == AfterRoll) != (u.rolled > 0) {
		return fmt.Errorf("%s: %s: there are some after the roll, and none before", keyDuel, keyRolls)
	}
	return nil
}

// questions finds who is asked.
func (b *builder) questions() error {
	s := &b.s
	turn := b.seats(keyTurn)
	if s.turn = engine.Nobody; len(turn) > 1 && s.phase != Arranging && s.phase != Sharing {
		return fmt.Errorf("%s: only one is asked in the phase %v", keyTurn, s.phase)
	}
	switch s.phase {
	case Arranging, Sharing:
		return b.all(turn)
	case Bribing:
		if seat := s.duel.attacker.Seat; s.gang(seat).holds() {
			s.turn = seat
		}
	case BeforeRoll, AfterRoll:
		s.openWindow(s.phase)
		if len(turn) > 0 && s.turn >= 0 {
			if !s.holders().Has(turn[0]) {
				return fmt.Errorf("%s: %s holds no reward", keyTurn, b.names.Of(turn[0]))
			}
			s.turn = turn[0]
			v := Rules{}.View(*s, engine.Public)
			s.duel.passes = uint8(v.impliedPasses())
		}
		if b.given(keyPasses) {
			s.duel.passes = uint8(min(position.Get[int](b.p, keyPasses), max(0, s.holders().Len()-1)))
		}
	case Buying:
		s.turn = s.buyer(s.dealer.Next(int(s.seats)))
		if len(turn) > 0 {
			s.turn = s.buyer(turn[0])
		}
	case HoldingUp:
		if s.outs[s.dealer] == 0 {
			s.turn = s.dealer
		}
	case Answering:
		s.turn = s.duel.defender.Seat
	}
	if s.phase != Betting && len(turn) > 0 && turn[0] != s.turn {
		return fmt.Errorf("%s: %s is not asked here", keyTurn, b.names.Of(turn[0]))
	}
	return nil
}

// all reads who still has to arrange or to share, and what the others have decided.
func (b *builder) all(turn []engine.Seat) error {
	s := &b.s
	sealed := position.Get[map[string]any](b.p, keySealed)
	for seat := range engine.Seat(s.seats) {
		name := b.names.Of(seat)
		s.arranges[seat] = uint8(position.Get[int](position.Get[map[string]any](b.p, keyArranged), name))
		if s.outs[seat] > 0 || s.phase == Sharing && s.gang(seat).living() < 2 {
			continue
		}
		share, decided := sealed[name]
		switch {
		case decided && s.phase != Sharing:
			return errors.New(keySealed + ": nothing is shared here")
		case decided:
			m := Move{Use: Share}
			for at, n := range position.Ints(share) {
				m.N[at] = int16(n)
				s.sealed[seat][at] = chips(n)
			}
			if f := s.checkShare(seat, &m); f != fine {
				return fmt.Errorf("%s: %s: %w", keySealed, name, s.refuse(seat, &m, f))
			}
		case len(turn) > 0 && !slices.Contains(turn, seat): // has decided; its share is the smallest top-up
			if s.phase == Sharing {
				s.sealed[seat] = s.gang(seat).topUp(s.marks[seat])
			}
		default:
			s.waiting.Add(seat)
		}
	}
	if b.given(keyTurn) && !slices.Equal(s.waiting.List(), turn) {
		return fmt.Errorf("%s: asked are all that have not decided, %v", keyTurn,
			position.Seated(s.waiting.List(), b.names))
	}
	return nil
}
