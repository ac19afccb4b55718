package lines

import (
	"context"
	"fmt"
	"strings"

	"saloon/lobby"
	"saloon/lobby/club"
)

// clubCommands are the words about community tables. The name of one may have blanks, so a colon ends it.
func clubCommands() []command {
	return []command{
		word("clubs communities", "[NAME]", "the community tables, or one of them", (*talker).clubs),
		word("found", "NAME: [GAME] [SEATS] [quick, normal or DAYS days] [roster] [unrated] [BOT]",
			"make a community table; a bot's strength keeps its free seats warm", (*talker).found),
		word("pin", "NAME: NOTE", "put a note on a community table's board", (*talker).pin),
		word("hours", "NAME: HOURS [by ZONE]", "when your community table is open: always, or such as "+
			"Sat 20:00-23:30, Sun 15:00-18:00 by Europe/Berlin", (*talker).hours),
		word("enroll", "NAME: PLAYER", "put somebody on your community table's roster", enrolling(true)),
		word("strike", "NAME: PLAYER", "take somebody off it", enrolling(false)),
		word("give", "NAME: PLAYER", "let somebody else own your community table", (*talker).give),
		word("shut", "NAME: for good", "close your community table", (*talker).shut),
	}
}

// named parts the name of a community table from what comes behind its colon.
func (t *talker) named(args []string) (name, rest string, ok bool) {
	name, rest, ok = strings.Cut(strings.Join(args, " "), ":")
	name, rest = strings.TrimSpace(name), strings.TrimSpace(rest)
	if !ok || name == "" {
		t.say("Which community table? Type its name, a colon, and the rest.")
		return "", "", false
	}
	return name, rest, true
}

// clubs says which community tables there are, or all about one.
func (t *talker) clubs(args []string) {
	if len(args) > 0 {
		t.club(strings.Join(args, " "))
		return
	}
	var all []lobby.Hall
	err := t.wait(func(ctx context.Context) (err error) {
		all, err = t.Session.Clubs(ctx)
		return err
	})
	if t.sorry(err) {
		return
	}
	if len(all) == 0 {
		t.say("No community has a table of its own here yet.")
	}
	for _, h := range all {
		t.say("%s.", t.hall(h))
	}
}

// hall says what a community table is, its hours by the player's own clock.
func (t *talker) hall(h lobby.Hall) string {
	zone := t.Session.Player().Prefs.Clock()
	hours := h.Hours.In(zone, t.Now())
	if !h.Hours.Always() {
		hours += " " + zone.String()
	}
	who := "for everybody"
	if h.RosterOnly {
		who = "for its roster"
	}
	game := t.title(h.Settings.Game)
	return fmt.Sprintf("%s: %s, %s, %d here, open %s, owned by %s", h.Name, game, who, h.Here, hours, h.OwnerName)
}

func (t *talker) club(name string) {
	var h lobby.Hall
	err := t.wait(func(ctx context.Context) (err error) {
		h, err = t.Session.Club(ctx, name)
		return err
	})
	if t.sorry(err) {
		return
	}
	t.say("%s. %s", t.hall(h), h.About)
	if len(h.Names) > 0 {
		t.say("On its roster: %s.", strings.Join(h.Names, ", "))
	}
	for i, r := range h.Ladder[:min(len(h.Ladder), rowsMax)] {
		t.say("%d. %s, %d, %s, %d won.", i+1, r.Name, lobby.Shown(r.Skill), lobby.Plural(r.Matches, "match"), r.Wins)
	}
	for _, n := range h.Notes[:min(len(h.Notes), rowsMax)] {
		t.say("%s has pinned: %s", n.Name, n.Text)
	}
	for _, p := range h.Matches[:min(len(h.Matches), rowsMax)] {
		t.say("Match %s, %s.", p.Match, strings.Join(p.Names, ", "))
	}
	t.say("Type: join %s", h.Name)
}

func (t *talker) found(args []string) {
	name, rest, ok := t.named(args)
	if !ok {
		return
	}
	c := club.Club{Name: name}
	var words []string
	for _, w := range strings.Fields(rest) {
		if strings.EqualFold(w, "roster") {
			c.RosterOnly = true
			continue
		}
		words = append(words, w)
	}
	set, warm, k, ok := t.settings(words)
	if !ok {
		return
	}
	set.Game = k.Spec.Name
	c.Settings, c.Warm = set, warm
	err := t.wait(func(ctx context.Context) (err error) {
		c, err = t.Session.Found(ctx, c)
		return err
	})
	if !t.sorry(err) {
		t.say("%s is there from now on, and yours. Type: join %s", c.Name, c.Name)
	}
}

// done does something with a community table and what stands behind its name, and says that it was done.
func (t *talker) done(args []string, said string, do func(ctx context.Context, name, rest string) error) {
	name, rest, ok := t.named(args)
	if !ok {
		return
	}
	if !t.sorry(t.wait(func(ctx context.Context) error { return do(ctx, name, rest) })) {
		t.say("%s", said)
	}
}

func (t *talker) pin(args []string) { t.done(args, "It is on the board.", t.Session.Pin) }

func (t *talker) hours(args []string) {
	t.done(args, "Its hours are changed.", func(ctx context.Context, name, rest string) error {
		text, zone, _ := strings.Cut(rest, " by ")
		hours, err := club.ParseHours(text, strings.TrimSpace(zone))
		if err != nil {
			return err
		}
		h, err := t.Session.Club(ctx, name)
		if err != nil {
			return err
		}
		h.Club.Hours = hours
		_, err = t.Session.Change(ctx, name, h.Club)
		return err
	})
}

func enrolling(yes bool) func(*talker, []string) {
	return func(t *talker, args []string) {
		t.done(args, "Its roster is changed.", func(ctx context.Context, name, who string) error {
			return t.Session.Enroll(ctx, name, who, yes)
		})
	}
}

func (t *talker) give(args []string) { t.done(args, "It is theirs now.", t.Session.HandOver) }

func (t *talker) shut(args []string) {
	name, rest, _ := strings.Cut(strings.Join(args, " "), ":")
	if !strings.EqualFold(strings.TrimSpace(rest), "for good") {
		t.say("Its board, roster and ladder go. If you mean it, type: shut %s: for good", name)
		return
	}
	if !t.sorry(t.wait(func(ctx context.Context) error { return t.Session.Shut(ctx, name) })) {
		t.say("It is closed.")
	}
}

// zone says or changes by whose clock the player is told the time.
func (t *talker) zone(args []string) {
	prefs := t.Session.Player().Prefs
	if len(args) > 0 {
		zone := strings.Join(args, "_")
		if _, err := club.Place(zone); t.sorry(err) {
			return
		}
		prefs.Zone = zone
		if t.sorry(t.wait(func(ctx context.Context) error { return t.Session.SavePrefs(ctx, prefs) })) {
			return
		}
	}
	t.say("You are told the time by the clock of %s.", prefs.Clock())
}

// office says words to those by which the house is looked after.
func (t *talker) office(args []string) {
	if t.Office == nil {
		t.say("Only this house's staff may do that.")
		return
	}
	var text string
	err := t.wait(func(ctx context.Context) (err error) {
		text, err = t.Office(ctx, strings.Join(args, " "))
		return err
	})
	if text = strings.TrimRight(text, "\n"); text != "" {
		t.say("%s", text)
	}
	if err != nil {
		t.say("That cannot be: %s.", strings.TrimRight(err.Error(), "."))
	}
}
