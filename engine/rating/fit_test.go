package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestChance(t *testing.T) {
	p := Default(12.5)
	a, b := Rating{30, 3}, Rating{20, 5}
	near(t, "equals", Chance(a, a, 2, p), 0.5, 0)
	near(t, "both sides", Chance(a, b, 4, p)+Chance(b, a, 4, p), 1, 1e-15)
	// 10 / sqrt(2·12.5² + 3² + 5²) = 0.53722…, and Φ of that is 0.70444…
	near(t, "the better", Chance(a, b, 2, p), 0.70444, 1e-5)
	if Chance(a, b, 4, p) >= Chance(a, b, 2, p) {
		t.Error("more players at the table should make a place less certain")
	}
}

// ladder is a history of players with a known skill in a game with a known luck.
func ladder(luck float64) []Played {
	r := rand.New(rand.NewPCG(7, 7))
	skill := make([]float64, 40)
	for i := range skill {
		skill[i] = 7 * r.NormFloat64()
	}
	history := make([]Played, 800)
	for k := range history {
		who := r.Perm(len(skill))[:3+r.IntN(3)]
		ranks := make([]int, len(who))
		score := make([]float64, len(who))
		for i, id := range who {
			score[i] = skill[id] + luck*r.NormFloat64()
		}
		for i := range who {
			for j := range who {
				if score[j] >= score[i] {
					ranks[i]++
				}
			}
		}
		history[k] = Played{Who: who, Ranks: ranks}
	}
	return history
}

func TestFitFollowsTheLuck(t *testing.T) {
	candidates := []float64{25.0 / 6, 25.0 / 3, 12.5, 25, 50}
	little, _ := Fit(ladder(4), candidates, Default(12.5))
	much, losses := Fit(ladder(25), candidates, Default(12.5))
	if little >= much {
		t.Errorf("beta %v fits little luck and %v much", little, much)
	}
	if best := slices.Min(losses); best >= math.Ln2 || losses[0] <= best {
		t.Errorf("losses %v: the best must beat a coin and the narrowest beta must not be it", losses)
	}
}

func TestLogLoss(t *testing.T) {
	p := Default(12.5)
	if loss, pairs := LogLoss(nil, p); loss != 0 || pairs != 0 {
		t.Errorf("an empty history costs %v over %d pairs", loss, pairs)
	}
	first := []Played{{Who: []int{0, 1, 2}, Ranks: []int{1, 2, 2}}}
	loss, pairs := LogLoss(first, p)
	near(t, "strangers", loss, math.Ln2, 1e-15)
	if pairs != 3 {
		t.Errorf("three players make %d pairs", pairs)
	}
	again, _ := LogLoss(append(first, first...), p)
	if again >= loss {
		t.Errorf("the same result twice costs %v, once %v", again, loss)
	}
	sure := slices.Repeat([]Played{{Who: []int{0, 1}, Ranks: []int{1, 2}}}, 300)
	upset := append(sure, Played{Who: []int{0, 1}, Ranks: []int{2, 1}})
	if loss, _ := LogLoss(upset, Params{Mu: 25, Sigma: 25.0 / 3, Beta: 0.001}); math.IsInf(loss, 0) {
		t.Error("one surprise costs an infinite loss")
	}
}

func TestFitWithoutCandidates(t *testing.T) {
	if beta, losses := Fit(ladder(4)[:3], nil, Default(12.5)); beta != 12.5 || losses != nil {
		t.Errorf("no candidates give %v, %v", beta, losses)
	}
}
