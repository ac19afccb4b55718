package toy

import (
	"strconv"

	"saloon/engine"
)

// View is what one viewer may know.
type View struct {
	Seats, Rounds, Round int
	Phase                string        // "empty", "window", "goes", "rest" or "over"
	Seat                 engine.Seat   // the viewer's, or Nobody
	Asked                []engine.Seat // see Rules.Turn
	Hand                 []int         // the viewer's cards, ascending; nil for the public
	Sealed               int           // the viewer's own sealed card, 0 for none or a pass
	Counts               []int         // cards by seat, a sealed one included
	Answered             []bool        // who has answered in the window
	Pile                 []int         // face up, ascending
	Top                  int           // the last card laid in this round's goes, 0 for none
	Stock                int           // cards left
	Next                 engine.Seat   // whose go it is; 0 until somebody's is
	Gone                 int           // seats that have had their go
	Points               []int
}

// View shows a viewer its own hand and what lies open.
func (r Rules) View(s State, v engine.Viewer) View {
	out := View{
		Seats: s.seats, Rounds: s.rounds, Round: s.round, Phase: phaseNames[s.phase], Seat: engine.Nobody,
		Asked: r.Turn(s), Pile: s.pile.list(), Top: int(s.top), Stock: s.left, Next: s.turn, Gone: s.gone,
	}
	for i := range s.seats {
		n := s.hands[i].size()
		if s.sealed[i] > 0 {
			n++
		}
		out.Counts = append(out.Counts, n)
		out.Answered = append(out.Answered, s.answered[i])
		out.Points = append(out.Points, s.points[i])
	}
	if seat := v.Seat(); seat >= 0 && int(seat) < s.seats {
		out.Seat, out.Hand, out.Sealed = seat, s.hands[seat].list(), int(s.sealed[seat])
	}
	return out
}

// Cards names every card that a view shows.
func Cards(v View) []string {
	var names []string
	for _, list := range [][]int{v.Hand, v.Pile, {v.Sealed, v.Top}} {
		for _, card := range list {
			if card > 0 {
				names = append(names, strconv.Itoa(card))
			}
		}
	}
	return names
}

// Imagine deals the cards that the viewer cannot see at random. Of another seat that has answered, an even chance
// decides whether it sealed a card; how quick it was is unknown and counts as nothing.
func (Rules) Imagine(v View, r *engine.Rand) State {
	s := State{
		seats: v.Seats, rounds: v.Rounds, round: v.Round, top: uint8(v.Top), left: v.Stock, turn: v.Next, gone: v.Gone,
	}
	for p, name := range phaseNames {
		if name == v.Phase {
			s.phase = phase(p)
		}
	}
	copy(s.points[:], v.Points)
	if s.phase == empty {
		return s
	}
	unseen := unseen(&s, v)
	draw := func() uint8 {
		i := r.IntN(len(unseen))
		card := unseen[i]
		unseen[i] = unseen[len(unseen)-1]
		unseen = unseen[:len(unseen)-1]
		return card
	}
	for i, n := range v.Counts {
		s.answered[i] = v.Answered[i]
		if engine.Seat(i) == v.Seat {
			continue
		}
		if v.Answered[i] && n > 0 && r.IntN(2) == 0 {
			s.sealed[i] = draw()
			n--
		}
		for range n {
			s.hands[i][draw()]++
		}
	}
	for i := range s.left {
		s.stock[i] = draw()
	}
	return s
}

// unseen fills in what the view shows and returns the cards that it does not.
func unseen(s *State, v View) []uint8 {
	for _, card := range v.Pile {
		s.pile[card]++
	}
	seen := s.pile
	if v.Seat >= 0 {
		for _, card := range v.Hand {
			s.hands[v.Seat][card]++
			seen[card]++
		}
		s.sealed[v.Seat] = uint8(v.Sealed)
		seen[v.Sealed]++
	}
	var rest []uint8
	for card := 1; card <= ranks; card++ {
		for range copies - int(seen[card]) {
			rest = append(rest, uint8(card))
		}
	}
	return rest
}

// Tell is an event's line for one viewer.
func (Rules) Tell(e Event, v engine.Viewer) (engine.Note, bool) {
	n := engine.Note{Seat: engine.Nature, Other: engine.Nobody}
	switch e := e.(type) {
	case Dealt:
		n.Kind, n.Text = "toy/dealt", "{seat} dealt the cards."
		if s := v.Seat(); s >= 0 && int(s) < len(e.Hands) {
			n.Cards = names(e.Hands[s]...)
		}
	case Sealed:
		n.Kind, n.Seat, n.Text = "toy/sealed", e.Seat, "{seat} has answered."
		if v.Is(e.Seat) && e.Card > 0 {
			n.Cards = names(e.Card)
		}
	case Shown:
		n.Kind, n.Seat, n.Cards, n.Text = "toy/shown", e.Seat, names(e.Card), "{seat} turned over a card."
		if e.Card == 0 {
			n.Text = "{seat} had passed."
		}
	case Closed:
		n.Kind, n.Other, n.Text = "toy/closed", e.Winner, "Nobody had sealed a card."
		if e.Winner >= 0 {
			n.Text = "{other} had the highest card."
		}
	case Laid:
		n.Kind, n.Seat, n.Cards, n.Text = "toy/laid", e.Seat, names(e.Card), "{seat} laid a card."
	case Drew:
		n.Kind, n.Seat, n.Text = "toy/drew", e.Seat, "{seat} drew a card."
		if v.Is(e.Seat) {
			n.Cards = names(e.Card)
		}
	case Passed:
		n.Kind, n.Seat, n.Text = "toy/passed", e.Seat, "{seat} passed."
	case Ended:
		n.Kind, n.N, n.Text = "toy/ended", e.Round, "Round {n} was over."
	}
	return n, true
}

func names(cards ...int) []string {
	var out []string
	for _, card := range cards {
		if card > 0 {
			out = append(out, strconv.Itoa(card))
		}
	}
	return out
}
