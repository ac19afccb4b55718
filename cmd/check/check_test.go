package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// files is a small tree: text by path.
type files map[string]string

// clean is a tree without a fault.
func clean() files {
	migration := "CREATE TABLE t (id INTEGER) STRICT;\n"
	sum := sha256.Sum256([]byte(migration))
	return files{
		"go.mod": "module saloon\n\ngo 1.26\n",
		"README.md": "- `engine`: the contract\n- `engine/poker`: a game\n- `tui/poker/`: its board\n" +
			"- data, `cmd/saloon` and `lobby`\n",
		"engine/engine.go": "// Package engine is the contract.\npackage engine\n\n// Keys counts.\n" +
			"func Keys(m map[string]int) (n int) {\n\tfor range m { // order: only counted\n\t\tn++\n\t}\n" +
			"\treturn n\n}\n",
		"engine/poker/poker.go":   "// Package poker is a game.\npackage poker\n\nimport _ \"saloon/engine\"\n",
		"tui/poker/board.go":      "// Package poker draws it.\npackage poker\n\nimport _ \"saloon/engine/poker\"\n",
		"lobby/lobby.go":          "// Package lobby is where people meet.\npackage lobby\n",
		"data/store.go":           "// Package data keeps it.\npackage data\n",
		"data/migrations/001.sql": migration,
		"data/migrations/SUMS":    hex.EncodeToString(sum[:]) + "  001.sql\n",
		"cmd/saloon/main.go": "// Command saloon is the house.\npackage main\n\nimport _ \"saloon/engine/poker\"\n\n" +
			"func main() {\n\tgo func() { // contained: it does nothing\n\t}()\n}\n",
	}
}

// plant writes a clean tree with something added or, where the text is "", left out.
func plant(t *testing.T, add files) string {
	t.Helper()
	all := clean()
	for name, text := range add {
		all[name] = text
	}
	root := t.TempDir()
	for name, text := range all {
		if text == "" {
			continue
		}
		full := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestCleanTree(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run(plant(t, nil), &out, &errs); code != 0 || out.Len() > 0 {
		t.Errorf("exit code %d, %s%s", code, out.String(), errs.String())
	}
	loose := files{"engine/engine.go": "// Package engine is it.\npackage engine\nvar  X int\n"}
	code := run(plant(t, loose), &out, &errs)
	if code != 1 || out.String() != "engine/engine.go:1: is not as gofmt writes it\n" {
		t.Errorf("exit code %d, %s%s", code, out.String(), errs.String())
	}
	if code := run(t.TempDir(), &out, &errs); code != 2 {
		t.Errorf("without a tree the exit code is %d", code)
	}
	if code := run(plant(t, files{"go.mod": "go 1.26\n"}), &out, &errs); code != 2 {
		t.Errorf("without a module the exit code is %d", code)
	}
	if code := run(plant(t, files{"lobby/x.go": "package"}), &out, &errs); code != 2 {
		t.Errorf("with a file that does not parse the exit code is %d", code)
	}
}

// plantCase is something planted and the one fault that a check must find in it; "" where it must find none.
type plantCase struct {
	name string
	add  files
	want string
}

// mustCatch runs one check on each planted tree.
func mustCatch(t *testing.T, check func(*tree), cases []plantCase) {
	t.Helper()
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			tr, err := load(plant(t, tt.add))
			if err != nil {
				t.Fatal(err)
			}
			check(tr)
			var got []string
			for _, f := range tr.faults {
				got = append(got, f.String())
			}
			switch {
			case tt.want == "" && len(got) > 0:
				t.Errorf("found %q where nothing is wrong", got)
			case tt.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], tt.want)):
				t.Errorf("found %q, want %q", got, tt.want)
			}
		})
	}
}

// in is a Go file of a package with imports and a body, which begins on line 5 with at most one import.
func in(pkg, imports, body string) string {
	text := "package " + pkg + "\n\n"
	if imports == "" {
		text += "\n" // so that the body begins on line 5 with and without an import
	}
	for _, name := range strings.Fields(imports) {
		text += "import " + name + "\n"
	}
	return text + "\n" + body + "\n"
}

func TestCatchesImports(t *testing.T) {
	mustCatch(t, (*tree).checkImports, []plantCase{
		{"the engine imports the lobby", files{"engine/x.go": in("engine", `"saloon/lobby"`, "")},
			"engine/x.go:3: engine must not import saloon/lobby"},
		{"the engine imports a game", files{"engine/x.go": in("engine", `"saloon/engine/poker"`, "")},
			"engine/x.go:3:"},
		{"ratings import the engine", files{"engine/rating/x.go": in("rating", `"saloon/engine"`, "")},
			"engine/rating/x.go:3:"},
		{"a game imports a game", files{"engine/whist/x.go": in("whist", `"saloon/engine/poker"`, "")},
			"engine/whist/x.go:3: engine/whist must not import saloon/engine/poker: only cmd knows all games"},
		{"a game imports bots", files{"engine/poker/x.go": in("poker", `"saloon/engine/bot"`, "")},
			"engine/poker/x.go:3:"},
		{"a game's bot imports bots", files{"engine/poker/bot.go": in("poker", `"saloon/engine/bot"`, "")}, ""},
		{"a game's test imports records", files{"engine/poker/x_test.go": in("poker", `"saloon/engine/record"`, "")},
			""},
		{"a game imports records", files{"engine/poker/x.go": in("poker", `"saloon/engine/record"`, "")},
			"engine/poker/x.go:3:"},
		{"the engine imports another's library", files{"engine/x.go": in("engine", `"example.com/cards"`, "")},
			"engine/x.go:3: engine must not import example.com/cards: the engine uses the standard library alone"},
		{"records read TOML", files{"engine/record/x.go": in("record", `"github.com/BurntSushi/toml"`, "")}, ""},
		{"an engine test uses rapid", files{"engine/x_test.go": in("engine", `"pgregory.net/rapid"`, "")}, ""},
		{"the lobby imports a game", files{"lobby/x.go": in("lobby", `"saloon/engine/poker"`, "")}, "lobby/x.go:3:"},
		{"the lobby imports the store", files{"lobby/table/x.go": in("table", `"saloon/data"`, "")},
			"lobby/table/x.go:3:"},
		{"the lobby draws", files{"lobby/x.go": in("lobby", `"charm.land/bubbletea/v2"`, "")}, "lobby/x.go:3:"},
		{"the lobby asks SQL", files{"lobby/x.go": in("lobby", `"database/sql"`, "")}, "lobby/x.go:3:"},
		{"the store imports screens", files{"data/x.go": in("data", `"saloon/tui"`, "")}, "data/x.go:3:"},
		{"the store imports the lobby", files{"data/x.go": in("data", `"saloon/lobby/table"`, "")}, ""},
		{"screens import the store", files{"tui/x.go": in("tui", `"saloon/data"`, "")}, "tui/x.go:3:"},
		{"screens import a game", files{"tui/felt/x.go": in("felt", `"saloon/engine/poker"`, "")}, "tui/felt/x.go:3:"},
		{"a board imports another game", files{"tui/whist/x.go": in("whist", `"saloon/engine/poker"`, ""),
			"engine/whist/x.go": in("whist", "", "")}, "tui/whist/x.go:3:"},
		{"the door imports the store", files{"sshd/x.go": in("sshd", `"saloon/data"`, "")}, "sshd/x.go:3:"},
		{"the door imports a board", files{"sshd/x.go": in("sshd", `"saloon/tui/poker"`, "")}, "sshd/x.go:3:"},
		{"the door imports screens", files{"sshd/x.go": in("sshd", `"saloon/tui/felt"`, "")}, ""},
		{"a folder without a place", files{"shed/x.go": in("shed", `"saloon/engine"`, "")}, "shed/x.go:3:"},
	})
}

func TestCatchesWhatTheEngineMustNotDo(t *testing.T) {
	var cases []plantCase
	for _, name := range engineBanned {
		cases = append(cases, plantCase{name, files{"engine/poker/x.go": in("poker", `"`+name+`"`, "")},
			"engine/poker/x.go:3: the engine must not use " + name})
	}
	for _, name := range timeBanned {
		cases = append(cases, plantCase{name, files{"engine/x.go": in("engine", `"time"`, "var x = time."+name)},
			"engine/x.go:5: the engine must not look at the clock: time." + name})
	}
	mustCatch(t, (*tree).checkEngine, append(cases, []plantCase{
		{"time under another name",
			files{"engine/x.go": "package engine\n\nimport clock \"time\"\n\nvar x = clock.Now()\n"},
			"engine/x.go:5:"},
		{"chance of its own", files{"engine/x.go": in("engine", `"math/rand/v2"`, "var x = rand.IntN(6)")},
			"engine/x.go:5: the engine's chance comes from a seed: rand.IntN"},
		{"chance from a seed", files{"engine/x.go": in("engine", `"math/rand/v2"`, "var x = rand.NewPCG(1, 2)")},
			""},
		{"a duration", files{"engine/x.go": in("engine", `"time"`, "var x = time.Second")}, ""},
		{"a goroutine", files{"engine/x.go": in("engine", "", "func f() { go f() }")},
			"engine/x.go:5: the engine must not start goroutines"},
		{"a bot's deadline", files{"engine/poker/bot.go": in("poker", `"context"`, "")}, ""},
		{"a search's goroutine", files{"engine/bot/x.go": in("bot", `"sync"`, "func f() { go f() }")}, ""},
		{"a test's file", files{"engine/x_test.go": in("engine", `"os"`, "")}, ""},
		{"the lobby's clock", files{"lobby/x.go": in("lobby", `"time"`, "var x = time.Now()")}, ""},
	}...))
}

func TestCatchesMapOrder(t *testing.T) {
	const loop = "func f(m map[string]int) (s []string) {\n\tfor k := range m {\n\t\ts = append(s, k)\n\t}\n" +
		"\treturn s\n}"
	const fault = ": a loop over a map has no order"
	generic := "func f[M ~map[string]int](m M) (n int) {\n\tfor _, v := range m {\n\t\tn -= v\n\t}\n\treturn n\n}"
	mustCatch(t, (*tree).checkMapOrder, []plantCase{
		{"a loop over a map", files{"engine/x.go": in("engine", "", loop)}, "engine/x.go:6" + fault},
		{"of a generic kind", files{"engine/x.go": in("engine", "", generic)}, "engine/x.go:6" + fault},
		{"of a named kind in a game", files{"engine/poker/x.go": in("poker", "",
			"type bag map[int]int\n\nvar b = bag{}\n\nfunc f() {\n\tfor range b {\n\t}\n}")},
			"engine/poker/x.go:10" + fault},
		{"in a bot", files{"engine/poker/bot.go": in("poker", "", loop)}, "engine/poker/bot.go:6" + fault},
		{"of one bound", files{"engine/x.go": in("engine", "", strings.Replace(generic, "~", "", 1))},
			"engine/x.go:6" + fault},
		{"with an empty reason",
			files{"engine/x.go": in("engine", "", strings.Replace(loop, "m {", "m { // order:", 1))},
			"engine/x.go:6" + fault},
		{"with a reason above", files{"engine/x.go": in("engine", "",
			strings.Replace(loop, "\tfor", "\t// order: nobody\n\t// looks\n\tfor", 1))}, ""},
		{"over a slice", files{"engine/x.go": in("engine", "",
			strings.NewReplacer("map[string]int", "[]string", "for k", "for _, k").Replace(loop))}, ""},
		{"keys", files{"engine/x.go": in("engine", `"maps" "slices"`,
			"func f(m map[int]int) []int { return slices.Collect(maps.Keys(m)) }")},
			"engine/x.go:6: maps.Keys has no order"},
		{"sorted keys", files{"engine/x.go": in("engine", `"maps" "slices"`,
			"func f(m map[int]int) []int { return slices.Sorted(maps.Keys(m)) }")}, ""},
		{"what does not compile", files{"engine/x.go": in("engine", "", "var x int = \"\"")},
			"go.mod:1: the engine's types"},
		{"outside the engine", files{"lobby/x.go": in("lobby", "", loop)}, ""},
	})
}

func TestCatchesGoroutines(t *testing.T) {
	const fault = ":5: say what recovers a panic in this goroutine"
	mustCatch(t, (*tree).checkGoroutines, []plantCase{
		{"bare", files{"lobby/x.go": in("lobby", "", "func f() { go f() }")}, "lobby/x.go" + fault},
		{"in a bot", files{"engine/bot/x.go": in("bot", "", "func f() { go f() }")}, "engine/bot/x.go" + fault},
		{"without a reason", files{"lobby/x.go": in("lobby", "", "func f() { go f() } // contained:")},
			"lobby/x.go" + fault},
		{"contained", files{"lobby/x.go": in("lobby", "", "func f() { go f() } // contained: f recovers")}, ""},
		{"in a test", files{"lobby/x_test.go": in("lobby", "", "func f() { go f() }")}, ""},
	})
}

func TestCatchesCalls(t *testing.T) {
	var cases []plantCase
	for name := range teaBanned {
		cases = append(cases, plantCase{"tea." + name,
			files{"tui/x.go": in("tui", `"charm.land/bubbletea/v2"`, "var x = tea."+name)},
			"tui/x.go:5: tea." + name + " must not be used"})
	}
	for name := range skips {
		cases = append(cases, plantCase{name, files{"lobby/x_test.go": in("lobby", `"testing"`,
			"func TestX(t *testing.T) { t."+name+"() }")}, "lobby/x_test.go:5: tests do not skip"})
	}
	mustCatch(t, (*tree).checkCalls, append(cases, []plantCase{
		{"tea under another name",
			files{"tui/x.go": "package tui\n\nimport bt \"charm.land/bubbletea/v2\"\n\nvar x = bt.Exec\n"},
			"tui/x.go:5:"},
		{"a skip with an empty reason", files{"lobby/x_test.go": in("lobby", `"testing"`,
			"func TestX(t *testing.T) { t.Skip() } // needs:")}, "lobby/x_test.go:5: tests do not skip"},
		{"a skip for what is not here", files{"lobby/x_test.go": in("lobby", `"testing"`,
			"func TestX(t *testing.T) { t.Skip(\"no tmux\") } // needs: tmux")}, ""},
		{"a test that sleeps", files{"lobby/x_test.go": in("lobby", `"time"`, "func f() { time.Sleep(1) }")},
			"lobby/x_test.go:5: tests wait for conditions"},
		{"a file that sleeps", files{"lobby/x.go": in("lobby", `"time"`, "func f() { time.Sleep(1) }")}, ""},
		{"quitting", files{"tui/x.go": in("tui", `"charm.land/bubbletea/v2"`, "var x = tea.Quit")}, ""},
	}...))
}

func TestCatchesUnfinished(t *testing.T) {
	var cases []plantCase
	for _, word := range []string{"TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"} {
		cases = append(cases,
			plantCase{word, files{"lobby/x.go": in("lobby", "", "// "+word+": more")}, "lobby/x.go:5: " + word},
			plantCase{word + " in a text", files{"README.md": "# Saloon\n\n" + word + "\n"}, "README.md:3: " + word},
			plantCase{word + " in a string", files{"lobby/x.go": in("lobby", "", "const x = \""+word+"\"")}, ""})
	}
	mustCatch(t, (*tree).checkUnfinished, cases)
}

func TestCatchesSizes(t *testing.T) {
	body := func(lines int) string { return "func f() {\n" + strings.Repeat("\t_ = 0\n", lines-2) + "}" }
	table := "var x = []int{\n" + strings.Repeat("\t\t1,\n", 100) + "\t}\n\t_ = x"
	closure := "x := []func(){func() {\n" + strings.Repeat("\t_ = 0\n", 80) + "}}\n\t_ = x"
	mustCatch(t, (*tree).checkSizes, []plantCase{
		{"a function", files{"lobby/x.go": in("lobby", "", body(functionMax+1))},
			"lobby/x.go:5: f has 71 lines, allowed are 70"},
		{"a function just as long", files{"lobby/x.go": in("lobby", "", body(functionMax))}, ""},
		{"a table in a function", files{"lobby/x.go": in("lobby", "", "func f() {\n\t"+table+"\n}")}, ""},
		{"code in a table", files{"lobby/x.go": in("lobby", "", "func f() {\n\t"+closure+"\n}")},
			"lobby/x.go:5: f has 85"},
		{"a file", files{"lobby/x.go": in("lobby", "", strings.Repeat("// x\n", fileMax-4))},
			"lobby/x.go:501: the file has 501 lines, allowed are 500"},
		{"a file just as long", files{"lobby/x.go": in("lobby", "", strings.Repeat("// x\n", fileMax-5))}, ""},
		{"a line", files{"lobby/x.go": in("lobby", "", "// "+strings.Repeat("x", 118))},
			"lobby/x.go:5: the line has 121 columns, allowed are 120"},
		{"a line with tabs", files{"lobby/x.go": in("lobby", "", "\t\t// "+strings.Repeat("x", 110))},
			"lobby/x.go:5: the line has 121 columns"},
		{"a line of letters from elsewhere", files{"lobby/x.go": in("lobby", "", "// "+strings.Repeat("ö", 117))}, ""},
		{"parameters", files{"lobby/x.go": in("lobby", "", "func f(a, b, c int, d, e, g string) {}")},
			"lobby/x.go:5: f has 6 parameters, allowed are 5"},
		{"parameters just as many", files{"lobby/x.go": in("lobby", "", "func f(a, b, c int, d, e string) {}")}, ""},
		{"a generated file", files{"lobby/x.go": "// Code generated by hand. DO NOT EDIT.\n\n" +
			in("lobby", "", body(functionMax+1))}, ""},
		{"test data", files{"lobby/testdata/x.go": in("lobby", "", body(functionMax+1))}, ""},
	})
}

func TestCatchesLayout(t *testing.T) {
	mustCatch(t, (*tree).checkComments, []plantCase{
		{"a package without a comment", files{"lobby/lobby.go": "package lobby\n"},
			"lobby/lobby.go:1: the package has no"},
		{"with a comment on something else", files{"lobby/lobby.go": "// The hall.\npackage lobby\n"},
			"lobby/lobby.go:2:"},
		{"a command without a comment", files{"cmd/saloon/main.go": "package main\n"}, "cmd/saloon/main.go:1:"},
		{"with the comment elsewhere", files{"lobby/lobby.go": "package lobby\n",
			"lobby/doc.go": "// Package lobby is it.\npackage lobby\n"}, ""},
	})
	mustCatch(t, (*tree).checkTopLevel, []plantCase{
		{"a folder too many", files{"docs/plan.md": "x"}, "docs/plan.md:1: docs does not belong"},
		{"a file too many", files{"Makefile": "x"}, "Makefile:1: Makefile does not belong"},
		{"a licence and hidden files", files{"LICENSE": "x", ".golangci.yml": "x"}, ""},
	})
	mustCatch(t, (*tree).checkReadme, []plantCase{
		{"no README", files{"README.md": ""}, "README.md:1: there is no README"},
		{"a package that is not listed", files{"lobby/table/x.go": in("table", "", "")},
			"README.md:1: the package lobby/table is not listed"},
		{"a package whose name begins another's", files{"engine/pok/x.go": in("pok", "", "")},
			"README.md:1: the package engine/pok is not listed"},
	})
	mustCatch(t, (*tree).checkMigrations, []plantCase{
		{"as written", nil, ""},
		{"changed", files{"data/migrations/001.sql": "DROP TABLE t;\n"},
			"data/migrations/001.sql:1: the migration changed"},
		{"new, without a sum", files{"data/migrations/002.sql": "x"},
			"data/migrations/002.sql:1: the migration has no"},
		{"gone", files{"data/migrations/001.sql": ""}, "data/migrations/SUMS:1: "},
		{"without sums", files{"data/migrations/SUMS": ""}, "data/migrations/SUMS:1: there are no checksums"},
		{"no migrations at all", files{"data/migrations/SUMS": "", "data/migrations/001.sql": ""}, ""},
	})
}

func TestCatchesLibc(t *testing.T) {
	const ours = "module saloon\n\nrequire (\n\tmodernc.org/sqlite v1.0.0\n\tmodernc.org/libc v1.2.3 // indirect\n)\n"
	const theirs = "module modernc.org/sqlite\n\nrequire modernc.org/libc v1.2.4\n"
	sqlite := filepath.Join(t.TempDir(), "go.mod")
	if err := os.WriteFile(sqlite, []byte(theirs), 0o600); err != nil {
		t.Fatal(err)
	}
	mustCatch(t, func(tr *tree) { tr.compareLibc([]byte(ours), sqlite) }, []plantCase{
		{"another libc", nil, "go.mod:1: modernc.org/libc is v1.2.3, but modernc.org/sqlite needs exactly v1.2.4"}})
	mustCatch(t, func(tr *tree) { tr.compareLibc([]byte(strings.ReplaceAll(ours, "1.2.3", "1.2.4")), sqlite) },
		[]plantCase{{"the same libc", nil, ""}})
	mustCatch(t, func(tr *tree) { tr.compareLibc([]byte(ours), sqlite+"x") },
		[]plantCase{{"no go.mod", nil, "go.mod:1: "}})
	mustCatch(t, (*tree).checkLibc, []plantCase{{"no SQLite", nil, ""}})
}
