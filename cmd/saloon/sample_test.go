package main

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// sample is what config sample prints.
func sample(t *testing.T, flags ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(t.Context(), append([]string{"config", "sample"}, flags...), &out, &errs); code != 0 {
		t.Fatalf("exit code %d, %s", code, errs.String())
	}
	return out.String()
}

// settings are the lines of a sample that set something, or would without their #.
var settings = regexp.MustCompile(`(?m)^# ([a-z-]+ = .*)$`)

func TestTheSampleExplainsEveryKeyAndIsTheDefaults(t *testing.T) {
	text := sample(t)
	fields := reflect.TypeFor[config]()
	for i := range fields.NumField() {
		key := fields.Field(i).Tag.Get("toml")
		if !regexp.MustCompile(`(?m)^# ` + key + `: .+\.$`).MatchString(text) {
			t.Errorf("%s is not explained", key)
		}
		if n := len(regexp.MustCompile(`(?m)^# `+key+` = `).FindAllString(text, -1)); n != 1 {
			t.Errorf("%s stands there %d times", key, n)
		}
		if env := envPrefix + fields.Field(i).Tag.Get("env"); !strings.Contains(text, " and "+env+".") {
			t.Errorf("%s: %s is not named", key, env)
		}
	}
	for key := range explained {
		if _, ok := fields.FieldByNameFunc(func(name string) bool {
			f, _ := fields.FieldByName(name)
			return f.Tag.Get("toml") == key
		}); !ok {
			t.Errorf("%s is explained and is no key", key)
		}
	}
	for name, body := range map[string]string{"as it is": text, "with every key set": settings.ReplaceAllString(text,
		"$1")} {
		c, err := load(write(t, body), nil, given(t))
		if err != nil || c != defaults() {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
}

func TestTheSampleSetsWhatItIsTold(t *testing.T) {
	c, err := load(write(t, sample(t, "--data", `/var/lib/a "b"`, "--sessions", "12", "--same-address")), nil, given(t))
	want := defaults()
	want.Data, want.Sessions, want.SameAddress = `/var/lib/a "b"`, 12, true
	if err != nil || c != want {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestConfigCheckSaysWhetherAServerWouldStart(t *testing.T) {
	good, bad := write(t, sample(t)), filepath.Join(t.TempDir(), "bad.toml")
	if err := os.WriteFile(bad, []byte("metrics = '0.0.0.0:9100'\nsessions = 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for file, says := range map[string]string{good: "as it should be", bad: "loopback", "/nothing": "no such file"} {
		var out, errs bytes.Buffer
		code := run(t.Context(), []string{"config", "check", file}, &out, &errs)
		if (code == 0) != (file == good) || !strings.Contains(out.String()+errs.String(), says) {
			t.Errorf("%s: exit code %d, %s%s", file, code, out.String(), errs.String())
		}
	}
}
