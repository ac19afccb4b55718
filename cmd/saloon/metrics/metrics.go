// Package metrics counts what a house does and shows it to Prometheus, on a listener of its own, beside a page that
// says whether the house is ready for people. The packages that are counted know nothing of it: they have hooks.
package metrics

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"saloon/engine"
	"saloon/lobby"
	"saloon/lobby/table"
	"saloon/sshd"
)

var _ sshd.Meter = (*Meter)(nil)

// Meter holds the counters of one house. Its methods may be called by several goroutines.
type Meter struct {
	registry *prometheus.Registry
	commits  prometheus.Histogram
	requests prometheus.Counter
	failures prometheus.Counter
	moves    *prometheus.CounterVec
	begun    *prometheus.CounterVec
	ended    *prometheus.CounterVec
	refused  *prometheus.CounterVec
	cut      *prometheus.CounterVec
	limited  *prometheus.CounterVec
	auth     *prometheus.CounterVec
	answers  prometheus.Histogram
}

// New makes a meter. The version is shown as a label of its own figure.
func New(version string) *Meter {
	vec := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	m := &Meter{
		registry: prometheus.NewRegistry(),
		commits: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "saloon_commit_seconds",
			Help:    "How long commits took, sync to disk included.",
			Buckets: []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .25, .5, 1, 2.5, 5}}),
		requests: prometheus.NewCounter(prometheus.CounterOpts{Name: "saloon_commit_requests_total",
			Help: "Requests that commits carried: several share one."}),
		failures: prometheus.NewCounter(prometheus.CounterOpts{Name: "saloon_commit_failures_total",
			Help: "Commits that failed."}),
		moves:   vec("saloon_moves_total", "Moves that were written down, bots' too.", "game"),
		begun:   vec("saloon_matches_begun_total", "Matches that began.", "game"),
		ended:   vec("saloon_matches_ended_total", "Matches that ended.", "game", "rated"),
		refused: vec("saloon_connections_refused_total", "Connections and sessions that were not let in.", "why"),
		cut:     vec("saloon_connections_cut_total", "Connections and sessions that were ended from this side.", "why"),
		limited: vec("saloon_limited_total", "Times that somebody was slowed down, or a key dropped.", "what"),
		auth:    vec("saloon_authentications_total", "Attempts to say who one is.", "method", "outcome"),
		answers: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "saloon_answer_seconds",
			Help: "From bytes that came in at a terminal to the first that went out after them; " +
				"a key that changes nothing counts until the next frame.",
			Buckets: []float64{.001, .002, .005, .01, .02, .05, .1, .15, .25, .5, 1, 2.5}}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{Name: "saloon_build_info", Help: "Always 1.",
		ConstLabels: prometheus.Labels{"version": version}})
	build.Set(1)
	m.registry.MustRegister(m.commits, m.requests, m.failures, m.moves, m.begun, m.ended, m.refused, m.cut, m.limited,
		m.auth, m.answers, build, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Committed counts a commit; see data.Config.
func (m *Meter) Committed(took time.Duration, requests int, err error) {
	m.commits.Observe(took.Seconds())
	m.requests.Add(float64(requests))
	if err != nil {
		m.failures.Inc()
	}
}

// Refused counts who was not let in; see sshd.Meter.
func (m *Meter) Refused(why string) { m.refused.WithLabelValues(why).Inc() }

// Cut counts a connection that the door ended; see sshd.Meter.
func (m *Meter) Cut(why string) { m.cut.WithLabelValues(why).Inc() }

// Limited counts who did too much at once; see sshd.Meter.
func (m *Meter) Limited(what string) { m.limited.WithLabelValues(what).Inc() }

// Authenticated counts an attempt; see sshd.Meter.
func (m *Meter) Authenticated(method string, ok bool) {
	outcome := "accepted"
	if !ok {
		outcome = "refused"
	}
	m.auth.WithLabelValues(method, outcome).Inc()
}

// Answered measures a terminal's wait; see sshd.Meter.
func (m *Meter) Answered(took time.Duration) { m.answers.Observe(took.Seconds()) }

// Tables counts what a store of tables is given to write.
func (m *Meter) Tables(inner lobby.Tables) lobby.Tables { return tables{inner, m} }

type tables struct {
	lobby.Tables
	m *Meter
}

// Append hands a batch on, and counts it if it was written.
func (t tables) Append(ctx context.Context, b table.Batch) (table.Written, error) {
	w, err := t.Tables.Append(ctx, b)
	if err != nil || b.Saved == nil {
		return w, err
	}
	game := b.Saved.Settings.Game
	moves := 0
	for _, e := range b.Entries {
		if e.Seat != engine.Nature {
			moves++
		}
	}
	t.m.moves.WithLabelValues(game).Add(float64(moves))
	if b.Opened != nil {
		t.m.begun.WithLabelValues(game).Inc()
	}
	if b.Ended != nil {
		t.m.ended.WithLabelValues(game, fmt.Sprint(b.Ended.Rated)).Inc()
	}
	return w, nil
}

// House is what of a house is looked at when somebody asks for the figures.
type House interface {
	Infos() []table.Info
	Visitors() []lobby.Visitor
	Busy() int
	Draining() bool
}

// Watch shows a house, its door's sessions and the free room on its disk, in bytes.
func (m *Meter) Watch(h House, sessions func() int, free func() (uint64, error)) {
	m.registry.MustRegister(&rooms{house: h, sessions: sessions, free: free})
}

var (
	sessionsDesc = desc("saloon_sessions", "SSH sessions that are open, commands too.")
	peopleDesc   = desc("saloon_people", "People in the house.", "guest")
	seatedDesc   = desc("saloon_seated", "People who sit at a table and look at it.")
	watchersDesc = desc("saloon_watchers", "People who look on at a table.")
	tablesDesc   = desc("saloon_tables", "Tables that stand.", "game", "stage")
	busyDesc     = desc("saloon_matches_busy", "Matches that a restart would interrupt.")
	drainingDesc = desc("saloon_draining", "1 while no match may begin.")
	freeDesc     = desc("saloon_disk_free_bytes", "Free room where the database is.")
)

func desc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

// rooms looks at a house whenever the figures are asked for.
type rooms struct {
	house    House
	sessions func() int
	free     func() (uint64, error)
}

// Describe lists what there is; see prometheus.Collector.
func (r *rooms) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{sessionsDesc, peopleDesc, seatedDesc, watchersDesc, tablesDesc, busyDesc,
		drainingDesc, freeDesc} {
		out <- d
	}
}

// Collect counts; see prometheus.Collector.
func (r *rooms) Collect(out chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, n float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, n, labels...)
	}
	guests, people := 0, r.house.Visitors()
	for _, v := range people {
		if v.Player.Guest {
			guests++
		}
	}
	seated, watchers := 0, 0
	type kind struct{ game, stage string }
	stand := map[kind]int{}
	for _, i := range r.house.Infos() {
		stand[kind{i.Settings.Game, string(i.Stage)}]++
		watchers += len(i.Watchers)
		for _, c := range i.Chairs {
			if c.Here && c.Owner.ID != "" && !c.Owner.IsBot() {
				seated++
			}
		}
	}
	gauge(sessionsDesc, float64(r.sessions()))
	gauge(peopleDesc, float64(guests), "true")
	gauge(peopleDesc, float64(len(people)-guests), "false")
	gauge(seatedDesc, float64(seated))
	gauge(watchersDesc, float64(watchers))
	for k, n := range stand {
		gauge(tablesDesc, float64(n), k.game, k.stage)
	}
	gauge(busyDesc, float64(r.house.Busy()))
	draining := 0.0
	if r.house.Draining() {
		draining = 1
	}
	gauge(drainingDesc, draining)
	if free, err := r.free(); err == nil {
		gauge(freeDesc, float64(free))
	}
}

// Handler serves /metrics and /healthz. The function says why the house is not ready for people; nothing if it is.
func (m *Meter) Handler(unready func(context.Context) []string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		text := "ready\n"
		if why := unready(req.Context()); len(why) > 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
			text = strings.Join(why, "\n") + "\n"
		}
		_, _ = fmt.Fprint(w, text) // who asked may have gone
	})
	return mux
}
