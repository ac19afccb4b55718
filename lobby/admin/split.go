package admin

import (
	"strings"
	"unicode"
)

// Split parts a typed line into words, as a shell does: blanks part them, but for those within quotation marks of
// either kind. It fails with Usage on a mark without its other half.
func Split(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	in, quote := false, rune(0)
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'' && !in: // within a word it is an apostrophe
			in, quote = true, r
		case unicode.IsSpace(r):
			if in {
				words = append(words, word.String())
			}
			word.Reset()
			in = false
		default:
			in = true
			word.WriteRune(r)
		}
	}
	if quote != 0 {
		return nil, Usage("that has a quotation mark without its other half")
	}
	if in {
		words = append(words, word.String())
	}
	return words, nil
}
