package admin

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"saloon/lobby"
	"saloon/lobby/sheet"
)

// Place is where a word can be said.
type Place int

const (
	// Anywhere is a running house and a stopped one.
	Anywhere Place = iota
	// Running needs people to talk to.
	Running
	// Stopped needs files that nobody else has open.
	Stopped
)

// Need is what a word needs of the data directory of a stopped house.
type Need int

const (
	// Sound needs a database that may be played on.
	Sound Need = iota
	// Whatever looks at the database as it is, damaged or not.
	Whatever
	// Files needs the directory and no open database.
	Files
)

// Word is one thing that one may say to the office. The table of words is the same wherever they are said.
type Word struct {
	Name  string // as it is typed: "drain off"
	Args  string // as the help writes them
	Does  string
	Flags []string // beside --json, which all have; see Flags
	Role  Role     // the least that may say it
	Place Place
	Need  Need
	least int // arguments
	most  int
	run   func(context.Context, *call) error
}

// Flag is a flag that some words have.
type Flag struct {
	Name  string // without the dashes
	Value string // what stands for its value in the help; empty for one that has none
	Does  string
}

// Flags are those of all words.
func Flags() []Flag {
	return []Flag{
		{"json", "", "print JSON"},
		{"reason", "TEXT", "why, for the audit log"},
		{"owner", "", "may do everything, and say who else is staff"},
		{"write", "", "replace the live ratings by the recomputed ones"},
		{"accept", "", "take a file that was changed while no server ran as it is, if nothing else is wrong"},
	}
}

// many is more arguments than anybody has.
const many = 1 << 10

// Words are all of them, in the order of the help.
func Words() []Word {
	reason := []string{"reason"}
	return []Word{
		{Name: "sessions", Does: "who is here: key, address, place, line", Role: Helper, Place: Running, run: sessions},
		{Name: "tables", Does: "all tables, private ones too", Role: Helper, run: tables},
		{Name: "players", Does: "the people who were here last", Role: Helper, run: players},
		{Name: "players show", Args: "NAME|FINGERPRINT", Does: "somebody's names, keys, matches, last visit",
			Role: Helper, least: 1, most: many, run: showPlayer},
		{Name: "reports", Does: "what people report, open ones first, and appeals", Role: Helper, run: reports},
		{Name: "reports show", Args: "NO", Does: "a report, and what was read before it", Role: Helper, least: 1,
			most: 1, run: reportShow},
		{Name: "reports close", Args: "NO OUTCOME", Does: "be through with it; the reporter is told", Role: Helper,
			least: 2, most: many, run: reportClose},
		{Name: "warn", Args: "NAME TEXT", Does: "tell somebody something they have to take note of", Role: Helper,
			least: 2, most: many, run: warn},
		{Name: "mute", Args: "WHOM LENGTH", Does: "take the word from somebody, such as for 12h or 3d", Flags: reason,
			Role: Helper, least: 2, most: many, run: mute},
		{Name: "kick", Args: "WHOM", Does: "end somebody's session", Flags: reason, Role: Helper, Place: Running,
			least: 1, most: many, run: kick},
		{Name: "ban", Args: "WHOM LENGTH", Does: "keep out an account, a key, or a block of addresses", Flags: reason,
			Role: Helper, least: 2, most: many, run: ban},
		{Name: "lift", Args: "ID", Does: "take a mute, a ban or a warning back", Flags: reason, Role: Helper, least: 1,
			most: 1, run: lift},
		{Name: "sanctions", Args: "[NAME]", Does: "what was decided, with appeals", Role: Helper, most: many,
			run: sanctions},
		{Name: "pairs", Args: "[DAYS]", Does: "who plays with whom as chance would not have it", Role: Helper, most: 1,
			run: pairs},
		{Name: "flags", Does: "who reacts in races as no person does", Role: Helper, run: flags},
		{Name: "drain", Does: "begin no new matches, and stay until it is quiet", Flags: reason, Role: Helper,
			Place: Running, run: drain},
		{Name: "drain off", Does: "let matches begin again", Flags: reason, Role: Helper, Place: Running,
			run: drainOff},
		{Name: "drain status", Does: "what is still on", Role: Helper, Place: Running, run: drainStatus},
		{Name: "broadcast", Args: "TEXT", Does: "say something to everybody who is here", Flags: reason, Role: Helper,
			Place: Running, least: 1, most: many, run: broadcast},
		{Name: "backup", Args: "[FILE|DIRECTORY]", Does: "copy the database, and check the copy", Flags: reason,
			Role: Owner, most: 1, run: backup},
		{Name: "restore", Args: "FILE", Does: "check a backup and put it in the place of the database",
			Flags: reason, Role: Owner, Place: Stopped, Need: Files, least: 1, most: 1, run: restore},
		{Name: "check", Does: "look whether the database is as it was written", Role: Owner, Need: Whatever,
			Flags: []string{"accept", "reason"}, run: check},
		{Name: "staff list", Does: "who looks after the house", Role: Helper, run: staffList},
		{Name: "staff add", Args: "NAME|FINGERPRINT|KEY", Does: "let a key look after the house",
			Flags: []string{"owner", "reason"}, Role: Owner, least: 1, most: many, run: staffAdd},
		{Name: "staff remove", Args: "NAME|FINGERPRINT|KEY", Does: "let a key do so no longer", Flags: reason,
			Role: Owner, least: 1, most: many, run: staffRemove},
		{Name: "audit", Args: "[N]", Does: "the last acts of those who look after the house", Role: Helper, most: 1,
			run: audit},
		{Name: "audit export", Does: "all of them, one JSON object a line", Role: Helper, run: auditExport},
		{Name: "seasons list", Does: "the seasons, who opened and closed them, and what was earned", Role: Helper,
			run: seasonList},
		{Name: "seasons open", Args: "NAME", Does: "begin a season", Flags: reason, Role: Owner, least: 1, most: many,
			run: seasonOpen},
		{Name: "seasons close", Does: "end the season that is open, and give its awards", Flags: reason, Role: Owner,
			run: seasonClose},
		{Name: "ratings recompute", Does: "make all ratings again from the matches and compare them",
			Flags: []string{"write", "reason"}, Role: Owner, run: recompute},
	}
}

// Request is a word as somebody said it.
type Request struct {
	Word   Word
	Args   []string
	JSON   bool
	Reason string
	Owner  bool
	Write  bool
	Accept bool
}

// Usage is what was not understood; its text says what, and what there is.
type Usage string

// Error is the text.
func (e Usage) Error() string { return string(e) }

// Refusal is what was understood and cannot be; its text says why.
type Refusal string

// Error is the text.
func (e Refusal) Error() string { return string(e) }

// Parse makes a request of what somebody typed. Without a word the request has none, and asks for the help.
func Parse(typed []string) (Request, error) {
	var r Request
	var plain []string
	for i := 0; i < len(typed); i++ {
		name, value, given := strings.Cut(typed[i], "=")
		if typed[i] == "--" {
			plain = append(plain, typed[i+1:]...)
			break
		}
		if !strings.HasPrefix(name, "--") || len(name) < 3 {
			plain = append(plain, typed[i])
			continue
		}
		f, err := flagNamed(name[2:])
		if err != nil {
			return r, err
		}
		if f.Value != "" && !given {
			if i++; i == len(typed) {
				return r, Usage(fmt.Sprintf("--%s wants a %s", f.Name, f.Value))
			}
			value = typed[i]
		}
		if f.Value == "" && given {
			return r, Usage(fmt.Sprintf("--%s has no value", f.Name))
		}
		r.set(f.Name, value)
	}
	if len(plain) == 0 || plain[0] == "help" {
		return r, nil
	}
	var err error
	if r.Word, r.Args, err = find(plain); err != nil {
		return r, err
	}
	return r, r.Check()
}

func flagNamed(name string) (Flag, error) {
	all := Flags()
	i := slices.IndexFunc(all, func(f Flag) bool { return f.Name == name })
	if i < 0 {
		return Flag{}, Usage(fmt.Sprintf("there is no --%s", lobby.Clean(name, lobby.NameWidthMax)))
	}
	return all[i], nil
}

func (r *Request) set(flag, value string) {
	switch flag {
	case "json":
		r.JSON = true
	case "reason":
		r.Reason = lobby.Clean(value, lobby.TalkWidth)
	case "owner":
		r.Owner = true
	case "write":
		r.Write = true
	case "accept":
		r.Accept = true
	}
}

// has lists the flags that a request was given.
func (r *Request) has() []string {
	var out []string
	for name, given := range map[string]bool{
		"reason": r.Reason != "", "owner": r.Owner, "write": r.Write, "accept": r.Accept,
	} {
		if given {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// find takes the longest word that somebody's words begin with.
func find(typed []string) (Word, []string, error) {
	var best Word
	parts := 0
	for _, w := range Words() {
		name := strings.Fields(w.Name)
		if len(name) > parts && len(name) <= len(typed) && slices.Equal(name, typed[:len(name)]) {
			best, parts = w, len(name)
		}
	}
	if parts == 0 {
		return best, nil, Unknown(typed)
	}
	return best, typed[parts:], nil
}

// Unknown says that there is no such word, and what there is.
func Unknown(typed []string) error {
	var names, more []string
	for _, w := range Words() {
		first, rest, _ := strings.Cut(w.Name, " ")
		if !slices.Contains(names, first) {
			names = append(names, first)
		}
		if first == typed[0] && rest != "" {
			more = append(more, rest)
		}
	}
	if len(more) == 0 && slices.Contains(names, typed[0]) {
		return Usage("it is: " + typed[0])
	}
	said := lobby.Clean(strings.Join(typed[:min(len(typed), 2)], " "), lobby.NameWidthMax)
	if len(more) > 0 && len(typed) == 1 {
		return Usage(fmt.Sprintf("after %s comes: %s", typed[0], strings.Join(more, ", ")))
	}
	if len(more) > 0 {
		return Usage(fmt.Sprintf("there is no %q; after %s comes: %s", said, typed[0], strings.Join(more, ", ")))
	}
	return Usage(fmt.Sprintf("there is no word %q; there is: %s", lobby.Clean(typed[0], lobby.NameWidthMax),
		strings.Join(names, ", ")))
}

// Check says what is wrong with the arguments and flags of a request.
func (r *Request) Check() error {
	w := r.Word
	for _, f := range r.has() {
		if !slices.Contains(w.Flags, f) {
			return Usage(fmt.Sprintf("%s has no --%s", w.Name, f))
		}
	}
	if len(r.Args) < w.least || len(r.Args) > w.most {
		if kin := strings.Fields(w.Name); len(r.Args) > 0 && w.most == 0 && len(kin) == 1 {
			return Unknown(append(kin, r.Args...))
		}
		return Usage("it is: " + strings.TrimSpace(w.Name+" "+w.Args))
	}
	for i, a := range r.Args {
		r.Args[i] = strings.TrimSpace(a)
	}
	return nil
}

// Help writes the table of words.
func Help(w io.Writer) {
	var rows [][]string
	for _, word := range Words() {
		use := strings.TrimSpace(word.Name + " " + word.Args)
		for _, f := range word.Flags {
			flag, _ := flagNamed(f) // the table names only flags that there are, which a test holds it to
			use += " [--" + strings.TrimSpace(flag.Name+" "+flag.Value) + "]"
		}
		where := map[Place]string{Running: " (running house)", Stopped: " (stopped house)"}[word.Place]
		rows = append(rows, []string{use, word.Does + where})
	}
	sheet.Columns(w, rows, "")
}
