// Package outlaws25 is the game 25 Outlaws by the clauses 1 to 72 and 75 of its rules page, with the reward cards of
// 6.3 and the house rules ranking, limit and short, for 2 to 5 seats.
//
// # Words
//
// A gang is a seat's row of three outlaws, at R, M and L. The marked outlaw plays poker. A chip is $10, the smallest
// amount; the state counts chips, everything that is written or shown counts dollars. The pot is everything that was
// put in during a hand; pots are what it is divided into at the end.
//
// # The course of a match
//
// Nature deals the gangs, begins every round (antes, deal, flop, the first sheriff), and goes on after a showdown and
// after a duel, which are moments to look at. All other chance (a sheriff, dice, a reward, a reshuffle) belongs to the
// move that needs it. Wherever nobody has anything to decide, the match goes on by itself: [State] has one question,
// who is asked, and where nobody is, what follows in that phase follows.
//
// Rows are arranged, and money is shared, by everybody at the same time and in secret; what was decided is sealed, and
// the shares come true when the next round begins.
//
// The windows of a duel ask every seat that has a reward face down on an outlaw, whether or not it is of use there, so
// that asking tells nothing; that a seat holds rewards, and on which outlaws, everybody sees. A sheriff's victim is
// asked for a bribe if its gang holds any.
//
// Two guards are ours, because the rules alone let a match go on for ever: after roundsMax rounds the richest gang
// wins, and a row can be rearranged only so often.
//
// # What is secret
//
// Hole cards, speeds of outlaws that were never turned up, which rewards lie on outlaws, and the order of all decks.
// Folded hands and outlaws that a gang never got are never shown to anybody, also not afterwards: a match's seed must
// stay secret when it is over. [Rules.Imagine] makes states that fit a [View].
package outlaws25
