package main

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
)

// topLevel is all that may stand at the root, besides names with a leading dot.
var topLevel = []string{"cmd", "sshd", "tui", "engine", "lobby", "data", "go.mod", "go.sum", "README.md", "LICENSE",
	"Dockerfile", "CHANGELOG.md"}

func (t *tree) checkTopLevel() {
	for _, file := range t.files {
		top, _, _ := strings.Cut(file, "/")
		if !strings.HasPrefix(top, ".") && !slices.Contains(topLevel, top) {
			t.fault(file, 1, "%s does not belong at the top of the tree", top)
		}
	}
}

// checkReadme wants every package named in the README, by its path from the root.
func (t *tree) checkReadme() {
	text, err := t.read("README.md")
	if err != nil {
		t.fault("README.md", 1, "there is no README: %v", err)
		return
	}
	for _, dir := range t.dirs() {
		word := regexp.MustCompile(`(^|[^\w/.-])` + regexp.QuoteMeta(dir) + `/?($|[^\w/-])`)
		if !word.Match(text) {
			t.fault("README.md", 1, "the package %s is not listed", dir)
		}
	}
}

const (
	migrations = "data/migrations"
	sums       = migrations + "/SUMS"
)

// checkMigrations compares every migration with the checksum that was written down when it was made: one that ran
// somewhere must never change.
func (t *tree) checkMigrations() {
	var files []string
	for _, file := range t.files {
		if path.Dir(file) == migrations && path.Ext(file) == ".sql" {
			files = append(files, file)
		}
	}
	written := map[string]string{}
	if len(files) > 0 || slices.Contains(t.files, sums) {
		text, err := t.read(sums)
		if err != nil {
			t.fault(sums, 1, "there are no checksums of the migrations: %v", err)
			return
		}
		for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			sum, name, ok := strings.Cut(line, "  ")
			if !ok || !slices.Contains(files, migrations+"/"+name) {
				t.fault(sums, i+1, "%q names no migration", line)
			}
			written[migrations+"/"+name] = sum
		}
	}
	for _, file := range files {
		text, err := t.read(file)
		if err != nil {
			t.fault(file, 1, "%v", err)
			continue
		}
		sum := sha256.Sum256(text)
		switch got := hex.EncodeToString(sum[:]); written[file] {
		case got:
		case "":
			t.fault(file, 1, "the migration has no checksum: add \"%s  %s\" to %s", got, path.Base(file), sums)
		default:
			t.fault(file, 1, "the migration changed after it was written: make a new one instead")
		}
	}
}

// checkLibc compares two lines of go.mod: SQLite in Go works with just the libc that it was made with.
func (t *tree) checkLibc() {
	mod, err := t.read("go.mod")
	if err != nil || required(mod, "modernc.org/sqlite") == "" {
		return
	}
	cmd := exec.Command("go", "list", "-m", "-f", "{{.GoMod}}", "modernc.org/sqlite")
	cmd.Dir = t.root
	name, err := cmd.Output()
	if err != nil {
		t.fault("go.mod", 1, "modernc.org/sqlite cannot be found: %v", err)
		return
	}
	t.compareLibc(mod, strings.TrimSpace(string(name)))
}

func (t *tree) compareLibc(mod []byte, sqliteMod string) {
	theirs, err := os.ReadFile(sqliteMod)
	if err != nil {
		t.fault("go.mod", 1, "%v", err)
		return
	}
	const libc = "modernc.org/libc"
	if have, want := required(mod, libc), required(theirs, libc); have != want {
		t.fault("go.mod", 1, "%s is %s, but modernc.org/sqlite needs exactly %s", libc, have, want)
	}
}

// required is the version of a module that a go.mod asks for, or "".
func required(mod []byte, module string) string {
	m := regexp.MustCompile(`(?m)^\s*(?:require\s+)?` + regexp.QuoteMeta(module) + `\s+(v\S+)`).FindSubmatch(mod)
	if m == nil {
		return ""
	}
	return string(m[1])
}
