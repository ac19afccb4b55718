package admin

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"saloon/lobby"
)

// drainLook is how often a drain looks whether it is quiet.
const drainLook = 250 * time.Millisecond

// drainJSON is how far a drain is.
type drainJSON struct {
	Draining bool `json:"draining"`
	Matches  int  `json:"matches"` // that a restart would interrupt
	Quiet    bool `json:"quiet"`
}

func (o *Office) drained() drainJSON {
	n := o.House.Busy()
	return drainJSON{Draining: o.House.Draining(), Matches: n, Quiet: n == 0}
}

func (d drainJSON) text() string {
	if d.Quiet {
		return "It is quiet: no match is on that a restart would interrupt."
	}
	if d.Matches == 1 {
		return "1 match is on."
	}
	return fmt.Sprintf("%d matches are on.", d.Matches)
}

// drain begins a drain and stays until it is quiet, with a line whenever that changes. Who goes away before leaves the
// house draining.
func drain(ctx context.Context, c *call) error {
	words := "The house closes soon: no new matches begin, what is played is played to its end."
	if c.Reason != "" {
		words += " (" + c.Reason + ")"
	}
	err := c.noted(ctx, "", func() error { return c.office.House.Drain(ctx, words) })
	if err != nil {
		return err
	}
	c.say("No new matches begin until \"drain off\". Leaving this does not end it.")
	look := time.NewTicker(drainLook)
	defer look.Stop()
	told := -1
	for {
		d := c.office.drained()
		if d.Matches != told {
			told = d.Matches
			if err := c.print(d, func(w io.Writer) { _, _ = fmt.Fprintln(w, d.text()) }); err != nil {
				return err
			}
		}
		switch {
		case !d.Draining:
			return Refusal("somebody ended the drain")
		case d.Quiet:
			c.office.Log.Info("House is quiet")
			return nil
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func drainOff(ctx context.Context, c *call) error {
	err := c.noted(ctx, "", func() error {
		c.office.House.Refill("The house stays open: matches begin again.")
		return nil
	})
	if err != nil {
		return err
	}
	return c.print(c.office.drained(), func(w io.Writer) { _, _ = fmt.Fprintln(w, "Matches begin again.") })
}

func drainStatus(_ context.Context, c *call) error {
	d := c.office.drained()
	return c.print(d, func(w io.Writer) {
		if d.Draining {
			_, _ = fmt.Fprintln(w, "The house drains: no new matches begin.")
		} else {
			_, _ = fmt.Fprintln(w, "The house is open: matches begin.")
		}
		_, _ = fmt.Fprintln(w, d.text())
	})
}

func broadcast(ctx context.Context, c *call) error {
	text := strings.Join(c.Args, " ")
	heard := 0
	err := c.noted(ctx, text, func() error {
		if heard = c.office.House.Broadcast(text); heard == 0 {
			return Refusal("nobody is here to hear it")
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.print(map[string]any{"heard": heard}, func(w io.Writer) {
		_, _ = fmt.Fprintf(w, "Said to everybody in %s.\n", lobby.Plural(heard, "session"))
	})
}
