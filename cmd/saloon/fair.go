package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"saloon/engine/okcorral"
	"saloon/sshd/swarm/fair"
)

// Bounds of a fairness run, and of the swarm that plays beside it.
const (
	fairRacesMax  = 20_000
	fairTablesMax = 50
	fairCrowdMax  = 500
	swarmTable    = 4 // of a swarm sit at one table
)

// fairness is what a run is asked for.
type fairness struct {
	races  int
	tables int
	seed   uint64
	noise  bool
	crowd  int
	asJSON bool
}

func fairCommand() *cobra.Command {
	f := fairness{races: 2000, tables: 10, seed: 1, crowd: 200}
	cmd := &cobra.Command{
		Use:   "fair",
		Short: "Race over lines of different lengths, and show who wins",
		Long: "Opens a house of its own on this machine and lets pairs of riders race over SSH lines of 5 to 200 ms\n" +
			"that stutter by up to 10 ms. All react alike. Prints how often those who are farther away win, with\n" +
			"and without compensation, how exactly the house measures, and what those gain who cheat about their\n" +
			"line. With --noise it measures instead riders who react after exactly 300 ms while others play.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.check(); err != nil {
				return err
			}
			rep, err := f.run(cmd.Context(), cmd.ErrOrStderr())
			if err != nil {
				return &exitError{code: exitFailed, err: err}
			}
			return f.print(cmd.OutOrStdout(), rep)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.races, "races", f.races, "races of each pair, or reactions with --noise, 1 to 20000")
	flags.IntVar(&f.tables, "tables", f.tables, "how many race at the same time, of each pair, 1 to 50")
	flags.Uint64Var(&f.seed, "seed", f.seed, "chooses how fast everybody reacts, and how lines stutter")
	flags.BoolVar(&f.noise, "noise", false, "measure how exact the house is while others play")
	flags.IntVar(&f.crowd, "crowd", f.crowd, "with --noise: the sessions that play, 0 to 500")
	flags.BoolVar(&f.asJSON, "json", false, "print one JSON object")
	return cmd
}

func (f fairness) check() error {
	switch {
	case f.races < 1 || f.races > fairRacesMax:
		return usage("--races = %d, allowed: 1 to %d", f.races, fairRacesMax)
	case f.tables < 1 || f.tables > fairTablesMax:
		return usage("--tables = %d, allowed: 1 to %d", f.tables, fairTablesMax)
	case f.crowd < 0 || f.crowd > fairCrowdMax:
		return usage("--crowd = %d, allowed: 0 to %d", f.crowd, fairCrowdMax)
	}
	return nil
}

// run opens a house in a folder that goes again, and lets riders come.
func (f fairness) run(ctx context.Context, errs io.Writer) (rep fair.Report, err error) {
	dir, err := os.MkdirTemp("", "saloon-fair-")
	if err != nil {
		return rep, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	lines, err := fair.Listen(f.seed)
	if err != nil {
		return rep, err
	}
	book := &fair.Book{}
	c := defaults()
	c.Data, c.FreeLoopback, c.LogLevel = dir, true, "error"
	house := server{config: c, out: io.Discard, errs: errs, listener: lines, watched: book.Program}
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { // contained: a panic is that of a test run
		ended <- house.run(ctx)
	}()
	defer func() {
		stop()
		err = errors.Join(err, <-ended)
	}()
	field := fair.Field{
		Net: lines, Book: book, Seed: f.seed, Title: okcorral.Kit().Spec.Title, Races: f.races, Pairs: f.tables,
	}
	if !f.noise {
		return fair.Run(ctx, field)
	}
	end, err := f.company(ctx, lines.Addr().String(), errs)
	if err != nil {
		return rep, err
	}
	defer func() { err = errors.Join(err, end()) }()
	if err := fair.Company(ctx, field, f.crowd/swarmTable); err != nil {
		return rep, err
	}
	d, err := fair.Exactness(ctx, field)
	rep.Noise = &d
	return rep, err
}

// company lets a swarm play in the house, in a process of its own as people's machines are, until end is called.
func (f fairness) company(ctx context.Context, addr string, errs io.Writer) (end func() error, err error) {
	if f.crowd == 0 {
		return func() error { return nil }, nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	words := []string{"swarm", "--addr", addr, "--seated", strconv.Itoa(f.crowd), "--for", "30m",
		"--drop-every", "0"}
	swarm := exec.CommandContext(ctx, self, words...)
	swarm.Stderr = errs
	if err := swarm.Start(); err != nil {
		stop()
		return nil, err
	}
	return func() error {
		stop()
		_ = swarm.Wait() // it was killed
		return nil
	}, nil
}

func (f fairness) print(w io.Writer, r fair.Report) error {
	if f.asJSON {
		return json.NewEncoder(w).Encode(r)
	}
	if r.Noise != nil {
		fmt.Fprintf(w, "%d reactions of 300 ms with %d other sessions\n", r.Noise.Count, f.crowd)
		for _, d := range []struct {
			of string
			fair.Deviance
		}{{"error", r.Noise.Deviance}, {"of it the house's", r.Noise.House}} {
			fmt.Fprintf(w, "  %-17s  p50 %.2f ms, p99 %.2f ms, mean %+.2f ms\n", d.of, d.P50, d.P99, d.Mean)
		}
		return nil
	}
	fmt.Fprintf(w, "who is farther away wins (95 %% interval), with compensation and without it\n")
	for _, p := range r.Pairs {
		fmt.Fprintf(w, "  %3.0f against %3.0f ms  %5d races  %5.1f %% (%.1f to %.1f)   %5.1f %% (%.1f to %.1f)\n",
			p.Far, p.Near, p.Races, 100*p.Share.Part, 100*p.Share.Low, 100*p.Share.High, 100*p.Unhelped.Part,
			100*p.Unhelped.Low, 100*p.Unhelped.High)
	}
	fmt.Fprintf(w, "measured, over lines of up to %.0f ms of stutter\n", r.Lines[0].Jitter)
	for _, l := range r.Lines {
		fmt.Fprintf(w, "  %3.0f ms  taken for %5.1f ms  error mean %+.1f ms, p50 %.1f, p99 %.1f over %d reactions\n",
			l.Trip, l.Measured, l.Error.Mean, l.Error.P50, l.Error.P99, l.Error.Count)
	}
	wrong := 0
	for _, p := range r.Pairs {
		wrong += p.Wrong
	}
	fmt.Fprintf(w, "  %d verdicts against these times; the table's own differ from them by p50 %.1f, p99 %.1f ms\n",
		wrong, r.Table.P50, r.Table.P99)
	for _, c := range r.Cheats {
		fmt.Fprintf(w, "  cheating by %-13s gains %5.1f ms of at most %.0f, over %d reactions\n", c.Name, c.Gain,
			c.Allowed, c.Count)
	}
	told := "is not told so"
	if r.Far.Told {
		told = "is told so"
	}
	fmt.Fprintf(w, "  who is %.0f ms away, farther than is made up for, %s\n", r.Far.Trip, told)
	fmt.Fprintf(w, "%s\n", time.Duration(r.Seconds*float64(time.Second)).Round(time.Second))
	return nil
}
