"""Files that prove themselves: sums over what a block holds, and a word to the user when one does not fit.

A block carries the sum of its content together with what it is about (a family, a code, its place), so that neither a
bit nor the order of blocks, nor the name under which one stands, can change unseen. What does not fit is left out,
named in a :class:`~sprague.words.errors.DamageWarning`, and computed again where it can be.
"""

from __future__ import annotations

import warnings
from hashlib import blake2b

from sprague.words.errors import DamageWarning
from sprague.words.messages import Message, say

#: Bytes of a sum.
SUM = 16


def summed(*parts: object) -> bytes:
    """The sum of texts, numbers and buffers, in this order; where one ends and the next begins counts too.

    >>> summed("cram", 51, b"2") == summed("cram", 5, b"12"), len(summed()) == SUM
    (False, True)
    """
    found = blake2b(digest_size=SUM)
    for part in parts:
        data = part if isinstance(part, (bytes, bytearray, memoryview)) else str(part).encode()
        found.update(b"%d:" % memoryview(data).nbytes)
        found.update(data)
    return found.digest()


def warn_of_damage(message: Message, where: str) -> None:
    """Tell the user what of a file was left out. The command line shows it as a sentence; in Python it is a warning."""
    warnings.warn(DamageWarning(say("{message}: {where}", message=message, where=where)), stacklevel=3)
