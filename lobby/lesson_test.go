package lobby_test

import (
	"testing"

	"saloon/lobby"
	"saloon/lobby/table"
)

// A lesson belongs to its table: another one begins at the beginning, however much has happened there before one looks.
func TestALessonGoesOnAtItsTableOnly(t *testing.T) {
	var p lobby.Prefs
	half := p.Learned("high-card", "t1", "play")
	for at, want := range map[string]string{"t1": "play", "t2": ""} {
		if got := half.Lesson("high-card", table.ID(at)); got != want {
			t.Errorf("a half lesson goes on at %s from %q, want %q", at, got, want)
		}
	}
	if p.Lesson("high-card", "t1") != "" || half.Lesson("another", "t1") != "" {
		t.Error("a lesson is known where it was not taken")
	}
	done := half.Learned("high-card", "t1", lobby.LessonDone)
	again := done.Learned("high-card", "t2", "hello")
	if got := again.Lesson("high-card", "t2"); got != "hello" {
		t.Errorf("a second lesson goes on from %q, want hello", got)
	}
	if again.Lessons["high-card"] != lobby.LessonDone {
		t.Errorf("who had finished a lesson is at %q after beginning another", again.Lessons["high-card"])
	}
	if half.Lessons["high-card"] != "play" || half.Guided["high-card"].Step != "play" {
		t.Errorf("settings that were handed out have changed: %+v", half)
	}
}
