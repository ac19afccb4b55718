package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"saloon/data"
	"saloon/lobby"
	"saloon/lobby/admin"
	"saloon/lobby/club"
	"saloon/lobby/table"
)

// keepsake is a backup and what it must hold.
type keepsake struct {
	path string
	book *book
}

// say says something to the office at the console.
func (l *life) say(words ...string) (string, error) {
	r, err := admin.Parse(words)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = l.office.Run(l.ctx, admin.Console("month"), r, &out)
	return out.String(), err
}

// hire lets somebody look after the house.
func (m *month) hire() error {
	_, err := m.life.say("staff", "add", "SHA256:"+strings.Repeat("s", 43), "--reason", "somebody has to")
	return err
}

// season opens or closes one.
func (m *month) season(name string, open bool) error {
	words := []string{"seasons", "close"}
	if open {
		words = []string{"seasons", "open", name}
	}
	out, err := m.life.say(words...)
	m.say("%s", strings.TrimSpace(strings.ReplaceAll(out, "\n", "; ")))
	return err
}

// backup copies the running house's database.
func (m *month) backup() error {
	l := m.life
	path := filepath.Join(m.data, fmt.Sprintf("backup-%d.db", l.n))
	m.mu.Lock()
	before := m.book.copy()
	m.mu.Unlock()
	_, err := l.store.Backup(l.ctx, path)
	m.mu.Lock()
	before.blur(m.book) // what happened meanwhile may be in it
	m.mu.Unlock()
	m.copied = &keepsake{path, before}
	m.say("server %d made a backup", l.n)
	return err
}

// restore puts the backup in the place of the database: everything since then never was.
func (m *month) restore() error {
	l := m.life
	if m.copied == nil || l == nil {
		return errors.New("there is no backup")
	}
	m.witness(l.store)
	if err := m.verifyAll(l.store, false); err != nil {
		return err
	}
	if err := m.stop(l); err != nil {
		return err
	}
	m.mu.Lock()
	m.book, m.sights = m.copied.book, nil
	m.mu.Unlock()
	lock, err := data.LockDir(m.ctx, m.data, 0)
	if err != nil {
		return err
	}
	staged, err := data.NewStage(m.ctx, m.config(nil), m.copied.path)
	if err != nil {
		return errors.Join(err, lock.Close())
	}
	aside, err := staged.Replace()
	if err = errors.Join(err, lock.Close()); err != nil {
		return err
	}
	m.say("the backup took the place of what server %d left", l.n)
	time.Sleep(20 * time.Minute)
	return errors.Join(os.Remove(aside), os.Remove(m.copied.path), m.up())
}

// keepOrder goes through what people report, several times a day.
func (m *month) keepOrder() {
	r := rand.New(rand.NewPCG(m.seed, 1<<40))
	for {
		l, ok := m.await()
		if !ok {
			return
		}
		m.judge(l, r)
		select {
		case <-time.After(time.Duration(3+r.IntN(6)) * time.Hour):
		case <-m.over:
			return
		}
	}
}

// judge is one round of the office.
func (m *month) judge(l *life, r *rand.Rand) {
	reports, err := l.store.Reports(l.ctx, 20)
	m.unplanned(l, "reading reports", err)
	for _, x := range reports {
		if x.Outcome != "" {
			break
		}
		out := "nothing came of it"
		switch r.IntN(5) {
		case 0:
			m.decree(l, &out, "warn", x.Called, "Be kind.")
		case 1:
			m.decree(l, &out, "mute", x.Called, fmt.Sprintf("%dh", 6+r.IntN(40)), "--reason", "too loud")
		case 2:
			m.decree(l, &out, "ban", x.Called, fmt.Sprintf("%dd", 1+r.IntN(3)), "--reason", "after a report")
		case 3:
			m.decree(l, &out, "kick", x.Called, "--reason", "sleep over it")
		}
		_, err := l.say("reports", "close", fmt.Sprint(x.Seq), out)
		m.refused(l, "closing a report", err)
	}
	all, err := l.store.SanctionsOf(l.ctx, "", 50)
	m.unplanned(l, "reading sanctions", err)
	for _, x := range all {
		if x.Appeal != "" && x.Holds(time.Now()) && r.IntN(2) == 0 {
			_, err := l.say("lift", x.ID, "--reason", "well said")
			m.refused(l, "lifting a sanction", err)
		}
	}
	look := []string{"sessions", "tables", "players", "pairs", "flags", "sanctions", "audit", "drain status"}
	for _, words := range look {
		if r.IntN(4) == 0 {
			_, err := l.say(strings.Fields(words)...)
			m.refused(l, words, err)
		}
	}
}

// decree imposes something.
func (m *month) decree(l *life, out *string, words ...string) {
	if _, err := l.say(words...); err != nil {
		m.refused(l, strings.Join(words, " "), err)
		return
	}
	m.count(func(t *tally) { t.sanctions++ })
	*out = "there was a " + words[0]
}

// refused is unplanned where the office may also say no.
func (m *month) refused(l *life, doing string, err error) {
	if _, no := errors.AsType[admin.Refusal](err); no {
		return
	}
	m.unplanned(l, doing, err)
}

// unplanned makes a fault of an error that nobody planned.
func (m *month) unplanned(l *life, doing string, err error) {
	if err == nil || l.gone() || planned(err) || m.noRoomNow() && errors.Is(err, table.ErrDisk) {
		return
	}
	m.fault("%s: %v", doing, err)
}

// met are errors that people may meet.
var met = []error{
	lobby.ErrClosed, lobby.ErrDraining, lobby.ErrTables, lobby.ErrVisits, lobby.ErrNeighbour, lobby.ErrRoster,
	lobby.ErrSlow, lobby.ErrMuted, lobby.ErrBanned, lobby.ErrReport, lobby.ErrReports, lobby.ErrGuest,
	lobby.ErrNotFound, lobby.ErrNameTaken, lobby.ErrCrowded, lobby.ErrOwner, lobby.ErrOver, lobby.ErrSecret,
	lobby.ErrRunning, lobby.ErrRatedOn, lobby.ErrSo,
	table.ErrStale, table.ErrGone, table.ErrDenied, table.ErrFull, table.ErrBusy, club.ErrClub,
}

// planned reports whether an error is one that people may meet; of several, all must be.
func planned(err error) bool {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		return !slices.ContainsFunc(many.Unwrap(), func(e error) bool { return !planned(e) })
	}
	return slices.ContainsFunc(met, func(e error) bool { return errors.Is(err, e) })
}

// showing is the code of a replay that somebody looks at.
func (m *month) showing(pick func(int) int) (table.ID, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.shows) == 0 {
		return "", false
	}
	return m.shows[pick(len(m.shows))], true
}
