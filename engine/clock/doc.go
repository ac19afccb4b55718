// Package clock measures the time that a seat has for its moves.
//
// # The nouns
//
// A [Control] says what a table plays by: a bank of time, what every answer adds to it, and the longest that one answer
// may take. A [Clock] is one seat's clock at one moment, a value: every method returns the next one.
//
// # How it is driven
//
//	c := clock.New(clock.Quick())
//	c = c.Start(now)              // the seat is asked
//	timer.Reset(c.Flag())         // if nothing comes until then, its time is up
//	c, inTime = c.Stop(now, lag)  // the answer came, over a line with this round trip
//
// # Lag
//
// A slow line must not cost a player time, and a line that pretends to be slow must not win any. So every clock has a
// purse: an answer is refunded its measured lag, at most what the purse holds, and every answer puts a little back into
// it. An answer may also arrive a little after the shown time is up, as long as its refund covers that; a flag falls
// only then. What is shown is low on purpose: it holds no refund that is still to come.
//
// # Races
//
// Where people race, how far away they are is taken out of their times. A [Sight] is what is known of the moment at
// which one player could see what to react to; it makes a reaction time of the moment at which a key was read, and says
// what nothing that is still on its way can be earlier than. [Lag] bounds what a line is believed, [Marks] what a
// terminal is. [Scripted] finds times that people do not have.
//
// # The laws
//
//   - Time never comes from nowhere: going away, coming back, pausing and restarting add nothing.
//   - A saved clock stands still. Only Resume makes it run.
//
// # What it does not do
//
// It reads no time: every method is told now. What happens when time is up is the table's to say, not the clock's.
package clock
