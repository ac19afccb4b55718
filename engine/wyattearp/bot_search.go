package wyattearp

import (
	"cmp"
	"math"
	"slices"

	"saloon/engine"
	"saloon/engine/bot"
)

// Bounds of what the sharp bot thinks about.
const (
	playouts = 600 // a choice
	actsMax  = 400 // a playout; a hand between two players who use rules of thumb takes about fifty
	asksMax  = 4   // outlaws worth asking for
	takesMax = 4   // cards worth taking out of the discard stack
	aimsMax  = 6   // targets
	dropsMax = 5   // cards worth discarding
	doubt    = 1.5
	// cashScale is how many thousands ahead make a seat e times as likely to win the match.
	cashScale = 6.0
)

// sharp searches with the rules of thumb as everybody's play, to the end of the hand.
func newSharp() bot.Bot[View, Move] {
	return &bot.Search[State, Move, Event, View]{
		Rules:      Rules{},
		Imagine:    Rules{}.Imagine,
		Seat:       func(v View) engine.Seat { return v.Viewer },
		Candidates: candidates,
		Step:       step,
		Policy: func(s *State, seat engine.Seat, _ *engine.Rand) Move {
			t := imagined(s, seat)
			return t.choose()
		},
		Horizon:  func(_, now *State) bool { return now.phase == Scored },
		Value:    winChance,
		Playouts: playouts,
		ActsMax:  actsMax,
		Doubt:    doubt,
	}
}

// step plays an act without writing its events down twice.
func step(s *State, a engine.Act[Move], r *engine.Rand) error {
	if s.asked() != a.Seat {
		return engine.ErrNotAsked
	}
	var room [8]Event // nobody reads them
	d := decision{s: *s, r: r, events: room[:0]}
	if a.Seat == engine.Nature {
		d.nature()
	} else {
		if f := s.check(a.Move); f != fine {
			return s.refuse(a.Move, f)
		}
		d.move(a.Seat, a.Move)
	}
	*s = d.s
	return nil
}

// winChance is how likely a seat wins the match after a hand: for certain once it is over, else by its money.
func winChance(s *State, me engine.Seat) float64 {
	if s.phase == Over {
		if s.winner == me {
			return 1
		}
		return 0
	}
	cash := s.cash
	if s.phase != Scored {
		t := imagined(s, me)
		for seat, p := range t.payout() {
			cash[seat] += uint16(p)
		}
	}
	var all float64
	for _, c := range cash[:s.seats] {
		all += math.Exp((float64(c) - float64(cash[me])) / cashScale)
	}
	return 1 / all
}

// candidates are the moves worth a thought, the rule of thumb's first.
func candidates(v View, legal []Move) []Move {
	t := sighted(&v, legal)
	first := t.choose()
	if !slices.Contains(legal, first) {
		first = legal[0]
	}
	out := []Move{first}
	for _, l := range t.groups() {
		slices.SortStableFunc(l.moves, func(a, b rated) int { return cmp.Compare(b.worth, a.worth) })
		for i, m := range l.moves {
			if i < l.most && !slices.Contains(out, m.move) {
				out = append(out, m.move)
			}
		}
	}
	return out
}

// rated is a move and a guess at its worth.
type rated struct {
	move  Move
	worth float64
}

// shortlist is moves of one sort, of which the best few are thought about.
type shortlist struct {
	moves []rated
	most  int
}

// groups sorts the legal moves by kind, with a guess at each one's worth.
func (t *sight) groups() []shortlist {
	asks, takes, aims, drops := shortlist{most: asksMax}, shortlist{most: takesMax}, shortlist{most: aimsMax},
		shortlist{most: dropsMax}
	rest := shortlist{most: len(t.legal)}
	for _, m := range t.legal {
		switch m.Use {
		case Meld:
			if n := t.mine.Of(m.Outlaw.Card()); int(m.N) == n || int(m.N) == n-1 || m.N == 1 || m.N == 3 {
				rest.moves = append(rest.moves, rated{m, 0})
			}
		case Ask:
			n := t.mine.Of(m.Outlaw.Card())
			worth := t.holding(m.Outlaw.Card(), n+1)
			if m.Left == t.askLeft(m.Outlaw) {
				asks.moves = append(asks.moves, rated{m, worth})
			}
		case EarpTake:
			takes.moves = append(takes.moves, rated{m, t.holding(m.Card, t.mine.Of(m.Card)+1)})
		case Cover:
			aims.moves = append(aims.moves, rated{m, t.gain(int(m.Seat), m.Outlaw, -t.piles[m.Seat][m.Outlaw].CP(), 0)})
		case Steal:
			aims.moves = append(aims.moves, rated{m, t.stealGain(m.Seat, m.Outlaw)})
		case Discard:
			drops.moves = append(drops.moves, rated{m, -t.holding(m.Card, t.mine.Of(m.Card)) - t.gift(m.Card)})
		default:
			rest.moves = append(rest.moves, rated{m, 0})
		}
	}
	return []shortlist{rest, asks, takes, aims, drops}
}
