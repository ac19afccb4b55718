package rating

import "math"

// What people see: points on a scale on which a newcomer stands at 1,000 and may be worth anything up to 2,000.
const (
	shownBase  = 1000
	shownScale = 20
	deviations = 3 // how far a skill may lie from the mean: 99.7 % do not lie farther
	// ProvisionalMatches is the number of matches after which a rating counts as settled.
	ProvisionalMatches = 10
)

// Order is the number by which players are ranked, higher is better: what a player is worth with near certainty.
func (r Rating) Order() float64 { return r.Mu - float64(deviations*r.Sigma) }

// Likely is what a player is worth or more with five chances in six: the mean less one deviation. It tells more than
// Order where only few matches are known.
func (r Rating) Likely() float64 { return r.Mu - r.Sigma }

// Shown is the rating as people see it, in points, at least 0: a newcomer has 1,000. Rank by Order, which has no
// rounding.
func (r Rating) Shown() int { return points(r.Order()) }

// Points is the rating as people see it, but unrounded, and below 0 where it lies there.
func (r Rating) Points() float64 { return shownBase + float64(shownScale*r.Order()) }

// Range returns the points between which a player's skill lies with near certainty. Low is the Shown rating: the board
// promises no more than is known.
func (r Rating) Range() (low, high int) {
	return r.Shown(), points(r.Mu + float64(deviations*r.Sigma))
}

// Points converts a change of a mean, such as a part of Explain, into points of the shown scale, unrounded.
func Points(change float64) float64 { return change * shownScale }

// Whole is a difference of skill in whole points of the shown scale.
func Whole(change float64) int { return int(math.Round(Points(change))) }

// Provisional reports whether a rating rests on too few matches to be ranked without a remark.
func Provisional(matches int) bool { return matches < ProvisionalMatches }

func points(skill float64) int {
	return int(max(math.Round(shownBase+float64(shownScale*skill)), 0))
}
