package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"saloon/engine"
	"saloon/engine/bot"
)

const (
	simMatchesMax = 100_000_000
	simWorkersMax = 1024
	simGarbage    = 800 // percent of the little that lives: nothing outlives a match
)

// simFlags is the command line of `saloon sim`.
type simFlags struct {
	game, seed     string
	seats, matches int
	bots           []string
	options        map[string]string
	workers, check int
	json           bool
}

// simCommand plays bots against each other without a server.
func simCommand(kits map[string]bot.Kit) *cobra.Command {
	var f simFlags
	cmd := &cobra.Command{
		Use:   "sim",
		Short: "Play bots against each other and count their wins",
		Long: `Play bots against each other, without a server, and count their wins.

The bots sit in the order in which they are named, and the names are repeated from the start where there are more
seats: --seats 4 --bots sharp,regular,regular,regular pits one against three, --bots sharp,regular two against two.
After every match everybody moves up one seat. Shared first places count by their part, and "95 %" is the interval in
which the true share of wins lies.

The conservation law is checked after every move; every --check-th match, every law of the engine. The same seed gives
the same matches, whatever the number of workers.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			kit, config, err := f.config(kits)
			if err != nil {
				return err
			}
			return f.run(cmd.Context(), kit, config, cmd.OutOrStdout())
		},
	}
	names := simGames(kits)
	fs := cmd.Flags()
	fs.StringVar(&f.game, "game", strings.Join(names[:min(1, len(names))], ""), "game: "+strings.Join(names, ", "))
	fs.IntVar(&f.seats, "seats", 2, "number of seats")
	fs.IntVar(&f.matches, "matches", 1000, "number of matches")
	fs.StringSliceVar(&f.bots, "bots", []string{"regular", "random"}, "bots by seat, repeated for more seats")
	fs.StringToStringVar(&f.options, "option", nil, "house rule, `KEY=VALUE`; may be given several times")
	fs.StringVar(&f.seed, "seed", "1", "64 hexadecimal digits, or any other text to make a seed of")
	fs.IntVar(&f.workers, "workers", runtime.NumCPU(), "matches played at the same time")
	fs.IntVar(&f.check, "check", 1000, "check every law in one match of so many, 0 for none")
	fs.BoolVar(&f.json, "json", false, "print JSON")
	return cmd
}

func simGames(kits map[string]bot.Kit) []string {
	names := make([]string, 0, len(kits))
	for name := range kits {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// config checks the flags; what is wrong is named together with what is allowed.
func (f simFlags) config(kits map[string]bot.Kit) (bot.Kit, bot.SimConfig, error) {
	kit, ok := kits[f.game]
	if !ok {
		return kit, bot.SimConfig{}, fmt.Errorf("--game %s: allowed: %s", f.game, strings.Join(simGames(kits), ", "))
	}
	spec := kit.Spec
	c := bot.SimConfig{
		Config: engine.Config{Seats: f.seats, Options: f.options}, Matches: f.matches, Bots: f.bots,
		Workers: f.workers, Check: f.check,
	}
	levels := make([]string, len(kit.Levels))
	for i, l := range kit.Levels {
		levels[i] = l.Name
	}
	for _, name := range f.bots {
		if !slices.Contains(levels, name) {
			return kit, c, fmt.Errorf("--bots %s: allowed: %s", name, strings.Join(levels, ", "))
		}
	}
	for _, v := range []struct {
		flag           string
		got, low, high int
	}{
		{"--seats", f.seats, spec.SeatsMin, spec.SeatsMax},
		{"--matches", f.matches, 1, simMatchesMax},
		{"--workers", f.workers, 1, simWorkersMax},
		{"--check", f.check, 0, simMatchesMax},
	} {
		if v.got < v.low || v.got > v.high {
			return kit, c, fmt.Errorf("%s %d: allowed: %d to %d", v.flag, v.got, v.low, v.high)
		}
	}
	if len(f.bots) < 1 || len(f.bots) > f.seats {
		return kit, c, fmt.Errorf("--bots %s: allowed: one name to one for each of the %d seats",
			strings.Join(f.bots, ","), f.seats)
	}
	if _, err := c.Values(spec); err != nil {
		return kit, c, fmt.Errorf("--option: %w", err)
	}
	var err error
	if c.Seed, err = engine.ParseSeed(f.seed); err != nil {
		c.Seed = engine.Seed{}.Fork(f.seed)
	}
	return kit, c, nil
}

// simReport is what `saloon sim --json` prints.
type simReport struct {
	bot.SimResult
	Seed             string            `json:"seed"`
	Options          map[string]string `json:"options,omitempty"`
	EntriesMean      float64           `json:"entries_mean"`
	Seconds          float64           `json:"seconds"`
	MatchesPerSecond float64           `json:"matches_per_second"`
	MovesPerSecond   float64           `json:"moves_per_second"`
	Error            string            `json:"error,omitempty"`
}

// run plays and prints. A broken law or an interruption is an error after what was played until then is printed.
func (f simFlags) run(ctx context.Context, kit bot.Kit, c bot.SimConfig, out io.Writer) error {
	defer debug.SetGCPercent(debug.SetGCPercent(simGarbage))
	begin := time.Now()
	result, broken := kit.Sim(ctx, c)
	seconds := time.Since(begin).Seconds()
	r := simReport{
		SimResult: result, Seed: c.Seed.String(), Options: c.Options, Seconds: seconds,
		EntriesMean:      float64(result.Entries) / float64(max(result.Matches, 1)),
		MatchesPerSecond: float64(result.Matches) / seconds,
		MovesPerSecond:   float64(result.Moves) / seconds,
	}
	if broken != nil {
		r.Error = broken.Error()
	}
	write := r.text
	if f.json {
		write = r.json
	}
	if err := write(out); err != nil {
		return err
	}
	if broken != nil {
		if errors.Is(broken, context.Canceled) {
			broken = errors.New("interrupted")
		}
		return &exitError{code: 1, err: broken}
	}
	return nil
}

func (r simReport) json(out io.Writer) error {
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

func (r simReport) text(out io.Writer) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "bot\tseats\twins\tshare\t95 %\tequal\tpoints\t")
	bots := slices.Clone(r.Bots)
	slices.SortStableFunc(bots, func(a, b bot.LevelResult) int { return cmp.Compare(b.Share-b.Equal, a.Share-a.Equal) })
	for _, b := range bots {
		fmt.Fprintf(t, "%s\t%d\t%.1f\t%.1f %%\t%.1f to %.1f %%\t%.1f %%\t%.1f\t\n", b.Name, b.Seats, b.Wins,
			100*b.Share, 100*b.Low, 100*b.High, 100*b.Equal, b.Points)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\n%s, %d seats: %d matches in %.2f s: %.1f matches/s, %.0f moves/s; "+
		"%.1f entries a match (%d to %d);\n%d matches checked against every law. Seed %s\n",
		r.Game, r.Seats, r.Matches, r.Seconds, r.MatchesPerSecond, r.MovesPerSecond, r.EntriesMean, r.EntriesMin,
		r.EntriesMax, r.Checked, r.Seed)
	return err
}
