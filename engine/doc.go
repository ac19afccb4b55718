// Package engine is the contract between the house and the games it plays.
//
// # The nouns
//
// A game implements [Rules] over five types of its own: a State (what is true), a Move (what a seat decides), an Event
// (what then became true), a View (what one viewer may know) and it tells its events as [Note] lines. Everything
// outside the game's own folder meets it through [Game] and [Match], which hide those types; [Erase] makes one from
// the other.
//
// # How it is driven
//
//	m, _ := game.Open(config)          // an empty table; nothing random has happened
//	for {
//		turn := m.Turn()               // [Nature] when chance is due; none when the match is over
//		m, facts, err = m.Play(act, seed.Entry(n))
//		// write facts, then show m.View(viewer)
//	}
//
// # The laws (package enginetest checks each on every game)
//
//  1. Same in, same out: a decision depends on the state, the act and the entry's [Rand] alone, and replaying the
//     facts gives an equal state.
//  2. One predicate: Decide accepts exactly what Legal lists, or, for a game whose Spec says that its list holds
//     representatives, everything that Legal lists and nothing that its own check refuses.
//  3. Two worlds: what a viewer cannot know changes neither its view, nor who is asked, nor what it may do.
//  4. Sealed races: until a race is closed, nobody notices anybody else's answer, nor when a race will open.
//  5. Sealed cards: where secrets outlive the match ([Dealer]), every shuffle has its seal in the facts, and of the
//     cards those are opened that everybody sees, each once, as what it was sealed as.
//
// # What it does not do
//
// No clocks, no goroutines, no input or output, no randomness but the Rand it is handed, no ranging over maps where
// the order could reach an event or a view. Time that a game needs reaches it as Act.After.
package engine
