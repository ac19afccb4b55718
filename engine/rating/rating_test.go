package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// published are the constants under which the reference vectors were computed.
var published = Params{Mu: 25, Sigma: 25.0 / 3, Beta: 25.0 / 6}

func fresh(n int) []Rating {
	return slices.Repeat([]Rating{published.New()}, n)
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance {
		t.Errorf("%s is %.15g, want %.15g", what, got, want)
	}
}

func TestPublishedVectors(t *testing.T) {
	for _, tt := range []struct {
		name      string
		prior     []Rating
		ranks     []int
		tolerance float64
		want      []Rating
	}{
		{"two players", fresh(2), []int{1, 2}, 1e-12, []Rating{
			{27.63523138347365, 8.065506316323548}, {22.36476861652635, 8.065506316323548}}},
		{"three players", fresh(3), []int{1, 2, 3}, 1e-12, []Rating{
			{27.868876552746237, 8.204837030780652}, {25.717219138186557, 8.057829747583874},
			{21.413904309067206, 8.057829747583874}}},
		{"four players", fresh(4), []int{1, 2, 3, 4}, 1e-12, []Rating{
			{27.795084971874736, 8.263160757613477}, {26.552824984374855, 8.179213704945203},
			{24.68943500312503, 8.083731307186588}, {20.96265504062538, 8.083731307186588}}},
		{"five players", fresh(5), []int{1, 2, 3, 4, 5}, 1e-12, []Rating{
			{27.666666666666668, 8.290556877154474}, {26.833333333333332, 8.240145629781066},
			{25.72222222222222, 8.179996679645559}, {24.055555555555557, 8.111796013701358},
			{20.72222222222222, 8.111796013701358}}},
		{"four players, a shared second place", fresh(4), []int{1, 2, 2, 4}, 1e-9, []Rating{
			{27.795084972, 8.263160758}, {24.689435003, 8.179213705}, {24.689435003, 8.179213705},
			{22.826045022, 8.179213705}}},
		{"three known players, a shared second place", []Rating{{30, 3}, {25, 25.0 / 3}, {20, 5}}, []int{1, 2, 2},
			1e-9, []Rating{
				{30.380969369, 2.994791581}, {22.688678260, 7.745164134}, {19.773827579, 4.933970549}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Rate(tt.prior, tt.ranks, published)
			for i := range tt.want {
				near(t, "mu", got[i].Mu, tt.want[i].Mu, tt.tolerance)
				near(t, "sigma", got[i].Sigma, tt.want[i].Sigma, tt.tolerance)
			}
		})
	}
}

// The published series names scores, where more is better; a place is what is left of them.
func TestPublishedSeriesWithTies(t *testing.T) {
	ratings := fresh(5)
	for _, match := range []struct{ who, scores []int }{
		{[]int{0, 1, 2, 3, 4}, []int{9, 7, 7, 5, 5}},
		{[]int{4, 2, 1}, []int{9, 5, 5}},
		{[]int{3, 1, 2, 0}, []int{9, 9, 7, 7}},
	} {
		prior := make([]Rating, len(match.who))
		ranks := make([]int, len(match.who))
		for i, id := range match.who {
			prior[i], ranks[i] = ratings[id], -match.scores[i]
		}
		for i, r := range Rate(prior, ranks, published) {
			ratings[match.who[i]] = r
		}
	}
	want := []Rating{{26.353761103, 8.11102706}, {24.618479789, 7.90533551}, {23.065819512, 7.822005595},
		{24.476332403, 8.106111471}, {26.385499685, 8.054090809}}
	for i := range want {
		near(t, "mu", ratings[i].Mu, want[i].Mu, 1e-8)
		near(t, "sigma", ratings[i].Sigma, want[i].Sigma, 1e-8)
	}
}

// naive is the algorithm once more, written from its formulas with the exponential of the standard library.
func naive(prior []Rating, ranks []int, p Params) []Rating {
	sq := func(x float64) float64 { return x * x }
	out := slices.Clone(prior)
	for i := range out {
		out[i].Sigma = math.Sqrt(sq(out[i].Sigma) + sq(p.Tau))
	}
	now := slices.Clone(out)
	var sum float64
	for _, r := range now {
		sum += sq(r.Sigma) + sq(p.Beta)
	}
	c := math.Sqrt(sum)
	for i := range out {
		var omega, delta float64
		for q := range now {
			if ranks[q] > ranks[i] {
				continue
			}
			var s, a float64
			for j := range now {
				if ranks[j] >= ranks[q] {
					s += math.Exp(now[j].Mu / c)
				}
				if ranks[j] == ranks[q] {
					a++
				}
			}
			chance := math.Exp(now[i].Mu/c) / s
			if q == i {
				omega += (1 - chance) / a
			} else {
				omega -= chance / a
			}
			delta += chance * (1 - chance) / a
		}
		out[i].Mu += sq(now[i].Sigma) / c * omega
		out[i].Sigma *= math.Sqrt(max(1-sq(now[i].Sigma)/sq(c)*(now[i].Sigma/c)*delta, 1e-4))
	}
	return out
}

// random makes a match of two to six players with ties.
func random(r *rand.Rand) Match {
	n := 2 + r.IntN(5)
	m := Match{Prior: make([]Rating, n), Ranks: make([]int, n)}
	for i := range n {
		m.Prior[i] = Rating{Mu: 50 * r.Float64(), Sigma: 0.5 + 9*r.Float64()}
		m.Ranks[i] = 1 + r.IntN(n)
	}
	return m
}

func eachRandom(t *testing.T, check func(t *testing.T, m Match, p Params)) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		check(t, random(r), Default(1+30*r.Float64()))
	}
}

func TestAgreesWithTheFormulas(t *testing.T) {
	eachRandom(t, func(t *testing.T, m Match, p Params) {
		want := naive(m.Prior, m.Ranks, p)
		for i, got := range m.Rate(p) {
			near(t, "mu", got.Mu, want[i].Mu, 1e-12)
			near(t, "sigma", got.Sigma, want[i].Sigma, 1e-12)
		}
	})
}

func TestOrderOfPlayersDoesNotCount(t *testing.T) {
	eachRandom(t, func(t *testing.T, m Match, p Params) {
		n := len(m.Prior)
		turned := Match{Prior: make([]Rating, n), Ranks: make([]int, n)}
		for i := range n {
			turned.Prior[(i+1)%n], turned.Ranks[(i+1)%n] = m.Prior[i], m.Ranks[i]
		}
		got, want := turned.Rate(p), m.Rate(p)
		for i := range n {
			near(t, "mu", got[(i+1)%n].Mu, want[i].Mu, 1e-12)
			near(t, "sigma", got[(i+1)%n].Sigma, want[i].Sigma, 1e-12)
		}
	})
}

func TestOnlyTheOrderOfPlacesCounts(t *testing.T) {
	eachRandom(t, func(t *testing.T, m Match, p Params) {
		wide := slices.Clone(m.Ranks)
		for i := range wide {
			wide[i] = 7*wide[i] - 100
		}
		if got, want := Rate(m.Prior, wide, p), m.Rate(p); !slices.Equal(got, want) {
			t.Errorf("places %v give %v, places %v give %v", wide, got, m.Ranks, want)
		}
	})
}

func TestEqualPlayersWhoTieStayEqual(t *testing.T) {
	eachRandom(t, func(t *testing.T, m Match, p Params) {
		m.Prior[1], m.Ranks[1] = m.Prior[0], m.Ranks[0]
		after := m.Rate(p)
		near(t, "mu of the twin", after[1].Mu, after[0].Mu, 1e-12)
		near(t, "sigma of the twin", after[1].Sigma, after[0].Sigma, 1e-12)
	})
}

// Weighted by certainty, what one wins another loses: the sum of the changes over sigma² is 0.
func TestNothingIsMadeOutOfNothing(t *testing.T) {
	eachRandom(t, func(t *testing.T, m Match, p Params) {
		var sum float64
		for i, r := range m.Rate(p) {
			sum += (r.Mu - m.Prior[i].Mu) / (m.Prior[i].Sigma*m.Prior[i].Sigma + p.Tau*p.Tau)
		}
		near(t, "the sum of the changes", sum, 0, 1e-12)
	})
}

// With equal deviations the plain sum of the means stays what it was, so a class neither inflates nor deflates.
func TestEqualDeviationsKeepTheSum(t *testing.T) {
	eachRandom(t, func(t *testing.T, m Match, p Params) {
		var sum float64
		for i := range m.Prior {
			m.Prior[i].Sigma = 4
		}
		for i, r := range m.Rate(p) {
			sum += r.Mu - m.Prior[i].Mu
		}
		near(t, "the sum of the changes", sum, 0, 1e-11)
	})
}

// Without ties. With them the method has a known wrinkle: sharing a place can earn a little less than the place below.
func TestBetterPlaceIsNeverWorse(t *testing.T) {
	eachRandom(t, func(t *testing.T, m Match, p Params) {
		last := math.Inf(1)
		for place := range m.Ranks {
			for j := range m.Ranks { // the others finish in the order 1, 2, 3… and player 0 between two of them
				m.Ranks[j] = 2 * j
			}
			m.Ranks[0] = 2*place + 1
			mu := m.Rate(p)[0].Mu
			if mu > last+1e-12 {
				t.Errorf("place %d of %v gives %v, a better one %v", place, m.Ranks, mu, last)
			}
			last = mu
		}
	})
}

func TestMatchesMakeUsSurer(t *testing.T) {
	eachRandom(t, func(t *testing.T, m Match, p Params) {
		p.Tau = 0
		for i, r := range m.Rate(p) {
			if r.Sigma > m.Prior[i].Sigma || r.Sigma <= 0 {
				t.Errorf("a deviation of %v became %v", m.Prior[i].Sigma, r.Sigma)
			}
		}
	})
}

func TestWeights(t *testing.T) {
	m := Match{Prior: []Rating{{30, 3}, {25, 8}, {20, 5}}, Ranks: []int{3, 1, 2}, Weights: []float64{1, 0, 0.5}}
	p := Default(12.5)
	whole := Rate(m.Prior, m.Ranks, p)
	got := m.Rate(p)
	if got[0] != whole[0] {
		t.Errorf("weight 1 gives %v, no weight %v", got[0], whole[0])
	}
	if got[1] != m.Prior[1] {
		t.Errorf("weight 0 changed %v into %v", m.Prior[1], got[1])
	}
	near(t, "half the change", got[2].Mu-m.Prior[2].Mu, (whole[2].Mu-m.Prior[2].Mu)/2, 1e-12)
	if got[2].Sigma <= whole[2].Sigma {
		t.Errorf("half a match made as sure as a whole one: %v", got[2].Sigma)
	}
}

func TestExplainAddsUp(t *testing.T) {
	eachRandom(t, func(t *testing.T, m Match, p Params) {
		m.Weights = slices.Repeat([]float64{0.75}, len(m.Prior))
		for i, r := range m.Rate(p) {
			parts := m.Explain(i, p)
			var sum float64
			for j, part := range parts {
				sum += part
				switch {
				case j == i && part != 0:
					t.Errorf("player %d took %v from itself", i, part)
				case m.Ranks[i] < m.Ranks[j] && part <= 0:
					t.Errorf("beating %d gave %v", j, part)
				case m.Ranks[i] > m.Ranks[j] && part >= 0:
					t.Errorf("losing to %d gave %v", j, part)
				}
			}
			near(t, "the sum of the parts", sum, r.Mu-m.Prior[i].Mu, 1e-12)
		}
	})
}

func TestTooFewPlayers(t *testing.T) {
	p := Default(12.5)
	if got := Rate(nil, nil, p); len(got) != 0 {
		t.Errorf("nobody became %v", got)
	}
	one := []Rating{{31, 2}}
	if got := Rate(one, []int{1}, p); got[0] != one[0] {
		t.Errorf("playing alone changed %v into %v", one[0], got[0])
	}
	if got := (Match{Prior: one, Ranks: []int{1}}).Explain(0, p); got[0] != 0 {
		t.Errorf("playing alone explains %v", got)
	}
}

func TestLengthsMustAgree(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("three players with two places were rated")
		}
	}()
	Rate(fresh(3), []int{1, 2}, published)
}

func TestFarApartStaysFinite(t *testing.T) {
	prior := []Rating{{1e6, 1}, {-1e6, 1}, {0, 1}}
	for _, ranks := range [][]int{{1, 2, 3}, {3, 2, 1}, {1, 1, 1}} {
		for i, r := range Rate(prior, ranks, Default(4)) {
			if math.IsNaN(r.Mu) || math.IsInf(r.Mu, 0) || !(r.Sigma > 0) {
				t.Errorf("places %v give player %d %v", ranks, i, r)
			}
		}
	}
}

func TestExp(t *testing.T) {
	for x := 0.0; x > -40; x -= 0.0137 {
		if got, want := exp(x), math.Exp(x); math.Abs(got/want-1) > 4e-16 {
			t.Errorf("exp(%v) is %v, want %v", x, got, want)
		}
	}
	if exp(0) != 1 || exp(-1e9) <= 0 {
		t.Errorf("exp(0) is %v, exp(-1e9) is %v", exp(0), exp(-1e9))
	}
}

func BenchmarkRateSix(b *testing.B) {
	m := Match{Prior: fresh(6), Ranks: []int{1, 2, 3, 3, 5, 6}}
	p := Default(12.5)
	b.ReportAllocs()
	for b.Loop() {
		m.Rate(p)
	}
}
