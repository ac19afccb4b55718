package lines

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"saloon/lobby"
	"saloon/lobby/table"
)

// rowsMax is how many rows of a board or a history are said.
const rowsMax = 20

func (t *talker) who([]string) {
	for _, p := range t.news.People {
		text := p.Player.Name + ", " + p.Where
		if p.Rating != "" {
			text += ", " + p.Rating
		}
		if percent, ok := p.Conduct.Share(); ok {
			text += fmt.Sprintf(", stays in %d of 100 matches", percent)
		}
		t.say("%s.", text)
	}
}

// board says a leaderboard, and always the player's own row: "board", "board 2 week", "board house season".
func (t *talker) board(args []string) {
	var all []string
	var b lobby.Board
	q := lobby.BoardQuery{Span: lobby.SpanAll, N: rowsMax}
	err := t.wait(func(ctx context.Context) (err error) {
		if all, err = t.Session.Categories(ctx); err != nil || len(all) == 0 {
			return err
		}
		all = append(all, lobby.HouseWide)
		q.Category = all[0]
		for _, word := range args {
			word = strings.ToLower(word)
			if span, back, ok := lobby.ParseSpan(word); ok {
				q.Span, q.Back = span, back
			} else if n, err := strconv.Atoi(word); err == nil && n >= 1 && n <= len(all) {
				q.Category = all[n-1]
			} else if word == lobby.HouseWide {
				q.Category = word
			}
		}
		b, err = t.Session.Ranking(ctx, q)
		return err
	})
	if t.sorry(err) {
		return
	}
	switch {
	case len(all) == 0:
		t.say("No rated match was played here yet.")
		return
	case len(b.Rows) == 0:
		t.say("Nobody stands on this board yet: %s, %s.", t.category(q.Category), spanWords(q, b))
	default:
		t.say("%s, %s:", t.category(b.Category), spanWords(q, b))
	}
	mine := b.Mine
	for _, r := range b.Rows {
		if r.Me {
			mine = nil
		}
		t.standing(b, r)
	}
	if mine != nil {
		t.standing(b, *mine)
	}
	for i, c := range all {
		if c != q.Category {
			t.say("Type \"board %d\" for %s.", i+1, t.category(c))
		}
	}
	t.say("Add %s.", lobby.SpanWords)
}

// spanWords says which stretch of time a board is of.
func spanWords(q lobby.BoardQuery, b lobby.Board) string {
	now := map[lobby.Span][2]string{
		lobby.SpanDay: {"today", "yesterday"}, lobby.SpanWeek: {"this week", "last week"},
		lobby.SpanMonth: {"this month", "last month"}, lobby.SpanAll: {"all time", "all time"},
	}
	switch {
	case b.Season != nil:
		return "season " + b.Season.Name
	case q.Span == lobby.SpanSeason:
		return "no season so far"
	case q.Back:
		return now[q.Span][1]
	}
	return now[q.Span][0]
}

// standing says one row of a board.
func (t *talker) standing(b lobby.Board, r lobby.Standing) {
	you := ""
	if r.Me {
		you = ", you"
	}
	rank := fmt.Sprintf("%d. ", r.Rank)
	if r.Rank <= 0 { // bots have none, and those who are not placed yet
		rank = "Unranked: "
	}
	text := fmt.Sprintf("%s%s%s: ", rank, r.Name, you)
	missing := lobby.Missing(b.Window.Span, r.Matches, r.Opponents)
	switch {
	case b.Category == lobby.HouseWide:
		text += fmt.Sprintf("%s points in %d games", lobby.Thousands(r.Points), r.Games)
		missing = lobby.MissingHouse(r.Games)
	case b.Window.Span == lobby.SpanAll:
		text += lobby.Thousands(lobby.Shown(r.Skill)) + ", " + lobby.InWords(r.Skill, r.Matches)
	default:
		text += "form " + lobby.Signed(float64(r.Points))
	}
	text += fmt.Sprintf(" in %s, %d won", lobby.Plural(r.Matches, "match"), r.Wins)
	if missing != "" && !r.Bot {
		text += "; not placed yet: " + missing
	}
	switch {
	case r.Moved > 0:
		text += fmt.Sprintf("; up %d", r.Moved)
	case r.Moved < 0:
		text += fmt.Sprintf("; down %d", -r.Moved)
	}
	t.say("%s.", text)
}

// category says a rating class in words.
func (t *talker) category(c string) string {
	if c == lobby.HouseWide {
		return "the whole house"
	}
	game, seats, _ := strings.Cut(c, "/")
	if seats == "2" {
		return t.title(game) + " with two seats"
	}
	return t.title(game) + " with three seats or more"
}

func (t *talker) profile(args []string) {
	var p lobby.Profile
	err := t.wait(func(ctx context.Context) (err error) {
		p, err = t.Session.Profile(ctx, strings.Join(args, " "))
		return err
	})
	if t.sorry(err) {
		return
	}
	if !p.Player.Gone.IsZero() {
		t.say("%s: this account is gone, as its owner wished.", p.Player.Name)
		return
	}
	t.say("%s, here since %s.", p.Player.Name, p.Player.Created.Format("2 January 2006"))
	for _, r := range p.Records {
		rank := "unranked"
		if r.Rank > 0 {
			rank = fmt.Sprintf("rank %d", r.Rank)
		}
		t.say("%s: %s, %s, %s; %s, %d won, %d left.", t.category(r.Category), lobby.Thousands(lobby.Shown(r.Skill)),
			lobby.InWords(r.Skill, r.Matches), rank, lobby.Plural(r.Matches, "match"), r.Wins, r.Left)
	}
	if len(p.Records) == 0 {
		t.say("No rated match yet.")
	}
	if p.Player.Bot == "" && p.Conduct.Matches > 0 {
		t.say("At the table: %s.", p.Conduct.InWords())
	}
	for _, a := range p.Awards {
		t.say("%s of %s in season %s, match %s.", a.Kind, t.category(a.Category), a.SeasonName, a.Match)
	}
	if a := p.Against; a != nil && a.Matches > 0 {
		t.say("You sat together %d times: you came out ahead in %d, behind in %d.", a.Matches, a.Better, a.Worse)
	}
	if len(p.Names) > 1 {
		var names []string
		for _, n := range p.Names {
			names = append(names, n.Name)
		}
		t.say("Names so far: %s.", strings.Join(names, ", "))
	}
}

// history says past matches: one's own, or those "of NAME", that a search lets through.
func (t *talker) history(args []string) {
	name := ""
	if len(args) > 1 && strings.EqualFold(args[0], "of") {
		name, args = args[1], args[2:]
	}
	find := lobby.ParseSearch(strings.Join(args, " "), t.Kits, t.Session.Player().Prefs.Clock())
	var past []lobby.Past
	err := t.wait(func(ctx context.Context) (err error) {
		past, err = t.Session.History(ctx, name, find, rowsMax)
		return err
	})
	if t.sorry(err) {
		return
	}
	if len(past) == 0 && len(args) > 0 {
		t.say("No match like that.")
		return
	}
	if len(past) == 0 {
		t.say("No match so far.")
	}
	for _, p := range past {
		result := "still played"
		if !p.Ended.IsZero() {
			result = "looked on"
			switch {
			case p.Left:
				result = "walked out"
			case p.Seat >= 0 && int(p.Seat) < len(p.Ranks):
				result = fmt.Sprintf("place %d of %d", p.Ranks[p.Seat], len(p.Ranks))
			}
			if p.Rated {
				result += ", rating " + lobby.Signed(p.Change)
			}
		}
		t.say("%s, %s, %s: %s; %s.", p.Match, p.Opened.Format("2 January 2006"), t.title(p.Game),
			strings.Join(p.Names, ", "), result)
	}
}

func (t *talker) record(args []string) {
	if len(args) == 0 {
		t.say("Which match? The history names them.")
		return
	}
	var text string
	err := t.wait(func(ctx context.Context) (err error) {
		text, err = t.Session.Record(ctx, table.MatchID(strings.ToUpper(args[0])))
		return err
	})
	if !t.sorry(err) {
		t.say("%s", strings.TrimRight(text, "\n"))
	}
}

// clauseWord is the number of a rule, such as R14, 53 or 6.3; a game's name may begin with a figure too.
var clauseWord = regexp.MustCompile(`^[A-Za-z]?\d{1,3}(\.\d{1,2})?$`)

// rules says the rule book, or the paragraph of one rule.
func (t *talker) rules(args []string) {
	game, clause := "", ""
	if t.at != nil {
		game = t.at.kit.Spec.Name
	}
	for _, a := range args {
		if clauseWord.MatchString(a) {
			clause = strings.ToUpper(a)
		} else {
			game = a
		}
	}
	k, ok := t.kit(game)
	if !ok {
		return
	}
	text := strings.NewReplacer("**", "", "`", "").Replace(strings.TrimSpace(t.Books[k.Spec.Name]))
	if text == "" {
		t.say("There is no rule book for this game here.")
		return
	}
	found := false
	for para := range strings.SplitSeq(text, "\n\n") {
		para = strings.TrimSpace(strings.TrimLeft(para, "# "))
		switch {
		case clause == "" && strings.HasPrefix(para, "|"):
			found = true
			t.say("%s", para)
		case clause == "" || strings.HasPrefix(para, clause+". "):
			found = true
			t.say("%s", strings.ReplaceAll(para, "\n", lineBreak(para)))
		}
	}
	if !found {
		t.say("There is no rule %s here.", short(clause))
	}
}

// lineBreak is what a line's end in a paragraph becomes: lists keep theirs.
func lineBreak(para string) string {
	if strings.Contains(para, "\n- ") || strings.Contains(para, "\n2. ") || strings.HasPrefix(para, "- ") {
		return "\n"
	}
	return " "
}

func (t *talker) rename(args []string) {
	name := strings.Join(args, " ")
	if !t.sorry(t.wait(func(ctx context.Context) error { return t.Session.SetName(ctx, name) })) {
		t.say("From now on you are %s.", t.Session.Player().Name)
	}
}

func (t *talker) code([]string) {
	var code string
	err := t.wait(func(ctx context.Context) (err error) {
		code, err = t.Session.Code(ctx)
		return err
	})
	if !t.sorry(err) {
		t.say("Your code is %s. At the door, with the other key, type: code %s. It is good once, for %d minutes.",
			strings.Join(strings.Split(code, ""), " "), code, int(lobby.CodeFor.Minutes()))
	}
}

func ignoring(yes bool) func(*talker, []string) {
	return func(t *talker, args []string) {
		name := strings.Join(args, " ")
		if t.sorry(t.wait(func(ctx context.Context) error { return t.Session.Ignore(ctx, name, yes) })) {
			return
		}
		if yes {
			t.say("You no longer hear %s.", name)
		} else {
			t.say("You hear %s again.", name)
		}
	}
}
