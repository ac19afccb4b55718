package main

import (
	"context"
	"io"
	"log/slog"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"saloon/engine/bot"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/sshd"
	"saloon/tui"
	"saloon/tui/lines"
	"saloon/tui/style"
)

// screens makes the screens of sessions.
type screens struct {
	kits    []bot.Kit
	address string
	log     *slog.Logger
	crowd   func(context.Context) (lobby.Crowd, error)
}

// options are what the screens of one session are made with.
func (s screens) options(v sshd.Visit) tui.Options {
	return tui.Options{
		Session: v.Session, Kits: s.kits, Faces: faces(), Books: books(), Coaches: coaches(),
		Look: style.Look{Profile: v.Profile, ASCII: v.Console}, Width: v.Width, Height: v.Height,
		Fingerprint: v.Fingerprint, KeyType: v.KeyType, Address: s.address, Intent: intent(v.Intent), Now: time.Now,
		Context: v.Context, Log: s.log, AskGround: v.AskGround, Lag: v.Lag, Office: v.Office, Line: v.Line,
		Crowd: s.crowd, Paces: paces(),
	}
}

// program is the screens of one session at a terminal that can place a cursor.
func (s screens) program(v sshd.Visit) tea.Model {
	app, err := tui.New(s.options(v))
	if err != nil {
		panic(err) // the options are complete, or this program is wrong; the session's recover reports it
	}
	return app
}

// lines is the same house for one session at a terminal that cannot.
func (s screens) lines(v sshd.Visit, in io.Reader, out io.Writer) error {
	return lines.Run(v.Context, in, out, s.options(v))
}

// cast writes a replay as a terminal recording.
func (s screens) cast(w io.Writer, c sshd.Cast) error {
	return tui.Cast(w, c.Replay, tui.CastOptions{
		Face: faces()[c.Replay.Spec.Name], Eyes: c.Eyes, Width: c.Width, High: c.Height,
		Look: style.Look{Profile: colorprofile.ANSI256},
	})
}

// notice brings words of the door to the screens.
func notice(words string) tea.Msg { return tui.Notice{Text: words} }

func intent(i sshd.Intent) tui.Intent {
	verbs := map[sshd.Aim]tui.Verb{
		sshd.ToLobby: tui.ToLobby, sshd.ToPlay: tui.ToPlay, sshd.ToJoin: tui.ToJoin, sshd.ToWatch: tui.ToWatch,
		sshd.ToReplay: tui.ToReplay, sshd.ToDraw: tui.ToDraw,
	}
	return tui.Intent{
		Verb: verbs[i.Aim], Game: i.Game, Table: table.ID(i.Table), Match: table.MatchID(i.Match), Entry: i.Entry,
	}
}
