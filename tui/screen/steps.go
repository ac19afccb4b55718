package screen

import (
	"reflect"

	tea "charm.land/bubbletea/v2"
)

// sequence is the type of the message in which Bubble Tea hands over commands to be run one after the other. It has no
// name outside of it.
var sequence = reflect.TypeOf(tea.Sequence(tea.Quit, tea.Quit)())

// Steps are the commands of a tea.Sequence, for who runs a model without a tea.Program. ok is false for every other
// message.
func Steps(msg tea.Msg) (steps []tea.Cmd, ok bool) {
	if msg == nil || reflect.TypeOf(msg) != sequence {
		return nil, false
	}
	return reflect.ValueOf(msg).Convert(reflect.TypeFor[[]tea.Cmd]()).Interface().([]tea.Cmd), true
}
