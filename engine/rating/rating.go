package rating

import (
	"fmt"
	"math"
)

// Rating is what is believed of a player's skill: a normal distribution.
type Rating struct {
	Mu    float64 `json:"mu"`    // the mean
	Sigma float64 `json:"sigma"` // the standard deviation, above 0
}

// Params are the constants of a rating class.
type Params struct {
	Mu    float64 // of a player who has not played yet
	Sigma float64 // of a player who has not played yet
	Beta  float64 // the spread of one performance around a player's skill: more luck, more beta
	Tau   float64 // what a deviation gains before each match, so that a rating never freezes
}

// Default returns the usual constants for a class with the given luck: mean 25, deviation 25/3, tau 25/300.
func Default(beta float64) Params {
	return Params{Mu: 25, Sigma: 25.0 / 3, Beta: beta, Tau: 25.0 / 300}
}

// New is the rating of a player who has not played yet.
func (p Params) New() Rating { return Rating{Mu: p.Mu, Sigma: p.Sigma} }

// Match is a finished match as ratings see it. The slices are indexed alike.
type Match struct {
	Prior []Rating // before the match
	Ranks []int    // places, lower is better, equal is a tie; gaps mean nothing
	// Weights scale how much of the match counts for each player, from 0 (not at all) to 1: the part of it that a
	// substitute or a leaver sat there. Nil is 1 for all. A weight changes its own player's rating only.
	Weights []float64
	// Pairs scale how much the comparison of two players counts, from 0 to 1: Pairs[i][j], which must equal
	// Pairs[j][i]. What one of them gains by it and what the other loses shrink alike, so repeating a match many times
	// moves less and less and still favours nobody. Nil is 1 for all.
	Pairs [][]float64
}

// Rate returns the ratings after a match in which prior[i] finished at place ranks[i], in the order of prior. A match
// of fewer than two leaves everything as it was. It panics if the slices differ in length.
func Rate(prior []Rating, ranks []int, p Params) []Rating {
	return Match{Prior: prior, Ranks: ranks}.Rate(p)
}

// kappa keeps a deviation from collapsing in one match.
const kappa = 1e-4

// Rate returns the ratings after the match, in the order of Prior; see the function Rate.
func (m Match) Rate(p Params) []Rating {
	f := m.field(p)
	after := make([]Rating, len(m.Prior))
	copy(after, m.Prior)
	if len(after) < 2 {
		return after
	}
	for i := range after {
		w := m.weight(i)
		if w == 0 {
			continue
		}
		omega, delta := f.terms(i)
		if m.Pairs != nil {
			omega, delta = f.weighed(i, m.Pairs[i])
		}
		sigma := math.Sqrt(f.vars[i])
		after[i].Mu += float64(w * f.vars[i] / f.c * omega)
		shrink := 1 - float64(w*f.vars[i]/(f.c*f.c)*(sigma/f.c)*delta)
		after[i].Sigma = sigma * math.Sqrt(max(shrink, kappa))
	}
	return after
}

// Explain splits the change of player i's mean among the others: element j is what the comparison with j gave or took,
// element i is 0, and their sum is the change. It panics if i is no player of the match.
func (m Match) Explain(i int, p Params) []float64 {
	f := m.field(p)
	parts := make([]float64, len(m.Prior))
	if len(parts) < 2 {
		return parts
	}
	scale := float64(m.weight(i) * f.vars[i] / f.c)
	for j := range parts {
		if j == i {
			continue
		}
		// Omega's own term, 1 - e_i/S_i, is the sum of e_j/S_i over those who did no better: each of them gave that.
		var share float64
		if m.Ranks[j] >= m.Ranks[i] {
			share += float64(f.exps[j] / f.sums[i] / f.ties[i])
		}
		if m.Ranks[j] <= m.Ranks[i] {
			share -= float64(f.exps[i] / f.sums[j] / f.ties[j])
		}
		parts[j] = float64(scale * share)
		if m.Pairs != nil {
			parts[j] = float64(parts[j] * unit(m.Pairs[i][j]))
		}
	}
	return parts
}

func (m Match) weight(i int) float64 {
	if m.Weights == nil {
		return 1
	}
	return unit(m.Weights[i])
}

func unit(w float64) float64 { return min(max(w, 0), 1) }

// aging is the part of tau that a match adds to player i's deviation: a match that says little about somebody makes
// what is known of them no older either.
func (m Match) aging(i int) float64 {
	if m.Pairs == nil || len(m.Prior) < 2 {
		return 1
	}
	var sum float64
	for j := range m.Prior {
		if j != i {
			sum += unit(m.Pairs[i][j])
		}
	}
	return sum / float64(len(m.Prior)-1)
}

// field holds what all players of a match share.
type field struct {
	ranks []int
	vars  []float64 // sigma² with tau²
	exps  []float64 // strengths e_i
	sums  []float64 // S_q: strengths of all who did no better than q
	ties  []float64 // A_q: how many share q's place
	c     float64
}

func (m Match) field(p Params) field {
	n := len(m.Prior)
	if len(m.Ranks) != n || (m.Weights != nil && len(m.Weights) != n) {
		panic(fmt.Sprintf("rating: %d players, %d places, %d weights", n, len(m.Ranks), len(m.Weights)))
	}
	if m.Pairs != nil && len(m.Pairs) != n {
		panic(fmt.Sprintf("rating: %d players, %d rows of pairs", n, len(m.Pairs)))
	}
	f := field{ranks: m.Ranks, vars: make([]float64, n), exps: make([]float64, n), sums: make([]float64, n),
		ties: make([]float64, n)}
	var all float64
	best := math.Inf(-1)
	for i, r := range m.Prior {
		tau := float64(p.Tau * p.Tau)
		if m.Pairs != nil {
			tau = float64(tau * m.aging(i))
		}
		f.vars[i] = float64(r.Sigma*r.Sigma) + tau
		all += f.vars[i] + float64(p.Beta*p.Beta)
		best = max(best, r.Mu)
	}
	f.c = math.Sqrt(all)
	for i, r := range m.Prior {
		f.exps[i] = exp((r.Mu - best) / f.c) // only ratios count, and from the best down nothing overflows
	}
	for q := range n {
		for j := range n {
			if m.Ranks[j] >= m.Ranks[q] {
				f.sums[q] += f.exps[j]
			}
			if m.Ranks[j] == m.Ranks[q] {
				f.ties[q]++
			}
		}
	}
	return f
}

// terms are omega and delta of player i: the direction and the information of the match.
func (f field) terms(i int) (omega, delta float64) {
	for q := range f.ranks {
		if f.ranks[q] > f.ranks[i] {
			continue
		}
		p := f.exps[i] / f.sums[q]
		won := 0.0
		if q == i {
			won = 1
		}
		omega += (won - p) / f.ties[q]
		delta += float64(p*(1-p)) / f.ties[q]
	}
	return omega, delta
}

// weighed are omega and delta of player i as sums over the others, each scaled by what the comparison with them counts.
// With every weight 1 they are those of terms, but for the last bits.
func (f field) weighed(i int, pairs []float64) (omega, delta float64) {
	for j := range f.ranks {
		if j == i {
			continue
		}
		var share, told float64
		if f.ranks[j] >= f.ranks[i] {
			share += float64(f.exps[j] / f.sums[i] / f.ties[i])
		}
		if f.ranks[j] <= f.ranks[i] {
			share -= float64(f.exps[i] / f.sums[j] / f.ties[j])
		}
		for q := range f.ranks { // at each place that both were still in the running for
			if f.ranks[q] <= f.ranks[i] && f.ranks[q] <= f.ranks[j] {
				told += float64(f.exps[i]/f.sums[q]) * float64(f.exps[j]/f.sums[q]) / f.ties[q]
			}
		}
		w := unit(pairs[j])
		omega += float64(w * share)
		delta += float64(w * told)
	}
	return omega, delta
}

// ln2Hi and ln2Lo add up to ln 2; the first has its low bits clear, so that its small multiples are exact.
const (
	ln2Hi  = 6.93147180369123816490e-01
	ln2Lo  = 1.90821492927058770002e-10
	expMin = -700 // below it a strength is as good as nothing, but it must not become 0
)

// exp is e^x for x <= 0 within an ulp or two. The standard library's differs in the last bit from one processor to the
// next, and a history must give the same ratings on the machine where its backup is restored.
func exp(x float64) float64 {
	x = max(x, expMin)
	k := math.Round(x / math.Ln2)
	r := (x - float64(k*ln2Hi)) - float64(k*ln2Lo)
	sum := 1.0
	for n := 16; n >= 1; n-- { // Horner's scheme of the Taylor series; |r| < 0.35, so the rest is below 1e-20
		sum = 1 + float64(r*sum)/float64(n)
	}
	return math.Ldexp(sum, int(k))
}
