package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"saloon/lobby"
	"saloon/lobby/sheet"
)

// seasonJSON is a season as the seasons words print it.
type seasonJSON struct {
	Season   int         `json:"season"`
	Name     string      `json:"name"`
	Opened   time.Time   `json:"opened"`
	OpenedBy string      `json:"opened_by"`
	Closed   *time.Time  `json:"closed"` // null while it is open
	ClosedBy string      `json:"closed_by"`
	Awards   []awardJSON `json:"awards"`
}

// awardJSON is what somebody earned in a season.
type awardJSON struct {
	Kind     string `json:"kind"`
	Category string `json:"category"`
	Name     string `json:"name"`
	Match    string `json:"match"`
	Points   int    `json:"points"`
}

func seasonOf(s lobby.Season, awards []lobby.Award) seasonJSON {
	out := seasonJSON{Season: s.ID, Name: s.Name, Opened: s.Opened.UTC(), OpenedBy: s.OpenedBy, ClosedBy: s.ClosedBy,
		Awards: []awardJSON{}}
	if !s.Open() {
		closed := s.Closed.UTC()
		out.Closed = &closed
	}
	for _, a := range awards {
		out.Awards = append(out.Awards, awardJSON{a.Kind, a.Category, a.Name, string(a.Match), a.Points})
	}
	return out
}

func (s seasonJSON) text(w io.Writer) {
	_, _ = fmt.Fprintf(w, "%d  %s, opened %s by %s", s.Season, s.Name, sheet.Day(s.Opened), s.OpenedBy)
	if s.Closed != nil {
		_, _ = fmt.Fprintf(w, ", closed %s by %s", sheet.Day(*s.Closed), s.ClosedBy)
	}
	_, _ = fmt.Fprintln(w)
	for _, a := range s.Awards {
		_, _ = fmt.Fprintf(w, "   %s: %s of %s, %d points, match %s\n", a.Name, a.Kind, a.Category, a.Points, a.Match)
	}
}

func seasonList(ctx context.Context, c *call) error {
	all, err := c.office.Store.Seasons(ctx)
	if err != nil {
		return err
	}
	out := []seasonJSON{}
	for _, s := range all {
		awards, err := c.office.Store.Awards(ctx, s.ID, "")
		if err != nil {
			return err
		}
		out = append(out, seasonOf(s, awards))
	}
	return c.print(map[string]any{"seasons": out}, func(w io.Writer) {
		if len(out) == 0 {
			_, _ = fmt.Fprintln(w, "There was no season yet.")
		}
		for _, s := range out {
			s.text(w)
		}
	})
}

func seasonOpen(ctx context.Context, c *call) error {
	name, err := lobby.CheckSeasonName(strings.Join(c.Args, " "))
	if err != nil {
		return Refusal(err.Error())
	}
	s, err := c.office.Store.BeginSeason(ctx, name, c.act(name))
	return c.season(s, nil, err)
}

func seasonClose(ctx context.Context, c *call) error {
	s, awards, err := c.office.Store.EndSeason(ctx, c.act(""))
	if errors.Is(err, lobby.ErrNoSeason) {
		return Refusal("no season is open")
	}
	return c.season(s, awards, err)
}

// season prints a season that was opened or closed, or says why it was not.
func (c *call) season(s lobby.Season, awards []lobby.Award, err error) error {
	switch {
	case errors.Is(err, lobby.ErrSeasonOpen), errors.Is(err, lobby.ErrSeasonName):
		return Refusal(err.Error())
	case err != nil:
		return err
	}
	one := seasonOf(s, awards)
	return c.print(one, one.text)
}
