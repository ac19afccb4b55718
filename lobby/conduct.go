package lobby

import (
	"fmt"
	"math"
	"time"

	"saloon/lobby/table"
)

// Stayed is how somebody's place in a match ended, as far as others depend on it.
type Stayed int

// The classes of conduct, from what asks nothing of anybody to what costs the others their match.
const (
	StayedOn Stayed = iota // was there to the end
	CameBack               // was gone for a while, and came back
	LostLine               // was gone, and had not come back when the match ended
	WalkedOut
)

// ConductOf is the class of a place.
func ConductOf(p table.Place) Stayed {
	switch {
	case p.Left:
		return WalkedOut
	case p.Drops > p.Returned:
		return LostLine
	case p.Drops > 0:
		return CameBack
	}
	return StayedOn
}

// Counts reports whether a match counts for the conduct of those who played it: somebody else waited for them.
func Counts(s table.Settings, places []table.Place) bool {
	people := 0
	for _, p := range places {
		if !p.Person.IsBot() {
			people++
		}
	}
	return people >= 2 && !s.Lesson
}

// ConductMonth is what somebody did in one month.
type ConductMonth struct {
	Month                       int // see MonthOf
	Matches, Back, Lost, Walked int
}

// Add counts one more match.
func (m *ConductMonth) Add(s Stayed) {
	m.Matches++
	switch s {
	case CameBack:
		m.Back++
	case LostLine:
		m.Lost++
	case WalkedOut:
		m.Walked++
	}
}

// MonthOf numbers the month of a moment, in UTC, from year 0.
func MonthOf(at time.Time) int {
	y, m, _ := at.UTC().Date()
	return 12*y + int(m) - 1
}

const (
	// conductHalf is after how many months what somebody did counts half; ConductMonths is when it is forgotten.
	conductHalf = 2
	// ConductMonths is how many months back conduct is looked at, this one among them.
	ConductMonths = 12
	// conductLeast is from how many matches on a share is told: less says nothing.
	conductLeast = 5
)

// Conduct is how somebody stays at their tables, in matches that fade: those of two months ago count half, those of
// four months ago a quarter, and after a year they are forgotten. So everybody can make up for a bad week, and nobody
// lives for ever off good years.
type Conduct struct {
	Matches float64 `json:"matches"`
	Back    float64 `json:"back"`   // went, and came back: nobody lost anything by it
	Lost    float64 `json:"lost"`   // were gone when the match ended
	Walked  float64 `json:"walked"` // walked out
}

// Fade sums up months as they count at a moment.
func Fade(months []ConductMonth, at time.Time) Conduct {
	var c Conduct
	for _, m := range months {
		age := MonthOf(at) - m.Month
		if age >= ConductMonths {
			continue
		}
		weight := math.Exp2(-float64(max(age, 0)) / conductHalf)
		c.Matches += weight * float64(m.Matches)
		c.Back += weight * float64(m.Back)
		c.Lost += weight * float64(m.Lost)
		c.Walked += weight * float64(m.Walked)
	}
	return c
}

// Share is the share of matches that somebody stayed in, or came back to, in percent; ok is false where too few are
// known. It is 100 only for those who were never gone at an end.
func (c Conduct) Share() (percent int, ok bool) {
	if c.Matches < conductLeast {
		return 0, false
	}
	percent = int(100 * (c.Matches - c.Lost - c.Walked) / c.Matches)
	return min(max(percent, 0), 100), true
}

// Short is the share for a column: "97%"; "new" where too few matches are known.
func (c Conduct) Short() string {
	if percent, ok := c.Share(); ok {
		return fmt.Sprintf("%d%%", percent)
	}
	return "new"
}

// InWords says it whole: "stays in 97 of 100 matches: of about 64, came back to 3, lost the line in 1, walked out of
// 1".
func (c Conduct) InWords() string {
	n := func(x float64) string { return Thousands(int(math.Round(x))) }
	percent, ok := c.Share()
	if !ok {
		return "too few matches lately to tell"
	}
	return fmt.Sprintf("stays in %d of 100 matches: of about %s, came back to %s, lost the line in %s, "+
		"walked out of %s", percent, n(c.Matches), n(c.Back), n(c.Lost), n(c.Walked))
}
