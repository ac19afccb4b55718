package swarm

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Counters are the figures of a server's /metrics by their names. Those with labels are summed up under their name, and
// stand alone under name{labels}.
type Counters map[string]float64

// scrapeWithin bounds one look at the figures.
const scrapeWithin = 10 * time.Second

// Scrape reads the figures of a server, HOST:PORT.
func Scrape(ctx context.Context, addr string) (Counters, error) {
	ctx, cancel := context.WithTimeout(ctx, scrapeWithin)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/metrics", nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answered %s", req.URL, res.Status)
	}
	c := make(Counters)
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		c.line(lines.Text())
	}
	return c, lines.Err()
}

// line takes one line of the text format in.
func (c Counters) line(line string) {
	at := strings.LastIndexByte(line, ' ')
	if at < 0 || line[0] == '#' {
		return
	}
	v, err := strconv.ParseFloat(line[at+1:], 64)
	if err != nil {
		return
	}
	name, _, labels := strings.Cut(line[:at], "{")
	c[name] += v
	if labels {
		c[line[:at]] = v
	}
}
