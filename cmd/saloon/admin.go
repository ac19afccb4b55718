package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"saloon/data"
	"saloon/lobby"
	"saloon/lobby/admin"
)

// adminCommand is the office's table of words as commands: they work on the data directory of a server that is not
// running. A running one is asked over SSH, with the same words.
func adminCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "admin",
		Short: "Look after a house: the data directory of a stopped server",
		Long: "Looks after the data directory of a server that is not running. A running one is asked over SSH,\n" +
			"by a key that is on the list of staff, with the same words: ssh HOST admin WORD. Exit code 1 for what\n" +
			"cannot be, 2 for what makes no sense.",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return officeError(admin.Unknown(args))
			}
			return cmd.Help()
		},
	}
	c := defaults()
	root.PersistentFlags().StringVar(&c.Data, "data", c.Data, "directory of the database")
	root.PersistentFlags().String("config", "", "configuration file (TOML); also SALOON_CONFIG")
	for _, w := range admin.Words() {
		addWord(root, w)
	}
	return root
}

// addWord hangs a word of one or two parts into the tree of commands.
func addWord(root *cobra.Command, w admin.Word) {
	first, rest, two := strings.Cut(w.Name, " ")
	if !two {
		root.AddCommand(wordCommand(first, w))
		return
	}
	i := slices.IndexFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == first })
	if i < 0 {
		root.AddCommand(&cobra.Command{
			Use: first, Short: "Several words", Args: cobra.ArbitraryArgs,
			RunE: func(_ *cobra.Command, args []string) error {
				return officeError(admin.Unknown(append([]string{first}, args...)))
			},
		})
		i = slices.IndexFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == first })
	}
	parent := root.Commands()[i]
	parent.AddCommand(wordCommand(rest, w))
	if parent.Short == "Several words" || strings.HasPrefix(parent.Short, "After it: ") {
		var names []string
		for _, c := range parent.Commands() {
			names = append(names, c.Name())
		}
		parent.Short = "After it: " + strings.Join(names, ", ")
	}
}

func wordCommand(name string, w admin.Word) *cobra.Command {
	r := admin.Request{Word: w}
	cmd := &cobra.Command{
		Use:   strings.TrimSpace(name + " " + w.Args),
		Short: strings.ToUpper(w.Does[:1]) + w.Does[1:],
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			r.Args = args
			return officeError(ask(cmd, r))
		},
	}
	for _, f := range admin.Flags() {
		if f.Name != "json" && !slices.Contains(w.Flags, f.Name) {
			continue
		}
		switch f.Name {
		case "json":
			cmd.Flags().BoolVar(&r.JSON, f.Name, false, f.Does)
		case "reason":
			cmd.Flags().StringVar(&r.Reason, f.Name, "", f.Does)
		case "owner":
			cmd.Flags().BoolVar(&r.Owner, f.Name, false, f.Does)
		case "write":
			cmd.Flags().BoolVar(&r.Write, f.Name, false, f.Does)
		case "accept":
			cmd.Flags().BoolVar(&r.Accept, f.Name, false, f.Does)
		}
	}
	return cmd
}

// officeError gives an error of the office its exit code.
func officeError(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[admin.Usage](err); ok {
		return &exitError{code: exitWrong, err: err}
	}
	if _, ok := errors.AsType[*exitError](err); ok {
		return err
	}
	return &exitError{code: exitFailed, err: err}
}

// ask opens the data directory as far as a word needs it, and asks the office.
func ask(cmd *cobra.Command, r admin.Request) (err error) {
	if err := r.Check(); err != nil {
		return err
	}
	file, err := cmd.Flags().GetString("config")
	if err != nil {
		return err
	}
	c, err := load(cmp.Or(file, os.Getenv(envPrefix+"CONFIG")), environ(), cmd.Flags())
	if err != nil {
		return &exitError{code: exitWrong, err: err}
	}
	who := admin.Console(account())
	if err := becomeOwner(c.Data); err != nil {
		return err
	}
	office, shut, err := openOffice(cmd.Context(), c, r.Word)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shut()) }()
	return office.Run(cmd.Context(), who, r, cmd.OutOrStdout())
}

// becomeOwner makes root the account that owns a data directory: what root wrote there, the server could not read.
func becomeOwner(dir string) error {
	info, err := os.Stat(dir)
	if os.Geteuid() != 0 || err != nil {
		return nil // whoever opens a directory that is not there says so
	}
	of, ok := info.Sys().(*syscall.Stat_t)
	if !ok || of.Uid == 0 {
		return nil
	}
	err = errors.Join(syscall.Setgroups([]int{int(of.Gid)}), syscall.Setgid(int(of.Gid)), syscall.Setuid(int(of.Uid)))
	if err != nil {
		return fmt.Errorf("become the owner of %s: %w", dir, err)
	}
	return nil
}

// openOffice is the office of a data directory that no server has open.
func openOffice(ctx context.Context, c config, w admin.Word) (*admin.Office, func() error, error) {
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	stored := data.Config{Dir: c.Data, Rate: lobby.RateMatch, Now: time.Now, Log: log,
		Distrust: w.Need == admin.Whatever}
	office := &admin.Office{Kits: kits(), Now: time.Now, Log: log}
	if w.Need == admin.Files {
		if err := os.MkdirAll(c.Data, 0o700); err != nil {
			return nil, nil, err
		}
		lock, err := data.LockDir(ctx, c.Data, 0)
		if err != nil {
			return nil, nil, err
		}
		office.Restorer = restorer{stored}
		return office, lock.Close, nil
	}
	if !data.Exists(c.Data) {
		return nil, nil, fmt.Errorf("there is no database in %s: name its directory with --data, or start the server "+
			"once", c.Data)
	}
	if stored.Distrust {
		office.Changed = data.Suspect(ctx, c.Data, time.Now())
	}
	store, err := data.Open(ctx, stored)
	if err != nil {
		return nil, nil, err
	}
	office.Store, office.Backups = store, "."
	if stored.Distrust {
		office.Accept = store.Accept
	}
	return office, store.Close, nil
}

// restorer brings backups into a data directory.
type restorer struct{ cfg data.Config }

// Stage opens a copy of a backup beside the database.
func (r restorer) Stage(ctx context.Context, file string) (admin.Staged, error) {
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	st, err := data.NewStage(ctx, r.cfg, path)
	if err != nil {
		return nil, err
	}
	return st, nil
}

// account is who sits at the console.
func account() string {
	name := "unknown"
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	if behind := os.Getenv("SUDO_USER"); behind != "" {
		name += ", for " + lobby.Clean(behind, lobby.NameWidthMax)
	}
	return name
}
