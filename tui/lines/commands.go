package lines

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/table"
)

// command is one word that can be typed.
type command struct {
	words []string // the first is the one in the help
	args  string
	does  string
	table bool // only at a table
	run   func(t *talker, args []string)
}

// word is a command by its words, parted by blanks.
func word(words, args, does string, run func(*talker, []string)) command {
	return command{words: strings.Fields(words), args: args, does: does, run: run}
}

// here is a command that counts at a table only.
func here(words, args, does string, run func(*talker, []string)) command {
	c := word(words, args, does, run)
	c.table = true
	return c
}

// commands are all words, in the order of the help. It is a function, because help is one of them.
func commands() []command {
	return slices.Concat(houseCommands(), clubCommands(), accountCommands(), tableCommands())
}

func houseCommands() []command {
	return []command{
		word("tables t", "", "list the tables", (*talker).tables),
		word("play", "[GAME]", "be dealt in, with bots on the seats that stay free", (*talker).play),
		word("join j", "NUMBER, CODE or NAME", "sit down, or go back to your seat", (*talker).join),
		word("watch w", "NUMBER, CODE or NAME", "look on", (*talker).watch),
		word("open", "[GAME] [SEATS] [quick, normal or DAYS days] [code] [unrated] [BOT]",
			"open a table; the name of a bot's strength fills its seats", (*talker).open),
		word("learn", "[GAME] [anew]", "a guided first hand", (*talker).learn),
		word("say", "TEXT", "talk: at a table to the table, else to the lobby", (*talker).talk),
		word("who", "", "list the people here", (*talker).who),
		word("board leaderboard", "[NUMBER] [SPAN]", "a leaderboard: of all time, or of a day, week, month or season",
			(*talker).board),
		word("me", "", "your profile", func(t *talker, _ []string) { t.profile(nil) }),
		word("profile", "NAME", "somebody's profile", (*talker).profile),
		word("history", "[of NAME] [SEARCH]", "past matches; look for won, lost, a game, a name, 2026-11 or a #table",
			(*talker).history),
		word("record", "MATCH", "a match move by move", (*talker).record),
		word("replay", "MATCH[:ENTRY]", "what happened in a match, told again, up to an entry", (*talker).again),
		word("branch", "MATCH:ENTRY", "play on from there against bots, in your seat", (*talker).branch),
		word("rules", "[RULE]", "the rule book, or one rule of it, such as R14", (*talker).rules),
		word("name", "NAME", "be called something else", (*talker).rename),
		word("code", "", "a code by which another key becomes yours", (*talker).code),
		word("report", "NAME WORDS", "tell the house what somebody did wrong", (*talker).report),
		word("zone", "[ZONE]", "by whose clock you are told the time, such as Europe/Berlin", (*talker).zone),
		word("admin", "[WORD ...]", "look after this house: for its staff alone", (*talker).office),
		word("noted", "", "you have read what the house warned you of", (*talker).noted),
		word("ignore", "NAME", "hear somebody no more", ignoring(true)),
		word("hear", "NAME", "hear somebody again", ignoring(false)),
	}
}

func tableCommands() []command {
	return []command{
		here("look l", "", "the position in words", (*talker).position),
		here("moves m", "", "your choices, by number", (*talker).moves),
		here("seats s", "", "who sits here, and the clocks", (*talker).seats),
		here("ready r", "", "you are ready; or you have heard enough of the score", ready(true)),
		here("wait", "", "you are not ready after all", ready(false)),
		here("bot", "STRENGTH [SEAT]", "put a bot on a free seat, or on all", (*talker).bot),
		here("remove", "SEAT", "empty a seat", (*talker).remove),
		here("swap", "SEAT SEAT", "let two seats change places", (*talker).swap),
		here("sit", "[SEAT]", "take a seat", (*talker).sit),
		here("stand", "[now]", "give your seat up after this hand, or now", (*talker).stand),
		here("adjourn", "", "ask to stop the match until another time", cast(table.Adjourn)),
		here("resume", "", "ask to go on with it", cast(table.Resume)),
		here("rematch", "", "ask for another match", cast(table.Rematch)),
		here("yes", "", "agree to what somebody asks for", vote(true)),
		here("no", "", "do not agree", vote(false)),
		here("leave", "", "go to the lobby; your seat stays yours", func(t *talker, _ []string) {
			t.leaveTable()
			t.say("You are in the lobby.")
		}),
		word("help h ?", "", "this list", (*talker).help),
		word("quit q exit bye", "", "leave the house; your seats stay yours", func(t *talker, _ []string) {
			t.say("So long.")
			t.quit, t.leaves = true, true
		}),
	}
}

// obey does what was typed.
func (t *talker) obey(line string) {
	if _, out := t.Session.Banned(); out {
		t.shutOut(line)
		return
	}
	if !t.Session.Named() {
		t.name(line)
		return
	}
	line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "/"))
	if line == "" {
		return
	}
	if rest, ok := strings.CutPrefix(line, "'"); ok {
		t.talk([]string{rest})
		return
	}
	t.wake()
	if t.gesture(line) {
		return
	}
	args := strings.Fields(line)
	for _, c := range commands() {
		for _, w := range c.words {
			if !strings.EqualFold(w, args[0]) {
				continue
			}
			// A move may begin with a word that is a command, or be one: "ready".
			if t.at != nil && (t.spells(line) || t.means(line) || !c.table && len(t.fits(line)) > 0) {
				t.answer(line)
				return
			}
			if c.table && t.at == nil {
				t.say("You are at no table. Type: tables")
				return
			}
			c.run(t, args[1:])
			return
		}
	}
	if t.at != nil {
		t.answer(line)
		return
	}
	t.say("%q is nothing that I know. Type: help", short(line))
}

// wake takes the own seat back from the bot that plays it.
func (t *talker) wake() {
	if t.at == nil || t.at.frame.You < 0 || int(t.at.frame.You) >= len(t.at.frame.Info.Chairs) ||
		t.at.frame.Info.Chairs[t.at.frame.You].StandIn == "" {
		return
	}
	t.do(t.at.visit.Wake)
}

// short shortens what somebody typed, for being said back.
func short(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return s
}

func (t *talker) help([]string) {
	for _, c := range commands() {
		if c.table && t.at == nil {
			continue
		}
		t.say("%s: %s.", strings.TrimSpace(c.words[0]+" "+c.args), c.does)
	}
	if t.at != nil {
		t.say("A move is its number in the list of your choices, or its words.")
	}
}

func (t *talker) tables([]string) {
	t.listed = t.news.Tables()
	if len(t.listed) == 0 {
		t.say("There is no table. Type \"play\" to be dealt in, or \"open\".")
		return
	}
	for i, l := range t.listed {
		t.say("%d. %s", i+1, t.listing(l))
	}
}

// listing says a table in one line.
func (t *talker) listing(l lobby.Listing) string {
	var who []string
	for _, c := range l.Chairs {
		switch {
		case c.Free():
			who = append(who, "a free seat")
		case c.Owner.IsBot():
			who = append(who, c.Owner.Called()+", "+c.Owner.Sort())
		default:
			who = append(who, c.Owner.Name)
		}
	}
	text := fmt.Sprintf("%s, %s: %s. %s.", l.ID, t.title(l.Settings.Game), strings.Join(who, "; "), l.Stage)
	if l.Settings.Title != "" {
		text = l.Settings.Title + ", " + text
	}
	if l.MyTurn {
		text += " It is your move there."
	} else if l.Seated {
		text += " You have a seat there."
	}
	return text
}

func (t *talker) title(game string) string {
	for _, k := range t.Kits {
		if k.Spec.Name == game {
			return k.Spec.Title
		}
	}
	return game
}

// chosen is a table by its number in the last list, or by its code.
func (t *talker) chosen(args []string) (table.ID, bool) {
	if len(args) == 0 {
		t.say("Which table? Its number in the list, its code, or the name of a community table.")
		return "", false
	}
	if n, err := strconv.Atoi(args[0]); err == nil && len(args[0]) < 3 {
		if n < 1 || n > len(t.listed) {
			t.say("There is no table %d in the list. Type: tables", n)
			return "", false
		}
		return t.listed[n-1].ID, true
	}
	return table.ID(strings.Join(args, " ")), true
}

func (t *talker) play(args []string) {
	if k, ok := t.kit(strings.Join(args, " ")); ok {
		t.visit(func(ctx context.Context) (*lobby.Visit, error) { return t.Session.Quick(ctx, k.Spec.Name) })
	}
}

func (t *talker) learn(args []string) {
	anew := false
	if n := len(args); n > 0 && strings.EqualFold(args[n-1], "anew") {
		anew, args = true, args[:n-1]
	}
	if k, ok := t.kit(strings.Join(args, " ")); ok {
		t.visit(func(ctx context.Context) (*lobby.Visit, error) { return t.Session.Lesson(ctx, k.Spec.Name, anew) })
	}
}

func (t *talker) join(args []string) {
	if id, ok := t.chosen(args); ok {
		t.visit(func(ctx context.Context) (*lobby.Visit, error) { return t.Session.Join(ctx, id, engine.Nobody) })
	}
}

func (t *talker) watch(args []string) {
	if id, ok := t.chosen(args); ok {
		t.visit(func(ctx context.Context) (*lobby.Visit, error) { return t.Session.Watch(ctx, id) })
	}
}

// open reads a table's settings from words in any order.
func (t *talker) open(args []string) {
	set, strength, k, ok := t.settings(args)
	if !ok {
		return
	}
	var bots []string
	if strength != "" {
		bots = make([]string, max(min(set.Seats, engine.SeatsMax), 1))
		for i := 1; i < len(bots); i++ {
			bots[i] = strength
		}
	}
	set.Game = k.Spec.Name
	t.visit(func(ctx context.Context) (*lobby.Visit, error) { return t.Session.OpenTable(ctx, set, bots) })
}

// settings reads what is played and how from words in any order, and the strength of a bot among them.
func (t *talker) settings(args []string) (set table.Settings, strength string, k bot.Kit, ok bool) {
	game := ""
	set = table.Settings{Pace: table.Normal, Rated: !t.Session.Player().Guest, Seats: lobby.QuickSeats}
	for i, a := range args {
		n, err := strconv.Atoi(a)
		switch word := strings.ToLower(a); {
		case err == nil && i+1 < len(args) && strings.HasPrefix(strings.ToLower(args[i+1]), "day"):
			set.Pace, set.Days = table.Correspondence, n
		case strings.HasPrefix(word, "day"):
		case err == nil:
			set.Seats = n
		case word == "quick" || word == "normal":
			set.Pace = table.Pace(word)
		case word == "code":
			set.Private = true
		case word == "unrated":
			set.Rated = false
		case t.isGame(word):
			game = word
		default:
			strength = word
		}
	}
	if k, ok = t.kit(game); !ok {
		return set, "", k, false
	}
	if _, known := k.Level(strength); strength != "" && !known {
		t.say("There is no bot called %q. %s", short(strength), t.levels(k))
		return set, "", k, false
	}
	return set, strength, k, true
}

func (t *talker) isGame(word string) bool {
	for _, k := range t.Kits {
		if k.Spec.Name == word {
			return true
		}
	}
	return false
}

func (t *talker) talk(args []string) {
	text := strings.TrimSpace(strings.Join(args, " "))
	if text == "" {
		t.say("Say what?")
		return
	}
	t.sorry(t.wait(func(ctx context.Context) error {
		if t.at != nil {
			return t.at.visit.Talk(ctx, text)
		}
		return t.Session.Talk(ctx, text)
	}))
}
