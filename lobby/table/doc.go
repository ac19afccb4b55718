// Package table is one table of the house: its seats, its match, its clocks, who looks on and what is said there.
//
// # The nouns
//
// A [Table] takes [Input]s and answers each with a verdict; what can be seen of it leaves as [Frame]s through
// [Mailbox]es. An [Ask] is its question to a seat, an Answer settles it. An [Entry] is one accepted act with all its
// events, the unit of the [Log]. A [Chair] is a seat as people see it: its owner, and who plays for the owner.
//
// # How it is driven
//
//	t, err := table.New(ctx, deps, saved)          // or Restore, from what was written down
//	box := table.NewMailbox()
//	err = t.Do(ctx, table.Look{Who: me, Box: box}) // from now on frames arrive in the box
//	err = t.Do(ctx, table.Answer{Who: me.ID, Ask: frame.Ask.ID, Move: frame.Ask.Legal[0]})
//
// Inside there are two halves. The core (core.go and the files named after what they deal with) is pure: a step takes
// an input and a time and gives the next core and what has to be written. The loop (run.go) is one goroutine: it takes
// inputs from one bounded inbox, steps, writes, shows, and sets one timer to the next moment at which something is due.
//
// # The laws
//
//   - Write, then show. Frames are made after the batch is durable. If writing fails nothing is shown; the table stops,
//     says so, reads itself again from the log and goes on by itself.
//   - A table never waits for a session. Verdicts go into a slot of their own, frames into mailboxes.
//   - The owner of a seat sees as that seat, everybody else sees what the public sees.
//   - A clock starts when its question is shown, stops when the answer arrives, and never gains by anybody's coming or
//     going.
//   - A panic in the rules stops this table and no other. What was shown is kept.
//
// # Windows
//
// Where Nature is asked beside seats, several may answer until it closes the window. Where a question stands
// (engine.Windower) one seat is asked, and how long it thinks is its own secret: an answer is judged at once, sealed,
// and played at the moment at which the window ends; without one the move that costs the least is played then. Only who
// gave the answer gets a frame by it ([Sealed]) and may know; nothing that others see, and nothing that is written,
// depends on when it came. Bots answer in the same way. No clock runs in a window of either kind, nobody is taken for
// missing who lets one pass, and a window in which the match stood still begins anew. A sealed answer is in memory
// alone: after a restart the question is asked again.
//
// In a lesson and by correspondence no question stands.
//
// # When people are away
//
// Who leaves in a match has a grace, after which a bot plays the seat until its owner is back. If everybody is away
// the match stands still instead, as it does when the house restarts: nobody's cards are played because the house or
// the line was down. It goes on when the first of them is back, and those still missing get a grace of their own.
// In correspondence nobody needs to be there and nothing of this applies.
//
// # Walking out
//
// Leaving one's seat in a match, after the hand or now, is walking out: a bot plays on, a substitute may take the seat
// over, and whoever walked out is last in the ranking. While nobody has taken the seat one may come back to it, and
// nothing has happened. When the last person leaves, the match ends there; if others walked out before, that person has
// not.
//
// # Adjourning
//
// A match is adjourned when everybody who sits agrees, and goes on when everybody does. After a day anybody who sits
// may let it go on; those who are missing then have their grace. There is no cap.
//
// # What it does not do
//
// It knows no game, no database, no screen, and does not check who somebody is: the lobby does.
package table
