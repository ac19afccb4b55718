package lines

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"saloon/engine"
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

// commands are all words, in the order of the help. It is a function, because help is one of them.
func commands() []command {
	return []command{
		{words: []string{"tables", "t"}, does: "list the tables", run: (*talker).tables},
		{words: []string{"play"}, args: "[GAME]", does: "be dealt in, with bots on the seats that stay free", run: (*talker).play},
		{words: []string{"join", "j"}, args: "NUMBER or CODE", does: "sit down, or go back to your seat", run: (*talker).join},
		{words: []string{"watch", "w"}, args: "NUMBER or CODE", does: "look on", run: (*talker).watch},
		{words: []string{"open"}, args: "[GAME] [SEATS] [quick, normal or DAYS days] [code] [BOT]", does: "open a table; the name " +
			"of a bot's strength fills its seats", run: (*talker).open},
		{words: []string{"learn"}, args: "[GAME]", does: "a guided first hand", run: (*talker).learn},
		{words: []string{"say", "'"}, args: "TEXT", does: "talk: at a table to the table, else to the lobby", run: (*talker).talk},
		{words: []string{"who"}, does: "list the people here", run: (*talker).who},
		{words: []string{"board", "leaderboard"}, args: "[NUMBER]", does: "the leaderboard", run: (*talker).board},
		{words: []string{"me"}, does: "your profile", run: func(t *talker, _ []string) { t.profile(nil) }},
		{words: []string{"profile"}, args: "NAME", does: "somebody's profile", run: (*talker).profile},
		{words: []string{"history"}, args: "[NAME]", does: "past matches", run: (*talker).history},
		{words: []string{"record"}, args: "MATCH", does: "a match move by move", run: (*talker).record},
		{words: []string{"rules"}, args: "[RULE]", does: "the rule book, or one rule of it, such as R14", run: (*talker).rules},
		{words: []string{"name"}, args: "NAME", does: "be called something else", run: (*talker).rename},
		{words: []string{"code"}, does: "a code by which another key becomes yours", run: (*talker).code},
		{words: []string{"ignore"}, args: "NAME", does: "hear somebody no more", run: ignoring(true)},
		{words: []string{"hear"}, args: "NAME", does: "hear somebody again", run: ignoring(false)},
		{words: []string{"look", "l"}, does: "the position in words", table: true, run: (*talker).position},
		{words: []string{"moves", "m"}, does: "your choices, by number", table: true, run: (*talker).moves},
		{words: []string{"seats", "s"}, does: "who sits here, and the clocks", table: true, run: (*talker).seats},
		{words: []string{"ready", "r"}, does: "you are ready; or you have seen enough of the score", table: true, run: ready(true)},
		{words: []string{"wait"}, does: "you are not ready after all", table: true, run: ready(false)},
		{words: []string{"bot"}, args: "STRENGTH [SEAT]", does: "put a bot on a free seat, or on all", table: true, run: (*talker).bot},
		{words: []string{"remove"}, args: "SEAT", does: "empty a seat", table: true, run: (*talker).remove},
		{words: []string{"sit"}, args: "[SEAT]", does: "take a seat", table: true, run: (*talker).sit},
		{words: []string{"stand"}, args: "[now]", does: "give your seat up after this hand, or now", table: true, run: (*talker).stand},
		{words: []string{"adjourn"}, does: "ask to stop the match until another time", table: true, run: cast(table.Adjourn)},
		{words: []string{"resume"}, does: "ask to go on with it", table: true, run: cast(table.Resume)},
		{words: []string{"rematch"}, does: "ask for another match", table: true, run: cast(table.Rematch)},
		{words: []string{"yes"}, does: "agree to what somebody asks for", table: true, run: vote(true)},
		{words: []string{"no"}, does: "do not agree", table: true, run: vote(false)},
		{words: []string{"leave"}, does: "go to the lobby; your seat stays yours", table: true, run: func(t *talker, _ []string) {
			t.leaveTable()
			t.say("You are in the lobby.")
		}},
		{words: []string{"help", "h", "?"}, does: "this list", run: (*talker).help},
		{words: []string{"quit", "q", "exit", "bye"}, does: "leave the house; your seats stay yours", run: func(t *talker, _ []string) {
			t.say("So long.")
			t.quit = true
		}},
	}
}

// obey does what was typed.
func (t *talker) obey(line string) {
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
	args := strings.Fields(line)
	for _, c := range commands() {
		for _, w := range c.words {
			if !strings.EqualFold(w, args[0]) {
				continue
			}
			if t.at != nil && t.answers(line) { // a move may begin with a word that is a command
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
	t.listed = t.news.Tables
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
			who = append(who, c.Owner.Name+", a bot")
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
		t.say("Which table? Its number in the list, or its code.")
		return "", false
	}
	if n, err := strconv.Atoi(args[0]); err == nil && len(args[0]) < 3 {
		if n < 1 || n > len(t.listed) {
			t.say("There is no table %d in the list. Type: tables", n)
			return "", false
		}
		return t.listed[n-1].ID, true
	}
	return table.ID(strings.ToUpper(strings.Join(args, ""))), true
}

func (t *talker) play(args []string) {
	if k, ok := t.kit(strings.Join(args, " ")); ok {
		t.visit(func(ctx context.Context) (*lobby.Visit, error) { return t.Session.Quick(ctx, k.Spec.Name) })
	}
}

func (t *talker) learn(args []string) {
	if k, ok := t.kit(strings.Join(args, " ")); ok {
		t.visit(func(ctx context.Context) (*lobby.Visit, error) { return t.Session.Lesson(ctx, k.Spec.Name) })
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
	game := ""
	set := table.Settings{Pace: table.Normal, Rated: !t.Session.Player().Guest, Seats: lobby.QuickSeats}
	strength := ""
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
		case t.isGame(word):
			game = word
		default:
			strength = word
		}
	}
	k, ok := t.kit(game)
	if !ok {
		return
	}
	set.Game = k.Spec.Name
	var bots []string
	if strength != "" {
		if _, known := k.Level(strength); !known {
			t.say("There is no bot called %q. %s", short(strength), t.levels(k))
			return
		}
		bots = make([]string, max(min(set.Seats, engine.SeatsMax), 1))
		for i := 1; i < len(bots); i++ {
			bots[i] = strength
		}
	}
	t.visit(func(ctx context.Context) (*lobby.Visit, error) { return t.Session.OpenTable(ctx, set, bots) })
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
