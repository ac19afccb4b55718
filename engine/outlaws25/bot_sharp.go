package outlaws25

import (
	"context"
	"sync"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/outlaws25/equilibrium"
)

// sharp plays poker by a computed equilibrium, and everything else by what it does to its chance to win the match: it
// weighs what may come of a move by exact odds, and rates what comes of it as an estate. It knows nothing but its view.
type sharp struct {
	table *equilibrium.Table
}

func newSharp() bot.Bot[View, Move] { return sharp{table: shipped()} }

// shipped is read once, however many kits are made.
var shipped = sync.OnceValue(equilibrium.Shipped)

// Choose fails only on an empty list.
func (b sharp) Choose(ctx context.Context, v View, legal []Move, r *engine.Rand) (Move, error) {
	return think(ctx, v, legal, func() judge {
		return &scheme{thought: thought{View: &v, legal: legal, r: r}, table: b.table, now: v.estate()}
	})
}

// scheme is one choice of the sharp bot being made.
type scheme struct {
	thought
	table *equilibrium.Table
	now   estate
}

// What the sharp bot goes by besides odds. The numbers were found by playing; its strength hangs little on any of them.
const (
	baseMoney  = 80.0 // what a gang has below is of little use: with less than 100 it is out
	speedWorth = 8.0  // of a point of speed, in dollars
	heldWorth  = 20.0 // of a reward
	labelRisk  = 0.5  // of the rounds to come in which a Wanted card can bring a sheriff, the part that matters
	hiddenHelp = 2    // what a reward of unknown kind adds to a total
	wavering   = 0.03 // an edge by so much of a match lets a rival choose it three times out of four
	scheming   = 0.01 // the same of the choice whom to hold up
	robLeast   = 0.002
	buyAbove   = 140    // a gang with less money buys no rewards
	needLabel  = 2      // a Wanted card makes a reward as needful as so many points of speed
	exposure   = 0.0002 // of a match is what a dollar costs that can be bet, beyond those that must
	shareSteps = 10     // into how many parts the money is divided to share it
	crowdBluff = 0.5    // of the bluffs that are right against one, for each further rival
	crowdCall  = 0.03
)

// outlawWorth is what the life of an outlaw of middling speed is worth, in dollars, by how many the gang has.
var outlawWorth = [Row + 1]float64{0, 60, 50, 40}
