package main

import (
	"testing"

	"saloon/sshd"
	"saloon/tui"
)

func TestOldTerminalsGetASCII(t *testing.T) {
	for term, want := range map[string]bool{
		"linux": true, "linux-16color": true, "vt100": true, "vt220": true, "ansi": true,
		"xterm": false, "xterm-256color": false, "tmux-256color": false, "screen": false,
		"": false, "xterm-kitty": false,
	} {
		if got := (screens{}).options(sshd.Visit{Term: term}).Look.ASCII; got != want {
			t.Errorf("%q: %v", term, got)
		}
	}
}

func TestTheDoorsWordsReachTheScreens(t *testing.T) {
	if m, ok := notice("Are you there?").(tui.Notice); !ok || m.Text != "Are you there?" {
		t.Errorf("%#v", notice("Are you there?"))
	}
}
