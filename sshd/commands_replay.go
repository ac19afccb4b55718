package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
)

// Cast is what the cast command wants of the screens: a replay as a terminal recording.
type Cast struct {
	Replay        *lobby.Replay
	Eyes          engine.Seat // engine.Nobody for the public's
	Width, Height int         // cells; 0 for the usual
}

const (
	// castFor is how long a recording may take.
	castFor = time.Minute
	// drawingsAtOnce bounds the recordings that are drawn at a time: each entry of a match is a whole screen.
	drawingsAtOnce = 2
)

// timely writes until a context ends.
type timely struct {
	ctx context.Context
	w   io.Writer
}

func (t timely) Write(b []byte) (int, error) {
	if err := t.ctx.Err(); err != nil {
		return 0, err
	}
	return t.w.Write(b)
}

// cast writes a match as a terminal recording.
func cast(c *call) error {
	if c.server.cfg.Cast == nil {
		return errPlain("this house draws no recordings")
	}
	width, height, err := castSize(c.flags["size"])
	if err != nil {
		return err
	}
	r, err := c.house.Replay(c.ctx, table.MatchID(c.args[0]), c.asker.ID)
	if err != nil {
		return err
	}
	eyes, err := castEyes(r, c.flags["eyes"])
	if err != nil {
		return err
	}
	select {
	case c.server.drawing <- struct{}{}:
		defer func() { <-c.server.drawing }()
	case <-c.ctx.Done():
		return errPlain("too many recordings are being drawn; try again in a minute")
	}
	err = c.server.cfg.Cast(timely{c.ctx, c.out}, Cast{Replay: r, Eyes: eyes, Width: width, Height: height})
	if errors.Is(err, context.DeadlineExceeded) {
		return errPlain("that takes too long; a smaller --size may do")
	}
	if errors.Is(err, engine.ErrConfig) {
		return errUsage(strings.TrimPrefix(err.Error(), engine.ErrConfig.Error()+": "))
	}
	return err
}

// castSize reads "100x30".
func castSize(word string) (width, height int, err error) {
	if word == "" {
		return 0, 0, nil
	}
	across, down, ok := strings.Cut(strings.ToLower(word), "x")
	width, wrong := strconv.Atoi(across)
	height, alsoWrong := strconv.Atoi(down)
	if !ok || wrong != nil || alsoWrong != nil {
		return 0, 0, errUsage("--size wants the cells, such as 100x30")
	}
	return width, height, nil
}

// castEyes finds with whose eyes a match is seen: those of the one who asks, of a player by name, or of the public.
func castEyes(r *lobby.Replay, name string) (engine.Seat, error) {
	if name == "" {
		return r.Eyes()[0], nil
	}
	if name == "public" {
		return engine.Nobody, nil
	}
	i := r.Seat(name)
	if i == engine.Nobody {
		return i, errPlain(fmt.Sprintf("nobody called %q sat there; there is also: public", name))
	}
	return i, nil
}
