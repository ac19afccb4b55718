package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is set by the linker for releases: -ldflags "-X main.version=1.0.0".
var version = ""

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, Go's version and the rules versions",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(cmd.OutOrStdout(), versionText())
			return err
		},
	}
}

// versionText is what `saloon version` and `ssh host version` print.
func versionText() string {
	text := fmt.Sprintf("saloon %s%s\n%s\n", versionNumber(), revision(), runtime.Version())
	for _, k := range kits() {
		text += fmt.Sprintf("%s: rules %d\n", k.Spec.Name, k.Spec.Rules)
	}
	return text
}

// versionNumber is what the linker was told; else the version of the module, where Go knows one; else "dev".
func versionNumber() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "dev"
}

// revision is the commit that the binary was built from, where Go knows it, and whether more than that was in the tree.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	var commit, more string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			commit = s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			more = ", changed"
		}
	}
	if commit == "" {
		return ""
	}
	return " (" + commit + more + ")"
}
