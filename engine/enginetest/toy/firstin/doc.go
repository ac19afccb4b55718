// Package firstin is First In: a complete game in which people race, small enough to read in one sitting. Tests of
// whatever drives races (the conformance suite, tables, records, simulators) are written against it.
//
// # How it is played
//
// Two to four seats, no cards. A match is six rounds (option "rounds", 1 to 6). In round 1 seat 0 is the starter, then
// the next seat.
//
//  1. Ready. The starter says "go". It has 2 seconds; from the second round on the table leaves everybody a second
//     before it asks.
//  2. Armed. Between 500 and 1,500 ms later, nobody knows when, a sign goes up.
//  3. Open. The sign is "left", "right" or "duck", each equally likely. Left and right call on everybody; duck calls on
//     everybody but the starter. Each seat may answer once, with any of the three; the first of those who were called
//     on and gave the right answer no sooner than 100 ms scores. The race stands for a second.
//  4. Nature's "close" says who it was; of equal times the lower seat's counts.
//
// After the last round most points win; equal points share a place.
//
// # What is hidden
//
// When the sign will go up and what it will be; and, until the close, who has answered.
package firstin
