package outlaws25

// What a viewer can reckon before it decides.

// Speeds are those that an outlaw may have as far as the viewer knows, each equally likely: its own gang's are known,
// others' once they were turned up (rules 52, 6.1).
func (v View) Speeds(p Spot) []int { return v.speeds(p) }

// Chance is the chance of an outlaw of one of some speeds against one of others, each equally likely, modifiers
// included in the speeds; ties are rolled again (rules 54 to 56). It is 0 where nobody fights.
func Chance(own, other []int) float64 { return chance(own, other) }

// CowerPrice is what cowering costs an outlaw with so many dollars, in dollars (rules 60).
func CowerPrice(money int) int { return int(cowerPrice(uint8(money/chip))) * chip }

// What things cost, in dollars (rules 46, 59, 64).
const (
	// RewardPrice is what a reward costs.
	RewardPrice = rewardPrice * chip
	// CowerAbove is what an outlaw must have more than to cower.
	CowerAbove = cowerAbove * chip
	// Needed is what a marked outlaw must have when a round begins.
	Needed = needMoney * chip
	// Chip is the smallest amount.
	Chip = chip
)
