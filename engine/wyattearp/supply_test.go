package wyattearp

import (
	"slices"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
)

// beforeDraw is a position in which A draws.
func beforeDraw(supply, discard string, used bool) scene {
	return scene{
		phase: "draw", hands: by{"A": "Bob Dalton", "C": "Bob Dalton"}, supply: supply,
		discard: discard,
		more:    engine.Position{"reshuffled": used},
	}
}

// The worked cases of section 3.3 of the rules page, under their numbers: the end of the supply.
func TestSupply(t *testing.T) {
	t.Run("T80", func(t *testing.T) {
		x := beforeDraw("Jesse James", "7 Wes Hardin, 7 Sundance Kid, 6 Butch Cassidy", false).rest(t, "B").open(t)
		x.sizes(1, 20).do("A: draw supply").sizes(19, 0)
		if !x.State.shuffled || x.State.hands[0].Len() != 3 || !x.State.hands[0].Has(JesseJames.Card()) {
			t.Fatalf("A holds %v", x.State.hands[0])
		}
		drawn := bag(t, "7 Wes Hardin, 7 Sundance Kid, 7 Butch Cassidy") & x.State.hands[0]
		if drawn.Len() != 1 {
			t.Fatalf("A holds %v", x.State.hands[0])
		}
	})
	t.Run("T81", func(t *testing.T) {
		x := beforeDraw("Jesse James, Wes Hardin", "Sundance Kid", false).rest(t, "B").open(t)
		x.do("A: draw supply").sizes(0, 1).hand("A", "Bob Dalton, Jesse James, Wes Hardin")
		if x.State.shuffled {
			t.Fatal("the reshuffle is used")
		}
	})
	t.Run("T83", func(t *testing.T) {
		sc := beforeDraw("Jesse James", "2 Sundance Kid", true)
		sc.hands["A"] = "2 Bob Dalton"
		x := sc.rest(t, "B").open(t).legal("draw discard", "end hand").refuses("A: draw supply", "R47")
		x.do("A: draw discard", "A: discard Bob Dalton").goesOn().waits("B", Draw).legal("draw discard", "end hand")
		before := x.State.hands
		x.do("B: end hand").ended(SupplyChoice).waits("nature", Scored)
		for seat, hand := range before[:3] { // no cards drawn, no play, no discard
			if x.State.left[seat] != hand {
				t.Fatalf("seat %d was left with %v, not %v", seat, x.State.left[seat], hand)
			}
		}
	})
	t.Run("T84", func(t *testing.T) {
		sc := beforeDraw("Jesse James, Wes Hardin", "Sundance Kid", true)
		x := sc.rest(t, "B").open(t).legal("draw supply", "draw discard").refuses("A: end hand", "R47")
		x.do("A: draw supply").goesOn().sizes(0, 1).do("A: discard Bob Dalton").waits("B", Draw).
			legal("draw discard", "end hand")
		sc.options = by{"second-supply": "ends-hand"}
		sc.rest(t, "B").open(t).do("A: draw supply").ended(SupplyGone)
	})
	t.Run("T88", func(t *testing.T) {
		for _, used := range []bool{false, true} {
			x := scene{
				phase: "draw", hands: by{"A": "Bob Dalton", "B": "Bob Dalton", "C": "Bob Dalton"},
				discard: "Wes Hardin",
				more:    engine.Position{"reshuffled": used},
			}.open(t)
			for round := range stallRounds {
				for i, seat := range x.Names {
					x.waits(seat, Draw).do(seat+": draw discard", seat+": discard Wes Hardin")
					if round < stallRounds-1 || i < 2 {
						x.goesOn()
					}
				}
			}
			x.ended(Stalled).waits("nature", Scored)
		}
	})
	t.Run("R48", func(t *testing.T) {
		sc := scene{
			hands: by{"A": "Wyatt Earp, Bob Dalton", "C": "Wes Hardin"}, supply: "Jesse James",
			discard: "Belle Starr",
			more:    engine.Position{"reshuffled": true},
		}.rest(t, "B")
		sc.open(t).do("A: wyatt-earp draw").hand("A", "Bob Dalton, Jesse James").sizes(0, 2)
		short := beforeDraw("", "Jesse James", false).rest(t, "B").open(t)
		short.legal("draw supply", "draw discard").do("A: draw supply").hand("A", "Bob Dalton, Jesse James").sizes(0, 0)
		none := beforeDraw("", "", false).rest(t, "B").open(t).legal("end hand")
		none.refuses("A: draw supply", "R48").refuses("A: draw discard", "R9").do("A: end hand").ended(SupplyChoice)
	})
}

// The end of the supply for cards that need a shot, and for the first option of a Wyatt Earp.
func TestSupplyForSheriffCards(t *testing.T) {
	t.Run("T85", func(t *testing.T) {
		sc := scene{
			hands: by{
				"A": "Stagecoach Robbery, Bank Robbery, Fastest Gun, Most Wanted, Hideout, Wyatt Earp, Bob Dalton",
				"C": "Wyatt Earp",
			},
			tables:  by{"A Belle Starr": "3 hideout", "C Jesse James": "3"},
			discard: "Sundance Kid", more: engine.Position{"reshuffled": true},
		}.rest(t, "B")
		x := sc.open(t).sizes(0, 1)
		for _, move := range []string{
			"A: stagecoach", "A: bank", "A: fastest-gun", "A: most-wanted shoot", "A: hideout", "A: wyatt-earp shoot",
		} {
			x.refuses(move, "R22")
		}
		x.refuses("A: wyatt-earp draw", "R48")
		sc.phase, sc.tables = "react", by{"A Belle Starr": "3", "C Jesse James": "3 hideout"}
		sc.open(t).waits("C", React).legal("pass").refuses("C: react", "R22")
	})
	t.Run("T87", func(t *testing.T) {
		sc := scene{
			hands: by{"A": "Bank Robbery, Bob Dalton", "C": "Wyatt Earp"}, supply: "Jesse James",
			tables: by{"A Belle Starr": "3"}, discard: "Sundance Kid",
			more: engine.Position{"reshuffled": true},
		}.rest(t, "B")
		sc.open(t).do("A: bank").goesOn().do("A: on Belle Starr").goesOn().cp("A Belle Starr", 8).waits("A", Play)
		sc.options = by{"second-supply": "ends-hand"}
		x := sc.open(t).do("A: bank").goesOn().waits("A", Target).do("A: on Belle Starr").ended(SupplyGone)
		if x.State.cash[0] != 2 { // 1,000 and the Bank's 1,000, all for A
			t.Fatalf("A has %d thousand", x.State.cash[0])
		}
	})
	t.Run("T87 a miss and a reaction", func(t *testing.T) {
		sc := scene{
			options: by{"second-supply": "ends-hand"},
			hands:   by{"A": "Hideout, Bob Dalton", "C": "Wyatt Earp, Wes Hardin"},
			supply:  "Most Wanted",
			tables:  by{"C Belle Starr": "3"}, discard: "Sundance Kid",
			more: engine.Position{"reshuffled": true},
		}
		sc.rest(t, "B").open(t).do("A: hideout").ended(SupplyGone)
		sc.supply = "Jesse James"
		x := sc.rest(t, "B").open(t).do("A: hideout", "A: on C Belle Starr").goesOn().waits("C", React).legal("pass")
		x.do("C: pass").ended(SupplyGone)
		sc.supply = "Jesse James, Jesse James"
		x = sc.rest(t, "B").open(t).do("A: hideout", "A: on C Belle Starr").goesOn()
		x.do("C: react").ended(SupplyGone).cp("C Belle Starr", 6)
	})
	t.Run("R22 the reshuffle for a shot", func(t *testing.T) {
		sc := scene{
			hands:  by{"A": "Bank Robbery, Bob Dalton", "C": "Wyatt Earp"},
			tables: by{"A Belle Starr": "3"}, discard: "Sundance Kid, Sundance Kid",
		}.rest(t, "B")
		x := sc.open(t).sizes(0, 2).do("A: bank").waits("A", Target).sizes(1, 1)
		if !x.State.shuffled {
			t.Fatal("the reshuffle is unused")
		}
		sc.discard = ""
		sc.rest(t, "B").open(t).sizes(0, 0).refuses("A: bank", "R22")
	})
	t.Run("R44 the Wyatt Earp is shuffled in", func(t *testing.T) { // it lies on the stack before its shot
		sc := scene{
			phase: "react", hands: by{"A": "Bob Dalton", "C": "Wyatt Earp, Wes Hardin"},
			tables: by{"C Belle Starr": "3 hideout"},
		}.rest(t, "B")
		x := sc.open(t).sizes(0, 0).do("C: react").sizes(0, 1).onTop("Wyatt Earp").waits("A", Play).
			cp("C Belle Starr", 0)
		if !x.State.shuffled {
			t.Fatal("the reshuffle is unused")
		}
	})
	t.Run("R40 the reshuffle for option 1", func(t *testing.T) { // the Wyatt Earp is in limbo, not in the new supply
		x := scene{
			hands:   by{"A": "Wyatt Earp, Bob Dalton", "C": "Wes Hardin"},
			discard: "Jesse James, Jesse James",
		}.rest(t, "B").open(t)
		x.do("A: wyatt-earp draw").hand("A", "Bob Dalton, 2 Jesse James").sizes(0, 1).onTop("Wyatt Earp")
	})
}

// lastCard is a position in which A's only card ends the hand.
func lastCard(cash map[string]int) scene {
	return scene{
		hands:   by{"A": "Hideout", "B": "Bob Dalton, 2 Wes Hardin", "C": "Jesse James"},
		discard: "Bob Dalton",
		cash:    cash, more: engine.Position{"dealer": "C"},
	}
}

func TestEndOfMatch(t *testing.T) {
	t.Run("T90", func(t *testing.T) {
		x := lastCard(map[string]int{"A": 24000, "B": 23000}).open(t).do("A: discard Hideout").ended(WentOut)
		x.waits("nature", Scored).nature().waits("B", Draw)
		if x.State.round != 2 || x.State.dealer != 0 { // rules R59: the dealer passes to the left
			t.Fatalf("hand %d, dealer %d", x.State.round, x.State.dealer)
		}
	})
	t.Run("T91", func(t *testing.T) {
		x := lastCard(map[string]int{"A": 25000, "B": 26000}).open(t).do("A: discard Hideout").waits("", Over)
		out, over := Rules{}.Outcome(x.State)
		if !over || !slices.Equal(out.Ranks, []int{2, 1, 3}) || !slices.Equal(out.Points, []int{25000, 26000, 0}) ||
			out.Reason != "target" {
			t.Fatalf("%+v", out)
		}
		if _, err := (Rules{}).Decide(x.State, engine.Act[Move]{}, nil); err != engine.ErrOver {
			t.Fatal(err)
		}
	})
	t.Run("T91 target", func(t *testing.T) {
		sc := lastCard(map[string]int{"A": 25000, "B": 26000})
		sc.options = by{"target": "27000"}
		sc.open(t).do("A: discard Hideout").waits("nature", Scored)
	})
	t.Run("T92", func(t *testing.T) {
		x := lastCard(map[string]int{"A": 27000, "B": 25000, "C": 27000}).open(t).do("A: discard Hideout")
		x.waits("nature", Scored).nature().waits("", Over)
		for _, e := range x.Seen {
			if turned, ok := e.(DuelTurned); ok && (turned.Cards[1] != NoCard || turned.Cards[0] == NoCard) {
				t.Fatalf("%+v", turned)
			}
		}
		out, over := Rules{}.Outcome(x.State)
		if !over || out.Reason != "duel" || out.Ranks[1] != 3 || out.Ranks[0]+out.Ranks[2] != 3 {
			t.Fatalf("%+v", out)
		}
	})
	t.Run("T93", func(t *testing.T) {
		hit, miss := JesseJames.Card(), JesseJames.Photo()
		for _, c := range []struct {
			cards [seatsMax]Card
			want  []engine.Seat
		}{
			{[seatsMax]Card{0: hit, 2: miss}, []engine.Seat{0}},
			{[seatsMax]Card{0: miss, 2: hit}, []engine.Seat{2}},
			{[seatsMax]Card{0: miss, 2: miss}, []engine.Seat{0, 2}},
			{[seatsMax]Card{0: hit, 2: hit}, []engine.Seat{0, 2}},
		} {
			if got := survivors([]engine.Seat{0, 2}, c.cards); !slices.Equal(got, c.want) {
				t.Errorf("%v leave %v, not %v", c.cards, got, c.want)
			}
		}
	})
	t.Run("the hundredth hand", func(t *testing.T) { // the guard against a match without earnings
		sc := lastCard(map[string]int{"B": 3000})
		sc.more["hand"] = roundsMax
		x := sc.open(t).do("A: discard Hideout").waits("", Over)
		if out, _ := (Rules{}).Outcome(x.State); out.Reason != "rounds" || !slices.Equal(out.Ranks, []int{2, 1, 2}) {
			t.Fatalf("%+v", out)
		}
		sc.more["hand"], sc.cash = roundsMax-1, nil
		sc.open(t).do("A: discard Hideout").waits("nature", Scored).nature().waits("B", Draw)
	})
}

func TestEndOfHand(t *testing.T) {
	t.Run("T95", func(t *testing.T) {
		sc := lastCard(nil)
		sc.tables = by{
			"A Jesse James": "2", "B Jesse James": "2", "C Jesse James": "1", // 4/4/2, 3,000 stays (S3)
			"A Belle Starr": "4", // alone: all is paid
		}
		sc.posters = map[string]int{"Jesse James": 3000, "Belle Starr": 5000}
		x := sc.open(t).do("A: discard Hideout").nature()
		x.poster("Jesse James", 4000).poster("Belle Starr", 1000).poster("Wes Hardin", 2000)
		got := x.State
		if got.opened != [Outlaws]bool{} || got.piles != [seatsMax][Outlaws]Pile{} || got.cash != [seatsMax]uint16{5} {
			t.Fatalf("%+v", got)
		}
	})
	t.Run("R50", func(t *testing.T) {
		x := lastCard(nil).open(t).do("A: discard Hideout").hand("B", "").hand("C", "")
		x.onTop("Jesse James, Wes Hardin, Wes Hardin, Bob Dalton, Hideout, Bob Dalton")
		if x.State.left != [seatsMax]Bag{1: bag(t, "Bob Dalton, 2 Wes Hardin"), 2: bag(t, "Jesse James")} {
			t.Fatalf("%v", x.State.left)
		}
	})
	t.Run("no payment during a hand", func(t *testing.T) { // question 2 of section 4
		x := scene{hands: by{"A": "6 Jesse James, Hideout"}}.open(t).do("A: meld 6 Jesse James")
		if x.State.cash != [seatsMax]uint16{} {
			t.Fatal(x.State.cash)
		}
	})
}

// TestDuelsEnd plays many duels of every size.
func TestDuelsEnd(t *testing.T) {
	for seats := seatsMin; seats <= seatsMax; seats++ {
		cash := map[string]int{}
		hands := by{"A": "Hideout"}
		for _, name := range seatNames[:seats] {
			cash[name] = 25000
			if name != "A" {
				hands[name] = "Bob Dalton"
			}
		}
		x := scene{seats: seats, hands: hands, cash: cash}.open(t).do("A: discard Hideout").waits("nature", Scored)
		wins := make([]int, seats)
		for n := range uint64(400) {
			events, err := Rules{}.Decide(x.State, engine.Act[Move]{Seat: engine.Nature}, stage.Seed(n).Entry(9))
			if err != nil {
				t.Fatal(err)
			}
			won, ok := events[len(events)-1].(Won)
			if !ok || won.Reason != "duel" {
				t.Fatalf("%+v", events)
			}
			wins[won.Seat]++
		}
		for seat, n := range wins {
			if n*seats < 250 || n*seats > 550 {
				t.Errorf("%d seats: seat %d won %d of 400 duels", seats, seat, n)
			}
		}
	}
}
