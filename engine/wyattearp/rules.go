package wyattearp

import (
	"fmt"
	"strconv"

	"saloon/engine"
)

// Name is the game's name in records and on the command line.
const Name = "wyatt-earp"

// Rules are the rules of Wyatt Earp. The zero value is ready for use.
type Rules struct{}

var (
	_ engine.Rules[State, Move, Event, View] = Rules{}
	_ engine.Pauser[State]                   = Rules{}
	_ engine.Auditor[State]                  = Rules{}
	_ engine.Imaginer[State, View]           = Rules{}
)

// The bound of a match, from the bounds of a hand.
//
// Between two shuffles a Sheriff card that was played leaves the discard stack only by a Wyatt Earp's second option:
// each turn ends with a discard, so a draw from the stack takes the card that the previous player discarded. A Wyatt
// Earp cannot be taken, so each of the seven is played once between shuffles, and there is one shuffle in a hand.
const (
	earpsMax    = 2 * 7
	sheriffsMax = 2*22 + earpsMax + earpsMax // each once per shuffle, what Wyatt Earps take back, Wyatt Earps
	stealsMax   = 2*3 + earpsMax             // Most Wanted cards
	meldsMax    = outlawCards + stealsMax    // each brings a card to the table; a steal takes one back
	drawsMax    = 2 * DeckSize               // draws from the supply take at least a card
	// livelyTurns are the turns with a card played or drawn from the supply; between two of them are fewer than
	// stallRounds rounds of others.
	livelyTurns = sheriffsMax + meldsMax + drawsMax
	turnsMax    = (livelyTurns + 1) * stallRounds * seatsMax
	// handMax: a draw and a discard a turn, the plays, a target for each Sheriff card, an answer to each Hideout and
	// one after each reply, and the deal.
	handMax    = 2*turnsMax + sheriffsMax + meldsMax + sheriffsMax + (2*3 + earpsMax) + earpsMax + 1
	entriesMax = roundsMax*handMax + 1 // and the duel
)

// Spec names the game, its house rules and its bounds.
func (Rules) Spec() engine.Spec {
	return engine.Spec{
		Name:  Name,
		Title: "Wyatt Earp",
		Blurb: "Catch seven outlaws with the cards you lay: the hunt raises the reward, and who hunts along shares it.",
		Rules: 1, SeatsMin: seatsMin, SeatsMax: seatsMax,
		Options:    options(),
		EntriesMax: entriesMax,
		Reveals:    true,
	}
}

func options() []engine.Option {
	return []engine.Option{
		{
			Key: "hideouts", Title: "Hideouts", Clause: "R35", Default: "per-pile",
			Values: []string{"per-pile", "one-on-table"},
			Words:  []string{"one on each pile", "one on the whole table at a time"},
		},
		{
			Key: "reactions", Title: "Reactions to a Hideout", Clause: "R44", Default: "one",
			Values: []string{"one", "many"},
			Words:  []string{"one Wyatt Earp may answer it", "as many Wyatt Earps as the victim holds"},
		},
		{
			Key: "zero-shares", Title: "Shares for zero CP", Clause: "R53", Default: "no",
			Values: []string{"no", "yes"},
			Words:  []string{"only who has visible CP shares a reward", "zero CP share when the lead is four or less"},
		},
		{
			Key: "second-supply", Title: "Second supply used up", Clause: "R47", Default: "choice",
			Values: []string{"choice", "ends-hand"},
			Words:  []string{"the player chooses: top discard, or end the hand", "ends the hand at once"},
		},
		{
			Key: "target", Title: "Target in dollars", Clause: "R57", Default: "25000",
			Min: 5000, Max: 100_000, Step: 1000,
		},
	}
}

// New is an empty table. It fails with ErrConfig.
func (r Rules) New(c engine.Config) (State, error) {
	values, err := c.Values(r.Spec())
	if err != nil {
		return State{}, err
	}
	target, err := strconv.Atoi(values["target"])
	if err != nil {
		return State{}, fmt.Errorf("%w: target = %q", engine.ErrConfig, values["target"])
	}
	return State{
		house: house{
			oneHideout: values["hideouts"] == "one-on-table",
			reactMany:  values["reactions"] == "many",
			zeroShares: values["zero-shares"] == "yes",
			endsHand:   values["second-supply"] == "ends-hand",
			target:     thousands(target),
		},
		seats:  uint8(c.Seats),
		victim: engine.Nobody,
		winner: engine.Nobody,
	}, nil
}

// Turn lists the one seat that is asked, Nature between hands, none once the match is over.
func (Rules) Turn(s State) []engine.Seat {
	if s.phase == Over {
		return nil
	}
	return []engine.Seat{s.asked()}
}

// Legal lists a seat's moves, every one of them.
func (Rules) Legal(s State, seat engine.Seat) []Move {
	if seat < 0 || s.asked() != seat {
		return nil
	}
	return s.legal(seat)
}

// Decide refuses a move or says what happens. It draws from r for a deal, a reshuffle and the duel alone: a shot turns
// the card that lies on the supply.
func (Rules) Decide(s State, a engine.Act[Move], r *engine.Rand) ([]Event, error) {
	switch {
	case s.phase == Over:
		return nil, engine.ErrOver
	case s.asked() != a.Seat:
		return nil, engine.ErrNotAsked
	}
	d := decision{s: s, r: r}
	if a.Seat == engine.Nature {
		if a.Move != (Move{}) {
			return nil, engine.Refuse("R8", "The deck makes no moves.")
		}
		d.nature()
		return d.events, nil
	}
	if f := s.check(a.Move); f != fine {
		return nil, s.refuse(a.Move, f)
	}
	d.events = make([]Event, 0, 4)
	d.move(a.Seat, a.Move)
	return d.events, nil
}

// Evolve makes an event true.
func (Rules) Evolve(s State, e Event) State {
	s.apply(e)
	return s
}

// Pause reports that a hand has been scored and the next has not been dealt.
func (Rules) Pause(s State) bool { return s.phase == Scored }

// Outcome is the result: points are dollars; the winner of a duel is first, who lost it shares the second place.
func (Rules) Outcome(s State) (engine.Outcome, bool) {
	if s.phase != Over {
		return engine.Outcome{}, false
	}
	n := int(s.seats)
	out := engine.Outcome{Points: make([]int, n), Ranks: make([]int, n), Reason: endReasons[s.reason]}
	ahead := func(a, b int) bool {
		if s.cash[a] != s.cash[b] {
			return s.cash[a] > s.cash[b]
		}
		return engine.Seat(a) == s.winner && a != b
	}
	for seat := range n {
		out.Points[seat], out.Ranks[seat] = int(s.cash[seat])*1000, 1
		for other := range n {
			if ahead(other, seat) {
				out.Ranks[seat]++
			}
		}
	}
	return out, true
}

// deckBag is the whole deck.
var deckBag = func() (b Bag) {
	for c := Card(1); c < cardKinds; c++ {
		b.put(c, c.Count())
	}
	return b
}()

// Audit checks that the 78 cards of rules R2 are all there, once each, and that what is remembered is true. It is
// called after every move of a simulation, so it adds bags up as numbers: where a kind had eight cards too many, the
// sum would be the same as with one more of the next kind, but then the number of cards would not be.
func (Rules) Audit(s State) error {
	if s.phase == Deal {
		return nil
	}
	var sum Bag
	n := int(s.stacks.supply) + int(s.stacks.discards)
	for _, c := range s.stacks.cards[:s.stacks.supply] {
		sum += 1 << (bagBits * c)
	}
	sum += s.stacks.discardBag()
	if s.limbo != NoCard {
		sum += 1 << (bagBits * s.limbo)
		n++
	}
	for seat := range engine.Seat(s.seats) {
		sum += s.hands[seat]
		n += s.hands[seat].Len()
		for o, p := range s.piles[seat] {
			if p == (Pile{}) {
				continue
			}
			b := p.Bag(Outlaw(o))
			if p.Empty() {
				return fmt.Errorf("seat %d: cards lie on no outlaw: %v", seat, b)
			}
			sum += b
			n += b.Len()
		}
		if err := s.auditMemory(seat); err != nil {
			return err
		}
	}
	if n != DeckSize || sum != deckBag {
		return fmt.Errorf("%d cards, not %d: %v", n, DeckSize, sum)
	}
	return nil
}

func (s *State) auditMemory(seat engine.Seat) error {
	known, lacks, hand := s.memory.known[seat], s.memory.lacks[seat], s.hands[seat]
	if !known.within(hand) {
		return fmt.Errorf("seat %d is known to hold %v and holds %v", seat, known, hand)
	}
	if lacks == 0 {
		return nil
	}
	for o := range Outlaw(Outlaws) {
		if lacks.Has(o) && hand.Has(o.Card()) {
			return fmt.Errorf("seat %d is known to lack %v", seat, o)
		}
	}
	return nil
}
