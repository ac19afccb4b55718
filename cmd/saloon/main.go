// Command saloon is the house in one binary: the server, the record tools, the simulator, the load tool and the
// gallery of screens. Each command is a file here, thin: flags, wiring, exit codes.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run runs one command line and returns its exit code: 0 for success, 1 for a failure that was looked for, 2 for words
// that make no sense.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	root := rootCommand()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errs)
	err := fang.Execute(ctx, root, fang.WithVersion(versionNumber()), fang.WithoutManpage(), fang.WithoutCompletions(),
		fang.WithErrorHandler(func(w io.Writer, _ fang.Styles, err error) {
			if text := err.Error(); text != "" {
				fmt.Fprintln(w, "saloon:", text)
			}
		}))
	if err == nil {
		return 0
	}
	if e, ok := errors.AsType[*exitError](err); ok {
		return e.code
	}
	return 2
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "saloon",
		Short: "A Wild West card house that one enters with ssh",
		Args:  cobra.NoArgs,
	}
	root.AddCommand(serveCommand(), recordCommand(gameNamed), simCommand(kitsByName()), swarmCommand(), adminCommand(),
		configCommand(), healthCommand(), fairCommand(), floorCommand(),
		galleryCommand(), versionCommand())
	return root
}
