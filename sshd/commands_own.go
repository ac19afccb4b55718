package sshd

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"saloon/lobby"
	"saloon/lobby/sheet"
	"saloon/lobby/table"
)

func record(c *call) error {
	id := table.MatchID(strings.ToUpper(c.args[0]))
	text, err := c.house.Record(c.ctx, id, c.asker.ID)
	if err != nil {
		return err
	}
	return c.print(map[string]any{"match": id, "record": text}, func(w io.Writer) {
		_, _ = io.WriteString(w, strings.TrimRight(text, "\n")+"\n")
	})
}

func rules(c *call) error {
	game := c.args[0]
	if err := c.knows(game); err != nil {
		return err
	}
	if c.server.cfg.Rules == nil {
		return lobby.ErrNotFound
	}
	text, ok := c.server.cfg.Rules(game)
	if !ok {
		return lobby.ErrNotFound
	}
	return c.print(map[string]any{"game": game, "rules": text}, func(w io.Writer) {
		_, _ = io.WriteString(w, strings.TrimRight(text, "\n")+"\n")
	})
}

// keyJSON is a key as the keys command prints it.
type keyJSON struct {
	Fingerprint string    `json:"fingerprint"`
	Type        string    `json:"type"`
	Added       time.Time `json:"added"`
	Used        time.Time `json:"used"`
	This        bool      `json:"this"` // the one that this connection was made with
}

func keys(c *call) error {
	if err := c.account(); err != nil {
		return err
	}
	switch {
	case len(c.args) == 0:
		return listKeys(c)
	case len(c.args) == 1 && c.args[0] == "add":
		return addKey(c)
	case len(c.args) == 1 && c.args[0] == "words":
		return recoveryWords(c)
	case len(c.args) == 2 && c.args[0] == "remove":
		return removeKey(c, c.args[1], false)
	case len(c.args) == 3 && c.args[0] == "remove" && c.args[2] == "anyway":
		return removeKey(c, c.args[1], true)
	}
	return errUsage("it is: keys, keys add, keys remove FINGERPRINT or keys words")
}

func listKeys(c *call) error {
	mine, err := c.house.Account(c.ctx, c.asker.ID)
	if err != nil {
		return err
	}
	all := []keyJSON{}
	for _, k := range mine.Keys {
		this := k.Fingerprint == c.sess.id.Fingerprint
		all = append(all, keyJSON{k.Fingerprint, k.Type, k.Added.UTC(), k.Used.UTC(), this})
	}
	var made any
	if !mine.Words.IsZero() {
		made = mine.Words.UTC()
	}
	return c.print(map[string]any{"keys": all, "words_made": made}, func(w io.Writer) {
		rows := [][]string{{"", "FINGERPRINT", "TYPE", "ADDED (UTC)", "LAST USED (UTC)"}}
		for _, k := range all {
			mark := ""
			if k.This {
				mark = "*"
			}
			rows = append(rows, []string{mark, k.Fingerprint, k.Type, sheet.Day(k.Added), sheet.Day(k.Used)})
		}
		sheet.Columns(w, rows, "")
		if made == nil {
			_, _ = fmt.Fprintln(w, "\nYou have no recovery words: with \"keys words\" you get some.")
		} else {
			_, _ = fmt.Fprintf(w, "\nYour recovery words were made on %s.\n", sheet.Day(mine.Words))
		}
	})
}

func addKey(c *call) error {
	code, err := c.house.Code(c.ctx, c.asker.ID)
	if err != nil {
		return err
	}
	return c.print(map[string]any{"code": code, "seconds": int(lobby.CodeFor.Seconds())}, func(w io.Writer) {
		_, _ = fmt.Fprintf(w, "%s\n\nCome in from the new device within %s and type this code where the house asks\n"+
			"for a name: its key is yours then. The code works once.\n", code, words(lobby.CodeFor))
	})
}

func removeKey(c *call, fp string, anyway bool) error {
	if fp == c.sess.id.Fingerprint && !anyway {
		return errPlain("this is the key that you are using: without it you come in only by another one of yours. " +
			"Say it like this if you mean it: keys remove " + fp + " anyway")
	}
	if err := c.house.RemoveKey(c.ctx, c.asker.ID, fp); err != nil {
		return err
	}
	return c.print(map[string]any{"removed": fp}, func(w io.Writer) {
		_, _ = fmt.Fprintf(w, "%s is no key of yours any more.\n", fp)
	})
}

func fingerprint(c *call) error {
	id := c.sess.id
	return c.print(map[string]any{
		"host": c.server.Fingerprint(), "key": id.Fingerprint, "key_type": id.KeyType,
	}, func(w io.Writer) {
		rows := [][]string{{"this house", c.server.Fingerprint(), c.server.host.PublicKey().Type()}}
		if id.Fingerprint == "" {
			rows = append(rows, []string{"you", "came without a key"})
		} else {
			rows = append(rows, []string{"your key", id.Fingerprint, id.KeyType})
		}
		sheet.Columns(w, rows, "")
	})
}

func version(c *call) error {
	rules := map[string]int{}
	var text []string
	for _, k := range c.house.Kits() {
		rules[k.Spec.Name] = k.Spec.Rules
		text = append(text, fmt.Sprintf("%s rules %d", k.Spec.Name, k.Spec.Rules))
	}
	return c.print(map[string]any{
		"version": c.server.cfg.Version, "go": runtime.Version(), "rules": rules,
	}, func(w io.Writer) {
		_, _ = fmt.Fprintf(w, "saloon %s, %s\n", c.server.cfg.Version, runtime.Version())
		for _, t := range text {
			_, _ = fmt.Fprintln(w, t)
		}
	})
}
