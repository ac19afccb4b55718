package felt

import (
	"strings"

	"saloon/tui/widget"
)

// keysKey is what the footer depends on.
type keysKey struct {
	version uint64
	extra   string
}

// logKey is what the log's drawings depend on.
type logKey struct {
	heard        uint64
	scroll, held int
}

// said is what the people at the table are called and what the board says, until a frame comes or the board changes.
type said struct {
	version uint64
	names   []string // by seat
	scores  []string
	prompt  string // what the viewer can do, if they are asked
}

func (f *Felt) said() *said {
	t := &f.cache.said
	if t.version == f.version && len(t.names) == len(f.frame.Info.Chairs) {
		return t
	}
	*t = said{version: f.version, names: t.names[:0]}
	for i := range f.frame.Info.Chairs {
		t.names = append(t.names, called(f.frame.Info.Chairs[i].Owner))
	}
	if f.frame.View != nil {
		t.scores = f.face.Scores()
	}
	if f.frame.Ask != nil {
		t.prompt = f.face.Prompt()
	}
	return t
}

// page is a screen as it is put together in one piece, row by row, since most screens are drawn once a second. While
// there is a side left, each row that ends takes one of its rows beside it.
type page struct {
	b    strings.Builder
	side string
}

// row begins a row.
func (p *page) row() {
	if p.b.Len() > 0 {
		p.b.WriteByte('\n')
	}
}

// end ends a row.
func (p *page) end() {
	if p.side == "" {
		return
	}
	var line string
	line, p.side, _ = strings.Cut(p.side, "\n")
	p.b.WriteByte(' ')
	p.b.WriteString(line)
}

// block writes the rows of a block, if there are any.
func (p *page) block(text string) {
	if text == "" {
		return
	}
	if p.side == "" {
		p.row()
		p.b.WriteString(text)
		return
	}
	for more := true; more; {
		var line string
		line, text, more = strings.Cut(text, "\n")
		p.row()
		p.b.WriteString(line)
		p.end()
	}
}

// seats writes plates of h rows side by side.
func (p *page) seats(plates []widget.Drawing[plateKey], h int) {
	for y := range h {
		p.row()
		for i := range plates {
			if i > 0 {
				p.b.WriteByte(' ')
			}
			line, rest, _ := strings.Cut(plates[i].Text, "\n")
			if y > 0 {
				line = rest // a plate has two rows at most
			}
			p.b.WriteString(line)
		}
		p.end()
	}
}

// platesRoom is how many bytes plates take.
func platesRoom(plates []widget.Drawing[plateKey]) int {
	n := 0
	for i := range plates {
		n += len(plates[i].Text) + 1
	}
	return n
}
