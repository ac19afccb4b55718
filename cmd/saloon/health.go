package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"
)

// Bounds of what is asked of the figures' listener, and of asking it.
const (
	figuresFor = 10 * time.Second
	healthFor  = 5 * time.Second
	healthMax  = 1 << 12 // bytes of an answer
)

// showFigures serves /metrics and /healthz until the function that it returns is called.
func showFigures(addr string, o opened, ctx context.Context) (stop func(), err error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s for the figures: %w", addr, err)
	}
	srv := &http.Server{
		Handler:     o.meter.Handler(func(req context.Context) []string { return unready(req, ctx, o) }),
		ReadTimeout: figuresFor, WriteTimeout: figuresFor, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
	}
	ended := make(chan struct{})
	go func() { // contained: net/http recovers what a request breaks, and here a panic is reported
		defer close(ended)
		defer func() {
			if p := recover(); p != nil {
				o.log.Error("Figures panicked", "panic", p, "stack", string(debug.Stack()))
			}
		}()
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			o.log.Error("No figures any more", "err", err)
		}
	}()
	return func() {
		_ = srv.Close() // whoever asks just now asks again
		<-ended
	}, nil
}

// unready says why a house is not ready for people; nothing if it is.
func unready(req, run context.Context, o opened) (why []string) {
	if run.Err() != nil {
		why = append(why, "the house closes")
	}
	if o.house.Draining() {
		why = append(why, "the house drains: no matches begin")
	}
	if err := o.store.Ready(req); err != nil {
		why = append(why, err.Error())
	}
	return why
}

func healthCommand() *cobra.Command {
	var file string
	c := defaults()
	cmd := &cobra.Command{
		Use:   "health",
		Short: "Ask a server on this machine whether it is ready for people",
		Long: "Asks the figures' listener of a server on this machine (--metrics) and prints its answer. Exit code\n" +
			"1 if the server is not ready or not there.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := load(cmp.Or(file, os.Getenv(envPrefix+"CONFIG")), environ(), cmd.Flags())
			if err != nil {
				return &exitError{code: exitWrong, err: err}
			}
			if c.Metrics == "" {
				return usage("the server's figures are off: name their listener with --metrics HOST:PORT")
			}
			return health(cmd.Context(), c.Metrics, cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&c.Metrics, "metrics", c.Metrics, "the figures' listener, HOST:PORT")
	cmd.Flags().StringVar(&file, "config", "", "configuration file (TOML); also SALOON_CONFIG")
	return cmd
}

// health prints what a server says of itself.
func health(ctx context.Context, addr string, out io.Writer) error {
	ctx, cancel := context.WithTimeout(ctx, healthFor)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/healthz", nil)
	if err != nil {
		return usage("--metrics = %q: %v", addr, err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return &exitError{code: exitFailed, err: err}
	}
	defer res.Body.Close()
	if _, err := io.Copy(out, io.LimitReader(res.Body, healthMax)); err != nil {
		return &exitError{code: exitFailed, err: err}
	}
	if res.StatusCode != http.StatusOK {
		return &exitError{code: exitFailed}
	}
	return nil
}
