package data

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Sizes and signs of SQLite's write-ahead log, in bytes.
const (
	walHeader = 32
	walFrame  = 24
	walMagic  = 0x377f0682 // with its lowest bit set where checksums read big-endian words
)

// errLog is a write-ahead log that is not what was synced. SQLite takes the first frame whose checksum is wrong for the
// end of the log, and would forget what comes after it without a word.
var errLog = errors.New("the write-ahead log beside it is broken in the middle")

// sum is the running checksum of a write-ahead log.
type sum [2]uint32

func (s sum) add(order binary.ByteOrder, b []byte) sum {
	for ; len(b) >= 8; b = b[8:] {
		s[0] += order.Uint32(b) + s[1]
		s[1] += order.Uint32(b[4:]) + s[0]
	}
	return s
}

// checkLog looks for a frame of a write-ahead log that is broken although later ones are whole. A commit is synced
// before the next one is begun, so whole frames behind a commit mean that everything before was on the disk. Where the
// log just ends, or its last commit is broken, a crash may have done it.
func checkLog(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("write-ahead log: %w", err)
	}
	defer f.Close() // only read
	in := bufio.NewReaderSize(f, 1<<20)
	head := make([]byte, walHeader)
	if _, err := io.ReadFull(in, head); err != nil {
		return torn(err)
	}
	size := int(binary.BigEndian.Uint32(head[8:]))
	if size == 1 {
		size = 1 << 16
	}
	order := binary.ByteOrder(binary.LittleEndian)
	if head[3]&1 == 1 {
		order = binary.BigEndian
	}
	at := sum{}.add(order, head[:24])
	if binary.BigEndian.Uint32(head)&^1 != walMagic || size < 512 || size > 1<<16 || at != storedAt(head[24:]) {
		_, err := in.Peek(walFrame + 512) // a header that is not whole has no frames behind it, or it was whole once
		if err == nil {
			return errLog
		}
		return torn(err)
	}
	return checkFrames(in, frames{order: order, at: at, salt: [8]byte(head[16:24]), size: size})
}

// frames is where a walk over a log is.
type frames struct {
	order binary.ByteOrder
	at    sum     // what the next frame's checksum begins with
	salt  [8]byte // of this round of the log; older frames have others
	size  int     // of a page
}

func checkFrames(in io.Reader, w frames) error {
	strikes, passed := 0, false
	for frame := make([]byte, walFrame+w.size); ; {
		if _, err := io.ReadFull(in, frame); err != nil {
			return torn(err)
		}
		now := w.at.add(w.order, frame[:8]).add(w.order, frame[walFrame:])
		w.at = storedAt(frame[16:])
		whole, ours := now == w.at, [8]byte(frame[8:16]) == w.salt
		switch {
		case strikes == 0 && whole && ours:
			continue
		case strikes > 0 && !ours, strikes == 2 && !whole:
			return nil // the end of this round, or of what a failed commit left
		case strikes > 0 && whole && passed:
			return errLog
		case strikes == 0 || !whole:
			strikes++ // the frame itself, and the next one where the flaw is in the checksum
		}
		passed = passed || binary.BigEndian.Uint32(frame[4:]) != 0
	}
}

func storedAt(b []byte) sum { return sum{binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])} }

// torn turns the end of a log into nothing to say.
func torn(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return fmt.Errorf("write-ahead log: %w", err)
}

// Suspect says what speaks against a database that nobody has open, apart from what is in it: its seal, or its
// write-ahead log. It keeps a broken log aside and marks the database, for SQLite will forget the log once it was
// opened.
func Suspect(ctx context.Context, dir string, now time.Time) error {
	if _, err := sealHolds(ctx, dir); err != nil {
		return err
	}
	log := filepath.Join(dir, file+"-wal")
	err := checkLog(log)
	if !errors.Is(err, errLog) {
		return err
	}
	return errors.Join(err, os.Link(log, log+".broken-"+stampOf(now)),
		writeFile(dir, sealFile, []byte("its log was broken\n")))
}
