package admin

import (
	"context"
	"fmt"
	"io"
	"time"

	"saloon/lobby"
	"saloon/lobby/sheet"
)

// flagJSON is a reason to look at how somebody reacts, as the flags word prints it.
type flagJSON struct {
	When   time.Time `json:"when"`
	Player string    `json:"player"` // an ID: names change
	Name   string    `json:"name"`
	Why    string    `json:"why"`
	Match  string    `json:"match"` // after which it was noticed
}

// flags lists who reacts as no person does. Nothing follows from it by itself: somebody has to look.
func flags(ctx context.Context, c *call) error {
	found, err := c.office.Store.Flags(ctx)
	if err != nil {
		return err
	}
	all := []flagJSON{}
	for _, f := range found {
		all = append(all, flagJSON{f.At.UTC(), string(f.Player), f.Name, f.Why, string(f.Match)})
	}
	return c.print(map[string]any{"flags": all}, func(w io.Writer) {
		rows := [][]string{{"WHEN (UTC)", "WHO", "MATCH", "WHY"}}
		for _, f := range all {
			rows = append(rows, []string{sheet.Day(f.When), dash(f.Name), f.Match, f.Why})
		}
		sheet.Columns(w, rows, "l")
		_, _ = fmt.Fprintln(w, lobby.Plural(len(all), "flag"))
	})
}
