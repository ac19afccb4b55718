"""Somebody's own client, made with paramiko.

PORT USER KEY KNOWN_HOSTS [WORD ...]: what ssh does with them. A terminal on its input becomes one on the other side.
"""

import os
import queue
import signal
import sys
import threading
import tty

import paramiko

port, user, key, known, words = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5:]
client = paramiko.SSHClient()
client.load_host_keys(known)
client.set_missing_host_key_policy(paramiko.RejectPolicy())
client.connect("127.0.0.1", port, user, key_filename=key, allow_agent=False, look_for_keys=False)
channel = client.get_transport().open_session()


# What a signal interrupts may hold a lock of paramiko's, which would wait for itself for ever: another thread does it.
resizes = queue.SimpleQueue()


def resized():
    while resizes.get():
        columns, lines = os.get_terminal_size(0)
        channel.resize_pty(columns, lines)


def typed():
    while data := os.read(0, 4096):
        channel.sendall(data)
    channel.shutdown_write()


def complained():
    while data := channel.recv_stderr(4096):
        os.write(2, data)


if os.isatty(0):
    columns, lines = os.get_terminal_size(0)
    channel.get_pty(os.environ.get("TERM", ""), columns, lines)
    signal.signal(signal.SIGWINCH, lambda *_: resizes.put(True))
    threading.Thread(target=resized, daemon=True).start()
    tty.setraw(0)
if words:
    channel.exec_command(" ".join(words))
else:
    channel.invoke_shell()
threading.Thread(target=typed, daemon=True).start()
errors = threading.Thread(target=complained)
errors.start()
while data := channel.recv(4096):
    os.write(1, data)
errors.join()
status = channel.recv_exit_status()
client.close()
sys.exit(status)
