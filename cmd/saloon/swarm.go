package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"saloon/sshd/swarm"
)

// Bounds of a load run.
const (
	swarmMax    = 5000
	swarmForMax = 3 * time.Hour
	stalledMax  = 100
	stalledFor  = 2 * time.Minute
)

// swarming is what the command was asked for.
type swarming struct {
	crowd    swarm.Crowd
	sessions int
	mix      string
	games    string
	metrics  string
	asJSON   bool
	bare     bool
	places   [3]int // seated, watching, lobby; -1 for what the mix says
}

func swarmCommand() *cobra.Command {
	s := swarming{
		crowd: swarm.Crowd{Addr: "127.0.0.1:2222", For: time.Minute, MoveEvery: 4 * time.Second,
			DropEvery: 10 * time.Minute, Away: 6 * time.Second, Every: time.Minute},
		sessions: 40, mix: "40/40/20",
	}
	cmd := &cobra.Command{
		Use:   "swarm",
		Short: "Open many real SSH sessions to a server on this machine, and behave like people",
		Long: "Opens real SSH sessions to a server on this machine, by loopback alone: people at tables of all\n" +
			"games, people who look on, and people in the lobby. They think, look around, resize, talk, lose the\n" +
			"line without a word and come back with the same key. It reports the time from a key to the frame that\n" +
			"answers it, and what the server's process used. Its exit status is 1 if anything went wrong that\n" +
			"nobody wanted. More than 2000 sessions need a server with --sessions.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := s.check(); err != nil {
				return err
			}
			if err := s.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr()); err != nil {
				return &exitError{code: exitFailed, err: err}
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&s.crowd.Addr, "addr", s.crowd.Addr, "the server, `HOST:PORT` on this machine")
	f.IntVar(&s.sessions, "sessions", s.sessions, "sessions, 1 to 5000, spread as --mix says")
	f.StringVar(&s.mix, "mix", s.mix, "parts of the sessions at tables, looking on, and in the lobby")
	f.IntVar(&s.places[0], "seated", -1, "sessions at tables; with --watching and --lobby instead of --sessions")
	f.IntVar(&s.places[1], "watching", -1, "sessions that look on at these tables")
	f.IntVar(&s.places[2], "lobby", -1, "sessions in the lobby")
	f.StringVar(&s.games, "games", swarmGames,
		"names of games with commas, each as often as you like: played at the tables in turn")
	f.DurationVar(&s.crowd.For, "for", s.crowd.For, "how long they stay once all are in, 1s to 3h")
	f.DurationVar(&s.crowd.MoveEvery, "move-every", s.crowd.MoveEvery,
		"mean time between two moves at one table, 100ms to 1m")
	f.DurationVar(&s.crowd.DropEvery, "drop-every", s.crowd.DropEvery,
		"mean time until somebody loses the line, 10s to 24h; 0 for never")
	f.IntVar(&s.crowd.Stalled, "stalled", 0,
		"readers who come to the first table halfway, and stop reading, 0 to 100; needs --for of 2m or more")
	f.Uint64Var(&s.crowd.Seed, "seed", 0, "chooses the keys: the same seed comes back as the same people")
	f.StringVar(&s.metrics, "metrics", "", "the server's --metrics, `HOST:PORT`, to report what it counts itself")
	f.BoolVar(&s.bare, "floors", false,
		"measure first, with up to 500 of the same clients, a bare SSH echo and a small Wish and Bubble Tea program")
	f.BoolVar(&s.asJSON, "json", false, "print one JSON object")
	return cmd
}

// check refuses what cannot be meant, and works out who sits where.
func (s *swarming) check() error {
	host, _, err := net.SplitHostPort(s.crowd.Addr)
	if err != nil || !loopback(host) {
		return usage("--addr = %q, allowed: a loopback address and a port, such as 127.0.0.1:2222", s.crowd.Addr)
	}
	if host, _, err = net.SplitHostPort(s.metrics); s.metrics != "" && (err != nil || !loopback(host)) {
		return usage("--metrics = %q, allowed: a loopback address and a port, such as 127.0.0.1:9100", s.metrics)
	}
	for _, d := range []struct {
		name      string
		value     time.Duration
		low, high time.Duration
	}{
		{"for", s.crowd.For, time.Second, swarmForMax},
		{"move-every", s.crowd.MoveEvery, 100 * time.Millisecond, time.Minute},
		{"drop-every", s.crowd.DropEvery, 10 * time.Second, 24 * time.Hour},
	} {
		if never := d.name == "drop-every" && d.value == 0; !never && (d.value < d.low || d.value > d.high) {
			return usage("--%s = %v, allowed: %v to %v", d.name, d.value, d.low, d.high)
		}
	}
	if s.crowd.Games, err = gamesNamed(s.games); err != nil {
		return err
	}
	return s.spread()
}

// swarmGames is what is played if nothing else is asked for: races have a faster pace of their own, so fewer of them.
const swarmGames = "wyatt-earp,25-outlaws,wyatt-earp,25-outlaws,ok-corral"

// gamesNamed finds the games of a list.
func gamesNamed(list string) ([]swarm.Game, error) {
	all := swarm.Games()
	var out []swarm.Game
	for _, name := range strings.Split(list, ",") {
		i := slices.IndexFunc(all, func(g swarm.Game) bool { return g.Name == name })
		if i < 0 {
			return nil, usage("--games = %q, allowed: names with commas, such as %s", list, swarmGames)
		}
		out = append(out, all[i])
	}
	return out, nil
}

// spread says how many sit, look on and stand in the lobby.
func (s *swarming) spread() error {
	counts := s.places
	if counts == [3]int{-1, -1, -1} {
		if s.sessions < 1 || s.sessions > swarmMax {
			return usage("--sessions = %d, allowed: 1 to %d", s.sessions, swarmMax)
		}
		parts, err := shares(s.mix)
		if err != nil {
			return err
		}
		counts = swarm.Spread(s.sessions, parts)
	}
	sum := 0
	for i := range counts {
		counts[i] = max(counts[i], 0)
		sum += counts[i]
	}
	if sum < 1 || sum > swarmMax {
		return usage("--seated, --watching and --lobby are %d together, allowed: 1 to %d", sum, swarmMax)
	}
	if counts[1] > 0 && counts[0] == 0 {
		return usage("--watching = %d, allowed: 0 where nobody sits at a table", counts[1])
	}
	s.crowd.Seated, s.crowd.Watching, s.crowd.Lobby = counts[0], counts[1], counts[2]
	if n := s.crowd.Stalled; n < 0 || n > stalledMax || n > 0 && (counts[0] == 0 || s.crowd.For < stalledFor) {
		return usage("--stalled = %d, allowed: 0 to %d, with somebody at a table and --for of %v or more", n,
			stalledMax, stalledFor)
	}
	return enoughFiles(sum)
}

// shares reads "40/40/20".
func shares(mix string) (parts [3]int, err error) {
	words := strings.Split(mix, "/")
	sum := 0
	for i := range parts {
		if i < len(words) {
			if parts[i], err = strconv.Atoi(words[i]); err != nil || parts[i] < 0 {
				sum = -1
				break
			}
			sum += parts[i]
		}
	}
	if len(words) != len(parts) || sum < 1 || sum > 1e6 || parts[0] == 0 && parts[1] > 0 {
		return parts, usage("--mix = %q, allowed: three parts such as 40/40/20, nobody looking on without tables", mix)
	}
	return parts, nil
}

// filesBesides is what the swarm has open besides its connections.
const filesBesides = 64

// enoughFiles says what is needed if this process may not have a connection open for everybody. Go has raised its own
// limit as far as it may.
func enoughFiles(sessions int) error {
	need := uint64(sessions + filesBesides)
	if may, known := filesMax(); known && may < need {
		return usage("%d sessions need %d open files, and %d are allowed: ulimit -n %d, here and for the server",
			sessions, need, may, need)
	}
	return nil
}

func (s *swarming) run(ctx context.Context, out, errs io.Writer) error {
	if err := s.find(); err != nil {
		return err
	}
	s.crowd.Said = func(words string) { fmt.Fprintln(errs, words) }
	s.crowd.Watch = func(m swarm.Moment) { fmt.Fprintln(errs, m) }
	var floors []swarm.BareReport
	if s.bare {
		var err error
		if floors, err = s.floors(ctx, errs); err != nil {
			return err
		}
	}
	rep, err := swarm.Run(ctx, s.crowd)
	if err != nil {
		return err
	}
	rep.Compare(floors)
	if s.asJSON {
		err = json.NewEncoder(out).Encode(rep)
	} else {
		_, err = io.WriteString(out, rep.String())
	}
	if err == nil && rep.Errors > 0 {
		err = fmt.Errorf("%d things went wrong that nobody wanted", rep.Errors)
	}
	return err
}

// find finds the server's process, if it may be looked at, and its figures, if it was said where.
func (s *swarming) find() error {
	_, port, err := net.SplitHostPort(s.crowd.Addr)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		return usage("--addr = %q: the port is a number", s.crowd.Addr)
	}
	pid, err := swarm.Listener(n)
	switch {
	case err == nil:
		s.crowd.Usage = func() (swarm.Usage, error) { return swarm.UsageOf(pid) }
	case !errors.Is(err, swarm.ErrNoServer):
		return err
	}
	if s.metrics != "" {
		s.crowd.Counters = func(ctx context.Context) (swarm.Counters, error) { return swarm.Scrape(ctx, s.metrics) }
	}
	return nil
}
