// Package lobbytest keeps a house in memory: the ports that package data implements over SQLite, without a file. Tests
// of whatever stands on a house (lobby, tui, sshd) use it; it works inside a testing/synctest bubble.
//
//	store := lobbytest.New()
//	house, err := lobby.Open(ctx, lobby.Deps{Kits: kits, Players: store, Results: store, Tables: store})
//
// It is honest: names and keys are unique, batches are whole or not at all, ratings follow from places by
// lobby.RateMatch, and a second house opened on the same store finds everything as the first one left it.
package lobbytest
