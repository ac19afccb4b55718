// Package fair shows how fair races are over lines of different lengths.
//
// Riders come to a real house through real SSH connections, each over a [Link] that delays what goes through it. All
// react alike: their times are drawn from one distribution. What the house makes of their reactions is compared with
// what they truly were, and each rider with each other: who is near must not win more often than who is far away. Some
// riders cheat, and it is measured what they gain.
//
// A [Net] is the ground on which riders come, a [Book] notes beneath the screens what the house reads and writes of
// each of them, so that times can also be reckoned as they would be without compensation.
package fair
