package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/table"
)

// backup copies the database. A name alone, and a directory, are looked for where backups are kept.
func backup(ctx context.Context, c *call) error {
	path, err := c.backupPath()
	if err != nil {
		return err
	}
	b, err := c.office.Store.Backup(ctx, path)
	if err != nil {
		return Refusal(err.Error())
	}
	if err := c.noted(ctx, path, func() error { return nil }); err != nil {
		return err
	}
	return c.print(map[string]any{"file": b.Path, "bytes": b.Bytes, "matches": b.Matches, "entries": b.Entries,
		"seconds": b.Took.Seconds()}, func(w io.Writer) {
		_, _ = fmt.Fprintf(w, "%s: %d bytes, %s, %s, checked, in %v\n", b.Path, b.Bytes,
			lobby.Plural(b.Matches, "match"), lobby.Plural(b.Entries, "entry"), b.Took.Round(time.Millisecond))
	})
}

// backupPath is the file that a backup goes to.
func (c *call) backupPath() (string, error) {
	name := ""
	if len(c.Args) > 0 {
		name = c.Args[0]
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.office.Backups, path)
	}
	if name == "" {
		if err := os.MkdirAll(path, 0o700); err != nil {
			return "", Refusal("there is no place for backups: " + err.Error())
		}
	}
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		return filepath.Join(path, "saloon-"+c.office.Now().UTC().Format("20060102T150405Z")+".db"), nil
	}
	if strings.HasSuffix(name, string(filepath.Separator)) {
		return "", Refusal("there is no directory " + path)
	}
	return path, nil
}

// restore checks a backup and puts it in the place of the database.
func restore(ctx context.Context, c *call) error {
	if c.office.Restorer == nil {
		return Refusal("that works on the data directory of a stopped server")
	}
	staged, err := c.office.Restorer.Stage(ctx, c.Args[0])
	if err != nil {
		return Refusal(err.Error())
	}
	r := examine(ctx, staged, c.office.Kits, c.say)
	if len(r.Faults) > 0 {
		return errors.Join(Refusal(c.Args[0]+" is damaged, and was not restored: "+
			strings.Join(r.Faults[:min(len(r.Faults), 3)], "; ")), staged.Drop())
	}
	if err := staged.Note(ctx, c.act(c.Args[0])); err != nil {
		return errors.Join(err, staged.Drop())
	}
	aside, err := staged.Replace()
	if err != nil {
		return Refusal(err.Error())
	}
	return c.print(map[string]any{"restored": c.Args[0], "aside": aside, "check": r}, func(w io.Writer) {
		_, _ = fmt.Fprintf(w, "%s is the database now.\n", c.Args[0])
		if aside != "" {
			_, _ = fmt.Fprintf(w, "The old one is %s\n", aside)
		}
	})
}

// check looks at the database whole.
func check(ctx context.Context, c *call) error {
	r := examine(ctx, c.office.Store, c.office.Kits, c.say)
	if err := ctx.Err(); err != nil {
		return err
	}
	if c.office.Changed != nil {
		if err := c.changed(ctx, &r); err != nil {
			return err
		}
	}
	err := c.print(r, func(w io.Writer) {
		for _, f := range r.Faults {
			_, _ = fmt.Fprintln(w, f)
		}
		if len(r.Faults) == 0 {
			_, _ = fmt.Fprintln(w, "All is as it was written.")
		}
	})
	if err != nil {
		return err
	}
	if len(r.Faults) > 0 {
		return Refusal(lobby.Plural(len(r.Faults), "fault") + " found; \"restore\" puts a backup in its place")
	}
	if c.office.Accept != nil {
		c.office.Accept()
	}
	return nil
}

// changed is what a check makes of a file that somebody changed while no server ran. What has no checksum, such as a
// name, nobody can vouch for but the host.
func (c *call) changed(ctx context.Context, r *Report) error {
	why := c.office.Changed.Error()
	switch {
	case !c.Accept && len(r.Faults) == 0:
		r.Faults = append(r.Faults, why+"; if that was you, \"check --accept\" takes it as it is")
	case len(r.Faults) > 0:
		r.Faults = append(r.Faults, why)
	default:
		c.say("the seal: taken as it is")
		return c.office.Store.Note(ctx, c.act("accepted: "+why))
	}
	c.say("the seal: broken")
	return nil
}

// Report is what a look at a whole database found.
type Report struct {
	Matches    int      `json:"matches"`
	Entries    int      `json:"entries"`
	Acts       int      `json:"acts"`
	Unfinished int      `json:"unfinished"` // matches that are still played, each of them replayed
	Faults     []string `json:"faults"`
}

// examine looks at a database in four ways and says so as it goes on: SQLite's own, every checksum, every unfinished
// match decided again from its seed, and the ladder from its matches.
func examine(ctx context.Context, st Store, kits []bot.Kit, say func(string, ...any)) Report {
	r := Report{Faults: []string{}}
	look := func(what string, f func() (string, []string, error)) {
		seen, faults, err := f()
		if err != nil {
			faults = append(faults, fmt.Sprintf("%s: %v", what, err))
		}
		r.Faults = append(r.Faults, faults...)
		if len(faults) == 0 {
			say("%s: sound%s", what, seen)
		} else {
			say("%s: %s", what, lobby.Plural(len(faults), "fault"))
		}
	}
	look("the file", func() (string, []string, error) {
		faults, err := st.Integrity(ctx)
		return "", faults, err
	})
	look("checksums", func() (string, []string, error) {
		c, err := st.Chains(ctx)
		r.Matches, r.Entries, r.Acts = c.Matches, c.Entries, c.Acts
		seen := []string{
			"", lobby.Plural(c.Matches, "match"), lobby.Plural(c.Entries, "entry"), lobby.Plural(c.Acts, "act"),
		}
		return strings.Join(seen, ", "), c.Faults, err
	})
	look("unfinished matches", func() (string, []string, error) {
		n, faults, err := replayAll(ctx, st, kits)
		r.Unfinished = n
		return fmt.Sprintf(", %d replayed", n), faults, err
	})
	look("ratings", func() (string, []string, error) {
		diff, err := st.Recompute(ctx)
		if err == nil && len(diff) > 0 {
			fault := lobby.Plural(len(diff), "rating") +
				" not as the matches make them: \"ratings recompute\" lists them"
			return "", []string{fault}, nil
		}
		return ", as the matches make them", nil, err
	})
	return r
}

// replayAll decides every entry of every unfinished match again.
func replayAll(ctx context.Context, st Store, kits []bot.Kit) (n int, faults []string, err error) {
	kept, err := st.Running(ctx)
	if err != nil {
		return 0, nil, err
	}
	for _, k := range kept {
		if err := ctx.Err(); err != nil {
			return n, faults, err
		}
		if k.Match == nil || k.Match.Ended != nil {
			continue
		}
		n++
		if err := replay(kits, *k.Match); err != nil {
			faults = append(faults, fmt.Sprintf("match %s at table %s: %v", k.Match.ID, k.Saved.ID, err))
		}
	}
	return n, faults, nil
}

// replay decides a match again, if it is of the rules that run here; an older one is only followed.
func replay(kits []bot.Kit, m table.Stored) error {
	for _, kit := range kits {
		if kit.Spec.Name != m.Opened.Game {
			continue
		}
		if kit.Spec.Rules == m.Opened.Rules {
			return lobby.LogOf(m).Verify(kit.Game)
		}
		at, err := kit.Open(m.Opened.Config)
		for i := 0; err == nil && i < len(m.Entries); i++ {
			at, err = at.Apply(m.Entries[i].Facts)
		}
		return err
	}
	return fmt.Errorf("%w: there is no game %q here", engine.ErrConfig, m.Opened.Game)
}

// differenceJSON is a rating as the ratings recompute word prints it.
type differenceJSON struct {
	Category   string  `json:"category"`
	Player     string  `json:"player"` // an id
	LiveMu     float64 `json:"live_mu"`
	LiveSigma  float64 `json:"live_sigma"`
	AgainMu    float64 `json:"again_mu"`
	AgainSigma float64 `json:"again_sigma"`
}

// recompute compares the live ladder with the matches. It replaces it only in a stopped house: a running one knows
// the old ratings by heart.
func recompute(ctx context.Context, c *call) error {
	var diff []Difference
	var err error
	switch {
	case !c.Write:
		diff, err = c.office.Store.Recompute(ctx)
	case c.office.House != nil:
		return Refusal("ratings recompute --write works on a stopped server")
	default:
		diff, err = c.office.Store.Rewrite(ctx, c.act(""))
	}
	if err != nil {
		return err
	}
	all := []differenceJSON{}
	for _, d := range diff {
		all = append(all, differenceJSON{d.Category, string(d.Player), d.Live.Mu, d.Live.Sigma, d.Again.Mu,
			d.Again.Sigma})
	}
	err = c.print(map[string]any{"differences": all, "written": c.Write}, func(w io.Writer) {
		for _, d := range all {
			_, _ = fmt.Fprintf(w, "%s %s: live %v ± %v, recomputed %v ± %v\n", d.Category, d.Player, d.LiveMu,
				d.LiveSigma, d.AgainMu, d.AgainSigma)
		}
		_, _ = fmt.Fprintf(w, "%s differed\n", lobby.Plural(len(all), "rating"))
	})
	if err == nil && len(all) > 0 && !c.Write {
		return Refusal(lobby.Plural(len(all), "rating") + " not as the matches make them; --write replaces them")
	}
	return err
}
