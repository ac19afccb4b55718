package lobby

import (
	"context"
	"slices"
	"time"

	"saloon/engine"
	"saloon/engine/clock"
	"saloon/lobby/table"
)

const (
	// ReflexesOver is over how many of somebody's last races the figures of Reflexes are taken.
	ReflexesOver = 1000
	// CrowdLeast is how many valid reactions somebody has who is compared to others.
	CrowdLeast = clock.ScriptedOver
)

// Reflexes are how somebody reacts in races.
type Reflexes struct {
	All Reflex
	On  []Reflex // by what was answered to, in the order of its name
}

// Reflex is how somebody reacts to one thing, or to all. Times are in whole milliseconds, of valid reactions alone, and
// zero without any.
type Reflex struct {
	On          string // such as "Cavalry"; empty for all
	Count       int    // how often it called on them and they answered, or let its whole time go by
	Valid       int
	FalseStarts int
	WrongMoves  int
	NoResponses int
	Median      time.Duration
	Lower       time.Duration // a quarter is at most as long
	Upper       time.Duration // a quarter is at least as long
	Spread      time.Duration // the standard deviation
}

// Crowd is how fast the players of the house are: the median reaction time of each who has CrowdLeast of them,
// ascending.
type Crowd []time.Duration

// Beaten is the share of the crowd, from 0 to 1, that is slower than a median; those that are equal count half.
func (c Crowd) Beaten(median time.Duration) float64 {
	if len(c) == 0 {
		return 0
	}
	from, _ := slices.BinarySearch(c, median)
	to, _ := slices.BinarySearch(c, median+1)
	return (float64(len(c)-to) + float64(to-from)/2) / float64(len(c))
}

// Flag is a reason to look at how somebody reacts: times that people do not have. Nothing follows from it by itself.
type Flag struct {
	Player table.PlayerID
	Name   string
	Why    string // in words
	At     time.Time
	Match  table.MatchID // after which it was noticed
}

// Races is what follows from how people react.
type Races interface {
	// Reflexes are over the player's last ReflexesOver races; the zero value for somebody without any.
	Reflexes(ctx context.Context, id table.PlayerID) (Reflexes, error)
	// Crowd is over the last ReflexesOver races of each player. Bots are not in it.
	Crowd(ctx context.Context) (Crowd, error)
	// Flags lists all flags, the newest first. A store raises them itself, when a match ends, by Scripted.
	Flags(ctx context.Context) ([]Flag, error)
}

// Reactions are how a player reacts in races.
func (h *House) Reactions(ctx context.Context, id table.PlayerID) (Reflexes, error) {
	if id == "" {
		return Reflexes{}, ErrNotFound
	}
	return h.deps.Results.Reflexes(ctx, id)
}

// Crowd is how fast the players of the house are.
func (h *House) Crowd(ctx context.Context) (Crowd, error) { return h.deps.Results.Crowd(ctx) }

// Flags lists for those who look after the house who reacts as no person does, the newest first.
func (h *House) Flags(ctx context.Context) ([]Flag, error) { return h.deps.Results.Flags(ctx) }

// Scripted judges somebody's valid reaction times, the newest last, and says why they are to be looked at. valid is how
// many there were at all, flagged how many when it last said so, or 0: there is one flag for every clock.ScriptedOver
// further ones.
func Scripted(times []time.Duration, valid, flagged int) (why string, yes bool) {
	if flagged > 0 && valid-flagged < clock.ScriptedOver {
		return "", false
	}
	return clock.Scripted(times)
}

// Reacted sums reactions up.
func Reacted(all []table.Reaction) Reflexes {
	var out Reflexes
	by := map[string][]table.Reaction{}
	var on []string
	for _, r := range all {
		if by[r.On] == nil {
			on = append(on, r.On)
		}
		by[r.On] = append(by[r.On], r)
	}
	slices.Sort(on)
	out.All = reflex("", all)
	for _, o := range on {
		out.On = append(out.On, reflex(o, by[o]))
	}
	return out
}

func reflex(on string, all []table.Reaction) Reflex {
	out := Reflex{On: on, Count: len(all)}
	var times []time.Duration
	for _, r := range all {
		switch r.How {
		case engine.Valid:
			times = append(times, r.After)
		case engine.FalseStart:
			out.FalseStarts++
		case engine.WrongMove:
			out.WrongMoves++
		case engine.NoResponse:
			out.NoResponses++
		}
	}
	out.Valid = len(times)
	out.Median = clock.Median(times).Round(time.Millisecond)
	out.Lower = clock.Quantile(times, 0.25).Round(time.Millisecond)
	out.Upper = clock.Quantile(times, 0.75).Round(time.Millisecond)
	out.Spread = clock.Spread(times).Round(time.Millisecond)
	return out
}
