package lobby

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"saloon/engine/rating"
	"saloon/lobby/table"
)

// beta is the luck of a match: how far a performance spreads around a player's skill. Fitted with rating.Fit to 1,500
// matches of Wyatt Earp between players of mixed strength it is 10 for two seats and 12.5 for three and four, and the
// loss is flat around it; a game of cards whose results are believed more than that would have worse ratings than none.
// It is the same in all categories, and cannot change without making all ratings again.
const beta = 12.5

// Surer is the name of the share of a rating change that no opponent gave: every match makes a rating surer, and what
// is shown is what a player is worth with near certainty.
const Surer = "knowing you better"

// Category is the rating class of a match: the game, and whether two sat or more.
func Category(game string, seats int) string {
	if seats <= 2 {
		return game + "/2"
	}
	return game + "/3+"
}

// params are the constants of every category.
func params() rating.Params { return rating.Default(beta) }

// Newcomer is the skill of somebody who has not played in a category yet.
func Newcomer() table.Skill { return table.Skill(params().New()) }

// Shown is a skill in the points that people see, at least 0; a newcomer has 1,000.
func Shown(s table.Skill) int { return rating.Rating(s).Shown() }

// ShownChange is how far the shown rating moved, in points, unrounded.
func ShownChange(c table.RatingChange) float64 {
	return rating.Points(rating.Rating(c.After).Order() - rating.Rating(c.Before).Order())
}

// Provisional reports whether a rating rests on too few matches to stand without a remark.
func Provisional(matches int) bool { return rating.Provisional(matches) }

// InWords says where somebody's skill lies with near certainty: "between 1,430 and 1,610, still settling".
func InWords(s table.Skill, matches int) string {
	low, high := rating.Rating(s).Range()
	words := "between " + Thousands(low) + " and " + Thousands(high)
	if Provisional(matches) {
		words += ", still settling"
	}
	return words
}

// Rating rules. Which one a match was rated by is written down with it, so that a recomputation of old matches gives
// what they gave then.
const (
	// RuleAlike counts every match alike.
	RuleAlike = 1
	// RuleRepeats lets matches of the same two people weigh less and less; see Repeated.
	RuleRepeats = 2
	// RuleNow is the rule by which matches are rated that end now.
	RuleNow = RuleRepeats
)

const (
	// RepeatDays is how far back RuleRepeats looks, in days of UTC before that of the match.
	RepeatDays = 30
	// repeatHalf is after how many matches together the next one counts half.
	repeatHalf = 10
)

// Repeated is how much the comparison of two people counts, from 1 down, who were rated together so many times in the
// last RepeatDays days: after 10 times half, after 30 a quarter. All that a pair can move by playing each other grows
// like a logarithm, so nobody is farmed; and what one gains less of, the other loses less of.
func Repeated(times int) float64 { return repeatHalf / float64(repeatHalf+max(times, 0)) }

// Played is a rated match that has ended, as ratings see it.
type Played struct {
	Match  table.MatchID
	Game   string
	Seats  int
	Rule   int       // RuleAlike or RuleRepeats: what was in force when it ended
	At     time.Time // when it ended, never before the match that ended before it
	Places []table.Place
}

// Known is what ratings know of the matches before.
type Known struct {
	// Skill is a player's skill in a category; the zero Skill if there is none yet.
	Skill func(id table.PlayerID, category string) table.Skill
	// Met is how many times two people were rated together in a category, in the last RepeatDays days before the day
	// of the match and on it. It is asked only under RuleRepeats.
	Met func(a, b table.PlayerID, category string) int
}

// RateMatch is how a match moves the ratings, in the order of the seats. It is a pure function: the same places and
// the same known past give the same digits. A player whose skill is the zero Skill has none yet and counts as a
// Newcomer.
//
// People are rated among the people alone; a bot is rated in the whole field, and moves nobody but itself. Guests and
// everybody whose place is Unpaid are left out, those who walked out come last, and one person has one place.
func RateMatch(m Played, k Known) []table.RatingChange {
	field := paid(m.Places)
	c := class{name: Category(m.Game, m.Seats), rule: m.Rule, known: k}
	changes := c.rate(peopleOf(field), func(table.Place) bool { return true })
	changes = append(changes, c.rate(field, func(p table.Place) bool { return p.Person.IsBot() })...)
	slices.SortStableFunc(changes, func(a, b table.RatingChange) int { return cmp.Compare(a.Seat, b.Seat) })
	return changes
}

// Form is what a match makes of somebody's form: their skill as only a span of time shows it, in which they began as a
// Newcomer. Everybody else counts with the skill that is known of them. It is a pure function, and leaves the form of
// somebody as it was who was not rated among people in the match.
func Form(m Played, k Known, who table.PlayerID, form table.Skill) table.Skill {
	field := peopleOf(paid(m.Places))
	i := slices.IndexFunc(field, func(p table.Place) bool { return p.Person.ID == who })
	if i < 0 || len(field) < 2 {
		return form
	}
	c := class{name: Category(m.Game, m.Seats), rule: m.Rule, known: k}
	match := c.match(field)
	match.Prior[i] = rating.Rating(form)
	return table.Skill(match.Rate(params())[i])
}

func peopleOf(field []table.Place) []table.Place {
	return slices.DeleteFunc(slices.Clone(field), func(p table.Place) bool { return p.Person.IsBot() })
}

// LeftFrom are the seats, in order, whose people at the opening of a match walked out of it.
func LeftFrom(people []table.Person, places []table.Place) (seats []int) {
	for i, who := range people {
		left := func(p table.Place) bool { return p.Left && p.Person.ID == who.ID }
		if who.ID != "" && slices.ContainsFunc(places, left) {
			seats = append(seats, i)
		}
	}
	return seats
}

// paid are the places that count, by seat, leavers last.
func paid(places []table.Place) []table.Place {
	var field []table.Place
	last := 1
	for _, p := range places {
		last = max(last, p.Rank+1)
		if !p.Unpaid && !p.Person.Guest && p.Person.ID != "" {
			field = append(field, p)
		}
	}
	slices.SortStableFunc(field, func(a, b table.Place) int {
		return cmp.Or(cmp.Compare(a.Seat, b.Seat), strings.Compare(string(a.Person.ID), string(b.Person.ID)))
	})
	one := field[:0:0]
	for _, p := range field {
		if p.Left {
			p.Rank = last
		}
		i := slices.IndexFunc(one, func(q table.Place) bool { return q.Person.ID == p.Person.ID })
		switch {
		case i < 0:
			one = append(one, p)
		case p.Rank > one[i].Rank: // somebody who left one seat and came back to another keeps the worse
			one[i] = p
		}
	}
	return one
}

// class is a category, and what is known of its players.
type class struct {
	name  string
	rule  int
	known Known
}

// match is a field of players as a match of package rating.
func (c class) match(field []table.Place) rating.Match {
	m := rating.Match{Prior: make([]rating.Rating, len(field)), Ranks: make([]int, len(field))}
	for i, p := range field {
		skill := c.known.Skill(p.Person.ID, c.name)
		if skill == (table.Skill{}) {
			skill = Newcomer()
		}
		m.Prior[i], m.Ranks[i] = rating.Rating(skill), p.Rank
	}
	if c.rule < RuleRepeats || slices.ContainsFunc(field, func(p table.Place) bool { return p.Person.IsBot() }) {
		return m // what a bot is worth is no secret between it and anybody
	}
	m.Pairs = make([][]float64, len(field))
	for i := range field {
		m.Pairs[i] = make([]float64, len(field))
		for j := range i {
			weight := Repeated(c.known.Met(field[i].Person.ID, field[j].Person.ID, c.name))
			m.Pairs[i][j], m.Pairs[j][i] = weight, weight
		}
	}
	return m
}

// rate rates a field of players and returns the changes of those who are wanted. One alone moves nobody.
func (c class) rate(field []table.Place, want func(table.Place) bool) []table.RatingChange {
	if len(field) < 2 || !slices.ContainsFunc(field, want) {
		return nil
	}
	m := c.match(field)
	after := m.Rate(params())
	var changes []table.RatingChange
	for i, p := range field {
		if !want(p) {
			continue
		}
		changes = append(changes, table.RatingChange{
			Player: p.Person.ID, Seat: p.Seat, Category: c.name,
			Before: table.Skill(m.Prior[i]), After: table.Skill(after[i]), Shares: shares(m, after, field, i),
		})
	}
	return changes
}

// shares splits the change of player i's shown rating: what each opponent gave or took, and what being surer gave.
func shares(m rating.Match, after []rating.Rating, field []table.Place, i int) []table.RatingShare {
	parts := m.Explain(i, params())
	out := make([]table.RatingShare, 0, len(field))
	for j, p := range field {
		if j == i {
			continue
		}
		s := table.RatingShare{Player: p.Person.ID, Name: p.Person.Name, Points: rating.Points(parts[j])}
		if m.Pairs != nil && m.Pairs[i][j] < 1 {
			s.Counts = m.Pairs[i][j]
		}
		out = append(out, s)
	}
	surer := rating.Points((after[i].Order() - m.Prior[i].Order()) - (after[i].Mu - m.Prior[i].Mu))
	return append(out, table.RatingShare{Name: Surer, Points: surer})
}

// wordsBelow is below which weight a sentence says that a comparison did not count whole.
const wordsBelow = 0.75

// Explain says in one sentence why a rating moved, to the player whose it is: "Your rating rose by 28 to 1,043: +31
// against Burt, -12 against Anna, and +9 because we know you better now."
func Explain(c table.RatingChange) string {
	after := Shown(c.After)
	moved := after - Shown(c.Before)
	text := "Your rating "
	switch {
	case moved > 0:
		text += "rose by " + Thousands(moved) + " to "
	case moved < 0:
		text += "fell by " + Thousands(-moved) + " to "
	default:
		text += "stays at "
	}
	text += Thousands(after)
	for i, n := range whole(c.Shares, moved) {
		sep := ", "
		switch {
		case i == 0:
			sep = ": "
		case i == len(c.Shares)-1:
			sep = ", and "
		}
		why := " against " + c.Shares[i].Name
		if w := c.Shares[i].Counts; w > 0 && w < wordsBelow {
			why += fmt.Sprintf(" (counting %.0f%%: you met often lately)", 100*w)
		}
		if c.Shares[i].Name == Surer {
			why = " because we know you better now"
		}
		text += fmt.Sprintf("%s%+d%s", sep, n, why)
	}
	return text + "."
}

// whole rounds what opponents have moved, so that the parts add up to the whole: the largest takes what is over.
func whole(all []table.RatingShare, moved int) []int {
	out := make([]int, len(all))
	most := 0
	for i, s := range all {
		out[i] = int(math.Round(s.Points))
		moved -= out[i]
		if math.Abs(s.Points) > math.Abs(all[most].Points) {
			most = i
		}
	}
	if len(out) > 0 {
		out[most] += moved
	}
	return out
}

// Signed writes points with a sign, rounded: "+31", "−12", "±0".
func Signed(points float64) string {
	n := int(math.Round(points))
	switch {
	case n > 0:
		return "+" + Thousands(n)
	case n < 0:
		return "−" + Thousands(-n)
	default:
		return "±0"
	}
}

// Plural counts things whose names end in y after a consonant, in ch, or in anything else.
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	switch {
	case strings.HasSuffix(what, "y") && !strings.HasSuffix(what, "ay"):
		what = strings.TrimSuffix(what, "y") + "ies"
	case strings.HasSuffix(what, "ch"):
		what += "es"
	default:
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// Thousands writes a number with commas: 1,430.
func Thousands(n int) string {
	if n < 0 {
		return "−" + Thousands(-n)
	}
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
