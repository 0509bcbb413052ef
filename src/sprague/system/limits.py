"""Limits the memory of an answer. The limit is checked before memory is taken, so that a refusal names the need."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from sprague.words.errors import RangeError, TooLargeError
from sprague.words.messages import Message, say

_UNITS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}

_FORM = r"(?ai:(\d{1,30})(\.\d{1,30})?\s*([kmgt]?)(?:i?b)?)"


#: The bound that the user gave for the current question.
_BOUND: ContextVar[int | None] = ContextVar("bound", default=None)


@contextmanager
def memory_bound(limit: int | None) -> Iterator[None]:
    """Makes :func:`memory_limit` return ``limit`` within the block; None leaves it as it is.

    >>> with memory_bound(10**6):
    ...     memory_limit()
    1000000
    """
    before = _BOUND.get()
    try:  # from the first change on, so that no exception leaves it in force
        _BOUND.set(before if limit is None else limit)
        yield
    finally:
        _BOUND.set(before)


def memory_limit() -> int:
    """Returns how many bytes may be taken: the bound of the current question, ``SPRAGUE_MEMORY`` (bytes, or with k, M,
    G, T: ``4G``), or half of the machine's memory.

    Raises RangeError if the variable holds something else.
    """
    bound = _BOUND.get()
    if bound is not None:
        return bound
    text = os.environ.get("SPRAGUE_MEMORY", "").strip()
    if text:
        return bytes_of(text, "SPRAGUE_MEMORY")
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):  # not every system says
        return 2 << 30


def bytes_of(given: int | str, name: str) -> int:
    """Returns a number of bytes that is given as a number or as a text. An error calls it by ``name``.

    >>> bytes_of("8GB", "memory") == 8 << 30, bytes_of("1.5k", "memory")
    (True, 1536)
    """
    if isinstance(given, int) and not isinstance(given, bool) and given >= 0:
        return given
    from fractions import Fraction

    match = re.fullmatch(_FORM, str(given).strip())
    if match is None or (match[2] and not match[3]):
        raise RangeError(
            say("expected {name} as bytes or with k, M, G or T (4G), got '{text}'", name=name, text=given)
        )
    return int(Fraction(match[1] + (match[2] or "")) * 1024 ** _UNITS[match[3].lower()])


def require_memory(needed: int, what: Message | str) -> None:
    """Raises TooLargeError if ``needed`` bytes for ``what`` exceed :func:`memory_limit`."""
    limit = memory_limit()
    if needed > limit:
        raise TooLargeError(
            say(
                "{what} needs {needed} of memory; the limit is {limit} (--memory or SPRAGUE_MEMORY changes it)",
                what=what,
                needed=bytes_text(needed),
                limit=bytes_text(limit),
            )
        )


def bytes_text(count: int) -> str:
    """Returns a number of bytes as a person reads it.

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
