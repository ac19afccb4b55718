package swarm

import (
	"context"
	"maps"
	"time"
)

// Report is what a load run found.
type Report struct {
	Sessions int            `json:"sessions"`
	Places   map[string]int `json:"places"`
	Tables   int            `json:"tables"`
	Seconds  float64        `json:"seconds"`

	LoginsPerSec float64 `json:"logins_per_second"` // handshake, session, terminal and first frame
	Login        Times   `json:"login"`             // the same for each; those who came back, too

	Keys map[string]Times `json:"key_to_frame"` // by place
	All  Times            `json:"key_to_frame_all"`
	// Escapes are those of the escape key, which are not among the others: the server waits for what may follow it.
	Escapes Times            `json:"escape_to_frame"`
	Lost    map[string]int64 `json:"keys_without_answer"`
	// LostKinds are the keys without an answer with the last line of the screen at which they were pressed.
	LostKinds map[string]int `json:"keys_without_answer_kinds"`

	Frames        int64   `json:"frames"`
	FramesPerSec  float64 `json:"frames_per_second"`
	Bytes         int64   `json:"bytes"`
	BytesPerFrame float64 `json:"bytes_per_frame"`
	CPUPerFrame   float64 `json:"cpu_ms_per_frame"` // of the server; 0 if its process cannot be read

	Diffs map[string]DiffReport `json:"diffs"` // by place
	Diff  DiffReport            `json:"diff"`

	Dropped    int64          `json:"lines_broken_on_purpose"`
	Returned   int64          `json:"lines_taken_up_again"`
	Talked     int64          `json:"lines_said"`
	Resized    int64          `json:"resizes"`
	Errors     int            `json:"errors"`
	ErrorKinds map[string]int `json:"error_kinds"`

	Server  *ServerReport  `json:"server,omitempty"`  // nil if its process cannot be read
	Figures *FiguresReport `json:"figures,omitempty"` // nil if it shows none
	Swarm   OwnReport      `json:"swarm"`

	Soak    *SoakReport  `json:"soak,omitempty"`    // nil after a short run
	Stalled *StallReport `json:"stalled,omitempty"` // nil without readers who stopped

	Floors []BareReport `json:"floors,omitempty"` // what bare servers needed
	Ratios []Ratio      `json:"ratios,omitempty"` // the house by each of them
}

// ServerReport is what a server's process used. Memory is resident.
type ServerReport struct {
	BaseBytes       int64   `json:"base_bytes"` // before the first session
	Bytes           int64   `json:"bytes"`      // at the end, all sessions open
	BytesPerSession float64 `json:"bytes_per_session"`
	Cores           float64 `json:"cores"`
	MilliPerSession float64 `json:"millicores_per_session"`
}

// FiguresReport is what a server says of itself.
type FiguresReport struct {
	Goroutines           float64 `json:"goroutines"`
	GoroutinesPerSession float64 `json:"goroutines_per_session"`
	CommitsPerSec        float64 `json:"commits_per_second"`
	CommitMillis         float64 `json:"commit_mean_ms"`
	RequestsPerSec       float64 `json:"commit_requests_per_second"`
	MovesPerSec          float64 `json:"moves_per_second"`       // bots' too
	SecondsPerMove       float64 `json:"seconds_a_move_a_table"` // 0 without moves
	Cut                  float64 `json:"connections_cut"`
	Refused              float64 `json:"connections_refused"`
	Limited              float64 `json:"limited"`
}

// OwnReport is what the swarm itself used.
type OwnReport struct {
	Bytes int64   `json:"bytes"`
	Cores float64 `json:"cores"`
}

// view is what can be seen of a run at a moment.
type view struct {
	at       time.Time
	server   Usage
	own      Usage
	counters Counters
	bytes    int64
	frames   int64
	keys     [places]int
	escapes  int
	diffs    [places][3]int64
}

// look looks at everything that is counted.
func (c *crowd) look(ctx context.Context) (v view, err error) {
	v.at, v.bytes, v.frames = time.Now(), c.traffic.bytes.Load(), c.traffic.frames.Load()
	for place := range places {
		_, v.keys[place] = c.keys[place].since(0)
		v.diffs[place] = c.diffs[place].read()
	}
	_, v.escapes = c.escapes.since(0)
	if v.own, err = ownUsage(); err != nil {
		return v, err
	}
	if c.Usage != nil {
		if v.server, err = c.Usage(); err != nil {
			return v, err
		}
	}
	if c.Counters != nil {
		v.counters, err = c.Counters(ctx)
	}
	return v, err
}

// report sums a run up: the house before it, at its start when all were in, and at its end.
func (c *crowd) report(before, start, end view) Report {
	n := float64(c.number())
	span := end.at.Sub(start.at).Seconds()
	r := Report{
		Sessions: c.number(), Tables: len(c.tables), Seconds: span,
		LoginsPerSec: n / c.took.Seconds(), Frames: end.frames - start.frames, Bytes: end.bytes - start.bytes,
		Places: make(map[string]int), Keys: make(map[string]Times), Lost: make(map[string]int64),
		Diffs:   make(map[string]DiffReport),
		Dropped: c.drops.Load(), Returned: c.back.Load(), Talked: c.talked.Load(), Resized: c.resized.Load(),
		Swarm: OwnReport{Bytes: end.own.RSS, Cores: (end.own.CPU - start.own.CPU).Seconds() / span},
	}
	c.mu.Lock() // all are still here
	r.Errors, r.ErrorKinds, r.LostKinds = c.errors, maps.Clone(c.kinds), maps.Clone(c.unanswered)
	c.mu.Unlock()
	logins, _ := c.logins.since(0)
	r.Login = times(logins)
	var all []time.Duration
	var from, to [3]int64
	for place := range places {
		took, _ := c.keys[place].since(start.keys[place])
		all = append(all, took...)
		name := placeNames[place]
		r.Diffs[name] = diffReport(start.diffs[place], end.diffs[place])
		for i := range from {
			from[i] += start.diffs[place][i]
			to[i] += end.diffs[place][i]
		}
		r.Keys[name], r.Lost[name], r.Places[name] = times(took), c.lost[place].Load(), len(c.people[place])
	}
	r.All, r.Diff = times(all), diffReport(from, to)
	escapes, _ := c.escapes.since(start.escapes)
	r.Escapes = times(escapes)
	r.FramesPerSec = float64(r.Frames) / span
	r.BytesPerFrame = per(float64(r.Bytes), float64(r.Frames))
	if c.Usage != nil {
		server := serverReport(before.server, start.server, end.server, span, c.number())
		r.Server = &server
		r.CPUPerFrame = per(ms(end.server.CPU-start.server.CPU), float64(r.Frames))
	}
	if c.Counters != nil {
		r.Figures = c.figures(before.counters, start.counters, end.counters, span)
	}
	return r
}

// serverReport is what a server's process used: before the first session, when all were in, and at the end.
func serverReport(before, start, end Usage, span float64, sessions int) ServerReport {
	n, cores := float64(sessions), (end.CPU-start.CPU).Seconds()/span
	return ServerReport{
		BaseBytes: before.RSS, Bytes: end.RSS, BytesPerSession: float64(end.RSS-before.RSS) / n,
		Cores: cores, MilliPerSession: cores * 1000 / n,
	}
}

// figures are what a server counted in a span of seconds.
func (c *crowd) figures(before, start, end Counters, span float64) *FiguresReport {
	more := func(name string) float64 { return end[name] - start[name] }
	f := &FiguresReport{
		Goroutines:           end["go_goroutines"],
		GoroutinesPerSession: (end["go_goroutines"] - before["go_goroutines"]) / float64(c.number()),
		CommitsPerSec:        more("saloon_commit_seconds_count") / span,
		CommitMillis:         per(more("saloon_commit_seconds_sum")*1000, more("saloon_commit_seconds_count")),
		RequestsPerSec:       more("saloon_commit_requests_total") / span,
		MovesPerSec:          more("saloon_moves_total") / span,
		Cut:                  more("saloon_connections_cut_total"),
		Refused:              more("saloon_connections_refused_total"),
		Limited:              more("saloon_limited_total"),
	}
	f.SecondsPerMove = per(float64(len(c.tables)), f.MovesPerSec)
	return f
}

// per divides; nothing by nothing is nothing.
func per(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
