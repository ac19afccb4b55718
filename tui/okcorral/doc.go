// Package okcorral draws the table of O.K. Corral and turns keys into its gestures: the seats round the table, the card
// that everybody reacts to, what came of it on one scale of time, the rule book and the guided first game.
package okcorral
