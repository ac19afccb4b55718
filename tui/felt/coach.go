package felt

import (
	"saloon/lobby"
	"saloon/lobby/table"
)

// Coach guides somebody through a first hand. It looks on and speaks one tip at a time; what the player does moves it
// on. It never chooses a move.
type Coach interface {
	// See brings what the player sees now.
	See(view any, ask *table.Ask, t Table)
	// Tip is what to say now; ok is false once there is nothing more.
	Tip() (tip Tip, ok bool)
	// Next is the player's key for a tip that waits for it.
	Next()
	// Stop ends the lesson.
	Stop()
}

// Tip is one thing that a coach says.
type Tip struct {
	Step  string // the name under which progress is kept
	Title string // two or three words
	Text  string // wrapped by the screen; at most two lines of 76 cells are in sight on a small one
	Plain string // the same where there is no cursor and choices are typed; Text if it is empty
	At    int    // which tip this is, from 1 …
	Of    int    // … of how many
	Waits bool   // goes on by the key, not by a move
}

// Done is the step that is kept when a lesson was finished or skipped.
const Done = lobby.LessonDone
