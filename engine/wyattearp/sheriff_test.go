package wyattearp

import (
	"slices"
	"testing"

	"saloon/engine"
)

// The worked cases of section 3.2 of the rules page, under their numbers: shots and numbered cards.
func TestShots(t *testing.T) {
	belle := by{"A Belle Starr": "3"}
	t.Run("T20", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Stagecoach Robbery, Hideout"}, tables: belle, supply: "Jesse James",
			discard: "Bob Dalton",
		}.open(t)
		x.do("A: stagecoach").waits("A", Target).legal("on Belle Starr").onTop("Jesse James, Bob Dalton")
		x.do("A: on Belle Starr").waits("A", Play).cp("A Belle Starr", 7).poster("Belle Starr", 4000).
			onTop("Jesse James")
	})
	t.Run("T21", func(t *testing.T) {
		for _, miss := range []string{
			"Photo of Wes Hardin", "Stagecoach Robbery", "Bank Robbery", "Fastest Gun", "Most Wanted", "Hideout",
			"Wyatt Earp",
		} {
			x := scene{
				hands: by{"A": "Stagecoach Robbery, Photo of Belle Starr, Jesse James"}, tables: belle,
				supply: miss,
			}.open(t)
			x.do("A: stagecoach").waits("A", Play).onTop("Stagecoach Robbery, "+miss).cp("A Belle Starr", 6)
			x.poster("Belle Starr", 1000).refuses("A: photo Belle Starr", "R10")
		}
	})
	t.Run("T22", func(t *testing.T) {
		x := scene{
			hands:  by{"A": "Bank Robbery, Stagecoach Robbery, Fastest Gun, Hideout"},
			supply: "Jesse James",
			tables: by{"B Belle Starr": "3"},
		}.open(t)
		for _, move := range []string{"A: bank", "A: stagecoach", "A: fastest-gun"} {
			x.refuses(move, "R24").sizes(71, 0)
		}
	})
	t.Run("T23", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Fastest Gun, Hideout"}, tables: by{"A Jesse James": "3"},
			supply: "Wes Hardin",
		}.open(t)
		x.do("A: fastest-gun", "A: on Jesse James").cp("A Jesse James", 9).poster("Jesse James", 2000)
	})
	t.Run("T24", func(t *testing.T) {
		x := scene{
			turn: "C", hands: by{"C": "Fastest Gun, Hideout"}, supply: "Wes Hardin",
			tables: by{"B Jesse James": "3 Gun", "C Jesse James": "2"},
		}.open(t)
		x.refuses("C: fastest-gun", "R25")
	})
	t.Run("T24 own and hidden", func(t *testing.T) { // rules R25a: anywhere, owner included, hidden or not
		x := scene{
			hands:  by{"A": "Fastest Gun, Hideout"},
			tables: by{"A Jesse James": "3 Gun hideout"},
		}.open(t)
		x.refuses("A: fastest-gun", "R25")
	})
	t.Run("T25", func(t *testing.T) {
		x := scene{
			turn: "C", hands: by{"C": "Fastest Gun, Hideout"}, supply: "Wes Hardin",
			tables:  by{"B Jesse James": "3 Gun", "C Jesse James": "2", "C Belle Starr": "3"},
			posters: map[string]int{"Jesse James": 4000},
		}.open(t)
		x.do("C: fastest-gun").legal("on Belle Starr").refuses("C: on Jesse James", "R25").do("C: on Belle Starr")
		x.cp("B Jesse James", 6).cp("C Belle Starr", 9).poster("Jesse James", 4000).poster("Belle Starr", 2000)
		x.onTop("Fastest Gun, Wes Hardin")
	})
	t.Run("T25 moved by its owner", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Fastest Gun, Hideout"}, supply: "Wes Hardin",
			tables: by{"A Jesse James": "3 Gun hideout", "A Belle Starr": "1"},
		}.open(t)
		x.do("A: fastest-gun", "A: on Belle Starr").cp("A Belle Starr", 5)
		if p := x.pile("A Jesse James"); p.Gun || !p.Hideout {
			t.Fatalf("%+v", p)
		}
	})
	t.Run("T26", func(t *testing.T) {
		x := scene{
			turn: "C", hands: by{"C": "Fastest Gun, Hideout"}, supply: "Wyatt Earp",
			tables: by{"B Jesse James": "3 Gun", "C Jesse James": "2", "C Belle Starr": "3"},
		}.open(t)
		x.do("C: fastest-gun").waits("C", Play).cp("B Jesse James", 9).onTop("Fastest Gun, Wyatt Earp")
	})
	t.Run("R24 several on one pile", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Bank Robbery, Hideout"}, supply: "Wes Hardin",
			tables: by{"A Belle Starr": "photo Stagecoach Bank"},
		}.open(t)
		x.do("A: bank", "A: on Belle Starr").cp("A Belle Starr", 4+1+2+2).poster("Belle Starr", 2000)
	})
	t.Run("R21 a hit must be used", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Bank Robbery, 3 Jesse James, Hideout"}, tables: belle, supply: "Wes Hardin",
		}.open(t)
		x.do("A: bank").refuses("A: meld 3 Jesse James", "R21").refuses("A: discard Hideout", "R21")
		x.refuses("A: on Jesse James", "R24").refuses("A: off Belle Starr", "R21").
			refuses("A: steal B Jesse James", "R21")
	})
}

func TestMostWantedAsks(t *testing.T) {
	t.Run("T30 T31", func(t *testing.T) {
		sc := scene{seats: 4, hands: by{
			"A": "Most Wanted, Hideout", "B": "Wes Hardin", "C": "2 Sundance Kid", "D": "Sundance Kid",
		}}
		sc.hands["D"] += ", Bob Dalton"
		x := sc.open(t).do("A: most-wanted ask Sundance Kid left")
		x.hand("A", "Hideout, Sundance Kid").hand("C", "Sundance Kid").hand("D", "Sundance Kid, Bob Dalton").
			onTop("Most Wanted")
		x = sc.open(t).do("A: most-wanted ask Sundance Kid right")
		x.hand("A", "Hideout, Sundance Kid").hand("C", "2 Sundance Kid").hand("D", "Bob Dalton")
	})
	t.Run("T32", func(t *testing.T) {
		x := scene{hands: by{
			"A": "Most Wanted, Hideout, Sundance Kid", "B": "Photo of Sundance Kid", "C": "Wes Hardin",
		}, tables: by{"C Bob Dalton": "3"}}.open(t)
		x.do("A: most-wanted ask Sundance Kid left").hand("A", "Hideout, Sundance Kid").
			hand("B", "Photo of Sundance Kid")
		x.onTop("Most Wanted").refuses("A: hideout", "R10")
	})
	t.Run("T33", func(t *testing.T) {
		x := scene{hands: by{"A": "Most Wanted, Hideout, Bob Dalton", "B": "Jesse James", "C": "Wes Hardin"}}.open(t)
		x.do("A: most-wanted ask Jesse James left").goesOn().waits("A", Play).hand("B", "")
		x.do("A: discard Hideout").ended(EmptyHand)
	})
}

func TestMostWantedSteals(t *testing.T) {
	t.Run("T34", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Most Wanted, Hideout", "C": "Bob Dalton"}, supply: "Jesse James",
			tables: by{"C Wes Hardin": "1 Bank"}, posters: map[string]int{"Wes Hardin": 4000},
		}.open(t)
		x.do("A: most-wanted shoot").legal("steal C Wes Hardin").do("A: steal C Wes Hardin")
		x.hand("A", "Hideout, Wes Hardin").onTop("Most Wanted, Bank Robbery, Jesse James").poster("Wes Hardin", 4000)
		if p := x.pile("C Wes Hardin"); p != (Pile{}) {
			t.Fatalf("%+v is left", p)
		}
	})
	t.Run("T34 the Hideout goes too", func(t *testing.T) { // rules R31
		x := scene{
			hands: by{"A": "Most Wanted, Bob Dalton"}, supply: "Jesse James",
			tables: by{"C Wes Hardin": "1 Stagecoach Gun hideout"},
		}.open(t)
		x.do("A: most-wanted shoot", "A: steal C Wes Hardin")
		x.onTop("Most Wanted, Hideout, Fastest Gun, Stagecoach Robbery, Jesse James")
	})
	t.Run("T35", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Most Wanted, Hideout"}, supply: "Jesse James",
			tables: by{"C Wes Hardin": "1 photo Bank"},
		}.open(t)
		x.do("A: most-wanted shoot", "A: steal C Wes Hardin").cp("C Wes Hardin", 6)
	})
	t.Run("T38", func(t *testing.T) {
		x := scene{
			hands:  by{"A": "Most Wanted, Hideout", "C": "3 Wes Hardin"},
			supply: "Bank Robbery", tables: by{"C Wes Hardin": "3"},
		}.open(t)
		x.do("A: most-wanted shoot").waits("A", Play).hand("A", "Hideout").hand("C", "3 Wes Hardin").
			cp("C Wes Hardin", 6)
		x.onTop("Most Wanted, Bank Robbery").refuses("A: hideout", "R10")
	})
	t.Run("T39", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Most Wanted, Hideout"}, supply: "Jesse James",
			tables: by{"C Wes Hardin": "photo", "B Bob Dalton": "2", "A Jesse James": "1"},
		}.open(t)
		x.do("A: most-wanted shoot").legal("steal B Bob Dalton").refuses("A: steal C Wes Hardin", "R30")
		x.refuses("A: steal A Jesse James", "R29")
	})
	t.Run("R29 nothing to steal", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Most Wanted, Hideout"}, supply: "Jesse James",
			tables: by{"C Wes Hardin": "photo", "A Jesse James": "1"},
		}.open(t)
		x.refuses("A: most-wanted shoot", "R29")
	})
	t.Run("R29 from under a Hideout", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Most Wanted, Bob Dalton"}, supply: "Jesse James",
			tables: by{"C Wes Hardin": "2 hideout"},
		}.open(t)
		x.do("A: most-wanted shoot", "A: steal C Wes Hardin").hand("A", "Bob Dalton, Wes Hardin")
		if p := x.pile("C Wes Hardin"); !p.Hideout || p.Outlaws != 1 {
			t.Fatalf("%+v", p)
		}
	})
	t.Run("T40", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Most Wanted, Hideout, 2 Wes Hardin"}, supply: "Jesse James",
			tables: by{"C Wes Hardin": "3"},
		}.open(t)
		x.do("A: most-wanted shoot", "A: steal C Wes Hardin", "A: meld 3 Wes Hardin").poster("Wes Hardin", 3000)
	})
	t.Run("R28 the asker need hold nothing", func(t *testing.T) {
		x := scene{hands: by{"A": "Most Wanted, Hideout", "B": "2 Belle Starr"}}.open(t)
		if !slices.Contains(x.moves(), "most-wanted ask Belle Starr right") || len(x.moves()) != 2*Outlaws+2 {
			t.Fatal(x.moves())
		}
	})
	t.Run("R13 not with the last card", func(t *testing.T) {
		x := scene{hands: by{"A": "Most Wanted", "B": "2 Belle Starr"}, tables: by{"B Bob Dalton": "3"}}.open(t)
		x.refuses("A: most-wanted ask Belle Starr left", "R13").refuses("A: most-wanted shoot", "R13")
	})
}

func TestHideout(t *testing.T) {
	curt := by{"C Belle Starr": "2 photo Stagecoach", "A Belle Starr": "3", "B Belle Starr": "1"}
	sc := scene{
		hands:  by{"A": "2 Hideout, Bob Dalton", "B": "Wes Hardin", "C": "2 Jesse James"},
		tables: curt, supply: "Jesse James", posters: map[string]int{"Belle Starr": 5000},
	}
	t.Run("T50", func(t *testing.T) {
		less := sc
		less.tables = by{"C Belle Starr": "2 photo Stagecoach", "A Belle Starr": "2", "B Belle Starr": "1"}
		x := less.open(t).cp("C Belle Starr", 9)
		x.do("A: hideout", "A: on C Belle Starr").cp("C Belle Starr", 0).poster("Belle Starr", 5000)
		x.do("C: pass")
		if now := (Rules{}).View(x.State, engine.Public).Now.Posters[BelleStarr]; now.Rest != 5000 {
			t.Fatalf("captured: %+v", now)
		}
	})
	t.Run("T51", func(t *testing.T) {
		x := sc.open(t).do("A: hideout", "A: on C Belle Starr", "C: pass")
		now := Rules{}.View(x.State, engine.Public).Now.Posters[BelleStarr]
		if now.Paid != [seatsMax]int{3000, 2000} {
			t.Fatalf("%+v", now)
		}
	})
	t.Run("T52", func(t *testing.T) {
		hidden := sc
		hidden.tables = by{"C Belle Starr": "2 photo hideout", "A Belle Starr": "3", "B Belle Starr": "1"}
		hidden.hands = by{"A": "Hideout, Bob Dalton", "C": "Jesse James"}
		x := hidden.open(t).do("A: hideout").legal("on B Belle Starr")
		x.refuses("A: on A Belle Starr", "R33").refuses("A: on C Belle Starr", "R35").
			refuses("A: on C Jesse James", "R37")
	})
	t.Run("T53", func(t *testing.T) {
		hidden := sc
		hidden.tables = by{"C Belle Starr": "2 photo hideout", "B Belle Starr": "1"}
		hidden.hands = by{"A": "Hideout, Bob Dalton", "B": "Jesse James"}
		hidden.open(t).do("A: hideout", "A: on B Belle Starr").cp("B Belle Starr", 0).waits("B", React)
		hidden.options = by{"hideouts": "one-on-table"}
		hidden.open(t).refuses("A: hideout", "R35")
	})
	t.Run("T55", func(t *testing.T) {
		x := sc
		x.hands = by{"A": "Hideout, 2 Bob Dalton", "B": "Hideout, 2 Bob Dalton", "C": "Wyatt Earp, 2 Jesse James"}
		x.supply = "Jesse James, Wes Hardin, Wes Hardin, Wes Hardin, Wes Hardin"
		x.open(t).do("A: hideout", "A: on C Belle Starr", "C: react").cp("C Belle Starr", 9).do(
			"A: discard Bob Dalton", "B: draw discard", "B: hideout", "B: on C Belle Starr").cp("C Belle Starr", 0)
	})
	t.Run("T56", func(t *testing.T) {
		x := sc
		x.tables = by{"C Belle Starr": "photo"}
		x.open(t).cp("C Belle Starr", 4).do("A: hideout", "A: on C Belle Starr").cp("C Belle Starr", 0)
	})
	t.Run("R36 adding under it", func(t *testing.T) {
		x := scene{
			hands:  by{"A": "2 Belle Starr, Photo of Belle Starr, Hideout"},
			tables: by{"A Belle Starr": "3 hideout"},
		}.open(t)
		x.do("A: meld 2 Belle Starr", "A: photo Belle Starr").poster("Belle Starr", 3000).cp("A Belle Starr", 0)
		if cp := x.pile("A Belle Starr").CP(); cp != 14 {
			t.Fatalf("%d CP under the Hideout", cp)
		}
	})
	t.Run("R37 no target", func(t *testing.T) {
		x := scene{
			hands:  by{"A": "Hideout, Bob Dalton"},
			tables: by{"C Belle Starr": "2 hideout", "A Belle Starr": "3"},
		}.open(t)
		x.refuses("A: hideout", "R37")
	})
	t.Run("R38 a miss", func(t *testing.T) {
		x := sc
		x.supply = "Most Wanted"
		x.open(t).do("A: hideout").waits("A", Play).onTop("Hideout, Most Wanted").refuses("A: hideout", "R10")
	})
}

func TestWyattEarp(t *testing.T) {
	t.Run("T60", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Wyatt Earp, Bob Dalton"}, supply: "Photo of Belle Starr, Jesse James",
			opened: "Belle Starr",
		}.open(t)
		x.do("A: wyatt-earp draw").hand("A", "Bob Dalton, Photo of Belle Starr, Jesse James").onTop("Wyatt Earp")
		x.refuses("A: photo Belle Starr", "R10")
	})
	t.Run("T61", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Wyatt Earp, Bob Dalton, Bank Robbery"}, opened: "Belle Starr",
			discard: "Jesse James, Photo of Belle Starr, Wes Hardin",
		}.open(t)
		x.do("A: wyatt-earp take Photo of Belle Starr").onTop("Wyatt Earp, Jesse James, Wes Hardin")
		x.refuses("A: bank", "R42")
		x.do("A: photo Belle Starr").cp("A Belle Starr", 4).refuses("A: bank", "R10")
	})
	t.Run("T61 only as the very next action", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Wyatt Earp, 3 Bob Dalton"}, opened: "Belle Starr",
			discard: "Photo of Belle Starr",
		}.open(t)
		x.do("A: wyatt-earp take Photo of Belle Starr", "A: meld 3 Bob Dalton").refuses("A: photo Belle Starr", "R10")
	})
	t.Run("T61 an Outlaw card", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Wyatt Earp, 2 Bob Dalton, Hideout"}, discard: "Bob Dalton",
			tables: by{"B Wes Hardin": "3"},
		}.open(t)
		x.do("A: wyatt-earp take Bob Dalton").refuses("A: hideout", "R10").do("A: meld 3 Bob Dalton").
			poster("Bob Dalton", 3000)
	})
	t.Run("T61 its own shot", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Wyatt Earp, Bob Dalton"}, discard: "Bank Robbery", supply: "Jesse James",
			tables: by{"A Wes Hardin": "3"},
		}.open(t)
		x.do("A: wyatt-earp take Bank Robbery", "A: bank", "A: on Wes Hardin").cp("A Wes Hardin", 8)
	})
	t.Run("T64", func(t *testing.T) {
		x := scene{hands: by{"A": "Wyatt Earp, Bob Dalton"}, discard: "Wyatt Earp, Jesse James"}.open(t)
		x.refuses("A: wyatt-earp take Wyatt Earp", "R41").refuses("A: wyatt-earp take Hideout", "R41")
		x = scene{hands: by{"A": "Wyatt Earp, Bob Dalton"}, discard: "2 Wyatt Earp"}.open(t)
		x.legal("wyatt-earp draw", "discard Wyatt Earp", "discard Bob Dalton")
	})
	hidden := scene{
		hands:  by{"A": "Wyatt Earp, Bob Dalton"},
		tables: by{"A Belle Starr": "3 hideout", "B Wes Hardin": "3 hideout"}, supply: "Jesse James",
	}
	t.Run("T65", func(t *testing.T) {
		x := hidden.open(t).do("A: wyatt-earp shoot").legal("off Belle Starr").do("A: off Belle Starr")
		x.cp("A Belle Starr", 6).onTop("Wyatt Earp, Hideout, Jesse James")
		miss := hidden
		miss.supply = "Most Wanted"
		miss.open(t).do("A: wyatt-earp shoot").waits("A", Play).cp("A Belle Starr", 0).onTop("Wyatt Earp, Most Wanted")
	})
	t.Run("T66", func(t *testing.T) {
		hidden.open(t).do("A: wyatt-earp shoot").refuses("A: off Wes Hardin", "R43")
		none := hidden
		none.tables = by{"A Belle Starr": "3", "B Wes Hardin": "3 hideout"}
		none.open(t).refuses("A: wyatt-earp shoot", "R43")
	})
	t.Run("T71", func(t *testing.T) {
		x := scene{
			hands: by{"A": "Wyatt Earp"}, supply: "Jesse James, Wes Hardin",
			tables: by{"A Belle Starr": "3 hideout"},
		}.open(t)
		x.legal("wyatt-earp draw", "discard Wyatt Earp").refuses("A: wyatt-earp shoot", "R13")
		x.do("A: wyatt-earp draw").hand("A", "Jesse James, Wes Hardin")
		x = scene{hands: by{"A": "Wyatt Earp"}, discard: "Jesse James"}.open(t)
		x.do("A: wyatt-earp take Jesse James").hand("A", "Jesse James")
	})
}

func TestReaction(t *testing.T) {
	sc := scene{
		hands: by{
			"A": "Hideout, 2 Bob Dalton", "B": "Wyatt Earp, Bob Dalton", "C": "2 Wyatt Earp, Bank Robbery, Wes Hardin",
		},
		tables: by{"C Belle Starr": "3"}, supply: "Jesse James, Wes Hardin",
	}
	t.Run("T67", func(t *testing.T) {
		x := sc.open(t).do("A: hideout", "A: on C Belle Starr").waits("C", React).legal("react", "pass")
		x.do("C: react").waits("A", Play).cp("C Belle Starr", 6).onTop("Hideout, Wes Hardin, Wyatt Earp, Jesse James")
		x.refuses("A: hideout", "R10")
		miss := sc
		miss.supply = "Jesse James, Most Wanted"
		x = miss.open(t).do("A: hideout", "A: on C Belle Starr", "C: react").waits("A", Play).cp("C Belle Starr", 0)
		x.onTop("Most Wanted, Wyatt Earp, Jesse James")
	})
	t.Run("T68", func(t *testing.T) {
		last := sc
		last.hands = by{"A": "Hideout, 2 Bob Dalton", "B": "Bob Dalton", "C": "Wyatt Earp"}
		x := last.open(t).do("A: hideout", "A: on C Belle Starr", "C: react").hand("C", "").goesOn().waits("A", Play)
		x.do("A: discard Bob Dalton").ended(EmptyHand)
	})
	t.Run("T69", func(t *testing.T) {
		miss := sc
		miss.supply = "Jesse James, Most Wanted"
		x := miss.open(t).do("A: hideout", "A: on C Belle Starr").refuses("B: react", "").
			refuses("A: discard Bob Dalton", "")
		x.do("C: react").refuses("C: react", "") // one attempt
		miss.open(t).do("A: hideout", "A: on C Belle Starr", "C: pass", "A: discard Bob Dalton").
			refuses("C: react", "")
	})
	t.Run("T69 reactions = many", func(t *testing.T) {
		many := sc
		many.supply, many.options = "Jesse James, Most Wanted, Wes Hardin", by{"reactions": "many"}
		x := many.open(t).do("A: hideout", "A: on C Belle Starr", "C: react").waits("C", React).legal("react", "pass")
		x.do("C: react").waits("A", Play).cp("C Belle Starr", 6)
		many.supply = "Jesse James, Most Wanted, Most Wanted"
		x = many.open(t).do("A: hideout", "A: on C Belle Starr", "C: react", "C: react").waits("C", React).legal("pass")
		x.do("C: pass").waits("A", Play).cp("C Belle Starr", 0)
	})
	t.Run("T70", func(t *testing.T) {
		x := sc.open(t).do("A: hideout", "A: on C Belle Starr", "C: react", "A: discard Bob Dalton")
		x.do("B: draw discard", "B: discard Bob Dalton", "C: draw discard", "C: bank")
	})
	t.Run("the same pause for everybody", func(t *testing.T) {
		bare := sc
		bare.hands = by{"A": "Hideout, 2 Bob Dalton", "B": "Wyatt Earp, Bob Dalton", "C": "Bank Robbery, Wes Hardin"}
		x := bare.open(t).do("A: hideout", "A: on C Belle Starr").waits("C", React).legal("pass").
			refuses("C: react", "R44")
		x.refuses("C: discard Wes Hardin", "R44").do("C: pass").waits("A", Play)
	})
}
