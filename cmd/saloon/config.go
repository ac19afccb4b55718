package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/caarlos0/env/v11"
	"github.com/spf13/pflag"

	"saloon/sshd"
)

// config is what a server can be told: by flags, by the environment, by a TOML file, in this order of precedence.
type config struct {
	Listen     string        `toml:"listen" env:"LISTEN"`
	Data       string        `toml:"data" env:"DATA"`
	LogLevel   string        `toml:"log-level" env:"LOG_LEVEL"`
	LogFormat  string        `toml:"log-format" env:"LOG_FORMAT"`
	BotPace    time.Duration `toml:"bot-pace" env:"BOT_PACE"`
	QuickWait  time.Duration `toml:"quick-wait" env:"QUICK_WAIT"`
	Idle       time.Duration `toml:"idle" env:"IDLE"`
	Sessions   int           `toml:"sessions" env:"SESSIONS"`
	PerPlayer  int           `toml:"per-player" env:"PER_PLAYER"`
	PerAddress int           `toml:"per-address" env:"PER_ADDRESS"`
	PerBlock   int           `toml:"per-block" env:"PER_BLOCK"`
	// The same for those who have not said yet who they are, and of all.
	Knocking           int `toml:"knocking" env:"KNOCKING"`
	KnockingPerAddress int `toml:"knocking-per-address" env:"KNOCKING_PER_ADDRESS"`
	KnockingPerBlock   int `toml:"knocking-per-block" env:"KNOCKING_PER_BLOCK"`
	// What a minute or a second may bring.
	Arrivals  int `toml:"arrivals" env:"ARRIVALS"`
	LineBytes int `toml:"line-bytes" env:"LINE_BYTES"`
	Requests  int `toml:"requests" env:"REQUESTS"`
	Typing    int `toml:"typing" env:"TYPING"`
	Keys      int `toml:"keys" env:"KEYS"`
	// Proxies are the networks whose PROXY headers are believed.
	Proxies string `toml:"proxies" env:"PROXIES"`
	// SameAddress lets several people from one public address sit at one rated table.
	SameAddress bool `toml:"same-address" env:"SAME_ADDRESS"`
	// FreeLoopback does not count connections from this machine: wrong where a proxy brings everybody from here.
	FreeLoopback bool `toml:"free-loopback" env:"FREE_LOOPBACK"`
	// Metrics is a loopback address for /metrics and /healthz; empty for none.
	Metrics string `toml:"metrics" env:"METRICS"`
	// Backups is where backups go that are asked for over SSH without a directory; empty is a folder in Data.
	Backups string `toml:"backups" env:"BACKUPS"`
}

func defaults() config {
	l := sshd.DefaultLimits()
	return config{
		Listen: ":2222", Data: "saloon-data", LogLevel: "info", LogFormat: "text", BotPace: 900 * time.Millisecond,
		QuickWait: 20 * time.Second, FreeLoopback: true,
		Idle: l.Idle, Sessions: l.Sessions, PerPlayer: l.PerPlayer, PerAddress: l.PerSource, PerBlock: l.PerBlock,
		Knocking: l.Knocking, KnockingPerAddress: l.KnockingPerSource, KnockingPerBlock: l.KnockingPerBlock,
		Arrivals: l.Arrivals, LineBytes: l.ConnectionRate, Requests: l.RequestRate, Typing: l.InputRate,
		Keys: l.EventRate,
	}
}

// flags describes the configuration as flags, with its defaults.
func (c *config) flags(f *pflag.FlagSet) {
	f.StringVar(&c.Listen, "listen", c.Listen, "address to listen on, HOST:PORT")
	f.StringVar(&c.Data, "data", c.Data, "directory of the database and the host key, made if missing")
	f.StringVar(&c.LogLevel, "log-level", c.LogLevel, "debug, info, warn or error")
	f.StringVar(&c.LogFormat, "log-format", c.LogFormat, "text or json")
	f.DurationVar(&c.BotPace, "bot-pace", c.BotPace, "how long bots seem to think, 0s to 10s")
	f.DurationVar(&c.QuickWait, "quick-wait", c.QuickWait, "how long a quick match waits for people, 1s to 10m")
	f.DurationVar(&c.Idle, "idle", c.Idle, "hang up after so long without a key, 1m to 24h")
	c.limitFlags(f)
	f.BoolVar(&c.SameAddress, "same-address", c.SameAddress,
		"let several people from one public address sit at one rated table")
	f.BoolVar(&c.FreeLoopback, "free-loopback", c.FreeLoopback,
		"do not count connections from this machine; switch it off behind a proxy that cannot say from where")
	f.StringVar(&c.Metrics, "metrics", c.Metrics,
		"loopback address for /metrics and /healthz, HOST:PORT; none if empty")
	f.StringVar(&c.Backups, "backups", c.Backups,
		"directory of backups that are asked for over SSH; \"backups\" in the data directory if empty")
}

// load fills a configuration: defaults, then the file, then the environment, then the flags that were given. Unknown
// keys and wrong values are refused with the key, the value and what is allowed.
func load(file string, environ []string, given *pflag.FlagSet) (config, error) {
	c := defaults()
	if file != "" {
		md, err := toml.DecodeFile(file, &c)
		if err != nil {
			return c, fmt.Errorf("configuration file %s: %w", file, err)
		}
		if unknown := md.Undecoded(); len(unknown) > 0 {
			return c, fmt.Errorf("configuration file %s: unknown key %q, allowed: %s", file, unknown[0], keys())
		}
	}
	vars := env.ToMap(environ)
	if err := env.ParseWithOptions(&c, env.Options{Prefix: envPrefix, Environment: vars}); err != nil {
		return c, envError(err, vars)
	}
	var err error
	given.Visit(func(f *pflag.Flag) {
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		c.set(fs, f, &err)
	})
	return c, errors.Join(err, c.check())
}

// set copies one flag that was given on the command line.
func (c *config) set(fs *pflag.FlagSet, given *pflag.Flag, err *error) {
	c.flags(fs)
	if f := fs.Lookup(given.Name); f != nil {
		*err = errors.Join(*err, f.Value.Set(given.Value.String()))
	}
}

const envPrefix = "SALOON_"

// envError words a wrong environment variable with its own name.
func envError(err error, vars map[string]string) error {
	agg, ok := errors.AsType[env.AggregateError](err)
	if !ok {
		return err
	}
	for _, e := range agg.Errors {
		if p, ok := errors.AsType[env.ParseError](e); ok {
			name := envPrefix + strings.ToUpper(strings.Join(words(p.Name), "_"))
			return fmt.Errorf("%s = %q: not a %s", name, vars[name], p.Type)
		}
	}
	return err
}

// words splits a field's name at its capitals.
func words(name string) []string {
	var out []string
	start := 0
	for i := 1; i <= len(name); i++ {
		if i == len(name) || name[i] >= 'A' && name[i] <= 'Z' {
			out = append(out, name[start:i])
			start = i
		}
	}
	return out
}

func keys() string {
	var c config
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	c.flags(fs)
	var out []string
	fs.VisitAll(func(f *pflag.Flag) { out = append(out, f.Name) })
	return strings.Join(out, ", ")
}

// check refuses values that cannot be meant.
func (c config) check() error {
	var errs []error
	wrong := func(key string, value any, allowed string) {
		errs = append(errs, fmt.Errorf("%s = %v, allowed: %s", key, value, allowed))
	}
	if _, _, err := net.SplitHostPort(c.Listen); err != nil {
		wrong("listen", c.Listen, "HOST:PORT or :PORT")
	}
	if c.Data == "" {
		wrong("data", `""`, "a directory")
	}
	if _, ok := levels[c.LogLevel]; !ok {
		wrong("log-level", c.LogLevel, "debug, info, warn, error")
	}
	if !slices.Contains([]string{"text", "json"}, c.LogFormat) {
		wrong("log-format", c.LogFormat, "text, json")
	}
	between := func(key string, v, low, high time.Duration) {
		if v < low || v > high {
			wrong(key, v, low.String()+" to "+high.String())
		}
	}
	between("bot-pace", c.BotPace, 0, 10*time.Second)
	between("quick-wait", c.QuickWait, time.Second, 10*time.Minute)
	between("idle", c.Idle, time.Minute, 24*time.Hour)
	errs = append(errs, c.checkLimits())
	if host, _, err := net.SplitHostPort(c.Metrics); c.Metrics != "" && (err != nil || !loopback(host)) {
		wrong("metrics", c.Metrics, "a loopback address and a port, such as 127.0.0.1:9100, or nothing")
	}
	return errors.Join(errs...)
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

var levels = map[string]slog.Level{
	"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError,
}
