package swarm

import (
	"net"
	"testing"
)

func TestOpenConnectionsAreKnown(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	server, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	name := ends(client.RemoteAddr(), client.LocalAddr())
	for _, want := range []bool{true, false} {
		open, err := established()
		if err != nil {
			t.Fatal(err)
		}
		if open[name] != want {
			t.Errorf("%s is open: %t, want %t", name, open[name], want)
		}
		if err := server.Close(); err != nil && want {
			t.Fatal(err)
		}
	}
}
