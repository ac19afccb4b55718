package lobby

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
	"golang.org/x/text/cases"
	"golang.org/x/text/secure/bidirule"
	"golang.org/x/text/secure/precis"
	"golang.org/x/text/unicode/norm"
)

// nameBytesMax is more than any name of NameWidthMax cells needs; what is longer is not looked at.
const nameBytesMax = 200

// CheckName brings a name into the form in which it is stored, or fails with ErrName and a reason in words. A name is
// printable and composed, of letters of one script, digits and the signs space - _ . ' between them, NameWidthMin to
// NameWidthMax cells wide wherever it is shown. The form is stable: checking it again gives the same.
func CheckName(raw string) (string, error) {
	if len(raw) > nameBytesMax {
		return "", refuseName("it is longer than %d characters", NameWidthMax)
	}
	if !utf8.ValidString(raw) {
		return "", refuseName("it has bytes in it that are no text")
	}
	if strings.TrimSpace(raw) == "" {
		return "", tooShort()
	}
	name, err := precis.Nickname.String(plainSigns.Replace(raw))
	if err != nil {
		return "", refuseName("it has signs in it that do not show")
	}
	name = plainSigns.Replace(name)
	if err := checkSigns(name); err != nil {
		return "", err
	}
	if err := checkScript(name); err != nil {
		return "", err
	}
	switch w := displaywidth.String(name); {
	case w < NameWidthMin:
		return "", tooShort()
	case w > NameWidthMax:
		return "", refuseName("it is wider than %d letters", NameWidthMax)
	}
	if reservedName(name) {
		return "", refuseName("the house keeps that one for itself")
	}
	return name, nil
}

func refuseName(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrName, fmt.Sprintf(format, args...))
}

func tooShort() error { return refuseName("it is too short: %d letters at least", NameWidthMin) }

// plainSigns writes the signs that keyboards and phones make of plain ones plainly.
var plainSigns = strings.NewReplacer("’", "'", "‘", "'", "ʼ", "'", "`", "'", "´", "'", "‐", "-", "‑", "-", "–", "-")

const nameSigns = " -_.'"

// checkSigns checks a name rune by rune: letters with few accents, digits, and single signs between them.
func checkSigns(name string) error {
	marks, letters, last := marksMax, 0, ' '
	for _, r := range name {
		switch {
		case strings.ContainsRune(nameSigns, r):
			pair := string(last) + string(r)
			if strings.ContainsRune(nameSigns, last) && pair != ". " {
				return refuseName("signs like - and . stand singly, between letters")
			}
			marks = marksMax
		case r >= '0' && r <= '9':
			marks = marksMax
		case unicode.Is(unicode.Mn, r) && shows(r):
			if marks++; marks > marksMax || overlays(r) {
				return refuseName("it has too many accents")
			}
		case nameLetter(r):
			if marks = accents(r); marks > marksMax {
				return refuseName("it has too many accents")
			}
			letters++
		case !shows(r):
			return refuseName("it has signs in it that do not show, or not everywhere")
		default:
			return refuseName("%q is no letter, digit or one of - _ . '", r)
		}
		last = r
	}
	switch {
	case letters == 0:
		return refuseName("it has no letter")
	case strings.ContainsRune(" -_'", last):
		return refuseName("it ends with a sign")
	case !consistent(name):
		return refuseName("terminals do not agree how wide it is")
	}
	return nil
}

// accents counts the marks that a composed letter holds.
func accents(r rune) (n int) {
	for _, part := range norm.NFD.String(string(r)) {
		if unicode.Is(unicode.Mn, part) {
			n++
		}
	}
	return n
}

// overlays reports whether a mark strikes its letter through: it would make another letter of it.
func overlays(r rune) bool { return r >= 0x0334 && r <= 0x0338 }

// nameLetter reports whether a rune is a letter that a name may have. Latin, Greek and Cyrillic letters that are
// neither plain, nor plain with accents, nor in the table of lookalikes are left out: phonetic and historic letters
// are there to be taken for others.
func nameLetter(r rune) bool {
	if !unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lo) && r != 'ー' && r != '々' || !shows(r) {
		return false
	}
	if !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) {
		return true
	}
	base := []rune(bare(cases.Fold().String(string(r))))
	for _, b := range base {
		_, known := lookalikes[b]
		plain := b >= 'a' && b <= 'z' || b >= 'α' && b <= 'ω' || b >= 'а' && b <= 'я'
		if !plain && !known {
			return false
		}
	}
	return len(base) > 0
}

// scripts are those in which a name may be written: the living ones, without those that were made to look Latin.
var scripts = []*unicode.RangeTable{
	unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Hebrew, unicode.Arabic, unicode.Georgian,
	unicode.Ethiopic, unicode.Thai, unicode.Lao, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
	unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam,
	unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
	unicode.Bopomofo,
}

// together are the scripts that are written together.
var together = [][]*unicode.RangeTable{
	{unicode.Han, unicode.Hiragana, unicode.Katakana}, {unicode.Han, unicode.Hangul}, {unicode.Han, unicode.Bopomofo},
}

// checkScript refuses names of several scripts, names that run in both directions, and Greek in capitals that shows
// Latin words.
func checkScript(name string) error {
	var used []*unicode.RangeTable
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) || unicode.In(r, unicode.Common, unicode.Inherited) {
			continue
		}
		i := slices.IndexFunc(scripts, func(t *unicode.RangeTable) bool { return unicode.Is(t, r) })
		if i < 0 {
			return refuseName("%q is of an alphabet that most screens cannot show", r)
		}
		if !slices.Contains(used, scripts[i]) {
			used = append(used, scripts[i])
		}
	}
	if len(used) > 1 && !slices.ContainsFunc(together, func(t []*unicode.RangeTable) bool {
		return !slices.ContainsFunc(used, func(u *unicode.RangeTable) bool { return !slices.Contains(t, u) })
	}) {
		return refuseName("it mixes alphabets")
	}
	if !bidirule.ValidString(name) && unicode.In(firstLetter(name), unicode.Hebrew, unicode.Arabic) {
		return refuseName("it runs in both directions")
	}
	if strings.ContainsAny(name, turncoats) && strings.Trim(bare(name), capitals+nameSigns+"0123456789") == "" {
		return refuseName("in capitals it looks like other letters: write it with small ones")
	}
	return nil
}

func firstLetter(name string) rune {
	for _, r := range name {
		if unicode.IsLetter(r) {
			return r
		}
	}
	return utf8.RuneError
}

// Skeleton is what names are compared by: names that can be taken for each other have the same. Case, accents of
// European scripts, and the signs between letters do not count, and lookalikes of other scripts are written in Latin.
// It is defined on any text, and the skeleton of a skeleton is itself.
func Skeleton(name string) string {
	for range skeletonPasses { // a letter that was written in Latin may lose an accent, or make a pair
		next := skeletonPass(name)
		if next == name {
			break
		}
		name = next
	}
	return name
}

// skeletonPasses is more than any text needs.
const skeletonPasses = 16

func skeletonPass(name string) string {
	folded := bare(cases.Fold().String(norm.NFKC.String(name)))
	var b strings.Builder
	for _, r := range folded {
		switch like, ok := lookalikes[r]; {
		case strings.ContainsRune(nameSigns+"()", r) || unicode.IsSpace(r):
		case ok:
			b.WriteString(like)
		default:
			b.WriteRune(r)
		}
	}
	return norm.NFKC.String(pairs.Replace(b.String()))
}

// pairs are two letters that look like one.
var pairs = strings.NewReplacer("rn", "m", "vv", "w")

// bare takes the accents off Latin, Greek and Cyrillic letters; elsewhere they make another letter.
func bare(s string) string {
	var b strings.Builder
	european := false
	for _, r := range norm.NFKD.String(s) {
		if unicode.Is(unicode.Mn, r) {
			if european {
				continue
			}
		} else {
			european = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
		}
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

// SuggestName makes a name of the login name that somebody came with, or "" where that says nothing about them.
func SuggestName(login string) string {
	login = Clean(login, NameWidthMax*2)
	if i := strings.LastIndexAny(login, `\/`); i >= 0 {
		login = login[i+1:] // DOMAIN\user
	}
	login, _, _ = strings.Cut(login, "@")
	name, err := CheckName(login)
	if err != nil || slices.Contains(machineLogins, strings.ToLower(name)) {
		return ""
	}
	return name
}
