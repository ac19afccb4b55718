// Package sshd is the door of the house: the SSH adapter. It says who somebody is, keeps them from what nobody may do,
// and brings their keys to the screens and the screens to their terminal.
//
// # The nouns
//
// A [Server] listens. A line is one connection, a session is one channel on it in which a shell or a command was
// started; a [Visit] is a session at a terminal, as the screens get to know it. The gate counts connections before
// their first byte is read. The front answers what a client asks of a session channel, for as long as there is one. The
// pump brings what happens on a session's line to its program. The pulse asks whoever is silent whether they are there,
// and measures the line. A stage runs a session's screens; it waits and writes, everything that it hears rings its one
// bell, and the crew thinks and draws for all stages, first for those who have pressed a key.
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
// It forwards nothing, knows no subsystem, asks a terminal nothing but the color of its ground and whether it has
// drawn, and has no screens: those come from outside, through [Config]. It does not use Wish's own Bubble Tea
// middleware, which reads the client's sizes, requests and bytes as they come; what is told here instead is in the
// comments of front.go, pump.go and the package intake.
//
// # Moments
//
// What people race on is written beneath the renderer, between two of its frames, and has been sent when that write
// returned; keys bear the moment at which their bytes were read. How long a line is, is measured by round trips that
// are asked for between races only, and bounded by what the kernel says of the connection, so that a client that
// answers late gains little. Through a jump host or a proxy the kernel sees that one only, and no more than 60 ms are
// made up for beyond it. A terminal says itself when it has drawn, if it answers CSI 5 n.
//
// The SSH library tells every client that it knows ping@openssh.com, and has no switch for it; it is within what is
// encrypted and signed, so nothing around the library can take it out. OpenSSH from 9.5 on therefore sends false
// packets for a while after a key, besides sending keys in slots of 20 ms, which it does in any case.
//
// # Decisions
//
// Guests come in by keyboard-interactive without a question, never by "none": so a client with a key always shows it
// first. A connection has ten seconds to begin its key exchange, but a minute to finish it, because people read the
// fingerprint of a house that is new to them. Input beyond the budget is read later, not dropped, so that no sequence
// is torn; only what is decoded is dropped. The library is handed a few packets at a time, since those that it has read
// and nobody works on any more would keep its goroutines for ever; see backlog.go.
package sshd
