// Package rating turns the places of a match into ratings.
//
// The method is Plackett-Luce after Weng and Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12 (2011),
// Algorithm 4: a player is a normal distribution with mean Mu and deviation Sigma, a match is one order of places with
// ties, and every match moves all who played it at once.
//
// # How to use it
//
//	p := rating.Default(beta)               // beta says how much luck the category holds; see Fit
//	after := rating.Rate(prior, ranks, p)   // prior[i] finished at place ranks[i]; equal places are ties
//	why := rating.Match{Prior: prior, Ranks: ranks}.Explain(i, p)
//
// # The laws
//
//   - A pure function: history in, ratings out.
//   - The same history gives the same digits on every processor: no fused multiply-add, no exponential of the platform.
//   - Only the order of the places counts: 1, 2, 2, 4 and 0, 5, 5, 9 are the same result, so leaving somebody out of a
//     match needs no new numbering.
//   - Weights of pairs favour nobody: what one gains less by an opponent, the opponent loses less, and a match that
//     says little about somebody makes what is known of them no older either.
//
// # A wrinkle of the method
//
// Ties are approximated: sharing a place with somebody much stronger can earn a little less than finishing right
// behind. The reference implementations do the same.
//
// # What it does not do
//
// It knows no players, categories, seasons or bots: who is rated together with whom is the caller's to say.
package rating
