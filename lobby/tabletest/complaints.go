package tabletest

import (
	"context"
	"log/slog"
	"testing"
)

// Complaints is a log that fails a test once something is said in it that a host would have to look into: a warning or
// an error.
func Complaints(t testing.TB) *slog.Logger { return slog.New(complaints{t: t}) }

type complaints struct {
	t     testing.TB
	attrs []slog.Attr
}

// Enabled is true for what fails the test.
func (c complaints) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelWarn }

// WithAttrs keeps what is known of all that follows.
func (c complaints) WithAttrs(more []slog.Attr) slog.Handler {
	c.attrs = append(c.attrs[:len(c.attrs):len(c.attrs)], more...)
	return c
}

// WithGroup changes nothing: who reads a failure needs no groups.
func (c complaints) WithGroup(string) slog.Handler { return c }

// Handle fails the test.
func (c complaints) Handle(_ context.Context, r slog.Record) error {
	said := r.Message
	note := func(a slog.Attr) bool { said += " " + a.String(); return true }
	for _, a := range c.attrs {
		note(a)
	}
	r.Attrs(note)
	c.t.Errorf("the house logs %q", said)
	return nil
}
