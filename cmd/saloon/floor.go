package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"saloon/sshd/swarm"
	"saloon/sshd/swarm/floor"
)

// floorCommand is a bare server in a process of its own, for the swarm to compare a house with. It says where it
// listens and ends with its input.
func floorCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "floor KIND",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				return &exitError{code: exitFailed, err: err}
			}
			fmt.Fprintln(cmd.OutOrStdout(), l.Addr())
			ctx, stop := context.WithCancel(cmd.Context())
			go func() { // contained: it only waits for the end of the input
				_, _ = io.Copy(io.Discard, cmd.InOrStdin())
				stop()
			}()
			if err := floor.Serve(ctx, args[0], l); err != nil {
				return &exitError{code: exitFailed, err: err}
			}
			return nil
		},
	}
}

// Bounds of the runs at bare servers.
const (
	floorMax  = 500
	floorStay = 30 * time.Second
)

// floors measures the bare servers, one after the other.
func (s *swarming) floors(ctx context.Context, errs io.Writer) (all []swarm.BareReport, err error) {
	for _, kind := range []string{floor.Echo, floor.Bubble} {
		r, err := s.floor(ctx, kind, errs)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// floor measures one bare server, in a process of its own.
func (s *swarming) floor(ctx context.Context, kind string, errs io.Writer) (r swarm.BareReport, err error) {
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	server := exec.CommandContext(ctx, self, "floor", kind)
	server.Stderr = errs
	in, err := server.StdinPipe()
	if err != nil {
		return r, err
	}
	out, err := server.StdoutPipe()
	if err != nil {
		return r, err
	}
	if err := server.Start(); err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, in.Close(), server.Wait()) }()
	addr, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return r, fmt.Errorf("the server %s did not say where it listens: %w", kind, err)
	}
	c := s.crowd
	return swarm.RunBare(ctx, swarm.Bare{
		Kind: kind, Addr: strings.TrimSpace(addr), Seed: c.Seed, For: min(c.For, floorStay),
		KeyEvery: swarm.BrowsesEach,
		Sessions: min(c.Seated+c.Watching+c.Lobby, floorMax),
		Usage:    func() (swarm.Usage, error) { return swarm.UsageOf(server.Process.Pid) },
	})
}
