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
	"runtime"
	"runtime/debug"
	"sync"
	"time"
	_ "time/tzdata" // people name their zones wherever the house stands

	tea "charm.land/bubbletea/v2"
	"github.com/coreos/go-systemd/v22/daemon"
	"github.com/spf13/cobra"

	"saloon/cmd/saloon/metrics"
	"saloon/data"
	"saloon/lobby"
	"saloon/lobby/admin"
	"saloon/lobby/table"
	"saloon/sshd"
)

// closeWithin bounds the shutdown: players are told, seats kept, the file closed.
const closeWithin = 3 * time.Second

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
			defer tune()()
			m := server{config: c, out: cmd.OutOrStdout(), errs: cmd.ErrOrStderr()}
			if err := m.run(cmd.Context()); err != nil {
				return &exitError{code: exitFailed, err: err}
			}
			return nil
		},
	}
	shown.flags(cmd.Flags())
	cmd.Flags().StringVar(&file, "config", "", "configuration file (TOML); also SALOON_CONFIG")
	return cmd
}

const (
	// garbage is the GOGC of a server: what lives is small, some 180 KiB a session, so that room between two
	// collections costs less than the collections, in which keys wait longest.
	garbage = 250
	// perCore is how many goroutines of a server run at a time for each core. A key passes through some, and through
	// the disk. With one for each core, whoever comes back from the disk or the network waits for one of them to end
	// its turn, which is 20 ms while garbage is collected; with more, the kernel lets those go first who have slept.
	perCore = 2
)

// cores is how many goroutines the runtime would run at a time.
var cores = runtime.GOMAXPROCS(0)

// tune prepares the runtime for a full house, and returns what undoes that. The environment variables GOGC and
// GOMAXPROCS win.
func tune() (undo func()) {
	percent, procs := -1, -1
	if os.Getenv("GOGC") == "" {
		percent = debug.SetGCPercent(garbage)
	}
	if os.Getenv("GOMAXPROCS") == "" {
		procs = runtime.GOMAXPROCS(perCore * cores)
	}
	return func() {
		if percent >= 0 {
			debug.SetGCPercent(percent)
		}
		if procs > 0 {
			runtime.GOMAXPROCS(procs)
		}
	}
}

func environ() []string { return os.Environ() }

// times are how long the tables of a server wait for what. Tests that play whole matches let windows pass sooner.
var times = table.Usual()

// lockFor is how long a server waits for another one to be through with the data directory, if that is about to end.
const lockFor = 15 * time.Second

// server is one running house: what main would be, as a value.
type server struct {
	config config
	out    io.Writer
	errs   io.Writer

	listener net.Listener                    // config.Listen if nil
	watched  func(programMaker) programMaker // looks beneath the screens; they are as they are if nil
	heard    func(lineSpeaker) lineSpeaker   // the same for plain lines
}

// programMaker makes the screens of a session.
type programMaker = func(sshd.Visit) tea.Model

// lineSpeaker plays a session in plain lines.
type lineSpeaker = func(v sshd.Visit, in io.Reader, out io.Writer) error

// run opens the house and keeps it open until the context ends, then closes it: everybody is told and every table
// stops at once, while the door waits for terminals to be restored; the file is closed last.
func (m *server) run(ctx context.Context) (err error) {
	log := m.logger()
	meter := metrics.New(versionNumber())
	store, err := data.Open(ctx, data.Config{Dir: m.config.Data, Rate: lobby.RateMatch, Now: time.Now, Log: log,
		Wait: lockFor, Committed: meter.Committed})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	house, err := lobby.Open(ctx, lobby.Deps{
		Kits: kits(), Players: store, Results: store, Tables: meter.Tables(store), Clubs: store, Orders: store,
		Now: time.Now, Log: log,
		Pace:      lobby.BotPace{Min: m.config.BotPace / 2, Max: m.config.BotPace * 3 / 2},
		QuickWait: m.config.QuickWait, SameAddress: m.config.SameAddress, Times: times,
	})
	if err != nil {
		return err
	}
	shut := sync.OnceValue(func() error { // at once when the context ends, and at the latest before the file closes
		notify(log, daemon.SdNotifyStopping)
		closing, cancel := context.WithTimeout(context.Background(), closeWithin)
		defer cancel()
		return errors.Join(store.Announce("", true), house.Close(closing))
	})
	defer func() { err = errors.Join(err, shut()) }()
	defer context.AfterFunc(ctx, func() { _ = shut() })() // the line above reports how it ended
	return m.open(ctx, opened{store, house, meter, log})
}

// opened is a house before its door is.
type opened struct {
	store *data.Store
	house *lobby.House
	meter *metrics.Meter
	log   *slog.Logger
}

// open opens the door of a house.
func (m *server) open(ctx context.Context, o opened) error {
	listener, err := m.listen()
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w", m.config.Listen, err)
	}
	proxies, err := m.config.proxies()
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	screens := screens{kits: kits(), address: address(listener), log: o.log, crowd: o.house.Crowd}
	var program programMaker = screens.program
	if m.watched != nil {
		program = m.watched(program)
	}
	var speak lineSpeaker = screens.lines
	if m.heard != nil {
		speak = m.heard(speak)
	}
	office := &admin.Office{Store: o.store, House: o.house, Kits: kits(), Now: time.Now, Log: o.log,
		Backups: cmp.Or(m.config.Backups, filepath.Join(m.config.Data, "backups"))}
	door, err := sshd.New(sshd.Config{
		House: o.house, Program: program, Lines: speak, Notice: notice, Rules: ruleBook,
		Cast: screens.cast, Office: office, Meter: o.meter,
		HostKeyPath: filepath.Join(m.config.Data, "host_key"), Version: versionNumber() + revision(),
		Limits: m.config.bounds(), Proxies: proxies, Now: time.Now, Log: o.log,
	})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	if m.config.Metrics != "" {
		o.meter.Watch(o.house, door.Sessions, o.store.Free)
		figures, err := showFigures(m.config.Metrics, o, ctx)
		if err != nil {
			return errors.Join(err, listener.Close())
		}
		defer figures()
	}
	if err := o.store.Announce(screens.address, false); err != nil {
		return errors.Join(err, listener.Close())
	}
	fmt.Fprintf(m.out, "The saloon is open. Come in with\n\n    %s\n\nHost key %s\n", screens.address,
		door.Fingerprint())
	notify(o.log, daemon.SdNotifyReady)
	return door.Serve(ctx, listener)
}

func (m *server) listen() (net.Listener, error) {
	if m.listener != nil {
		return m.listener, nil
	}
	return net.Listen("tcp", m.config.Listen)
}

// notify tells systemd, where it started this process and wants to know.
func notify(log *slog.Logger, state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		log.Warn("Service manager not told", "state", state, "err", err)
	}
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
	return slog.New(text(m.errs, level))
}

func ruleBook(game string) (string, bool) {
	text, ok := books()[game]
	return text, ok
}

var _ func(sshd.Visit) tea.Model = screens{}.program
