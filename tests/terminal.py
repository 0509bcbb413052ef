"""Programs on a terminal of their own: what they write there, with a deadline for those that hang."""

from __future__ import annotations

import os
import pty
import select
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

#: Seconds after which a program hangs, however slow and busy the machine is.
PATIENCE = 300


@dataclass
class Terminal:
    """The side of a person: who reads it sees what the program writes."""

    master: int
    process: subprocess.Popen[bytes]

    def read(self, until: bytes | None = None) -> bytes:
        """What the program writes until ``until`` stands in it, or until it closes its side."""
        written = b""
        while until is None or until not in written:
            ready, _, _ = select.select([self.master], [], [], PATIENCE)
            assert ready, f"nothing is written for {PATIENCE} s after {written!r}"
            try:
                piece = os.read(self.master, 65536)
            except OSError:  # Linux: the other side is closed
                piece = b""
            if not piece:
                break
            written += piece
        return written

    def type(self, keys: bytes) -> None:
        os.write(self.master, keys)


@contextmanager
def terminal(
    words: list[str], stdin: bool = False, stdout: bool = True, session: bool = False, **environment: str
) -> Iterator[Terminal]:
    """Run a program whose errors, and the named streams, are on a terminal of 80 columns; "unset" removes a name."""
    master, slave = pty.openpty()
    names: Mapping[str, str] = {
        **os.environ,
        "TERM": "xterm",
        "COLUMNS": "80",
        "LINES": "24",
        **environment,
    }
    process = subprocess.Popen(
        words,
        stdin=slave if stdin else None,
        stdout=slave if stdout else subprocess.DEVNULL,
        stderr=slave,
        env={name: value for name, value in names.items() if value != "unset"},
        start_new_session=session,
    )
    os.close(slave)
    try:
        yield Terminal(master, process)
        process.wait(PATIENCE)
    finally:
        process.kill()
        process.wait()
        os.close(master)
