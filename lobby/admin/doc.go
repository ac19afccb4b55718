// Package admin is how a house is looked after: one table of words, said over SSH by the staff of a running house or on
// the console of a stopped one, with the same answers.
//
//	r, err := admin.Parse([]string{"staff", "list", "--json"})
//	err = office.Run(ctx, admin.Console("root"), r, os.Stdout)
//
// An [Office] has a [Store] and, while a server runs, its house. Package sshd asks it on behalf of keys that are on the
// list of staff; cmd/saloon opens the data directory and asks it as the console.
//
// # The laws
//
//   - Staff is who has a key on the list, whatever they are called. The first owner is added on the console. A helper
//     may look, drain and broadcast; an owner may do everything.
//   - Every act is in the audit log, in the transaction that does it where it changes the database. The log only grows.
//   - The staff learns no hands: of a match it sees what everybody may see.
//
// # What it does not do
//
// It proves no key, opens no file, and knows no SQL.
package admin
