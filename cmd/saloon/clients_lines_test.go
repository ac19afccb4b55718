package main

import (
	"context"
	"regexp"
	"strings"
	"testing"
)

// listener is somebody to whom the house speaks in plain lines.
type listener struct {
	*sitter
	typed []string // the lines that were typed, which are echoed
	read  int      // how much of the terminal's text was looked at
}

// types types a line. What is heard from now on came after it.
func (l *listener) types(line string) {
	l.t.Helper()
	l.typed = append(l.typed, line)
	l.read = len(l.term.Text())
	press(l.t, l.term, line+"\r")
}

// speaks types a line, and hears what it brings.
func (l *listener) speaks(line, brings string) {
	l.t.Helper()
	l.types(line)
	l.hears(brings)
}

// hears waits until a text is among what came since the last line was typed, and every line that came is one that was
// meant, in the same order, or one that was typed.
func (l *listener) hears(text string) {
	l.t.Helper()
	l.hearsOne(regexp.MustCompile(regexp.QuoteMeta(text)))
}

// hearsOne is hears for whatever a pattern matches.
func (l *listener) hearsOne(pattern *regexp.Regexp) {
	l.t.Helper()
	ctx, cancel := context.WithTimeout(l.t.Context(), patience)
	defer cancel()
	err := l.term.Until(ctx, pattern.String(), func([]string) bool {
		return pattern.MatchString(l.term.Text()[l.read:]) && woven(l.heard(), l.who.means().lines(), l.typed)
	})
	if err != nil {
		l.t.Fatalf("%v\nmeant was\n%s\nheard was\n%q", err, strings.Join(l.who.means().lines(), "\n"), l.heard())
	}
}

// farewell is the last that the house says.
const farewell = "So long.\r\n"

// heard is what came since the house began to speak.
func (l *listener) heard() string {
	text := l.term.Text()
	text = text[max(0, strings.Index(text, "Welcome to the Saloon")):]
	if at := strings.Index(text, farewell); at >= 0 {
		text = text[:at+len(farewell)] // what comes then is the client's own
	}
	return text
}

// woven reports whether a text is lines that were said, each in one piece, and between them what was typed, sign by
// sign, both in their order and to their ends.
func woven(text string, said, typed []string) bool {
	echo := ""
	for _, line := range typed {
		echo += line + "\r\n"
	}
	// at[i] is where the text may be after i signs of the echo and the lines so far, if it can be there; -1 if not.
	at := make([]int, len(echo)+1)
	follow := func() {
		for i := range len(echo) { // by bytes
			if at[i] >= 0 && at[i] < len(text) && text[at[i]] == echo[i] {
				at[i+1] = at[i] + 1
			}
		}
	}
	for i := range at[1:] {
		at[i+1] = -1
	}
	follow()
	for _, line := range said {
		for i, from := range at {
			at[i] = -1
			if from >= 0 && strings.HasPrefix(text[from:], line+"\r\n") {
				at[i] = from + len(line) + 2
			}
		}
		follow()
	}
	return at[len(echo)] == len(text)
}

func TestWhatIsSaidAndWhatIsTypedAreToldApart(t *testing.T) {
	said, typed := []string{"What?", "17: go"}, []string{"1", "é"}
	for text, want := range map[string]bool{
		"What?\r\n1\r\n17: go\r\né\r\n": true, "What?\r\n117: go\r\n\r\né\r\n": true,
		"1What?\r\n\r\né17: go\r\n\r\n": true,
		"What?\r\n1\r\n17: go\r\né":     false, "What?\r\n1\r\n17: go\r\né\r\n.": false,
		"17: go\r\n1\r\nWhat?\r\né\r\n": false, "What?\r\n1\r\n17: \r\ngo\r\né\r\n": false,
		"What?\r\n17: go\r\né\r\n": false, "": false,
	} {
		if got := woven(text, said, typed); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// called is what the table wants next: an answer, that one has heard the score, or another hand.
var called = regexp.MustCompile(`(?m)^1: |Type ready when|Hand 2 was dealt`)

// evening is the story in plain lines: to come, to be called something, to sit down, play a hand, talk, leave.
func (s *sitter) evening(name string) {
	s.t.Helper()
	l := &listener{sitter: s}
	l.hears("What shall we call you")
	l.speaks(name, "Type help")
	l.speaks("open wyatt-earp 3 normal regular", "You are at table ")
	l.speaks("ready", "Hand 1 was dealt")
	for want := ""; want != "Hand 2 was dealt"; {
		l.hearsOne(called)
		want = called.FindString(l.term.Text()[l.read:])
		switch want {
		case "1: ":
			l.types("1")
		case "Type ready when":
			l.types("ready")
		}
	}
	l.speaks("say howdy", name+" says: howdy")
	if err := s.term.Resize(60, 20); err != nil {
		s.t.Fatal(err)
	}
	l.speaks("look", "Supply")
	l.speaks("leave", "You are in the lobby.")
	l.speaks("quit", "So long.")
	if status := s.exit(); status != 0 {
		s.t.Errorf("the client ended with %d", status)
	}
	if text := l.term.Text(); strings.Contains(text, "\x1b") {
		s.t.Errorf("there are sequences for a terminal that knows none: %q", text)
	}
}
