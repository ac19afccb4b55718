// Package lobby is the people and the places of the house: who is here, which tables stand, who talks, who ranks where.
//
// # The nouns
//
// [House] is the whole: it holds the games ([saloon/engine/bot.Kit]), the tables ([saloon/lobby/table.Table]) and the
// ports to what lasts ([Players], [Results], [Tables]). Somebody who comes in gets a [Session]; a session that goes to
// a table gets a [Visit].
//
// # The laws
//
// No screens and no SQL here. A session never waits for another one: news reaches it through a mailbox of one slot.
// What a table shows was written down before.
package lobby
