package swarm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"saloon/sshd/swarm/floor"
	"saloon/sshd/swarm/grid"
)

func TestTimesAreSummedUp(t *testing.T) {
	var hundred []time.Duration
	for i := range 100 {
		hundred = append(hundred, time.Duration(100-i)*time.Millisecond)
	}
	for _, c := range []struct {
		all  []time.Duration
		want Times
	}{
		{nil, Times{}},
		{[]time.Duration{7 * time.Millisecond}, Times{1, 7, 7, 7}},
		{hundred, Times{100, 50, 99, 100}},
		{append(hundred[:0:0], hundred[:99]...), Times{99, 51, 100, 100}}, // 2 to 100
	} {
		if got := times(c.all); got != c.want {
			t.Errorf("%d of them: %+v, want %+v", len(c.all), got, c.want)
		}
	}
}

func TestSessionsAreSpread(t *testing.T) {
	for _, c := range []struct {
		sessions    int
		parts, want [3]int
	}{
		{2500, [3]int{40, 40, 20}, [3]int{1000, 1000, 500}},
		{12, [3]int{1, 1, 1}, [3]int{4, 4, 4}},
		{11, [3]int{40, 40, 20}, [3]int{5, 4, 2}},
		{5, [3]int{0, 0, 3}, [3]int{0, 0, 5}},
	} {
		if got := Spread(c.sessions, c.parts); got != c.want {
			t.Errorf("%d by %v: %v, want %v", c.sessions, c.parts, got, c.want)
		}
	}
}

func TestTablesAreFilledUp(t *testing.T) {
	c := &crowd{Crowd: Crowd{Seated: 17, Watching: 6, Lobby: 1, MoveEvery: 4 * time.Second, Games: Games()[:2]}}
	c.gather()
	var seats, bots []int
	for _, tab := range c.tables {
		seats, bots = append(seats, len(tab.seats)), append(bots, tab.bots)
	}
	if want := []int{4, 4, 4, 3, 2}; !reflect.DeepEqual(seats, want) {
		t.Errorf("people at tables: %v, want %v", seats, want)
	}
	if want := []int{0, 0, 0, 1, 2}; !reflect.DeepEqual(bots, want) {
		t.Errorf("bots at tables: %v, want %v", bots, want)
	}
	if c.tables[0].every != 4*time.Second || c.tables[3].every <= 5*time.Second || c.tables[3].every > 6*time.Second {
		t.Errorf("a move of somebody every %v, and with a bot %v", c.tables[0].every, c.tables[3].every)
	}
	if c.tables[1].game.Name == c.tables[0].game.Name || c.tables[2].game.Name != c.tables[0].game.Name {
		t.Error("the games do not take turns")
	}
	if c.people[LookingOn][5].table != c.tables[0] {
		t.Error("who looks on does not go round the tables")
	}
}

func TestMovesComeAtTheTablesPace(t *testing.T) {
	tab := &table{every: time.Second}
	r := rand.New(rand.NewPCG(1, 1))
	var last time.Duration
	began := time.Now()
	for range 1000 {
		last = tab.slot(r)
	}
	if all := time.Since(began) + last; all < 950*time.Second || all > 1050*time.Second {
		t.Errorf("1000 moves take %v", all)
	}
}

func TestFiguresAreRead(t *testing.T) {
	house := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/metrics" {
			w.WriteHeader(http.StatusNotFound)
		}
		fmt.Fprint(w, "# HELP saloon_moves_total Moves.\nsaloon_moves_total{game=\"a\"} 3\n"+
			"saloon_moves_total{game=\"b\"} 4\ngo_goroutines 1.5e+03\nnonsense\n")
	}))
	defer house.Close()
	got, err := Scrape(t.Context(), strings.TrimPrefix(house.URL, "http://"))
	want := Counters{"saloon_moves_total": 7, `saloon_moves_total{game="a"}`: 3, `saloon_moves_total{game="b"}`: 4,
		"go_goroutines": 1500}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v %v, want %v", got, err, want)
	}
	house.Config.Handler = http.NotFoundHandler()
	if _, err := Scrape(t.Context(), strings.TrimPrefix(house.URL, "http://")); err == nil {
		t.Error("a page that is not there has figures")
	}
}

func TestLongRunsAreJudged(t *testing.T) {
	looks := func(n int, memory func(i int) float64) (all []Moment) {
		for i := range n {
			all = append(all, Moment{Bytes: int64(memory(i)), Goroutines: 100})
		}
		return all
	}
	flat := looks(30, func(i int) float64 { return 1000 + float64(i%3) })
	if r := soak(append(flat, Moment{Err: errors.New("no answer")})); r == nil || !r.Flat || r.Looks != 30 {
		t.Errorf("flat: %+v", r)
	}
	grows := soak(looks(30, func(i int) float64 { return 1000 + 10*float64(i) }))
	if grows == nil || grows.Flat || math.Abs(grows.Memory.Grew-(1245.0/1145-1)) > 1e-9 || grows.Goroutines.Grew != 0 {
		t.Errorf("growing: %+v", grows)
	}
	warm := soak(looks(30, func(i int) float64 { return 1000 + 50*float64(min(i, 10)) }))
	if warm == nil || !warm.Flat || math.Abs(warm.Memory.First-1225) > 1e-9 {
		t.Errorf("growing at first: %+v", warm)
	}
	if r := soak(flat[:looksLeast-1]); r != nil {
		t.Errorf("too short: %+v", r)
	}
}

func TestAStoppedReaderReadsNoMore(t *testing.T) {
	here, there := net.Pipe()
	defer there.Close()
	c := &stalledConn{Conn: here, over: make(chan struct{})}
	go func() { _, _ = there.Write([]byte("a")) }() // contained: it only writes
	p := make([]byte, 1)
	if n, err := c.Read(p); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	c.stop()
	ended := make(chan error)
	go func() { // contained: it only reads
		_, err := c.Read(p)
		ended <- err
	}()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
}

// bare runs people at a bare server of this process until enough keys were answered.
func bare(t *testing.T, kind string) BareReport {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- floor.Serve(ctx, kind, l) }() // contained: a panic ends the test
	defer func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	}()
	r, err := RunBare(t.Context(), Bare{Kind: kind, Addr: l.Addr().String(), Sessions: 4, For: 2 * time.Second,
		KeyEvery: 20 * time.Millisecond, Usage: func() (Usage, error) { return Usage{}, nil }})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestBareServersAnswer(t *testing.T) {
	for _, kind := range []string{floor.Echo, floor.Bubble} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			r := bare(t, kind)
			if r.Keys.Count == 0 || r.Lost > 0 || r.Keys.P50 <= 0 || r.LoginsPerSec <= 0 || r.Diff.Ratio < 0.9 {
				t.Errorf("%+v", r)
			}
		})
	}
	if err := floor.Serve(t.Context(), "nothing", nil); err == nil {
		t.Error("a kind that there is not is served")
	}
}

func TestRatiosAreOursByTheirs(t *testing.T) {
	r := Report{LoginsPerSec: 100, All: Times{P50: 6, P99: 12}, CPUPerFrame: 2, Diff: DiffReport{Ratio: 1.5},
		Server: &ServerReport{BytesPerSession: 300, MilliPerSession: 4}}
	r.Compare([]BareReport{{Kind: "echo", LoginsPerSec: 400, Keys: Times{P50: 2, P99: 3}, CPUPerFrame: 1,
		Diff: DiffReport{Ratio: 1}, Server: ServerReport{BytesPerSession: 100, MilliPerSession: 1}}})
	want := []Ratio{{Kind: "echo", BytesPerSession: 3, MilliPerSession: 4, CPUPerFrame: 2, P50: 3, P99: 4,
		LoginsPerSec: 0.25, Diff: 1.5}}
	if !reflect.DeepEqual(r.Ratios, want) {
		t.Errorf("%+v, want %+v", r.Ratios, want)
	}
}

// shown is a screen with these rows, counted from the top, and from the bottom those after "…".
func shown(rows ...string) *grid.Grid {
	g := grid.New(80, 24)
	y := 0
	for i, row := range rows {
		if row == "…" {
			y = 24 - (len(rows) - i - 1)
			continue
		}
		_, _ = fmt.Fprintf(g, "\x1b[%d;1H%s", y+1, row)
		y++
	}
	return g
}
