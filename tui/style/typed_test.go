package style_test

import (
	"testing"

	"saloon/tui/style"
)

func TestBooksAreTypedWithWhatThereIs(t *testing.T) {
	const text = "discarded – unless • 2×3 … K♠ Q♥ J♦ 2♣ — Zoë"
	for _, c := range []struct {
		ascii bool
		want  string
	}{{false, text}, {true, "discarded - unless * 2x3 ... Ks Qh Jd 2c - Zoë"}} {
		if got := style.For(style.Look{ASCII: c.ascii}).Typed(text); got != c.want {
			t.Errorf("ASCII %v: %q, want %q", c.ascii, got, c.want)
		}
	}
}
