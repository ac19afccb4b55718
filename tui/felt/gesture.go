package felt

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Gesture is a key of a game whose player may choose another one for it.
type Gesture struct {
	Name string // under which the player's own key is kept
	Does string // in a few words
	Key  string // unless the player has another; as Bubble Tea names it
}

// appKeys are the keys that every table needs, whatever is played there, and what for.
var appKeys = map[string]string{
	"?": "the help", "/": "talk", "q": "the menu", "r": "the rules", "n": "the coach and votes", "y": "votes",
}

// Pressed names a key that can be a gesture: one byte, with no other key held down. Capital letters are as good as
// small ones. ok is false for all others.
func Pressed(k tea.KeyPressMsg) (name string, ok bool) {
	if len(k.Text) != 1 || k.Text[0] < ' ' || k.Text[0] > '~' || k.Mod&(tea.ModCtrl|tea.ModAlt|tea.ModMeta) != 0 {
		return "", false
	}
	if k.Text == " " {
		return "space", true
	}
	return strings.ToLower(k.Text), true
}

// Keymap is which gesture each key gives, with a player's own keys where there are any. Own keys that would not work,
// because one is taken, count for nothing as a whole: half of them would leave a player with keys that nobody chose.
func Keymap(all []Gesture, own map[string]string) map[string]string {
	keys := make(map[string]string, len(all))
	for _, g := range all {
		if k := KeyOf(g, own); keys[k] != "" || Taken(k) != "" {
			return Keymap(all, nil)
		}
		keys[KeyOf(g, own)] = g.Name
	}
	return keys
}

// KeyOf is the key of a gesture.
func KeyOf(g Gesture, own map[string]string) string {
	if k := own[g.Name]; k != "" {
		return k
	}
	return g.Key
}

// Taken says what a key is needed for that cannot be a gesture; empty if it can.
func Taken(key string) string {
	if key != "space" && (len(key) != 1 || key[0] <= ' ' || key[0] > '~') {
		return "other things"
	}
	return appKeys[strings.ToLower(key)]
}
