package wyattearp

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
	"saloon/engine/position"
)

// scene is a position in few words, for a test of one rule. Cards are listed as "4 Jesse James, Hideout".
type scene struct {
	seats   int // 3 where it is 0
	options map[string]string
	phase   string            // "play" where it is ""
	turn    string            // "A" where it is ""
	hands   map[string]string // seat -> cards
	tables  map[string]string // "C Belle Starr" -> "2 photo Bank hideout"
	supply  string            // the top cards
	discard string            // from the top
	opened  string
	posters map[string]int
	cash    map[string]int
	more    engine.Position
}

// by is a table of texts, and obj one of a position.
type (
	by  = map[string]string
	obj = map[string]any
)

var seatNames = engine.Names{"A", "B", "C", "D"}

// cardsIn reads "4 Jesse James, Hideout".
func cardsIn(t testing.TB, text string) []any {
	t.Helper()
	out := []any{}
	for _, part := range strings.Split(text, ", ") {
		if part == "" {
			continue
		}
		n := 1
		if number, rest, ok := strings.Cut(part, " "); ok {
			if k, err := strconv.Atoi(number); err == nil {
				n, part = k, rest
			}
		}
		if _, ok := CardNamed(part); !ok {
			t.Fatalf("%q is no card", part)
		}
		for range n {
			out = append(out, part)
		}
	}
	return out
}

func bag(t testing.TB, text string) Bag {
	t.Helper()
	var b Bag
	for _, name := range cardsIn(t, text) {
		c, _ := CardNamed(name.(string))
		b.put(c, 1)
	}
	return b
}

// pileIn reads "2 photo Bank hideout" as a position's table.
func pileIn(t testing.TB, text string) map[string]any {
	t.Helper()
	p := map[string]any{}
	sheriffs := []any{}
	for _, word := range strings.Fields(text) {
		switch word {
		case "photo", "hideout":
			p[word] = true
		case "Stagecoach", "Bank":
			sheriffs = append(sheriffs, word+" Robbery")
		case "Gun":
			sheriffs = append(sheriffs, "Fastest Gun")
		default:
			n, err := strconv.Atoi(word)
			if err != nil {
				t.Fatalf("a pile has no %q", word)
			}
			p["outlaws"] = n
		}
	}
	p["sheriffs"] = sheriffs
	return p
}

func (sc scene) position(t testing.TB) engine.Position {
	t.Helper()
	p := engine.Position{"phase": "play", "turn": "A"}
	for key, v := range map[string]string{"phase": sc.phase, "turn": sc.turn} {
		if v != "" {
			p[key] = v
		}
	}
	hands := map[string]any{}
	for seat, text := range sc.hands {
		hands[seat] = cardsIn(t, text)
	}
	tables := map[string]any{}
	for at, text := range sc.tables {
		seat, o, _ := strings.Cut(at, " ")
		if tables[seat] == nil {
			tables[seat] = map[string]any{}
		}
		tables[seat].(map[string]any)[o] = pileIn(t, text)
	}
	p["hands"], p["territories"] = hands, tables
	p["supply"], p["discard"] = cardsIn(t, sc.supply), cardsIn(t, sc.discard)
	p["opened"] = cardsIn(t, sc.opened)
	posters, cash := map[string]any{}, map[string]any{}
	for o, n := range sc.posters {
		posters[o] = n
	}
	for seat, n := range sc.cash {
		cash[seat] = n
	}
	p["posters"], p["cash"] = posters, cash
	for key, v := range sc.more {
		p[key] = v
	}
	return p
}

// board is a match that a test plays on.
type board struct {
	*stage.Stage[State, Move, Event, View]
}

func newBoard(t testing.TB) *board { return &board{stage.New(t, Rules{}, Notation{}, stage.Seed(1))} }

func (sc scene) open(t testing.TB) *board {
	t.Helper()
	if sc.seats == 0 {
		sc.seats = 3
	}
	x := newBoard(t)
	x.Place(engine.Config{Seats: sc.seats, Options: sc.options}, seatNames[:sc.seats], sc.position(t))
	return x
}

// do plays moves that must be allowed: "A: meld 3 Jesse James".
func (x *board) do(moves ...string) *board {
	x.T.Helper()
	x.Do(moves...)
	return x
}

// nature lets the deck act.
func (x *board) nature() *board {
	x.T.Helper()
	x.Chance()
	return x
}

// refuses wants a move refused under a clause, or as one of a seat that is not asked where clause is "".
func (x *board) refuses(move, clause string) *board {
	x.T.Helper()
	x.Refused(move, clause)
	return x
}

func (x *board) seat(name string) engine.Seat {
	x.T.Helper()
	seat := x.Names.Seat(name)
	if seat < 0 {
		x.T.Fatalf("nobody is called %q", name)
	}
	return seat
}

// hand expects a hand's cards.
func (x *board) hand(seat, cards string) *board {
	x.T.Helper()
	if got, want := x.State.hands[x.seat(seat)], bag(x.T, cards); got != want {
		x.T.Fatalf("%s holds %v, not %v", seat, got, want)
	}
	return x
}

// poster expects a poster's dollars.
func (x *board) poster(o string, want int) *board {
	x.T.Helper()
	at, ok := OutlawNamed(o)
	if !ok {
		x.T.Fatalf("%q is no outlaw", o)
	}
	if got := int(x.State.posters[at]) * 1000; got != want {
		x.T.Fatalf("the poster of %s holds %d, not %d", o, got, want)
	}
	return x
}

// cp expects the visible CP of "C Belle Starr".
func (x *board) cp(at string, want int) *board {
	x.T.Helper()
	if got := x.pile(at).Visible(); got != want {
		x.T.Fatalf("%s counts %d CP, not %d", at, got, want)
	}
	return x
}

func (x *board) pile(at string) Pile {
	x.T.Helper()
	seat, o, _ := strings.Cut(at, " ")
	outlaw, ok := OutlawNamed(o)
	if !ok {
		x.T.Fatalf("%q is no outlaw", o)
	}
	return x.State.piles[x.seat(seat)][outlaw]
}

// onTop expects the discard stack to begin with these cards, from the top.
func (x *board) onTop(cards string) *board {
	x.T.Helper()
	want := cardsIn(x.T, cards)
	got := position.Texts(x.State.stacks.discardCards())
	if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
		x.T.Fatalf("the discard stack is %v, it should begin with %v", got, want)
	}
	return x
}

// sizes expects the numbers of cards in supply and discard stack.
func (x *board) sizes(supply, discards int) *board {
	x.T.Helper()
	if k := x.State.stacks; int(k.supply) != supply || int(k.discards) != discards {
		x.T.Fatalf("supply %d and discard stack %d, not %d and %d", k.supply, k.discards, supply, discards)
	}
	return x
}

// waits expects who is asked and in which phase.
func (x *board) waits(seat string, phase Phase) *board {
	x.T.Helper()
	got := "nature"
	if at := x.State.asked(); at >= 0 {
		got = x.Names.Of(at)
	} else if at == engine.Nobody {
		got = ""
	}
	if got != seat || x.State.phase != phase {
		x.T.Fatalf("%q is asked in %v, not %q in %v", got, x.State.phase, seat, phase)
	}
	return x
}

// legal expects exactly these moves of the seat that is asked, in any order.
func (x *board) legal(want ...string) *board {
	x.T.Helper()
	got := x.moves()
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		x.T.Fatalf("legal are %q, not %q", got, want)
	}
	return x
}

func (x *board) moves() []string { return x.Legal(x.State.asked()) }

// ended expects the hand to have ended with the last move, for a reason.
func (x *board) ended(why Why) *board {
	x.T.Helper()
	for _, e := range x.Seen {
		if end, ok := e.(RoundEnded); ok {
			if end.Why != why {
				x.T.Fatalf("the hand ended for %q, not %q", end.Why, why)
			}
			return x
		}
	}
	x.T.Fatalf("the hand goes on; it should end for %q", why)
	return x
}

// goesOn expects the hand not to have ended with the last move.
func (x *board) goesOn() *board {
	x.T.Helper()
	for _, e := range x.Seen {
		if end, ok := e.(RoundEnded); ok {
			x.T.Fatalf("the hand ended for %q", end.Why)
		}
	}
	return x
}

// rest makes a position in which every card that it does not name lies in one place, so that nothing is left to chance.
func (sc scene) rest(t testing.TB, seat string) scene {
	t.Helper()
	used := bag(t, sc.supply)
	count := func(b Bag) {
		for _, c := range b.Cards() {
			used.put(c, 1)
		}
	}
	count(bag(t, sc.discard))
	for _, text := range sc.hands {
		count(bag(t, text))
	}
	for at, text := range sc.tables {
		_, o, _ := strings.Cut(at, " ")
		outlaw, _ := OutlawNamed(o)
		canon, err := position.Fields("pile", canonPile)(pileIn(t, text))
		if err != nil {
			t.Fatal(err)
		}
		p, err := new(builder).pile(canon.(map[string]any), outlaw)
		if err != nil {
			t.Fatal(err)
		}
		count(p.Bag(outlaw))
	}
	if c, ok := sc.more["sheriff"].(string); ok && sc.phase == "target" {
		count(bag(t, c))
	}
	var rest []string
	for c := Card(1); c < cardKinds; c++ {
		for range c.Count() - used.Of(c) {
			rest = append(rest, c.String())
		}
	}
	text := strings.Join(rest, ", ")
	if seat == "discard" {
		sc.discard = strings.TrimPrefix(sc.discard+", "+text, ", ")
		return sc
	}
	hands := by{}
	for s, h := range sc.hands {
		hands[s] = h
	}
	hands[seat] = strings.TrimPrefix(hands[seat]+", "+text, ", ")
	sc.hands = hands
	return sc
}
