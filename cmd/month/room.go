package main

import (
	"time"

	"saloon/lobby"
	"saloon/lobby/table"
)

// fullFor is how long a disk stays full.
const fullFor = 12 * time.Minute

// noRoom fills the disk in the middle of an evening. Tables must stand still and say so, show nothing that is not
// written, and go on by themselves when there is room again. The server is a new one, whose log is short: what was
// written once can be written over on a full disk.
func (m *month) noRoom() error {
	if err := m.upgrade(); err != nil {
		return err
	}
	l := m.life
	for n := m.commits(); ; n = m.commits() { // people are there, and play
		time.Sleep(2 * time.Minute)
		if m.commits() > n+60 || !m.until(time.Now()) {
			break
		}
	}
	m.setFull(true)
	give, err := m.fill(m.data)
	if err != nil {
		return err
	}
	m.say("the disk is full")
	time.Sleep(fullFor)
	if err := give(); err != nil {
		return err
	}
	time.Sleep(30 * time.Second) // table.Usual tries again every two
	m.setFull(false)
	m.mu.Lock()
	stood := m.tally.stood
	m.mu.Unlock()
	m.say("there is room again; %d frames said that a table stands still", stood)
	if now := m.standing(l); now > 0 {
		m.fault("%d tables stand still although there is room", now)
	}
	if stood == 0 {
		m.fault("no table stood still for want of room")
	}
	m.witness(l.store)
	return m.ladders(l.store)
}

// standing counts the tables that stand still, of those that anybody may look at.
func (m *month) standing(l *life) (n int) {
	s, err := l.house.Enter(l.ctx, lobby.Identity{Fingerprint: inspector, KeyType: "ssh-ed25519", Addr: "198.51.100.9"})
	if err != nil {
		m.fault("nobody can come in: %v", err)
		return 0
	}
	defer s.Close()
	kept, err := l.store.Running(l.ctx)
	if err != nil {
		m.fault("the tables cannot be read: %v", err)
	}
	for _, k := range kept {
		v, err := s.Watch(l.ctx, k.Saved.ID)
		if err != nil {
			continue // nobody may look on there
		}
		<-v.Bell()
		f, _, _ := v.Take()
		if f.Info.Stage == table.Halted {
			n++
		}
		v.Close()
	}
	return n
}

// commits counts those of all servers.
func (m *month) commits() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.tally.commits
}

func (m *month) setFull(full bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.full = full
}

// noRoomNow reports whether the disk is full.
func (m *month) noRoomNow() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.full
}

// overdue tells of faults that were found where they could not be told.
func (m *month) overdue() {
	m.mu.Lock()
	late := m.late
	m.late = nil
	m.mu.Unlock()
	for _, text := range late {
		m.fault("%s", text)
	}
}
