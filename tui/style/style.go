// Package style turns the house's palette into styles for one session's terminal, and cleans what other people wrote.
//
// # The nouns
//
// A [Look] is what is known of a terminal: how many colours, what ground they stand on, which glyphs it has. [For]
// gives the [Style] of a look: inks by meaning ([Style.Accent], [Style.Danger]), by outlaw or suit ([Style.Hue]) and
// the [Glyphs]. A Style never changes once made, and sessions with the same look share one.
//
// # The laws
//
// Colour is never the only sign: whoever paints with a hue writes a mark or a letter beside it. Text is laid out by
// terminal cells, never by bytes or runes, and text from other people passes [Clean] first.
package style

import (
	"sync"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// Ground is the terminal's background.
type Ground uint8

const (
	// Unknown grounds get colours that can be read on both.
	Unknown Ground = iota
	// Dark grounds get light colours.
	Dark
	// Light grounds get dark colours.
	Light
)

// Look is what is known of a session's terminal, and what its player wants.
type Look struct {
	Profile colorprofile.Profile // NoTTY draws no escape sequences at all, ASCII no colours
	Ground  Ground
	ASCII   bool // no glyphs beyond ASCII
	Calm    bool // nothing moves by itself
}

// Style is how one session draws. It is shared and never changes.
type Style struct {
	Look
	Glyphs

	Text   Ink // what is read; the terminal's own colour
	Strong Ink // what is read first
	Dim    Ink // what is read last
	Faint  Ink // borders and rules
	Accent Ink // brass: titles, the cursor, what is mine
	Good   Ink
	Warn   Ink
	Danger Ink
	Key    Ink // a key that can be pressed
	Cursor Ink // the row or the button under the cursor
	Sign   Ink // a sign that nobody overlooks: "your turn"
	Paper  Ink // the face of a card, and what is written on it in black
	Worn   Ink // the face of a card that cannot be played now
	Back   Ink // the back of a card

	hues, cards, blocks [Hues]Ink
}

// Hues is how many hues can be told apart in 16 colours too.
const Hues = 7

// Hue is the ink of outlaw or suit h, counted from 0; numbers beyond Hues begin again.
func (s *Style) Hue(h int) Ink { return s.hues[wrap(h)] }

// OnPaper is the ink of outlaw or suit h on the face of a card.
func (s *Style) OnPaper(h int) Ink { return s.cards[wrap(h)] }

// Block is the ink of what nobody overlooks in a hue: letters on a ground of it. Only where Loud is true is there a
// ground.
func (s *Style) Block(h int) Ink { return s.blocks[wrap(h)] }

// Loud reports whether a Block has a ground of its own.
func (s *Style) Loud() bool { return s.Profile > colorprofile.NoTTY }

// HueName says a hue in a word, for those who see no colour.
func HueName(h int) string { return palette[wrap(h)].name }

// Painted reports whether faces of cards have a ground of their own; where they have not, a card needs its border.
func (s *Style) Painted() bool { return s.Profile >= colorprofile.ANSI256 }

// Select lays the cursor over a row: over its inks where the cursor is a ground of its own, in place of them where it
// turns colours around.
func (s *Style) Select(row string) string {
	if s.Painted() && s.Ground != Unknown {
		return s.Cursor.Under(row)
	}
	return s.Cursor.Render(ansi.Strip(row))
}

func wrap(h int) int { return ((h % Hues) + Hues) % Hues }

var styles sync.Map // Look → *Style: at most a few dozen

// For gives the style of a look.
func For(l Look) *Style {
	if l.Profile < colorprofile.NoTTY {
		l.Profile = colorprofile.NoTTY
	}
	if s, ok := styles.Load(l); ok {
		return s.(*Style)
	}
	s, _ := styles.LoadOrStore(l, mix(l))
	return s.(*Style)
}

// Plain draws no escape sequences and no glyphs beyond ASCII.
func Plain() *Style { return For(Look{Profile: colorprofile.NoTTY, ASCII: true}) }
