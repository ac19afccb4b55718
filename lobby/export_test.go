package lobby

// Issue changes something that everybody sees and makes one issue of the news.
func Issue(s *Session) {
	s.house.mu.Lock()
	s.house.dirty = true
	s.house.mu.Unlock()
	s.house.issue()
}
