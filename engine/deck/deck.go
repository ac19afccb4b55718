// Package deck holds what every card game needs of a deck and no game's rules: an honest shuffle.
package deck

// Source draws a number from 0 to n-1, each equally likely; *engine.Rand is one.
type Source interface{ IntN(n int) int }

// Shuffle brings the cards into a random order, each order equally likely (Fisher and Yates).
func Shuffle[T any](r Source, cards []T) {
	for i := len(cards) - 1; i > 0; i-- {
		j := r.IntN(i + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
}
