package lobby

import (
	"context"
	"errors"
	"time"

	"saloon/engine"
	"saloon/lobby/table"
)

// Visit is a session at a table: its frames, and all that one does there. The methods with a context wait for the
// table's verdict.
type Visit struct {
	session *Session
	id      table.ID
	box     *table.Mailbox
}

// ID names the table.
func (v *Visit) ID() table.ID { return v.id }

// Bell receives a value when there may be a frame to take. A reader waits for it, then calls Take.
func (v *Visit) Bell() <-chan struct{} { return v.box.Bell() }

// Take takes the frame out, without the talk of people who are ignored. ok is false if there is none; open is false if
// none will come any more.
func (v *Visit) Take() (f table.Frame, ok, open bool) { return v.box.Take() }

// Answer answers an ask with a move, once. It fails with table.ErrStale and with what the rules refuse.
func (v *Visit) Answer(ctx context.Context, ask uint64, move any) error {
	return errors.ErrUnsupported
}

// Sit takes a seat, or any for engine.Nobody.
func (v *Visit) Sit(ctx context.Context, seat engine.Seat) error { return errors.ErrUnsupported }

// Ready says before a match that one is ready, or no longer.
func (v *Visit) Ready(ctx context.Context, yes bool) error { return errors.ErrUnsupported }

// Stand leaves the seat: after the hand, or now, which loses a match that is on.
func (v *Visit) Stand(ctx context.Context, now bool) error { return errors.ErrUnsupported }

// SeatBot puts a bot of a strength into a free seat, or into every free one for engine.Nobody.
func (v *Visit) SeatBot(ctx context.Context, seat engine.Seat, level string) error {
	return errors.ErrUnsupported
}

// Remove empties a seat before the match: the host's power.
func (v *Visit) Remove(ctx context.Context, seat engine.Seat) error { return errors.ErrUnsupported }

// Talk says a line at the table. It fails with ErrSlow.
func (v *Visit) Talk(ctx context.Context, text string) error { return errors.ErrUnsupported }

// Cast votes on a motion, or moves it.
func (v *Visit) Cast(ctx context.Context, m table.Motion, yes bool) error {
	return errors.ErrUnsupported
}

// Wake takes the own seat back from the bot that plays it.
func (v *Visit) Wake(ctx context.Context) error { return errors.ErrUnsupported }

// SetLag notes the measured round trip of the line: answers from now on carry it.
func (v *Visit) SetLag(d time.Duration) {}

// Close leaves the table's side; a seat stays the player's.
func (v *Visit) Close() { v.box.Close() }
