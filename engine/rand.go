package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
)

// Seed is the 32 bytes from which all chance of a match follows. It is secret until the match has ended.
type Seed [32]byte

// ParseSeed reads 64 hexadecimal digits.
func ParseSeed(s string) (Seed, error) {
	var seed Seed
	if len(s) != 2*len(seed) {
		return seed, fmt.Errorf("a seed has %d hexadecimal digits, not %d", 2*len(seed), len(s))
	}
	_, err := hex.Decode(seed[:], []byte(s))
	return seed, err
}

// String gives 64 hexadecimal digits.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

// Commitment is SHA-256 of the seed: shown when the match opens, so that anyone can check the seed shown at its end.
func (s Seed) Commitment() string {
	sum := sha256.Sum256(s[:])
	return hex.EncodeToString(sum[:])
}

// Entry is the chance of entry n, from 1: ChaCha8 keyed with SHA-256(seed ‖ n as 8 bytes, big-endian). No generator
// position needs storing, any entry can be decided again alone, and a refused act consumes nothing.
func (s Seed) Entry(n uint64) *Rand { return &Rand{seed: s, n: n} }

// Fork is a source beside the match's own, for bots and tools: adding one does not move the cards.
func (s Seed) Fork(label string) Seed {
	h := sha256.New()
	h.Write(s[:])
	h.Write([]byte("/" + label))
	var out Seed
	h.Sum(out[:0])
	return out
}

// Rand is a source of chance. It costs nothing until the first draw. It is not safe for use by two goroutines.
type Rand struct {
	seed  Seed
	n     uint64
	ready bool
	src   rand.ChaCha8
}

// Reset makes r the chance of entry n of a seed, keeping its memory.
func (r *Rand) Reset(s Seed, n uint64) { r.seed, r.n, r.ready = s, n, false }

// Uint64 draws 64 bits.
func (r *Rand) Uint64() uint64 {
	if !r.ready {
		var in [40]byte
		copy(in[:], r.seed[:])
		binary.BigEndian.PutUint64(in[32:], r.n)
		r.src.Seed(sha256.Sum256(in[:]))
		r.ready = true
	}
	return r.src.Uint64()
}

// IntN draws a number from 0 to n-1, each equally likely (by rejection, no modulo bias). It panics if n < 1.
func (r *Rand) IntN(n int) int {
	if n < 1 {
		panic("engine: IntN needs a positive bound")
	}
	bound := uint64(n)
	limit := -bound % bound // 2^64 mod n: the draws below it are rejected
	for {
		if v := r.Uint64(); v >= limit {
			return int(v % bound)
		}
	}
}
