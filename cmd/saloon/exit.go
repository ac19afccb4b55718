package main

import "fmt"

const (
	exitFailed = 1 // what was asked for was done, and the answer is bad
	exitWrong  = 2 // what was asked for cannot be done: wrong words, unreadable files
)

// exitError is an error with the process's exit code. Without an err there is nothing left to print.
type exitError struct {
	code int
	err  error
}

// Error gives the inner error's text, or "".
func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

// Unwrap gives the inner error.
func (e *exitError) Unwrap() error { return e.err }

// usage says what is wrong with the words of a command, and what is allowed.
func usage(format string, args ...any) error {
	return &exitError{code: exitWrong, err: fmt.Errorf(format, args...)}
}
