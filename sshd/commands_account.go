package sshd

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"saloon/lobby"
	"saloon/lobby/sheet"
)

const (
	// exportFor is how long an export may take: somebody has ten thousand matches and a thin line.
	exportFor = 30 * time.Minute
	// stalledFor is how long an export waits for a reader who reads nothing.
	stalledFor = 30 * time.Second
)

// recoveryWords makes recovery words and tells them, this once.
func recoveryWords(c *call) error {
	text, err := c.house.Words(c.ctx, c.asker.ID)
	if err != nil {
		return err
	}
	all := strings.Fields(text)
	return c.print(map[string]any{"words": all}, func(w io.Writer) {
		sheet.Columns(w, [][]string{all[:len(all)/2], all[len(all)/2:]}, "")
		_, _ = io.WriteString(w, "\nWrite them down on paper: nobody can tell you them again. If all your keys are "+
			"lost, come in\nwith a new one and type these words where the house asks for a name. They work once, and "+
			"words\nthat you had before work no more.\n")
	})
}

// patient ends a session whose reader reads nothing for a while: an export is not written into a full pipe for ever.
type patient struct {
	w   io.Writer
	end func()
}

func (p patient) Write(b []byte) (int, error) {
	stalled := time.AfterFunc(stalledFor, p.end)
	defer stalled.Stop()
	return p.w.Write(b)
}

// export writes everything that is kept of somebody. It is JSON with --json and without.
func export(c *call) error {
	if err := c.account(); err != nil {
		return err
	}
	err := c.house.Export(c.ctx, c.asker.ID, patient{c.out, func() { _ = c.sess.Close() }})
	if errors.Is(err, c.ctx.Err()) && err != nil {
		return errPlain("that took too long, and what was written is not whole")
	}
	return err
}

// deleteMe says that an account is to be gone.
func deleteMe(c *call) error {
	if err := c.account(); err != nil {
		return err
	}
	until, err := c.house.DeleteMe(c.ctx, c.asker.ID, strings.Join(c.args, " "))
	if errors.Is(err, lobby.ErrConfirm) {
		return errPlain(fmt.Sprintf("nothing was done. This takes your account away for good, %s from now: your "+
			"name, keys, settings, rating and notes. In the matches of others you are called %q from then on. Until "+
			"then you can say keep-me. If you mean it: delete-me %s", words(lobby.ThinkFor), lobby.GoneName+" 12",
			c.asker.Name))
	}
	if err != nil {
		return err
	}
	return c.print(map[string]any{"leaving": until.UTC()}, func(w io.Writer) {
		_, _ = fmt.Fprintf(w, "Your account will be gone on %s UTC.\nIf you change your mind until then, say keep-me, "+
			"or come in and say it there.\n", until.UTC().Format("2 January 2006, 15:04"))
	})
}

func keepMe(c *call) error {
	if err := c.account(); err != nil {
		return err
	}
	if err := c.house.KeepMe(c.ctx, c.asker.ID); err != nil {
		return err
	}
	return c.print(map[string]any{"leaving": nil}, func(w io.Writer) {
		_, _ = fmt.Fprintln(w, "Your account stays.")
	})
}
