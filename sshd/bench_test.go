package sshd

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// crowdEnv makes this test binary a crowd of clients: "ADDRESS NUMBER".
const crowdEnv = "SALOON_TEST_CROWD"

func TestMain(m *testing.M) {
	if crowd := os.Getenv(crowdEnv); crowd != "" {
		if err := beCrowd(crowd); err != nil {
			_, _ = fmt.Println(err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// beCrowd opens sessions, says so, and keeps them until its input ends.
func beCrowd(crowd string) error {
	addr, number, _ := strings.Cut(crowd, " ")
	n, err := strconv.Atoi(number)
	if err != nil {
		return err
	}
	for range n {
		c, err := gossh.Dial("tcp", addr, login("crowd", guest))
		if err != nil {
			return err
		}
		ch, reqs, err := c.OpenChannel("session", nil)
		if err != nil {
			return err
		}
		go gossh.DiscardRequests(reqs)
		_, _ = ch.SendRequest("pty-req", true, gossh.Marshal(ptyRequest{Term: "xterm-256color", W: 80, H: 24}))
		if _, err := ch.SendRequest("shell", true, nil); err != nil {
			return err
		}
		go func() { _, _ = io.Copy(io.Discard, ch) }()
	}
	fmt.Println("here")
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// BenchmarkIdleSession reports what a session costs that shows a screen of 80×24 and waits: heap and goroutines of the
// server alone, and its CPU time in thousandths of a core. The clients are another process.
func BenchmarkIdleSession(b *testing.B) {
	for _, fps := range []int{30, 60, 120} {
		b.Run(fmt.Sprintf("fps=%d", fps), func(b *testing.B) { idleSessions(b, fps) })
	}
}

func idleSessions(b *testing.B, fps int) {
	const sessions = 200
	for b.Loop() {
		d := doorFor(b, func(c *Config) { c.FPS = fps })
		heap, routines := used()
		crowd := exec.Command(os.Args[0])
		crowd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d", crowdEnv, d.addr, sessions))
		in, err := crowd.StdinPipe()
		if err != nil {
			b.Fatal(err)
		}
		out, err := crowd.StdoutPipe()
		if err != nil {
			b.Fatal(err)
		}
		if err := crowd.Start(); err != nil {
			b.Fatal(err)
		}
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "here\n" {
			b.Fatal(line, err)
		}
		until(b, "everybody sees the screen", func() bool {
			return d.Sessions() == sessions && strings.Count(d.msgs.String(), "size") >= sessions
		})
		cpu := cpuTime(b)
		const span = 3 * time.Second
		<-time.After(span)
		cpu = cpuTime(b) - cpu
		more, routinesMore := used()
		b.ReportMetric(float64(more-heap)/sessions/1024, "KiB/session")
		b.ReportMetric(float64(routinesMore-routines)/sessions, "goroutines/session")
		b.ReportMetric(float64(cpu)/float64(span)/sessions*1000, "millicores/session")
		_ = in.Close()
		if err := crowd.Wait(); err != nil {
			b.Fatal(err)
		}
		d.shut()
	}
}

func used() (heap int64, routines int) {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse), runtime.NumGoroutine()
}

// BenchmarkKeyToFrame reports how long it takes from a key to the first byte of the frame that shows it, over SSH on
// loopback, with a program that does nothing else. Most of it is waiting for the next frame.
func BenchmarkKeyToFrame(b *testing.B) {
	for _, fps := range []int{60, 120} {
		b.Run(fmt.Sprintf("fps=%d", fps), func(b *testing.B) { keyToFrame(b, fps) })
	}
}

func keyToFrame(b *testing.B, fps int) {
	d := doorFor(b, func(c *Config) { c.FPS = fps; c.Limits.EventRate = 1000 })
	defer d.shut()
	c, err := d.dial(login("anna", guest))
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	ch, reqs, err := c.OpenChannel("session", nil)
	if err != nil {
		b.Fatal(err)
	}
	go gossh.DiscardRequests(reqs)
	_, _ = ch.SendRequest("pty-req", true, gossh.Marshal(ptyRequest{Term: "xterm-256color", W: 80, H: 24}))
	_, _ = ch.SendRequest("shell", true, nil)
	frames := make(chan time.Time, 64)
	go func() {
		buf := make([]byte, 64<<10)
		for {
			if _, err := ch.Read(buf); err != nil {
				return
			}
			frames <- time.Now()
		}
	}()
	until(b, "the first screen", func() bool { return strings.Count(d.msgs.String(), "size") > 0 })
	var took []time.Duration
	for b.Loop() {
		for quiet := false; !quiet; { // what is still on its way
			select {
			case <-frames:
			case <-time.After(time.Duration(20+len(took)%17) * time.Millisecond):
				quiet = true
			}
		}
		from := time.Now()
		if _, err := io.WriteString(ch, string(rune('a'+len(took)%15))); err != nil {
			b.Fatal(err)
		}
		select {
		case at := <-frames:
			took = append(took, at.Sub(from))
		case <-time.After(patience):
			b.Fatal("a key changed nothing")
		}
	}
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	b.ReportMetric(ms(took[len(took)/2]), "ms-p50")
	b.ReportMetric(ms(took[len(took)*99/100]), "ms-p99")
}
