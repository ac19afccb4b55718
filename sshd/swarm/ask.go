package swarm

import (
	"context"
	"errors"
)

// Ask runs a command that prints something, over a connection of its own, and returns what it printed. It fails if the
// command does.
func Ask(ctx context.Context, l Login, command string) (out []byte, err error) {
	conn, err := connect(ctx, l)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	s, err := conn.NewSession()
	if err != nil {
		return nil, err
	}
	return s.Output(command)
}
