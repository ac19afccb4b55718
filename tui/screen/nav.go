package screen

import tea "charm.land/bubbletea/v2"

// Move is what a Nav does to the stack of screens.
type Move uint8

const (
	// Stays leaves the stack as it is.
	Stays Move = iota
	// Pushes puts To on top.
	Pushes
	// Pops takes the top screen off; the last one never goes.
	Pops
	// Replaces puts To in the top screen's place.
	Replaces
	// OpensRules puts the rule book of Game on top, open at Clause if it is set.
	OpensRules
	// OpensHelp puts the help of the top screen over it.
	OpensHelp
	// Leaves ends the session.
	Leaves
)

// Nav is where to go after a message. Its zero value stays. Toast and Dialog go with any move.
type Nav struct {
	Move   Move
	To     Screen
	Game   string  // for OpensRules
	Clause string  // for OpensRules: such as "R14"
	Toast  string  // a line that everybody reads and that goes away by itself
	Dialog *Dialog // a question on top of the screen
}

// Stay stays.
func Stay() Nav { return Nav{} }

// Push puts a screen on top.
func Push(to Screen) Nav { return Nav{Move: Pushes, To: to} }

// Pop goes back.
func Pop() Nav { return Nav{Move: Pops} }

// Replace puts a screen in the top screen's place.
func Replace(to Screen) Nav { return Nav{Move: Replaces, To: to} }

// Rules opens a game's rule book, at a clause such as "R14" or at its beginning.
func Rules(game, clause string) Nav { return Nav{Move: OpensRules, Game: game, Clause: clause} }

// Help opens the help of the top screen.
func Help() Nav { return Nav{Move: OpensHelp} }

// Leave ends the session.
func Leave() Nav { return Nav{Move: Leaves} }

// Toast stays and shows a line for a few seconds.
func Toast(text string) Nav { return Nav{Toast: text} }

// Ask stays and puts a question on top.
func Ask(d Dialog) Nav { return Nav{Dialog: &d} }

// Saying adds a toast to a Nav.
func (n Nav) Saying(text string) Nav {
	n.Toast = text
	return n
}

// Dialog is a question over the screen. Keys that were meant for something else when it popped up are swallowed. "esc"
// and the key of the last choice, which must be the harmless one, close it.
type Dialog struct {
	Title   string
	Text    string // may have several lines; wrapped
	Choices []Choice
	// Field, if set, asks for a line of text, which the chosen Do receives.
	Field *Field
}

// Field is a dialog's line of text.
type Field struct {
	Label string
	Text  string // what it holds at first
	Max   int    // cells
}

// Choice is one answer to a dialog.
type Choice struct {
	Key    string // as Bubble Tea names it; "enter" for the main one of a dialog with a field
	Words  string
	Danger bool
	// Do is called when it is chosen, with the field's text; nil does nothing. It runs on the event loop and must not
	// wait.
	Do func(text string) (tea.Cmd, Nav)
}
