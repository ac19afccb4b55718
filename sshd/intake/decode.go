package intake

import (
	"fmt"
	"unicode"

	uv "github.com/charmbracelet/ultraviolet"
)

// What is believed of a mouse: no terminal is larger.
const (
	mouseX = 400
	mouseY = 150
)

// Decoder makes events of tokens: keys, mouse, pastes, focus, the ground's color. All other reports of a terminal are
// dropped, because a terminal that sends them unasked wants something: a new size, more colors, a clipboard. It holds
// no table of keys: what ultraviolet's reader looks up in one, its decoder understands as well.
type Decoder struct{ decoder uv.EventDecoder }

// Events hands the events of a token to emit, in order; an answer has none. A panic of the decoder is an error; the
// token is lost.
func (d *Decoder) Events(tok Token, emit func(uv.Event)) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("decoding %q: %v", tok.Bytes, r)
		}
	}()
	if tok.Answer {
		return nil
	}
	if tok.Paste {
		emit(uv.PasteEvent{Content: string(tok.Bytes)})
		return nil
	}
	for rest := tok.Bytes; len(rest) > 0; {
		n, event := d.decoder.Decode(rest)
		if n <= 0 {
			return nil
		}
		rest = rest[n:]
		if many, ok := event.(uv.MultiEvent); ok {
			for _, e := range many {
				pass(e, emit)
			}
			continue
		}
		pass(event, emit)
	}
	return nil
}

// pass lets the events through that people make.
func pass(event uv.Event, emit func(uv.Event)) {
	switch e := event.(type) {
	case uv.KeyPressEvent:
		if plain(e.Text) {
			emit(e)
		}
	case uv.MouseClickEvent, uv.MouseReleaseEvent, uv.MouseWheelEvent, uv.MouseMotionEvent:
		m := e.(uv.MouseEvent).Mouse()
		if m.X >= 0 && m.X < mouseX && m.Y >= 0 && m.Y < mouseY {
			emit(e)
		}
	case uv.FocusEvent, uv.BlurEvent, uv.BackgroundColorEvent:
		emit(e)
	}
}

// plain reports whether a key's text holds no control character. A keyboard protocol could say that it does.
func plain(text string) bool {
	for _, r := range text {
		if unicode.IsControl(r) {
			return false
		}
	}
	return true
}
