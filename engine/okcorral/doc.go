// Package okcorral is the game O.K. Corral by its rules page: the table game of section 1, the judging of 2.3 and 2.4,
// the options of section 8, for 3 to 6 seats and, by section 4, for 2.
//
// # Words
//
// The revealer turns the top card of its pile. A race is everything from a card that lies open to the close that judges
// it, or from the word Draw to the close of a showdown. Who has to do something is called on. A gesture is what a key
// does; a stroke is a gesture and its reaction time.
//
// # The course of a match
//
// Nature deals, turns the card when the foreperiod is over, and closes the race; the revealer's turn alone is a seat's
// decision. A race has no clock of its own: gestures come in any order, sealed, with their reaction times, and the
// close judges them by these. [Rules.Timing] says what time the rules give, [Rules.Settled] when waiting is of no use.
//
// # What is secret
//
// The cards face down, the foreperiod, and until the close who has answered and how. Nothing is secret afterwards, so a
// match's seed may be shown when it is over. [Rules.Imagine] makes states that fit a [View].
//
// # Rulings
//
// Where the page is silent:
//
//   - A window's first gesture is the only one, on Fool's Gold too: whoever hits the loot cannot hit the nugget any
//     more (2.3). A gesture that came too early is a false start, whatever it was.
//   - Gestures of players who are not called on are taken and ignored, so that a stray key is no matter. In a showdown
//     only the tied may answer (section 8).
//   - A gesture after the window is none. A player who was still thinking when a positive card was somebody else's has
//     not failed, and no reaction of it is kept.
//   - Times are tied if they are no more than 10 ms from the best, or from the worst on a negative card; they are not
//     chained (2.4).
//   - In a showdown for a negative card, the first in line of those who failed takes it, as in any race; if nobody
//     draws rightly for a positive one, nobody has it, and it leaves the game (2.4).
//   - A Duel card that starts no duel is a race in which nobody is called on: it is shown for its second. With the
//     decks of the page only the first one is such a card; that two of one color may follow each other is a rule for
//     other decks (28).
//   - At a slow table the windows of Fool's Gold and of such a Duel card are half as long again too; the pause to look
//     at a result is not (2.2, section 8).
//   - The foreperiod is memoryless in steps of 20 ms; what is above 3,500 ms is 3,500 ms (2.2).
//   - Two players have all six Duel cards, whose colors then mean nothing, and no Poker with the deck of first games
//     (10, section 4).
//   - Reaction times are whole milliseconds from -6,000 to 6,000; no foreperiod and no window is longer.
//   - The guided deck is in a fixed order, which is no secret, and is not shuffled.
//   - A position that lists piles is complete: what it has nowhere is out of the game. Without piles, what is nowhere
//     is dealt from the seed (section 8).
package okcorral
