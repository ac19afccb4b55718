// Package floor has the bare servers that a house is compared with: one that does nothing but SSH, and one that is as
// its libraries' own introductions show it. Whatever a house needs more than these, it needs for what it is.
package floor

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"net"

	"golang.org/x/crypto/ssh"
)

// The kinds of servers.
const (
	Echo   = "echo"   // x/crypto's SSH, which sends back what comes
	Bubble = "bubble" // Wish and Bubble Tea with one screen
)

// Serve serves a kind on a listener, for anybody with any key, until the context ends.
func Serve(ctx context.Context, kind string, l net.Listener) error {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	switch kind {
	case Echo:
		signer, err := ssh.NewSignerFromKey(private)
		if err != nil {
			return err
		}
		return echo(ctx, l, signer)
	case Bubble:
		block, err := ssh.MarshalPrivateKey(private, "")
		if err != nil {
			return err
		}
		return bubble(ctx, l, pem.EncodeToMemory(block))
	}
	return fmt.Errorf("no server of the kind %q", kind)
}

// echo accepts until the context ends.
func echo(ctx context.Context, l net.Listener, key ssh.Signer) error {
	defer context.AfterFunc(ctx, func() { _ = l.Close() })()
	cfg := &ssh.ServerConfig{PublicKeyCallback: func(ssh.ConnMetadata, ssh.PublicKey) (*ssh.Permissions, error) {
		return nil, nil
	}}
	cfg.AddHostKey(key)
	for {
		c, err := l.Accept()
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, net.ErrClosed):
			return err
		case err == nil:
			go line(c, cfg) // contained: a panic ends a process that nobody's match is in
		}
	}
}

// line serves one connection.
func line(c net.Conn, cfg *ssh.ServerConfig) {
	defer func() { _ = c.Close() }() // it may be closed
	_, channels, requests, err := ssh.NewServerConn(c, cfg)
	if err != nil {
		return
	}
	go ssh.DiscardRequests(requests) // contained: it only discards
	for n := range channels {
		ch, requests, err := n.Accept()
		if err != nil {
			return
		}
		go session(ch, requests) // contained: like line
	}
}

// greeting is what an echo says first.
const greeting = "\x1b[H\x1b[2J"

// session answers the requests of a session, and begins to echo once there is a shell.
func session(ch ssh.Channel, requests <-chan *ssh.Request) {
	for r := range requests {
		_ = r.Reply(r.Type == "pty-req" || r.Type == "shell", nil) // a line that is gone ends the requests
		if r.Type == "shell" {
			go answer(ch) // contained: it only copies bytes
		}
	}
}

// answer sends back what comes, until the line ends.
func answer(ch ssh.Channel) {
	defer func() { _ = ch.Close() }() // it may be closed
	p := make([]byte, 1<<10)
	n := copy(p, greeting)
	for {
		if _, err := ch.Write(p[:n]); err != nil {
			return
		}
		var err error
		if n, err = ch.Read(p); err != nil {
			return
		}
	}
}
