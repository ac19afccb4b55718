package sshd

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	screens "saloon/tui/screen"
)

// sleeper is a model that wants to be woken at a moment, and shows when it was. It looks no different after "nothing".
type sleeper struct {
	mu    sync.Mutex // of what the test looks at
	due   time.Time
	woken []string
	moved bool
	keeps bool // it was told that its time is kept for it
}

func (s *sleeper) Init() tea.Cmd { return nil }

func (s *sleeper) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	s.moved = msg != word("nothing")
	switch m := msg.(type) {
	case screens.Hosted:
		s.mu.Lock()
		s.keeps = true
		s.mu.Unlock()
	case screens.Tick:
		s.mu.Lock()
		s.woken = append(s.woken, m.Now.Format("05"))
		s.mu.Unlock()
		s.due = time.Time{}
	case time.Time:
		s.due = m
	}
	return s, nil
}

func (s *sleeper) Due(time.Time) time.Time { return s.due }
func (s *sleeper) Stale() bool             { return s.moved }

func (s *sleeper) View() tea.View {
	s.moved = false
	return tea.NewView("woken " + strings.Join(s.woken, " "))
}

// sleeps runs a sleeper's stage. wakes sends a message, lets time go by, and says when it was woken so far.
func sleeps(t *testing.T, m *sleeper) (wakes func(msg tea.Msg, after time.Duration) string, turns *turns) {
	t.Helper()
	got := &pieces{}
	turns = newTurns(1)
	s := newStage(bare(t), newScreen(got, time.Now), m, 60, &crew{turns: turns})
	go func() { _ = s.run() }()
	t.Cleanup(func() {
		s.close()
		synctest.Wait()
	})
	return func(msg tea.Msg, after time.Duration) string {
		if msg != nil {
			s.send(msg)
		}
		<-time.After(after)
		synctest.Wait()
		m.mu.Lock()
		defer m.mu.Unlock()
		for _, w := range m.woken {
			if !strings.Contains(got.text(), w) {
				t.Errorf("%s was not shown", w)
			}
		}
		return strings.Join(m.woken, " ")
	}, turns
}

// A model is woken when it says so, and at no other time: also when it changes its mind.
func TestAModelIsWokenWhenItSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now() // second 0 of a minute, in a synctest
		wakes, _ := sleeps(t, &sleeper{})
		for _, step := range []struct {
			what  string
			msg   tea.Msg
			after time.Duration
			want  string
		}{
			{"nothing was asked for", nil, 2 * time.Second, ""},
			{"before the time", start.Add(5 * time.Second), 2 * time.Second, ""},
			{"at the time", nil, time.Second, "05"},
			{"once is enough", nil, time.Hour, "05"},
			{"later, please", start.Add(time.Hour + 10*time.Second), time.Second, "05"},
			{"or sooner", start.Add(time.Hour + 8*time.Second), 3 * time.Second, "05 08"},
			{"never mind", start.Add(time.Hour + 20*time.Second), time.Second, "05 08"},
			{"never", time.Time{}, time.Hour, "05 08"},
			{"too late already", start, time.Second, "05 08 10"},
		} {
			if got := wakes(step.msg, step.after); got != step.want {
				t.Errorf("%s: %q, want %q", step.what, got, step.want)
			}
		}
	})
}

// What changes nothing on a screen is not drawn, and asks for no turn.
func TestNothingIsDrawnOfWhatLooksTheSame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wakes, turns := sleeps(t, &sleeper{})
		wakes(nil, 2*hurriesFor)
		before := turns.number()
		wakes(word("nothing"), time.Second)
		if got := turns.number(); got != before+1 {
			t.Errorf("number %d comes after %d", got, before)
		}
		wakes(word("something"), time.Second)
		if got := turns.number(); got != before+3 {
			t.Errorf("number %d comes after %d, and a frame", got, before+1)
		}
	})
}

// Who hides that a model wants to be woken, hides that somebody would do it: the model must wake itself.
func TestOnlyAModelThatIsWokenIsToldSo(t *testing.T) {
	for name, wraps := range map[string]func(tea.Model) tea.Model{
		"bare":    func(m tea.Model) tea.Model { return m },
		"wrapped": func(m tea.Model) tea.Model { return struct{ tea.Model }{m} },
	} {
		synctest.Test(t, func(t *testing.T) {
			m := &sleeper{}
			s := newStage(bare(t), newScreen(&pieces{}, time.Now), wraps(m), 60, &crew{turns: newTurns(1)})
			go func() { _ = s.run() }()
			synctest.Wait()
			m.mu.Lock()
			if m.keeps != (name == "bare") {
				t.Errorf("a %s model was told that its time is kept: %v", name, m.keeps)
			}
			m.mu.Unlock()
			s.close()
			synctest.Wait()
		})
	}
}
