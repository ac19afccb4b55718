package sshd

import (
	"net"
	"reflect"
	"runtime"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// The library reads packets ahead of what it works on, and keeps them in a channel. Whoever works on them may end at
// any of them, as after a failed log-in or a message that means nothing; nobody empties that channel afterwards, and if
// it is full by then, whoever reads hangs at it for ever, with all that was read. A client who sends twenty packets at
// once, the first of which ends the connection, would leave goroutines and memory behind each time.
//
// So a line hands out at once no more bytes than packets for which there is room, and only when what it handed out
// before has been worked on.
const (
	// packetBytesMin is the shortest packet of the ciphers that are offered: its length, a byte that says how much is
	// padding, a byte, four of padding, and a tag.
	packetBytesMin = 4 + 1 + 1 + 4 + 16
	// packetsAhead is for how many packets the library has room, less one that it adds itself after a key exchange.
	packetsAhead = 15
	// mouthful is how many bytes are handed out at once. What is left of an earlier packet adds less than one.
	mouthful = packetsAhead * packetBytesMin
	// lookAgain is how soon is looked again whether what was read has been worked on.
	lookAgain = 200 * time.Microsecond
)

// backlog is the library's channel of packets that it has read and not worked on, of which only the length is looked
// at. It is not valid if the library has none any more, which a test would notice.
func backlog(conn gossh.ServerPreAuthConn) (packets reflect.Value) {
	v := reflect.ValueOf(conn)
	for _, name := range []string{"transport", "incoming"} {
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			return reflect.Value{}
		}
		v = v.FieldByName(name)
	}
	if v.Kind() != reflect.Chan {
		return reflect.Value{}
	}
	return v
}

// follow begins to look after what the library has read of the line. It is called when the first key exchange is over.
func (l *line) follow(conn gossh.ServerPreAuthConn) {
	if packets := backlog(conn); packets.IsValid() {
		l.unread.Store(&packets)
	}
}

// digested waits until the library has worked on all that it was handed. It fails when the line is closed, and cuts it
// when that takes as long as a write may.
func (l *line) digested() error {
	packets := l.unread.Load()
	if packets == nil { // during the first key exchange nothing is read ahead, and a moment later hardly anything
		runtime.Gosched()
		return nil
	}
	if packets.Len() == 0 {
		return nil
	}
	look := time.NewTicker(lookAgain)
	defer look.Stop()
	stuck := time.NewTimer(l.limits.Stuck)
	defer stuck.Stop()
	for packets.Len() > 0 {
		select {
		case <-look.C:
		case <-l.done:
			return net.ErrClosed
		case <-stuck.C:
			l.cut("nothing worked on")
			return net.ErrClosed
		}
	}
	return nil
}
