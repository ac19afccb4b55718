package wyattearp

import (
	"fmt"
	"slices"

	"saloon/engine"
)

// apply makes an event true. It panics on an event that cannot have happened, so that a damaged log is found where it
// is damaged.
func (s *State) apply(event Event) {
	switch e := event.(type) {
	case Dealt:
		s.applyDealt(e)
	case Drew:
		for _, c := range e.Cards {
			must(s.stacks.turnUp() == c, "drew a card that was not on top")
			s.hands[e.Seat].put(c, 1)
		}
		s.memory.lacks[e.Seat] = 0
		s.moved, s.phase, s.mayPlay = true, Play, NoCard
	case TookDiscard:
		must(s.stacks.pop() == e.Card, "took a card that was not on top")
		s.gain(e.Seat, e.Card)
		s.phase = Play
	case Reshuffled:
		s.applyReshuffled(e)
	case Melded:
		s.leave(e.Seat, e.Outlaw.Card(), e.N)
		s.piles[e.Seat][e.Outlaw].Outlaws += uint8(e.N)
		s.opened[e.Outlaw] = true
		s.posters[e.Outlaw] += thousands(e.Added)
		s.moved, s.mayPlay = true, NoCard
	case Played:
		s.applyPlayed(e)
	case ShotTurned:
		s.applyShot(e)
	case Discarded:
		s.applyDiscarded(e)
	case RoundEnded:
		s.applyEnded()
	case HandShown:
		must(s.hands[e.Seat] == BagOf(e.Cards...), "showed another hand")
		s.hands[e.Seat], s.left[e.Seat] = 0, s.hands[e.Seat]
		for _, c := range e.Cards {
			s.stacks.push(c)
		}
	case RoundScored:
		s.applyScored(e.Sheet)
	case DuelTurned:
		s.duelRound, s.duel = uint8(e.Round), e.Cards
	case Won:
		s.applyWon(e)
	default:
		s.applyEffect(event)
	}
}

// applyEffect is the part of apply that settles a played Sheriff card.
func (s *State) applyEffect(event Event) {
	switch e := event.(type) {
	case Laid:
		s.applyLaid(e)
	case GunLost:
		s.piles[e.Owner][e.Outlaw].Gun = false
		s.stacks.push(FastestGun)
	case Covered:
		must(s.limbo == Hideout, "covered a pile without a Hideout")
		s.piles[e.Victim][e.Outlaw].Hideout = true
		s.limbo, s.phase, s.victim, s.hidden = NoCard, React, e.Victim, e.Outlaw
	case Stole:
		must(s.piles[e.From][e.Outlaw].Outlaws > 0, "stole a card that was not there")
		s.piles[e.From][e.Outlaw].Outlaws--
		s.gain(e.Seat, e.Outlaw.Card())
	case Orphaned:
		s.piles[e.Seat][e.Outlaw] = Pile{}
		for _, c := range e.Cards {
			s.stacks.push(c)
		}
	case Uncovered:
		s.piles[e.Seat][e.Outlaw].Hideout = false
		s.stacks.push(Hideout)
		s.endReaction()
	case Asked:
		s.applyAsked(e)
	case Searched:
		s.stacks.pull(e.Card)
		s.hands[e.Seat].put(e.Card, 1)
		s.memory.lacks[e.Seat] = 0
		s.memory.take(e.Seat, e.Card)
		if e.Card.Sheriff() {
			s.mayPlay = e.Card
		}
	case Looked: // what the seat sees is in its view
	case Spent:
		must(s.limbo == e.Card, "spent a card that was not played")
		s.stacks.push(e.Card)
		s.limbo, s.phase = NoCard, Play
	case Replied:
		s.leave(e.Seat, WyattEarp, 1)
		s.stacks.push(WyattEarp)
	case Passed:
		s.endReaction()
	default:
		panic(fmt.Sprintf("wyattearp: %T is no event", event))
	}
}

// take remembers a card taken unseen. A seat cannot take the eighth of a kind before a shuffle, since each needs a
// Wyatt Earp of its own; only a position that was set up by hand can bring that about, and then it is forgotten.
func (m *memory) take(seat engine.Seat, c Card) {
	if m.took[seat].Of(c) < bagMask {
		m.took[seat].put(c, 1)
	}
}

func must(ok bool, what string) {
	if !ok {
		panic("wyattearp: " + what)
	}
}

// thousands is an amount of dollars as the state counts it.
func thousands(dollars int) uint16 { return uint16(dollars / 1000) }

// gain puts a card into a hand in everybody's sight.
func (s *State) gain(seat engine.Seat, c Card) {
	s.hands[seat].put(c, 1)
	s.memory.known[seat].put(c, 1)
	if o, ok := c.Outlaw(); ok && c.Hole() {
		s.memory.lacks[seat].remove(o)
	}
}

// leave takes n cards out of a hand in everybody's sight. Whether they were the ones that had been seen going in
// nobody can tell, so as many fewer are known to be there.
func (s *State) leave(seat engine.Seat, c Card, n int) {
	s.hands[seat].take(c, n)
	if k := min(n, s.memory.known[seat].Of(c)); k > 0 {
		s.memory.known[seat].take(c, k)
	}
}

func (s *State) endReaction() {
	if s.phase == React {
		s.phase, s.victim, s.hidden = Play, engine.Nobody, 0
	}
}

// applyAsked also remembers who had to say no.
func (s *State) applyAsked(e Asked) {
	s.question = Question{Asked: true, Outlaw: e.Outlaw, Left: e.Left, Giver: e.Giver}
	for other := s.neighbour(e.Seat, e.Left); other != e.Seat; other = s.neighbour(other, e.Left) {
		if other == e.Giver {
			s.leave(e.Giver, e.Outlaw.Card(), 1)
			s.gain(e.Seat, e.Outlaw.Card())
			return
		}
		s.memory.lacks[other].add(e.Outlaw)
	}
}

func (s *State) applyDealt(e Dealt) {
	s.phase, s.round, s.dealer = Draw, uint16(e.Round), e.Dealer
	s.turn = e.Dealer.Next(int(s.seats))
	s.limbo, s.mayPlay = NoCard, NoCard
	s.victim, s.hidden = engine.Nobody, 0
	s.idle, s.moved, s.sheriff, s.shuffled = 0, false, false, false
	s.opened = [Outlaws]bool{}
	s.hands, s.stacks = [seatsMax]Bag{}, stacks{}
	s.piles = [seatsMax][Outlaws]Pile{}
	s.memory, s.left, s.question = memory{}, [seatsMax]Bag{}, Question{}
	for i, p := range e.Posters {
		s.posters[i] = thousands(p)
	}
	must(len(e.Hands) == int(s.seats), "dealt to another number of seats")
	for seat, cards := range e.Hands {
		s.hands[seat] = BagOf(cards...)
	}
	s.stacks.push(e.Upcard)
	s.stacks.stock(e.Supply)
}

func (s *State) applyReshuffled(e Reshuffled) {
	must(s.stacks.supply == 0 && int(s.stacks.discards) == len(e.Supply), "shuffled another number of cards")
	s.stacks = stacks{}
	s.stacks.stock(e.Supply)
	s.shuffled = true
	s.memory.took = [seatsMax]Bag{}
}

func (s *State) applyPlayed(e Played) {
	// A second Sheriff card can only be the one that was taken unseen (rules R42), so now everybody knows it.
	if s.sheriff && s.memory.took[e.Seat].Has(e.Card) {
		s.memory.took[e.Seat].take(e.Card, 1)
	}
	s.leave(e.Seat, e.Card, 1)
	s.limbo, s.mayPlay = e.Card, NoCard
	s.sheriff, s.moved = true, true
}

func (s *State) applyShot(e ShotTurned) {
	must(s.stacks.turnUp() == e.Card, "turned up a card that was not on top")
	s.stacks.push(e.Card)
	switch {
	case s.phase == React:
		if !e.Hit && !s.house.reactMany {
			s.endReaction()
		}
	case e.Hit:
		s.phase = Target
	default:
		s.stacks.push(s.limbo)
		s.limbo = NoCard
	}
}

func (s *State) applyLaid(e Laid) {
	must(s.limbo == e.Card, "laid a card that was not played")
	p := &s.piles[e.Seat][e.Outlaw]
	switch e.Card {
	case Stagecoach:
		p.Stagecoaches++
	case Bank:
		p.Banks++
	case FastestGun:
		p.Gun = true
	default:
		must(e.Card == e.Outlaw.Photo(), "laid a card that stays nowhere")
		p.Photo = true
	}
	s.posters[e.Outlaw] += thousands(e.Added)
	s.limbo, s.phase = NoCard, Play
}

// applyDiscarded ends the turn; whether the hand goes on is whyEnded's to say.
func (s *State) applyDiscarded(e Discarded) {
	s.leave(e.Seat, e.Card, 1)
	s.stacks.push(e.Card)
	if s.moved {
		s.idle = 0
	} else {
		s.idle++
	}
	s.moved, s.sheriff, s.mayPlay, s.question = false, false, NoCard, Question{}
	if s.whyEnded() == "" {
		s.phase, s.turn = Draw, s.turn.Next(int(s.seats))
	}
}

func (s *State) applyEnded() {
	s.memory.known, s.memory.lacks = [seatsMax]Bag{}, [seatsMax]OutlawSet{}
	s.moved, s.sheriff, s.mayPlay, s.idle, s.question = false, false, NoCard, 0, Question{}
	s.phase = Scored
}

func (s *State) applyScored(sheet Sheet) {
	s.last = scored{round: uint16(sheet.Round)}
	for o, p := range sheet.Posters {
		s.last.rewards[o] = thousands(p.Reward)
		s.posters[o] = thousands(p.Rest)
		for seat := range s.seats {
			s.last.cp[seat][o] = uint8(p.CP[seat])
			s.cash[seat] += thousands(p.Paid[seat])
		}
	}
}

func (s *State) applyWon(e Won) {
	at := slices.Index(endReasons[:], e.Reason)
	must(at >= 0, "won for no known reason")
	s.phase, s.winner, s.reason = Over, e.Seat, ending(at)
}
