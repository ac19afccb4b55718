// Package equilibrium computes and holds a strategy for the poker of 25 Outlaws between two players: one betting round
// with a common card on the table, of which a player who knows the strategy can win next to nothing.
//
// # The game that is solved
//
// Both put in an ante, hold two of the 20 cards and see one common card; the dealer acts last. Bets are in whole chips
// of $10 and as the rules have them (rules 24 to 27): at least the minimum bet, raises by at least the last raise, no
// limit but the stacks, which are equal here: what one has more than the other is never at stake. [Shapes] lists the
// games that are solved, each with its ante and its stacks in chips; others are played like the one whose stacks are
// nearest in antes.
//
// Cards are exact. Hands that differ only by a renaming of the suits that the common card does not have are one class,
// of which there are [Classes] with any common card; how many hands of one class leave how many hands of another is
// counted, not estimated. Of the bets the solved game has a choice, see [Menu]; [Exploitability] says what a best
// response wins, in the solved game and, with every amount that the rules allow, against the strategy as [Table.Advise]
// carries it over.
//
// # How
//
// Counterfactual regret minimisation, in its variant CFR+: the players take turns to improve, regrets never fall below
// zero, and the strategy is the average of all those played, the later ones weighing more. What comes out is rounded to
// bytes and shipped as a table. All arithmetic is done one operation at a time, so that every machine computes the same
// table to the last byte.
package equilibrium
