package main

import (
	"strings"
	"testing"

	"saloon/tui/style"
)

// TestRuleBooksCanBeReadInASCII holds every sign of every rule book against what consoles of old can show.
func TestRuleBooksCanBeReadInASCII(t *testing.T) {
	for game, text := range books() {
		typed := style.Plain().Typed(text)
		if at := strings.IndexFunc(typed, func(r rune) bool { return r > '~' }); at >= 0 {
			t.Errorf("%s has %q", game, typed[max(0, at-20):min(len(typed), at+20)])
		}
	}
}
