// Package toy is High Card: a complete game, small enough to read in one sitting, that uses every part of the engine's
// contract. Tests of whatever drives games (the conformance suite, tables, records, simulators) are written against it.
//
// # How it is played
//
// Two to four seats, sixteen cards: the numbers 1 to 8, two of each. A match is five rounds (option "rounds", 1 to 5).
//
//  1. Deal. Nature shuffles and deals three cards to each seat; the rest is the stock, face down.
//  2. Window. All seats are asked at once, beside Nature. A seat seals a card ("play 5") or none ("pass"); nobody sees
//     which. Nature's "close" turns the sealed cards over; who has not answered has passed. The highest card scores 2
//     points; of equal cards the one that was sealed quicker (Act.After), then the lower seat. All turned cards go to
//     the pile.
//  3. Goes. From the window's winner, or seat 0 if all passed, clockwise, every seat has one go: "play 6" lays a card
//     higher than the last one laid in this round's goes and scores 1 point, "draw" takes the top of the stock in
//     secret, "pass" does nothing.
//  4. Rest. Between rounds there is a pause (Pauser); then Nature collects all cards and deals again.
//
// After the last round most points win; equal points share a place.
//
// # Lengths
//
// A round is 1 deal, at most one answer a seat, 1 close and one go a seat: with everybody answering, 6, 8 or 10
// entries for 2, 3 or 4 seats, so a match has at most 50.
//
// # What is hidden
//
// Hands, the order of the stock and sealed answers. A seat's number of cards counts its sealed card, so that sealing
// and passing look alike until the close.
package toy
