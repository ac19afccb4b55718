package main

import (
	"log/slog"
	"time"

	tea "charm.land/bubbletea/v2"

	"saloon/engine/bot"
	"saloon/lobby/table"
	"saloon/sshd"
	"saloon/tui"
	"saloon/tui/style"
)

// screens makes the screens of sessions.
type screens struct {
	kits    []bot.Kit
	address string
	log     *slog.Logger
}

// program is the screens of one session at a terminal that can place a cursor.
func (s screens) program(v sshd.Visit) tea.Model {
	app, err := tui.New(tui.Options{
		Session: v.Session, Kits: s.kits, Faces: faces(), Books: books(), Coaches: coaches(),
		Look: style.Look{Profile: v.Profile}, Width: v.Width, Height: v.Height,
		Fingerprint: v.Fingerprint, KeyType: v.KeyType, Address: s.address, Intent: intent(v.Intent), Now: time.Now,
		Context: v.Context, Log: s.log, AskGround: v.AskGround,
	})
	if err != nil {
		panic(err) // the options are complete, or this program is wrong; the session's recover reports it
	}
	return app
}

func intent(i sshd.Intent) tui.Intent {
	verbs := map[sshd.Aim]tui.Verb{
		sshd.ToLobby: tui.ToLobby, sshd.ToPlay: tui.ToPlay, sshd.ToJoin: tui.ToJoin, sshd.ToWatch: tui.ToWatch,
	}
	return tui.Intent{Verb: verbs[i.Aim], Game: i.Game, Table: table.ID(i.Table)}
}
