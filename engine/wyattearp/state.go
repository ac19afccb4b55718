package wyattearp

import "saloon/engine"

// Bounds of a match. Each is a number that some array or some proof relies on.
const (
	seatsMin = 2
	seatsMax = 4
	// dealt is how many cards each seat gets (rules R6).
	dealt = 10
	// roundsMax ends a match whose players never earn anything: after that many rounds the richest wins.
	roundsMax = 100
	// stallRounds full rounds of turns without a card played or drawn from the supply end the hand (rules R47).
	stallRounds = 3
	// moneyMax bounds a poster and a purse in a position, in thousands. A match cannot reach it: each of at most
	// roundsMax rounds adds to a poster less than 100 thousand.
	moneyMax = 20_000
)

// Phase is the step in which a match waits for an answer.
type Phase uint8

// The phases. Deal and Scored wait for Nature, Over for nobody.
const (
	Deal   Phase = iota // nothing has been dealt yet
	Draw                // the turn's compulsory draw
	Play                // cards may be played; a discard ends the turn
	Target              // a shot hit: where the Sheriff card goes
	React               // the victim of a Hideout may answer it
	Scored              // a hand has been scored; next is a deal or the duel
	Over
)

var phaseNames = [...]string{"deal", "draw", "play", "target", "react", "scored", "over"}

// String is the phase as positions write it.
func (p Phase) String() string {
	if int(p) >= len(phaseNames) {
		return "no phase"
	}
	return phaseNames[p]
}

// house is a table's house rules.
type house struct {
	oneHideout bool   // hideouts = one-on-table (rules R35)
	reactMany  bool   // reactions = many (rules R44)
	zeroShares bool   // zero-shares = yes (rules R53)
	endsHand   bool   // second-supply = ends-hand (rules O1)
	target     uint16 // thousands (rules R57)
}

// stacks holds the supply and the discard stack in one array, because together they never exceed the deck: the supply
// grows from the front, the discard stack from the back. The array's unused middle is zero.
type stacks struct {
	cards    [DeckSize]Card
	supply   uint8
	discards uint8
}

func (k *stacks) top() Card {
	if k.discards == 0 {
		return NoCard
	}
	return k.cards[DeckSize-int(k.discards)]
}

func (k *stacks) push(c Card) {
	if int(k.supply)+int(k.discards) >= DeckSize {
		panic("wyattearp: more cards than the deck has")
	}
	k.discards++
	k.cards[DeckSize-int(k.discards)] = c
}

func (k *stacks) pop() Card {
	if k.discards == 0 {
		panic("wyattearp: nothing on the discard stack")
	}
	at := DeckSize - int(k.discards)
	c := k.cards[at]
	k.cards[at] = NoCard
	k.discards--
	return c
}

// pull takes the uppermost card of a kind out of the discard stack; the others keep their order (rules R41).
func (k *stacks) pull(c Card) {
	first := DeckSize - int(k.discards)
	for at := first; at < DeckSize; at++ {
		if k.cards[at] == c {
			copy(k.cards[first+1:at+1], k.cards[first:at])
			k.cards[first] = NoCard
			k.discards--
			return
		}
	}
	panic("wyattearp: no " + c.String() + " in the discard stack")
}

// turnUp removes the supply's top card.
func (k *stacks) turnUp() Card {
	if k.supply == 0 {
		panic("wyattearp: nothing in the supply")
	}
	k.supply--
	c := k.cards[k.supply]
	k.cards[k.supply] = NoCard
	return c
}

// next is the supply's top card, left there.
func (k *stacks) next() Card { return k.cards[k.supply-1] }

// stock lays cards, listed from the top down, into an empty supply.
func (k *stacks) stock(cards []Card) {
	if k.supply != 0 || len(cards)+int(k.discards) > DeckSize {
		panic("wyattearp: no room for the supply")
	}
	for i, c := range cards {
		k.cards[len(cards)-1-i] = c
	}
	k.supply = uint8(len(cards))
}

// supplyCards and discardCards list the stacks from the top down.
func (k *stacks) supplyCards() []Card {
	cards := make([]Card, k.supply)
	for i := range cards {
		cards[i] = k.cards[int(k.supply)-1-i]
	}
	return cards
}

func (k *stacks) discardCards() []Card {
	cards := make([]Card, k.discards)
	copy(cards, k.cards[DeckSize-int(k.discards):])
	return cards
}

// discardBag counts the discard stack.
func (k *stacks) discardBag() Bag {
	var b Bag
	for _, c := range k.cards[DeckSize-int(k.discards):] {
		b += 1 << (bagBits * c)
	}
	return b
}

// State is what is true of a match. It is a value; nobody outside the package looks into it.
type State struct {
	house     house
	seats     uint8
	phase     Phase
	round     uint16 // number of the deal, from 1; the box and the notation say "hand"
	dealer    engine.Seat
	turn      engine.Seat // whose turn it is; in React the victim is asked
	limbo     Card        // the Sheriff card being resolved (rules R20), on no stack and in no hand
	mayPlay   Card        // the Sheriff card of rules R42
	victim    engine.Seat // in React: whose pile was hidden …
	hidden    Outlaw      // … and which
	idle      uint8       // turns in a row in which nothing was played or drawn from the supply
	moved     bool        // this turn did one or the other
	sheriff   bool        // this turn's Sheriff card is used (rules R10)
	shuffled  bool        // the hand's one reshuffle is used (rules R46)
	opened    [Outlaws]bool
	hands     [seatsMax]Bag
	stacks    stacks
	piles     [seatsMax][Outlaws]Pile
	posters   [Outlaws]uint16 // thousands
	cash      [seatsMax]uint16
	memory    memory
	left      [seatsMax]Bag // what was left in hands at the end of the hand
	question  Question
	last      scored
	winner    engine.Seat // once over, where one seat won; else Nobody
	reason    ending
	duelRound uint8
	duel      [seatsMax]Card // the cards of the duel's last round
}

// memory is what people at the table could remember and a bot is told (rules section 5: shots are card counting).
type memory struct {
	// known are the cards that everybody saw go into a hand and that have not been seen leaving it: a lower bound.
	known [seatsMax]Bag
	// took are the cards that a seat took unseen out of the present discard stack (rules R41). Everybody saw them go
	// into the stack and nobody else knows that they left it.
	took [seatsMax]Bag
	// lacks are the outlaws of which a seat had to say that it holds no card, and has taken in nothing unseen since.
	lacks [seatsMax]OutlawSet
}

// OutlawSet is a set of outlaws. Its zero value is empty.
type OutlawSet uint8

// Has reports whether the outlaw is in the set.
func (s OutlawSet) Has(o Outlaw) bool { return s>>o&1 != 0 }

func (s *OutlawSet) add(o Outlaw)    { *s |= 1 << o }
func (s *OutlawSet) remove(o Outlaw) { *s &^= 1 << o }

// Question is what a Most Wanted asked in the present turn (rules R27).
type Question struct {
	Asked  bool // false where nothing was asked; then the rest is zero
	Outlaw Outlaw
	Left   bool        // clockwise
	Giver  engine.Seat // Nobody where nobody had one
}

// scored is what the last scored hand's sheet follows from.
type scored struct {
	round   uint16
	rewards [Outlaws]uint16
	cp      [seatsMax][Outlaws]uint8
}

// ending says why a match ended.
type ending uint8

const (
	endTarget ending = iota
	endDuel
	endRounds
)

var endReasons = [...]engine.Reason{"target", "duel", "rounds"}

// asked is the one seat that is asked; Nature and Nobody as in rules.
func (s *State) asked() engine.Seat {
	switch s.phase {
	case Draw, Play, Target:
		return s.turn
	case React:
		return s.victim
	case Over:
		return engine.Nobody
	default: // Deal, Scored
		return engine.Nature
	}
}

// canShoot reports whether a card can be turned up (rules R22).
func (s *State) canShoot() bool { return s.obtainable() > 0 }

// obtainable is how many cards a draw could bring, the reshuffle included.
func (s *State) obtainable() int {
	if s.shuffled {
		return int(s.stacks.supply)
	}
	return int(s.stacks.supply) + int(s.stacks.discards)
}

// neighbour is the next seat to the left or right.
func (s *State) neighbour(seat engine.Seat, left bool) engine.Seat {
	if left {
		return seat.Next(int(s.seats))
	}
	return seat.Prev(int(s.seats))
}

// gun is the outlaw and the owner of the Fastest Gun on the table (rules R25a).
func (s *State) gun() (engine.Seat, Outlaw, bool) {
	for seat := range s.seats {
		for o := range s.piles[seat] {
			if s.piles[seat][o].Gun {
				return engine.Seat(seat), Outlaw(o), true
			}
		}
	}
	return engine.Nobody, 0, false
}

// anyPile reports whether a seat has a pile that fits.
func (s *State) anyPile(seat engine.Seat, fits func(Outlaw, Pile) bool) bool {
	for o, p := range s.piles[seat] {
		if fits(Outlaw(o), p) {
			return true
		}
	}
	return false
}

// anyRival reports whether somebody else has a pile that fits.
func (s *State) anyRival(seat engine.Seat, fits func(Outlaw, Pile) bool) bool {
	for other := range engine.Seat(s.seats) {
		if other != seat && s.anyPile(other, fits) {
			return true
		}
	}
	return false
}

// whyEnded says why the hand ends with the discard that the turn player has just made; "" where it goes on.
func (s *State) whyEnded() Why {
	if s.hands[s.turn] == 0 {
		return WentOut
	}
	for seat := range s.seats {
		if s.hands[seat] == 0 {
			return EmptyHand
		}
	}
	if s.idle >= stallRounds*s.seats {
		return Stalled
	}
	return ""
}

// visible is every seat's visible CP of an outlaw (rules R34).
func (s *State) visible(o Outlaw) (cp [seatsMax]int) {
	for seat := range s.seats {
		cp[seat] = s.piles[seat][o].Visible()
	}
	return cp
}
