package okcorral

import (
	"testing"
	"time"
)

// The medians are those of the rules, 2.10, where they were found by drawing many times.
func TestMedians(t *testing.T) {
	for _, c := range []struct {
		bot  Shooter
		want time.Duration
	}{{Easy, 712 * time.Millisecond}, {Normal, 525 * time.Millisecond}, {Hard, 386 * time.Millisecond}} {
		if got := c.bot.Median(); (got - c.want).Abs() > time.Millisecond {
			t.Errorf("%+v: %v, want %v", c.bot, got, c.want)
		}
	}
}
