// Package record reads, writes, replays and compares matches on paper.
//
// A record is one TOML file with one match: who sat where, the seed from which all chance follows, and the moves, one
// line each, as "SEAT: MOVE". History exports it, a rules test is one, a bug report attaches one.
//
// # How to use it
//
//	rec, err := record.Parse(text)         // its shape; errors name the line
//	res, err := record.Replay(games, rec)  // errors name the line of what cannot be played at all
//	shown, err := res.Show(engine.Public)  // what a viewer sees of where it ended
//	failures, err := record.Check(games, rec)
//	err = record.Verify(games, rec)
//
// A record holds moves only. A [Log] holds what happened as well, and its Verify compares the two.
//
// # Secrets that outlive the match
//
// Where some cards stay secret for ever, the seed does, too. Log.Public then writes a record without it: the log as
// spectators read it, and a [Deal], with which Verify checks that every card they saw is the one that was sealed when
// it was dealt (see package seal). Such a record cannot be played again; [Record.Public] shows its end, and
// [Record.Judged] says what it proves and what it cannot.
//
// # Chance
//
// Nature's acts are not written. Whenever chance is due it is played, before the first move, between two and after the
// last. Entry n of the seed is the chance of the nth accepted act, from 1, Nature's counted; a position that leaves
// cards out draws them from entry 0. Where Nature answers beside seats, as at the close of a window, its act is a line
// like any other: "table: close". When the last seat has answered and nobody is left beside it, that line may be left
// out.
//
// # The laws
//
//   - Everything in a file is hostile: sizes and depths are bounded before it is read.
//   - What cannot be read is refused, with line and reason: unknown keys, names, games, rules, moves and positions.
//   - What one viewer is shown holds nothing that it may not see, refused moves of others included.
//
// # What it does not do
//
// It knows no game, reads no file and prints nothing.
package record
