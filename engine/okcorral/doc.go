// Package okcorral is the game O.K. Corral by its rules page: the table game of section 1, the judging of 2.3 and 2.4,
// the options of section 8, for 2 to 6 seats.
package okcorral
