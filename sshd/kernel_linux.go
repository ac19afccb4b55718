//go:build linux && (amd64 || arm64)

package sshd

import (
	"encoding/binary"
	"net"
	"syscall"
	"time"
	"unsafe"
)

// In the kernel's struct tcp_info, tcpi_min_rtt is a number of microseconds at this place, in the byte order of the
// machine, which is little-endian here. The kernel fills in what it knows, and all kernels since 4.9 know as much.
const (
	infoBytes   = 152
	minTripAt   = 148
	minTripNone = 1<<32 - 1
)

// kernelTrip is the shortest round trip that the kernel has measured on a TCP connection, to its nearest end; 0 if it
// is not known.
func kernelTrip(tcp *net.TCPConn) time.Duration {
	raw, err := tcp.SyscallConn()
	if err != nil {
		return 0
	}
	var info [infoBytes]byte
	size := uint32(len(info))
	if err := raw.Control(func(fd uintptr) {
		_, _, errno := syscall.Syscall6(syscall.SYS_GETSOCKOPT, fd, syscall.IPPROTO_TCP, syscall.TCP_INFO,
			uintptr(unsafe.Pointer(&info[0])), uintptr(unsafe.Pointer(&size)), 0)
		if errno != 0 {
			size = 0
		}
	}); err != nil || size < infoBytes {
		return 0
	}
	trip := binary.LittleEndian.Uint32(info[minTripAt:])
	if trip == minTripNone {
		return 0
	}
	return time.Duration(trip) * time.Microsecond
}
