// Package lobby is the people and the places of the house: who is here, which tables stand, who talks, who ranks where.
//
// # The nouns
//
// [House] is the whole: it holds the games ([saloon/engine/bot.Kit]), the tables ([saloon/lobby/table.Table]) and the
// ports to what lasts ([Players], [Results], [Tables]). Somebody who comes in gets a [Session]; a session that goes to
// a table gets a [Visit]. [News] is what a session knows of the lobby, a [Listing] is a table in it, a [Presence]
// somebody who is here.
//
// # How it is driven
//
//	house, err := lobby.Open(ctx, deps)          // every table that was not closed stands again
//	s, err := house.Enter(ctx, identity)         // what the door has proved
//	if !s.Named() { err = s.SetName(ctx, name) } // on a first visit
//	<-s.Bell(); news, ok, open := s.Take()       // the newest news, whole
//	v, err := s.Quick(ctx, "wyatt-earp")         // or OpenTable, Join, Watch, Lesson
//	<-v.Bell(); frame, ok, open := v.Take()
//	err = v.Answer(ctx, frame.Ask.ID, frame.Ask.Legal[0])
//
// # The laws
//
//   - No screens and no SQL here. What a table shows was written down before.
//   - A session never waits for another one, and nobody waits for a session: news and frames reach it through mailboxes
//     of one slot. The lobby is described once for all sessions when it changed, at most a few times a second; what
//     concerns one session alone is cheap. Moves are no news. No session costs a ticker.
//   - The house's one lock is never held while a table or a database is asked anything.
//   - One key, one session: a second one takes the first one's place, and the seats stay.
//   - Text from people is cleaned when it comes in ([CheckName], [Clean]); screens clean it again.
//   - Talk has limits of its own, and moves have none of them.
//   - Nobody learns the code of a private table, or of a running match more than its table would show them.
//   - Ratings follow from places by a pure function ([RateMatch]): bots move nobody but themselves. So does the form by
//     which shorter spans are ranked ([Form], [Measure]); matches of the same two people weigh less ([Repeated]).
//
// # What it does not do
//
// It proves no key, draws nothing, stores nothing, and knows no game's rules.
//
// # Decisions
//
// Names are unique by [Skeleton], not by spelling: whoever can be taken for Anna cannot be called so. Accents of
// European letters do not count, so that a name can be typed on any keyboard.
//
// Several people from one public address are not seated together at a rated table, unless Deps.SameAddress is set: two
// accounts of one person would be worth points. Addresses of this machine and of private networks say nothing.
//
// Guests have names and rows like everybody, so that a code can make an account of what they played.
package lobby
