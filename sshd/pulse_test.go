package sshd

import (
	"log/slog"
	"net"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// echo answers after a while, and notes when it was asked. With no while it never answers.
type echo struct {
	gossh.Conn
	after time.Duration
	stop  chan struct{}

	mu    sync.Mutex
	began time.Time
	asked []time.Duration
}

func (e *echo) SendRequest(string, bool, []byte) (bool, []byte, error) {
	e.mu.Lock()
	e.asked = append(e.asked, time.Since(e.began))
	e.mu.Unlock()
	if e.after == 0 {
		<-e.stop
		return false, nil, net.ErrClosed
	}
	<-time.After(e.after)
	return false, nil, nil
}

func (e *echo) when() []time.Duration {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.asked)
}

// beating is a line whose other side is an echo. It must be closed.
func beating(after time.Duration) (*line, *echo) {
	near, far := net.Pipe()
	_ = far.Close()
	e := &echo{after: after, stop: make(chan struct{}), began: time.Now()}
	limits := DefaultLimits()
	limits.Beat, limits.Answer, limits.Misses = 15*time.Second, 5*time.Second, 3
	l := &line{
		Conn: near, limits: limits, now: time.Now, log: slog.New(slog.DiscardHandler),
		pass: &pass{gate: &gate{}}, forget: func() { close(e.stop) },
		done: make(chan struct{}), probes: make(chan struct{}, 1),
		patience: time.NewTimer(time.Hour),
	}
	go newPulse(l, e).run()
	return l, e
}

func at(seconds ...float64) []time.Duration {
	out := make([]time.Duration, len(seconds))
	for i, s := range seconds {
		out[i] = time.Duration(s * float64(time.Second))
	}
	return out
}

func TestPulse(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(l *line)
		want []time.Duration
	}{
		{"alone", func(*line) { <-time.After(44 * time.Second) }, at(0, 1.01, 3.02, 18.02, 33.02)},
		{"quiet", func(l *line) {
			<-time.After(14 * time.Second)
			l.hush(time.Minute) // no more than ten seconds of it
			<-time.After(12 * time.Second)
		}, at(0, 1.01, 3.02, 24)},
		{"quiet again and again", func(l *line) {
			for range 9 {
				l.hush(quietMax)
				<-time.After(5 * time.Second)
			}
		}, at(0, 30)},
		{"probed", func(l *line) {
			<-time.After(4500 * time.Millisecond)
			l.probe()
			<-time.After(time.Second / 2)
			l.probe() // too soon after the last
			<-time.After(time.Second)
			l.hush(quietMax)
			l.probe() // ends the quiet
			<-time.After(16 * time.Second)
		}, at(0, 1.01, 3.02, 4.5, 6, 21)},
		{"heard", func(l *line) {
			for range 12 { // until after 60 seconds, and then no more
				<-time.After(5 * time.Second)
				l.lately.Store(time.Now().UnixNano())
			}
			<-time.After(20 * time.Second)
		}, at(0, 1.01, 3.02, 48.02, 75)},
		{"probed at once", func(l *line) {
			<-time.After(time.Second / 10)
			l.probe() // too soon even for a line that is hardly known
			<-time.After(time.Second / 5)
			l.probe()
			<-time.After(4 * time.Second)
		}, at(0, 0.3, 2.31)},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l, e := beating(10 * time.Millisecond)
				c.do(l)
				synctest.Wait()
				if got := e.when(); !slices.Equal(got, c.want) {
					t.Errorf("asked at %v, want %v", got, c.want)
				}
				if got := l.trips.Lag(time.Now()); got != 10*time.Millisecond {
					t.Errorf("the round trip takes %v", got)
				}
				_ = l.Close()
				synctest.Wait()
			})
		})
	}
}

// The first answer of a line may come late, while everybody logs in: then it is asked twice more as well.
func TestALateFirstAnswerIsNotTheOnlyOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, e := beating(1500 * time.Millisecond)
		<-time.After(14 * time.Second)
		if got, want := e.when(), at(0, 2.5, 6); !slices.Equal(got, want) {
			t.Errorf("asked at %v, want %v", got, want)
		}
		_ = l.Close()
		synctest.Wait()
	})
}

// Who asks for round trips cannot put off the end of a line that is dead.
func TestProbesKeepNoDeadLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, e := beating(0)
		began := time.Now()
		for gone := false; !gone; {
			select {
			case <-l.done:
				gone = true
			case <-time.After(2 * time.Second):
				l.probe()
			}
		}
		if took := time.Since(began); took != 35*time.Second || len(e.when()) != 1 {
			t.Errorf("cut after %v, asked at %v", took, e.when())
		}
	})
}

// Whoever stops answering, just after an answer at the worst, is cut within half a minute.
func TestSilenceEndsWithinHalfAMinute(t *testing.T) {
	l := DefaultLimits()
	if worst := time.Duration(l.Misses)*l.Beat + l.Answer; worst > 30*time.Second {
		t.Errorf("the line of somebody who stops reading is kept for up to %v", worst)
	}
}
