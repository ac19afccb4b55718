package wyattearp

import _ "embed"

//go:embed book.md
var book string

// Book is the rule book in Markdown, in plain words. Each clause of the rules starts a paragraph with its number in
// bold ("**R14.**", or "**R23. Photo.**"), so that a refusal can open the book at its clause.
func Book() string { return book }
