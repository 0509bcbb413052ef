"""Runs commands, a JSON list a line on standard input, in this process; tells of each what it took and what it said.

What is expected to take longer than ``MOST_SECONDS`` is not begun: that it would was said. The budget of the command
itself is left as it is.
"""

from __future__ import annotations

import io
import json
import os
import resource
import sys
import time
import traceback
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from sprague.cli.app import application
from sprague.system.ask import Ask, Effort, asking

#: What is told to take longer is not begun.
MOST_SECONDS = 1.0

#: Characters of what a command printed that are told.
SHOWN = 400


class Told(BaseException):
    """Ends a command that has said that it will take long; nothing catches it, as some do what is too large."""


class Nowhere(io.TextIOBase):
    """Takes what is written, and keeps the last of it."""

    def __init__(self) -> None:
        self.kept = ""
        self.buffer = self

    def write(self, text: Any) -> int:
        self.kept = (self.kept + (text if isinstance(text, str) else repr(text[-SHOWN:])))[-SHOWN:]
        return len(text)


def peak() -> int:
    """The most memory held since it was last set back, in kB."""
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.partition("VmHWM:")[2].split()[0])


def run(words: list[str]) -> dict[str, Any]:
    told: list[Effort] = []

    def announced(effort: Effort, what: Any) -> None:
        told.append(effort)
        if effort.seconds > MOST_SECONDS:
            raise Told

    Path("/proc/self/clear_refs").write_text("5", "ascii")
    before, begun = peak(), time.process_time()
    out, err = Nowhere(), Nowhere()
    status: Any = None
    trace = ""
    sys.stdin = io.StringIO("")
    with redirect_stdout(out), redirect_stderr(err), asking(Ask(announce=announced)):
        try:
            application.main(words)
        except SystemExit as end:
            status = end.code
        except Told:
            status = 2
        except BaseException:
            trace = traceback.format_exc()
    return {
        "status": status,
        "seconds": time.process_time() - begun,
        "kilobytes": peak() - before,
        "told": max((effort.seconds for effort in told), default=0.0),
        "told_bytes": max((effort.bytes for effort in told), default=0),
        "err": err.kept,
        "trace": trace,
    }


def main() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (3 << 30, 3 << 30))
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for line in sys.stdin.buffer:
        print(json.dumps(run(json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
