package sshd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"charm.land/ssh"

	"saloon/lobby"
	"saloon/lobby/admin"
	"saloon/lobby/table"
)

// Exit statuses of commands.
const (
	exitOK    = 0
	exitError = 1 // it was understood, and cannot be
	exitUsage = 2 // it was not understood
)

// nameWords is how many words a name may have, of somebody or of a community table.
const nameWords = 8

// commandFor is how long a command may take.
const commandFor = 10 * time.Second

// command is a word that one types behind the host's name. Exactly one of run and aim is set.
type command struct {
	name     string
	args     string // as the help writes them
	least    int    // arguments
	most     int
	does     string
	run      func(c *call) error
	aim      Aim           // goes on to the screens, and so needs a terminal
	flags    []string      // those that it knows beside --json, each with a value
	raw      bool          // reads its arguments and flags by itself
	patience time.Duration // how long it may take; commandFor if 0
	open     bool          // also for who may not come in
}

// call is a command as it was typed.
type call struct {
	ctx    context.Context
	server *Server
	sess   *session
	house  *lobby.House
	out    io.Writer
	args   []string
	json   bool
	flags  map[string]string // what was said, by name
	asker  lobby.Player      // the zero Player for newcomers and guests
}

// errUsage is what was not understood; its text says what.
type errUsage string

func (e errUsage) Error() string { return string(e) }

// errPlain is what was understood and cannot be; its text says why.
type errPlain string

func (e errPlain) Error() string { return string(e) }

// commands are all of them, in the order of the help. It is a function because the help is one of them.
func commands() []command {
	return []command{
		{name: "play", args: "[GAME]", most: 1, does: "sit down at the next best table (needs ssh -t)", aim: ToPlay},
		{name: "join", args: "TABLE", least: 1, most: nameWords,
			does: "take a seat there, or go back to yours (needs ssh -t)", aim: ToJoin},
		{name: "watch", args: "TABLE", least: 1, most: nameWords, does: "look on there (needs ssh -t)", aim: ToWatch},
		{name: "replay", args: "MATCH[:ENTRY]", least: 1, most: 1, does: "watch a match again (needs ssh -t)",
			aim: ToReplay},
		{name: "draw", does: "ten draws alone: how fast you react (needs ssh -t)", aim: ToDraw},
		{name: "tables", does: "the tables that stand", run: tables},
		{name: "clubs", args: "[NAME]", most: nameWords, does: "the community tables, or one of them", run: clubs},
		{name: "who", does: "the people who are here", run: who},
		{name: "leaderboard", args: "[GAME|house] [--seats N] [--span SPAN] [--season NAME]", most: 1,
			does:  "who ranks where; SPAN is day, week, month, season, all, yesterday, last-week or last-month",
			flags: []string{"seats", "span", "season"}, run: leaderboard},
		{name: "seasons", does: "the seasons, and what was earned in them", run: seasons},
		{name: "profile", args: "[NAME]", most: nameWords, does: "you, or somebody", run: profile},
		{name: "history",
			args: "[NAME] [--game GAME] [--with NAME] [--result won|lost] [--table TABLE] [--when 2026-11]",
			most: nameWords,
			does: "your matches, or somebody's", run: history,
			flags: []string{"game", "with", "result", "table", "when"}},
		{name: "record", args: "MATCH", least: 1, most: 1, does: "a match as a record file", run: record},
		{name: "cast", args: "MATCH [--eyes NAME] [--size 100x30]", least: 1, most: 1,
			patience: castFor, does: "a match as an asciinema recording", flags: []string{"eyes", "size"}, run: cast},
		{name: "rules", args: "GAME", least: 1, most: 1, does: "the rule book", run: rules},
		{name: "keys", args: "[add | remove FINGERPRINT [anyway] | words]", most: 3,
			does: "your keys: a code for another one, one less, words for when all are lost", run: keys},
		{name: "export", open: true, patience: exportFor, does: "everything that is kept of you, as JSON", run: export},
		{name: "delete-me", args: "[NAME]", most: nameWords, open: true,
			does: "take your account away, a week from now; your NAME says that you mean it", run: deleteMe},
		{name: "keep-me", open: true, does: "keep your account after all", run: keepMe},
		{name: "fingerprint", open: true, does: "the fingerprints of this house and of your key", run: fingerprint},
		{name: "version", open: true, does: "what runs here", run: version},
		{name: "admin", args: "[WORD …]", does: "look after this house (its staff alone)", raw: true, open: true,
			run: office},
		{name: "help", open: true, does: "this page", run: help},
	}
}

// commanding answers a command. Those that go to the screens are handed on with what they ask for.
func (s *Server) commanding(next ssh.Handler) ssh.Handler {
	return step(func(sess *session, next func()) {
		if sess.RawCommand() == "" {
			sess.intent = Intent{Aim: ToLobby}
			next()
			return
		}
		c := &call{server: s, sess: sess, house: s.cfg.House, out: sess}
		cmd, err := c.parse(sess.Command())
		patience := commandFor
		if cmd.raw {
			patience = officeFor
		}
		if cmd.patience > 0 {
			patience = cmd.patience
		}
		ctx, cancel := context.WithTimeout(sess.ctx, patience)
		defer cancel()
		c.ctx = ctx
		switch {
		case err != nil:
		case cmd.aim == "":
			err = c.answer(cmd)
		case !sess.pty:
			err = errUsage(fmt.Sprintf("%s is played in a terminal: ssh -t … %s", cmd.name, cmd.name))
		default:
			if sess.intent, err = c.intent(cmd.aim); err == nil {
				cancel()
				next()
				return
			}
		}
		_ = sess.Exit(c.refuse(err))
	})(next)
}

// parse finds the command and its arguments.
func (c *call) parse(words []string) (command, error) {
	if len(words) == 0 {
		return command{}, errUsage("that has a quotation mark without its other half")
	}
	all := commands()
	i := slices.IndexFunc(all, func(cmd command) bool { return cmd.name == words[0] })
	if i < 0 {
		return command{}, errUsage(fmt.Sprintf("there is no command %q", clean(words[0], argumentWidth)))
	}
	cmd := all[i]
	if cmd.raw {
		c.args = words[1:]
		return cmd, nil
	}
	for words = words[1:]; len(words) > 0; words = words[1:] {
		word := words[0]
		name, value, isSet := strings.Cut(strings.TrimPrefix(word, "--"), "=")
		switch {
		case word == "--json":
			c.json = true
		case strings.HasPrefix(word, "--") && slices.Contains(cmd.flags, name):
			if !isSet {
				if len(words) < 2 {
					return cmd, errUsage("--" + name + " wants a value behind it")
				}
				words = words[1:]
				value = words[0]
			}
			if c.flags == nil {
				c.flags = map[string]string{}
			}
			c.flags[name] = clean(value, argumentWidth)
		case strings.HasPrefix(word, "-"):
			return cmd, errUsage(fmt.Sprintf("%s knows no %q", cmd.name, clean(word, argumentWidth)))
		default:
			c.args = append(c.args, clean(word, argumentWidth))
		}
	}
	if len(c.args) < cmd.least || len(c.args) > cmd.most {
		return cmd, errUsage(strings.TrimSpace("it is: " + cmd.name + " " + cmd.args))
	}
	return cmd, nil
}

// answer runs a command that prints something.
func (c *call) answer(cmd command) error {
	asker, err := c.house.Find(c.ctx, c.sess.id)
	if err != nil && !errors.Is(err, lobby.ErrNotFound) {
		return err
	}
	c.asker = asker
	if !cmd.open { // the office asks for a key of the staff, whom a block of addresses may have met by mistake
		if err := c.house.Bars(asker, c.sess.id); err != nil {
			return err
		}
	}
	return cmd.run(c)
}

// intent is what a command wants of the screens.
func (c *call) intent(aim Aim) (Intent, error) {
	in := Intent{Aim: aim}
	switch {
	case aim == ToPlay && len(c.args) > 0:
		in.Game = c.args[0]
		return in, c.knows(in.Game)
	case aim == ToReplay:
		return in, in.entry(c.args[0])
	case aim == ToJoin, aim == ToWatch:
		in.Table = strings.Join(c.args, " ") // a client parts the words of a quoted name
	}
	return in, nil
}

// entry reads which match is to be seen again, and from where on: "8F3KQ7:42".
func (in *Intent) entry(word string) error {
	match, entry, from := strings.Cut(word, ":")
	in.Match = match
	if !from {
		return nil
	}
	n, err := strconv.Atoi(entry)
	if err != nil || n < 0 {
		return errUsage(fmt.Sprintf("%q is no entry of a match: it is a number from 0 on", entry))
	}
	in.Entry = n
	return nil
}

// seats is the number of seats that was said, or 0.
func (c *call) seats() (int, error) {
	word, said := c.flags["seats"]
	if !said {
		return 0, nil
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 2 || n > 99 {
		return 0, errUsage("--seats wants a number from 2 on")
	}
	return n, nil
}

// knows fails if the house does not have a game.
func (c *call) knows(game string) error {
	if _, ok := c.house.Kit(game); ok {
		return nil
	}
	var names []string
	for _, k := range c.house.Kits() {
		names = append(names, k.Spec.Name)
	}
	return errPlain(fmt.Sprintf("there is no game %q here; there is: %s", game, strings.Join(names, ", ")))
}

// refuse tells the person what went wrong, and is the exit status for it.
func (c *call) refuse(err error) int {
	var usage errUsage
	var plain errPlain
	var refusal admin.Refusal
	var wrong admin.Usage
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &usage):
		say(c.sess, "%s.\nAll commands: ssh … help", capital(usage.Error()))
		return exitUsage
	case errors.As(err, &wrong):
		say(c.sess, "%s.", capital(wrong.Error()))
		return exitUsage
	case errors.As(err, &refusal):
		say(c.sess, "%s.", capital(refusal.Error()))
	case errors.As(err, &plain):
		say(c.sess, "%s.", capital(plain.Error()))
	case errors.Is(err, lobby.ErrNotFound):
		say(c.sess, "There is nobody and nothing by that name.")
	case table.DiskWords(err) != "":
		say(c.sess, "%s.", capital(table.DiskWords(err)))
	case known(err):
		say(c.sess, "%s.", strings.TrimRight(capital(err.Error()), "."))
	default:
		c.sess.log.Error("Command failed", "err", err)
		say(c.sess, "Something went wrong, and we have a note of it.")
	}
	return exitError
}

// known reports whether an error was written for people.
func known(err error) bool {
	for _, e := range []error{
		lobby.ErrGuest, lobby.ErrUnnamed, lobby.ErrSlow, lobby.ErrDraining, lobby.ErrClosed, lobby.ErrRunning,
		lobby.ErrSecret, lobby.ErrBanned, lobby.ErrCrowded, lobby.ErrKeyTaken, lobby.ErrLastKey, lobby.ErrPapers,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// print writes the answer: as JSON if that was asked for, else by text.
func (c *call) print(v any, text func(io.Writer)) error {
	if !c.json {
		text(c.out)
		return nil
	}
	enc := json.NewEncoder(c.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// account fails for those who have none.
func (c *call) account() error {
	switch {
	case c.sess.id.Fingerprint == "":
		return lobby.ErrGuest
	case c.asker.ID == "":
		return errPlain("you have no name here yet: come in once without a command, and choose one")
	}
	return nil
}

// whose is the name that a command is about; empty for the asker, who must then have an account.
func (c *call) whose() (string, error) {
	if len(c.args) > 0 {
		return strings.Join(c.args, " "), nil
	}
	return "", c.account()
}

func help(c *call) error {
	type entry struct {
		Command string `json:"command"`
		Args    string `json:"args"`
		Does    string `json:"does"`
	}
	var all []entry
	for _, cmd := range commands() {
		all = append(all, entry{cmd.name, cmd.args, cmd.does})
	}
	return c.print(map[string]any{"commands": all}, func(w io.Writer) { _, _ = io.WriteString(w, helpText()) })
}

// helpFirst is how wide the first column of the help may be, in cells: longer ones have a line of their own.
const helpFirst = 36

// helpText lists the commands.
func helpText() string {
	rows := [][]string{{"ssh …", "the lobby"}}
	for _, cmd := range commands() {
		ssh := "ssh … "
		if cmd.aim != "" {
			ssh = "ssh -t … "
		}
		rows = append(rows, []string{ssh + strings.TrimSpace(cmd.name+" "+cmd.args), cmd.does})
	}
	var b strings.Builder
	for _, row := range rows {
		if utf8.RuneCountInString(row[0]) > helpFirst {
			b.WriteString(row[0] + "\n")
			row[0] = ""
		}
		b.WriteString(row[0] + strings.Repeat(" ", helpFirst-utf8.RuneCountInString(row[0])) + "  " + row[1] + "\n")
	}
	b.WriteString("\nAll that print something also print JSON: --json.\n")
	return b.String()
}
