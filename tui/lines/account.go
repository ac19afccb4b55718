package lines

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"saloon/lobby"
	"saloon/lobby/phrase"
)

// accountCommands are the words about one's own account.
func accountCommands() []command {
	return []command{
		word("keys account", "", "your keys, recovery words, and what happened to your account", (*talker).account),
		word("forget", "NUMBER [anyway]", "take one of your keys away, by its number in \"keys\"", (*talker).forget),
		word("words", "", "recovery words, for the day when all your keys are lost", (*talker).words),
		word("export", "", "how to take everything of yours along", func(t *talker, _ []string) {
			t.say("At home, type: %s export > me.json. It is everything that is kept of you, as one file.", t.Address)
		}),
		word("delete-me", "YOUR NAME", "take your account away, a week from now", (*talker).deleteMe),
		word("keep-me", "", "keep your account after all", (*talker).keepMe),
	}
}

// moment says a moment by the player's clock.
func (t *talker) moment(at time.Time) string {
	return at.In(t.Session.Player().Prefs.Clock()).Format("2 January 2006, 15:04")
}

// mine reads the player's account.
func (t *talker) mine() (a lobby.Account, ok bool) {
	err := t.wait(func(ctx context.Context) (err error) {
		a, err = t.Session.Account(ctx)
		return err
	})
	return a, !t.sorry(err)
}

func (t *talker) account([]string) {
	a, ok := t.mine()
	if !ok {
		return
	}
	for i, k := range a.Keys {
		this := ""
		if k.Fingerprint == t.Fingerprint {
			this = " It is the one that you are using."
		}
		t.say("%d. %s, %s, added %s, last used %s.%s", i+1, k.Fingerprint, k.Type, t.moment(k.Added), t.moment(k.Used),
			this)
	}
	if a.Words.IsZero() {
		t.say("You have no recovery words. Type \"words\" for some.")
	} else {
		t.say("Your recovery words were made on %s.", t.moment(a.Words))
	}
	for _, act := range a.Acts {
		t.say("%s: %s %s.", t.moment(act.At), act.Act, act.About)
	}
	t.leaving()
}

// leaving says when the account will be gone, if that was asked for.
func (t *talker) leaving() {
	if until := t.Session.Player().Leaving; !until.IsZero() {
		t.say("Your account will be gone on %s, as you asked. Type \"keep-me\" to keep it.", t.moment(until))
	}
}

// forget takes a key away.
func (t *talker) forget(args []string) {
	a, ok := t.mine()
	if !ok {
		return
	}
	n := 0
	if len(args) > 0 {
		n, _ = strconv.Atoi(args[0]) // what is no number is no key either
	}
	if n < 1 || n > len(a.Keys) {
		t.say("Which key? Its number in \"keys\".")
		return
	}
	print := a.Keys[n-1].Fingerprint
	if print == t.Fingerprint && (len(args) < 2 || args[1] != "anyway") && len(a.Keys) > 1 {
		t.say("That is the key that you are using: without it you come in only by another one of yours.")
		t.say("Type \"forget %d anyway\" if you mean it.", n)
		return
	}
	if !t.sorry(t.wait(func(ctx context.Context) error { return t.Session.RemoveKey(ctx, print) })) {
		t.say("%s is no key of yours any more.", print)
	}
}

func (t *talker) words([]string) {
	var words string
	err := t.wait(func(ctx context.Context) (err error) {
		words, err = t.Session.Words(ctx)
		return err
	})
	if t.sorry(err) {
		return
	}
	t.say("Your recovery words are: %s.", strings.ReplaceAll(words, " ", ", "))
	t.say("Write them down: they are told only now, and older ones work no more. If you lose all your keys, come with "+
		"a new one, and type at the door \"words\" and these %d words. They work once.", phrase.Words)
}

// recover takes recovery words that a newcomer types.
func (t *talker) recover(ctx context.Context, typed string) error {
	err := t.Session.Recover(ctx, typed)
	if errors.Is(err, lobby.ErrNotFound) {
		return fmt.Errorf("%w: nobody has these words; they were used, or newer ones were made", phrase.ErrPhrase)
	}
	if err == nil {
		t.say("Welcome back. Your recovery words are used up: type \"words\" for new ones.")
	}
	return err
}

func (t *talker) deleteMe(args []string) {
	var until time.Time
	err := t.wait(func(ctx context.Context) (err error) {
		until, err = t.Session.DeleteMe(ctx, strings.Join(args, " "))
		return err
	})
	if errors.Is(err, lobby.ErrConfirm) {
		t.say("Nothing was done. This takes your account away for good, seven days from now: name, keys, settings, " +
			"rating and notes. In the matches of others you are called \"" + lobby.GoneName + "\" and a number from " +
			"then on.")
		t.say("If you mean it, type: delete-me %s", t.Session.Player().Name)
		return
	}
	if !t.sorry(err) {
		t.say("Your account will be gone on %s. Until then, \"keep-me\" keeps it.", t.moment(until))
	}
}

func (t *talker) keepMe([]string) {
	if !t.sorry(t.wait(t.Session.KeepMe)) {
		t.say("Your account stays. Good to have you.")
	}
}
