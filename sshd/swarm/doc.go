// Package swarm comes to a house as people do, many at once: each Terminal is a real SSH session with a key of its own
// and an emulated screen, which it reads and types at. Load runs and end-to-end tests use it; it knows nothing of the
// server but what stands on the screen.
package swarm
