package wyattearp

import (
	"testing"

	"saloon/engine"
)

// The worked cases of section 3.1 of the rules page, under their numbers.
func TestMeldAndReward(t *testing.T) {
	t.Run("T1", func(t *testing.T) {
		for seats, supply := range map[int]int{2: 57, 3: 47, 4: 37} {
			x := newBoard(t)
			x.Open(engine.Config{Seats: seats}, seatNames[:seats])
			x.nature().sizes(supply, 1)
			for o := range Outlaw(Outlaws) {
				x.poster(o.String(), 1000)
			}
			for seat := range seats {
				if n := x.State.hands[seat].Len(); n != dealt {
					t.Errorf("%d seats: seat %d was dealt %d cards", seats, seat, n)
				}
			}
			if x.State.turn != x.State.dealer.Next(seats) || x.State.phase != Draw {
				t.Errorf("seat %d begins after dealer %d in %v", x.State.turn, x.State.dealer, x.State.phase)
			}
		}
	})
	t.Run("T2 T3 T4", func(t *testing.T) {
		x := scene{
			hands:   by{"A": "5 Jesse James, 3 Bank Robbery", "B": "2 Hideout", "C": "2 Jesse James, Most Wanted"},
			discard: "Bob Dalton",
		}.open(t)
		x.do("A: meld 4 Jesse James").poster("Jesse James", 4000).cp("A Jesse James", 8)
		x.do("A: discard Bank Robbery", "B: draw discard", "B: discard Hideout")
		x.do("C: draw discard", "C: meld 2 Jesse James")
		x.poster("Jesse James", 5000).cp("C Jesse James", 4)
		x.do("C: discard Hideout", "A: draw discard", "A: meld 1 Jesse James")
		x.poster("Jesse James", 5000).cp("A Jesse James", 10)
		now := Rules{}.View(x.State, engine.Public).Now.Posters[JesseJames]
		if now.CP != [seatsMax]int{10, 0, 4} || now.Paid != [seatsMax]int{5000} {
			t.Fatalf("if the hand ended now: %+v", now)
		}
	})
	t.Run("T5", func(t *testing.T) {
		x := scene{hands: by{"A": "4 Billy the Kid, Photo of Billy the Kid, Bob Dalton"}}.open(t)
		x.do("A: meld 4 Billy the Kid").poster("Billy the Kid", 4000)
		x.do("A: photo Billy the Kid").poster("Billy the Kid", 5000).cp("A Billy the Kid", 12)
	})
	t.Run("T6 T7", func(t *testing.T) {
		x := scene{
			turn:    "B",
			hands:   by{"A": "2 Bob Dalton", "B": "Photo of Billy the Kid, 2 Bank Robbery", "C": "2 Wes Hardin"},
			tables:  by{"A Billy the Kid": "3"},
			supply:  "Jesse James",
			discard: "Hideout",
		}.open(t)
		x.do("B: photo Billy the Kid").poster("Billy the Kid", 2000).cp("B Billy the Kid", 4)
		x.refuses("B: bank", "R10")
		x.do("B: discard Bank Robbery", "C: draw discard", "C: discard Wes Hardin")
		x.do("A: draw discard", "A: discard Wes Hardin")
		x.do("B: draw discard", "B: bank").waits("B", Target)
		x.do("B: on Billy the Kid").poster("Billy the Kid", 3000).cp("B Billy the Kid", 6)
	})
}

// The worked cases of section 3.1 that ask how many cards may be laid.
func TestMeldNumbers(t *testing.T) {
	t.Run("T8", func(t *testing.T) {
		for n, want := range map[string]struct{ poster, cp int }{"3": {3000, 6}, "7": {7000, 14}} {
			x := scene{hands: by{"A": n + " Wes Hardin, Hideout"}}.open(t)
			x.do("A: meld "+n+" Wes Hardin").poster("Wes Hardin", want.poster).cp("A Wes Hardin", want.cp)
		}
	})
	t.Run("T9 T10 T11", func(t *testing.T) {
		x := scene{hands: by{"A": "2 Belle Starr, Photo of Belle Starr, Hideout"}}.open(t)
		x.refuses("A: meld 2 Belle Starr", "R14").refuses("A: meld 1 Belle Starr", "R14")
		x.refuses("A: photo Belle Starr", "R23")
		x.refuses("A: meld 3 Belle Starr", "R16") // the Photo is no third card
	})
	t.Run("T12", func(t *testing.T) {
		x := scene{hands: by{"A": "3 Belle Starr, 3 Bob Dalton, Hideout"}}.open(t)
		x.do("A: meld 3 Belle Starr", "A: meld 3 Bob Dalton").poster("Belle Starr", 3000).poster("Bob Dalton", 3000)
	})
	t.Run("T14", func(t *testing.T) {
		sc := scene{hands: by{"A": "3 Belle Starr, Hideout"}, opened: "Belle Starr"}
		sc.open(t).do("A: meld 2 Belle Starr", "A: meld 1 Belle Starr").poster("Belle Starr", 2000)
		sc.open(t).do("A: meld 3 Belle Starr").poster("Belle Starr", 3000)
	})
	t.Run("T15", func(t *testing.T) {
		x := scene{hands: by{"A": "3 Belle Starr"}}.open(t)
		x.refuses("A: meld 3 Belle Starr", "R13").legal("discard Belle Starr")
	})
	t.Run("T16", func(t *testing.T) {
		x := scene{hands: by{"A": "3 Belle Starr, Hideout", "B": "Bob Dalton", "C": "Wes Hardin"}}.open(t)
		x.do("A: meld 3 Belle Starr").goesOn().do("A: discard Hideout").ended(WentOut).waits("nature", Scored)
	})
	t.Run("T17", func(t *testing.T) { // the flag of rules R15 outlasts the cards
		x := scene{
			hands:  by{"A": "Most Wanted, 2 Belle Starr, Hideout"},
			tables: by{"C Belle Starr": "1"},
			supply: "Wes Hardin",
		}.open(t)
		x.do("A: most-wanted shoot", "A: steal C Belle Starr").hand("A", "3 Belle Starr, Hideout")
		x.do("A: meld 1 Belle Starr").poster("Belle Starr", 1000)
	})
	t.Run("T18", func(t *testing.T) {
		x := scene{
			hands:  by{"A": "Photo of Belle Starr, Hideout", "B": "Bob Dalton"},
			tables: by{"A Belle Starr": "3"},
		}.open(t)
		x.do("A: discard Photo of Belle Starr").cp("A Belle Starr", 6).poster("Belle Starr", 1000)
	})
}

// TestTurn is what section 1.3 says and no numbered case.
func TestTurn(t *testing.T) {
	t.Run("R8 draw first, once", func(t *testing.T) {
		x := scene{
			phase: "draw", hands: by{"A": "3 Belle Starr, Hideout", "B": "Bob Dalton"},
			discard: "Wes Hardin",
		}.open(t)
		x.legal("draw supply", "draw discard")
		x.refuses("A: meld 3 Belle Starr", "R8").refuses("A: discard Hideout", "R8").refuses("B: draw supply", "")
		x.do("A: draw discard").refuses("A: draw supply", "R8").refuses("A: draw discard", "R8")
		x.hand("A", "3 Belle Starr, Hideout, Wes Hardin").sizes(72, 0)
	})
	t.Run("R9 two from the supply", func(t *testing.T) {
		x := scene{
			phase: "draw", hands: by{"A": "Hideout", "B": "Bob Dalton"},
			supply:  "Wes Hardin, Bank Robbery",
			discard: "Jesse James",
		}.open(t)
		x.do("A: draw supply").hand("A", "Hideout, Wes Hardin, Bank Robbery").onTop("Jesse James")
	})
	t.Run("R12 a discarded Sheriff card does nothing", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Most Wanted, Hideout, Bank Robbery", "B": "2 Jesse James", "C": "Wes Hardin"},
		}.open(t)
		x.do("A: most-wanted ask Jesse James left").hand("A", "Jesse James, Hideout, Bank Robbery").onTop("Most Wanted")
		x.do("A: discard Hideout").onTop("Hideout, Most Wanted").hand("C", "Wes Hardin")
	})
	t.Run("R18 not all cards need be laid", func(t *testing.T) {
		x := scene{hands: by{"A": "5 Jesse James"}}.open(t)
		x.do("A: meld 3 Jesse James").hand("A", "2 Jesse James")
	})
	t.Run("R7 clockwise", func(t *testing.T) {
		x := scene{
			hands: by{"A": "2 Jesse James", "B": "2 Wes Hardin", "C": "2 Bob Dalton"}, discard: "Hideout",
		}.open(t)
		x.do("A: discard Jesse James").waits("B", Draw).do("B: draw discard", "B: discard Wes Hardin").waits("C", Draw)
		x.do("C: draw discard", "C: discard Bob Dalton").waits("A", Draw)
	})
}
