"""Jobs for the tests of executors: a worker imports them by name."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def note(folder: str, name: str) -> str:
    """Leave a mark, and answer."""
    with open(Path(folder, name), "a", encoding="ascii") as file:
        file.write("x")
    return name.upper()


def die_once(folder: str, name: str) -> str:
    """The first worker that gets the job "b" is killed."""
    note(folder, name)
    if name == "b" and Path(folder, name).stat().st_size == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return name.upper()


def die_always(folder: str, name: str) -> str:
    """Every worker that gets the job "b" is killed."""
    note(folder, name)
    if name == "b":
        os.kill(os.getpid(), signal.SIGKILL)
    return name.upper()


def fail(folder: str, name: str) -> str:
    """An exception."""
    raise ValueError(f"no {name}")


def linger(folder: str, name: str) -> str:
    """Say who works, and take long."""
    Path(folder, name).write_text(str(os.getpid()), encoding="ascii")
    time.sleep(600)
    return name
