package bot

import (
	"math"
	"testing"
)

// TestWilson compares with the interval worked out by hand: for 8 of 10 the centre is (0.8+0.19207)/1.38415 and the
// half width 1.95996·√(0.016+0.0096037)/1.38415.
func TestWilson(t *testing.T) {
	for _, c := range []struct{ wins, n, low, high float64 }{
		{8, 10, 0.4902, 0.9433},
		{0, 10, 0, 0.2775},
		{50, 100, 0.4038, 0.5962},
		{0, 0, 0, 1},
	} {
		low, high := wilson(c.wins, c.n)
		if math.Abs(low-c.low) > 1e-4 || math.Abs(high-c.high) > 1e-4 {
			t.Errorf("%v of %v: %.4f to %.4f, want %.4f to %.4f", c.wins, c.n, low, high, c.low, c.high)
		}
	}
}
