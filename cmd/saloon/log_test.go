package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"testing/slogtest"
)

// Whoever logs gets what they would of the handler beneath.
func TestLastingIsAHandler(t *testing.T) {
	var out bytes.Buffer
	slogtest.Run(t, func(*testing.T) slog.Handler {
		out.Reset()
		return lasting{slog.NewJSONHandler(&out, nil), nil}
	}, func(t *testing.T) map[string]any {
		var line map[string]any
		if err := json.Unmarshal(out.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		return line
	})
}

// What two loggers say in every line does not mix, in the order in which it was said.
func TestTextSaysWhatLasts(t *testing.T) {
	var out strings.Builder
	house := slog.New(text(&out, slog.LevelInfo))
	line := house.With("line", 1)
	a, b := line.With("client", "a"), line.With("client", "b")
	a.Info("In", "at", 3)
	b.Info("Out")
	a.Debug("Nothing")
	house.With("table", "X").WithGroup("seat").Info("Sat", "n", 2)
	for i, want := range []string{
		"INFO  In line=1 client=a at=3", "INFO  Out line=1 client=b", "INFO  seat: Sat table=X n=2", "",
	} {
		got := strings.Split(out.String(), "\n")[i]
		if !strings.HasSuffix(got, want) || want == "" && got != "" {
			t.Errorf("line %d is %q, want %q at its end", i, got, want)
		}
	}
}
