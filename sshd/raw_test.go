package sshd

import (
	"bufio"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// Messages of the protocol (RFC 4250, 4.1.2), as raw sends them.
const (
	msgKexInit   = 20
	msgNewKeys   = 21
	msgKexECDH   = 30
	msgKexReply  = 31
	msgUserAuth  = 50
	msgOpened    = 91
	msgAuthed    = 52
	msgExtension = 7
)

// rawPacketMax is how long a packet may say that it is, in bytes.
const rawPacketMax = 256 << 10

// raw is a client that can say anything at any time, which clients that are libraries do not: it knows one key
// exchange and one cipher, and leaves the order of things to the test. It does not check whose host key it is shown.
// One goroutine reads, one writes.
type raw struct {
	net.Conn
	in        *bufio.Reader
	theirs    string // the version of the door
	session   []byte
	out, back *sealed
}

// sealed is one direction under a key of its own.
type sealed struct {
	aead  cipher.AEAD
	nonce [12]byte
}

const rawVersion = "SSH-2.0-raw"

// raw connects and says a version, and nothing else.
func (d *door) raw() (*raw, error) {
	c := d.from("127.0.0.1", []byte(rawVersion+"\r\n"))
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		return nil, err
	}
	r := &raw{Conn: c, in: bufio.NewReader(c)}
	said, err := r.in.ReadString('\n')
	if err != nil || len(said) < 2 {
		return nil, fmt.Errorf("no version: %w", err)
	}
	r.theirs = said[:len(said)-2]
	return r, nil
}

// padding is how much belongs to a payload: what the protocol wants before there are keys, and then as little as the
// door lets pass, so that many packets are few bytes.
func (r *raw) padding(payload []byte) int {
	if r.out != nil {
		return 4
	}
	return 4 + (8-(9+len(payload))%8)%8
}

// send sends packets with these payloads.
func (r *raw) send(payloads ...[]byte) error {
	var all []byte
	for _, p := range payloads {
		pad := r.padding(p)
		body := append(append([]byte{byte(pad)}, p...), make([]byte, pad)...)
		head := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
		if r.out == nil {
			all = append(append(all, head...), body...)
			continue
		}
		all = append(all, r.out.aead.Seal(head, r.out.nonce[:], body, head)...)
		r.out.count()
	}
	_, err := r.Write(all)
	return err
}

// count goes on to the next packet.
func (s *sealed) count() {
	at := s.nonce[4:]
	binary.BigEndian.PutUint64(at, binary.BigEndian.Uint64(at)+1)
}

// receive reads one packet, and fails at the end of the connection.
func (r *raw) receive() ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r.in, head[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(head[:])
	if n < 2 || n > rawPacketMax {
		return nil, fmt.Errorf("a packet of %d bytes", n)
	}
	more := 0
	if r.back != nil {
		more = r.back.aead.Overhead()
	}
	body := make([]byte, int(n)+more)
	if _, err := io.ReadFull(r.in, body); err != nil {
		return nil, err
	}
	if r.back != nil {
		var err error
		if body, err = r.back.aead.Open(body[:0], r.back.nonce[:], body, head[:]); err != nil {
			return nil, err
		}
		r.back.count()
	}
	if 1+int(body[0]) >= len(body) {
		return nil, errors.New("a packet of padding")
	}
	return body[1 : len(body)-int(body[0])], nil
}

// await reads packets until one of a kind, and drops the others.
func (r *raw) await(kind byte) ([]byte, error) {
	for {
		p, err := r.receive()
		if err != nil || p[0] == kind {
			return p, err
		}
	}
}

// kexInit is how this client begins a key exchange.
func kexInit() []byte {
	cookie := [16]byte{}
	_, _ = rand.Read(cookie[:])
	const ciphers, macs = gossh.CipherAES128GCM, gossh.HMACSHA256ETM
	return gossh.Marshal(struct {
		Cookie                       [16]byte `sshtype:"20"`
		Kex, Host                    []string
		Out, Back, MACOut, MACBack   []string
		PackOut, PackBack, Lang, Tal []string
		Guess                        bool
		Reserved                     uint32
	}{Cookie: cookie, Kex: []string{gossh.KeyExchangeCurve25519}, Host: []string{gossh.KeyAlgoED25519},
		Out: []string{ciphers}, Back: []string{ciphers}, MACOut: []string{macs}, MACBack: []string{macs},
		PackOut: []string{"none"}, PackBack: []string{"none"}})
}

// exchange goes through a whole key exchange, the first or a later one.
func (r *raw) exchange() error {
	ours := kexInit()
	if err := r.send(ours); err != nil {
		return err
	}
	theirs, err := r.await(msgKexInit)
	if err != nil {
		return err
	}
	return r.agree(ours, theirs)
}

// agree goes through the rest of a key exchange, once both sides have begun it.
func (r *raw) agree(ours, theirs []byte) error {
	key, err := ecdh.X25519().GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	if err := r.send(said(msgKexECDH, key.PublicKey().Bytes())); err != nil {
		return err
	}
	reply, err := r.await(msgKexReply)
	if err != nil {
		return err
	}
	var host struct {
		Key         []byte `sshtype:"31"`
		Public, Sig []byte
	}
	if err := gossh.Unmarshal(reply, &host); err != nil {
		return err
	}
	public, err := ecdh.X25519().NewPublicKey(host.Public)
	if err != nil {
		return err
	}
	secret, err := key.ECDH(public)
	if err != nil {
		return err
	}
	shared := number(secret)
	var all []byte
	for _, part := range [][]byte{[]byte(rawVersion), []byte(r.theirs), ours, theirs, host.Key,
		key.PublicKey().Bytes(), host.Public} {
		all = append(binary.BigEndian.AppendUint32(all, uint32(len(part))), part...)
	}
	digest := sha256.Sum256(append(all, shared...))
	if r.session == nil {
		r.session = digest[:]
	}
	derive := func(letter byte) []byte {
		h := sha256.Sum256(append(append(append(append([]byte{}, shared...), digest[:]...), letter), r.session...))
		return h[:]
	}
	if err := r.send([]byte{msgNewKeys}); err != nil {
		return err
	}
	r.out = seal(derive('C'), derive('A'))
	if _, err := r.await(msgNewKeys); err != nil {
		return err
	}
	r.back = seal(derive('D'), derive('B'))
	return nil
}

func seal(key, nonce []byte) *sealed {
	block, err := aes.NewCipher(key[:16])
	if err != nil {
		panic(err) // sixteen bytes are a key
	}
	s := &sealed{}
	if s.aead, err = cipher.NewGCM(block); err != nil {
		panic(err)
	}
	copy(s.nonce[:], nonce)
	return s
}

// number writes bytes as a number that is not negative (RFC 4251, 5).
func number(b []byte) []byte {
	for len(b) > 0 && b[0] == 0 {
		b = b[1:]
	}
	if len(b) > 0 && b[0] >= 0x80 {
		b = append([]byte{0}, b...)
	}
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(b))), b...)
}

// said is a message that holds strings.
func said(kind byte, texts ...[]byte) []byte {
	p := []byte{kind}
	for _, t := range texts {
		p = append(binary.BigEndian.AppendUint32(p, uint32(len(t))), t...)
	}
	return p
}

// words32 is a message that holds numbers.
func words32(kind byte, numbers ...uint32) []byte {
	p := []byte{kind}
	for _, n := range numbers {
		p = binary.BigEndian.AppendUint32(p, n)
	}
	return p
}

// service asks for the service by which one logs in.
func service() []byte { return said(5, []byte("ssh-userauth")) }

// asGuest asks to come in without a key.
func asGuest(user string) []byte {
	return said(msgUserAuth, []byte(user), []byte("ssh-connection"), []byte("keyboard-interactive"), nil, nil)
}

// enters logs in as a guest.
func (r *raw) enters() error {
	if err := r.exchange(); err != nil {
		return err
	}
	if err := r.send(service(), asGuest("raw")); err != nil {
		return err
	}
	_, err := r.await(msgAuthed)
	return err
}

// channel32 asks for a session, by the number that the client has for it.
func channel32(number uint32) []byte {
	p := said(90, []byte("session"))
	for _, n := range []uint32{number, 1 << 20, 32 << 10} {
		p = binary.BigEndian.AppendUint32(p, n)
	}
	return p
}

// request is a request in a session, by the number that the door has for it.
func request(number uint32, name string, reply bool, payload []byte) []byte {
	p := append(words32(98, number), said(0, []byte(name))[1:]...)
	if reply {
		p = append(p, 1)
	} else {
		p = append(p, 0)
	}
	return append(p, payload...)
}

// sits opens a session with a terminal and waits until it is there. It returns the door's number for it.
func (r *raw) sits() (uint32, error) {
	if err := r.enters(); err != nil {
		return 0, err
	}
	if err := r.send(channel32(0)); err != nil {
		return 0, err
	}
	p, err := r.await(msgOpened)
	if err != nil || len(p) < 9 {
		return 0, fmt.Errorf("no session: %w", err)
	}
	n := binary.BigEndian.Uint32(p[5:])
	err = r.send(request(n, "pty-req", false, gossh.Marshal(ptyRequest{Term: "xterm", W: 80, H: 24})),
		request(n, "shell", true, nil))
	if err != nil {
		return 0, err
	}
	_, err = r.await(94) // the first screen
	return n, err
}
