// Package tuitest drives the house without a terminal: people come in, see, press keys and wait, and every step reads
// like prose.
//
//	synctest.Test(t, func(t *testing.T) {
//		house := tuitest.Open(t)
//		north := house.Comes("Anna")
//		north.Sees("The tables stand empty").Presses("o").Sees("A new table")
//	})
//
// A [House] is a real lobby.House on lobbytest's memory, and a [Terminal] runs a real tui.App through its own Update
// loop, with its commands in goroutines. All of it lives in a testing/synctest bubble: a step ends when nobody has
// anything to do any more, and time passes only where a test says so. Whatever is drawn is checked on the way: each
// screen must fill its window to the cell.
package tuitest
