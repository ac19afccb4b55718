package lobby

import (
	"maps"

	"saloon/lobby/table"
)

// LessonDone is the step of a lesson that was finished or skipped.
const LessonDone = "done"

// Guided is how far a lesson came at one table.
type Guided struct {
	Table table.ID `json:"table"`
	Step  string   `json:"step"`
}

// Lesson is the step at which a game's lesson goes on at a table: "" at any table but that of the latest lesson.
func (p Prefs) Lesson(game string, at table.ID) string {
	if last := p.Guided[game]; last.Table == at {
		return last.Step
	}
	return ""
}

// Learned returns the settings after a game's lesson has come to a step at a table. Who has finished a lesson once has
// finished it for good.
func (p Prefs) Learned(game string, at table.ID, step string) Prefs {
	p.Guided = with(p.Guided, game, Guided{Table: at, Step: step})
	if p.Lessons[game] != LessonDone {
		p.Lessons = with(p.Lessons, game, step)
	}
	return p
}

// with returns a copy of m with one more entry: settings are shared between sessions, so their maps never change.
func with[V any](m map[string]V, key string, v V) map[string]V {
	m = maps.Clone(m)
	if m == nil {
		m = make(map[string]V, 1)
	}
	m[key] = v
	return m
}
