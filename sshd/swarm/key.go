package swarm

import (
	"crypto/ed25519"
	"crypto/sha256"
	"fmt"

	"golang.org/x/crypto/ssh"
)

// Key is the i-th key of a swarm: the same for the same seed, so that a second run comes back as the same people.
func Key(seed uint64, i int) ssh.Signer {
	sum := sha256.Sum256(fmt.Appendf(nil, "saloon swarm %d %d", seed, i))
	signer, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(sum[:]))
	if err != nil {
		panic(err) // an ed25519 key is always a signer
	}
	return signer
}
