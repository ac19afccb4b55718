package lobby

import (
	"strings"
	"unicode"
)

// machineLogins are names of accounts on machines, not of people.
var machineLogins = []string{
	"admin", "administrator", "anonymous", "centos", "core", "debian", "docker", "ec2-user", "fedora", "git", "guest",
	"home", "me", "mobile", "name", "node", "nobody", "opc", "pi", "player", "root", "runner", "ssh", "sshd", "test",
	"tester", "ubuntu", "user", "username", "vagrant", "www", "you",
}

// keptNames are the house's own words: names that would read like its voice in a sentence.
var keptNames = skeletons(
	"admin", "administrator", "all", "anonymous", "anybody", "bot", "computer", "dealer", "everybody", "everyone",
	"guest", "host", "house", "lobby", "me", "mod", "moderator", "nature", "nobody", "none", "null", "official",
	"operator", "owner", "public", "root", "saloon", "server", "somebody", "spectator", "staff", "support", "sysadmin",
	"sysop", "system", "table", "the house", "the dealer", "the table", "you", "your",
)

// keptWords are not even part of a name.
var keptWords = skeletons("admin", "administrator", "moderator", "official", "root", "saloon", "staff", "sysadmin",
	"sysop", "guest", "bot")

// goneSkeleton begins the names of those whose accounts are gone.
var goneSkeleton = Skeleton(GoneName)

func skeletons(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[Skeleton(n)] = true
	}
	return m
}

// reservedName reports whether a name, or a word of it, belongs to the house or to one of its bots.
func reservedName(name string) bool {
	whole := Skeleton(name)
	if keptNames[whole] || botSkeletons[whole] || strings.HasPrefix(whole, goneSkeleton) {
		return true
	}
	words := strings.FieldsFunc(name, func(r rune) bool {
		return strings.ContainsRune(nameSigns, r) || unicode.IsDigit(r)
	})
	for _, w := range words {
		if keptWords[Skeleton(w)] {
			return true
		}
	}
	return keptWords[Skeleton(strings.TrimFunc(name, unicode.IsDigit))]
}
