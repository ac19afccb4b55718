"""Somebody's own client, made with asyncssh.

PORT USER KEY KNOWN_HOSTS [WORD ...]: what ssh does with them. A terminal on its input becomes one on the other side.
"""

import asyncio
import os
import signal
import sys
import threading
import tty
import warnings

warnings.simplefilter("ignore")  # of old ciphers that it still knows
import asyncssh

port, user, key, known, words = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5:]


async def copy(source, to):
    while data := await source.read(4096):
        os.write(to, data)


async def main():
    loop = asyncio.get_running_loop()
    terminal = {}
    if os.isatty(0):
        terminal = {"term_type": os.environ.get("TERM", ""), "term_size": tuple(os.get_terminal_size(0))}
    async with asyncssh.connect(
        "127.0.0.1", port, username=user, client_keys=[key], known_hosts=known, agent_path=None, config=None
    ) as connection:
        process = await connection.create_process(" ".join(words) or None, encoding=None, **terminal)
        if terminal:
            loop.add_signal_handler(
                signal.SIGWINCH, lambda: process.change_terminal_size(*os.get_terminal_size(0))
            )
            tty.setraw(0)

        def typed():
            while data := os.read(0, 4096):
                loop.call_soon_threadsafe(process.stdin.write, data)
            loop.call_soon_threadsafe(process.stdin.write_eof)

        threading.Thread(target=typed, daemon=True).start()
        await asyncio.gather(copy(process.stdout, 1), copy(process.stderr, 2))
        done = await process.wait()
        return done.exit_status


sys.exit(asyncio.run(main()))
