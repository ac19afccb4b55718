package felt

const (
	// MinW and MinH are the least cells in which a table is drawn. Below them the screen says so, and the match goes
	// on.
	MinW = 60
	MinH = 20
	// sideFrom is from which width on log and talk stand beside the board.
	sideFrom = 110
	// roomyFrom is from which height on plates have a second line and the log more than two.
	roomyFrom = 28
	// talkingFrom is from which height on a coach leaves a line to the log: what others do must be in sight.
	talkingFrom = 24
)

// rect is an area of the screen.
type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// rects says where everything stands. Areas without room are empty.
type rects struct {
	title, plates, board, log, tip, prompt, keys, side rect
}

// shape is what the layout depends on beside the size.
type shape struct {
	seats int
	tip   bool // the coach speaks
	bare  bool // the board shows by itself who sits where
}

// layout divides the screen. It depends on nothing but its arguments.
func layout(s Size, f shape) rects {
	var r rects
	if s.W < MinW || s.H < MinH {
		return r
	}
	w, side := s.W, 0
	if s.W >= sideFrom {
		side = min(max(s.W*3/10, 34), 48)
		w -= side + 1
	}
	plates := 1
	if s.H >= roomyFrom {
		plates = 2
	}
	if w/max(f.seats, 1) < 19 { // too narrow for names and clocks side by side
		plates = 2
	}
	if f.bare {
		plates = 0
	}
	tip := 0
	if f.tip {
		tip = 3
	}
	log := 0
	if side == 0 {
		log = 2
		if s.H >= roomyFrom {
			log = min(2+(s.H-roomyFrom)/2, 6)
		}
		if f.tip && s.H < roomyFrom {
			log = 0
			if s.H >= talkingFrom {
				log = 1
			}
		}
	}
	board := s.H - 3 - plates - log - tip
	y := 0
	put := func(h, width int) rect {
		a := rect{0, y, width, h}
		y += h
		return a
	}
	r.title = put(1, s.W)
	if side > 0 {
		r.side = rect{w + 1, 1, side, s.H - 3}
	}
	r.plates = put(plates, w)
	r.board = put(board, w)
	r.log = put(log, w)
	r.tip = put(tip, w)
	r.prompt = put(1, s.W)
	r.keys = put(1, s.W)
	return r
}
