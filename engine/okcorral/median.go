package okcorral

import (
	"math"
	"time"
)

// Median is the time, in whole milliseconds, that the bot is as often faster as slower than, on a card that needs no
// thought.
func (s Shooter) Median() time.Duration {
	low, high := s.Mean, s.Mean+10*s.Tail+10*s.Spread
	for high-low > 0.01 {
		if mid := (low + high) / 2; s.sooner(mid) < 0.5 {
			low = mid
		} else {
			high = mid
		}
	}
	return time.Duration(math.Round(max(low, quickest))) * time.Millisecond
}

// sooner is the share of its times that are under ms: the distribution of a normal and an exponential part together.
func (s Shooter) sooner(ms float64) float64 {
	z := (ms - s.Mean) / s.Spread
	k := s.Spread / s.Tail
	return normal(z) - math.Exp(k*k/2-(ms-s.Mean)/s.Tail)*normal(z-k)
}

// normal is the share of a bell curve under z.
func normal(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
