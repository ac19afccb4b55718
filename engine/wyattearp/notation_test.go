package wyattearp

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"saloon/engine"
	"saloon/engine/enginetest/stage"
)

func TestWords(t *testing.T) {
	names := engine.Names{"Anna", "Bob", "Jesse"}
	for words, want := range map[string]Move{
		"draw supply":                        {Use: DrawSupply},
		"draw discard":                       {Use: DrawDiscard},
		"end hand":                           {Use: EndHand},
		"meld 4 Jesse James":                 {Use: Meld, N: 4, Outlaw: JesseJames},
		"meld 12 Jesse James":                {Use: Meld, N: 12, Outlaw: JesseJames},
		"photo Jesse James":                  {Use: PlayPhoto, Outlaw: JesseJames},
		"stagecoach":                         {Use: PlayStagecoach},
		"bank":                               {Use: PlayBank},
		"fastest-gun":                        {Use: PlayGun},
		"most-wanted ask Sundance Kid left":  {Use: Ask, Outlaw: SundanceKid, Left: true},
		"most-wanted ask Sundance Kid right": {Use: Ask, Outlaw: SundanceKid},
		"most-wanted shoot":                  {Use: ShootMost},
		"hideout":                            {Use: PlayHideout},
		"wyatt-earp draw":                    {Use: EarpDraw},
		"wyatt-earp take Bank Robbery":       {Use: EarpTake, Card: Bank},
		"wyatt-earp shoot":                   {Use: EarpShoot},
		"on Jesse James":                     {Use: On, Outlaw: JesseJames},
		"on Bob Dalton":                      {Use: On, Outlaw: BobDalton}, // though a player is called Bob
		"on Bob Bob Dalton":                  {Use: Cover, Outlaw: BobDalton, Seat: 1},
		"on Jesse Jesse James":               {Use: Cover, Outlaw: JesseJames, Seat: 2},
		"steal Bob Wes Hardin":               {Use: Steal, Outlaw: WesHardin, Seat: 1},
		"off Belle Starr":                    {Use: Off, Outlaw: BelleStarr},
		"react":                              {Use: Reply},
		"pass":                               {Use: Pass},
		"discard Hideout":                    {Use: Discard, Card: Hideout},
		"discard Photo of Wes Hardin":        {Use: Discard, Card: WesHardin.Photo()},
	} {
		act, err := Notation{}.Parse(words, 1, names)
		if err != nil || act.Seat != 1 || act.Move != want {
			t.Errorf("%q is read as %+v (%v)", words, act, err)
		}
		if got := (Notation{}).Words(engine.Act[Move]{Seat: 1, Move: want}, names); got != words {
			t.Errorf("%+v is written %q", want, got)
		}
	}
	for _, words := range []string{
		"", "deal", "draw", "meld Jesse James", "meld 0 Jesse James", "meld 03 Jesse James", "meld -1 Jesse James",
		"meld 256 Jesse James", "meld 3 Jesse", "most-wanted ask Sundance Kid",
		"most-wanted ask Sundance Kid left right",
		"photo Bank Robbery", "discard Nothing", "discard ", "on Curt Belle Starr", "steal Wes Hardin",
		"off Bob Belle Starr",
		"wyatt-earp take", "wyatt-earp take ", "on ", "PASS",
	} {
		if act, err := (Notation{}).Parse(words, 1, names); !errors.Is(err, engine.ErrWords) {
			t.Errorf("%q is read as %+v (%v)", words, act, err)
		}
	}
	act, err := Notation{}.Parse("deal", engine.Nature, names)
	if err != nil || act != (engine.Act[Move]{Seat: engine.Nature}) {
		t.Errorf("%+v (%v)", act, err)
	}
}

// TestWhole writes out a position that has every key.
func TestWhole(t *testing.T) {
	x := scene{
		hands: by{"A": "Bank Robbery, 2 Bob Dalton", "B": "Jesse James"}, supply: "Wes Hardin",
		discard: "Wyatt Earp",
		tables:  by{"C Belle Starr": "2 photo Bank Stagecoach Gun hideout"},
		cash:    map[string]int{"C": 3000},
		more:    engine.Position{"may_play": "Bank Robbery", "hand": 2, "dealer": "B", "reshuffled": true},
	}.open(t)
	p := Notation{}.Whole(x.State, x.Names)
	supply := p["supply"].([]any)
	if len(supply) != 78-4-1-7 || supply[0] != "Wes Hardin" {
		t.Errorf("%d cards in the supply, %v on top", len(supply), supply[0])
	}
	delete(p, "supply")
	var want engine.Position
	if err := json.Unmarshal([]byte(`{
		"hand": 2, "dealer": "B", "turn": "A", "phase": "play", "sheriff_played": true, "may_play": "Bank Robbery",
		"discard": ["Wyatt Earp"], "reshuffled": true, "opened": ["Belle Starr"],
		"posters": {"Belle Starr": 1000, "Billy the Kid": 1000, "Bob Dalton": 1000, "Butch Cassidy": 1000,
			"Jesse James": 1000, "Sundance Kid": 1000, "Wes Hardin": 1000},
		"cash": {"A": 0, "B": 0, "C": 3000},
		"hands": {"A": ["Bob Dalton", "Bob Dalton", "Bank Robbery"], "B": ["Jesse James"], "C": []},
		"territories": {"A": {}, "B": {}, "C": {"Belle Starr": {"outlaws": 2, "photo": true, "hideout": true,
			"sheriffs": ["Stagecoach Robbery", "Bank Robbery", "Fastest Gun"]}}}
	}`), &want); err != nil {
		t.Fatal(err)
	}
	if got := plain(t, p); !reflect.DeepEqual(got, want) {
		t.Errorf("the position is\n%v\nnot\n%v", got, want)
	}
}

func plain(t *testing.T, p engine.Position) engine.Position {
	t.Helper()
	body, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	var out engine.Position
	if err := json.Unmarshal(body, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestSighted: a viewer's position holds what he may see and nothing else.
func TestSighted(t *testing.T) {
	x := scene{
		hands:  by{"A": "Bank Robbery, 2 Bob Dalton", "B": "Hideout"},
		supply: "Fastest Gun", discard: "Wyatt Earp, Most Wanted",
		more: engine.Position{"may_play": "Bank Robbery"},
	}.open(t)
	for seat, secrets := range map[engine.Seat][]string{
		0:             {"Hideout", "Fastest Gun", "Most Wanted", `"supply"`},
		1:             {"Bank Robbery", "Bob Dalton\",\"Bob Dalton", "Fastest Gun", "Most Wanted", "may_play"},
		2:             {"Bank Robbery", "Hideout", "Fastest Gun", "Most Wanted", "may_play"},
		engine.Nobody: {"Bank Robbery", "Hideout", "Fastest Gun", "Most Wanted", "may_play"},
	} {
		p := Notation{}.Sighted(Rules{}.View(x.State, engine.Seated(seat)), x.Names)
		body, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range secrets {
			if strings.Contains(string(body), secret) {
				t.Errorf("viewer %d sees %q in %s", seat, secret, body)
			}
		}
		for _, open := range []string{
			`"discard":["Wyatt Earp"]`, `"discard_size":2`, `"supply_size":72`, `"hand_sizes":{"A":3,"B":1,"C":0}`,
		} {
			if !strings.Contains(string(body), open) {
				t.Errorf("viewer %d does not see %s in %s", seat, open, body)
			}
		}
		canon, err := Notation{}.Canon(p, x.Names)
		if err != nil || !reflect.DeepEqual(plain(t, canon), plain(t, p)) {
			t.Errorf("in the form for comparing %v (%v)", canon, err)
		}
	}
}

// TestPlaceDefaults: what a person leaves out.
func TestPlaceDefaults(t *testing.T) {
	s, err := Notation{}.Place(engine.Config{Seats: 3}, seatNames[:3], engine.Position{}, stage.Seed(1).Entry(0))
	if err != nil {
		t.Fatal(err)
	}
	if s.round != 1 || s.phase != Draw || s.turn != 0 || s.dealer != 2 || s.stacks.supply != DeckSize ||
		s.posters[0] != 1 {
		t.Errorf("%+v", s)
	}
	for _, c := range []struct {
		p            engine.Position
		dealer, turn engine.Seat
	}{
		{engine.Position{"dealer": "B"}, 1, 2},
		{engine.Position{"turn": "A"}, 2, 0},
		{engine.Position{"turn": "A", "dealer": "A"}, 0, 0},
	} {
		s, err := Notation{}.Place(engine.Config{Seats: 3}, seatNames[:3], c.p, stage.Seed(1).Entry(0))
		if err != nil || s.dealer != c.dealer || s.turn != c.turn {
			t.Errorf("%v: dealer %d, turn %d (%v)", c.p, s.dealer, s.turn, err)
		}
	}
	one, _ := Notation{}.Place(engine.Config{Seats: 3}, seatNames[:3], engine.Position{}, stage.Seed(2).Entry(0))
	if one == s {
		t.Error("another seed lays the same supply")
	}
}

// TestPlaceNumbers: values may come from TOML, JSON or Go.
func TestPlaceNumbers(t *testing.T) {
	for _, n := range []any{7, int64(7), float64(7), json.Number("7")} {
		s, err := Notation{}.Place(engine.Config{Seats: 2}, seatNames[:2], engine.Position{
			"hand": n, "opened": []string{"Bob Dalton"}, "hands": obj{"A": []string{"Hideout"}},
			"territories": obj{"A": obj{"Wes Hardin": obj{"outlaws": n}}},
		}, stage.Seed(1).Entry(0))
		if err != nil || s.round != 7 || s.piles[0][WesHardin].Outlaws != 7 || !s.hands[0].Has(Hideout) ||
			!s.opened[BobDalton] {
			t.Errorf("%T: %v", n, err)
		}
	}
}

func TestPlaceRefuses(t *testing.T) {
	pile := func(keys string) engine.Position {
		var p map[string]any
		if err := json.Unmarshal([]byte(`{"A": {"Bob Dalton": `+keys+`}}`), &p); err != nil {
			t.Fatal(err)
		}
		return engine.Position{"territories": p}
	}
	earp := obj{"A": []any{"Wyatt Earp"}}
	for _, c := range []struct {
		p    engine.Position
		says string // the key or the card
	}{
		{engine.Position{"sherif": "Hideout"}, "sherif"},
		{engine.Position{"hand": 0}, "hand"},
		{engine.Position{"hand": 101}, "hand"},
		{engine.Position{"hand": 1.5}, "hand"},
		{engine.Position{"hand": "1"}, "hand"},
		{engine.Position{"dealer": "Z"}, "dealer"},
		{engine.Position{"turn": 1}, "turn"},
		{engine.Position{"phase": "sleep"}, "phase"},
		{engine.Position{"phase": "scored"}, "phase"},
		{engine.Position{"phase": "deal"}, "phase"},
		{engine.Position{"sheriff": "Jesse James"}, "sheriff"},
		{engine.Position{"sheriff": "Hideout"}, "sheriff"},
		{engine.Position{"sheriff_played": "yes"}, "sheriff_played"},
		{engine.Position{"sheriff_played": true}, "sheriff_played"}, // in the phase draw
		{engine.Position{"phase": "play", "may_play": "Wyatt Earp", "hands": earp}, "may_play"},
		{engine.Position{"phase": "play", "may_play": "Hideout", "hands": earp}, "may_play"},
		{engine.Position{"supply": "Hideout"}, "supply"},
		{engine.Position{"supply": []any{"Hide"}}, "supply"},
		{engine.Position{"supply": []any{1}}, "supply"},
		{engine.Position{"supply": []any{"Hideout", "Hideout", "Hideout", "Hideout"}}, "Hideout"},
		{engine.Position{
			"supply": []any{"Photo of Bob Dalton"}, "discard": []any{"Photo of Bob Dalton"},
		}, "supply: a card too many: Photo of Bob Dalton"},
		{engine.Position{"reshuffled": 1}, "reshuffled"},
		{engine.Position{"opened": []any{"Bob"}}, "opened"},
		{engine.Position{"opened": []any{"Bob Dalton", "Bob Dalton"}}, "opened"},
		{engine.Position{"posters": obj{"Bob": 1000}}, "posters"},
		{engine.Position{"posters": obj{"Bob Dalton": 1500}}, "posters"},
		{engine.Position{"posters": obj{"Bob Dalton": -1000}}, "posters"},
		{engine.Position{"posters": 1000}, "posters"},
		{engine.Position{"cash": obj{"Z": 1000}}, "cash"},
		{engine.Position{"cash": obj{"A": 1e12}}, "cash"},
		{engine.Position{"hands": obj{"Z": []any{}}}, "hands"},
		{engine.Position{"phase": "play"}, "hands"}, // nothing to discard
		{engine.Position{"hand_sizes": obj{"A": 3}}, "hand_sizes"},
		{engine.Position{"supply_size": 3}, "supply_size"},
		{engine.Position{"victim": "A Bob Dalton"}, "victim"},
		{engine.Position{"victim": "Bob Dalton"}, "victim"},
		{engine.Position{"phase": "react", "hands": obj{"A": []any{"Hideout"}}}, "territories"},
		{engine.Position{"phase": "target", "hands": obj{"A": []any{"Hideout"}}}, "sheriff"},
		{
			engine.Position{"phase": "target", "sheriff": "Bank Robbery", "hands": obj{"A": []any{"Hideout"}}},
			"sheriff: there is no target",
		},
		{pile(`{"outlaws": 8}`), "outlaws"},
		{pile(`{"outlaws": 1, "hat": true}`), "hat"},
		{pile(`{"photo": 1}`), "photo"},
		{pile(`{"hideout": true}`), "Bob Dalton"},
		{pile(`{"outlaws": 1, "sheriffs": ["Hideout"]}`), "sheriffs"},
		{pile(`{"outlaws": 1, "sheriffs": ["Fastest Gun", "Fastest Gun"]}`), "Fastest Gun"},
		{pile(`{"photo": true, "sheriffs": ["` + strings.Repeat(`Stagecoach Robbery", "`, 2) +
			`Stagecoach Robbery"]}`), "Bob Dalton: a card too many: Stagecoach Robbery,"},
		{pile(`{"photo": true, "sheriffs": ["` + strings.Repeat(`Bank Robbery", "`, 4) +
			`Bank Robbery"]}`), "Bob Dalton: a card too many: Bank Robbery,"},
		{pile(`[]`), "territories"},
		{engine.Position{"territories": obj{
			"A": obj{"Bob Dalton": obj{"outlaws": 1, "sheriffs": []any{"Fastest Gun"}}},
			"B": obj{"Wes Hardin": obj{"outlaws": 1, "sheriffs": []any{"Fastest Gun"}}},
		}}, "Fastest Gun"},
		{engine.Position{"territories": obj{
			"A": obj{"Bob Dalton": obj{"photo": true}}, "B": obj{"Bob Dalton": obj{"photo": true}},
		}}, "Photo of Bob Dalton"},
		{
			engine.Position{"hands": obj{"A": []any{"Photo of Bob Dalton", "Photo of Bob Dalton"}}},
			"hands: A: a card too many: Photo of Bob Dalton",
		},
		{engine.Position{"discard": []any{"Photo of Bob Dalton", "Photo of Bob Dalton"}}, "Photo of Bob Dalton"},
		{engine.Position{"phase": "target", "sheriff_played": false, "hands": earp}, "sheriff_played"},
		{engine.Position{"phase": "react", "sheriff": "Bank Robbery", "hands": earp}, "sheriff"},
		{engine.Position{
			"phase": "target", "sheriff": "Hideout", "hands": obj{"A": []any{"Hideout", "Hideout", "Hideout"}},
		}, "Hideout"},
	} {
		_, err := Notation{}.Place(engine.Config{Seats: 2}, seatNames[:2], c.p, stage.Seed(1).Entry(0))
		if !errors.Is(err, engine.ErrPosition) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v: %v, it should name %s", c.p, err, c.says)
		}
	}
	_, err := Notation{}.Place(engine.Config{Seats: 2}, seatNames[:3], nil, nil)
	if !errors.Is(err, engine.ErrConfig) {
		t.Errorf("three names for two seats: %v", err)
	}
	if _, err := (Notation{}).Place(engine.Config{Seats: 5}, seatNames, nil, nil); !errors.Is(err, engine.ErrConfig) {
		t.Errorf("five seats: %v", err)
	}
	two := engine.Position{"territories": obj{
		"A": obj{"Bob Dalton": obj{"outlaws": 1, "hideout": true}},
		"B": obj{"Bob Dalton": obj{"outlaws": 1, "hideout": true}},
	}}
	c := engine.Config{Seats: 2, Options: by{"hideouts": "one-on-table"}}
	if _, err := (Notation{}).Place(c, seatNames[:2], two, nil); !errors.Is(err, engine.ErrPosition) {
		t.Errorf("two Hideouts where one may lie: %v", err)
	}
	hit := engine.Position{
		"phase": "target", "sheriff": "Hideout", "hands": earp,
		"territories": obj{"B": obj{
			"Bob Dalton": obj{"outlaws": 1, "hideout": true}, "Jesse James": obj{"outlaws": 1},
		}},
	}
	if _, err := (Notation{}).Place(c, seatNames[:2], hit, nil); !errors.Is(err, engine.ErrPosition) {
		t.Errorf("a Hideout that hit where one lies and one may: %v", err)
	}
}

// TestPlaceReact: the victim is found by the Hideout, or named where several lie.
func TestPlaceReact(t *testing.T) {
	sc := scene{
		phase: "react", hands: by{"A": "Bob Dalton", "B": "Wyatt Earp", "C": "Wyatt Earp"},
		supply: "Jesse James",
		tables: by{"B Belle Starr": "3 hideout", "C Wes Hardin": "3 hideout"},
		more:   engine.Position{"sheriff": "Hideout"},
	}
	sc.open(t).waits("B", React)
	sc.more["victim"] = "C Wes Hardin"
	x := sc.open(t).waits("C", React)
	p := Notation{}.Whole(x.State, x.Names)
	if p["victim"] != "C Wes Hardin" || p["sheriff"] != "Hideout" || p["turn"] != "A" {
		t.Errorf("%v", p)
	}
	x.do("C: react").cp("C Wes Hardin", 6).cp("B Belle Starr", 0)
	sc.more["victim"] = "A Wes Hardin"
	_, err := Notation{}.Place(engine.Config{Seats: 3}, seatNames[:3], sc.position(t), nil)
	if !errors.Is(err, engine.ErrPosition) {
		t.Error(err)
	}
}

// TestPlaceOver: a position may be one of a match that is over.
func TestPlaceOver(t *testing.T) {
	for _, c := range []struct {
		cash   obj
		ranks  []int
		reason engine.Reason
	}{
		{obj{"A": 26000, "B": 25000}, []int{1, 2, 3}, "target"},
		{obj{"A": 26000, "B": 26000}, []int{1, 1, 3}, "target"},
		{obj{"C": 6000}, []int{2, 2, 1}, "rounds"},
	} {
		p := engine.Position{"phase": "over", "cash": c.cash}
		s, err := Notation{}.Place(engine.Config{Seats: 3}, seatNames[:3], p, stage.Seed(1).Entry(0))
		if err != nil {
			t.Fatal(err)
		}
		out, over := Rules{}.Outcome(s)
		if !over || !slices.Equal(out.Ranks, c.ranks) || out.Reason != c.reason || len((Rules{}).Turn(s)) != 0 {
			t.Errorf("%v: %+v", c.cash, out)
		}
	}
}
