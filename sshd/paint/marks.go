package paint

import "strings"

// marks are what is on of a pen besides its colors.
type marks uint16

// The marks that terminals know, in the order in which they are said (ECMA-48, select graphic rendition).
var markWords = [...]string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "21", "53"}

// markEnds are the words that take marks back.
var markEnds = map[string]marks{
	"22": of("1", "2"), "23": of("3"), "24": of("4", "21"), "25": of("5", "6"), "27": of("7"), "28": of("8"),
	"29": of("9"), "55": of("53"),
}

func of(words ...string) (m marks) {
	for _, word := range words {
		for i, known := range markWords {
			if word == known {
				m |= 1 << i
			}
		}
	}
	return m
}

// after is what is on after one more word. A word that is not known changes nothing.
func (m marks) after(word string) marks { return (m | of(word)) &^ markEnds[word] }

// spelled are the words of all marks, made once: they are asked for with every change of a pen.
var spelled = func() (all [1 << len(markWords)]string) {
	for m := range all {
		var words []string
		for i, word := range markWords {
			if m>>i&1 != 0 {
				words = append(words, word)
			}
		}
		all[m] = strings.Join(words, ";")
	}
	return all
}()

// words is what is said to turn marks on; empty for none.
func (m marks) words() string { return spelled[m] }
