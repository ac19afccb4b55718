package wyattearp

import (
	"strings"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
)

func (x *board) view(seat string) View {
	x.T.Helper()
	if seat == "" {
		return Rules{}.View(x.State, engine.Public)
	}
	return Rules{}.View(x.State, engine.Seated(x.seat(seat)))
}

// TestOdds counts cards as section 5 of the rules page says: unseen Outlaw cards of unseen cards.
func TestOdds(t *testing.T) {
	sc := scene{
		hands:   by{"A": "2 Jesse James, Hideout", "B": "3 Wes Hardin, Bank Robbery", "C": "Bob Dalton"},
		tables:  by{"B Belle Starr": "3 photo"},
		discard: "Sundance Kid, Most Wanted",
	}
	x := sc.open(t)
	for seat, want := range map[string]Odds{
		"":  {49 - 3 - 1, 78 - 4 - 2},
		"A": {49 - 3 - 1 - 2, 78 - 4 - 2 - 3},
		"B": {49 - 3 - 1 - 3, 78 - 4 - 2 - 4},
	} {
		if got := x.view(seat).Odds; got != want {
			t.Errorf("%q sees %+v, not %+v", seat, got, want)
		}
	}
	if p := (Odds{Outlaws: 49, Unseen: 78}).Percent(); p != 63 {
		t.Errorf("the first shot hits with %d %%", p)
	}
	if p := (Odds{}).Percent(); p != 0 {
		t.Errorf("no shot hits with %d %%", p)
	}
	empty := scene{hands: by{"A": "Bob Dalton", "C": "Bob Dalton"}, discard: "Jesse James, Most Wanted, Hideout"}
	if got := empty.rest(t, "B").open(t).view("A").Odds; got != (Odds{1, 3}) {
		t.Errorf("a shot from the discard stack: %+v", got)
	}
	empty.more = engine.Position{"reshuffled": true}
	if got := empty.rest(t, "B").open(t).view("A").Odds; got != (Odds{}) {
		t.Errorf("no shot is possible: %+v", got)
	}
}

// TestMemory follows what everybody could remember.
func TestMemory(t *testing.T) {
	x := scene{
		seats: 4,
		hands: by{
			"A": "Most Wanted, Wyatt Earp, Bob Dalton, Hideout", "B": "2 Wes Hardin", "C": "3 Jesse James",
			"D": "Wyatt Earp, 2 Bob Dalton",
		},
		discard: "Bank Robbery, Photo of Wes Hardin, Belle Starr",
	}.open(t)
	x.do("A: most-wanted ask Jesse James left")
	m := x.view("D").Memory
	if !m.Lacks[1].Has(JesseJames) || m.Lacks[2] != 0 || m.Lacks[3] != 0 || !m.Known[0].Has(JesseJames.Card()) {
		t.Fatalf("after the question: %+v", m)
	}
	if q := x.view("D").Question; q != (Question{Asked: true, Outlaw: JesseJames, Left: true, Giver: 2}) {
		t.Fatalf("%+v", q)
	}
	x.do("A: discard Bob Dalton", "B: draw discard", "B: discard Wes Hardin")
	m = x.view("D").Memory
	if !m.Known[1].Has(BobDalton.Card()) || !m.Lacks[1].Has(JesseJames) || x.view("D").Question.Asked {
		t.Fatalf("after a draw in sight: %+v", m)
	}
	x.do("C: draw supply", "C: discard Jesse James", "D: draw discard", "D: wyatt-earp take Photo of Wes Hardin")
	d := x.view("D")
	if d.MayPlay != WesHardin.Photo() || d.Memory.Secret != 0 || d.Memory.Buried.Has(WesHardin.Photo()) {
		t.Fatalf("who took it: %v, %+v", d.MayPlay, d.Memory)
	}
	a := x.view("A")
	if a.MayPlay != NoCard || a.Memory.Secret != 1 || !a.Memory.Buried.Has(WesHardin.Photo()) {
		t.Fatalf("the others: %v, %+v", a.MayPlay, a.Memory)
	}
	x.do("D: discard Photo of Wes Hardin") // the only one: now everybody knows what was taken
	if a = x.view("A"); a.Memory.Secret != 0 || a.Memory.Proven != BagOf(WesHardin.Photo()) {
		t.Fatalf("after the discard: %+v", a.Memory)
	}
}

// TestLooked: a player who could search the discard stack learns what is missing there, and nobody else does.
func TestLooked(t *testing.T) {
	x := scene{
		hands:   by{"A": "Wyatt Earp, 2 Bob Dalton", "B": "Wyatt Earp, Hideout", "C": "2 Hideout"},
		discard: "Jesse James, Most Wanted",
	}.open(t)
	x.do("A: wyatt-earp take Jesse James", "A: discard Bob Dalton", "B: draw supply")
	if v := x.view("B"); !v.Searching() || v.Stack.Has(JesseJames.Card()) || v.Stack.Len() != v.Discards {
		t.Fatalf("%+v", v)
	}
	if v := x.view("C"); v.Searching() || v.Stack != 0 || v.Memory.Secret != 1 {
		t.Fatalf("%+v", v)
	}
	told := map[string]int{}
	for _, e := range x.Seen {
		for _, seat := range []string{"A", "B", "C"} {
			if n, ok := (Rules{}).Tell(e, engine.Seated(x.seat(seat))); ok && n.Kind == "wyatt-earp/looked" {
				told[seat]++
			}
		}
	}
	if len(told) != 1 || told["B"] != 1 {
		t.Fatalf("told %v", told)
	}
}

// TestImagineKeepsWhatIsKnown: imagined hands hold what everybody saw going in, and lack what was denied.
func TestImagineKeepsWhatIsKnown(t *testing.T) {
	x := scene{
		hands:   by{"A": "Most Wanted, Hideout, Bob Dalton", "B": "4 Wes Hardin", "C": "4 Bob Dalton, 2 Wes Hardin"},
		discard: "Bank Robbery, Photo of Wes Hardin, Belle Starr", supply: "Jesse James",
	}.rest(t, "C").open(t)
	x.do("A: most-wanted ask Jesse James left") // B has none, C gives one
	v := x.view("A")
	r := stage.Seed(8).Entry(1)
	hands := map[Bag]bool{}
	for range 200 {
		s := Rules{}.Imagine(v, r)
		if err := (Rules{}).Audit(s); err != nil {
			t.Fatal(err)
		}
		if s.hands[1].Has(JesseJames.Card()) || s.hands[0] != x.State.hands[0] || s.hands[1].Len() != 4 {
			t.Fatalf("imagined %v", s.hands)
		}
		hands[s.hands[1]] = true
	}
	if len(hands) < 100 {
		t.Errorf("only %d different hands imagined", len(hands))
	}
}

func TestTell(t *testing.T) {
	name := func(s engine.Seat) string { return seatNames[s] }
	for _, c := range []struct {
		event Event
		seat  engine.Seat // who is told
		want  string      // "" for nothing
	}{
		{Dealt{Round: 2, Dealer: 1, Hands: [][]Card{{Hideout}, {Bank}}, Upcard: WyattEarp}, 0,
			"Hand 2 was dealt by B. A Wyatt Earp lay face up."},
		{Drew{Seat: 1, Cards: []Card{Bank, Hideout}}, 1, "B drew Bank Robbery and Hideout from the supply."},
		{Drew{Seat: 1, Cards: []Card{Bank, Hideout}}, 0, "B drew 2 cards from the supply."},
		{Drew{Seat: 1, Cards: []Card{Bank}}, engine.Nobody, "B drew a card from the supply."},
		{TookDiscard{Seat: 1, Card: Bank, Under: Hideout}, 0,
			"B took the Bank Robbery from the discard stack. Under it lay a Hideout."},
		{TookDiscard{Seat: 1, Card: Bank}, 0,
			"B took the Bank Robbery from the discard stack, and nothing lay under it."},
		{Reshuffled{Supply: []Card{Bank, Hideout}}, 0, "The discard stack was shuffled into a new supply of 2 cards."},
		{Melded{Seat: 0, Outlaw: JesseJames, N: 4, Added: 3000, Opened: true}, 1,
			"A opened Jesse James with 4 cards: +$3,000 on the poster."},
		{Melded{Seat: 0, Outlaw: JesseJames, N: 1}, 1, "A laid 1 Jesse James: nothing more on the poster."},
		{Played{Seat: 0, Card: Bank}, 1, "A played a Bank Robbery."},
		{Played{Seat: 0, Card: JesseJames.Photo()}, 1, ""},
		{ShotTurned{Seat: 0, For: Bank, Card: JesseJames.Card(), Hit: true}, 1,
			"A shot and turned up a Jesse James: a hit."},
		{ShotTurned{Seat: 0, For: Bank, Card: Hideout}, 1, "A shot and turned up a Hideout: a miss."},
		{Laid{Seat: 0, Card: Bank, Outlaw: JesseJames, Added: 1000}, 1,
			"A laid the Bank Robbery on Jesse James: +$1,000 on the poster."},
		{Laid{Seat: 0, Card: JesseJames.Photo(), Outlaw: JesseJames, Added: 1000}, 1,
			"A laid the Photo of Jesse James: +$1,000 on the poster."},
		{GunLost{Seat: 0, Owner: 1, Outlaw: JesseJames}, 1, "B lost the Fastest Gun that lay on Jesse James."},
		{Covered{Seat: 0, Victim: 1, Outlaw: JesseJames}, 1, "A laid a Hideout across B's Jesse James."},
		{Stole{Seat: 0, From: 1, Outlaw: JesseJames}, 1, "A stole a Jesse James from B's table."},
		{Orphaned{Seat: 1, Outlaw: JesseJames, Cards: []Card{Bank, Hideout}}, 1,
			"Nothing of Jesse James was left to B: the Bank Robbery and Hideout went to the discard stack."},
		{Uncovered{Seat: 1, Outlaw: JesseJames}, 1, "B drove the Hideout off the Jesse James pile."},
		{Asked{Seat: 0, Outlaw: JesseJames, Left: true, Giver: 2}, 1,
			"A asked to the left for a Jesse James: C gave one."},
		{Asked{Seat: 0, Outlaw: JesseJames, Giver: engine.Nobody}, 1,
			"A asked to the right for a Jesse James: nobody had one."},
		{Searched{Seat: 0, Card: Hideout}, 1, "A took a card out of the discard stack unseen."},
		{Searched{Seat: 0, Card: Hideout}, 0, "A took the Hideout out of the discard stack unseen."},
		{Looked{Seat: 0, Missing: []Card{Hideout}}, 1, ""},
		{Spent{Seat: 0, Card: Hideout}, 1, ""},
		{Replied{Seat: 1, Outlaw: JesseJames}, 0, "B answered the Hideout on Jesse James with a Wyatt Earp."},
		{Passed{Seat: 1, Outlaw: JesseJames}, 0, "B let the Hideout on Jesse James lie."},
		{Discarded{Seat: 1, Card: JesseJames.Card()}, 0, "B discarded a Jesse James."},
		{Discarded{Seat: 1, Card: Hideout}, 0, "B discarded a Hideout."},
		{RoundEnded{Seat: 1, Why: WentOut}, 0, "B discarded the last card, and the hand ended."},
		{RoundEnded{Seat: 1, Why: EmptyHand}, 0, "A player had no cards left, so the hand ended with B's discard."},
		{RoundEnded{Seat: 1, Why: SupplyChoice}, 0, "B ended the hand, because the second supply was running out."},
		{RoundEnded{Seat: 1, Why: SupplyGone}, 0, "The second supply was used up, and the hand ended."},
		{RoundEnded{Seat: 1, Why: Stalled}, 0, "Nobody had played or drawn for three rounds, so the hand ended."},
		{HandShown{Seat: 1, Cards: []Card{Bank, Bank, Hideout}}, 0, "B was left with 2 Bank Robbery, Hideout."},
		{RoundScored{Sheet: sheetOf(2, [seatsMax]int{2, 6}, 8)}, 0, "Hand 1 was scored: B earned most, $5,000."},
		{RoundScored{Sheet: sheetOf(2, [seatsMax]int{2, 3}, 8)}, 0, "Hand 1 was scored: nobody earned anything."},
		{DuelTurned{Round: 1, Cards: [seatsMax]Card{Bank, 0, Hideout}, Left: []engine.Seat{0, 2}}, 0,
			"Duel, round 1: Bank Robbery and Hideout were turned up, and 2 shot on."},
		{DuelTurned{Round: 2, Cards: [seatsMax]Card{Bank, 0, JesseJames.Card()}, Left: []engine.Seat{2}}, 0,
			"Duel, round 2: Bank Robbery and Jesse James were turned up, and only C hit."},
		{Won{Seat: 2, Cash: 26000, Reason: "target"}, 0, "C won the match with $26,000."},
	} {
		n, ok := Rules{}.Tell(c.event, engine.Seated(c.seat))
		if got := n.Say(name); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%T tells seat %d %q, not %q", c.event, c.seat, got, c.want)
		}
		if ok && !strings.HasPrefix(n.Kind, "wyatt-earp/") {
			t.Errorf("%T is told as %q", c.event, n.Kind)
		}
	}
}

func BenchmarkView(b *testing.B) {
	x := scene{hands: by{"A": "2 Jesse James, Hideout", "B": "3 Wes Hardin"}, discard: "Bob Dalton"}.open(b)
	for b.Loop() {
		Rules{}.View(x.State, engine.Seated(0))
	}
}

func BenchmarkImagine(b *testing.B) {
	x := scene{hands: by{"A": "2 Jesse James, Hideout", "B": "3 Wes Hardin"}, discard: "Bob Dalton"}.open(b)
	v := x.view("A")
	r := stage.Seed(1).Entry(1)
	for b.Loop() {
		Rules{}.Imagine(v, r)
	}
}

// TestImagineImpossible: a view that contradicts itself, as no match shows one, still gives a state to search.
func TestImagineImpossible(t *testing.T) {
	x := scene{hands: by{"A": "Bob Dalton", "B": "Wes Hardin"}}.rest(t, "C").open(t)
	v := x.view("A")
	for seat := 1; seat < 3; seat++ {
		v.Memory.Lacks[seat].add(JesseJames) // and yet all seven are in their hands
	}
	s := Rules{}.Imagine(v, stage.Seed(8).Entry(1))
	if err := (Rules{}).Audit(s); err != nil {
		t.Fatal(err)
	}
}
