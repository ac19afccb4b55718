package rating

import (
	"math"
	"slices"
	"testing"
)

// paired gives all pairs of a match a weight.
func paired(m Match, weight func(i, j int) float64) Match {
	m.Pairs = make([][]float64, len(m.Prior))
	for i := range m.Pairs {
		m.Pairs[i] = make([]float64, len(m.Prior))
		for j := range m.Pairs[i] {
			m.Pairs[i][j] = weight(min(i, j), max(i, j))
		}
	}
	return m
}

func TestFullPairsAreTheMatchItself(t *testing.T) {
	eachRandom(t, func(t *testing.T, m Match, p Params) {
		want := m.Rate(p)
		for i, got := range paired(m, func(int, int) float64 { return 1 }).Rate(p) {
			near(t, "mu", got.Mu, want[i].Mu, 1e-12)
			near(t, "sigma", got.Sigma, want[i].Sigma, 1e-12)
		}
	})
}

func TestWornOutPairsMoveNothing(t *testing.T) {
	eachRandom(t, func(t *testing.T, m Match, p Params) {
		if got := paired(m, func(int, int) float64 { return 0 }).Rate(p); !slices.Equal(got, m.Prior) {
			for i := range got { // the square root of a square may differ in the last bit
				near(t, "mu", got[i].Mu, m.Prior[i].Mu, 0)
				near(t, "sigma", got[i].Sigma, m.Prior[i].Sigma, 1e-14*m.Prior[i].Sigma)
			}
		}
	})
}

// What one gains another loses, whatever the pairs count: among equals of equal deviation the sum of all means stays.
func TestPairsFavourNobody(t *testing.T) {
	eachRandom(t, func(t *testing.T, m Match, p Params) {
		for i := range m.Prior {
			m.Prior[i].Sigma = 4
		}
		m = paired(m, func(i, j int) float64 { return 1 / float64(1+(3*i+5*j)%7) })
		// Tau grows a deviation by what counts; without it, variances are equal and the law is exact.
		p.Tau = 0
		var drift float64
		for i, r := range m.Rate(p) {
			drift += r.Mu - m.Prior[i].Mu
		}
		near(t, "drift", drift, 0, 1e-11)
	})
}

func TestPairsExplainThemselves(t *testing.T) {
	eachRandom(t, func(t *testing.T, m Match, p Params) {
		m = paired(m, func(i, j int) float64 { return 1 / float64(1+(i+2*j)%5) })
		for i, r := range m.Rate(p) {
			var sum float64
			for _, part := range m.Explain(i, p) {
				sum += part
			}
			near(t, "sum of parts", sum, r.Mu-m.Prior[i].Mu, 1e-11)
			if math.IsNaN(r.Sigma) || r.Sigma <= 0 {
				t.Errorf("sigma %v", r.Sigma)
			}
		}
	})
}
