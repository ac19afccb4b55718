package stage

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"saloon/engine"
)

var write = flag.Bool("golden", false, "write the golden matches of this version of the rules that are missing")

// golden is a match as some version of its rules wrote it, and what it came to.
type golden struct {
	Rules    int             `json:"rules"`
	Config   engine.Config   `json:"config"`
	Names    engine.Names    `json:"names"`
	Entries  []goldenEntry   `json:"entries"`
	Position json.RawMessage `json:"position"` // whole, at the end
	Outcome  engine.Outcome  `json:"outcome"`
}

type goldenEntry struct {
	Seat  engine.Seat   `json:"seat"`
	Facts []engine.Fact `json:"facts"`
}

// Golden replays every match of a folder, as versions of the rules wrote them that may long be gone, and finds that
// each comes to the end that it came to then. Such a file is never edited: what a codec no longer writes it must still
// read.
//
// Asked with the flag -golden, it also writes a match of the running version for each configuration that has none yet.
func Golden(t *testing.T, game engine.Game, folder string, configs []engine.Config) {
	t.Helper()
	GoldenBy(t, game, folder, configs, pickAny)
}

// Pick is what a seat does in a golden match; ok is false where it lets a race go by.
type Pick func(m engine.Match, seat engine.Seat, r *engine.Rand) (act engine.Act[any], ok bool)

// pickAny picks any legal move.
func pickAny(m engine.Match, seat engine.Seat, r *engine.Rand) (act engine.Act[any], ok bool) {
	legal := m.Legal(seat)
	return engine.Act[any]{Seat: seat, Move: legal[r.IntN(len(legal))]}, true
}

// GoldenBy is Golden with players of a game's own, for what does not happen among those who play anything.
func GoldenBy(t *testing.T, game engine.Game, folder string, configs []engine.Config, pick Pick) {
	t.Helper()
	for i, c := range configs {
		file := filepath.Join(folder, fmt.Sprintf("rules-%d-%d.json.gz", game.Spec.Rules, i))
		if _, err := os.Stat(file); *write && os.IsNotExist(err) {
			writeGolden(t, file, longest(t, game, c, pick))
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.json.gz"))
	if err != nil || len(files) < len(configs) {
		t.Fatalf("%d golden matches (%v), want at least %d", len(files), err, len(configs))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { testGolden(t, game, readGolden(t, file)) })
	}
}

func testGolden(t *testing.T, game engine.Game, g golden) {
	t.Helper()
	m, err := game.Open(g.Config)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range g.Entries {
		if m, err = m.Apply(e.Facts); err != nil {
			t.Fatalf("entry %d: %v", i+1, err)
		}
		if _, err := m.Tell(e.Facts, engine.Public); err != nil {
			t.Fatalf("entry %d cannot be told: %v", i+1, err)
		}
	}
	if out, over := m.Outcome(); !over || !reflect.DeepEqual(out, g.Outcome) {
		t.Errorf("it comes to %+v, over %v; it came to %+v", out, over, g.Outcome)
	}
	if p := positionOf(t, m, g.Names); !bytes.Equal(p, g.Position) {
		t.Errorf("it ends in\n%s\nit ended in\n%s", p, g.Position)
	}
}

// longest plays some matches at random and takes the longest: the more happens in it, the better.
func longest(t *testing.T, game engine.Game, c engine.Config, pick Pick) (best golden) {
	t.Helper()
	for n := range uint64(50) {
		if g := goldenMatch(t, game, c, n, pick); len(g.Entries) > len(best.Entries) {
			best = g
		}
	}
	return best
}

// goldenMatch plays a match.
func goldenMatch(t *testing.T, game engine.Game, c engine.Config, number uint64, pick Pick) golden {
	t.Helper()
	m, err := game.Open(c)
	if err != nil {
		t.Fatal(err)
	}
	g := golden{Rules: game.Spec.Rules, Config: c, Names: seatNames[:c.Seats]}
	seed := Seed(number)
	r := seed.Fork("moves").Entry(1)
	for n := uint64(1); ; n++ {
		turn := m.Turn()
		if len(turn) == 0 {
			break
		}
		if len(turn) > 1 && m.Timing().Race && r.IntN(4*c.Seats) > 0 {
			turn = turn[1:] // the close comes when most have answered
		}
		act := engine.Act[any]{Seat: turn[r.IntN(len(turn))]}
		if act.Seat != engine.Nature {
			ok := len(m.Legal(act.Seat)) > 0
			if ok {
				act, ok = pick(m, act.Seat, r)
			}
			if !ok {
				continue // it has answered, or does not want to
			}
		}
		next, facts, err := m.Play(act, seed.Entry(n))
		if err != nil {
			t.Fatalf("entry %d: %v", n, err)
		}
		m = next
		g.Entries = append(g.Entries, goldenEntry{act.Seat, facts})
	}
	g.Outcome, _ = m.Outcome()
	g.Position = positionOf(t, m, g.Names)
	return g
}

// seatNames are the people of golden matches.
var seatNames = engine.Names{"Anna", "Burt", "Curt", "Dora", "Emil", "Fred"}

func positionOf(t *testing.T, m engine.Match, names engine.Names) []byte {
	t.Helper()
	p, err := json.Marshal(m.Whole(names))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func readGolden(t *testing.T, file string) (g golden) {
	t.Helper()
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body, err = io.ReadAll(z); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(body, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

func writeGolden(t *testing.T, file string, g golden) {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if err := json.NewEncoder(z).Encode(g); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
