package felt

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"saloon/tui/screen"
)

// sealsShown is how many roots fit into a dialog on a small screen; a record has all of them.
const sealsShown = 4

// sealsChoice leads to the roots of the match's shuffles, where its cards are sealed.
func (f *Felt) sealsChoice() []screen.Choice {
	if len(f.frame.Info.Seals) == 0 {
		return nil
	}
	return []screen.Choice{{Key: "f", Words: "See how the cards are sealed", Do: func(string) (tea.Cmd, screen.Nav) {
		d := screen.Dialog{Title: "Sealed cards", Text: f.sealsText(), Choices: []screen.Choice{back}}
		return nil, screen.Ask(d)
	}}}
}

// sealsText has the latest roots in full, so that they can be compared with the record afterwards.
func (f *Felt) sealsText() string {
	seals := f.frame.Info.Seals
	text := "Every shuffle is sealed when it is dealt: one root for all its cards. Cards that everybody sees are " +
		"opened in the record, and anybody can check them against the root. The latest, and the SHA-256 of the seed:"
	for _, s := range seals[max(0, len(seals)-sealsShown):] {
		text += fmt.Sprintf("\n%s, shuffle %d: %s", s.Deck, s.Shuffle, halved(s.Root))
	}
	text += "\nthe seed of the match: " + halved(f.frame.Info.Commitment)
	if cmd, ok := f.recordCommand(); ok {
		text += "\nAll of them:  " + cmd
	}
	return text
}

// halved writes a hash on two lines, since one of a dialog is shorter.
func halved(hash string) string { return hash[:len(hash)/2] + "\n" + hash[len(hash)/2:] }

// recordCommand is what gives the match's record to who types it.
func (f *Felt) recordCommand() (string, bool) {
	host, ok := strings.CutSuffix(f.deps.Join, "join")
	if !ok || f.frame.Info.Match == "" {
		return "", false
	}
	return strings.Replace(host, "-t ", "", 1) + "record " + string(f.frame.Info.Match), true
}
