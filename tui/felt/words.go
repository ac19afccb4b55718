package felt

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/engine"
	"saloon/engine/clock"
	"saloon/lobby/table"
)

// press is the press of a key that is called so.
func press(name string) tea.KeyPressMsg {
	special := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "space": tea.KeySpace, "tab": tea.KeyTab, "up": tea.KeyUp,
		"down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
		"home": tea.KeyHome, "end": tea.KeyEnd, "backspace": tea.KeyBackspace,
	}
	if code, ok := special[name]; ok {
		k := tea.Key{Code: code}
		if name == "space" {
			k.Text = " "
		}
		return tea.KeyPressMsg(k)
	}
	r := []rune(name)
	return tea.KeyPressMsg{Code: r[len(r)-1], Text: name}
}

func count(at, of int) string { return fmt.Sprintf("%d of %d", at, of) }

// join lists words as English does.
func join(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

func ratedWord(s table.Settings) string {
	if s.Rated {
		return "rated"
	}
	return "unrated"
}

// motionWords says what somebody wants.
func motionWords(m table.Motion, you bool) string {
	want := "wants"
	if you {
		want = "want"
	}
	switch m {
	case table.Adjourn:
		return want + " to adjourn the match"
	case table.Resume:
		return want + " to go on with the match"
	case table.Rematch:
		return want + " another match"
	}
	return want + " to " + string(m)
}

// settingsWords says in whole sentences what was agreed on.
func settingsWords(s table.Settings, spec engine.Spec) []string {
	pace := clock.Normal().String()
	switch s.Pace {
	case table.Quick:
		pace = clock.Quick().String()
	case table.Correspondence:
		pace = clock.Days(s.Days).String()
	}
	lines := []string{fmt.Sprintf("%d seats. Time: %s.", s.Seats, pace)}
	if spec.Live {
		lines[0] = fmt.Sprintf("%d seats. Everybody plays at once, so all must be here all the time.", s.Seats)
	}
	house := engine.Config{Seats: s.Seats, Options: s.Options}.Summary(spec)
	if house == "" {
		house = "as in the book"
	}
	lines = append(lines, "House rules: "+house+".")
	rated := "Unrated: nobody's rating moves."
	if s.Rated {
		rated = "Rated: the ratings of all who have a key move."
	}
	who := "Anybody may come and watch."
	if s.NoSpectators {
		who = "No spectators."
	}
	if s.Private {
		who = "Private: one comes in by the code only."
		if s.NoSpectators {
			who += " No spectators."
		}
	}
	return append(lines, rated+" "+who)
}
