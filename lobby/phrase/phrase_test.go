package phrase

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"
)

func TestWordsAreAsManyAsTheyMustBe(t *testing.T) {
	if len(list) != 1<<wordBits || !slices.IsSorted(list) {
		t.Fatalf("%d words, sorted: %v", len(list), slices.IsSorted(list))
	}
	plain := regexp.MustCompile(`^[a-z]{3,8}$`)
	for i, w := range list {
		if !plain.MatchString(w) || len(w) < wordMin || len(w) > wordMax {
			t.Errorf("%q is no plain word", w)
		}
		if i > 0 && list[i-1] == w {
			t.Errorf("%q stands there twice", w)
		}
	}
	if Words*wordBits < 80 {
		t.Errorf("%d bits can be guessed", Words*wordBits)
	}
}

func TestEveryBitOfChanceCounts(t *testing.T) {
	none, err := New(bytes.NewReader(make([]byte, 2*Words)))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{none: true}
	for bit := range wordBits { // of the first word
		b := make([]byte, 2*Words)
		b[1-bit/8] = 1 << (bit % 8)
		p, err := New(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		if displaywidth.String(p) > Width || seen[p] {
			t.Errorf("bit %d gives %q", bit, p)
		}
		seen[p] = true
	}
	if _, err := New(bytes.NewReader(nil)); err == nil {
		t.Error("a phrase was made of no chance")
	}
}

func TestTypedWordsAreRead(t *testing.T) {
	want := strings.Join(list[100:100+Words], " ")
	for _, typed := range []string{
		want, strings.ToUpper(want), "  " + strings.ReplaceAll(want, " ", ",  ") + ".",
		strings.ReplaceAll(want, " ", "-"), "1. " + strings.ReplaceAll(want, " ", " 2. "),
	} {
		got, err := Read(typed)
		if err != nil || got != want || !Like(typed) {
			t.Errorf("%q: %q, %v", typed, got, err)
		}
	}
	for typed, why := range map[string]string{
		"": "you gave 0", strings.Join(list[:7], " "): "you gave 7", want + " " + list[0]: "you gave 9",
		strings.Replace(want, list[102], "hrose", 1): `word 3, "hrose", is none of ours`,
		strings.Repeat("a ", 5000):                   `word 1, "a", is none of ours`,
	} {
		if _, err := Read(typed); !errors.Is(err, ErrPhrase) || !strings.Contains(err.Error(), why) {
			t.Errorf("%.20q: %v", typed, err)
		}
	}
	for _, code := range []string{"K7QF2M9A", "k7qf-2m9a", "ABCD EFGH", ""} {
		if Like(code) {
			t.Errorf("the code %q was taken for words", code)
		}
	}
}

func TestHashesDifferBySaltAndPhrase(t *testing.T) {
	one, two := []byte("0123456789abcdef"), []byte("0123456789abcdeg")
	seen := map[string]bool{Hash("a b", one): true, Hash("a b", two): true, Hash("a c", one): true}
	if len(seen) != 3 || !seen[Hash("a b", one)] {
		t.Errorf("hashes: %v", seen)
	}
}

func BenchmarkHash(b *testing.B) {
	for b.Loop() {
		Hash("horse apple", make([]byte, SaltLen))
	}
}
