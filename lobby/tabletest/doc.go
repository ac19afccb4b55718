// Package tabletest drives tables in tests: a log in memory that fails when it is told to, a clerk who sits at a table
// and remembers every frame, and a house of Deps around them.
package tabletest
