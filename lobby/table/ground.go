package table

import (
	"fmt"
	"time"

	"saloon/engine"
	"saloon/engine/bot"
	"saloon/engine/clock"
)

// ground is what never changes at a table.
type ground struct {
	id       ID
	settings Settings
	opened   time.Time
	kit      bot.Kit
	spec     engine.Spec
	config   engine.Config
	control  clock.Control
	times    Times
	level    string       // of bots that play for people; empty if the game has none
	teller   engine.Match // tells facts; its state is never looked at
	person   func(level string, seat engine.Seat) (Person, bool)
	begun    []Entry // with which the first match begins
}

func newGround(d Deps, s Saved) (*ground, error) {
	g := &ground{
		id: s.ID, settings: s.Settings, opened: s.Opened, kit: d.Kit, spec: d.Kit.Spec, times: d.Times,
		level: d.StandIn, person: d.Bot, begun: d.Begun,
		config: engine.Config{Seats: s.Settings.Seats, Options: s.Settings.Options},
	}
	var err error
	if _, err = g.config.Values(g.spec); err != nil {
		return nil, err
	}
	if g.teller, err = g.kit.Open(g.config); err != nil {
		return nil, err
	}
	if g.spec.Live && s.Settings.Pace == Correspondence {
		return nil, fmt.Errorf("%w: %s is played live, not by correspondence", engine.ErrConfig, g.spec.Title)
	}
	switch s.Settings.Pace {
	case Quick:
		g.control = clock.Quick()
	case Normal:
		g.control = clock.Normal()
	case Correspondence:
		g.control = clock.Days(s.Settings.Days)
	default:
		return nil, fmt.Errorf("%w: there is no pace %q", engine.ErrConfig, s.Settings.Pace)
	}
	if _, ok := g.kit.Level(g.level); !ok {
		g.level = UsualLevel(g.kit)
	}
	return g, nil
}

// UsualLevel is the strength of bots that nobody has chosen: what a game calls regular or normal, or else the second
// weakest; "" if it has none.
func UsualLevel(kit bot.Kit) string {
	for _, name := range []string{"regular", "normal"} {
		if _, ok := kit.Level(name); ok {
			return name
		}
	}
	if len(kit.Levels) == 0 {
		return ""
	}
	return kit.Levels[min(1, len(kit.Levels)-1)].Name
}

// letters reports whether the table is played by correspondence: nobody needs to be there.
func (g *ground) letters() bool { return g.settings.letters() }
