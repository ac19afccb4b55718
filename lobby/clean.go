package lobby

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
	"golang.org/x/text/unicode/norm"

	"saloon/lobby/letter"
)

// marksMax bounds the accents on one letter: two are enough for every living script, forty paint over other lines.
const marksMax = 2

// Clean makes a line of somebody's words fit to be shown to others: one line of at most width cells, without control
// and format characters, text direction tricks, piled up accents, and signs whose width terminals do not agree on.
// Letters of every script stay. What does not fit is cut off and marked with an ellipsis. Cleaning twice changes
// nothing.
func Clean(text string, width int) string {
	if most := 16 * width; len(text) > most {
		text = text[:most] // a cell needs no more bytes than this; a paste of megabytes is not looked at
	}
	text = tidy(norm.NFC.String(strings.ToValidUTF8(text, "")))
	for range 4 { // dropping a sign may join its neighbours to a new one
		next := agreed(text)
		if next == text {
			break
		}
		text = tidy(next)
	}
	if displaywidth.String(text) > width {
		text = strings.TrimRight(displaywidth.TruncateString(text, width-1, ""), " ") + "…"
	}
	return text
}

// tidy drops what must not be shown, rune by rune, and makes every run of white space one space.
func tidy(text string) string {
	var b strings.Builder
	space, marks := false, marksMax // a mark needs a letter before it
	for _, r := range text {
		switch {
		case unicode.IsSpace(r) || r == '\u2028' || r == '\u2029':
			space, marks = true, marksMax
			continue
		case !shows(r):
			continue
		case letter.Clings(r) && (space || b.Len() == 0):
			continue
		case unicode.Is(unicode.Mn, r):
			if marks >= marksMax || space {
				continue
			}
			marks++
		default:
			marks = 0
		}
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space = false
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

// agreed drops from every cluster whose width is not the sum of its runes' what follows its first rune: joined letters
// and pictures, which some terminals draw as one and some as several.
func agreed(text string) string {
	var b strings.Builder
	for g := displaywidth.StringGraphemes(text); g.Next(); {
		if cluster := g.Value(); consistent(cluster) {
			b.WriteString(cluster)
		} else if r, size := utf8.DecodeRuneInString(cluster); displaywidth.Rune(r) > 0 {
			b.WriteString(cluster[:size])
		}
	}
	return b.String()
}

// consistent reports whether a cluster is as wide as its runes are together.
func consistent(s string) bool {
	sum := 0
	for _, r := range s {
		sum += displaywidth.Rune(r)
	}
	return sum == displaywidth.String(s)
}

// hidden are the characters that a text may hold without showing anything, beyond those of the categories Cc and Cf.
var hidden = []*unicode.RangeTable{
	unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Noncharacter_Code_Point,
}

// shows reports whether a rune may stand in somebody's words at all.
func shows(r rune) bool {
	switch {
	case r == utf8.RuneError || !unicode.IsGraphic(r): // controls, formats, private use, and what is not assigned
		return false
	case unicode.In(r, unicode.Mc, unicode.Me, letter.Leading) || unicode.In(r, hidden...):
		return false
	case r >= 0x1100 && r <= 0x11FF, r >= 0xA960 && r <= 0xA97F, r >= 0xD7B0 && r <= 0xD7FF: // parts of Hangul
		return false
	case r >= 0x1F1E6 && r <= 0x1F1FF, r >= 0x1F3FB && r <= 0x1F3FF: // halves of flags, tones of skin
		return false
	case r == 0x2800: // the Braille sign without a dot
		return false
	}
	return true
}
