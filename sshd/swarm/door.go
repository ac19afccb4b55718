package swarm

import (
	"context"
	"regexp"
	"strings"
)

// tableCode finds the code of a table in the screen's first line.
var tableCode = regexp.MustCompile(`table ([0-9A-Z]{6})`)

// Hint finds a key in the screen's last line by the first words of what it does, as the bytes that a terminal sends for
// it; ok is false if no such key is offered.
func Hint(screen []string, does string) (key string, ok bool) {
	return hint(screen[len(screen)-1], does)
}

// hint finds a key in a footer.
func hint(footer, does string) (key string, ok bool) {
	at := strings.Index(footer, " "+does)
	if at < 0 {
		return "", false
	}
	words := strings.Fields(footer[:at])
	if len(words) == 0 {
		return "", false
	}
	key = words[len(words)-1]
	if named, ok := namedKeys[key]; ok {
		return named, true
	}
	return key, len(key) == 1
}

var namedKeys = map[string]string{"enter": "\r", "↵": "\r", "space": " ", "esc": loneEsc, "tab": "\t"}

// Enter chooses the name that the door suggests, on a first visit, and waits for the lobby.
func Enter(ctx context.Context, t *Terminal) error {
	in := func(screen []string) bool { return On(screen, "What shall we call you") || On(screen, "the lobby") }
	if err := t.Until(ctx, "the door or the lobby", in); err != nil {
		return err
	}
	if On(t.Screen(), "What shall we call you") {
		if err := t.Sees(ctx, "You will be known as"); err != nil {
			return err
		}
		if err := t.Press("\r"); err != nil {
			return err
		}
	}
	return t.Sees(ctx, "the lobby")
}
