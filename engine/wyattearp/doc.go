// Package wyattearp is the card game Wyatt Earp by the clauses R1 to R60 of its rules page, with the house rules
// hideouts, reactions, zero-shares, second-supply and target, for 2 to 4 seats.
//
// # Words
//
// A match is played in rounds, each from a deal to its scoring; the box, the players and the notation call a round a
// "hand". A hand in this package is the cards that a seat holds. The stock is the box's "supply".
//
// # The course of a match
//
// Nature deals (the first dealer is drawn by lot, rules R7) and holds the duel for a shared first place. A card that is
// turned up for a shot and the reshuffle are part of the move that needs them. A scored hand waits for Nature, so that
// people can look at it; only then is the next one dealt.
//
// The victim of a Hideout is always asked, whether or not he holds a Wyatt Earp, and whatever else everybody can see
// about his chances: passing is always possible, so asking tells nothing. With reactions = many he is asked again after
// every reply that missed.
//
// Two guards are ours, because the rules alone let a match go on for ever: a hand ends after three rounds of turns in
// which nothing was played or drawn from the supply (rules R47), and after a hundred hands the richest wins.
//
// # What is secret
//
// Hands, the order of the supply, and which card a Wyatt Earp took out of the discard stack. A [View] holds the rest
// and what its viewer could remember of it; [Rules.Imagine] makes states that fit one. A player who could search the
// discard stack sees what is in it, since the list of his moves says so anyway. When a hand ends, what is left in hands
// goes to the discard stack for all to see.
package wyattearp
