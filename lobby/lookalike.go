package lobby

// lookalikes maps letters, folded to lower case and without accents, to the letter that they are taken for. Whole
// strings are mapped letter by letter, so every value is made of letters that are not keys, or a skeleton would have
// skeletons of its own.
var lookalikes = makeLookalikes(
	// Latin: what accents do not explain, and the three that look alike in any font.
	"ı l", "i l", "1 l", "0 o", "ß ss", "æ ae", "œ oe", "ø o", "ł l", "đ d", "ð d", "þ p", "ħ h", "ŧ t", "ŋ n", "ĸ k",
	"ə e", "ɓ b", "ɗ d", "ƙ k", "ƴ y", "ɛ e", "ɔ c",
	// Cyrillic, as it looks in either case.
	"а a", "в b", "г r", "е e", "ё e", "з 3", "и u", "й u", "к k", "м m", "н h", "о o", "п n", "р p", "с c", "т t",
	"у y", "х x", "ч 4", "ш w", "щ w", "ь b", "ъ b", "ы bl", "ю lo", "б 6", "і l", "ї l", "ј j", "ѕ s", "ћ h", "ђ h",
	"џ u", "є e", "ѓ r", "ќ k", "ў y", "ґ r", "ғ r", "қ k", "ҝ k", "ҡ k", "ң h", "ҥ h", "ү y", "ұ y", "ҳ x", "ҷ 4",
	"ҹ 4", "һ h", "ә e", "ө o", "ӏ l", "ҙ 3", "ҫ c", "ҭ t", "җ ж", "љ л", "њ h",
	// Greek in small letters; its capitals see below.
	"α a", "β b", "γ y", "ε e", "ζ z", "η n", "ι l", "κ k", "μ u", "ν v", "ο o", "π n", "ρ p", "σ o", "ς c", "τ t",
	"υ u", "χ x", "ω w",
	// Armenian.
	"ա w", "գ q", "զ q", "հ h", "յ j", "ո n", "ռ n", "ս u", "ց g", "ք p", "օ o", "տ un",
	// Hebrew, Arabic, Ethiopic: strokes and circles.
	"ו l", "ן l", "ס o", "ا l", "ه o", "ዐ o",
	// Kana and Han.
	"一 ー", "口 ロ", "囗 ロ", "工 エ", "二 ニ", "力 カ", "夕 タ", "卜 ト", "八 ハ", "三 ミ", "千 チ", "才 オ", "へ ヘ", "り リ",
	"せ セ", "や ヤ", "か カ",
)

// capitals are the Greek letters that look Latin as they stand; turncoats are those of them whose small letters look
// like another Latin letter. A name of capitals alone must not hold one: its skeleton, made from small letters, would
// not be what people see.
const (
	capitals  = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο"
	turncoats = "ΗΝΥΜ"
)

func makeLookalikes(pairs ...string) map[rune]string {
	m := make(map[rune]string, len(pairs))
	for _, p := range pairs {
		from := []rune(p)[0]
		m[from] = p[len(string(from))+1:]
	}
	return m
}
