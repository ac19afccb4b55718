package table

// Bell tells a reader that there may be something to take: a channel with one slot.
type Bell chan struct{}

// NewBell makes a bell.
func NewBell() Bell { return make(Bell, 1) }

// Ring never waits: a bell that nobody has heard yet rings on, and one that is nil rings for nobody.
func (b Bell) Ring() {
	select {
	case b <- struct{}{}:
	default:
	}
}
