package sshd

import (
	"crypto/rsa"
	"strings"
	"unicode"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"saloon/lobby"
)

// What a key must be like.
const (
	rsaBitsMin = 2048
	rsaBitsMax = 8192
)

// Widths of what a client may say about itself, in runes.
const (
	suggestionWidth = 24
	termWidth       = 32
	argumentWidth   = 64
)

// acceptKey says whether a key could be somebody's, and nothing else: the client has not shown yet that it owns it, so
// nobody is looked up here. A certificate is refused, because one key could have any number of them, each another
// somebody.
func acceptKey(ctx ssh.Context, key ssh.PublicKey) bool {
	if _, ok := key.(*gossh.Certificate); ok {
		return false
	}
	if c, ok := key.(gossh.CryptoPublicKey); ok {
		if k, ok := c.CryptoPublicKey().(*rsa.PublicKey); ok {
			if bits := k.N.BitLen(); bits < rsaBitsMin || bits > rsaBitsMax {
				return false
			}
		}
	}
	lineOf(ctx).offered(gossh.FingerprintSHA256(key))
	return true
}

// acceptGuest lets somebody in who has no key, without asking anything.
func acceptGuest(ctx ssh.Context, _ gossh.KeyboardInteractiveChallenge) bool {
	lineOf(ctx).offered("")
	return true
}

// identify says who a session is: the owner of the key by which the connection was authenticated, or a guest. ok is
// false if that is not the key that the callback saw last, which the library rules out and we do not rely on.
func identify(sess *session) (id lobby.Identity, ok bool) {
	id = lobby.Identity{
		Suggested: clean(sess.User(), suggestionWidth),
		Addr:      sess.line.RemoteAddr().String(),
	}
	if key := sess.PublicKey(); key != nil {
		id.Fingerprint = gossh.FingerprintSHA256(key)
		id.KeyType = key.Type()
	}
	return id, id.Fingerprint == sess.line.offer()
}

// clean makes words out of what a client said: printable, on one line, not longer than width runes.
func clean(s string, width int) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n == width {
			break
		}
		if r == unicode.ReplacementChar || !unicode.IsPrint(r) {
			continue
		}
		b.WriteRune(r)
		n++
	}
	return strings.TrimSpace(b.String())
}
