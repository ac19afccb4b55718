package lobby_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"saloon/engine"
	"saloon/engine/rating"
	"saloon/lobby"
	"saloon/lobby/table"
)

// field draws the places of a match: people, guests, bots, leavers, substitutes.
func field(t *rapid.T) []table.Place {
	n := rapid.IntRange(1, engine.SeatsMax).Draw(t, "n")
	var places []table.Place
	for i := range n {
		p := table.Place{
			Seat: engine.Seat(i), Rank: rapid.IntRange(1, n).Draw(t, "rank"),
			Person: table.Person{ID: table.PlayerID(fmt.Sprint("p", i)), Name: fmt.Sprint("P", i)},
		}
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			p.Person.Bot = "sharp"
		case 1:
			p.Person.Guest = true
		case 2:
			p.Left = true
			places = append(places, table.Place{ // whoever took the seat over
				Seat: p.Seat, Rank: p.Rank, Unpaid: true, Person: table.Person{ID: table.PlayerID(fmt.Sprint("s", i))},
			})
		}
		places = append(places, p)
	}
	return places
}

func skills(t *rapid.T) func(table.PlayerID, string) table.Skill {
	known := map[table.PlayerID]table.Skill{}
	return func(id table.PlayerID, _ string) table.Skill {
		if _, ok := known[id]; !ok {
			known[id] = table.Skill{}
			if rapid.Bool().Draw(t, "known") {
				known[id] = table.Skill{Mu: rapid.Float64Range(0, 50).Draw(t, "mu"),
					Sigma: rapid.Float64Range(1, 9).Draw(t, "sigma")}
			}
		}
		return known[id]
	}
}

// rate rates a match of people of whom every two have met as often as their names say.
func rate(
	seats int, places []table.Place, skill func(table.PlayerID, string) table.Skill,
) []table.RatingChange {
	m := lobby.Played{Game: "toy", Seats: seats, Rule: lobby.RuleNow, Places: places}
	return lobby.RateMatch(m, lobby.Known{Skill: skill, Met: func(a, b table.PlayerID, _ string) int {
		return (int(a[len(a)-1]) + int(b[len(b)-1])) % 5
	}})
}

func TestRateMatchIsAFunction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places, skill := field(t), skills(t)
		first := rate(len(places), places, skill)
		if again := rate(len(places), places, skill); !reflect.DeepEqual(first, again) {
			t.Fatalf("%+v, then %+v", first, again)
		}
		shuffled := rapid.Permutation(places).Draw(t, "order")
		if again := rate(len(places), shuffled, skill); !reflect.DeepEqual(first, again) {
			t.Fatalf("another order of the same places gives %+v, not %+v", again, first)
		}
	})
}

func TestBotsMoveNobodyButThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places, skill := field(t), skills(t)
		people := slices.DeleteFunc(slices.Clone(places), func(p table.Place) bool { return p.Person.IsBot() })
		all := rate(len(places), places, skill)
		var human []table.RatingChange
		for _, c := range all {
			if slices.ContainsFunc(people, func(p table.Place) bool { return p.Person.ID == c.Player }) {
				human = append(human, c)
			}
		}
		if alone := rate(len(places), people, skill); !reflect.DeepEqual(human, alone) {
			t.Fatalf("with bots %+v, without %+v", human, alone)
		}
	})
}

func TestWhoIsRated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		places := field(t)
		changes := rate(len(places), places, skills(t))
		for _, c := range changes {
			i := slices.IndexFunc(places, func(p table.Place) bool { return p.Person.ID == c.Player })
			p := places[i]
			if p.Unpaid || p.Person.Guest {
				t.Fatalf("%+v is rated", p)
			}
			if p.Left && !p.Person.IsBot() && c.After.Mu > c.Before.Mu {
				tied := slices.ContainsFunc(places, func(o table.Place) bool { return o.Left && o.Seat != p.Seat })
				if !tied { // with somebody stronger who walked out too, which is worth something
					t.Fatalf("%s walked out and gained", c.Player)
				}
			}
			sum := 0.0
			for _, s := range c.Shares {
				sum += s.Points
			}
			if math.Abs(sum-lobby.ShownChange(c)) > 1e-6 {
				t.Fatalf("shares add up to %v, the rating moved by %v", sum, lobby.ShownChange(c))
			}
			if c.After.Sigma <= 0 || math.IsNaN(c.After.Mu) {
				t.Fatalf("after: %+v", c.After)
			}
		}
	})
}

func person(name string, rank int) table.Place {
	who := table.Person{ID: table.PlayerID(name), Name: name}
	return table.Place{Person: who, Rank: rank, Seat: engine.Seat(rank - 1)}
}

func TestRatingInWords(t *testing.T) {
	none := func(table.PlayerID, string) table.Skill { return table.Skill{} }
	changes := rate(3, []table.Place{person("Anna", 1), person("Burt", 2), person("Curt", 3)}, none)
	if len(changes) != 3 || changes[0].Category != "toy/3+" || changes[0].Before != lobby.Newcomer() {
		t.Fatalf("changes: %+v", changes)
	}
	text := lobby.Explain(changes[0])
	for _, part := range []string{
		"Your rating rose by ", " to 1,0", ": +", " against Burt, ", " against Curt, and +",
		" because we know you better now.",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("%q lacks %q", text, part)
		}
	}
	sum := 0
	for _, w := range strings.Fields(text) {
		if n, err := strconv.Atoi(strings.TrimSuffix(w, ",")); err == nil && strings.HasPrefix(w, "+") {
			sum += n
		}
	}
	if want := lobby.Shown(changes[0].After) - lobby.Shown(changes[0].Before); sum != want {
		t.Errorf("%q: the parts make %d, not %d", text, sum, want)
	}
	if text := lobby.Explain(changes[2]); !strings.HasPrefix(text, "Your rating fell by ") {
		t.Error(text)
	}
	if got := lobby.InWords(lobby.Newcomer(), 0); got != "between 1,000 and 2,000, still settling" {
		t.Error(got)
	}
	known := table.Skill{Mu: 30, Sigma: 1.5}
	if got := lobby.InWords(known, rating.ProvisionalMatches); got != "between 1,510 and 1,690" {
		t.Error(got)
	}
	if got := lobby.Category("toy", 2) + lobby.Thousands(-1234567) + lobby.Signed(0.2) + lobby.Signed(-1500); got !=
		"toy/2−1,234,567±0−1,500" {
		t.Error(got)
	}
}

func TestOneSeatOnePlace(t *testing.T) {
	none := func(table.PlayerID, string) table.Skill { return table.Skill{} }
	left := person("Anna", 1)
	left.Left = true
	back := person("Anna", 1)
	back.Seat = 2
	changes := rate(3, []table.Place{left, person("Burt", 2), back}, none)
	if len(changes) != 2 || changes[0].After.Mu >= changes[0].Before.Mu {
		t.Errorf("changes: %+v", changes)
	}
}

func TestOldMatchesKeepTheirRule(t *testing.T) {
	places := []table.Place{person("Anna", 1), person("Burt", 2)}
	known := lobby.Known{
		Skill: func(table.PlayerID, string) table.Skill { return table.Skill{} },
		Met:   func(table.PlayerID, table.PlayerID, string) int { return 30 },
	}
	gain := func(rule int) float64 {
		c := lobby.RateMatch(lobby.Played{Game: "toy", Seats: 2, Rule: rule, Places: places}, known)
		return c[0].After.Mu - c[0].Before.Mu
	}
	c := lobby.RateMatch(lobby.Played{Game: "toy", Seats: 2, Rule: lobby.RuleNow, Places: places}, known)
	if text := lobby.Explain(c[0]); !strings.Contains(text, "against Burt (counting 25%: you met often lately)") {
		t.Error(text)
	}
	if old, now := gain(lobby.RuleAlike), gain(lobby.RuleNow); math.Abs(now/old-0.25) > 0.01 {
		t.Errorf("after 30 matches together, one more gives %v, under the old rule %v", now, old)
	}
}

// Somebody wins against one partner who lets them, thousands of times: the ladder does not follow.
func TestAPartnerCannotBeFarmed(t *testing.T) {
	climb := func(rule, matches int) int {
		skill := map[table.PlayerID]table.Skill{}
		for n := range matches {
			k := lobby.Known{
				Skill: func(id table.PlayerID, _ string) table.Skill { return skill[id] },
				Met:   func(table.PlayerID, table.PlayerID, string) int { return n },
			}
			m := lobby.Played{Game: "toy", Seats: 2, Rule: rule,
				Places: []table.Place{person("Anna", 1), person("Burt", 2)}}
			for _, c := range lobby.RateMatch(m, k) {
				skill[c.Player] = c.After
			}
		}
		return lobby.Shown(skill["Anna"]) - lobby.Shown(lobby.Newcomer())
	}
	alike, repeats := climb(lobby.RuleAlike, 1000), climb(lobby.RuleRepeats, 1000)
	if repeats*2 > alike {
		t.Errorf("1,000 matches against one partner gain %d points, and %d where all count alike", repeats, alike)
	}
	if more := climb(lobby.RuleRepeats, 2000) - repeats; more > repeats/5 {
		t.Errorf("a thousand more gain %d points after %d", more, repeats)
	}
}

func TestFormBeginsAnew(t *testing.T) {
	strong := table.Skill{Mu: 40, Sigma: 2}
	known := lobby.Known{
		Skill: func(id table.PlayerID, _ string) table.Skill {
			if id == "Anna" {
				return strong
			}
			return table.Skill{Mu: 25, Sigma: 2}
		},
		Met: func(table.PlayerID, table.PlayerID, string) int { return 0 },
	}
	m := lobby.Played{Game: "toy", Seats: 2, Rule: lobby.RuleNow,
		Places: []table.Place{person("Anna", 1), person("Burt", 2)}}
	form := lobby.Form(m, known, "Anna", lobby.Newcomer())
	if points, _ := lobby.Measure(lobby.SpanWeek, form); points <= 0 || form.Mu <= 25 || form.Mu > 30 {
		t.Errorf("a win makes a form of %+v, %d points", form, points)
	}
	upset := lobby.Form(m, known, "Burt", lobby.Newcomer())
	if again := lobby.Form(m, known, "Curt", form); again != form || upset.Mu >= 25 {
		t.Errorf("who was not there has %+v; who lost %+v", again, upset)
	}
}

func TestPlural(t *testing.T) {
	for want, got := range map[string]string{
		"1 day": lobby.Plural(1, "day"), "90 days": lobby.Plural(90, "day"), "0 entries": lobby.Plural(0, "entry"),
		"2 matches": lobby.Plural(2, "match"), "1 match": lobby.Plural(1, "match"), "3 acts": lobby.Plural(3, "act"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
