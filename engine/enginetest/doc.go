// Package enginetest checks the engine's laws on a game. Every game's tests call [Conform]; a fuzz target hands its
// bytes to the same function as [Options].Choices; the simulator lets a [Checker] watch a sample of its matches.
//
// # What is checked
//
// Same in, same out: Decide twice with the same chance gives the same events; events survive their codec; replaying
// the written facts, also through the erased Match, gives an equal state after every entry.
//
// One predicate: Decide accepts every move that Legal lists and no other out of a net of stray moves (the caller's,
// and all that were legal for anybody at any time), by any seat; Turn and Legal agree about who may act; a window
// (Windower) asks one seat alone; a refused act draws nothing; a match ends within Spec.EntriesMax.
//
// Two worlds: for every viewer the cards that it cannot see are redrawn (Imaginer). Its view, who is asked, the pause,
// the window and its own legal moves must not differ. Then the same act with the same chance is decided in both
// worlds: if the viewer is told the same, it must see the same afterwards, and if it sees the same it must be told the
// same, so that neither a question nor a line of the log carries what the view hides. Cards that a note names are
// cards that the view shows before or after it.
//
// Races (Timekeeper): Armed where Nature alone is asked, and nobody is shown or told for how long; while a race is
// open, Nature and all seats, whoever has answered, no second answer, and not a view, a line, a question or a legal
// move of anybody else's changes by an answer; answers of any time from long before the reveal to long after; once a
// race is Settled, no answer that may still come changes what its close does; Reactions that are well-formed.
//
// Sealed cards (Dealer): every shuffle has a seal; a card is opened at most once, as the card that was sealed there, in
// an event whose line for everybody names it, and only if everybody sees it then.
//
// Besides: conservation (Auditor), views that share no memory with the state, outcomes whose ranks follow from
// nothing but places, refusals of impossible configurations, positions and moves that can be written and read back.
//
// # What a game needs
//
// Rules, codec, notation and, for the check of notes, a function that lists the names of the cards that a view shows.
// The laws of hidden cards are skipped for rules that are no Imaginer.
package enginetest
