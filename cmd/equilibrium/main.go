// Command equilibrium computes the table by which the sharp bot of 25 Outlaws plays poker, writes it to where the game
// is built with it, and prints what a player who knows the strategy could win of it. The same program writes the same
// bytes on every machine.
//
//	go run ./cmd/equilibrium
package main

import (
	"flag"
	"fmt"
	"os"
	"text/tabwriter"

	"saloon/engine/outlaws25"
	"saloon/engine/outlaws25/equilibrium"
)

func main() {
	out := flag.String("out", "engine/outlaws25/equilibrium/table.bin", "the file to write")
	iterations := flag.Int("iterations", equilibrium.Iterations, "iterations for each game and flop")
	flag.Parse()
	if err := run(*out, *iterations); err != nil {
		fmt.Fprintln(os.Stderr, "equilibrium:", err)
		os.Exit(1)
	}
}

func run(out string, iterations int) error {
	if iterations < 1 {
		return fmt.Errorf("-iterations %d: allowed: 1 or more", iterations)
	}
	solved := equilibrium.Solve(judge, equilibrium.Shapes(), iterations, func(s equilibrium.Shape, flop int) {
		fmt.Fprintf(os.Stderr, "ante $%d, stacks $%d, flop %v\n", s.Ante*chip, s.Stack*chip, outlaws25.Rank(flop))
	})
	bytes, err := solved.Encode()
	if err != nil {
		return err
	}
	table, err := equilibrium.Decode(bytes) // what is measured is what is shipped
	if err != nil {
		return err
	}
	if err := os.WriteFile(out, bytes, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes\n\n", out, len(bytes))
	return report(table)
}

// chip is what one chip is worth in dollars.
const chip = 10

// report prints, a line for each game, dollars a hand: what the dealer wins in the long run, and what a best response
// wins with the bets of the solved game and with every bet. The mean is over the flops, which are equally likely.
func report(table *equilibrium.Table) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "ante\tstacks\tdecisions\tdealer wins\tbest response wins\tworst flop\t"+
		"with every bet\tworst flop\t")
	for _, g := range table.Games {
		every := equilibrium.NewTree(g.Tree.Shape, equilibrium.EveryBet)
		var value, solved, free mean
		for flop := range equilibrium.Flops {
			deal := equilibrium.FlopDeal(flop, judge)
			value.add(-equilibrium.Value(deal, g.Tree, g.Play[flop]))
			solved.add(equilibrium.Exploitability(deal, g.Tree, g.Play[flop]))
			free.add(equilibrium.Exploitability(deal, every, table.Carried(flop, every)))
		}
		fmt.Fprintf(w, "$%d\t$%d\t%d\t$%.4f\t$%.4f\t$%.4f\t$%.4f\t$%.4f\t\n", g.Tree.Shape.Ante*chip,
			g.Tree.Shape.Stack*chip, g.Tree.Decisions(), value.dollars(), solved.dollars(), solved.most*chip,
			free.dollars(), free.most*chip)
	}
	return w.Flush()
}

// mean adds up chips by flop.
type mean struct{ sum, most float64 }

func (m *mean) add(v float64) { m.sum, m.most = m.sum+v, max(m.most, v) }

func (m *mean) dollars() float64 { return m.sum / equilibrium.Flops * chip }

// judge asks the game's own rules what a hand is worth.
func judge(hand [3]int) int {
	var cards [3]outlaws25.Card
	for i, c := range hand {
		cards[i] = outlaws25.Card(c + 1)
	}
	_, strength := outlaws25.Judge(cards, outlaws25.ByThree)
	return int(strength)
}
