package style

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/clipperhouse/displaywidth"

	"saloon/lobby/letter"
)

// marksMax bounds the accents over one letter, so that nobody's name climbs into the line above.
const marksMax = 2

// Clean prepares text from other people for being drawn: one line, no control characters, no escape sequences, nothing
// invisible, nothing that turns the direction of writing, only signs on whose width terminals agree, at most width
// cells. Letters of every script stay. It is the second cleaning: the lobby cleans what it takes in, and this one holds
// whatever else reaches a screen.
func Clean(text string, width int) string {
	if cells, ok := latin(text); ok && cells <= width {
		return text
	}
	text = ansi.Strip(text)
	out := pick(text, width, marksMax)
	if ansi.StringWidth(out) != ansi.StringWidthWc(out) { // letters that join: terminals disagree how wide
		out = pick(text, width, 0)
	}
	return out
}

// pick keeps what may be shown, at most width cells and most marks over one letter. Where there are no marks, nothing
// clings to a letter either.
func pick(text string, width, most int) string {
	var b strings.Builder
	cells, marks, alone := 0, 0, true
	for _, r := range text {
		if r == utf8.RuneError || r == '\n' || r == '\t' {
			r = ' '
		}
		w, ok := cellsOf(r)
		if !ok {
			continue
		}
		if w == 0 {
			if marks++; cells == 0 || marks > most {
				continue
			}
			b.WriteRune(r)
			continue
		}
		if letter.Clings(r) && (alone || most == 0) {
			continue
		}
		if cells+w > width {
			break
		}
		marks, alone = 0, r == ' '
		cells += w
		b.WriteRune(r)
	}
	return b.String()
}

// cellsOf gives a rune's width, and whether it may be shown: both ways of measuring that terminals use must agree.
func cellsOf(r rune) (int, bool) {
	switch {
	case r >= 0x20 && r < 0x7f:
		return 1, true
	case !unicode.IsPrint(r) && r != ' ': // controls, formats, private use, line and paragraph separators
		return 0, false
	case r >= 0x1f1e6 && r <= 0x1f1ff, r >= 0x1f3fb && r <= 0x1f3ff: // halves of flags, skin tones
		return 0, false
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0xe0100 && r <= 0xe01ef, r == 0x200d: // variation selectors, joiner
		return 0, false
	case r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0, r == 0x2800: // letters that look like nothing
		return 0, false
	case unicode.In(r, unicode.Mc, unicode.Me, letter.Leading):
		return 0, false
	}
	if unicode.Is(unicode.Mn, r) {
		return 0, displaywidth.Rune(r) == 0
	}
	w := displaywidth.Rune(r)
	return w, w > 0 && w == ansi.StringWidthWc(string(r)) && w == ansi.StringWidth(string(r))
}
