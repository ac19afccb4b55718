package rating

import "math"

// Chance is the probability, from 0 to 1, that a finishes before b in a match of the given number of players.
func Chance(a, b Rating, players int, p Params) float64 {
	spread := float64(float64(players)*p.Beta*p.Beta) + float64(a.Sigma*a.Sigma) + float64(b.Sigma*b.Sigma)
	return (1 + math.Erf((a.Mu-b.Mu)/math.Sqrt(2*spread))) / 2
}

// Played is a match of a history: who played (numbers from 0 of the caller's choice, each once) and their places.
type Played struct {
	Who   []int
	Ranks []int
}

// chanceMin keeps one surprise from costing an infinite loss.
const chanceMin = 1e-9

// LogLoss replays a history from the first match on and returns the mean of -log(the chance that was given to what
// happened) over all pairs of all matches, each predicted before it was rated, and the number of pairs. A tie counts as
// half a win and half a loss. Lower is better; always saying one half costs 0.693.
func LogLoss(history []Played, p Params) (loss float64, pairs int) {
	now := map[int]Rating{}
	of := func(id int) Rating {
		if r, ok := now[id]; ok {
			return r
		}
		return p.New()
	}
	for _, m := range history {
		prior := make([]Rating, len(m.Who))
		for i, id := range m.Who {
			prior[i] = of(id)
		}
		for i := range prior {
			for j := range i {
				won := Chance(prior[i], prior[j], len(prior), p)
				won = min(max(won, chanceMin), 1-chanceMin)
				switch {
				case m.Ranks[i] < m.Ranks[j]:
					loss -= math.Log(won)
				case m.Ranks[i] > m.Ranks[j]:
					loss -= math.Log(1 - won)
				default:
					loss -= (math.Log(won) + math.Log(1-won)) / 2
				}
				pairs++
			}
		}
		for i, r := range Rate(prior, m.Ranks, p) {
			now[m.Who[i]] = r
		}
	}
	if pairs == 0 {
		return 0, 0
	}
	return loss / float64(pairs), pairs
}

// Fit returns the beta of the candidates with the smallest LogLoss on a history, and every candidate's loss in their
// order. The first of equals wins; with no candidates the beta is that of p.
func Fit(history []Played, candidates []float64, p Params) (beta float64, losses []float64) {
	beta = p.Beta
	least := math.Inf(1)
	for _, b := range candidates {
		p.Beta = b
		loss, _ := LogLoss(history, p)
		losses = append(losses, loss)
		if loss < least {
			beta, least = b, loss
		}
	}
	return beta, losses
}
