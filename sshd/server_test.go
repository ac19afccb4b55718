package sshd

import (
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

func TestSomebodyComesInPlaysAndLeaves(t *testing.T) {
	d := opened(t)
	key := newKey(t)
	c, err := d.dial(login("anna", gossh.PublicKeys(key)))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s := d.sits(c)
	v := <-d.seen
	if v.Width != 80 || v.Height != 24 || v.Term != "xterm-256color" || v.Intent.Aim != ToLobby {
		t.Errorf("visit %+v", v)
	}
	s.types("hi")
	s.out.awaits(t, "hi")
	s.types("q")
	if code := s.exits(); code != 0 {
		t.Errorf("exit status %d", code)
	}
	s.ends()
	until(t, "nobody is left", func() bool { return d.Sessions() == 0 })
}
