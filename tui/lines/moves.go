package lines

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"saloon/engine"
	"saloon/lobby/table"
)

// fits are the moves whose words a line begins, or the one whose words it is.
func (t *talker) fits(line string) (fit []int) {
	a := t.at.frame.Ask
	if a == nil {
		return nil
	}
	for i, w := range a.Words {
		if strings.EqualFold(w, line) {
			return []int{i}
		}
		if len(w) >= len(line) && strings.EqualFold(w[:len(line)], line) {
			fit = append(fit, i)
		}
	}
	return fit
}

// spells reports whether a line is the words of one of the choices.
func (t *talker) spells(line string) bool {
	fit := t.fits(line)
	return len(fit) == 1 && strings.EqualFold(t.at.frame.Ask.Words[fit[0]], line)
}

// answer plays the move that a line means, or says why it means none.
func (t *talker) answer(line string) {
	a := t.at.frame.Ask
	if a == nil {
		t.say("%q is nothing that I know, and it is not your move. Type: help", short(line))
		return
	}
	if n, err := strconv.Atoi(line); err == nil {
		switch {
		case t.at.ask != a.ID:
			t.say("The question is another one now.")
			t.choices(choicesMax)
		case n < 1 || n > len(a.Legal):
			t.say("There are %d choices.", len(a.Legal))
		default:
			t.settle(a, n-1)
		}
		return
	}
	if m, ok := t.unlisted(line); ok && !t.spells(line) {
		t.move(a, m)
		return
	}
	switch fit := t.fits(line); len(fit) {
	case 0:
		t.say("%q is no move now. \"moves\" says your choices.", short(line))
	case 1:
		t.settle(a, fit[0])
	default:
		t.say("That could be any of these:")
		for _, i := range fit {
			t.say("%d: %s", i+1, a.Words[i])
		}
	}
}

// unlisted reads a move that is not among the choices, in a game whose list holds representatives only: an amount of
// the player's own. Whether it may be made is the table's word.
func (t *talker) unlisted(line string) (any, bool) {
	a, s := t.at.frame.Ask, t.at.frame.Info.Settings
	if !t.at.kit.Spec.Representatives || a.Bounds == "" {
		return nil, false
	}
	m, err := t.at.kit.Open(engine.Config{Seats: s.Seats, Options: s.Options})
	if err != nil {
		return nil, false
	}
	act, err := m.Parse(strings.ToLower(line), a.Seat, nil)
	return act.Move, err == nil
}

// means reports whether a line is a move in words, listed or not, while one is asked for.
func (t *talker) means(line string) bool {
	if t.at.frame.Ask == nil {
		return false
	}
	_, ok := t.unlisted(line)
	return ok
}

// settle answers the question with one of its choices.
func (t *talker) settle(a *table.Ask, i int) { t.move(a, a.Legal[i]) }

// move answers the question.
func (t *talker) move(a *table.Ask, move any) {
	t.at.visit.SetLag(t.Lag())
	err := t.wait(func(ctx context.Context) error { return t.at.visit.Answer(ctx, a.ID, move) })
	var refused *engine.Refusal
	if t.sorry(err) && errors.As(err, &refused) {
		t.say("\"rules %s\" says more.", refused.Clause)
	}
}
