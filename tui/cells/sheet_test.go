package cells

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"saloon/tui/style"
)

func TestWideLettersNeverShiftABorder(t *testing.T) {
	s := New(8, 3)
	defer s.Free()
	s.Frame(style.Ink{}, style.Plain().Glyphs)
	s.Part(1, 1, 6, 1).Put(0, 0, style.Ink{}, "牛仔安娜x")
	want := "+------+\n|牛仔安|\n+------+"
	if got := s.String(); got != want {
		t.Errorf("drew\n%s\nwant\n%s", got, want)
	}
	s.Part(1, 1, 5, 1).Put(1, 0, style.Ink{}, "安娜")
	if got, want := strings.Split(s.String(), "\n")[1], "| 安娜 |"; got != want {
		t.Errorf("over wide letters: %q, want %q", got, want)
	}
}

func TestInksAreWrittenOncePerRun(t *testing.T) {
	st := style.For(style.Look{Profile: 4})
	s := New(6, 1)
	defer s.Free()
	s.Put(0, 0, st.Strong, "ab")
	s.Put(2, 0, st.Strong, "cd")
	if got, want := s.String(), st.Strong.Render("abcd")+"  "; got != want {
		t.Errorf("drew %q, want %q", got, want)
	}
}

// Whatever is drawn wherever, a sheet stays exactly as wide and high as it is.
func TestSheetKeepsItsSize(t *testing.T) {
	letters := rapid.StringOfN(rapid.SampledFrom([]rune("aé牛仔🤠e\u0301─")), 0, 8, -1)
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(0, 12).Draw(t, "w"), rapid.IntRange(0, 4).Draw(t, "h")
		s := New(w, h)
		defer s.Free()
		for range rapid.IntRange(0, 12).Draw(t, "puts") {
			x, y := rapid.IntRange(-4, 14).Draw(t, "x"), rapid.IntRange(-1, 5).Draw(t, "y")
			text := letters.Draw(t, "text")
			s.Put(x, y, style.Ink{}, style.Clean(text, 20))
		}
		if h == 0 {
			return
		}
		lines := strings.Split(s.String(), "\n")
		if len(lines) != h {
			t.Fatalf("%d lines, want %d", len(lines), h)
		}
		for _, l := range lines {
			if style.Width(l) != w {
				t.Fatalf("%q is %d cells wide, want %d", l, style.Width(l), w)
			}
		}
	})
}
