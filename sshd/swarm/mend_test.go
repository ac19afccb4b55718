package swarm

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/vt"
)

func TestShiftedCellsAreWhereTerminalsHaveThem(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"deleted below the margins", "a\r\nb\r\nabcdef\x1b[1;2r\x1b[3;2H\x1b[2Px", "a\nb\naxef"},
		{"inserted below the margins", "a\r\nb\r\nabcdef\x1b[1;2r\x1b[3;2H\x1b[2@x", "a\nb\nax bcdef"},
		{"deleted within them", "abcdef\x1b[1;2r\x1b[1;2H\x1b[2P", "adef\n\n"},
		{"margins kept", "a\r\nb\r\nc\x1b[1;2r\x1b[3;1H\x1b[P\x1b[2;1H\ny", "b\ny\n"},
		{"margins taken back", "a\r\nb\r\nc\x1b[1;2r\x1b[r\x1b[3;1H\x1b[P\ny", "b\n\ny"},
		{"inserted while printing", "adef\x1b[1;2H\x1b[4hbc\x1b[4lX", "abcXef\n\n"},
		{"a wide sign inserted", "adef\x1b[1;2H\x1b[4h語\x1b[1mé\x1b[4l", "a語édef\n\n"},
		{"nothing of the kind", "a\x1b[31mb\x1b[m é語\x1b]2;title\x07c", "ab é語c\n\n"},
	} {
		for _, chunk := range []int{1, 2, 3, 5, 100} { // however it is torn
			e := vt.NewEmulator(10, 3)
			var m mend
			for rest := c.in; rest != ""; {
				n := min(chunk, len(rest))
				_, _ = e.Write(m.bytes([]byte(rest[:n])))
				rest = rest[n:]
			}
			if got := e.String(); strings.TrimRight(got, "\n") != strings.TrimRight(c.want, "\n") {
				t.Errorf("%s, %d bytes at a time: %q, want %q", c.name, chunk, got, c.want)
			}
		}
	}
}
