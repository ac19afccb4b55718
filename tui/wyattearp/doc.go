// Package wyattearp is the screen's part of Wyatt Earp: the board that a table screen shows, its rule book and the tips
// of the guided first hand. It holds no rules: what may be played comes from the table's question.
package wyattearp
