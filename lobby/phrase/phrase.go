// Package phrase makes the recovery words that somebody writes down on paper, reads what they type back, and turns it
// into what may be stored. It keeps nothing.
package phrase

import (
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/crypto/argon2"
)

const (
	// Words is how many words a phrase has. Each is one of 2048, so a phrase is one of 2 to the power of 88.
	Words = 8
	// Width is more than any phrase is wide, in terminal cells.
	Width = Words * (wordMax + 1)
	// SaltLen is the length of a salt in bytes.
	SaltLen = 16

	wordBits = 11
	wordMin  = 3 // letters
	wordMax  = 8
	typedMax = 400 // bytes that are looked at
)

// What a hash costs: some hundredths of a second and as much memory as one may ask of a small machine. With 88 bits to
// guess, it is a second lock and not the first.
const (
	passes    = 2
	memoryKiB = 19 << 10
	threads   = 1
	hashLen   = 32
)

// ErrPhrase marks what cannot be a phrase; the text says why.
var ErrPhrase = errors.New("those are no recovery words")

//go:embed words.txt
var file string

// list is ascending.
var list = strings.Fields(file)

// New draws a phrase: Words words with a blank between.
func New(entropy io.Reader) (string, error) {
	var b [2 * Words]byte
	if _, err := io.ReadFull(entropy, b[:]); err != nil {
		return "", err
	}
	words := make([]string, Words)
	for i := range words {
		n := int(b[2*i])<<8 | int(b[2*i+1])
		words[i] = list[n&(1<<wordBits-1)] // 2^16 is a multiple of 2^11: every word is equally likely
	}
	return strings.Join(words, " "), nil
}

// Like reports whether what somebody typed is meant as a phrase, and not as a code: it has words in it.
func Like(typed string) bool {
	n := 0
	for _, w := range split(typed) {
		if len(w) >= wordMin {
			n++
		}
	}
	return n >= Words/2-1
}

// Read brings what somebody typed into the form in which a phrase was made: capitals, commas, numbers before the words
// and further blanks do not matter. It fails with ErrPhrase, and says which word is none of the list: that is no
// secret.
func Read(typed string) (string, error) {
	words := split(typed)
	for i, w := range words {
		if i < Words && !known(w) {
			return "", fmt.Errorf("%w: word %d, %q, is none of ours", ErrPhrase, i+1, short(w))
		}
	}
	if len(words) != Words {
		return "", fmt.Errorf("%w: there are %d of them, and you gave %d", ErrPhrase, Words, len(words))
	}
	return strings.Join(words, " "), nil
}

func known(w string) bool {
	_, ok := slices.BinarySearch(list, w)
	return ok
}

func short(w string) string { return w[:min(len(w), 2*wordMax)] }

// split parts what was typed into words of ASCII letters; whatever else stands there parts words.
func split(typed string) []string {
	typed = strings.ToLower(typed[:min(len(typed), typedMax)])
	return strings.FieldsFunc(typed, func(r rune) bool { return r < 'a' || r > 'z' })
}

// Hash is how a phrase that was read is stored. It takes its time, and is the same for the same phrase and salt.
func Hash(phrase string, salt []byte) string {
	return hex.EncodeToString(argon2.IDKey([]byte(phrase), salt, passes, memoryKiB, threads, hashLen))
}
