package okcorral

import _ "embed"

//go:embed book.md
var book string

// Book is the rule book in Markdown, in plain words. Each clause of the rules starts a paragraph with its number in
// bold ("**24.**"), so that a refusal can open the book at its clause.
func Book() string { return book }
