package engine

import (
	"encoding/json"
	"fmt"
)

// Fact is an event as it is written to the log: a stable kind and a JSON body.
type Fact struct {
	Kind string          `json:"kind"`
	Body json.RawMessage `json:"body,omitempty"`
}

// Codec writes a game's events and reads every shape of them that was ever written.
type Codec[E any] interface {
	Encode(E) (Fact, error)
	// Decode fails with ErrFact.
	Decode(Fact) (E, error)
}

// Kinds is a Codec made of one line per kind of event: the stable kind and a decoder for it.
type Kinds[E any] struct {
	Name func(E) string                              // the kind of an event; one switch in the game's codec.go
	Read map[string]func(json.RawMessage) (E, error) // older shapes have a kind of their own and are lifted here
}

// Encode writes an event as its kind and its fields.
func (k Kinds[E]) Encode(e E) (Fact, error) {
	body, err := json.Marshal(e)
	if err != nil {
		return Fact{}, fmt.Errorf("%w: %v", ErrFact, err)
	}
	return Fact{Kind: k.Name(e), Body: body}, nil
}

// Decode reads an event of a known kind; unknown kinds and damaged bodies are ErrFact.
func (k Kinds[E]) Decode(f Fact) (E, error) {
	read, ok := k.Read[f.Kind]
	if !ok {
		var none E
		return none, fmt.Errorf("%w: unknown kind %q", ErrFact, f.Kind)
	}
	return read(f.Body)
}

// ReadAs is the decoder of an event whose fields are those of T. It refuses unknown fields.
func ReadAs[E any, T any](wrap func(T) E) func(json.RawMessage) (E, error) {
	return func(body json.RawMessage) (E, error) {
		var t T
		if err := Strict(body, &t); err != nil {
			var none E
			return none, fmt.Errorf("%w: %v", ErrFact, err)
		}
		return wrap(t), nil
	}
}
