// Package paint turns the frames of a session into bytes for its terminal: what it takes to get from the last frame to
// the next, and little more.
//
// A [Painter] remembers what the terminal shows as the text of its rows, not as cells: only rows that differ are taken
// apart, and only between what they have in common at both ends, into a sheet that all sessions share by turns. So a
// session that nobody looks at costs its last frame and no more, and a frame in which one figure changes costs a look
// along one row and a few cells.
//
// # The laws
//
// Whatever frame follows whatever other, the terminal shows the new one, cell by cell. A frame's bytes leave the pen
// without color and the terminal in no sequence, so that something else may be written between two frames if it keeps
// the cursor. What a frame holds beyond its window is not written. Sequences other than those of ink (SGR) are not a
// frame's business: a row that holds one is written without it.
package paint
