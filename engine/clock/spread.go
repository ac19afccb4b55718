package clock

import (
	"math"
	"slices"
	"time"
)

// Median is the middle of some times, or between the two in the middle; zero for none.
func Median(times []time.Duration) time.Duration { return Quantile(times, 0.5) }

// Quantile is the time below which a part of some times lies, from 0 to 1, interpolated; zero for none.
func Quantile(times []time.Duration, part float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	at := min(max(part, 0), 1) * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + time.Duration(math.Round((at-float64(low))*float64(sorted[high]-sorted[low])))
}

// Spread is the standard deviation of some times, taken as a sample; zero for fewer than two.
func Spread(times []time.Duration) time.Duration {
	if len(times) < 2 {
		return 0
	}
	mean := 0.0
	for _, t := range times {
		mean += float64(t) / float64(len(times))
	}
	sum := 0.0
	for _, t := range times {
		sum += (float64(t) - mean) * (float64(t) - mean)
	}
	return time.Duration(math.Round(math.Sqrt(sum / float64(len(times)-1))))
}
