package lines

import (
	"context"
	"strconv"
	"strings"

	"saloon/lobby"
	"saloon/lobby/table"
)

// place reads which match is meant, and after how many of its entries: "8F3KQ7AA:42". Without a number it is the end.
func (t *talker) place(args []string) (match table.MatchID, at int, ok bool) {
	if len(args) == 0 {
		t.say("Which match? The history names them.")
		return "", 0, false
	}
	id, entry, from := strings.Cut(args[0], ":")
	if !from {
		return table.MatchID(id), lastEntry, true
	}
	at, err := strconv.Atoi(entry)
	if err != nil || at < 0 {
		t.say("%q is no entry of a match: it is a number from 0 on.", short(entry))
		return "", 0, false
	}
	return table.MatchID(id), at, true
}

// lastEntry is beyond the end of every match.
const lastEntry = 1 << 30

// reel opens a replay after so many entries.
func (t *talker) reel(match table.MatchID, at int) (reel *lobby.Reel, ok bool) {
	err := t.wait(func(ctx context.Context) (err error) {
		reel, err = t.Session.Replay(ctx, match, at)
		return err
	})
	return reel, !t.sorry(err)
}

// again tells what happened in a match that is over, as far as the player may know it.
func (t *talker) again(args []string) {
	match, end, ok := t.place(args)
	if !ok {
		return
	}
	reel, ok := t.reel(match, 0)
	if !ok {
		return
	}
	defer reel.Close()
	told := uint64(0)
	for end = min(end, reel.State().Of); ; reel.Skip(true) {
		at := reel.State().At
		if at > end {
			reel.Seek(end)
		}
		frame, _, _ := reel.Take()
		for _, l := range frame.Lines {
			if l.Seq > told {
				t.say("%s", l.Text)
			}
		}
		if n := len(frame.Lines); n > 0 {
			told = max(told, frame.Lines[n-1].Seq)
		}
		if at >= end {
			t.say("That was entry %d of %d.", min(at, end), reel.State().Of)
			return
		}
	}
}

// branch plays on from a point of a match that is over.
func (t *talker) branch(args []string) {
	match, at, ok := t.place(args)
	if !ok {
		return
	}
	reel, ok := t.reel(match, at)
	if !ok {
		return
	}
	defer reel.Close()
	t.visit(reel.Branch)
}
