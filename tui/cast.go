package tui

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// CastOptions say how a terminal recording is drawn.
type CastOptions struct {
	Face  felt.Factory
	Eyes  engine.Seat // with whose eyes the match is seen; engine.Nobody for the public's
	Width int         // cells; 100 if 0
	High  int         // cells; 30 if 0
	Look  style.Look
}

// How long an entry stands in a recording: as long as people took, within reason.
const (
	castLeast = 400 * time.Millisecond
	castMost  = 3 * time.Second
)

// Cast writes a replay as a terminal recording in asciinema's format, version 2: every entry a picture, in the time
// that people took. It fails with lobby.ErrSecret for eyes that the asker may not look with.
func Cast(w io.Writer, r *lobby.Replay, o CastOptions) error {
	if o.Width == 0 || o.High == 0 {
		o.Width, o.High = 100, 30
	}
	if o.Width < felt.MinW || o.High < felt.MinH || o.Width > 300 || o.High > 100 {
		return fmt.Errorf("%w: a recording is drawn in %d×%d to 300×100 cells", engine.ErrConfig, felt.MinW, felt.MinH)
	}
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	head := struct {
		Version   int    `json:"version"`
		Width     int    `json:"width"`
		Height    int    `json:"height"`
		Timestamp int64  `json:"timestamp"`
		Title     string `json:"title"`
	}{2, o.Width, o.High, r.At(0).Unix(), fmt.Sprintf("%s, match %s", r.Spec.Title, r.Match)}
	if err := enc.Encode(head); err != nil {
		return err
	}
	look := style.For(o.Look)
	at, before := time.Duration(0), ""
	for n := range r.Len() + 1 {
		if n > 0 {
			at += min(max(r.At(n).Sub(r.At(n-1)), castLeast), castMost)
		}
		text, err := still(r, n, o, look)
		if err != nil {
			return err
		}
		if text == before {
			continue
		}
		before = text
		picture := "\x1b[?25l\x1b[H" + strings.ReplaceAll(text, "\n", "\x1b[K\r\n")
		if err := enc.Encode([]any{at.Seconds(), "o", picture}); err != nil {
			return err
		}
	}
	return out.Flush()
}

// still draws a replay after so many entries.
func still(r *lobby.Replay, n int, o CastOptions, st *style.Style) (string, error) {
	frame, err := r.Frame(n, o.Eyes)
	if err != nil {
		return "", err
	}
	frame.Info.ID = "" // that of its table may still open it
	f := felt.New(felt.Deps{
		Visit: reelVisit{}, Spec: r.Spec, Face: o.Face, Prefs: func() lobby.Prefs { return lobby.Prefs{Calm: true} },
		Now: func() time.Time { return r.At(n) }, Start: r.At(n), Reel: stillReel{r, n, o.Eyes},
	})
	f.Still(frame)
	return f.Draw(felt.Size{W: o.Width, H: o.High}, st), nil
}

// stillReel is a reel that stands.
type stillReel struct {
	replay *lobby.Replay
	at     int
	eyes   engine.Seat
}

func (s stillReel) State() lobby.ReelState {
	return lobby.ReelState{
		At: s.at, Of: s.replay.Len(), Words: s.replay.Words(s.at, s.eyes), Eyes: s.eyes, Present: 1, Leads: true,
	}
}

func (s stillReel) Step(int)              {}
func (s stillReel) Seek(int)              {}
func (s stillReel) Skip(bool)             {}
func (s stillReel) Turn()                 {}
func (s stillReel) Rejoin()               {}
func (s stillReel) Open() (string, error) { return s.replay.Open(s.at) }

var _ felt.Reel = (*lobby.Reel)(nil)
