package wyattearp

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"saloon/engine"
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

// stage is a match that a test plays on.
type stage struct {
	t     testing.TB
	s     State
	names engine.Names
	n     uint64
	seen  []Event // of the last move
}

func (sc scene) open(t testing.TB) *stage {
	t.Helper()
	if sc.seats == 0 {
		sc.seats = 3
	}
	names := seatNames[:sc.seats]
	c := engine.Config{Seats: sc.seats, Options: sc.options}
	s, err := Notation{}.Place(c, names, sc.position(t), seedOf(1).Entry(0))
	if err != nil {
		t.Fatal(err)
	}
	if err := (Rules{}).Audit(s); err != nil {
		t.Fatal(err)
	}
	return &stage{t: t, s: s, names: names}
}

// try plays "A: meld 3 Jesse James".
func (x *stage) try(move string) error {
	x.t.Helper()
	name, words, _ := strings.Cut(move, ": ")
	act, err := Notation{}.Parse(words, x.names.Seat(name), x.names)
	if err != nil {
		x.t.Fatalf("%s: %v", move, err)
	}
	return x.act(act)
}

func (x *stage) act(act engine.Act[Move]) error {
	x.t.Helper()
	x.n++
	events, err := Rules{}.Decide(x.s, act, seedOf(2).Entry(x.n))
	if err != nil {
		return err
	}
	x.seen = events
	for _, e := range events {
		x.s = Rules{}.Evolve(x.s, e)
	}
	if err := (Rules{}).Audit(x.s); err != nil {
		x.t.Fatal(err)
	}
	return nil
}

// do plays moves that must be allowed.
func (x *stage) do(moves ...string) *stage {
	x.t.Helper()
	for _, m := range moves {
		if err := x.try(m); err != nil {
			x.t.Fatalf("%s: %v", m, err)
		}
	}
	return x
}

// nature lets the deck act.
func (x *stage) nature() *stage {
	x.t.Helper()
	if err := x.act(engine.Act[Move]{Seat: engine.Nature}); err != nil {
		x.t.Fatal(err)
	}
	return x
}

// refuses plays a move that must be refused under a clause, or by another asked seat where clause is "".
func (x *stage) refuses(move, clause string) *stage {
	x.t.Helper()
	before := x.s
	err := x.try(move)
	var refusal *engine.Refusal
	switch {
	case err == nil:
		x.t.Fatalf("%s was allowed", move)
	case clause == "":
		if !errors.Is(err, engine.ErrNotAsked) {
			x.t.Fatalf("%s: %v", move, err)
		}
	case !errors.As(err, &refusal) || refusal.Clause != clause:
		x.t.Fatalf("%s: refused with %v, not under %s", move, err, clause)
	}
	if x.s != before {
		x.t.Fatalf("%s changed the state", move)
	}
	return x
}

func (x *stage) seat(name string) engine.Seat {
	x.t.Helper()
	seat := x.names.Seat(name)
	if seat < 0 {
		x.t.Fatalf("nobody is called %q", name)
	}
	return seat
}

// hand expects a hand's cards.
func (x *stage) hand(seat, cards string) *stage {
	x.t.Helper()
	if got, want := x.s.hands[x.seat(seat)], bag(x.t, cards); got != want {
		x.t.Fatalf("%s holds %v, not %v", seat, got, want)
	}
	return x
}

// poster expects a poster's dollars.
func (x *stage) poster(o string, want int) *stage {
	x.t.Helper()
	at, ok := OutlawNamed(o)
	if !ok {
		x.t.Fatalf("%q is no outlaw", o)
	}
	if got := int(x.s.posters[at]) * 1000; got != want {
		x.t.Fatalf("the poster of %s holds %d, not %d", o, got, want)
	}
	return x
}

// cp expects the visible CP of "C Belle Starr".
func (x *stage) cp(at string, want int) *stage {
	x.t.Helper()
	if got := x.pile(at).Visible(); got != want {
		x.t.Fatalf("%s counts %d CP, not %d", at, got, want)
	}
	return x
}

func (x *stage) pile(at string) Pile {
	x.t.Helper()
	seat, o, _ := strings.Cut(at, " ")
	outlaw, ok := OutlawNamed(o)
	if !ok {
		x.t.Fatalf("%q is no outlaw", o)
	}
	return x.s.piles[x.seat(seat)][outlaw]
}

// onTop expects the discard stack to begin with these cards, from the top.
func (x *stage) onTop(cards string) *stage {
	x.t.Helper()
	want := cardsIn(x.t, cards)
	got := position.Texts(x.s.stacks.discardCards())
	if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
		x.t.Fatalf("the discard stack is %v, it should begin with %v", got, want)
	}
	return x
}

// sizes expects the numbers of cards in supply and discard stack.
func (x *stage) sizes(supply, discards int) *stage {
	x.t.Helper()
	if k := x.s.stacks; int(k.supply) != supply || int(k.discards) != discards {
		x.t.Fatalf("supply %d and discard stack %d, not %d and %d", k.supply, k.discards, supply, discards)
	}
	return x
}

// waits expects who is asked and in which phase.
func (x *stage) waits(seat string, phase Phase) *stage {
	x.t.Helper()
	got := "nature"
	if at := x.s.asked(); at >= 0 {
		got = x.names.Of(at)
	} else if at == engine.Nobody {
		got = ""
	}
	if got != seat || x.s.phase != phase {
		x.t.Fatalf("%q is asked in %v, not %q in %v", got, x.s.phase, seat, phase)
	}
	return x
}

// legal expects exactly these moves of the seat that is asked, in any order.
func (x *stage) legal(want ...string) *stage {
	x.t.Helper()
	got := x.moves()
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		x.t.Fatalf("legal are %q, not %q", got, want)
	}
	return x
}

func (x *stage) moves() []string {
	x.t.Helper()
	seat := x.s.asked()
	var words []string
	for _, m := range (Rules{}).Legal(x.s, seat) {
		words = append(words, Notation{}.Words(engine.Act[Move]{Seat: seat, Move: m}, x.names))
	}
	return words
}

// ended expects the hand to have ended with the last move, for a reason.
func (x *stage) ended(why Why) *stage {
	x.t.Helper()
	for _, e := range x.seen {
		if end, ok := e.(RoundEnded); ok {
			if end.Why != why {
				x.t.Fatalf("the hand ended for %q, not %q", end.Why, why)
			}
			return x
		}
	}
	x.t.Fatalf("the hand goes on; it should end for %q", why)
	return x
}

// goesOn expects the hand not to have ended with the last move.
func (x *stage) goesOn() *stage {
	x.t.Helper()
	for _, e := range x.seen {
		if end, ok := e.(RoundEnded); ok {
			x.t.Fatalf("the hand ended for %q", end.Why)
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
