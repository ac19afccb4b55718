package outlaws25

import (
	"slices"
	"strings"
	"testing"

	"saloon/engine"
	"saloon/engine/deck"
	"saloon/engine/enginetest"
	"saloon/engine/enginetest/stage"
)

// redraw changes everything in a state that rules 75 hides from a viewer, and nothing else. Unlike Imagine it starts
// from the state: a view that shows too much does not make it keep what is shown.
func redraw(s State, viewer engine.Seat, r *engine.Rand) State {
	redrawPoker(&s, viewer, r)
	for seat := range engine.Seat(s.seats) {
		if seat == viewer || s.outs[seat] > 0 {
			continue
		}
		free := (allSpeeds &^ s.seen[seat]).List()
		deck.Shuffle(r, free)
		for at := range s.gangs[seat] {
			if o := &s.gangs[seat][at]; o.alive() && !o.up {
				o.speed, free = uint8(free[0]), free[1:]
			}
		}
		s.arranges[seat] = uint8(r.IntN(arrangesMax))
		if s.sealed[seat] != ([Row]uint8{}) {
			s.sealed[seat] = s.gang(seat).topUp(s.marks[seat])
		}
	}
	rewards := listed[Reward](&s.rewards, pileMax)
	each := func(do func(*outlaw)) {
		for seat := range engine.Seat(s.seats) {
			for at := range s.gangs[seat] {
				if o := &s.gangs[seat][at]; seat != viewer && o.reward != NoReward {
					do(o)
				}
			}
		}
	}
	each(func(o *outlaw) { rewards = append(rewards, o.reward) })
	deck.Shuffle(r, rewards)
	each(func(o *outlaw) { o.reward, rewards = rewards[0], rewards[1:] })
	lay(&s.rewards, rewards)
	for _, p := range []*pile{&s.sheriffs, &s.wanted} {
		deck.Shuffle(r, p.cards[:p.n])
	}
	s.dice, s.dices = [diceMax]uint8{}, 0
	return s
}

func redrawPoker(s *State, viewer engine.Seat, r *engine.Rand) {
	if s.flop == NoCard {
		return
	}
	var cards []Card
	each := func(do func(*Card)) {
		for seat := range engine.Seat(s.seats) {
			if seat != viewer && !s.shown.Has(seat) && s.hole[seat][0] != NoCard {
				do(&s.hole[seat][0])
				do(&s.hole[seat][1])
			}
		}
		for i := range s.stub.n {
			if c := Card(s.stub.cards[i]); viewer < 0 || c != s.away[viewer] {
				do(&c)
				s.stub.cards[i] = uint8(c)
			}
		}
	}
	each(func(c *Card) { cards = append(cards, *c) })
	deck.Shuffle(r, cards)
	each(func(c *Card) { *c, cards = cards[0], cards[1:] })
	for seat := range engine.Seat(s.seats) {
		if seat != viewer {
			s.away[seat] = NoCard
		}
	}
}

// checkSecrets plays random matches and compares, after every event and for every viewer, what it gets in the true
// state and in one with other secrets.
func checkSecrets(t enginetest.T, rules engine.Rules[State, Move, Event, View], matches int) {
	t.Helper()
	for n := range uint64(matches) {
		seed := stage.Seed(n)
		c := engine.Config{Seats: 2 + int(n)%4, Options: map[string]string{"short": "yes"}}
		s, err := rules.New(c)
		if err != nil {
			t.Errorf("secrets: %v", err)
			return
		}
		pick, other := seed.Fork("moves").Entry(1), seed.Fork("other").Entry(1)
		for entry := uint64(1); ; entry++ {
			turn := rules.Turn(s)
			if len(turn) == 0 {
				break
			}
			act := engine.Act[Move]{Seat: turn[pick.IntN(len(turn))]}
			if act.Seat != engine.Nature {
				legal := rules.Legal(s, act.Seat)
				act.Move = legal[pick.IntN(len(legal))]
			}
			events, err := rules.Decide(s, act, seed.Entry(entry))
			if err != nil {
				t.Errorf("secrets: entry %d: %v", entry, err)
				return
			}
			for _, e := range events {
				s = rules.Evolve(s, e)
				if s.phase == Dealing {
					continue
				}
				for seat := engine.Nobody; seat < engine.Seat(s.seats); seat++ {
					if seat != engine.Nature && !compareSecrets(t, rules, s, seat, other) {
						return
					}
				}
			}
		}
	}
}

func compareSecrets(
	t enginetest.T, rules engine.Rules[State, Move, Event, View], s State, seat engine.Seat, r *engine.Rand,
) bool {
	t.Helper()
	v := engine.Seated(seat)
	world := redraw(s, seat, r)
	a, b := rules.View(s, v), rules.View(world, v)
	switch {
	case a != b:
		t.Errorf("secrets: seat %d sees the difference:\n\t%+v\n\t%+v", seat, a, b)
	case !slices.Equal(rules.Turn(s), rules.Turn(world)):
		t.Errorf("secrets: asking tells seat %d: %v, %v", seat, rules.Turn(s), rules.Turn(world))
	case !slices.Equal(rules.Legal(s, seat), rules.Legal(world, seat)):
		t.Errorf("secrets: its moves tell seat %d: %v, %v", seat, rules.Legal(s, seat), rules.Legal(world, seat))
	default:
		return true
	}
	return false
}

func TestSecrets(t *testing.T) { checkSecrets(t, Rules{}, 24) }

// TestFoldedHandsStaySecret looks for the cards of folded hands in everything that anybody else is told or shown.
func TestFoldedHandsStaySecret(t *testing.T) {
	folded := 0
	for n := range uint64(40) {
		seed := stage.Seed(n)
		c := engine.Config{Seats: 4}
		playOut(t, c, seed, randomly(seed.Fork("moves").Entry(1)), func(before, after *State, e Event) {
			if e == nil || before.flop == NoCard {
				return
			}
			for seat := range engine.Seat(4) {
				if !before.bets.in.Has(seat) && before.hole[seat][0] != NoCard {
					folded++
					hidden := before.hole[seat]
					tellsFolded(t, e, seat, hidden)
					showsFolded(t, after, seat, hidden)
				}
			}
		})
	}
	if folded == 0 {
		t.Error("nobody folded")
	}
}

func tellsFolded(t *testing.T, e Event, seat engine.Seat, hidden [2]Card) {
	t.Helper()
	for viewer := engine.Seat(-1); viewer < 4; viewer++ {
		note, _ := Rules{}.Tell(e, engine.Seated(viewer))
		for _, card := range hidden {
			named := slices.Contains(note.Cards, card.String()) || strings.Contains(note.Text, card.String())
			if viewer != seat && named {
				t.Fatalf("%+v tells seat %d of the folded %v", e, viewer, card)
			}
		}
	}
}

func showsFolded(t *testing.T, s *State, seat engine.Seat, hidden [2]Card) {
	t.Helper()
	for viewer := engine.Seat(-1); viewer < 4; viewer++ {
		shown := cardNames(Rules{}.View(*s, engine.Seated(viewer)))
		for _, card := range hidden {
			if viewer != seat && slices.Contains(shown, card.String()) {
				t.Fatalf("seat %d sees the folded %v", viewer, card)
			}
		}
	}
}
