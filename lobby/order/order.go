// Package order is what those who keep a house in order decide about people: warnings, mutes and bans, each with a
// reason and an end, and what people report and answer. It is pure: it reads no clock and keeps nothing. The lobby
// holds people to it, package admin has the words for it, and the store keeps it.
package order

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"saloon/lobby/table"
)

// What is kept of everything.
const (
	// ReasonWidth bounds a reason, in terminal cells.
	ReasonWidth = 200
	// AppealWidth bounds what somebody says against a ban, in terminal cells.
	AppealWidth = 400
	// LinesPinned is how many of the last lines a report holds.
	LinesPinned = 50
)

// ErrOrder marks what cannot be decided like that; the text says why.
var ErrOrder = errors.New("that cannot be done")

// Kind is what was decided.
type Kind string

const (
	// Warning is words that the one concerned has to take note of.
	Warning Kind = "warning"
	// Mute takes the word: lobby, tables, showings and boards.
	Mute Kind = "mute"
	// Ban keeps somebody out of the house.
	Ban Kind = "ban"
)

// Whom says who is meant: one of an account, a key and a block of addresses.
type Whom struct {
	Player table.PlayerID `json:"player,omitempty"`
	Name   string         `json:"name,omitempty"` // the account's, when it was decided
	Key    string         `json:"key,omitempty"`  // a fingerprint
	Block  netip.Prefix   `json:"block,omitzero"`
	// Guests is from where guests are meant as well, where the account is a guest's: they get another one each time.
	Guests netip.Prefix `json:"guests,omitzero"`
}

// String is whom it meets, in words.
func (w Whom) String() string {
	switch {
	case w.Player != "":
		return w.Name
	case w.Key != "":
		return "key " + w.Key
	}
	return "addresses " + w.Block.String()
}

// Meets reports whether somebody is meant: by their account, key or address. A guest has no key.
func (w Whom) Meets(who table.PlayerID, key, addr string) bool {
	switch {
	case w.Player != "" && w.Player == who:
		return true
	case w.Player != "":
		ip, ok := address(addr)
		return ok && key == "" && w.Guests.IsValid() && w.Guests.Contains(ip)
	case w.Key != "":
		return w.Key == key
	case w.Block.IsValid():
		ip, ok := address(addr)
		return ok && w.Block.Contains(ip)
	}
	return false
}

// address reads an address with or without a port.
func address(text string) (netip.Addr, bool) {
	if at, err := netip.ParseAddrPort(text); err == nil {
		return at.Addr().Unmap().WithZone(""), true
	}
	ip, err := netip.ParseAddr(text)
	return ip.Unmap().WithZone(""), err == nil
}

// ParseBlock reads a block of addresses: "192.0.2.0/24", or one address, of which IPv6 means the whole /64. A block
// that holds more than a /8, or than a /32 of IPv6, is a slip of the hand and fails with ErrOrder.
func ParseBlock(text string) (netip.Prefix, error) {
	if ip, ok := address(text); ok {
		bits := 32
		if ip.Is6() {
			bits = 64
		}
		return ip.Prefix(bits)
	}
	p, err := netip.ParsePrefix(text)
	if err != nil {
		return p, fmt.Errorf("%w: %q is no address and no block of addresses", ErrOrder, text)
	}
	if least := map[bool]int{true: 8, false: 32}[p.Addr().Unmap().Is4()]; p.Bits() < least {
		return p, fmt.Errorf("%w: %s is half the world; a block has at least /%d", ErrOrder, p, least)
	}
	return p.Masked(), nil
}

// Sanction is one decision about somebody.
type Sanction struct {
	ID     string    `json:"id"` // by which it is spoken of
	Kind   Kind      `json:"kind"`
	Whom   Whom      `json:"whom"`
	Reason string    `json:"reason"` // told to the one concerned
	By     string    `json:"by"`
	At     time.Time `json:"at"`
	Until  time.Time `json:"until,omitzero"` // zero: for good; a warning's does not count
	// Lifted is when it was taken back, or when a warning was taken note of; zero while it stands.
	Lifted time.Time `json:"lifted,omitzero"`
	Why    string    `json:"why,omitempty"` // it was taken back
	// Appeal is what the one concerned says against it, once.
	Appeal   string    `json:"appeal,omitempty"`
	Appealed time.Time `json:"appealed,omitzero"`
}

// Holds reports whether it stands at a moment.
func (s Sanction) Holds(at time.Time) bool {
	if !s.Lifted.IsZero() {
		return false
	}
	return s.Kind == Warning || s.Until.IsZero() || at.Before(s.Until)
}

// End says until when it stands, by somebody's clock.
func (s Sanction) End(zone *time.Location) string {
	if s.Until.IsZero() {
		return "for good"
	}
	return "until " + s.Until.In(zone).Format("Monday, 2 January 2006, 15:04 MST")
}

// Words says it to the one concerned, with the reason or that none was given.
func (s Sanction) Words(zone *time.Location) string {
	reason := ". No reason was given."
	if s.Reason != "" {
		reason = ": " + strings.TrimRight(s.Reason, ".") + "."
	}
	switch s.Kind {
	case Warning:
		return "The house warns you" + reason
	case Mute:
		return "You may not talk here " + s.End(zone) + reason
	}
	return "You may not come in " + s.End(zone) + reason
}

// Parse says how long something holds: "30m", "12h", "3d", "2w", or "forever", which is zero. It fails with ErrOrder.
func Parse(text string) (time.Duration, error) {
	if text == "forever" {
		return 0, nil
	}
	units := map[byte]time.Duration{'m': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}
	if len(text) > 1 {
		n, err := strconv.Atoi(text[:len(text)-1])
		unit, known := units[text[len(text)-1]]
		if err == nil && known && n > 0 && n < 10000 {
			return time.Duration(n) * unit, nil
		}
	}
	return 0, fmt.Errorf("%w: %q is no length; say how long, such as 30m, 12h, 3d, 2w or forever", ErrOrder, text)
}

// Report is what somebody found wrong, and what they saw when they did.
type Report struct {
	Seq    uint64         `json:"seq"`
	At     time.Time      `json:"at"`
	By     table.PlayerID `json:"by"`
	Name   string         `json:"name"`  // of whoever reports
	About  table.PlayerID `json:"about"` // whom it is about
	Called string         `json:"called"`
	Words  string         `json:"words"`
	// Where it was: a table and its match with the entries so far, or nothing for the lobby.
	Table table.ID      `json:"table,omitempty"`
	Match table.MatchID `json:"match,omitempty"`
	Entry int           `json:"entry,omitempty"`
	Lines []Line        `json:"lines"` // the last ones that the reporter had read
	// Closed is when the staff was through with it, and Outcome what the reporter is told.
	Closed  time.Time `json:"closed,omitzero"`
	Outcome string    `json:"outcome,omitempty"`
	Told    bool      `json:"told,omitempty"`
}

// Line is a line that was pinned to a report.
type Line struct {
	At   time.Time `json:"at"`
	From string    `json:"from,omitempty"` // who said it; empty for what happened
	Text string    `json:"text"`
}
