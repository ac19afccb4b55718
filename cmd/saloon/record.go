package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"saloon/engine"
	"saloon/engine/record"
)

// recordCommand replays matches on paper. Every failure is a line on the standard output, and the exit code says how
// bad it is: exitFailed for a match that is not as it should be, exitWrong for a file that cannot be read.
func recordCommand(games func(string) (engine.Game, bool)) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "record",
		Short: "Replay, compare and verify matches on paper",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(recordCheck(games), recordShow(games), recordVerify(games))
	return cmd
}

func recordCheck(games record.Games) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE…",
		Short: "Replay records and compare with what they expect",
		Long: "Replay records and compare with what they expect: a line for each failure.\n\n" +
			"Exit code 1 if anything is not as expected, 2 if a file cannot be read.",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			return eachRecord(cmd.OutOrStdout(), files, func(_ string, rec record.Record) ([]string, error) {
				return record.Check(games, rec)
			})
		},
	}
}

func recordVerify(games record.Games) *cobra.Command {
	return &cobra.Command{
		Use:   "verify FILE…",
		Short: "Replay records and decide every step again from the seed",
		Long: "Replay records and decide every step again from the seed; name the first step that differs.\n\n" +
			"A record without a seed, of a game that keeps its secrets, has its cards sealed one by one: that every\n" +
			"card it shows is the one that was sealed when it was dealt is verified, and what cannot be is said.\n\n" +
			"Exit code 1 if one differs, 2 if a file cannot be read.",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error {
			var judged []string
			err := eachRecord(cmd.OutOrStdout(), files, func(file string, rec record.Record) ([]string, error) {
				err := record.Verify(games, rec)
				var unreadable *record.Error
				if err != nil && !errors.As(err, &unreadable) {
					return []string{err.Error()}, nil
				}
				for _, words := range rec.Judged() {
					if err == nil {
						judged = append(judged, file+": "+words)
					}
				}
				return nil, err
			})
			for _, line := range judged {
				if _, err := fmt.Fprintln(cmd.OutOrStdout(), line); err != nil {
					return err
				}
			}
			return err
		},
	}
}

// eachRecord looks at every file, prints a line for each failure and returns the worst that was found.
func eachRecord(out io.Writer, files []string, look func(string, record.Record) ([]string, error)) error {
	worst := 0
	for _, file := range files {
		rec, err := readRecord(file)
		var failures []string
		if err == nil {
			failures, err = look(file, rec)
		}
		code := 0
		if len(failures) > 0 {
			code = exitFailed
		}
		if err != nil {
			failures, code = append(failures, err.Error()), recordCode(err)
		}
		worst = max(worst, code)
		for _, f := range failures {
			if _, err := fmt.Fprintf(out, "%s: %s\n", file, f); err != nil {
				return err
			}
		}
	}
	if worst == 0 {
		return nil
	}
	return &exitError{code: worst}
}

// recordCode tells a file that cannot be read from a game that broke while it was replayed.
func recordCode(err error) int {
	var unreadable *record.Error
	var path *os.PathError
	if errors.As(err, &unreadable) || errors.As(err, &path) {
		return exitWrong
	}
	return exitFailed
}

// readRecord reads a file, never more of it than a record may have.
func readRecord(file string) (record.Record, error) {
	f, err := os.Open(file)
	if err != nil {
		return record.Record{}, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, record.BytesMax+1))
	if err != nil {
		return record.Record{}, err
	}
	return record.Parse(text)
}

func recordShow(games record.Games) *cobra.Command {
	var (
		seat   string
		public bool
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "Show the position at the end of a record",
		Long: "Show the position at the end of a record: all of it, or what one seat or the public may see.\n\n" +
			"A move that is refused where the record expects none ends the replay: what is shown is the position\n" +
			"before it, and the exit code is 1. A file that cannot be read gives exit code 2.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			rec, err := readRecord(args[0])
			if err != nil {
				return &exitError{code: exitWrong, err: fmt.Errorf("%s: %w", args[0], err)}
			}
			eyes := eyes{seat: seat, seated: cmd.Flags().Changed("seat"), public: public}
			shown, expected, err := showRecord(games, rec, eyes)
			if err != nil {
				return &exitError{code: recordCode(err), err: fmt.Errorf("%s: %w", args[0], err)}
			}
			text, err := shown.Text()
			if asJSON {
				text, err = shown.JSON()
			}
			if err != nil {
				return &exitError{code: exitFailed, err: err}
			}
			if _, err := io.WriteString(cmd.OutOrStdout(), text); err != nil {
				return err
			}
			if !expected {
				return &exitError{code: exitFailed}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&seat, "seat", "", "show what the player of this `NAME` may see")
	cmd.Flags().BoolVar(&public, "public", false, "show what everybody may see")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.MarkFlagsMutuallyExclusive("seat", "public")
	return cmd
}

// eyes are those with which a record is looked at: a seat's, the public's, or, for neither, who may see everything.
type eyes struct {
	seat           string
	seated, public bool
}

// showRecord shows where a record ends, and whether it ends as it expects.
func showRecord(games record.Games, rec record.Record, with eyes) (shown record.Shown, expected bool, err error) {
	seat := rec.Seats.Seat(with.seat)
	if with.seated && seat < 0 {
		return shown, false, unshown(fmt.Sprintf("nobody in this record is called %q", with.seat))
	}
	if rec.Seedless {
		if with.seated {
			return shown, false, unshown("it has no seed: it holds what spectators saw, and nothing of a seat's own")
		}
		shown, err = rec.Public(games)
		return shown, true, err
	}
	res, err := record.Replay(games, rec)
	if err != nil {
		return shown, false, err
	}
	switch {
	case with.public:
		shown, err = res.Show(engine.Public)
	case with.seated:
		shown, err = res.Show(engine.Seated(seat))
	default:
		shown, err = res.Whole()
	}
	return shown, !rec.Unexpected(res), err
}

// unshown is what a record cannot show to whom it was asked for.
func unshown(reason string) error { return &record.Error{Reason: reason} }
