package sshd

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/binary"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	gossh "golang.org/x/crypto/ssh"
)

// unowned is somebody else's key: it can be offered, and signs only with a key of one's own.
type unowned struct {
	gossh.Signer
	pretended gossh.PublicKey
}

func (u unowned) PublicKey() gossh.PublicKey { return u.pretended }

func stranger(t *testing.T) gossh.Signer { return unowned{newKey(t), newKey(t).PublicKey()} }

// shifting is a key that is offered as one and proved as another: the client asks for it three times, the third time
// for what it signs.
type shifting struct {
	gossh.PublicKey
	proved gossh.PublicKey
	asked  *int
}

func (s shifting) Marshal() []byte {
	if *s.asked++; *s.asked > 2 {
		return s.proved.Marshal()
	}
	return s.PublicKey.Marshal()
}

func TestHostileOffersAreNoIdentity(t *testing.T) {
	d := opened(t)
	for range 10 {
		mine, theirs := newKey(t), newKey(t)
		asked := 0
		both := shifting{theirs.PublicKey(), mine.PublicKey(), &asked}
		c, err := d.dial(login("anna", gossh.PublicKeys(unowned{mine, both})))
		if err != nil {
			t.Fatal(err)
		}
		if asked != 3 {
			t.Fatalf("the client asked for the key %d times: this test offers and proves the same one", asked)
		}
		d.sits(c).types("q")
		if v := <-d.seen; v.Fingerprint != gossh.FingerprintSHA256(mine.PublicKey()) {
			t.Errorf("somebody came in as %q", v.Fingerprint)
		}
		_ = c.Close()
	}
}

func TestAGuestIsAskedNothing(t *testing.T) {
	d := opened(t)
	asked := 0
	c, err := d.dial(login("anna", gossh.KeyboardInteractive(
		func(_, _ string, questions []string, _ []bool) ([]string, error) {
			asked += len(questions)
			return nil, nil
		})))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	d.sits(c).types("q")
	if v := <-d.seen; v.Fingerprint != "" || v.KeyType != "" || asked > 0 {
		t.Errorf("a guest came in as %q after %d questions", v.Fingerprint, asked)
	}
}

func TestNobodyComesInWithoutAMethod(t *testing.T) {
	d := opened(t)
	for name, auth := range map[string][]gossh.AuthMethod{
		"none": {}, "password": {gossh.Password("sesame")}, "a key of somebody else": {gossh.PublicKeys(stranger(t))},
	} {
		if c, err := d.dial(login("anna", auth...)); err == nil {
			_ = c.Close()
			t.Errorf("came in with %s", name)
		}
	}
}

func TestHostileKeysAreRefused(t *testing.T) {
	d := opened(t)
	key, ca := newKey(t), newKey(t)
	cert := &gossh.Certificate{
		Key: key.PublicKey(), CertType: gossh.UserCert, ValidPrincipals: []string{"anna"},
		ValidBefore: gossh.CertTimeInfinity,
	}
	if err := cert.SignCert(rand.Reader, ca); err != nil {
		t.Fatal(err)
	}
	certified, err := gossh.NewCertSigner(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	small, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	weak, err := gossh.NewSignerFromKey(small)
	if err != nil {
		t.Fatal(err)
	}
	// Nobody has to own the giant: it is refused when it is offered.
	n := new(big.Int).SetBit(big.NewInt(1), rsaBitsMax, 1)
	giant, err := gossh.NewPublicKey(&rsa.PublicKey{N: n, E: 65537})
	if err != nil {
		t.Fatal(err)
	}
	for name, signer := range map[string]gossh.Signer{
		"a certificate": certified, "RSA of 1024 bits": weak, "a giant RSA key": unowned{newKey(t), giant},
	} {
		if c, err := d.dial(login("anna", gossh.PublicKeys(signer))); err == nil {
			_ = c.Close()
			t.Errorf("came in with %s", name)
		}
		// With a good key behind it, the same client comes in.
		c, err := d.dial(login("anna", gossh.PublicKeys(signer, key)))
		if err != nil {
			t.Errorf("with %s and a good key: %v", name, err)
			continue
		}
		_ = c.Close()
	}
}

func TestKeysThatAreWelcome(t *testing.T) {
	d := opened(t)
	big, err := rsa.GenerateKey(rand.Reader, rsaBitsMin)
	if err != nil {
		t.Fatal(err)
	}
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []any{big, curve} {
		signer, err := gossh.NewSignerFromKey(k)
		if err != nil {
			t.Fatal(err)
		}
		c, err := d.dial(login("anna", gossh.PublicKeys(signer)))
		if err != nil {
			t.Fatalf("%T: %v", k, err)
		}
		d.sits(c).types("q")
		pub := signer.PublicKey()
		if v := <-d.seen; v.Fingerprint != gossh.FingerprintSHA256(pub) || v.KeyType != pub.Type() {
			t.Errorf("%T came in as %q, a %q", k, v.Fingerprint, v.KeyType)
		}
		_ = c.Close()
	}
}

func TestHostileLoginNamesAreOnlySuggestions(t *testing.T) {
	d := opened(t)
	key := gossh.PublicKeys(newKey(t))
	prints := map[string]bool{}
	long := strings.Repeat("x", 20<<10)
	for _, user := range []string{"alice", "root", long, "../x", "\x1b[2J\x1b]0;pwn\x07", "a\nb", ""} {
		c, err := d.dial(login(user, key))
		if err != nil {
			continue // a library may refuse a name; then nobody is harmed
		}
		d.sits(c).types("q")
		v := <-d.seen
		prints[v.Fingerprint] = true
		s := v.Session.Suggestion()
		if utf8.RuneCountInString(s) > suggestionWidth || strings.ContainsAny(s, "\x1b\n\x07") {
			t.Errorf("login %.20q suggests %q", user, s)
		}
		_ = c.Close()
	}
	if len(prints) != 1 {
		t.Errorf("one key is %d people", len(prints))
	}
}

func TestHostileWordsStayOnTheirLineOfTheLog(t *testing.T) {
	d := opened(t)
	c, err := d.dial(login("x\nFAKE ok\x1b]0;p\x07", gossh.PublicKeys(newKey(t))))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	s := terminal(t, c, ptyRequest{Term: "xterm\x1b[31m\nFAKE", W: 80, H: 24}, "no\nsuch\x1b[2J")
	s.exits()
	d.log.awaits(t, "Session ended")
	for _, line := range strings.Split(strings.TrimSpace(d.log.String()), "\n") {
		if !strings.HasPrefix(line, `{"time"`) || strings.ContainsAny(line, "\x1b\x07") {
			t.Errorf("log line %q", line)
		}
	}
}

func TestHostKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "host")
	first, err := hostKey(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	again, err := hostKey(path)
	if err != nil || string(again.PublicKey().Marshal()) != string(first.PublicKey().Marshal()) {
		t.Errorf("another key on the next start: %v", err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := hostKey(path); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a key that everybody can read: %v", err)
	}
	if err := os.WriteFile(path, []byte("not a key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := hostKey(path); err == nil {
		t.Error("a broken key was replaced")
	}
	if raw, err := os.ReadFile(path); err != nil || string(raw) != "not a key" {
		t.Errorf("the file is %q now, %v", raw, err)
	}
	if _, err := hostKey(filepath.Dir(path)); err == nil {
		t.Error("a directory is no key")
	}
}

// offers are the lists with which the door begins a key exchange, as they stand on the wire.
func (d *door) offers() [][]string {
	d.t.Helper()
	c := d.from("127.0.0.1", []byte("SSH-2.0-lists\r\n"))
	r := bufio.NewReader(c)
	if _, err := r.ReadString('\n'); err != nil {
		d.t.Fatal(err)
	}
	var length uint32
	if err := binary.Read(r, binary.BigEndian, &length); err != nil || length > 4<<10 {
		d.t.Fatal(length, err)
	}
	packet := make([]byte, length)
	if _, err := io.ReadFull(r, packet); err != nil {
		d.t.Fatal(err)
	}
	var init struct {
		Cookie                                         [16]byte `sshtype:"20"`
		Kex, HostKeys, CiphersIn, CiphersOut           []string
		MACsIn, MACsOut, CompressionIn, CompressionOut []string
		LanguagesIn, LanguagesOut                      []string
		Follows                                        bool
		Reserved                                       uint32
	}
	if err := gossh.Unmarshal(packet[1:len(packet)-int(packet[0])], &init); err != nil {
		d.t.Fatal(err)
	}
	return [][]string{init.Kex, init.HostKeys, init.CiphersIn, init.CiphersOut, init.MACsIn, init.MACsOut,
		init.CompressionIn, init.CompressionOut, init.LanguagesIn, init.LanguagesOut}
}

func TestWhatIsOfferedIsPinned(t *testing.T) {
	d := opened(t)
	ciphers := []string{"chacha20-poly1305@openssh.com", "aes256-gcm@openssh.com", "aes128-gcm@openssh.com",
		"aes256-ctr", "aes192-ctr", "aes128-ctr"}
	macs := []string{"hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com"}
	none := []string{"none"}
	want := [][]string{
		// The last is no key exchange: it marks one that nobody can cut short (CVE-2023-48795), and is always there.
		{"mlkem768x25519-sha256", "curve25519-sha256", "curve25519-sha256@libssh.org", "kex-strict-s-v00@openssh.com"},
		{"ssh-ed25519"}, ciphers, ciphers, macs, macs, none, none, {}, {},
	}
	if diff := cmp.Diff(want, d.offers()); diff != "" {
		t.Errorf("other algorithms are offered:\n%s", diff)
	}
	keys := []string{"ssh-ed25519", "sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com",
		"ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521", "rsa-sha2-256", "rsa-sha2-512"}
	if diff := cmp.Diff(keys, d.protocol(nil).PublicKeyAuthAlgorithms); diff != "" {
		t.Errorf("other signatures are accepted:\n%s", diff)
	}
}

func TestSignaturesOverSHA1AreRefused(t *testing.T) {
	d := opened(t)
	key, err := rsa.GenerateKey(rand.Reader, rsaBitsMin)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for algorithm, welcome := range map[string]bool{
		gossh.KeyAlgoRSA: false, gossh.KeyAlgoRSASHA256: true, gossh.KeyAlgoRSASHA512: true,
	} {
		only, err := gossh.NewSignerWithAlgorithms(signer.(gossh.AlgorithmSigner), []string{algorithm})
		if err != nil {
			t.Fatal(err)
		}
		c, err := d.dial(login("anna", gossh.PublicKeys(only)))
		if (err == nil) != welcome {
			t.Errorf("%s: %v", algorithm, err)
		}
		if err == nil {
			_ = c.Close()
		}
	}
}

func TestOnlyStrongAlgorithms(t *testing.T) {
	d := opened(t)
	for name, weaken := range map[string]func(*gossh.ClientConfig){
		"group14-sha1":       func(c *gossh.ClientConfig) { c.KeyExchanges = []string{"diffie-hellman-group14-sha1"} },
		"ecdh-sha2-nistp256": func(c *gossh.ClientConfig) { c.KeyExchanges = []string{"ecdh-sha2-nistp256"} },
		"hmac-sha1": func(c *gossh.ClientConfig) {
			c.Ciphers, c.MACs = []string{gossh.CipherAES128CTR}, []string{"hmac-sha1"}
		},
		"ssh-rsa host key": func(c *gossh.ClientConfig) { c.HostKeyAlgorithms = []string{"ssh-rsa"} },
	} {
		cfg := login("anna", gossh.PublicKeys(newKey(t)))
		weaken(cfg)
		if c, err := d.dial(cfg); err == nil {
			_ = c.Close()
			t.Errorf("came in with %s", name)
		}
	}
	cfg := login("anna", gossh.PublicKeys(newKey(t)))
	cfg.Ciphers, cfg.MACs = []string{gossh.CipherAES128CTR}, []string{gossh.HMACSHA256ETM}
	cfg.KeyExchanges = []string{gossh.KeyExchangeCurve25519}
	c, err := d.dial(cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if v := string(c.ServerVersion()); v != "SSH-2.0-saloon" {
		t.Errorf("the version string is %q", v)
	}
	_, _ = io.WriteString(d.sits(c).ch, "q")
}
