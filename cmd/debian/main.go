// Command debian builds Saloon and packs it for Debian: the binary, a unit of systemd that lets it do little, a sample
// configuration, and the scripts that make its user. It needs Go and nothing else.
//
//	go run ./cmd/debian --version 1.0.0 --arch amd64 --out .
package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

//go:embed files
var files embed.FS

const (
	// dataDir is where the package's server keeps its people and their matches.
	dataDir    = "/var/lib/saloon"
	configFile = "/etc/saloon/saloon.toml"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "debian:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("debian", flag.ContinueOnError)
	version := f.String("version", "0~dev", "the package's version: digits first")
	arch := f.String("arch", "amd64", "amd64 or arm64")
	out := f.String("out", ".", "`directory` of the package")
	if err := f.Parse(args); err != nil {
		return err
	}
	if !regexp.MustCompile(`^[0-9][0-9A-Za-z.+~-]*$`).MatchString(*version) {
		return fmt.Errorf("--version = %q, allowed: a digit, then letters, digits and .+~-", *version)
	}
	if *arch != "amd64" && *arch != "arm64" {
		return fmt.Errorf("--arch = %q, allowed: amd64, arm64", *arch)
	}
	binary, err := build(ctx, *version, *arch)
	if err != nil {
		return err
	}
	sample, err := output(ctx, nil, "go", "run", "./cmd/saloon", "config", "sample", "--data", dataDir)
	if err != nil {
		return err
	}
	made, err := madeAt(ctx)
	if err != nil {
		return err
	}
	d, err := saloon(*version, *arch, binary, sample)
	if err != nil {
		return err
	}
	d.made = made
	var body bytes.Buffer
	if err := d.write(&body); err != nil {
		return err
	}
	path := filepath.Join(*out, fmt.Sprintf("saloon_%s_%s.deb", *version, *arch))
	if err := os.WriteFile(path, body.Bytes(), 0o644); err != nil {
		return err
	}
	fmt.Println(path)
	return nil
}

// build makes the binary for an architecture: static, and the same bytes wherever it is made.
func build(ctx context.Context, version, arch string) (body []byte, err error) {
	dir, err := os.MkdirTemp("", "saloon-deb")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "saloon")
	_, err = output(ctx, []string{"CGO_ENABLED=0", "GOOS=linux", "GOARCH=" + arch}, "go", "build", "-trimpath",
		"-ldflags", "-s -w -X main.version="+version, "-o", path, "./cmd/saloon")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// output runs a program and returns what it prints.
func output(ctx context.Context, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return out, nil
}

// madeAt is the moment that the package's files bear: SOURCE_DATE_EPOCH, or that of the last commit, so that a commit
// gives the same package whenever it is packed.
func madeAt(ctx context.Context) (time.Time, error) {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		out, err := output(ctx, nil, "git", "log", "-1", "--format=%ct")
		if err != nil {
			return time.Time{}, fmt.Errorf("set SOURCE_DATE_EPOCH outside a repository: %w", err)
		}
		text = strings.TrimSpace(string(out))
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH = %q: seconds since 1970", text)
	}
	return time.Unix(n, 0), nil
}

// saloon is the package.
func saloon(version, arch string, binary, sample []byte) (deb, error) {
	d := deb{
		name: "saloon", version: version, arch: arch, depends: "adduser", maintainer: "Saloon <saloon@localhost>",
		summary: "card house that one enters with ssh",
		about: []string{"People come in with plain ssh, known by their keys, and play cards by real rules\n" +
			"with each other and with bots. Everything is in one file, and every move is on\n" +
			"the disk before anybody sees it.",
			"The server listens on port 2222 until " + configFile + " says otherwise."},
		scripts: map[string][]byte{},
		files: []file{{path: "/usr/bin/saloon", mode: 0o755, body: binary},
			{path: configFile, mode: 0o644, body: sample, conf: true}},
	}
	for _, name := range []string{"postinst", "prerm", "postrm"} {
		body, err := files.ReadFile("files/" + name)
		if err != nil {
			return d, err
		}
		d.scripts[name] = body
	}
	unit, err := files.ReadFile("files/saloon.service")
	if err != nil {
		return d, err
	}
	d.files = append(d.files, file{path: "/usr/lib/systemd/system/saloon.service", mode: 0o644, body: unit})
	return d, nil
}
