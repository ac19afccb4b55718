package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// explained says of keys what does not fit into a line of the help.
var explained = map[string]string{
	"listen": "A port below 1024, such as 22, needs a right that the systemd unit of the package gives.",
	"data": "One server each. It holds host_key, by which people know the house again: keep a copy of it.\n" +
		"The copy of a database is made by \"admin backup\", never by cp while the server runs.",
	"log-level":  "Above debug nothing says from where somebody comes, what they said or what they hold.",
	"log-format": "json is for machines; systemd's journal takes either.",
	"sessions":   "A session at a table takes about 1.2 MiB.",
	"per-player": "Commands count as well while they run.",
	"per-address": "Of one IPv4 address or one IPv6 /64. Who shares an address, in a school or an office, shares\n" +
		"this number.",
	"per-block": "A block is an IPv4 /24 or an IPv6 /48: what one customer of a network may have.",
	"knocking": "They have 10 seconds to begin and a minute to log in. Whoever leaves without having done so waits\n" +
		"a second before the next try, then twice as long each time, up to 10 minutes.",
	"arrivals":   "After twice per-address at once. A block may bring four times as many of both.",
	"line-bytes": "Whoever sends more is read later, nothing is lost. Four times as many may come at once.",
	"requests": "Sizes of windows are not counted, they replace each other. More than three times as many at once\n" +
		"cut the line.",
	"typing": "Whoever sends more is read later. Twice as many may come at once.",
	"keys":   "More are dropped; four times as many may come at once.",
	"idle": "Counted from the last key, click or paste: what a terminal or a network sends by itself does not\n" +
		"count. A word of warning comes before.",
	"proxies": "Such as haproxy with send-proxy-v2. What it says is from where somebody comes, for every limit, ban\n" +
		"and log. Who connects from there without such a header is cut, and a header from anywhere else is no SSH.",
	"same-address": "Off, two accounts of one person cannot win points of each other so easily. Addresses of this\n" +
		"machine and of private networks are never compared.",
	"free-loopback": "Behind a proxy everybody seems to come from here, and nobody would be counted.",
	"metrics": "Prometheus reads /metrics; /healthz answers 503 while the house drains, closes, or cannot write.\n" +
		"\"saloon health\" asks it.",
}

func configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Write or check a configuration file",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(configSample(), configCheck())
	return cmd
}

func configSample() *cobra.Command {
	c := defaults()
	cmd := &cobra.Command{
		Use:   "sample",
		Short: "Print a configuration file with every key explained",
		Long: "Prints a configuration file with every key explained. All stand there with their defaults behind\n" +
			"a #; those that are given as flags are set.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := load("", nil, cmd.Flags()); err != nil {
				return &exitError{code: exitWrong, err: err}
			}
			return writeSample(cmd.OutOrStdout(), cmd.Flags())
		},
	}
	c.flags(cmd.Flags())
	return cmd
}

func configCheck() *cobra.Command {
	c := defaults()
	cmd := &cobra.Command{
		Use:   "check [FILE]",
		Short: "Say whether a server would start with a configuration",
		Long:  "Reads a configuration as serve does, with the environment and flags, and prints what is wrong with it.",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file := os.Getenv(envPrefix + "CONFIG")
			if len(args) > 0 {
				file = args[0]
			}
			if _, err := load(file, environ(), cmd.Flags()); err != nil {
				return &exitError{code: exitWrong, err: err}
			}
			_, err := fmt.Fprintln(cmd.OutOrStdout(), cmp.Or(file, "the configuration"), "is as it should be")
			return err
		},
	}
	c.flags(cmd.Flags())
	return cmd
}

// writeSample writes every key with its meaning. It is made of the flags, so that it says what --help says.
func writeSample(w io.Writer, flags *pflag.FlagSet) error {
	var c config
	known := pflag.NewFlagSet("", pflag.ContinueOnError)
	c.flags(known)
	var b strings.Builder
	b.WriteString("# Saloon's configuration. Flags win over the environment, which wins over this file.\n")
	b.WriteString("# \"saloon config check FILE\" says whether a server would start with it.\n")
	flags.VisitAll(func(f *pflag.Flag) {
		if known.Lookup(f.Name) == nil {
			return
		}
		mark := "# "
		if f.Changed {
			mark = ""
		}
		fmt.Fprintf(&b, "\n# %s: %s.\n", f.Name, f.Usage)
		if more := explained[f.Name]; more != "" {
			fmt.Fprintf(&b, "# %s\n", strings.ReplaceAll(more, "\n", "\n# "))
		}
		fmt.Fprintf(&b, "# Also --%s and %s.\n", f.Name, envOf(f.Name))
		fmt.Fprintf(&b, "%s%s = %s\n", mark, f.Name, tomlOf(f))
	})
	_, err := io.WriteString(w, b.String())
	return err
}

// envOf is the environment variable of a key.
func envOf(key string) string { return envPrefix + strings.ToUpper(strings.ReplaceAll(key, "-", "_")) }

// tomlOf is a flag's value as TOML has it: numbers and truth bare, everything else between quotation marks.
func tomlOf(f *pflag.Flag) string {
	if slices.Contains([]string{"int", "bool"}, f.Value.Type()) {
		return f.Value.String()
	}
	return fmt.Sprintf("%q", f.Value.String())
}
