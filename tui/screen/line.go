package screen

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine/clock"
)

// Line is what a screen may know and want of the line to its player's terminal, where what one reacts to must be on the
// screen at a moment that is known. It is beneath Bubble Tea: what is written by it does not wait for the next frame.
// Its methods may be called by several goroutines.
type Line interface {
	// Flash writes p at once, whole, between two frames of the renderer and never within one. The cursor and its
	// colors are kept for it, so p may move and color as it likes; it is not translated, so it should move by
	// sequences and not by newlines. With mark, a question to the terminal follows which it answers when it has drawn
	// p: a Marked with the number that is returned here. The number is 0 if none was asked, because mark is false or
	// the terminal does not answer such questions. Whether one was asked or not, as many bytes are written.
	//
	// Sent is when the write returned. Flash waits for the line, so call it from a command only.
	Flash(p []byte, mark bool) (sent time.Time, marked uint64, err error)
	// Lag is what is known of the length of the line just now.
	Lag() clock.Lag
	// Probe asks for one more round trip, unless one was asked for in the last second, and ends a Quiet. It returns at
	// once. Call it where nothing is measured: between races, early.
	Probe()
	// Quiet asks for no round trip for a while, 10 s at most, so that none is under way while something is measured.
	Quiet(d time.Duration)
	// Slots reports whether the player's client is one that sends keys in time slots of 20 ms, as OpenSSH does from 9.5
	// on unless it is told otherwise (-o ObscureKeystrokeTiming=no).
	Slots() bool
}

// Stroke is a key press with the moment at which its byte was read from the line. The app takes it apart: screens get
// the key as a tea.KeyPressMsg, but for those that are Timed.
type Stroke struct {
	Key tea.KeyPressMsg
	At  time.Time // by the same clock as Sent of Line.Flash
}

// Timed is a screen that wants to know when keys were pressed: while Timing is true, Handle gets a Stroke in the place
// of each tea.KeyPressMsg that is meant for the screen. It should still take a plain tea.KeyPressMsg: there are
// terminals without a Line.
type Timed interface{ Timing() bool }

// Marked says that the terminal has answered the question with this number, and so has drawn what was written before
// it. It comes to all screens, and may come before the message of the command that called Line.Flash.
type Marked struct {
	N  uint64
	At time.Time // when the answer was read, by the same clock as Sent of Line.Flash
}
