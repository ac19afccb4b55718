package outlaws25

import (
	"slices"

	"saloon/engine"
	"saloon/engine/position"
)

// The keys of a position.
const (
	keyRound       = "round"
	keyDealer      = "dealer"
	keyPhase       = "phase"
	keyTurn        = "turn"
	keyEliminated  = "eliminated"
	keyGangs       = "gangs"
	keyMarkers     = "markers"
	keyHole        = "hole"
	keyFlop        = "flop"
	keyStub        = "stub"
	keyFolded      = "folded"
	keyContributed = "contributed"
	keyStaked      = "staked"
	keyToAct       = "to_act"
	keyPot         = "pot"
	keyBank        = "bank"
	keySheriffs    = "sheriffs"
	keyRewards     = "rewards"
	keyWantedDeck  = "wanted_deck"
	keyDuel        = "duel"
	keyDice        = "dice"

	// What follows from the rest in most positions, and is written only where it does not.

	keyActed    = "acted"      // seats that have acted in this betting round
	keyFull     = "last_raise" // the last full bet or raise
	keyRaises   = "raises"     // bets and raises in this round
	keyLeast    = "minimum"    // the minimum bet, after a gang went out in the middle of the hand
	keyPasses   = "passes"     // in a row, in a duel's window
	keySealed   = "sealed"     // shares of those who have decided
	keyArranged = "arranged"   // how often a row was rearranged
	keyGone     = "gone"       // speeds of outlaws that are out and had been turned up

	// What a viewer sees instead of cards that it does not see.

	keyStubSize     = "stub_size"
	keySheriffsSize = "sheriffs_size"
	keyRewardsSize  = "rewards_size"
	keyWantedSize   = "wanted_deck_size"

	// The keys of an outlaw and of a duel.

	keySpeed     = "speed"
	keyUp        = "up"
	keyMoney     = "money"
	keyWanted    = "wanted"
	keyReward    = "reward"
	keyRewarded  = "rewarded" // a viewer sees that a reward lies there, not which
	keyAttacker  = "attacker"
	keyDefender  = "defender"
	keySheriff   = "sheriff"
	keyModifiers = "modifiers"
	keyRolls     = "rolls"
)

// Whole is the open position.
func (Notation) Whole(s State, names engine.Names) engine.Position {
	v := Rules{}.View(s, engine.Public)
	for seat := range engine.Seat(s.seats) {
		for at := range s.gangs[seat] {
			v.Gangs[seat][at] = s.gangs[seat][at].seen(true)
		}
	}
	v.Hand.Hole = s.hole
	p := v.common(&s, names)
	p[keySheriffs] = position.Anys(listed[int](&s.sheriffs, 0))
	p[keyRewards] = position.Texts(listed[Reward](&s.rewards, 0))
	p[keyWantedDeck] = position.Texts(listed[Rank](&s.wanted, 0))
	if s.flop != NoCard {
		p[keyStub] = position.Texts(listed[Card](&s.stub, 0))
	}
	if s.dices > 0 {
		dice := make([]int, s.dices)
		for i := range dice {
			dice[i] = int(s.dice[int(s.dices)-1-i])
		}
		p[keyDice] = position.Anys(dice)
	}
	sealed, arranged := map[string]any{}, map[string]any{}
	for seat := range engine.Seat(s.seats) {
		if share := s.sealed[seat]; share != ([Row]uint8{}) {
			sealed[names.Of(seat)] = []any{int(share[0]) * chip, int(share[1]) * chip, int(share[2]) * chip}
		}
		if n := s.arranges[seat]; n > 0 {
			arranged[names.Of(seat)] = int(n)
		}
	}
	p.some(keySealed, sealed)
	p.some(keyArranged, arranged)
	return engine.Position(p)
}

// Sighted is the position as a viewer sees it: numbers for what lies face down, and the cards that the viewer may know.
func (Notation) Sighted(v View, names engine.Names) engine.Position {
	s := v.public()
	p := v.common(&s, names)
	sheriffs := 0
	for _, n := range v.Sheriffs {
		sheriffs += n
	}
	p[keySheriffsSize], p[keyRewardsSize], p[keyWantedSize] = sheriffs, v.Rewards, v.WantedDeck.Len()
	if v.Hand.On {
		p[keyStubSize] = v.Hand.Stub
	}
	if v.Sealed != ([Row]int{}) {
		p[keySealed] = map[string]any{names.Of(v.Viewer): position.Anys(v.Sealed[:])}
	}
	if v.Arranged > 0 {
		p[keyArranged] = map[string]any{names.Of(v.Viewer): v.Arranged}
	}
	return engine.Position(p)
}

// draft is a position being written.
type draft engine.Position

// some writes a table that is not empty.
func (p draft) some(key string, table map[string]any) {
	if len(table) > 0 {
		p[key] = table
	}
}

// common is what a position shows to everybody, with the cards that v knows of; s has the rest of what is public.
func (v *View) common(s *State, names engine.Names) draft {
	p := draft{
		keyRound: v.Round, keyPhase: v.Phase.String(), keyTurn: position.Seated(v.Asked.List(), names), keyBank: v.Bank,
		keyPot: v.Hand.Pot,
	}
	if v.Phase != Dealing {
		p[keyDealer] = names.Of(v.Dealer)
	}
	gangs, markers, gone := map[string]any{}, map[string]any{}, map[string]any{}
	for seat := range engine.Seat(v.Seats) {
		if v.Out[seat] > 0 {
			continue
		}
		gangs[names.Of(seat)] = v.rowOf(seat)
		markers[names.Of(seat)] = v.Markers[seat].String()
	}
	for seat := range engine.Seat(v.Seats) {
		left := v.Seen[seat]
		for _, o := range v.Gangs[seat] {
			if o.Up {
				left &^= 1 << o.Speed
			}
		}
		if left != 0 {
			gone[names.Of(seat)] = position.Anys(left.List())
		}
	}
	p[keyGangs], p[keyMarkers], p[keyEliminated] = gangs, markers, position.Seated(v.out(), names)
	p.some(keyGone, gone)
	if v.Hand.On {
		v.handInto(p, s, names)
	}
	if v.Duel.On {
		p[keyDuel] = v.duelTable(names)
		if v.Asked != 0 && v.Duel.Begun && v.impliedPasses() != v.Duel.Passes {
			p[keyPasses] = v.Duel.Passes
		}
	}
	return p
}

// out lists the eliminated seats in the order in which they went.
func (v *View) out() []engine.Seat {
	var out []engine.Seat
	for seat := range engine.Seat(v.Seats) {
		if v.Out[seat] > 0 {
			out = append(out, seat)
		}
	}
	slices.SortStableFunc(out, func(a, b engine.Seat) int { return v.Out[a] - v.Out[b] })
	return out
}

func (v *View) rowOf(seat engine.Seat) map[string]any {
	row := map[string]any{}
	for at, o := range v.Gangs[seat] {
		if !o.Alive {
			continue
		}
		t := map[string]any{keyUp: o.Up, keyMoney: o.Money, keyWanted: position.Texts(o.Wanted.Labels())}
		if o.Speed > 0 {
			t[keySpeed] = o.Speed
		}
		switch {
		case o.Reward != NoReward:
			t[keyReward] = o.Reward.String()
		case o.Rewarded:
			t[keyRewarded] = true
		}
		row[Place(at).String()] = t
	}
	return row
}

// handInto writes what is public of the poker hand, and the hole cards that v knows.
func (v *View) handInto(p draft, s *State, names engine.Names) {
	h, b := &v.Hand, &s.bets
	hole, staked, put := map[string]any{}, map[string]any{}, map[string]any{}
	for seat := range engine.Seat(v.Seats) {
		if h.Hole[seat][0] != NoCard {
			hole[names.Of(seat)] = position.Texts(h.Hole[seat][:])
		}
		if h.Put[seat] > 0 {
			put[names.Of(seat)], staked[names.Of(seat)] = h.Put[seat], h.Staked[seat]
		}
	}
	p[keyHole], p[keyFlop], p[keyStaked], p[keyContributed] = hole, h.Flop.String(), staked, put
	var folded []engine.Seat
	for seat := range engine.Seat(v.Seats) {
		if h.Put[seat] > 0 && !h.In.Has(seat) && v.Gangs[seat][v.Markers[seat]].Alive {
			folded = append(folded, seat)
		}
	}
	p[keyFolded] = position.Seated(folded, names)
	toAct := b.order()
	p[keyToAct] = position.Seated(toAct, names)
	if b.least != uint8(s.ante(s.round)) {
		p[keyLeast] = int(b.least) * chip
	}
	if s.phase != Betting {
		return
	}
	implied := *b
	implied.imply(toAct)
	if implied.acted&b.in != b.acted&b.in {
		p[keyActed] = position.Seated((b.acted & b.in).List(), names)
	}
	if implied.full != b.full {
		p[keyFull] = int(b.full) * chip
	}
	if implied.raises != b.raises {
		p[keyRaises] = int(b.raises)
	}
}

// order is who still has to act, the one whose turn it is first.
func (b *betting) order() []engine.Seat {
	if b.turn < 0 {
		return nil
	}
	todo := b.pending()
	out := make([]engine.Seat, 0, todo.Len())
	for i := range b.seats {
		if seat := engine.Seat((uint8(b.turn) + i) % b.seats); todo.Has(seat) {
			out = append(out, seat)
		}
	}
	return out
}

// imply fills in what follows from the stakes and from who still has to act, as far as it does: who has acted, the last
// full raise, the number of raises.
func (b *betting) imply(toAct []engine.Seat) {
	b.acted = b.in
	for _, seat := range toAct {
		if b.staked[seat] == 0 {
			b.acted.Remove(seat)
		}
	}
	top, second := uint8(0), uint8(0)
	b.raises = 0
	for seat, v := range b.staked[:b.seats] {
		if v > 0 && !slices.Contains(b.staked[:seat], v) {
			b.raises++
		}
		switch {
		case v > top:
			top, second = v, top
		case v > second && v < top:
			second = v
		}
	}
	b.full = b.least
	if b.limit != FixedLimit {
		b.full = max(b.least, top-second)
	}
}

// impliedPasses is how many have passed in a window if it has come straight from the attacker to whose turn it is.
func (v *View) impliedPasses() int {
	n := 0
	if v.Asked == 0 {
		return n
	}
	for seat := v.Duel.Attacker.Seat; !v.Asked.Has(seat); seat = seat.Next(v.Seats) {
		for _, o := range v.Gangs[seat] {
			if o.Rewarded {
				n++
				break
			}
		}
	}
	return n
}

func (v *View) duelTable(names engine.Names) map[string]any {
	u := &v.Duel
	t := map[string]any{keyAttacker: spotWords(u.Attacker, names)}
	if u.Sheriff > 0 {
		t[keySheriff] = u.Sheriff
	} else {
		t[keyDefender] = spotWords(u.Defender, names)
	}
	if !u.Begun {
		return t
	}
	mods := map[string]any{}
	for side, n := range u.Mods {
		if n == 0 {
			continue
		}
		switch {
		case side == 0:
			mods[names.Of(u.Attacker.Seat)] = n
		case u.Sheriff > 0:
			mods[sheriffWord(names)] = n
		default:
			mods[names.Of(u.Defender.Seat)] = n
		}
	}
	rolls := []any{}
	for _, roll := range u.Rolls[:u.Rolled] {
		rolls = append(rolls, position.Anys(roll[:]))
	}
	t[keyModifiers], t[keyRolls] = mods, rolls
	return t
}

func spotWords(p Spot, names engine.Names) []any { return []any{names.Of(p.Seat), p.Place.String()} }
