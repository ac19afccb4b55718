package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"saloon/sshd/swarm"
)

// Bounds of a load run.
const (
	swarmMax    = 2000
	swarmForMax = 30 * time.Minute
)

func swarmCommand() *cobra.Command {
	l := swarm.Load{Sessions: 40, For: time.Minute, Addr: "127.0.0.1:2222",
		Habits: swarm.Habits{Think: 4 * time.Second, Answer: 10 * time.Second}}
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "swarm",
		Short: "Open many real SSH sessions to a server on this machine, and play",
		Long: "Opens real SSH sessions to a server on this machine, four at a table, plays, and reports the time\n" +
			"from a key to the frame with its result, and what the server's process used. Only loopback addresses\n" +
			"are let in.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkSwarm(l); err != nil {
				return err
			}
			rep, err := runSwarm(cmd, l)
			if err != nil {
				return &exitError{code: exitFailed, err: err}
			}
			return printSwarm(cmd.OutOrStdout(), rep, asJSON)
		},
	}
	f := cmd.Flags()
	f.StringVar(&l.Addr, "addr", l.Addr, "the server, `HOST:PORT` on this machine")
	f.IntVar(&l.Sessions, "sessions", l.Sessions, "sessions, 1 to 2000, rounded up to whole tables of four")
	f.DurationVar(&l.For, "for", l.For, "how long to play, 1s to 30m")
	f.DurationVar(&l.Habits.Think, "think", l.Habits.Think, "mean pause of a player before a key, 10ms to 1m")
	f.Uint64Var(&l.Seed, "seed", l.Seed, "chooses the keys: the same seed comes back as the same people")
	f.BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

func checkSwarm(l swarm.Load) error {
	host, _, err := net.SplitHostPort(l.Addr)
	if err != nil || !loopback(host) {
		return usage("--addr = %q, allowed: a loopback address and a port, such as 127.0.0.1:2222", l.Addr)
	}
	if l.Sessions < 1 || l.Sessions > swarmMax {
		return usage("--sessions = %d, allowed: 1 to %d", l.Sessions, swarmMax)
	}
	if l.For < time.Second || l.For > swarmForMax {
		return usage("--for = %v, allowed: 1s to 30m", l.For)
	}
	if l.Habits.Think < 10*time.Millisecond || l.Habits.Think > time.Minute {
		return usage("--think = %v, allowed: 10ms to 1m", l.Habits.Think)
	}
	return nil
}

func runSwarm(cmd *cobra.Command, l swarm.Load) (swarm.Report, error) {
	_, port, err := net.SplitHostPort(l.Addr)
	if err != nil {
		return swarm.Report{}, err
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		return swarm.Report{}, usage("--addr = %q: the port is a number", l.Addr)
	}
	pid, err := swarm.Listener(n)
	switch {
	case err == nil:
		l.Usage = func() (swarm.Usage, error) { return swarm.UsageOf(pid) }
	case !errors.Is(err, swarm.ErrNoServer):
		return swarm.Report{}, err
	}
	return swarm.Run(cmd.Context(), l)
}

func printSwarm(w io.Writer, r swarm.Report, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(r)
	}
	fmt.Fprintf(w, "%d sessions at %d tables, %.0f s; %.1f logins a second\n", r.Sessions, r.Tables, r.Seconds,
		r.LoginsPerSec)
	fmt.Fprintf(w, "key to frame: p50 %.1f ms, p99 %.1f ms, max %.1f ms over %d keys, %d without an answer\n",
		r.P50, r.P99, r.Max, r.Keys, r.Lost)
	fmt.Fprintf(w, "%.0f bytes a second to each session\n", r.BytesPerSec)
	if r.ServerMeasured {
		fmt.Fprintf(w, "server: %.0f KiB of memory and %.2f millicores a session\n", r.MemoryPerSess/1024,
			r.MilliPerSess)
	} else {
		fmt.Fprintln(w, "server: its process cannot be looked at from here")
	}
	return nil
}
