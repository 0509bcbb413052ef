"""Questions for the tests of sweeps: a worker imports them by name."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from sprague.words.errors import RangeError
from sprague.words.messages import say


def held(count: int) -> int:
    """Takes memory, and gives it back."""
    return len(bytes(count))


def row(name: str, folder: str = "", kind: str = "") -> dict[str, Any]:
    """Answers, and leaves a mark in the folder for each time that it is asked."""
    asked = 1
    if folder:
        with open(Path(folder, name), "a", encoding="ascii") as file:
            file.write("x")
            asked = file.tell()
    if kind == "dies" or (kind == "dies once" and asked == 1):
        time.sleep(0.3)  # a cluster takes long to see that an answer that nobody fetched is lost
        os.kill(os.getpid(), signal.SIGKILL)
    if kind == "lingers":
        Path(folder, "lingers").write_text(str(os.getpid()), encoding="ascii")
        time.sleep(600)
    if kind == "fails":
        raise ValueError(f"no {name}")
    if kind == "refused":
        raise RangeError(say("not {name}", name=name))
    if kind == "grows":
        bytearray(1 << 40)
    return {"name": name, "answer": name.upper()}
