package widget

import (
	"strings"

	"saloon/tui/screen"
	"saloon/tui/style"
)

// Hints is the footer: keys and their words, w cells. Keys that do nothing just now are left out; what does not fit is
// left to the help, whose key ("?") stays in sight if it is among the bindings.
func Hints(bindings []screen.Binding, w int, st *style.Style) string {
	var b strings.Builder
	used, last := 0, ""
	for _, k := range bindings {
		if k.Show == "?" {
			last = hint(k, st)
		}
	}
	room := w
	if last != "" {
		room -= style.Width(last) + 2
	}
	for _, k := range bindings {
		if k.Why != "" || k.Show == "" || k.Show == "?" {
			continue
		}
		text := hint(k, st)
		tw := style.Width(text)
		if used > 0 {
			tw += 2
		}
		if used+tw > room {
			continue
		}
		if used > 0 {
			b.WriteString("  ")
		}
		b.WriteString(text)
		used += tw
	}
	if last != "" {
		return st.Spread(b.String(), last, w)
	}
	return st.Pad(b.String(), w)
}

func hint(k screen.Binding, st *style.Style) string {
	return st.Key.Render(k.Show) + " " + st.Dim.Render(k.Does)
}

// HintAt says which binding a press at cell x of Hints hit.
func HintAt(bindings []screen.Binding, w, x int) (screen.Binding, bool) {
	st := style.Plain()
	used, last := 0, 0
	var help screen.Binding
	for _, k := range bindings {
		if k.Show == "?" {
			help, last = k, style.Width(hint(k, st))
		}
	}
	if last > 0 && x >= w-last && x < w {
		return help, true
	}
	room := w
	if last > 0 {
		room -= last + 2
	}
	for _, k := range bindings {
		if k.Why != "" || k.Show == "" || k.Show == "?" {
			continue
		}
		gap := 0
		if used > 0 {
			gap = 2
		}
		tw := style.Width(hint(k, st))
		if used+gap+tw > room {
			continue
		}
		if x >= used+gap && x < used+gap+tw {
			return k, true
		}
		used += gap + tw
	}
	return screen.Binding{}, false
}
