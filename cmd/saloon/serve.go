package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	tea "charm.land/bubbletea/v2"
	charmlog "charm.land/log/v2"
	"github.com/spf13/cobra"

	"saloon/data"
	"saloon/lobby"
	"saloon/sshd"
)

// closeWithin bounds the shutdown: players are told, seats kept, the file closed.
const closeWithin = 4 * time.Second

func serveCommand() *cobra.Command {
	shown := defaults()
	var file string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Open the house: the SSH server",
		Long: "Opens the house. On the first start it makes its data directory with a host key and a database.\n" +
			"Flags win over the environment (SALOON_LISTEN, SALOON_DATA, …), which wins over the file.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := load(cmp.Or(file, os.Getenv(envPrefix+"CONFIG")), environ(), cmd.Flags())
			if err != nil {
				return &exitError{code: exitWrong, err: err}
			}
			m := server{config: c, out: cmd.OutOrStdout(), errs: cmd.ErrOrStderr()}
			if err := m.run(cmd.Context()); err != nil {
				return &exitError{code: exitFailed, err: err}
			}
			return nil
		},
	}
	shown.flags(cmd.Flags())
	cmd.Flags().StringVar(&file, "config", "", "configuration `file` (TOML); also SALOON_CONFIG")
	return cmd
}

// garbage is the GOGC of a server: a session lives long and allocates little, so memory is worth more than the few
// collections that it saves. The environment variable GOGC wins.
const garbage = 50

func environ() []string { return os.Environ() }

// server is one running house: what main would be, as a value.
type server struct {
	config config
	out    io.Writer
	errs   io.Writer
}

// run opens the house and keeps it open until the context ends, then closes it in order: the door, the tables, the
// file.
func (m *server) run(ctx context.Context) (err error) {
	log := m.logger()
	if os.Getenv("GOGC") == "" {
		defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	}
	store, err := data.Open(ctx, data.Config{Dir: m.config.Data, Rate: lobby.RateMatch, Now: time.Now, Log: log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	house, err := lobby.Open(ctx, lobby.Deps{
		Kits: kits(), Players: store, Results: store, Tables: store, Now: time.Now, Log: log,
		Pace:      lobby.BotPace{Min: m.config.BotPace / 2, Max: m.config.BotPace * 3 / 2},
		QuickWait: m.config.QuickWait, SameAddress: m.config.SameAddress,
	})
	if err != nil {
		return err
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.Background(), closeWithin)
		defer cancel()
		err = errors.Join(err, house.Close(closing))
	}()
	return m.open(ctx, house, log)
}

// open opens the door of a house.
func (m *server) open(ctx context.Context, house *lobby.House, log *slog.Logger) error {
	listener, err := net.Listen("tcp", m.config.Listen)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w", m.config.Listen, err)
	}
	limits := sshd.DefaultLimits()
	limits.Sessions, limits.PerSource, limits.Idle = m.config.Sessions, m.config.PerAddress, m.config.Idle
	limits.FreeLoopback = m.config.FreeLoopback
	screens := screens{kits: kits(), address: address(listener), log: log}
	door, err := sshd.New(sshd.Config{
		House: house, Program: screens.program, Lines: screens.lines, Notice: notice, Rules: ruleBook,
		Cast:        screens.cast,
		HostKeyPath: filepath.Join(m.config.Data, "host_key"), Version: version + revision(), Limits: limits,
		Now: time.Now, Log: log,
	})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	fmt.Fprintf(m.out, "The saloon is open. Come in with\n\n    %s\n\nHost key %s\n", screens.address,
		door.Fingerprint())
	return door.Serve(ctx, listener)
}

// address is the command by which one enters a listener from this machine.
func address(l net.Listener) string {
	host, port, err := net.SplitHostPort(l.Addr().String())
	if ip := net.ParseIP(host); err != nil || ip == nil || ip.IsUnspecified() || ip.IsLoopback() {
		host = "localhost"
	}
	if port == "22" {
		return "ssh " + host
	}
	return "ssh -p " + port + " " + host
}

func (m *server) logger() *slog.Logger {
	level := levels[m.config.LogLevel]
	if m.config.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(m.errs, &slog.HandlerOptions{Level: level}))
	}
	handler := charmlog.NewWithOptions(m.errs, charmlog.Options{ReportTimestamp: true})
	handler.SetLevel(charmlog.Level(level))
	return slog.New(handler)
}

func ruleBook(game string) (string, bool) {
	text, ok := books()[game]
	return text, ok
}

var _ func(sshd.Visit) tea.Model = screens{}.program
