package lobby

import (
	"slices"
	"time"
)

// Issue changes something that everybody sees and brings the news to all at once.
func Issue(s *Session) {
	h := s.house
	h.mu.Lock()
	h.dirty, h.printed = true, time.Time{}
	for _, s := range h.sessions {
		s.told = time.Time{}
	}
	h.mu.Unlock()
	for again := true; again; {
		h.issue()
		h.mu.Lock()
		again = len(h.queue) > 0
		h.mu.Unlock()
	}
}

// GoRound lets everybody take their turns to get a board, and says how many did.
func GoRound(s *Session) (n int) {
	h := s.house
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.stale)
	now := h.deps.Now()
	pause := h.pause()
	i := 0
	for _, s := range h.sessions { // they got the last one by turns as well
		s.told = now.Add(pause * time.Duration(i) / time.Duration(len(h.sessions)))
		i++
	}
	h.queue = h.line(pause)
	slices.SortFunc(h.queue, waiting.before)
	for at := now.Add(pause); len(h.queue) > 0; at = at.Add(publishRound) {
		round, _ := h.round(at, pause)
		for _, s := range round {
			s.told = at
		}
		n += len(round)
	}
	return n
}

// Held runs f while somebody works on the house.
func Held(s *Session, f func()) {
	s.house.mu.Lock()
	defer s.house.mu.Unlock()
	f()
}
