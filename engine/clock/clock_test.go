package clock

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

const sec = time.Second

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func at(d time.Duration) time.Time { return noon.Add(d) }

// plain is easy to count with: a minute, ten seconds more, twenty at most, a purse of two seconds that fills by one.
func plain() Control {
	return Control{Bank: 60 * sec, Increment: 10 * sec, BankMax: 90 * sec, MoveMax: 20 * sec, LagGain: sec,
		LagMax: 2 * sec}
}

func TestOneMove(t *testing.T) {
	for _, tt := range []struct {
		name               string
		bank, purse        time.Duration
		think, lag         time.Duration
		wantBank, wantLeft time.Duration // after the move: the bank, and the purse
		inTime             bool
	}{
		{"no lag", 60 * sec, 2 * sec, 8 * sec, 0, 62 * sec, 2 * sec, true},
		{"lag is refunded", 60 * sec, 2 * sec, 8 * sec, sec, 63 * sec, 2 * sec, true},
		{"the purse bounds the refund", 60 * sec, 2 * sec, 8 * sec, 5 * sec, 64 * sec, sec, true},
		{"an empty purse refunds nothing", 60 * sec, 0, 8 * sec, 5 * sec, 62 * sec, sec, true},
		{"no more is refunded than was spent", 60 * sec, 2 * sec, sec, 2 * sec, 70 * sec, 2 * sec, true},
		{"negative lag is none", 60 * sec, 2 * sec, 8 * sec, -5 * sec, 62 * sec, 2 * sec, true},
		{"the bank fills to its limit", 89 * sec, 0, sec, 0, 90 * sec, sec, true},
		{"the last moment", 5 * sec, 0, 5 * sec, 0, 10 * sec, sec, true},
		{"too late for the bank", 5 * sec, 0, 5*sec + 1, 0, 10 * sec, sec, false},
		{"late, and the refund covers it", 5 * sec, 2 * sec, 6 * sec, sec, 10 * sec, 2 * sec, true},
		{"late, and the refund does not cover it", 5 * sec, 2 * sec, 8 * sec, 3 * sec, 10 * sec, sec, false},
		{"longer than one answer may take", 60 * sec, 0, 21 * sec, 0, 49 * sec, sec, false},
		{"longer, and the refund covers it", 60 * sec, 2 * sec, 21 * sec, sec, 50 * sec, 2 * sec, true},
		{"a time that went backwards", 60 * sec, 2 * sec, -5 * sec, sec, 70 * sec, 2 * sec, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := New(plain())
			c.left, c.purse = tt.bank, tt.purse
			c, inTime := c.Start(noon).Stop(at(tt.think), tt.lag)
			if c.left != tt.wantBank || c.purse != tt.wantLeft || inTime != tt.inTime {
				t.Errorf("bank %v, purse %v, in time %v, want %v, %v, %v",
					c.left, c.purse, inTime, tt.wantBank, tt.wantLeft, tt.inTime)
			}
			if c.Asked() || c.Running() {
				t.Error("the clock did not stop")
			}
		})
	}
}

func TestRemainingAndDeadline(t *testing.T) {
	c := New(plain())
	if got := c.Remaining(at(time.Hour)); got != 20*sec {
		t.Errorf("a standing clock leaves %v for the next move, want 20 s", got)
	}
	if got := c.Bank(at(time.Hour)); got != 60*sec {
		t.Errorf("a standing clock has %v in the bank, want 60 s", got)
	}
	if _, ok := c.Deadline(); ok {
		t.Error("a standing clock has a deadline")
	}
	if _, ok := c.Flag(); ok || c.Flagged(at(time.Hour)) {
		t.Error("a standing clock has a flag")
	}
	c = c.Start(noon)
	if got := c.Remaining(at(5 * sec)); got != 15*sec {
		t.Errorf("after 5 s of 20 there are %v", got)
	}
	if got := c.Bank(at(5 * sec)); got != 55*sec {
		t.Errorf("after 5 s of 60 there are %v in the bank", got)
	}
	if d, ok := c.Deadline(); !ok || !d.Equal(at(20*sec)) {
		t.Errorf("the deadline is %v, %v", d, ok)
	}
	if f, ok := c.Flag(); !ok || !f.Equal(at(22*sec)) {
		t.Errorf("the flag falls at %v, %v", f, ok)
	}
	if c.Flagged(at(22*sec)) || !c.Flagged(at(22*sec+1)) {
		t.Error("the flag must fall right after the grace")
	}
	if c.Remaining(at(time.Hour)) != 0 || c.Bank(at(time.Hour)) != 0 {
		t.Error("time left is negative")
	}
}

func TestGraceHasALimit(t *testing.T) {
	control := plain()
	control.LagMax = time.Hour
	c := New(control).Start(noon)
	if f, _ := c.Flag(); !f.Equal(at(20*sec + GraceMax)) {
		t.Errorf("the flag falls at %v", f)
	}
}

func TestNoLimitForOneAnswer(t *testing.T) {
	control := plain()
	control.MoveMax = 0
	if got := New(control).Start(noon).Remaining(at(10 * sec)); got != 50*sec {
		t.Errorf("%v are left, want the whole bank", got)
	}
}

func TestPauseAndResume(t *testing.T) {
	c := New(plain()).Start(noon).Pause(at(5 * sec))
	if c.Running() || !c.Asked() {
		t.Fatal("a paused clock must not run, and its move is still on")
	}
	if _, ok := c.Deadline(); ok {
		t.Error("a paused clock has a deadline")
	}
	if got := c.Remaining(at(time.Hour)); got != 15*sec {
		t.Errorf("paused: %v left, want 15 s", got)
	}
	c = c.Pause(at(time.Hour)).Start(at(time.Hour)).Resume(at(2 * time.Hour))
	if got := c.Remaining(at(2*time.Hour + 4*sec)); got != 11*sec {
		t.Errorf("resumed: %v left, want 11 s", got)
	}
	c = c.Start(at(3 * time.Hour)).Resume(at(3 * time.Hour)) // both have nothing to do
	if d, _ := c.Deadline(); !d.Equal(at(2*time.Hour + 15*sec)) {
		t.Errorf("the deadline is %v", d)
	}
	c, inTime := c.Stop(at(2*time.Hour+4*sec), 0)
	if !inTime || c.left != 61*sec {
		t.Errorf("9 s of thinking leave %v, in time %v", c.left, inTime)
	}
}

func TestStandingClockTakesNoOrders(t *testing.T) {
	c := New(plain())
	if got := c.Pause(noon).Resume(noon); got != c {
		t.Errorf("%+v became %+v", c, got)
	}
	if got, inTime := c.Stop(noon, sec); got != c || !inTime {
		t.Errorf("%+v became %+v, in time %v", c, got, inTime)
	}
}

func TestAnswerWhilePaused(t *testing.T) {
	c, inTime := New(plain()).Start(noon).Pause(at(5*sec)).Stop(at(time.Hour), sec)
	if !inTime || c.left != 65*sec || c.purse != 2*sec {
		t.Errorf("bank %v, purse %v, in time %v: only the 5 s before the pause count", c.left, c.purse, inTime)
	}
}

func TestGive(t *testing.T) {
	c := New(plain())
	if got := c.Give(15 * sec).left; got != 75*sec {
		t.Errorf("60 s and 15 s are %v", got)
	}
	if got := c.Give(time.Hour).left; got != 90*sec {
		t.Errorf("the bank holds %v", got)
	}
	if got := c.Give(-time.Hour).left; got != 60*sec {
		t.Errorf("a gift took: %v", got)
	}
	c.left = 100 * sec
	if got := c.Give(sec).left; got != 100*sec {
		t.Errorf("a gift cut the bank: %v", got)
	}
}

func TestSaveAndRestore(t *testing.T) {
	c := New(plain()).Start(noon)
	s := c.Save(at(5*sec + 300*time.Microsecond))
	if want := (Saved{LeftMS: 54999, UsedMS: 5001, PurseMS: 2000, Asked: true}); s != want {
		t.Errorf("saved %+v, want %+v", s, want)
	}
	body, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var back Saved
	if err := json.Unmarshal(body, &back); err != nil || back != s {
		t.Errorf("%s reads back as %+v (%v)", body, back, err)
	}
	r := Restore(plain(), s)
	if r.Running() || !r.Asked() || r.Remaining(at(time.Hour)) != 14999*time.Millisecond {
		t.Errorf("restored: %+v with %v left", r, r.Remaining(at(time.Hour)))
	}
	if got := r.Resume(at(time.Hour)).Bank(at(time.Hour + 4*sec)); got != 50999*time.Millisecond {
		t.Errorf("resumed: %v in the bank", got)
	}
	stopped, _ := c.Stop(at(5*sec), 0)
	if r := Restore(plain(), stopped.Save(at(time.Hour))); r != stopped {
		t.Errorf("a standing clock %+v came back as %+v", stopped, r)
	}
}

func TestRestoreBelievesNothing(t *testing.T) {
	for _, s := range []Saved{
		{LeftMS: -1, UsedMS: -1, PurseMS: -1, Asked: true},
		{LeftMS: math.MaxInt64, UsedMS: math.MaxInt64, PurseMS: math.MaxInt64, Asked: true},
		{LeftMS: math.MinInt64, UsedMS: math.MinInt64, PurseMS: math.MinInt64},
	} {
		c := Restore(plain(), s).Resume(noon)
		if c.left < 0 || c.left > 90*sec || c.purse < 0 || c.purse > 2*sec || c.used < 0 ||
			c.Remaining(noon) < 0 || c.Remaining(noon) > 20*sec {
			t.Errorf("%+v became %+v", s, c)
		}
	}
}

func TestPresets(t *testing.T) {
	for _, tt := range []struct {
		control Control
		words   string
	}{
		{Quick(), "2 minutes, 5 seconds more for every answer, at most 30 seconds for one"},
		{Normal(), "5 minutes, 10 seconds more for every answer, at most 2 minutes for one"},
		{Days(3), "3 days for every answer"},
		{Days(0), "1 day for every answer"},
		{Days(1000), "14 days for every answer"},
		{Control{Bank: 90 * sec}, "90 seconds"},
		{Control{Bank: 1500 * time.Millisecond}, "1.5s"},
	} {
		if got := tt.control.String(); got != tt.words {
			t.Errorf("%+v is %q, want %q", tt.control, got, tt.words)
		}
	}
	for _, c := range []Control{Quick(), Normal(), Days(1)} {
		if c.BankMax < c.Bank || New(c).Remaining(noon) <= 0 {
			t.Errorf("%+v cannot be played by", c)
		}
	}
}

func TestCorrespondenceStartsAfresh(t *testing.T) {
	c := New(Days(2)).Start(noon)
	c, inTime := c.Stop(at(40*time.Hour), time.Minute)
	if !inTime || c.left != 48*time.Hour {
		t.Errorf("after a move: %v, in time %v", c.left, inTime)
	}
	if c.Start(noon).Flagged(at(48 * time.Hour)) {
		t.Error("the flag fell before two days were over")
	}
}

// Any order of events: remaining time only shrinks while a move is on, whatever happens to the line, and what a seat
// used in all is the time that passed while it was asked, but for what the purse could refund.
func TestTimeNeverComesFromNowhere(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		control := plain()
		c := New(control)
		now := noon
		var ran, gained time.Duration // time that passed while running; increments and refunds at most
		for range 200 {
			before, bank, wasRunning := c.Remaining(now), c.Bank(now), c.Running()
			step := time.Duration(r.Int64N(int64(4 * sec)))
			now = now.Add(step)
			if wasRunning {
				ran += min(step, bank)
			}
			moveOn := c.Asked()
			next, stopped := disturb(r, c, now)
			if stopped {
				gained += control.Increment + control.LagGain
			}
			if moveOn && next.Asked() && next.Remaining(now) > before {
				t.Fatalf("%+v became %+v: %v left, then %v", c, next, before, next.Remaining(now))
			}
			c = next
		}
		if left := c.Bank(now); left > control.Bank+control.LagMax+gained-ran {
			t.Fatalf("%v are left after %v ran, with %v gained", left, ran, gained)
		}
	}
}

// disturb does one thing to a clock, as a line, a table or a restart would.
func disturb(r *rand.Rand, c Clock, now time.Time) (next Clock, stopped bool) {
	switch r.IntN(6) {
	case 0:
		return c.Start(now), false
	case 1:
		asked := c.Asked()
		c, _ = c.Stop(now, time.Duration(r.Int64N(int64(5*sec))))
		return c, asked
	case 2:
		return c.Pause(now), false
	case 3:
		return c.Resume(now), false
	case 4:
		return Restore(c.control, c.Save(now)), false
	default:
		return Restore(c.control, c.Save(now)).Resume(now), false
	}
}
