package lobby

import (
	"context"
	"errors"
	"strconv"

	"saloon/lobby/table"
)

// guestWords make the names of guests: nobody with an account can have one, because Guest is a reserved word.
var guestWords = []string{
	"Acorn", "Alder", "Badger", "Bandana", "Birch", "Bison", "Bluebell", "Bobcat", "Boots", "Bramble", "Buckle",
	"Cactus", "Campfire", "Canyon", "Cedar", "Clover", "Copper", "Coyote", "Creek", "Cricket", "Daisy", "Desert",
	"Dusty", "Elk", "Falcon", "Fiddle", "Flint", "Gopher", "Granite", "Hickory", "Jackrabbit", "Juniper", "Lantern",
	"Lark", "Lasso", "Magpie", "Maple", "Mesa", "Mesquite", "Mustang", "Nugget", "Owl", "Pebble", "Pepper", "Pinto",
	"Poppy", "Quail", "Raven", "River", "Roan", "Saddle", "Sage", "Sierra", "Sorrel", "Sparrow", "Spur", "Sundown",
	"Thistle", "Thunder", "Trail", "Willow", "Wren", "Yarrow", "Yucca",
}

// newGuest makes a player of somebody without a key.
func (h *House) newGuest(ctx context.Context) (Player, error) {
	id, err := h.newPlayerID()
	if err != nil {
		return Player{}, err
	}
	now := h.deps.Now()
	p := Player{ID: id, Guest: true, Created: now, Seen: now}
	for try := range idTries {
		draw, err := h.word(3)
		if err != nil {
			return Player{}, err
		}
		n := 0
		for _, r := range draw {
			n = n*len(letters) + int(r)
		}
		p.Name = "Guest " + guestWords[n%len(guestWords)]
		if try > 0 { // many are here: numbers tell them apart
			p.Name += " " + strconv.Itoa(2+n/len(guestWords)%9998)
		}
		err = h.deps.Players.Create(ctx, p, Skeleton(p.Name), Key{})
		if !errors.Is(err, ErrNameTaken) {
			return p, err
		}
	}
	return Player{}, errChance
}

// forget removes a guest who left and has played nothing.
func (h *House) forget(id table.PlayerID) {
	ctx, cancel := context.WithTimeout(context.Background(), verdictMax)
	defer cancel()
	if err := h.deps.Players.Forget(ctx, id); err != nil {
		h.deps.Log.Warn("Guest not forgotten", "player", id, "err", err)
	}
}
