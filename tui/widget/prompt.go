package widget

import (
	"unicode"

	tea "charm.land/bubbletea/v2"

	"saloon/tui/style"
)

// Prompt is a line of text being typed. It is a value; its methods change it in place. It never reads a clipboard: the
// one that a library could reach here is the server's.
type Prompt struct {
	Max  int    // runes that it holds at most; 0 means 200
	Hint string // shown while it is empty
	text []rune
	at   int
}

// Text is what was typed.
func (p *Prompt) Text() string { return string(p.text) }

// Set replaces the text and puts the cursor at its end.
func (p *Prompt) Set(text string) {
	p.text = p.text[:0]
	p.at = 0
	p.Paste(text)
}

// Paste puts text in at the cursor: cleaned, on one line, cut to what fits.
func (p *Prompt) Paste(text string) {
	if len(text) > 8*p.max() {
		text = text[:8*p.max()] // Clean would look at all of it
	}
	for _, r := range style.Clean(text, 4*p.max()) {
		if len(p.text) >= p.max() {
			return
		}
		p.text = append(p.text[:p.at], append([]rune{r}, p.text[p.at:]...)...)
		p.at++
	}
}

func (p *Prompt) max() int {
	if p.Max > 0 {
		return p.Max
	}
	return 200
}

// Key handles a key that edits or moves; ok is false for keys that are not the prompt's, such as enter and esc.
func (p *Prompt) Key(k tea.KeyPressMsg) (ok bool) {
	switch k.String() {
	case "left", "ctrl+b":
		p.at = max(p.at-1, 0)
	case "right", "ctrl+f":
		p.at = min(p.at+1, len(p.text))
	case "home", "ctrl+a":
		p.at = 0
	case "end", "ctrl+e":
		p.at = len(p.text)
	case "backspace", "ctrl+h":
		if p.at > 0 {
			p.cut(p.at-1, p.at)
		}
	case "delete", "ctrl+d":
		if p.at < len(p.text) {
			p.cut(p.at, p.at+1)
		}
	case "ctrl+u":
		p.cut(0, p.at)
	case "ctrl+k":
		p.cut(p.at, len(p.text))
	case "ctrl+w", "alt+backspace":
		from := p.at
		for from > 0 && unicode.IsSpace(p.text[from-1]) {
			from--
		}
		for from > 0 && !unicode.IsSpace(p.text[from-1]) {
			from--
		}
		p.cut(from, p.at)
	default:
		if k.Text == "" || k.Mod&(tea.ModCtrl|tea.ModAlt) != 0 {
			return false
		}
		p.Paste(k.Text)
	}
	return true
}

func (p *Prompt) cut(from, to int) {
	p.text = append(p.text[:from], p.text[to:]...)
	p.at = from
}

// Draw draws label and text, w cells. The cursor is drawn while the prompt has the keyboard.
func (p *Prompt) Draw(label string, hot bool, w int, st *style.Style) string {
	if label != "" {
		label = st.Accent.Render(label) + " "
	}
	room := w - style.Width(label)
	if !hot {
		if len(p.text) == 0 {
			return st.Pad(label+st.Dim.Render(st.Cut(p.Hint, room)), w)
		}
		return st.Pad(label+string(p.text), w)
	}
	from := 0 // scrolled so far that the cursor is in sight
	for style.Width(string(p.text[from:p.at])) > room-2 && from < p.at {
		from++
	}
	under, rest := " ", ""
	if p.at < len(p.text) {
		under, rest = string(p.text[p.at]), string(p.text[p.at+1:])
	}
	caret := st.Sign.Render(under)
	if caret == under { // no escape sequences at all
		caret = "_" + under
	}
	out := label + string(p.text[from:p.at]) + caret + rest
	if len(p.text) == 0 {
		out = label + caret + st.Dim.Render(p.Hint)
	}
	return st.Pad(out, w)
}
