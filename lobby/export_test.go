package lobby

import "time"

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
		again = len(h.behind) > 0
		h.mu.Unlock()
	}
}
