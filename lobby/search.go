package lobby

import (
	"context"
	"fmt"
	"strings"
	"time"

	"saloon/engine/bot"
	"saloon/lobby/club"
	"saloon/lobby/table"
)

// Search says which of somebody's matches are looked for. Its zero value is all of them.
type Search struct {
	Game   string // a game's name
	With   string // the name of somebody who sat there too
	Result Result
	Table  string    // a table's code, or the name of a community's
	Since  time.Time // opened then or later; zero: any time
	Until  time.Time // opened before then; zero: any time
}

// Result is how a match ended for somebody.
type Result string

// The results that one can look for.
const (
	AnyResult Result = ""
	Won       Result = "won"  // first place, shared or alone
	Lost      Result = "lost" // any other place
)

// Filter is a Search as the store answers it: names are players.
type Filter struct {
	Game         string
	With         table.PlayerID
	Result       Result
	Table        table.ID
	Club         club.ID // the community's whose table it was, which has another code each time that it is put up
	Since, Until time.Time
}

// filter finds whom and what a search names.
func (h *House) filter(ctx context.Context, s Search) (Filter, error) {
	f := Filter{Game: s.Game, Result: s.Result, Since: s.Since, Until: s.Until}
	if c, err := h.clubNamed(s.Table); s.Table != "" && err == nil {
		f.Club = c.ID
	} else {
		f.Table = table.ID(plainCode(s.Table))
	}
	if s.With == "" {
		return f, nil
	}
	p, err := h.byName(ctx, s.With)
	if err != nil {
		return f, fmt.Errorf("%w: there is no player %q", err, Clean(s.With, NameWidthMax))
	}
	f.With = p.ID
	return f, nil
}

// ParseSearch reads a search as people type it, in any order: "won", "lost", a game, a year, month or day such as
// 2026-11 or 2026-11-30, a table as "#K7QF2M" or a community's as "#The Long Table", and somebody's name. What is none
// of these belongs to the name that was begun last. Days are those of a place in the world.
func ParseSearch(text string, kits []bot.Kit, in *time.Location) Search {
	var s Search
	name := &s.With
	for _, word := range strings.Fields(text) {
		low := strings.ToLower(word)
		since, until, dated := span(low, in)
		game := gameOf(low, kits)
		switch {
		case low == string(Won) || low == string(Lost):
			s.Result = Result(low)
		case strings.HasPrefix(word, "#") && len(word) > 1:
			s.Table, name = word[1:], &s.Table
		case dated:
			s.Since, s.Until = since, until
		case game != "":
			s.Game = game
		default:
			*name = strings.TrimSpace(*name + " " + word)
		}
	}
	return s
}

// span is the time that a date names: a year, a month or a day.
func span(word string, in *time.Location) (since, until time.Time, ok bool) {
	for _, form := range []struct {
		layout              string
		years, months, days int
	}{{"2006", 1, 0, 0}, {"2006-01", 0, 1, 0}, {"2006-01-02", 0, 0, 1}} {
		if t, err := time.ParseInLocation(form.layout, word, in); err == nil && t.Year() > 1970 {
			return t, t.AddDate(form.years, form.months, form.days), true
		}
	}
	return since, until, false
}

// gameOf is the game that a word means: its name, or a word of at least two letters with which its title, or a word of
// it, begins.
func gameOf(word string, kits []bot.Kit) string {
	for _, k := range kits {
		if word == k.Spec.Name {
			return k.Spec.Name
		}
	}
	if len(word) < 2 {
		return ""
	}
	for _, k := range kits {
		title := strings.ToLower(k.Spec.Title)
		for _, part := range append(strings.Fields(title), title) {
			if strings.HasPrefix(part, word) {
				return k.Spec.Name
			}
		}
	}
	return ""
}
