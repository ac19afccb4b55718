// Command month plays a month in the life of a house in virtual time: hundreds of people with habits, drops and
// quarrels at community tables, in quick matches, by correspondence, in lessons and over replays, while the server is
// upgraded, killed and restored from a backup beneath them. It stands on the real store and the real games.
//
//	go run ./cmd/month -days 30 -people 300 -seed 1
//
// At every restart and at the end it looks whether anything that was promised or shown is gone: see the laws in
// month.go. It prints its seed; the same seed tells the same story as far as the order of goroutines allows, and a
// month in which something broke says what, when and under which server.
//
// # Time
//
// All of it runs in a bubble of package testing/synctest, the store included: the clock stands still while anybody
// works, the disk too, and jumps when everybody waits. Nothing of the house has a clock of its own for that, and not a
// line of it is another one than in a server. A bubble needs a test, so the command runs one.
//
// # Killing
//
// A bubble cannot be killed, so a kill is what it leaves on the disk: between two commits the files are copied as they
// are, from that moment on nothing that anybody is told counts any more, and the next server finds the copy. Some
// copies end in the middle of the next transaction, and some hold one that nobody was told of.
package main

import (
	"flag"
	"fmt"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

func main() {
	p := plan{out: os.Stdout}
	flag.Uint64Var(&p.seed, "seed", 1, "chooses who does what, and when the server falls")
	flag.IntVar(&p.days, "days", 30, "how long it lasts, 4 or more")
	flag.IntVar(&p.people, "people", 300, "people who come, 12 or more")
	flag.IntVar(&p.clubs, "clubs", 36, "community tables that they found")
	flag.IntVar(&p.kills, "kills", 20, "servers that are killed")
	flag.IntVar(&p.upgrades, "upgrades", 3, "servers that another version takes over from")
	flag.DurationVar(&p.stay, "stay", 12*time.Minute, "how long somebody stays, about")
	flag.StringVar(&p.dir, "dir", "", "where the database goes and stays; a new directory in memory if empty")
	testing.Init() // a bubble needs a test
	flag.Parse()
	if p.days < daysMin || p.people < peopleMin || p.clubs < 0 || p.kills < 0 || p.upgrades < 0 {
		fmt.Fprintf(os.Stderr, "month: allowed: -days %d or more, -people %d or more, nothing below 0\n", daysMin,
			peopleMin)
		os.Exit(2)
	}
	all := func(_, _ string) (bool, error) { return true, nil }
	testing.Main(all, []testing.InternalTest{{Name: "month", F: func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			if err := p.live(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}}}, nil, nil)
}
