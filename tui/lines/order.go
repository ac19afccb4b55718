package lines

import (
	"context"
	"strings"

	"saloon/lobby/table"
)

// shutOut takes what somebody types who may not come in: they may say something against it, or leave.
func (t *talker) shutOut(line string) {
	word, text, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch strings.ToLower(word) {
	case "appeal":
		if !t.sorry(t.wait(func(ctx context.Context) error { return t.Session.Appeal(ctx, text) })) {
			t.say("The staff will read it.")
		}
	case "quit", "q", "bye", "exit":
		t.quit, t.leaves = true, true
	default:
		t.say("Type \"appeal\" and what you have to say against it, or \"quit\".")
	}
}

// warned says a warning that the player has to take note of, once a session.
func (t *talker) warned() {
	w, yes := t.Session.Warned()
	if !yes || w.ID == t.warning {
		return
	}
	t.warning = w.ID
	t.say("%s", w.Words(t.Session.Player().Prefs.Clock()))
	t.say("Type \"noted\" to say that you have read it.")
}

func (t *talker) noted([]string) {
	w, yes := t.Session.Warned()
	if !yes {
		t.say("There is nothing to take note of.")
		return
	}
	if !t.sorry(t.wait(func(ctx context.Context) error { return t.Session.TakeNote(ctx, w.ID) })) {
		t.say("Noted.")
	}
}

// report tells the staff about somebody.
func (t *talker) report(args []string) {
	if len(args) == 0 {
		t.say("About whom? A name without its blanks, and then what happened.")
		return
	}
	var at table.ID
	if t.at != nil {
		at = t.at.visit.ID()
	}
	err := t.wait(func(ctx context.Context) error {
		return t.Session.Report(ctx, args[0], strings.Join(args[1:], " "), at)
	})
	if !t.sorry(err) {
		t.say("It is with the staff, and so are the last lines that you have read here.")
	}
}
