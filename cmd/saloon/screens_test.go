package main

import (
	"testing"

	"saloon/tui"
)

func TestTheDoorsWordsReachTheScreens(t *testing.T) {
	if m, ok := notice("Are you there?").(tui.Notice); !ok || m.Text != "Are you there?" {
		t.Errorf("%#v", notice("Are you there?"))
	}
}
