package main

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// law says what the packages of a folder may import of ours. The longest folder that fits decides.
type law struct {
	folder string
	may    []string // folders whose packages may be imported, theirs below included where it ends in "/..."
	tests  []string // what tests may import besides
}

// game stands for the folder of any one game; the games of one law are the same game.
const game = "GAME"

// laws is the import law. What is not listed must not be imported; a package's own folder is always allowed to its
// tests.
var laws = []law{
	{"engine", []string{"engine/seal"}, []string{"engine/enginetest/..."}},
	{"engine/seal", nil, nil},
	{"engine/deck", nil, []string{"engine"}},
	{"engine/position", []string{"engine"}, nil},
	{"engine/clock", nil, nil},
	{"engine/rating", nil, nil},
	{"engine/record", []string{"engine", "engine/seal"}, []string{"engine/enginetest/..."}},
	{"engine/bot", []string{"engine", "engine/enginetest"}, []string{"engine/enginetest/..."}},
	{"engine/enginetest", []string{"engine", "engine/seal", "engine/bot"}, []string{"engine/enginetest/..."}},
	{"engine/enginetest/stage", []string{"engine", "engine/record"}, []string{"engine/enginetest/..."}},
	{"engine/" + game, []string{"engine", "engine/deck", "engine/position", "engine/seal", "engine/" + game + "/..."},
		[]string{"engine/bot", "engine/record", "engine/enginetest/..."}},
	{"lobby", []string{"engine", "engine/clock", "engine/rating", "engine/bot", "engine/record", "lobby/..."},
		[]string{"engine/enginetest/...", "engine/seal"}},
	{"data", []string{"lobby", "lobby/table", "lobby/admin", "lobby/club", "lobby/order", "lobby/ranking",
		"engine", "engine/rating", "engine/record", "data/..."},
		[]string{"engine/enginetest/...", "lobby/...", "engine/bot"}},
	{"tui", []string{"lobby", "lobby/table", "lobby/club", "lobby/order", "lobby/phrase", "lobby/letter", "engine",
		"engine/bot", "engine/clock", "engine/rating", "engine/record", "tui/..."},
		[]string{"engine/enginetest/...", "lobby/..."}},
	{"tui/" + game, []string{"lobby", "lobby/table", "engine", "engine/deck", "engine/" + game, "tui/..."},
		[]string{"engine/enginetest/...", "engine/bot", "lobby/..."}},
	{"tui/tuitest", []string{"lobby/...", "engine/...", "tui/..."}, nil},
	{"sshd", []string{"tui/...", "lobby", "lobby/table", "lobby/admin", "lobby/sheet", "engine", "engine/rating",
		"engine/bot", "engine/clock", "sshd/..."},
		[]string{"engine/enginetest/...", "lobby/..."}},
	{"cmd", []string{"engine/...", "lobby/...", "data/...", "tui/...", "sshd/...", "cmd/..."}, nil},
}

// foreign says which packages of others a folder must not import, and why.
var foreign = []struct {
	folder string
	banned []string
	why    string
}{
	{"lobby", []string{"charm.land", "github.com/charmbracelet", "database/sql", "modernc.org"},
		"the lobby knows no screens and no SQL"},
	{"tui", []string{"database/sql", "modernc.org", "charm.land/ssh", "charm.land/wish", "golang.org/x/crypto"},
		"screens know no SQL and no SSH"},
	{"sshd", []string{"database/sql", "modernc.org"}, "the door knows no SQL"},
	{"data", []string{"charm.land", "github.com/charmbracelet", "golang.org/x/crypto"},
		"the store knows no screens and no SSH"},
}

// engineForeign are the only packages of others that the engine may import, by folder.
var engineForeign = map[string][]string{
	"engine/record": {"github.com/BurntSushi/toml"},
}

// testForeign are packages of others that any test may import.
var testForeign = []string{"pgregory.net/rapid", "github.com/google/go-cmp/cmp", "go.uber.org/goleak",
	"github.com/rogpeppe/go-internal/testscript"}

// notGames are the folders of the engine that hold no game.
var notGames = []string{"deck", "position", "seal", "clock", "rating", "record", "bot", "enginetest"}

// gameOf is the name of the game in whose folder a package lies, or "".
func (t *tree) gameOf(dir string) string {
	parts := strings.Split(dir, "/")
	if len(parts) < 2 || parts[0] != "engine" && parts[0] != "tui" || !t.isGame(parts[1]) {
		return ""
	}
	return parts[1]
}

func (t *tree) isGame(name string) bool {
	return !slices.Contains(notGames, name) &&
		slices.ContainsFunc(t.sources, func(s *source) bool { return below(s.dir, "engine/"+name) })
}

func (t *tree) checkImports() {
	for _, s := range t.sources {
		for _, spec := range s.file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				continue // the compiler says more about it
			}
			if why := t.banned(s, name); why != "" {
				t.at(s, spec.Pos(), "%s must not import %s: %s", s.dir, name, why)
			}
		}
	}
}

// banned says why a file must not import a package; "" if it may.
func (t *tree) banned(s *source, name string) string {
	if ours, ok := strings.CutPrefix(name, t.module+"/"); ok {
		return t.bannedOurs(s, ours)
	}
	if s.test && slices.Contains(testForeign, name) {
		return ""
	}
	if below(s.dir, "engine") && strings.Contains(strings.Split(name, "/")[0], ".") {
		if slices.Contains(engineForeign[s.dir], name) {
			return ""
		}
		return "the engine uses the standard library alone"
	}
	for _, f := range foreign {
		hit := slices.ContainsFunc(f.banned, func(b string) bool { return below(name, b) })
		if hit && below(s.dir, f.folder) && !s.test {
			return f.why
		}
	}
	return ""
}

func (t *tree) bannedOurs(s *source, to string) string {
	own := t.gameOf(s.dir)
	if other := t.gameOf(to); other != "" && other != own && !below(s.dir, "cmd") {
		return "only cmd knows all games"
	}
	if s.test && below(to, s.dir) {
		return ""
	}
	l, ok := t.lawOf(s.dir, own)
	if !ok {
		return "the folder has no place in the import law"
	}
	may := l.may
	if s.test {
		may = append(may[:len(may):len(may)], l.tests...)
	}
	if own != "" && strings.Contains(path.Base(s.path), "bot") {
		may = append(may[:len(may):len(may)], "engine/bot")
	}
	for _, m := range may {
		m = strings.Replace(m, game, own, 1)
		if dir, all := strings.CutSuffix(m, "/..."); to == m || all && below(to, dir) {
			return ""
		}
	}
	return "it is not in the import law of " + l.folder
}

// lawOf finds the law of the longest folder that fits.
func (t *tree) lawOf(dir, own string) (found law, ok bool) {
	for _, l := range laws {
		folder := l.folder
		if strings.Contains(folder, game) {
			if own == "" {
				continue
			}
			folder = strings.Replace(folder, game, own, 1)
		}
		if below(dir, folder) && len(folder) >= len(found.folder) {
			l.folder = folder
			found, ok = l, true
		}
	}
	return found, ok
}
