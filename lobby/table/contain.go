package table

import (
	"fmt"
	"log/slog"
	"runtime/debug"
)

// Go runs f in a goroutine of its own. A panic in f is logged under the name and ends that goroutine only.
func Go(log *slog.Logger, name string, f func()) {
	go func() { // contained: it recovers here
		defer func() {
			if p := recover(); p != nil {
				log.Error("Goroutine panicked", "name", name, "panic", p, "stack", string(debug.Stack()))
			}
		}()
		f()
	}()
}

// fault is an error that is nobody's move: the rules broke their own contract, or panicked.
type fault struct {
	what  string
	stack string
}

func (f *fault) Error() string { return f.what }

func faultf(format string, args ...any) error { return &fault{what: fmt.Sprintf(format, args...)} }

// contained turns a panic in what follows into a fault: defer contained(&err).
func contained(err *error) {
	if p := recover(); p != nil {
		*err = &fault{what: fmt.Sprint("panic: ", p), stack: string(debug.Stack())}
	}
}
