"""Amounts of memory, time and threads: reading and writing them in words, and the limit of memory."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator

from sprague.words.digits import index_of, shown
from sprague.words.errors import RangeError
from sprague.words.messages import Message, say

_BYTES = r"(?ai:(\d{1,30})(\.\d{1,30})?\s*([kmgt]?)(?:i?b)?)"
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}

_SECONDS = r"(?a:(\d{1,12}(?:\.\d{1,6})?)\s*(s|sec|min|m|h|d)?)"
_UNITS = {None: 1, "s": 1, "sec": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400}

#: More threads than this are a mistake.
MOST_THREADS = 256

#: The bytes of a process itself, beside the memory of its question, and those of the threads of each core.
OWN, OWN_A_CORE = 256 << 20, 64 << 20


def memory_limit() -> int:
    """Returns the number of bytes that work may take if no budget sets it: ``SPRAGUE_MEMORY`` (bytes, or with k, M, G,
    T: ``4G``), or half of the machine's memory.

    Raises RangeError if the variable holds something else.
    """
    text = os.environ.get("SPRAGUE_MEMORY", "").strip()
    if text:
        return bytes_of(text, "SPRAGUE_MEMORY")
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):  # not every system says
        return 2 << 30


@contextlib.contextmanager
def process_within(memory: int) -> Iterator[None]:
    """Makes the system refuse this process more than ``memory`` additional bytes, if the system can.

    A user's rule may list more than fits any memory, in one call that nothing else can stop.
    """
    try:
        import resource
    except ImportError:  # not every system has this bound
        yield
        return
    before, most = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = memory + OWN + (os.cpu_count() or 1) * OWN_A_CORE
    bounds = [bound for bound in (wanted, before, most) if bound != resource.RLIM_INFINITY]
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (min(bounds), most))
    try:
        yield
    finally:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_DATA, (before, most))


def bytes_of(amount: int | str, name: str) -> int:
    """Returns a number of bytes that is given as a number or as a text. An error calls it by ``name``.

    >>> bytes_of("8GB", "memory") == 8 << 30, bytes_of("1.5k", "memory")
    (True, 1536)
    """
    if isinstance(amount, int) and not isinstance(amount, bool) and amount >= 0:
        return amount
    from fractions import Fraction

    match = re.fullmatch(_BYTES, str(amount).strip())
    if match is None or (match[2] and not match[3]):
        raise RangeError(
            say("expected {name} as bytes or with k, M, G or T (4G), got '{text}'", name=name, text=amount)
        )
    return int(Fraction(match[1] + (match[2] or "")) * 1024 ** _POWERS[match[3].lower()])


def bytes_text(count: int) -> str:
    """Returns a number of bytes in words.

    >>> bytes_text(512), bytes_text(3 * 2**20), bytes_text(5 << 40)
    ('512 bytes', '3.0 MiB', '5.0 TiB')
    """
    if count < 1024:
        return f"{count} bytes"
    power = min((count.bit_length() - 1) // 10, 4)
    whole, tenth = divmod(10 * count >> 10 * power, 10)
    if whole.bit_length() > 64:
        return f"2^{count.bit_length() - 1} bytes"
    return f"{whole}.{tenth} {'KMGT'[power - 1]}iB"


def seconds_of(amount: float | str) -> float:
    """Returns a time in seconds, given as a number or as text. Raises RangeError for anything else.

    >>> seconds_of("90s"), seconds_of("1.5h"), seconds_of(2)
    (90.0, 5400.0, 2.0)
    """
    if isinstance(amount, int | float) and not isinstance(amount, bool) and 0 <= amount < 1e12:
        return float(amount)
    text = shown(amount) if type(amount) is int else str(amount)
    match = re.fullmatch(_SECONDS, text.strip().lower())
    if match is None:
        raise RangeError(say("expected a time such as 30s, 5min or 2h, got '{text}'", text=text))
    return float(match[1]) * _UNITS[match[2]]


def seconds_text(seconds: float) -> Message:
    """Returns a time in words.

    >>> print(seconds_text(0.26), seconds_text(90), seconds_text(600), seconds_text(3e7))
    0.26 s 90 s 10 min 347 days
    """
    if seconds < 10:
        return say("{count} s", count=f"{seconds:.2g}")
    if seconds < 120:
        return say("{count} s", count=int(seconds))
    if seconds < 7200:
        return say("{count} min", count=int(seconds) // 60)
    if seconds < 172_800:
        return say("{count} h", count=int(seconds) // 3600)
    return say("{count} days", count=int(seconds) // 86_400)


def checked_threads(threads: int) -> int:
    """Returns the number of threads. Raises RangeError unless it is 1 to 256."""
    count = index_of(threads)
    if count is None or not 1 <= count <= MOST_THREADS:
        shown_threads = threads if type(threads) is int else shown(threads)
        raise RangeError(
            say("expected 1 to {most} threads, got {threads}", most=MOST_THREADS, threads=shown_threads)
        )
    return count
