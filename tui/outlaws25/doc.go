// Package outlaws25 draws the table of 25 Outlaws and turns keys into its moves: the gangs' rows, the poker hand, duels
// as scenes, the rule book and the guided first round.
package outlaws25
