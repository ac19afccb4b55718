package clock

import (
	"testing"
	"time"
)

const ms = time.Millisecond

// TestReactionTimes holds the cases of the rules of O.K. Corral, section 5, "Latency", under their numbers.
func TestReactionTimes(t *testing.T) {
	for _, c := range []struct {
		name            string
		lag, mark, key  time.Duration // after the picture was sent
		want            time.Duration
		marks, answered bool
	}{
		{"30, seat 0", 20 * ms, 0, 452 * ms, 432 * ms, false, false},
		{"30, seat 1", 180 * ms, 0, 560 * ms, 380 * ms, false, false},
		{"30, seat 2", 5 * ms, 0, 431 * ms, 426 * ms, false, false},
		{"32, a late marker moves the base by the jitter", 60 * ms, 300 * ms, 480 * ms, 380 * ms, true, true},
		{"32, the other", 52 * ms, 0, 460 * ms, 408 * ms, false, false},
		{"33, a lag over the cap", 400 * ms, 0, 700 * ms, 450 * ms, false, false},
		{"34, the marker came after the key", 60 * ms, 310 * ms, 300 * ms, 240 * ms, true, true},
		{"36, too early by its lag", 180 * ms, 0, 250 * ms, 70 * ms, false, false},
		{"a marker within the jitter", 60 * ms, 75 * ms, 480 * ms, 405 * ms, true, true},
		{"a marker before it can be", 60 * ms, 20 * ms, 480 * ms, 420 * ms, true, true},
		{"a marker that nobody asked for", 60 * ms, 90 * ms, 480 * ms, 420 * ms, false, true},
		{"before the picture", 60 * ms, 0, -20 * ms, -80 * ms, false, false},
		{"rounded to the nearest", 0, 0, 300*ms + 600*time.Microsecond, 301 * ms, false, false},
	} {
		s := Sight{Sent: noon, Lag: Lag{Trip: c.lag}, Marks: c.marks}
		if c.answered {
			s.Mark = at(c.mark)
		}
		if got := s.Reaction(at(c.key)); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestLagIsBelievedWithinBounds(t *testing.T) {
	for _, c := range []struct {
		lag              Lag
		measured, credit time.Duration
		full             bool
	}{
		{Lag{}, 0, 0, true},
		{Lag{Trip: 80 * ms}, 80 * ms, 80 * ms, true},
		{Lag{Trip: 80 * ms, Kernel: 30 * ms}, 80 * ms, 80 * ms, true},
		{Lag{Trip: 200 * ms, Kernel: 30 * ms}, 90 * ms, 90 * ms, true},
		{Lag{Trip: 30 * ms, Kernel: 80 * ms}, 30 * ms, 30 * ms, true},
		{Lag{Trip: 250 * ms}, 250 * ms, 250 * ms, true},
		{Lag{Trip: 400 * ms, Kernel: 390 * ms}, 400 * ms, 250 * ms, false},
		{Lag{Trip: -5 * ms}, 0, 0, true},
	} {
		m, credit, full := c.lag.Measured(), c.lag.Credit(), c.lag.Full()
		if m != c.measured || credit != c.credit || full != c.full {
			t.Errorf("%+v: %v, %v, %v", c.lag, m, credit, full)
		}
	}
}

// TestNothingInFlightIsEarlier holds Least to its word: a key that is read now or later, whenever the terminal answers,
// is a reaction of at least that.
func TestNothingInFlightIsEarlier(t *testing.T) {
	for lag := time.Duration(0); lag <= 300*ms; lag += 30 * ms {
		for _, marks := range []bool{false, true} {
			for now := time.Duration(0); now <= 500*ms; now += 25 * ms {
				s := Sight{Sent: noon, Lag: Lag{Trip: lag}, Marks: marks}
				least := s.Least(at(now))
				if p := s.Passes(least); !p.Equal(at(now)) {
					t.Fatalf("least %v passes at %v, not %v", least, p, at(now))
				}
				for mark := now; mark <= now+100*ms; mark += 5 * ms {
					for key := now; key <= now+100*ms; key += 5 * ms {
						late := s
						late.Mark = at(mark)
						if r := late.Reaction(at(key)); r < least {
							t.Fatalf("lag %v, marks %v, at %v: least %v, but a key at %v with a mark at %v took %v",
								lag, marks, now, least, key, mark, r)
						}
					}
				}
			}
		}
	}
}

func TestLateMarksAreCounted(t *testing.T) {
	var m Marks
	for i := range 30 {
		m = m.Add(i%10 < 8) // eight of any ten
	}
	if m.Off() {
		t.Error("eight of ten are no reason yet")
	}
	for range 9 {
		m = m.Add(true)
	}
	if !m.Off() {
		t.Error("nine of ten are late, and they still count")
	}
	if m = m.Add(false).Add(false).Add(false); !m.Off() {
		t.Error("they count again")
	}
	s := Sight{Sent: noon, Lag: Lag{Trip: 60 * ms}, Marks: true, Mark: at(100 * ms)}
	if !s.Late() {
		t.Error("a marker at the clamp is late")
	}
	if s.Mark = at(99 * ms); s.Late() {
		t.Error("a marker below the clamp is not late")
	}
}

func TestScripted(t *testing.T) {
	row := func(f func(i int) time.Duration) (all []time.Duration) {
		for i := range ScriptedOver {
			all = append(all, f(i))
		}
		return all
	}
	for _, c := range []struct {
		name  string
		times []time.Duration
		want  bool
	}{
		{"a person", row(func(i int) time.Duration { return time.Duration(300+i*23%170) * ms }), false},
		{"all alike", row(func(i int) time.Duration { return time.Duration(400+i%3) * ms }), true},
		{"too quick", row(func(i int) time.Duration { return time.Duration(130+i*7%90) * ms }), true},
		{"too few", row(func(int) time.Duration { return 400 * ms })[:19], false},
		{"only the last count", append(row(func(int) time.Duration { return 400 * ms }),
			row(func(i int) time.Duration { return time.Duration(300+i*23%170) * ms })...), false},
	} {
		if why, got := Scripted(c.times); got != c.want || got != (why != "") {
			t.Errorf("%s: %v, %q", c.name, got, why)
		}
	}
}

func TestSpread(t *testing.T) {
	times := []time.Duration{40 * ms, 10 * ms, 20 * ms, 30 * ms}
	if m := Median(times); m != 25*ms {
		t.Errorf("median %v", m)
	}
	if q := Quantile(times, 0.25); q != 17500*time.Microsecond {
		t.Errorf("quartile %v", q)
	}
	if s := Spread(times); s.Round(10*time.Microsecond) != 12910*time.Microsecond {
		t.Errorf("spread %v", s)
	}
	if Median(nil) != 0 || Spread(times[:1]) != 0 || Quantile(times, 2) != 40*ms {
		t.Error("the edges are wrong")
	}
}
