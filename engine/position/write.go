package position

import "saloon/engine"

// Get is a key's value in a table in canonical form, or the zero value of its type where the key is absent.
func Get[T any](t map[string]any, key string) T {
	v, _ := t[key].(T)
	return v
}

// Ints are the whole numbers of a list in canonical form; none where there is no list.
func Ints(v any) []int {
	list, _ := v.([]any)
	out := make([]int, len(list))
	for i, item := range list {
		out[i], _ = item.(int)
	}
	return out
}

// Anys writes a list.
func Anys[T any](list []T) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = v
	}
	return out
}

// Texts writes a list of cards by name.
func Texts[T interface{ String() string }](list []T) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = v.String()
	}
	return out
}

// Seated writes a list of seats by name.
func Seated(list []engine.Seat, names engine.Names) []any {
	out := make([]any, len(list))
	for i, seat := range list {
		out[i] = names.Of(seat)
	}
	return out
}
