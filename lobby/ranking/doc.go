// Package ranking keeps the leaderboards: it turns one rated match after the other into standings.
//
// # How it works
//
// [Move] takes the next match and moves everything that follows from it: the ratings, the boards of its game for the
// day, the week, the month, the season and all time, and the boards of the whole house for the same. Where standings
// are kept is a [Shelf]: package data's transaction when a match ends, a [Book] in memory when all of them are made
// again. It is the same code in both, fed by the same order of matches, so both give the same digits.
//
// # The laws
//
//   - A pure fold: matches in, standings out. Nothing but the matches, their order and their moments decides.
//   - A rank is counted over whole points: equal points share it. So a rank is a sum over steps of points, whatever the
//     number of people, and a step is all that a shelf must count.
//   - Bots stand on the ladder of all time without counting, and on no other board.
package ranking
