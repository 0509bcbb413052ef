"""Checksums of the blocks of a file, and a warning to the user when one does not match.

A block carries a checksum of its content and its subject (a family, a code, its place). So no change of a bit, of the
order of blocks or of the name of a block stays unseen. Sprague leaves out a block that does not match, names it in a
:class:`~sprague.words.errors.DamageWarning`, and computes it again if possible.
"""

from __future__ import annotations

import warnings
from hashlib import blake2b

from sprague.words.errors import DamageWarning
from sprague.words.messages import Message, say

#: Bytes of a checksum.
SUM = 16


def summed(*parts: object) -> bytes:
    """Returns the checksum of texts, numbers and buffers, in this order. It also depends on where each of them ends.

    >>> summed("cram", 51, b"2") == summed("cram", 5, b"12"), len(summed()) == SUM
    (False, True)
    """
    digest = blake2b(digest_size=SUM)
    for part in parts:
        data = part if isinstance(part, (bytes, bytearray, memoryview)) else str(part).encode()
        digest.update(b"%d:" % memoryview(data).nbytes)
        digest.update(data)
    return digest.digest()


def warn_of_damage(message: Message, where: str) -> None:
    """Tells the user which part of a file was left out, by a sentence on the command line or a warning in Python."""
    warnings.warn(DamageWarning(say("{message}: {where}", message=message, where=where)), stacklevel=3)
