package bot

import (
	"math"

	"saloon/engine"
)

// SimResult is what a simulation found.
type SimResult struct {
	Game    string `json:"game"`
	Seats   int    `json:"seats"`
	Matches int    `json:"matches"`
	Checked int    `json:"checked"` // matches watched by the conformance suite
	Moves   int64  `json:"moves"`   // acts of seats
	Entries int64  `json:"entries"` // acts of seats and of Nature
	// EntriesMin and EntriesMax are those of the shortest and the longest match.
	EntriesMin int           `json:"entries_min"`
	EntriesMax int           `json:"entries_max"`
	Bots       []LevelResult `json:"bots"` // in the order of the kit's levels
}

// LevelResult is how one level of bot did.
type LevelResult struct {
	Name    string  `json:"name"`
	Seats   int     `json:"seats"`   // that it held in every match
	Matches int     `json:"matches"` // that it played
	Wins    float64 `json:"wins"`    // first places; a shared one counts by its part
	Share   float64 `json:"share"`   // wins a match
	Low     float64 `json:"low"`     // of the share: 95 % confidence (Wilson)
	High    float64 `json:"high"`
	Equal   float64 `json:"equal"`  // the share if all seats were equally strong
	Points  float64 `json:"points"` // mean, a seat and match
}

// parts is divisible by every number of seats, so that parts of a shared win add up without rounding.
const parts = 60

// tally adds up matches.
type tally struct {
	matches, checked int
	moves, entries   int64
	min, max         int
	wins             []int64 // by skill, in 1/parts
	points           []int64
}

func newTally(skills int) tally {
	return tally{wins: make([]int64, skills), points: make([]int64, skills)}
}

func (t *tally) add(o tally) {
	if o.matches == 0 {
		t.checked += o.checked
		return
	}
	if t.matches == 0 || o.min < t.min {
		t.min = o.min
	}
	t.max = max(t.max, o.max)
	t.matches += o.matches
	t.checked += o.checked
	t.moves += o.moves
	t.entries += o.entries
	for i := range t.wins {
		t.wins[i] += o.wins[i]
		t.points[i] += o.points[i]
	}
}

func (a *arena[S, M, E, V]) result(c SimConfig, t tally, lineup []int) SimResult {
	r := SimResult{
		Game: a.spec.Name, Seats: c.Seats, Matches: t.matches, Checked: t.checked, Moves: t.moves, Entries: t.entries,
		EntriesMin: t.min, EntriesMax: t.max,
	}
	for i, s := range a.skills {
		l := LevelResult{Name: s.Name, Matches: t.matches, Wins: float64(t.wins[i]) / parts}
		for _, skill := range lineup {
			if skill == i {
				l.Seats++
			}
		}
		if l.Seats == 0 {
			continue
		}
		l.Equal = float64(l.Seats) / float64(c.Seats)
		if t.matches > 0 {
			l.Share = l.Wins / float64(t.matches)
			l.Points = float64(t.points[i]) / float64(t.matches*l.Seats)
		}
		l.Low, l.High = wilson(l.Wins, float64(t.matches))
		r.Bots = append(r.Bots, l)
	}
	return r
}

// wilson is the 95 % score interval of a share of wins out of n; 0 to 1 for n = 0.
func wilson(wins, n float64) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959964
	p := wins / n
	mid := p + z*z/(2*n)
	half := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	scale := 1 + z*z/n
	return max(0, (mid-half)/scale), min(1, (mid+half)/scale)
}

// count adds one match.
func (t *tally) count(out engine.Outcome, skills []int, entries, moves int) {
	if t.matches == 0 || entries < t.min {
		t.min = entries
	}
	t.max = max(t.max, entries)
	t.matches++
	t.entries += int64(entries)
	t.moves += int64(moves)
	first := int64(0)
	for _, r := range out.Ranks {
		if r == 1 {
			first++
		}
	}
	for seat, skill := range skills {
		t.points[skill] += int64(out.Points[seat])
		if out.Ranks[seat] == 1 {
			t.wins[skill] += parts / first
		}
	}
}
