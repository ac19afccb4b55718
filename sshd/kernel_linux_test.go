//go:build linux && (amd64 || arm64)

package sshd

import (
	"io"
	"net"
	"testing"
	"time"
)

// The kernel knows how long a connection is for as long as there is one.
func TestTheKernelKnowsALine(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	far, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer far.Close()
	near, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	tcp := near.(*net.TCPConn)
	if _, err := tcp.Write([]byte("there")); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(far, make([]byte, 5)); err != nil {
		t.Fatal(err)
	}
	until(t, "a round trip that the kernel knows", func() bool { return kernelTrip(tcp) > 0 })
	if got := shortest(near); got > time.Second {
		t.Errorf("on this machine it takes %v there and back", got)
	}
	_ = tcp.Close()
	if got := kernelTrip(tcp); got != 0 {
		t.Errorf("a closed connection takes %v", got)
	}
	if got := shortest(fixed{near}); got != 7*time.Millisecond {
		t.Errorf("a connection that says 7ms takes %v", got)
	}
	if a, _ := net.Pipe(); shortest(a) != 0 {
		t.Error("a pipe has a length")
	}
}

type fixed struct{ net.Conn }

func (fixed) ShortestTrip() time.Duration { return 7 * time.Millisecond }
