package widget

import "saloon/tui/style"

// Drawing is what was drawn last, and what it was made from. The key has everything that the drawing depends on beside
// its size and style.
type Drawing[K comparable] struct {
	Text  string
	w, h  int
	style *style.Style
	key   K
}

// Draw draws again only what changed. It fills exactly w × h cells.
func (d *Drawing[K]) Draw(w, h int, st *style.Style, key K, draw func() string) string {
	if d.Text == "" || d.w != w || d.h != h || d.style != st || d.key != key {
		*d = Drawing[K]{Text: st.Fit(draw(), w, h), w: w, h: h, style: st, key: key}
	}
	return d.Text
}
