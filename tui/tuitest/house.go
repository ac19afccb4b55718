package tuitest

import (
	"context"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"saloon/engine/bot"
	"saloon/engine/enginetest/toy"
	"saloon/lobby"
	"saloon/lobby/lobbytest"
	"saloon/lobby/tabletest"
	"saloon/tui"
	"saloon/tui/felt"
	"saloon/tui/style"
)

// House is a house in memory.
type House struct {
	*lobby.House
	Store *lobbytest.Store
	t     *testing.T
	kits  []bot.Kit
	faces map[string]felt.Factory
	books map[string]string
	coach map[string]func(step string) felt.Coach
}

// Game is one more game for a House, beside the toy of package toy.
type Game struct {
	Kit   bot.Kit
	Face  felt.Factory
	Book  string
	Coach func(step string) felt.Coach // nil for a game without a lesson
}

// Toy is the small game that every House has.
func Toy() Game {
	face := func() felt.Face { return felt.Hide[toy.View, toy.Move](&toyBoard{}) }
	return Game{Kit: toy.Kit(), Face: face, Book: toyBook, Coach: newToyCoach}
}

// Open opens a house with the toy and more games. It must be called inside a synctest bubble, and closes with it.
func Open(t *testing.T, more ...Game) *House {
	t.Helper()
	return OpenOn(t, lobbytest.New(), more...)
}

// OpenOn is Open on what another house has left, or on what a test has written down.
func OpenOn(t *testing.T, store *lobbytest.Store, more ...Game) *House {
	t.Helper()
	h := &House{
		t: t, Store: store, faces: map[string]felt.Factory{}, books: map[string]string{},
		coach: map[string]func(string) felt.Coach{},
	}
	games := append([]Game{Toy()}, more...)
	for _, g := range games {
		h.kits = append(h.kits, g.Kit)
		h.faces[g.Kit.Spec.Name] = g.Face
		h.books[g.Kit.Spec.Name] = g.Book
		h.coach[g.Kit.Spec.Name] = g.Coach
	}
	house, err := lobby.Open(t.Context(), lobby.Deps{
		Kits: h.kits, Players: h.Store, Results: h.Store, Tables: h.Store, Clubs: h.Store, Orders: h.Store,
		Entropy:     tabletest.Entropy(7),
		SameAddress: true, Log: tabletest.Complaints(t),
	})
	if err != nil {
		t.Fatal(err)
	}
	h.House = house
	t.Cleanup(func() {
		if err := house.Close(context.Background()); err != nil {
			t.Errorf("closing the house: %v", err)
		}
	})
	return h
}

// Option changes how somebody comes in.
type Option func(*tui.Options, *lobby.Identity)

// Size is the window that somebody comes with; without it, 80×24.
func Size(w, h int) Option {
	return func(o *tui.Options, _ *lobby.Identity) { o.Width, o.Height = w, h }
}

// Look is the terminal that somebody comes with; without it, no escape sequences but every glyph.
func Look(l style.Look) Option { return func(o *tui.Options, _ *lobby.Identity) { o.Look = l } }

// Bound is where somebody wants to go at once.
func Bound(in tui.Intent) Option { return func(o *tui.Options, _ *lobby.Identity) { o.Intent = in } }

// Keyless lets somebody come as a guest.
func Keyless() Option {
	return func(o *tui.Options, id *lobby.Identity) { id.Fingerprint, o.Fingerprint = "", "" }
}

// Nameless leaves somebody at the door, where a name is asked for.
func Nameless() Option { return func(o *tui.Options, _ *lobby.Identity) { o.KeyType = nameless } }

const nameless = "nameless"

// Comes lets somebody in: an account by the key of that name, which bears the name already.
func (h *House) Comes(name string, options ...Option) *Terminal {
	h.t.Helper()
	id := lobby.Identity{Fingerprint: "SHA256:" + name, KeyType: "ssh-ed25519", Suggested: name, Addr: "192.0.2.1"}
	o := tui.Options{
		Kits: h.kits, Faces: h.faces, Books: h.books, Coaches: h.coach, Look: style.Look{Profile: colorprofile.NoTTY},
		Fingerprint: id.Fingerprint, KeyType: id.KeyType, Address: "ssh saloon.example", Now: time.Now,
		Context: h.t.Context(),
	}
	for _, f := range options {
		f(&o, &id)
	}
	session, err := h.Enter(h.t.Context(), id)
	if err != nil {
		h.t.Fatalf("%s cannot enter: %v", name, err)
	}
	if !session.Named() && o.KeyType != nameless {
		if err := session.SetName(h.t.Context(), name); err != nil {
			h.t.Fatalf("%s cannot be called so: %v", name, err)
		}
	}
	o.Session = session
	app, err := tui.New(o)
	if err != nil {
		h.t.Fatal(err)
	}
	term := newTerminal(h.t, name, app, o.Width, o.Height)
	if w, ok := o.Line.(*Wire); ok {
		w.term = term
	}
	return term
}
