package main

import (
	"context"
	"io"
	"log/slog"
	"slices"

	charmlog "charm.land/log/v2"
)

// text is a handler that writes lines for people.
func text(w io.Writer, level slog.Level) slog.Handler {
	handler := charmlog.NewWithOptions(w, charmlog.Options{ReportTimestamp: true})
	handler.SetLevel(charmlog.Level(level))
	return lasting{handler, nil}
}

// lasting keeps what a logger says in every line beside a handler, and hands it over with each line. Charm's handler
// would copy all that it has instead, some 4 KiB for each logger: every session and every table has one or more.
type lasting struct {
	slog.Handler
	said []slog.Attr
}

// WithAttrs says more in every line.
func (l lasting) WithAttrs(more []slog.Attr) slog.Handler {
	return lasting{l.Handler, slices.Concat(l.said, more)}
}

// WithGroup leaves what comes now to the handler.
func (l lasting) WithGroup(name string) slog.Handler {
	if name == "" {
		return l
	}
	return l.Handler.WithAttrs(l.said).WithGroup(name)
}

// Handle writes a line.
func (l lasting) Handle(ctx context.Context, r slog.Record) error {
	if len(l.said) == 0 {
		return l.Handler.Handle(ctx, r)
	}
	all := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
	all.AddAttrs(l.said...)
	r.Attrs(func(a slog.Attr) bool {
		all.AddAttrs(a)
		return true
	})
	return l.Handler.Handle(ctx, all)
}
