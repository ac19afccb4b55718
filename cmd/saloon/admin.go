package main

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"saloon/data"
	"saloon/lobby"
)

// adminCommand works on the data directory of a server that is not running.
func adminCommand() *cobra.Command {
	admin := &cobra.Command{
		Use:   "admin",
		Short: "Look after the data directory of a stopped server",
		Args:  cobra.NoArgs,
	}
	ratings := &cobra.Command{Use: "ratings", Short: "Look after the ratings", Args: cobra.NoArgs}
	ratings.AddCommand(recomputeCommand())
	admin.AddCommand(ratings)
	return admin
}

func recomputeCommand() *cobra.Command {
	c := defaults()
	var file string
	var write bool
	cmd := &cobra.Command{
		Use:   "recompute",
		Short: "Make all ratings again from the matches and compare them with the live ones",
		Long: "Makes all ratings again from the matches, in the order in which they ended, and prints every one\n" +
			"that differs from the live ladder. Exit code 1 if any does. With --write the recomputed ones replace it.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := load(file, environ(), cmd.Flags())
			if err != nil {
				return err
			}
			store, err := data.Open(cmd.Context(), data.Config{Dir: c.Data, Rate: lobby.RateMatch, Now: time.Now,
				Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				return &exitError{code: 1, err: err}
			}
			defer store.Close()
			diff, err := store.Recompute(cmd.Context(), write)
			if err != nil {
				return &exitError{code: 1, err: err}
			}
			for _, d := range diff {
				fmt.Fprintf(cmd.OutOrStdout(), "%s %s: live %v ± %v, recomputed %v ± %v\n", d.Category, d.Player,
					d.Live.Mu, d.Live.Sigma, d.Again.Mu, d.Again.Sigma)
			}
			if len(diff) > 0 && !write {
				return &exitError{code: 1, err: fmt.Errorf("%d ratings differ from their matches", len(diff))}
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d ratings differed\n", len(diff))
			return nil
		},
	}
	cmd.Flags().StringVar(&c.Data, "data", c.Data, "`directory` of the database")
	cmd.Flags().StringVar(&file, "config", "", "configuration `file` (TOML)")
	cmd.Flags().BoolVar(&write, "write", false, "replace the live ratings by the recomputed ones")
	return cmd
}
