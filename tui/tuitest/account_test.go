package tuitest_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"saloon/lobby"
	"saloon/tui/tuitest"
)

// wordsShown reads the recovery words off a screen.
func wordsShown(t *testing.T, text string) string {
	t.Helper()
	var words []string
	for _, m := range regexp.MustCompile(`\b[1-8] ([a-z]{3,8})\b`).FindAllStringSubmatch(text, -1) {
		words = append(words, m[1])
	}
	if len(words) != 8 {
		t.Fatalf("%d words on\n%s", len(words), text)
	}
	return strings.Join(words, " ")
}

func TestSomebodyWhoLostEveryKeyComesBack(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna")
		north.Presses("m", "d").Sees("your account", "SHA256:Anna", "in use now", "You have none", "export > me.json")
		north.Presses("w").Sees("Your recovery words", "shown only now")
		old := wordsShown(t, north.Text())
		north.Presses("enter").Sees("Made on 1 January 2000", "Recovery words made")
		north.Presses("w").Sees("work no more then").Presses("m").Sees("Your recovery words")
		words := wordsShown(t, north.Text())
		north.Presses("enter", "esc", "esc")

		comer := house.Comes("Other", tuitest.Nameless())
		comer.Presses("down").Types(old).Presses("enter").Sees("Nobody has these words")
		comer.Presses("ctrl+u").Types("horse hrose camel").Presses("enter").Sees("is none of ours")
		comer.Presses("ctrl+u").Pastes("  " + strings.ToUpper(words)).Presses("enter")
		comer.Sees("Welcome back, Anna", "used up").Waits(2 * time.Second)
		north.Sees("So long")
		comer.Presses("a").Sees("your account", "SHA256:Other", "SHA256:Anna", "You have none", "Recovery words used")
	})
}

func TestTheKeyInUseGoesOnlyWithAWarning(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna")
		north.Presses("m", "d").Presses("x").Sees("Your only key stays.").Presses("c").Sees("Your code:")
		_, code, _ := strings.Cut(north.Text(), "Your code: ")
		code, _, _ = strings.Cut(code, " ")
		phone := house.Comes("Phone", tuitest.Nameless())
		phone.Presses("down").Types(code).Presses("enter").Sees("the lobby")
		phone.Presses("m", "d", "x").Sees("Take a key away", "(this one)").Presses("2")
		phone.Sees("the key you are using").Presses("esc").Presses("x", "1").Sees("That key is nobody's now.")
		phone.Presses("x").Sees("Your only key stays.")
	})
}

func TestSomebodyThinksItOver(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north := house.Comes("Anna")
		north.Presses("m", "d", "D").Sees("Delete your account", "Seven days").Types("Burt").Presses("enter")
		north.Sees("That is not your name.").Waits(2 * time.Second).Types("Anna").Presses("enter")
		north.Sees("Your account will be gone on 8 Jan 2000", "Press y to keep it")
		north.HangsUp()
		north.Waits(6 * 24 * time.Hour)
		again := house.Comes("Anna")
		again.Sees("Good to see you again", "gone on 8 Jan 2000").Waits(2 * time.Second).Presses("k")
		again.Sees("Your account stays.", "the lobby")
		again.Waits(30 * 24 * time.Hour)
		house.Comes("Anna").Sees("the lobby").SeesNot("Good to see you again")
	})
}

func TestSomebodyLeavesForGoodAndIsAStrangerAgain(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		north, south := sitTogether(house)
		north.Presses("esc").Sees("the seat stays").Presses("l").Sees("the lobby")
		north.Presses("m").Sees("your profile").Presses("d").Sees("your account")
		north.Presses("D").Sees("Delete your account").Types("Anna").Presses("enter").Sees("Press y to keep it")
		north.Waits(lobby.ThinkFor + time.Minute).Sees("Your account is gone now")
		south.Waits(time.Minute).Sees("free seat")
		stranger := house.Comes("Anna", tuitest.Nameless())
		stranger.Sees("What shall we call you?").Presses("ctrl+u").Types("Anna").Presses("enter")
		stranger.Sees("or one that looks like it").Presses("ctrl+u").Types("Gone Player 3").Sees("keeps that one")
	})
}

func TestAccountsInPlainLines(t *testing.T) {
	story(t, func(t *testing.T, house *tuitest.House) {
		anna := house.Calls("Anna", false)
		anna.Types("keys").Hears("1. SHA256:Anna", "It is the one that you are using.", "no recovery words")
		anna.Types("forget 1").Hears("This is your only key")
		anna.Types("words").Hears("Your recovery words are: ", "They work once.")
		m := regexp.MustCompile(`recovery words are: ([a-z, ]+)\.`).FindStringSubmatch(anna.Text())
		if m == nil {
			t.Fatal(anna.Text())
		}
		other := house.Calls("Other", true)
		other.Hears("and your recovery words").Types("words nonsense and more").Hears("none of ours")
		other.Types("words "+m[1]).Hears("Welcome back.", "You are Anna.")
		other.Types("forget 2").Hears("the key that you are using").Types("forget 1").Hears("no key of yours any more")
		other.Types("export").Hears("export > me.json")
		other.Types("delete-me").Hears("Nothing was done", "delete-me Anna").Types("delete-me Anna")
		other.Hears("will be gone on 8 January 2000").Types("keys").Hears("asked to be deleted", "Type \"keep-me\"")
		other.HangsUp()
		other = house.Calls("Other", false)
		other.Hears("Your account will be gone on").Types("keep-me").Hears("Good to have you.")
	})
}
