package style

import (
	"image/color"
	"strconv"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
)

// Ink writes text in one manner. Its zero value writes plain text. It is a ready escape sequence, because a screen is
// drawn thousands of times and a manner is made once.
type Ink struct{ open string }

// Render writes s. Lines keep their ink, each on its own, so that blocks may be cut apart at line ends.
func (i Ink) Render(s string) string {
	if i.open == "" || s == "" {
		return s
	}
	if strings.IndexByte(s, '\n') >= 0 {
		s = strings.ReplaceAll(s, "\n", ansi.ResetStyle+"\n"+i.open)
	}
	return i.open + s + ansi.ResetStyle
}

// Open adds what the ink begins with to b, for a run of text without line ends as Render writes it. Close ends it.
func (i Ink) Open(b []byte) []byte { return append(b, i.open...) }

// Close adds what the ink ends with.
func (i Ink) Close(b []byte) []byte {
	if i.open == "" {
		return b
	}
	return append(b, ansi.ResetStyle...)
}

// Append adds a run of text without line ends to b, as Render writes it.
func (i Ink) Append(b []byte, run string) []byte {
	if i.open == "" || run == "" {
		return append(b, run...)
	}
	return append(append(append(b, i.open...), run...), ansi.ResetStyle...)
}

// Under lays the ink under text that has inks of its own: a cursor's ground under a coloured row.
func (i Ink) Under(s string) string {
	if i.open == "" {
		return s
	}
	return i.Render(strings.ReplaceAll(s, ansi.ResetStyle, ansi.ResetStyle+i.open))
}

// With adds another ink on top: Dim.With(Strong).
func (i Ink) With(o Ink) Ink { return Ink{i.open + o.open} }

// brush makes inks for one colour depth.
type brush struct{ profile colorprofile.Profile }

// attr is an ink without colour; it is dropped where there are no escape sequences.
func (b brush) attr(codes ...int) Ink {
	if b.profile <= colorprofile.NoTTY {
		return Ink{}
	}
	parts := make([]string, len(codes))
	for i, c := range codes {
		parts[i] = strconv.Itoa(c)
	}
	return Ink{"\x1b[" + strings.Join(parts, ";") + "m"}
}

// ink is a foreground: the shade for the depths that mix theirs, code (30 to 37, 90 to 97, or 0 for the terminal's own)
// for 16 colours.
func (b brush) ink(c shade, code int) Ink {
	switch {
	case b.profile <= colorprofile.ASCII:
		return Ink{}
	case b.profile == colorprofile.ANSI:
		if code == 0 {
			return Ink{}
		}
		return b.attr(code)
	}
	return Ink{ansi.Style{}.ForegroundColor(b.mix(c)).String()}
}

// ground is a background; there is none in 16 colours, where terminals' own palettes are too far apart.
func (b brush) ground(c shade) Ink {
	if b.profile < colorprofile.ANSI256 {
		return Ink{}
	}
	return Ink{ansi.Style{}.BackgroundColor(b.mix(c)).String()}
}

func (b brush) mix(c shade) color.Color {
	if b.profile == colorprofile.ANSI256 {
		return ansi.IndexedColor(c.x)
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(c.hex, "#"), 16, 32)
	if err != nil {
		panic("style: " + c.hex + " is no colour")
	}
	return color.RGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255}
}
