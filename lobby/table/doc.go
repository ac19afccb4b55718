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
// # Races
//
// Where rules keep time themselves (engine.Timekeeper) the table holds back what is due for as long as they say, from
// when people saw how things stand; a question may have their limit instead of a clock. In a race everybody answers at
// once, by a [Gesture], and how long it took decides:
//
//   - The table shows what people react to at one moment. A session tells when its picture was sent and what is known
//     of its line ([Reached]), when the terminal had drawn it ([Marked]), and which key was read when. Package clock
//     makes reaction times of that. Whoever looks from several terminals reacts from the first on which it could be
//     seen, a picture counts as sent no later than just after the table showed it, and those who only look on see it
//     later: no detour is a head start.
//   - A gesture is an entry of its own, judged and written at once, and sealed: until the close no frame of anybody
//     else is caused by it, differs by it, or counts it. What a bot does is written when it would have done it.
//   - The race closes at the first moment at which nothing that is still on its way could change its result, at the
//     latest when everybody's time is over. Keys that were read while the table was busy writing are heard first.
//   - Whoever loses the line, or lets several races go by that call on them, is played by a bot at once, until they are
//     back and the race is over in which they came. A bot that steps in midway reacts no sooner than is still possible:
//     leaving is no second chance. A vote to adjourn is carried after the race.
//   - After a restart, a failure of the log, or everybody's being away, a race that was open cannot be gone back to:
//     what people were to react to has been seen. Who had answered has answered. For all others bots react once
//     somebody is back, as they do for everybody who is not there: nobody fails because the house was down, and nobody
//     gains by what they saw before. A race that was only armed is armed anew.
//   - A game that is played live waits a while for those who are missing when a match goes on that had stood still;
//     then bots play for them.
//
// In a lesson a race is a race, but the table waits until the learner has seen what came of it.
//
// # When people are away
//
// Who leaves in a match has a grace, after which a bot plays the seat until its owner is back. If everybody is away
// the match stands still instead, as it does when the house restarts: nobody's cards are played because the house or
// the line was down. It goes on when the first of them is back, and those still missing get a grace of their own.
// In correspondence nobody needs to be there and nothing of this applies.
//
// Whose line has only missed an answer is there, and shows as such ([Chair].Faint), until the line answers again or is
// given up.
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
