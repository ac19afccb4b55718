// Package style turns the house's palette into styles for one session's terminal, and cleans what other people wrote.
package style

// Style is how one session draws: its colours, its glyphs, its calm.
type Style struct {
	Dark  bool // the terminal's background
	ASCII bool // no glyphs beyond ASCII
	Calm  bool // nothing moves by itself
}
