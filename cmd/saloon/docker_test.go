package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// instructions are the lines of the Dockerfile's last stage, by their first word, continued lines joined.
func instructions(t *testing.T) (first string, last map[string][]string) {
	t.Helper()
	body, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(strings.ReplaceAll(string(body), "\\\n", " ")) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case word == "" || strings.HasPrefix(word, "#"):
			continue
		case word == "FROM":
			last = map[string][]string{}
			if first == "" {
				first = rest
			}
		}
		last[word] = append(last[word], rest)
	}
	return first, last
}

func TestTheImageRunsWhatThereIsAsNobody(t *testing.T) {
	first, last := instructions(t)
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	want := regexp.MustCompile(`(?m)^go (\S+)$`).FindStringSubmatch(string(mod))
	if want == nil || first != "golang:"+want[1]+" AS build" {
		t.Errorf("it is built from %q, and go.mod wants %v", first, want)
	}
	if got := last["FROM"]; len(got) != 1 || got[0] != "scratch" {
		t.Errorf("it runs on %q", got)
	}
	if got := last["USER"]; len(got) != 1 || strings.HasPrefix(got[0], "0") || got[0] == "root" {
		t.Errorf("it runs as %q", got)
	}
	env := strings.Fields(strings.Join(last["ENV"], " "))
	for _, pair := range env {
		key, _, _ := strings.Cut(pair, "=")
		known := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(key, envPrefix), "_", "-"))
		if strings.HasPrefix(key, envPrefix) && !strings.Contains(" "+strings.ReplaceAll(keys(), ",", "")+" ",
			" "+known+" ") {
			t.Errorf("%s is no key of the configuration", key)
		}
	}
	if _, err := load("", env, given(t)); err != nil {
		t.Errorf("a server would not start with %v: %v", env, err)
	}
	health := last["HEALTHCHECK"][0]
	for _, text := range []string{last["CMD"][0], health[strings.Index(health, "CMD")+len("CMD"):]} {
		var words []string
		if err := json.Unmarshal([]byte(text), &words); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if words[0] == "/usr/bin/saloon" {
			words = words[1:]
		}
		if cmd, rest, err := rootCommand().Find(words); err != nil || cmd == rootCommand() || len(rest) > 0 {
			t.Errorf("%q is no command: %v", words, err)
		}
	}
}
