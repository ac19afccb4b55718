package sshd

import (
	"context"
	"errors"
	"io"
	"testing"
)

func TestTheSizeOfARecording(t *testing.T) {
	for word, want := range map[string]size{"": {}, "100x30": {100, 30}, "80X24": {80, 24}} {
		if w, h, err := castSize(word); err != nil || (size{w, h}) != want {
			t.Errorf("%q: %d×%d, %v", word, w, h, err)
		}
	}
	for _, word := range []string{"100", "x", "100x", "100x30x5", "100x30 or so", "axb", "99999999999999999999x1"} {
		var wrong errUsage
		if w, h, err := castSize(word); !errors.As(err, &wrong) {
			t.Errorf("%q: %d×%d, %v", word, w, h, err)
		}
	}
}

func TestARecordingEndsInTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	w := timely{ctx, io.Discard}
	if n, err := w.Write([]byte("picture")); n != 7 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	cancel()
	if _, err := w.Write([]byte("picture")); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
