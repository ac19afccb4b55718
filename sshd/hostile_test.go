package sshd

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"
)

// The tests whose names begin with TestHostile play what was done to other servers against a real one on loopback,
// bounded in count and in time: go test ./sshd/... -run Hostile

// heapSpare is how much more than before an attack may be allocated after it: doors of tests remember what was said.
const heapSpare = 6 << 20

// strokes counts the keys that reach one guest's program.
type strokes struct{ n atomic.Int64 }

func (s *strokes) Write(p []byte) (int, error) {
	if strings.HasPrefix(string(p), "key ") {
		s.n.Add(1)
	}
	return len(p), nil
}

// hostile lets something be done to a door while somebody else plays at it, and then asks for what has to hold
// whatever it was: that guest's keys arrived all the time, nobody else is left, memory and goroutines are where they
// were, and nothing in the log could be obeyed by a terminal.
func hostile(t *testing.T, attack func(d *door), options ...option) {
	t.Helper()
	keys := &strokes{}
	first := true
	var d *door
	d = opened(t, append(options, func(c *Config) {
		inner := c.Program
		c.Program = func(v Visit) tea.Model {
			m := inner(v)
			<-d.seen // a visit that is remembered keeps its session
			if p, ok := m.(parrot); ok && first {
				first = false
				p.to = keys
				return p
			}
			return m
		}
	})...)
	player := d.sits(d.client())
	plays(t, player, keys)
	warm := d.client()
	d.sits(warm).types("q")
	_ = warm.Close()
	until(t, "only the player is there", func() bool { return d.Sessions() == 1 && len(d.lines()) == 1 })
	base, heap := settled(t), allocated()

	over, played := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(played)
		rest := time.NewTicker(25 * time.Millisecond) // as fast as somebody may type
		defer rest.Stop()
		for {
			if !plays(t, player, keys) {
				return
			}
			select {
			case <-over:
				return
			case <-rest.C:
			}
		}
	}()
	attack(d)
	close(over)
	<-played
	until(t, "only the player is left", func() bool { return d.Sessions() == 1 && len(d.lines()) == 1 })
	plays(t, player, keys)
	if !eventually(func() bool { return runtime.NumGoroutine() <= base+1 }) {
		t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), base)
	}
	if !eventually(func() bool { return allocated() <= heap+heapSpare }) {
		t.Errorf("%d KiB are allocated, %d before", allocated()>>10, heap>>10)
	}
	harmless(t, d.log.String())
}

// plays types a key and waits until the program has it.
func plays(t *testing.T, s *shell, keys *strokes) bool {
	t.Helper()
	before := keys.n.Load()
	if _, err := io.WriteString(s.ch, "p"); err != nil {
		t.Errorf("the player's line is gone: %v", err)
		return false
	}
	if !eventually(func() bool { return keys.n.Load() > before }) {
		t.Error("the player's key never arrived")
		return false
	}
	return true
}

// allocated is the live heap.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// harmless checks that no line of a log holds what a terminal obeys, neither as it stands there nor when its JSON is
// read, but for the stacks of panics.
func harmless(t *testing.T, log string) {
	t.Helper()
	for line := range strings.Lines(log) {
		line = strings.TrimSuffix(line, "\n")
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Errorf("no line of the log: %q, %v", line, err)
			return
		}
		delete(fields, "stack")
		for key, value := range fields {
			if text, ok := value.(string); ok && strings.ContainsFunc(key+text, obeyed) {
				t.Errorf("the log says %q", line)
				return
			}
		}
	}
}

// obeyed reports whether a terminal would do something with a rune other than to show it: controls, what turns the
// direction of writing, what cannot be seen.
func obeyed(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs)
}

// ended reports whether the other side has closed a connection.
func ended(c net.Conn) bool {
	_ = c.SetReadDeadline(time.Now().Add(patience))
	_, err := io.Copy(io.Discard, c)
	return !errors.Is(err, net.ErrClosed) && !isTimeout(err)
}

// evil is what nobody may be made to read: what terminals obey, what turns or hides text, what is no text, what takes
// more room than it says, and what is much.
var evil = []string{
	"\x1b[2J\x1b[H", "\x1b]0;title\x07", "\x1b]52;c;cHduZWQ=\x07", "\x1b]52;c;?\x1b\\",
	"\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\",
	"\x1bP+q544e\x1b\\", "\x1b_apc\x1b\\", "\x1b^pm\x1b\\", "\x1bXsos\x1b\\", "\x1bc", "\x1b[?1049h", "\x1b[5n",
	"\x1b[8m",
	"\u009b2J", "\u009d0;x\u009c", "\x00\x01\x02", "a\rb", "a\nFAKE: b", "a\bb", "\x7f", "\x0e\x0f", "a\tb\vc\f",
	"\u202eevil", "\u2066x\u2069", "\u200bz\u200c\u200d", "\ufeffbom", "\u2028line\u2029", "\u00ad", "\u2060\u2063",
	"\U000e0041\U000e007f", "\ufe0f", "\u3164\u115f", "\u2800", "\ue000", "\xff\xfe\x80", "\xc0\xaf", "\xed\xa0\x80",
	"👨\u200d👩\u200d👧\u200d👦", "🇫🇷🇩", "❤️", "ｆｕｌｌ", "﷽",
	"e" + strings.Repeat("\u0301", 40), "\ua983\u0e33กำ",
	"%s%n%d", "../../etc/passwd", "'; DROP TABLE player; --", "$(reboot)", "&#27;[2J", strings.Repeat("W", 4000),
}
