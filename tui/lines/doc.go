// Package lines is the house in plain lines, for terminals that cannot place a cursor and for people who listen to
// theirs: everything that the screens do, said and typed. Output is only ever appended; there are no escape sequences,
// no boxes, and nothing is said twice without being asked for.
//
// One types words: "tables", "join 2", "say hello", "help". At a table a move is its number in the list of choices or
// its words; numbers count only for the question that they were printed for.
package lines
