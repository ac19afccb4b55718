package okcorral

import (
	"fmt"

	"saloon/engine"
)

// Tell is the event's line, the same for everybody: before the close nothing is told but the card, and nothing secret
// is told after it.
func (Rules) Tell(event Event, _ engine.Viewer) (engine.Note, bool) {
	n := engine.Note{Kind: Name + "/" + kindOf(event), Seat: engine.Nature, Other: engine.Nobody}
	switch e := event.(type) {
	case Cast:
		n.Seat = e.Seat
		n.Text = fmt.Sprintf("{seat} is the %v, %v: %s.", e.Character, e.Character.Color(), e.Character.Words())
	case Dealt:
		n.Seat, n.Text = e.First, "{seat} was drawn to turn the first card."
	case Revealed:
		n.Seat, n.Cards, n.Text = e.Seat, []string{e.Card.String()}, fmt.Sprintf("{seat} turned %v.", e.Card)
	case DrawCalled:
		n.Cards, n.Text = []string{e.Card.String()}, "Draw!"
	case Answered:
		if e.Quiet {
			return n, false
		}
		n.Seat, n.N, n.Text = e.Seat, e.After, "{seat} "+did(e.Gesture, e.After, e.How)+"."
	case Judged:
		tellJudged(&n, &e)
	case Scored:
		n.Seat, n.N = e.Seat, e.Cards+e.Bonus
		n.Text = fmt.Sprintf("{seat} came to %s: %d from cards, %d as the %v.", points(n.N), e.Cards, e.Bonus,
			e.Character)
	case Won:
		n.Seat, n.Text = e.Seats[0], "{seat} won the match."
		if len(e.Seats) > 1 {
			n.N, n.Text = len(e.Seats), fmt.Sprintf("%d players are even and share the win.", len(e.Seats))
		}
	default: // Turned and Gestured are nobody else's business
		return n, false
	}
	return n, true
}

func points(n int) string {
	if n == 1 || n == -1 {
		return fmt.Sprintf("%d point", n)
	}
	return fmt.Sprintf("%d points", n)
}

// did says what somebody who failed did.
func did(g Gesture, after int, how engine.Response) string {
	switch {
	case how == engine.NoResponse:
		return "did nothing in time"
	case how == engine.FalseStart && after < 0:
		return fmt.Sprintf("moved %d ms too early, before there was anything to see", -after)
	case how == engine.FalseStart:
		return fmt.Sprintf("moved after %d ms, too early for more than a guess", after)
	default:
		return fmt.Sprintf("%s after %d ms, the wrong move", gestureTold[g], after)
	}
}

// tellJudged says who took what and why.
func tellJudged(n *engine.Note, e *Judged) {
	n.Seat, n.N = e.Seat, e.After
	if e.Took != NoCard {
		n.Cards = []string{e.Took.String()}
	}
	took := fmt.Sprintf("{seat} took %v (%+d)", e.Took, e.Value)
	switch e.Result {
	case Fastest:
		n.Text = fmt.Sprintf("%s: fastest, %d ms.", took, e.After)
	case Slowest:
		n.Text = fmt.Sprintf("%s: slowest, %d ms.", took, e.After)
	case Failed:
		n.Text = fmt.Sprintf("{seat} %s, and took %v (%+d).", did(e.Gesture, e.After, e.How), e.Took, e.Value)
		if e.Failing > 1 { // each has had a line
			n.Text = fmt.Sprintf("Of %d who failed {seat} was first in line and took %v (%+d).", e.Failing, e.Took,
				e.Value)
		}
	case Caught:
		n.Text = fmt.Sprintf("{seat} hit the nugget after %d ms and took Fool's Gold (%+d).", e.After, e.Value)
	case Drawn:
		tellTie(n, e)
	case DrawnAgain:
		n.Text = fmt.Sprintf("Even again: %v left the game.", e.Took)
	case Unclaimed:
		n.Text = fmt.Sprintf("Nobody won %v: it left the game.", e.Took)
		if e.Took.Kind() == FoolsGold {
			n.Text = "Nobody fell for Fool's Gold: it left the game."
		}
	case Centred:
		n.Text = fmt.Sprintf("%v went to the centre.", e.Card)
		if e.Took != NoCard {
			n.Text = fmt.Sprintf("%v went to the centre; %v left the game.", e.Card, e.Took)
		}
		return
	}
	if e.Card.Kind() == Duel && e.Result != Drawn {
		n.Text += fmt.Sprintf(" %v went to the centre.", e.Card)
	}
}

// tellTie says who draws.
func tellTie(n *engine.Note, e *Judged) {
	apart := fmt.Sprintf("%d ms apart", e.Apart)
	if e.Apart == 0 {
		apart = "at the very same time"
	}
	n.Seat, n.N = e.Tied[0], e.Apart
	if len(e.Tied) == 2 {
		n.Other = e.Tied[1]
		n.Text = fmt.Sprintf("{seat} and {other} moved %s: a showdown.", apart)
		return
	}
	n.Text = fmt.Sprintf("%d players moved %s: a showdown.", len(e.Tied), apart)
}
