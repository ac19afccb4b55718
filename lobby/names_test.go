package lobby

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

func TestNamesThatPeopleHave(t *testing.T) {
	for raw, want := range map[string]string{
		"Anna": "Anna", "  Anna  ": "Anna", "Big   Nose Kate": "Big Nose Kate", "O’Malley": "O'Malley",
		"Jean-Luc": "Jean-Luc", "J. Doe": "J. Doe", "Sammy Jr.": "Sammy Jr.", "x_y": "x_y", "Burt2": "Burt2",
		"José": "José", "Ａｎｎａ": "Anna", "Łukasz": "Łukasz", "Đặng Thị": "Đặng Thị",
		"Анна": "Анна", "Юля": "Юля", "Νίκος": "Νίκος", "Արամ": "Արամ", "דוד": "דוד", "محمد": "محمد", "გია": "გია",
		"李小龍": "李小龍", "さくら": "さくら", "サクラ子": "サクラ子", "김철수": "김철수", "สมชาย": "สมชาย",
	} {
		got, err := CheckName(raw)
		if err != nil || got != want {
			t.Errorf("CheckName(%q) = %q, %v, want %q", raw, got, err, want)
		}
	}
}

func TestNamesThatAreTricks(t *testing.T) {
	for _, raw := range []string{
		"", " ", "A", strings.Repeat("a", 25), strings.Repeat("x", 100_000), "--", "-Anna", "Anna-", "a--b", "a..b",
		"123",
		"\x1b[2J", "Anna\x1b[31m", "An\x00na", "Anna\r", "Anna\nBurt", "An\tna", "\u009b2JAnna", "Anna\u0085b",
		"Anna\u200b", "admin\u200b", "An\u200dna", "\u2060Anna", "\ufeffAnna", "An\u00adna", "Anna\ufe0f", "An\u034fna",
		"\u202eannA", "Anna\u2066", "\u200fAnna", "An\u2028na", "ㅤㅤ", "\u2800\u2800", "\u115f\u1160", "\uffa0\uffa0",
		"An\U000e0041na", "An\ue000na", "An\U0010ffffna", "Anna\xff", "A\u0301\u0301\u0301nna", "\u0301Anna",
		"A\u0336nna",
		"раypal", "Аnna", "Annа", "αnna", "Annａ\u0430", "ᎪᏁᏁᎪ", "ᴀɴɴᴀ", "ɑnna", "ꜱam", "ѵera", "Ѡmega", "ΑΝΝΑ", "ΗΥΜΝ",
		"Anna😀", "★Anna★", "An<na", "Anna/..", "../x", "Anna\\", "Anna\"", "An(na)", "Anna:", "Anna,", "a@b",
		"🇩🇪🇩🇪", "👍🏽👍🏽", "A⃝nna", "١٢٣ab", "सीता", "ꦃꦃ", "אבa", "a אב", "ᄀᄀᄀ",
		"admin", "Admin", "ADMIN", "аdmin", "adm1n", "аԁmіn", "root", "r00t", "Saloon", "Saloon Staff", "staff-anna",
		"the house", "dealer", "Table", "nobody", "Guest", "Guest 12", "Guest12", "guest-anna", "You", "bot 3",
		"Nature",
		"Tumbleweed", "tumble-weed", "Old Bess", "Two Tooth", "Mod", "HOST",
	} {
		if got, err := CheckName(raw); !errors.Is(err, ErrName) {
			t.Errorf("CheckName(%q) = %q, %v, want ErrName", raw, got, err)
		}
	}
	for _, blank := range []string{"", "  "} { // what nobody typed holds no strange signs
		if _, err := CheckName(blank); err == nil || !strings.Contains(err.Error(), "too short") {
			t.Errorf("CheckName(%q): %v", blank, err)
		}
	}
}

func TestNamesThatLookAlikeAreOne(t *testing.T) {
	for _, pair := range [][2]string{
		{"Anna", "ANNA"}, {"Anna", "Änna"}, {"Anna", "An na"}, {"Anna", "An-na"}, {"Bill", "BiII"}, {"Bill", "Bi11"},
		{"Bob", "B0b"}, {"Burn", "Bum"}, {"Wade", "VVade"}, {"Pop", "Рор"}, {"Oxana", "Охапа"}, {"Tom", "Том"},
		{"Groß", "Gross"}, {"Jose", "José"}, {"Soren", "Søren"}, {"Лев", "лев"}, {"Фёдор", "Федор"},
		{"さくら", "さ-くら"}, {"エリ", "工り"}, {"ΑΒΓ", "αβγ"},
	} {
		a, b := Skeleton(pair[0]), Skeleton(pair[1])
		if a != b {
			t.Errorf("%q and %q have the skeletons %q and %q", pair[0], pair[1], a, b)
		}
	}
	for _, pair := range [][2]string{
		{"Anna", "Anne"}, {"Hans", "Nans"}, {"Ира", "Юра"}, {"かな", "がな"}, {"กา", "กิ"}, {"Burt", "Curt"},
	} {
		if Skeleton(pair[0]) == Skeleton(pair[1]) {
			t.Errorf("%q and %q are one", pair[0], pair[1])
		}
	}
}

// TestHundredsOfConfusables writes a name in every style of letters that Unicode has, and letter by letter in
// lookalikes of other scripts: it is refused, or it is the same name.
func TestHundredsOfConfusables(t *testing.T) {
	const plain = "Maverick"
	tried := 0
	try := func(raw string) {
		tried++
		if name, err := CheckName(raw); err == nil && Skeleton(name) != Skeleton(plain) {
			t.Errorf("%q passes as %q beside %q", raw, name, plain)
		}
	}
	for style := rune(0x1D400); style < 0x1D6A4; style += 52 { // mathematical letters: bold, script, Fraktur…
		try(strings.Map(func(r rune) rune {
			if r >= 'a' {
				return style + 26 + r - 'a'
			}
			return style + r - 'A'
		}, plain))
	}
	for _, base := range []rune{'Ａ', 'Ⓐ', '🄰', '🅐', '🅰', '🇦', 'ᴬ'} {
		try(strings.Map(func(r rune) rune { return base + unicode.ToUpper(r) - 'A' }, plain))
	}
	for from, to := range lookalikes {
		for i, r := range plain {
			if lower := string(unicode.ToLower(r)); Skeleton(lower) == Skeleton(to) {
				try(plain[:i] + string(from) + plain[i+1:])
				try(plain[:i] + string(unicode.ToUpper(from)) + plain[i+1:])
			}
		}
	}
	for _, r := range "\u0300\u0301\u0323\u0331\u0336\u0338\u20dd\u200b\u200c\u200d\u200e\u2060\u2063\u00ad" +
		"\u034f\u061c\u180e\ufe00\ufe0f\U000e0020\U000e0100" {
		for i := range plain {
			try(plain[:i] + string(r) + plain[i:])
		}
	}
	if tried < 200 {
		t.Errorf("only %d were tried", tried)
	}
}

// TestLookalikesEndAtOnce: no value of the table is a key, or a skeleton would have skeletons of its own.
func TestLookalikesEndAtOnce(t *testing.T) {
	for from, to := range lookalikes {
		if got := Skeleton(to); got != to {
			t.Errorf("%c is written %q, which is written %q", from, to, got)
		}
	}
}

// TestBotNamesCannotBeTaken: no name that passes has a bot's skeleton, and no two bots share one.
func TestBotNamesCannotBeTaken(t *testing.T) {
	seen := map[string]bool{}
	for _, level := range []string{"random", "regular", "sharp"} {
		for n := range botNames {
			p := botPerson(level, n)
			if s := Skeleton(p.Name); seen[s] {
				t.Errorf("%s shares its skeleton", p.Name)
			} else {
				seen[s] = true
			}
			if _, err := CheckName(p.Name); err == nil {
				t.Errorf("%s may be chosen", p.Name)
			}
			if w := displaywidth.String(p.Name); w > NameWidthMax {
				t.Errorf("%s is %d cells wide", p.Name, w)
			}
		}
	}
}

func TestSuggestName(t *testing.T) {
	for login, want := range map[string]string{
		"anna": "anna", "root": "", "git": "", "ubuntu": "", "EC2-user": "", `CORP\burt`: "burt",
		"curt@example.org": "curt",
		"":                 "", "x": "",
		"\x1b[2Jdora": "[2Jdora", "../x": "", "saloon": "", strings.Repeat("a", 100_000): "",
	} {
		if strings.HasPrefix(want, "[") {
			want = "" // what is left of an escape is no name
		}
		if got := SuggestName(login); got != want {
			t.Errorf("SuggestName(%q) = %q, want %q", login[:min(len(login), 20)], got, want)
		}
	}
}

func FuzzName(f *testing.F) {
	for _, s := range []string{"Anna", "раypal", "ΑΝΝΑ", "सीता", "김철수", "e\u0301", "İstanbul", "ǅ", "K\u212a", "ﾊﾝ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if s := Skeleton(raw); Skeleton(s) != s {
			t.Fatalf("the skeleton %q of %q has the skeleton %q", s, raw, Skeleton(s))
		}
		name, err := CheckName(raw)
		if err != nil {
			if !errors.Is(err, ErrName) {
				t.Fatalf("%q: %v", raw, err)
			}
			return
		}
		again, err := CheckName(name)
		if err != nil || again != name {
			t.Fatalf("%q became %q, which became %q, %v", raw, name, again, err)
		}
		checkShown(t, name, NameWidthMax)
		if Skeleton(name) == "" {
			t.Fatalf("%q has no skeleton", name)
		}
	})
}

// checkShown checks what every text of other people must be: one line of agreed width without anything hidden.
func checkShown(t *testing.T, text string, width int) {
	t.Helper()
	sum := 0
	for _, r := range text {
		if r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Zl, unicode.Zp,
			unicode.Mc, unicode.Me) {
			t.Fatalf("%q holds %U", text, r)
		}
		sum += displaywidth.Rune(r)
	}
	if w := displaywidth.String(text); w != sum || w > width {
		t.Fatalf("%q is %d cells wide and its runes are %d, of %d", text, w, sum, width)
	}
	for _, beside := range []string{" ", "│"} {
		if w := displaywidth.String(beside + text + beside); text != "" && w != sum+2 {
			t.Fatalf("%q between two of %q is %d cells wide, and %d without them", text, beside, w, sum)
		}
	}
}
