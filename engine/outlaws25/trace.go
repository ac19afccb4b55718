package outlaws25

import (
	"fmt"

	"saloon/engine"
	"saloon/engine/seal"
)

// trace remembers out of which shuffle every card came that may still be seen, so that it can be opened when it is
// (rules 75): folded hands, outlaws that nobody saw and rewards that were never played stay sealed for ever.
type trace struct {
	shuffles int // so far in the match

	gangs    [seatsMax]fan[int]
	poker    fan[Card]
	sheriffs stack
	rewards  stack
	wanted   stack
	held     [seatsMax][Row]drawn // the rewards that lie on outlaws
}

// fan is a shuffle of cards no two of which are alike.
type fan[T comparable] struct {
	shuffle int
	n       uint8
	cards   [PokerCards]T
}

// stack is a shuffle that is drawn from card by card, from the top.
type stack struct {
	shuffle int
	drawn   int
}

// drawn is where a card came from. The zero value is nowhere.
type drawn struct {
	shuffle int
	index   int
}

// Trace is an empty table.
func (Rules) Trace() engine.Trace[State, Event] { return trace{} }

// See follows one event.
func (t trace) See(before State, event Event) (engine.Trace[State, Event], engine.Dealing) {
	var out engine.Dealing
	t.show(&out, &before, event)
	switch e := event.(type) {
	case GangsDealt:
		t.dealGangs(&out, e)
	case HandDealt:
		t.dealHand(&out, &before, e)
	case OutlawDied:
		t.held[e.Outlaw.Seat][e.Outlaw.Place] = drawn{}
	case Eliminated:
		t.held[e.Seat] = [Row]drawn{}
	}
	if d := decksOf(event); d.Sheriffs != nil || d.Rewards != nil || d.Wanted != nil {
		t.lay(&out, d, true)
	}
	return t, out
}

// show opens the cards that an event turns up.
func (t *trace) show(out *engine.Dealing, before *State, event Event) {
	switch e := event.(type) {
	case SheriffDrawn:
		out.Shown = append(out.Shown, t.sheriffs.draw().showing(speedName(e.Sheriff)))
	case WantedDrawn:
		out.Shown = append(out.Shown, t.wanted.draw().showing(e.Label.String()))
	case RewardBought: // face down
		t.held[e.Owner.Seat][e.Owner.Place] = t.rewards.draw()
	case RewardPlayed:
		out.Shown = append(out.Shown, t.play(e.Owner, e.Reward))
	case Bribed:
		out.Shown = append(out.Shown, t.play(e.Outlaw, BribedLawman))
	case Escaped:
		out.Shown = append(out.Shown, t.play(e.Target, FastHorse))
	case Sleeved:
		out.Shown = append(out.Shown, t.play(Spot{e.Seat, before.marks[e.Seat]}, CardUpTheSleeve))
	case DuelBegan:
		t.turnUp(out, before, e.Attacker)
		if e.Defender != nil {
			t.turnUp(out, before, *e.Defender)
		}
	case HandShown:
		for _, c := range e.Cards {
			out.Shown = append(out.Shown, t.poker.find(c).showing(c.String()))
		}
	}
}

func (t *trace) turnUp(out *engine.Dealing, before *State, p Spot) {
	if o := before.at(p); !o.up {
		out.Shown = append(out.Shown, t.gangs[p.Seat].find(int(o.speed)).showing(speedName(int(o.speed))))
	}
}

// play opens a reward.
func (t *trace) play(owner Spot, kind Reward) engine.Showing {
	at := t.held[owner.Seat][owner.Place]
	t.held[owner.Seat][owner.Place] = drawn{}
	return at.showing(kind.String())
}

func (s *stack) draw() drawn {
	s.drawn++
	return drawn{s.shuffle, s.drawn - 1}
}

func (f *fan[T]) find(card T) drawn {
	for i, c := range f.cards[:f.n] {
		if c == card {
			return drawn{f.shuffle, i}
		}
	}
	panic(fmt.Sprintf("outlaws25: %v was not dealt", card))
}

func (d drawn) showing(card string) engine.Showing {
	must(d.shuffle > 0, "a card came out of no deck")
	return engine.Showing{Shuffle: d.shuffle, Index: d.index, Card: card}
}

// add counts a shuffle.
func (t *trace) add(out *engine.Dealing, s seal.Shuffle) int {
	out.Shuffles = append(out.Shuffles, s)
	t.shuffles++
	return t.shuffles
}

// dealGangs seals every gang by itself: first the three outlaws of the row, then the two that are removed. In what
// places the three lie is their owner's secret, so they are sealed as a heap.
func (t *trace) dealGangs(out *engine.Dealing, e GangsDealt) {
	for seat, row := range e.Speeds {
		f := fan[int]{n: speedMax}
		left := allSpeeds
		for i, speed := range row {
			f.cards[i] = speed
			left &^= 1 << speed
		}
		copy(f.cards[Row:], left.List())
		s := seal.Shuffle{Deck: fmt.Sprintf("gang %d", seat+1), Heaps: []int{Row, speedMax - Row}}
		for _, speed := range f.cards[:f.n] {
			s.Cards = append(s.Cards, speedName(speed))
		}
		f.shuffle = t.add(out, s)
		t.gangs[seat] = f
	}
	t.lay(out, e.Decks, false)
}

// dealHand seals the 20 poker cards in the order in which they were dealt (rules 20); the flop is seen at once.
func (t *trace) dealHand(out *engine.Dealing, before *State, e HandDealt) {
	t.poker = fan[Card]{}
	f := &t.poker
	put := func(c Card) {
		f.cards[f.n] = c
		f.n++
	}
	n := len(e.Hole)
	for round := range 2 {
		for i := range n {
			if c := e.Hole[(int(before.dealer)+1+i)%n][round]; c != NoCard {
				put(c)
			}
		}
	}
	put(e.Flop)
	for _, c := range e.Stub {
		put(c)
	}
	s := seal.Shuffle{Deck: "poker"}
	for _, c := range f.cards[:f.n] {
		s.Cards = append(s.Cards, c.String())
	}
	f.shuffle = t.add(out, s)
	out.Shown = append(out.Shown, f.find(e.Flop).showing(e.Flop.String()))
}

// lay seals decks that were shuffled.
func (t *trace) lay(out *engine.Dealing, d Decks, quiet bool) {
	if d.Sheriffs != nil {
		s := seal.Shuffle{Deck: "sheriffs", Quiet: quiet}
		for _, speed := range d.Sheriffs {
			s.Cards = append(s.Cards, speedName(speed))
		}
		t.sheriffs = stack{shuffle: t.add(out, s)}
	}
	if d.Rewards != nil {
		s := seal.Shuffle{Deck: "rewards", Quiet: quiet}
		for _, r := range d.Rewards {
			s.Cards = append(s.Cards, r.String())
		}
		t.rewards = stack{shuffle: t.add(out, s)}
	}
	if d.Wanted != nil {
		s := seal.Shuffle{Deck: "wanted", Quiet: quiet}
		for _, label := range d.Wanted {
			s.Cards = append(s.Cards, label.String())
		}
		t.wanted = stack{shuffle: t.add(out, s)}
	}
}

// decksOf are the decks into which an event shuffled cards back.
func decksOf(event Event) Decks {
	switch e := event.(type) {
	case Bribed:
		return e.Decks
	case RewardPlayed:
		return e.Decks
	case SheriffBeaten:
		return e.Decks
	case OutlawDied:
		return e.Decks
	case Eliminated:
		return e.Decks
	case Sleeved:
		return e.Decks
	case Escaped:
		return e.Decks
	default:
		return Decks{}
	}
}

// speedName is what an outlaw or a sheriff is called in a deck, and in the lines that tell of it.
func speedName(speed int) string { return fmt.Sprintf("speed %d", speed) }
