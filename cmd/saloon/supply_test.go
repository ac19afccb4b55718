package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// floors are the versions in which advisories that are about something this program stands on were answered. None of
// its modules may be older.
var floors = []struct{ module, version, advisory string }{
	{"go", "1.26.6", "GO-2026-5972, GO-2026-6089 to 6091, GO-2026-6179, GO-2026-6218"},
	{"charm.land/wish/v2", "v2.0.1", "GO-2026-5762: files anywhere by SCP"},
	{"github.com/microcosm-cc/bluemonday", "v1.0.16", "GO-2022-0588"},
	{"github.com/pires/go-proxyproto", "v0.6.1", "GO-2022-0233: connections without a header"},
	{"github.com/prometheus/client_golang", "v1.11.1", "GO-2022-0322"},
	{"github.com/yuin/goldmark", "v1.7.17", "GO-2026-5320"},
	{"golang.org/x/crypto", "v0.31.0", "GO-2024-3321: a key that was offered and not proved"},
	{"golang.org/x/crypto", "v0.35.0", "GO-2025-3487: a slow key exchange"},
	{"golang.org/x/crypto", "v0.45.0", "GO-2025-4134, GO-2025-4135"},
	{"golang.org/x/crypto", "v0.52.0", "GO-2026-5013 to 5021, 5023: floods, odd replies, enormous keys"},
	{"golang.org/x/crypto", "v0.56.0", "GO-2026-6354, GO-2026-6355: requests on channels that stand still"},
	{"golang.org/x/net", "v0.62.0", "GO-2026-6860, GO-2026-6866"},
	{"golang.org/x/sys", "v0.44.0", "GO-2026-5024"},
	{"golang.org/x/text", "v0.41.0", "GO-2026-6629: comparing names"},
	{"google.golang.org/protobuf", "v1.33.0", "GO-2024-2611"},
	{"modernc.org/sqlite", "v1.46.2", "SQLite before 3.51.3 can break a database when its log is reset"},
}

// required are the versions of all modules by path, as go.mod says them, and those that are imported directly.
func required(t *testing.T) (all map[string]string, direct []string) {
	t.Helper()
	text, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	all = map[string]string{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		switch {
		case len(words) == 2 && words[0] == "go":
			all["go"] = words[1]
		case len(words) >= 2 && strings.HasPrefix(words[1], "v"):
			all[words[0]] = words[1]
			if len(words) == 2 {
				direct = append(direct, words[0])
			}
		}
	}
	slices.Sort(direct)
	return all, direct
}

// numbers are the three numbers of a version.
func numbers(t *testing.T, version string) []int {
	t.Helper()
	var v [3]int
	if _, err := fmt.Sscanf(strings.TrimPrefix(version, "v"), "%d.%d.%d", &v[0], &v[1], &v[2]); err != nil {
		t.Fatalf("version %q: %v", version, err)
	}
	return v[:]
}

func TestNoModuleIsBelowAnAdvisory(t *testing.T) {
	all, _ := required(t)
	for _, f := range floors {
		have, ok := all[f.module]
		if !ok {
			t.Errorf("%s is not required any more: take its floor off", f.module)
			continue
		}
		if slices.Compare(numbers(t, have), numbers(t, f.version)) < 0 {
			t.Errorf("%s %s is older than %s: %s", f.module, have, f.version, f.advisory)
		}
	}
}

// dependencyRow is a line of the README's table of dependencies.
var dependencyRow = regexp.MustCompile(
	"(?m)^\\| `([^` ]+\\.[^` ]+/[^` ]+)` \\| [^|]+ \\| [^|]+ \\| [A-Za-z0-9.-]+ \\|$")

func TestEveryDependencyIsAccountedFor(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, direct := required(t)
	var told []string
	for _, row := range dependencyRow.FindAllStringSubmatch(string(text), -1) {
		told = append(told, row[1])
	}
	slices.Sort(told)
	if !slices.Equal(told, direct) {
		t.Errorf("the README accounts for %q,\ngo.mod requires %q", told, direct)
	}
}
