package swarm

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"golang.org/x/crypto/ssh"
	"golang.org/x/sync/errgroup"
)

// Load describes a load run.
type Load struct {
	Addr     string
	Sessions int // rounded up to whole tables of tableSeats
	For      time.Duration
	Habits   Habits
	Seed     uint64
	Usage    func() (Usage, error) // of the server's process; nil if it cannot be read
}

// tableSeats is how many of the swarm sit at one table.
const tableSeats = 4

// loginsAtOnce bounds the handshakes that the swarm has under way, which cost itself as much as the server.
const loginsAtOnce = 8

// Usage is what a process has used.
type Usage struct {
	RSS int64         // bytes of resident memory
	CPU time.Duration // user and system time
}

// Report is what a load run found. Times are milliseconds.
type Report struct {
	Sessions       int     `json:"sessions"`
	Tables         int     `json:"tables"`
	Seconds        float64 `json:"seconds"`
	LoginsPerSec   float64 `json:"logins_per_second"`
	Keys           int     `json:"keys"`
	Lost           int     `json:"lost"`
	P50            float64 `json:"key_to_frame_p50_ms"`
	P99            float64 `json:"key_to_frame_p99_ms"`
	Max            float64 `json:"key_to_frame_max_ms"`
	BytesPerSec    float64 `json:"bytes_per_session_second"`
	MemoryPerSess  float64 `json:"server_bytes_per_session"`
	MilliPerSess   float64 `json:"server_millicores_per_session"`
	ServerMeasured bool    `json:"server_measured"`
}

// Run lets a swarm come in, sit down and play, and reports. It fails if any session does.
func Run(ctx context.Context, l Load) (Report, error) {
	var rep Report
	rep.Tables = (l.Sessions + tableSeats - 1) / tableSeats
	rep.Sessions = rep.Tables * tableSeats
	before, err := l.usage()
	if err != nil {
		return rep, err
	}
	began := time.Now()
	terms, err := l.enter(ctx, rep.Sessions)
	defer closeAll(terms)
	if err != nil {
		return rep, err
	}
	rep.LoginsPerSec = float64(rep.Sessions) / time.Since(began).Seconds()
	if err := l.sit(ctx, terms); err != nil {
		return rep, err
	}
	return rep, l.play(ctx, terms, before, &rep)
}

func closeAll(terms []*Terminal) {
	for _, t := range terms {
		if t != nil {
			_ = t.Close() // the run is over, and a broken session was reported by it
		}
	}
}

func (l Load) usage() (Usage, error) {
	if l.Usage == nil {
		return Usage{}, nil
	}
	return l.Usage()
}

// enter logs everybody in and waits until all stand in the lobby.
func (l Load) enter(ctx context.Context, n int) ([]*Terminal, error) {
	terms := make([]*Terminal, n)
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(loginsAtOnce)
	for i := range terms {
		g.Go(func() error {
			t, err := Dial(ctx, Login{Addr: l.Addr, User: fmt.Sprintf("rider-%d-%d", l.Seed, i), Key: Key(l.Seed, i)})
			if err != nil {
				return err
			}
			terms[i] = t
			return Enter(ctx, t)
		})
	}
	return terms, g.Wait()
}

// Key is the i-th key of a swarm: the same for the same seed, so that a second run comes back as the same people.
func Key(seed uint64, i int) ssh.Signer {
	sum := sha256.Sum256(fmt.Appendf(nil, "saloon swarm %d %d", seed, i))
	signer, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(sum[:]))
	if err != nil {
		panic(err) // an ed25519 key is always a signer
	}
	return signer
}

// sit lets every fourth open a table, the others join it, and everybody be ready.
func (l Load) sit(ctx context.Context, terms []*Terminal) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(loginsAtOnce)
	for at := 0; at < len(terms); at += tableSeats {
		g.Go(func() error {
			party := terms[at : at+tableSeats]
			code, err := Host(ctx, party[0])
			if err != nil {
				return err
			}
			for _, t := range party[1:] {
				if err := join(ctx, t, code); err != nil {
					return err
				}
			}
			for _, t := range party {
				if err := ready(ctx, t); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return g.Wait()
}

// join types a table's code in the lobby.
func join(ctx context.Context, t *Terminal, code string) error {
	if err := t.Press("c"); err != nil {
		return err
	}
	if err := t.Sees(ctx, "code"); err != nil {
		return err
	}
	if err := t.Press(code + "\r"); err != nil {
		return err
	}
	return t.Sees(ctx, "gathering")
}

// ready says that one is ready, unless the table knows it.
func ready(ctx context.Context, t *Terminal) error {
	if _, ok := Hint(t.Screen(), "not ready"); ok {
		return nil
	}
	key, ok := Hint(t.Screen(), "ready")
	if !ok {
		return errors.New("no key for being ready on the screen")
	}
	if err := t.Press(key); err != nil {
		return err
	}
	return t.Until(ctx, "being ready", func(s []string) bool { return On(s, "not ready") || On(s, "hand 1") })
}

// play lets everybody play for the run's time and measures.
func (l Load) play(ctx context.Context, terms []*Terminal, before Usage, rep *Report) error {
	ctx, cancel := context.WithTimeout(ctx, l.For)
	defer cancel()
	start, err := l.usage()
	if err != nil {
		return err
	}
	var bytes int64
	for _, t := range terms {
		bytes -= t.Received()
	}
	began := time.Now()
	var seen Latencies
	var g errgroup.Group
	for i, t := range terms {
		r := rand.New(rand.NewPCG(l.Seed, uint64(i)))
		g.Go(func() error { return Play(ctx, t, l.Habits, r, &seen) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	end, err := l.usage()
	if err != nil {
		return err
	}
	for _, t := range terms {
		bytes += t.Received()
	}
	rep.Seconds = time.Since(began).Seconds()
	n := float64(len(terms))
	rep.BytesPerSec = float64(bytes) / n / rep.Seconds
	rep.MemoryPerSess = float64(end.RSS-before.RSS) / n
	rep.MilliPerSess = (end.CPU - start.CPU).Seconds() * 1000 / n / rep.Seconds
	rep.ServerMeasured = l.Usage != nil
	seen.into(rep)
	return nil
}

func (l *Latencies) into(rep *Report) {
	l.mu.Lock()
	defer l.mu.Unlock()
	slices.SortFunc(l.all, cmp.Compare)
	rep.Keys, rep.Lost = len(l.all), l.lost
	rep.P50, rep.P99, rep.Max = ms(quantile(l.all, 0.5)), ms(quantile(l.all, 0.99)), ms(quantile(l.all, 1))
}

// quantile of a sorted list; 0 of an empty one.
func quantile(sorted []time.Duration, q float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
