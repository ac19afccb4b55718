package swarm

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"saloon/sshd/intake"
)

// Spread divides sessions into seated, watching and lobby by their parts, whose sum is more than zero. What is left
// over by rounding goes to the first.
func Spread(sessions int, parts [3]int) (counts [3]int) {
	sum := parts[0] + parts[1] + parts[2]
	left := sessions
	for i := range counts {
		counts[i] = sessions * parts[i] / sum
		left -= counts[i]
	}
	for i := range counts {
		if parts[i] > 0 {
			counts[i] += left
			break
		}
	}
	return counts
}

// String is the report as text.
func (r Report) String() string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	say("%d sessions for %.0f s: %d seated at %d tables, %d watching, %d in the lobby", r.Sessions, r.Seconds,
		r.Places["seated"], r.Tables, r.Places["watching"], r.Places["lobby"])
	say("logging in: %.1f a second; from the first byte to the first frame p50 %.1f ms, p99 %.1f ms, max %.1f ms",
		r.LoginsPerSec, r.Login.P50, r.Login.P99, r.Login.Max)
	r.sayKeys(say)
	say("%.0f frames a second, %.0f bytes a frame, %.2f ms of the server's processor a frame", r.FramesPerSec,
		r.BytesPerFrame, r.CPUPerFrame)
	say("of a sample of %d frames, %.0f bytes a frame, %.2f times the smallest diff (%s)", r.Diff.Frames,
		r.Diff.BytesPerFrame, r.Diff.Ratio, diffWords(r.Diffs))
	say("%d lines broken, %d taken up again, %d lines said, %d resizes", r.Dropped, r.Returned, r.Talked, r.Resized)
	if s := r.Server; s != nil {
		say("server: %.1f MiB before, %.1f MiB at the end: %.0f KiB a session; %.2f cores: %.2f millicores a session",
			mib(s.BaseBytes), mib(s.Bytes), s.BytesPerSession/1024, s.Cores, s.MilliPerSession)
	} else {
		say("server: its process cannot be looked at from here")
	}
	if f := r.Figures; f != nil {
		say("  %.0f goroutines, %.1f a session; %.1f moves a second, %.1f s a move and table", f.Goroutines,
			f.GoroutinesPerSession, f.MovesPerSec, f.SecondsPerMove)
		say("  %.1f commits a second of %.1f ms, with %.1f requests a second", f.CommitsPerSec, f.CommitMillis,
			f.RequestsPerSec)
		say("  cut %.0f, refused %.0f, limited %.0f", f.Cut, f.Refused, f.Limited)
	}
	if s := r.Soak; s != nil {
		verdict := "flat"
		if !s.Flat {
			verdict = "NOT flat"
		}
		say("in thirds of %d looks: memory %.1f, %.1f, %.1f MiB, %+.1f %% at last; goroutines %+.1f %%: %s", s.Looks,
			mib(int64(s.Memory.First)), mib(int64(s.Memory.Second)), mib(int64(s.Memory.Last)), 100*s.Memory.Grew,
			100*s.Goroutines.Grew, verdict)
	}
	if s := r.Stalled; s != nil {
		say("%d readers stopped at one table; others' keys before, and until the last was cut:", s.Readers)
		sayTimes(say, "before", s.Before, 0)
		sayTimes(say, "during", s.During, 0)
		sayTimes(say, "table, before", s.TableBefore, 0)
		sayTimes(say, "table, during", s.TableDuring, 0)
		say("  p99 moved by %+.1f ms; the server grew by %.0f KiB a reader at most; %d cut after %.1f to %.1f s",
			s.ShiftP99, s.BytesEach/1024, s.Cut, s.CutFirst, s.CutLast)
	}
	for i, f := range r.Floors {
		say("beside it %s with %d sessions, %.1f logins a second: key to frame p50 %.1f ms, p99 %.1f ms, max %.1f ms",
			f.Kind, f.Sessions, f.LoginsPerSec, f.Keys.P50, f.Keys.P99, f.Keys.Max)
		say("  %.0f KiB and %.2f millicores a session, %.2f ms of the processor a frame, %.2f times the smallest diff",
			f.Server.BytesPerSession/1024, f.Server.MilliPerSession, f.CPUPerFrame, f.Diff.Ratio)
		q := r.Ratios[i]
		say("  ours: %.1f times the memory, %.1f the processor, %.1f a frame, p50 %.1f, p99 %.1f, logins %.2f",
			q.BytesPerSession, q.MilliPerSession, q.CPUPerFrame, q.P50, q.P99, q.LoginsPerSec)
	}
	say("the swarm itself: %.1f MiB, %.2f cores", mib(r.Swarm.Bytes), r.Swarm.Cores)
	say("errors: %d", r.Errors)
	sayKinds(say, r.ErrorKinds)
	return b.String()
}

// sayKeys tells how long keys took.
func (r Report) sayKeys(say func(string, ...any)) {
	say("key to frame, commit included:")
	lost := int64(0)
	for _, name := range placeNames {
		sayTimes(say, name, r.Keys[name], r.Lost[name])
		lost += r.Lost[name]
	}
	sayTimes(say, "all", r.All, lost)
	say("  the escape key p50 %6.1f ms  p99 %6.1f ms  max %6.1f ms  over %d; of it %d ms for what may follow it",
		r.Escapes.P50, r.Escapes.P99, r.Escapes.Max, r.Escapes.Count, intake.EscapeHold.Milliseconds())
	sayKinds(say, r.LostKinds)
}

func sayTimes(say func(string, ...any), name string, t Times, lost int64) {
	say("  %-14s p50 %6.1f ms  p99 %6.1f ms  max %6.1f ms  over %d keys, %d without an answer", name, t.P50, t.P99,
		t.Max, t.Count, lost)
}

// sayKinds tells how many there were of each kind.
func sayKinds(say func(string, ...any), kinds map[string]int) {
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		say("  %d of: %s", kinds[kind], kind)
	}
}

// diffWords tells the ratio of every place.
func diffWords(all map[string]DiffReport) string {
	words := make([]string, len(placeNames))
	for i, name := range placeNames {
		words[i] = fmt.Sprintf("%s %.2f", name, all[name].Ratio)
	}
	return strings.Join(words, ", ")
}

func mib(bytes int64) float64 { return float64(bytes) / (1 << 20) }
