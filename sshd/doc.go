// Package sshd is the door of the house: the SSH adapter. It says who somebody is, keeps them from what nobody may do,
// and brings their keys to the screens and the screens to their terminal.
//
// # The nouns
//
// A [Server] listens. A line is one connection, a session is one channel on it in which a shell or a command was
// started; a [Visit] is a session at a terminal, as the screens get to know it. The gate counts connections before
// their first byte is read. The front answers what a client asks of a session channel, for as long as there is one. The
// pump brings what happens on a session's line to its program.
//
// # The laws
//
// Nothing that a client sends is believed before it was bounded: sizes, variables, names, input. Nobody is looked up
// before they proved who they are: the key callback knows nothing but keys. Whoever does not read, does not answer or
// sends rubbish loses their own line, and nobody else notices. Every end that can still write gives the terminal back
// as it was. A panic ends one session.
//
// # What it does not do
//
// It forwards nothing, knows no subsystem, sends no question to a terminal, and has no screens: those come from
// outside, through [Config]. It does not use Wish's own Bubble Tea middleware, which reads the client's sizes, requests
// and bytes as they come; what is told here instead is in the comments of front.go, pump.go and the package intake.
//
// # Decisions
//
// Guests come in by keyboard-interactive without a question, never by "none": so a client with a key always shows it
// first. A connection has ten seconds to begin its key exchange, but a minute to finish it, because people read the
// fingerprint of a house that is new to them. Input beyond the budget is read later, not dropped, so that no sequence
// is torn; only what is decoded is dropped.
package sshd
