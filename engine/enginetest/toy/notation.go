package toy

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"saloon/engine"
)

// Notation writes moves as "play 5", "draw", "pass" and Nature's "close", and positions under the keys of place.
type Notation struct{}

var _ engine.Notation[State, Move, View] = Notation{}

// Words writes an act without its seat.
func (Notation) Words(a engine.Act[Move], _ engine.Names) string {
	switch {
	case a.Seat == engine.Nature:
		return "close"
	case a.Move.Kind == Play:
		return "play " + strconv.Itoa(int(a.Move.Card))
	case a.Move.Kind == Draw:
		return "draw"
	default:
		return "pass"
	}
}

// Parse reads what Words wrote.
func (Notation) Parse(words string, seat engine.Seat, _ engine.Names) (engine.Act[Move], error) {
	a := engine.Act[Move]{Seat: seat}
	number, plays := strings.CutPrefix(words, "play ")
	switch {
	case seat == engine.Nature && words == "close":
		return a, nil
	case seat == engine.Nature:
	case plays:
		card, err := strconv.Atoi(number)
		if err != nil || card < 1 || card > ranks || strconv.Itoa(card) != number {
			return a, fmt.Errorf("%w: %q", engine.ErrWords, words)
		}
		a.Move = Move{Kind: Play, Card: uint8(card)}
		return a, nil
	case words == "draw":
		a.Move.Kind = Draw
		return a, nil
	case words == "pass":
		a.Move.Kind = Pass
		return a, nil
	}
	return a, fmt.Errorf("%w: %q", engine.ErrWords, words)
}

// place is a position. It does not say how quickly sealed answers came.
type place struct {
	Round  int              `json:"round,omitempty"`
	Phase  string           `json:"phase,omitempty"`
	Turn   string           `json:"turn,omitempty"`
	Gone   int              `json:"gone,omitempty"`
	Hands  map[string][]int `json:"hands,omitempty"`
	Counts map[string]int   `json:"counts,omitempty"` // only in what a viewer sees
	Sealed map[string]int   `json:"sealed,omitempty"` // who has answered: 0 for a pass or an answer not seen
	Pile   []int            `json:"pile,omitempty"`
	Top    int              `json:"top,omitempty"`
	Stock  []int            `json:"stock,omitempty"` // from the top down
	Left   int              `json:"left,omitempty"`  // only in what a viewer sees
	Points map[string]int   `json:"points,omitempty"`
}

func (p place) position() engine.Position {
	body, err := json.Marshal(p)
	out := engine.Position{}
	if err == nil {
		err = json.Unmarshal(body, &out)
	}
	if err != nil {
		panic(err) // numbers, strings, lists and maps of them always marshal
	}
	return out
}

func read(p engine.Position, names engine.Names) (place, error) {
	var out place
	body, err := json.Marshal(p)
	if err == nil {
		err = engine.Strict(body, &out)
	}
	if err != nil {
		return out, fmt.Errorf("%w: %v", engine.ErrPosition, err)
	}
	var seats []string
	for name := range out.Hands { // order: sorted below
		seats = append(seats, name)
	}
	for name := range out.Sealed { // order: sorted below
		seats = append(seats, name)
	}
	for name := range out.Points { // order: sorted below
		seats = append(seats, name)
	}
	slices.Sort(seats)
	for _, name := range seats {
		if names.Seat(name) < 0 {
			return out, fmt.Errorf("%w: %q has no seat", engine.ErrPosition, name)
		}
		slices.Sort(out.Hands[name])
	}
	slices.Sort(out.Pile)
	return out, nil
}

// Whole is the open position.
func (Notation) Whole(s State, names engine.Names) engine.Position {
	p := place{
		Round: s.round, Phase: phaseNames[s.phase], Gone: s.gone, Pile: s.pile.list(), Top: int(s.top),
		Hands: map[string][]int{}, Sealed: map[string]int{}, Points: map[string]int{},
	}
	if s.phase == goes {
		p.Turn = names.Of(s.turn)
	}
	for i := range s.seats {
		name := names.Of(engine.Seat(i))
		p.Hands[name], p.Points[name] = s.hands[i].list(), s.points[i]
		if s.answered[i] {
			p.Sealed[name] = int(s.sealed[i])
		}
	}
	for _, card := range s.stock[:s.left] {
		p.Stock = append(p.Stock, int(card))
	}
	return p.position()
}

// Sighted is the position as a viewer sees it.
func (Notation) Sighted(v View, names engine.Names) engine.Position {
	p := place{
		Round: v.Round, Phase: v.Phase, Gone: v.Gone, Pile: v.Pile, Top: v.Top, Left: v.Stock,
		Counts: map[string]int{}, Sealed: map[string]int{}, Points: map[string]int{},
	}
	if v.Phase == phaseNames[goes] {
		p.Turn = names.Of(v.Next)
	}
	for i := range v.Seats {
		name := names.Of(engine.Seat(i))
		p.Counts[name], p.Points[name] = v.Counts[i], v.Points[i]
		if v.Answered[i] {
			p.Sealed[name] = 0
		}
	}
	if v.Seat >= 0 {
		name := names.Of(v.Seat)
		p.Hands = map[string][]int{name: v.Hand}
		if v.Answered[v.Seat] {
			p.Sealed[name] = v.Sealed
		}
	}
	return p.position()
}

// Canon sorts the lists whose order means nothing.
func (Notation) Canon(p engine.Position, names engine.Names) (engine.Position, error) {
	out, err := read(p, names)
	if err != nil {
		return nil, err
	}
	return out.position(), nil
}

// Bounds is empty: every move is listed.
func (Notation) Bounds(State, engine.Seat) string { return "" }

// Place sets a position up. Cards that it does not name go below the stock in an order drawn from r.
func (Notation) Place(c engine.Config, names engine.Names, pos engine.Position, r *engine.Rand) (State, error) {
	s, err := Rules{}.New(c)
	if err != nil {
		return s, err
	}
	p, err := read(pos, names)
	if err != nil {
		return s, err
	}
	if err := p.fill(&s, names); err != nil {
		return s, err
	}
	return s, p.stock(&s, r)
}

func (p place) fill(s *State, names engine.Names) error {
	i := slices.Index(phaseNames[:], p.Phase)
	if p.Phase == "" {
		i = int(window)
	}
	if i < 0 {
		return fmt.Errorf("%w: phase %q", engine.ErrPosition, p.Phase)
	}
	s.phase, s.round, s.gone, s.top = phase(i), max(p.Round, 1), p.Gone, uint8(p.Top)
	if s.phase == empty {
		s.round = 0
	}
	if s.round > s.rounds || p.Gone < 0 || p.Gone > s.seats || p.Top < 0 || p.Top > ranks {
		return fmt.Errorf("%w: round, gone or top", engine.ErrPosition)
	}
	if p.Turn != "" {
		if s.turn = names.Seat(p.Turn); s.turn < 0 {
			return fmt.Errorf("%w: turn %q", engine.ErrPosition, p.Turn)
		}
	}
	for i := range s.seats {
		name := names.Of(engine.Seat(i))
		s.points[i] = p.Points[name]
		card, answered := p.Sealed[name]
		if s.answered[i] = answered; card < 0 || card > ranks {
			return fmt.Errorf("%w: sealed %d", engine.ErrPosition, card)
		}
		s.sealed[i] = uint8(card)
		if err := s.hands[i].add("hands: "+name, p.Hands[name]); err != nil {
			return err
		}
	}
	return s.pile.add("pile", p.Pile)
}

func (b *bag) add(key string, cards []int) error {
	for _, card := range cards {
		if card < 1 || card > ranks {
			return fmt.Errorf("%w: %s: a card %d", engine.ErrPosition, key, card)
		}
		if b[card]++; b[card] > copies {
			return fmt.Errorf("%w: %s: a card %d too many", engine.ErrPosition, key, card)
		}
	}
	return nil
}

// stock lays the named cards on top and all that are in no other place below.
func (p place) stock(s *State, r *engine.Rand) error {
	if s.phase == empty {
		return nil
	}
	used := s.pile
	for i := range s.seats {
		for card, n := range s.hands[i] {
			used[card] += n
		}
		used[s.sealed[i]]++
	}
	var named bag
	if err := named.add("stock", p.Stock); err != nil {
		return err
	}
	var loose []uint8
	for card := uint8(1); card <= ranks; card++ {
		used[card] += named[card]
		if used[card] > copies {
			return fmt.Errorf("%w: a card %d too many", engine.ErrPosition, card)
		}
		for range copies - used[card] {
			loose = append(loose, card)
		}
	}
	for _, card := range p.Stock {
		s.stock[s.left] = uint8(card)
		s.left++
	}
	for len(loose) > 0 {
		i := r.IntN(len(loose))
		s.stock[s.left] = loose[i]
		s.left++
		loose = slices.Delete(loose, i, i+1)
	}
	return nil
}
