// Package tui is the house as one sees it: the app that every session runs, and its screens.
//
// # The nouns
//
// [App] is the one model of a session. It owns a stack of screens (door, lobby, table, rule book, …), a stack of
// dialogs, a toast, the size, the style and one timer, and it only routes: every screen is a file of its own and a
// screen.Screen. What all screens share is their desk: the session, the games, the player's settings.
//
// # How it is driven
//
//	app, err := tui.New(tui.Options{Session: session, Kits: house.Kits(), …})
//	program := tea.NewProgram(app, …)
//	…
//	app.Close() // when the program has ended, however it ended
//
// # The laws
//
// Nothing waits in Update or View: what takes time is a command, whose answer comes back as a message and is acted on
// there. The app waits for news with a command that reads the session's mailbox and is issued again after each; the end
// of the session closes the mailbox, so no such command stays behind. Time arrives in messages. Text from other people
// is cleaned when it is drawn. A dialog that pops up swallows keys that were meant for something else. What is pasted
// fills text fields and does nothing else.
package tui
