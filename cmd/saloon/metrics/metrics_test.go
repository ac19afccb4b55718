package metrics

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/lobbytest"
	"saloon/lobby/table"
)

// house stands still, to be counted.
type house struct{}

// Infos are two tables, one of them with a person and a bot who play.
func (house) Infos() []table.Info {
	anna := table.Chair{Owner: table.Person{ID: "p"}, Here: true}
	bess := table.Chair{Owner: table.Person{ID: "b", Bot: "regular"}, Here: true}
	set := table.Settings{Game: "toy"}
	return []table.Info{
		{ID: "A", Settings: set, Stage: table.Playing, Chairs: []table.Chair{anna, bess},
			Watchers: make([]table.Person, 3)},
		{ID: "B", Settings: set, Stage: table.Gathering, Chairs: []table.Chair{{}, {}}},
	}
}

// Visitors are a guest and two others.
func (house) Visitors() []lobby.Visitor {
	return []lobby.Visitor{{Player: lobby.Player{Guest: true}}, {}, {}}
}

// Busy is one match.
func (house) Busy() int { return 1 }

// Draining is true.
func (house) Draining() bool { return true }

func get(t *testing.T, h http.Handler, path string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
	return w.Code, w.Body.String()
}

func TestFiguresCountWhatHappened(t *testing.T) {
	m := New("1.2.3")
	m.Watch(house{}, func() int { return 7 }, func() (uint64, error) { return 4096, nil })
	m.Committed(3*time.Millisecond, 5, nil)
	m.Committed(time.Second, 1, errors.New("disk full"))
	m.Refused("penalty")
	m.Cut("no answer")
	m.Authenticated("publickey", true)
	m.Authenticated("publickey", false)
	m.Answered(4 * time.Millisecond)
	tables := m.Tables(lobbytest.New())
	b := table.Batch{Table: "A", Match: "M", Saved: &table.Saved{ID: "A", Settings: table.Settings{Game: "toy"}},
		Opened:  &table.Opening{Game: "toy"},
		Entries: []table.Entry{{Seq: 1, Seat: engine.Nature}, {Seq: 2, Seat: 0}, {Seq: 3, Seat: 1}}}
	if _, err := tables.Append(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	if _, err := tables.Append(t.Context(), b); err == nil { // the same entries again: refused, and not counted
		t.Fatal("the same batch was written twice")
	}
	code, text := get(t, m.Handler(func(context.Context) []string { return nil }), "/metrics")
	if code != http.StatusOK {
		t.Fatalf("status %d", code)
	}
	for _, line := range []string{
		`saloon_build_info{version="1.2.3"} 1`, "saloon_commit_seconds_count 2",
		`saloon_commit_seconds_bucket{le="0.005"} 1`,
		"saloon_commit_requests_total 6", "saloon_commit_failures_total 1", `saloon_moves_total{game="toy"} 2`,
		`saloon_matches_begun_total{game="toy"} 1`, `saloon_connections_refused_total{why="penalty"} 1`,
		`saloon_connections_cut_total{why="no answer"} 1`,
		`saloon_authentications_total{method="publickey",outcome="accepted"} 1`,
		`saloon_authentications_total{method="publickey",outcome="refused"} 1`,
		`saloon_answer_seconds_bucket{le="0.005"} 1`,
		"saloon_sessions 7", `saloon_people{guest="true"} 1`, `saloon_people{guest="false"} 2`, "saloon_seated 1",
		"saloon_watchers 3", `saloon_tables{game="toy",stage="playing"} 1`,
		`saloon_tables{game="toy",stage="gathering"} 1`,
		"saloon_matches_busy 1", "saloon_draining 1", "saloon_disk_free_bytes 4096", "go_goroutines ",
		"process_resident_memory_bytes ",
	} {
		if !strings.Contains(text, "\n"+line) {
			t.Errorf("there is no %q", line)
		}
	}
}

func TestHealthIsReadyOrSaysWhyNot(t *testing.T) {
	m := New("x")
	var why []string
	h := m.Handler(func(context.Context) []string { return why })
	if code, text := get(t, h, "/healthz"); code != http.StatusOK || text != "ready\n" {
		t.Errorf("ready: %d %q", code, text)
	}
	why = []string{"the house drains", "the disk is full"}
	if code, text := get(t, h, "/healthz"); code != http.StatusServiceUnavailable ||
		text != "the house drains\nthe disk is full\n" {
		t.Errorf("not ready: %d %q", code, text)
	}
	if code, _ := get(t, h, "/debug/pprof/"); code != http.StatusNotFound {
		t.Errorf("another page: %d", code)
	}
}
