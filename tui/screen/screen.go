// Package screen is what the app and its screens say to each other: a [Screen] handles messages and draws, a [Nav] says
// where to go next, a [Binding] is one key with its word. It decides nothing, so that the app, the table screen and
// the games' boards can all import it.
//
// # The laws
//
// Handle never waits: what takes time is a command whose message comes back. Draw shows and decides nothing; all it may
// keep is where it drew what can be clicked. Keys, clicks and pastes reach the top screen only, every other message
// reaches all screens of the stack, each taking what is its own.
package screen

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/tui/style"
)

// Size is an area in terminal cells.
type Size struct{ W, H int }

// Screen is one full-window view.
type Screen interface {
	// Handle takes a message and says what to do and where to go.
	Handle(msg tea.Msg) (tea.Cmd, Nav)
	// Draw fills exactly size.W × size.H cells.
	Draw(size Size, st *style.Style) string
	// Bindings are the keys that do something here just now, for the footer and the help.
	Bindings() []Binding
}

// Starter is a screen that wants something done when it comes onto the stack, such as waiting for its first frame.
type Starter interface{ Start() tea.Cmd }

// Closer is a screen that holds something which must be given back when it leaves the stack or the session ends.
type Closer interface{ Close() }

// Typist is a screen in which keys may be text: while Typing is true, the app's own keys ("?") are left to it.
type Typist interface{ Typing() bool }

// Clocked is a screen that shows time. Due is when it will next look different by time alone; zero means never. The app
// is Clocked, too: there is one timer for all screens of a session, and a Tick comes then.
type Clocked interface{ Due(now time.Time) time.Time }

// LeastNap is how long the timer lets everything Clocked sleep at least.
const LeastNap = 10 * time.Millisecond

// Fronted is a screen that must know, before each message, whether it is what the player sees: on top of the stack,
// with nothing over it.
type Fronted interface{ Front(yes bool) }

// Hosted tells the app that whoever runs it sends a Tick whenever Due says so: it need set no timer of its own. Who
// does not see that the app is Clocked does not say so, and the app wakes itself.
type Hosted struct{}

// Listen asks for what Hear gives, as a message, whenever Bell rings, until more is false: then nothing will ring any
// more; msg is nil if it rang for nothing. Whoever runs the app may do it, by a bell of their own that many share and
// that has one slot: RingOn has it rung, to begin with at once. Where nobody does, Listen comes to the app as a
// message, and it waits for Bell itself. Hear must not wait.
type Listen struct {
	Bell   func() <-chan struct{}
	RingOn func(bell chan struct{})
	Hear   func() (msg tea.Msg, more bool)
}

// Cmd is the command that asks, once and for all.
func (l Listen) Cmd() tea.Cmd { return func() tea.Msg { return l } }

// Tick says what time it is. Screens take the time from here, never from a clock of their own.
type Tick struct{ Now time.Time }

// Binding is one key: what it is called, what it does, and why it does nothing just now.
type Binding struct {
	Keys []string // as Bubble Tea names them: "enter", "ctrl+l", "d"
	Show string   // as the footer writes it: "↵", "d"
	Does string   // one or two words
	Why  string   // if it cannot be used now: the reason
}

// Is reports whether a key press is this binding's and can be used now.
func (b Binding) Is(k tea.KeyPressMsg) bool {
	if b.Why != "" {
		return false
	}
	name := k.String()
	for _, n := range b.Keys {
		if n == name {
			return true
		}
	}
	return false
}
